"""What a good position in Seameni is: treasure aboard, and pirates who are few turns away from bringing more.

Two maps say how many turns things take: `home[f]` from standing on a field with treasure until it is aboard a friendly ship, over
known fields and currents (an unknown field costs extra: somebody has to turn it up first), and `fetch[f]` from standing there
with nothing until a treasure is aboard, where an unknown field promises to hold one.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.advice import NO_ACTION, Advice
from kotva.engine.arrays import Rng, filled, ints, push, zeros
from kotva.engine.moves import Moves
from kotva.engine.state import OVER, State
from kotva.games.seameni.board import (
    ABOARD,
    ADVANCE,
    AGREEMENT,
    CARRY,
    CAT,
    CODES,
    DEAD,
    DIRECTIONS,
    EDGE_FIELDS,
    FIELDS,
    FRONT,
    HIDDEN,
    ISLAND,
    JUMP,
    KIND,
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
    SEAHORSE,
    SHARK,
    SHARKS,
    SHIP,
    STEP,
    TILES,
    TO,
    TRANSIT,
    TREASURE,
    TREASURES,
    TURTLE,
    VORTEX,
    WAYS,
    YES,
    X,
    Y,
    field_at,
    is_sea,
)
from kotva.games.seameni.rules.codes import CHAIN, TURN, VOTE
from kotva.games.seameni.rules.game import Seameni


def _sea_field(x: int, y: int) -> int:
    """The sea field with these coordinates, or NONE."""
    f = field_at(x, y)
    return f if is_sea(f) else NONE


def _points(code: str) -> int:
    """The directions of a current as bits."""
    ways = {"c4s": [0, 2, 4, 6], "c4d": [1, 3, 5, 7], "c8": list(range(8))}
    ways |= {"c2NS": [0, 4], "c2EW": [2, 6], "c2NE": [1, 5], "c2NW": [3, 7]}
    ways |= {f"c1{name}": [i] for i, name in enumerate(DIRECTIONS)}
    return int(sum(2**way for way in ways.get(code, [])))


# The sea fields round each field by direction, or NONE; and which ways the currents point, a bit a direction.
AROUND: Final = ints([_sea_field(f % 13 + dx, f // 13 + dy) for f in range(169) for dx, dy in WAYS])
POINTS: Final = ints([_points(code) for code in CODES])
BEHIND: Final = ints([2 ** ((i + 4) % 8) for i in range(8)])  # the bit of the opposite direction

POINT: Final = 1000  # a treasure aboard
FAR: Final = 60  # turns: as good as never

# What n turns are worth: 1000 at once, a little less for each turn.
DECAY: Final = ints([round(1000 * 0.93**n) for n in range(FAR + 1)])
CHARTS: Final = 1021


class Todo:
    """Fields by their turns, fewest first: a chain of fields for each number of turns. A field may wait more than once."""

    def __init__(self) -> None:
        self.first: vec[i64] = filled(FAR, NONE)
        self.field: vec[i64] = zeros(256)
        self.next: vec[i64] = zeros(256)
        self.n: i64 = 0

    def add(self, f: i64, turns: i64) -> None:
        if self.n == len(self.field):
            self.field = push(self.field, f)
            self.next = push(self.next, NONE)
        self.field[self.n] = f
        self.next[self.n] = self.first[turns]
        self.first[turns] = self.n
        self.n += 1


class Chart:
    """A map of turns, and what it was drawn from; never changed afterwards."""

    def __init__(self, key: i64, turns: vec[i64]) -> None:
        self.key: i64 = key
        self.turns: vec[i64] = turns


class SeameniAdvice(Advice):
    """Strength in thousandths of a treasure, turned into chances to win."""

    def __init__(self) -> None:
        self.pirate: i64 = 350  # a pirate who would have a treasure aboard at once; less the more turns it takes
        self.alive: i64 = 250
        self.captive: i64 = 120
        self.lying: i64 = 60  # a treasure on the sea, by its way home
        self.known: i64 = 100  # a field turned up, by its way home: treasure is carried over known fields only
        self.unknown: i64 = 3  # turns that an unknown field costs a carrier
        self.search: i64 = 10  # turns that finding treasure takes after entering an unknown field, at first
        self.calm: i64 = 500  # how little a lead is worth at the end, and for every treasure left more
        self.calmer: i64 = 60
        self.far: i64 = 0
        # Search asks about the same sea again and again: charts drawn lately, by what they were drawn from.
        self.charts: list[Chart] = [Chart(NONE, zeros(0)) for _ in range(CHARTS)]

    def values(self, s: State, out: vec[i64]) -> None:
        """The chance of every seat's party; a draw is worth less than half a win, so that nobody settles for one early."""
        assert isinstance(s, Seameni)
        if s.to_act() == OVER:
            seat: i64 = 0
            while seat < s.seats:
                out[seat] = result(s, seat)
                seat += 1
        elif s.phase == CHAIN:
            self.follow(s, out, 3)
        else:
            self.judge(s, out)

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
        parties: i64 = 2 if s.rule[PARTNERS] else s.seats
        self.strengths(s, parties, out)
        best: i64 = out[0]
        seat: i64 = 1
        while seat < parties:
            if out[seat] > best:
                best = out[seat]
            seat += 1
        step: i64 = self.calm + self.calmer * left(s)
        total: i64 = 0
        seat = 0
        while seat < parties:
            share: i64 = 10000 * step // (step + best - out[seat])
            out[seat] = share * share
            total += out[seat]
            seat += 1
        decided: bool = is_decided(s)
        seat = s.seats - 1
        while seat >= 0:
            out[seat] = out[seat % parties] * 1000 // total
            if decided:  # who has lost goes on to play as well as he can
                out[seat] = (3 * result(s, seat) + out[seat]) // 4
            seat -= 1

    def progress(self, s: State, seat: i64) -> i64:
        """Treasure aboard, and how soon each pirate brings more: not where else it might be quick some day."""
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
        party: i64 = s.party(edge)
        home = self.home_chart(s, edge)
        fetch = self.fetch_chart(s, edge)
        total: i64 = 10 * POINT * s.party_score(edge)
        p: i64 = 0
        while p < PIRATES:
            if s.place[p] != DEAD and s.captor[p] == NONE and s.party(s.controller(p)) == party:
                total += POINT + DECAY[self.turns(s, p, home, fetch)]
            p += 1
        return total

    def strengths(self, s: Seameni, parties: i64, out: vec[i64]) -> None:
        """What every party has and may expect."""
        seat: i64 = 0
        while seat < parties:
            edge: i64 = s.edge_of(seat)
            out[seat] = self.strength(s, edge, self.home_chart(s, edge), self.fetch_chart(s, edge))
            seat += 1
        if s.phase == VOTE:
            out[s.seat_of(s.player) % parties] -= 4 * POINT  # nobody proposes to end what he may still win

    def strength(self, s: Seameni, edge: i64, home: vec[i64], fetch: vec[i64]) -> i64:
        """What the party of an edge has and may expect."""
        party: i64 = s.party(edge)
        total: i64 = POINT * s.party_score(edge)
        p: i64 = 0
        while p < PIRATES:
            if s.place[p] != DEAD and s.party(s.controller(p)) == party:
                if s.captor[p] != NONE:
                    total += self.captive
                else:
                    total += self.alive + self.pirate * DECAY[self.turns(s, p, home, fetch)] // 1000
                    if s.laden[p]:  # in mud: there the treasure is on his step, not on the field
                        total += self.lying * DECAY[home[s.place[p]]] // 1000
            p += 1
        tile = s.tile
        treasure = s.treasure
        decay = DECAY
        sea = SEA_FIELDS
        sum: i64 = 0
        i: i64 = 0
        while i < TILES:
            f: i64 = sea[i]
            if tile[f] != HIDDEN:
                n: i64 = treasure[f] if treasure[f] < 3 else 3
                sum += (self.known + self.lying * n) * decay[home[f]]
            i += 1
        return total + sum // 1000

    def turns(self, s: Seameni, p: i64, home: vec[i64], fetch: vec[i64]) -> i64:
        """How many turns a free pirate is from bringing a treasure aboard."""
        at: i64 = s.place[p]
        wait: i64 = 1 if s.rest[p] else 0
        n: i64 = FAR
        if at >= ABOARD:
            ship: i64 = s.ship[at - ABOARD]
            n = 1 + fetch[FRONT[ship]] if ship != NONE else FAR
        elif at >= OUTER:
            n = 12
        elif not SEA[at]:
            n = 12 + way_round(s, p, at) // 2 + (6 if s.exile[p] else 0)
        elif s.step[p]:
            n = (home[at] if s.laden[p] else fetch[at]) - s.step[p] + 1
        elif p == s.mover:
            n = 1 + (home[at] if s.carried else fetch[at])  # in the middle of a movement, who knows where it ends
        elif s.tile[at] == CAT:
            n = 6
        else:
            n = fetch[at]
            if s.treasure[at] and mates_before(s, p) >= s.treasure[at]:
                wait += 4  # others are here to take it
            if s.caught[p]:
                wait += 12
            elif s.tile[at] == OCTOPUS:
                wait -= 8
            elif s.tile[at] == TURTLE:
                wait -= 1
        n += wait
        return FAR if n > FAR else n if n > 0 else 0

    def home_chart(self, s: Seameni, edge: i64) -> vec[i64]:
        """The home map of the party of an edge, drawn anew only if the sea or its ships are not as they were."""
        key: i64 = mix(mix(mixed(s.tile), s.ship[edge]), s.party(edge))
        if s.rule[PARTNERS]:
            key = mix(key, s.ship[edge ^ 2])
        chart = self.charts[key % CHARTS]
        if chart.key != key:
            chart = Chart(key, self.home_map(s, s.party(edge)))
            self.charts[key % CHARTS] = chart
        return chart.turns

    def fetch_chart(self, s: Seameni, edge: i64) -> vec[i64]:
        key: i64 = mix(mix(mix(mixed(s.tile), mixed(s.treasure)), s.ship[edge]), s.party(edge) + 4)
        if s.rule[PARTNERS]:
            key = mix(key, s.ship[edge ^ 2])
        chart = self.charts[key % CHARTS]
        if chart.key != key:
            chart = Chart(key, self.fetch_map(s, self.home_chart(s, edge)))
            self.charts[key % CHARTS] = chart
        return chart.turns

    # -- maps of turns ----------------------------------------------------------------------------------------------

    def delays(self, s: Seameni, laden: bool) -> vec[i64]:
        """What a step off each field costs: one turn and the delay of its tile; 0 where nobody stands, -code in transit."""
        tile = s.tile
        sea = SEA_FIELDS
        out = zeros(FIELDS)
        i: i64 = 0
        while i < TILES:
            f: i64 = sea[i]
            t: i64 = tile[f]
            if t >= TRANSIT:
                out[f] = -t
            elif t == HIDDEN:
                out[f] = 1 + self.unknown
            elif t < TURTLE:
                out[f] = 1
            elif t == TURTLE:
                out[f] = 2
            elif t == OCTOPUS:
                out[f] = 9
            elif t == ISLAND:
                out[f] = 0 if laden else 1
            elif t <= LAST_MUD:
                out[f] = t - MUD
            i += 1
        return out

    def home_map(self, s: Seameni, party: i64) -> vec[i64]:
        """Turns from standing on each field with a treasure until it is aboard a ship of the party.

        The ship may come to meet him: a place along its edge costs as many turns as the ship needs to get there.
        """
        out = filled(FIELDS, FAR)
        cost = self.delays(s, True)
        todo = Todo()
        edge: i64 = 0
        while edge < 4:
            ship: i64 = s.ship[edge]
            if ship != NONE and s.party(edge) == party:
                along: i64 = 13 if edge & 1 else 1
                i: i64 = edge * 11
                end: i64 = i + 11
                while i < end:
                    dock: i64 = EDGE_FIELDS[i]
                    away: i64 = (dock - ship) // along if dock > ship else (ship - dock) // along
                    out[dock] = away
                    todo.add(dock, away)
                    front: i64 = FRONT[dock]
                    n: i64 = away + cost[front]
                    if cost[front] > 0 and n < out[front]:
                        out[front] = n
                        todo.add(front, n)
                    i += 1
            edge += 1
        spread(out, cost, horses(s), todo)
        return out

    def fetch_map(self, s: Seameni, home: vec[i64]) -> vec[i64]:
        """Turns from standing on each field with nothing until a treasure is aboard."""
        tile = s.tile
        treasure = s.treasure
        sea = SEA_FIELDS
        out = filled(FIELDS, FAR)
        todo = Todo()
        search: i64 = self.search_time(s)
        i: i64 = 0
        while i < TILES:
            f: i64 = sea[i]
            n: i64 = FAR
            if treasure[f]:
                n = home[f]
            elif tile[f] == HIDDEN:
                n = home[f] + search
            if n < FAR:
                out[f] = n
                todo.add(f, n)
            i += 1
        spread(out, self.delays(s, False), horses(s), todo)
        return out

    def search_time(self, s: Seameni) -> i64:
        """How many turns it takes to find treasure after entering an unknown field: more the rarer it is."""
        n: i64 = 0
        t: i64 = TREASURE + 1
        while t < TURTLE:
            n += s.left[KIND[t]]
            t += 1
        return FAR if n == 0 else self.search * s.hidden // (8 * n)

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

    def give_up(self, s: State, seat: i64) -> i64:
        """SEA-19.1, 19.2: who has lost proposes the end, or votes for it."""
        assert isinstance(s, Seameni)
        if s.phase == VOTE:
            return YES
        return PROPOSE if s.phase == TURN and s.rule[AGREEMENT] and not s.asked else NO_ACTION

    def make_peace(self, s: State, seat: i64) -> i64:
        return self.give_up(s, seat)

    def order(self, s: State, seat: i64, action: i64) -> i64:
        """Treasure homewards first, then towards treasure and the unknown; proposals and sharks last."""
        assert isinstance(s, Seameni)
        if action >= TO:
            return 300
        if action >= SHARKS:
            return 20
        if action >= ADVANCE:
            return 200
        if action >= JUMP:
            to: i64 = (action - JUMP) % FIELDS
            return 300 if SEA[to] and s.treasure[to] else 10
        if action >= STEP:
            rest: i64 = action - (CARRY if action >= CARRY else STEP)
            p: i64 = rest // FIELDS
            to = rest % FIELDS
            if action >= CARRY:
                if not SEA[to]:
                    return 1000
                return 700 if gap(s, p, to) < gap(s, p, s.place[p]) else 150
            if not SEA[to]:
                return 60
            if s.tile[to] == SHARK:
                return 1
            if s.treasure[to]:
                return 500
            return 200 if s.tile[to] == HIDDEN else 150
        if action >= SHIP:
            return 100
        return 1 if action <= PROPOSE else 100


