"""Crowded seas and shores: every legal action found a second time, by reading the rulebook's table and clauses aloud.

Nothing of the rules is used here but the drawing of the board: squares are pairs (column, row), figures come from the position.
"""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import dataclass

import pytest

from kotva.games.triremes.board import LAND, SEA
from kotva.games.triremes.writing import square_text
from tests.games.triremes.table import Table

Square = tuple[int, int]
HEADINGS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
RIGHT = {"N": "E", "E": "S", "S": "W", "W": "N"}
LEFT = {right: left for left, right in RIGHT.items()}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}


def square(name: str) -> Square:
    letters, row = re.fullmatch(r"([a-z]+)(\d+)", name).groups()  # type: ignore[union-attr]
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 96
    return column, int(row)


def name(at: Square) -> str:
    column, row = at
    return (chr(96 + (column - 1) // 26) if column > 26 else "") + chr(97 + (column - 1) % 26) + str(row)


def go(at: Square, heading: str, steps: int = 1) -> Square:
    dx, dy = HEADINGS[heading]
    return at[0] + dx * steps, at[1] + dy * steps


def beside(at: Square) -> list[Square]:
    return [go(at, heading) for heading in HEADINGS]


@dataclass(frozen=True)
class Ship:
    ident: str
    bow: Square
    heading: str
    load: int
    owner: str

    @property
    def squares(self) -> tuple[Square, Square]:
        """TRI-2.6."""
        return self.bow, go(self.bow, BACK[self.heading])


@dataclass(frozen=True)
class Sea:
    kinds: dict[Square, int]
    forts: dict[Square, str]
    ships: tuple[Ship, ...]
    men: dict[Square, str]
    allies: frozenset[str]  # of the player on turn
    me: str
    overlap: bool
    short: bool

    def enemy(self, owner: str) -> bool:
        return owner != self.me and owner not in self.allies

    def ship_on(self, at: Square, without: Ship) -> Ship | None:
        return next((ship for ship in self.ships if ship != without and at in ship.squares), None)

    def free(self, at: Square, ship: Ship) -> bool:
        """TRI-5.4: sea of the board with no other ship on it."""
        return self.kinds.get(at) == SEA and self.ship_on(at, ship) is None

    def rams(self, ship: Ship, at: Square, step: str) -> bool:
        """TRI-6.2, 6.3, 6.9: an enemy ship, struck from the side or from behind."""
        struck = self.ship_on(at, ship)
        return struck is not None and self.enemy(struck.owner) and struck.heading != BACK[step]

    def end(self, ship: Ship, code: str) -> tuple[Square, str] | bool | None:
        """TRI-5.2: bow and heading at the end of a movement; True when it rams; None when it is illegal."""
        b, h = ship.bow, ship.heading
        left, right = LEFT[h], RIGHT[h]
        ahead = go(b, h)
        if code == "F":
            for at in (ahead, go(b, h, 2)):
                if not self.free(at, ship):
                    return self.rams(ship, at, h) or None
            return go(b, h, 2), h
        if code in ("L", "R"):
            turned = left if code == "L" else right
            at = go(b, turned)
            return (at, turned) if self.free(at, ship) else self.rams(ship, at, turned) or None
        if code in ("FL", "FR"):
            turned, stern = (left, go(ahead, right)) if code == "FL" else (right, go(ahead, left))
            return (ahead, turned) if self.free(ahead, ship) and self.free(stern, ship) else None
        if code == "B":
            return (b, BACK[h]) if self.free(ahead, ship) else None
        if code == "1":
            return (ahead, h) if self.free(ahead, ship) else None
        turned = left if code == "TL" else right
        return (b, turned) if self.free(go(b, BACK[turned]), ship) else None

    def alongside(self, bow: Square, heading: str, other: Ship) -> bool:
        """TRI-10.2, 10.3: the same axis, side by side; full: a 2 x 2 block."""
        if other.heading not in (heading, BACK[heading]):
            return False
        mine = {bow, go(bow, BACK[heading])}
        sides = [{go(at, turned) for at in mine} & set(other.squares) for turned in (LEFT[heading], RIGHT[heading])]
        return any(len(common) == 2 or (self.overlap and common) for common in sides)

    def sailings(self) -> set[str]:
        out = set()
        for ship in (ship for ship in self.ships if ship.owner == self.me):
            for code in ("F", "L", "R", "FL", "FR", "B", *(("1", "TL", "TR") if self.short else ())):
                end = self.end(ship, code)
                if end is None:
                    continue
                out.add(f"{ship.ident}:{code}")
                if isinstance(end, tuple):  # TRI-6.8: a ram boards nobody
                    targets = [s for s in self.ships if self.enemy(s.owner) and self.alongside(*end, s)]
                    out |= {f"{ship.ident}:{code}!{target.ident}" for target in targets}
        return out

    def may_land(self, at: Square) -> bool:
        """TRI-7.2, 9.5, 19.2: land without an own or allied soldier, and no fortress square of an ally."""
        if self.kinds.get(at) != LAND or self.forts.get(at, "") in self.allies:
            return False
        return at not in self.men or self.enemy(self.men[at])

    def steps(self) -> set[str]:
        out = set()
        for at in (at for at, owner in self.men.items() if owner == self.me):
            out |= {f"{name(at)}{'x' if to in self.men else '-'}{name(to)}" for to in beside(at) if self.may_land(to)}
            near = [s for s in self.ships if self.enemy(s.owner) and set(beside(at)) & set(s.squares)]
            out |= {f"{name(at)}!{ship.ident}" for ship in near}  # TRI-13.1
        return out

    def carrying(self) -> set[str]:
        out = set()
        for ship in (ship for ship in self.ships if ship.owner == self.me):
            shore = sorted({at for own in ship.squares for at in beside(own) if self.kinds.get(at) == LAND})
            waiting = [at for at in shore if self.men.get(at) == self.me]
            landing = [at for at in shore if self.may_land(at)]
            for sign, places, most in (("<", waiting, 2 - ship.load), (">", landing, ship.load)):
                for n in range(1, most + 1):  # TRI-9.1, 9.3, 9.4
                    out |= {
                        f"{ship.ident}{sign}{','.join(map(name, pick))}" for pick in itertools.combinations(places, n)
                    }
        return out


def crowd(options: str, seed: int) -> tuple[Table, Sea]:
    """A position drawn at random, thick with figures, and what the rulebook says of it."""
    rng = random.Random(f"{options} {seed}")
    chart = Table(options=f"{options} setup=auto").s.chart
    seats = int(options.split("players=")[1][0]) if "players=" in options else 2
    letters = "RGCE"[:seats]
    probe = Table(options=f"{options} setup=auto").s
    squares = {square(square_text(probe, i)): i for i in range(int(chart.size)) if chart.kind[i] in (LAND, SEA)}
    kinds = {at: int(chart.kind[i]) for at, i in squares.items()}
    forts = {at: letters[int(chart.fort[i]) // 2] for at, i in squares.items() if chart.fort[i] >= 0}
    middle = rng.choice([at for at, kind in kinds.items() if kind == LAND])
    near = [at for at in kinds if abs(at[0] - middle[0]) < 5 and abs(at[1] - middle[1]) < 5]
    taken: set[Square] = set()
    ships: list[Ship] = []
    for number, owner in enumerate(letters * 4):
        ship = Ship(f"{owner}{number // seats + 1}", rng.choice(near), rng.choice("NESW"), 0, owner)
        if any(kinds.get(at) != SEA or at in taken for at in ship.squares):
            continue
        taken |= set(ship.squares)
        ships.append(Ship(ship.ident, ship.bow, ship.heading, rng.choice((0, 1, 2)), rng.choice((owner, owner, "R"))))
    land = [at for at in near if kinds[at] == LAND and at not in forts] + [at for at in near if at in forts][:1]
    men = {at: rng.choice(letters) for at in rng.sample(land, min(len(land), 10))}
    far = [at for at, kind in kinds.items() if kind == LAND and at not in near and at not in forts]
    men |= dict(zip(rng.sample(far, seats), letters))  # everybody has a soldier somewhere (TRI-15.2)
    for letter in letters:  # TRI-1.5: no more soldiers than there are
        mine = [at for at, owner in men.items() if owner == letter]
        aboard = [ship for ship in ships if ship.owner == letter]
        spare = 6 - len(mine)
        for ship in aboard:
            load = max(0, min(ship.load, spare))
            spare -= load
            ships[ships.index(ship)] = Ship(ship.ident, ship.bow, ship.heading, load, ship.owner)
        for at in mine[6:]:
            del men[at]
    text = " ".join(
        [f"{s.ident}={name(s.bow)}{s.heading}/{s.load}@{s.owner}" for s in ships]
        + [f"{letter}:{','.join(name(at) for at, owner in men.items() if owner == letter)}" for letter in letters]
        + (["pact=1-2"] if "open" in options else [])
    )
    allies = frozenset("G" if "open" in options else "C" if "fixed" in options else "")
    sea = Sea(kinds, forts, tuple(ships), men, allies, "R", "overlap" in options, "short_moves=on" in options)
    return Table(text, options), sea


BOARDS = (
    "",
    "map1=cove map2=cove contact=overlap",
    "map1=cove map2=cove short_moves=on",
    "players=3 alliances=open",
    "players=4 alliances=fixed contact=overlap",
)


@pytest.mark.parametrize("options", BOARDS)
@pytest.mark.parametrize("seed", range(25))
def test_every_action_in_a_crowd(options: str, seed: int) -> None:
    """TRI-5.2, TRI-5.4, TRI-5.6, TRI-6.2, TRI-6.3, TRI-6.4, TRI-6.6, TRI-6.8, TRI-6.9, TRI-7.1, TRI-7.2, TRI-7.3, TRI-9.1,
    TRI-9.2, TRI-9.3, TRI-9.4, TRI-9.5, TRI-10.1, TRI-10.2, TRI-10.3, TRI-13.1, TRI-19.2: neither more nor fewer.
    """
    table, sea = crowd(options, seed)
    wanted = sea.sailings() | sea.steps() | sea.carrying()
    if not wanted:
        return  # Rome passes (TRI-4.3)
    legal = {text for text in table.legal() if not text.startswith("pact")}
    assert legal == wanted
    for text in sorted(wanted):
        assert table.why(text) is None


@pytest.mark.parametrize("mover", "RG")
@pytest.mark.parametrize("own", "NESW")
@pytest.mark.parametrize("other", "NESW")
def test_every_movement_with_one_ship_about(mover: str, own: str, other: str) -> None:
    """TRI-5.2, TRI-5.4, TRI-6.2, TRI-6.3, TRI-10.1, TRI-10.2: an enemy in every place near a ship on the open sea."""
    probe = Table("R1=h9N G1=k9S R:a1 G:p18").s
    squares = {
        square(square_text(probe, i)): i for i in range(int(probe.chart.size)) if probe.chart.kind[i] in (LAND, SEA)
    }
    kinds = {at: int(probe.chart.kind[i]) for at, i in squares.items()}
    enemy = {"R": "G", "G": "R"}[mover]
    men = {(1, 1): "R", (16, 18): "G"}
    mine = Ship(f"{mover}1", (8, 9), own, 0, mover)
    for dx, dy in itertools.product(range(-3, 4), repeat=2):
        ship = Ship(f"{enemy}1", (8 + dx, 9 + dy), other, 0, enemy)
        if set(mine.squares) & set(ship.squares):
            continue
        sea = Sea(kinds, {}, (mine, ship), men, frozenset(), mover, overlap=False, short=False)
        figures = " ".join(f"{s.ident}={name(s.bow)}{s.heading}" for s in (mine, ship))
        table = Table(f"{figures} R:a1 G:p18", to_move={"R": "Rome", "G": "Greece"}[mover])
        assert table.legal(f"{mover}1") == sea.sailings(), ship
