"""Whole random tournaments, and what must be true of each of them."""

from __future__ import annotations

import os
from dataclasses import asdict
from fractions import Fraction

import pytest

from kotva.tournament import exports
from kotva.tournament.log import check_chain
from kotva.tournament.options import OPTIONS
from kotva.tournament.standings import standings
from kotva.tournament.state import TournamentState, read_time
from kotva.tournament.tournament import replay
from kotva.tournament.verify import verify
from kotva.tournament.views import view
from tests.tournament.driver import SETTINGS, SHAPES, WORDS, Driver
from tests.tournament.reference import Book, lot_order

# `make tournaments` plays 2,000; a dose of them is in every run.
WHOLE = int(os.environ.get("KOTVA_TOURNAMENTS", "0"))
PARTS = 40


def same_standings(state: TournamentState, last: int, seed: str) -> None:
    """TOU-13, TOU-12, TOU-19: order, ranks and every number as the second opinion has them; lots from the seed."""
    found, book = standings(state, last), Book(state, last)
    assert found.order() == book.order(), f"round {last}"
    assert {row.player: row.rank for row in found.rows if row.rank is not None} == book.ranks(), f"round {last}"
    numbers = book.numbers()
    for row in found.rows:
        t = row.totals
        own: dict[str, Fraction | int] = {"firsts": t.firsts, "seconds": t.seconds, "thirds": t.thirds, "pp": t.pp}
        own |= {"gp": t.gp, "success": t.success, "played": t.played, "best": t.best or 0}
        theirs = numbers[row.player]
        assert own == {name: theirs[name] for name in own}, f"round {last}, {row.player}"
    played = state.rounds[last - 1]
    if played.lot:
        assert played.lot == lot_order(seed, state.options.texts["salt"], last, played.lot), "TOU-13.2"


def look_at(number: int, most: int, **fixed: str) -> Driver:
    """Play one, then replay, export, import, verify and recompute it."""
    driver = Driver(number, most, **fixed)
    log = driver.run()
    state = driver.state
    assert replay(log) == state, "TOU-18.1"
    assert all(made == kept for made, kept in driver.copies), "a copy has changed with what came after it"
    check_chain(log, state.hash)
    backup = exports.to_json(log, state.hash, driver.secrets)
    again, read, secrets = exports.from_json(backup)
    assert secrets == driver.secrets
    assert exports.to_json(read, again.hash, secrets) == backup, "TOU-20.9: the same bytes"
    for last in range(1, len(state.rounds) + 1):
        same_standings(state, last, driver.secrets.seed)
    for viewer in (None, "P1"):
        seen = str(asdict(view(state, viewer, read_time(driver.at), driver.secrets)))
        for player, contact in driver.secrets.contacts.items():
            assert f"'{contact}'" not in seen or player == viewer, "a contact is never public"
    if number % 10 == 0:  # every draw again
        assert verify(log, driver.secrets.seed) is None
    return driver


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_2000_random_tournaments(part: int) -> None:
    """TOU-18.1, TOU-20.9, TOU-13.1, TOU-1.7: a dose in every run, all of them by `make tournaments`."""
    count = max(WHOLE // PARTS, 2)
    for number in range(part, PARTS * count, PARTS):
        try:
            look_at(number, 10)
        except BaseException as error:
            error.add_note(f"tournament {number}: Driver({number}, 10).run()")
            raise


def test_the_driver_knows_every_option_and_preset() -> None:
    """Whoever adds an option lets random tournaments set it, too."""
    shaped = {name for shape in SHAPES for name in shape}
    assert set(OPTIONS) - shaped - set(SETTINGS) == {"salt"}, "which is set once, by its own action"


VALUES = [(name, value) for name, values in WORDS.items() for value in values]


@pytest.mark.parametrize(("name", "value"), VALUES, ids=[f"{name}={value}" for name, value in VALUES])
def test_every_declared_value_is_handled(name: str, value: str) -> None:
    """Section 10: with each value that an option declares tournaments are played to their end, and agree."""
    for number in (20_000, 20_003):  # of ordinary shape, and a knockout
        look_at(number, 7, **{name.replace(".", "__"): value})


def test_a_few_random_tournaments_in_every_run() -> None:
    """The same for the fast loop; the driver meets refusals of many kinds."""
    codes: set[str] = set()
    actions: set[str] = set()
    modes: set[str] = set()
    games: set[str] = set()
    formats = {"random", "swiss", "knockout", "round_robin", "fixed"}
    for number in range(10_005, 10_105):
        if number >= 10_030 and formats <= modes:
            break
        driver = look_at(number, 8)
        codes |= driver.codes
        actions |= {entry.op for entry in driver.log}
        modes |= {round.mode for round in driver.state.rounds}
        games.add(driver.state.options.word("game"))
    assert {"STATE", "FORBIDDEN", "SYNTAX", "OUTDATED"} <= codes
    assert {"repair", "dispute", "protest", "vote", "withdraw", "correct", "outage"} <= actions
    assert formats <= modes
    assert {"settlers", "hexxi"} <= games
