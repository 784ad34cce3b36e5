"""Everything a position of Settlers consists of; the rules of the other modules work on it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import filled, zeros
from kotva.engine.state import State
from kotva.games.settlers import board
from kotva.games.settlers.rules import codes

# What a new object starts with, so that a clone allocates each array once; `own_arrays` must follow in a new game.
_FOUR: Final = zeros(4)
_NONES: Final = filled(4, board.NONE)
_RATES: Final = filled(4, 4 * (1 + 64 + 4096 + 262144 + 16777216))
_TWELVE: Final = zeros(12)
_INCOME: Final = zeros(52)
_BUILDINGS: Final = zeros(board.VERTICES)
_ROADS: Final = filled(board.EDGES, board.NONE)
_HEXES: Final = filled(board.HEXES, board.NONE)
_TOKENS: Final = zeros(board.HEXES)
_HARBOURS: Final = filled(board.HARBOURS, board.NONE)


class SettlersRules:
    """The options as the rules ask for them, by name (section 10 of the rulebook): shared by all states of a game."""

    def __init__(
        self,
        early_any: bool,
        desert_allowed: bool,
        robber_tries: i64,
        road_moves: i64,
        separate: bool,
        player_trade: i64,
        offers_per_turn: i64,
        claim: bool,
        points_cap: i64,
        time_limit: i64,
        extra_rounds: i64,
        from_current: bool,
        max_rounds: i64,
    ) -> None:
        self.early_any: bool = early_any  # SET-9.4
        self.desert_allowed: bool = desert_allowed  # SET-6.6
        self.robber_tries: i64 = robber_tries  # SET-6.8
        self.road_moves: i64 = road_moves  # SET-8.3
        self.separate: bool = separate  # SET-4.4
        self.player_trade: i64 = player_trade  # SET-12.10: OFF, OFFERS_ONLY or FULL
        self.offers_per_turn: i64 = offers_per_turn  # SET-12.8
        self.claim: bool = claim  # SET-13.5
        self.points_cap: i64 = points_cap  # SET-13.8
        self.time_limit: i64 = time_limit  # SET-14.1
        self.extra_rounds: i64 = extra_rounds  # SET-14.2
        self.from_current: bool = from_current  # SET-14.2
        self.max_rounds: i64 = max_rounds  # SET-16.1


class Island(State):
    """A position. Arrays marked `shared` are never changed in place, so that clones may share them."""

    def __init__(self, seats: i64, rule: SettlersRules) -> None:
        super().__init__(seats)
        self.rule: SettlersRules = rule
        # The board (SET-2), shared: terrain and token of each hex, kind of each harbour place.
        self.terrain: vec[i64] = _HEXES
        self.token: vec[i64] = _TOKENS
        self.harbour: vec[i64] = _HARBOURS
        self.fixed: i64 = 0  # whether the harbours are not dealt but fixed (SET-2.7)
        self.robber: i64 = board.NONE
        # Whose turn it is (SET-4).
        self.phase: i64 = codes.LAYING
        self.player: i64 = 0
        self.first: i64 = board.NONE
        self.round: i64 = 0
        self.founded: i64 = 0  # founding pairs placed (SET-3.6)
        self.site: i64 = board.NONE  # the founding settlement that waits for its road
        self.die1: i64 = 0  # the dice of this turn; 0 before the roll
        self.die2: i64 = 0
        # The dice for the start (SET-3.3): who still rolls, the best sum so far, who has it, repeats.
        self.contenders: i64 = 0
        self.best: i64 = 0
        self.tied: i64 = 0
        self.repeats: i64 = 0
        # Pieces: by vertex 0, seat + 1 for a settlement, seat + 5 for a city; by edge the seat or NONE.
        self.building: vec[i64] = _BUILDINGS
        self.road: vec[i64] = _ROADS
        self.spare: vec[i64] = _TWELVE
        # The same once more for speed: masks of vertices and edges, and what each number brings each seat.
        self.settlements: vec[i64] = _FOUR
        self.cities: vec[i64] = _FOUR
        self.blocked: i64 = 0  # vertices where nobody may settle: taken, or beside a building
        self.reach: vec[i64] = _FOUR  # vertices where a road of the seat ends
        self.low: vec[i64] = _FOUR  # edges at which the seat may continue (SET-7.2), taken ones included
        self.high: vec[i64] = _FOUR
        self.low_taken: i64 = 0
        self.high_taken: i64 = 0
        self.income: vec[i64] = _INCOME  # sum of the dice * 4 + seat: a pack, without a look at the robber
        self.rates: vec[i64] = _RATES  # SET-11.2, as packs
        # Cards: packs. `require` is what everybody can know a hand to hold, from what has been seen to come and go.
        self.hand: vec[i64] = _FOUR
        self.sure: vec[i64] = _FOUR
        self.bank: i64 = board.ALL_RESOURCES
        self.cards: vec[i64] = _FOUR  # action cards from earlier turns
        self.fresh: i64 = 0  # those the player on turn bought in this turn (SET-9.3)
        self.deck: i64 = board.ALL_CARDS
        self.spent: i64 = 0  # played cards
        self.army: vec[i64] = _FOUR  # open knights
        self.points: vec[i64] = _FOUR  # public points
        self.longest: i64 = board.NONE  # the holder of the longest road, and its length
        self.length: i64 = 0
        self.largest: i64 = board.NONE
        # This turn.
        self.played: i64 = 0  # whether an action card was played (SET-9.2)
        self.offers: i64 = 0  # how many offers were made (SET-12.8)
        self.closed: i64 = 0  # whether building closed the trade (SET-4.4)
        self.back: i64 = codes.MAIN  # the phase in which the card was played that is under way
        self.free: i64 = 0  # free roads left (SET-9.6)
        self.origin: i64 = board.NONE  # where the robber stood when its move began (SET-6.6)
        self.tries: i64 = 0  # placements in this robber move (SET-6.8)
        self.victim: i64 = board.NONE
        # The road that may be moved (SET-8), and what was before it.
        self.laid: i64 = board.NONE
        self.moved: i64 = 0
        self.was_longest: i64 = board.NONE
        self.was_length: i64 = 0
        self.was_phase: i64 = codes.MAIN
        self.was_free: i64 = 0
        # Discards (SET-6.3), shared: how many each seat owes, and the sealed packs (NONE: not yet, or nothing owed).
        self.due: vec[i64] = _FOUR
        self.sealed: vec[i64] = _NONES
        # The open offer (SET-12.5): packs, the mask of those asked; answers and counter-offers by seat, shared.
        self.give: i64 = 0
        self.want: i64 = 0
        self.asked: i64 = 0
        self.answers: vec[i64] = _FOUR
        self.counter_give: vec[i64] = _FOUR
        self.counter_want: vec[i64] = _FOUR
        # Clock and leaving (SET-14).
        self.timed: i64 = 0  # whether the time is up
        self.stop: i64 = board.NONE  # the last turn after that, as round * seats + place in the round
        self.turn_limit: i64 = 0  # seconds for turns that begin from now on
        self.limited: i64 = 0  # the limit of this turn, 0 for none
        self.forcing: i64 = 0  # whether chance plays the turn out (SET-14.6)
        self.gone: i64 = 0  # mask of the seats that have left
        self.left_with: vec[i64] = _NONES  # shared: the public points of those who left, at that moment
        self.ended: i64 = board.NONE
        self.winner: i64 = board.NONE

    def copy_public(self, c: "Island") -> None:
        """Everything that all may know (SET-15.1): all but hands, unplayed cards, the deck and sealed discards."""
        c.terrain = self.terrain
        c.token = self.token
        c.harbour = self.harbour
        c.fixed = self.fixed
        c.robber = self.robber
        c.phase = self.phase
        c.player = self.player
        c.first = self.first
        c.round = self.round
        c.founded = self.founded
        c.site = self.site
        c.die1 = self.die1
        c.die2 = self.die2
        c.contenders = self.contenders
        c.best = self.best
        c.tied = self.tied
        c.repeats = self.repeats
        c.building = self.building[:]
        c.road = self.road[:]
        c.spare = self.spare[:]
        c.settlements = self.settlements[:]
        c.cities = self.cities[:]
        c.blocked = self.blocked
        c.reach = self.reach[:]
        c.low = self.low[:]
        c.high = self.high[:]
        c.low_taken = self.low_taken
        c.high_taken = self.high_taken
        c.income = self.income[:]
        c.rates = self.rates[:]
        c.sure = self.sure[:]
        c.bank = self.bank
        c.spent = self.spent
        c.army = self.army[:]
        c.points = self.points[:]
        c.longest = self.longest
        c.length = self.length
        c.largest = self.largest
        c.played = self.played
        c.offers = self.offers
        c.closed = self.closed
        c.back = self.back
        c.free = self.free
        c.origin = self.origin
        c.tries = self.tries
        c.victim = self.victim
        c.laid = self.laid
        c.moved = self.moved
        c.was_longest = self.was_longest
        c.was_length = self.was_length
        c.was_phase = self.was_phase
        c.was_free = self.was_free
        c.due = self.due
        c.give = self.give
        c.want = self.want
        c.asked = self.asked
        c.answers = self.answers
        c.counter_give = self.counter_give
        c.counter_want = self.counter_want
        c.timed = self.timed
        c.stop = self.stop
        c.turn_limit = self.turn_limit
        c.limited = self.limited
        c.forcing = self.forcing
        c.gone = self.gone
        c.left_with = self.left_with
        c.ended = self.ended
        c.winner = self.winner

    def copy_hidden(self, c: "Island") -> None:
        c.hand = self.hand[:]
        c.cards = self.cards[:]
        c.fresh = self.fresh
        c.deck = self.deck
        c.sealed = self.sealed

    def own_arrays(self) -> None:
        """Give a new object arrays of its own."""
        self.copy_public(self)
        self.copy_hidden(self)
