"""The waters of Triremes: squares, headings, the chart that two to four domain maps make, and the layout of the actions."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import ints, push, zeros
from kotva.engine.layout import Layout

NONE: Final = -1
UNKNOWN: Final = -2  # in a view: a load that the viewer may not know (TRI-21.1)

# Players 1 to 4 are seats 0 to 3 (TRI-1.1, 18.1).
LETTERS: Final = "RGCE"
MOST_SEATS: Final = 4
MOST_MEN: Final = 24  # no player ever has more soldiers than all players together
LOAD: Final = 2  # TRI-9.1
TIES: Final = 12  # TRI-8.6, 11.9
ATTACK: Final = 3  # TRI-8.1, 11.1
DEFENCE: Final = 2

# Squares have one name on every board (TRI-2.3): their code is column * GRID + row, both from 0. The largest board is
# the cross of four maps of 26 x 26: 78 columns and rows. Numbers go up by column, then row: the sorting order of TRI-2.7.
GRID: Final = 78
SQUARES: Final = 6084
COLUMNS: Final = [a + b for a in ("", "a", "b") for b in "abcdefghijklmnopqrstuvwxyz"]

# Kinds of squares (TRI-2.2). Outside the board everything is reef (TRI-2.5).
REEF: Final = 0
SEA: Final = 1
LAND: Final = 2

# Headings N, E, S, W are 0 to 3: left of a heading is + 3, right is + 1, the opposite + 2, modulo 4.
HEADINGS: Final = "NESW"

# Movement codes in the order of TRI-5.2 and 5.6.
CODES: Final = ["F", "L", "R", "FL", "FR", "B", "1", "TL", "TR"]
F: Final = 0
L: Final = 1
R: Final = 2
FL: Final = 3
FR: Final = 4
B: Final = 5
ONE: Final = 6
TL: Final = 7
TR: Final = 8
MOVEMENTS: Final = 9
USUAL: Final = 6  # movements without short_moves
WATERS: Final = 6  # squares around a bow that movements use

# A ship's id is its builder's letter and a number that never changes (TRI-3.2): builder * NUMBERS + number - 1.
# 200 is more than can ever be bought: a ship costs more than the most that figures bring (TRI-20.4).
NUMBERS: Final = 200
SHIPS: Final = 800
BERTHS: Final = 12

# What is on a square: a figure (1 + slot of a ship, SOLDIER + seat of a soldier) or what the free square is.
SOLDIER: Final = 1000
FREE_SEA: Final = 0
FREE_LAND: Final = -1
REEF_THERE: Final = -2

# Actions: each family starts where the one before it ends.
PLACE: Final = 0  # + square
SAIL: Final = PLACE + SQUARES  # + ship * 9 + movement
BOARD: Final = SAIL + SHIPS * MOVEMENTS  # + (ship * 9 + movement) * 800 + target
STEP: Final = BOARD + SHIPS * MOVEMENTS * SHIPS  # + from * SQUARES + to
STRIKE: Final = STEP + SQUARES * SQUARES  # + from * SQUARES + to
ASSAULT: Final = STRIKE + SQUARES * SQUARES  # + from * 800 + ship
EMBARK: Final = ASSAULT + SQUARES * SHIPS  # + ship * SQUARES + square
EMBARK_TWO: Final = EMBARK + SHIPS * SQUARES  # + (ship * SQUARES + square) * SQUARES + square
LAND_ONE: Final = EMBARK_TWO + SHIPS * SQUARES * SQUARES
LAND_TWO: Final = LAND_ONE + SHIPS * SQUARES
ROLL: Final = LAND_TWO + SHIPS * SQUARES * SQUARES
TAC: Final = ROLL + 1  # + ship * 9 + movement
TAC_BOARD: Final = TAC + SHIPS * MOVEMENTS  # + (ship * 9 + movement) * 800 + target
PASS: Final = TAC_BOARD + SHIPS * MOVEMENTS * SHIPS
BUY_SOLDIER: Final = PASS + 1  # + square
BUY_SHIP: Final = BUY_SOLDIER + SQUARES  # + berth, from 0
PACT_OFFER: Final = BUY_SHIP + BERTHS  # + seat
PACT_BREAK: Final = PACT_OFFER + MOST_SEATS  # + seat
PACT_YES: Final = PACT_BREAK + MOST_SEATS
PACT_NO: Final = PACT_YES + 1
RESIGN: Final = PACT_NO + 1
DRAW_OFFER: Final = RESIGN + 1
DRAW_YES: Final = DRAW_OFFER + 1
DRAW_NO: Final = DRAW_YES + 1
DICE: Final = DRAW_NO + 1  # + (attacker's die - 1) * 6 + defender's die - 1; an outcome of chance
FIRST: Final = DICE + 36  # + seat; an outcome of chance
_FAMILIES: Final = [
    PLACE, SAIL, BOARD, STEP, STRIKE, ASSAULT, EMBARK, EMBARK_TWO, LAND_ONE, LAND_TWO, ROLL, TAC, TAC_BOARD, PASS, BUY_SOLDIER,
    BUY_SHIP, PACT_OFFER, PACT_BREAK, PACT_YES, PACT_NO, RESIGN, DRAW_OFFER, DRAW_YES, DRAW_NO, DICE, FIRST,
]  # fmt: skip
LAYOUT: Final = Layout(_FAMILIES, FIRST + MOST_SEATS)

# Values of the options that the rules read.
FACING: Final = 0
DOUBLE: Final = 1
CROSS: Final = 2
TACTICAL_OFF: Final = 0
TACTICAL_BOARDED: Final = 1
TACTICAL_ON: Final = 2
CARGO_OPEN: Final = 0
CARGO_MEMORY: Final = 1
CARGO_HIDDEN: Final = 2
ALLIANCES_OFF: Final = 0
ALLIANCES_FIXED: Final = 1
ALLIANCES_OPEN: Final = 2

# The coins of TRI-20.
SOLDIER_PRICE: Final = 2
SHIP_PRICE: Final = 3
SOLDIER_BOUNTY: Final = 1
SHIP_BOUNTY: Final = 2

# What a soldier's way costs: a step ashore, going ashore, a movement of its ship (which may carry two), going aboard.
WALK: Final = 4
LANDING: Final = 4
VOYAGE: Final = 3
BOARDING: Final = 12
FAR: Final = 400


class Chart:
    """The board and the terms of one game: never changed once it is made, shared by all its states.

    A square's number is column * stride + row with a rim of reef around the board, so every neighbour exists.
    """

    def __init__(self, columns: i64, rows: i64) -> None:
        self.columns: i64 = columns
        self.rows: i64 = rows
        self.stride: i64 = rows + 2
        self.size: i64 = (columns + 2) * (rows + 2)
        self.step: vec[i64] = ints([1, self.stride, -1, -self.stride])  # by heading
        # The six squares around a ship, from the lower of its two numbers, in sorting order: upright, then lying.
        w: int = self.stride
        self.around: vec[i64] = ints([-w, 1 - w, -1, 2, w, w + 1, -w, -1, 1, w - 1, w + 1, 2 * w])
        # TRI-5.2 and 5.6 as a table, by heading * MOVEMENTS + code: from the bow to the first square that must be free (or may
        # be rammed), to the second one (or the first again), to the bow's last square; and the heading then.
        self.first: vec[i64] = zeros(4 * MOVEMENTS)
        self.second: vec[i64] = zeros(4 * MOVEMENTS)
        self.way: vec[i64] = zeros(4 * MOVEMENTS)
        self.turned: vec[i64] = zeros(4 * MOVEMENTS)
        self.across: vec[i64] = zeros(4 * MOVEMENTS)  # from the bow to the square on its right, then
        self.draw_movements()
        self.kind: vec[i64] = zeros(self.size)
        self.free: vec[i64] = ints([REEF_THERE] * self.size)  # what each square is when nothing stands on it
        # For advice: how far a soldier is from each capital, ashore (seat * size + square) and aboard (seat * 4 * size + pose).
        self.approach: vec[i64] = zeros(0)
        self.route: vec[i64] = zeros(0)
        # The same to single land squares, made when somebody first hunts a soldier there: ashore, then aboard.
        self.hunts: list[vec[i64]] = [zeros(0) for _ in range(self.size)]
        # By pose, bow * 4 + heading: the squares that the table of TRI-5.2 is about: b+h, b+l, b+r, b+2h, b+h+l, b+h+r; 0,
        # a square of the rim, instead of one that is not sea.
        self.waters: vec[i64] = zeros(4 * self.size * WATERS)
        self.crowd: i64 = 0  # the most actions that one ship's movements can give, boardings included
        # Where a list starts in another array, by pose or square; it ends where the next one starts.
        self.quay_from: vec[i64] = zeros(4 * self.size + 1)  # land squares around a ship, in sorting order
        self.quay: vec[i64] = zeros(0)
        self.path_from: vec[i64] = zeros(self.size + 1)  # squares beside a land square, N E S W, none of them reef
        self.path: vec[i64] = zeros(0)
        self.steps: vec[i64] = zeros(0)  # and the actions that lead there
        self.home_from: vec[i64] = zeros(MOST_SEATS + 1)  # the land of a player, in sorting order
        self.home: vec[i64] = zeros(0)
        self.shore: vec[i64] = ints([NONE] * self.size)  # whose land it is (TRI-2.9)
        self.fort: vec[i64] = ints([NONE] * self.size)  # which fortress: seat * 2 + copy (TRI-17.1)
        self.code: vec[i64] = ints([(i // self.stride - 1) * GRID + i % self.stride - 1 for i in range(self.size)])
        # By seat: BERTHS berths, posts and fortress squares each, in the order of TRI-3.2 and 17.2; NONE where there are fewer.
        self.berth: vec[i64] = ints([NONE] * (MOST_SEATS * BERTHS))  # bow square * 4 + heading
        self.post: vec[i64] = ints([NONE] * (MOST_SEATS * BERTHS))
        self.capital: vec[i64] = ints([NONE] * (MOST_SEATS * BERTHS))
        # The terms: options of section 10 as numbers.
        self.layout: i64 = FACING
        self.ships: vec[i64] = ints([6] * MOST_SEATS)  # TRI-1.5: what each player starts with
        self.soldiers: vec[i64] = ints([6] * MOST_SEATS)
        self.fleet: i64 = 0  # how many ships there are at the start
        self.movements: i64 = USUAL  # TRI-5.6
        self.overlap: i64 = 0  # TRI-10.3
        self.tactical: i64 = TACTICAL_ON  # TRI-12.12
        self.tie_ends: i64 = 0  # TRI-8.5
        self.attacker_advances: i64 = 0  # TRI-8.4: only the attacker
        self.cargo: i64 = CARGO_OPEN  # TRI-21.1
        self.figures: i64 = 0  # TRI-15.2: ships must be destroyed too
        self.needed: i64 = 3  # TRI-15.1
        self.all_capitals: i64 = 0  # TRI-17.3
        self.spoils_removed: i64 = 0  # TRI-18.4
        self.alliances: i64 = ALLIANCES_OFF  # TRI-19.1
        self.purchase: i64 = 0  # TRI-20.1
        self.quiet_limit: i64 = 120  # TRI-16.2
        self.turn_limit: i64 = 600  # TRI-16.3
        self.limit_draw: i64 = 0  # TRI-16.4

    def draw_movements(self) -> None:
        """The table of TRI-5.2 for each heading h, with l and r to its left and right."""
        for h in range(i64(4)):
            left: i64 = (h + 3) % 4
            right: i64 = (h + 1) % 4
            ahead: i64 = self.step[h]
            self.draw(h, F, ahead, 2 * ahead, 2 * ahead, h)
            self.draw(h, L, self.step[left], self.step[left], self.step[left], left)
            self.draw(h, R, self.step[right], self.step[right], self.step[right], right)
            self.draw(h, FL, ahead, ahead + self.step[right], ahead, left)
            self.draw(h, FR, ahead, ahead + self.step[left], ahead, right)
            self.draw(h, B, ahead, ahead, 0, (h + 2) % 4)
            self.draw(h, ONE, ahead, ahead, ahead, h)
            self.draw(h, TL, self.step[right], self.step[right], 0, left)
            self.draw(h, TR, self.step[left], self.step[left], 0, right)

    def draw(self, heading: i64, code: i64, first: i64, second: i64, way: i64, turned: i64) -> None:
        k: i64 = heading * MOVEMENTS + code
        self.first[k] = first
        self.second[k] = second
        self.way[k] = way
        self.turned[k] = turned
        self.across[k] = self.step[(turned + 1) % 4]

    def set_kind(self, square: i64, kind: i64) -> None:
        """TRI-2.2: a square counts as a whole as land, sea or reef."""
        self.kind[square] = kind
        self.free[square] = FREE_SEA if kind == SEA else FREE_LAND if kind == LAND else REEF_THERE

    def survey(self) -> None:
        """When kinds, shores and terms are set: what each pose and each square allows on an empty board."""
        for pose in range(4 * self.size):
            if self.is_afloat(pose // 4, pose % 4):
                self.survey_pose(pose // 4, pose % 4)
            self.quay_from[pose + 1] = len(self.quay)
        for square in range(self.size):
            d: i64 = 0
            while d < 4 and self.kind[square] == LAND:
                to: i64 = square + self.step[d]
                if self.kind[to] != REEF:
                    self.path = push(self.path, to)
                    self.steps = push(self.steps, STEP + self.code[square] * SQUARES + self.code[to])
                d += 1
            self.path_from[square + 1] = len(self.path)
        for seat in range(i64(MOST_SEATS)):
            for square in range(self.size):
                if self.shore[square] == seat:
                    self.home = push(self.home, square)
            self.home_from[seat + 1] = len(self.home)
        # Two ships can lie alongside after F and B, one after the others, whose second side touches the ship's own old place;
        # with contact=overlap two on each side.
        self.crowd = MOVEMENTS * 5 if self.overlap else USUAL + 8 if self.movements == USUAL else MOVEMENTS * 3
        self.fleet = self.ships[0] + self.ships[1] + self.ships[2] + self.ships[3]

    def is_afloat(self, bow: i64, heading: i64) -> bool:
        """Whether a ship can lie there: both its squares are sea."""
        return self.kind[bow] == SEA and self.kind[bow - self.step[heading]] == SEA

    def survey_pose(self, bow: i64, heading: i64) -> None:
        """The sea that a ship's movements need, and the land beside it."""
        ahead: i64 = bow + self.step[heading]
        left: i64 = self.step[(heading + 3) % 4]
        k: i64 = (bow * 4 + heading) * WATERS
        self.waters[k] = self.sea(ahead)
        self.waters[k + 1] = self.sea(bow + left)
        self.waters[k + 2] = self.sea(bow - left)
        if self.waters[k]:  # otherwise two ahead may lie beyond the rim; and no movement comes so far
            self.waters[k + 3] = self.sea(ahead + self.step[heading])
            self.waters[k + 4] = self.sea(ahead + left)
            self.waters[k + 5] = self.sea(ahead - left)
        low: i64 = bow if heading >= 2 else bow - self.step[heading]
        for k in range(heading % 2 * 6, heading % 2 * 6 + 6):
            if self.kind[low + self.around[k]] == LAND:
                self.quay = push(self.quay, low + self.around[k])

    def sea(self, square: i64) -> i64:
        """A square if it is sea, otherwise one of the rim."""
        return square if self.kind[square] == SEA else 0

    def square(self, code: i64) -> i64:
        """The number of a square by its code; 0, a square of the rim, if this board has none of that name."""
        column: i64 = code // GRID + 1
        row: i64 = code % GRID + 1
        if column > self.columns or row > self.rows:
            return 0
        return column * self.stride + row


