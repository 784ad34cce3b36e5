"""Bots in any language: a program that reads lines of JSON and writes lines of JSON (docs/bot-protocol.md).

    make("./mybot")                     a program
    make("program:node bot.js --deep")  a program with arguments

It gets the view of its seat and nothing else. Whatever it does wrong (crash, silence, an action that is none, too much text) is a
`ProgramFault`, which loses the game for it and touches nobody else.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import signal
import subprocess
import threading
from contextlib import suppress
from time import monotonic
from typing import Any

from kotva.bots.bot import choices
from kotva.engine.errors import KotvaError
from kotva.engine.game import View

PROTOCOL = 1
START_SECONDS = 10.0  # a language's run time takes its time to start
MOVE_SECONDS = 5.0
LONGEST_LINE = 100_000
_KEPT = 4_000  # bytes of what it says on its standard error


class ProgramFault(Exception):
    """What a bot did that loses it the game."""

    def __init__(self, seat: int, text: str, length: int = 0) -> None:
        super().__init__(text)
        self.seat = seat
        self.length = length  # actions played before it


class Program:
    """A running bot for one game; started at its first decision, ended by `close`."""

    def __init__(self, command: str, seed: int, seconds: float = MOVE_SECONDS) -> None:
        self._words = shlex.split(command)
        if not self._words:
            raise KotvaError("A bot that is a program needs a command.")
        self._seed = seed
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes | None] = queue.Queue(maxsize=1_000)
        self._said = b""  # on its standard error, the end of it
        self._silent = threading.Event()  # it will say no more there
        self._seat = 0

    def choose(self, view: View) -> int:
        """Ask the program; Fault if it does not answer in time with an action that it may play."""
        self._seat, legal = choices(view)
        if self._process is None:
            self._start(view)
        texts = {view.game.rules.actions.text(action): action for action in legal}
        self._send({"type": "position", "view": view.to_json(), "legal": list(texts)})
        self._send({"type": "go", "time_ms": round(self._seconds * 1000)})
        answer = self._wait("bestmove", self._seconds)
        text = answer.get("action")
        if not isinstance(text, str):
            raise self._fault("bestmove has no action")
        if text in texts:
            return texts[text]
        try:
            action = view.game.rules.actions.parse(text)
        except KotvaError:
            raise self._fault(f"{text[:60]!r} is no action") from None
        if view.seen.why_not(self._seat, action) != 0:
            raise self._fault(f"{text[:60]!r} is not allowed")
        return action

    def close(self) -> None:
        """End the program and whatever it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError, ValueError):
            if process.stdin:
                process.stdin.write(b'{"type": "quit"}\n')
                process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.2)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stdout:
            process.stdout.close()

    # -- inside ------------------------------------------------------------------------------------------------------

    def _start(self, view: View) -> None:
        try:
            self._process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise self._fault(f"cannot be started: {error.strerror}") from None
        for reader in (self._read, self._listen):
            threading.Thread(target=reader, args=(self._process,), daemon=True).start()
        game, options = view.game, view.options
        self._send(
            {
                "type": "start",
                "protocol": PROTOCOL,
                "game": game.id,
                "version": game.version,
                "seats": options.seats,
                "seat": self._seat + 1,
                "options": dict(options.given),
                "seed": self._seed,
            }
        )
        self._wait("ready", START_SECONDS)

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        """Pass the program's lines on until it ends; a line without end is its end too."""
        assert process.stdout is not None
        with suppress(OSError, ValueError):
            while line := process.stdout.readline(LONGEST_LINE):
                if not line.endswith(b"\n"):
                    if len(line) == LONGEST_LINE:
                        self._lines.put(b"")  # which no line of a program is
                    break
                try:
                    self._lines.put(line, timeout=60)
                except queue.Full:
                    break
        with suppress(queue.Full):
            self._lines.put(None, timeout=1)

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        """Keep the end of what the program says on its standard error: why it crashed, as a rule."""
        assert process.stderr is not None
        with suppress(OSError, ValueError):
            while said := os.read(process.stderr.fileno(), 4096):
                self._said = (self._said + said)[-_KEPT:]
            process.stderr.close()
        self._silent.set()

    def _ended(self) -> ProgramFault:
        """It is gone: how, and the last that it said."""
        process = self._process
        with suppress(subprocess.TimeoutExpired, AttributeError):
            process.wait(1.0)  # type: ignore[union-attr]
        code = process.returncode if process is not None else None
        self._silent.wait(1.0)
        how = "" if code is None else f" by signal {-code}" if code < 0 else f" with exit code {code}"
        lines = self._said.decode(errors="replace").strip().splitlines()
        return self._fault(f"it has ended{how}" + (f": {lines[-1][:200]}" if lines else ""))

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def _wait(self, wanted: str, seconds: float) -> dict[str, Any]:
        """The next message of a kind; messages of other kinds (`info`) are read over."""
        end = monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.001, end - monotonic()))
            except queue.Empty:
                raise self._fault(f"no {wanted} within {seconds:g} s") from None
            if line is None:
                raise self._ended()
            if not line:
                raise self._fault(f"its line is longer than {LONGEST_LINE:,} characters")
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                raise self._fault("its line is no JSON") from None
            if not isinstance(message, dict):
                raise self._fault("its line is no object of JSON")
            if message.get("type") == wanted:
                return message
            if monotonic() > end:
                raise self._fault(f"no {wanted} within {seconds:g} s")

    def _fault(self, text: str) -> ProgramFault:
        self.close()
        return ProgramFault(self._seat, f"{self._words[0]}: {text}")
