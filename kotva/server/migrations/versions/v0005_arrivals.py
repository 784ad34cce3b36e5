"""Who has come to a round of an online tournament (TOU-14.1)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "tournament_arrivals",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("actor", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "round", "actor", name="pk_tournament_arrivals"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_tournament_arrivals_tournament_id"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_tournament_arrivals_person"),
    )


def downgrade() -> None:
    op.drop_table("tournament_arrivals")
