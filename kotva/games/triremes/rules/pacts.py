"""Pacts (TRI-19), buying (TRI-20), resigning and agreed draws (TRI-16.5)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import push, zeros
from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.triremes import board
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.ending import all_allied, finish, test_again
from kotva.games.triremes.rules.table import TriremesTable

ALLIES: Final = 1
ENDING: Final = 2  # a broken pact: allies until the turn ends
PACT_USED: Final = 1  # bits of `proposed`
DRAW_USED: Final = 2


# -- pacts (TRI-19) -----------------------------------------------------------------------------------------------------


def offer_forbidden(s: TriremesTable, seat: i64, to: i64) -> i64:
    """TRI-19.3: once a turn, to a remaining player who is not an ally, never if all would be allies then."""
    if s.chart.alliances != board.ALLIANCES_OPEN:
        return codes.TRI_19_1
    if s.proposed & PACT_USED or to >= s.seats or to == seat or s.out[to] or not s.enemies(seat, to):
        return codes.TRI_19_3
    return codes.TRI_19_3 if all_allied(s, seat, to) else OK


def break_forbidden(s: TriremesTable, seat: i64, other: i64) -> i64:
    """TRI-19.4: instead of an offer, with an ally."""
    if s.chart.alliances != board.ALLIANCES_OPEN:
        return codes.TRI_19_1
    if s.proposed & PACT_USED or other >= s.seats or other == seat or s.out[other] or s.enemies(seat, other):
        return codes.TRI_19_4
    return OK


def ally(s: TriremesTable, a: i64, b: i64, value: i64) -> None:
    """TRI-19.3: pacts are between two players and do not extend to third ones."""
    s.pact[a * board.MOST_SEATS + b] = value
    s.pact[b * board.MOST_SEATS + a] = value


def list_pacts(s: TriremesTable, seat: i64, out: Moves) -> None:
    """Offers, then breaks, by seat."""
    if s.chart.alliances != board.ALLIANCES_OPEN or s.proposed & PACT_USED:
        return
    for other in range(s.seats):
        if offer_forbidden(s, seat, other) == OK:
            out.add(board.PACT_OFFER + other)
    for other in range(s.seats):
        if break_forbidden(s, seat, other) == OK:
            out.add(board.PACT_BREAK + other)


def offer_pact(s: TriremesTable, seat: i64, to: i64) -> None:
    s.proposed |= PACT_USED
    s.phase = codes.PACT_ASKED
    s.asked = to
    s.emit(codes.OFFERED, seat, to, 0)


def answer_pact(s: TriremesTable, seat: i64, yes: bool) -> None:
    """The player asked answers at once; then the turn goes on."""
    if yes:
        ally(s, s.turn, seat, ALLIES)
    s.emit(codes.ANSWERED, seat, s.turn, 1 if yes else 0)
    s.phase = codes.MOVE
    s.asked = s.turn


def break_pact(s: TriremesTable, seat: i64, other: i64) -> None:
    """TRI-19.4: it ends with this turn; until then the two are still allies."""
    s.proposed |= PACT_USED
    ally(s, seat, other, ENDING)
    s.emit(codes.BREAKING, seat, other, 0)


def end_pacts(s: TriremesTable) -> None:
    """TRI-4.4 (2): broken pacts end, then the winning conditions are tested."""
    if s.chart.alliances != board.ALLIANCES_OPEN:
        return
    any_ended: bool = False
    for a in range(s.seats):
        for b in range(a + 1, s.seats):
            if s.pact[a * board.MOST_SEATS + b] == ENDING:
                ally(s, a, b, 0)
                s.emit(codes.PACT_ENDED, a, b, 0)
                any_ended = True
    if any_ended:
        test_again(s, s.turn)


# -- buying (TRI-20) ----------------------------------------------------------------------------------------------------


def soldier_forbidden(s: TriremesTable, seat: i64, square: i64) -> i64:
    """TRI-20.3: 2 coins, a free fortress square of the own capital, fewer soldiers than at the start."""
    if not s.chart.purchase:
        return codes.TRI_20_1
    if s.coins[seat] < board.SOLDIER_PRICE or s.alive[seat] >= s.chart.soldiers[seat]:
        return codes.TRI_20_3
    fort: i64 = s.chart.fort[square]
    return OK if fort != board.NONE and fort // 2 == seat and s.on[square] == board.FREE_LAND else codes.TRI_20_3


def ship_forbidden(s: TriremesTable, seat: i64, berth: i64) -> i64:
    """TRI-20.3: 3 coins, a berth with both squares free, fewer ships than at the start."""
    if not s.chart.purchase:
        return codes.TRI_20_1
    if s.coins[seat] < board.SHIP_PRICE or s.ships_of(seat) >= s.chart.ships[seat]:
        return codes.TRI_20_3
    pose: i64 = s.chart.berth[seat * board.BERTHS + berth]
    if pose == board.NONE:
        return codes.TRI_20_3
    bow: i64 = pose // 4
    return (
        OK if s.on[bow] == board.FREE_SEA and s.on[bow - s.chart.step[pose % 4]] == board.FREE_SEA else codes.TRI_20_3
    )


def list_purchases(s: TriremesTable, seat: i64, out: Moves) -> None:
    """Soldiers by square, then ships by berth."""
    if not s.chart.purchase or s.coins[seat] < board.SOLDIER_PRICE:
        return
    squares: vec[i64] = sorted_capital(s, seat)
    for i in range(i64(len(squares))):
        if soldier_forbidden(s, seat, squares[i]) == OK:
            out.add(board.BUY_SOLDIER + s.chart.code[squares[i]])
    for i in range(i64(board.BERTHS)):
        if ship_forbidden(s, seat, i) == OK:
            out.add(board.BUY_SHIP + i)


def sorted_capital(s: TriremesTable, seat: i64) -> vec[i64]:
    """The fortress squares of a player in sorting order."""
    out: vec[i64] = zeros(0)
    low: i64 = 0
    while True:
        best: i64 = s.chart.size
        for i in range(seat * board.BERTHS, seat * board.BERTHS + board.BERTHS):
            square: i64 = s.chart.capital[i]
            if square > low and square < best:
                best = square
        if best == s.chart.size:
            return out
        out = push(out, best)
        low = best


def buy_soldier(s: TriremesTable, seat: i64, square: i64) -> None:
    s.coins[seat] -= board.SOLDIER_PRICE
    s.alive[seat] += 1
    s.put_man(seat, square)
    s.progress = 1  # TRI-16.1
    s.emit(codes.BOUGHT, seat, board.NONE, s.chart.code[square])


def buy_ship(s: TriremesTable, seat: i64, berth: i64) -> None:
    """The new ship's id is the builder's letter with the next number never used."""
    s.coins[seat] -= board.SHIP_PRICE
    s.built[seat] += 1
    ident: i64 = seat * board.NUMBERS + s.built[seat] - 1
    pose: i64 = s.chart.berth[seat * board.BERTHS + berth]
    insert_ship(s, ident, seat, pose)
    s.progress = 1
    s.emit(codes.BOUGHT, seat, ident, s.chart.code[pose // 4])


def insert_ship(s: TriremesTable, ident: i64, seat: i64, pose: i64) -> None:
    """Bought ships stand behind the others in the order of their ids, not of buying."""
    s.add_ship(ident, seat, board.NONE, 0, 0)
    i: i64 = len(s.bow) - 1
    while i > s.chart.fleet and s.ident[i - 1] > ident:
        s.move_slot(i - 1, i)
        i -= 1
    s.ident[i] = ident
    s.owner[i] = seat
    s.load[i] = 0
    s.prize[i] = 0
    s.put_ship(i, pose // 4, pose % 4)


# -- draws (TRI-16.5) ---------------------------------------------------------------------------------------------------


def draw_forbidden(s: TriremesTable, seat: i64) -> i64:
    """In one's own move phase, once a turn."""
    return OK if s.phase == codes.MOVE and s.turn == seat and not s.proposed & DRAW_USED else codes.TRI_16_5


def offer_draw(s: TriremesTable, seat: i64) -> None:
    s.proposed |= DRAW_USED
    s.phase = codes.DRAW_ASKED
    s.emit(codes.DRAW_OFFERED, seat, 0, 0)
    s.asked = after(s, seat)


def answer_draw(s: TriremesTable, seat: i64, yes: bool) -> None:
    """The other remaining players answer in turn order; all yes ends the game, the first no returns to the move."""
    s.emit(codes.DRAW_ANSWERED, seat, 1 if yes else 0, 0)
    following: i64 = after(s, seat)
    if not yes:
        s.phase = codes.MOVE
        s.asked = s.turn
    elif following == s.turn:
        finish(s, codes.AGREED)
    else:
        s.asked = following


def after(s: TriremesTable, seat: i64) -> i64:
    """TRI-18.2: the next remaining player in turn order."""
    seat = (seat + 1) % s.seats
    while s.out[seat] and s.phase != codes.ENDED:
        seat = (seat + 1) % s.seats
    return seat
