"""Tables, who sits at them, what happened there; loaded records."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("position", sa.Text),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_changed", "tables", ["changed"])
    op.create_table(
        "sitters",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("level", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("token", sa.String(64)),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_sitters"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_sitters_table_id"),
    )
    op.create_table(
        "moves",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("actor", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_moves"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_moves_table_id"),
        sa.UniqueConstraint("table_id", "key", name="uq_moves_table_id_key"),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_records"),
    )


def downgrade() -> None:
    for name in ("records", "moves", "sitters", "tables"):
        op.drop_table(name)
