"""Winning, elimination and spoils: TRI-15, TRI-18 and the end of the game."""

from mypy_extensions import i64

from kotva.games.triremes import board
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.table import FIGHT_SIZE, NOTHING, TriremesTable


def destroyed(s: TriremesTable, seat: i64, by: i64) -> None:
    """TRI-15.2, TRI-15.3: who has no soldiers, or with annihilation=figures no ships either, is beaten (TRI-4.6: at once)."""
    if s.phase == codes.ENDED or s.alive[seat] > 0 or s.out[seat]:
        return
    if s.chart.figures and s.ships_of(seat) > 0:  # captured ships count for their new owner
        return
    fall(s, seat, by, codes.DESTROYED)


def entered(s: TriremesTable, seat: i64, square: i64) -> None:
    """TRI-15.1: tested whenever a soldier comes to stand on a fortress square."""
    fort: i64 = s.chart.fort[square]
    if s.phase == codes.ENDED or fort == board.NONE:
        return
    if holds_capital(s, seat, fort // 2):
        fall(s, fort // 2, seat, codes.CAPITAL)


def holds_capital(s: TriremesTable, seat: i64, victim: i64) -> bool:
    """TRI-15.1: enough own soldiers in the capital of an enemy who is still in the game (TRI-18.3, 19.2).

    TRI-17.3: soldiers in different fortresses are never added up; one of them is enough, or both must be held.
    """
    if not s.enemies(seat, victim) or s.out[victim] or s.out[seat]:
        return False
    first: i64 = garrison(s, seat, victim, 0)
    if s.chart.capital[victim * board.BERTHS + 6] == board.NONE:
        return first >= s.chart.needed
    second: i64 = garrison(s, seat, victim, 6)
    if s.chart.all_capitals:
        return first >= s.chart.needed and second >= s.chart.needed
    return first >= s.chart.needed or second >= s.chart.needed


def garrison(s: TriremesTable, seat: i64, victim: i64, start: i64) -> i64:
    """How many of a player's soldiers stand in one fortress of another; each player's are counted separately (TRI-19.2)."""
    n: i64 = 0
    for i in range(victim * board.BERTHS + start, victim * board.BERTHS + start + 6):
        if s.on[s.chart.capital[i]] == board.SOLDIER + seat:
            n += 1
    return n


def fall(s: TriremesTable, victim: i64, by: i64, reason: i64) -> None:
    """A player is beaten: the end of a game for two, elimination among more (TRI-18.3)."""
    s.progress = 1
    s.fallen += 1
    s.out[victim] = s.fallen
    s.emit(codes.ELIMINATED, victim, by, 0)
    if s.seats == 2:
        finish(s, reason)
        return
    close_fights_with(s, victim)  # TRI-18.5: first the fights end
    if s.seats - s.fallen == 1:
        finish(s, codes.LAST)  # TRI-18.6: at once, the figures of the player eliminated last stay
        return
    if all_allied(s, board.NONE, board.NONE):
        finish(s, codes.ALLIED)  # TRI-19.5
        return
    if by == board.NONE or s.chart.spoils_removed:
        remove_figures(s, victim)
    else:
        hand_over(s, victim, by)
        test_again(s, by)


def close_fights_with(s: TriremesTable, seat: i64) -> None:
    """TRI-11.11, 18.5: all open fights in which a player takes part end."""
    i: i64 = 0
    while i < len(s.fights):
        if s.side_owner(i, 0) == seat or s.side_owner(i, 1) == seat:
            s.close_fight(i)
        else:
            i += FIGHT_SIZE


def remove_figures(s: TriremesTable, seat: i64) -> None:
    """TRI-18.4 spoils=removed, and TRI-16.5: a player's figures leave the board."""
    while s.ashore[seat]:
        s.lift_man(seat, s.men[seat * board.MOST_MEN])
    s.alive[seat] = 0
    for i in range(i64(len(s.bow))):
        if s.bow[i] != board.NONE and s.owner[i] == seat:
            s.remove_ship(i)


def hand_over(s: TriremesTable, seat: i64, to: i64) -> None:
    """TRI-18.4: figures go over where they stand, with their loads; TRI-18.5: they are no prizes."""
    ships: i64 = 0
    soldiers: i64 = s.alive[seat]
    for i in range(i64(len(s.bow))):
        if s.bow[i] != board.NONE and s.owner[i] == seat:
            s.owner[i] = to
            s.prize[i] = 0
            ships += 1
    while s.ashore[seat]:
        square: i64 = s.men[seat * board.MOST_MEN]
        s.lift_man(seat, square)
        s.put_man(to, square)
    s.alive[to] += soldiers
    s.alive[seat] = 0
    s.emit(codes.GAINED, to, ships, soldiers)


def test_again(s: TriremesTable, after: i64) -> None:
    """TRI-18.5: the conditions once more, seats in turn order beginning after the player who gained, until nothing changes."""
    k: i64 = 1
    while k <= s.seats and s.phase != codes.ENDED:
        victim: i64 = (after + k) % s.seats
        for by in range(s.seats):
            if holds_capital(s, by, victim):
                fall(s, victim, by, codes.CAPITAL)  # which tests again after its own spoils
                if s.chart.spoils_removed and s.phase != codes.ENDED:
                    test_again(s, after)
                return
        k += 1


def all_allied(s: TriremesTable, one: i64, other: i64) -> bool:
    """TRI-19.5: all remaining players are allies of each other, or would be if these two were (NONE: as it is)."""
    for a in range(s.seats):
        for b in range(a + 1, s.seats):
            asked: bool = (a == one and b == other) or (a == other and b == one)
            if s.out[a] == 0 and s.out[b] == 0 and s.pact[a * board.MOST_SEATS + b] == 0 and not asked:
                return False
    return True


def finish(s: TriremesTable, reason: i64) -> None:
    """TRI-4.6: nothing further of the action or of open fights is carried out."""
    if s.phase == codes.SETUP:
        forget_unplaced(s)
    s.phase = codes.ENDED
    s.ended = reason
    s.fights = NOTHING[:]
    forget_battle(s)
    forget_sunk(s)
    s.emit(codes.FINISHED, reason, 0, 0)


def forget_unplaced(s: TriremesTable) -> None:
    """TRI-16.5: soldiers who were not placed when the game ended never came into it."""
    for seat in range(s.seats):
        s.alive[seat] = s.ashore[seat]


def forget_battle(s: TriremesTable) -> None:
    """No land battle and no landing is under way."""
    s.fought_from = board.NONE
    s.fought_ship = board.NONE
    s.fought_to = board.NONE
    s.fought_back = 0
    s.fought_ties = 0
    s.landing_ship = board.NONE
    s.landing = board.NONE


def forget_sunk(s: TriremesTable) -> None:
    """Bought ships that were sunk leave no empty slot: a position is the same however it came about."""
    i: i64 = s.chart.fleet
    while i < len(s.bow):
        if s.bow[i] == board.NONE:
            drop_slot(s, i)
        else:
            i += 1


def drop_slot(s: TriremesTable, slot: i64) -> None:
    """Close the gap of one slot; only between turns, when no fight remembers slots."""
    s.ident = s.ident[:]
    for i in range(slot + 1, len(s.bow)):
        s.move_slot(i, i - 1)
    last: i64 = len(s.bow) - 1
    s.ident = s.ident[:last]
    s.bow = s.bow[:last]
    s.heading = s.heading[:last]
    s.owner = s.owner[:last]
    s.load = s.load[:last]
    s.prize = s.prize[:last]


# -- ranks (section 9) --------------------------------------------------------------------------------------------------


def standing(s: TriremesTable, seat: i64) -> i64:
    """A number that orders the players at the end: eliminated ones by when they fell, remaining ones above them."""
    if s.out[seat]:
        return s.out[seat]
    limit: bool = s.ended == codes.QUIET or s.ended == codes.TURNS
    if limit and not s.chart.limit_draw:  # TRI-16.4: more soldiers, then more ships
        return 1000 + material(s, seat)
    return 1000


def material(s: TriremesTable, seat: i64) -> i64:
    """TRI-16.4: soldiers on land and aboard, then ships owned."""
    return s.alive[seat] * 100 + s.ships_of(seat)


def team_standing(s: TriremesTable, seat: i64) -> i64:
    """Section 9: with fixed alliances a team shares one rank; at a limit the sums of the two teams are compared."""
    partner: i64 = (seat + 2) % 4
    if s.out[seat] and s.out[partner]:
        return 0
    if (s.ended == codes.QUIET or s.ended == codes.TURNS) and not s.chart.limit_draw:
        return 1000 + material(s, seat) + material(s, partner)
    return 1000


def rank_of(s: TriremesTable, seat: i64) -> i64:
    """One more than the number of players ahead; equal players share a rank."""
    teams: bool = s.chart.alliances == board.ALLIANCES_FIXED
    mine: i64 = team_standing(s, seat) if teams else standing(s, seat)
    rank: i64 = 1
    for i in range(s.seats):
        if (team_standing(s, i) if teams else standing(s, i)) > mine:
            rank += 1
    return rank


def resign(s: TriremesTable, seat: i64) -> None:
    """TRI-16.5: the other of two wins; among more the figures are removed and the player is eliminated."""
    fall(s, seat, board.NONE, codes.RESIGNED)
