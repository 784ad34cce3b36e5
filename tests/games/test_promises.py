"""Promises of the conformance kit that are clauses of a rulebook: what is refused, what is known, what exists, how it ends.

The kit looks at every game by itself; here its checks stand beside the clauses that make them rules.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kotva import conformance, games
from kotva.engine.arrays import COMPILED

pytestmark = pytest.mark.slow

# `tests/conformance` looks at the same games and at more of them; here it is seen which clauses they keep.
BUDGET = conformance.Budget(0.2 if COMPILED else 0.25)
# Which checks of the kit, and which clauses they are in each game.
PROMISES = {
    # What is refused and listed: legal() and why_not() agree on all actions, of whoever acts; a refusal changes nothing.
    ("verdicts", "turns", "refusals"): {
        "bosman": "BOS-5.1, BOS-13.4",
        "hexxi": "HEX-16.3",
        "seameni": "SEA-1.10, SEA-5.1",
        "settlers": "SET-1.4, SET-15.4",
        "triremes": "TRI-4.1, TRI-4.2",
    },
    # What a seat may know: its view, dealing anew what it does not know, and what it is told.
    ("views", "redeals", "secrets", "told", "leaks"): {
        "bosman": "BOS-14.1, BOS-14.2, BOS-14.3, BOS-14.4, BOS-14.5",
        "hexxi": "HEX-17.1, HEX-17.2, HEX-17.3, HEX-17.4, HEX-17.5",
        "seameni": "SEA-2.1, SEA-2.2",  # which tiles lie face down, and how, nobody knows
        "settlers": "SET-15.1, SET-15.3, SET-15.4",
        "triremes": "TRI-21.1, TRI-21.2, TRI-21.3, TRI-21.4",
    },
    # What exists: nothing is lost or doubled, a copy has everything, a position can be written and read again.
    ("conserves", "clones", "positions"): {
        "bosman": "BOS-2.2, BOS-2.4, BOS-2.5, BOS-3.4, BOS-3.5, BOS-14.3",
        "hexxi": "HEX-2.8, HEX-2.9, HEX-16.1, HEX-17.1",
        "seameni": "SEA-1.7, SEA-2.1",
        "settlers": "SET-1.1, SET-15.1",
        "triremes": "TRI-2.5, TRI-2.9",
    },
    # How it ends and what chance may do.
    ("chance", "outcomes"): {
        "bosman": "BOS-14.6, BOS-15.5, BOS-16.8",
        "hexxi": "HEX-17.6, HEX-18.1, HEX-18.2",
        "seameni": "SEA-2.2, SEA-19.7, SEA-20.4",
        "settlers": "SET-15.5, SET-13.10",
        "triremes": "TRI-21.5, TRI-16.4",
    },
}


def every() -> Iterator[object]:
    for promises, clauses in PROMISES.items():
        for name, cited in clauses.items():
            for promise in promises:
                for seats in games.load(name).rules.seats:
                    yield pytest.param(name, promise, seats, cited, id=f"{name}-{promise}-{seats}")


@pytest.mark.parametrize(("name", "promise", "seats", "clauses"), list(every()))
def test_a_clause_holds_in_every_position(name: str, promise: str, seats: int, clauses: str) -> None:
    assert clauses
    conformance.check(games.load(name), only=promise, seats=seats, budget=BUDGET)


def test_a_token_paid_openly_is_told_though_the_next_moment_uncovers_all() -> None:
    """HEX-6.9, HEX-7.1: by then it does not show whether C was paid and P lay there or P was paid and C lay there."""
    conformance.check(games.load("hexxi"), only="told", seats=4, budget=conformance.Budget(0.25, seed=16))
