"""What a seat may know (SET-15) and re-dealing what it may not."""

from mypy_extensions import i64

from kotva.engine.arrays import Rng
from kotva.games.settlers import board
from kotva.games.settlers.board import count, total
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.table import Island


def look(s: Island, seat: i64, v: Island) -> None:
    """SET-15.1: add the own cards of a seat to a copy of the public things; of the others' only their number."""
    v.deck = total(s.deck) * board.UNKNOWN
    mine: bool = s.player == seat
    v.fresh = s.fresh if mine else total(s.fresh) * board.UNKNOWN
    v.hand = s.hand[:]
    v.cards = s.cards[:]
    v.sealed = s.sealed[:]
    for other in range(s.seats):
        if other != seat:
            v.hand[other] = total(s.hand[other]) * board.UNKNOWN
            v.cards[other] = total(s.cards[other]) * board.UNKNOWN
            if s.sealed[other] != board.NONE:
                v.sealed[other] = total(s.sealed[other]) * board.UNKNOWN  # only that it is made


def deal_unknown(s: Island, rng: Rng) -> None:
    """Fill in every unknown card, evenly among what the public tally and the own cards leave."""
    deal_resources(s, rng)
    deal_cards(s, rng)


def is_unknown(pack: i64) -> bool:
    return pack >= board.UNKNOWN


def deal_resources(s: Island, rng: Rng) -> None:
    """What is in no hand we know and not in the bank is in the unknown hands; what is sure there stays there."""
    pool: i64 = board.ALL_RESOURCES - s.bank
    for seat in range(s.seats):
        pool -= certain(s, seat) if is_unknown(s.hand[seat]) else s.hand[seat]
    for seat in range(s.seats):
        if is_unknown(s.hand[seat]):
            hand: i64 = certain(s, seat)
            for _i in range(total(s.hand[seat]) - total(hand)):
                kind: i64 = pick(pool, rng)
                pool -= board.UNIT[kind]
                hand += board.UNIT[kind]
            s.hand[seat] = hand
        if is_unknown(s.sealed[seat]):
            s.sealed = s.sealed[:]
            s.sealed[seat] = some_of(s.hand[seat], s.due[seat], rng)


def certain(s: Island, seat: i64) -> i64:
    """What a hand holds for sure; SET-12.3: also what its player offers or has agreed to give in an open offer."""
    shown: i64 = 0
    if s.phase == codes.TRADING:
        if seat == s.player:
            shown = s.give
        elif s.answers[seat] == codes.ACCEPTED:
            shown = s.want
        else:
            shown = s.counter_give[seat]
    hand: i64 = s.sure[seat]
    kind: i64 = 0
    while shown and kind < 5:
        more: i64 = count(shown, kind) - count(hand, kind)
        if more > 0:
            hand += more * board.UNIT[kind]
        kind += 1
    return hand


def pick(pool: i64, rng: Rng) -> i64:
    """The kind of one card of a pack, each card equally likely."""
    r: i64 = rng.below(total(pool))
    kind: i64 = 0
    while r >= count(pool, kind):
        r -= count(pool, kind)
        kind += 1
    return kind


def some_of(pack: i64, n: i64, rng: Rng) -> i64:
    """That many cards of a pack."""
    chosen: i64 = 0
    while n > 0:
        kind: i64 = pick(pack, rng)
        pack -= board.UNIT[kind]
        chosen += board.UNIT[kind]
        n -= 1
    return chosen


def deal_cards(s: Island, rng: Rng) -> None:
    """Action cards to the unknown hands, the rest is the deck.

    Nobody holds victory points that would have won already, unless there is nothing else left to hold.
    """
    pool: i64 = board.ALL_CARDS - s.spent
    for seat in range(s.seats):
        if not is_unknown(s.cards[seat]):
            pool -= s.cards[seat]
    if not is_unknown(s.fresh):
        pool -= s.fresh
    for seat in range(s.seats):
        room: i64 = 9 - s.points[seat]
        if is_unknown(s.cards[seat]):
            s.cards[seat] = draw_cards(s.cards[seat], pool, room, rng)
            pool -= s.cards[seat]
            room -= count(s.cards[seat], board.VICTORY)
        if seat == s.player and is_unknown(s.fresh):
            s.fresh = draw_cards(s.fresh, pool, room, rng)
            pool -= s.fresh
    s.deck = pool


def draw_cards(unknown: i64, pool: i64, room: i64, rng: Rng) -> i64:
    """As many cards as are unknown, with at most `room` victory points while there is anything else."""
    drawn: i64 = 0
    for _i in range(total(unknown)):
        points: i64 = count(pool, board.VICTORY) * board.UNIT[board.VICTORY]
        from_: i64 = pool - points if room <= 0 and pool != points else pool
        kind: i64 = pick(from_, rng)
        if kind == board.VICTORY:
            room -= 1
        pool -= board.UNIT[kind]
        drawn += board.UNIT[kind]
    return drawn
