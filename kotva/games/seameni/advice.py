"""What a good position in Seameni is: treasure aboard, and pirates who are few turns away from bringing more (see `charts`).

Who cannot win any more, or cannot lose, plays on for treasure and for the end; who still can never agrees to stop (SEA-19.2).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.advice import NO_ACTION, Advice
from kotva.engine.arrays import Rng, ints, zeros
from kotva.engine.moves import Moves
from kotva.engine.state import OVER, State
from kotva.games.seameni.board import (
    ABOARD,
    ADVANCE,
    AGREEMENT,
    CARRY,
    CAT,
    DEAD,
    EDGE_FIELDS,
    FIELDS,
    FRONT,
    HIDDEN,
    ISLAND,
    JUMP,
    LAST_MUD,
    MUD,
    NONE,
    OCTOPUS,
    OUTER,
    PARTNERS,
    PIRATES,
    PROPOSE,
    SEA,
    SEA_FIELDS,
    SHARK,
    SHARKS,
    SHIP,
    STALL_TURNS,
    STEP,
    TILES,
    TO,
    TREASURES,
    TURTLE,
    YES,
    X,
    Y,
)
from kotva.games.seameni.charts import BEST, FAR, Charts, mix, mixed, walk
from kotva.games.seameni.rules.codes import CHAIN, TURN, VOTE
from kotva.games.seameni.rules.game import Seameni

POINT: Final = 1000  # a treasure aboard

# What n turns are worth, in ten-thousandths: all at once, a little less for each turn, and less and less.
DECAY: Final = ints([round(9000 * 0.93**n + 1000 * (1 - n / FAR)) for n in range(FAR + 1)])
# How useful a field is to an edge once it is known: treasure is carried over known fields only, and all of it comes this way.
ROWS: Final = ints([[f // 13, f % 13, 12 - f // 13, 12 - f % 13][edge] for edge in range(4) for f in range(FIELDS)])

# What is settled (see `standing`).
OPEN: Final = 0
LOST: Final = 1
SURE: Final = 2
DEAD_DRAW: Final = 3


class SeameniAdvice(Advice):
    """Strength in thousandths of a treasure, turned into chances to win."""

    def __init__(self) -> None:
        self.charts: Charts = Charts()
        self.pair: i64 = 1  # 0: cares for nothing but his own ship, to measure what minding his partner is worth
        # A pirate who would have a treasure aboard at once; less the more turns it takes. A player moves one of them in a
        # turn, so most depends on him who is nearest.
        self.first: i64 = 400
        self.second: i64 = 200
        self.third: i64 = 100
        self.alive: i64 = 250
        self.captive: i64 = 120
        self.lying: i64 = 80  # a treasure on the sea, by its way home
        self.known: i64 = 60  # a field turned up, by the rows from one's edge
        self.risk: i64 = 400  # how much of what he is worth on the sea a pirate loses beside an enemy who moves next
        self.calm: i64 = 900  # how little a lead is worth at the end, and for every treasure left more
        self.calmer: i64 = 30
        self.margin: i64 = 150  # how much of a chance is one's share of all that everybody has
        self.turned: i64 = 25  # progress: a field turned up while there is treasure to find; a tenth of a pirate's life
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
        self.was: vec[i64] = zeros(PIRATES)

    # -- chances ----------------------------------------------------------------------------------------------------

    def values(self, s: State, out: vec[i64]) -> None:
        """The chance of every seat's party; a draw is worth less than half a win, so that nobody settles for one early."""
        assert isinstance(s, Seameni)
        if s.to_act() == OVER:
            self.finish(s, out)
        elif s.phase == CHAIN:
            self.follow(s, out, 3)
        else:
            self.judge(s, out)

    def finish(self, s: Seameni, out: vec[i64]) -> None:
        """1000 for the party that wins alone; who loses would rather have lost with more, and not for ever."""
        seat: i64 = 0
        while seat < s.seats:
            if s.rank(seat) != 1:
                out[seat] = 25 + self.score(s, s.edge_of(seat))
            elif is_shared(s, seat):
                out[seat] = 300
            else:
                out[seat] = 1000
            seat += 1

    def follow(self, s: Seameni, out: vec[i64], depth: i64) -> None:
        """In the middle of a movement: the best of what its exits lead to."""
        seat: i64 = s.to_act()
        exits = Moves()
        s.list_legal(seat, exits)
        value = zeros(s.seats)
        best: i64 = -1
        i: i64 = 0
        while i < exits.n:
            after = s.clone()
            after.apply(seat, exits.a[i])
            if after.to_act() == OVER:
                self.values(after, value)
            elif after.phase == CHAIN and after.turning == NONE and depth > 1:
                self.follow(after, value, depth - 1)
            else:
                self.judge(after, value)
            if value[seat] > best:
                best = value[seat]
                k: i64 = 0
                while k < s.seats:
                    out[k] = value[k]
                    k += 1
            i += 1

    def judge(self, s: Seameni, out: vec[i64]) -> None:
        """Strength turned into chances."""
        parties: i64 = self.parties(s)
        pair: bool = parties < s.seats
        self.charts.look_at(s)
        left: i64 = unwon(s)
        best: i64 = 0
        all: i64 = 0
        seat: i64 = 0
        while seat < parties:
            edge: i64 = s.edge_of(seat)
            self.more[seat] = left
            out[seat] = self.strength(s, seat, edge, pair)
            all += out[seat]
            if out[seat] > best:
                best = out[seat]
            seat += 1
        self.settle(s, parties)
        step: i64 = self.calm + self.calmer * left
        dull: i64 = 1000 * s.stall // (s.rule[STALL_TURNS] * s.seats)
        dull = dull * dull // 1000
        total: i64 = 0
        shares = zeros(parties)
        seat = 0
        while seat < parties:
            share: i64 = 10000 * step // (step + best - out[seat])
            shares[seat] = share * share
            total += shares[seat]
            seat += 1
        seat = 0
        while seat < parties:
            chance: i64 = shares[seat] * 1000 // total
            chance += (out[seat] * 1000 // all - chance) * self.margin // 1000
            if s.rank(seat) != 1 or is_shared(s, seat):  # SEA-19.5 would take it from him
                chance -= chance * dull // 1000
            else:
                chance -= dull // 25  # who leads does not wait for it either
            out[seat] = self.settled(s, seat, chance)
            seat += 1
        while seat < s.seats:
            out[seat] = out[seat % parties]
            seat += 1
        if s.phase == VOTE:
            self.await_votes(s, parties, out)

    def settle(self, s: Seameni, parties: i64) -> None:
        """Who cannot win any more, and whether that leaves anybody who can lose."""
        open: i64 = 0
        hopes: i64 = 0
        seat: i64 = 0
        while seat < parties:
            self.fate[seat] = OPEN
            most: i64 = self.score(s, s.edge_of(seat)) + self.more[seat]
            other: i64 = 0
            while other < parties:
                if self.score(s, s.edge_of(other)) > most:
                    self.fate[seat] = LOST
                other += 1
            if self.fate[seat] == OPEN:
                open += 1
                hopes += self.more[seat]
            seat += 1
        seat = 0
        while seat < parties:
            if self.fate[seat] == OPEN:
                if open == 1:
                    self.fate[seat] = SURE
                elif hopes == 0:
                    self.fate[seat] = DEAD_DRAW
            seat += 1

    def settled(self, s: Seameni, seat: i64, chance: i64) -> i64:
        """The chance of a party, if there is anything left to chance."""
        fate: i64 = self.fate[seat]
        if fate == OPEN:
            return 70 + chance * 87 // 100
        if fate == DEAD_DRAW:
            return 250
        return (950 if fate == SURE else 0) + self.score(s, s.edge_of(seat))

    def await_votes(self, s: Seameni, parties: i64, out: vec[i64]) -> None:
        """SEA-19.2: who has lost is glad of the end, and who leads takes it; nobody else stops what he may still win.

        A proposal that was refused is not made again at once, but after a few turns.
        """
        seat: i64 = 0
        while seat < s.seats:
            fate: i64 = self.fate[seat % parties]
            if fate in (LOST, DEAD_DRAW):
                out[seat] += 10 if seat != s.seat_of(s.player) or is_time_to_ask(s) else -1
            elif seat == s.seat_of(s.player):
                out[seat] = out[seat] // 4
            elif s.rank(seat) == 1 and not is_shared(s, seat):
                out[seat] += 10
            else:
                out[seat] = out[seat] // 4
            seat += 1

    # -- strength ---------------------------------------------------------------------------------------------------

    def parties(self, s: Seameni) -> i64:
        return 2 if s.rule[PARTNERS] and self.pair else s.seats

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
        sea = SEA_FIELDS
        rows = ROWS
        across: i64 = (edge ^ 2) * FIELDS if pair else edge * FIELDS
        along: i64 = edge * FIELDS
        known: i64 = 0
        lying: i64 = 0
        i: i64 = 0
        while i < TILES:
            f: i64 = sea[i]
            if tile[f] != HIDDEN:
                near: i64 = rows[along + f]
                if rows[across + f] < near:
                    near = rows[across + f]
                known += decay[near]
                n: i64 = treasure[f]
                if n:
                    if home[f] >= FAR:
                        self.more[seat] -= n  # nobody can carry it here
                    lying += (n if n < 3 else 3) * decay[home[f]]
            i += 1
        p: i64 = 0
        while p < PIRATES:
            if s.laden[p]:  # in mud: there the treasure is on his step, not on the field
                lying += decay[home[s.place[p]]]
            p += 1
        if not self.able:
            self.more[seat] = 0
        return total + (self.known * known + self.lying * lying) // 10000

    def crew(self, s: Seameni, edge: i64, home: vec[i64], fetch: vec[i64], risk: i64, zeal: i64) -> i64:
        """What the pirates of an edge are worth, in ten-millionths of a treasure; notes whether one of them can move at all.

        `risk` (in thousandths) is what they lose beside an enemy who moves next, `zeal` how much their places count.
        """
        prey: bool = risk > 0 and s.phase == TURN and s.party(s.player) != s.party(edge)
        total: i64 = 0
        first: i64 = 0
        second: i64 = 0
        third: i64 = 0
        p: i64 = 0
        while p < PIRATES:
            if s.controller(p) == edge and s.place[p] != DEAD:
                if not s.caught[p]:
                    self.able = True
                if s.captor[p] != NONE:
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
            p += 1
        return total + (self.first * first + self.second * second + self.third * third) * zeal // 10

    def turns(self, s: Seameni, p: i64, home: vec[i64], fetch: vec[i64]) -> i64:
        """How many turns a free pirate is from bringing a treasure aboard."""
        at: i64 = s.place[p]
        wait: i64 = 1 if s.rest[p] else 0
        n: i64 = FAR
        if at >= ABOARD:
            ship: i64 = s.ship[at - ABOARD]
            n = fetch[ship] if ship != NONE else FAR
        elif at >= OUTER:
            n = 1 + self.ashore(s, p, EDGE_FIELDS[at - OUTER], fetch)
        elif not SEA[at]:
            n = self.ashore(s, p, at, fetch)
        elif s.step[p]:
            n = (home[at] if s.laden[p] else fetch[at]) - s.step[p] + 1
        elif p == s.mover:
            n = 1 + (home[at] if s.carried else fetch[at])  # in the middle of a movement, who knows where it ends
        elif s.tile[at] == CAT:
            n = 1 + fetch[BEST]
        else:
            n = fetch[at]
            if s.treasure[at] and mates_before(s, p) >= s.treasure[at]:
                wait += 4  # others are here to take it
            if s.caught[p]:
                wait += rescue(s, p)
            elif s.tile[at] == OCTOPUS:
                wait -= 8
            elif s.tile[at] == TURTLE:
                wait -= 1
        n += wait
        return FAR if n > FAR else n if n > 0 else 0

    def ashore(self, s: Seameni, p: i64, at: i64, fetch: vec[i64]) -> i64:
        """From the waters: round to a ship and off it again, or straight back into the sea (SEA-14)."""
        n: i64 = walk(s, p, at) + fetch[s.ship[p // 3]]
        front: i64 = FRONT[at]
        if front != NONE and not s.exile[p] and s.tile[front] != HIDDEN and 1 + fetch[front] < n:
            n = 1 + fetch[front]
        return n

    def progress(self, s: State, seat: i64) -> i64:
        """Treasure aboard, how soon each pirate brings more, and fields turned up while there is treasure to find."""
        assert isinstance(s, Seameni)
        return self.reach(s, seat, 3)

    def reach(self, s: Seameni, seat: i64, depth: i64) -> i64:
        """The same in the middle of a movement: the best of what its exits lead to."""
        if s.phase == CHAIN and s.turning == NONE and depth > 0 and s.to_act() == seat:
            exits = Moves()
            s.list_legal(seat, exits)
            best: i64 = 0
            i: i64 = 0
            while i < exits.n:
                after = s.clone()
                after.apply(seat, exits.a[i])
                n: i64 = self.reach(after, seat, depth - 1)
                if n > best:
                    best = n
                i += 1
            return best
        edge: i64 = s.edge_of(seat)
        pair: bool = self.parties(s) < s.seats
        self.charts.look_at(s)
        home = self.charts.home(s, edge, pair)
        fetch = self.charts.fetch(s, edge, pair)
        total: i64 = 10 * POINT * self.score(s, edge) + self.turned * (TILES - s.hidden)
        if self.charts.hidden_chests(s) == 0:  # nothing is to be found any more
            total += self.turned * s.hidden
        total = 10000 * total + self.crew(s, edge, home, fetch, 0, 10)
        if pair:
            total += self.crew(s, edge ^ 2, home, fetch, 0, 10)
        quiet: i64 = s.stall // s.seats - 10
        if quiet > 0:  # who gets nowhere tries something else
            total += (mix(mixed(s.treasure), places(s)) >> 20) % 1024 * 40 * quiet
        return total

    # -- for search -------------------------------------------------------------------------------------------------

    def rollout(self, s: State, seat: i64, moves: Moves, rng: Rng) -> i64:
        """Carry if one can; otherwise anything but a proposal."""
        assert isinstance(s, Seameni)
        start: i64 = rng.below(moves.n)
        i: i64 = 0
        while i < moves.n:
            action: i64 = moves.a[(start + i) % moves.n]
            if action >= CARRY and action < JUMP and self.order(s, seat, action) > 300:
                return action
            i += 1
        action = moves.a[start]
        return moves.a[0] if action == PROPOSE else action

    def horizon(self) -> i64:
        return self.far

    def is_lost(self, s: State, seat: i64) -> bool:
        """Whether a seat can win no more, whatever happens, or nobody can and it is a draw."""
        assert isinstance(s, Seameni)
        self.judge(s, zeros(s.seats))
        return self.fate[seat % self.parties(s)] in (LOST, DEAD_DRAW)

    def give_up(self, s: State, seat: i64) -> i64:
        """SEA-19.1, 19.2: who has lost proposes the end, or votes for it."""
        assert isinstance(s, Seameni)
        if s.phase == VOTE:
            return YES
        return PROPOSE if s.phase == TURN and s.rule[AGREEMENT] and not s.asked else NO_ACTION

    def make_peace(self, s: State, seat: i64) -> i64:
        """Who leads alone takes the end when it is offered; who may still win does not stop because little happens."""
        assert isinstance(s, Seameni)
        if s.phase == VOTE and s.rank(seat) == 1 and not is_shared(s, seat):
            return YES
        return self.give_up(s, seat) if self.is_lost(s, seat) else NO_ACTION

    def order(self, s: State, seat: i64, action: i64) -> i64:
        """Treasure aboard first, then whatever brings it fewest turns nearer; proposals and sharks last."""
        assert isinstance(s, Seameni)
        if action < SHIP:
            if action == PROPOSE:
                return 600 if is_time_to_ask(s) and self.is_lost(s, seat) else 1
            return 100
        self.recall(s, seat)
        if action >= TO:
            to: i64 = action - TO
            if s.carried:
                return 20 + DECAY[self.home[to]] // 12
            return 20 + DECAY[self.fetch[to]] // 12
        if action >= SHARKS:
            return 20
        if action >= ADVANCE:
            return self.merit(action - ADVANCE, self.was[action - ADVANCE] - 1)
        if action >= JUMP:
            to = (action - JUMP) % FIELDS
            return 1 if SEA[to] and s.tile[to] == SHARK else 5 + DECAY[self.fetch[to]] // 50
        if action >= CARRY:
            p: i64 = (action - CARRY) // FIELDS
            to = (action - CARRY) % FIELDS
            if not SEA[to]:
                return 1000
            return 1 if s.tile[to] == SHARK else self.merit(p, self.home[to])
        if action >= STEP:
            p = (action - STEP) // FIELDS
            to = (action - STEP) % FIELDS
            if s.captor[p] != NONE:
                return 300 if SEA[to] and s.treasure[to] else 60
            if not SEA[to]:
                return self.merit(p, self.fetch[to] if s.ship_on(to) != NONE else self.ashore(s, p, to, self.fetch))
            if s.tile[to] == SHARK:
                return 1
            merit: i64 = self.merit(p, self.fetch[to])
            return merit + 25 * zeal_of(s) if throws_out(s, p, to) else merit
        return self.sailing(s, s.edge_of(seat), action - SHIP)

    def merit(self, p: i64, then: i64) -> i64:
        """Of moving a pirate, by the turns that he is then away from a treasure aboard."""
        merit: i64 = 60 + 160 * (self.was[p] - then) + DECAY[self.was[p]] // 50
        return 20 if merit < 20 else 900 if merit > 900 else merit

    def sailing(self, s: Seameni, edge: i64, to: i64) -> i64:
        """Of sailing: whether it is a turn on the way of those who carry or are about to leave."""
        gain: i64 = 0
        was: i64 = FAR
        pair: bool = self.parties(s) < s.seats
        carried: bool = False
        p: i64 = edge * 3
        end: i64 = p + 3
        while p < end:
            if self.was[p] < FAR and s.place[p] < OUTER and s.lying(p) > 0:
                carried = True
            p += 1
        ship: i64 = s.ship[edge]
        s.ship[edge] = to
        home = self.charts.home(s, edge, pair)
        fetch = self.fetch if carried else self.charts.fetch(s, edge, pair)
        p = edge * 3
        while p < end:
            n: i64 = 0
            if carried:
                if self.was[p] < FAR and s.place[p] < OUTER and s.lying(p) > 0:
                    n = self.home[s.place[p]] - home[s.place[p]]
            elif s.captor[p] == NONE and self.was[p] < FAR and s.place[p] == ABOARD + edge:
                n = self.was[p] - fetch[to]
            if n > gain or (n == gain and self.was[p] < was):
                gain = n
                was = self.was[p]
            p += 1
        s.ship[edge] = ship
        return 30 if gain <= 0 else 60 + 160 * gain + DECAY[was] // 50

    def recall(self, s: Seameni, seat: i64) -> None:
        """Have the turns of a seat's pirates at hand: actions of one position are asked about one after another."""
        stamp: i64 = (((s.turns * 16 + s.phase) * 256 + s.at + 1) * 128 + s.hidden) * 8 + seat
        if self.asked is s and self.stamp == stamp:
            return
        self.asked = s
        self.stamp = stamp
        edge: i64 = s.edge_of(seat)
        pair: bool = self.parties(s) < s.seats
        self.charts.look_at(s)
        self.home = self.charts.home(s, edge, pair)
        self.fetch = self.charts.fetch(s, edge, pair)
        p: i64 = 0
        while p < PIRATES:
            self.was[p] = FAR
            if s.place[p] != DEAD and s.captor[p] == NONE and p // 3 == edge:
                self.was[p] = self.turns(s, p, self.home, self.fetch)
            p += 1


def is_time_to_ask(s: Seameni) -> bool:
    """Once in ten turns of everybody: who was refused does not ask again at once."""
    return s.turns // s.seats % 10 == 9


def zeal_of(s: Seameni) -> i64:
    """How much it matters who stands where, in tenths: in a long quiet spell everybody minds his own treasure.

    Two who throw each other out again and again would not stop otherwise.
    """
    quiet: i64 = s.stall // s.seats
    return 10 if quiet < 8 else 0 if quiet >= 18 else 18 - quiet


def places(s: Seameni) -> i64:
    """A number that depends on where everybody is."""
    key: i64 = s.stall
    edge: i64 = 0
    while edge < 4:
        key = mix(key, s.ship[edge])
        edge += 1
    p: i64 = 0
    while p < PIRATES:
        key = mix(key, s.place[p])
        p += 1
    return key


def throws_out(s: Seameni, p: i64, f: i64) -> bool:
    """Whether an enemy stands where a pirate steps (SEA-15.1)."""
    q: i64 = 0
    while q < PIRATES:
        if s.place[q] == f and s.are_enemies(p, q):
            return True
        q += 1
    return False


def is_in_danger(s: Seameni, p: i64) -> bool:
    """Whether the player whose turn it is could throw a pirate out by a single step."""
    at: i64 = s.place[p]
    if at >= OUTER or not SEA[at] or (s.tile[at] >= ISLAND and s.tile[at] <= LAST_MUD):
        return False
    q: i64 = s.player * 3
    end: i64 = q + 3
    while q < end:
        by: i64 = s.place[q]
        if s.captor[q] == NONE and not s.caught[q] and s.rest[q] != 1:
            if by >= ABOARD:
                if by < DEAD and FRONT[s.ship[by - ABOARD]] == at:
                    return True
            elif by < OUTER and SEA[by] and (s.step[q] == 0 or s.step[q] == s.tile[by] - MUD) and apart(at, by) == 1:
                return True
        q += 1
    return False


def apart(f: i64, g: i64) -> i64:
    """How many steps two fields lie apart."""
    dx: i64 = X[f] - X[g]
    dy: i64 = Y[f] - Y[g]
    dx = dx if dx >= 0 else -dx
    dy = dy if dy >= 0 else -dy
    return dx if dx > dy else dy


def rescue(s: Seameni, p: i64) -> i64:
    """How long one who is caught waits for another pirate of his owner to free him (SEA-9.8)."""
    best: i64 = FAR
    q: i64 = p // 3 * 3
    end: i64 = q + 3
    while q < end:
        by: i64 = s.place[q]
        if q != p and by != DEAD and s.captor[q] == NONE and not s.caught[q]:
            n: i64 = 16
            if by >= ABOARD:
                n = 2 + apart(s.place[p], s.ship[by - ABOARD])
            elif by < OUTER and SEA[by]:
                n = 1 + apart(s.place[p], by)
            if n < best:
                best = n
        q += 1
    return best


def mates_before(s: Seameni, p: i64) -> i64:
    """How many pirates of lower number stand on the same field."""
    n: i64 = 0
    q: i64 = 0
    while q < p:
        if s.place[q] == s.place[p]:
            n += 1
        q += 1
    return n


def is_shared(s: Seameni, seat: i64) -> bool:
    """Whether another party has as much treasure as that of a seat."""
    edge: i64 = s.edge_of(seat)
    other: i64 = 0
    while other < s.seats:
        e: i64 = s.edge_of(other)
        if s.party(e) != s.party(edge) and s.party_score(e) == s.party_score(edge):
            return True
        other += 1
    return False


def unwon(s: Seameni) -> i64:
    """How many treasures can still be won."""
    n: i64 = TREASURES - s.lost
    edge: i64 = 0
    while edge < 4:
        n -= s.score_of[edge]
        edge += 1
    return n
