"""`kotva serve`: the table server, and the browser opened on it."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import click
import uvicorn
from starlette.types import ASGIApp

from kotva.engine.errors import KotvaError
from kotva.server.app import make_app
from kotva.server.berths import lan_address
from kotva.server.messages import LARGEST
from kotva.server.patience import PatientProtocol
from kotva.server.settings import Settings
from kotva.server.sockets import Sockets
from kotva.server.store import open_store
from kotva.server.watch import log_as_json


def default_database() -> Path:
    """Where tables are kept when nobody says otherwise."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "kotva" / "tables.db"


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8274, show_default=True, help="0: any free port.")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0: let others in this network play too.")
@click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where tables are kept (a SQLite file); without it, what KOTVA_DATABASE says: a file, or postgresql://…",
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option("--pace", type=click.FloatRange(0, 10), default=0.7, help="Seconds between two moves of bots.")
@click.option("--allowed-host", "hosts", multiple=True, help="A name under which it may be asked for; default: any.")
@click.option("--metrics", is_flag=True, help="Answer at /metrics, for Prometheus.")
@click.option("--json-logs", is_flag=True, help="Log as lines of JSON.")
def serve(
    port: int,
    host: str,
    db: Path | None,
    no_browser: bool,
    pace: float,
    hosts: tuple[str, ...],
    metrics: bool,
    json_logs: bool,
) -> None:
    """Serve tables and open the browser."""
    listener = _listen(host, port)
    number = listener.getsockname()[1]
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{number}/"
    if json_logs:
        log_as_json()
    database = db or os.environ.get("KOTVA_DATABASE") or default_database()
    allowed = tuple(name.lower() for name in hosts)
    found = lan_address() if host == "0.0.0.0" else ""
    lan = f"http://{found}:{number}" if found else ""
    settings = Settings(database, pace=pace, hosts=allowed, metrics=metrics, lan=lan, own_process=True)
    app = make_app(settings, open_store(settings.database))
    server = uvicorn.Server(configured(app, plain_logs=not json_logs))
    click.echo(f"Kotva is at {address}  (end with Ctrl-C)")
    if lan:
        click.echo(f"Others in this network find it at {lan}/")
    if not no_browser:
        threading.Timer(0.7, webbrowser.open, [address]).start()
    server.run(sockets=[listener])


def configured(app: ASGIApp, *, plain_logs: bool = True) -> uvicorn.Config:
    """How the web server runs: what it waits for, and how much it takes."""
    return uvicorn.Config(
        app,
        log_level="warning",
        http=PatientProtocol,
        ws=Sockets,
        ws_max_size=LARGEST,
        ws_ping_interval=20,  # a socket whose other end is dead says nothing: it is asked
        ws_ping_timeout=20,
        log_config=uvicorn.config.LOGGING_CONFIG if plain_logs else None,
        timeout_graceful_shutdown=2,
        server_header=False,  # nobody needs to know, and a first load has eighty answers
    )


def _listen(host: str, port: int) -> socket.socket:
    """The port, taken before anything else is started; a clear line if it is not free."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(256)  # whoever comes while the server starts waits instead of being sent away
    except OSError as error:
        raise KotvaError(
            "Port {port} at {host} cannot be used: {error}. Choose another one with --port.",
            port=port,
            host=host,
            error=error.strerror,
        ) from None
    return listener
