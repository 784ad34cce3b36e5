"""What must be true of every Settlers state, whether the rules made it or a person wrote it."""

from __future__ import annotations

from kotva.engine.arrays import BIT
from kotva.engine.fields import key
from kotva.engine.position import require, stop_if_refused
from kotva.engine.position_keys import judge_keys
from kotva.engine.say import N_
from kotva.engine.state import OK
from kotva.games.settlers import board
from kotva.games.settlers.board import count, covers, total
from kotva.games.settlers.keys import PHASES, REASONS, SEATS
from kotva.games.settlers.position import KEYS
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.building import has_edge, open_ends, put_building, put_road
from kotva.games.settlers.rules.clock import proceed
from kotva.games.settlers.rules.game import Settlers
from kotva.games.settlers.rules.longest import road_length
from kotva.games.settlers.rules.robber import first_owing, has_victim, is_victim
from kotva.games.settlers.rules.trade import others, sides_forbidden


def check(s: Settlers) -> None:
    """Section 2: no card and no piece is lost or doubled; the tables for speed say what the pieces say."""
    judge_keys(s, KEYS)
    stop_if_refused()
    _check_cards(s)
    _check_board(s)
    _check_pieces(s)
    _check_tables(s)
    _check_special(s)
    _check_clock(s)
    _check_discards(s)
    if s.phase == codes.ENDED:
        _check_end(s)
        return
    _check_founding(s)
    _check_turn(s)
    _check_robber(s)
    _check_road(s)
    _check_trade(s)


def _check_cards(s: Settlers) -> None:
    seats = range(int(s.seats))
    offers = [s.give, s.want, *s.counter_give, *s.counter_want]
    packs = [*s.hand, *s.cards, *s.sure, *s.sealed, s.fresh, s.deck, s.bank, s.spent, *offers]
    require(
        all(p < board.UNKNOWN for p in packs), N_("a position that is played has no unknown cards, no ? (SET-15.2)")
    )
    for kind in range(5):
        there = int(count(s.bank, kind)) + sum(int(count(s.hand[i], kind)) for i in seats)
        require(
            there == count(board.ALL_RESOURCES, kind),
            N_("there are {n} cards {kind} instead of 19 (SET-5.3)"),
            n=there,
            kind=board.CODES[kind],
        )
        held = sum(int(count(s.cards[i], kind)) for i in seats)
        held += int(count(s.fresh, kind)) + int(count(s.deck, kind)) + int(count(s.spent, kind))
        text = N_("there are {n} action cards {kind} instead of {all} (SET-9.1)")
        require(
            held == count(board.ALL_CARDS, kind),
            text,
            n=held,
            kind=board.CARD_CODES[kind],
            all=int(count(board.ALL_CARDS, kind)),
        )
    army = sum(int(n) for n in s.army)
    require(army == count(s.spent, 0), N_("the open knights are not those played (SET-9.5)"))
    for seat in seats:
        known = all(count(s.sure[seat], k) <= count(s.hand[seat], k) for k in range(5))
        require(known, N_("{name} is known to hold cards that are not in the hand (SET-15.1)"), name=SEATS[seat])


def _check_board(s: Settlers) -> None:
    """SET-2: every hex and harbour, or in LAYING their beginning."""
    if s.phase != codes.LAYING and not (s.phase == codes.ENDED and s.robber == board.NONE):
        for laid, pieces in ((s.terrain, board.TERRAINS), (s.harbour, board.HARBOUR_KINDS)):
            counts = [sum(1 for k in laid if k == kind) for kind in range(6)]
            require(
                counts == [int(n) for n in pieces], N_("the board does not use exactly the pieces there are (SET-2.9)")
            )
        require(0 <= s.robber < board.HEXES, N_("the robber stands nowhere (SET-2.10)"))
        return
    hexes = sum(1 for k in s.terrain if k != board.NONE)
    quays = sum(1 for k in s.harbour if k != board.NONE)
    in_order = all(k == board.NONE for k in s.terrain[hexes:]) and all(k == board.NONE for k in s.harbour[quays:])
    require(in_order and (hexes == board.HEXES or not quays), N_("harbours are laid after the hexes (SET-2.7)"))
    fixed = [int(k) for k in s.harbour] == [int(k) for k in board.FIXED_HARBOURS]
    require(not s.fixed or fixed == (hexes == board.HEXES), N_("the harbours have fixed places (SET-2.7)"))
    require(
        s.robber == board.NONE and not any(s.token), N_("tokens and robber come when the board is laid (SET-2.3, 2.10)")
    )


