"""Bots think in processes of their own. One gets the record, replays it there, and hands its bot a view, nothing more."""

from __future__ import annotations

import multiprocessing
import os
import threading
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import wait

from kotva import games
from kotva.bots import Beginner, Bot, Manners, Mcts, make
from kotva.bots.workers import Workers
from kotva.engine.record import Record, split
from kotva.learn.teacher import LEVEL, teacher
from kotva.match import Match

_BEHIND = 5  # steps that thinking stands behind the sockets of the same machine
_KEPT = 400  # matches a worker keeps: a long game is not replayed for every move, and its bots keep what they remember
_kept: dict[str, tuple[Match, list[str]]] = {}
_players: dict[str, dict[tuple[int, str], Bot]] = {}
_heard: dict[str, dict[tuple[int, str], int]] = {}  # how many moves each of them has been told of


def pool(workers: int) -> Workers:
    """Processes for bots; fresh ones, so that nothing of the server is in them."""
    return Workers(workers, begin)


def ready() -> None:
    """Load every game before somebody waits for it, here or in a worker; one that cannot be loaded says so to who asks for it."""
    for name in games.ids():
        with suppress(Exception):
            games.load(name)


def choose(table: str, record: Record, seat: int, level: str, seed: int, manners: bool = False) -> str:
    """The notation of the action that a bot takes (runs in a worker); with `manners` it gives up what is lost."""
    match = replayed(table, record)
    players = _players.setdefault(table, {})
    if (seat, level) not in players:
        # It keeps what it remembers as long as the table stays here.
        players[seat, level] = _bot(record.game, level, seed, manners)
    heard = _heard.setdefault(table, {})
    since = heard.get((seat, level), 0)
    heard[seat, level] = len(match.played)
    news = tuple(event for _, events in match.heard(seat, since) for event in events)
    view = replace(match.view(seat), news=news)
    return match.game.actions.text(players[seat, level].choose(view))


def _bot(game: str, level: str, seed: int, manners: bool) -> Bot:
    if level.startswith(LEVEL):
        return teacher(game, level)
    bot = make(level, seed)
    return Manners(bot, seed) if manners and isinstance(bot, (Beginner, Mcts)) else bot


def begin() -> None:
    """What a worker does first: it lets the server go before it, and must not outlive it."""
    stand_back(_BEHIND)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def stand_back(steps: int) -> None:
    """Let other processes go first, where a process can say so."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(steps)


def _leave_with_parent() -> None:
    """A server that is killed cannot tell its workers; they notice."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


def replayed(table: str, record: Record) -> Match:
    """The match of a record; what was replayed for the last move is kept."""
    kept = _kept.pop(table, None)
    game = games.load(record.game)
    if kept is not None and record.moves[: len(kept[1])] == kept[1]:
        match = kept[0]
        for move in record.moves[len(kept[1]) :]:
            actor, text = split(move)
            match.append(actor, game.actions.parse(text))
    else:
        match = Match.from_record(game, record)
        _forget(table)  # what a bot remembers of moves that were taken back is not true
    _kept[table] = (match, list(record.moves))
    while len(_kept) > _KEPT:
        oldest = next(iter(_kept))
        del _kept[oldest]
        _forget(oldest)
    return match


def _forget(table: str) -> None:
    _players.pop(table, None)
    _heard.pop(table, None)
