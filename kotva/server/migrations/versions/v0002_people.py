"""People and their credentials; seats refer to people. What a clock, a tournament and several nodes need of a table."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_table(
        "credentials",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("kind", "secret", name="pk_credentials"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_credentials_person"),
    )
    op.create_table(
        "outbox",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=True),
        sa.Column("topic", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("origin", sa.String(120), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("sent", sa.Float),
        sa.PrimaryKeyConstraint("number", name="pk_outbox"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_outbox_table_id"),
    )
    op.create_index("ix_outbox_sent", "outbox", ["sent"])
    op.create_table(
        "leases",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_leases"),
    )
    op.add_column("tables", sa.Column("clock", sa.Text))
    op.add_column("tables", sa.Column("origin", sa.String(120), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("outcome", sa.Text))
    with op.batch_alter_table("sitters") as sitters:
        sitters.add_column(sa.Column("person", sa.String(32)))
    _make_people()
    with op.batch_alter_table("sitters") as sitters:
        sitters.drop_column("token")
        sitters.create_foreign_key("fk_sitters_person", "people", ["person"], ["id"])
    op.create_index("ix_sitters_person", "sitters", ["person"])


def _make_people() -> None:
    """A person for every browser that has a seat; seats belong to persons from now on."""
    db = op.get_bind()
    people = sa.table("people", sa.column("id"), sa.column("created"))
    credentials = sa.table(
        "credentials", sa.column("kind"), sa.column("secret"), sa.column("person"), sa.column("created")
    )
    sitters = sa.table("sitters", sa.column("table_id"), sa.column("token"), sa.column("person"))
    tables = sa.table("tables", sa.column("id"), sa.column("created"))
    first = (
        sa.select(sitters.c.token, sa.func.min(tables.c.created))
        .join(tables, tables.c.id == sitters.c.table_id)
        .where(sitters.c.token.is_not(None))
        .group_by(sitters.c.token)
    )
    for token, created in db.execute(first).all():
        person = secrets.token_hex(8)
        db.execute(sa.insert(people).values(id=person, created=created))
        db.execute(sa.insert(credentials).values(kind="browser", secret=token, person=person, created=created))
        db.execute(sa.update(sitters).where(sitters.c.token == token).values(person=person))


def downgrade() -> None:
    raise NotImplementedError("seats of people without a browser's token cannot be told in the old schema")