def _check_pieces(s: Settlers) -> None:
    for seat in range(int(s.seats)):
        on_board = [sum(1 for v in s.building if v == kind) for kind in (seat + 1, seat + 5)]
        roads = sum(1 for r in s.road if r == seat)
        spare = [int(s.spare[seat * 3 + k]) for k in range(3)]
        whole = (
            spare[codes.ROADS] + roads == 15
            and spare[codes.SETTLEMENTS] + on_board[0] == 5
            and spare[codes.CITIES] + on_board[1] == 4
        )
        text = N_("{name} does not have 15 roads, 5 settlements and 4 cities (SET-7.8)")
        require(whole and min(spare) >= 0, text, name=SEATS[seat])
        points = on_board[0] + 2 * on_board[1] + 2 * (s.longest == seat) + 2 * (s.largest == seat)
        require(
            s.points[seat] == points,
            N_("{name} has {n} points, not {m} (SET-13.1)"),
            name=SEATS[seat],
            n=points,
            m=int(s.points[seat]),
        )


def _check_tables(s: Settlers) -> None:
    """What is kept once more for speed follows the pieces."""
    fresh = Settlers(s.seats, s.rule)
    for name in (
        "building",
        "spare",
        "settlements",
        "cities",
        "reach",
        "low",
        "high",
        "income",
        "rates",
        "points",
        "road",
    ):
        setattr(fresh, name, getattr(fresh, name)[:])
    fresh.token, fresh.terrain, fresh.harbour = s.token, s.terrain, s.harbour
    for vertex in range(len(s.building)):
        if s.building[vertex]:
            owner = (int(s.building[vertex]) - 1) % 4
            put_building(fresh, owner, vertex, False)
            if s.building[vertex] > 4:
                put_building(fresh, owner, vertex, True)
    for edge in range(len(s.road)):
        if s.road[edge] != board.NONE:
            put_road(fresh, int(s.road[edge]), edge)
    for seat in range(int(s.seats)):
        open_ends(fresh, seat)
        if s.gone & BIT[seat]:
            for number in range(2, 13):
                fresh.income[number * 4 + seat] = 0
    for name in ("settlements", "cities", "reach", "low", "high", "income", "rates"):
        same = list(getattr(fresh, name)) == list(getattr(s, name))
        require(same, N_("the table {name} does not follow the pieces"), name=name)
    for name in ("blocked", "low_taken", "high_taken"):
        require(getattr(fresh, name) == getattr(s, name), N_("the table {name} does not follow the pieces"), name=name)


def _is_longest(s: Settlers, length: int) -> bool:
    return all(road_length(s, seat) <= length for seat in range(int(s.seats)))


def _check_special(s: Settlers) -> None:
    """SET-10: who holds a special card has what it takes."""
    if s.longest != board.NONE:
        length = int(road_length(s, s.longest))
        text = N_("{name} holds the longest road with {n} roads (SET-10.3)")
        require(s.length == length >= 5 and _is_longest(s, length), text, name=SEATS[int(s.longest)], n=length)
    else:
        require(s.length == 0, N_("nobody holds the longest road, but it has a length (SET-10.3)"))
    if s.largest != board.NONE:
        army = int(s.army[int(s.largest)])
        text = N_("{name} holds the largest army with {n} knights (SET-10.5)")
        require(army >= 3 and army == max(s.army), text, name=SEATS[int(s.largest)], n=army)
    else:
        require(max(s.army) < 3, N_("somebody has three open knights, and nobody holds the largest army (SET-10.5)"))


