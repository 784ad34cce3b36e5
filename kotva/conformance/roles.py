"""Checks of who shares a secret: what every seat and a spectator see of one state is compared, pair by pair.

A view can be compared with what its own re-deals show (`secrets`), which proves that nothing else gives away what it hides; but
what a view hides at all, it says itself. So this check compares the views with one another. A thing that not everybody knows is
known to nobody (a stack), or to one seat alone (a hand): a spectator never knows it, nor does a partner, an ally or a seat that
is out of the game. A game in which seats may peek, or share a hand, says so (`Game.rules.shared`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from kotva.conformance.kit import ConformanceFault, Kit, Moment, Play, name_of, random_game, random_options
from kotva.engine.errors import BadOption
from kotva.engine.fields import fields
from kotva.engine.state import OVER, SPECTATOR, State

SEAT: Final = "seat"
WATCHER: Final = "spectator"
NOBODY: Final = "nobody"
Relation = Callable[[State, int, int], str]  # what a seat is to another one: SEAT, or a partner, an ally
Pair = tuple[str, str]  # the role that may not know it, and the role that does


def plain(_state: State, _viewer: int, _owner: int) -> str:
    """All seats are alike."""
    return SEAT


@dataclass(slots=True)
class Coverage:
    """Which pairs of roles had something to hide in which phase. A phase in which nobody hides anything is open."""

    states: Counter[str] = field(default_factory=Counter)  # by phase: how many were looked at
    pairs: dict[str, Counter[Pair]] = field(default_factory=dict)

    def open(self) -> list[str]:
        return sorted(phase for phase in self.states if not self.pairs.get(phase))

    def unmet(self, wanted: tuple[Pair, ...] = ((SEAT, SEAT), (WATCHER, SEAT))) -> list[tuple[str, Pair]]:
        """Phases with secrets, and the pairs that were never met there."""
        return [(phase, pair) for phase in sorted(self.pairs) for pair in wanted if not self.pairs[phase][pair]]

    def text(self) -> str:
        """For the report: what was met, what is open, what was never met."""
        met = ", ".join(sorted(phase for phase in self.pairs if self.pairs[phase])) or "none"
        never = ", ".join(f"{phase} ({a} before {b})" for phase, (a, b) in self.unmet()) or "none"
        return f"secrets met in: {met}; open: {', '.join(self.open()) or 'none'}; pairs never met: {never}"


def roles(kit: Kit) -> None:
    """What not everybody knows, one seat alone knows or nobody: no spectator, no partner, no ally, no seat that is out."""
    survey(kit)


def survey(kit: Kit, relation: Relation = plain) -> Coverage:
    """Compare the views of many states of every phase; a Fault where a secret is shared."""
    out = Coverage()
    names: dict[int, str] = {}
    for moment in _moments(kit):
        number = phase_of(moment.state)
        if number not in names:
            names[number] = _phase_name(kit, moment, number)
        compare(moment, names[number], out, relation)
    return out


def _moments(kit: Kit) -> Iterator[Moment]:
    """The kit's own moments, and states of every phase out of games with many more sets of options."""
    yield from kit.moments
    rng = kit.random("roles")
    enough = kit.budget.count(40)
    looked: Counter[tuple[int, int]] = Counter()
    for number, play in enumerate([*kit.plays, *_more_plays(kit)]):
        for step, (state, actor, action) in enumerate(play.steps()):
            phase = phase_of(state)
            looked[number, phase] += 1
            if looked[number, phase] <= 2 or (looked[number, phase] <= 40 * enough and rng.randrange(enough) == 0):
                yield Moment(play, step, state, actor, action)


def _more_plays(kit: Kit) -> Iterator[Play]:
    """Beginnings of games with any options together: a kit's few sets never have two rare values at once."""
    rng = kit.random("roles' options")
    for number in range(kit.budget.count(16)):
        try:
            given = random_options(kit.game.rules.options, kit.seats, rng, None)
            options = kit.game.choose_options(kit.seats, given)
        except BadOption:  # two options that do not go together
            continue
        yield random_game(kit.game, options, rng, unruly=number % 2 == 1, most=kit.budget.count(400))


def phase_of(state: State) -> int:
    """The number of a state's phase; 0 where a game has none, and -1 when it is over."""
    return -1 if state.to_act() == OVER else int(getattr(state, "phase", 0))


def _phase_name(kit: Kit, moment: Moment, number: int) -> str:
    """As positions write it."""
    if number < 0:
        return "over"
    position = kit.game.to_position(moment.state)
    name = next((position[word] for word in ("phase", "state") if word in position), number)
    return str(name)


def compare(moment: Moment, phase: str, out: Coverage, relation: Relation = plain) -> None:
    """One state, seen by everybody; a viewer that knows what is hidden from others is counted, or is a fault."""
    state, seats = moment.state, moment.options.seats
    out.states[phase] += 1
    truth = fields(state)
    views = {viewer: fields(state.seen(viewer)) for viewer in moment.viewers()}
    for name, value in truth.items():
        seen = {viewer: view[name] for viewer, view in views.items()}
        if all(one == value for one in seen.values()):
            continue
        for place, knowers in _knowers(value, seen):
            sharing = [viewer for viewer in knowers if viewer != SPECTATOR]
            if SPECTATOR in knowers and len(sharing) < seats:
                other = next(seat for seat in range(seats) if seat not in knowers)
                raise ConformanceFault(
                    f"in {phase} a spectator sees {place_of(name, place)}, which {name_of(other)} may not", moment
                )
            if len(sharing) > 1 and not moment.game.rules.shared:  # of two seats both, where a spectator does not
                both = " and ".join(map(name_of, sharing[:2]))
                raise ConformanceFault(
                    f"in {phase} {both} see {place_of(name, place)}, which not everybody may", moment
                )
            owner = sharing[0] if len(sharing) == 1 else None
            for viewer in views:
                if viewer not in knowers:
                    pair = _pair(state, viewer, owner, relation)
                    out.pairs.setdefault(phase, Counter())[pair] += 1


def _pair(state: State, viewer: int, owner: int | None, relation: Relation) -> Pair:
    if viewer == SPECTATOR:
        return WATCHER, NOBODY if owner is None else SEAT
    return (SEAT, NOBODY) if owner is None else (relation(state, viewer, owner), SEAT)


def _knowers(value: int | list[int], seen: dict[int, int | list[int]]) -> Iterator[tuple[int | None, list[int]]]:
    """Place by place of an array (or of a number, or of an array that views have shorter): who sees what is there."""
    lists = {viewer: one for viewer, one in seen.items() if isinstance(one, list)}
    if isinstance(value, int) or any(len(one) != len(value) for one in lists.values()):
        yield None, [viewer for viewer, one in seen.items() if one == value]
        return
    for place, there in enumerate(value):
        knowers = [viewer for viewer, one in lists.items() if one[place] == there]
        if len(knowers) < len(seen):
            yield place, knowers


def place_of(name: str, place: int | None) -> str:
    return name if place is None else f"{name}[{place}]"
