"""Promises of the conformance kit that are clauses of a rulebook. A game's tests name the clauses and ask for them here.

The kit looks at every game by itself; here its checks stand beside the clause that makes them a rule.
"""

from __future__ import annotations

from kotva import conformance
from kotva.engine.arrays import COMPILED
from kotva.engine.game import Game

# What is refused and listed: legal() and why_not() agree on all actions, of whoever acts; a refusal changes nothing.
REFUSED = ("verdicts", "turns", "refusals")
# What a seat may know: its view, dealing anew what it does not know, and what it is told.
KNOWN = ("views", "redeals", "secrets", "told", "leaks")
# What exists: nothing is lost or doubled, a copy has everything, a position can be written and read again.
THERE = ("conserves", "clones", "positions")
# How it ends and what chance may do.
FATE = ("chance", "outcomes")

BUDGET = conformance.Budget(0.5 if COMPILED else 0.25)


def keep(game: Game, promise: str, seats: int) -> None:
    conformance.check(game, only=promise, seats=seats, budget=BUDGET)
