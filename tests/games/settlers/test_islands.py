"""Islands full of pieces: what may be built, exchanged and produced there, found a second time by reading the clauses aloud.

Nothing of the rules is used here but the geometry of the board.
"""

from __future__ import annotations

from random import Random

import pytest

from kotva.games.settlers.board import (
    CODES,
    END_A,
    END_B,
    GENERAL,
    HARBOUR_AT,
    HEX_VERTEX,
    HEXES,
    VERTICES,
)
from tests.games.settlers.table import Table

ENDS = [(int(END_A[e]), int(END_B[e])) for e in range(72)]
AT = [[e for e in range(72) if v in ENDS[e]] for v in range(VERTICES)]
BESIDE = [[sum(ENDS[e]) - v for e in AT[v]] for v in range(VERTICES)]
ROUND = [{int(HEX_VERTEX[hexagon * 6 + corner]) for corner in range(6)} for hexagon in range(HEXES)]


class Island:
    """Pieces drawn at random: nothing stands where it could not, and everybody has some of everything."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.houses: dict[int, tuple[int, int]] = {}  # vertex: seat, 1 a settlement or 2 a city
        self.roads: dict[int, int] = {}
        for seat in range(4):
            for kind in rng.choices((1, 2), k=rng.randint(2, 3)):
                free = [v for v in range(VERTICES) if not {v, *BESIDE[v]} & self.houses.keys()]
                self.houses[rng.choice(free)] = (seat, kind)
        for vertex, (seat, _) in list(self.houses.items()):
            at = vertex
            for _ in range(rng.randint(1, 5)):
                ways = [e for e in AT[at] if e not in self.roads]
                if not ways or (at != vertex and self.houses.get(at, (seat, 0))[0] != seat):
                    break
                edge = rng.choice(ways)
                self.roads[edge] = seat
                at = sum(ENDS[edge]) - at
        self.hands = ["".join(rng.choices(CODES, k=rng.randint(3, 9))) for _ in range(4)]

    def table(self, options: dict[str, object] | None = None, **more: str | int) -> Table:
        players = {}
        for seat in range(4):
            kinds = [[str(v + 1) for v, house in self.houses.items() if house == (seat, kind)] for kind in (1, 2)]
            roads = [f"{a + 1}-{b + 1}" for e, (a, b) in enumerate(ENDS) if self.roads.get(e) == seat]
            parts = [("S", kinds[0]), ("C", kinds[1]), ("R", roads), ("hand", [self.hands[seat]])]
            players[f"P{seat + 1}"] = "; ".join(f"{name} {' '.join(items)}" for name, items in parts if items)
        return Table(options, **{**players, **more})

    def may_pave(self, seat: int, edge: int) -> bool:
        """SET-7.2, 7.3."""
        if edge in self.roads:
            return False
        for v in ENDS[edge]:
            house = self.houses.get(v)
            if house and house[0] == seat:
                return True
            if not house and any(self.roads.get(e) == seat for e in AT[v]):
                return True
        return False

    def may_settle(self, seat: int, vertex: int) -> bool:
        """SET-7.4."""
        clear = not {vertex, *BESIDE[vertex]} & self.houses.keys()
        return clear and any(self.roads.get(e) == seat for e in AT[vertex])

    def length(self, seat: int) -> int:
        """SET-10.1, 10.2: every walk there is."""

        def walk(at: int, used: frozenset[int]) -> int:
            house = self.houses.get(at)
            if used and house and house[0] != seat:
                return 0
            ways = [e for e in AT[at] if self.roads.get(e) == seat and e not in used]
            return max((1 + walk(sum(ENDS[e]) - at, used | {e}) for e in ways), default=0)

        return max(walk(v, frozenset()) for v in range(VERTICES))

    def holder(self, before: int) -> int:
        """SET-10.3: who has the longest road now."""
        lengths = [self.length(seat) for seat in range(4)]
        most = max(lengths)
        if most < 5:
            return -1
        if before >= 0 and lengths[before] == most:
            return before
        return lengths.index(most) if lengths.count(most) == 1 else -1


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("player", [1, 3])
def test_what_may_be_built(player: int, seed: int) -> None:
    """SET-7.1, SET-7.2, SET-7.3, SET-7.4, SET-7.5: neither more nor less, for a player who can pay for everything."""
    island = Island(seed)
    island.hands[player - 1] = "LLBBWWGGGOOO"
    seat = player - 1
    table = island.table(turn=f"P{player}")
    assert set(table.places("road")) == {
        f"{a + 1}-{b + 1}" for e, (a, b) in enumerate(ENDS) if island.may_pave(seat, e)
    }
    assert set(table.places("settle")) == {str(v + 1) for v in range(VERTICES) if island.may_settle(seat, v)}
    assert set(table.places("city")) == {str(v + 1) for v, house in island.houses.items() if house == (seat, 1)}
    poor = Island(seed)
    poor.hands[seat] = "LBWO"
    assert poor.table(turn=f"P{player}").legal("settle", "city", "buy") == []


@pytest.mark.parametrize("seed", range(24))
def test_the_longest_road(seed: int) -> None:
    """SET-10.1, SET-10.2, SET-10.3, SET-10.4: all lengths, and who holds the card after each road that may be built."""
    island = Island(seed)
    island.hands[0] = "LB"
    table = island.table()
    assert [table.length(n) for n in (1, 2, 3, 4)] == [island.length(seat) for seat in range(4)]
    before = table.longest
    for road in table.places("road"):
        again = table.fork().play(f"road {road}")
        a, b = (int(end) - 1 for end in road.split("-"))
        edge = ENDS.index((a, b))
        island.roads[edge] = 0
        holder = island.holder(int(before[1]) - 1 if before else -1)
        assert again.longest == ("" if holder < 0 else f"P{holder + 1}"), road
        del island.roads[edge]


@pytest.mark.parametrize("seed", range(20))
def test_the_longest_road_through_rings(seed: int) -> None:
    """SET-10.1, SET-10.2: up to fifteen roads round hexes that touch or lie apart, with a house of an opponent among them."""
    rng = Random(seed)
    island = Island(0)
    rings = rng.sample(ROUND, 3)
    if seed % 2:  # the second one touches the first
        rings[1] = next(ring for ring in ROUND if len(ring & rings[0]) == 2)
    round_them = [[e for e in range(72) if {*ENDS[e]} <= ring] for ring in rings]
    seat = seed % 4
    island.roads = dict.fromkeys([*round_them[0], *round_them[1], *rng.sample(round_them[2], seed % 4)], seat)
    for edge in rng.sample(list(island.roads), seed % 3):
        del island.roads[edge]
    island.houses = {rng.choice(sorted(rings[0])): ((seat + 1) % 4, 1)} if seed % 5 else {}
    assert island.table().length(seat + 1) == island.length(seat)


@pytest.mark.parametrize("seed", range(12))
def test_a_settlement_may_break_a_road(seed: int) -> None:
    """SET-7.3, SET-10.2, SET-10.3, SET-10.4: P1 settles wherever he may; every road is measured anew."""
    island = Island(seed + 40)
    island.hands[0] = "LBWG"
    table = island.table()
    for vertex in table.places("settle"):
        again = table.fork().play(f"settle {vertex}")
        island.houses[int(vertex) - 1] = (0, 1)
        assert [again.length(n) for n in (1, 2, 3, 4)] == [island.length(seat) for seat in range(4)]
        for seat in (1, 2, 3):  # SET-7.3: nobody goes on through it
            reach = {e for e in range(72) if island.may_pave(seat, e)}
            assert {e for e in range(72) if can_pave(again, seat, e)} == reach
        del island.houses[int(vertex) - 1]


def can_pave(table: Table, seat: int, edge: int) -> bool:
    mask = int(table.s.low[seat]) if edge < 36 else int(table.s.high[seat])
    return bool(mask >> edge % 36 & 1) and int(table.s.road[edge]) < 0


@pytest.mark.parametrize("seed", range(16))
def test_rates_of_the_bank(seed: int) -> None:
    """SET-11.1, SET-11.2, SET-11.3: two with the special harbour, three with a general one, else four."""
    island = Island(seed)
    table = island.table()
    kinds = {
        int(table.s.harbour[int(HARBOUR_AT[v])])
        for v, (seat, _) in island.houses.items()
        if seat == 0 and HARBOUR_AT[v] >= 0
    }
    wanted = set()
    for number, code in enumerate(CODES):
        rate = 2 if number in kinds else 3 if GENERAL in kinds else 4
        if island.hands[0].count(code) >= rate:
            wanted |= {f"{code * rate}>{other}" for other in CODES if other != code and table.bank[other]}
    assert set(table.places("bank")) == wanted


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("bank", ["", "W", "GO"])
def test_production(bank: str, seed: int) -> None:
    """SET-5.1, SET-5.2, SET-5.3, SET-5.4, SET-5.5: for every sum; `bank` names what is nearly used up."""
    island = Island(seed + 80)
    for code in bank:  # all but two are in the hand of P4
        left = 17 - sum(hand.count(code) for hand in island.hands)
        island.hands[3] += code * left
    table = island.table(phase="ROLL", robber=seed % HEXES + 1)
    tokens, terrain = [int(t) for t in table.s.token], [int(t) for t in table.s.terrain]
    for total in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12):
        again = table.fork().play("roll", f"* dice {max(1, total - 6)}+{total - max(1, total - 6)}")
        due = [dict.fromkeys(CODES, 0) for _ in range(4)]
        for hexagon in range(HEXES):
            if tokens[hexagon] == total and hexagon != seed % HEXES:
                for corner in range(6):
                    house = island.houses.get(int(HEX_VERTEX[hexagon * 6 + corner]))
                    if house:
                        due[house[0]][CODES[terrain[hexagon]]] += house[1]
        for code in CODES:
            owed = [due[seat][code] for seat in range(4)]
            if sum(owed) > table.bank[code]:
                alone = sum(n > 0 for n in owed) == 1
                owed = [min(n, table.bank[code]) if alone else 0 for n in owed]
            got = [again.hand(n).count(code) - table.hand(n).count(code) for n in (1, 2, 3, 4)]
            assert got == owed, (total, code)
