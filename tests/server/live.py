"""A real server at a port of its own, as `kotva serve` runs it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn

from kotva.cli.serve import configured
from kotva.match import SeatSpec, TableSpec
from kotva.server.app import make_app
from kotva.server.settings import Settings


@asynccontextmanager
async def serving(folder: Path, **more: float) -> AsyncIterator[tuple[int, str]]:
    """A server, with other settings of uvicorn where they are given: its port, and a table for two."""
    app = make_app(Settings(folder / "tables.db", pace=0.0, workers=1))
    config = configured(app)  # as `kotva serve` runs it
    config.port, config.log_level = 0, "error"
    for name, value in more.items():
        setattr(config, name, value)
    server = uvicorn.Server(config)
    task = asyncio.ensure_future(server.serve())
    try:
        async with asyncio.timeout(90):
            while not server.started:
                await asyncio.sleep(0.01)
            spec = TableSpec(game="bosman", seats=(SeatSpec("Ada"), SeatSpec("Ben")))
            table = await app.state.hub.tables.open(spec)
            yield server.servers[0].sockets[0].getsockname()[1], table.id
    finally:
        server.should_exit = True
        await task
