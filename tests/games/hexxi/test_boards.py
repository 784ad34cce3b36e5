"""Boards full of tokens: every action of a confrontation found a second time by reading the clauses aloud.

Nothing of the rules is used here: fields are pairs (row, column), tokens come from the position.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from kotva.games.hexxi.board import COPIES, LETTERS
from tests.games.hexxi.table import Table

Field = tuple[int, int]
DIRECTIONS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]  # HEX-2.2
FIELDS = [(r, c) for r in range(1, 8) for c in range(1, 8) if abs(r - c) <= 3]  # HEX-2.1
BASES = {2: ["a1", "g7"], 3: ["a1", "g4", "d7"], 4: ["a1", "d1", "g7", "d7"]}  # HEX-2.7


def field(name: str) -> Field:
    return "abcdefg".index(name[0]) + 1, int(name[1])


def name(at: Field) -> str:
    return "abcdefg"[at[0] - 1] + str(at[1])


def go(at: Field, direction: Field) -> Field:
    return at[0] + direction[0], at[1] + direction[1]


def near(at: Field) -> list[Field]:
    return [go(at, d) for d in DIRECTIONS if go(at, d) in FIELDS]


def behind(a: Field, b: Field) -> Field:
    """The field that forms a straight line with two touching ones (HEX-2.4)."""
    return 2 * b[0] - a[0], 2 * b[1] - a[1]


def distance(a: Field, b: Field) -> int:
    x, y = a[0] - b[0], a[1] - b[1]
    return max(abs(x), abs(y), abs(x - y))


@dataclass
class Board:
    seats: int
    tokens: dict[Field, tuple[int, str]]
    captured: set[int]  # seats whose base is off the board
    held: Counter[tuple[int, int]]  # captor, owner of ships

    def base(self, seat: int) -> Field:
        return field(BASES[self.seats][seat])

    def standing(self) -> dict[Field, int]:
        return {self.base(seat): seat for seat in range(self.seats) if seat not in self.captured}

    def beside(self, at: Field, kind: str) -> bool:
        """HEX-11.6: whoever owns it."""
        return any(self.tokens.get(other, (0, ""))[1] == kind for other in near(at))

    def beside_base(self, at: Field) -> bool:
        return any(other in self.standing() for other in near(at))

    def connected(self, at: Field, seat: int, kind: str) -> bool:
        """HEX-9.1, 9.2, 9.3, 9.5."""
        suits = {"P": lambda owner: owner == seat, "W": lambda owner: owner != seat, "S": lambda _: True}[kind]
        ends = {place for place, owner in self.standing().items() if suits(owner)}
        seen, now = set(), [at]
        while now:
            here = now.pop()
            if any(other in ends for other in near(here)):
                return True
            links = [other for other in near(here) if self.tokens.get(other, (0, ""))[1] == "C" and other not in seen]
            seen |= set(links)
            now += links
        return False

    def may_land(self, at: Field) -> bool:
        """HEX-10.1, HEX-2.8."""
        closed = at not in FIELDS or at in [self.base(seat) for seat in range(self.seats)]
        return not closed and self.tokens.get(at, (0, "C"))[1] == "C"

    def moves(self, seat: int) -> set[str]:
        out = set()
        for at, (owner, kind) in self.tokens.items():
            if owner != seat or kind == "C" or not self.connected(at, seat, kind):
                continue
            for to in near(at):
                met = self.tokens.get(to, (0, ""))[1]
                if met == "C":
                    out.add(f"cruise {name(at)}-{name(to)}")
                if kind == "S" and met == "S" and self.may_land(behind(at, to)):
                    out.add(f"convoy {name(at)}x{name(to)}-{name(behind(at, to))}")
                if kind == "S" and met == "W":
                    far = [end for end in near(to) if distance(end, at) == 2 and self.may_land(end)]
                    out |= {f"convoy {name(at)}x{name(to)}-{name(end)}" for end in far}
            if kind == "W":
                out |= self.hops(at, set(), at)
        return out

    def hops(self, at: Field, jumped: set[Field], start: Field) -> set[str]:
        """HEX-10.10, 10.12."""
        out = set()
        for over in near(at):
            if self.tokens.get(over, (0, ""))[1] in ("S", "W") and over not in jumped:
                ends = [end for end in near(over) if self.may_land(end) and end != start]
                out |= {f"escort {name(at)}x{name(over)}-{name(end)}" for end in ends}
        return out

    def attacks(self, seat: int, own: bool) -> set[str]:
        """HEX-11.1 to 11.5, and HEX-12.1: on own tokens, or on those of others."""
        out = set()

        def fits(owner: int) -> bool:
            return (owner == seat) == own

        for at, (owner, kind) in self.tokens.items():
            if owner != seat or kind == "C" or not self.connected(at, seat, kind):
                continue
            for to in near(at):
                whose, what = self.tokens.get(to, (-1, ""))
                if kind == "P" and what == "S" and fits(whose) and not self.beside(to, "W"):
                    out.add(f"kidnap {name(at)}x{name(to)}")
                if kind == "W" and what == "P" and fits(whose) and not self.beside_base(to):
                    out.add(f"intercept {name(at)}x{name(to)}")
                if kind == "S" and to in self.standing() and fits(self.standing()[to]):
                    line = self.tokens.get(behind(to, at), (0, ""))[1]
                    if line == "W" and not self.beside(to, "P"):
                        out.add(f"trap {name(at)}x{name(to)}")
        if seat not in self.captured:
            base = self.base(seat)
            for to in near(base):
                whose, what = self.tokens.get(to, (-1, ""))
                if what == "W" and fits(whose) and self.tokens.get(behind(base, to), (0, ""))[1] == "P":
                    if not self.beside(to, "W"):
                        out.add(f"ambush {name(base)}x{name(to)}")
        return out

    def rescues(self, seat: int) -> set[str]:
        """HEX-11.7, 11.9."""
        jails = {place for place, owner in self.standing().items() if self.held[owner, seat]}
        mine = [at for at, token in self.tokens.items() if token == (seat, "W")]
        return {f"rescue {name(at)}x{name(to)}" for at in mine for to in near(at) if to in jails}

    def normal(self, seat: int) -> set[str]:
        return self.moves(seat) | self.attacks(seat, own=False) | self.rescues(seat)

    def table(self, **more: object) -> Table:
        words = [f"{seat + 1}{kind}@{name(at)}" for at, (seat, kind) in self.tokens.items()]
        piles = []
        for captor in range(self.seats):
            ships = [f"{owner + 1}S" for owner in range(self.seats) for _ in range(self.held[captor, owner])]
            bases = [f"{seat + 1}B" for seat in sorted(self.captured) if (seat + 1) % self.seats == captor]
            piles.append(" ".join(ships + bases))
        options = more.pop("options", None)
        assert options is None or isinstance(options, dict)
        return Table(self.seats, options, state="confront", turn=1, tokens=" ".join(words), captured=piles, **more)  # type: ignore[arg-type]


def board(seats: int, seed: int) -> Board:
    rng = Random(f"{seats} {seed}")
    corners = [field(corner) for corner in BASES[seats]]
    free = [at for at in FIELDS if at not in corners]
    rng.shuffle(free)
    captured = {seat for seat in range(seats) if rng.random() < 0.2}
    held: Counter[tuple[int, int]] = Counter()
    tokens: dict[Field, tuple[int, str]] = {}
    kinds = [letter for letter in LETTERS if letter in "CSPW"]
    for seat in range(seats):
        if rng.random() < 0.4:
            held[rng.choice([other for other in range(seats) if other != seat]), seat] = 1
        for kind in kinds:
            copies = int(COPIES[LETTERS.index(kind)]) - (kind == "S") * sum(held[c, seat] for c in range(seats))
            for _ in range(rng.randint(0, copies)):
                if free:
                    tokens[free.pop()] = (seat, kind)
    return Board(seats, tokens, captured, held)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(40))
def test_every_action_of_a_confrontation(seats: int, seed: int) -> None:
    """HEX-8.6, HEX-9.1, HEX-9.2, HEX-9.3, HEX-9.5, HEX-10.1, HEX-10.5, HEX-10.7, HEX-10.8, HEX-10.10, HEX-11.1, HEX-11.2,
    HEX-11.3, HEX-11.4, HEX-11.6, HEX-11.9, HEX-11.12, HEX-11.13, HEX-12.1, HEX-12.2, HEX-12.3: neither more nor fewer.
    """
    drawn = board(seats, seed)
    normal, own = drawn.normal(0), drawn.attacks(0, own=True)
    if not normal and not own:
        return  # HEX-8.5: player 1 passes
    table = drawn.table()
    assert table.player == 1
    assert table.legal() == (normal | (set() if own else {"pass"}) if normal else own)
    free = drawn.table(options={"own_pass": "free"})
    assert free.legal() == (normal | {"pass"} if normal else own)


@pytest.mark.parametrize("seed", range(60))
def test_escorts_of_several_hops(seed: int) -> None:
    """HEX-10.2, HEX-10.10, HEX-10.11, HEX-10.12, HEX-10.13, HEX-10.14, HEX-13.3: hop by hop, with what each one takes off."""
    drawn = board(2, seed + 1000)
    escorts = sorted(action for action in drawn.normal(0) if action.startswith("escort"))
    for first in escorts[:4]:
        now = Board(2, dict(drawn.tokens), drawn.captured, drawn.held)
        table = drawn.table(quiet=5)
        start = field(first.split()[1][:2])
        jumped: set[Field] = set()
        took = False
        action = first
        while True:
            at, over, end = (field(action.split()[1][i : i + 2]) for i in (0, 3, 6))
            took = took or now.tokens.get(end, (0, ""))[1] == "C"
            now.tokens[end] = now.tokens.pop(at)
            jumped.add(over)
            table.play(action)
            again = now.hops(end, jumped, start) if now.connected(end, 0, "W") else set()
            if not again:
                break
            assert (table.state, table.player) == ("escort", 1)
            assert table.legal() == again | {"halt"}
            back = [over for over in near(end) if over in jumped]
            assert all(table.why(f"escort {name(end)}x{name(b)}-{name(t)}") for b in back for t in near(b) if t != end)
            action = sorted(again)[seed % len(again)]
        assert table.state != "escort"
        if table.match.played and table.s.phase == 5:
            assert int(table.s.quiet) == (0 if took else 6)
            assert table.tokens == {f"{seat + 1}{kind}@{name(at)}" for at, (seat, kind) in now.tokens.items()}
