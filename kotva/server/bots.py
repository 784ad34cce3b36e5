"""Bots think in processes of their own. One gets the record, replays it there, and hands its bot a view, nothing more."""

from __future__ import annotations

import multiprocessing
import os
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import wait

from kotva import games
from kotva.bots import Beginner, Bot, Manners, Mcts, make
from kotva.bots.workers import Workers
from kotva.engine.record import Record, split
from kotva.learn.teacher import LEVEL, teacher
from kotva.match import Match

_BEHIND = 5  # steps that thinking stands behind the sockets of the same machine
_KEPT = 400  # matches a worker keeps: a long game is not replayed for every move, and its bots keep what they remember
_ROOM = 1_000_000  # nodes that trees of a worker have room for, of about 100 bytes each


@dataclass(slots=True)
class _Player:
    """A bot at a table."""

    bot: Bot
    mind: Bot  # the same without its manners
    heard: int = 0  # how many moves it has been told of


_kept: dict[str, tuple[Match, list[str]]] = {}
_players: dict[str, dict[tuple[int, str], _Player]] = {}
_trees: dict[tuple[str, int, str], Mcts] = {}  # bots whose trees are kept; who thought last comes last


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
        players[seat, level] = _player(record.game, level, seed, manners)
    player = players[seat, level]
    news = tuple(event for _, events in match.heard(seat, player.heard) for event in events)
    player.heard = len(match.played)
    action = player.bot.choose(replace(match.view(seat), news=news))
    if isinstance(player.mind, Mcts):
        _trees.pop((table, seat, level), None)
        _trees[table, seat, level] = player.mind
        _make_room()
    return match.game.actions.text(action)


def _player(game: str, level: str, seed: int, manners: bool) -> _Player:
    if level.startswith(LEVEL):
        bot: Bot = teacher(game, level)
    else:
        bot = make(level, seed)
    return _Player(Manners(bot, seed) if manners and isinstance(bot, (Beginner, Mcts)) else bot, bot)


def _make_room() -> None:
    """Drop the trees of those who have not thought for longest; they remember the rest, and think anew."""
    room = sum(bot.room for bot in _trees.values())
    while room > _ROOM and len(_trees) > 1:
        bot = _trees.pop(next(iter(_trees)))
        room -= bot.room
        bot.drop_tree()


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
        _forget_bots(table)  # what a bot remembers of moves that were taken back is not true
    _kept[table] = (match, list(record.moves))
    while len(_kept) > _KEPT:
        forget(next(iter(_kept)))
    return match


def forget(table: str) -> None:
    """A game is over, or nobody has looked at it for long: whoever asks again, it is replayed (runs in a worker)."""
    _kept.pop(table, None)
    _forget_bots(table)


def _forget_bots(table: str) -> None:
    for seat, level in _players.pop(table, {}):
        _trees.pop((table, seat, level), None)
