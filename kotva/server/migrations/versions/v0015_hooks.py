"""Web-hooks, and what waits in the outbox for them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "hooks",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", name="fk_hooks_person"), nullable=False),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", name="fk_hooks_table_id")),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("form", sa.String(8), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("always", sa.Boolean, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("fault", sa.Text, nullable=False),
        sa.Column("stopped", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_hooks"),
    )
    op.create_index("ix_hooks_person", "hooks", ["person"])
    op.create_index("ix_hooks_table_id", "hooks", ["table_id"])
    op.add_column("outbox", sa.Column("hook", sa.String(16)))
    op.add_column("outbox", sa.Column("due", sa.Float))
    op.add_column("outbox", sa.Column("tries", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_outbox_due", "outbox", ["topic", "due"])


def downgrade() -> None:
    op.drop_index("ix_outbox_due", "outbox")
    for name in ("tries", "due", "hook"):
        op.drop_column("outbox", name)
    op.drop_table("hooks")
