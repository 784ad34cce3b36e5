"""Triremes as a whole: who decides, what is legal and why not, what an action does, what each seat may know."""

from mypy_extensions import i64

from kotva.engine.arrays import Rng
from kotva.engine.layout import NO_FAMILY, no_action
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK, OVER
from kotva.games.triremes import board
from kotva.games.triremes.board import Chart
from kotva.games.triremes.rules import codes, ending, fights, knowledge, land, pacts, ships, turns
from kotva.games.triremes.rules.table import TriremesTable


class Triremes(TriremesTable):
    """A position of Triremes."""

    def blank(self) -> "Triremes":
        return Triremes(self.seats, self.chart)

    # -- who decides (section 5) ----------------------------------------------------------------------------------------

    def to_act(self) -> i64:
        if self.phase == codes.MOVE or self.phase == codes.FIGHT or self.phase == codes.SETUP:
            return self.asked
        if self.phase == codes.ENDED:
            return OVER
        if self.phase == codes.DICE_DUE or self.phase == codes.BATTLE or self.phase == codes.DRAW_FIRST:
            return CHANCE
        return self.asked

    def list_legal(self, seat: i64, out: Moves) -> None:
        """In the move phase: ship movements, soldiers, carrying, buying, pacts."""
        if self.phase == codes.MOVE:
            ships.list_sailings(self, seat, board.SAIL, board.BOARD, out)
            land.list_walks(self, seat, out)
            land.list_carrying(self, seat, out)
            if self.chart.purchase:
                pacts.list_purchases(self, seat, out)
            pacts.list_pacts(self, seat, out)
        elif self.phase == codes.FIGHT:
            fights.list_fight(self, seat, out)
        elif self.phase == codes.SETUP:
            turns.list_placements(self, seat, out)
        elif self.phase == codes.PACT_ASKED:
            out.add(board.PACT_YES)
            out.add(board.PACT_NO)
        elif self.phase == codes.DRAW_ASKED:
            out.add(board.DRAW_YES)
            out.add(board.DRAW_NO)

    def list_chance(self, out: Moves) -> None:
        """TRI-21.5: the first player, or two dice, the attacker's first (TRI-8.2, 11.4): 36 outcomes, equally likely."""
        if self.phase == codes.DRAW_FIRST:
            for seat in range(self.seats):
                out.weigh(board.FIRST + seat, 1)
        else:
            for dice in range(i64(36)):
                out.weigh(board.DICE + dice, 1)

    def sample(self, rng: Rng, out: Moves) -> i64:
        return board.FIRST + rng.below(self.seats) if self.phase == codes.DRAW_FIRST else board.DICE + rng.below(36)

    # -- what is forbidden ----------------------------------------------------------------------------------------------

    def why_not(self, seat: i64, action: i64) -> i64:
        """Why an action is forbidden: the phase first, then the rule of its kind."""
        family: i64 = board.LAYOUT.family(action)
        if family == NO_FAMILY:
            return codes.TRI_4_1
        if self.phase == codes.ENDED:
            return codes.TRI_4_6
        if family == board.DICE or family == board.FIRST or seat < 0:
            return self.chance_forbidden(seat, family, action - family)
        if seat != self.to_act():
            return codes.TRI_4_1
        if family == board.RESIGN:
            return OK  # TRI-16.5: at any own decision
        if self.phase == codes.MOVE:
            return self.move_forbidden(seat, family, action - family)
        if self.phase == codes.SETUP:
            return self.placing_forbidden(seat, action) if family == board.PLACE else codes.TRI_3_3
        if self.phase == codes.FIGHT:
            return self.fight_forbidden(seat, family, action - family)
        if self.phase == codes.PACT_ASKED:
            return OK if family == board.PACT_YES or family == board.PACT_NO else codes.TRI_19_3
        return OK if family == board.DRAW_YES or family == board.DRAW_NO else codes.TRI_16_5

    def chance_forbidden(self, seat: i64, family: i64, rest: i64) -> i64:
        if seat != CHANCE or self.to_act() != CHANCE:
            return codes.TRI_21_5
        if self.phase == codes.DRAW_FIRST:
            return OK if family == board.FIRST and rest < self.seats else codes.TRI_21_5
        return OK if family == board.DICE else codes.TRI_21_5

    def placing_forbidden(self, seat: i64, code: i64) -> i64:
        """TRI-3.3: a free land square of one's own map."""
        square: i64 = self.chart.square(code)
        mine: bool = self.chart.shore[square] == seat
        return OK if mine and self.on[square] == board.FREE_LAND else codes.TRI_3_3

    def fight_forbidden(self, seat: i64, family: i64, rest: i64) -> i64:
        """TRI-12.2: roll, or a ship movement and nothing else."""
        if family == board.ROLL:
            return OK
        if family == board.TAC:
            return fights.tactical_move_forbidden(
                self, seat, self.slot(rest // board.MOVEMENTS), rest % board.MOVEMENTS, board.NONE, False
            )
        if family == board.TAC_BOARD:
            a: i64 = rest // board.SHIPS
            target: i64 = self.slot(rest % board.SHIPS)
            return fights.tactical_move_forbidden(
                self, seat, self.slot(a // board.MOVEMENTS), a % board.MOVEMENTS, target, True
            )
        return codes.TRI_12_2

    def move_forbidden(self, seat: i64, family: i64, rest: i64) -> i64:
        """TRI-4.1: one figure's action a turn; TRI-4.2: there is no voluntary pass."""
        if family == board.SAIL:
            return ships.sail_forbidden(
                self, seat, self.slot(rest // board.MOVEMENTS), rest % board.MOVEMENTS, board.NONE, False
            )
        if family == board.BOARD:
            a: i64 = rest // board.SHIPS
            target: i64 = self.slot(rest % board.SHIPS)
            return ships.sail_forbidden(self, seat, self.slot(a // board.MOVEMENTS), a % board.MOVEMENTS, target, True)
        if family == board.STEP or family == board.STRIKE:
            start: i64 = self.chart.square(rest // board.SQUARES)
            return land.walk_forbidden(
                self, seat, start, self.chart.square(rest % board.SQUARES), family == board.STRIKE
            )
        if family == board.ASSAULT:
            return land.assault_forbidden(
                self, seat, self.chart.square(rest // board.SHIPS), self.slot(rest % board.SHIPS)
            )
        if family >= board.EMBARK and family <= board.LAND_TWO:
            return self.carrying_forbidden(seat, family, rest)
        if family == board.BUY_SOLDIER:
            return pacts.soldier_forbidden(self, seat, self.chart.square(rest))
        if family == board.BUY_SHIP:
            return pacts.ship_forbidden(self, seat, rest)
        if family == board.PACT_OFFER:
            return pacts.offer_forbidden(self, seat, rest)
        if family == board.PACT_BREAK:
            return pacts.break_forbidden(self, seat, rest)
        return pacts.draw_forbidden(self, seat) if family == board.DRAW_OFFER else idle_forbidden(family)

    def carrying_forbidden(self, seat: i64, family: i64, rest: i64) -> i64:
        two: bool = family == board.EMBARK_TWO or family == board.LAND_TWO
        pair: i64 = rest // board.SQUARES if two else rest
        ship: i64 = self.slot(pair // board.SQUARES)
        first: i64 = self.chart.square(pair % board.SQUARES)
        second: i64 = self.chart.square(rest % board.SQUARES) if two else board.NONE
        if family == board.EMBARK or family == board.EMBARK_TWO:
            return land.embark_forbidden(self, seat, ship, first, second)
        return land.land_forbidden(self, seat, ship, first, second)

    # -- what an action does --------------------------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        family: i64 = board.LAYOUT.family(action)
        rest: i64 = action - family
        if family == board.DICE:
            self.throw(rest // 6 + 1, rest % 6 + 1)
        elif family == board.ROLL:
            self.phase = codes.DICE_DUE
        elif family == board.PLACE:
            turns.place(self, seat, self.chart.square(rest), self.turn)
        elif family == board.FIRST:
            turns.begin(self, rest)
        elif family >= board.PACT_OFFER:
            self.speak(seat, family, rest)
        else:
            self.move(seat, family, rest)
            turns.go_on(self)

    def throw(self, attack: i64, defence: i64) -> None:
        """Two dice."""
        if self.phase == codes.BATTLE:
            land.battle_throw(self, attack, defence)
        else:
            fights.exchange(self, attack, defence)
        turns.go_on(self)

    def move(self, seat: i64, family: i64, rest: i64) -> None:
        """An action that acts with a figure, or buys one."""
        if family == board.SAIL:
            ships.sail(
                self, self.slot(rest // board.MOVEMENTS), rest % board.MOVEMENTS, board.NONE, board.NONE, board.NONE
            )
        elif family == board.BOARD:
            a: i64 = rest // board.SHIPS
            ships.sail(
                self,
                self.slot(a // board.MOVEMENTS),
                a % board.MOVEMENTS,
                self.slot(rest % board.SHIPS),
                board.NONE,
                board.NONE,
            )
        elif family == board.STEP:
            land.step(self, seat, self.chart.square(rest // board.SQUARES), self.chart.square(rest % board.SQUARES))
        elif family == board.STRIKE:
            land.strike(
                self,
                seat,
                self.chart.square(rest // board.SQUARES),
                board.NONE,
                self.chart.square(rest % board.SQUARES),
            )
        elif family == board.ASSAULT:
            land.assault(self, seat, self.chart.square(rest // board.SHIPS), self.slot(rest % board.SHIPS))
        elif family == board.TAC:
            fights.tactical_move(self, seat, self.slot(rest // board.MOVEMENTS), rest % board.MOVEMENTS, board.NONE)
        elif family == board.TAC_BOARD:
            a = rest // board.SHIPS
            fights.tactical_move(
                self, seat, self.slot(a // board.MOVEMENTS), a % board.MOVEMENTS, self.slot(rest % board.SHIPS)
            )
        elif family == board.EMBARK:
            land.embark(
                self, seat, self.slot(rest // board.SQUARES), self.chart.square(rest % board.SQUARES), board.NONE
            )
        elif family == board.EMBARK_TWO:
            a = rest // board.SQUARES
            first: i64 = self.chart.square(a % board.SQUARES)
            land.embark(self, seat, self.slot(a // board.SQUARES), first, self.chart.square(rest % board.SQUARES))
        elif family == board.LAND_ONE:
            land.disembark(
                self, seat, self.slot(rest // board.SQUARES), self.chart.square(rest % board.SQUARES), board.NONE
            )
        elif family == board.LAND_TWO:
            a = rest // board.SQUARES
            first = self.chart.square(a % board.SQUARES)
            land.disembark(self, seat, self.slot(a // board.SQUARES), first, self.chart.square(rest % board.SQUARES))
        elif family == board.BUY_SOLDIER:
            pacts.buy_soldier(self, seat, self.chart.square(rest))
        elif family == board.BUY_SHIP:
            pacts.buy_ship(self, seat, rest)
        else:
            no_action(family + rest)

    def speak(self, seat: i64, family: i64, rest: i64) -> None:
        """Pacts, resignation and draws."""
        if family == board.PACT_OFFER:
            pacts.offer_pact(self, seat, rest)
        elif family == board.PACT_BREAK:
            pacts.break_pact(self, seat, rest)
        elif family == board.PACT_YES or family == board.PACT_NO:
            pacts.answer_pact(self, seat, family == board.PACT_YES)
            turns.pass_on(self)  # a new ally may have taken the last action away
        elif family == board.RESIGN:
            phase: i64 = self.phase
            self.emit(codes.GAVE_UP, seat, 0, 0)
            ending.resign(self, seat)
            turns.leave(self, phase, self.turn)
        elif family == board.DRAW_OFFER:
            pacts.offer_draw(self, seat)
        elif family == board.DRAW_YES or family == board.DRAW_NO:
            pacts.answer_draw(self, seat, family == board.DRAW_YES)
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

    def look(self, seat: i64, v: TriremesTable) -> None:
        knowledge.look(self, seat, v)

    def redeal(self, seat: i64, rng: Rng) -> None:
        knowledge.deal(self, rng)


def idle_forbidden(family: i64) -> i64:
    """What is nothing to do in the move phase."""
    if family == board.PLACE:
        return codes.TRI_3_3
    if family == board.ROLL or family == board.TAC or family == board.TAC_BOARD:
        return codes.TRI_11_3  # no fight is open
    if family == board.PASS:
        return codes.TRI_4_2
    return codes.TRI_19_3 if family == board.PACT_YES or family == board.PACT_NO else codes.TRI_16_5  # nobody asked


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
