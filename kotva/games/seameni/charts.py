"""Maps of turns over Seameni's sea: how long it takes to bring a treasure home from each field, and to fetch one.

`home` counts the turns from standing on a field with treasure until it is aboard a friendly ship, over known fields and
currents (an unknown field costs extra: somebody has to turn it up first), and `fetch` from standing there with nothing until
a treasure is aboard, where an unknown field promises to hold one. Everybody has one action a turn, so a ship that comes to
meet its pirates costs turns as well.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import filled, ints, push, zeros
from kotva.games.seameni import board
from kotva.games.seameni.board import field_at, is_sea
from kotva.games.seameni.rules.game import Seameni

FAR: Final = 80  # turns: as good as never
BEST: Final = 0  # where a map of fetching keeps the fewest turns from any field: a corner field, where nothing else is
CHARTS: Final = 2039


def _sea_field(x: int, y: int) -> int:
    """The sea field with these coordinates, or NONE."""
    f = field_at(x, y)
    return f if is_sea(f) else board.NONE


def _points(code: str) -> int:
    """The directions of a current as bits."""
    ways = {"c4s": [0, 2, 4, 6], "c4d": [1, 3, 5, 7], "c8": list(range(8))}
    ways |= {"c2NS": [0, 4], "c2EW": [2, 6], "c2NE": [1, 5], "c2NW": [3, 7]}
    ways |= {f"c1{name}": [i] for i, name in enumerate(board.DIRECTIONS)}
    return int(sum(2**way for way in ways.get(code, [])))


# The sea fields round each field by direction, or NONE; and which ways the currents point, a bit a direction.
AROUND: Final = ints([_sea_field(f % 13 + dx, f // 13 + dy) for f in range(169) for dx, dy in board.WAYS])
POINTS: Final = ints([_points(code) for code in board.CODES])
BEHIND: Final = ints([2 ** ((i + 4) % 8) for i in range(8)])  # the bit of the opposite direction


def _circle() -> vec[i64]:
    """The 48 waters fields in their order round the sea."""
    out = [0, int(board.RING[0])]
    while len(out) < 48:
        a, b = int(board.RING[out[-1] * 2]), int(board.RING[out[-1] * 2 + 1])
        out.append(b if a == out[-2] else a)
    return ints(out)


def _places(circle: vec[i64]) -> vec[i64]:
    """Where in the circle each waters field is."""
    out = filled(board.FIELDS, board.NONE)
    for i in range(48):
        out[circle[i]] = i
    return out


CIRCLE: Final = _circle()
PLACE_IN_CIRCLE: Final = _places(CIRCLE)


class Todo:
    """Fields by their turns, fewest first: a chain of fields for each number of turns. A field may wait more than once."""

    def __init__(self) -> None:
        self.first: vec[i64] = filled(FAR, board.NONE)
        self.field: vec[i64] = zeros(256)
        self.next: vec[i64] = zeros(256)
        self.n: i64 = 0

    def add(self, f: i64, turns: i64) -> None:
        if self.n == len(self.field):
            self.field = push(self.field, f)
            self.next = push(self.next, board.NONE)
        self.field[self.n] = f
        self.next[self.n] = self.first[turns]
        self.first[turns] = self.n
        self.n += 1


class TurnMap:
    """A map of turns, and what it was drawn from; never changed afterwards."""

    def __init__(self, key: i64, turns: vec[i64]) -> None:
        self.key: i64 = key
        self.turns: vec[i64] = turns


class TurnMaps:
    """Maps as they are needed. Search asks about the same sea again and again: those drawn lately are kept, by what they were
    drawn from."""

    def __init__(self) -> None:
        self.unknown: i64 = 3  # turns that an unknown field costs a carrier
        self.search: i64 = 10  # turns that finding treasure takes after entering an unknown field, at first
        self.tiles: i64 = 0
        self.chests: i64 = 0
        self.drawn: list[TurnMap] = [TurnMap(board.NONE, zeros(0)) for _ in range(CHARTS)]

    def look_at(self, s: Seameni) -> None:
        """From now on the charts are about this sea."""
        self.tiles = mixed(s.tile)
        self.chests = mix(self.tiles, mixed(s.treasure))
        for p in range(i64(board.PIRATES)):
            if s.laden[p]:
                self.chests = mix(self.chests, s.place[p])

    def home(self, s: Seameni, edge: i64, pair: bool) -> vec[i64]:
        """Turns from each field with a treasure until it is aboard the ship of an edge, or of its partner."""
        return self.turns(self.key(self.tiles, s, edge, pair), s, edge, pair, True)

    def fetch(self, s: Seameni, edge: i64, pair: bool) -> vec[i64]:
        """Turns from each field with nothing until a treasure is aboard; on a ship's own field: from aboard it."""
        return self.turns(self.key(self.chests, s, edge, pair), s, edge, pair, False)

    def turns(self, key: i64, s: Seameni, edge: i64, pair: bool, laden: bool) -> vec[i64]:
        """The map that was drawn from what the key stands for, a new one if need be."""
        chart = self.drawn[key % CHARTS]
        if chart.key != key:
            chart = TurnMap(key, self.home_map(s, edge, pair) if laden else self.fetch_map(s, edge, pair))
            self.drawn[key % CHARTS] = chart
        return chart.turns

    def key(self, seen: i64, s: Seameni, edge: i64, pair: bool) -> i64:
        key: i64 = mix(mix(seen, s.ship[edge]), edge)
        return mix(key, s.ship[edge ^ 2]) if pair else key

    # -- drawing ----------------------------------------------------------------------------------------------------

    def delays(self, s: Seameni, laden: bool) -> vec[i64]:
        """What a step off each field costs: one turn and the delay of its tile; 0 where nobody stands, -code in transit."""
        tile = s.tile
        sea = board.SEA_FIELDS
        out = zeros(board.FIELDS)
        for i in range(i64(board.TILES)):
            f: i64 = sea[i]
            t: i64 = tile[f]
            if t >= board.TRANSIT:
                out[f] = -t
            elif t == board.HIDDEN:
                out[f] = 1 + self.unknown
            elif t < board.TURTLE:
                out[f] = 1
            elif t == board.TURTLE:
                out[f] = 2
            elif t == board.OCTOPUS:
                out[f] = 9
            elif t == board.ISLAND:
                out[f] = 0 if laden else 1
            elif t <= board.LAST_MUD:
                out[f] = t - board.MUD
        return out

    def home_map(self, s: Seameni, edge: i64, pair: bool) -> vec[i64]:
        """Turns from standing on each field with a treasure until it is aboard.

        The ship may come to meet it: a place along its edge costs as many turns as the ship needs to get there.
        """
        out = filled(board.FIELDS, FAR)
        cost = self.delays(s, True)
        todo = Todo()
        self.dock(s, edge, out, cost, todo)
        if pair:
            self.dock(s, edge ^ 2, out, cost, todo)
        spread(out, cost, horses(s), todo)
        return out

    def dock(self, s: Seameni, edge: i64, out: vec[i64], cost: vec[i64], todo: Todo) -> None:
        """All places along an edge where its ship may meet a carrier."""
        ship: i64 = s.ship[edge]
        if ship == board.NONE:
            return
        along: i64 = 13 if edge & 1 else 1
        for i in range(edge * 11, edge * 11 + 11):
            dock: i64 = board.EDGE_FIELDS[i]
            away: i64 = (dock - ship) // along if dock > ship else (ship - dock) // along
            out[dock] = away
            todo.add(dock, away)
            front: i64 = board.FRONT[dock]
            n: i64 = away + cost[front]
            if cost[front] > 0 and n < out[front]:
                out[front] = n
                todo.add(front, n)

    def fetch_map(self, s: Seameni, edge: i64, pair: bool) -> vec[i64]:
        """Turns from standing on each field with nothing until a treasure is aboard."""
        home = self.home(s, edge, pair)
        tile = s.tile
        treasure = s.treasure
        sea = board.SEA_FIELDS
        out = filled(board.FIELDS, FAR)
        todo = Todo()
        search: i64 = self.search_time(s)
        for i in range(i64(board.TILES)):
            f: i64 = sea[i]
            n: i64 = FAR
            if treasure[f]:
                n = home[f]
            elif tile[f] == board.HIDDEN:
                n = home[f] + search
            if n < FAR:
                out[f] = n
                if n < out[BEST]:
                    out[BEST] = n
                todo.add(f, n)
        for p in range(i64(board.PIRATES)):
            f = s.place[p]
            if s.laden[p] and home[f] < out[f]:  # what is carried through mud may be taken from it afterwards
                out[f] = home[f]
                todo.add(f, home[f])
        spread(out, self.delays(s, False), horses(s), todo)
        leave(s, edge, out)
        if pair:
            leave(s, edge ^ 2, out)
        return out

    def search_time(self, s: Seameni) -> i64:
        """How many turns it takes to find treasure after entering an unknown field: more the rarer it is."""
        n: i64 = self.hidden_chests(s)
        return FAR if n == 0 else self.search * s.hidden // (8 * n)

    def hidden_chests(self, s: Seameni) -> i64:
        """How many treasure tiles lie face down."""
        n: i64 = 0
        for t in range(board.TREASURE + 1, i64(board.TURTLE)):
            n += s.left[board.KIND[t]]
        return n