def spread(out: vec[i64], cost: vec[i64], horse: vec[i64], todo: Todo) -> None:
    """Spread turns from the fields in `todo` to wherever one can come from; currents carry on at no cost."""
    around = AROUND
    points = POINTS
    behind = BEHIND
    sea = SEA
    first = todo.first
    here: i64 = 0
    while here < FAR:
        while first[here] != NONE:
            entry: i64 = first[here]
            first[here] = todo.next[entry]
            f: i64 = todo.field[entry]
            if out[f] != here:
                continue  # a shorter way was found meanwhile
            steps: bool = sea[f] == 1
            k: i64 = f * 8
            i: i64 = 0
            while i < 8:
                g: i64 = around[k + i]
                if g != NONE:
                    n: i64 = FAR
                    c: i64 = cost[g]
                    if c > 0:
                        if steps:
                            n = here + c
                    elif c < 0:
                        if points[-c] & behind[i]:
                            n = here
                        elif c == -VORTEX:  # he who comes from the other side is whirled on to f
                            g = around[g * 8 + i]
                            if g != NONE and cost[g] > 0:
                                n = here + cost[g]
                    if n < FAR and n < out[g]:
                        out[g] = n
                        todo.add(g, n)
                i += 1
            i = 0
            while i < 2 and horse[i] != NONE:
                if here < out[horse[i]] and is_knight_jump(f, horse[i]):
                    out[horse[i]] = here
                    todo.add(horse[i], here)
                i += 1
        here += 1


