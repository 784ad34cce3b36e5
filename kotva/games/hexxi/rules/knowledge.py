"""What a seat may know, and dealing anew what it may not (HEX-17)."""

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import Rng, popcount, zeros
from kotva.games.hexxi.board import COPIES, KINDS, UNKNOWN
from kotva.games.hexxi.rules.codes import CONFRONT, DRAWING, ENDED, ESCORTING
from kotva.games.hexxi.rules.table import Table, count, hand_size


def is_open(s: Table) -> bool:
    """HEX-17.4: after the uncovering of the board nothing is hidden, nor after the game (HEX-17.5) or before it."""
    return s.phase == CONFRONT or s.phase == ESCORTING or s.phase == ENDED or s.phase == DRAWING


def look(s: Table, seat: i64, v: Table) -> None:
    """HEX-17.2: fill a copy of the public things with the kinds that this seat (or a spectator) knows, `?` for the rest."""
    v.kinds = zeros(KINDS)
    v.hand = zeros(4 * KINDS)
    v.area = zeros(4 * KINDS)
    hidden: i64 = 0
    everything: bool = is_open(s)
    other: i64 = 0
    while other < s.seats:
        i: i64 = other * KINDS
        if everything or other == seat:  # HEX-5.11: owners may always look
            kind: i64 = 0
            while kind < KINDS:
                v.hand[i + kind] = s.hand[i + kind]
                v.area[i + kind] = s.area[i + kind]
                kind += 1
        else:
            hidden |= s.own[other] & s.down  # HEX-1.5: the back shows the owner alone
            v.hand[i + UNKNOWN] = hand_size(s, other)
            v.area[i + UNKNOWN] = count(s.area, other)
        other += 1
    kind = 0
    while kind < UNKNOWN:
        v.kinds[kind] = s.kinds[kind] & ~hidden
        kind += 1
    v.kinds[UNKNOWN] = hidden


def deal(s: Table, seat: i64, rng: Rng) -> None:
    """HEX-1.6: hand, face-down board and face-down initiative of a player make up his 12 tokens with what is visible."""
    other: i64 = 0
    while other < s.seats:
        i: i64 = other * KINDS
        if other != seat and (s.hand[i + UNKNOWN] or s.area[i + UNKNOWN] or s.kinds[UNKNOWN] & s.own[other]):
            deal_to(s, other, rng)
        other += 1


def deal_to(s: Table, seat: i64, rng: Rng) -> None:
    """Every way to put the unseen tokens into the unknown places is equally likely."""
    pool = unseen(s, seat)
    i: i64 = seat * KINDS
    while s.hand[i + UNKNOWN]:
        s.hand[i + UNKNOWN] -= 1
        s.hand[i + draw(pool, rng)] += 1
    while s.area[i + UNKNOWN]:
        s.area[i + UNKNOWN] -= 1
        s.area[i + draw(pool, rng)] += 1
    fields: i64 = s.kinds[UNKNOWN] & s.own[seat]
    s.kinds[UNKNOWN] &= ~fields
    while fields:
        bit: i64 = fields & -fields
        fields ^= bit
        s.kinds[draw(pool, rng)] |= bit


def unseen(s: Table, seat: i64) -> vec[i64]:
    """By kind: how many of a player's tokens are in no place that is known; in the fifth, how many altogether."""
    pool = zeros(KINDS)
    kind: i64 = 0
    while kind < UNKNOWN:
        i: i64 = seat * KINDS + kind
        left: i64 = COPIES[kind] - popcount(s.kinds[kind] & s.own[seat]) - s.hand[i] - s.area[i] - s.open[i]
        captor: i64 = 0
        while captor < s.seats:
            left -= s.pile[captor * 16 + seat * 4 + kind]
            captor += 1
        pool[kind] = left
        pool[UNKNOWN] += left
        kind += 1
    return pool


def draw(pool: vec[i64], rng: Rng) -> i64:
    """One of the unseen tokens."""
    r: i64 = rng.below(pool[UNKNOWN])
    kind: i64 = 0
    while r >= pool[kind]:
        r -= pool[kind]
        kind += 1
    pool[kind] -= 1
    pool[UNKNOWN] -= 1
    return kind
