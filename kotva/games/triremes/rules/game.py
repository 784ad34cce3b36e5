"""Triremes as a whole: who decides, what is legal and why not, what an action does, what each seat may know."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import Rng, zeros
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK, OVER
from kotva.games.triremes.board import (
    ASSAULT,
    BOARD,
    BUY_SHIP,
    BUY_SOLDIER,
    CARGO_OPEN,
    DICE,
    DRAW_NO,
    DRAW_OFFER,
    DRAW_YES,
    EMBARK,
    EMBARK_TWO,
    FIRST,
    FREE_LAND,
    LAND_ONE,
    LAND_TWO,
    LOAD,
    MOVEMENTS,
    NONE,
    PACT_BREAK,
    PACT_NO,
    PACT_OFFER,
    PACT_YES,
    PASS,
    RESIGN,
    ROLL,
    SAIL,
    SHIPS,
    SQUARES,
    STEP,
    STRIKE,
    TAC,
    TAC_BOARD,
    UNKNOWN,
    Chart,
)
from kotva.games.triremes.rules.codes import (
    BATTLE,
    DICE_DUE,
    DRAW_ASKED,
    DRAW_FIRST,
    ENDED,
    FIGHT,
    GAVE_UP,
    MOVE,
    PACT_ASKED,
    SETUP,
    TRI_3_3,
    TRI_4_1,
    TRI_4_2,
    TRI_4_6,
    TRI_11_3,
    TRI_12_2,
    TRI_16_5,
    TRI_19_3,
    TRI_21_5,
)
from kotva.games.triremes.rules.ending import rank_of, resign
from kotva.games.triremes.rules.fights import exchange, list_fight, tactical_move, tactical_move_forbidden
from kotva.games.triremes.rules.land import (
    assault,
    assault_forbidden,
    battle_throw,
    disembark,
    embark,
    embark_forbidden,
    land_forbidden,
    list_carrying,
    list_walks,
    step,
    strike,
    walk_forbidden,
)
from kotva.games.triremes.rules.pacts import (
    answer_draw,
    answer_pact,
    break_forbidden,
    break_pact,
    buy_ship,
    buy_soldier,
    draw_forbidden,
    list_pacts,
    list_purchases,
    offer_draw,
    offer_forbidden,
    offer_pact,
    ship_forbidden,
    soldier_forbidden,
)
from kotva.games.triremes.rules.ships import list_sailings, sail, sail_forbidden
from kotva.games.triremes.rules.table import Sea
from kotva.games.triremes.rules.turns import begin, go_on, leave, list_placements, pass_on, place, set_up

# Clauses that forbid.

FINEST: Final = 1000000000  # the generator draws below 2**30


class Triremes(Sea):
    """A position of Triremes."""

    def clone(self) -> "Triremes":
        c = Triremes(self.seats, self.chart)
        self.copy_to(c)
        return c

    # -- who decides (section 5) ----------------------------------------------------------------------------------------

    def to_act(self) -> i64:
        if self.phase == MOVE or self.phase == FIGHT or self.phase == SETUP:
            return self.asked
        if self.phase == ENDED:
            return OVER
        if self.phase == DICE_DUE or self.phase == BATTLE or self.phase == DRAW_FIRST:
            return CHANCE
        return self.asked

    def list_legal(self, seat: i64, out: Moves) -> None:
        """In the move phase: ship movements, soldiers, carrying, buying, pacts."""
        if self.phase == MOVE:
            list_sailings(self, seat, SAIL, BOARD, out)
            list_walks(self, seat, out)
            list_carrying(self, seat, out)
            if self.chart.purchase:
                list_purchases(self, seat, out)
            list_pacts(self, seat, out)
        elif self.phase == FIGHT:
            list_fight(self, seat, out)
        elif self.phase == SETUP:
            list_placements(self, seat, out)
        elif self.phase == PACT_ASKED:
            out.add(PACT_YES)
            out.add(PACT_NO)
        elif self.phase == DRAW_ASKED:
            out.add(DRAW_YES)
            out.add(DRAW_NO)

    def list_chance(self, out: Moves) -> None:
        """TRI-21.5: the first player, or two dice, the attacker's first (TRI-8.2, 11.4): 36 outcomes, equally likely."""
        i: i64 = 0
        if self.phase == DRAW_FIRST:
            while i < self.seats:
                out.weigh(FIRST + i, 1)
                i += 1
        else:
            while i < 36:
                out.weigh(DICE + i, 1)
                i += 1

    def sample(self, rng: Rng, out: Moves) -> i64:
        return FIRST + rng.below(self.seats) if self.phase == DRAW_FIRST else DICE + rng.below(36)

    # -- what is forbidden ----------------------------------------------------------------------------------------------

    def why_not(self, seat: i64, action: i64) -> i64:
        """Why an action is forbidden: the phase first, then the rule of its kind."""
        if self.phase == ENDED:
            return TRI_4_6
        if action >= DICE or seat < 0:
            return self.chance_forbidden(seat, action)
        if seat != self.to_act():
            return TRI_4_1
        if action == RESIGN:
            return OK  # TRI-16.5: at any own decision
        if self.phase == MOVE:
            return self.move_forbidden(seat, action)
        if self.phase == SETUP:
            return self.placing_forbidden(seat, action)
        if self.phase == FIGHT:
            return self.fight_forbidden(seat, action)
        if self.phase == PACT_ASKED:
            return OK if action == PACT_YES or action == PACT_NO else TRI_19_3
        return OK if action == DRAW_YES or action == DRAW_NO else TRI_16_5

    def chance_forbidden(self, seat: i64, action: i64) -> i64:
        if seat != CHANCE or self.to_act() != CHANCE:
            return TRI_21_5
        if self.phase == DRAW_FIRST:
            return OK if action >= FIRST and action < FIRST + self.seats else TRI_21_5
        return OK if action >= DICE and action < FIRST else TRI_21_5

    def placing_forbidden(self, seat: i64, action: i64) -> i64:
        """TRI-3.3: a free land square of one's own map."""
        if action >= SAIL:
            return TRI_3_3
        square: i64 = self.chart.square(action)
        mine: bool = self.chart.shore[square] == seat
        return OK if mine and self.on[square] == FREE_LAND else TRI_3_3

    def fight_forbidden(self, seat: i64, action: i64) -> i64:
        """TRI-12.2: roll, or a ship movement and nothing else."""
        if action == ROLL:
            return OK
        if action >= TAC and action < TAC_BOARD:
            a: i64 = action - TAC
            return tactical_move_forbidden(self, seat, self.slot(a // MOVEMENTS), a % MOVEMENTS, NONE, False)
        if action >= TAC_BOARD and action < PASS:
            a = (action - TAC_BOARD) // SHIPS
            target: i64 = self.slot((action - TAC_BOARD) % SHIPS)
            return tactical_move_forbidden(self, seat, self.slot(a // MOVEMENTS), a % MOVEMENTS, target, True)
        return TRI_12_2

    def move_forbidden(self, seat: i64, action: i64) -> i64:
        """TRI-4.1: one figure's action a turn; TRI-4.2: there is no voluntary pass."""
        if action < SAIL:
            return TRI_3_3
        if action < BOARD:
            a: i64 = action - SAIL
            return sail_forbidden(self, seat, self.slot(a // MOVEMENTS), a % MOVEMENTS, NONE, False)
        if action < STEP:
            a = (action - BOARD) // SHIPS
            target: i64 = self.slot((action - BOARD) % SHIPS)
            return sail_forbidden(self, seat, self.slot(a // MOVEMENTS), a % MOVEMENTS, target, True)
        if action < ASSAULT:
            a = (action - STEP) % (SQUARES * SQUARES)
            start: i64 = self.chart.square(a // SQUARES)
            return walk_forbidden(self, seat, start, self.chart.square(a % SQUARES), action >= STRIKE)
        if action < EMBARK:
            a = action - ASSAULT
            return assault_forbidden(self, seat, self.chart.square(a // SHIPS), self.slot(a % SHIPS))
        if action < ROLL:
            return self.carrying_forbidden(seat, action)
        if action < PASS:
            return TRI_11_3  # no fight is open
        if action == PASS:
            return TRI_4_2
        if action < BUY_SHIP:
            return soldier_forbidden(self, seat, self.chart.square(action - BUY_SOLDIER))
        if action < PACT_OFFER:
            return ship_forbidden(self, seat, action - BUY_SHIP)
        if action < PACT_BREAK:
            return offer_forbidden(self, seat, action - PACT_OFFER)
        if action < PACT_YES:
            return break_forbidden(self, seat, action - PACT_BREAK)
        if action < RESIGN:
            return TRI_19_3  # nobody asked
        return draw_forbidden(self, seat) if action == DRAW_OFFER else TRI_16_5

    def carrying_forbidden(self, seat: i64, action: i64) -> i64:
        ship: i64 = self.slot(carrying_ship(action))
        first: i64 = self.chart.square(carrying_first(action))
        second: i64 = NONE
        if (action >= EMBARK_TWO and action < LAND_ONE) or action >= LAND_TWO:
            second = self.chart.square(carrying_second(action))
        if action < LAND_ONE:
            return embark_forbidden(self, seat, ship, first, second)
        return land_forbidden(self, seat, ship, first, second)

    # -- what an action does --------------------------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        if action >= DICE:
            self.throw(action)
        elif action < SAIL:
            place(self, seat, self.chart.square(action), self.turn)
        elif action < ROLL:
            self.move(seat, action)
            go_on(self)
        elif action == ROLL:
            self.phase = DICE_DUE
        elif action < PASS:
            self.tactical(seat, action)
            go_on(self)
        elif action < PACT_OFFER:
            if action < BUY_SHIP:
                buy_soldier(self, seat, self.chart.square(action - BUY_SOLDIER))
            else:
                buy_ship(self, seat, action - BUY_SHIP)
            go_on(self)
        else:
            self.speak(seat, action)

    def throw(self, action: i64) -> None:
        """An outcome of chance."""
        if action >= FIRST:
            begin(self, action - FIRST)
            return
        attack: i64 = (action - DICE) // 6 + 1
        defence: i64 = (action - DICE) % 6 + 1
        if self.phase == BATTLE:
            battle_throw(self, attack, defence)
        else:
            exchange(self, attack, defence)
        go_on(self)

    def move(self, seat: i64, action: i64) -> None:
        """An action of the move phase that acts with a figure."""
        if action < BOARD:
            a: i64 = action - SAIL
            sail(self, self.slot(a // MOVEMENTS), a % MOVEMENTS, NONE, NONE, NONE)
        elif action < STEP:
            a = (action - BOARD) // SHIPS
            target: i64 = self.slot((action - BOARD) % SHIPS)
            sail(self, self.slot(a // MOVEMENTS), a % MOVEMENTS, target, NONE, NONE)
        elif action < STRIKE:
            a = action - STEP
            step(self, seat, self.chart.square(a // SQUARES), self.chart.square(a % SQUARES))
        elif action < ASSAULT:
            a = action - STRIKE
            strike(self, seat, self.chart.square(a // SQUARES), NONE, self.chart.square(a % SQUARES))
        elif action < EMBARK:
            a = action - ASSAULT
            assault(self, seat, self.chart.square(a // SHIPS), self.slot(a % SHIPS))
        else:
            ship: i64 = self.slot(carrying_ship(action))
            first: i64 = self.chart.square(carrying_first(action))
            second: i64 = NONE
            if (action >= EMBARK_TWO and action < LAND_ONE) or action >= LAND_TWO:
                second = self.chart.square(carrying_second(action))
            if action < LAND_ONE:
                embark(self, seat, ship, first, second)
            else:
                disembark(self, seat, ship, first, second)

    def tactical(self, seat: i64, action: i64) -> None:
        if action < TAC_BOARD:
            a: i64 = action - TAC
            tactical_move(self, seat, self.slot(a // MOVEMENTS), a % MOVEMENTS, NONE)
        else:
            a = (action - TAC_BOARD) // SHIPS
            target: i64 = self.slot((action - TAC_BOARD) % SHIPS)
            tactical_move(self, seat, self.slot(a // MOVEMENTS), a % MOVEMENTS, target)

    def speak(self, seat: i64, action: i64) -> None:
        """Pacts, resignation and draws."""
        if action < PACT_BREAK:
            offer_pact(self, seat, action - PACT_OFFER)
        elif action < PACT_YES:
            break_pact(self, seat, action - PACT_BREAK)
        elif action < RESIGN:
            answer_pact(self, seat, action == PACT_YES)
            pass_on(self)  # a new ally may have taken the last action away
        elif action == RESIGN:
            phase: i64 = self.phase
            self.tell(GAVE_UP, seat, 0, 0)
            resign(self, seat)
            leave(self, phase, self.turn)
        elif action == DRAW_OFFER:
            offer_draw(self, seat)
        else:
            answer_draw(self, seat, action == DRAW_YES)

    # -- the end --------------------------------------------------------------------------------------------------------

    def score(self, seat: i64) -> i64:
        """The soldiers a player has left: what TRI-16.4 compares first."""
        return self.alive[seat]

    def rank(self, seat: i64) -> i64:
        return rank_of(self, seat)

    def reason(self) -> i64:
        return self.ended

    # -- what a seat may know (TRI-21) ----------------------------------------------------------------------------------

    def seen(self, seat: i64) -> "Triremes":
        """TRI-21.1: loads of others are not shown with cargo=memory or hidden; TRI-21.2: those in an open fight are.

        TRI-21.4: a spectator sees of every ship what an opponent of its owner sees. TRI-21.3: no rule about what one may do
        reads another's load.
        """
        v = self.clone()
        if self.chart.cargo == CARGO_OPEN or self.phase == ENDED:
            return v
        slot: i64 = 0
        while slot < len(v.load):
            if v.bow[slot] != NONE and v.owner[slot] != seat and not self.engaged(slot):
                v.load[slot] = UNKNOWN
            slot += 1
        return v

    def redeal(self, seat: i64, rng: Rng) -> None:
        """Spread each player's soldiers who are not in sight over his unknown ships, every spread equally likely."""
        owner: i64 = 0
        while owner < self.seats:
            aboard: i64 = self.alive[owner] - self.ashore[owner]
            unknown: i64 = 0
            slot: i64 = 0
            while slot < len(self.load):
                if self.bow[slot] != NONE and self.owner[slot] == owner:
                    if self.load[slot] == UNKNOWN:
                        unknown += 1
                    else:
                        aboard -= self.load[slot]
                slot += 1
            if unknown > 0 and self.phase != SETUP and self.phase != DRAW_FIRST:
                self.spread(owner, unknown, aboard, rng)
            owner += 1
        slot = 0
        while slot < len(self.load):
            if self.load[slot] == UNKNOWN:
                self.load[slot] = 0  # nobody is aboard before the first turn (TRI-3.3)
            slot += 1

    def spread(self, owner: i64, ships: i64, soldiers: i64, rng: Rng) -> None:
        """Load by load, as likely as the number of ways to spread the rest."""
        ways: vec[i64] = spreads(ships, soldiers)
        slot: i64 = 0
        width: i64 = soldiers + 1
        while ships > 0:
            if self.bow[slot] != NONE and self.owner[slot] == owner and self.load[slot] == UNKNOWN:
                ships -= 1
                total: i64 = ways[(ships + 1) * width + soldiers]
                coarse: i64 = 1  # 24 ships can be loaded in more ways than the generator counts to
                while total // coarse >= FINEST:
                    coarse += coarse
                r: i64 = rng.below(total // coarse) * coarse
                load: i64 = 0
                while load < LOAD and load < soldiers and r >= ways[ships * width + soldiers - load]:
                    r -= ways[ships * width + soldiers - load]
                    load += 1
                self.load[slot] = load
                soldiers -= load
            slot += 1


def spreads(ships: i64, soldiers: i64) -> vec[i64]:
    """In how many ways k ships can carry m soldiers, at k * (soldiers + 1) + m."""
    width: i64 = soldiers + 1
    out: vec[i64] = zeros((ships + 1) * width)
    out[0] = 1
    k: i64 = 1
    while k <= ships:
        m: i64 = 0
        while m <= soldiers:
            load: i64 = 0
            while load <= LOAD and load <= m:
                out[k * width + m] += out[(k - 1) * width + m - load]
                load += 1
            m += 1
        k += 1
    return out


def carrying_ship(action: i64) -> i64:
    """The ship of an embarking or a disembarking."""
    if action < EMBARK_TWO:
        return (action - EMBARK) // SQUARES
    if action < LAND_ONE:
        return (action - EMBARK_TWO) // (SQUARES * SQUARES)
    if action < LAND_TWO:
        return (action - LAND_ONE) // SQUARES
    return (action - LAND_TWO) // (SQUARES * SQUARES)


def carrying_first(action: i64) -> i64:
    """The code of its first square."""
    if action < EMBARK_TWO:
        return (action - EMBARK) % SQUARES
    if action < LAND_ONE:
        return (action - EMBARK_TWO) // SQUARES % SQUARES
    if action < LAND_TWO:
        return (action - LAND_ONE) % SQUARES
    return (action - LAND_TWO) // SQUARES % SQUARES


def carrying_second(action: i64) -> i64:
    """The code of the second square of an action with two."""
    return (action - (EMBARK_TWO if action < LAND_ONE else LAND_TWO)) % SQUARES


def new_game(seats: i64, chart: Chart, first: i64, auto: bool) -> Triremes:
    """Section 4; `first` is NONE when chance draws the first player (TRI-3.5)."""
    s = Triremes(seats, chart)
    set_up(s, first, auto)
    return s


def empty_board(seats: i64, chart: Chart) -> Triremes:
    """A board without figures, for positions."""
    s = Triremes(seats, chart)
    s.clear()
    return s