def leave(s: Seameni, edge: i64, fetch: vec[i64]) -> None:
    """Fill in the turns from aboard a ship: it may sail first to where a pirate can get off."""
    ship: i64 = s.ship[edge]
    if ship == board.NONE:
        return
    along: i64 = 13 if edge & 1 else 1
    best: i64 = FAR
    for i in range(edge * 11, edge * 11 + 11):
        dock: i64 = board.EDGE_FIELDS[i]
        n: i64 = 1 + fetch[board.FRONT[dock]] + ((dock - ship) // along if dock > ship else (ship - dock) // along)
        if n < best:
            best = n
    fetch[ship] = best


def walk(s: Seameni, p: i64, at: i64) -> i64:
    """How many steps it is through the waters until a pirate is aboard a friendly ship; enemy ships bar the way."""
    best: i64 = 32
    for way in range(1, i64(48), 46):
        i: i64 = PLACE_IN_CIRCLE[at]
        n: i64 = 0
        while n < best:
            edge: i64 = s.ship_on(CIRCLE[i])
            if edge != board.NONE and n > 0:
                if s.is_friendly(edge, p):
                    best = n
                break
            i = (i + way) % 48
            n += 1
    return best


def spread(out: vec[i64], cost: vec[i64], horse: vec[i64], todo: Todo) -> None:
    """Spread turns from the fields in `todo` to wherever one can come from; currents carry on at no cost."""
    around = AROUND
    points = POINTS
    behind = BEHIND
    sea = board.SEA
    first = todo.first
    for here in range(i64(FAR)):
        while first[here] != board.NONE:
            entry: i64 = first[here]
            first[here] = todo.next[entry]
            f: i64 = todo.field[entry]
            if out[f] != here:
                continue  # a shorter way was found meanwhile
            steps: bool = sea[f] == 1
            k: i64 = f * 8
            for i in range(i64(8)):
                g: i64 = around[k + i]
                if g != board.NONE:
                    n: i64 = FAR
                    c: i64 = cost[g]
                    if c > 0:
                        if steps:
                            n = here + c
                    elif c < 0:
                        if points[-c] & behind[i]:
                            n = here
                        elif c == -board.VORTEX:  # a pirate that comes from the other side is whirled on to f
                            g = around[g * 8 + i]
                            if g != board.NONE and cost[g] > 0:
                                n = here + cost[g]
                    if n < FAR and n < out[g]:
                        out[g] = n
                        todo.add(g, n)
            i = 0
            while i < 2 and horse[i] != board.NONE:
                if here < out[horse[i]] and is_knight_jump(f, horse[i]):
                    out[horse[i]] = here
                    todo.add(horse[i], here)
                i += 1


def mix(key: i64, value: i64) -> i64:
    """A number that depends on both, all that went into the key included."""
    return (key * 0x5DEECE66D + value + 11) & 0xFFFFFFFFFFFF


def mixed(a: vec[i64]) -> i64:
    """A number that depends on what is on every sea field."""
    sea = board.SEA_FIELDS
    key: i64 = 0
    for i in range(i64(board.TILES)):
        key = (key * 0x5DEECE66D + a[sea[i]] + 11) & 0xFFFFFFFFFFFF
    return key


def horses(s: Seameni) -> vec[i64]:
    """The fields of the face-up seahorses, at most two."""
    out = filled(2, board.NONE)
    if s.left[board.KIND[board.SEAHORSE]] == 2:
        return out
    n: i64 = 0
    i: i64 = 0
    while i < board.TILES and n < 2:
        if s.tile[board.SEA_FIELDS[i]] == board.SEAHORSE:
            out[n] = board.SEA_FIELDS[i]
            n += 1
        i += 1
    return out


def is_knight_jump(f: i64, g: i64) -> bool:
    dx: i64 = board.X[f] - board.X[g]
    dy: i64 = board.Y[f] - board.Y[g]
    return dx * dx + dy * dy == 5
