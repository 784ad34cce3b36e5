"""How long the network took with each move: the mover's clock is not charged for it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("moves", sa.Column("delay", sa.Float, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("moves", "delay")
