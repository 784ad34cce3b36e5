"""What a seat may know, and dealing anew what it may not (HEX-17)."""

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import Rng, popcount, zeros
from kotva.games.hexxi import board
from kotva.games.hexxi.rules import codes
from kotva.games.hexxi.rules.table import HexxiTable, count, hand_size


def is_open(s: HexxiTable) -> bool:
    """HEX-17.4: after the uncovering of the board nothing is hidden, nor after the game (HEX-17.5) or before it."""
    return s.phase == codes.CONFRONT or s.phase == codes.ESCORTING or s.phase == codes.ENDED or s.phase == codes.DRAWING


def look(s: HexxiTable, seat: i64, v: HexxiTable) -> None:
    """HEX-17.2: fill a copy of the public things with the kinds that this seat (or a spectator) knows, `?` for the rest."""
    v.kinds = zeros(board.KINDS)
    v.hand = zeros(4 * board.KINDS)
    v.area = zeros(4 * board.KINDS)
    hidden: i64 = 0
    everything: bool = is_open(s)
    for other in range(s.seats):
        i: i64 = other * board.KINDS
        if everything or other == seat:  # HEX-5.11: owners may always look
            for kind in range(i64(board.KINDS)):
                v.hand[i + kind] = s.hand[i + kind]
                v.area[i + kind] = s.area[i + kind]
        else:
            hidden |= s.own[other] & s.down  # HEX-1.5: the back shows the owner alone
            v.hand[i + board.UNKNOWN] = hand_size(s, other)
            v.area[i + board.UNKNOWN] = count(s.area, other)
    for kind in range(i64(board.UNKNOWN)):
        v.kinds[kind] = s.kinds[kind] & ~hidden
    v.kinds[board.UNKNOWN] = hidden


def deal(s: HexxiTable, seat: i64, rng: Rng) -> None:
    """HEX-1.6: hand, face-down board and face-down initiative of a player make up 12 tokens with what is visible."""
    for other in range(s.seats):
        i: i64 = other * board.KINDS
        if other != seat and (
            s.hand[i + board.UNKNOWN] or s.area[i + board.UNKNOWN] or s.kinds[board.UNKNOWN] & s.own[other]
        ):
            deal_to(s, other, rng)


def deal_to(s: HexxiTable, seat: i64, rng: Rng) -> None:
    """Every way to put the unseen tokens into the unknown places is equally likely."""
    pool = unseen(s, seat)
    i: i64 = seat * board.KINDS
    while s.hand[i + board.UNKNOWN]:
        s.hand[i + board.UNKNOWN] -= 1
        s.hand[i + draw(pool, rng)] += 1
    while s.area[i + board.UNKNOWN]:
        s.area[i + board.UNKNOWN] -= 1
        s.area[i + draw(pool, rng)] += 1
    fields: i64 = s.kinds[board.UNKNOWN] & s.own[seat]
    s.kinds[board.UNKNOWN] &= ~fields
    while fields:
        bit: i64 = fields & -fields
        fields ^= bit
        s.kinds[draw(pool, rng)] |= bit


def unseen(s: HexxiTable, seat: i64) -> vec[i64]:
    """By kind: how many of a player's tokens are in no place that is known; in the fifth, how many altogether."""
    pool = zeros(board.KINDS)
    for kind in range(i64(board.UNKNOWN)):
        i: i64 = seat * board.KINDS + kind
        left: i64 = board.COPIES[kind] - popcount(s.kinds[kind] & s.own[seat]) - s.hand[i] - s.area[i] - s.open[i]
        for captor in range(s.seats):
            left -= s.pile[captor * 16 + seat * 4 + kind]
        pool[kind] = left
        pool[board.UNKNOWN] += left
    return pool


def draw(pool: vec[i64], rng: Rng) -> i64:
    """One of the unseen tokens."""
    r: i64 = rng.below(pool[board.UNKNOWN])
    kind: i64 = 0
    while r >= pool[kind]:
        r -= pool[kind]
        kind += 1
    pool[kind] -= 1
    pool[board.UNKNOWN] -= 1
    return kind
