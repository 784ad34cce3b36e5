"""Ships: movement (TRI-5), ramming (TRI-6) and the start of a boarding (TRI-10)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.triremes import board
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.ending import destroyed
from kotva.games.triremes.rules.table import TriremesTable

# A course is where a movement ends: (bow * 4 + heading) + COURSE * (1 + slot of the rammed ship, or 0); below 0 it is the
# clause that forbids the movement, negative.
COURSE: Final = 32768


def course(s: TriremesTable, slot: i64, code: i64) -> i64:
    """TRI-5.1, TRI-5.2: where a movement ends and whom it rams, or why it is illegal as a whole (TRI-5.4).

    TRI-5.3: turning pivots on the bow. TRI-5.5: squares that a stern swings over do not matter. A ship's own old squares
    are never among those that must be free.
    """
    bow: i64 = s.bow[slot]
    k: i64 = s.heading[slot] * board.MOVEMENTS + code
    at: i64 = bow + s.chart.first[k]
    if s.on[at] == board.FREE_SEA:
        at = bow + s.chart.second[k]
        if s.on[at] == board.FREE_SEA:
            return (bow + s.chart.way[k]) * 4 + s.chart.turned[k]
        if code != board.F:
            return -codes.TRI_5_4  # TRI-6.4: a stern never swings into an occupied square
    if code > board.R:
        if code >= board.USUAL:
            return -codes.TRI_5_6  # never a ram
        return -(codes.TRI_6_6 if code != board.B and s.chart.kind[at] == board.SEA else codes.TRI_5_4)
    return ramming(s, slot, at, s.chart.turned[k])


def ramming(s: TriremesTable, slot: i64, at: i64, d: i64) -> i64:
    """What happens when a bow in direction d meets something on a square: a ram that ends the movement there (TRI-6.5)."""
    met: i64 = s.on[at] - 1
    if met < 0 or met >= len(s.bow):
        return (
            -codes.TRI_5_4
        )  # land or reef; TRI-2.5: outside the board, too; TRI-7.5: soldiers ashore are out of reach
    if not s.enemies(s.owner[slot], s.owner[met]) or s.prize[met]:
        return -codes.TRI_6_9  # own ships, allies and prizes only block
    if s.heading[met] == (d + 2) % 4:
        return -codes.TRI_6_3  # bow meets bow; TRI-6.2: any other direction strikes side or stern
    return at * 4 + d + COURSE * (1 + met)  # TRI-6.8: not a choice


def moving_forbidden(s: TriremesTable, seat: i64, slot: i64) -> i64:
    """TRI-5.7: which ships a player may move. TRI-11.10: not engaged ones; TRI-14.4: no prizes."""
    if slot == board.NONE or s.owner[slot] != seat:
        return codes.TRI_5_7
    if s.prize[slot]:
        return codes.TRI_14_4
    if s.engaged(slot):
        return codes.TRI_11_10
    return OK


def boarding_forbidden(s: TriremesTable, slot: i64, target: i64) -> i64:
    """TRI-10.5, TRI-10.6: whom a ship, loaded or not, may board: enemies, no prizes, not engaged (TRI-11.10, 12.6)."""
    if target == board.NONE or not s.enemies(s.owner[slot], s.owner[target]):
        return codes.TRI_10_1
    if s.prize[target]:
        return codes.TRI_10_5
    if s.engaged(target):
        return codes.TRI_12_6  # so neither the opposing ship of the very fight that pays for the move
    return OK


def is_alongside(s: TriremesTable, to: i64, target: i64) -> bool:
    """TRI-10.2: same axis, a full 2 x 2 block; TRI-10.3 contact=overlap: one common side square is enough."""
    heading: i64 = to % 4
    if (heading + s.heading[target]) % 2:
        return False
    bow: i64 = to // 4
    stern: i64 = bow - s.chart.step[heading]
    across: i64 = s.chart.step[(heading + 1) % 4]
    there: i64 = 1 + target
    a: bool = s.on[bow - across] == there
    b: bool = s.on[stern - across] == there
    if s.chart.overlap:
        return a or b or s.on[bow + across] == there or s.on[stern + across] == there
    if a and b:
        return True
    return s.on[bow + across] == there and s.on[stern + across] == there


def sail_forbidden(s: TriremesTable, seat: i64, slot: i64, code: i64, target: i64, boards: bool) -> i64:
    """A ship movement, with or without boarding, in a turn or as a tactical move."""
    no: i64 = moving_forbidden(s, seat, slot)
    if no != OK:
        return no
    if code >= s.chart.movements:
        return codes.TRI_5_6
    to: i64 = course(s, slot, code)
    if to < 0:
        return -to
    if not boards:
        return OK
    if to >= COURSE:
        return codes.TRI_6_8  # a move that rams cannot board
    no = boarding_forbidden(s, slot, target)
    if no != OK:
        return no
    return OK if is_alongside(s, to, target) else codes.TRI_10_1


def list_sailings(s: TriremesTable, seat: i64, plain: i64, boarding: i64, out: Moves) -> None:
    """Every movement of every ship, in the order of slots and codes; after each one the boardings it allows.

    `plain` and `boarding` are the families to use: those of a turn or those of a tactical move.
    """
    calm: bool = len(s.fights) == 0  # no ship is engaged and none a prize
    chart = s.chart
    on = s.on
    bows = s.bow
    headings = s.heading
    owners = s.owner
    waters = chart.waters
    special: bool = chart.overlap != 0 or chart.movements != board.USUAL  # TRI-10.3, 5.6
    ships: i64 = len(bows)
    out.reserve(ships * chart.crowd)
    actions = out.a
    n: i64 = out.n
    for slot in range(ships):
        if owners[slot] != seat or bows[slot] == board.NONE or not (calm or moving_forbidden(s, seat, slot) == OK):
            continue
        family: i64 = plain + s.ident[slot] * board.MOVEMENTS
        k: i64 = (bows[slot] * 4 + headings[slot]) * board.WATERS
        ahead: i64 = on[waters[k]]
        left: i64 = on[waters[k + 1]]
        right: i64 = on[waters[k + 2]]
        two_ahead: i64 = on[waters[k + 3]]
        ahead_left: i64 = on[waters[k + 4]]
        ahead_right: i64 = on[waters[k + 5]]
        if (
            (ahead > 0 and owners[ahead - 1] != seat)
            or (left > 0 and owners[left - 1] != seat)
            or (right > 0 and owners[right - 1] != seat)
            or (two_ahead > 0 and owners[two_ahead - 1] != seat)
            or (ahead_left > 0 and owners[ahead_left - 1] != seat)
            or (ahead_right > 0 and owners[ahead_right - 1] != seat)
            or special
        ):
            n = list_movements(s, slot, family, boarding + s.ident[slot] * board.MOVEMENTS * board.SHIPS, actions, n)
            continue
        # Nobody is there to be rammed or boarded: TRI-5.2 with what must be free.
        if ahead == board.FREE_SEA and two_ahead == board.FREE_SEA:
            actions[n] = family + board.F
            n += 1
        if left == board.FREE_SEA:
            actions[n] = family + board.L
            n += 1
        if right == board.FREE_SEA:
            actions[n] = family + board.R
            n += 1
        if ahead == board.FREE_SEA:
            if ahead_right == board.FREE_SEA:
                actions[n] = family + board.FL
                n += 1
            if ahead_left == board.FREE_SEA:
                actions[n] = family + board.FR
                n += 1
            actions[n] = family + board.B
            n += 1
    out.n = n


def list_movements(s: TriremesTable, slot: i64, plain: i64, boarding: i64, actions: vec[i64], n: i64) -> i64:
    """The movements of one ship that may meet others, into `actions` from n on; the new n."""
    on = s.on
    chart = s.chart
    own: i64 = 1 + slot
    bow: i64 = s.bow[slot]
    k: i64 = s.heading[slot] * board.MOVEMENTS
    for code in range(chart.movements):
        at: i64 = on[bow + chart.first[k]]
        if at == board.FREE_SEA and on[bow + chart.second[k]] == board.FREE_SEA:
            actions[n] = plain + code
            n += 1
            end: i64 = bow + chart.way[k]
            left: i64 = on[end - chart.across[k]]
            right: i64 = on[end + chart.across[k]]
            if (left > 0 and left != own) or (right > 0 and right != own) or chart.overlap:
                n = list_boardings(s, slot, end * 4 + chart.turned[k], boarding + code * board.SHIPS, actions, n)
        elif code <= board.R and at >= 0 and course(s, slot, code) >= 0:
            actions[n] = plain + code  # a ram; TRI-6.8: it cannot board as well
            n += 1
        k += 1
    return n


def list_boardings(s: TriremesTable, slot: i64, to: i64, family: i64, actions: vec[i64], n: i64) -> i64:
    """TRI-10.1: a ship that its movement places alongside may board. TRI-10.4: others never come up here."""
    heading: i64 = to % 4
    back: i64 = s.chart.step[heading]
    across: i64 = s.chart.step[(heading + 1) % 4]
    beside: i64 = to // 4 - across
    for _i in range(i64(2)):
        there: i64 = s.on[beside]
        if there > 0 and is_boardable(s, slot, to, there - 1):
            actions[n] = family + s.ident[there - 1]
            n += 1
        other: i64 = s.on[beside - back]
        if other > 0 and other != there and is_boardable(s, slot, to, other - 1):
            actions[n] = family + s.ident[other - 1]
            n += 1
        beside += across + across
    return n


def is_boardable(s: TriremesTable, slot: i64, to: i64, target: i64) -> bool:
    """Whether what stands beside is a ship that may be boarded from there."""
    if target >= len(s.bow) or s.owner[target] == s.owner[slot]:
        return False
    return boarding_forbidden(s, slot, target) == OK and is_alongside(s, to, target)


def can_sail(s: TriremesTable, seat: i64) -> bool:
    """Whether any ship of a player has a legal movement: turning about (TRI-5.2) needs nothing but free sea ahead."""
    calm: bool = len(s.fights) == 0
    owners = s.owner
    ships: i64 = len(owners)
    for slot in range(ships):
        if owners[slot] != seat or s.bow[slot] == board.NONE or not (calm or moving_forbidden(s, seat, slot) == OK):
            continue
        if s.on[s.bow[slot] + s.chart.step[s.heading[slot]]] == board.FREE_SEA:
            return True
        for code in range(s.chart.movements):
            if course(s, slot, code) >= 0:
                return True
    return False


def sail(s: TriremesTable, slot: i64, code: i64, target: i64, opposing: i64, captured: i64) -> None:
    """Carry out a movement; then the boarding it declared (TRI-10.1).

    TRI-12.8: `captured` is the ship whose sailors have just paid for this move, `opposing` the ship that took it.
    """
    to: i64 = course(s, slot, code)
    before: i64 = s.ship_pose(slot)
    struck: i64 = to // COURSE - 1
    pose: i64 = to % COURSE
    seat: i64 = s.owner[slot]
    s.lift_ship(slot)
    drowned: i64 = 0
    victim: i64 = board.NONE
    if struck != board.NONE:
        if captured != board.NONE and struck == opposing:
            s.emit(codes.CROSSED, s.load[struck], s.ident[struck], s.ident[captured])
            s.load[captured] = s.load[struck]  # they are not lost: they cross to the captured ship
            s.load[struck] = 0
        drowned = s.load[struck]
        victim = s.owner[struck]
        s.close_fights_of(struck)
        s.remove_ship(struck)
    s.put_ship(slot, pose // 4, pose % 4)
    s.emit(codes.SAILED, s.ident[slot], before, s.ship_pose(slot))
    if struck != board.NONE:
        s.emit(codes.SUNK, s.ident[struck], s.ident[slot], drowned)
        sink(s, victim, seat, drowned)
    elif target != board.NONE:
        s.emit(codes.BOARDED, s.ident[slot], s.ident[target], 0)
        s.open_fight(slot, board.NONE, target)


def sink(s: TriremesTable, victim: i64, by: i64, drowned: i64) -> None:
    """TRI-6.1: the enemy ship is sunk and removed. TRI-6.7: soldiers aboard are lost with it."""
    s.alive[victim] -= drowned
    s.earn(by, board.SHIP_BOUNTY + board.SOLDIER_BOUNTY * drowned)
    s.progress = 1
    destroyed(s, victim, by)
