"""Events of clock and table (SET-14), and what falls by chance because of them."""

from mypy_extensions import i64

from kotva.engine.arrays import BIT, popcount
from kotva.engine.layout import no_action
from kotva.engine.state import OK
from kotva.games.settlers.board import LEAVE, NONE, TIME, TURN_LIMIT, TURN_TIME
from kotva.games.settlers.rules.cards import lapse
from kotva.games.settlers.rules.codes import (
    ALL_LEFT,
    BEFORE_ROLL,
    DISCARDS,
    ENDED,
    EXTRA_ROUNDS,
    FREE_ROAD,
    FROM_CURRENT,
    LAYING,
    LEFT,
    LIMIT_SET,
    MAIN,
    PLACE_ROBBER,
    REJECTED,
    ROB,
    ROLLING,
    SET_14_1,
    SET_14_4,
    SET_14_7,
    SETUP_ROAD,
    SETUP_SETTLEMENT,
    TIME_CALLED,
    TIME_LIMIT,
    TRADING,
    TURN_TIMED_OUT,
)
from kotva.games.settlers.rules.founding import next_founder
from kotva.games.settlers.rules.points import finish
from kotva.games.settlers.rules.robber import end_robber, has_victim, is_victim, owes, steal
from kotva.games.settlers.rules.table import Island
from kotva.games.settlers.rules.trade import close_if_rejected, withdraw
from kotva.games.settlers.rules.turn import end_turn


def event_forbidden(s: Island, family: i64, rest: i64) -> i64:
    """SET-14.1: no `!time` without a limit; SET-14.4: `!turntime` only in a turn with a limit of its own; SET-14.7: nobody
    leaves while chance lays the board.
    """
    if family == TIME:
        return OK if s.rule[TIME_LIMIT] else SET_14_1
    if family == TURN_TIME:
        return OK if s.limited and s.phase != ENDED else SET_14_4
    if family == TURN_LIMIT:
        return OK if s.phase != ENDED else SET_14_4
    return OK if rest < s.seats and s.phase != LAYING else SET_14_7


def event(s: Island, family: i64, rest: i64) -> None:
    if family == TURN_LIMIT:
        s.turn_limit = rest  # from the next turn on
        s.tell(LIMIT_SET, s.turn_limit, 0, 0)
    elif family == LEAVE:
        leave(s, rest)
    elif family == TURN_TIME:
        s.forcing = 1
        s.tell(TURN_TIMED_OUT, s.player, 0, 0)
    elif family == TIME:
        time(s)
    else:
        no_action(family + rest)


def time(s: Island) -> None:
    """SET-14.2: two more rounds after the one in progress, or as many turns as make two rounds from this one.

    SET-14.3: the founding phase is round 0; a second `!time`, or one after the end, is ignored. Whoever wins before that
    wins in the usual way (SET-14.5).
    """
    if s.timed or s.phase == ENDED:
        return
    s.timed = 1
    place: i64 = s.seats - 1
    if s.rule[FROM_CURRENT] and s.round > 0:
        place = (s.player - s.first + s.seats) % s.seats
    s.stop = (s.round + s.rule[EXTRA_ROUNDS]) * s.seats + place
    s.tell(TIME_CALLED, 0, 0, 0)


def leave(s: Island, seat: i64) -> None:
    """SET-14.7: the seat is inactive for the rest of the game; its pieces, cards and points stay."""
    if s.phase == ENDED or s.gone & BIT[seat]:
        return
    s.gone |= BIT[seat]
    s.left_with = s.left_with[:]
    s.left_with[seat] = s.points[seat]  # what all can see; the victory points in its hand stay there until the end
    s.tell(LEFT, seat, s.left_with[seat], 0)
    number: i64 = 2
    while number <= 12:
        s.income[number * 4 + seat] = 0
        number += 1
    if popcount(s.gone) == s.seats - 1:
        survivor: i64 = 0
        while s.gone & BIT[survivor]:
            survivor += 1
        finish(s, ALL_LEFT, survivor)
    elif s.phase == TRADING and s.asked & BIT[seat]:
        s.answers = s.answers[:]
        s.counter_give = s.counter_give[:]
        s.counter_want = s.counter_want[:]
        s.answers[seat] = REJECTED
        s.counter_give[seat] = 0
        s.counter_want[seat] = 0
        close_if_rejected(s)


def is_forced(s: Island, seat: i64) -> bool:
    """Whether chance decides for a seat: its turn has run out of time, or it has left."""
    return s.forcing != 0 or s.gone & BIT[seat] != 0


def forced_seat(s: Island) -> i64:
    """For whom chance has to decide now, or NONE. Discards: from the player on turn clockwise (SET-14.6)."""
    if s.phase == DISCARDS:
        i: i64 = 0
        while i < s.seats:
            seat: i64 = (s.player + i) % s.seats
            if owes(s, seat) and is_forced(s, seat):
                return seat
            i += 1
        return NONE
    if s.phase == PLACE_ROBBER or s.phase == ROB or s.phase == SETUP_SETTLEMENT or s.phase == SETUP_ROAD:
        return s.player if is_forced(s, s.player) else NONE
    return NONE


def proceed(s: Island) -> None:
    """SET-14.6, 14.7: do what is left to do in a forced turn, up to the next choice that falls by chance."""
    while s.phase != ENDED and is_forced(s, s.player):
        if s.phase == TRADING:
            withdraw(s)
        elif s.phase == FREE_ROAD:
            lapse(s)
        elif s.phase == MAIN:
            end_turn(s)
        elif s.phase == BEFORE_ROLL:
            if s.gone & BIT[s.player]:
                end_turn(s)  # dice not yet rolled are not rolled
            else:
                s.phase = ROLLING
                return
        elif s.phase == SETUP_SETTLEMENT and s.gone & BIT[s.player]:
            next_founder(s)
        elif s.phase == ROB and complete_robbery(s):
            continue
        else:
            return


def complete_robbery(s: Island) -> bool:
    """A robber that was placed stays; with one victim or none there is nothing to choose."""
    if not has_victim(s):
        end_robber(s)
        return True
    only: i64 = NONE
    seat: i64 = 0
    while seat < s.seats:
        if is_victim(s, seat):
            if only != NONE:
                return False
            only = seat
        seat += 1
    steal(s, only)
    return False
