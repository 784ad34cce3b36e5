"""What the players of a table have agreed about players who go away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("absence", sa.String(16), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("tables", "absence")
