"""What a token may do, and what a field is for: told when somebody rests on it."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.game import Event, View
from kotva.engine.moves import Moves
from kotva.engine.say import N_, Say
from kotva.engine.scene import About, Mark, Panel
from kotva.engine.tallies import Tally, kinds_panel
from kotva.engine.user_input import whole
from kotva.games.hexxi import board
from kotva.games.hexxi.board import fields_of
from kotva.games.hexxi.ground import field_place
from kotva.games.hexxi.notation import ACTIONS
from kotva.games.hexxi.rules import codes
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.hexxi.rules.table import base_field, base_owner, kind_of, owner_of
from kotva.games.hexxi.text import WHY, kind_words, places_of

_KINDS = (
    WHY[codes.HEX_1_4],
    N_("A merchant ship jumps over ships in a convoy, and traps a base when a warship stands behind it."),
    N_("Pirates kidnap a ship beside them that no warship guards; they move only by cruise."),
    N_("A warship intercepts pirates, escorts over ships and frees captured ships."),
)
_HIDDEN = N_("Face down: nobody but its owner knows what it is. Intelligence uncovers it for its value.")
_BASE = N_("A base connects its owner's pirates, and ambushes a warship that stands between it and them.")
_MAY = {
    "cruise": N_("May cruise to {fields}."),
    "convoy": N_("May jump in a convoy to {fields}."),
    "escort": N_("May escort to {fields}."),
    "kidnap": N_("May kidnap on {fields}."),
    "intercept": N_("May intercept on {fields}."),
    "ambush": N_("May ambush on {fields}."),
    "rescue": N_("May free a ship at {fields}."),
    "trap": N_("May trap {fields}."),
}


def about(view: View[Hexxi], item: str, say: Say) -> About:
    """A token or a base: its kind's rule, and what it could do if it were its owner's turn. A field: whose far edge it is."""
    s = view.seen
    what, _, name = item.partition("-")
    if what in ("field", "far", "token") and name in board.FIELD_NAMES:
        field = board.FIELD_NAMES.index(name)
        words = _edges(s, field, say)
        if what != "token":
            return About(words)
        owner, kind = int(owner_of(s, board.MASK[field])), int(kind_of(s, board.MASK[field]))
        if owner == board.NONE:
            return About(words)
        told = say(_HIDDEN) if kind == board.UNKNOWN else say(_KINDS[kind])
        able, marks = _deeds(s, owner, field, say)
        return About((told, *able, *words), marks)
    seat = whole(name, 0, int(s.seats) - 1) if what == "base" else None
    if seat is not None:
        able, marks = _deeds(s, seat, int(base_field(s, seat)), say)
        return About((say(_BASE), *able), marks)
    return About()


def _edges(s: Hexxi, field: int, say: Say) -> tuple[str, ...]:
    """HEX-2.10: for whom a ship here counts three times."""
    far = [
        say("Far edge of {player}: a ship here counts three times.", player=say.player(seat))
        for seat in range(int(s.seats))
        if base_owner(s, field) == board.NONE and field in fields_of(int(board.FAR_EDGES[base_field(s, seat)]))
    ]
    return tuple(far)


def _deeds(s: Hexxi, owner: int, field: int, say: Say) -> tuple[tuple[str, ...], tuple[Mark, ...]]:
    """What the token of a field could do on its owner's turn: only in the confrontation, where all lies open."""
    if s.phase != codes.CONFRONT:
        return (), ()
    then = s.clone()
    assert isinstance(then, Hexxi)
    then.player = owner
    out = Moves()
    then.list_legal(owner, out)
    targets: dict[str, list[str]] = {}
    marks: list[Mark] = []
    for action in out.items():
        name = ACTIONS.family(action).name
        if name not in _MAY:
            continue
        places = places_of(action)
        if places["start"] != board.FIELD_NAMES[field]:
            continue
        targets.setdefault(name, []).append(places["to"])
        marks.append(
            Mark(*field_place(board.FIELD_NAMES.index(places["to"])), "threat" if action >= board.KIDNAP else "reach")
        )
    words = [say(_MAY[name], fields=", ".join(dict.fromkeys(fields))) for name, fields in targets.items()]
    return tuple(words) or (say("It can do nothing now."),), tuple(dict.fromkeys(marks))


def statistics(events: Sequence[Event], say: Say) -> tuple[Panel, ...]:
    """Who has taken and lost how many tokens, and what was taken."""
    tally = Tally(say.players, 3)
    kinds = [0] * board.UNKNOWN
    for code, a, b, c in events:
        if code == codes.CAPTURED:
            tally.add(a, 0)
            tally.add(c // 8, 1)
            kinds[c % 8 % board.UNKNOWN] += 1
        elif code == codes.SPIED:
            tally.add(a, 2)
        elif code == codes.CONQUERED and a != b:
            tally.add(a, 0)
            tally.add(b, 1)
    head = (say("taken"), say("lost"), say("uncovered"))
    panels = (
        tally.panel("capture-statistics", say("Tokens taken"), head, say),
        kinds_panel(
            "kind-statistics", say("What was taken"), (), ((kind_words(k, say), n) for k, n in enumerate(kinds))
        ),
    )
    return tuple(panel for panel in panels if panel is not None)
