"""`kotva serve`: the table server, and the browser opened on it."""

from __future__ import annotations

import math
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
from kotva.native import why_plain
from kotva.server.app import make_app
from kotva.server.jobs.limits import Limits, read_limits
from kotva.server.messages import LARGEST
from kotva.server.monitoring import log_as_json
from kotva.server.my_tables import lan_address
from kotva.server.rate_limits import is_local_name
from kotva.server.repeated_logs import limit_repeats
from kotva.server.settings import Settings
from kotva.server.slow_clients import TimeoutProtocol
from kotva.server.sockets import Sockets
from kotva.server.store import open_store


def default_database() -> Path:
    """Where tables are kept when nobody says otherwise."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "kotva" / "tables.db"


def _number(_context: click.Context, _option: click.Parameter, value: float) -> float:
    """`nan` is in every range."""
    if math.isnan(value):
        raise click.BadParameter("nan is no number.")
    return value


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8274, show_default=True, help="0: any free port.")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0: let others in this network play too.")
@click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where tables are kept (a SQLite file); without it, what KOTVA_DATABASE says: a file, or postgresql://…",
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option(
    "--pace", type=click.FloatRange(0, 10), default=0.7, callback=_number, help="Seconds between two moves of bots."
)
@click.option("--allowed-host", "hosts", multiple=True, help="A name under which it may be asked for; default: any.")
@click.option(
    "--metrics", is_flag=True, help="Answer at /metrics, for Prometheus on this machine (see KOTVA_METRICS_TOKEN)."
)
@click.option(
    "--limits",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What work may cost, where it differs (TOML; docs/hosting.md has the table).",
)
@click.option(
    "--private-hooks", is_flag=True, help="Let web-hooks go to addresses of this machine and its network, too."
)
@click.option("--json-logs", is_flag=True, help="Log as lines of JSON.")
def serve(
    port: int,
    host: str,
    db: Path | None,
    no_browser: bool,
    pace: float,
    hosts: tuple[str, ...],
    metrics: bool,
    limits: Path | None,
    private_hooks: bool,
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
    token = os.environ.get("KOTVA_METRICS_TOKEN", "")  # not an option: everybody on a machine sees those
    settings = Settings(
        database,
        pace=pace,
        hosts=allowed,
        metrics=metrics,
        metrics_token=token,
        lan=lan,
        workshop=Path(os.environ["KOTVA_WORKSHOP"]) if "KOTVA_WORKSHOP" in os.environ else None,
        own_process=True,
        private_hooks=private_hooks,
        limits=read_limits(limits) if limits is not None else Limits(),
    )
    app = make_app(settings, open_store(settings.database))
    server = uvicorn.Server(configured(app, plain_logs=not json_logs))
    click.echo(f"Kotva is at {address}  (end with Ctrl-C)")
    if reason := why_plain():
        click.echo(f"The rules run as plain Python, which is slower: {reason}")
    if is_local_name(host) and not all(map(is_local_name, allowed)):
        click.echo("A proxy in front must tell addresses (X-Forwarded-For), or limits count by person alone.")
    if lan:
        click.echo(f"Others in this network find it at {lan}/")
    if not no_browser:
        threading.Timer(0.7, webbrowser.open, [address]).start()
    server.run(sockets=[listener])


def configured(app: ASGIApp, *, plain_logs: bool = True) -> uvicorn.Config:
    """How the web server runs: what it waits for, and how much it takes."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        http=TimeoutProtocol,
        ws=Sockets,
        ws_max_size=LARGEST,
        ws_ping_interval=20,  # a socket whose other end is dead says nothing: it is asked
        ws_ping_timeout=20,
        log_config=uvicorn.config.LOGGING_CONFIG if plain_logs else None,
        timeout_graceful_shutdown=2,
        server_header=False,  # nobody needs to know, and a first load has eighty answers
    )
    limit_repeats("uvicorn.error")
    return config


def _listen(host: str, port: int) -> socket.socket:
    """The port, taken before anything else is started; a clear line if it is not free."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(256)  # connections made while the server starts wait instead of being refused
    except OSError as error:
        raise KotvaError(
            "Port {port} at {host} cannot be used: {error}. Choose another one with --port.",
            port=port,
            host=host,
            error=error.strerror,
        ) from None
    return listener
