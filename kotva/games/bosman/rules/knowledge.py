"""What a seat may know, and dealing anew what it may not (BOS-14)."""

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import BIT, Rng, push
from kotva.games.bosman.board import BOY, COPIES, FIELDS, HAND, NONE, SEATS, TOKENS, UNKNOWN
from kotva.games.bosman.rules.codes import ENDED
from kotva.games.bosman.rules.table import Beach


def look(s: Beach, seat: i64, v: Beach) -> None:
    """BOS-14.1: add the own hand to a copy of the public things; of the stack its size (BOS-14.2) and what one saw go
    under it."""
    over: bool = s.phase == ENDED  # BOS-14.5: the whole record is public then
    i: i64 = 0
    while i < s.seats * HAND:
        if s.hand[i] != NONE:
            v.hand[i] = UNKNOWN
            if over or i // HAND == seat:
                v.hand[i] = s.hand[i]
        i += 1
    bit: i64 = 16 if seat < 0 else BIT[seat]
    i = 0
    while i < len(s.under):
        mine: bool = over or s.known[i] & bit != 0
        token: i64 = UNKNOWN
        who: i64 = 0
        if mine:
            token = s.under[i]
            who = bit
        v.under = push(v.under, token)
        v.known = push(v.known, who)
        i += 1
    if unknown_places(v) == 0:
        v.bag = unaccounted(v)  # what is in no other place is in the stack


def deal(s: Beach, rng: Rng) -> None:
    """Deal what this seat has not seen to the unknown places, evenly; the rest is the unseen part of the stack."""
    pool = unaccounted(s)
    # A cabin boy that left its screen is never in the unseen part of the stack: it must be in an unknown place.
    places: i64 = unknown_places(s)
    gang: i64 = 0
    while gang < 4:
        boy: i64 = gang * 10 + BOY
        if pool[boy]:
            pool[boy] = 0
            if places > 0:
                fill(s, rng.below(places), boy)
                places -= 1
        gang += 1
    left: i64 = 0
    i: i64 = 0
    while i < TOKENS:
        left += pool[i]
        i += 1
    i = 0
    while i < 4 * HAND:
        if s.hand[i] == UNKNOWN:
            s.hand[i] = draw_from(pool, rng.below(left))
            left -= 1
        i += 1
    i = 0
    while i < len(s.under):
        if s.under[i] == UNKNOWN:
            s.under[i] = draw_from(pool, rng.below(left))
            left -= 1
        i += 1
    s.bag = pool
    sort_hands(s)


def unaccounted(s: Beach) -> vec[i64]:
    """How many of each token are in no known place."""
    pool = COPIES[:]
    i: i64 = 0
    while i < FIELDS:
        remove(pool, s.beach[i])
        i += 1
    i = 0
    while i < SEATS:
        remove(pool, s.boat[i])
        i += 1
    i = 1
    while i < len(s.covered):
        remove(pool, s.covered[i])
        i += 2
    i = 0
    while i < 4 * HAND:
        remove(pool, s.hand[i])
        i += 1
    i = 0
    while i < len(s.under):
        remove(pool, s.under[i])
        i += 1
    i = 0
    while i < 4:
        if s.boy[i]:
            remove(pool, i * 10 + BOY)
        i += 1
    i = 0
    while i < TOKENS:
        pool[i] -= s.gone[i]
        i += 1
    return pool


def remove(pool: vec[i64], token: i64) -> None:
    if token != NONE and token != UNKNOWN:
        pool[token] -= 1


def unknown_places(s: Beach) -> i64:
    n: i64 = 0
    i: i64 = 0
    while i < 4 * HAND:
        if s.hand[i] == UNKNOWN:
            n += 1
        i += 1
    i = 0
    while i < len(s.under):
        if s.under[i] == UNKNOWN:
            n += 1
        i += 1
    return n


def fill(s: Beach, place: i64, token: i64) -> None:
    """Put a token into the n-th unknown place."""
    i: i64 = 0
    while i < 4 * HAND:
        if s.hand[i] == UNKNOWN:
            if place == 0:
                s.hand[i] = token
                return
            place -= 1
        i += 1
    i = 0
    while i < len(s.under):
        if s.under[i] == UNKNOWN:
            if place == 0:
                s.under[i] = token
                return
            place -= 1
        i += 1


def sort_hands(s: Beach) -> None:
    """Hands in token order, NONE last."""
    seat: i64 = 0
    while seat < s.seats:
        start: i64 = seat * HAND
        i: i64 = start + 1
        while i < start + HAND:
            token: i64 = s.hand[i]
            j: i64 = i
            while token != NONE and j > start and s.hand[j - 1] > token:
                s.hand[j] = s.hand[j - 1]
                j -= 1
            s.hand[j] = token
            i += 1
        seat += 1


def draw_from(pool: vec[i64], number: i64) -> i64:
    """Take the n-th token out of a pool of counts."""
    token: i64 = 0
    while number >= pool[token]:
        number -= pool[token]
        token += 1
    pool[token] -= 1
    return token
