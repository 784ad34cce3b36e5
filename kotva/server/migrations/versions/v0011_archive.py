"""Who finds a table, whether it is rated; the archive of finished games with places and ratings; pairing; who is here."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("access", sa.String(8), nullable=False, server_default="link"))
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("sitters", sa.Column("left_by", sa.String(32)))
    op.create_index("ix_tables_lobby", "tables", ["status", "access", "changed"])
    op.create_table(
        "presence",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_presence"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_presence_person"),
    )
    op.create_index("ix_presence_at", "presence", ["at"])
    op.create_table(
        "seeks",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("low", sa.Integer, nullable=False),
        sa.Column("high", sa.Integer, nullable=False),
        sa.Column("minutes", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.PrimaryKeyConstraint("person", name="pk_seeks"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_seeks_person"),
    )
    op.create_table(
        "finished",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("preset", sa.String(16), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("why", sa.String(16), nullable=False),
        sa.Column("reason", sa.String(32), nullable=False),
        sa.Column("drawn", sa.Boolean, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_finished"),
        sa.UniqueConstraint("table_id", name="uq_finished_table_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_finished_table_id"),
    )
    op.create_index("ix_finished_ended", "finished", ["public", "ended"])
    op.create_index("ix_finished_game", "finished", ["game", "public", "ended"])
    op.create_table(
        "places",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("level", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("sought", sa.String(40), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("is_left", sa.Boolean, nullable=False),
        sa.Column("mu_before", sa.Float),
        sa.Column("sigma_before", sa.Float),
        sa.Column("mu", sa.Float),
        sa.Column("sigma", sa.Float),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_places"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_places_table_id"),
    )
    op.create_index("ix_places_person", "places", ["person", "number"])
    op.create_index("ix_places_sought", "places", ["sought", "number"])
    op.create_index("ix_places_number", "places", ["number"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(48), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("player", "game", "seats", name="pk_ratings"),
    )


def downgrade() -> None:
    for table in ("ratings", "places", "finished", "seeks", "presence"):
        op.drop_table(table)
    op.drop_index("ix_tables_lobby", "tables")
    op.drop_column("sitters", "left_by")
    op.drop_column("tables", "rated")
    op.drop_column("tables", "access")
