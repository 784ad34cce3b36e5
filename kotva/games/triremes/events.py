"""What happens in Triremes: each event with its sentence in the log, what its numbers stand for, and who may know it.

Squares and ships have their codes here; a pose is square * 4 + heading.
"""

from __future__ import annotations

from collections.abc import Callable

from kotva.engine.events import OTHER, PLAYER, SENTENCE, UNTOLD, Event, EventArgument, Events, Told, either
from kotva.engine.say import N_, Say
from kotva.games.triremes import board
from kotva.games.triremes.board import ship_name, square_name
from kotva.games.triremes.notation import ACTIONS
from kotva.games.triremes.rules import codes
from kotva.games.triremes.symbols import MARGIN, SQUARE
from kotva.games.triremes.text import BEARINGS, REASONS, nation, ship_words, soldier_words


def _pointed(ident: int, say: Say, form: Callable[[str], str] = str) -> str:
    return say.thing(form(ship_words(ident, say)), ship_name(ident))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _ship(ident: int, say: Say) -> str:
    return _pointed(ident, say)


def _first(ident: int, say: Say) -> str:
    return _pointed(ident, say, _capital)


def _square(code: int, say: Say) -> str:
    """A square in the log: at sea there is no thing of that name, so it is told where it lies, from the left and from below."""
    name, (column, row) = square_name(code), divmod(code, board.GRID)
    return say.thing(
        name, f"at-{name}", f"#{MARGIN + SQUARE * column + SQUARE // 2},-{MARGIN + SQUARE * row + SQUARE // 2}"
    )


