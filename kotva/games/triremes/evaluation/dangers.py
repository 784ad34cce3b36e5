"""What is in danger: ships under a ram, soldiers beside an enemy, and both sides of an open fight."""

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import zeros
from kotva.games.triremes import board
from kotva.games.triremes.evaluation.plans import Plans
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.ending import garrison
from kotva.games.triremes.rules.game import Triremes
from kotva.games.triremes.rules.ships import COURSE, course
from kotva.games.triremes.rules.table import ATTACKS, FIGHT_SIZE, STARTER, TARGET


class Dangers(Plans):
    """Takes from strength what may be lost."""

    def weigh_threats(self, s: Triremes, out: vec[i64]) -> None:
        """For each player the dearest ship that an enemy's bow can reach: nearly lost if that enemy is on turn."""
        if s.phase == codes.SETUP:
            return
        worst = zeros(s.seats)
        for slot in range(i64(len(s.bow))):
            if s.bow[slot] != board.NONE and not s.prize[slot]:
                percent: i64 = self.rammed if s.owner[slot] == s.turn and s.phase == codes.MOVE else self.hanging
                self.threat(s, slot, board.F, percent, worst)
                self.threat(s, slot, board.L, percent, worst)
                self.threat(s, slot, board.R, percent, worst)
        fear: i64 = self.fear(s)
        for seat in range(s.seats):
            out[seat] -= (worst[seat] + self.exposed(s, seat)) * fear // 100

    def fear(self, s: Triremes) -> i64:
        """Percent of a danger that count: the longer nothing happens, the less, or fleets would face each other for ever."""
        since: i64 = s.quiet * 100 // s.chart.quiet_limit - self.patient
        return 100 if since <= 0 else max(0, 100 - since * 100 // self.daring)

    def exposed(self, s: Triremes, seat: i64) -> i64:
        """The most that an enemy soldier beside one of a player's soldiers threatens."""
        worst: i64 = 0
        for i in range(seat * board.MOST_MEN, seat * board.MOST_MEN + s.ashore[seat]):
            for d in range(i64(4)):
                foe: i64 = s.on[s.men[i] + s.chart.step[d]] - board.SOLDIER
                if foe >= 0 and s.enemies(seat, foe):
                    percent: i64 = self.attacked if foe == s.turn and s.phase == codes.MOVE else self.watched
                    worst = max(worst, self.stake(s, seat, s.men[i], foe) * percent // 100)
        return worst

    def stake(self, s: Triremes, seat: i64, square: i64, enemy: i64) -> i64:
        """What a soldier ashore is worth with the way that it has come towards an enemy's capital."""
        way: i64 = s.chart.approach[enemy * s.chart.size + square]
        if s.chart.shore[square] == seat or way >= 100:
            return self.soldier
        inside: i64 = 2 * garrison(s, seat, enemy, 0) - 1 if way == 0 else 0
        return self.soldier + (100 - way) * self.near + max(0, inside) * self.inside

    def threat(self, s: Triremes, slot: i64, code: i64, percent: i64, worst: vec[i64]) -> None:
        k: i64 = s.heading[slot] * board.MOVEMENTS + code
        bow: i64 = s.bow[slot]
        met: i64 = s.on[bow + s.chart.first[k]]
        if met < 0 or (met == 0 and s.on[bow + s.chart.second[k]] <= 0):
            return
        to: i64 = course(s, slot, code)
        if to >= COURSE:
            struck: i64 = to // COURSE - 1
            loss: i64 = (self.ship + s.load[struck] * (self.soldier + 40)) * percent // 100
            if loss > worst[s.owner[struck]]:
                worst[s.owner[struck]] = loss

    def weigh_fights(self, s: Triremes, out: vec[i64]) -> None:
        """An open fight: each side's stake goes to the other in the measure of their figures."""
        for fight in range(0, i64(len(s.fights)), FIGHT_SIZE):
            mine: i64 = side_figures(s, fight, 0)
            theirs: i64 = side_figures(s, fight, 1)
            attacks: i64 = s.fights[fight + ATTACKS]
            # The attacker of the next exchange is half a figure ahead.
            a: i64 = 2 * mine + (1 if attacks == 0 else 0)
            b: i64 = 2 * theirs + (1 if attacks == 1 else 0)
            starter: i64 = s.side_owner(fight, 0)
            other: i64 = s.side_owner(fight, 1)
            stake: i64 = (mine - 1) * self.soldier + (
                self.ship if s.fights[fight + STARTER] != board.NONE else self.soldier
            )
            prize: i64 = (theirs - 1) * self.soldier + self.ship
            out[starter] += self.ship * a * a // (a * a + b * b) - stake * b * b // (a * a + b * b)
            out[other] += self.ship * b * b // (a * a + b * b) - prize * a * a // (a * a + b * b)


def side_figures(s: Triremes, fight: i64, side: i64) -> i64:
    """TRI-11.1: soldiers aboard and the sailors; an assaulting soldier is alone."""
    ship: i64 = s.fights[fight + (TARGET if side else STARTER)]
    return 1 if ship == board.NONE else 1 + s.load[ship]
