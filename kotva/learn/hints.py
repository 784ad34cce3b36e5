"""What would you do? The best choices of a seat, the chance to win that each leads to, and why, in words.

Everything is worked out from the view of the seat: on states re-dealt from it, as bots do. A game says by itself what a choice
gains and risks (`Game.words.hint_text`); one that does not has its log tell what surely happens. What it brings and what to
expect next are added for every game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kotva.bots.bot import SensibleChoices
from kotva.engine.arrays import Rng, zeros
from kotva.engine.calibration import AS_IT_IS
from kotva.engine.consequences import Consequence, consequences, dealt
from kotva.engine.game import View
from kotva.engine.moves import Moves
from kotva.engine.one_ply import one_ply_values
from kotva.engine.playout import play_quick
from kotva.engine.say import Say
from kotva.engine.search import Search
from kotva.engine.state import OK, OVER

BEST: Final = 3
_FEW: Final = 12  # replies that are weighed
_LINES: Final = 3
_HURTS: Final = 20  # thousandths of a chance
_CLEAR: Final = 3  # percent


@dataclass(frozen=True, slots=True)
class Thought:
    """A choice, the chance to win that it leads to (0 to 1), and how often it was tried."""

    action: int
    chance: float
    tries: int


def think(view: View, simulations: int, seed: int, only: Sequence[int] = ()) -> list[Thought]:
    """What makes sense for a seat that has to decide, as bots see it, the best first; with `only`, these choices."""
    seat, sensible = SensibleChoices().choices(view)
    search = Search(view.seen, seat, list(only) or sensible, view.game.bots.evaluation, seed)
    search.run(simulations)
    return thoughts_of(search)


def thoughts_of(search: Search) -> list[Thought]:
    """What a search has come to so far, the best first."""
    found = [Thought(int(action), value / 1000, int(visits)) for action, visits, value in search.table()]
    return sorted(found, key=lambda thought: (-thought.tries, -thought.chance, thought.action))


def believed(view: View, thoughts: Sequence[Thought]) -> list[Thought]:
    """The same with chances that come true as often as they say (`Game.bots.calibration`); the order stays."""
    by = view.game.bots.calibration.get(view.options.seats, AS_IT_IS)
    return [Thought(one.action, by.of_choice(one.chance), one.tries) for one in thoughts]


def believed_by_all(view: View, chances: Sequence[float]) -> list[float]:
    """The same for everybody's chances."""
    return view.game.bots.calibration.get(view.options.seats, AS_IT_IS).of_all(chances)


def chances(view: View, deals: int, seed: int) -> list[float]:
    """Everybody's chance to win as far as a seat (or a bystander) can tell, from so many games played on."""
    rng, out = Rng(seed), Moves()
    seats = int(view.seen.seats)
    totals, values = [0] * seats, zeros(seats)
    evaluation = view.game.bots.evaluation
    for _ in range(deals):
        s = dealt(view, rng)
        play_quick(s, evaluation, rng, evaluation.horizon(), out)
        evaluation.values(s, values)
        for seat in range(seats):
            totals[seat] += int(values[seat])
    return [total / (1000 * deals) for total in totals]


def why(view: View, action: int, say: Say, seed: int = 1) -> list[str]:
    """What a choice gains and what it risks, in sentences."""
    after = consequences(view, action, seed)
    if not after:
        return []
    said = list(view.game.words.hint_text(view, action, say)) if view.game.words.hint_text is not None else []
    return [
        *_wins(view, after, say),
        *(said[:_LINES] or _happens(view, after, say)),
        *_brings(after, say),
        *_risks(view, after, say),
    ]


def _wins(view: View, after: Sequence[Consequence], say: Say) -> list[str]:
    """Whether it decides the game at once."""
    values = zeros(int(view.seen.seats))
    for one in after:
        if one.after.to_act() != OVER:
            return []
        view.game.bots.evaluation.values(one.after, values)
        if values[one.seat] < 1000:
            return []
    return [say("It wins the game.")]


def _happens(view: View, after: Sequence[Consequence], say: Say) -> list[str]:
    """The lines of the log that every deal tells: what surely happens. The first one only repeats the choice."""
    told = [view.game.lines(one.events, say)[1:] for one in after]
    return [line for line in dict.fromkeys(told[0]) if all(line in lines for lines in told)][:_LINES]


def _brings(after: Sequence[Consequence], say: Say) -> list[str]:
    gains = {int(one.after.score(one.seat)) - int(one.before.score(one.seat)) for one in after}
    if len(gains) != 1 or (gain := gains.pop()) == 0:
        return []
    if gain > 0:
        return [say.many("It brings {n} point.", "It brings {n} points.", gain)]
    return [say.many("It costs {n} point.", "It costs {n} points.", -gain)]


def _risks(view: View, after: Sequence[Consequence], say: Say) -> list[str]:
    """The next player's best answer, where one stands out and hurts."""
    s, seat = after[0].after, after[0].seat
    actor = int(s.to_act())
    if actor < 0 or actor == seat:
        return []
    theirs = view.game.view(s, actor, view.options)
    legal = SensibleChoices().choices(theirs)[1][: 4 * _FEW]
    if not 1 < len(legal):
        return []
    worth = [value for value, _ in one_ply_values(theirs.seen, actor, legal, view.game.bots.evaluation, 2, 1)]
    best = max(range(len(legal)), key=lambda i: worth[i])
    if worth[best] - sorted(worth)[len(worth) // 2] < 60:  # nothing stands out
        return []
    if any(one.after.why_not(actor, legal[best]) != OK for one in after):
        return []  # it was only dealt so
    answered = s.clone()
    answered.apply(actor, legal[best])
    then, now = zeros(int(s.seats)), zeros(int(s.seats))
    view.game.bots.evaluation.values(answered, then)
    view.game.bots.evaluation.values(s, now)
    if now[seat] - then[seat] < _HURTS:
        return []
    words = view.game.to_words(view.game.view(s, seat, view.options), legal[best], say)
    return [say("Expect from {player}: {words}.", player=say.player(actor), words=words)]


def compared(thoughts: Sequence[Thought], number: int, say: Say) -> str:
    """How a choice stands among the others."""
    behind = round(100 * (thoughts[0].chance - thoughts[number].chance))
    if number:
        return (
            say("It gives up {n} % against the best.", n=behind) if behind >= 1 else say("About as good as the best.")
        )
    next_best = max((thought.chance for thought in thoughts[1:BEST]), default=0.0)
    if thoughts[0].chance == 1.0 > next_best or 100 * (thoughts[0].chance - next_best) >= _CLEAR:
        return say("Clearly the best choice.")  # nothing is as good as a sure win
    return say("Others are about as good.")
