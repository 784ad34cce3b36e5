"""Points, winning and places (SET-13), and the cards' ways between hands and bank."""

from mypy_extensions import i64

from kotva.engine.state import OK
from kotva.games.settlers import board
from kotva.games.settlers.board import count
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.table import Island

# -- cards -----------------------------------------------------------------------------------------------------------


def gain(s: Island, seat: i64, pack: i64) -> None:
    """Cards that everybody sees come into a hand; the bank or another hand loses them elsewhere."""
    s.hand[seat] += pack
    s.sure[seat] += pack


def lose(s: Island, seat: i64, pack: i64) -> None:
    """Cards that everybody sees leave a hand."""
    s.hand[seat] -= pack
    if s.sure[seat]:
        s.sure[seat] = without(s.sure[seat], pack)


def without(sure: i64, pack: i64) -> i64:
    """What is still certain when these cards are gone."""
    rest: i64 = 0
    for kind in range(i64(5)):
        n: i64 = count(sure, kind) - count(pack, kind)
        if n > 0:
            rest += n * board.UNIT[kind]
    return rest


def lose_unseen(s: Island, seat: i64, resource: i64) -> None:
    """One card leaves a hand and only two see which: of every kind one less is certain."""
    s.hand[seat] -= board.UNIT[resource]
    for kind in range(i64(5)):
        if count(s.sure[seat], kind) > 0:
            s.sure[seat] -= board.UNIT[kind]


def pay(s: Island, seat: i64, cost: i64) -> None:
    """The cost goes to the bank (SET-7.1)."""
    lose(s, seat, cost)
    s.bank += cost


# -- points (SET-13.1) -----------------------------------------------------------------------------------------------


def hidden_points(s: Island, seat: i64) -> i64:
    """Victory point cards; those bought in this turn count too (SET-13.4)."""
    n: i64 = count(s.cards[seat], board.VICTORY)
    if seat == s.player:
        n += count(s.fresh, board.VICTORY)
    return n


def all_points(s: Island, seat: i64) -> i64:
    """SET-13.1: buildings and special cards (kept in `points`) and victory point cards."""
    return s.points[seat] + hidden_points(s, seat)


def check_win(s: Island) -> bool:
    """SET-13.3: tested at once after everything that can bring points, for the player on turn alone (SET-13.2)."""
    seat: i64 = s.player
    if s.points[seat] < 5:  # five victory point cards are all there are
        return False
    points: i64 = s.points[seat] if s.rule.claim else all_points(s, seat)  # SET-13.5
    if points < 10:
        return False
    win(s, seat)
    return True


def win_forbidden(s: Island, seat: i64) -> i64:
    """SET-13.5: with win=claim, in one's own turn, with ten points hidden cards included."""
    phase: i64 = s.phase
    in_turn: bool = (
        phase == codes.BEFORE_ROLL
        or phase == codes.PLACE_ROBBER
        or phase == codes.ROB
        or phase == codes.MAIN
        or phase == codes.FREE_ROAD
    )
    if not s.rule.claim or not in_turn or seat != s.player:
        return codes.SET_13_5
    return OK if all_points(s, seat) >= 10 else codes.SET_13_5


def win(s: Island, seat: i64) -> None:
    """SET-13.4: any number of victory point cards is turned up at once."""
    n: i64 = hidden_points(s, seat)
    if n > 0:
        s.emit(codes.REVEALED, seat, n, 0)
    finish(s, codes.WON, seat)


def finish(s: Island, reason: i64, winner: i64) -> None:
    """SET-13.10: the game is over; everything under way stops."""
    s.phase = codes.ENDED
    s.ended = reason
    s.winner = winner
    s.laid = board.NONE
    s.forcing = 0
    s.emit(codes.FINISHED, reason, winner, 0)


# -- places (SET-13.8, 13.9) -----------------------------------------------------------------------------------------


def counted(s: Island, seat: i64) -> i64:
    """SET-13.8: at most the cap; SET-13.7: hidden cards count for everybody, at any kind of end."""
    points: i64 = all_points(s, seat)
    cap: i64 = s.rule.points_cap
    return cap if cap and points > cap else points


def standing(s: Island, seat: i64) -> i64:
    """SET-13.9: the winner is ahead of all, the others are ordered by counted points."""
    return 1000 if seat == s.winner else counted(s, seat)


def place(s: Island, seat: i64) -> i64:
    """SET-13.9: one more than the number of players ahead."""
    mine: i64 = standing(s, seat)
    ahead: i64 = 0
    for other in range(s.seats):
        if standing(s, other) > mine:
            ahead += 1
    return 1 + ahead


def tier(s: Island, seat: i64) -> i64:
    """SET-13.9: one more than the number of different standings ahead."""
    mine: i64 = standing(s, seat)
    ahead: i64 = 0
    for other in range(s.seats):
        theirs: i64 = standing(s, other)
        if theirs > mine:
            first: bool = True
            for i in range(other):
                if standing(s, i) == theirs:
                    first = False
            if first:
                ahead += 1
    return 1 + ahead
