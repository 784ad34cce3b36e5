"""The order of turns (SET-4), dice and production (SET-5), rounds and the end by number of turns (SET-14.2, 16.1)."""

from mypy_extensions import i64

from kotva.engine.arrays import BIT, popcount
from kotva.games.settlers import board
from kotva.games.settlers.board import count, covers
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.points import check_win, finish, gain
from kotva.games.settlers.rules.robber import seven
from kotva.games.settlers.rules.table import Island

# -- the dice (SET-4.2, 4.3) -----------------------------------------------------------------------------------------


def roll(s: Island, first: i64, second: i64) -> None:
    """SET-4.3: a 7 brings the robber, another sum production; dice of the program always lie flat (SET-1.5)."""
    s.die1 = first
    s.die2 = second
    if s.trace is not None:
        s.emit(codes.DICE_ROLLED, s.player, first, second)
    s.back = codes.MAIN
    if first + second == 7:
        seven(s)
    else:
        s.phase = codes.MAIN
        produce(s, first + second)


def produce(s: Island, number: i64) -> None:
    """SET-5.1: what all hexes with this number bring, added up for each player first (SET-5.2)."""
    at: i64 = number * 4
    a: i64 = s.income[at]
    b: i64 = s.income[at + 1]
    c: i64 = s.income[at + 2]
    d: i64 = s.income[at + 3]
    if s.token[s.robber] == number:
        a -= barred(s, 0)
        b -= barred(s, 1)
        c -= barred(s, 2)
        d -= barred(s, 3)
    due: i64 = a + b + c + d
    if due == 0:
        return
    if covers(s.bank, due):  # SET-5.3
        receive(s, 0, a, number)
        receive(s, 1, b, number)
        receive(s, 2, c, number)
        receive(s, 3, d, number)
        return
    for resource in range(i64(5)):
        share(s, resource, a, b, c, d, number)


def barred(s: Island, seat: i64) -> i64:
    """What the robber's hex would bring a seat."""
    if s.gone & BIT[seat]:
        return 0
    n: i64 = popcount(s.settlements[seat] & board.HEX_MASK[s.robber]) + 2 * popcount(
        s.cities[seat] & board.HEX_MASK[s.robber]
    )
    return n * board.UNIT[s.terrain[s.robber]] if n else 0


def share(s: Island, resource: i64, a: i64, b: i64, c: i64, d: i64, number: i64) -> None:
    """One resource by itself: enough for all (SET-5.3), too little for several (SET-5.4) or for one (SET-5.5)."""
    n0: i64 = count(a, resource)
    n1: i64 = count(b, resource)
    n2: i64 = count(c, resource)
    n3: i64 = count(d, resource)
    due: i64 = n0 + n1 + n2 + n3
    left: i64 = count(s.bank, resource)
    if due == 0:
        return
    if due > left:
        s.emit(codes.SHORT, resource, 0, 0)
        if due != n0 and due != n1 and due != n2 and due != n3:
            return  # two or more are due it: nobody receives any
        n0 = left if n0 else 0  # a single player takes all that are left
        n1 = left if n1 else 0
        n2 = left if n2 else 0
        n3 = left if n3 else 0
    one: i64 = board.UNIT[resource]
    receive(s, 0, n0 * one, number)
    receive(s, 1, n1 * one, number)
    receive(s, 2, n2 * one, number)
    receive(s, 3, n3 * one, number)


def receive(s: Island, seat: i64, pack: i64, number: i64) -> None:
    if pack:
        s.bank -= pack
        gain(s, seat, pack)
        if s.trace is not None:
            s.emit(codes.PRODUCED, seat, pack, number)


# -- turns and rounds (SET-4.1, 4.5) ---------------------------------------------------------------------------------


def begin_turn(s: Island) -> None:
    """SET-13.3: a player with ten points at the beginning of the own turn has won, before any roll (SET-13.6)."""
    s.phase = codes.BEFORE_ROLL
    s.back = codes.BEFORE_ROLL
    s.limited = s.turn_limit if s.timed else 0  # SET-14.4
    if s.trace is not None:
        s.emit(codes.TURN_BEGAN, s.player, s.round, 0)
    check_win(s)


def end_turn(s: Island) -> None:
    """SET-4.5: the next player clockwise is on turn, with everything counted anew; or this was the last turn."""
    s.cards[s.player] += s.fresh  # SET-9.3: from now on they may be played
    s.fresh = 0
    s.played = 0
    s.offers = 0
    s.closed = 0
    s.die1 = 0
    s.die2 = 0
    s.forcing = 0
    s.laid = board.NONE
    seat: i64 = s.player
    round_: i64 = s.round
    while True:
        seat += 1
        if seat == s.seats:
            seat = 0
        if seat == s.first:
            round_ += 1  # SET-4.1: a round is counted from the starting player's turn
        if not s.gone & BIT[seat]:
            break
    turn: i64 = round_ * s.seats + (seat - s.first + s.seats) % s.seats
    if s.stop != board.NONE and turn > s.stop:
        finish(s, codes.TIME_UP, board.NONE)  # SET-14.2, before a next turn begins (SET-14.3)
    elif round_ > s.rule.max_rounds:
        finish(s, codes.ROUNDS_UP, board.NONE)  # SET-16.1
    else:
        s.player = seat
        s.round = round_
        begin_turn(s)