def _check_founding(s: Settlers) -> None:
    """SET-3: the start, and who founds where."""
    seats = int(s.seats)
    phase = PHASES[int(s.phase)]
    rolling = s.phase == codes.STARTING
    require(rolling == (s.contenders != 0), N_("somebody rolls for the start only in STARTING (SET-3.3)"))
    if rolling:
        lowest = next(i for i in range(4) if s.contenders & BIT[i])
        fits = s.player == lowest and not s.contenders & s.tied and (s.tied != 0) == (s.best > 1)
        require(fits, N_("the dice for the start do not fit (SET-3.3)"))
    else:
        require(not (s.tied or s.best or s.repeats), N_("somebody rolls for the start only in STARTING (SET-3.3)"))
    require(s.first != board.NONE or s.phase <= codes.STARTING, N_("the starting player is not known (SET-3.3)"))
    require(not rolling or s.first == board.NONE, N_("the starting player is known (SET-3.5)"))
    require(
        (s.site != board.NONE) == (s.phase == codes.SETUP_ROAD),
        N_("a founding settlement waits for its road only in SETUP_ROAD (SET-3.8)"),
    )
    if s.phase > codes.SETUP_ROAD:
        require(
            s.founded == 2 * seats and s.round >= 1,
            N_("in the phase {phase} the founding is over (SET-3.10)"),
            phase=phase,
        )
        return
    require(s.round == 0 and s.founded < 2 * seats, N_("the founding is round 0 (SET-14.3)"))
    placed = [0] * 4
    if s.phase <= codes.STARTING:
        require(s.founded == 0, N_("nobody has founded yet (SET-3.6)"))
        require(rolling or s.player == 0, N_("nobody is on turn yet (SET-3.3)"))
    else:
        order = [(int(s.first) + (i if i < seats else 2 * seats - 1 - i)) % seats for i in range(2 * seats)]
        require(s.player == order[int(s.founded)], N_("another player founds now (SET-3.6)"))
        for seat in order[: int(s.founded)]:
            placed[seat] += 1
    for seat in range(seats):
        settled = placed[seat] + (s.phase == codes.SETUP_ROAD and seat == s.player)
        pieces = [int(n) for n in s.spare[seat * 3 : seat * 3 + 3]]
        fits = (
            5 - pieces[codes.SETTLEMENTS] <= settled
            and 15 - pieces[codes.ROADS] <= placed[seat]
            and pieces[codes.CITIES] == 4
        )
        require(fits, N_("{name} has founded only {n} times (SET-3.6)"), name=SEATS[seat], n=settled)
    if s.phase == codes.SETUP_ROAD:
        require(
            s.building[int(s.site)] == s.player + 1,
            N_("no founding settlement stands on {vertex} (SET-3.8)"),
            vertex=board.VERTEX_NAMES[int(s.site)],
        )
    idle = (
        s.longest == s.largest == board.NONE
        and not any(s.cards)
        and not (s.fresh or s.spent or s.played or s.offers or s.closed)
    )
    require(idle, N_("action cards and trade come after the founding (SET-3.10)"))


def _check_turn(s: Settlers) -> None:
    """SET-4, SET-6.3: dice, cards and discards of this turn."""
    phase = PHASES[int(s.phase)]
    require((s.die1 == 0) == (s.die2 == 0), N_("there are two dice (SET-4.2)"))
    require(s.back in (codes.BEFORE_ROLL, codes.MAIN), N_("a card is played in ROLL or MAIN (SET-9.4)"))
    require(not s.closed or s.rule.separate, N_("building does not close the trade here (SET-4.4)"))
    require((s.free > 0) == (s.phase == codes.FREE_ROAD), N_("free roads are laid only in FREE_ROAD (SET-9.6)"))
    if s.phase <= codes.BEFORE_ROLL + 1:
        require(s.die1 == 0, N_("in the phase {phase} no dice have been rolled (SET-4.2)"), phase=phase)
    if s.phase == codes.FREE_ROAD:
        able = s.spare[int(s.player) * 3 + codes.ROADS] > 0 and has_edge(s, s.player)
        require(able, N_("{name} has no road or no edge for it (SET-9.6)"), name=SEATS[int(s.player)])
    elif s.phase == codes.DRAWING:
        require(s.deck, N_("the deck is empty (SET-9.1)"))
    require(s.phase != codes.DISCARDS or first_owing(s) != board.NONE, N_("nobody owes a discard (SET-6.3)"))


