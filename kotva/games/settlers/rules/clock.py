"""Events of clock and table (SET-14), and what falls by chance because of them."""

from mypy_extensions import i64

from kotva.engine.arrays import BIT, popcount
from kotva.engine.layout import no_action
from kotva.engine.state import OK
from kotva.games.settlers import board
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.cards import lapse
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
    if family == board.TIME:
        return OK if s.rule.time_limit else codes.SET_14_1
    if family == board.TURN_TIME:
        return OK if s.limited and s.phase != codes.ENDED else codes.SET_14_4
    if family == board.TURN_LIMIT:
        return OK if s.phase != codes.ENDED else codes.SET_14_4
    return OK if rest < s.seats and s.phase != codes.LAYING else codes.SET_14_7


def event(s: Island, family: i64, rest: i64) -> None:
    if family == board.TURN_LIMIT:
        s.turn_limit = rest  # from the next turn on
        s.emit(codes.LIMIT_SET, s.turn_limit, 0, 0)
    elif family == board.LEAVE:
        leave(s, rest)
    elif family == board.TURN_TIME:
        s.forcing = 1
        s.emit(codes.TURN_TIMED_OUT, s.player, 0, 0)
    elif family == board.TIME:
        time(s)
    else:
        no_action(family + rest)


def time(s: Island) -> None:
    """SET-14.2: two more rounds after the one in progress, or as many turns as make two rounds from this one.

    SET-14.3: the founding phase is round 0; a second `!time`, or one after the end, is ignored. A player who wins before that
    wins in the usual way (SET-14.5).
    """
    if s.timed or s.phase == codes.ENDED:
        return
    s.timed = 1
    place: i64 = s.seats - 1
    if s.rule.from_current and s.round > 0:
        place = (s.player - s.first + s.seats) % s.seats
    s.stop = (s.round + s.rule.extra_rounds) * s.seats + place
    s.emit(codes.TIME_CALLED, 0, 0, 0)


def leave(s: Island, seat: i64) -> None:
    """SET-14.7: the seat is inactive for the rest of the game; its pieces, cards and points stay."""
    if s.phase == codes.ENDED or s.gone & BIT[seat]:
        return
    s.gone |= BIT[seat]
    s.left_with = s.left_with[:]
    s.left_with[seat] = s.points[seat]  # what all can see; the victory points in its hand stay there until the end
    s.emit(codes.LEFT, seat, s.left_with[seat], 0)
    for number in range(2, i64(13)):
        s.income[number * 4 + seat] = 0
    if popcount(s.gone) == s.seats - 1:
        survivor: i64 = 0
        while s.gone & BIT[survivor]:
            survivor += 1
        finish(s, codes.ALL_LEFT, survivor)
    elif s.phase == codes.TRADING and s.asked & BIT[seat]:
        s.answers = s.answers[:]
        s.counter_give = s.counter_give[:]
        s.counter_want = s.counter_want[:]
        s.answers[seat] = codes.REJECTED
        s.counter_give[seat] = 0
        s.counter_want[seat] = 0
        close_if_rejected(s)


def is_forced(s: Island, seat: i64) -> bool:
    """Whether chance decides for a seat: its turn has run out of time, or it has left."""
    return s.forcing != 0 or s.gone & BIT[seat] != 0


def forced_seat(s: Island) -> i64:
    """For whom chance has to decide now, or NONE. Discards: from the player on turn clockwise (SET-14.6)."""
    if s.phase == codes.DISCARDS:
        for i in range(s.seats):
            seat: i64 = (s.player + i) % s.seats
            if owes(s, seat) and is_forced(s, seat):
                return seat
        return board.NONE
    if (
        s.phase == codes.PLACE_ROBBER
        or s.phase == codes.ROB
        or s.phase == codes.SETUP_SETTLEMENT
        or s.phase == codes.SETUP_ROAD
    ):
        return s.player if is_forced(s, s.player) else board.NONE
    return board.NONE


def proceed(s: Island) -> None:
    """SET-14.6, 14.7: do what is left to do in a forced turn, up to the next choice that falls by chance."""
    while s.phase != codes.ENDED and is_forced(s, s.player):
        if s.phase == codes.TRADING:
            withdraw(s)
        elif s.phase == codes.FREE_ROAD:
            lapse(s)
        elif s.phase == codes.MAIN:
            end_turn(s)
        elif s.phase == codes.BEFORE_ROLL:
            if s.gone & BIT[s.player]:
                end_turn(s)  # dice not yet rolled are not rolled
            else:
                s.phase = codes.ROLLING
                return
        elif s.phase == codes.SETUP_SETTLEMENT and s.gone & BIT[s.player]:
            next_founder(s)
        elif s.phase == codes.ROB and complete_robbery(s):
            continue
        else:
            return


def complete_robbery(s: Island) -> bool:
    """A robber that was placed stays; with one victim or none there is nothing to choose."""
    if not has_victim(s):
        end_robber(s)
        return True
    only: i64 = board.NONE
    for seat in range(s.seats):
        if is_victim(s, seat):
            if only != board.NONE:
                return False
            only = seat
    steal(s, only)
    return False
