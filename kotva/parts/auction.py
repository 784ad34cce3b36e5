"""Auctions around the table: everybody raises or passes until one is left. Sealed ones are made with `sealed`.

An auction is one list in the state, all of it public: price, leader, whose turn, and for each seat whether it is still in.

    start:       self.lot = auction.opened(seats, first)
    to_act:      return auction.bidder(self.lot)
    why_not:     return (OK, 302, 303, 304)[auction.refusal(self.lot, seat, amount, self.money[seat])]
    apply:       auction.bid(self.lot, amount)    or    auction.drop(self.lot)
                 if auction.closed(self.lot): winner, price = auction.leader(self.lot), auction.price(self.lot)

Bidding (with `stays=True`): a pass puts nobody out; it ends when all the others have passed one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

NOBODY: Final = -1
FINE, OUT_OF_TURN, TOO_LOW, TOO_HIGH = range(4)  # what `refusal` answers
_PRICE, _LEADER, _TURN, _STAYS, _PASSES, _SEATS = range(6)


def opened(seats: int, first: int, *, start: int = 0, stays: bool = False, out: Sequence[int] = ()) -> list[int]:
    """An auction that `first` begins; bids are higher than `start`. Seats in `out` take no part."""
    inside = [0 if seat in out else 1 for seat in range(seats)]
    lot = [start, NOBODY, first, int(stays), 0, *inside]
    if not inside[first]:
        lot[_TURN] = _next(lot, first)
    return lot


def none(seats: int) -> list[int]:
    """No auction: the value of the field between two."""
    return [0, NOBODY, NOBODY, 0, 0, *([0] * seats)]


def bidder(lot: Sequence[int]) -> int:
    """Whose turn it is to bid or to pass; NOBODY when it is over."""
    return lot[_TURN]


def price(lot: Sequence[int]) -> int:
    """The highest bid."""
    return lot[_PRICE]


def leader(lot: Sequence[int]) -> int:
    """The seat with the highest bid; NOBODY while there is none."""
    return lot[_LEADER]


def is_in(lot: Sequence[int], seat: int) -> bool:
    """Whether a seat has not passed for good."""
    return lot[_PASSES + 1 + seat] == 1


def closed(lot: Sequence[int]) -> bool:
    """Whether it is over."""
    return lot[_TURN] == NOBODY


def refusal(lot: Sequence[int], seat: int, amount: int, money: int) -> int:
    """FINE, or why this seat may not bid so much: OUT_OF_TURN, TOO_LOW, TOO_HIGH."""
    if seat != lot[_TURN] or seat < 0:
        return OUT_OF_TURN
    if amount <= lot[_PRICE]:
        return TOO_LOW
    return TOO_HIGH if amount > money else FINE


def bid(lot: list[int], amount: int) -> None:
    """The bidder offers more; the next one decides."""
    lot[_PRICE], lot[_LEADER], lot[_PASSES] = amount, lot[_TURN], 0
    _go_on(lot)


def drop(lot: list[int]) -> None:
    """The bidder passes. The last seat that stays wins with the highest bid."""
    lot[_PASSES] += 1
    if not lot[_STAYS]:
        lot[_PASSES + 1 + lot[_TURN]] = 0
    _go_on(lot)


def sound(lot: Sequence[int], money: Sequence[int]) -> bool:
    """Whether bids and passes can have led here, for `Game.rules.check`: nobody leads without the money, or is asked in vain."""
    if len(lot) != _PASSES + 1 + len(money) or not set(lot[_PASSES + 1 :]) <= {0, 1} or lot[_STAYS] not in (0, 1):
        return False
    seats, inside = range(len(money)), sum(lot[_PASSES + 1 :])
    if lot[_TURN] == NOBODY:
        return list(lot) == none(len(money))
    if lot[_TURN] not in seats or not is_in(lot, lot[_TURN]) or lot[_TURN] == lot[_LEADER]:
        return False
    if lot[_LEADER] == NOBODY:
        most = inside - 1 if lot[_STAYS] else len(money) - inside
        return lot[_PRICE] >= 0 and 0 <= lot[_PASSES] <= most
    if lot[_LEADER] not in seats or not is_in(lot, lot[_LEADER]) or not 0 < lot[_PRICE] <= money[lot[_LEADER]]:
        return False
    since = _since(lot, lot[_LEADER], lot[_TURN])  # they have decided since the highest bid
    if lot[_STAYS]:
        return lot[_PASSES] == sum(is_in(lot, seat) for seat in since)
    return 0 <= lot[_PASSES] <= len(money) - inside and not any(is_in(lot, seat) for seat in since)


def _since(lot: Sequence[int], leader: int, turn: int) -> list[int]:
    """The seats that were asked after the leader."""
    seats = len(lot) - _PASSES - 1
    return [(leader + i) % seats for i in range(1, (turn - leader) % seats)]


def _go_on(lot: list[int]) -> None:
    inside = sum(lot[_PASSES + 1 :])
    if lot[_STAYS]:
        over = lot[_PASSES] >= (inside - 1 if lot[_LEADER] != NOBODY else inside)
    else:
        over = inside == 0 or (inside == 1 and lot[_LEADER] != NOBODY)
    lot[_TURN] = NOBODY if over else _next(lot, lot[_TURN])


def _next(lot: Sequence[int], seat: int) -> int:
    seats = len(lot) - _PASSES - 1
    turn = [(seat + i) % seats for i in range(1, seats + 1)]
    return next((other for other in turn if lot[_PASSES + 1 + other]), NOBODY)
