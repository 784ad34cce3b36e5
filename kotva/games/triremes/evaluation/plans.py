"""How far everybody's plan has come: soldiers on their way to an enemy capital or to an enemy's last soldiers."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import filled
from kotva.engine.evaluation import Evaluation
from kotva.games.triremes import board
from kotva.games.triremes.distances import ways_to
from kotva.games.triremes.rules.ending import garrison, material
from kotva.games.triremes.rules.game import Triremes
from kotva.games.triremes.rules.ships import COURSE, course

PACK: Final = 2 * board.WALK  # how much nearer to the prey than the second the first of two hunters goes
CHASE: Final = 20  # squares from which ships hunt loaded ones
SPARE: Final = 1  # soldiers who go along beyond those whom a capital takes
NEARBY: Final = 24  # the way beyond which a ship that comes is worth little
MOST_FAR: Final = 100  # the way from which a ship is called
HURRY: Final = 60  # turns before a limit when it begins to matter


class Plans(Evaluation[Triremes]):
    """Strength in hundredths of a soldier."""

    def __init__(self) -> None:
        self.soldier: i64 = 100
        self.ship: i64 = 55
        self.near: i64 = 5  # a unit of way less to the enemy capital, for as many soldiers as it takes
        self.inside: i64 = 120  # each soldier in the enemy capital, times how many there are
        self.more: i64 = 2  # the same for soldiers beyond those
        self.lift: i64 = 4  # a unit of way less between a waiting soldier and a ship with room
        self.rammed: i64 = 60  # percent of a ship, with its load, that the player on turn can ram
        self.hanging: i64 = 15  # the same for the others
        self.attacked: i64 = 55  # percent of a soldier whom the player on turn can attack: who attacks wins two to one
        self.watched: i64 = 10  # the same for the others
        self.guard: i64 = 12  # a soldier close enough to its capital to defend it, while anybody can come
        self.contact: i64 = 60  # a hunter beside its prey: worth the danger that the prey attacks first
        self.chase: i64 = 4  # a square less between a ship and an enemy's loaded one
        self.calm: i64 = 400  # the lead that is worth half of all, but for the part that grows evenly
        self.step: i64 = 150  # what the fall of a third or fourth player is worth to the others
        self.part: i64 = 40  # percent of a lead that count before that
        self.patient: i64 = 70  # percent of the quiet limit after which fear begins to fade
        self.daring: i64 = 20  # and so many more until it is gone
        self.late: i64 = 150  # the chance of who would lose by a limit that begins to matter
        self.dull: i64 = 25  # percent of the quiet limit after which nothing is done again
        self.counted: i64 = 60  # percent of a win that a limit gives to who has more
        self.dim: i64 = 20  # thousandths by which all actions may differ without a reason to choose among them
        self.far: i64 = 12

    def progress(self, s: Triremes, seat: i64) -> i64:
        """How far the best plan has come."""
        return self.plan(s, seat, True) + self.supply(s, seat) if s.out[seat] == 0 else 0

    def strength(self, s: Triremes, seat: i64) -> i64:
        """Figures, and how far the best plan has come."""
        if s.out[seat]:
            return 0
        total: i64 = s.alive[seat] * self.soldier + s.ships_of(seat) * self.ship + s.coins[seat] * 20
        return total + self.plan(s, seat, False) + self.supply(s, seat)

    def plan(self, s: Triremes, seat: i64, desperate: bool) -> i64:
        """The better one of two aims: an enemy capital, or an enemy's last soldiers.

        A seat that is not ahead of its prey may try anything if it is desperate; nobody needs to run from it.
        """
        best: i64 = 0
        for other in range(s.seats):
            if s.out[other] == 0 and s.enemies(seat, other):
                if s.alive[seat] >= s.chart.needed:
                    best = max(best, self.pressure(s, seat, other))
                if self.is_hunter(s, seat, other) and (desperate or is_ahead(s, seat, other)):
                    best = max(best, self.hunt(s, seat, other))
        return best

    def pressure(self, s: Triremes, seat: i64, enemy: i64) -> i64:
        """How near the soldiers nearest to a capital are, as many as it takes; and how many stand in it."""
        base: i64 = enemy * s.chart.size
        approach = s.chart.approach
        route = s.chart.route
        needed: i64 = s.chart.needed
        nearest = filled(board.MOST_MEN, board.FAR)
        for i in range(seat * board.MOST_MEN, seat * board.MOST_MEN + s.ashore[seat]):
            near: i64 = approach[base + s.men[i]]
            if near == board.WALK and self.is_shut_out(s, seat, s.men[i]):
                near += board.WALK
            keep(nearest, near)
        for slot in range(i64(len(s.bow))):
            if s.bow[slot] != board.NONE and s.owner[slot] == seat and s.load[slot] > 0:
                way: i64 = self.voyage(s, slot, approach, base, route, 4 * base)
                keep(nearest, way)
                if s.load[slot] > 1:
                    keep(nearest, way)
        total: i64 = 0
        i = 0
        while i < board.MOST_MEN and nearest[i] < board.FAR:
            if nearest[i] < 100:
                total += (100 - nearest[i]) * (self.near if i < needed else self.more)
            i += 1
        inside: i64 = garrison(s, seat, enemy, 0)
        if s.chart.capital[enemy * board.BERTHS + 6] != board.NONE:
            second: i64 = garrison(s, seat, enemy, 6)
            if second > inside:
                inside = second
        return total + inside * inside * self.inside

    def is_shut_out(self, s: Triremes, seat: i64, square: i64) -> bool:
        """Whether a soldier before a capital cannot enter it because comrades stand on every square that it could reach."""
        for d in range(i64(4)):
            to: i64 = square + s.chart.step[d]
            fort: i64 = s.chart.fort[to]
            if fort != board.NONE and fort // 2 != seat and s.on[to] != board.SOLDIER + seat:
                return False
        return True

    def is_hunter(self, s: Triremes, seat: i64, enemy: i64) -> bool:
        """Whether a player goes for an enemy's soldiers: the stronger one for the last few, who has too few to take a capital,
        or who must before a limit."""
        if s.alive[seat] < s.chart.needed:
            return True
        if is_late(s):
            return is_ahead(s, enemy, seat)
        return s.alive[seat] > s.alive[enemy] and s.alive[enemy] <= s.chart.needed

    def hunt(self, s: Triremes, seat: i64, enemy: i64) -> i64:
        """How near the soldiers are to those of an enemy that has few, wherever these stand, and the ships to its loaded ones."""
        total: i64 = 0
        nearest = filled(board.MOST_MEN, board.FAR)
        for i in range(seat * board.MOST_MEN, seat * board.MOST_MEN + s.ashore[seat]):
            way: i64 = self.way_to_prey(s, enemy, s.men[i], board.NONE)
            if way == board.WALK:
                total += self.contact
            keep(nearest, way)
        for slot in range(i64(len(s.bow))):
            if s.bow[slot] != board.NONE and s.load[slot] > 0:
                if s.owner[slot] == seat:
                    way = self.way_to_prey(s, enemy, board.NONE, slot)
                    keep(nearest, way)
                    if s.load[slot] > 1:
                        keep(nearest, way)
                elif s.owner[slot] == enemy:
                    total += self.chase * (CHASE - self.nearest_bow(s, seat, s.bow[slot])) * s.load[slot]
        # Two go together: one alone follows a prey that steps aside for ever.
        if nearest[1] < 100 and nearest[0] < nearest[1] - PACK:
            nearest[0] = nearest[1] - PACK
        i = 0
        while i < s.chart.needed and nearest[i] < 100:
            total += (100 - nearest[i]) * self.near
            i += 1
        return total

    def way_to_prey(self, s: Triremes, enemy: i64, square: i64, slot: i64) -> i64:
        """How far it is to the nearest soldier of an enemy ashore: from a land square, or from a ship with soldiers aboard."""
        best: i64 = board.FAR
        for i in range(enemy * board.MOST_MEN, enemy * board.MOST_MEN + s.ashore[enemy]):
            ways = ways_to(s.chart, s.men[i])
            best = min(best, ways[square] if slot == board.NONE else self.voyage(s, slot, ways, 0, ways, s.chart.size))
        return best

    def voyage(self, s: Triremes, slot: i64, land: vec[i64], ashore: i64, sea: vec[i64], afloat: i64) -> i64:
        """How far the soldiers aboard have to go, by the ways from land squares and from poses, which begin where it says.

        That is farther than on an empty board if something is in the way of the next step.
        """
        pose: i64 = s.bow[slot] * 4 + s.heading[slot]
        way: i64 = sea[afloat + pose]
        best: i64 = board.FAR
        for k in range(s.chart.quay_from[pose], s.chart.quay_from[pose + 1]):
            if s.on[s.chart.quay[k]] != board.SOLDIER + s.owner[slot]:
                best = min(best, land[ashore + s.chart.quay[k]] + board.LANDING)
        code: i64 = 0
        while code < board.USUAL and best > way:
            to: i64 = course(s, slot, code)
            if to >= 0 and to < COURSE:
                best = min(best, sea[afloat + to] + board.VOYAGE)
            code += 1
        return best

    def nearest_bow(self, s: Triremes, seat: i64, square: i64) -> i64:
        """How far the nearest ship of a player is from a square, at most CHASE."""
        best: i64 = CHASE
        for slot in range(i64(len(s.bow))):
            if s.bow[slot] != board.NONE and s.owner[slot] == seat:
                best = min(best, apart(s.bow[slot], square, s.chart.stride))
        return best

    def supply(self, s: Triremes, seat: i64) -> i64:
        """Soldiers on a shore where there is nothing to do want a ship; some should stay near their capital.

        No more are called for than the plan lacks: ships that wait for everybody never sail.
        """
        total: i64 = 0
        guards: i64 = min(2, max(0, s.alive[seat] - s.chart.needed)) if self.is_in_danger(s, seat) else 0
        lacking: i64 = s.chart.needed - (s.alive[seat] - s.ashore[seat])
        waiting = filled(board.MOST_MEN, board.FAR)
        own: i64 = seat * s.chart.size
        for i in range(seat * board.MOST_MEN, seat * board.MOST_MEN + s.ashore[seat]):
            square: i64 = s.men[i]
            if guards > 0 and s.chart.shore[square] == seat and s.chart.approach[own + square] <= 2 * board.WALK:
                guards -= 1
                total += self.guard
            elif self.is_at_work(s, seat, s.chart.shore[square]):
                lacking -= 1
            else:
                keep(waiting, nearest_ship(s, seat, square))
        called: i64 = lacking + SPARE if lacking > 0 else 0
        i = 0
        while i < called and waiting[i] < board.FAR:
            total -= self.lift * min(waiting[i], NEARBY) + max(0, waiting[i] - NEARBY) // 2
            i += 1
        return total

    def is_at_work(self, s: Triremes, seat: i64, shore: i64) -> bool:
        """Whether a soldier is on a shore where there is something to do: a capital to take, or somebody to hunt."""
        if s.alive[seat] >= s.chart.needed:
            return s.out[shore] == 0 and s.enemies(seat, shore)
        for enemy in range(s.seats):
            if s.enemies(seat, enemy) and is_ahead(s, seat, enemy) and is_ashore(s, enemy, shore):
                return True
        return False

    def is_in_danger(self, s: Triremes, seat: i64) -> bool:
        """Whether anybody has soldiers enough to take a player's capital, and ships, or is ashore there already."""
        for other in range(s.seats):
            if s.enemies(seat, other) and s.out[other] == 0 and s.alive[other] >= s.chart.needed:
                if s.ships_of(other) > 0 or is_ashore(s, other, seat):
                    return True
        return False


