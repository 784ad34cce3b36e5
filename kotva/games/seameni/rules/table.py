"""A position of Seameni: where everything is, who belongs to whom, and what stands where."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import filled, push, zeros
from kotva.engine.state import State
from kotva.games.seameni import board
from kotva.games.seameni.rules import codes

NOTHING: Final = zeros(0)  # shared by all states, so it never changes: arrays grow by `grown`


def grown(a: vec[i64], value: i64) -> vec[i64]:
    """The array with one more item; a new one if it was NOTHING."""
    return push(a if len(a) > 0 else zeros(0), value)


class SeameniRules:
    """The options as the rules ask for them, by name (section 10 of the rulebook): shared by all states of a game."""

    def __init__(
        self,
        partners: bool,
        ship_crew: i64,
        allow_pass: bool,
        skip_idle: bool,
        agreement: bool,
        auto_end: bool,
        stall_turns: i64,
        max_turns: i64,
    ) -> None:
        self.partners: bool = partners  # SEA-1.5: never with fewer than four players
        self.ship_crew: i64 = ship_crew  # SEA-6.4: free pirates that a ship needs
        self.allow_pass: bool = allow_pass  # SEA-5.2
        self.skip_idle: bool = skip_idle  # SEA-18.3
        self.agreement: bool = agreement  # SEA-19.1
        self.auto_end: bool = auto_end  # SEA-19.3
        self.stall_turns: i64 = stall_turns  # SEA-19.5, of each player
        self.max_turns: i64 = max_turns  # SEA-19.6, of each player


class SeameniTable(State):
    """Everything that the rules know; players are counted by edge here, 0 to 3 for S, W, N, E.

    Friends share fields freely (SEA-3.9); ships are never removed (SEA-18.2).
    """

    def __init__(self, seats: i64, rule: SeameniRules, first: i64) -> None:
        super().__init__(seats)
        self.rule: SeameniRules = rule
        self.first: i64 = first  # the edge that begins, or NONE while chance has to say (SEA-1.4)
        self.phase: i64 = codes.PLACING
        self.player: i64 = first  # whose turn it is
        self.decider: i64 = first  # who decides now
        self.turns: i64 = 0  # finished turns (SEA-19.4)
        self.stall: i64 = 0
        self.progress: i64 = 0  # whether this turn had any
        self.asked: i64 = 0  # whether `end?` was played in this turn (SEA-19.1)
        self.put_out: i64 = 0  # pirates put out in this turn, a bit each (SEA-17.4)
        self.ended: i64 = board.NONE
        # Tiles: what nobody has seen is not here but for the number of each kind that lies face down.
        # (Arrays are empty here and laid out by `lay_out` or `copy_public`, so that a clone makes each of them once.)
        self.tile: vec[i64] = NOTHING
        self.left: vec[i64] = NOTHING
        self.hidden: i64 = board.TILES
        self.turning: i64 = board.NONE  # the field whose tile chance turns up now
        # Ships and treasure.
        self.ship: vec[i64] = NOTHING
        self.score_of: vec[i64] = NOTHING
        self.treasure: vec[i64] = NOTHING  # lying on sea fields other than mud
        self.lost: i64 = 0
        # Pirates.
        self.place: vec[i64] = NOTHING
        self.step: vec[i64] = NOTHING  # in mud (SEA-9.18)
        self.laden: vec[i64] = NOTHING  # a treasure lies on its step of the mud (SEA-9.26)
        self.captor: vec[i64] = NOTHING
        self.caught: vec[i64] = NOTHING
        self.rest: vec[i64] = NOTHING  # 1: in its controller's next turn; 2: in the one after the present turn
        self.exile: vec[i64] = NOTHING
        # The movement that runs (SEA-11): empty between movements.
        self.mover: i64 = board.NONE
        self.kind: i64 = codes.WALK
        self.origin: i64 = board.NONE
        self.at: i64 = board.NONE
        self.carried: i64 = 0
        self.surprised: i64 = 0
        self.exempt: i64 = 0  # the first field of `out` (SEA-17.5)
        self.way: vec[i64] = NOTHING  # arrivals since the last choice of an exit: field * 169 + origin (SEA-11.12)
        self.taken: vec[i64] = NOTHING  # exits taken: field * 169 + exit (SEA-11.11)

    def lay_out(self) -> None:
        """SEA-4.1: everything face down, nobody anywhere yet."""
        self.tile = zeros(board.FIELDS)
        self.left = board.COUNTS[:]
        self.ship = filled(4, board.NONE)
        self.score_of = zeros(4)
        self.treasure = zeros(board.FIELDS)
        self.place = filled(board.PIRATES, board.DEAD)
        self.step = zeros(board.PIRATES)
        self.laden = zeros(board.PIRATES)
        self.captor = filled(board.PIRATES, board.NONE)
        self.caught = zeros(board.PIRATES)
        self.rest = zeros(board.PIRATES)
        self.exile = zeros(board.PIRATES)

    def copy_public(self, c: "SeameniTable") -> None:
        """Everything (section 8: there are no private views): what nobody has seen yet is in no field."""
        c.phase = self.phase
        c.player = self.player
        c.decider = self.decider
        c.turns = self.turns
        c.stall = self.stall
        c.progress = self.progress
        c.asked = self.asked
        c.put_out = self.put_out
        c.ended = self.ended
        c.tile = self.tile[:]
        c.left = self.left[:]
        c.hidden = self.hidden
        c.turning = self.turning
        c.ship = self.ship[:]
        c.score_of = self.score_of[:]
        c.treasure = self.treasure[:]
        c.lost = self.lost
        c.place = self.place[:]
        c.step = self.step[:]
        c.laden = self.laden[:]
        c.captor = self.captor[:]
        c.caught = self.caught[:]
        c.rest = self.rest[:]
        c.exile = self.exile[:]
        c.mover = self.mover
        c.kind = self.kind
        c.origin = self.origin
        c.at = self.at
        c.carried = self.carried
        c.surprised = self.surprised
        c.exempt = self.exempt
        if self.mover != board.NONE:
            c.way = self.way[:]
            c.taken = self.taken[:]

    # -- players (SEA-1) --------------------------------------------------------------------------------------------

    def edge_of(self, seat: i64) -> i64:
        """SEA-1.2: two players sit at S and N, three at S, W and N."""
        return seat * 2 if self.seats == 2 else seat

    def seat_of(self, edge: i64) -> i64:
        return edge // 2 if self.seats == 2 else edge

    def next_edge(self, edge: i64) -> i64:
        """SEA-1.3: clockwise, leaving out edges without a player."""
        if self.seats == 2:
            return 2 - edge
        return (edge + 1) % self.seats

    def party(self, edge: i64) -> i64:
        """SEA-1.6: a pair of partners (SEA-1.5: opposite edges), or a single player."""
        return edge & 1 if self.rule.partners else edge

    def controller(self, p: i64) -> i64:
        """SEA-1.8: its owner, or the owner of the ship that holds it."""
        return self.captor[p] if self.captor[p] != board.NONE else p // 3

    def are_enemies(self, p: i64, q: i64) -> bool:
        """SEA-1.9, 16.3: by the parties of their controllers."""
        return self.party(self.controller(p)) != self.party(self.controller(q))

    def is_friendly(self, edge: i64, p: i64) -> bool:
        """SEA-1.9: whether the ship of an edge is friendly to a pirate."""
        return self.party(edge) == self.party(self.controller(p))

    # -- what stands where ------------------------------------------------------------------------------------------

    def ship_on(self, f: i64) -> i64:
        """The edge whose ship stands on a field, or NONE."""
        for e in range(i64(4)):
            if self.ship[e] == f:
                return e
        return board.NONE

    def crew(self, edge: i64) -> i64:
        """How many pirates are aboard a ship, captives included (SEA-16.9)."""
        n: i64 = 0
        for p in range(i64(board.PIRATES)):
            if self.place[p] == board.ABOARD + edge:
                n += 1
        return n

    def is_occupied(self, f: i64, but: i64) -> bool:
        """Whether a pirate other than `but` stands on a field."""
        for p in range(i64(board.PIRATES)):
            if self.place[p] == f and p != but:
                return True
        return False

    def has_room(self, f: i64, step: i64, but: i64, carried: i64) -> bool:
        """SEA-9.22: a step of mud takes one pirate and one treasure, or two pirates. `but` is the one who comes."""
        others: i64 = 0
        for p in range(i64(board.PIRATES)):
            if self.place[p] == f and p != but and self.step[p] == step:
                if self.laden[p] or carried:
                    return False
                others += 1
        return others < 2

    def lying(self, p: i64) -> i64:
        """How much treasure lies where a pirate on the sea stands; in mud: on its step."""
        return self.laden[p] if self.step[p] else self.treasure[self.place[p]]

    def is_idle(self, edge: i64) -> bool:
        """SEA-18.3: all pirates of a player are dead and no captive is held; SEA-18.4: captives of others are not dead."""
        for p in range(i64(board.PIRATES)):
            if self.place[p] != board.DEAD and (p // 3 == edge or self.captor[p] == edge):
                return False
        return True
