"""Games of a game's own search against itself, kept as lines: what was played, and what search thought of each decision.

Nothing that a network sees is kept: features are made anew from the actions, so old games stay good for new features. The n-th
game depends on the seed and n alone; a file that is there already goes on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from joblib import Parallel, delayed, parallel_config

from kotva import games as registry
from kotva.arena.game_source import GameSource, pack, unpack
from kotva.arena.worker import belong
from kotva.bots.search import Mcts
from kotva.bots.weighted import with_network
from kotva.engine.arrays import Rng
from kotva.engine.errors import KotvaError
from kotva.engine.game import PLAYED, Event, Game
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OVER

CURIOUS: Final = 0.10  # of the decisions are drawn by how often search tried each action, so that games differ
EARLY: Final = 12  # the decisions at the beginning of a game for which that is
OFTENER: Final = 0.40
KEPT: Final = 12  # actions of a decision whose visits are kept, those tried most


@dataclass(frozen=True, slots=True)
class SearchedDecision:
    """What search thought: before which move, the mean value of what it chose, and how often it tried what."""

    at: int
    value: int
    visits: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SelfPlayGame:
    """A game: its number, everything played (by whom, what), and the decisions that were searched."""

    number: int
    played: tuple[tuple[int, int], ...]
    searched: tuple[SearchedDecision, ...]

    def line(self) -> str:
        """As a line of a file."""
        searched = [[one.at, one.value, *(n for pair in one.visits for n in pair)] for one in self.searched]
        played = [n for pair in self.played for n in pair]
        return json.dumps([self.number, played, searched], separators=(",", ":"))

    @staticmethod
    def read(line: str) -> SelfPlayGame:
        number, played, searched = json.loads(line)
        return SelfPlayGame(
            number,
            tuple(zip(played[::2], played[1::2], strict=True)),
            tuple(
                SearchedDecision(at, value, tuple(zip(rest[::2], rest[1::2], strict=True)))
                for at, value, *rest in searched
            ),
        )


@dataclass(frozen=True, slots=True)
class SelfPlayTerms:
    """What makes two files of games the same kind."""

    game: str
    version: str
    seats: int
    simulations: int
    seed: int
    weights: str = ""  # the hash of the network that played, empty without one
    alone: bool = False  # without the game's own evaluation

    def line(self) -> str:
        return json.dumps(
            {
                "selfplay": self.game,
                "version": self.version,
                "seats": self.seats,
                "simulations": self.simulations,
                "seed": self.seed,
                "weights": self.weights,
                "alone": self.alone,
            }
        )


def play_one(game: Game, terms: SelfPlayTerms, number: int) -> SelfPlayGame | None:
    """The game of a number; None if it met its longest length without an end."""
    random = Random(f"{terms.seed}/{number}")
    options = game.choose_options(terms.seats)
    state, rng, out = game.rules.new(options), Rng(random.getrandbits(40)), Moves()
    bots = [Mcts(random.getrandbits(30), simulations=terms.simulations) for _ in range(terms.seats)]
    news: list[list[Event]] = [[] for _ in bots]
    played: list[tuple[int, int]] = []
    searched: list[SearchedDecision] = []
    longest, decisions = game.rules.longest(options), 0
    while (actor := int(state.to_act())) != OVER:
        if len(played) == longest:
            return None
        if actor == CHANCE:
            action = int(state.sample(rng, out))
        else:
            bot = bots[actor]
            action = bot.choose(game.view(state, actor, options, news[actor]))
            news[actor].clear()
            if bot.simulations:
                decisions += 1
                table = [entry for entry in bot.table() if entry[1]]
                most = sorted(table, key=lambda entry: (-entry[1], entry[0]))[:KEPT]
                visits = tuple((int(a), int(n)) for a, n, _ in most)
                searched.append(SearchedDecision(len(played), bot.chance, visits))
                if random.random() < (OFTENER if decisions <= EARLY * terms.seats else CURIOUS):
                    action = random.choices([a for a, _ in visits], [n for _, n in visits])[0]
        state.apply(actor, action)
        played.append((actor, action))
        for heard in news:
            heard.append((PLAYED, actor, action, 0))
    return SelfPlayGame(number, tuple(played), tuple(searched))


def play_part(
    terms: SelfPlayTerms, numbers: tuple[int, ...], source: GameSource | None, weights: Path | None
) -> tuple[int, list[str]]:
    """What a worker does: how many games it played, and those that ended, as lines."""
    if source is not None:
        unpack(terms.game, source)
    game = registry.load(terms.game)
    game = with_network(game, game.choose_options(terms.seats), weights, alone=terms.alone)
    played = [play_one(game, terms, number) for number in numbers]
    return len(played), [one.line() for one in played if one is not None]


def play_more(
    path: Path,
    game: Game,
    terms: SelfPlayTerms,
    games: int,
    jobs: int = 1,
    weights: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """See to it that a file has the games with numbers below `games`; `progress` hears how many have come."""
    there = {one.number for one in read_games(path, terms)} if path.exists() else set()
    left = [number for number in range(games) if number not in there]
    if progress is not None:
        progress(games - len(left))
    if not left:
        return
    kept = [one.line() for one in read_games(path, terms)] if there else []
    fresh = path.with_name(path.name + ".new")
    fresh.write_text("\n".join([terms.line(), *kept, ""]), encoding="utf-8")
    fresh.replace(path)  # a line that was cut off is gone
    with path.open("a", encoding="utf-8") as file:
        for number, lines in _parts(terms, left, jobs, pack(game.id), weights):
            file.writelines(line + "\n" for line in lines)
            file.flush()
            if progress is not None:
                progress(number)


def _parts(
    terms: SelfPlayTerms, left: list[int], jobs: int, source: GameSource | None, weights: Path | None
) -> Iterator[tuple[int, list[str]]]:
    """The games as they come, a few at a time."""
    size = max(1, min(20, len(left) // (4 * jobs)))
    parts = [tuple(left[i : i + size]) for i in range(0, len(left), size)]
    if jobs == 1:
        for part in parts:
            yield play_part(terms, part, source, weights)
        return
    with parallel_config(backend="loky", initializer=belong, initargs=(os.getpid(),)):
        run = Parallel(n_jobs=jobs, batch_size=1, pre_dispatch="2*n_jobs", return_as="generator_unordered")
        yield from run(delayed(play_part)(terms, part, source, weights) for part in parts)


def read_games(path: Path, terms: SelfPlayTerms | None = None) -> Iterator[SelfPlayGame]:
    """The games of a file; KotvaError if they were played under other terms."""
    with path.open(encoding="utf-8") as lines:
        head = next(lines, "")
        if terms is not None and head != terms.line() + "\n":
            raise KotvaError(
                "{path} has games of another kind: {head}", path=path, head=head.strip() or "nothing is in it"
            )
        for line in lines:
            try:
                yield SelfPlayGame.read(line)
            except ValueError:
                if line.endswith("\n"):  # only the last line may have been cut off
                    raise KotvaError("{path} has a line that is no game: {line}", path=path, line=line[:80]) from None
