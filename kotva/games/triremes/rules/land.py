"""Soldiers ashore: steps (TRI-7), land battles (TRI-8), embarking and disembarking (TRI-9), and who may assault (TRI-13)."""

from mypy_extensions import i64

from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.triremes import board
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.ending import destroyed, entered
from kotva.games.triremes.rules.table import TriremesTable

# -- steps, attacks, assaults (TRI-7, 13.1) -----------------------------------------------------------------------------


def is_adjacent(s: TriremesTable, a: i64, b: i64) -> bool:
    """TRI-2.4: squares that share a side."""
    d: i64 = a - b
    return d == 1 or d == -1 or d == s.chart.stride or d == -s.chart.stride


def entry_forbidden(s: TriremesTable, seat: i64, square: i64, strikes: bool) -> i64:
    """Whether a soldier may go to a land square: free for a step, an enemy's for an attack (TRI-7.1 to 7.3, 19.2)."""
    there: i64 = s.on[square]
    if there != board.FREE_LAND and there < board.SOLDIER:
        return codes.TRI_7_1
    if s.chart.alliances and s.closed_fort(seat, square):
        return codes.TRI_19_2
    if there == board.FREE_LAND:
        return codes.TRI_7_3 if strikes else OK
    if not s.enemies(seat, there - board.SOLDIER):
        return codes.TRI_7_2
    return OK if strikes else codes.TRI_7_3  # going there is an attack


def walk_forbidden(s: TriremesTable, seat: i64, start: i64, to: i64, strikes: bool) -> i64:
    """TRI-7.1: one square forward, back or sideways."""
    if s.on[start] != board.SOLDIER + seat or not is_adjacent(s, start, to):
        return codes.TRI_7_1
    return entry_forbidden(s, seat, to, strikes)


def assault_forbidden(s: TriremesTable, seat: i64, start: i64, ship: i64) -> i64:
    """TRI-13.1: a soldier on land against an enemy ship beside it."""
    if s.on[start] != board.SOLDIER + seat or ship == board.NONE or not s.enemies(seat, s.owner[ship]):
        return codes.TRI_13_1
    beside: bool = is_adjacent(s, start, s.bow[ship]) or is_adjacent(s, start, s.stern(ship))
    return OK if beside else codes.TRI_13_1


def list_walks(s: TriremesTable, seat: i64, out: Moves) -> None:
    """Every step, attack and assault of every soldier, by square, then N E S W."""
    on = s.on
    chart = s.chart
    men = s.men
    path_from = chart.path_from
    path = chart.path
    steps = chart.steps
    wary: bool = chart.alliances != board.ALLIANCES_OFF  # a free square may be an ally's fortress
    first: i64 = seat * board.MOST_MEN
    ashore: i64 = s.ashore[seat]
    out.reserve(4 * ashore)
    actions = out.a
    n: i64 = out.n
    for i in range(first, first + ashore):
        start: i64 = men[i]
        for k in range(path_from[start], path_from[start + 1]):
            there: i64 = on[path[k]]
            if there == board.FREE_LAND:
                if wary and entry_forbidden(s, seat, path[k], False) != OK:
                    continue
                actions[n] = steps[k]
                n += 1
            elif there >= board.SOLDIER:
                if entry_forbidden(s, seat, path[k], True) == OK:
                    actions[n] = steps[k] - board.STEP + board.STRIKE
                    n += 1
            elif there > 0 and s.enemies(seat, s.owner[there - 1]):
                actions[n] = board.ASSAULT + chart.code[start] * board.SHIPS + s.ident[there - 1]
                n += 1
    out.n = n


def can_walk(s: TriremesTable, seat: i64) -> bool:
    """Whether any soldier of a player can step, attack or assault."""
    out = Moves()
    list_walks(s, seat, out)
    return out.n > 0


