"""The figures on the sea and ashore, the open fights, the counters: what a position of Triremes is made of."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import filled, push, zeros
from kotva.engine.state import State
from kotva.games.triremes import board
from kotva.games.triremes.board import Chart
from kotva.games.triremes.rules import codes

# A fight is five numbers: the starting ship (or NONE), the assaulting soldier's square (or NONE), the other ship,
# the side that attacks now (0: the one that started it), ties in a row.
FIGHT_SIZE: Final = 5
STARTER: Final = 0
SQUARE: Final = 1
TARGET: Final = 2
ATTACKS: Final = 3
TIED: Final = 4


NOTHING: Final = zeros(0)  # stands in new states until their arrays are filled; never changed


class TriremesTable(State):
    """All figures and counters. Ships live in slots; a sunk ship's bow is NONE. Soldiers ashore stand in sorted lists."""

    def __init__(self, seats: i64, chart: Chart) -> None:
        super().__init__(seats)
        self.chart: Chart = chart
        self.phase: i64 = codes.SETUP
        self.turn: i64 = 0  # whose turn it is
        self.asked: i64 = 0  # who decides
        self.turns: i64 = 0  # finished turns (TRI-16.3)
        self.quiet: i64 = 0  # turns in a row without progress (TRI-16.1)
        self.progress: i64 = 0  # whether this turn saw any
        self.proposed: i64 = 0  # 1: a pact action was played this turn; 2: a draw was offered
        self.ended: i64 = board.NONE
        self.fallen: i64 = 0  # how many players are eliminated
        self.out: vec[i64] = NOTHING  # 0, or the place in the order of elimination, from 1
        self.on: vec[i64] = NOTHING  # by square: 1 + ship's slot, SOLDIER + seat, or what the free square is
        # Ships, by slot.
        self.ident: vec[i64] = NOTHING  # replaced as a whole when a ship is bought: clones share it
        self.bow: vec[i64] = NOTHING
        self.heading: vec[i64] = NOTHING
        self.owner: vec[i64] = NOTHING
        self.load: vec[i64] = NOTHING
        self.prize: vec[i64] = NOTHING  # TRI-14.4
        # Soldiers ashore: MOST_MEN places a seat, the first `ashore` of them used; `alive` counts those aboard too.
        self.men: vec[i64] = NOTHING
        self.ashore: vec[i64] = NOTHING
        self.alive: vec[i64] = NOTHING
        self.coins: vec[i64] = NOTHING
        self.built: vec[i64] = NOTHING  # the highest number of a ship ever used
        self.pact: vec[i64] = NOTHING  # 1 allies, 2 allies until the turn ends (TRI-19.4)
        self.fights: vec[i64] = NOTHING  # a stack, the newest last (TRI-12.9)
        # The land battle: from a square or a ship, the attacked square, who attacks now (0: the side that began), ties in a row,
        # and the square of a second landing that waits (TRI-9.7).
        self.fought_from: i64 = board.NONE
        self.fought_ship: i64 = board.NONE
        self.fought_to: i64 = board.NONE
        self.fought_back: i64 = 0
        self.fought_ties: i64 = 0
        self.landing_ship: i64 = board.NONE
        self.landing: i64 = board.NONE

    # -- ships ----------------------------------------------------------------------------------------------------------

    def slot(self, ident: i64) -> i64:
        """The slot of the ship with this id, or NONE if it is not on the board."""
        n: i64 = len(self.ident)
        per: i64 = self.chart.ships[0]
        guess: i64 = ident // board.NUMBERS * per + ident % board.NUMBERS
        if guess < n and self.ident[guess] == ident:
            return guess if self.bow[guess] != board.NONE else board.NONE
        for i in range(n):
            if self.ident[i] == ident:
                return i if self.bow[i] != board.NONE else board.NONE
        return board.NONE

    def stern(self, slot: i64) -> i64:
        """TRI-2.6: the square directly behind the bow."""
        return self.bow[slot] - self.chart.step[self.heading[slot]]

    def low(self, slot: i64) -> i64:
        """The lower of the numbers of a ship's two squares."""
        heading: i64 = self.heading[slot]
        return self.bow[slot] if heading >= 2 else self.bow[slot] - self.chart.step[heading]

    def ship_pose(self, slot: i64) -> i64:
        """The pose of a ship for an event."""
        return self.chart.code[self.bow[slot]] * 4 + self.heading[slot]

    def put_ship(self, slot: i64, bow: i64, heading: i64) -> None:
        """TRI-1.3: a ship takes two squares in line."""
        self.bow[slot] = bow
        self.heading[slot] = heading
        self.on[bow] = 1 + slot
        self.on[bow - self.chart.step[heading]] = 1 + slot

    def lift_ship(self, slot: i64) -> None:
        """Take a ship off its squares."""
        self.on[self.bow[slot]] = board.FREE_SEA
        self.on[self.stern(slot)] = board.FREE_SEA

    def remove_ship(self, slot: i64) -> None:
        """A ship leaves the game; its empty slot remembers nothing of it."""
        self.lift_ship(slot)
        self.bow[slot] = board.NONE
        self.heading[slot] = 0
        self.owner[slot] = self.ident[slot] // board.NUMBERS
        self.load[slot] = 0
        self.prize[slot] = 0

    def add_ship(self, ident: i64, owner: i64, bow: i64, heading: i64, load: i64) -> None:
        """One more slot at the end; a ship without a bow is one that was sunk."""
        self.ident = push(self.ident[:], ident)
        self.bow = push(self.bow, board.NONE)
        self.heading = push(self.heading, 0)
        self.owner = push(self.owner, owner)
        self.load = push(self.load, load)
        self.prize = push(self.prize, 0)
        if bow != board.NONE:
            self.put_ship(len(self.bow) - 1, bow, heading)

    def move_slot(self, old: i64, new: i64) -> None:
        """What was in one slot is in another; an empty slot stays empty (`ident` must be the state's own)."""
        self.ident[new] = self.ident[old]
        self.bow[new] = self.bow[old]
        self.heading[new] = self.heading[old]
        self.owner[new] = self.owner[old]
        self.load[new] = self.load[old]
        self.prize[new] = self.prize[old]
        if self.bow[new] != board.NONE:
            self.put_ship(new, self.bow[new], self.heading[new])

    def ships_of(self, seat: i64) -> i64:
        """How many ships a player owns; a captured ship counts for its new owner (TRI-14.1)."""
        n: i64 = 0
        for i in range(i64(len(self.bow))):
            if self.bow[i] != board.NONE and self.owner[i] == seat:
                n += 1
        return n

    # -- soldiers -------------------------------------------------------------------------------------------------------

    def put_man(self, seat: i64, square: i64) -> None:
        """TRI-1.3: a soldier on land takes one square."""
        i: i64 = seat * board.MOST_MEN + self.ashore[seat]
        first: i64 = seat * board.MOST_MEN
        while i > first and self.men[i - 1] > square:
            self.men[i] = self.men[i - 1]
            i -= 1
        self.men[i] = square
        self.ashore[seat] += 1
        self.on[square] = board.SOLDIER + seat

    def lift_man(self, seat: i64, square: i64) -> None:
        """Take a soldier off its square; it may go on living elsewhere."""
        i: i64 = seat * board.MOST_MEN
        while self.men[i] != square:
            i += 1
        self.ashore[seat] -= 1
        last: i64 = seat * board.MOST_MEN + self.ashore[seat]
        while i < last:
            self.men[i] = self.men[i + 1]
            i += 1
        self.men[last] = board.NONE
        self.on[square] = board.FREE_LAND

    # -- friend and foe -------------------------------------------------------------------------------------------------

    def enemies(self, seat: i64, other: i64) -> bool:
        """An enemy is any other player who is not an ally (TRI-19.2)."""
        return seat != other and self.pact[seat * board.MOST_SEATS + other] == 0

    def closed_fort(self, seat: i64, square: i64) -> bool:
        """TRI-19.2: a soldier may not enter a fortress square of an ally."""
        fort: i64 = self.chart.fort[square]
        if fort == board.NONE or fort // 2 == seat:
            return False
        return self.pact[seat * board.MOST_SEATS + fort // 2] != 0 and self.out[fort // 2] == 0

    def earn(self, seat: i64, coins: i64) -> None:
        """TRI-20.2: income, where there is buying."""
        if self.chart.purchase and seat != board.NONE:
            self.coins[seat] += coins

    # -- open fights ----------------------------------------------------------------------------------------------------

    def engaged(self, slot: i64) -> bool:
        """TRI-11.10: the ships of an open fight are engaged."""
        for i in range(0, i64(len(self.fights)), FIGHT_SIZE):
            if self.fights[i + STARTER] == slot or self.fights[i + TARGET] == slot:
                return True
        return False

    def side_ship(self, fight: i64, side: i64) -> i64:
        """The ship of a side of a fight, or NONE: the assaulting soldier."""
        return self.fights[fight + TARGET] if side else self.fights[fight + STARTER]

    def side_owner(self, fight: i64, side: i64) -> i64:
        """The player of a side of a fight."""
        ship: i64 = self.side_ship(fight, side)
        return self.on[self.fights[fight + SQUARE]] - board.SOLDIER if ship == board.NONE else self.owner[ship]

    def open_fight(self, starter: i64, square: i64, target: i64) -> None:
        """TRI-11.2: who starts a fight attacks first. TRI-12.9: a new fight lies on top of the others."""
        self.fights = push(self.fights, starter)
        self.fights = push(self.fights, square)
        self.fights = push(self.fights, target)
        self.fights = push(self.fights, 0)
        self.fights = push(self.fights, 0)

    def close_fight(self, fight: i64) -> None:
        """Take one fight out of the stack."""
        left = zeros(0)
        for i in range(i64(len(self.fights))):
            if i < fight or i >= fight + FIGHT_SIZE:
                left = push(left, self.fights[i])
        self.fights = left

    def close_fights_of(self, ship: i64) -> None:
        """TRI-11.11: a fight ends at once when a ship of it is captured or sunk."""
        i: i64 = 0
        while i < len(self.fights):
            if self.fights[i + STARTER] == ship or self.fights[i + TARGET] == ship:
                self.close_fight(i)
            else:
                i += FIGHT_SIZE

    # -- copies ---------------------------------------------------------------------------------------------------------

    def copy_public(self, c: "TriremesTable") -> None:
        """Everything that all may know (TRI-21.4): all but loads. The chart is shared by all states of a game."""
        c.phase = self.phase
        c.turn = self.turn
        c.asked = self.asked
        c.turns = self.turns
        c.quiet = self.quiet
        c.progress = self.progress
        c.proposed = self.proposed
        c.ended = self.ended
        c.fallen = self.fallen
        c.out = self.out[:]
        c.on = self.on[:]
        c.ident = self.ident
        c.bow = self.bow[:]
        c.heading = self.heading[:]
        c.owner = self.owner[:]
        c.prize = self.prize[:]
        c.men = self.men[:]
        c.ashore = self.ashore[:]
        c.alive = self.alive[:]
        c.coins = self.coins[:]
        c.built = self.built[:]
        c.pact = self.pact[:]
        c.fights = self.fights[:]
        c.fought_from = self.fought_from
        c.fought_ship = self.fought_ship
        c.fought_to = self.fought_to
        c.fought_back = self.fought_back
        c.fought_ties = self.fought_ties
        c.landing_ship = self.landing_ship
        c.landing = self.landing

    def copy_hidden(self, c: "TriremesTable") -> None:
        """TRI-21.1: loads."""
        c.load = self.load[:]

    def clear(self) -> None:
        """An empty board."""
        self.out = zeros(board.MOST_SEATS)
        self.on = self.chart.free[:]
        self.ident = zeros(0)
        self.bow = zeros(0)
        self.heading = zeros(0)
        self.owner = zeros(0)
        self.load = zeros(0)
        self.prize = zeros(0)
        self.men = filled(board.MOST_MEN * self.seats, board.NONE)
        self.ashore = zeros(board.MOST_SEATS)
        self.alive = zeros(board.MOST_SEATS)
        self.coins = zeros(board.MOST_SEATS)
        self.built = zeros(board.MOST_SEATS)
        self.pact = zeros(board.MOST_SEATS * board.MOST_SEATS)
        self.fights = zeros(0)
