"""What to choose on a Seameni table for an action, and where a move into known currents may end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Item, Path
from kotva.engine.state import OK
from kotva.games.seameni import board
from kotva.games.seameni.ground import field_place
from kotva.games.seameni.preview import End, ends
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.game import Seameni
from kotva.games.seameni.text import (
    pirate_words,
)

# -- where a move leads -----------------------------------------------------------------------------------------

# A move through known currents: pirate, field entered, ends.
Goal = tuple[int, int, list[End]]
Goals = dict[int, Goal]


def move_goals(view: View[Seameni]) -> Goals:
    """SEA-11.4: where steps and exits that lead into a chain may end, before they are made; by action."""
    s = view.seen
    if view.seat is None or s.phase not in (codes.TURN, codes.CHAIN) or not s.may_act(view.seat):
        return {}
    found = {action: _goal(view, action) for action in view.legal()}
    return {action: goal for action, goal in found.items() if goal is not None}


def _goal(view: View[Seameni], action: int) -> Goal | None:
    """Where one legal action may end, if it leads into a chain."""
    s = view.seen
    family = int(board.LAYOUT.family(action))
    if family in (board.STEP, board.CARRY):
        carry = int(family == board.CARRY)
        p, f = divmod(action - family, board.FIELDS)
        place = int(s.place[p])
        origin = int(s.ship[place - board.ABOARD]) if place >= board.ABOARD else place
    elif family == board.TO:
        p, f, carry, origin = int(s.mover), action - board.TO, int(s.carried), int(s.at)
    else:
        return None
    if not board.SEA[f] or s.tile[f] < board.TRANSIT or origin >= board.OUTER or s.captor[p] != board.NONE:
        return None
    return p, f, ends(s, p, f, origin, carry)


def goal_id(p: int, f: int, end: int) -> str:
    return f"goal-{board.PIRATE_NAMES[p]}-{board.FIELD_NAMES[f]}-{board.FIELD_NAMES[end]}"


def goal_items(goals: Goals, say: Say) -> Iterable[Item]:
    """Marks that appear while a move into a chain can be chosen, on the fields where it may end."""
    done = set()
    for action, (p, f, found) in goals.items():
        # Faint until the pirate is chosen; a pointer on the field that is entered picks out those of this way.
        of = (
            (f"pirate-{board.PIRATE_NAMES[p]}", f"field-{board.FIELD_NAMES[f]}")
            if board.LAYOUT.family(action) != board.TO
            else ()
        )
        for end, deadly in found:
            ident = goal_id(p, f, end)
            if ident in done or end == f:
                continue
            done.add(ident)
            x, y = field_place(end)
            values = {"pirate": pirate_words(p, say), "field": board.FIELD_NAMES[f], "end": board.FIELD_NAMES[end]}
            if deadly:
                label = say("{pirate} by {field} may die on {end}", **values)
            else:
                label = say("{pirate} by {field} may end on {end}", **values)
            symbol = "doom" if deadly else "goal"
            yield Item(ident, symbol, x - 18, y - 18, layer=4, size=0.42, label=label, ghost=True, of=of)


def goal_words(goals: Goals, f: int, say: Say) -> Iterable[str]:
    """What the hint of a field adds: where each pirate who may enter it may end."""
    told: dict[int, list[End]] = {}
    for action, (p, entered, found) in goals.items():
        if entered == f and told.get(p) != found:  # with a treasure often the same as without
            told[p] = found
            where = ", ".join(
                say("{field} (dead)", field=board.FIELD_NAMES[end]) if deadly else board.FIELD_NAMES[end]
                for end, deadly in found
            )
            if board.LAYOUT.family(action) == board.CARRY:
                yield say("{pirate} with a treasure may end on: {fields}.", pirate=pirate_words(p, say), fields=where)
            else:
                yield say("{pirate} may end on: {fields}.", pirate=pirate_words(p, say), fields=where)


# -- choosing ---------------------------------------------------------------------------------------------------


def paths(view: View[Seameni], action: int) -> Sequence[Path]:
    """What to choose for an action: a pirate, perhaps the treasure under it, and where it goes."""
    s = view.seen
    family = int(board.LAYOUT.family(action))
    rest = action - family
    if family == board.PLACE:
        return [(f"field-{board.FIELD_NAMES[rest]}",)]
    if family == board.SHIP:
        return [(f"ship-{board.EDGES[int(s.player)]}", f"field-{board.FIELD_NAMES[rest]}")]
    if family in (board.STEP, board.CARRY, board.JUMP):
        return _step_paths(view, s, action)
    if family == board.ADVANCE:
        at = int(s.place[rest])
        return (
            [(f"pirate-{board.PIRATE_NAMES[rest]}", f"field-{board.FIELD_NAMES[at]}")] if 0 <= at < board.FIELDS else ()
        )
    if family in (board.OUT, board.ASTERN):
        return [(f"pirate-{board.PIRATE_NAMES[rest]}",)]
    if family == board.TO:
        return [(target,) for target in [*_targets(s, int(s.mover), rest), *_ends_of(view, action)]]
    return ()


def _step_paths(view: View[Seameni], s: Seameni, action: int) -> Sequence[Path]:
    base = int(board.LAYOUT.family(action))
    p, f = divmod(action - base, board.FIELDS)
    pirate = f"pirate-{board.PIRATE_NAMES[p]}"
    targets = [*_targets(s, p, f), *_ends_of(view, action)]
    short = [(pirate, target) for target in targets]
    if base != board.CARRY:
        return short
    at = int(s.place[p])
    if not 0 <= at < board.FIELDS:  # on no field there is nothing to carry along
        return ()
    treasure = f"treasure-{board.FIELD_NAMES[at]}" + (f"-{board.PIRATE_NAMES[p]}" if s.laden[p] else "")
    long = [(pirate, treasure, target) for target in targets]
    bare = board.STEP + p * board.FIELDS + f
    forced = view.seat is not None and s.why_not(view.seat, bare) != OK  # SEA-9.26, 16.7: it goes along anyway
    return [*long, *short] if forced else long


def _targets(s: Seameni, p: int, f: int) -> list[str]:
    """What can be pointed at for a field: the field, a ship on it, treasure or somebody else's pirates there."""
    out = [f"field-{board.FIELD_NAMES[f]}"]
    e = int(s.ship_on(f))
    if e != board.NONE:
        out.append(f"ship-{board.EDGES[e]}")
    if s.treasure[f] and s.place[p] != f:
        out.append(f"treasure-{board.FIELD_NAMES[f]}")
    mine = int(s.controller(p))
    out += [
        f"pirate-{board.PIRATE_NAMES[q]}" for q in range(board.PIRATES) if s.place[q] == f and s.controller(q) != mine
    ]
    return out


def _ends_of(view: View[Seameni], action: int) -> list[str]:
    """The marks where a move into a chain may end stand for the move as well, if it is legal."""
    legal = view.seat is not None and view.seen.why_not(view.seat, action) == OK
    goal = _goal(view, action) if legal else None
    if goal is None:
        return []
    p, f, found = goal
    return [goal_id(p, f, end) for end, _ in found if end != f]
