"""Alembic's entry: the connection is handed over by `database.upgrade`, within its transaction."""

from __future__ import annotations

from alembic import context

from kotva.server.schema import META


def run() -> None:
    context.configure(connection=context.config.attributes["connection"], target_metadata=META, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


run()
