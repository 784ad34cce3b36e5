"""What would you do? The best choices of a seat, the chance to win that each leads to, and why, in words.

Everything is worked out from the view of the seat: on states re-dealt from it, as bots do. A game may say why by itself
(`Game.counsel`); otherwise the reasons are what surely happens (its own log), what it brings, and what to expect next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kotva.engine.arrays import Rng, zeros
from kotva.engine.game import PLAYED, Event, View
from kotva.engine.moves import Moves
from kotva.engine.playout import play_advised
from kotva.engine.say import Say
from kotva.engine.search import Search, weigh
from kotva.engine.state import OK, SPECTATOR, State

BEST: Final = 3
_DEALS: Final = 4  # in how many deals something must happen to be sure
_FEW: Final = 12  # replies that are weighed
_LINES: Final = 3
_CLEAR: Final = 3  # percent


@dataclass(frozen=True, slots=True)
class Thought:
    """A choice, the chance to win that it leads to (0 to 1), and how often it was tried."""

    action: int
    chance: float
    tries: int


def think(view: View, simulations: int, seed: int, only: Sequence[int] = ()) -> list[Thought]:
    """The choices of a seat that has to decide, the best first; with `only`, some of them."""
    assert view.seat is not None
    legal = list(only) or view.legal()
    search = Search(view.seen, view.seat, legal, view.game.advice, seed)
    search.run(simulations)
    found = [Thought(int(action), value / 1000, int(visits)) for action, visits, value in search.table()]
    return sorted(found, key=lambda thought: (-thought.tries, -thought.chance, thought.action))


def chances(view: View, deals: int, seed: int) -> list[float]:
    """Everybody's chance to win as far as a seat (or a bystander) can tell, from so many games played on."""
    rng, out = Rng(seed), Moves()
    seats = int(view.seen.seats)
    totals, values = [0] * seats, zeros(seats)
    advice = view.game.advice
    for _ in range(deals):
        s = _dealt(view, rng)
        play_advised(s, advice, rng, advice.horizon(), out)
        advice.values(s, values)
        for seat in range(seats):
            totals[seat] += int(values[seat])
    return [total / (1000 * deals) for total in totals]


def why(view: View, action: int, say: Say, seed: int = 1) -> list[str]:
    """What a choice gains and what it risks, in sentences."""
    if view.game.counsel is not None:
        said = view.game.counsel(view, action, say)
        if said:
            return list(said)
    rng = Rng(seed)
    deals = (_played(view, action, _dealt(view, rng)) for _ in range(_DEALS))
    after = [(s, events) for s, events in deals if s is not None]
    if not after:
        return []
    return [
        *_happens(view, [events for _, events in after], say),
        *_brings(view, after, say),
        *_risks(view, after, say),
    ]


def _dealt(view: View, rng: Rng) -> State:
    s = view.seen.clone()
    s.redeal(SPECTATOR if view.seat is None else view.seat, rng)
    return s


def _played(view: View, action: int, before: State) -> tuple[State | None, list[Event]]:
    """The state after a choice and what happened, if this deal allows it."""
    assert view.seat is not None
    if before.why_not(view.seat, action) != OK:
        return None, []
    trace: list[Event] = []
    before.trace = trace
    before.apply(view.seat, action)
    before.trace = None
    return before, [(PLAYED, view.seat, action, 0), *trace]


def _happens(view: View, runs: list[list[Event]], say: Say) -> list[str]:
    """The lines of the log that every deal tells: what surely happens. The first one only repeats the choice."""
    assert view.seat is not None
    told = []
    for events in runs:
        heard = [event for event in (view.game.tell(view.seat, event) for event in events) if event is not None]
        told.append(view.game.lines(heard, say)[1:])
    return [line for line in dict.fromkeys(told[0]) if all(line in lines for lines in told)][:_LINES]


def _brings(view: View, after: list[tuple[State, list[Event]]], say: Say) -> list[str]:
    assert view.seat is not None
    before = int(view.seen.score(view.seat))
    gains = {int(s.score(view.seat)) - before for s, _ in after}
    if len(gains) != 1 or (gain := gains.pop()) == 0:
        return []
    if gain > 0:
        return [say.many("It brings {n} point.", "It brings {n} points.", gain)]
    return [say.many("It costs {n} point.", "It costs {n} points.", -gain)]


def _risks(view: View, after: Sequence[tuple[State, list[Event]]], say: Say) -> list[str]:
    """The answer of the next player that hurts most, where one stands out."""
    assert view.seat is not None
    s = after[0][0]
    actor = int(s.to_act())
    if actor < 0 or actor == view.seat:
        return []
    theirs = view.game.view(s, actor, view.options)
    legal = theirs.legal()[: 4 * _FEW]
    if not 1 < len(legal):
        return []
    worth = [value for value, _ in weigh(theirs.seen, actor, legal, view.game.advice, 2, 1)]
    best = max(range(len(legal)), key=lambda i: worth[i])
    if worth[best] - sorted(worth)[len(worth) // 2] < 60:  # nothing stands out
        return []
    words = view.game.to_words(view.game.view(s, view.seat, view.options), legal[best], say)
    if any(other.why_not(actor, legal[best]) != OK for other, _ in after):
        return []  # it was only dealt so
    return [say("Expect from {player}: {words}.", player=say.player(actor), words=words)]


def compared(thoughts: Sequence[Thought], number: int, say: Say) -> str:
    """How a choice stands among the others."""
    behind = round(100 * (thoughts[0].chance - thoughts[number].chance))
    if number:
        return (
            say("It gives up {n} % against the best.", n=behind) if behind >= 1 else say("About as good as the best.")
        )
    next_best = max((thought.chance for thought in thoughts[1:BEST]), default=0.0)
    if 100 * (thoughts[0].chance - next_best) >= _CLEAR:
        return say("Clearly the best choice.")
    return say("Others are about as good.")