def step(s: TriremesTable, seat: i64, start: i64, to: i64) -> None:
    """TRI-7.1, and TRI-7.4: a fortress is land like any other, but for winning."""
    s.lift_man(seat, start)
    s.put_man(seat, to)
    s.emit(codes.STEPPED, seat, s.chart.code[start], s.chart.code[to])
    entered(s, seat, to)


def assault(s: TriremesTable, seat: i64, start: i64, ship: i64) -> None:
    """TRI-13.1: a fight with the soldier as the starting side; TRI-13.2: it fights alone."""
    s.emit(codes.ASSAULTED, seat, s.chart.code[start], s.ident[ship])
    s.open_fight(board.NONE, start, ship)


# -- the land battle (TRI-8) --------------------------------------------------------------------------------------------


def strike(s: TriremesTable, seat: i64, start: i64, ship: i64, to: i64) -> None:
    """TRI-7.3, 9.6: a battle begins; TRI-8.7: nobody decides anything in it."""
    s.emit(
        codes.STRUCK,
        seat,
        s.chart.code[start] if ship == board.NONE else board.NONE - 1 - s.ident[ship],
        s.chart.code[to],
    )
    s.fought_from = start
    s.fought_ship = ship
    s.fought_to = to
    s.fought_back = 0
    s.fought_ties = 0
    s.phase = codes.BATTLE


def battle_throw(s: TriremesTable, attack: i64, defence: i64) -> None:
    """TRI-8.1: attacker's die + 3 against defender's die + 2; TRI-8.3: the lower one is destroyed."""
    beginner: i64 = s.turn
    other: i64 = s.on[s.fought_to] - board.SOLDIER
    attacker: i64 = other if s.fought_back else beginner
    s.emit(codes.ROLLED, attacker * 4 + (beginner if s.fought_back else other), attack, defence)
    difference: i64 = attack + board.ATTACK - defence - board.DEFENCE
    if difference == 0:
        s.fought_ties += 1
        s.fought_back = 1 - s.fought_back  # TRI-8.5: the defender becomes the attacker
        if s.chart.tie_ends or s.fought_ties == board.TIES:
            s.emit(codes.UNDECIDED, 0, 0, 0)  # TRI-8.6: both soldiers remain
            end_battle(s)
        return
    start: i64 = s.fought_from
    ship: i64 = s.fought_ship
    to: i64 = s.fought_to
    beginner_wins: bool = (difference > 0) == (s.fought_back == 0)
    end_battle(s)
    if beginner_wins:
        kill(s, other, to, beginner)
        if s.phase != codes.ENDED:
            take_place(s, beginner, start, ship, to)
    elif ship != board.NONE:
        s.load[ship] -= 1  # TRI-8.4: it held no square, so the other stays
        lose_man(s, beginner, s.ident[ship], board.NONE, other)
    else:
        kill(s, beginner, start, other)
        if s.phase != codes.ENDED and not s.chart.attacker_advances and not s.closed_fort(other, start):
            take_place(s, other, to, board.NONE, start)


def end_battle(s: TriremesTable) -> None:
    s.fought_from = board.NONE
    s.fought_ship = board.NONE
    s.fought_to = board.NONE
    s.fought_back = 0
    s.fought_ties = 0


def kill(s: TriremesTable, seat: i64, square: i64, by: i64) -> None:
    """A soldier ashore is destroyed."""
    s.lift_man(seat, square)
    lose_man(s, seat, board.NONE, s.chart.code[square], by)


def lose_man(s: TriremesTable, seat: i64, ship: i64, square: i64, by: i64) -> None:
    """One soldier less; TRI-4.6: winning is tested at once. TRI-20.2: a coin for who destroyed it."""
    s.alive[seat] -= 1
    s.progress = 1
    s.earn(by, board.SOLDIER_BOUNTY)
    s.emit(codes.LOST, seat, ship, square)
    destroyed(s, seat, by)


