"""Piraci HEXXI: who decides, what is legal, what follows by itself. Each phase has a module of its own."""

from mypy_extensions import i64

from kotva.engine.arrays import Rng
from kotva.engine.layout import NO_FAMILY, no_action
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK, OVER
from kotva.games.hexxi.board import (
    AMBUSH,
    BID,
    CONVOY,
    DROP,
    ESCORT,
    FAR_BID,
    FIELDS,
    FIRST,
    GO_CRUISE,
    HALT,
    INIT,
    INTERCEPT,
    KIDNAP,
    LAYOUT,
    MOST_BID,
    NONE,
    PASS,
    PAY,
    PLACE,
    RESCUE,
    SHIFT,
    SHOW,
    SPY,
    TRAP,
)
from kotva.games.hexxi.rules import confrontation, deployment, initiative, knowledge, scoring
from kotva.games.hexxi.rules.codes import (
    AUCTION,
    CONFRONT,
    DEPLOY,
    DRAWING,
    ENDED,
    ESCORTING,
    FINISHED,
    FIRST_DRAWN,
    HEX_5_1,
    HEX_5_8,
    HEX_6_6,
    HEX_7_5,
    HEX_8_1,
    HEX_16_3,
    HEX_17_6,
    HEX_18_1,
    PAYING,
    REVEAL,
    SETTLE,
    SHIFTING,
    STOW,
    TURN,
    UNCOVER,
)
from kotva.games.hexxi.rules.refusal import confront_forbidden
from kotva.games.hexxi.rules.table import Table, line_up, set_up


