"""Piraci HEXXI: who decides, what is legal, what follows by itself. Each phase has a module of its own."""

from mypy_extensions import i64

from kotva.engine.arrays import Rng
from kotva.engine.layout import NO_FAMILY, no_action
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK, OVER
from kotva.games.hexxi import board
from kotva.games.hexxi.rules import codes, confrontation, deployment, initiative, knowledge, scoring
from kotva.games.hexxi.rules.refusal import confront_forbidden
from kotva.games.hexxi.rules.table import HexxiTable, line_up, set_up


class Hexxi(HexxiTable):
    """A position and its rules."""

    def blank(self) -> "Hexxi":
        return Hexxi(self.seats, self.first, self.rounds, self.bid_cap, self.quiet_limit, self.barred)

    def start(self) -> None:
        """Section 3: the set-up, then the first deployment (HEX-3.1: or first the draw of who begins)."""
        set_up(self)
        if self.first == board.NONE:
            self.phase = codes.DRAWING
        else:
            self.begin(self.first)

    def begin(self, first: i64) -> None:
        line_up(self, first)
        deployment.begin(self)
        self.advance()

    # -- who decides (HEX-4) ----------------------------------------------------------------------------------------

    def to_act(self) -> i64:
        if self.phase == codes.ENDED:
            return OVER
        if self.phase == codes.DRAWING:
            return CHANCE
        return self.player

    def list_legal(self, seat: i64, out: Moves) -> None:
        if self.phase == codes.DEPLOY:
            deployment.list_deploy(self, seat, out)
        elif self.phase == codes.CONFRONT:
            confrontation.list_confront(self, seat, out)
        elif self.phase == codes.PAYING:
            deployment.list_payment(self, seat, out)
        elif self.phase == codes.ESCORTING:
            confrontation.list_escort(self, seat, out)
            out.add(board.HALT)
        elif self.phase == codes.SHIFTING:
            deployment.list_shifts(self, seat, out)
        elif self.phase == codes.AUCTION:
            initiative.list_bids(self, out)

    def list_chance(self, out: Moves) -> None:
        """HEX-17.6: the first player, each seat equally likely."""
        for seat in range(self.seats):
            out.weigh(board.FIRST + seat, 1)

    def why_not(self, seat: i64, action: i64) -> i64:
        """HEX-16.3: whatever is not in the list is refused, with the clause that forbids it."""
        family: i64 = board.LAYOUT.family(action)
        if family == NO_FAMILY:
            return codes.HEX_16_3
        if self.phase == codes.ENDED:
            return codes.HEX_18_1
        if self.phase == codes.DRAWING or family == board.FIRST:
            fits: bool = self.phase == codes.DRAWING and seat == CHANCE and family == board.FIRST
            return OK if fits and action < board.FIRST + self.seats else codes.HEX_17_6
        if seat != self.player:
            if self.phase == codes.CONFRONT or self.phase == codes.ESCORTING:
                return codes.HEX_8_1
            return codes.HEX_7_5 if self.phase == codes.AUCTION else codes.HEX_5_1
        if self.phase == codes.CONFRONT or self.phase == codes.ESCORTING:
            return confront_forbidden(self, seat, family, action)
        if self.phase == codes.AUCTION:
            return bid_refused(self, family, action)
        if self.phase == codes.SHIFTING:
            return (
                deployment.shift_forbidden(self, seat, action - board.SHIFT) if family == board.SHIFT else codes.HEX_5_8
            )
        if self.phase == codes.PAYING:
            if family == board.SHOW:
                return deployment.show_forbidden(self, seat, action - board.SHOW)
            return deployment.pay_forbidden(self, seat, action - board.PAY) if family == board.PAY else codes.HEX_6_6
        if family == board.PLACE:
            return deployment.place_forbidden(
                self, seat, (action - board.PLACE) // board.FIELDS, (action - board.PLACE) % board.FIELDS
            )
        if family == board.INIT:
            return deployment.init_forbidden(self, seat, action - board.INIT)
        return deployment.spy_forbidden(self, seat, action - board.SPY) if family == board.SPY else codes.HEX_5_1

    # -- what happens -----------------------------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        family: i64 = board.LAYOUT.family(action)
        if family == board.PLACE:
            deployment.lay(self, seat, (action - board.PLACE) // board.FIELDS, (action - board.PLACE) % board.FIELDS)
        elif family == board.INIT:
            deployment.stock(self, seat, action - board.INIT)
        elif family == board.SPY:
            deployment.spy(self, seat, action - board.SPY)
        elif family == board.SHOW:
            deployment.show(self, seat, action - board.SHOW)
        elif family == board.PAY:
            deployment.pay(self, seat, action - board.PAY)
        elif family == board.SHIFT:
            deployment.shift(self, seat, action - board.SHIFT)
        elif family == board.BID:
            initiative.raise_bid(self, seat, action - board.BID + 1)
        elif family == board.DROP:
            initiative.drop(self, seat)
        elif family == board.FIRST:
            self.emit(codes.FIRST_DRAWN, action - board.FIRST, 0, 0)
            self.begin(action - board.FIRST)
        else:
            self.apply_confront(seat, family, action)
        self.advance()

    def apply_confront(self, seat: i64, family: i64, action: i64) -> None:
        if family == board.PASS:
            confrontation.do_pass(self, seat, 0)
        elif family == board.GO_CRUISE:
            confrontation.cruise(self, seat, action - board.GO_CRUISE)
        elif family == board.CONVOY:
            confrontation.convoy(self, seat, action - board.CONVOY)
        elif family == board.ESCORT:
            confrontation.escort(self, seat, action - board.ESCORT)
        elif family == board.HALT:
            confrontation.halt(self)
        elif family == board.KIDNAP or family == board.INTERCEPT or family == board.AMBUSH:
            confrontation.capture(self, seat, action - family)
        elif family == board.RESCUE:
            confrontation.rescue(self, seat, action - board.RESCUE)
        elif family == board.TRAP:
            confrontation.trap(self, seat, action - board.TRAP)
        else:
            no_action(action)

    def advance(self) -> None:
        """HEX-4.3: the automatic steps of section 4, until somebody decides or the game is over; no actions (HEX-16.2)."""
        while self.phase > codes.ENDED:
            if self.phase == codes.TURN:
                confrontation.begin_turn(self)
            elif self.phase == codes.STOW:
                deployment.stow(self)
            elif self.phase == codes.REVEAL:
                initiative.reveal(self)
            elif self.phase == codes.SETTLE:
                initiative.settle(self)
            elif self.phase == codes.UNCOVER:
                initiative.uncover(self)
            else:
                self.end_round()

    def end_round(self) -> None:
        """HEX-4.1: scoring and clean-up, then the next round; HEX-18.1: after the last one the game is over."""
        scoring.score_round(self)
        scoring.clean_up(self)
        if self.round == self.rounds:
            self.phase = codes.ENDED
            self.emit(codes.FINISHED, 0, 0, 0)
        else:
            self.round += 1
            deployment.begin(self)

    # -- the end (HEX-18) -------------------------------------------------------------------------------------------

    def score(self, seat: i64) -> i64:
        """HEX-18.2: the total score, by which players are ranked; equal totals share the better rank. HEX-18.3: nothing but
        the last round ends the game, so that there is one reason.
        """
        return self.points[seat]

    # -- what a seat may know (HEX-17) ------------------------------------------------------------------------------

    def look(self, seat: i64, v: HexxiTable) -> None:
        knowledge.look(self, seat, v)

    def redeal(self, seat: i64, rng: Rng) -> None:
        knowledge.deal(self, seat, rng)


def bid_refused(s: HexxiTable, family: i64, action: i64) -> i64:
    """HEX-7.5: a bid or `drop`, and nothing else. Bids outside all caps have numbers of their own, one each."""
    if family == board.DROP:
        return OK
    if family == board.BID:
        return initiative.bid_forbidden(s, action - board.BID + 1)
    if family != board.FAR_BID:
        return codes.HEX_7_5
    bid: i64 = action - board.FAR_BID
    return codes.HEX_16_3 if bid >= 1 and bid <= board.MOST_BID else initiative.bid_forbidden(s, bid)
