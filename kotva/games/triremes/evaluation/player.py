"""What bots ask: chances, quick play, and when to stop."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import Rng
from kotva.engine.evaluation import NO_ACTION, best_of, rewards
from kotva.engine.moves import Moves
from kotva.engine.state import OVER
from kotva.games.triremes import board
from kotva.games.triremes.distances import survey_ways
from kotva.games.triremes.evaluation.dangers import Dangers
from kotva.games.triremes.evaluation.merits import merit_of
from kotva.games.triremes.evaluation.plans import HURRY, is_late, turns_left
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.ending import material
from kotva.games.triremes.rules.game import Triremes
from kotva.games.triremes.rules.ships import COURSE

EVENLY: Final = 4500  # the lead up to which values grow evenly
HASH: Final = 2**60 - 1


class TriremesEvaluation(Dangers):
    """Strength turned into chances to win."""

    def horizon(self) -> i64:
        return self.far

    def flat(self, s: Triremes) -> i64:
        return self.dim

    def values(self, s: Triremes, out: vec[i64]) -> None:
        if s.to_act() == OVER:
            self.finish(s, out)
            return
        if len(s.chart.approach) == 0:
            survey_ways(s.chart)
        for seat in range(s.seats):
            out[seat] = self.strength(s, seat)
        self.weigh_threats(s, out)
        self.weigh_fights(s, out)
        if s.chart.alliances == board.ALLIANCES_FIXED:
            self.share(s, out)
        self.level(s, out)
        self.hurry(s, out)

    def finish(self, s: Triremes, out: vec[i64]) -> None:
        """A win, but less of one where figures were counted at a limit: who is ahead goes and takes it (TRI-16.4)."""
        rewards(s, out)
        if s.ended == codes.QUIET or s.ended == codes.TURNS:
            for seat in range(s.seats):
                out[seat] = out[seat] * self.counted // 100

    def level(self, s: Triremes, out: vec[i64]) -> None:
        """From strengths to values: by the lead over the best of the others, less and less the larger it is.

        Never so little that the next step of a winning plan cannot be told from a move that leads nowhere: a part of the value
        grows evenly.
        """
        first: i64 = -1000000
        second: i64 = -1000000
        for seat in range(s.seats):
            if s.out[seat] == 0:
                if out[seat] > first:
                    second = first
                    first = out[seat]
                elif out[seat] > second:
                    second = out[seat]
        # With more than two the fall of one is a step for all who are left, and the largest one for the taker of the capital:
        # the plan against that enemy, which is gone too, must have been worth less.
        more: i64 = 0 if s.chart.alliances == board.ALLIANCES_FIXED else max(0, s.seats - s.fallen - 2)
        even: i64 = 500 - self.step * more
        share: i64 = 100 if more == 0 else self.part
        for seat in range(s.seats):
            lead: i64 = out[seat] - (second if out[seat] == first else first)
            lead = min(max(lead, -EVENLY), EVENLY)
            weight: i64 = self.calm + (lead if lead > 0 else -lead)
            value: i64 = even + (180 * EVENLY * lead + 300 * lead * weight) * share // (EVENLY * weight * 100)
            out[seat] = value if s.out[seat] == 0 else 0

    def hurry(self, s: Triremes, out: vec[i64]) -> None:
        """TRI-16.4: the nearer a limit is, the less it is worth to wait for who would lose by it.

        What others may do to this seat does not count any more, only how near its own last attempt is.
        """
        if not is_late(s) or s.chart.alliances == board.ALLIANCES_FIXED:
            return
        left: i64 = turns_left(s)
        most: i64 = 0
        for seat in range(s.seats):
            if material(s, seat) > most:
                most = material(s, seat)
        for seat in range(s.seats):
            if material(s, seat) < most:
                waits: i64 = self.late * left // HURRY - (most - material(s, seat)) // 5
                out[seat] = max(1, waits + self.plan(s, seat, True) // 10)

    def share(self, s: Triremes, out: vec[i64]) -> None:
        """Fixed partners win together."""
        for i in range(i64(2)):
            both: i64 = (out[i] + out[i + 2]) // 2
            out[i] = both
            out[i + 2] = both

    # -- knowing when to stop (TRI-16.5) ----------------------------------------------------------------------------------

    def is_lost(self, s: Triremes, seat: i64) -> bool:
        """Too few soldiers for a capital against four times as many: nobody comes back from that."""
        most: i64 = 0
        for other in range(s.seats):
            if s.out[other] == 0 and s.enemies(seat, other):
                most = max(most, s.alive[other])
        return s.phase != codes.SETUP and s.alive[seat] < s.chart.needed and 4 * s.alive[seat] <= most

    def give_up(self, s: Triremes, seat: i64) -> i64:
        """Only against a single enemy: among more, who falls decides who wins."""
        return board.RESIGN if s.seats - s.fallen == 2 else NO_ACTION

    def make_peace(self, s: Triremes, seat: i64) -> i64:
        return (
            board.DRAW_YES if s.phase == codes.DRAW_ASKED else board.DRAW_OFFER if s.phase == codes.MOVE else NO_ACTION
        )

    def repeat_key(self, s: Triremes, seat: i64, action: i64) -> i64:
        """Where nothing has happened for long, nobody does the same again in the same position: it led back to it.

        The number tells such a position (without its counters) and action from any other.
        """
        if s.phase != codes.MOVE or s.quiet * 100 < s.chart.quiet_limit * self.dull:
            return 0
        number: i64 = action + 1
        for slot in range(i64(len(s.bow))):
            if s.bow[slot] != board.NONE:
                pose: i64 = s.bow[slot] * 4 + s.heading[slot]
                number = mixed(number, ((slot * board.MOST_SEATS + s.owner[slot]) * 4 + s.load[slot]) * COURSE + pose)
        for square in range(s.chart.size):
            if s.on[square] >= board.SOLDIER:
                number = mixed(number, square * board.MOST_SEATS + s.on[square] - board.SOLDIER)
        return number + 1

    def pieces(self, s: Triremes, seat: i64) -> i64:
        """Soldiers ashore, and ships with their loads."""
        number: i64 = 1
        for i in range(seat * board.MOST_MEN, seat * board.MOST_MEN + s.ashore[seat]):
            number += mixed(s.men[i] + 1, 1)  # a sum: it does not matter which soldier stands where
        for slot in range(i64(len(s.bow))):
            if s.bow[slot] != board.NONE and s.owner[slot] == seat:
                pose: i64 = s.bow[slot] * 4 + s.heading[slot]
                number += mixed(mixed(slot + 2, s.load[slot]), pose)
        return number & HASH

    # -- quick play -------------------------------------------------------------------------------------------------------

    def rollout(self, s: Triremes, seat: i64, moves: Moves, rng: Rng) -> i64:
        """The best of a few actions taken at random; in a fight: roll."""
        if s.phase == codes.FIGHT or moves.n == 1:
            return moves.a[0]
        return best_of(self, 6, s, seat, moves, rng)

    def order(self, s: Triremes, seat: i64, action: i64) -> i64:
        return merit_of(s, seat, action)


def mixed(number: i64, more: i64) -> i64:
    """One step of a hash of 60 bits."""
    return (number * 0x5DEECE66D + more) & HASH
