"""Hidden hands as counts: one list for all seats, `hands[seat * kinds + kind]`, and one of what is left in the deck.

Cards of one kind are all alike; with 52 different ones there are 52 kinds. Nobody knows the order of a deck, so it has none:
chance draws from the counts.

    to_act:      CHANCE while somebody is to be given a card
    list_chance: hands.weigh(self.deck, DRAW, out)
    apply:       self.deck[kind] -= 1;  self.hands[seat * KINDS + kind] += 1;  self.sizes[seat] += 1
    copy_hidden: c.hands, c.deck = self.hands[:], self.deck[:]
    look:        v.hands, v.deck = hands.seen(self.hands, KINDS, seat), [hands.UNKNOWN] * KINDS
    redeal:      hands.redeal(self.hands, self.deck, KINDS, self.sizes, unseen, rng)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kotva.engine.arrays import Rng
from kotva.engine.moves import Moves

UNKNOWN: Final = -1  # a count that the viewer may not know


def of(hands: Sequence[int], kinds: int, seat: int) -> list[int]:
    """The counts of one hand, kind by kind."""
    return list(hands[seat * kinds : (seat + 1) * kinds])


def weigh(deck: Sequence[int], base: int, out: Moves) -> None:
    """Every card that may come, as likely as there are cards of its kind: action `base + kind`."""
    for kind, n in enumerate(deck):
        if n > 0:
            out.weigh(base + kind, n)


def seen(hands: Sequence[int], kinds: int, viewer: int) -> list[int]:
    """The viewer's own hand as it is, the others unknown."""
    return [n if place // kinds == viewer else UNKNOWN for place, n in enumerate(hands)]


def redeal(
    hands: list[int], deck: list[int], kinds: int, sizes: Sequence[int], unseen: Sequence[int], rng: Rng
) -> None:
    """The cards that the viewer has not seen (`unseen`, by kind) are dealt to the unknown hands; the rest is the deck.

    `sizes` says how many cards each hand has. Both lists change in place; hands that are known stay.
    """
    pool = [kind for kind, n in enumerate(unseen) for _ in range(n)]
    for seat, size in enumerate(sizes):
        if UNKNOWN not in hands[seat * kinds : (seat + 1) * kinds]:
            continue
        for kind in range(kinds):
            hands[seat * kinds + kind] = 0
        for _ in range(size):
            hands[seat * kinds + pool.pop(rng.below(len(pool)))] += 1
    for kind in range(kinds):
        deck[kind] = pool.count(kind)


def left(total: Sequence[int], kinds: int, *known: Sequence[int]) -> list[int]:
    """How many cards of each kind are in none of these lists: `unseen`, from all there are. Unknown counts do not count."""
    out = list(total)
    for cards in known:
        for place, n in enumerate(cards):
            out[place % kinds] -= max(n, 0)
    return out
