"""A tournament in one file: a line for each entry of its log, only ever appended to (TOU-18).

A line is written and on the disk before anybody is told of it. Two writers wait for each other. A process that is killed while
it writes leaves at most half a line at the end, of which nobody was told: it is not read, and the next writer removes it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from errno import ENOENT
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from kotva.cli.tournament.common import NoFile
from kotva.tournament.exports import from_json
from kotva.tournament.log import Args, Json, TournamentEntry, canonical, next_hash, read_entry
from kotva.tournament.refusal import Refused
from kotva.tournament.state import TournamentState, write_time
from kotva.tournament.tournament import Secrets, apply, contacts, copy, follow, judge

FORMAT: Final = "kotva-tournament-file/1"
_WAIT: Final = 60.0  # seconds for another writer to finish


def now() -> str:
    return write_time(datetime.now(UTC))


class TournamentFile:
    """What is in a file: the state, the log and the secrets. `act` appends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.state = TournamentState()
        self.log: list[TournamentEntry] = []
        self.secrets = Secrets("")
        self._size = 0

    # -- reading ---------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, path: Path, progress: Callable[[int], None] | None = None) -> TournamentFile:
        """The tournament in a file; Refused says what is wrong with it."""
        found = cls(path)
        try:
            with path.open("rb") as file:
                found._take(file.read(), progress)
        except FileNotFoundError:
            raise NoFile("There is no file {path}; `kotva tournament new` makes one.", path) from None
        except OSError as error:
            raise NoFile("Cannot read {path}: {error}.", path, error) from None
        if not found.log:
            raise NoFile("{path} has no tournament in it.", path)
        return found

    def _take(self, data: bytes, progress: Callable[[int], None] | None = None) -> None:
        """Fold the whole lines of some data; the rest, if any, is half a line that nobody was told of."""
        whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:whole].splitlines(), 1):
            self._take_line(line, number)
            if progress is not None:
                progress(1)
        self._size += whole

    def _take_line(self, line: bytes, number: int) -> None:
        try:
            found: object = json.loads(line.decode("utf-8"))
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise Refused("Line {number} of the file is damaged.", "TAMPERED", "TOU-18.3", number=number)
        if found == {"format": FORMAT}:
            return
        entry = read_entry(found.get("entry"), len(self.log) + 1)
        if next_hash(self.state.hash, entry) != found.get("hash"):
            raise Refused("Line {number} of the file is damaged.", "TAMPERED", "TOU-18.3", number=number)
        follow(self.state, entry)
        self.log.append(entry)
        private = found.get("private")
        if isinstance(private, dict):
            if isinstance(private.get("seed"), str):
                self.secrets.seed = private["seed"]
            told = private.get("contacts")
            if isinstance(told, dict):
                self.secrets.contacts |= {str(player): str(text) for player, text in told.items()}

    # -- writing ---------------------------------------------------------------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Alone with the file, and up to date with it."""
        if not self.path.parent.is_dir():  # the lock would make the folder, wherever a slip of the pen puts it
            raise NoFile("Cannot write {path}: {error}.", self.path, NotADirectoryError(ENOENT, os.strerror(ENOENT)))
        lock = FileLock(f"{self.path}.lock")
        try:
            with lock.acquire(timeout=_WAIT):
                self._catch_up()
                yield
        except Timeout:
            raise NoFile("Somebody else is writing to {path}.", self.path) from None
        except OSError as error:
            raise NoFile("Cannot write {path}: {error}.", self.path, error) from None

    def _catch_up(self) -> None:
        """What others have written since we read; half a line of a killed writer is cut off."""
        if not self.path.exists():
            return
        with self.path.open("r+b") as file:
            file.seek(self._size)
            self._take(file.read())
            file.seek(0, os.SEEK_END)
            if file.tell() > self._size:
                file.truncate(self._size)
                os.fsync(file.fileno())

    def act(self, actor: str, op: str, args: Args, at: str | None = None) -> TournamentEntry:
        """Judge an action, write its line to the disk, and only then count it."""
        return self.act_all([(actor, op, args)], at)[0]

    def act_all(self, actions: Sequence[tuple[str, str, Args]], at: str | None = None) -> list[TournamentEntry]:
        """Several actions with nobody in between, all or none: where one is refused nothing is written."""
        with self.writing():
            ahead = self.state if len(actions) == 1 else copy(self.state)
            made: list[tuple[TournamentEntry, dict[str, str]]] = []
            for actor, op, args in actions:
                made.append((judge(ahead, actor, op, args, at or now(), self.secrets), contacts(ahead, op, args)))
                if ahead is not self.state:
                    apply(ahead, made[-1][0])
            self.append(made)
            return [entry for entry, _ in made]

    def append(self, made: Sequence[tuple[TournamentEntry, dict[str, str]]]) -> None:
        """Entries that have been judged, each with the contacts it brings: to the disk, then into the state."""
        lines, last = [], self.state.hash
        for entry, told in made:
            last = next_hash(last, entry)
            line: dict[str, Json] = {"entry": entry.to_json(), "hash": last}
            private: dict[str, Json] = {"contacts": dict(told)} if told else {}
            if entry.op == "create":
                private["seed"] = self.secrets.seed
            if private:
                line["private"] = private
            lines.append(canonical(line) + "\n")
        self._write("".join(lines).encode())
        for entry, told in made:
            self.secrets.contacts |= told
            apply(self.state, entry)
            self.log.append(entry)

    def _write(self, data: bytes) -> None:
        new = not self.path.exists()
        if new:
            data = (canonical({"format": FORMAT}) + "\n").encode() + data
        # 0600: contacts and the seed are in it.
        handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        finally:
            os.close(handle)
        if new and os.name == "posix":
            _sync_folder(self.path.parent)
        self._size += len(data)


def _sync_folder(folder: Path) -> None:
    """A new file's name is on the disk only when its folder is."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def create(path: Path, secrets: Secrets, args: Args, at: str | None = None) -> TournamentFile:
    """A new tournament in a new file."""
    if path.exists():
        raise NoFile("{path} exists already; it is not overwritten.", path)
    made = TournamentFile(path)
    made.secrets = secrets
    made.act("O1", "create", args, at)
    return made


def read_any(path: Path) -> TournamentFile:
    """A tournament's file, or one in JSON as the export writes it (TOU-20.9): whatever is handed out can be verified."""
    try:
        data = path.read_bytes()
    except OSError:
        return TournamentFile.read(path)  # which says what is wrong
    if data and not data.lstrip().startswith(b"{"):
        raise NoFile("{path} is not the log of a tournament: verify its file, tournament.json or backup.json.", path)
    try:
        exported = "log" in json.loads(data)
    except (ValueError, RecursionError, TypeError):
        exported = False
    if not exported:
        return TournamentFile.read(path)
    found = TournamentFile(path)
    found.state, found.log, secrets = from_json(data.decode("utf-8"))
    found.secrets = secrets or found.secrets
    return found


def restore(path: Path, log: list[TournamentEntry], secrets: Secrets | None) -> TournamentFile:
    """TOU-20.9: a file from an exported tournament, equal to the original."""
    if path.exists():
        raise NoFile("{path} exists already; it is not overwritten.", path)
    made = TournamentFile(path)
    made.secrets = secrets or Secrets("")
    told = dict(made.secrets.contacts)
    with made.writing():
        made.append([(entry, told if entry.seq == 1 else {}) for entry in log])
    return made
