"""Tiny games in which something is hidden: hands, cards chosen at the same time, sealed bids; for two to five."""

from __future__ import annotations

from typing import ClassVar

from benchmarks.tiny.base import Tiny, tiny
from kotva.engine.arrays import Rng
from kotva.engine.state import CHANCE, OVER

UNKNOWN = -2
NONE = -1


class Sealed(Tiny):
    """All who are in choose at the same time; when the last one has, everything is laid open."""

    hidden: ClassVar[tuple[str, ...]] = ("choice",)

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.choice = [NONE] * seats  # as far as it is known
        self.chosen = [0] * seats

    def to_act(self) -> int:
        return OVER if self.is_over() else self.chosen.index(0)

    def may_act(self, seat: int) -> bool:
        return not self.is_over() and not self.chosen[seat]

    def look(self, seat: int, v: Sealed) -> None:
        v.choice = [c if i == seat or c == NONE else UNKNOWN for i, c in enumerate(self.choice)]

    def redeal(self, _seat: int, rng: Rng) -> None:
        for other in range(self.seats):
            if self.choice[other] == UNKNOWN:
                fits = self.options(other)
                self.choice[other] = fits[rng.below(len(fits))]

    def apply(self, seat: int, action: int) -> None:
        self.choice[seat] = action
        self.chosen[seat] = 1
        if all(self.chosen):
            self.resolve()
            self.choice = [NONE] * self.seats
            self.chosen = [0] * self.seats

    def is_over(self) -> bool:
        raise NotImplementedError

    def resolve(self) -> None:
        raise NotImplementedError


class Goof(Sealed):
    """Everybody has cards 1 to 7; each prize in turn goes to the one highest card, cards that are equal win nothing."""

    prizes = (4, 2, 6, 1, 7, 3, 5)

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hand = [127] * seats
        self.points = [0] * seats
        self.round = 0

    def is_over(self) -> bool:
        return self.round == 7

    def options(self, seat: int) -> list[int]:
        return [card for card in range(7) if self.hand[seat] >> card & 1]

    def resolve(self) -> None:
        sole = [card for card in self.choice if self.choice.count(card) == 1]
        if sole:
            self.points[self.choice.index(max(sole))] += self.prizes[self.round]
        for seat, card in enumerate(self.choice):
            self.hand[seat] &= ~(1 << card)
        self.round += 1

    def score(self, seat: int) -> int:
        return self.points[seat]


class Draft(Sealed):
    """Three packets of six open cards go round, everybody takes a card from the one at hand at the same time.

    Cards have a suit (of three) and a value; at the end a suit counts for whoever has most of it, the others' cards nothing.
    """

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        cards = [(7 * i + 3) % 18 for i in range(18)]
        self.packet = [cards[i] for i in range(18)]  # by packet six cards, -1 where one was taken
        self.taken = [0] * (3 * seats)  # by seat and suit: the values
        self.round = 0

    def is_over(self) -> bool:
        return self.round == 6

    def options(self, seat: int) -> list[int]:
        packet = (seat + self.round) % self.seats
        return [place for place in range(6) if self.packet[6 * packet + place] >= 0]

    def resolve(self) -> None:
        for seat, place in enumerate(self.choice):
            packet = (seat + self.round) % self.seats
            card = self.packet[6 * packet + place]
            self.packet[6 * packet + place] = -1
            self.taken[3 * seat + card % 3] += 1 + card // 3
        self.round += 1

    def score(self, seat: int) -> int:
        total = 0
        for suit in range(3):
            mine = self.taken[3 * seat + suit]
            if mine == max(self.taken[suit::3]):
                total += mine
        return total


class Bids(Sealed):
    """Ten lots of 1 to 5 in a mixed order; five bid secretly from ten coins each, the highest alone pays and gets it."""

    lots = (3, 5, 1, 4, 2, 5, 3, 2, 4, 1)

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.coins = [10] * seats
        self.points = [0] * seats
        self.round = 0

    def is_over(self) -> bool:
        return self.round == len(self.lots)

    def options(self, seat: int) -> list[int]:
        return list(range(self.coins[seat] + 1))

    def resolve(self) -> None:
        sole = [bid for bid in self.choice if self.choice.count(bid) == 1]
        if sole:
            seat = self.choice.index(max(sole))
            self.points[seat] += self.lots[self.round]
            self.coins[seat] -= max(sole)
        self.round += 1

    def score(self, seat: int) -> int:
        return 100 * self.points[seat] + self.coins[seat]


class Tricks(Tiny):
    """Six of 18 cards each in three suits, any may be played; the highest of the suit led wins. Most tricks of four deals win."""

    hidden: ClassVar[tuple[str, ...]] = ("hand",)
    cards, deals = 18, 4

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hand = [0] * seats  # sets of cards; -1: unknown
        self.bag = (1 << self.cards) - 1
        self.dealt = self.deal = 0
        self.played = 0  # by anybody
        self.size = [0] * seats
        self.trick = [NONE] * seats
        self.lead = self.player = 0
        self.won = [0] * seats

    def to_act(self) -> int:
        if self.deal == self.deals:
            return OVER
        return CHANCE if self.dealt < self.cards else self.player

    def outcomes(self) -> list[int]:
        return [self.cards + card for card in range(self.cards) if self.bag >> card & 1]

    def options(self, seat: int) -> list[int]:
        hand = self.hand[seat]
        return [card for card in range(self.cards) if hand >> card & 1]

    def apply(self, seat: int, action: int) -> None:
        if seat == CHANCE:
            card = action - self.cards
            self.bag &= ~(1 << card)
            self.hand[self.dealt % self.seats] |= 1 << card
            self.size[self.dealt % self.seats] += 1
            self.dealt += 1
            return
        self.hand[seat] &= ~(1 << action)
        self.played |= 1 << action
        self.size[seat] -= 1
        self.trick[seat] = action
        self.player = (seat + 1) % self.seats
        if self.player == self.lead:
            self.take()

    def take(self) -> None:
        """The trick is full."""
        led = self.trick[self.lead] // 6
        best = max(range(self.seats), key=lambda i: self.trick[i] if self.trick[i] // 6 == led else -1)
        self.won[best] += 1
        self.lead = self.player = best
        self.trick = [NONE] * self.seats
        if not any(self.size):
            self.deal += 1
            self.lead = self.player = self.deal % self.seats
            if self.deal < self.deals:
                self.bag, self.dealt, self.played = (1 << self.cards) - 1, 0, 0

    def look(self, seat: int, v: Tricks) -> None:
        v.hand = [hand if i == seat else -1 for i, hand in enumerate(self.hand)]
        v.bag = self.bag if self.dealt == self.cards else -1

    def redeal(self, seat: int, rng: Rng) -> None:
        mine = self.hand[seat] if seat >= 0 else 0
        left = [card for card in range(self.cards) if not (self.played | mine) >> card & 1]
        for other in range(self.seats):
            if self.hand[other] == -1:
                self.hand[other] = 0
                for _ in range(self.size[other]):
                    self.hand[other] |= 1 << left.pop(rng.below(len(left)))
        if self.bag == -1:
            self.bag = sum(1 << card for card in left)

    def score(self, seat: int) -> int:
        return self.won[seat]


GOOF = tiny("goof", Goof, (2,), 7)
DRAFT = tiny("draft", Draft, (3,), 6)
BIDS = tiny("bids", Bids, (5,), 11)
TRICKS = tiny("tricks", Tricks, (3,), 18, dealt=18)
