"""Tokens that have just left the board or the hand: into an initiative area, a captured pile, back to their owner."""

from __future__ import annotations

from collections.abc import Iterator

from kotva.engine.game import View
from kotva.engine.scene import Flight
from kotva.games.hexxi import board
from kotva.games.hexxi.rules import codes
from kotva.games.hexxi.rules.game import Hexxi


def drawing(kind: int, owner: int, is_down: bool) -> str:
    """A token's drawing: its face, its back, or its back with what the owner knows."""
    if kind == board.UNKNOWN:
        return f"back-{owner}"
    return f"{'down' if is_down else 'token'}-{board.LETTERS[kind]}-{owner}"


def flights(view: View[Hexxi], known: set[str]) -> Iterator[Flight]:
    """What flies, from where to where, as far as this viewer may know it; `known` are the items on the table."""
    for code, a, b, c in view.news:
        if code == codes.STOCKED:
            end = "initiative" if a == view.seat and "initiative" in known else f"seat-{a}"
            yield Flight(drawing(b, a, True), _hand(view, a, b, known), end, owner=a)
        elif code == codes.PAID:
            yield Flight(drawing(b, a, False), _hand(view, a, b, known), f"seat-{a}", owner=a)
        elif code == codes.SHIFTED:
            yield Flight(drawing(c % 8, a, c < 8), f"field-{board.FIELD_NAMES[b]}", f"seat-{a}", owner=a)
        elif code == codes.RETURNED:
            yield Flight(
                drawing(board.CRUISE, a, False),
                f"field-{board.FIELD_NAMES[b]}",
                _hand(view, a, board.CRUISE, known),
                owner=a,
            )
        elif code == codes.CAPTURED:
            owner, kind = divmod(c, 8)
            yield Flight(drawing(kind, owner, False), f"field-{board.FIELD_NAMES[b]}", f"seat-{a}", owner=owner)
        elif code == codes.CONQUERED:
            yield Flight(f"base-{b}", f"base-{b}", f"seat-{a}", owner=b)
        elif code == codes.RESCUED:
            yield Flight(drawing(board.SHIP, a, False), f"seat-{b}", _hand(view, a, board.SHIP, known), owner=a)


def _hand(view: View[Hexxi], seat: int, kind: int, known: set[str]) -> str:
    """Where a token of a hand is: an own one among its kind, if any is left there, others at their player."""
    own = f"hand-{board.LETTERS[kind]}"
    return own if seat == view.seat and own in known else f"seat-{seat}"
