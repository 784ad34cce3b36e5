"""HEX-17: what a seat sees of every state, and what is dealt anew, said a second time in the words of the rulebook."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from kotva.engine.fields import key
from kotva.engine.state import OVER, SPECTATOR, State
from kotva.games.hexxi.board import COPIES, FIELD_NAMES, KINDS, MASK, UNKNOWN
from kotva.games.hexxi.rules.game import Hexxi
from tests.games.hexxi.table import Table, letters
from tests.games.knowing import deals, evenly, only, states, viewers

OPEN = ("first", "confront", "escort", "over")  # HEX-17.4, HEX-17.5


def as_hexxi(state: State) -> Hexxi:
    assert isinstance(state, Hexxi)
    return state


def on_board(s: Hexxi) -> dict[str, tuple[int, int, bool]]:
    """Field: owner, kind (UNKNOWN for a kind that is hidden), face down."""
    out = {}
    for i, name in enumerate(FIELD_NAMES):
        kinds = [kind for kind in range(KINDS) if int(s.kinds[kind]) & int(MASK[i])]
        owners = [seat for seat in range(4) if int(s.own[seat]) & int(MASK[i])]
        assert len(kinds) == len(owners) <= 1
        if kinds:
            out[name] = (owners[0], kinds[0], bool(int(s.down) & int(MASK[i])))
    return out


def counted(values: object, seat: int) -> list[int]:
    assert hasattr(values, "__getitem__")
    return [int(n) for n in values[seat * KINDS : seat * KINDS + KINDS]]


def test_what_everybody_sees_of_every_state() -> None:
    """HEX-17.1 to HEX-17.5, HEX-1.5, HEX-5.11: own tokens, what lies face up; of the rest how many and whose."""
    for game, _, state in states("hexxi"):
        s = as_hexxi(state)
        everything = game.to_position(s)["state"] in OPEN
        truth = on_board(s)
        for viewer in viewers(s):
            v = as_hexxi(s.seen(viewer))
            only(s, v, {"kinds", "hand", "area"})
            expected = {
                field: (owner, UNKNOWN if down and owner != viewer and not everything else kind, down)
                for field, (owner, kind, down) in truth.items()
            }
            assert on_board(v) == expected
            for seat in range(4):
                for mine, theirs in ((s.hand, v.hand), (s.area, v.area)):
                    held = counted(mine, seat)
                    hidden = [0, 0, 0, 0, sum(held)]
                    assert counted(theirs, seat) == (held if everything or seat == viewer else hidden)


def every_token(s: Hexxi, seat: int) -> Counter[int]:
    """HEX-1.6: the twelve tokens of a player, wherever they are."""
    out = Counter(kind for owner, kind, _ in on_board(s).values() if owner == seat)
    for kind in range(KINDS):
        out[kind] += sum(int(held[seat * KINDS + kind]) for held in (s.hand, s.area, s.open))
        if kind < UNKNOWN:
            out[kind] += sum(int(s.pile[captor * 16 + seat * 4 + kind]) for captor in range(4))
    return +out


def test_every_deal_is_whole_and_fits() -> None:
    """HEX-1.1, HEX-1.6: six, three, two and one of each player; nothing unknown is left; the view is the same."""
    twelve = Counter({kind: int(COPIES[kind]) for kind in range(4)})
    for _, _, state in states("hexxi"):
        s = as_hexxi(state)
        if s.to_act() == OVER:
            continue
        for viewer in viewers(s):
            seen = s.seen(viewer)
            for dealt in deals(s, viewer, 2):
                d = as_hexxi(dealt)
                assert [every_token(d, seat) for seat in range(int(s.seats))] == [twelve] * int(s.seats)
                assert key(d.seen(viewer)) == key(seen)


def other(state: State) -> tuple[str, str, str]:
    """Of player 2: the kind on e4, the hand, the face-down initiative."""
    s = as_hexxi(state)
    kind = on_board(s)["e4"][1]
    return "CSPW"[kind], letters(s.hand, 2), letters(s.area, 2)


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_every_deal_is_as_likely_as_another(viewer: int) -> None:
    """HEX-17.2: three tokens are unknown: one face down on the board, one in hand, one in the initiative area."""
    table = Table(
        2,
        tokens="2s@e4 2C@b2 2C@b3 2C@b4 2C@c2 2C@c3 2C@c4 2S@d3 2S@d4 2P@d5",
        hands=["CCCCCCSSSPPW", "P"],
        initiative=["", "w"],
    )
    assert other(table.s) == ("S", "P", "W")
    evenly(table.s, viewer, other, dict.fromkeys(permutations("SPW"), 1))


def test_equal_tokens_make_a_deal_as_many_times_as_likely() -> None:
    """HEX-17.2, HEX-16.1: of four unknown tokens three are ships; a captured and an open one are none of them."""
    table = Table(
        2,
        state="deploy",
        turn=1,
        tokens="2s@e4 2C@b2 2C@b3 2C@b4 2C@c2 2C@c3",
        hands=["CCCCCCSSSPPW", "SP"],
        initiative=["", "sCPW"],
    )
    four = ["S", "S", "S", "P"]
    odds = Counter((a, "".join(sorted(b + c, key="CSPW".index)), d) for a, b, c, d in permutations(four))
    evenly(table.s, 0, other, dict(odds))
