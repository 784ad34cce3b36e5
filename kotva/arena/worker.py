"""What a worker does, wherever it runs: play some games of a simulation, from plain data, and give back their rows."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import dataclass, replace
from random import Random

from kotva import games as registry
from kotva.arena.game_source import GameSource, pack, unpack
from kotva.arena.measures import Measure
from kotva.arena.rows import GameRow
from kotva.arena.seating import ALL, arrangements
from kotva.bots import Bot, make
from kotva.bots.program import MOVE_SECONDS, ProgramFault
from kotva.engine.arrays import Rng
from kotva.engine.errors import Illegal, KotvaError
from kotva.engine.game import PLAYED, Event, Game
from kotva.engine.moves import Moves
from kotva.engine.options import Options
from kotva.engine.playout import play_random
from kotva.engine.record import line
from kotva.engine.state import CHANCE, OVER, State

FORFEIT = "forfeit"  # the reason of a game that a bot lost by a fault


@dataclass(frozen=True, slots=True)
class Task:
    """Some of the games of a simulation, as plain data that another process or machine can be sent."""

    game: str
    version: str
    seats: int
    bots: tuple[str, ...]
    numbers: tuple[int, ...]
    seed: int
    options: tuple[tuple[str, object], ...]
    moves: bool = False  # whether everything played is kept
    source: GameSource | None = None  # a game that is not Kotva's own
    seating: str = ALL
    bot_time: float = MOVE_SECONDS  # seconds that a program may take for a decision
    measured: int = (
        0  # watched for a study: 1 in so many has its chances worked out on the way; -1: none has; 0: not watched
    )

    def who(self, number: int) -> tuple[int, ...]:
        """By seat: which of the bots sits there in a game."""
        found = arrangements(self.bots, self.seats, self.seating)
        return found[number % len(found)]

    def part(self, numbers: tuple[int, ...]) -> Task:
        return replace(self, numbers=numbers)


def task_for(
    game: Game,
    seats: int,
    bots: tuple[str, ...],
    seed: int,
    options: dict[str, object],
    moves: bool,
    seating: str = ALL,
) -> Task:
    """The task of a simulation, without its numbers; a game from a file or another package goes along."""
    return Task(game.id, game.version, seats, bots, (), seed, tuple(options.items()), moves, pack(game.id), seating)


def play_part(task: Task) -> list[GameRow]:
    """All games of a task, in this process."""
    game = find(task)
    options = game.choose_options(task.seats, dict(task.options))
    return [play_one(game, options, task, number) for number in task.numbers]


def belong(home: int) -> None:
    """Begin as a worker of another process here: it answers for all when Ctrl-C reaches everybody at a terminal, and when it is
    gone, nobody is left who would hear of a game, whether one is played just now or waited for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(home,), daemon=True).start()


def _end_with(home: int) -> None:
    while os.getppid() == home:
        time.sleep(1)
    os._exit(1)


def find(task: Task) -> Game:
    """The game of a task: registered here, installed here, or sent along."""
    if task.source is not None:
        unpack(task.game, task.source)
    game = registry.load(task.game)
    if game.version != task.version:
        raise KotvaError(
            "A worker has version {there} of {game}, and the simulation is of {here}.",
            there=game.version,
            game=game.id,
            here=task.version,
        )
    return game


def play_one(game: Game, options: Options, task: Task, number: int) -> GameRow:
    """One game: its number says which bot sits where. It depends on the seed and the number alone."""
    random = Random(f"{task.seed}/{number}")
    rng = Rng(random.getrandbits(40))
    who = task.who(number)
    state = game.rules.new(options)
    limit = game.rules.longest(options)
    moves: list[str] | None = [] if task.moves else None
    watch = Measure(game, options, number, task.measured > 0 and number % task.measured == 0) if task.measured else None
    if watch is None and all(bot == "random" for bot in task.bots):
        length = _play_random(game, state, rng, limit, moves)
        return _row(game, state, number, who, length, moves)
    bots = [make(task.bots[i], random.getrandbits(30), programs=True, seconds=task.bot_time) for i in who]
    try:
        length = _play_bots(game, options, state, bots, rng, limit, moves, watch)
    except ProgramFault as fault:
        return _forfeit(number, who, fault, moves)
    finally:
        for bot in bots:
            if hasattr(bot, "close"):
                bot.close()
    row = _row(game, state, number, who, length, moves)
    return row if watch is None else replace(row, measures=watch.to_json(state))


def _play_random(game: Game, state: State, rng: Rng, limit: int, moves: list[str] | None) -> int:
    """Random players, without a view for each decision; the same games whether what is played is kept or not."""
    if moves is None:
        return int(play_random(state, rng, limit))
    out = Moves()
    while (actor := int(state.to_act())) != OVER and len(moves) < limit:
        if actor == CHANCE:
            action = int(state.sample(rng, out))
        else:
            out.clear()
            state.list_legal(actor, out)
            action = int(out.pick(rng))
        state.apply(actor, action)
        moves.append(line(actor, game.rules.actions.text(action)))
    return len(moves)


def _play_bots(
    game: Game,
    options: Options,
    state: State,
    bots: list[Bot],
    rng: Rng,
    limit: int,
    moves: list[str] | None,
    watch: Measure | None = None,
) -> int:
    out = Moves()
    length = 0
    news: list[list[Event]] = [[] for _ in bots]  # for each seat: what was played since it decided last
    while (actor := int(state.to_act())) != OVER and length < limit:
        if watch is not None:
            state.trace = []
        if actor == CHANCE:
            action = int(state.sample(rng, out))
            state.apply(CHANCE, action)
        else:
            try:
                action = bots[actor].choose(game.view(state, actor, options, news[actor]))
                news[actor].clear()
                if watch is not None:
                    watch.decision(state, actor, game.legal(state, actor), action)
                game.play(state, actor, action)
            except ProgramFault as fault:
                fault.length = length
                raise
            except Illegal as error:
                raise ProgramFault(actor, str(error), length) from None
        if watch is not None:
            watch.happened(state, actor, action)
        if moves is not None:
            moves.append(line(actor, game.rules.actions.text(action)))
        for shown in news:
            shown.append((PLAYED, actor, action, 0))
        length += 1
    return length


def _row(game: Game, state: State, number: int, who: tuple[int, ...], length: int, moves: list[str] | None) -> GameRow:
    kept = None if moves is None else tuple(moves)
    if state.to_act() != OVER:
        return GameRow(number, who, length, moves=kept)
    outcome = game.outcome(state)
    return GameRow(number, who, length, outcome.reason, outcome.scores, outcome.ranks, moves=kept)


def _forfeit(number: int, who: tuple[int, ...], fault: ProgramFault, moves: list[str] | None) -> GameRow:
    """The bot at fault is last, all others share the first place."""
    ranks = tuple(len(who) if seat == fault.seat else 1 for seat in range(len(who)))
    kept = None if moves is None else tuple(moves)
    text = f"seat {fault.seat + 1}: {fault}"
    return GameRow(number, who, fault.length, FORFEIT, (), ranks, text, kept)
