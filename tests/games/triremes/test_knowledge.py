"""TRI-21: what a seat sees of loads in every state, and how they are dealt anew, said a second time in the rulebook's words."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from kotva.engine.fields import key
from kotva.engine.state import OVER, SPECTATOR, State
from kotva.games.triremes import GAME
from kotva.games.triremes.board import NONE, UNKNOWN, ship_ident, ship_name
from kotva.games.triremes.rules.game import Triremes
from tests.games.knowing import deals, evenly, only, states, viewers
from tests.games.triremes.table import Table


def as_triremes(state: State) -> Triremes:
    assert isinstance(state, Triremes)
    return state


def in_fights(s: Triremes) -> set[int]:
    """The ships of open fights, as a position names them."""
    words = GAME.to_position(s).get("fights") or []
    assert isinstance(words, list)
    names = {part.split()[0] for word in words for part in str(word).split("!")}
    return {slot for slot in range(len(s.load)) if s.bow[slot] != NONE and ship_name(int(s.ident[slot])) in names}


@pytest.mark.parametrize("cargo", ["open", "memory", "hidden"])
def test_what_everybody_sees_of_every_state(cargo: str) -> None:
    """TRI-21.1, TRI-21.2, TRI-21.4: the own loads, those in an open fight; all with cargo=open and when the game is over."""
    for _, options, state in states("triremes"):
        if options.choice("cargo") != cargo:
            continue
        s = as_triremes(state)
        fighting = in_fights(s)
        for viewer in viewers(s):
            v = as_triremes(s.seen(viewer))
            only(s, v, {"load"})
            assert len(v.load) == len(s.load)
            for slot in range(len(s.load)):
                sunk = s.bow[slot] == NONE
                own = int(s.owner[slot]) == viewer
                known = cargo == "open" or s.to_act() == OVER or sunk or own or slot in fighting
                assert int(v.load[slot]) == (int(s.load[slot]) if known else UNKNOWN)


def test_every_deal_is_whole_and_fits() -> None:
    """TRI-9.1, TRI-21.2: at most two aboard a ship, as many in all as are not ashore; nobody before the first turn."""
    for game, options, state in states("triremes"):
        if options.choice("cargo") == "open" or state.to_act() == OVER:
            continue
        s = as_triremes(state)
        early = game.to_position(s)["phase"] in ("first", "setup")
        for viewer in viewers(s):
            seen = s.seen(viewer)
            for dealt in deals(s, viewer, 3):
                d = as_triremes(dealt)
                assert all(0 <= int(load) <= 2 for load in d.load)
                for seat in range(int(s.seats)):
                    ships = [slot for slot in range(len(d.load)) if d.owner[slot] == seat and d.bow[slot] != NONE]
                    aboard = sum(int(d.load[slot]) for slot in ships)
                    assert aboard == (0 if early else int(s.alive[seat]) - int(s.ashore[seat]))
                assert key(d.seen(viewer)) == key(seen)


@pytest.mark.parametrize("setup", ["auto", "alternate"])
def test_nobody_is_aboard_before_the_first_turn(setup: str) -> None:
    """TRI-3.3, TRI-21.1: also while chance draws who begins."""
    table = Table(None, f"first=random setup={setup} cargo=hidden")
    assert table.match.game.to_position(table.s)["phase"] == "first"
    for viewer in viewers(table.s):
        assert all(set(map(int, as_triremes(d).load)) == {0} for d in deals(table.s, viewer, 5))


def loads(state: State, *ships: str) -> tuple[int, ...]:
    """What these ships carry."""
    s = as_triremes(state)
    idents = [int(ident) for ident in s.ident]
    return tuple(int(s.load[idents.index(ship_ident(ship))]) for ship in ships)


@pytest.mark.parametrize("men", [0, 1, 2, 3, 4, 5, 6])
def test_every_spread_of_soldiers_is_equally_likely(men: int) -> None:
    """TRI-21.1: three unknown ships of one player; the ways to carry so many, two at most in each."""
    first = [men - min(2, men) - min(2, max(0, men - 2)), min(2, men), min(2, max(0, men - 2))]
    words = " ".join(f"G{n}={'beh'[n - 1]}9N/{first[n - 1]}" for n in (1, 2, 3)).replace("/0", "")
    table = Table(f"R1=o9N/1 {words} R:a1 G:p18", "cargo=hidden")
    ways: dict[Any, int] = {load: 1 for load in product(range(3), repeat=3) if sum(load) == men}
    for viewer in (0, SPECTATOR):
        evenly(table.s, viewer, lambda d: loads(d, "G1", "G2", "G3"), ways)
    assert all(loads(d, "R1") == (1,) for d in deals(table.s, SPECTATOR, 10))  # one soldier, one ship


def test_a_load_in_sight_is_no_part_of_the_spread() -> None:
    """TRI-21.2: a ship in an open fight shows its load; the others carry the rest. A sunk ship carries nobody."""
    table = Table("R1=h9N/1 G1=i11N/2 G2=o9N/1 G3=b9N R:a1 G:p18", "cargo=hidden tactical=on")
    table.do("R1:F!G1")
    for viewer in (0, SPECTATOR):
        evenly(table.s, viewer, lambda d: loads(d, "G1", "G2", "G3"), {(2, 1, 0): 1, (2, 0, 1): 1})


def test_very_many_ways_to_load_a_fleet() -> None:
    """TRI-18.4, TRI-21.1: four fleets in one hand are loaded in more ways than the generator counts to; every load comes up."""
    names = [f"{letter}{n}" for letter in "RGCE" for n in range(1, 7)]
    places = [f"{column}{row}N" for row in (12, 15) for column in "ijklmnopqrst"]
    ships = [
        f"{ship}={at}{'/1' if i < 20 else ''}{'' if ship[0] == 'G' else '@G'}"
        for i, (ship, at) in enumerate(zip(names, places, strict=True))
    ]
    table = Table(f"{' '.join(ships)} G:a10 C:i28 out=1,4", "players=4 cargo=hidden", "Greece")
    found = [loads(d, *names) for d in deals(table.s, 2, 400)]
    assert {sum(one) for one in found} == {20}
    for ship in range(24):
        seen = [one[ship] for one in found]
        assert set(seen) == {0, 1, 2}
        assert 260 < sum(seen) < 407  # five sixths of a soldier on average
