"""Bots think in processes of their own. One gets the record, replays it there, and hands its bot a view, nothing more."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from kotva import games
from kotva.bots import Beginner, Bot, Mcts, ResigningBot, make
from kotva.engine.record import Record, split
from kotva.learn.lesson_bot import LEVEL, lesson_bot
from kotva.match import Match

_KEPT = 400  # matches a worker keeps: a long game is not replayed for every move, and its bots keep what they remember
_ROOM = 1_000_000  # nodes that trees of a worker have room for, of about 100 bytes each


@dataclass(slots=True)
class _Player:
    """A bot at a table."""

    bot: Bot
    mind: Bot  # the same without its manners
    seen_moves: int = 0  # how many moves it has been told of


_kept: dict[str, tuple[Match, list[str]]] = {}
_players: dict[str, dict[tuple[int, str], _Player]] = {}
_trees: dict[tuple[str, int, str], Mcts] = {}  # bots whose trees are kept; the one that thought last comes last


def ready() -> None:
    """Load every game before somebody waits for it, here or in a worker; one that cannot be loaded fails when it is asked for."""
    for name in games.ids():
        with suppress(Exception):
            games.load(name)


def choose(table: str, record: Record, seat: int, level: str, seed: int, resigns: bool = False) -> str:
    """The notation of the action that a bot takes (runs in a worker); with `resigns` it gives up what is lost."""
    match = replayed(table, record)
    players = _players.setdefault(table, {})
    if (seat, level) not in players:
        # It keeps what it remembers as long as the table stays here.
        players[seat, level] = _player(record.game, level, seed, resigns)
    player = players[seat, level]
    news = tuple(event for _, events in match.shown_by_move(seat, player.seen_moves) for event in events)
    player.seen_moves = len(match.played)
    action = player.bot.choose(replace(match.view(seat), news=news))
    if isinstance(player.mind, Mcts):
        _trees.pop((table, seat, level), None)
        _trees[table, seat, level] = player.mind
        _make_room()
    return match.game.rules.actions.text(action)


def _player(game: str, level: str, seed: int, resigns: bool) -> _Player:
    if level.startswith(LEVEL):
        bot: Bot = lesson_bot(game, level)
    else:
        bot = make(level, seed)
    return _Player(ResigningBot(bot, seed) if resigns and isinstance(bot, (Beginner, Mcts)) else bot, bot)


def _make_room() -> None:
    """Drop the trees of those who have not thought for longest; they remember the rest, and think anew."""
    room = sum(bot.room for bot in _trees.values())
    while room > _ROOM and len(_trees) > 1:
        bot = _trees.pop(next(iter(_trees)))
        room -= bot.room
        bot.drop_tree()


def replayed(table: str, record: Record) -> Match:
    """The match of a record; what was replayed for the last move is kept."""
    kept = _kept.pop(table, None)
    game = games.load(record.game)
    if kept is not None and record.moves[: len(kept[1])] == kept[1]:
        match = kept[0]
        for move in record.moves[len(kept[1]) :]:
            actor, text = split(move)
            match.append(actor, game.rules.actions.parse(text))
    else:
        match = Match.from_record(game, record)
        _forget_bots(table)  # what a bot remembers of moves that were taken back is not true
    _kept[table] = (match, list(record.moves))
    while len(_kept) > _KEPT:
        forget(next(iter(_kept)))
    return match


def forget(table: str) -> None:
    """Free the memory of a finished or idle game; it is replayed when needed (runs in a worker)."""
    _kept.pop(table, None)
    _forget_bots(table)


def _forget_bots(table: str) -> None:
    for seat, level in _players.pop(table, {}):
        _trees.pop((table, seat, level), None)
