"""Bots think in processes of their own. One gets the record, replays it there, and hands its bot a view, nothing more."""

from __future__ import annotations

import importlib.util
import multiprocessing
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait
from pathlib import Path

from kotva import games
from kotva.bots import make
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.record import Record, split
from kotva.match import Match

_KEPT = 32  # matches a worker keeps, so that a long game is not replayed for every move
_kept: dict[str, tuple[Match, list[str]]] = {}


def add_games(files: Sequence[Path]) -> None:
    """Register the games of files that define a GAME."""
    for file in files:
        spec = importlib.util.spec_from_file_location(f"kotva_with_{file.stem}", file)
        if spec is None or spec.loader is None:
            raise KotvaError("{file} is not a Python file.", file=file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        game = getattr(module, "GAME", None)
        if not isinstance(game, Game):
            raise KotvaError("{file} does not define a GAME.", file=file)
        games.add(game)


def pool(workers: int, more_games: tuple[Path, ...]) -> ProcessPoolExecutor:
    """Processes for bots; fresh ones, so that nothing of the server is in them."""
    return ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=_begin, initargs=(more_games,)
    )


def choose(table: str, record: Record, seat: int, level: str, seed: int) -> str:
    """The notation of the action that a bot takes (runs in a worker)."""
    match = _replayed(table, record)
    action = make(level, seed).choose(match.view(seat))
    return match.game.actions.text(action)


def _begin(more_games: tuple[Path, ...]) -> None:
    add_games(more_games)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """A server that is killed cannot tell its workers; they notice."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


def _replayed(table: str, record: Record) -> Match:
    kept = _kept.pop(table, None)
    game = games.load(record.game)
    if kept is not None and record.moves[: len(kept[1])] == kept[1]:
        match = kept[0]
        for move in record.moves[len(kept[1]) :]:
            actor, text = split(move)
            match.append(actor, game.actions.parse(text))
    else:
        match = Match.from_record(game, record)
    _kept[table] = (match, list(record.moves))
    while len(_kept) > _KEPT:
        del _kept[next(iter(_kept))]
    return match
