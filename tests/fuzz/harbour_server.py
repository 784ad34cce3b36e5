"""The process that is killed: the application as `kotva serve` runs it, which says on a pipe how far it has come."""

from __future__ import annotations

import multiprocessing
import socket
from multiprocessing.connection import Connection

import uvicorn

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.server.app import make_app
from kotva.server.settings import Settings
from kotva.server.store import open_store

LOADED = [games.load(name) for name in games.ids()]  # before the fork: once


def serve(database: str, says: Connection) -> None:
    # A daemon of multiprocessing may have no processes of its own; the server has some for jobs, which end with it.
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]
    says.send("opens")
    try:
        store = open_store(database)
    except KotvaError as error:
        says.send(str(error))
        return
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(64)
    app = make_app(Settings(database, pace=0.0, workers=1), store)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none"))
    says.send(f"http://127.0.0.1:{listener.getsockname()[1]}")
    server.run(sockets=[listener])