def mix(key: i64, value: i64) -> i64:
    """A number that depends on both, all that went into the key included."""
    return (key * 0x5DEECE66D + value + 11) & 0xFFFFFFFFFFFF


def mixed(a: vec[i64]) -> i64:
    """A number that depends on what is on every sea field."""
    sea = SEA_FIELDS
    key: i64 = 0
    i: i64 = 0
    while i < TILES:
        key = (key * 0x5DEECE66D + a[sea[i]] + 11) & 0xFFFFFFFFFFFF
        i += 1
    return key


def horses(s: Seameni) -> vec[i64]:
    """The fields of the face-up seahorses, at most two."""
    out = filled(2, NONE)
    if s.left[KIND[SEAHORSE]] == 2:
        return out
    n: i64 = 0
    i: i64 = 0
    while i < TILES and n < 2:
        if s.tile[SEA_FIELDS[i]] == SEAHORSE:
            out[n] = SEA_FIELDS[i]
            n += 1
        i += 1
    return out


def is_knight_jump(f: i64, g: i64) -> bool:
    dx: i64 = X[f] - X[g]
    dy: i64 = Y[f] - Y[g]
    return dx * dx + dy * dy == 5


def gap(s: Seameni, p: i64, f: i64) -> i64:
    """How far a field is from the nearest friendly ship as the crow flies."""
    best: i64 = FAR
    edge: i64 = 0
    while edge < 4:
        if s.ship[edge] != NONE and s.is_friendly(edge, p):
            dx: i64 = X[s.ship[edge]] - X[f]
            dy: i64 = Y[s.ship[edge]] - Y[f]
            dx = dx if dx >= 0 else -dx
            dy = dy if dy >= 0 else -dy
            n: i64 = dx if dx > dy else dy
            if n < best:
                best = n
        edge += 1
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


