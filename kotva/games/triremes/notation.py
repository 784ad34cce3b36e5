"""The notation of Triremes (section 7 of the rulebook)."""

from kotva.engine.actions import ActionSpace, Family, Names, Numbers, Part, seat_first
from kotva.games.triremes.board import (
    ASSAULT,
    BERTHS,
    BOARD,
    BUY_SHIP,
    BUY_SOLDIER,
    CODES,
    DICE,
    DRAW_NO,
    DRAW_OFFER,
    DRAW_YES,
    EMBARK,
    EMBARK_TWO,
    FIRST,
    GRID,
    LAND_ONE,
    LAND_TWO,
    LAYOUT,
    MOST_SEATS,
    NONE,
    NUMBERS,
    PACT_BREAK,
    PACT_NO,
    PACT_OFFER,
    PACT_YES,
    PASS,
    PLACE,
    RESIGN,
    ROLL,
    SAIL,
    SHIPS,
    SQUARES,
    STEP,
    STRIKE,
    TAC,
    TAC_BOARD,
    ship_ident,
    ship_name,
    square_code,
    square_name,
)


class Squares:
    """Squares of any board, by their codes (TRI-2.3)."""

    size = SQUARES
    pattern = r"[a-z]{1,2}[1-9][0-9]?"
    parts = (Part(GRID, GRID), Part(1, GRID))  # column, row

    def text(self, index: int) -> str:
        return square_name(index)

    def parse(self, text: str) -> int:
        return _known(square_code(text), text)


class Pairs:
    """Two squares, always written in sorting order (TRI-2.7): an action has one spelling only."""

    size = SQUARES * SQUARES
    pattern = rf"{Squares.pattern},{Squares.pattern}"
    parts = (*(Part(part.divisor * SQUARES, part.size) for part in Squares.parts), *Squares.parts)

    def text(self, index: int) -> str:
        return f"{square_name(index // SQUARES)},{square_name(index % SQUARES)}"

    def parse(self, text: str) -> int:
        first, second = (_known(square_code(part), part) for part in text.split(","))
        if first >= second:
            raise ValueError(text)
        return first * SQUARES + second

    def is_number(self, index: int) -> bool:
        """Whether a number stands for a pair (not every number of the range does)."""
        return index // SQUARES < index % SQUARES


class Ships:
    """Ships by their ids (TRI-3.2)."""

    size = SHIPS
    pattern = r"[RGCE][1-9][0-9]{0,2}"
    parts = (Part(NUMBERS, MOST_SEATS, seat_first(MOST_SEATS)), Part(1, NUMBERS))  # whose letter, number

    def text(self, index: int) -> str:
        return ship_name(index)

    def parse(self, text: str) -> int:
        return _known(ship_ident(text), text)


class Players(Numbers):
    """Players by their numbers."""

    parts = (Part(1, MOST_SEATS, seat_first(MOST_SEATS)),)


def _known(index: int, text: str) -> int:
    if index == NONE:
        raise ValueError(text)
    return index


_SQUARES, _PAIRS, _SHIPS = Squares(), Pairs(), Ships()
_CODES, _DIE, _PLAYERS = Names(CODES), Numbers(1, 6), Players(1, MOST_SEATS)

ACTIONS = ActionSpace(
    Family("P {}", PLACE, _SQUARES),
    Family("{}:{}", SAIL, _SHIPS, _CODES),
    Family("{}:{}!{}", BOARD, _SHIPS, _CODES, _SHIPS, reveals=True),  # TRI-21.2: loads in an open fight are seen
    Family("{}-{}", STEP, _SQUARES, _SQUARES),
    Family("{}x{}", STRIKE, _SQUARES, _SQUARES),
    Family("{}!{}", ASSAULT, _SQUARES, _SHIPS, reveals=True),
    Family("{}<{}", EMBARK, _SHIPS, _SQUARES),
    Family("{}<{}", EMBARK_TWO, _SHIPS, _PAIRS),
    Family("{}>{}", LAND_ONE, _SHIPS, _SQUARES),
    Family("{}>{}", LAND_TWO, _SHIPS, _PAIRS),
    Family("roll", ROLL),
    Family("tac {}:{}", TAC, _SHIPS, _CODES),
    Family("tac {}:{}!{}", TAC_BOARD, _SHIPS, _CODES, _SHIPS, reveals=True),
    Family("pass", PASS, listed=False),  # TRI-4.2: never chosen
    Family("buy soldier {}", BUY_SOLDIER, _SQUARES),
    Family("buy ship {}", BUY_SHIP, Numbers(1, BERTHS)),
    Family("pact offer {}", PACT_OFFER, _PLAYERS),
    Family("pact break {}", PACT_BREAK, _PLAYERS),
    Family("pact yes", PACT_YES),
    Family("pact no", PACT_NO),
    Family("resign", RESIGN, listed=False),  # TRI-16.5: table actions, never counted among the legal ones
    Family("draw offer", DRAW_OFFER, listed=False),
    Family("draw yes", DRAW_YES),
    Family("draw no", DRAW_NO),
    Family("[{},{}]", DICE, _DIE, _DIE),  # TRI-21.5: the attacker's die first
    Family("first {}", FIRST, _PLAYERS),
    layout=LAYOUT,
)
