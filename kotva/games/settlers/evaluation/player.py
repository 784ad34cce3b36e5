"""Settlers' evaluation for bots: chances to win, a quick player for playouts, a first order of actions, sensible trades."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import Rng, zeros
from kotva.engine.evaluation import Evaluation, rewards
from kotva.engine.moves import Moves
from kotva.engine.state import OVER
from kotva.games.settlers import board
from kotva.games.settlers.evaluation.merits import merit
from kotva.games.settlers.evaluation.trade import expect_deal, makes_sense, repeat_key
from kotva.games.settlers.evaluation.values import strength, to_chances
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.game import Settlers


class SettlersEvaluation(Evaluation[Settlers]):
    """It is asked about states that were dealt from what a seat has seen, and the deal keeps to the tally of cards."""

    def __init__(self) -> None:
        self.before: vec[i64] = zeros(4)  # filled anew whenever it is used
        self.length: i64 = 0  # of a playout
        self.luck: i64 = 120  # how much of it a quick player has against the merits of what it could do

    def values(self, s: Settlers, out: vec[i64]) -> None:
        """Each seat's chance to win, in thousandths."""
        if s.to_act() == OVER:
            rewards(s, out)
            return
        for seat in range(s.seats):
            out[seat] = strength(s, seat)
            self.before[seat] = out[seat]
        if s.phase == codes.TRADING:
            to_chances(self.before, s.seats)
            expect_deal(s, out, self.before)
        to_chances(out, s.seats)

    def plans_alone(self) -> bool:
        """What pays here is a plan for one's next turns; three others could not be searched through to get there."""
        return True

    def horizon(self) -> i64:
        return self.length

    def order(self, s: Settlers, seat: i64, action: i64) -> i64:
        return merit(s, seat, action)

    def makes_sense(self, s: Settlers, seat: i64, action: i64) -> bool:
        return makes_sense(s, seat, action)

    def repeat_key(self, s: Settlers, seat: i64, action: i64) -> i64:
        return repeat_key(s, seat, action)

    def list_quick(self, s: Settlers, seat: i64, out: Moves) -> None:
        """No offers: only the bot's own next one is worth the many simulations it takes to tell what becomes of it."""
        s.list_plain(seat, out)

    def alike(self, outcome: i64) -> i64:
        """Of two dice only the sum matters."""
        if outcome >= board.DICE and outcome < board.DRAWN:
            return board.DICE + (outcome - board.DICE) // 6 + (outcome - board.DICE) % 6
        return outcome

    def rollout(self, s: Settlers, seat: i64, moves: Moves, rng: Rng) -> i64:
        """The best by first sight, with some luck so that no two playouts are the same."""
        best: i64 = moves.a[0]
        most: i64 = -1
        for i in range(moves.n):
            m: i64 = merit(s, seat, moves.a[i]) + rng.below(self.luck)
            if m > most:
                most = m
                best = moves.a[i]
        return best


EVALUATION: Final = SettlersEvaluation()
