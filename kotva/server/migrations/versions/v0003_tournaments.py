"""Tournaments: a log each, what is kept beside it, and who may act as whom."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("contacts", sa.Text, nullable=False),
        sa.Column("links", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_changed", "tournaments", ["changed"])
    op.create_table(
        "tournament_log",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.String(20), nullable=False),
        sa.Column("actor", sa.String(16), nullable=False),
        sa.Column("op", sa.String(16), nullable=False),
        sa.Column("args", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64)),
        sa.PrimaryKeyConstraint("tournament_id", "seq", name="pk_tournament_log"),
        sa.UniqueConstraint("tournament_id", "key", name="uq_tournament_log_tournament_id_key"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_tournament_log_tournament_id"),
    )
    op.create_table(
        "tournament_people",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("actor", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "actor", "person", name="pk_tournament_people"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_tournament_people_tournament_id"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_tournament_people_person"),
    )
    op.create_index("ix_tournament_people_person", "tournament_people", ["person"])


def downgrade() -> None:
    for table in ("tournament_people", "tournament_log", "tournaments"):
        op.drop_table(table)
