"""What a good position in Piraci HEXXI is: what would score now, who threatens whom, who acts first, what the hand may bring."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import BIT, Rng, ints, popcount
from kotva.engine.evaluation import Evaluation, best_of, rewards, to_chances
from kotva.engine.moves import Moves
from kotva.engine.state import OK, OVER
from kotva.games.hexxi import board
from kotva.games.hexxi.board import between, near
from kotva.games.hexxi.rules import codes
from kotva.games.hexxi.rules.confrontation import reach
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.hexxi.rules.table import base_field, kind_of, standing, standing_bases

POINT: Final = 100  # strength is counted in hundredths of a point


class HexxiEvaluation(Evaluation[Hexxi]):
    """Strength in hundredths of a point, turned into chances to win."""

    def __init__(self) -> None:
        self.held: vec[i64] = ints([20, 430, 250, 500])  # a token in hand that can still be laid in this deployment
        self.cruise: i64 = 24  # a cruise token on the board
        self.stocked: i64 = 9  # a point of value in the initiative area
        self.afloat: i64 = 220  # a ship on the board away from the far edges
        self.bare: i64 = 50  # in deployment: a ship that no warship protects
        self.lurking: i64 = 45  # in deployment: pirates that reach their base
        self.soon: i64 = 30  # percent of a threat in deployment
        self.now: i64 = 90  # percent of the best threat of the player on turn
        self.later: i64 = 40  # percent of the best threat of another player
        self.lead: i64 = 120  # the better place in an auction
        self.shown: i64 = 12  # in deployment: a token of which the others know the kind
        self.calm: i64 = 350  # how little a lead is worth in the last round, and how much less in each one before
        self.calmer: i64 = 250
        self.close: i64 = 250  # the same in the last confrontation
        self.idle: i64 = 4  # quiet actions after which a confrontation is worth what it would be if it ended now
        self.curious: i64 = 800  # thousandths: with 150 a few deals decided what tokens face down were taken for
        self.far: i64 = 0

    def values(self, s: Hexxi, out: vec[i64]) -> None:
        if s.phase == codes.CONFRONT and s.quiet >= self.idle:
            s = passed(s)
        if s.to_act() == OVER:
            rewards(s, out)
            return
        self.strengths(s, out)
        to_chances(out, s.seats, 16, self.scale(s))

    def scale(self, s: Hexxi) -> i64:
        """How much a lead is worth depends on how many deployments are to come: a confrontation that goes on brings none back."""
        left: i64 = s.rounds - s.round
        if s.phase != codes.CONFRONT and s.phase != codes.ESCORTING:
            return self.calm + self.calmer * left
        return self.calm + self.calmer * (left - 1) if left > 0 else self.close

    def progress(self, s: Hexxi, seat: i64) -> i64:
        """HEX-13.3: of moves that gain nothing the one that is none: going to and fro only keeps the others waiting."""
        return -s.quiet

    def horizon(self) -> i64:
        return self.far

    def explore(self) -> i64:
        return self.curious

    # -- strength ---------------------------------------------------------------------------------------------------

    def strengths(self, s: Hexxi, out: vec[i64]) -> None:
        """How strong every seat is, in hundredths of a point."""
        deploying: bool = s.phase == codes.DEPLOY or s.phase == codes.PAYING
        fighting: bool = s.phase == codes.CONFRONT or s.phase == codes.ESCORTING
        for seat in range(s.seats):
            out[seat] = s.points[seat] * POINT + self.on_board(s, seat) + self.taken(s, seat)
            if deploying:
                out[seat] += self.in_hand(s, seat)
            if not fighting:
                out[seat] += self.prospects(s, seat)
        for seat in range(s.seats):
            weight: i64 = self.soon if not fighting else self.now if seat == s.player else self.later
            self.add_threats(s, seat, weight, out)
        if s.phase == codes.AUCTION and s.bid > 0:
            self.add_auction(s, out)
        if s.phase == codes.PAYING:
            out[s.player] -= s.due * 20

    def add_auction(self, s: Hexxi, out: vec[i64]) -> None:
        """The standing bidder is likely to get the better place: a player still in, except the one on turn."""
        others: i64 = popcount(s.left) - 1
        for seat in range(s.seats):
            if s.left & BIT[seat] and seat != s.player:
                out[seat] += (self.lead - s.bid * POINT * 7 // 10) // others

    def on_board(self, s: Hexxi, seat: i64) -> i64:
        """What the own tokens on the board would score now (HEX-14.1, HEX-14.2), and a little for each cruise token."""
        own: i64 = s.own[seat]
        ships: i64 = s.kinds[board.SHIP] & own
        edge: i64 = ships & board.FAR_EDGES[base_field(s, seat)] & ~s.traps
        return (
            6 * POINT * popcount(edge)
            + self.afloat * popcount(ships & ~edge)
            + 3 * POINT * popcount(s.kinds[board.PIRATES] & own)
            + 6 * POINT * popcount(s.kinds[board.WARSHIP] & own)
            + self.cruise * popcount(s.kinds[board.CRUISE] & own)
        )

    def taken(self, s: Hexxi, seat: i64) -> i64:
        """Captures and conquests (HEX-14.4, HEX-14.5)."""
        worth: i64 = 0
        for i in range(i64(16)):
            worth += 2 * POINT * board.VALUE[i % 4] * s.pile[seat * 16 + i]
        for owner in range(s.seats):
            if owner != seat and s.captor[owner] == seat:
                worth += 10 * POINT
        return worth

    def in_hand(self, s: Hexxi, seat: i64) -> i64:
        worth: i64 = 0
        for kind in range(i64(4)):
            worth += self.held[kind] * s.hand[seat * board.KINDS + kind]
        return worth

    def prospects(self, s: Hexxi, seat: i64) -> i64:
        """Before the confrontation: initiative, ships in the lee of a warship, pirates that can act, what the others know."""
        i: i64 = seat * board.KINDS
        worth: i64 = 0
        for kind in range(i64(4)):
            worth += self.stocked * board.VALUE[kind] * (s.area[i + kind] + s.open[i + kind])
        own: i64 = s.own[seat]
        worth -= self.bare * popcount(s.kinds[board.SHIP] & own & ~near(s.kinds[board.WARSHIP] & own))
        worth += self.lurking * popcount(s.kinds[board.PIRATES] & own & reach(s, standing(s, seat)))
        worth -= self.shown * popcount(own & ~s.down)
        return worth

    def add_threats(self, s: Hexxi, seat: i64, weight: i64, out: vec[i64]) -> None:
        """The best capture a seat could make: what it would win, and its owner lose, as far as it is likely to happen."""
        own: i64 = s.own[seat]
        home: i64 = standing(s, seat)
        bases: i64 = standing_bases(s)
        warships: i64 = s.kinds[board.WARSHIP]
        best: i64 = 0
        target: i64 = 0
        ambushed: i64 = warships & between(home, s.kinds[board.PIRATES]) & ~near(warships) & ~own
        if ambushed:
            best = 12 * POINT
            target = ambushed
        prize: i64 = bases & ~home & ~near(s.kinds[board.PIRATES])
        if prize and best < 10 * POINT:
            trapping: i64 = s.kinds[board.SHIP] & own & between(prize, warships)
            if trapping:
                best = 10 * POINT
                target = 0
        if best < 6 * POINT and s.kinds[board.PIRATES] & ~own:
            hunter: i64 = warships & own & reach(s, bases & ~home)
            caught: i64 = near(hunter) & s.kinds[board.PIRATES] & ~own & ~near(bases)
            if caught:
                best = 6 * POINT
                target = caught
        if best < 4 * POINT and s.kinds[board.SHIP] & ~own:
            raider: i64 = s.kinds[board.PIRATES] & own & reach(s, home)
            robbed: i64 = near(raider) & s.kinds[board.SHIP] & ~own & ~near(warships)
            if robbed:
                best = 4 * POINT
                target = robbed
        if best == 0:
            return
        out[seat] += best * weight // 100
        if target:
            self.lose_one(s, target, weight, out)

    def lose_one(self, s: Hexxi, target: i64, weight: i64, out: vec[i64]) -> None:
        """The owner of the dearest of these tokens stands to lose it."""
        worst: i64 = 0
        loser: i64 = board.NONE
        for seat in range(s.seats):
            mine: i64 = target & s.own[seat]
            if mine:
                loss: i64 = 2 * POINT
                if mine & s.kinds[board.WARSHIP]:
                    loss = 6 * POINT
                elif mine & s.kinds[board.PIRATES]:
                    loss = 3 * POINT
                elif mine & board.FAR_EDGES[base_field(s, seat)]:
                    loss = 6 * POINT
                if loss > worst:
                    worst = loss
                    loser = seat
        out[loser] -= worst * weight // 100

    # -- quick choices ----------------------------------------------------------------------------------------------

    def rollout(self, s: Hexxi, seat: i64, moves: Moves, rng: Rng) -> i64:
        return best_of(self, 3, s, seat, moves, rng)

    def order(self, s: Hexxi, seat: i64, action: i64) -> i64:
        if action < board.BID:
            return self.order_deployment(s, seat, action)
        if action < board.GO_CRUISE:
            return 300 if action == board.DROP else max(200 - 40 * (action - board.BID - s.bid), 1)
        if action == board.PASS:
            return 200
        if action >= board.TRAP:
            return 900
        if action >= board.KIDNAP:
            return 800
        if action < board.CONVOY:
            return self.order_move(s, seat, board.STEP_FROM[action - board.GO_CRUISE], board.NONE)
        if action < board.ESCORT:
            jump: i64 = action - board.CONVOY
            return self.order_move(s, seat, board.STEP_FROM[board.JUMP_STEP[jump]], board.JUMP_TO[jump])
        return 150  # an escort, or its end

    def order_deployment(self, s: Hexxi, seat: i64, action: i64) -> i64:
        """Ships to the far edges, the warship beside them, pirates and cruise tokens near the own base."""
        if action < board.INIT:
            kind: i64 = (action - board.PLACE) // board.FIELDS
            bit: i64 = board.MASK[(action - board.PLACE) % board.FIELDS]
            edge: i64 = board.FAR_EDGES[base_field(s, seat)]
            if kind == board.SHIP:
                if not edge & bit:
                    return 10
                return 400 if near(s.kinds[board.WARSHIP] & s.own[seat]) & bit else 200
            if kind == board.WARSHIP:
                return 120 if near(edge) & bit else 20
            if kind == board.PIRATES:
                return 120 if near(standing(s, seat)) & bit else 40
            return 30
        if action < board.SPY:
            return 100 if action - board.INIT == board.CRUISE else 8
        if action < board.SHOW:
            return 15
        if action < board.PAY:
            return 100
        if action < board.SHIFT:
            return 200 - 30 * board.VALUE[action - board.PAY]
        return 300 if kind_of(s, board.MASK[action - board.SHIFT]) == board.CRUISE else 20

    def order_move(self, s: Hexxi, seat: i64, start: i64, to: i64) -> i64:
        """Ships towards the far edges, and never away from them."""
        edge: i64 = board.FAR_EDGES[base_field(s, seat)]
        if board.MASK[start] & edge & s.kinds[board.SHIP]:
            return 30
        return 500 if to != board.NONE and board.MASK[to] & edge else 120


def passed(s: Hexxi) -> Hexxi:
    """HEX-13.2: the position if everybody passed from now on, as far as they may."""
    ended = s.clone()
    assert isinstance(ended, Hexxi)
    while ended.phase == codes.CONFRONT and ended.why_not(ended.player, board.PASS) == OK:
        ended.apply(ended.player, board.PASS)
    return ended
