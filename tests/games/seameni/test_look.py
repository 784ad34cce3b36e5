"""The look-ahead against a literal reading of SEA-11.4 to 11.6, on small chains."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from kotva.games.seameni import GAME
from kotva.games.seameni.board import (
    CODES,
    DELTA,
    DIRECTIONS,
    FIELD_NAMES,
    FIELDS,
    FIRST_MUD,
    HIDDEN,
    LAST_MUD,
    PIRATES,
    SEA,
    field_at,
)
from kotva.games.seameni.position import empty
from kotva.games.seameni.preview import ends
from kotva.games.seameni.rules.game import Seameni
from kotva.games.seameni.rules.look_ahead import BARRED, DEADLY, OUTWARD, SAFE, value
from kotva.games.seameni.rules.table import NOTHING, grown
from tests.games.seameni.table import Table

POINTS = {
    "c2NS": "N S", "c2EW": "E W", "c2NE": "NE SW", "c2NW": "NW SE", "c4s": "N E S W", "c4d": "NE SE SW NW",
    "c8": "N NE E SE S SW W NW",
}  # fmt: skip
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
Way = tuple[tuple[int, int], ...]


def exits(code: str, at: int) -> list[int]:
    """The exits of a several-exit tile, from the words of SEA-2.4, 2.5 and 10.9."""
    if code == "ho":
        near = [field_at(at % 13 + dx, at // 13 + dy) for dx, dy in KNIGHT]
        return [f for f in near if f >= 0]
    return [at + int(DELTA[DIRECTIONS.index(d)]) for d in POINTS[code].split()]


def all_ends(s: Seameni, p: int, at: int, origin: int, carried: int, way: Way) -> Iterator[int]:
    """Every way, step by step, with nothing remembered but the way itself: the class of each end (SEA-11.4)."""
    if (at, origin) in way:
        yield DEADLY  # the same field from the same origin again
        return
    way = (*way, (at, origin))
    code = CODES[int(s.tile[at])]
    if not SEA[at]:
        ship = int(s.ship_on(at))
        yield SAFE if ship >= 0 and s.is_friendly(ship, p) else OUTWARD
    elif code == "?":
        yield BARRED if carried else SAFE
    elif code in ("wa", "tu", "oc") or code[0] == "t":
        yield SAFE
    elif code[0] == "m":
        others = [q for q in range(PIRATES) if q != p and s.place[q] == at and s.step[q] == 1]
        laden = any(s.laden[q] for q in others)
        room = not others or (len(others) == 1 and not laden and not carried)
        yield SAFE if room else BARRED
    elif code == "is":
        yield BARRED if carried or any(q != p and s.place[q] == at for q in range(PIRATES)) else SAFE
    elif code == "sh":
        yield DEADLY
    elif code in ("ca", "ef"):
        yield BARRED
    elif code[:2] == "st":
        yield OUTWARD
    elif code[:2] == "c1":
        yield from all_ends(s, p, at + int(DELTA[DIRECTIONS.index(code[2:])]), at, carried, way)
    elif code == "vo":
        dx, dy = at % 13 - origin % 13, at // 13 - origin // 13
        if CODES[int(s.tile[origin])] == "ho":
            yield BARRED
        else:
            step = ((dy > 0) - (dy < 0)) * 13 + (dx > 0) - (dx < 0)
            yield from all_ends(s, p, at + step, at, carried, way)
    else:
        taken = {int(x) for x in s.taken}
        left = [to for to in exits(code, at) if at * FIELDS + to not in taken]
        if not left:
            yield DEADLY  # a several-exit tile with no exit left
        for to in left:
            yield from all_ends(s, p, to, at, carried, way)


STILL = ["?", "wa", "is", "m2", "sh", "ca", "t2", "oc"]
FORCED = ["c1N", "c1E", "c1S", "c1W", "c1NE", "c1SW", "vo", "vo", "ef", "stN"]
SEVERAL = ["c2NS", "c2EW", "c2NE", "c2NW", "c4s", "c4d", "ho"]


def small_sea(rng: Random, corner: tuple[int, int]) -> Seameni:
    """A 4 x 4 piece of sea with a few currents; islands and mud may be occupied, exits may be taken, ships are near."""
    s = empty(GAME.choose_options(4))
    x, y = corner
    area = [field_at(x + i, y + j) for i in range(4) for j in range(4)]
    area = [f for f in area if SEA[f]]
    rng.shuffle(area)
    several, forced = rng.randint(0, 3), rng.randint(2, 8)
    for i, f in enumerate(area):
        kinds = SEVERAL if i < several else FORCED if i < several + forced else STILL
        s.tile[f] = CODES.index(rng.choice(kinds))
        if i < several and rng.random() < 0.3:
            for to in exits(CODES[int(s.tile[f])], f):
                if rng.random() < 0.5:
                    s.taken = grown(s.taken, f * FIELDS + to)
    for p in range(1, 5):
        f = rng.choice(area)
        s.place[p] = f
        s.step[p] = 1 if FIRST_MUD <= s.tile[f] <= LAST_MUD else 0
        s.laden[p] = int(bool(s.step[p]) and rng.random() < 0.3)
    for e, name in enumerate(("b0", "w2", "f12", "x6")):
        s.ship[e] = FIELD_NAMES.index(name)
    return s


@pytest.mark.conformance
@pytest.mark.parametrize("corner", [(1, 1), (5, 5)])
def test_the_search_gives_the_value_of_the_clauses(corner: tuple[int, int]) -> None:
    """SEA-11.4, SEA-11.5, SEA-11.6: the same value as a literal reading, for every arrival on small chains."""
    rng = Random(4)
    met: dict[int, int] = {}
    for _ in range(150):
        s = small_sea(rng, corner)
        x, y = corner
        for at in [field_at(x + i, y + j) for i in range(3) for j in range(3)]:
            origin = at + int(DELTA[rng.randrange(8)])
            for carried in (0, 1):
                want = min(all_ends(s, 0, at, origin, carried, ()))
                have = int(value(s, 0, at, origin, carried))
                assert have == want, (FIELD_NAMES[at], FIELD_NAMES[origin], carried)
                met[want] = met.get(want, 0) + 1
    assert all(met.get(v, 0) > 20 for v in (SAFE, DEADLY, BARRED, OUTWARD)), met


def test_a_circle_through_choices_is_deadly_whatever_is_barred_beside_it() -> None:
    """SEA-11.4, SEA-S40 b: coming back to an open choice counts as going round for ever."""
    table = Table("e5=wa e6=c2EW f6=c1W d6=ef", "S1 e5")
    assert value(table.s, 0, FIELD_NAMES.index("e6"), FIELD_NAMES.index("e5"), 0) == DEADLY
    # The same end reached twice is no circle: both exits lead over one current to a fish.
    table = Table("e5=wa e6=c2NE f7=c1S f6=ef d5=c1N d6=ef", "S1 e5")
    assert value(table.s, 0, FIELD_NAMES.index("e6"), FIELD_NAMES.index("e5"), 0) == BARRED


def test_previews_name_the_ends_that_may_be_reached() -> None:
    """SEA-11.4, SEA-11.8: what a player is shown before he moves."""
    table = Table("e5=wa e6=c2EW f6=c1N d6=wa f7=sh", "S1 e5")
    found = ends(table.s, 0, FIELD_NAMES.index("e6"), FIELD_NAMES.index("e5"), 0)
    assert {(FIELD_NAMES[f], deadly) for f, deadly in found} == {("d6", False), ("f7", True)}
    table = Table("e5=wa e6=c1E f6=c1W", "S1 e5")
    assert [deadly for _, deadly in ends(table.s, 0, FIELD_NAMES.index("e6"), FIELD_NAMES.index("e5"), 0)] == [True]


def test_every_step_ends_where_the_preview_says() -> None:
    """Play legal steps through known currents: without a surprise the pirate ends on one of the previewed fields."""
    rng = Random(9)
    checked = 0
    for _ in range(60):
        s = small_sea(rng, (4, 4))
        s.taken = NOTHING
        for p in range(5):
            s.place[p] = -9 if p else FIELD_NAMES.index("e5")
            s.step[p] = 0
        s.tile[FIELD_NAMES.index("e5")] = CODES.index("wa")
        for action in GAME.legal(_turn(s)):
            text = GAME.rules.actions.text(action)
            if not text.startswith("S1>") or text.endswith("+"):
                continue
            f = FIELD_NAMES.index(text[3:])
            if s.tile[f] == HIDDEN:
                continue
            found = {end for end, _ in ends(s, 0, f, int(s.place[0]), 0)}
            after = s.clone()
            after.apply(0, action)
            while after.phase == 5 and after.turning < 0:
                after.apply(0, GAME.legal(after)[0])
            end = int(after.turning) if after.turning >= 0 else int(after.place[0])
            assert end in found or end >= FIELDS, text
            checked += 1
    assert checked > 50


def _turn(s: Seameni) -> Seameni:
    s.phase = 3
    s.player = s.decider = 0
    return s
