"""What laying a token would do: where the boatswain would walk and who would board, field by field (BOS-9, BOS-10)."""

from __future__ import annotations

from kotva.engine.game import Event, View
from kotva.engine.say import Say
from kotva.engine.scene import About, Mark
from kotva.games.bosman import board
from kotva.games.bosman.events import EVENTS
from kotva.games.bosman.rules import Bosman, codes
from kotva.games.bosman.scene import field_place, seat_place, token_ids

_SHOWN = (codes.WALKED, codes.WEDGED, codes.BOARDED)


def about(view: View[Bosman], item: str, say: Say) -> About:
    """For a token that the viewer may lay now: what each of its fields would bring."""
    s = view.seen
    if view.seat is None or s.to_act() != view.seat:
        return About()
    token = _token(s, view.seat, item)
    stays = say("The boatswain stays.")
    words: list[str] = []
    marks: list[Mark] = []
    for action in view.legal():
        if (
            token == board.NONE
            or not board.PLAY <= action < board.DRAW
            or (action - board.PLAY) // board.FIELDS != token
        ):
            continue
        events = _then(view, action)
        told = " ".join(EVENTS.log([event for event in events if event[0] in _SHOWN], say))
        field = board.FIELD_NAMES[(action - board.PLAY) % board.FIELDS]
        words.append(f"{field}: {told or stays}")
        marks += _marks(events)
    return About(tuple(words), tuple(dict.fromkeys(marks)))


def _token(s: Bosman, seat: int, item: str) -> int:
    """The token of the hand, or the cabin boy, that an id stands for."""
    for ident, token, where, _ in token_ids(s, seat):
        if ident == item and where == "hand":
            return token
    name = item.removesuffix("-1")
    token = board.TOKEN_NAMES.index(name) if name in board.TOKEN_NAMES else board.NONE
    return token if token != board.NONE and token % 10 == board.BOY and s.owner[token // 10] == seat else board.NONE


def _then(view: View[Bosman], action: int) -> list[Event]:
    """What an action sets off before anything is drawn: nothing of it is hidden (BOS-14.4)."""
    assert view.seat is not None
    state = view.seen.clone()
    events: list[Event] = []
    state.trace = events
    state.apply(view.seat, action)
    return events


def _marks(events: list[Event]) -> list[Mark]:
    """Where the boatswain ends, and the seats that are taken."""
    walked = [b for code, _, b, _ in events if code == codes.WALKED]
    ends = [Mark(*field_place(walked[-1]))] if walked else []
    return ends + [Mark(*seat_place(c), "threat", 0.9) for code, _, _, c in events if code == codes.BOARDED]
