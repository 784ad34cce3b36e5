"""Triremes as a whole: who decides, what is legal and why not, what an action does, what each seat may know."""

from mypy_extensions import i64

from kotva.engine.arrays import Rng
from kotva.engine.layout import NO_FAMILY, no_action
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK, OVER
from kotva.games.triremes.board import (
    ASSAULT,
    BOARD,
    BUY_SHIP,
    BUY_SOLDIER,
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
    LAYOUT,
    MOVEMENTS,
    NONE,
    PACT_BREAK,
    PACT_NO,
    PACT_OFFER,
    PACT_YES,
    PASS,
    PLACE,
    RESIGN,
    ROLL,
    SAIL,
    SHIPS,
    SQUARES,
    STEP,
    STRIKE,
    TAC,
    TAC_BOARD,
    Chart,
)
from kotva.games.triremes.rules import ending, fights, knowledge, land, pacts, ships, turns
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
from kotva.games.triremes.rules.table import Sea


class Triremes(Sea):
    """A position of Triremes."""

    def blank(self) -> "Triremes":
        return Triremes(self.seats, self.chart)

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
            ships.list_sailings(self, seat, SAIL, BOARD, out)
            land.list_walks(self, seat, out)
            land.list_carrying(self, seat, out)
            if self.chart.purchase:
                pacts.list_purchases(self, seat, out)
            pacts.list_pacts(self, seat, out)
        elif self.phase == FIGHT:
            fights.list_fight(self, seat, out)
        elif self.phase == SETUP:
            turns.list_placements(self, seat, out)
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
        family: i64 = LAYOUT.family(action)
        if family == NO_FAMILY:
            return TRI_4_1
        if self.phase == ENDED:
            return TRI_4_6
        if family == DICE or family == FIRST or seat < 0:
            return self.chance_forbidden(seat, family, action - family)
        if seat != self.to_act():
            return TRI_4_1
        if family == RESIGN:
            return OK  # TRI-16.5: at any own decision
        if self.phase == MOVE:
            return self.move_forbidden(seat, family, action - family)
        if self.phase == SETUP:
            return self.placing_forbidden(seat, action) if family == PLACE else TRI_3_3
        if self.phase == FIGHT:
            return self.fight_forbidden(seat, family, action - family)
        if self.phase == PACT_ASKED:
            return OK if family == PACT_YES or family == PACT_NO else TRI_19_3
        return OK if family == DRAW_YES or family == DRAW_NO else TRI_16_5

    def chance_forbidden(self, seat: i64, family: i64, rest: i64) -> i64:
        if seat != CHANCE or self.to_act() != CHANCE:
            return TRI_21_5
        if self.phase == DRAW_FIRST:
            return OK if family == FIRST and rest < self.seats else TRI_21_5
        return OK if family == DICE else TRI_21_5

    def placing_forbidden(self, seat: i64, code: i64) -> i64:
        """TRI-3.3: a free land square of one's own map."""
        square: i64 = self.chart.square(code)
        mine: bool = self.chart.shore[square] == seat
        return OK if mine and self.on[square] == FREE_LAND else TRI_3_3

    def fight_forbidden(self, seat: i64, family: i64, rest: i64) -> i64:
        """TRI-12.2: roll, or a ship movement and nothing else."""
        if family == ROLL:
            return OK
        if family == TAC:
            return fights.tactical_move_forbidden(
                self, seat, self.slot(rest // MOVEMENTS), rest % MOVEMENTS, NONE, False
            )
        if family == TAC_BOARD:
            a: i64 = rest // SHIPS
            target: i64 = self.slot(rest % SHIPS)
            return fights.tactical_move_forbidden(self, seat, self.slot(a // MOVEMENTS), a % MOVEMENTS, target, True)
        return TRI_12_2

    def move_forbidden(self, seat: i64, family: i64, rest: i64) -> i64:
        """TRI-4.1: one figure's action a turn; TRI-4.2: there is no voluntary pass."""
        if family == SAIL:
            return ships.sail_forbidden(self, seat, self.slot(rest // MOVEMENTS), rest % MOVEMENTS, NONE, False)
        if family == BOARD:
            a: i64 = rest // SHIPS
            target: i64 = self.slot(rest % SHIPS)
            return ships.sail_forbidden(self, seat, self.slot(a // MOVEMENTS), a % MOVEMENTS, target, True)
        if family == STEP or family == STRIKE:
            start: i64 = self.chart.square(rest // SQUARES)
            return land.walk_forbidden(self, seat, start, self.chart.square(rest % SQUARES), family == STRIKE)
        if family == ASSAULT:
            return land.assault_forbidden(self, seat, self.chart.square(rest // SHIPS), self.slot(rest % SHIPS))
        if family >= EMBARK and family <= LAND_TWO:
            return self.carrying_forbidden(seat, family, rest)
        if family == BUY_SOLDIER:
            return pacts.soldier_forbidden(self, seat, self.chart.square(rest))
        if family == BUY_SHIP:
            return pacts.ship_forbidden(self, seat, rest)
        if family == PACT_OFFER:
            return pacts.offer_forbidden(self, seat, rest)
        if family == PACT_BREAK:
            return pacts.break_forbidden(self, seat, rest)
        return pacts.draw_forbidden(self, seat) if family == DRAW_OFFER else idle_forbidden(family)

    def carrying_forbidden(self, seat: i64, family: i64, rest: i64) -> i64:
        two: bool = family == EMBARK_TWO or family == LAND_TWO
        pair: i64 = rest // SQUARES if two else rest
        ship: i64 = self.slot(pair // SQUARES)
        first: i64 = self.chart.square(pair % SQUARES)
        second: i64 = self.chart.square(rest % SQUARES) if two else NONE
        if family == EMBARK or family == EMBARK_TWO:
            return land.embark_forbidden(self, seat, ship, first, second)
        return land.land_forbidden(self, seat, ship, first, second)

    # -- what an action does --------------------------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        family: i64 = LAYOUT.family(action)
        rest: i64 = action - family
        if family == DICE:
            self.throw(rest // 6 + 1, rest % 6 + 1)
        elif family == ROLL:
            self.phase = DICE_DUE
        elif family == PLACE:
            turns.place(self, seat, self.chart.square(rest), self.turn)
        elif family == FIRST:
            turns.begin(self, rest)
        elif family >= PACT_OFFER:
            self.speak(seat, family, rest)
        else:
            self.move(seat, family, rest)
            turns.go_on(self)

    def throw(self, attack: i64, defence: i64) -> None:
        """Two dice."""
        if self.phase == BATTLE:
            land.battle_throw(self, attack, defence)
        else:
            fights.exchange(self, attack, defence)
        turns.go_on(self)

    def move(self, seat: i64, family: i64, rest: i64) -> None:
        """An action that acts with a figure, or buys one."""
        if family == SAIL:
            ships.sail(self, self.slot(rest // MOVEMENTS), rest % MOVEMENTS, NONE, NONE, NONE)
        elif family == BOARD:
            a: i64 = rest // SHIPS
            ships.sail(self, self.slot(a // MOVEMENTS), a % MOVEMENTS, self.slot(rest % SHIPS), NONE, NONE)
        elif family == STEP:
            land.step(self, seat, self.chart.square(rest // SQUARES), self.chart.square(rest % SQUARES))
        elif family == STRIKE:
            land.strike(self, seat, self.chart.square(rest // SQUARES), NONE, self.chart.square(rest % SQUARES))
        elif family == ASSAULT:
            land.assault(self, seat, self.chart.square(rest // SHIPS), self.slot(rest % SHIPS))
        elif family == TAC:
            fights.tactical_move(self, seat, self.slot(rest // MOVEMENTS), rest % MOVEMENTS, NONE)
        elif family == TAC_BOARD:
            a = rest // SHIPS
            fights.tactical_move(self, seat, self.slot(a // MOVEMENTS), a % MOVEMENTS, self.slot(rest % SHIPS))
        elif family == EMBARK:
            land.embark(self, seat, self.slot(rest // SQUARES), self.chart.square(rest % SQUARES), NONE)
        elif family == EMBARK_TWO:
            a = rest // SQUARES
            first: i64 = self.chart.square(a % SQUARES)
            land.embark(self, seat, self.slot(a // SQUARES), first, self.chart.square(rest % SQUARES))
        elif family == LAND_ONE:
            land.disembark(self, seat, self.slot(rest // SQUARES), self.chart.square(rest % SQUARES), NONE)
        elif family == LAND_TWO:
            a = rest // SQUARES
            first = self.chart.square(a % SQUARES)
            land.disembark(self, seat, self.slot(a // SQUARES), first, self.chart.square(rest % SQUARES))
        elif family == BUY_SOLDIER:
            pacts.buy_soldier(self, seat, self.chart.square(rest))
        elif family == BUY_SHIP:
            pacts.buy_ship(self, seat, rest)
        else:
            no_action(family + rest)

    def speak(self, seat: i64, family: i64, rest: i64) -> None:
        """Pacts, resignation and draws."""
        if family == PACT_OFFER:
            pacts.offer_pact(self, seat, rest)
        elif family == PACT_BREAK:
            pacts.break_pact(self, seat, rest)
        elif family == PACT_YES or family == PACT_NO:
            pacts.answer_pact(self, seat, family == PACT_YES)
            turns.pass_on(self)  # a new ally may have taken the last action away
        elif family == RESIGN:
            phase: i64 = self.phase
            self.tell(GAVE_UP, seat, 0, 0)
            ending.resign(self, seat)
            turns.leave(self, phase, self.turn)
        elif family == DRAW_OFFER:
            pacts.offer_draw(self, seat)
        elif family == DRAW_YES or family == DRAW_NO:
            pacts.answer_draw(self, seat, family == DRAW_YES)
        else:
            no_action(family + rest)

    # -- the end --------------------------------------------------------------------------------------------------------

    def score(self, seat: i64) -> i64:
        """The soldiers a player has left: what TRI-16.4 compares first."""
        return self.alive[seat]

    def rank(self, seat: i64) -> i64:
        return ending.rank_of(self, seat)

    def reason(self) -> i64:
        return self.ended

    # -- what a seat may know (TRI-21) ----------------------------------------------------------------------------------

    def look(self, seat: i64, v: Sea) -> None:
        knowledge.look(self, seat, v)

    def redeal(self, seat: i64, rng: Rng) -> None:
        knowledge.deal(self, rng)


def idle_forbidden(family: i64) -> i64:
    """What is nothing to do in the move phase."""
    if family == PLACE:
        return TRI_3_3
    if family == ROLL or family == TAC or family == TAC_BOARD:
        return TRI_11_3  # no fight is open
    if family == PASS:
        return TRI_4_2
    return TRI_19_3 if family == PACT_YES or family == PACT_NO else TRI_16_5  # nobody asked


def new_game(seats: i64, chart: Chart, first: i64, auto: bool) -> Triremes:
    """Section 4; `first` is NONE when chance draws the first player (TRI-3.5)."""
    s = Triremes(seats, chart)
    turns.set_up(s, first, auto)
    return s


def empty_board(seats: i64, chart: Chart) -> Triremes:
    """A board without figures, for positions."""
    s = Triremes(seats, chart)
    s.clear()
    return s
