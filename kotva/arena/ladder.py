"""A ladder: bots of all kinds and versions in one rated table, kept in a file with the record of every game.

The file has a line of JSON each for the ladder itself, for every entrant and for every game, in the order in which they came.
Ratings are a fold over the games and stand nowhere. A bot of somebody else joins by its name, a program by its command.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from kotva import games as registry
from kotva.arena.rows import GameRow
from kotva.arena.seating import TURN
from kotva.arena.simulate import whole
from kotva.arena.worker import Task, play_part, task_for
from kotva.bots import make
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import N_

_NAME = 40  # letters of an entrant's name


@dataclass(frozen=True, slots=True)
class LadderEntrant:
    """Somebody on the ladder: a bot under a name that stays, though the bot behind `hard` may change with the next version."""

    name: str
    bot: str
    since: str = ""  # of which version, or since when


@dataclass(frozen=True, slots=True)
class LadderGame:
    """A game: who sat where, and its row with everything that was played."""

    seats: tuple[str, ...]  # entrants by seat
    row: GameRow


@dataclass(frozen=True, slots=True)
class LadderHead:
    """What all games of a ladder have in common."""

    ladder: str  # the game
    version: str  # of its rules
    seats: int
    seed: int
    options: Mapping[str, object]


class Ladder:
    """The entrants and games of a file."""

    def __init__(self, path: Path, head: LadderHead) -> None:
        self.path = path
        self.head = head
        self.entrants: dict[str, LadderEntrant] = {}
        self.games: list[LadderGame] = []

    @staticmethod
    def open(path: Path, game: Game, seats: int | None, seed: int, options: Mapping[str, object]) -> Ladder:
        """The ladder of a file, or a new one; what is given must not contradict what is there."""
        if path.exists():
            ladder = _read(path)
            head = ladder.head
            if head.ladder != game.id or not game.replays(head.version):
                raise KotvaError(
                    N_("{path} is a ladder of {there}, not of {here}."),
                    path=path,
                    there=f"{head.ladder} {head.version}",
                    here=f"{game.id} {game.version}",
                )
            if seats not in (None, head.seats) or (options and dict(options) != dict(head.options)):
                raise KotvaError(
                    N_("{path} is for {seats} seats with the options {options}."),
                    path=path,
                    seats=head.seats,
                    options=dict(head.options),
                )
            return ladder
        chosen = game.choose_options(seats if seats is not None else game.rules.seats[-1], options)
        ladder = Ladder(path, LadderHead(game.id, game.version, chosen.seats, seed, dict(options)))
        ladder._write(asdict(ladder.head), "x")
        return ladder

    def add(self, name: str, bot: str, since: str = "") -> None:
        """Let a bot join under a name of its own."""
        if not 0 < len(name) <= _NAME or name != name.strip():
            raise KotvaError(N_("The name of an entrant has 1 to {n} letters, not {name!r}."), n=_NAME, name=name)
        make(bot, programs=True)  # an unknown bot is refused before it is written down
        there = self.entrants.get(name)
        if there is not None and there.bot == bot:
            return
        if there is not None:
            raise KotvaError(
                N_("{name} is {bot} on this ladder; another bot joins under another name."), name=name, bot=there.bot
            )
        self.entrants[name] = LadderEntrant(name, bot, since)
        self._write({"entrant": asdict(self.entrants[name])})

    def play(
        self,
        games: int,
        jobs: int,
        strength: Callable[[], Mapping[str, float]],
        progress: Callable[[], None] = lambda: None,
    ) -> None:
        """So many games more. `strength` gives the ratings as they stand; who plays whom follows from them."""
        for name, value, least in (("games", games, 0), ("jobs", jobs, 1)):
            if whole(name, value) < least:
                raise KotvaError(N_("{name} is at least {least}, not {value}."), name=name, least=least, value=value)
        if len(self.entrants) < 2:
            raise KotvaError(N_("A ladder needs two entrants: add them with {how}."), how="--add NAME=BOT")
        left = games
        while left > 0:
            ratings = strength()
            tables = {len(self.games) + i: self._table(len(self.games) + i, ratings) for i in range(min(left, jobs))}
            rows = sorted(self._rows(tables, jobs), key=lambda row: row.number)
            for row in rows:  # in the order of their numbers: a ladder does not depend on which process was faster
                names = tables[row.number]
                self.games.append(LadderGame(tuple(names[bot] for bot in row.who), row))
                self._write({"game": {"seats": list(self.games[-1].seats), **row.to_json()}})
                progress()
            left -= len(rows)

    def _rows(self, tables: Mapping[int, Sequence[str]], jobs: int) -> Iterator[GameRow]:
        game = registry.load(self.head.ladder)
        tasks = [self._task(game, number, names) for number, names in tables.items()]
        if jobs == 1:
            for task in tasks:
                yield from play_part(task)
            return
        from kotva.arena.distribution import play_parts

        for rows in play_parts(tasks, jobs):
            yield from rows

    def _task(self, game: Game, number: int, names: Sequence[str]) -> Task:
        bots = tuple(self.entrants[name].bot for name in names)
        task = task_for(game, self.head.seats, bots, self.head.seed, dict(self.head.options), True, TURN)
        return task.part((number,))

    def _table(self, number: int, ratings: Mapping[str, float]) -> list[str]:
        """The entrant with the fewest games, and others of about its strength with few games: games between unequals say little.

        Where there are fewer entrants than seats some sit twice.
        """
        chance = Random(f"{self.head.seed}/{number}/table")
        played = Counter(name for game in self.games for name in set(game.seats))
        fewest = min(played[name] for name in self.entrants)
        first = chance.choice([name for name in self.entrants if played[name] == fewest])
        far = {
            name: (1 + abs(ratings[name] - ratings[first])) * chance.uniform(0.3, 1.0) * (1 + played[name])
            for name in self.entrants
            if name != first
        }
        others = sorted(far, key=far.__getitem__)
        names = [first, *others][: self.head.seats]
        while len(names) < self.head.seats:
            names.append(names[len(names) - len(self.entrants)])
        chance.shuffle(names)
        return names

    def _write(self, line: Mapping[str, object], mode: str = "a") -> None:
        try:
            with self.path.open(mode, encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        except OSError as error:
            raise KotvaError("Cannot write {path}: {error}.", path=self.path, error=error.strerror or error) from None


def _read(path: Path) -> Ladder:
    """A ladder that was written; KotvaError names the line that is none."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
        head = json.loads(lines[0])
        ladder = Ladder(path, LadderHead(**head))
    except (OSError, ValueError, TypeError):
        raise KotvaError(N_("{path} is no ladder."), path=path) from None
    for number, line in enumerate(lines[1:], 2):
        if not line:
            continue
        try:
            _take(ladder, json.loads(line))
        except (ValueError, KeyError, TypeError):
            raise KotvaError(N_("Line {number} of {path} is no part of a ladder."), number=number, path=path) from None
    return ladder


def _take(ladder: Ladder, line: dict[str, Any]) -> None:
    if "entrant" in line:
        entrant = LadderEntrant(**line["entrant"])
        ladder.entrants[entrant.name] = entrant
        return
    game = line["game"]
    seats = tuple(str(name) for name in game["seats"])
    if len(seats) != ladder.head.seats or not set(seats) <= set(ladder.entrants):
        raise ValueError(seats)
    ladder.games.append(LadderGame(seats, GameRow.from_json(game)))
