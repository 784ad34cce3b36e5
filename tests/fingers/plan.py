"""What the finger plays: games, seats, options, lessons and puzzles, each with every size, input and language, pair by pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, zip_longest
from random import Random

from kotva import games
from kotva.engine.game import Game
from kotva.engine.options import ChoiceOption
from kotva.learn.lessons import lessons
from kotva.learn.puzzles import puzzles
from tests.ours import GAMES

SIZES = ("1440x900", "1024x768", "390x844", "844x390", "320x568")
INPUTS = ("mouse", "touch", "keyboard")
LANGUAGES = ("en", "cs", "pl", "bg")
TRIED = 40  # rows that are thought of for each one that is taken


@dataclass(frozen=True, slots=True)
class Row:
    """One run: what is played, and how."""

    setup: str  # `settlers 4 player_trade=off`, `settlers lesson harbour`
    size: str
    input: str
    language: str

    @property
    def name(self) -> str:
        """As folders and reports call it."""
        return " ".join(asdict(self).values()).replace("=", "-")

    @property
    def game(self) -> str:
        return self.setup.split()[0]

    @property
    def lesson(self) -> str:
        """The name of a lesson or puzzle; empty: it is a game."""
        words = self.setup.split()
        return words[2] if words[1] == "lesson" else ""

    @property
    def seats(self) -> int:
        return int(self.setup.split()[1])

    @property
    def options(self) -> dict[str, str]:
        return dict(word.split("=", 1) for word in self.setup.split()[2:])

    @property
    def width(self) -> int:
        return int(self.size.split("x")[0])

    @property
    def height(self) -> int:
        return int(self.size.split("x")[1])


def setups(game: Game) -> Iterator[str]:
    """Every number of seats, every value of every option that is a choice, every lesson and puzzle."""
    for seats in game.rules.seats:
        yield f"{game.id} {seats}"
    for option in game.rules.options:
        if not isinstance(option, ChoiceOption) or option.name == "first":
            continue
        for seats in reversed(game.rules.seats):
            usual = game.choose_options(seats)
            for value in option.menu(usual):
                if str(value) != str(option.default_for(usual)) and _fits(game, seats, option.name, value):
                    yield f"{game.id} {seats} {option.name}={value}"
            break
    for lesson in lessons(game):
        yield f"{game.id} lesson {lesson.name}"
    for puzzle in puzzles(game):
        yield f"{game.id} lesson {puzzle.name}"


def _fits(game: Game, seats: int, name: str, value: object) -> bool:
    try:
        game.choose_options(seats, {name: value})
    except Exception:
        return False
    return True


def pairwise(factors: Sequence[Sequence[str]], seed: int) -> list[tuple[str, ...]]:
    """Few rows in which every two values of two factors meet: greedily, the best of some random ones."""
    rng = Random(seed)
    missing = {
        (a, x, b, y)
        for a, b in combinations(range(len(factors)), 2)
        for x in range(len(factors[a]))
        for y in range(len(factors[b]))
    }
    waiting = sorted(missing, key=lambda _: rng.random())
    rows: list[tuple[str, ...]] = []
    for a, x, b, y in waiting:
        if (a, x, b, y) not in missing:
            continue
        best: list[int] = []
        most: set[tuple[int, int, int, int]] = set()
        for _ in range(TRIED):
            row = [rng.randrange(len(factor)) for factor in factors]
            row[a], row[b] = x, y
            meets = {(i, row[i], j, row[j]) for i, j in combinations(range(len(factors)), 2)} & missing
            if len(meets) > len(most):
                best, most = row, meets
        missing -= most
        rows.append(tuple(factor[at] for factor, at in zip(factors, best, strict=True)))
    return rows


def _early(rows: Sequence[Row]) -> list[Row]:
    """In an order in which every size has met every input soon: a finger on a phone first, there most has gone wrong."""
    kinds: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        kinds.setdefault((row.size, row.input), []).append(row)
    phones = sorted(kinds, key=lambda kind: (kind[1] != "touch", SIZES.index(kind[0]) < 2, kind))
    return [row for round_ in zip_longest(*(kinds[kind] for kind in phones)) for row in round_ if row is not None]


def plan(names: Sequence[str] = GAMES, seed: int = 1) -> list[Row]:
    """All rows, of each game in its turn, so that who stops early has seen something of every game, size and input."""
    lots = []
    for name in names:
        found = pairwise([list(setups(games.load(name))), SIZES, INPUTS, LANGUAGES], seed)
        lots.append(_early([Row(*row) for row in found]))
    return [row for round_ in zip_longest(*lots) for row in round_ if row is not None]
