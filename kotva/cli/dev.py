"""`kotva dev`: a workshop for a game under construction: the table follows the source, and says what is wrong with it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click

from kotva import games
from kotva.cli.serve import default_database
from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.files import write_whole

_LOOK: Final = 0.4  # seconds between two looks at the files
_KINDS: Final = (".py", ".md", ".json", ".po", ".svg", ".toml")
_END: Final = 8.0  # seconds in which it ends by itself
_LOAD: Final = 10.0  # seconds that the sources may take to be loaded
_ASK: Final = 2.5  # seconds between two looks at where the server is
_LOOKS: Final = (
    4  # that find it in the same call of the game's code: bots think in processes of their own, so that is a loop
)
_WRITTEN: Final = 3.0  # seconds in which it begins to write where it is
# Loads the game and says in one line what is wrong with it. A process of its own: what is loaded once stays loaded.
_TRY: Final = f"""
import faulthandler, sys
faulthandler.dump_traceback_later({_LOAD}, exit=True)
from pathlib import Path
from kotva import games
from kotva.engine.errors import KotvaError
try:
    games.load_file(Path(sys.argv[1])) if sys.argv[1].endswith(".py") else games.load(sys.argv[1])
except KotvaError as error:
    sys.exit(str(error))
"""


@click.command()
@click.argument("source")
@click.option("--port", type=click.IntRange(1, 65535), default=8275, show_default=True)
@click.option("--db", type=click.Path(dir_okay=False, path_type=Path), help="Where tables are kept between two starts.")
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
def dev(source: str, port: int, db: Path | None, no_browser: bool) -> None:
    """Serve a game while it is being written: SOURCE is its file, or the id of an installed game.

    A changed source is at the table at once; the table keeps its moves. What cannot be loaded, or fails at the table, is shown
    there with its file and line.
    """
    workshop = Workshop(source, port, db or default_database().with_name("workshop.db"))
    if not no_browser:
        threading.Timer(2.0, webbrowser.open, [workshop.address]).start()
    click.echo(f"The workshop of {source} is at {workshop.address}  (end with Ctrl-C)")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # its server ends with it
    with contextlib.suppress(KeyboardInterrupt):
        workshop.run()


class Workshop:
    """Starts a server, and starts it again whenever the source has changed and can be loaded."""

    def __init__(self, source: str, port: int, database: Path) -> None:
        self.address = f"http://localhost:{port}/"
        self._port = port
        self._database = database
        file = Path(source)
        self._game = "" if file.suffix == ".py" else source
        self._watched = folder_of(source) if self._game else file.resolve()
        if not self._watched.exists():
            raise KotvaError(N_("There is no file {path}."), path=source)
        self._watched = self._watched.resolve()
        self._with = str(file.resolve()) if not self._game else ""
        self._server: subprocess.Popen[str] | None = None
        self._seen: Mapping[tuple[str, str], int] = {}  # calls of the game's code, and at how many looks in a row

    def run(self) -> None:
        """Until it is interrupted."""
        with tempfile.TemporaryDirectory() as folder:
            told = Path(folder) / "workshop.json"
            try:
                self._follow(told)
            finally:
                self._stop()

    def _follow(self, told: Path) -> None:
        seen: Mapping[Path, int] | None = None
        asked = time.monotonic()
        while True:
            now = self._files()
            if now == seen and self._server is not None and self._server.poll() is not None:
                click.echo("The server ended by itself and is started anew.", err=True)
                self._start(told)
                asked = time.monotonic()
            if now == seen and time.monotonic() - asked > _ASK:
                if place := self._loop(told.with_suffix(".stuck")):
                    wrong = f"{place}: this does not end; the server was started anew"
                    write_whole(told, json.dumps({"error": wrong}))
                    click.echo(wrong, err=True)
                    self._start(told)
                asked = time.monotonic()
            if now != seen:
                seen = now
                wrong = self.check()
                write_whole(told, json.dumps({"error": wrong}))
                if wrong:
                    click.echo(wrong, err=True)
                if not wrong or self._server is None:
                    self._start(told)
                asked = time.monotonic()  # a server that has just begun is not asked where it is
            time.sleep(_LOOK)

    def check(self) -> str:
        """What is wrong with the source, in one line; empty if it can be loaded."""
        tried = subprocess.run(
            [sys.executable, "-c", _TRY, self._with or self._game],
            env={**os.environ, "KOTVA_INTERPRETED": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        if tried.returncode and "Timeout (" in tried.stderr:
            return f"{self._place(tried.stderr) or self._watched}: this does not end; the game was not loaded in {_LOAD:g} s"
        return "" if tried.returncode == 0 else (tried.stderr.strip().splitlines() or ["It cannot be loaded."])[-1]

    def _is_own(self, file: str) -> bool:
        return Path(file).resolve().is_relative_to(self._watched)

    def _place(self, stack: str) -> str:
        """The innermost line of the game's own code in what `faulthandler` wrote; empty if there is none."""
        places = re.findall(r'File "([^"]+)", line (\d+)', stack)
        return next((f"{file}, line {line}" for file, line in places if self._is_own(file)), "")

    def _loop(self, stuck: Path) -> str:
        """Where a thread of the server is in one call of the game's code at so many looks in a row; empty if none is."""
        if self._server is None or self._server.poll() is not None or not stuck.exists():
            return ""
        stuck.write_bytes(b"")
        self._server.send_signal(signal.SIGUSR1)
        until = time.monotonic() + _WRITTEN
        while not stuck.stat().st_size and time.monotonic() < until:  # on a busy machine
            time.sleep(0.05)
        time.sleep(0.1)
        now: dict[tuple[str, str], int] = {}
        for thread in stuck.read_text(encoding="utf-8", errors="replace").split("\n\n"):
            own = [name for file, name in re.findall(r'File "([^"]+)", line \d+ in (.+)', thread) if self._is_own(file)]
            if own:
                call = (thread.split(" (", 1)[0], own[-1])  # the outermost of its functions
                now[call] = self._seen.get(call, 0) + 1
                if now[call] == _LOOKS:
                    return self._place(thread)
        self._seen = now
        return ""

    def _files(self) -> dict[Path, int]:
        """The files of the game, and when each was changed."""
        if self._watched.is_dir():
            found: Iterator[Path] = (path for path in self._watched.rglob("*") if path.suffix in _KINDS)
        else:
            found = (path for path in self._watched.parent.iterdir() if path.suffix in _KINDS)
        times = {}
        for path in found:
            with contextlib.suppress(OSError):  # an editor puts a file in place of another
                times[path] = path.stat().st_mtime_ns
        return times

    def _start(self, told: Path) -> None:
        """The server of these sources: plain Python, however much of Kotva is compiled."""
        self._stop()
        self._seen = {}
        told.with_suffix(".stuck").unlink(missing_ok=True)
        environment = {**os.environ, "KOTVA_INTERPRETED": "1", "KOTVA_WORKSHOP": str(told)}
        if self._with:
            environment["KOTVA_WITH"] = self._with
        command = [sys.executable, "-m", "kotva", "serve", "--no-browser", "--port", str(self._port)]
        self._server = subprocess.Popen(
            [*command, "--db", str(self._database)],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._server.stdout is not None
        if not self._server.stdout.readline():  # it has said on standard error why
            raise KotvaError(N_("The server did not start."))

    def _stop(self) -> None:
        if self._server is not None:
            self._server.terminate()
            try:
                self._server.wait(_END)
            except subprocess.TimeoutExpired:
                self._server.kill()
                self._server.wait()
            assert self._server.stdout is not None
            self._server.stdout.close()
            self._server = None


def folder_of(game_id: str) -> Path:
    """The folder of an installed game's sources."""
    entry = games.entry(game_id)
    module = entry.module if entry is not None else f"kotva.games.{game_id}"
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        spec = None
    if spec is None or spec.origin is None:
        games.load(game_id)  # says which games there are
        raise KotvaError(N_("There is no file {path}."), path=game_id)
    return Path(spec.origin).resolve().parent
