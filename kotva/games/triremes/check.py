"""What must be true of every Triremes state, whether the rules made it or a person wrote it."""

from __future__ import annotations

from kotva.engine.position import require, stop_if_refused
from kotva.engine.position_keys import judge_keys
from kotva.engine.say import N_
from kotva.engine.state import OK
from kotva.games.triremes import board
from kotva.games.triremes.board import ship_name
from kotva.games.triremes.position import KEYS
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.ending import all_allied, holds_capital
from kotva.games.triremes.rules.fights import ask
from kotva.games.triremes.rules.game import Triremes
from kotva.games.triremes.rules.land import assault_forbidden, land_forbidden, walk_forbidden
from kotva.games.triremes.rules.pacts import offer_forbidden
from kotva.games.triremes.rules.ships import is_alongside
from kotva.games.triremes.rules.table import ATTACKS, FIGHT_SIZE, SQUARE, STARTER, TARGET, TIED
from kotva.games.triremes.rules.turns import has_placements
from kotva.games.triremes.writing import PHASES, REASONS, men, slots, square_text


def check(s: Triremes) -> None:
    """TRI-1.3: at most one figure a square, ships on the sea, soldiers on land; counts add up, and the phase has its object."""
    judge_keys(s, KEYS)
    stop_if_refused()
    require(
        all(n != board.UNKNOWN for n in s.load), N_("a position that is played has no unknown loads, no ? (TRI-21.1)")
    )
    _check_squares(s)
    _check_ships(s)
    _check_soldiers(s)
    _check_pacts(s)
    _check_fights(s)
    _check_battle(s)
    _check_players(s)
    _check_phase(s)


def _check_squares(s: Triremes) -> None:
    on = list(s.chart.free)
    for i in slots(s):
        for square in (int(s.bow[i]), int(s.stern(i))):
            text = N_("two figures stand on {square} (TRI-1.3)")
            require(on[square] <= 0, text, square=square_text(s, square))
            text = N_("{ship} does not lie on the sea (TRI-5.4)")
            require(s.chart.kind[square] == board.SEA, text, ship=ship_name(int(s.ident[i])))
            on[square] = 1 + i
    for seat in range(int(s.seats)):
        squares = men(s, seat)
        require(squares == sorted(squares), N_("the soldiers ashore are not in order"))
        for square in squares:
            require(on[square] <= 0, N_("two figures stand on {square} (TRI-1.3)"), square=square_text(s, square))
            require(s.chart.kind[square] == board.LAND, N_("a soldier stands in the sea (TRI-7.1)"))
            on[square] = board.SOLDIER + seat
    require(on == list(s.on), N_("the squares and the figures do not agree"))


