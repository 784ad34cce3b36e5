"""What a good position in Triremes is: figures, soldiers on their way to an enemy capital, ships under the ram, open fights."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.advice import NO_ACTION, Advice, best_of, rewards
from kotva.engine.arrays import Rng, filled, zeros
from kotva.engine.moves import Moves
from kotva.engine.state import OVER, State
from kotva.games.triremes.board import (
    ALLIANCES_FIXED,
    ASSAULT,
    BERTHS,
    BOARD,
    BUY_SHIP,
    DRAW_NO,
    DRAW_OFFER,
    DRAW_YES,
    EMBARK,
    EMBARK_TWO,
    FAR,
    LAND_ONE,
    LAND_TWO,
    LANDING,
    LAYOUT,
    MOST_MEN,
    MOVEMENTS,
    NONE,
    PACT_BREAK,
    PACT_OFFER,
    PACT_YES,
    PASS,
    RESIGN,
    ROLL,
    SAIL,
    SHIPS,
    SOLDIER,
    SQUARES,
    STEP,
    STRIKE,
    TAC,
    TAC_BOARD,
    USUAL,
    VOYAGE,
    WALK,
    Chart,
    F,
    L,
    R,
)
from kotva.games.triremes.rules.codes import DRAW_ASKED, FIGHT, MOVE, SETUP
from kotva.games.triremes.rules.ending import garrison, material
from kotva.games.triremes.rules.game import Triremes
from kotva.games.triremes.rules.ships import COURSE, course
from kotva.games.triremes.rules.table import ATTACKS, FIGHT_SIZE, STARTER, TARGET
from kotva.games.triremes.ways import survey_ways, ways_to

PACK: Final = 2 * WALK  # how much nearer to the prey than the second the first of two hunters goes
CHASE: Final = 20  # squares from which ships hunt loaded ones
EVENLY: Final = 4500  # the lead up to which values grow evenly
HURRY: Final = 60  # turns before a limit when it begins to matter


class TriremesAdvice(Advice):
    """Strength in hundredths of a soldier, turned into chances to win."""

    def __init__(self) -> None:
        self.soldier: i64 = 100
        self.ship: i64 = 55
        self.near: i64 = 5  # a unit of way less to the enemy capital, for as many soldiers as it takes
        self.inside: i64 = 120  # each soldier in the enemy capital, times how many there are
        self.more: i64 = 2  # the same for soldiers beyond those
        self.lift: i64 = 8  # a square less between a waiting soldier and a ship with room
        self.rammed: i64 = 60  # percent of a ship, with its load, that the player on turn can ram
        self.hanging: i64 = 15  # the same for the others
        self.attacked: i64 = 55  # percent of a soldier whom the player on turn can attack: who attacks wins two to one
        self.watched: i64 = 10  # the same for the others
        self.guard: i64 = 12  # a soldier close enough to his capital to defend it, while anybody can come
        self.contact: i64 = 60  # a hunter beside his prey: worth the danger that the prey attacks first
        self.chase: i64 = 4  # a square less between a ship and an enemy's loaded one
        self.calm: i64 = 400  # the lead that is worth half of all, but for the part that grows evenly
        self.step: i64 = 150  # what the fall of a third or fourth player is worth to the others
        self.part: i64 = 40  # percent of a lead that count before that
        self.patient: i64 = 70  # percent of the quiet limit after which fear begins to fade
        self.daring: i64 = 20  # and so many more until it is gone
        self.far: i64 = 12

    def horizon(self) -> i64:
        return self.far

    def values(self, s: State, out: vec[i64]) -> None:
        assert isinstance(s, Triremes)
        if s.to_act() == OVER:
            rewards(s, out)
            return
        seat: i64 = 0
        if len(s.chart.approach) == 0:
            survey_ways(s.chart)
        while seat < s.seats:
            out[seat] = self.strength(s, seat)
            seat += 1
        self.weigh_threats(s, out)
        self.weigh_fights(s, out)
        if s.chart.alliances == ALLIANCES_FIXED:
            self.share(s, out)
        self.level(s, out)
        self.hurry(s, out)

    def level(self, s: Triremes, out: vec[i64]) -> None:
        """From strengths to values: by the lead over the best of the others, less and less the larger it is.

        Never so little that the next step of a winning plan cannot be told from a move that leads nowhere: a part of the value
        grows evenly.
        """
        first: i64 = -1000000
        second: i64 = -1000000
        seat: i64 = 0
        while seat < s.seats:
            if s.out[seat] == 0:
                if out[seat] > first:
                    second = first
                    first = out[seat]
                elif out[seat] > second:
                    second = out[seat]
            seat += 1
        # With more than two the fall of one is a step for all who are left, and the largest one for whoever took the capital:
        # his plan against that enemy, which is gone with him, must have been worth less.
        more: i64 = 0 if s.chart.alliances == ALLIANCES_FIXED else max(0, s.seats - s.fallen - 2)
        even: i64 = 500 - self.step * more
        share: i64 = 100 if more == 0 else self.part
        seat = 0
        while seat < s.seats:
            lead: i64 = out[seat] - (second if out[seat] == first else first)
            lead = min(max(lead, -EVENLY), EVENLY)
            weight: i64 = self.calm + (lead if lead > 0 else -lead)
            value: i64 = even + (180 * EVENLY * lead + 300 * lead * weight) * share // (EVENLY * weight * 100)
            out[seat] = value if s.out[seat] == 0 else 0
            seat += 1

    def hurry(self, s: Triremes, out: vec[i64]) -> None:
        """TRI-16.4: the nearer a limit is, the less is the position worth to who would lose by it."""
        left: i64 = turns_left(s)
        if left >= HURRY or s.chart.limit_draw or s.chart.alliances == ALLIANCES_FIXED:
            return
        most: i64 = 0
        seat: i64 = 0
        while seat < s.seats:
            if material(s, seat) > most:
                most = material(s, seat)
            seat += 1
        seat = 0
        while seat < s.seats:
            if material(s, seat) < most:
                out[seat] = out[seat] * left // HURRY
            seat += 1

    def share(self, s: Triremes, out: vec[i64]) -> None:
        """Fixed partners win together."""
        i: i64 = 0
        while i < 2:
            both: i64 = (out[i] + out[i + 2]) // 2
            out[i] = both
            out[i + 2] = both
            i += 1

    # -- strength ---------------------------------------------------------------------------------------------------------

    def progress(self, s: State, seat: i64) -> i64:
        """How far the best plan has come."""
        assert isinstance(s, Triremes)
        return self.plan(s, seat, True) + self.supply(s, seat) if s.out[seat] == 0 else 0

    def strength(self, s: Triremes, seat: i64) -> i64:
        """Figures, and how far the best plan has come."""
        if s.out[seat]:
            return 0
        total: i64 = s.alive[seat] * self.soldier + s.ships_of(seat) * self.ship + s.coins[seat] * 20
        return total + self.plan(s, seat, False) + self.supply(s, seat)

    def plan(self, s: Triremes, seat: i64, desperate: bool) -> i64:
        """The better one of two aims: an enemy capital, or an enemy's last soldiers.

        Who is not ahead of his prey may try what he likes, if he is desperate; nobody needs to run from him.
        """
        best: i64 = 0
        other: i64 = 0
        while other < s.seats:
            if s.out[other] == 0 and s.enemies(seat, other):
                if s.alive[seat] >= s.chart.needed:
                    best = max(best, self.pressure(s, seat, other))
                if self.is_hunter(s, seat, other) and (desperate or is_ahead(s, seat, other)):
                    best = max(best, self.hunt(s, seat, other))
            other += 1
        return best

    def pressure(self, s: Triremes, seat: i64, enemy: i64) -> i64:
        """How near the soldiers nearest to a capital are, as many as it takes; and how many stand in it."""
        base: i64 = enemy * s.chart.size
        approach = s.chart.approach
        route = s.chart.route
        needed: i64 = s.chart.needed
        nearest = filled(MOST_MEN, FAR)
        i: i64 = seat * MOST_MEN
        end: i64 = i + s.ashore[seat]
        while i < end:
            near: i64 = approach[base + s.men[i]]
            if near == WALK and self.is_shut_out(s, seat, s.men[i]):
                near += WALK
            keep(nearest, near)
            i += 1
        slot: i64 = 0
        while slot < len(s.bow):
            if s.bow[slot] != NONE and s.owner[slot] == seat and s.load[slot] > 0:
                way: i64 = self.voyage(s, slot, approach, base, route, 4 * base)
                keep(nearest, way)
                if s.load[slot] > 1:
                    keep(nearest, way)
            slot += 1
        total: i64 = 0
        i = 0
        while i < MOST_MEN and nearest[i] < FAR:
            if nearest[i] < 100:
                total += (100 - nearest[i]) * (self.near if i < needed else self.more)
            i += 1
        inside: i64 = garrison(s, seat, enemy, 0)
        if s.chart.capital[enemy * BERTHS + 6] != NONE:
            second: i64 = garrison(s, seat, enemy, 6)
            if second > inside:
                inside = second
        return total + inside * inside * self.inside

    def is_shut_out(self, s: Triremes, seat: i64, square: i64) -> bool:
        """Whether a soldier before a capital cannot enter it because comrades stand on every square that he could reach."""
        d: i64 = 0
        while d < 4:
            to: i64 = square + s.chart.step[d]
            fort: i64 = s.chart.fort[to]
            if fort != NONE and fort // 2 != seat and s.on[to] != SOLDIER + seat:
                return False
            d += 1
        return True

    def is_hunter(self, s: Triremes, seat: i64, enemy: i64) -> bool:
        """Whether a player goes for an enemy's soldiers: the stronger one for the last few, who has too few to take a capital,
        or who must before a limit."""
        if s.alive[seat] < s.chart.needed:
            return True
        if turns_left(s) < HURRY and not s.chart.limit_draw:
            return is_ahead(s, enemy, seat)
        return s.alive[seat] > s.alive[enemy] and s.alive[enemy] <= s.chart.needed

    def hunt(self, s: Triremes, seat: i64, enemy: i64) -> i64:
        """How near the soldiers are to those of an enemy who has few, wherever these stand, and the ships to his loaded ones."""
        total: i64 = 0
        nearest = filled(MOST_MEN, FAR)
        i: i64 = seat * MOST_MEN
        end: i64 = i + s.ashore[seat]
        while i < end:
            way: i64 = self.walk_to_prey(s, enemy, s.men[i])
            if way == WALK:
                total += self.contact
            keep(nearest, way)
            i += 1
        slot: i64 = 0
        while slot < len(s.bow):
            if s.bow[slot] != NONE and s.load[slot] > 0:
                if s.owner[slot] == seat:
                    way = self.sail_to_prey(s, enemy, slot)
                    keep(nearest, way)
                    if s.load[slot] > 1:
                        keep(nearest, way)
                elif s.owner[slot] == enemy:
                    total += self.chase * (CHASE - self.nearest_bow(s, seat, s.bow[slot])) * s.load[slot]
            slot += 1
        # Two go together: one alone follows a prey that steps aside for ever.
        if nearest[1] < 100 and nearest[0] < nearest[1] - PACK:
            nearest[0] = nearest[1] - PACK
        i = 0
        while i < s.chart.needed and nearest[i] < 100:
            total += (100 - nearest[i]) * self.near
            i += 1
        return total

    def walk_to_prey(self, s: Triremes, enemy: i64, square: i64) -> i64:
        """How far it is from a land square to the nearest soldier of an enemy ashore."""
        best: i64 = FAR
        i: i64 = enemy * MOST_MEN
        end: i64 = i + s.ashore[enemy]
        while i < end:
            best = min(best, ways_to(s.chart, s.men[i])[square])
            i += 1
        return best

    def sail_to_prey(self, s: Triremes, enemy: i64, slot: i64) -> i64:
        """The same from a ship."""
        best: i64 = FAR
        i: i64 = enemy * MOST_MEN
        end: i64 = i + s.ashore[enemy]
        while i < end:
            ways = ways_to(s.chart, s.men[i])
            best = min(best, self.voyage(s, slot, ways, 0, ways, s.chart.size))
            i += 1
        return best

    def voyage(self, s: Triremes, slot: i64, land: vec[i64], ashore: i64, sea: vec[i64], afloat: i64) -> i64:
        """How far the soldiers aboard have to go, by the ways from land squares and from poses, which begin where it says.

        That is farther than on an empty board if something is in the way of the next step.
        """
        pose: i64 = s.bow[slot] * 4 + s.heading[slot]
        way: i64 = sea[afloat + pose]
        best: i64 = FAR
        for k in range(s.chart.quay_from[pose], s.chart.quay_from[pose + 1]):
            if s.on[s.chart.quay[k]] != SOLDIER + s.owner[slot]:
                best = min(best, land[ashore + s.chart.quay[k]] + LANDING)
        code: i64 = 0
        while code < USUAL and best > way:
            to: i64 = course(s, slot, code)
            if to >= 0 and to < COURSE:
                best = min(best, sea[afloat + to] + VOYAGE)
            code += 1
        return best

    def nearest_bow(self, s: Triremes, seat: i64, square: i64) -> i64:
        """How far the nearest ship of a player is from a square, at most CHASE."""
        best: i64 = CHASE
        slot: i64 = 0
        while slot < len(s.bow):
            if s.bow[slot] != NONE and s.owner[slot] == seat:
                best = min(best, apart(s.bow[slot], square, s.chart.stride))
            slot += 1
        return best

    def supply(self, s: Triremes, seat: i64) -> i64:
        """Soldiers on a shore where there is nothing to do want a ship beside them; some should stay near their capital."""
        total: i64 = 0
        guards: i64 = min(2, max(0, s.alive[seat] - s.chart.needed)) if self.is_in_danger(s, seat) else 0
        own: i64 = seat * s.chart.size
        i: i64 = seat * MOST_MEN
        end: i64 = i + s.ashore[seat]
        while i < end:
            square: i64 = s.men[i]
            if guards > 0 and s.chart.shore[square] == seat and s.chart.approach[own + square] <= 2 * WALK:
                guards -= 1
                total += self.guard
            elif not self.is_at_work(s, seat, s.chart.shore[square]):
                total -= self.lift * self.lift_off(s, seat, square)
            i += 1
        return total

    def is_at_work(self, s: Triremes, seat: i64, shore: i64) -> bool:
        """Whether a soldier is on a shore where there is something to do for him: a capital to take, or somebody to hunt."""
        if s.alive[seat] >= s.chart.needed:
            return s.out[shore] == 0 and s.enemies(seat, shore)
        enemy: i64 = 0
        while enemy < s.seats:
            if s.enemies(seat, enemy) and is_ahead(s, seat, enemy):
                i: i64 = enemy * MOST_MEN
                while i < enemy * MOST_MEN + s.ashore[enemy]:
                    if s.chart.shore[s.men[i]] == shore:
                        return True
                    i += 1
            enemy += 1
        return False

    def is_in_danger(self, s: Triremes, seat: i64) -> bool:
        """Whether anybody has soldiers enough to take a player's capital, and ships, or is ashore there already."""
        other: i64 = 0
        while other < s.seats:
            if s.enemies(seat, other) and s.out[other] == 0 and s.alive[other] >= s.chart.needed:
                if s.ships_of(other) > 0:
                    return True
                i: i64 = other * MOST_MEN
                while i < other * MOST_MEN + s.ashore[other]:
                    if s.chart.shore[s.men[i]] == seat:
                        return True
                    i += 1
            other += 1
        return False

    def lift_off(self, s: Triremes, seat: i64, square: i64) -> i64:
        """How far it is from a soldier to the nearest own ship with room, at most 12."""
        return self.nearest_ship(s, seat, square, 12)

    def nearest_ship(self, s: Triremes, seat: i64, square: i64, most: i64) -> i64:
        """How far it is to the nearest ship of a player that may come there: an empty one, or one with room close by."""
        best: i64 = most
        stride: i64 = s.chart.stride
        slot: i64 = 0
        while slot < len(s.bow):
            if s.bow[slot] != NONE and s.owner[slot] == seat and s.load[slot] < 2:
                ahead: i64 = s.chart.step[s.heading[slot]]
                far: i64 = min(apart(s.bow[slot], square, stride), apart(s.bow[slot] - ahead, square, stride))
                if far > 1 and far < best:
                    if s.load[slot] > 0 and far > 3:
                        far = best
                    elif apart(s.bow[slot] + ahead, square, stride) > far:
                        far += 1  # it must turn about first
                if far < best:
                    best = far
            slot += 1
        return best

    # -- rams and fights --------------------------------------------------------------------------------------------------

    def weigh_threats(self, s: Triremes, out: vec[i64]) -> None:
        """For each player the dearest ship that an enemy's bow can reach: nearly lost if that enemy is on turn."""
        if s.phase == SETUP:
            return
        worst = zeros(s.seats)
        slot: i64 = 0
        while slot < len(s.bow):
            if s.bow[slot] != NONE and not s.prize[slot]:
                percent: i64 = self.rammed if s.owner[slot] == s.turn and s.phase == MOVE else self.hanging
                self.threat(s, slot, F, percent, worst)
                self.threat(s, slot, L, percent, worst)
                self.threat(s, slot, R, percent, worst)
            slot += 1
        fear: i64 = self.fear(s)
        seat: i64 = 0
        while seat < s.seats:
            out[seat] -= (worst[seat] + self.exposed(s, seat)) * fear // 100
            seat += 1

    def fear(self, s: Triremes) -> i64:
        """Percent of a danger that count: the longer nothing happens, the less, or fleets would face each other for ever."""
        since: i64 = s.quiet * 100 // s.chart.quiet_limit - self.patient
        return 100 if since <= 0 else max(0, 100 - since * 100 // self.daring)

    def exposed(self, s: Triremes, seat: i64) -> i64:
        """The most that an enemy soldier beside one of a player's soldiers threatens."""
        worst: i64 = 0
        i: i64 = seat * MOST_MEN
        end: i64 = i + s.ashore[seat]
        while i < end:
            d: i64 = 0
            while d < 4:
                foe: i64 = s.on[s.men[i] + s.chart.step[d]] - SOLDIER
                if foe >= 0 and s.enemies(seat, foe):
                    percent: i64 = self.attacked if foe == s.turn and s.phase == MOVE else self.watched
                    worst = max(worst, self.stake(s, seat, s.men[i], foe) * percent // 100)
                d += 1
            i += 1
        return worst

    def stake(self, s: Triremes, seat: i64, square: i64, enemy: i64) -> i64:
        """What a soldier ashore is worth with the way that he has come towards an enemy's capital."""
        way: i64 = s.chart.approach[enemy * s.chart.size + square]
        if s.chart.shore[square] == seat or way >= 100:
            return self.soldier
        inside: i64 = 2 * garrison(s, seat, enemy, 0) - 1 if way == 0 else 0
        return self.soldier + (100 - way) * self.near + max(0, inside) * self.inside

    def threat(self, s: Triremes, slot: i64, code: i64, percent: i64, worst: vec[i64]) -> None:
        k: i64 = s.heading[slot] * MOVEMENTS + code
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
        fight: i64 = 0
        while fight < len(s.fights):
            mine: i64 = side_figures(s, fight, 0)
            theirs: i64 = side_figures(s, fight, 1)
            attacks: i64 = s.fights[fight + ATTACKS]
            # The attacker of the next exchange is half a figure ahead.
            a: i64 = 2 * mine + (1 if attacks == 0 else 0)
            b: i64 = 2 * theirs + (1 if attacks == 1 else 0)
            starter: i64 = s.side_owner(fight, 0)
            other: i64 = s.side_owner(fight, 1)
            stake: i64 = (mine - 1) * self.soldier + (self.ship if s.fights[fight + STARTER] != NONE else self.soldier)
            prize: i64 = (theirs - 1) * self.soldier + self.ship
            out[starter] += self.ship * a * a // (a * a + b * b) - stake * b * b // (a * a + b * b)
            out[other] += self.ship * b * b // (a * a + b * b) - prize * a * a // (a * a + b * b)
            fight += FIGHT_SIZE

    # -- knowing when to stop (TRI-16.5) ----------------------------------------------------------------------------------

    def is_lost(self, s: State, seat: i64) -> bool:
        """Too few soldiers for a capital against four times as many: nobody comes back from that."""
        assert isinstance(s, Triremes)
        most: i64 = 0
        other: i64 = 0
        while other < s.seats:
            if s.out[other] == 0 and s.enemies(seat, other):
                most = max(most, s.alive[other])
            other += 1
        return s.phase != SETUP and s.alive[seat] < s.chart.needed and 4 * s.alive[seat] <= most

    def give_up(self, s: State, seat: i64) -> i64:
        """Only against a single enemy: among more, who falls decides who wins."""
        assert isinstance(s, Triremes)
        return RESIGN if s.seats - s.fallen == 2 else NO_ACTION

    def make_peace(self, s: State, seat: i64) -> i64:
        assert isinstance(s, Triremes)
        return DRAW_YES if s.phase == DRAW_ASKED else DRAW_OFFER if s.phase == MOVE else NO_ACTION

    # -- quick play -------------------------------------------------------------------------------------------------------

    def rollout(self, s: State, seat: i64, moves: Moves, rng: Rng) -> i64:
        """The best of a few actions taken at random; in a fight: roll."""
        assert isinstance(s, Triremes)
        if s.phase == FIGHT or moves.n == 1:
            return moves.a[0]
        return best_of(self, 6, s, seat, moves, rng)

    def order(self, s: State, seat: i64, action: i64) -> i64:
        """Rams and landings first, then what brings soldiers nearer, then the rest."""
        assert isinstance(s, Triremes)
        if len(s.chart.approach) == 0:
            survey_ways(s.chart)
        if action < SAIL:
            return self.order_placing(s, seat, action)
        if action < BOARD:
            return self.order_sailing(s, seat, action - SAIL)
        if action < STEP:
            return self.order_boarding(s, action - BOARD)
        if action < STRIKE:
            a: i64 = action - STEP
            gain: i64 = self.gain(s, seat, s.chart.square(a // SQUARES), s.chart.square(a % SQUARES))
            return clip(70 + 25 * gain)
        if action < ASSAULT:
            return 700
        if action < EMBARK:
            return 250
        if action < ROLL:
            return self.order_carrying(s, seat, action)
        if action == ROLL:
            return 600
        if action < TAC_BOARD:
            return self.order_sailing(s, seat, action - TAC) // 2
        if action < PASS:
            return 100
        if action < PACT_OFFER:
            return 400 if action < BUY_SHIP else 300
        if action < PACT_BREAK:
            return 60
        if action < PACT_YES:
            return 20
        return 1 if action == DRAW_YES else 500 if action == DRAW_NO else 200

    def order_placing(self, s: Triremes, seat: i64, action: i64) -> i64:
        """Near the capital, or beside a ship."""
        square: i64 = s.chart.square(action)
        return clip(300 - 20 * self.lift_off(s, seat, square) - s.chart.approach[seat * s.chart.size + square])

    def order_sailing(self, s: Triremes, seat: i64, a: i64) -> i64:
        slot: i64 = s.slot(a // MOVEMENTS)
        to: i64 = course(s, slot, a % MOVEMENTS)
        if to >= COURSE:
            struck: i64 = to // COURSE - 1
            return clip(700 + 100 * s.load[struck])
        if s.load[slot] > 0:
            gain: i64 = self.gain(s, seat, -s.bow[slot] * 4 - s.heading[slot], -to)
            return clip(90 + 20 * gain * s.load[slot])
        return 40

    def order_boarding(self, s: Triremes, a: i64) -> i64:
        slot: i64 = s.slot(a // SHIPS // MOVEMENTS)
        target: i64 = s.slot(a % SHIPS)
        return clip(250 + 200 * (s.load[slot] - s.load[target]))

    def order_carrying(self, s: Triremes, seat: i64, action: i64) -> i64:
        family: i64 = LAYOUT.family(action)
        rest: i64 = action - family
        two: bool = family in (EMBARK_TWO, LAND_TWO)
        pair: i64 = rest // SQUARES if two else rest
        ship: i64 = s.slot(pair // SQUARES)
        first: i64 = s.chart.square(pair % SQUARES)
        pose: i64 = s.bow[ship] * 4 + s.heading[ship]
        gain: i64
        if family in (LAND_ONE, LAND_TWO):
            gain = self.gain(s, seat, -pose, first)
            if two:
                gain += self.gain(s, seat, -pose, s.chart.square(rest % SQUARES))
        else:
            gain = self.gain(s, seat, first, -pose)
            if two:
                gain += 4
        return clip(100 + 40 * gain)

    def gain(self, s: Triremes, seat: i64, start: i64, to: i64) -> i64:
        """How much nearer to an enemy capital one place is than another: a land square, or a ship's pose, negative."""
        best: i64 = -FAR
        enemy: i64 = 0
        while enemy < s.seats:
            if s.out[enemy] == 0 and s.enemies(seat, enemy):
                nearer: i64 = way_from(s.chart, enemy, start) - way_from(s.chart, enemy, to)
                if nearer > best:
                    best = nearer
            enemy += 1
        return best


def way_from(chart: Chart, enemy: i64, place: i64) -> i64:
    """How far a soldier on a land square, or aboard a ship with a pose (negative), is from a capital."""
    base: i64 = enemy * chart.size
    return chart.approach[base + place] if place >= 0 else chart.route[4 * base - place]


def clip(merit: i64) -> i64:
    return 5 if merit < 5 else 1000 if merit > 1000 else merit


def side_figures(s: Triremes, fight: i64, side: i64) -> i64:
    """TRI-11.1: soldiers aboard and the sailors; an assaulting soldier is alone."""
    ship: i64 = s.fights[fight + (TARGET if side else STARTER)]
    return 1 if ship == NONE else 1 + s.load[ship]


def keep(nearest: vec[i64], way: i64) -> None:
    """Insert a way into the sorted list."""
    i: i64 = 0
    while nearest[i] < FAR:
        i += 1
    while i > 0 and nearest[i - 1] > way:
        nearest[i] = nearest[i - 1]
        i -= 1
    nearest[i] = way


def apart(a: i64, b: i64, stride: i64) -> i64:
    """How many columns and rows lie between two squares."""
    across: i64 = a // stride - b // stride
    along: i64 = a % stride - b % stride
    return (across if across > 0 else -across) + (along if along > 0 else -along)


def is_ahead(s: Triremes, seat: i64, other: i64) -> bool:
    """TRI-16.4: who would rank higher at a limit."""
    return material(s, seat) > material(s, other)


def turns_left(s: Triremes) -> i64:
    """TRI-16.2, 16.3: until a limit ends the game, if nothing happens."""
    return min(s.chart.quiet_limit - s.quiet, s.chart.turn_limit - s.turns)
