"""What laying a token would do: where the boatswain would walk and who would board, field by field (BOS-9, BOS-10)."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.game import Event, View
from kotva.engine.say import Say
from kotva.engine.scene import About, Mark, Panel
from kotva.engine.tallies import Tally, kinds_panel
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


def statistics(events: Sequence[Event], say: Say) -> tuple[Panel, ...]:
    """Who has laid, exchanged and poisoned how many tokens, and the fields over which the boatswain went."""
    tally = Tally(say.players, 3)
    visited = [0] * board.FIELDS
    for code, a, b, _ in events:
        if code == codes.LAID:
            tally.add(a, 0)
        elif code == codes.SWAPPED:
            tally.add(a, 1, b)
        elif code == codes.POISONED:
            tally.add(a, 2)
        elif code == codes.WALKED and 0 <= b < board.FIELDS:
            visited[b] += 1
    head = (say("laid"), say("exchanged"), say("poisoned"))
    fields = [(board.FIELD_NAMES[field], number) for field, number in enumerate(visited)]
    panels = (
        tally.panel("token-statistics", say("Tokens"), head, say),
        kinds_panel("walk-statistics", say("Where the boatswain went"), (say("field"), say("times")), fields),
    )
    return tuple(panel for panel in panels if panel is not None)
