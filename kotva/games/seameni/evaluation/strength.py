"""What everybody has and may expect: treasure aboard, and pirates who are few turns away from bringing more (see `charts`)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import ints, zeros
from kotva.engine.evaluation import Evaluation
from kotva.games.seameni import board
from kotva.games.seameni.charts import BEST, FAR, TurnMaps, walk
from kotva.games.seameni.evaluation.sights import is_in_danger, mates_before, rescue, zeal_of
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.game import Seameni

POINT: Final = 1000  # a treasure aboard
# What n turns are worth, in ten-thousandths: all at once, a little less for each turn, and less and less.
DECAY: Final = ints([round(9000 * 0.93**n + 1000 * (1 - n / FAR)) for n in range(FAR + 1)])
# How useful a field is to an edge once it is known: treasure is carried over known fields only, and all of it comes this way.
ROWS: Final = ints(
    [[f // 13, f % 13, 12 - f // 13, 12 - f % 13][edge] for edge in range(4) for f in range(board.FIELDS)]
)


class Strength(Evaluation[Seameni]):
    """Strength in thousandths of a treasure."""

    def __init__(self) -> None:
        self.charts: TurnMaps = TurnMaps()
        self.pair: i64 = 1  # 0: cares for nothing but its own ship, to measure what minding its partner is worth
        # A pirate who would have a treasure aboard at once; less the more turns it takes. A player moves one of them in a
        # turn, so most depends on the nearest one.
        self.first: i64 = 400
        self.second: i64 = 200
        self.third: i64 = 100
        self.alive: i64 = 250
        self.captive: i64 = 120
        self.lying: i64 = 80  # a treasure on the sea, by its way home
        self.known: i64 = 60  # a field turned up, by the rows from one's edge
        self.risk: i64 = 400  # how much of its worth on the sea a pirate loses beside an enemy that moves next
        self.calm: i64 = 900  # how little a lead is worth at the end, and for every treasure left more
        self.calmer: i64 = 30
        self.margin: i64 = 150  # how much of a chance is one's share of all that everybody has
        self.turned: i64 = 25  # progress: a field turned up while there is treasure to find; a tenth of a pirate's life
        self.news: i64 = 2  # turns that a field turned up is worth at first sight, while there is treasure to find
        self.quiet: i64 = 10  # turns of everybody in which nothing was gained, after which something else is tried
        self.restless: i64 = 40  # thousandths of a chance that matter less after each more of them
        self.far: i64 = 0
        # About the position judged last, by party: what more it can win, and what is settled for it.
        self.able: bool = False
        self.more: vec[i64] = zeros(4)
        self.fate: vec[i64] = zeros(4)
        # For the order of actions: the position they were asked about last, and the turns of its pirates.
        self.asked: Seameni | None = None
        self.stamp: i64 = 0
        self.home: vec[i64] = zeros(0)
        self.fetch: vec[i64] = zeros(0)
        self.was: vec[i64] = zeros(board.PIRATES)

    def parties(self, s: Seameni) -> i64:
        return 2 if s.rule.partners and self.pair else s.seats

    def score(self, s: Seameni, edge: i64) -> i64:
        return s.party_score(edge) if self.pair else s.score_of[edge]

    def strength(self, s: Seameni, seat: i64, edge: i64, pair: bool) -> i64:
        """What the party of an edge has and may expect; notes what more it can win."""
        home = self.charts.home(s, edge, pair)
        fetch = self.charts.fetch(s, edge, pair)
        total: i64 = POINT * self.score(s, edge)
        self.able = False
        zeal: i64 = zeal_of(s)
        risk: i64 = self.risk * zeal // 10
        crew: i64 = self.crew(s, edge, home, fetch, risk, zeal)
        if pair:
            crew += self.crew(s, edge ^ 2, home, fetch, risk, zeal)
        total += crew // 10000
        tile = s.tile
        treasure = s.treasure
        decay = DECAY
        sea = board.SEA_FIELDS
        rows = ROWS
        across: i64 = (edge ^ 2) * board.FIELDS if pair else edge * board.FIELDS
        along: i64 = edge * board.FIELDS
        known: i64 = 0
        lying: i64 = 0
        for i in range(i64(board.TILES)):
            f: i64 = sea[i]
            if tile[f] != board.HIDDEN:
                near: i64 = rows[along + f]
                if rows[across + f] < near:
                    near = rows[across + f]
                known += decay[near]
                n: i64 = treasure[f]
                if n:
                    if home[f] >= FAR:
                        self.more[seat] -= n  # nobody can carry it here
                    lying += (n if n < 3 else 3) * decay[home[f]]
        for p in range(i64(board.PIRATES)):
            if s.laden[p]:  # in mud: there the treasure is on its step, not on the field
                lying += decay[home[s.place[p]]]
        if not self.able:
            self.more[seat] = 0
        return total + (self.known * known + self.lying * lying) // 10000

    def crew(self, s: Seameni, edge: i64, home: vec[i64], fetch: vec[i64], risk: i64, zeal: i64) -> i64:
        """What the pirates of an edge are worth, in ten-millionths of a treasure; notes whether one of them can move at all.

        `risk` (in thousandths) is what they lose beside an enemy who moves next, `zeal` how much their places count.
        """
        prey: bool = risk > 0 and s.phase == codes.TURN and s.party(s.player) != s.party(edge)
        total: i64 = 0
        first: i64 = 0
        second: i64 = 0
        third: i64 = 0
        for p in range(i64(board.PIRATES)):
            if s.controller(p) == edge and s.place[p] != board.DEAD:
                if not s.caught[p]:
                    self.able = True
                if s.captor[p] != board.NONE:
                    total += 10000 * self.captive
                else:
                    worth: i64 = DECAY[self.turns(s, p, home, fetch)]
                    if prey and is_in_danger(s, p):
                        worth -= (worth - DECAY[fetch[s.ship[edge]]]) * risk // 1000
                    total += 10000 * self.alive
                    if worth > first:
                        third = second
                        second = first
                        first = worth
                    elif worth > second:
                        third = second
                        second = worth
                    else:
                        third = worth
        return total + (self.first * first + self.second * second + self.third * third) * zeal // 10

    def turns(self, s: Seameni, p: i64, home: vec[i64], fetch: vec[i64]) -> i64:
        """How many turns a free pirate is from bringing a treasure aboard."""
        at: i64 = s.place[p]
        wait: i64 = 1 if s.rest[p] else 0
        n: i64 = FAR
        if at >= board.ABOARD:
            ship: i64 = s.ship[at - board.ABOARD]
            n = fetch[ship] if ship != board.NONE else FAR
        elif at >= board.OUTER:
            n = 1 + self.ashore(s, p, board.EDGE_FIELDS[at - board.OUTER], fetch)
        elif not board.SEA[at]:
            n = self.ashore(s, p, at, fetch)
        elif s.step[p]:
            n = (home[at] if s.laden[p] else fetch[at]) - s.step[p] + 1
        elif p == s.mover:
            n = 1 + (home[at] if s.carried else fetch[at])  # in the middle of a movement, who knows where it ends
        elif s.tile[at] == board.CAT:
            n = 1 + fetch[BEST]
        else:
            n = fetch[at]
            if s.treasure[at] and mates_before(s, p) >= s.treasure[at]:
                wait += 4  # others are here to take it
            if s.caught[p]:
                wait += rescue(s, p)
            elif s.tile[at] == board.OCTOPUS:
                wait -= 8
            elif s.tile[at] == board.TURTLE:
                wait -= 1
        n += wait
        return FAR if n > FAR else n if n > 0 else 0

    def ashore(self, s: Seameni, p: i64, at: i64, fetch: vec[i64]) -> i64:
        """From the waters: round to a ship and off it again, or straight back into the sea (SEA-14)."""
        n: i64 = walk(s, p, at) + fetch[s.ship[p // 3]]
        front: i64 = board.FRONT[at]
        if front != board.NONE and not s.exile[p] and s.tile[front] != board.HIDDEN and 1 + fetch[front] < n:
            n = 1 + fetch[front]
        return n
