"""What happens in Bosman: each event with its sentence in the log, what its numbers stand for, and who may know it."""

from __future__ import annotations

from collections.abc import Callable

from kotva.engine.events import PLAYER, SENTENCE, UNTOLD, Event, EventArgument, Events, Told, to_seat_alone
from kotva.engine.say import N_, Say
from kotva.engine.state import CHANCE
from kotva.games.bosman import board
from kotva.games.bosman.notation import ACTIONS
from kotva.games.bosman.rules import codes
from kotva.games.bosman.text import REASONS, the_token, token_words


def _field(field: int, say: Say) -> str:
    return say.thing(board.FIELD_NAMES[field], f"field-{board.FIELD_NAMES[field]}")


def _seat(at: int, say: Say) -> str:
    return say.thing(board.SEAT_NAMES[at], f"seat-{board.SEAT_NAMES[at]}")


def _pointed(token: int, words: Callable[[int, Say], str], say: Say) -> str:
    """A token in the log: wherever one like it lies, it can be pointed at."""
    if token == board.UNKNOWN:
        return words(token, say)
    return say.thing(words(token, say), *(f"{board.TOKEN_NAMES[token]}-{n}" for n in range(1, 4)))


def _done_with(token: int, say: Say) -> str:
    return _pointed(token, the_token, say)


def _doing(token: int, say: Say) -> str:
    return _pointed(token, token_words, say)


def _tokens(n: int, say: Say) -> str:
    return say.many("{n} token", "{n} tokens", n)


def _end(reason: int, say: Say) -> str:
    return say(REASONS[reason].text)


_FIELD = EventArgument("field", _field)
_TOKEN = EventArgument("token", _done_with)  # something is done with it
_ACTING = EventArgument("token", _doing)  # it does something


def _played(viewer: int, event: Event) -> Event | None:
    """BOS-14.4: what is exchanged and what is drawn, its player alone knows."""
    _, actor, action, _ = event
    return None if actor != viewer and (actor == CHANCE or ACTIONS.family(action).secret) else event


EVENTS = Events(
    codes,
    ACTIONS,
    played=_played,
    KEPT=Told(N_("{player} keeps the hand."), PLAYER),
    SWAPPED=Told(N_("{player} exchanges {tokens}."), PLAYER, EventArgument("tokens", _tokens)),
    GAVE=Told(N_("{player} puts {token} under the stack."), PLAYER, _TOKEN, shown=to_seat_alone),
    DREW=Told(N_("{player} draws {token}."), PLAYER, _TOKEN, shown=to_seat_alone, reveals=True),
    LAID=Told(
        N_("{player} lays {token} on {field}."), PLAYER, _TOKEN, _FIELD, reveals=True
    ),  # of the hand, or from under the stack
    REPLACED=Told(N_("{token} goes under the stack."), _ACTING, UNTOLD),  # where it lay
    WALKED=Told(N_("The boatswain walks {path}."), UNTOLD, EventArgument("path", _field), joined=True),  # from, to
    WEDGED=Told(N_("The boatswain is wedged on {field}."), _FIELD),
    BOARDED=Told(N_("{token} boards seat {seat}."), _ACTING, UNTOLD, EventArgument("seat", _seat)),  # where it lay
    POISONED=Told(N_("{player} poisons {token}."), PLAYER, UNTOLD, _TOKEN),  # the seat in the boat
    SKIPPED=Told(N_("{player} can do nothing and is skipped."), PLAYER),
    FINISHED=Told(SENTENCE, EventArgument("sentence", _end)),
    STARTED=Told("", UNTOLD, PLAYER),  # the number of the turn
)
