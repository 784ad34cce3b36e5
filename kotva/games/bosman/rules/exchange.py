"""Exchange: which tokens of a hand may go under the stack (BOS-6)."""

from mypy_extensions import i64

from kotva.engine.arrays import popcount
from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.bosman import board
from kotva.games.bosman.rules import codes
from kotva.games.bosman.rules.table import Beach


def list_swaps(s: Beach, seat: i64, out: Moves) -> None:
    """BOS-13.1: every choice of 1 to 5 tokens once; of equal tokens the last ones in the hand.

    Choices are masks of places, in their order; each is a smaller one and the token on its highest place.
    """
    hand = s.hand
    i: i64 = seat * board.HAND
    end: i64 = i + board.HAND
    out.reserve(32)
    a = out.a
    n: i64 = out.n
    top: i64 = 1
    twins: i64 = 0  # places whose token is the next one's equal
    last: i64 = board.NONE
    while i < end and hand[i] != board.NONE:
        token: i64 = hand[i]
        if token == last:
            twins += top // 2
        last = token
        token += 1
        a[n] = board.SWAP + token
        n += 1
        for mask in range(1, top):
            a[n] = a[n - top] + token * board.DIGIT[mask]
            n += 1
        top *= 2
        i += 1
    if twins or s.stack() < board.MOST_SWAPPED:
        n = drop_swaps(s, out, top, twins)
    out.n = n


def drop_swaps(s: Beach, out: Moves, masks: i64, twins: i64) -> i64:
    """Leave out the choices that name equal tokens otherwise, and those larger than the stack (BOS-6.2)."""
    a = out.a
    most: i64 = s.stack()
    start: i64 = out.n - 1
    n: i64 = out.n
    for mask in range(1, masks):
        if not mask & twins & ~(mask >> 1) and popcount(mask) <= most:
            a[n] = a[start + mask]
            n += 1
    return n


def swap_forbidden(s: Beach, seat: i64, number: i64) -> i64:
    """BOS-6.1: from 1 to 5 tokens of the hand. BOS-6.2: not more than the stack holds."""
    chosen: i64 = 0
    before: i64 = 0
    i: i64 = seat * board.HAND
    end: i64 = i + board.HAND
    if number == 0:
        return codes.BOS_6_1
    while number:
        digit: i64 = number % board.SWAP_BASE
        number = number // board.SWAP_BASE
        chosen += 1
        if digit < before or digit == 0:  # BOS-13.2: a choice has one number, in token order
            return codes.BOS_6_1
        before = digit
        while i < end and s.hand[i] != digit - 1:
            i += 1
        if i == end:
            if (digit - 1) % 10 == board.BOY and s.boy[(digit - 1) // 10]:
                return codes.BOS_6_4  # a special token is not part of the hand
            return codes.BOS_6_1
        i += 1
    if chosen > s.stack():
        return codes.BOS_6_2
    return OK
