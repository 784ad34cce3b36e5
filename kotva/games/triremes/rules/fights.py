"""Fights of ships and shore assaults: exchanges (TRI-11), tactical moves (TRI-12), assaults (TRI-13), captures (TRI-14)."""

from mypy_extensions import i64

from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.triremes import board
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.ending import destroyed
from kotva.games.triremes.rules.land import lose_man
from kotva.games.triremes.rules.ships import can_sail, list_sailings, sail, sail_forbidden
from kotva.games.triremes.rules.table import ATTACKS, FIGHT_SIZE, SQUARE, TIED, TriremesTable


def newest(s: TriremesTable) -> i64:
    """TRI-12.9: only the newest open fight is fought, to its end: TRI-11.8: nobody may break it off."""
    return len(s.fights) - FIGHT_SIZE


def ask(s: TriremesTable) -> None:
    """TRI-11.3: the defender chooses before either die is thrown; without a tactical move the exchange is simply rolled."""
    fight: i64 = newest(s)
    defends: i64 = 1 - s.fights[fight + ATTACKS]
    seat: i64 = s.side_owner(fight, defends)
    if tactical_forbidden(s, defends) == OK and can_sail(s, seat):
        s.phase = codes.FIGHT
        s.asked = seat
    else:
        s.phase = codes.DICE_DUE


def tactical_forbidden(s: TriremesTable, side: i64) -> i64:
    """TRI-12.1: the defender may make a tactical move; TRI-12.12: or only the boarded side, or nobody.

    TRI-12.11: in shore assaults too; TRI-13.5: there the soldier itself is the price.
    """
    if s.chart.tactical == board.TACTICAL_OFF or (s.chart.tactical == board.TACTICAL_BOARDED and side == 0):
        return codes.TRI_12_12
    return OK


def list_fight(s: TriremesTable, seat: i64, out: Moves) -> None:
    """TRI-12.2: roll, or one ship movement, which may ram or board; nothing else."""
    out.add(board.ROLL)
    list_sailings(s, seat, board.TAC, board.TAC_BOARD, out)


def tactical_move_forbidden(s: TriremesTable, seat: i64, slot: i64, code: i64, target: i64, boards: bool) -> i64:
    """TRI-12.5: a movement that TRI-5.7 allows, judged before the payment."""
    no: i64 = tactical_forbidden(s, 1 - s.fights[newest(s) + ATTACKS])
    return no if no != OK else sail_forbidden(s, seat, slot, code, target, boards)


def exchange(s: TriremesTable, attack: i64, defence: i64) -> None:
    """TRI-11.4: attacker's die + 3 against defender's die + 2; the lower total loses a figure, on either side."""
    fight: i64 = newest(s)
    attacks: i64 = s.fights[fight + ATTACKS]
    s.emit(codes.ROLLED, s.side_owner(fight, attacks) * 4 + s.side_owner(fight, 1 - attacks), attack, defence)
    s.fights[fight + ATTACKS] = 1 - attacks  # TRI-11.2: whatever the result
    difference: i64 = attack + board.ATTACK - defence - board.DEFENCE
    if difference == 0:  # TRI-11.7
        s.fights[fight + TIED] += 1
        if s.fights[fight + TIED] == board.TIES:
            s.close_fight(fight)  # TRI-11.9
            s.emit(codes.UNDECIDED, 0, 0, 0)
        return
    s.fights[fight + TIED] = 0
    lose_figure(s, fight, 1 - attacks if difference > 0 else attacks)


def lose_figure(s: TriremesTable, fight: i64, side: i64) -> None:
    """TRI-11.1, TRI-11.5: a side has its soldiers and, last, its sailors; an assaulting soldier is all its side has."""
    seat: i64 = s.side_owner(fight, side)
    other: i64 = s.side_owner(fight, 1 - side)
    ship: i64 = s.side_ship(fight, side)
    if ship == board.NONE:
        square: i64 = s.fights[fight + SQUARE]
        s.close_fight(fight)  # TRI-13.4: the ship stays its owner's
        s.lift_man(seat, square)
        lose_man(s, seat, board.NONE, s.chart.code[square], other)
    elif s.load[ship] > 0:
        s.load[ship] -= 1
        lose_man(s, seat, s.ident[ship], board.NONE, other)
    else:
        capture(s, fight, ship, seat, other)


def capture(s: TriremesTable, fight: i64, ship: i64, seat: i64, victor: i64) -> None:
    """TRI-11.6, 14.1: the ship belongs to the victor, where it lies; TRI-14.2: it has sailors again at once.

    TRI-14.3: the victor's soldiers stay on their own ship.
    """
    square: i64 = s.fights[fight + SQUARE]
    s.close_fight(fight)
    s.owner[ship] = victor
    s.prize[ship] = 1  # TRI-14.4
    s.progress = 1
    if square != board.NONE:
        s.lift_man(victor, square)  # TRI-13.3: the soldier is aboard it
        s.load[ship] = 1
    s.emit(codes.CAPTURED, s.ident[ship], victor, seat)
    destroyed(s, seat, victor)


def tactical_move(s: TriremesTable, seat: i64, slot: i64, code: i64, target: i64) -> None:
    """TRI-12.3: the price is the figure that is fighting, paid first; then the ship moves."""
    fight: i64 = newest(s)
    side: i64 = 1 - s.fights[fight + ATTACKS]
    own: i64 = s.side_ship(fight, side)
    opposing: i64 = s.side_ship(fight, 1 - side)
    s.fights[fight + ATTACKS] = side  # TRI-12.10: it takes the place of the exchange
    s.fights[fight + TIED] = 0
    s.emit(codes.PAID, seat, 0, 0)
    lose_figure(s, fight, side)
    if s.phase == codes.ENDED or s.out[seat]:
        return  # TRI-12.4
    # TRI-12.7: a ship that still has its sailors stays with its owner; TRI-12.13: one without them is a prize and not used again.
    captured: i64 = own if own != board.NONE and s.owner[own] != seat else board.NONE
    sail(s, slot, code, target, opposing, captured)
