"""What people have learned, and what was thought of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "progress",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("lesson", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", "game", "lesson", name="pk_progress"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_progress_person"),
    )
    op.create_table(
        "reviews",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_reviews"),
    )


def downgrade() -> None:
    for table in ("reviews", "progress"):
        op.drop_table(table)
