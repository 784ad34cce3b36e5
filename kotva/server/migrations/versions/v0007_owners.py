"""Who has opened a table: that person may stop its clock and give time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("owner", sa.String(32)))


def downgrade() -> None:
    op.drop_column("tables", "owner")
