"""What Settlers is made of (SET section 2)."""

from __future__ import annotations

from kotva.engine.components import HEX, RECTANGLE, ROUND, Component, GameComponents
from kotva.engine.say import N_

_SEATS = range(4)
_CARD = (52.0, 70.0)  # the drawing of a card, with what sticks out of its frame
_CARD_MM = (44.0, 61.0)
_TERRAINS = (("forest", 4), ("pasture", 4), ("fields", 4), ("hills", 3), ("mountains", 3), ("desert", 1))
_ACTIONS = (("k", 14), ("r", 2), ("i", 2), ("m", 2), ("v", 5))


def _token(name: str, front: str, count: int = 1) -> Component:
    return Component(name=name, count=count, size=(22.0, 22.0), front=front, shape=ROUND, box=(56.0, 56.0))


def _card(name: str, front: str, count: int, back: str = "") -> Component:
    return Component(name=name, count=count, size=_CARD_MM, front=front, back=back, shape=RECTANGLE, box=_CARD)


COMPONENTS = GameComponents(
    pieces=(
        *(
            Component(
                name=N_("land hexes"),
                count=count,
                size=(69.3, 80.0),
                front=f"terrain-{kind}",
                shape=HEX,
                box=(55.4, 64.0),
            )
            for kind, count in _TERRAINS
        ),
        *(
            _token(N_("number tokens"), f"number-{number}", 1 if number in (2, 12) else 2)
            for number in range(2, 13)
            if number != 7
        ),
        _token(N_("harbours"), "harbour-3", 4),
        *(_token(N_("harbours"), f"harbour-{kind}") for kind in "LBWGO"),
        *(_card(N_("resource cards"), f"resource-{kind}", 19, "back") for kind in "LBWGO"),
        *(_card(N_("action cards"), f"action-{kind}", count, "deck") for kind, count in _ACTIONS),
        *(
            Component(name=name, count=count, size=size, front=f"{piece}-{seat}", owner=seat, box=box)
            for seat in _SEATS
            for name, piece, count, size, box in (
                (N_("roads"), "road", 15, (30.0, 7.5), (66.0, 16.5)),
                (N_("settlements"), "settlement", 5, (16.0, 16.0), (50.0, 50.0)),
                (N_("cities"), "city", 4, (22.0, 22.0), (66.0, 66.0)),
            )
        ),
        *(_card(N_("special cards"), name, 1) for name in ("longest", "largest")),
        Component(name=N_("robber"), count=1, size=(24.0, 24.0), front="robber", box=(64.0, 64.0)),
        Component(name=N_("dice"), count=2),
    ),
)
