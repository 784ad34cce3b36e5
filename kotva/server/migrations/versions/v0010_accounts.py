"""Accounts, devices and codes that sign in, blocks, reports, deeds of moderators, games that were left."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("name", sa.String(40)))
    op.add_column("people", sa.Column("muted", sa.Float))
    op.add_column("people", sa.Column("suspended", sa.Float))
    op.add_column("people", sa.Column("deleted", sa.Float))
    op.add_column("credentials", sa.Column("label", sa.String(80), nullable=False, server_default=""))
    op.add_column("credentials", sa.Column("seen", sa.Float))
    op.add_column("credentials", sa.Column("expires", sa.Float))
    op.create_index("ix_credentials_person", "credentials", ["person"])
    op.create_table(
        "accounts",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("canonical", sa.String(80), nullable=False),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("role", sa.String(16), nullable=False, server_default=""),
        sa.Column("settings", sa.Text, nullable=False, server_default="{}"),
        sa.PrimaryKeyConstraint("person", name="pk_accounts"),
        sa.UniqueConstraint("canonical", name="uq_accounts_canonical"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_accounts_person"),
    )
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("blocked", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", "blocked", name="pk_blocks"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_blocks_person"),
        sa.ForeignKeyConstraint(["blocked"], ["people.id"], name="fk_blocks_blocked"),
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("table_id", sa.String(32)),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("closed", sa.Float),
        sa.Column("closer", sa.String(32)),
        sa.PrimaryKeyConstraint("number", name="pk_reports"),
        sa.ForeignKeyConstraint(["reporter"], ["people.id"], name="fk_reports_reporter"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_reports_person"),
        sa.ForeignKeyConstraint(["closer"], ["people.id"], name="fk_reports_closer"),
    )
    op.create_index("ix_reports_closed", "reports", ["closed"])
    op.create_table(
        "deeds",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("actor", sa.String(32)),
        sa.Column("deed", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("table_id", sa.String(32)),
        sa.Column("until", sa.Float),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("report", sa.Integer),
        sa.PrimaryKeyConstraint("number", name="pk_deeds"),
        sa.ForeignKeyConstraint(["actor"], ["people.id"], name="fk_deeds_actor"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_deeds_person"),
    )
    op.create_index("ix_deeds_person", "deeds", ["person"])
    op.create_table(
        "departures",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person", name="pk_departures"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_departures_table_id"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_departures_person"),
    )
    op.create_index("ix_departures_person", "departures", ["person"])


def downgrade() -> None:
    for table in ("departures", "deeds", "reports", "blocks", "accounts"):
        op.drop_table(table)
    op.drop_index("ix_credentials_person", "credentials")
    for column in ("label", "seen", "expires"):
        op.drop_column("credentials", column)
    for column in ("name", "muted", "suspended", "deleted"):
        op.drop_column("people", column)
