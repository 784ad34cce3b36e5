"""Rows of a simulation in a file, written as they come: lines of JSON, or Parquet where pyarrow is installed.

The first line says which simulation it is. A run that was stopped goes on from its file (`--resume`): what is there is not played
again, and a last line that was cut off in the middle is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol, TextIO

from kotva.arena.rows import GameRow
from kotva.arena.worker import Task
from kotva.bots.program import MOVE_SECONDS
from kotva.engine.errors import KotvaError
from kotva.extras import not_installed


class RowWriter(Protocol):
    """Takes rows and keeps them."""

    def write(self, rows: Iterable[GameRow]) -> None: ...

    def close(self) -> None: ...


def head_of(task: Task) -> dict[str, Any]:
    """What makes two simulations the same."""
    return {
        "simulation": task.game,
        "version": task.version,
        "seats": task.seats,
        "bots": list(task.bots),
        "seed": task.seed,
        "options": dict(task.options),
        "moves": task.moves,
        **({"measured": task.measured} if task.measured else {}),
        **({"bot_time": task.bot_time} if task.bot_time != MOVE_SECONDS else {}),
    }


def open_file(path: Path, task: Task, resume: bool) -> tuple[RowWriter, list[GameRow]]:
    """A file to write rows to, and the rows that it has already."""
    try:
        if path.suffix == ".parquet":
            if resume:
                raise KotvaError("A Parquet file cannot be resumed; write lines of JSON (rows.jsonl).")
            return ParquetWriter(path), []
        there = read(path, task) if resume and path.exists() else []
        return JsonLinesWriter(path, task, there), there
    except OSError as error:
        raise KotvaError("Cannot write {path}: {error}.", path=path, error=error.strerror or str(error)) from None


def read(path: Path, task: Task) -> list[GameRow]:
    """The rows of a file of the same simulation; KotvaError if it is of another one, or none."""
    lines = path.read_bytes().split(b"\n")
    try:
        head = json.loads(lines[0])
    except ValueError:
        raise KotvaError("{path} is no file of a simulation.", path=path) from None
    wanted = head_of(task)
    if head != wanted:
        names = wanted if not isinstance(head, dict) else [name for name in wanted if head.get(name) != wanted[name]]
        raise KotvaError("{path} is of another simulation: {what} differ.", path=path, what=", ".join(names))
    rows: dict[int, GameRow] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            row = GameRow.from_json(json.loads(line))
        except (ValueError, KeyError, TypeError):
            if number < len(lines) and line:  # only the last line may have been cut off
                raise KotvaError("Line {number} of {path} is no game.", number=number, path=path) from None
            continue
        if [task.bots[bot] for bot in task.who(row.number)] != _names(row, task):
            raise KotvaError("{path} is of another simulation: {what} differ.", path=path, what="who")
        rows[row.number] = row
    return list(rows.values())


def _names(row: GameRow, task: Task) -> list[str]:
    """By seat: the bot's name. Simulations of before seated bots in another order."""
    return [task.bots[bot] if 0 <= bot < len(task.bots) else "" for bot in row.who]


class JsonLinesWriter:
    """Lines of JSON, pushed to the system after each part of the games."""

    def __init__(self, path: Path, task: Task, there: list[GameRow]) -> None:
        # Written anew with what is whole, then put in place of the old one: a cut-off line is gone.
        fresh = path.with_name(path.name + ".new")
        with fresh.open("w", encoding="utf-8") as file:
            file.write(json.dumps(head_of(task), ensure_ascii=False) + "\n")
            _write(file, there)
        fresh.replace(path)
        self._file = path.open("a", encoding="utf-8")

    def write(self, rows: Iterable[GameRow]) -> None:
        _write(self._file, rows)
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def _write(file: TextIO, rows: Iterable[GameRow]) -> None:
    for row in rows:
        file.write(json.dumps(row.to_json(), ensure_ascii=False) + "\n")


class ParquetWriter:
    """A group of rows for each part of the games."""

    def __init__(self, path: Path) -> None:
        try:
            import pyarrow as arrow
            from pyarrow import parquet
        except ImportError as error:
            raise not_installed("Parquet", error) from None
        small, text = arrow.list_(arrow.int32()), arrow.string()
        self._arrow = arrow
        self._schema = arrow.schema(
            [
                ("number", arrow.int64()),
                ("who", small),
                ("length", arrow.int32()),
                ("reason", text),
                ("scores", small),
                ("ranks", small),
                ("fault", text),
                ("moves", arrow.list_(text)),
            ]
        )
        self._writer = parquet.ParquetWriter(str(path), self._schema)

    def write(self, rows: Iterable[GameRow]) -> None:
        names = self._schema.names
        data = [{name: getattr(row, name) for name in names} for row in rows]
        self._writer.write_table(self._arrow.Table.from_pylist(data, schema=self._schema))

    def close(self) -> None:
        self._writer.close()
