"""The notation of Triremes (section 7 of the rulebook)."""

from kotva.engine.actions import ActionSpace, ArgumentPart, Family, Names, Numbers, seat_first
from kotva.games.triremes import board
from kotva.games.triremes.board import ship_ident, ship_name, square_code, square_name


class Squares:
    """Squares of any board, by their codes (TRI-2.3)."""

    size = board.SQUARES
    pattern = r"[a-z]{1,2}[1-9][0-9]?"
    parts = (ArgumentPart(board.GRID, board.GRID), ArgumentPart(1, board.GRID))  # column, row

    def text(self, index: int) -> str:
        return square_name(index)

    def parse(self, text: str) -> int:
        return _known(square_code(text), text)


class Pairs:
    """Two squares, always written in sorting order (TRI-2.7): an action has one spelling only."""

    size = board.SQUARES * board.SQUARES
    pattern = rf"{Squares.pattern},{Squares.pattern}"
    parts = (*(ArgumentPart(part.divisor * board.SQUARES, part.size) for part in Squares.parts), *Squares.parts)

    def text(self, index: int) -> str:
        return f"{square_name(index // board.SQUARES)},{square_name(index % board.SQUARES)}"

    def parse(self, text: str) -> int:
        first, second = (_known(square_code(part), part) for part in text.split(","))
        if first >= second:
            raise ValueError(text)
        return first * board.SQUARES + second

    def is_number(self, index: int) -> bool:
        """Whether a number stands for a pair (not every number of the range does)."""
        return index // board.SQUARES < index % board.SQUARES


class Ships:
    """Ships by their ids (TRI-3.2)."""

    size = board.SHIPS
    pattern = r"[RGCE][1-9][0-9]{0,2}"
    parts = (
        ArgumentPart(board.NUMBERS, board.MOST_SEATS, seat_first(board.MOST_SEATS)),
        ArgumentPart(1, board.NUMBERS),
    )  # whose letter, number

    def text(self, index: int) -> str:
        return ship_name(index)

    def parse(self, text: str) -> int:
        return _known(ship_ident(text), text)


class Players(Numbers):
    """Players by their numbers."""

    parts = (ArgumentPart(1, board.MOST_SEATS, seat_first(board.MOST_SEATS)),)


def _known(index: int, text: str) -> int:
    if index == board.NONE:
        raise ValueError(text)
    return index


_SQUARES, _PAIRS, _SHIPS = Squares(), Pairs(), Ships()
_CODES, _DIE, _PLAYERS = Names(board.CODES), Numbers(1, 6), Players(1, board.MOST_SEATS)

ACTIONS = ActionSpace(
    Family("P {}", board.PLACE, _SQUARES),
    Family("{}:{}", board.SAIL, _SHIPS, _CODES),
    Family("{}:{}!{}", board.BOARD, _SHIPS, _CODES, _SHIPS, reveals=True),  # TRI-21.2: loads in an open fight are seen
    Family("{}-{}", board.STEP, _SQUARES, _SQUARES),
    Family("{}x{}", board.STRIKE, _SQUARES, _SQUARES),
    Family("{}!{}", board.ASSAULT, _SQUARES, _SHIPS, reveals=True),
    Family("{}<{}", board.EMBARK, _SHIPS, _SQUARES),
    Family("{}<{}", board.EMBARK_TWO, _SHIPS, _PAIRS),
    Family("{}>{}", board.LAND_ONE, _SHIPS, _SQUARES),
    Family("{}>{}", board.LAND_TWO, _SHIPS, _PAIRS),
    Family("roll", board.ROLL),
    Family("tac {}:{}", board.TAC, _SHIPS, _CODES),
    Family("tac {}:{}!{}", board.TAC_BOARD, _SHIPS, _CODES, _SHIPS, reveals=True),
    Family("pass", board.PASS, listed=False),  # TRI-4.2: never chosen
    Family("buy soldier {}", board.BUY_SOLDIER, _SQUARES),
    Family("buy ship {}", board.BUY_SHIP, Numbers(1, board.BERTHS)),
    Family("pact offer {}", board.PACT_OFFER, _PLAYERS),
    Family("pact break {}", board.PACT_BREAK, _PLAYERS),
    Family("pact yes", board.PACT_YES),
    Family("pact no", board.PACT_NO),
    Family("resign", board.RESIGN, listed=False),  # TRI-16.5: table actions, never counted among the legal ones
    Family("draw offer", board.DRAW_OFFER, listed=False),
    Family("draw yes", board.DRAW_YES),
    Family("draw no", board.DRAW_NO),
    Family("[{},{}]", board.DICE, _DIE, _DIE),  # TRI-21.5: the attacker's die first
    Family("first {}", board.FIRST, _PLAYERS),
    layout=board.LAYOUT,
)