def take_place(s: TriremesTable, seat: i64, start: i64, ship: i64, to: i64) -> None:
    """TRI-8.4: the winner moves onto the destroyed soldier's square at once."""
    if ship == board.NONE:
        s.lift_man(seat, start)
        s.emit(codes.TOOK, seat, s.chart.code[start], s.chart.code[to])
    else:
        s.load[ship] -= 1
        s.emit(codes.LANDED, seat, s.ident[ship], s.chart.code[to])
    s.put_man(seat, to)
    entered(s, seat, to)


# -- embarking (TRI-9.1 to 9.3) -----------------------------------------------------------------------------------------


def around(s: TriremesTable, ship: i64, k: i64) -> i64:
    """The k-th of the six squares adjacent to a ship's two squares, in sorting order."""
    lying: i64 = s.heading[ship] % 2
    return s.low(ship) + s.chart.around[lying * 6 + k]


def is_beside(s: TriremesTable, ship: i64, square: i64) -> bool:
    for k in range(i64(6)):
        if around(s, ship, k) == square:
            return True
    return False


def embark_forbidden(s: TriremesTable, seat: i64, ship: i64, first: i64, second: i64) -> i64:
    """TRI-9.2: own soldiers beside the own ship; TRI-9.1, TRI-9.3: one or two, as many as the load allows."""
    if ship == board.NONE or s.owner[ship] != seat:
        return codes.TRI_9_9
    if not is_beside(s, ship, first) or (second != board.NONE and not is_beside(s, ship, second)):
        return codes.TRI_9_2
    if s.on[first] != board.SOLDIER + seat or (second != board.NONE and s.on[second] != board.SOLDIER + seat):
        return codes.TRI_9_2
    if second != board.NONE and second <= first:
        return codes.TRI_9_2
    return OK if s.load[ship] + (1 if second == board.NONE else 2) <= board.LOAD else codes.TRI_9_1


def land_forbidden(s: TriremesTable, seat: i64, ship: i64, first: i64, second: i64) -> i64:
    """TRI-9.4: one or both soldiers, on different land squares beside the ship; TRI-9.5: not on friends (TRI-9.8: nor ships)."""
    if ship == board.NONE or s.owner[ship] != seat:
        return codes.TRI_9_9
    if s.load[ship] < (1 if second == board.NONE else 2):
        return codes.TRI_9_4
    if not can_land(s, seat, ship, first):
        return codes.TRI_9_5 if is_beside(s, ship, first) and s.chart.kind[first] == board.LAND else codes.TRI_9_4
    if second == board.NONE:
        return OK
    if second <= first:
        return codes.TRI_9_4
    if not can_land(s, seat, ship, second):
        return codes.TRI_9_5 if is_beside(s, ship, second) and s.chart.kind[second] == board.LAND else codes.TRI_9_4
    return OK


def can_land(s: TriremesTable, seat: i64, ship: i64, square: i64) -> bool:
    """TRI-9.5: a landing square is free or holds an enemy soldier."""
    return is_beside(s, ship, square) and entry_forbidden(s, seat, square, s.on[square] >= board.SOLDIER) == OK


def list_carrying(s: TriremesTable, seat: i64, out: Moves) -> None:
    """Embarkings and disembarkings of each ship: singles, then pairs, in sorting order."""
    on = s.on
    bows = s.bow
    headings = s.heading
    owners = s.owner
    quay = s.chart.quay
    quay_from = s.chart.quay_from
    own: i64 = board.SOLDIER + seat
    ships: i64 = len(bows)
    for ship in range(ships):
        if owners[ship] != seat or bows[ship] == board.NONE:
            continue
        pose: i64 = bows[ship] * 4 + headings[ship]
        start: i64 = quay_from[pose]
        end: i64 = quay_from[pose + 1]
        if start == end:
            continue
        load: i64 = s.load[ship]
        if load < board.LOAD:
            for i in range(start, end):
                if on[quay[i]] == own:
                    list_embarkings(s, seat, ship, i, end, load == 0, out)
                    break
        if load > 0:
            list_landings(s, seat, ship, start, end, load == board.LOAD, out)


