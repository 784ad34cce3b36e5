"""What happens in Piraci HEXXI: each event with its sentence in the log, what its numbers stand for, and who may know it."""

from __future__ import annotations

from kotva.engine.arrays import BIT
from kotva.engine.events import (
    COUNT,
    PLAYER,
    UNTOLD,
    Event,
    EventArgument,
    Events,
    Told,
    either,
    hiding,
    many,
    number,
    player,
)
from kotva.engine.say import N_, Say
from kotva.games.hexxi import board
from kotva.games.hexxi.notation import ACTIONS
from kotva.games.hexxi.rules import codes
from kotva.games.hexxi.text import kind_words, places_of

FACE_UP = 8  # added to a kind that is known to all


def _named(name: str, say: Say) -> str:
    """A field in the log, with what lies there."""
    return say.thing(name, f"field-{name}", f"token-{name}")


def _field(field: int, say: Say) -> str:
    return _named(board.FIELD_NAMES[field], say)


def _kind(kind: int, say: Say) -> str:
    return kind_words(kind % FACE_UP, say)


def _owned(packed: int, say: Say) -> dict[str, str]:
    return {"owner": say.player(packed // 8), "kind": kind_words(packed % 8, say)}


def _kinds(packed: int, say: Say) -> str:
    """How many of each kind: `2 × cruise, 1 × warship`."""
    counts = ((packed // 16**kind % 16, kind) for kind in range(board.UNKNOWN))
    return ", ".join(f"{n} × {kind_words(kind, say)}" for n, kind in counts if n) or say("nothing")


def _seats(mask: int, say: Say) -> str:
    return ", ".join(say.player(seat) for seat in range(4) if mask & BIT[seat])


def _in_order(packed: int, say: Say) -> str:
    """Seats as digits in base 5, the first one lowest (seat + 1)."""
    out = []
    while packed:
        packed, digit = divmod(packed, 5)
        out.append(say.player(digit - 1))
    return ", ".join(out)


def _following(number: int, _say: Say) -> int:
    return number + 1


def _signed(number: int, _say: Say) -> str:
    return f"{number:+d}"


_FIELD = EventArgument("field", _field)
_KIND = EventArgument("kind", _kind)
_OWNED = EventArgument("", _owned)  # owner * 8 + kind: {owner}, {kind}
_PLACE = EventArgument("place", _following)
_NUMBER = EventArgument("number", number)


def _shifted_words(_a: int, _b: int, c: int) -> str:
    if c % FACE_UP == board.UNKNOWN:
        return N_("{player} moves a token from {field} to the initiative area.")
    return N_("{player} moves a token from {field} to the initiative area: {kind}.")


def _conquered_words(a: int, b: int, _c: int) -> str:
    return N_("{player} puts the own base aside.") if a == b else N_("{player} captures the base of {owner}.")


def _passed_words(_a: int, b: int, _c: int) -> str:
    return N_("{player} cannot act and passes.") if b else ""


def _shifted(viewer: int, event: Event) -> Event:
    """HEX-17.3: of a face-down token others know the field alone."""
    code, a, b, c = event
    return event if a == viewer or c >= FACE_UP else (code, a, b, board.UNKNOWN)


def _played(viewer: int, event: Event) -> Event:
    """HEX-17.3: others read `place ? f` and `init ?`."""
    code, actor, action, c = event
    family = board.LAYOUT.family(action)
    if actor == viewer or family not in (board.PLACE, board.INIT):
        return event
    if family == board.INIT:
        return (code, actor, board.INIT + board.UNKNOWN, c)
    return (code, actor, board.PLACE + board.UNKNOWN * board.FIELDS + (action - board.PLACE) % board.FIELDS, c)


_DONE = {
    "cruise": N_("{player} cruises from {start} to {to}."),
    "convoy": N_("{player}: convoy from {start} over {over} to {to}."),
    "escort": N_("{player}: escort from {start} over {over} to {to}."),
    "kidnap": N_("{player} kidnaps from {start}."),
    "intercept": N_("{player} intercepts from {start}."),
    "ambush": N_("{player} ambushes from the base."),
    "rescue": N_("{player} frees a ship from {to}."),
    "trap": N_("{player} springs a trap on {to} with the ship on {start}."),
}


def _played_line(actor: int, action: int, say: Say) -> str:
    """Only actions whose events do not tell them have a sentence of their own."""
    name = ACTIONS.family(action).name
    if name == "pass":
        return say("{player} passes.", player=say.player(actor))
    if name == "halt":
        return say("{player} ends the escort.", player=say.player(actor))
    if name not in _DONE:
        return ""
    places = {role: _named(name, say) for role, name in places_of(action).items()}
    return say(_DONE[name], player=say.player(actor), **places)


EVENTS = Events(
    codes,
    ACTIONS,
    played=_played,
    played_line=_played_line,
    FIRST_DRAWN=Told(N_("{player} begins."), PLAYER),
    LAID=Told(
        either(
            2,
            board.UNKNOWN,
            N_("{player} lays a token on {field}, face down."),
            N_("{player} lays a token on {field}, face down: {kind}."),
        ),
        PLAYER,
        _KIND,
        _FIELD,
        shown=hiding(2, board.UNKNOWN, 1),
    ),
    STOCKED=Told(
        either(
            2,
            board.UNKNOWN,
            N_("{player} lays a token in the initiative area, face down."),
            N_("{player} lays a token in the initiative area, face down: {kind}."),
        ),
        PLAYER,
        _KIND,
        shown=hiding(2, board.UNKNOWN, 1),
    ),
    SPIED=Told(N_("{player} uncovers {field}: {kind} of {owner}."), PLAYER, _FIELD, _OWNED),
    SHOWN=Told(N_("{player} shows {field}: {kind}."), PLAYER, _FIELD, _KIND),
    PAID=Told(N_("{player} pays openly with a token of the hand: {kind}."), PLAYER, _KIND),
    PENALTY=Told(
        many(
            "{player} cannot pay it all: {n} penalty point.",
            "{player} cannot pay it all: {n} penalty points.",
        ),
        PLAYER,
        COUNT,
    ),
    STOWED=Told(
        many(
            "{player} puts {n} token left into the initiative area.",
            "{player} puts {n} tokens left into the initiative area.",
        ),
        PLAYER,
        COUNT,
    ),
    SHIFTED=Told(_shifted_words, PLAYER, _FIELD, _KIND, shown=_shifted),
    INITIATIVE=Told(
        N_("Initiative of {player}: {n} ({kinds})."), PLAYER, COUNT, EventArgument("kinds", _kinds), reveals=True
    ),
    TIED=Told(N_("Equal initiative: {players} bid for place {place}."), EventArgument("players", _seats), _PLACE),
    BIDDEN=Told(N_("{player} bids {n}."), PLAYER, COUNT),
    DROPPED=Told(N_("{player} drops out of the auction."), PLAYER),
    OUTBID=Told(N_("{player} gets place {place} and pays {n}."), PLAYER, COUNT, _PLACE),
    ORDERED=Told(N_("Order line: {players}."), EventArgument("players", _in_order)),
    UNCOVERED=Told(N_("All tokens on the board are turned face up."), reveals=True),
    MOVED=Told("", PLAYER, UNTOLD, UNTOLD),  # from, to: a step or a jump
    RETURNED=Told(N_("The cruise token on {field} goes back to {player}."), PLAYER, _FIELD),
    JUMPED=Told("", PLAYER, _FIELD),
    CAPTURED=Told(N_("{player} takes {kind} of {owner} from {field}."), PLAYER, _FIELD, _OWNED),
    CONQUERED=Told(_conquered_words, PLAYER, EventArgument("owner", player), UNTOLD),  # the field of the ship
    RESCUED=Told("", PLAYER, UNTOLD),  # from whom
    PASSED=Told(_passed_words, PLAYER),  # 1 if automatic
    CALMED=Told(N_("{number} quiet actions in a row: the confrontation ends."), _NUMBER),
    QUIESCED=Told(N_("All have passed: the confrontation ends.")),
    SCORED=Told(
        N_("Round {round}: {player} {result}."),
        PLAYER,
        EventArgument("result", _signed),
        EventArgument("round", number),
    ),
    CLEANED=Told("", _NUMBER),
    ROUND=Told(N_("Round {number} begins."), _NUMBER),
    FINISHED=Told(N_("The game is over.")),
    TURNED=Told("", PLAYER, _KIND, _FIELD),  # a token that is turned face up with all others
)