# -- ways to the capitals -----------------------------------------------------------------------------------------------


# -- names ------------------------------------------------------------------------------------------------------------


def column_name(column: int) -> str:
    """TRI-2.3: a to z, then aa, ab, ...; the first column is 0."""
    return COLUMNS[column]


def square_name(code: int) -> str:
    """TRI-2.3: column letters and row number of a square's code."""
    return f"{column_name(code // GRID)}{code % GRID + 1}"


def square_code(name: str) -> int:
    """The code of a square's name, or NONE."""
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    if letters not in COLUMNS or not 1 <= len(digits) <= 2 or digits[0] == "0" or int(digits) > GRID:
        return NONE
    return COLUMNS.index(letters) * GRID + int(digits) - 1


def ship_name(ident: int) -> str:
    """TRI-3.2: R1, G12."""
    return f"{LETTERS[ident // NUMBERS]}{ident % NUMBERS + 1}"


def ship_ident(name: str) -> int:
    """The number of a ship's id, or NONE."""
    number = name[1:]
    if not name or name[0] not in LETTERS or not number.isascii() or not number.isdigit() or len(number) > 3:
        return NONE
    if number[0] == "0" or int(number) > NUMBERS:
        return NONE
    return LETTERS.index(name[0]) * NUMBERS + int(number) - 1