def is_ashore(s: Triremes, seat: i64, shore: i64) -> bool:
    """Whether a player has a soldier on somebody's shore."""
    for i in range(seat * board.MOST_MEN, seat * board.MOST_MEN + s.ashore[seat]):
        if s.chart.shore[s.men[i]] == shore:
            return True
    return False


def nearest_ship(s: Triremes, seat: i64, square: i64) -> i64:
    """How far the nearest ship of a player has to go until a soldier can come aboard: an empty one, or one with room close by."""
    best: i64 = MOST_FAR
    ways = ways_to(s.chart, square)
    for slot in range(i64(len(s.bow))):
        if s.bow[slot] != board.NONE and s.owner[slot] == seat and s.load[slot] < 2:
            far: i64 = ways[s.chart.size + s.bow[slot] * 4 + s.heading[slot]] - board.LANDING
            if far < best and (s.load[slot] == 0 or far <= 2 * board.VOYAGE):
                best = far
    return best


def keep(nearest: vec[i64], way: i64) -> None:
    """Insert a way into the sorted list."""
    i: i64 = 0
    while nearest[i] < board.FAR:
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


def is_late(s: Triremes) -> bool:
    """Whether who would lose by a limit has nothing to lose any more (TRI-16.4)."""
    return turns_left(s) < HURRY and not s.chart.limit_draw