def list_embarkings(s: TriremesTable, seat: i64, ship: i64, start: i64, end: i64, two: bool, out: Moves) -> None:
    """TRI-9.2: own soldiers on the land squares beside a ship, one by one and two by two."""
    on = s.on
    quay = s.chart.quay
    code = s.chart.code
    own: i64 = board.SOLDIER + seat
    for i in range(start, end):
        if on[quay[i]] == own:
            first: i64 = s.ident[ship] * board.SQUARES + code[quay[i]]
            out.add(board.EMBARK + first)
            if two:
                for j in range(i + 1, end):
                    if on[quay[j]] == own:
                        out.add(board.EMBARK_TWO + first * board.SQUARES + code[quay[j]])


def list_landings(s: TriremesTable, seat: i64, ship: i64, start: i64, end: i64, two: bool, out: Moves) -> None:
    """TRI-9.4: the land squares beside a ship where its soldiers may land, one by one and two by two."""
    quay = s.chart.quay
    code = s.chart.code
    for i in range(start, end):
        if entry_forbidden(s, seat, quay[i], s.on[quay[i]] >= board.SOLDIER) == OK:
            first: i64 = s.ident[ship] * board.SQUARES + code[quay[i]]
            out.add(board.LAND_ONE + first)
            if two:
                for j in range(i + 1, end):
                    if entry_forbidden(s, seat, quay[j], s.on[quay[j]] >= board.SOLDIER) == OK:
                        out.add(board.LAND_TWO + first * board.SQUARES + code[quay[j]])


def can_carry(s: TriremesTable, seat: i64) -> bool:
    """Whether any ship can take soldiers aboard or put them ashore."""
    out = Moves()
    list_carrying(s, seat, out)
    return out.n > 0


def embark(s: TriremesTable, seat: i64, ship: i64, first: i64, second: i64) -> None:
    """TRI-9.2: the soldiers go aboard; the ship does not move."""
    s.lift_man(seat, first)
    s.load[ship] += 1
    last: i64 = first
    if second != board.NONE:
        s.lift_man(seat, second)
        s.load[ship] += 1
        last = second
    squares: i64 = s.chart.code[first] * board.SQUARES + s.chart.code[last]
    s.emit(codes.EMBARKED, seat * 4 + s.chart.cargo, s.ident[ship], squares)  # TRI-21.1


def disembark(s: TriremesTable, seat: i64, ship: i64, first: i64, second: i64) -> None:
    """TRI-9.7: free squares before defended ones, otherwise in sorting order."""
    s.landing_ship = ship
    if second != board.NONE and s.on[first] != board.FREE_LAND and s.on[second] == board.FREE_LAND:
        s.landing = first
        land(s, seat, ship, second)
    else:
        s.landing = second
        land(s, seat, ship, first)


def land(s: TriremesTable, seat: i64, ship: i64, square: i64) -> None:
    """One landing: on a free square at once, on an enemy soldier by a battle with it as defender (TRI-9.6)."""
    if s.on[square] != board.FREE_LAND:
        strike(s, seat, board.NONE, ship, square)
        return
    s.load[ship] -= 1
    s.put_man(seat, square)
    s.emit(codes.LANDED, seat, s.ident[ship], s.chart.code[square])
    entered(s, seat, square)


def land_next(s: TriremesTable) -> bool:
    """The second landing, if one waits and is still possible; whether it was made."""
    square: i64 = s.landing
    ship: i64 = s.landing_ship
    s.landing = board.NONE
    s.landing_ship = board.NONE
    if square == board.NONE or s.out[s.turn] or s.owner[ship] != s.turn or s.load[ship] == 0:
        return False
    if not can_land(s, s.turn, ship, square):
        return False  # spoils of the first landing may have made the soldier there an own one (TRI-9.5)
    land(s, s.turn, ship, square)
    return True
