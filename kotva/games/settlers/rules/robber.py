"""Seven and robber (SET-6): sealed discards, the provisional robber, stealing."""

from mypy_extensions import i64

from kotva.engine.arrays import BIT
from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.settlers import board
from kotva.games.settlers.board import count, covers, pack_of, total
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.points import lose_unseen, pay
from kotva.games.settlers.rules.signs import SIGNS, sign
from kotva.games.settlers.rules.table import Island

# -- discards (SET-6.1 to 6.4) ---------------------------------------------------------------------------------------


def seven(s: Island) -> None:
    """SET-6.1: everybody with more than seven resource cards owes half of them; action cards do not count (SET-6.2)."""
    owing: bool = False
    for seat in range(s.seats):
        held: i64 = total(s.hand[seat])
        if held > board.SAFE_HAND and not s.gone & BIT[seat]:  # SET-14.7: a seat that left never discards
            if not owing:
                s.due = s.due[:]
                owing = True
            s.due[seat] = held // 2
            s.emit(codes.MUST_DISCARD, seat, held // 2, 0)
    if owing:
        s.phase = codes.DISCARDS
    else:
        begin_robber(s)  # SET-6.5


def owes(s: Island, seat: i64) -> bool:
    """Whether a seat still has to choose its discard."""
    return s.due[seat] > 0 and s.sealed[seat] == board.NONE


def first_owing(s: Island) -> i64:
    """SET-4.6: from the player on turn clockwise; NONE when all have chosen."""
    for i in range(s.seats):
        seat: i64 = (s.player + i) % s.seats
        if owes(s, seat):
            return seat
    return board.NONE


def discard_forbidden(s: Island, seat: i64, choice: i64) -> i64:
    """SET-6.1: exactly half, of the cards held; SET-6.3: the choice is final, so a seat that chose is not asked (SET-4.6)."""
    pack: i64 = pack_of(choice)
    if total(pack) != s.due[seat] or not covers(s.hand[seat], pack):
        return codes.SET_6_1
    return OK


def list_discards(s: Island, seat: i64, out: Moves) -> None:
    """Every choice of that many cards of the hand; lumber counts up first."""
    hand: i64 = s.hand[seat]
    due: i64 = s.due[seat]
    lumber: i64 = count(hand, 0)
    bricks: i64 = count(hand, 1)
    wools: i64 = count(hand, 2)
    grains: i64 = count(hand, 3)
    ore: i64 = 0
    ores: i64 = count(hand, 4)
    while ore <= ores and ore <= due:
        grain: i64 = 0
        while grain <= grains and ore + grain <= due:
            wool: i64 = 0
            while wool <= wools and ore + grain + wool <= due:
                rest: i64 = due - ore - grain - wool
                brick: i64 = rest - lumber if rest > lumber else 0
                number: i64 = board.DISCARD + ore * 160000 + grain * 8000 + wool * 400
                while brick <= bricks and brick <= rest:
                    out.add(number + brick * 20 + rest - brick)
                    brick += 1
                wool += 1
            grain += 1
        ore += 1


def discard(s: Island, seat: i64, choice: i64) -> None:
    """SET-6.3: sealed; hands and bank change when the last one has chosen."""
    s.sealed = s.sealed[:]
    s.sealed[seat] = pack_of(choice)
    s.emit(codes.SEALED, seat, 0, 0)
    if first_owing(s) != board.NONE:
        return
    for i in range(s.seats):
        if s.due[i]:
            s.emit(codes.DISCARDED, i, s.sealed[i], 0)
            pay(s, i, s.sealed[i])
    s.due = s.due[:]
    s.sealed = s.sealed[:]
    for i in range(s.seats):
        s.due[i] = 0
        s.sealed[i] = board.NONE
    begin_robber(s)


# -- the robber move (SET-6.5 to 6.12) -------------------------------------------------------------------------------


def begin_robber(s: Island) -> None:
    """SET-6.5: after the discards, or by a knight (SET-6.7); from the first turn on (SET-6.13)."""
    s.phase = codes.PLACE_ROBBER
    s.origin = s.robber
    s.tries = 0


def robber_forbidden(s: Island, hexagon: i64) -> i64:
    """SET-6.6: another hex than the origin, not the desert; SET-6.8: nor where it is now, and only so often."""
    if s.phase == codes.ROB and s.tries >= s.rule.robber_tries:
        return codes.SET_6_8
    if hexagon == s.origin or (s.terrain[hexagon] == board.DESERT and not s.rule.desert_allowed):
        return codes.SET_6_6
    return codes.SET_6_8 if hexagon == s.robber else OK


def list_robber(s: Island, out: Moves) -> None:
    for hexagon in range(i64(board.HEXES)):
        if robber_forbidden(s, hexagon) == OK:
            out.add(board.ROBBER + hexagon)


def put_robber(s: Island, hexagon: i64) -> None:
    """SET-6.8: provisional, until a card is taken or the player keeps it there."""
    s.robber = hexagon
    s.tries += 1
    s.phase = codes.ROB
    s.emit(codes.ROBBER_PUT, s.player, hexagon, s.terrain[hexagon] * SIGNS + sign(s, hexagon))
    if s.tries >= s.rule.robber_tries and not has_victim(s):
        end_robber(s)  # SET-6.12: no choice is left


def is_victim(s: Island, seat: i64) -> bool:
    """SET-6.9: an opponent with a building on the robber's hex and at least one resource card."""
    return (
        seat != s.player
        and (s.settlements[seat] | s.cities[seat]) & board.HEX_MASK[s.robber] != 0
        and s.hand[seat] != 0
    )


def has_victim(s: Island) -> bool:
    for seat in range(s.seats):
        if is_victim(s, seat):
            return True
    return False


def list_rob(s: Island, out: Moves, forced: bool) -> None:
    """Another hex (never when chance completes the move, SET-14.6), a victim (SET-6.10), or nothing (SET-6.11)."""
    if not forced and s.tries < s.rule.robber_tries:
        list_robber(s, out)
    found: bool = False
    for seat in range(s.seats):
        if is_victim(s, seat):
            out.add(board.STEAL + seat)
            found = True
    if not found:
        out.add(board.KEEP)


def steal_forbidden(s: Island, seat: i64) -> i64:
    return OK if seat < s.seats and is_victim(s, seat) else codes.SET_6_9


def keep_forbidden(s: Island) -> i64:
    """SET-6.11: only if there is no victim; otherwise a card must be taken (SET-6.10)."""
    return codes.SET_6_10 if has_victim(s) else OK


def steal(s: Island, victim: i64) -> None:
    """SET-6.10: every card in the victim's hand is equally likely."""
    s.victim = victim
    s.phase = codes.STEALING


def stolen(s: Island, resource: i64) -> None:
    """The card changes hands; only these two see it."""
    s.emit(codes.STOLE, s.player, s.victim, resource)
    lose_unseen(s, s.victim, resource)
    s.hand[s.player] += board.UNIT[resource]
    end_robber(s)


def end_robber(s: Island) -> None:
    """The phase goes on in which the 7 was rolled or the knight played (SET-9.5)."""
    s.victim = board.NONE
    s.origin = board.NONE
    s.tries = 0
    s.phase = s.back
