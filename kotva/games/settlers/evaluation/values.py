"""From strengths to chances to win.

A seat's strength is a small network's answer to its features, fitted so that chances are as the exponentials of strengths; `UNIT`
more is a chance e times as good against each of the others. Hands are looked at as they were dealt: bots count cards, but never
see hidden ones.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import ints, popcount, zeros
from kotva.engine.evaluation import fade
from kotva.games.settlers.evaluation.features import (
    CARDS,
    EXCESS,
    FEATURES,
    NEAR,
    held,
    look,
    look_at_hand,
    roads_short,
)
from kotva.games.settlers.evaluation.weights import BIAS, EARS, INTO, OUT_OF, WEIGHTS
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.table import Island

UNIT: Final = 4096  # strength for a chance e times as good
FINE: Final = 18  # weights are in units of 2 to the power of -18
# What cards are worth at a glance, in strength: for trades, which are looked at far more often than positions.
NEAR_WORTH: Final = 48
CARD_WORTH: Final = 243
EXCESS_WORTH: Final = -130
STEPS: Final = 256  # so many to a unit: finer than other games need, for most choices differ by a few thousandths
LEFT: Final = ints([round(1_000_000 * exp(-x / STEPS)) for x in range(8 * STEPS)])  # of a chance that is x steps behind
_ROW: Final = zeros(FEATURES)  # filled anew whenever it is used
_HEARD: Final = zeros(EARS)


def strength(s: Island, seat: i64) -> i64:
    """How strong a seat is, without a look at an open offer: what each feature is worth by itself, and sums of features (an ear
    each) that count as far as they are above nothing, for what is worth more together than apart."""
    look(s, seat, _ROW)
    for ear in range(i64(EARS)):
        _HEARD[ear] = BIAS[ear]
    n: i64 = 0
    at: i64 = 0
    for i in range(i64(FEATURES)):
        x: i64 = _ROW[i]
        if x:
            n += x * WEIGHTS[i]
            for ear in range(i64(EARS)):
                _HEARD[ear] += x * INTO[at + ear]
        at += EARS
    for ear in range(i64(EARS)):
        if _HEARD[ear] > 0:
            n += (_HEARD[ear] * OUT_OF[ear]) >> FINE
    return n >> (FINE - 12)


def hand_worth(s: Island, seat: i64, hand: i64) -> i64:
    """About what a hand adds to the strength: what it is good for, and how many cards a seven could take."""
    sites: i64 = popcount(s.reach[seat] & ~s.blocked) if s.spare[seat * 3 + codes.SETTLEMENTS] > 0 else 0
    look_at_hand(s, seat, hand, sites, roads_short(s, seat) <= 2, _ROW)
    return _ROW[NEAR] * NEAR_WORTH + _ROW[CARDS] * CARD_WORTH + _ROW[EXCESS] * EXCESS_WORTH


def deal_gain(s: Island, seat: i64, give: i64, take: i64) -> i64:
    """What an exchange would add to a seat's strength."""
    hand: i64 = held(s, seat)
    return hand_worth(s, seat, hand - give + take) - hand_worth(s, seat, hand)


def to_chances(strengths: vec[i64], seats: i64) -> None:
    """Strengths become chances in thousandths; nobody has won or lost before the end."""
    total: i64 = fade(strengths, seats, STEPS, UNIT, LEFT)
    for seat in range(seats):
        v: i64 = (strengths[seat] * 1000 + total // 2) // total
        strengths[seat] = 1 if v < 1 else 999 if v > 999 else v