def _check_ships(s: Triremes) -> None:
    idents = [int(x) for x in s.ident]
    start = [seat * board.NUMBERS + i for seat in range(int(s.seats)) for i in range(int(s.chart.ships[seat]))]
    bought = idents[len(start) :]
    require(idents[: len(start)] == start and bought == sorted(set(bought)), N_("the ships are not in order (TRI-3.2)"))
    lengths = {len(x) for x in (s.ident, s.bow, s.heading, s.owner, s.load, s.prize)}
    require(len(lengths) == 1, N_("the ships are not in order (TRI-3.2)"))
    for i in slots(s):
        name = ship_name(int(s.ident[i]))
        require(0 <= s.load[i] <= board.LOAD, N_("{ship} carries {n} soldiers (TRI-9.1)"), ship=name, n=int(s.load[i]))
        require(0 <= s.owner[i] < s.seats and 0 <= s.heading[i] < 4, N_("nobody owns {ship} (TRI-14.1)"), ship=name)
        captured = not s.prize[i] or s.phase in (codes.FIGHT, codes.DICE_DUE, codes.ENDED)
        require(captured, N_("{ship} is a prize only in the turn of its capture (TRI-14.5)"), ship=name)
    for ident in idents:
        used = ident % board.NUMBERS < s.built[ident // board.NUMBERS]
        require(used, N_("the number of {ship} has not been used (TRI-20.3)"), ship=ship_name(ident))
    # TRI-20.4: prices exceed bounties, so coins and figures say how many ships can still be bought.
    worth = sum(int(n) for n in s.coins) + 2 * len(slots(s)) + sum(int(n) for n in s.alive)
    for seat in range(int(s.seats)):
        room = not s.chart.purchase or s.built[seat] + worth <= board.NUMBERS
        require(room, N_("the ship numbers of {letter} may run out (TRI-20.4)"), letter=board.LETTERS[seat])
    require(s.chart.purchase or not any(s.coins), N_("there are no coins in this game (TRI-20.1)"))
    require(all(n >= 0 for n in s.coins), N_("nobody has fewer than 0 coins (TRI-20.1)"))


def _check_soldiers(s: Triremes) -> None:
    """TRI-21.2: the totals; soldiers who are not placed yet are only in hand before the first turn (TRI-3.3)."""
    for seat in range(int(s.seats)):
        aboard = sum(int(s.load[i]) for i in slots(s) if s.owner[i] == seat)
        waiting = int(s.alive[seat]) - int(s.ashore[seat]) - aboard
        early = s.phase <= codes.SETUP or (s.phase == codes.ENDED and s.turns == 0)
        text = N_("player {n} has {m} soldiers, not {all} (TRI-21.2)")
        fits = waiting == 0 or (early and waiting > 0)
        require(fits, text, n=seat + 1, m=int(s.ashore[seat]) + aboard, all=int(s.alive[seat]))
        require(s.phase > codes.SETUP or aboard == 0, N_("nobody is aboard before the first turn (TRI-3.3)"))
    # TRI-20.3: a player who is not out may buy soldiers up to the number at the start; spoils only move them.
    bought = [int(s.chart.soldiers[i]) if s.chart.purchase and not s.out[i] else 0 for i in range(int(s.seats))]
    everybody = sum(max(int(s.alive[i]), bought[i]) for i in range(int(s.seats)))
    require(
        everybody <= board.MOST_MEN,
        N_("there are {n} soldiers, more than {most} (TRI-1.2)"),
        n=everybody,
        most=board.MOST_MEN,
    )


def _check_pacts(s: Triremes) -> None:
    for a in range(board.MOST_SEATS):
        for b in range(board.MOST_SEATS):
            pact = int(s.pact[a * board.MOST_SEATS + b])
            same = pact == s.pact[b * board.MOST_SEATS + a] and (a != b or not pact) and 0 <= pact <= 2
            real = not pact or max(a, b) < s.seats
            require(same and real, N_("a pact is between two players (TRI-19.3)"))
            if s.chart.alliances == board.ALLIANCES_FIXED:
                require(pact == int((b - a) % 4 == 2), N_("the alliances are fixed: 1 with 3, 2 with 4 (TRI-19.1)"))
            elif s.chart.alliances == board.ALLIANCES_OFF:
                require(not pact, N_("there are no alliances in this game (TRI-19.1)"))


def _check_fights(s: Triremes) -> None:
    """TRI-11, TRI-12.9: open fights between ships alongside each other, or a soldier and a ship beside it."""
    fighting = s.phase in (codes.FIGHT, codes.DICE_DUE)
    require(
        fighting == (len(s.fights) > 0),
        N_("the phase {phase} and the open fights do not fit (TRI-11.2)"),
        phase=PHASES[int(s.phase)],
    )
    engaged: list[int] = []
    for i in range(0, len(s.fights), FIGHT_SIZE):
        starter, square, target = (int(s.fights[i + k]) for k in (STARTER, SQUARE, TARGET))
        ship = ship_name(int(s.ident[target]))
        engaged += [target, starter if starter != board.NONE else -square]
        require(
            (starter == board.NONE) != (square == board.NONE),
            N_("a ship or a soldier fights with {ship} (TRI-13.1)"),
            ship=ship,
        )
        if starter == board.NONE:
            require(s.on[square] >= board.SOLDIER, N_("no soldier fights with {ship} (TRI-13.1)"), ship=ship)
            beside = assault_forbidden(s, int(s.on[square]) - board.SOLDIER, square, target) == OK
        else:
            enemies = s.enemies(int(s.owner[starter]), int(s.owner[target]))
            beside = enemies and is_alongside(s, int(s.bow[starter]) * 4 + int(s.heading[starter]), target)
        require(beside, N_("no enemy of {ship} is beside it (TRI-10.2, 13.1)"), ship=ship)
        prizes = s.prize[target] or (starter != board.NONE and s.prize[starter])
        require(not prizes, N_("a prize does not fight (TRI-10.5)"))
        require(
            0 <= s.fights[i + TIED] < board.TIES and s.fights[i + ATTACKS] in (0, 1),
            N_("a fight ends after twelve ties (TRI-11.9)"),
        )
    require(len(set(engaged)) == len(engaged), N_("nobody is in two fights (TRI-12.6)"))
    if s.phase == codes.FIGHT:
        due = s.clone()
        ask(due)
        fits = due.phase == codes.FIGHT and due.asked == s.asked
        require(fits, N_("player {n} does not decide in this fight (TRI-11.3)"), n=int(s.asked) + 1)


def _check_battle(s: Triremes) -> None:
    """TRI-8, TRI-9.6: the soldier of the player on turn, ashore or aboard, and the one it attacks."""
    battle = s.phase == codes.BATTLE
    require(
        battle == (s.fought_to != board.NONE),
        N_("the phase {phase} and the battle do not fit (TRI-8.1)"),
        phase=PHASES[int(s.phase)],
    )
    if not battle:
        none = s.fought_from == s.fought_ship == s.landing_ship == s.landing == board.NONE
        require(
            none and not s.fought_back and not s.fought_ties,
            N_("the phase {phase} and the battle do not fit (TRI-8.1)"),
            phase=PHASES[int(s.phase)],
        )
        return
    seat, to = int(s.turn), int(s.fought_to)
    require(
        s.on[to] >= board.SOLDIER and 0 <= s.fought_ties < board.TIES, N_("a battle ends after twelve ties (TRI-8.6)")
    )
    require(not s.chart.tie_ends or not s.fought_ties, N_("a tie ends a battle here (TRI-8.5)"))
    require(s.fought_back == s.fought_ties % 2, N_("after every tie the other side attacks (TRI-8.5)"))
    if s.fought_ship == board.NONE:
        fits = s.landing_ship == s.landing == board.NONE and walk_forbidden(s, seat, int(s.fought_from), to, True) == OK
    else:
        fits = s.fought_from == board.NONE and s.landing_ship in (board.NONE, s.fought_ship) and s.landing != to
        fits = fits and land_forbidden(s, seat, int(s.fought_ship), to, board.NONE) == OK
    require(
        fits,
        N_("player {n} cannot attack the soldier on {square} (TRI-7.3, 9.6)"),
        n=seat + 1,
        square=square_text(s, to),
    )
    if s.landing != board.NONE:
        beside = (
            s.landing_ship != board.NONE
            and s.chart.kind[int(s.landing)] == board.LAND
            and s.load[int(s.landing_ship)] == board.LOAD
        )
        require(beside, N_("no second landing can wait (TRI-9.7)"))


def _check_players(s: Triremes) -> None:
    """TRI-15, TRI-18: who is out, and who is still there."""
    order = sorted(int(n) for n in s.out if n)
    require(order == list(range(1, int(s.fallen) + 1)), N_("players go out one after another (TRI-18.3)"))
    require(
        all(not s.out[seat] for seat in range(int(s.seats), board.MOST_SEATS)),
        N_("players go out one after another (TRI-18.3)"),
    )
    if s.phase == codes.ENDED:
        return
    require(
        s.seats - s.fallen >= 2 and not all_allied(s, board.NONE, board.NONE),
        N_("nobody has an enemy left, so the game is over (TRI-18.6, 19.5)"),
    )
    for seat in range(int(s.seats)):
        figures = int(s.alive[seat]) + (int(s.ships_of(seat)) if s.chart.figures else 0)
        if s.out[seat]:
            gone = not s.alive[seat] and not s.ships_of(seat)
            require(gone, N_("player {n} is out and has figures (TRI-18.4)"), n=seat + 1)
        else:
            require(figures, N_("player {n} has no soldiers and is beaten (TRI-15.2)"), n=seat + 1)
        for by in range(int(s.seats)):
            taken = holds_capital(s, by, seat)
            require(not taken, N_("player {n} has lost the capital to player {by} (TRI-15.1)"), n=seat + 1, by=by + 1)


def _check_phase(s: Triremes) -> None:
    """TRI-4: who decides, and what the phase is about."""
    asked, turn = int(s.asked), int(s.turn)
    over = s.quiet >= s.chart.quiet_limit or s.turns >= s.chart.turn_limit
    require(s.phase == codes.ENDED or not over, N_("the game is over after so many turns (TRI-16.2, 16.3)"))
    require((s.ended != board.NONE) == (s.phase == codes.ENDED), N_("only a game that is over has a reason (TRI-4.6)"))
    if s.phase in (codes.SETUP, codes.MOVE, codes.FIGHT, codes.PACT_ASKED, codes.DRAW_ASKED):
        require(not s.out[asked], N_("player {n} is out of the game (TRI-18.3)"), n=asked + 1)
    if s.phase in (codes.MOVE, codes.PACT_ASKED, codes.DRAW_ASKED, codes.BATTLE):
        require(not s.out[turn], N_("player {n} is out of the game (TRI-18.3)"), n=turn + 1)
    if s.phase <= codes.SETUP:
        fresh = not (s.turns or s.quiet or s.proposed)
        require(fresh, N_("no turn has been played before the first one (TRI-3.5)"))
    if s.phase == codes.SETUP or (s.phase == codes.DRAW_FIRST and has_placements(s)):
        drawn = [
            seat for seat in range(int(s.seats)) if not s.out[seat]
        ]  # the player to be drawn has to place one (TRI-3.5)
        for seat in [asked] if s.phase == codes.SETUP else drawn:
            waits = has_placements(s) and s.ashore[seat] < s.alive[seat]
            require(waits, N_("player {n} has no soldier to place (TRI-3.4)"), n=seat + 1)
        for seat in range(int(s.seats)):
            land = int(s.chart.home_from[seat + 1] - s.chart.home_from[seat])
            require(
                s.alive[seat] <= land - _others(s, seat),
                N_("player {n} has no land for so many soldiers (TRI-3.3)"),
                n=seat + 1,
            )
    elif s.phase == codes.MOVE:
        require(asked == turn, N_("the player on turn decides (TRI-4.1)"))
    elif s.phase == codes.PACT_ASKED:
        before = s.clone()
        before.proposed = 0
        fits = bool(s.proposed & 1) and offer_forbidden(before, turn, asked) == OK
        require(fits, N_("player {n} cannot have been offered a pact (TRI-19.3)"), n=asked + 1)
    elif s.phase == codes.DRAW_ASKED:
        require(
            s.proposed & 2 and asked != turn, N_("player {n} cannot have been offered a draw (TRI-16.5)"), n=asked + 1
        )
    elif s.phase == codes.ENDED:
        _check_end(s)


def _others(s: Triremes, seat: int) -> int:
    """How many soldiers of others stand on a player's land: only in positions set up by hand."""
    return sum(1 for other in range(int(s.seats)) for q in men(s, other) if other != seat and s.chart.shore[q] == seat)


def _check_end(s: Triremes) -> None:
    """TRI-4.6: why it is over."""
    reason = int(s.ended)
    beaten = s.seats == 2 and s.fallen == 1
    true = {
        **dict.fromkeys((codes.CAPITAL, codes.DESTROYED, codes.RESIGNED), beaten),
        codes.QUIET: s.quiet >= s.chart.quiet_limit,
        codes.TURNS: s.turns >= s.chart.turn_limit,
        codes.AGREED: s.seats - s.fallen > 1,
        codes.LAST: s.seats > 2 and s.seats - s.fallen == 1,
        codes.ALLIED: s.seats > 2 and all_allied(s, board.NONE, board.NONE),
    }
    require(
        true.get(reason), N_("the game cannot have ended for the reason {reason} (TRI-4.6)"), reason=REASONS[reason]
    )