def _check_discards(s: Settlers) -> None:
    """SET-6.1, 6.3: who owes half of the cards, and what was put aside; a game may be over before all have chosen."""
    for seat in range(4):
        held, owed = int(total(s.hand[seat])), int(s.due[seat])
        fits = owed == 0 or (s.phase in (codes.DISCARDS, codes.ENDED) and held > board.SAFE_HAND and owed == held // 2)
        text = N_("{name} with {n} cards does not owe {m} (SET-6.1)")
        require(fits, text, name=SEATS[seat], n=held, m=owed)
        seal = int(s.sealed[seat])
        fits = seal == board.NONE or (owed > 0 and total(seal) == owed and covers(s.hand[seat], seal))
        require(fits, N_("{name} has not put these cards aside (SET-6.3)"), name=SEATS[seat])


def _check_robber(s: Settlers) -> None:
    """SET-6.5 to 6.12: a robber move that is under way."""
    robbing = s.phase in (codes.PLACE_ROBBER, codes.ROB, codes.STEALING)
    require(robbing == (s.origin != board.NONE), N_("the robber moves only in ROBBER, ROB and STEALING (SET-6.6)"))
    require(
        (s.victim != board.NONE) == (s.phase == codes.STEALING), N_("somebody is robbed only in STEALING (SET-6.10)")
    )
    if s.phase == codes.PLACE_ROBBER:
        require(s.origin == s.robber and s.tries == 0, N_("the robber has not been moved yet (SET-6.6)"))
    elif robbing:
        fits = s.origin != s.robber and 1 <= s.tries <= s.rule.robber_tries
        desert = s.terrain[int(s.robber)] == board.DESERT and not s.rule.desert_allowed
        require(fits and not desert, N_("the robber cannot have been placed there (SET-6.6, 6.8)"))
        require(has_victim(s) or s.tries < s.rule.robber_tries, N_("the robber's move is over (SET-6.12)"))
        require(
            s.phase == codes.ROB or is_victim(s, s.victim),
            N_("{name} cannot be robbed (SET-6.9)"),
            name=SEATS[int(s.victim)],
        )
    else:
        require(s.tries == 0, N_("the robber moves only in ROBBER, ROB and STEALING (SET-6.6)"))


def _check_road(s: Settlers) -> None:
    """SET-8.2: a road that may be moved, and what was before it."""
    if s.laid == board.NONE:
        return
    require(
        s.phase in (codes.BEFORE_ROLL, codes.MAIN, codes.FREE_ROAD), N_("the right to move a road has ended (SET-8.1)")
    )
    require(s.road[int(s.laid)] == s.player, N_("the road that may be moved lies nowhere (SET-8.1)"))
    free = s.was_phase == codes.FREE_ROAD
    fits = s.was_free in (1, 2) and s.free in (0, s.was_free - 1) if free else s.was_free == 0 and s.phase == codes.MAIN
    require(
        fits and s.was_phase in (codes.MAIN, codes.FREE_ROAD),
        N_("the road that may be moved was not laid so (SET-8.2)"),
    )
    require(s.phase != codes.FREE_ROAD or free, N_("the road that may be moved was not laid so (SET-8.2)"))
    require(
        s.phase in (codes.FREE_ROAD, s.back) or not free, N_("the road that may be moved was not laid so (SET-8.2)")
    )
    before = s.clone()
    before.road[int(s.laid)] = board.NONE
    before.spare[int(s.player) * 3 + codes.ROADS] += 1
    open_ends(before, s.player)
    length = int(road_length(before, s.was_longest)) if s.was_longest != board.NONE else 0
    fits = s.was_length == length and (s.was_longest == board.NONE or (length >= 5 and _is_longest(before, length)))
    require(fits, N_("the longest road before the last one was not so long (SET-10.3)"))


def _check_trade(s: Settlers) -> None:
    """SET-12.5, 12.6: an open offer and its answers."""
    if s.phase != codes.TRADING:
        none = not (s.give or s.want or s.asked or any(s.answers) or any(s.counter_give) or any(s.counter_want))
        require(none, N_("an offer is open only in OFFER (SET-12.5)"))
        return
    require(
        s.rule.player_trade != codes.OFF and not s.closed and s.offers >= 1,
        N_("no offer can have been made (SET-12.8, 12.10)"),
    )
    require(
        sides_forbidden(s.give, s.want) == OK,
        N_("both sides of an offer have cards, and no resource in common (SET-12.2)"),
    )
    require(
        covers(s.hand[int(s.player)], s.give),
        N_("{name} does not hold what is offered (SET-12.3)"),
        name=SEATS[int(s.player)],
    )
    require(s.asked and not s.asked & ~others(s, s.player), N_("an offer goes to opponents (SET-12.5)"))
    for seat in range(4):
        answer = int(s.answers[seat])
        able = s.hand[seat] != 0 and not s.gone & BIT[seat]
        fits = {
            codes.PENDING: able or not s.asked & BIT[seat],
            codes.ACCEPTED: covers(s.hand[seat], s.want),
            codes.REJECTED: True,
        }
        fits[codes.COUNTERED] = s.rule.player_trade == codes.FULL and _counters(s, seat)
        asked = answer == codes.PENDING or bool(s.asked & BIT[seat])
        require(asked and fits[answer], N_("{name} cannot have answered so (SET-12.6)"), name=SEATS[seat])
        none = answer == codes.COUNTERED or not (s.counter_give[seat] or s.counter_want[seat])
        require(none, N_("{name} cannot have answered so (SET-12.6)"), name=SEATS[seat])
    refused = all(s.answers[i] == codes.REJECTED for i in range(4) if s.asked & BIT[i])
    require(not refused, N_("all have rejected, so the offer is closed (SET-12.7)"))


def _counters(s: Settlers, seat: int) -> bool:
    give, want = int(s.counter_give[seat]), int(s.counter_want[seat])
    mirror = give == s.want and want == s.give
    return sides_forbidden(give, want) == OK and bool(covers(s.hand[seat], give)) and not mirror


def _check_clock(s: Settlers) -> None:
    """SET-14: the time, forced turns, and who has left."""
    require((s.stop != board.NONE) == bool(s.timed), N_("the last turn is known when the time is up (SET-14.2)"))
    require(not s.timed or s.rule.time_limit, N_("this game has no time limit (SET-14.1)"))
    require(not s.forcing or (s.limited and s.phase != codes.ENDED), N_("no turn has run out of time (SET-14.4)"))
    for seat in range(4):
        gone = bool(s.gone & BIT[seat])
        require(
            gone == (s.left_with[seat] != board.NONE) and (not gone or seat < s.seats),
            N_("{name} has not left (SET-14.7)"),
            name=SEATS[seat],
        )
    if s.phase != codes.ENDED:
        require(int(s.gone).bit_count() < s.seats - 1, N_("all but one have left, so the game is over (SET-14.7)"))
    if (s.forcing or s.gone) and s.phase != codes.ENDED:
        after = s.clone()
        proceed(after)
        require(
            key(after) == key(s), N_("the turn of {name} goes on by itself (SET-14.6, 14.7)"), name=SEATS[int(s.player)]
        )


def _check_end(s: Settlers) -> None:
    """SET-13.10: why it is over, and who has won; an offer may have been open."""
    answered = all(s.asked & BIT[i] or not (s.answers[i] or s.counter_give[i] or s.counter_want[i]) for i in range(4))
    offered = bool(s.asked) == bool(s.give) == bool(s.want) and not s.asked & ~others(s, s.player)
    require(answered and offered, N_("the last offer does not fit (SET-12.5)"))
    require(0 <= s.ended < len(REASONS) and s.laid == board.NONE, N_("the game has no reason to be over (SET-13.10)"))
    alone = int(s.gone).bit_count() == s.seats - 1
    fits = s.winner != board.NONE if s.ended in (codes.WON, codes.ALL_LEFT) else s.winner == board.NONE
    fits = fits and (s.ended != codes.ALL_LEFT or (alone and not s.gone & BIT[int(s.winner)]))
    require(fits, N_("the game cannot have ended for the reason {reason} (SET-13.10)"), reason=REASONS[int(s.ended)])
