"""Whole random tournaments, and what must be true of each of them."""

from __future__ import annotations

import os
from dataclasses import asdict

import pytest

from kotva.tournament import exports
from kotva.tournament.log import check_chain
from kotva.tournament.options import OPTIONS
from kotva.tournament.standings import standings
from kotva.tournament.state import read_time
from kotva.tournament.tournament import replay
from kotva.tournament.verify import verify
from kotva.tournament.views import view
from tests.tournament.driver import SETTINGS, SHAPES, Driver
from tests.tournament.reference import Book

# `make tournaments` plays 2,000; a dose of them is in every run.
WHOLE = int(os.environ.get("KOTVA_TOURNAMENTS", "0"))
PARTS = 40


def look_at(number: int, most: int) -> Driver:
    """Play one, then replay, export, import, verify and recompute it."""
    driver = Driver(number, most)
    log = driver.run()
    state = driver.state
    assert replay(log) == state, "TOU-18.1"
    check_chain(log, state.hash)
    backup = exports.to_json(log, state.hash, driver.secrets)
    again, read, secrets = exports.from_json(backup)
    assert secrets == driver.secrets
    assert exports.to_json(read, again.hash, secrets) == backup, "TOU-20.9: the same bytes"
    for last in range(1, len(state.rounds) + 1):
        assert standings(state, last).order() == Book(state, last).order(), f"round {last}"
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


def test_a_few_random_tournaments_in_every_run() -> None:
    """The same for the fast loop; the driver meets refusals of many kinds."""
    codes, actions, modes, games = set(), set(), set(), set()
    for number in range(10_005, 10_025):
        driver = look_at(number, 8)
        codes |= driver.codes
        actions |= {entry.op for entry in driver.log}
        modes |= {round.mode for round in driver.state.rounds}
        games.add(driver.state.options.word("game"))
    assert {"STATE", "FORBIDDEN", "SYNTAX", "OUTDATED"} <= codes
    assert {"repair", "dispute", "protest", "vote", "withdraw", "correct", "outage"} <= actions
    assert {"random", "swiss", "knockout", "round_robin", "fixed"} <= modes
    assert {"settlers", "hexxi"} <= games
