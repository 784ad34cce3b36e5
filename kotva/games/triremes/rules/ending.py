"""Winning, elimination and spoils: TRI-15, TRI-18 and the end of the game."""

from mypy_extensions import i64

from kotva.games.triremes.board import ALLIANCES_FIXED, BERTHS, MOST_MEN, MOST_SEATS, NONE, SOLDIER
from kotva.games.triremes.rules.codes import (
    ALLIED,
    CAPITAL,
    DESTROYED,
    ELIMINATED,
    ENDED,
    FINISHED,
    GAINED,
    LAST,
    QUIET,
    RESIGNED,
    SETUP,
    TURNS,
)
from kotva.games.triremes.rules.table import FIGHT_SIZE, NOTHING, Sea


def destroyed(s: Sea, seat: i64, by: i64) -> None:
    """TRI-15.2, TRI-15.3: who has no soldiers, or with annihilation=figures no ships either, is beaten (TRI-4.6: at once)."""
    if s.phase == ENDED or s.alive[seat] > 0 or s.out[seat]:
        return
    if s.chart.figures and s.ships_of(seat) > 0:  # captured ships count for their new owner
        return
    fall(s, seat, by, DESTROYED)


def entered(s: Sea, seat: i64, square: i64) -> None:
    """TRI-15.1: tested whenever a soldier comes to stand on a fortress square."""
    fort: i64 = s.chart.fort[square]
    if s.phase == ENDED or fort == NONE:
        return
    if holds_capital(s, seat, fort // 2):
        fall(s, fort // 2, seat, CAPITAL)


def holds_capital(s: Sea, seat: i64, victim: i64) -> bool:
    """TRI-15.1: enough own soldiers in the capital of an enemy who is still in the game (TRI-18.3, 19.2).

    TRI-17.3: soldiers in different fortresses are never added up; one of them is enough, or both must be held.
    """
    if not s.enemies(seat, victim) or s.out[victim] or s.out[seat]:
        return False
    first: i64 = garrison(s, seat, victim, 0)
    if s.chart.capital[victim * BERTHS + 6] == NONE:
        return first >= s.chart.needed
    second: i64 = garrison(s, seat, victim, 6)
    if s.chart.all_capitals:
        return first >= s.chart.needed and second >= s.chart.needed
    return first >= s.chart.needed or second >= s.chart.needed


def garrison(s: Sea, seat: i64, victim: i64, start: i64) -> i64:
    """How many of a player's soldiers stand in one fortress of another; each player's are counted separately (TRI-19.2)."""
    n: i64 = 0
    i: i64 = victim * BERTHS + start
    end: i64 = i + 6
    while i < end:
        if s.on[s.chart.capital[i]] == SOLDIER + seat:
            n += 1
        i += 1
    return n


def fall(s: Sea, victim: i64, by: i64, reason: i64) -> None:
    """A player is beaten: the end of a game for two, elimination among more (TRI-18.3)."""
    s.progress = 1
    s.fallen += 1
    s.out[victim] = s.fallen
    s.tell(ELIMINATED, victim, by, 0)
    if s.seats == 2:
        finish(s, reason)
        return
    close_fights_with(s, victim)  # TRI-18.5: first the fights end
    if s.seats - s.fallen == 1:
        finish(s, LAST)  # TRI-18.6: at once, the figures of the player eliminated last stay his
        return
    if all_allied(s, NONE, NONE):
        finish(s, ALLIED)  # TRI-19.5
        return
    if by == NONE or s.chart.spoils_removed:
        remove_figures(s, victim)
    else:
        hand_over(s, victim, by)
        test_again(s, by)


def close_fights_with(s: Sea, seat: i64) -> None:
    """TRI-11.11, 18.5: all open fights in which a player takes part end."""
    i: i64 = 0
    while i < len(s.fights):
        if s.side_owner(i, 0) == seat or s.side_owner(i, 1) == seat:
            s.close_fight(i)
        else:
            i += FIGHT_SIZE


def remove_figures(s: Sea, seat: i64) -> None:
    """TRI-18.4 spoils=removed, and TRI-16.5: a player's figures leave the board."""
    while s.ashore[seat]:
        s.lift_man(seat, s.men[seat * MOST_MEN])
    s.alive[seat] = 0
    i: i64 = 0
    while i < len(s.bow):
        if s.bow[i] != NONE and s.owner[i] == seat:
            s.remove_ship(i)
        i += 1


def hand_over(s: Sea, seat: i64, to: i64) -> None:
    """TRI-18.4: figures go over where they stand, with their loads; TRI-18.5: they are no prizes."""
    ships: i64 = 0
    soldiers: i64 = s.alive[seat]
    i: i64 = 0
    while i < len(s.bow):
        if s.bow[i] != NONE and s.owner[i] == seat:
            s.owner[i] = to
            s.prize[i] = 0
            ships += 1
        i += 1
    while s.ashore[seat]:
        square: i64 = s.men[seat * MOST_MEN]
        s.lift_man(seat, square)
        s.put_man(to, square)
    s.alive[to] += soldiers
    s.alive[seat] = 0
    s.tell(GAINED, to, ships, soldiers)


def test_again(s: Sea, after: i64) -> None:
    """TRI-18.5: the conditions once more, seats in turn order beginning after the player who gained, until nothing changes."""
    k: i64 = 1
    while k <= s.seats and s.phase != ENDED:
        victim: i64 = (after + k) % s.seats
        by: i64 = 0
        while by < s.seats:
            if holds_capital(s, by, victim):
                fall(s, victim, by, CAPITAL)  # which tests again after its own spoils
                if s.chart.spoils_removed and s.phase != ENDED:
                    test_again(s, after)
                return
            by += 1
        k += 1


def all_allied(s: Sea, one: i64, other: i64) -> bool:
    """TRI-19.5: all remaining players are allies of each other, or would be if these two were (NONE: as it is)."""
    a: i64 = 0
    while a < s.seats:
        b: i64 = a + 1
        while b < s.seats:
            asked: bool = (a == one and b == other) or (a == other and b == one)
            if s.out[a] == 0 and s.out[b] == 0 and s.pact[a * MOST_SEATS + b] == 0 and not asked:
                return False
            b += 1
        a += 1
    return True


def finish(s: Sea, reason: i64) -> None:
    """TRI-4.6: nothing further of the action or of open fights is carried out."""
    if s.phase == SETUP:
        forget_unplaced(s)
    s.phase = ENDED
    s.ended = reason
    s.fights = NOTHING[:]
    forget_battle(s)
    forget_sunk(s)
    s.tell(FINISHED, reason, 0, 0)


def forget_unplaced(s: Sea) -> None:
    """TRI-16.5: soldiers who were not placed when the game ended never came into it."""
    seat: i64 = 0
    while seat < s.seats:
        s.alive[seat] = s.ashore[seat]
        seat += 1


def forget_battle(s: Sea) -> None:
    """No land battle and no landing is under way."""
    s.fought_from = NONE
    s.fought_ship = NONE
    s.fought_to = NONE
    s.fought_back = 0
    s.fought_ties = 0
    s.landing_ship = NONE
    s.landing = NONE


def forget_sunk(s: Sea) -> None:
    """Bought ships that were sunk leave no empty slot: a position is the same however it came about."""
    i: i64 = s.chart.fleet
    while i < len(s.bow):
        if s.bow[i] == NONE:
            drop_slot(s, i)
        else:
            i += 1


def drop_slot(s: Sea, slot: i64) -> None:
    """Close the gap of one slot; only between turns, when no fight remembers slots."""
    i: i64 = slot + 1
    s.ident = s.ident[:]
    while i < len(s.bow):
        s.move_slot(i, i - 1)
        i += 1
    last: i64 = len(s.bow) - 1
    s.ident = s.ident[:last]
    s.bow = s.bow[:last]
    s.heading = s.heading[:last]
    s.owner = s.owner[:last]
    s.load = s.load[:last]
    s.prize = s.prize[:last]


# -- ranks (section 9) --------------------------------------------------------------------------------------------------


def standing(s: Sea, seat: i64) -> i64:
    """A number that orders the players at the end: eliminated ones by when they fell, remaining ones above them."""
    if s.out[seat]:
        return s.out[seat]
    limit: bool = s.ended == QUIET or s.ended == TURNS
    if limit and not s.chart.limit_draw:  # TRI-16.4: more soldiers, then more ships
        return 1000 + material(s, seat)
    return 1000


def material(s: Sea, seat: i64) -> i64:
    """TRI-16.4: soldiers on land and aboard, then ships owned."""
    return s.alive[seat] * 100 + s.ships_of(seat)


def team_standing(s: Sea, seat: i64) -> i64:
    """Section 9: with fixed alliances a team shares one rank; at a limit the sums of the two teams are compared."""
    partner: i64 = (seat + 2) % 4
    if s.out[seat] and s.out[partner]:
        return 0
    if (s.ended == QUIET or s.ended == TURNS) and not s.chart.limit_draw:
        return 1000 + material(s, seat) + material(s, partner)
    return 1000


def rank_of(s: Sea, seat: i64) -> i64:
    """One more than the number of players ahead; equal players share a rank."""
    teams: bool = s.chart.alliances == ALLIANCES_FIXED
    mine: i64 = team_standing(s, seat) if teams else standing(s, seat)
    rank: i64 = 1
    i: i64 = 0
    while i < s.seats:
        if (team_standing(s, i) if teams else standing(s, i)) > mine:
            rank += 1
        i += 1
    return rank


def resign(s: Sea, seat: i64) -> None:
    """TRI-16.5: the other of two wins; among more the figures are removed and the player is eliminated."""
    fall(s, seat, NONE, RESIGNED)
