"""Talk at tables, in a table of its own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "talk",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", name="fk_talk_table_id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", name="fk_talk_person")),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_talk"),
        sa.UniqueConstraint("table_id", "key", name="uq_talk_table_id_key"),
    )
    op.create_index("ix_talk_person", "talk", ["person"])


def downgrade() -> None:
    op.drop_table("talk")
