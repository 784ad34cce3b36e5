"""Who has to decide at a table: the list of somebody's tables says so without replaying them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("to_act", sa.Integer))


def downgrade() -> None:
    op.drop_column("tables", "to_act")
