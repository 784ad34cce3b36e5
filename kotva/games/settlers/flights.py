"""Cards on their way: from fields and bank to hands, from hand to hand, back to the bank. Only what the viewer may know."""

from __future__ import annotations

from collections.abc import Iterator

from kotva.engine.game import View
from kotva.engine.scene import Flight
from kotva.games.settlers import board
from kotva.games.settlers.board import count
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.game import Settlers

BANK = board.NONE


def flights(view: View[Settlers]) -> Iterator[Flight]:
    """What the last action moved, in the order in which it happened."""
    s = view.seen
    vertex = 0
    for code, a, b, c in view.news:
        if code == codes.PRODUCED:
            yield from _harvest(view, s, a, b, c)
        elif code == codes.SETTLED:
            vertex = b
        elif code == codes.FOUNDED:  # SET-3.9: a card from each field round the settlement
            for h in (int(board.VERTEX_HEX[vertex * 3 + k]) for k in range(3)):
                if h != board.NONE and s.token[h]:
                    yield Flight(*_card(view, s, int(s.terrain[h]), f"hex-{h + 1}", a))
        elif code == codes.DISCARDED:
            yield from _moved(view, s, b, a, BANK)
        elif code == codes.INVENTED:
            yield from _moved(view, s, b, BANK, a)
        elif code == codes.BANKED:
            yield from _moved(view, s, b, a, BANK)
            yield from _moved(view, s, c, BANK, a)
        elif code == codes.GAVE:
            yield from _moved(view, s, c, a, b)
        elif code == codes.STOLE:  # SET-15.1: the thief and the victim see which card it is
            symbol = "back" if c == board.NONE else f"resource-{board.CODES[c]}"
            yield Flight(symbol, _place(view, s, c, b), _place(view, s, c, a))
        elif code == codes.BOUGHT:
            mine = view.seat == a and b != board.NONE
            yield Flight("deck", "deck", f"new-{board.CARD_CODES[b]}" if mine and s.player == a else f"seat-{a}")


def _harvest(view: View[Settlers], s: Settlers, seat: int, pack: int, number: int) -> Iterator[Flight]:
    """SET-5.1: from every field with the number thrown; no more than the bank had (SET-5.5)."""
    left = [int(count(pack, k)) for k in range(5)]
    for h in range(board.HEXES):
        resource = int(s.terrain[h])
        if s.token[h] != number or s.robber == h or resource not in range(5):
            continue
        around = (int(s.building[int(board.HEX_VERTEX[h * 6 + k])]) for k in range(6))
        due = sum(1 if building < 5 else 2 for building in around if building and (building - 1) % 4 == seat)
        brought = min(due, left[resource])
        left[resource] -= brought
        if brought:
            yield Flight(*_card(view, s, resource, f"hex-{h + 1}", seat), brought)


def _moved(view: View[Settlers], s: Settlers, pack: int, start: int, end: int) -> Iterator[Flight]:
    for k, code in enumerate(board.CODES):
        n = int(count(pack, k))
        if n:
            yield Flight(f"resource-{code}", _place(view, s, k, start), _place(view, s, k, end), n)


def _card(view: View[Settlers], s: Settlers, resource: int, start: str, seat: int) -> tuple[str, str, str]:
    return f"resource-{board.CODES[resource]}", start, _place(view, s, resource, seat)


def _place(view: View[Settlers], s: Settlers, resource: int, seat: int) -> str:
    """Where a card lies: in the bank, in the viewer's own hand (if one of its kind is left there), or before a player."""
    if seat == BANK:
        return f"bank-{board.CODES[resource]}"
    if seat == view.seat and resource != board.NONE and count(s.hand[seat], resource):
        return f"hand-{board.CODES[resource]}"
    return f"seat-{seat}"
