"""The notation of section 7: every action as one text."""

from __future__ import annotations

from kotva.engine.actions import ActionSpace, ArgumentPart, Family, Names, Numbers, SeatNames
from kotva.games.settlers import board
from kotva.games.settlers.board import cards, choice_of, letters, pack_of

SEATS = ("P1", "P2", "P3", "P4")  # SET-3.1: clockwise; the colours are the look's


class Sorted(Names):
    """Names made of letters that may be given in any order."""

    def __init__(self, names: list[str], pattern: str) -> None:
        super().__init__(names)
        self.pattern = pattern

    def parse(self, text: str) -> int:
        return super().parse("".join(sorted(text, key=board.CODES.index)))


class Edges(Names):
    """Edges by their ends, in either order."""

    pattern = r"[0-9]+-[0-9]+"

    def __init__(self) -> None:
        super().__init__(board.EDGE_NAMES)
        self.pattern = r"[0-9]+-[0-9]+"

    def parse(self, text: str) -> int:
        return super().parse("-".join(sorted(text.split("-"), key=int)))


class Cards:
    """Resource cards: letters in any order, at most 19 of a kind. The number is the choice of `board.choice_of`.

    An offer can hold nothing else: no action cards (SET-9.10), no promises (SET-12.4); talk is no action (SET-15.2).
    """

    size = board.CHOICES
    pattern = "[LBWGO]*"
    parts = tuple(ArgumentPart(20**kind, 20) for kind in range(len(board.CODES)))  # how many of each kind

    def text(self, index: int) -> str:
        return letters(pack_of(index))

    def parse(self, text: str) -> int:
        if any(text.count(c) > 19 for c in board.CODES):
            raise ValueError(text)
        return int(choice_of(cards(text)))


class SeatSet:
    """One seat or several: `P2,P4`; the number is their mask."""

    size = 16
    pattern = r"P[0-9](?:,P[0-9])*"

    def text(self, index: int) -> str:
        return ",".join(SEATS[i] for i in range(4) if index >> i & 1)

    def parse(self, text: str) -> int:
        mask = 0
        for name in text.split(","):
            mask |= 2 ** SEATS.index(name)
        return mask


_VERTICES = Names(board.VERTEX_NAMES)
_EDGES = Edges()
_SEATS = SeatNames(SEATS)
_CARDS = Cards()

ACTIONS = ActionSpace(
    Family("settle {}", board.SETTLE, _VERTICES),
    Family("city {}", board.CITY, _VERTICES),
    Family("road {}", board.ROAD, _EDGES),
    Family("move {}", board.MOVE, _EDGES),
    Family("robber {}", board.ROBBER, Names(board.HEX_NAMES)),
    Family("steal {}", board.STEAL, _SEATS, reveals=True),
    Family("deal {}", board.DEAL, _SEATS, reveals=True),
    Family("plenty {}", board.PLENTY, Sorted(board.PLENTY_NAMES, "[LBWGO]{1,2}")),
    Family("monopoly {}", board.MONOPOLIZE, Names(board.CODES), reveals=True),
    Family("bank {}>{}", board.BANK, Names([c * n for c in board.CODES for n in (2, 3, 4)]), Names(board.CODES)),
    Family("buy", board.BUY, reveals=True),
    Family("roll", board.ROLL, reveals=True),
    Family("knight", board.PLAY_KNIGHT),
    Family("roads", board.PLAY_ROADS),
    Family("keep", board.KEEP),
    Family("accept", board.ACCEPT, reveals=True),
    Family("reject", board.REJECT, reveals=True),
    Family("withdraw", board.WITHDRAW),
    Family("skip", board.SKIP),
    Family("win", board.WIN, reveals=True),
    Family("end", board.END),
    Family("dice {}", board.DICE, Names([f"{a}+{b}" for a in range(1, 7) for b in range(1, 7)])),
    Family("card {}", board.DRAWN, Names(board.CARD_CODES), secret=True),
    Family("stolen {}", board.STOLEN, Names(board.CODES), secret=True),
    Family("tile {}", board.TILE, Names(board.TERRAIN_CODES)),
    Family("harbour {}", board.HARBOUR, Names(board.HARBOUR_CODES)),
    Family("corner {}", board.CORNER, Names([f"H{h + 1}" for h in board.CORNER_HEXES])),
    Family("time", board.TIME, listed=False),
    Family("turntime", board.TURN_TIME, listed=False),
    Family("leave {}", board.LEAVE, _SEATS, listed=False),
    Family("turnlimit {}", board.TURN_LIMIT, Numbers(0, board.MOST_SECONDS), listed=False),
    Family("discard {}", board.DISCARD, _CARDS, reveals=True, secret=True),
    Family("counter {}>{}", board.COUNTER, _CARDS, _CARDS, listed=False, reveals=True),
    Family("offer {}>{}", board.OFFER, _CARDS, _CARDS, listed=False, reveals=True),
    Family("offer {}>{} @{}", board.OFFER_TO, _CARDS, _CARDS, SeatSet(), listed=False, reveals=True),
    layout=board.LAYOUT,
)
