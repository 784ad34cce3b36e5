"""What a seat may know, and dealing anew what it may not (BOS-14)."""

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import BIT, Rng, push
from kotva.games.bosman import board
from kotva.games.bosman.rules import codes
from kotva.games.bosman.rules.table import Beach


def look(s: Beach, seat: i64, v: Beach) -> None:
    """BOS-14.1: add the own hand to a copy of the public things; of the stack its size (BOS-14.2) and what one saw go
    under it."""
    over: bool = s.phase == codes.ENDED  # BOS-14.5: the whole record is public then
    for i in range(s.seats * board.HAND):
        if s.hand[i] != board.NONE:
            v.hand[i] = board.UNKNOWN
            if over or i // board.HAND == seat:
                v.hand[i] = s.hand[i]
    bit: i64 = 16 if seat < 0 else BIT[seat]
    for i in range(i64(len(s.under))):
        mine: bool = over or s.known[i] & bit != 0
        token: i64 = board.UNKNOWN
        who: i64 = 0
        if mine:
            token = s.under[i]
            who = bit
        v.under = push(v.under, token)
        v.known = push(v.known, who)
    if unknown_places(v) == 0:
        v.bag = unaccounted(v)  # what is in no other place is in the stack


def deal(s: Beach, rng: Rng) -> None:
    """Deal what this seat has not seen to the unknown places, evenly; the rest is the unseen part of the stack."""
    pool = unaccounted(s)
    # A cabin boy that left its screen is never in the unseen part of the stack: it must be in an unknown place.
    places: i64 = unknown_places(s)
    for gang in range(i64(4)):
        boy: i64 = gang * 10 + board.BOY
        if pool[boy]:
            pool[boy] = 0
            if places > 0:
                fill(s, rng.below(places), boy)
                places -= 1
    left: i64 = 0
    for i in range(i64(board.TOKENS)):
        left += pool[i]
    for i in range(i64(4 * board.HAND)):
        if s.hand[i] == board.UNKNOWN:
            s.hand[i] = draw_from(pool, rng.below(left))
            left -= 1
    for i in range(i64(len(s.under))):
        if s.under[i] == board.UNKNOWN:
            s.under[i] = draw_from(pool, rng.below(left))
            left -= 1
    s.bag = pool
    sort_hands(s)


def unaccounted(s: Beach) -> vec[i64]:
    """How many of each token are in no known place."""
    pool = board.COPIES[:]
    for i in range(i64(board.FIELDS)):
        remove(pool, s.beach[i])
    for i in range(i64(board.SEATS)):
        remove(pool, s.boat[i])
    for i in range(1, i64(len(s.covered)), 2):
        remove(pool, s.covered[i])
    for i in range(i64(4 * board.HAND)):
        remove(pool, s.hand[i])
    for i in range(i64(len(s.under))):
        remove(pool, s.under[i])
    for i in range(i64(4)):
        if s.boy[i]:
            remove(pool, i * 10 + board.BOY)
    for i in range(i64(board.TOKENS)):
        pool[i] -= s.gone[i]
    return pool


def remove(pool: vec[i64], token: i64) -> None:
    if token != board.NONE and token != board.UNKNOWN:
        pool[token] -= 1


def unknown_places(s: Beach) -> i64:
    n: i64 = 0
    for i in range(i64(4 * board.HAND)):
        if s.hand[i] == board.UNKNOWN:
            n += 1
    for i in range(i64(len(s.under))):
        if s.under[i] == board.UNKNOWN:
            n += 1
    return n


def fill(s: Beach, place: i64, token: i64) -> None:
    """Put a token into the n-th unknown place."""
    for i in range(i64(4 * board.HAND)):
        if s.hand[i] == board.UNKNOWN:
            if place == 0:
                s.hand[i] = token
                return
            place -= 1
    for i in range(i64(len(s.under))):
        if s.under[i] == board.UNKNOWN:
            if place == 0:
                s.under[i] = token
                return
            place -= 1


def sort_hands(s: Beach) -> None:
    """Hands in token order, NONE last."""
    for seat in range(s.seats):
        start: i64 = seat * board.HAND
        for i in range(start + 1, start + board.HAND):
            token: i64 = s.hand[i]
            j: i64 = i
            while token != board.NONE and j > start and s.hand[j - 1] > token:
                s.hand[j] = s.hand[j - 1]
                j -= 1
            s.hand[j] = token


def draw_from(pool: vec[i64], number: i64) -> i64:
    """Take the n-th token out of a pool of counts."""
    token: i64 = 0
    while number >= pool[token]:
        number -= pool[token]
        token += 1
    pool[token] -= 1
    return token
