"""Time: deadlines, calls that start or stop a clock, and when nobody served the tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deadlines",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_deadlines"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_deadlines_table_id"),
    )
    op.create_index("ix_deadlines_at", "deadlines", ["at"])
    op.create_table(
        "clock_calls",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_clock_calls"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_clock_calls_table_id"),
    )
    op.create_table(
        "heartbeats",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_heartbeats"),
    )
    op.create_table(
        "downs",
        sa.Column("down", sa.Float, nullable=False),
        sa.Column("up", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("down", "up", name="pk_downs"),
    )


def downgrade() -> None:
    for table in ("downs", "heartbeats", "clock_calls", "deadlines"):
        op.drop_table(table)