class Hexxi(Table):
    """A position and its rules."""

    def blank(self) -> "Hexxi":
        return Hexxi(self.seats, self.first, self.rounds, self.bid_cap, self.quiet_limit, self.barred)

    def start(self) -> None:
        """Section 3: the set-up, then the first deployment (HEX-3.1: or first the draw of who begins)."""
        set_up(self)
        if self.first == NONE:
            self.phase = DRAWING
        else:
            self.begin(self.first)

    def begin(self, first: i64) -> None:
        line_up(self, first)
        deployment.begin(self)
        self.advance()

    # -- who decides (HEX-4) ----------------------------------------------------------------------------------------

    def to_act(self) -> i64:
        if self.phase == ENDED:
            return OVER
        if self.phase == DRAWING:
            return CHANCE
        return self.player

    def list_legal(self, seat: i64, out: Moves) -> None:
        if self.phase == DEPLOY:
            deployment.list_deploy(self, seat, out)
        elif self.phase == CONFRONT:
            confrontation.list_confront(self, seat, out)
        elif self.phase == PAYING:
            deployment.list_payment(self, seat, out)
        elif self.phase == ESCORTING:
            confrontation.list_escort(self, seat, out)
            out.add(HALT)
        elif self.phase == SHIFTING:
            deployment.list_shifts(self, seat, out)
        elif self.phase == AUCTION:
            initiative.list_bids(self, out)

    def list_chance(self, out: Moves) -> None:
        """HEX-17.6: the first player, each seat equally likely."""
        seat: i64 = 0
        while seat < self.seats:
            out.weigh(FIRST + seat, 1)
            seat += 1

    def why_not(self, seat: i64, action: i64) -> i64:
        """HEX-16.3: whatever is not in the list is refused, with the clause that forbids it."""
        family: i64 = LAYOUT.family(action)
        if family == NO_FAMILY:
            return HEX_16_3
        if self.phase == ENDED:
            return HEX_18_1
        if self.phase == DRAWING or family == FIRST:
            fits: bool = self.phase == DRAWING and seat == CHANCE and family == FIRST
            return OK if fits and action < FIRST + self.seats else HEX_17_6
        if seat != self.player:
            if self.phase == CONFRONT or self.phase == ESCORTING:
                return HEX_8_1
            return HEX_7_5 if self.phase == AUCTION else HEX_5_1
        if self.phase == CONFRONT or self.phase == ESCORTING:
            return confront_forbidden(self, seat, family, action)
        if self.phase == AUCTION:
            return bid_refused(self, family, action)
        if self.phase == SHIFTING:
            return deployment.shift_forbidden(self, seat, action - SHIFT) if family == SHIFT else HEX_5_8
        if self.phase == PAYING:
            if family == SHOW:
                return deployment.show_forbidden(self, seat, action - SHOW)
            return deployment.pay_forbidden(self, seat, action - PAY) if family == PAY else HEX_6_6
        if family == PLACE:
            return deployment.place_forbidden(self, seat, (action - PLACE) // FIELDS, (action - PLACE) % FIELDS)
        if family == INIT:
            return deployment.init_forbidden(self, seat, action - INIT)
        return deployment.spy_forbidden(self, seat, action - SPY) if family == SPY else HEX_5_1

    # -- what happens -----------------------------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        family: i64 = LAYOUT.family(action)
        if family == PLACE:
            deployment.lay(self, seat, (action - PLACE) // FIELDS, (action - PLACE) % FIELDS)
        elif family == INIT:
            deployment.stock(self, seat, action - INIT)
        elif family == SPY:
            deployment.spy(self, seat, action - SPY)
        elif family == SHOW:
            deployment.show(self, seat, action - SHOW)
        elif family == PAY:
            deployment.pay(self, seat, action - PAY)
        elif family == SHIFT:
            deployment.shift(self, seat, action - SHIFT)
        elif family == BID:
            initiative.raise_bid(self, seat, action - BID + 1)
        elif family == DROP:
            initiative.drop(self, seat)
        elif family == FIRST:
            self.tell(FIRST_DRAWN, action - FIRST, 0, 0)
            self.begin(action - FIRST)
        else:
            self.apply_confront(seat, family, action)
        self.advance()

    def apply_confront(self, seat: i64, family: i64, action: i64) -> None:
        if family == PASS:
            confrontation.do_pass(self, seat, 0)
        elif family == GO_CRUISE:
            confrontation.cruise(self, seat, action - GO_CRUISE)
        elif family == CONVOY:
            confrontation.convoy(self, seat, action - CONVOY)
        elif family == ESCORT:
            confrontation.escort(self, seat, action - ESCORT)
        elif family == HALT:
            confrontation.halt(self)
        elif family == KIDNAP or family == INTERCEPT or family == AMBUSH:
            confrontation.capture(self, seat, action - family)
        elif family == RESCUE:
            confrontation.rescue(self, seat, action - RESCUE)
        elif family == TRAP:
            confrontation.trap(self, seat, action - TRAP)
        else:
            no_action(action)

    def advance(self) -> None:
        """HEX-4.3: the automatic steps of section 4, until somebody decides or the game is over; no actions (HEX-16.2)."""
        while self.phase > ENDED:
            if self.phase == TURN:
                confrontation.begin_turn(self)
            elif self.phase == STOW:
                deployment.stow(self)
            elif self.phase == REVEAL:
                initiative.reveal(self)
            elif self.phase == SETTLE:
                initiative.settle(self)
            elif self.phase == UNCOVER:
                initiative.uncover(self)
            else:
                self.end_round()

    def end_round(self) -> None:
        """HEX-4.1: scoring and clean-up, then the next round; HEX-18.1: after the last one the game is over."""
        scoring.score_round(self)
        scoring.clean_up(self)
        if self.round == self.rounds:
            self.phase = ENDED
            self.tell(FINISHED, 0, 0, 0)
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

    def look(self, seat: i64, v: Table) -> None:
        knowledge.look(self, seat, v)

    def redeal(self, seat: i64, rng: Rng) -> None:
        knowledge.deal(self, seat, rng)


def bid_refused(s: Table, family: i64, action: i64) -> i64:
    """HEX-7.5: a bid or `drop`, and nothing else. Bids outside all caps have numbers of their own, one each."""
    if family == DROP:
        return OK
    if family == BID:
        return initiative.bid_forbidden(s, action - BID + 1)
    if family != FAR_BID:
        return HEX_7_5
    bid: i64 = action - FAR_BID
    return HEX_16_3 if bid >= 1 and bid <= MOST_BID else initiative.bid_forbidden(s, bid)