def _pose(pose: int, say: Say) -> dict[str, str]:
    return {"square": _square(pose // 4, say), "bearing": say(BEARINGS[pose % 4])}


def _sunk(ship: int, rammer: int, drowned: int, say: Say) -> str:
    line = say("{rammer} rams and sinks {ship}.", rammer=_first(rammer, say), ship=_ship(ship, say))
    return line + (" " + say.many("{n} soldier drowns.", "{n} soldiers drown.", drowned) if drowned else "")


def _soldiers(n: int, say: Say) -> str:
    return say.many("{n} soldier", "{n} soldiers", n)


def _ships(n: int, say: Say) -> str:
    return say.many("{n} ship", "{n} ships", n)


def _crossed_words(soldiers: int, _start: int, _to: int) -> str:
    return N_("{soldiers} cross from {ship} to {prize}.") if soldiers else ""


def _struck_from(start: int, say: Say) -> dict[str, str]:
    """A square, or NONE - 1 - the ship."""
    return {"ship": _ship(board.NONE - 1 - start, say)} if start < board.NONE else {"start": _square(start, say)}


def _struck_words(_seat: int, start: int, _to: int) -> str:
    if start < board.NONE:
        return N_("A {soldier} from {ship} attacks on {square}.")
    return N_("A {soldier} from {start} attacks on {square}.")


def _rolled(fighters: int, attack: int, defence: int, say: Say) -> dict[str, object]:
    return {
        "attacker": nation(fighters // 4, say),
        "defender": nation(fighters % 4, say),
        "a": attack,
        "d": defence,
        "x": attack + board.ATTACK,
        "y": defence + board.DEFENCE,
    }


def _lost(ship: int, square: int, say: Say) -> dict[str, str]:
    """A ship or NONE, a square or NONE."""
    return {"ship": _ship(ship, say)} if ship != board.NONE else {"square": _square(square, say)}


def _embarked(packed: int, ship: int, squares: int, say: Say) -> dict[str, str]:
    ends = dict.fromkeys(divmod(squares, board.SQUARES))
    return {
        "nation": nation(packed // 4, say),
        "squares": ", ".join(_square(q, say) for q in ends),
        "ship": _ship(ship, say) if ship != board.NONE else say("a ship"),
    }


def _bought(seat: int, ship: int, square: int, say: Say) -> dict[str, str]:
    what = say("a {soldier}", soldier=soldier_words(seat, say)) if ship == board.NONE else _ship(ship, say)
    return {"nation": nation(seat, say), "figure": what, "square": _square(square, say)}


def _by(seat: int, say: Say) -> str:
    return say(" by {player}", player=say.player(seat)) if seat != board.NONE else ""


def _end(reason: int, say: Say) -> str:
    return say(REASONS[reason].text)


_SHIP = EventArgument("ship", _ship)
_SHIP_FIRST = EventArgument("ship", _first)  # it begins the sentence
_SQUARE = EventArgument("square", _square)
_START = EventArgument("start", _square)
_SOLDIER = EventArgument("soldier", soldier_words)  # by the seat


def _placer(seat: int, say: Say) -> dict[str, str]:
    return {"player": say.player(seat), "soldier": soldier_words(seat, say)}


def _played(viewer: int, event: Event) -> Event | None:
    """TRI-21.1: embarking names the ship, so others see the event EMBARKED alone, which tells them what they may know."""
    return None if board.EMBARK <= event[2] < board.LAND_ONE and event[1] != viewer else event


def _ship_hidden(how: int) -> Callable[[int, Event], Event]:
    """TRI-21.1: with this kind of `cargo` others do not learn the ship; the first number is seat * 4 + cargo."""

    def shown(viewer: int, event: Event) -> Event:
        code, a, _, c = event
        return (code, a, board.NONE, c) if a % 4 == how and a // 4 != viewer else event

    return shown


# With loads hidden: who drowns, lands or finds room aboard, and what a victor gains, tells something of a load (TRI-21.2).
EVENTS = Events(
    codes,
    ACTIONS,
    played=_played,
    PLACED=Told(N_("{player} places a {soldier} on {square}."), EventArgument("", _placer), _SQUARE),
    SAILED=Told(
        N_("{ship} sails to {square}, heading {bearing}."), _SHIP_FIRST, UNTOLD, EventArgument("", _pose)
    ),  # from, to
    SUNK=Told(SENTENCE, EventArgument("sentence", _sunk, 3), reveals=True),
    CROSSED=Told(
        _crossed_words, EventArgument("soldiers", _soldiers), _SHIP, EventArgument("prize", _ship), reveals=True
    ),
    BOARDED=Told(N_("{ship} boards {target}."), _SHIP_FIRST, EventArgument("target", _ship)),
    ASSAULTED=Told(N_("A {soldier} on {square} assaults {ship}."), _SOLDIER, _SQUARE, _SHIP),
    STRUCK=Told(_struck_words, _SOLDIER, EventArgument("", _struck_from), _SQUARE),
    ROLLED=Told(
        N_("{attacker} attacks with {a} + 3 = {x}, {defender} defends with {d} + 2 = {y}."),
        EventArgument("", _rolled, 3),
    ),
    LOST=Told(
        either(2, board.NONE, N_("The {soldier} of {square} falls."), N_("A {soldier} of {ship} falls.")),
        _SOLDIER,
        EventArgument("", _lost, 2),
        reveals=True,
    ),
    PAID=Told(N_("{player} pays for a tactical move."), PLAYER),  # with the loss that follows
    CAPTURED=Told(N_("{nation} captures {ship}."), _SHIP, EventArgument("nation", nation), UNTOLD),  # the old owner
    STEPPED=Told(N_("A {soldier} steps from {start} to {square}."), _SOLDIER, _START, _SQUARE),
    TOOK=Told(N_("The {soldier} takes the place on {square}."), _SOLDIER, UNTOLD, _SQUARE),  # of a beaten soldier
    EMBARKED=Told(
        N_("{nation} embarks from {squares} on {ship}."),
        EventArgument("", _embarked, 3),
        shown=_ship_hidden(board.CARGO_HIDDEN),
        shown_later=_ship_hidden(board.CARGO_MEMORY),  # told once; it cannot be looked up
        reveals=True,
    ),
    LANDED=Told(N_("A {soldier} lands from {ship} on {square}."), _SOLDIER, _SHIP, _SQUARE, reveals=True),
    UNDECIDED=Told(N_("Nobody wins: the fight ends undecided.")),
    PASSED=Told(N_("{player} has no legal action and passes."), PLAYER),
    ELIMINATED=Told(N_("{player} is beaten{by}."), PLAYER, EventArgument("by", _by), reveals=True),
    GAINED=Told(
        N_("{player} gains {ships} and {soldiers}."),
        PLAYER,
        EventArgument("ships", _ships),
        EventArgument("soldiers", _soldiers),
        reveals=True,
    ),
    OFFERED=Told(N_("{player} offers {other} a pact."), PLAYER, OTHER),
    ANSWERED=Told(
        either(3, 0, N_("{player} refuses the pact."), N_("{player} accepts the pact.")), PLAYER, UNTOLD
    ),  # whom
    BREAKING=Told(N_("{player} breaks the pact with {other}: it ends with this turn."), PLAYER, OTHER),
    PACT_ENDED=Told(N_("The pact of {player} and {other} is over."), PLAYER, OTHER),
    BOUGHT=Told(N_("{nation} buys {figure} for {square}."), EventArgument("", _bought, 3)),
    DRAW_OFFERED=Told(N_("{player} offers a draw."), PLAYER),
    DRAW_ANSWERED=Told(either(2, 0, N_("{player} refuses the draw."), N_("{player} accepts the draw.")), PLAYER),
    GAVE_UP=Told(N_("{player} resigns."), PLAYER),
    FINISHED=Told(SENTENCE, EventArgument("sentence", _end)),
    BEGINS=Told(N_("{player} begins."), PLAYER),
)