def way_round(s: Seameni, p: i64, f: i64) -> i64:
    """About how many steps it is through the waters to a friendly ship."""
    best: i64 = FAR
    edge: i64 = 0
    while edge < 4:
        if s.ship[edge] != NONE and s.is_friendly(edge, p):
            dx: i64 = X[s.ship[edge]] - X[f]
            dy: i64 = Y[s.ship[edge]] - Y[f]
            n: i64 = (dx if dx >= 0 else -dx) + (dy if dy >= 0 else -dy)
            if n < best:
                best = n
        edge += 1
    return best


def result(s: Seameni, seat: i64) -> i64:
    """1000 for the party that wins alone, 300 for a shared first place, 0 otherwise."""
    if s.rank(seat) != 1:
        return 0
    parties: i64 = 2 if s.rule[PARTNERS] else s.seats
    other: i64 = 0
    while other < parties:
        if other != seat % parties and s.rank(other) == 1:
            return 300
        other += 1
    return 1000


def left(s: Seameni) -> i64:
    """How many treasures can still be won."""
    n: i64 = TREASURES - s.lost
    edge: i64 = 0
    while edge < 4:
        n -= s.score_of[edge]
        edge += 1
    return n


def is_decided(s: Seameni) -> bool:
    """Whether what is left cannot change who wins."""
    best: i64 = -1
    second: i64 = -1
    parties: i64 = 2 if s.rule[PARTNERS] else s.seats
    seat: i64 = 0
    while seat < parties:
        n: i64 = s.party_score(s.edge_of(seat))
        if n > best:
            second = best
            best = n
        elif n > second:
            second = n
        seat += 1
    return best - second > left(s)
