"""The notation of section 7: every action as one text."""

from __future__ import annotations

from kotva.engine.actions import ActionSpace, Family, Names, Numbers, Part, SeatNames
from kotva.games.settlers.board import (
    ACCEPT,
    BANK,
    BUY,
    CARD_CODES,
    CHOICES,
    CITY,
    CODES,
    CORNER,
    CORNER_HEXES,
    COUNTER,
    DEAL,
    DICE,
    DISCARD,
    DRAWN,
    EDGE_NAMES,
    END,
    HARBOUR,
    HARBOUR_CODES,
    HEX_NAMES,
    KEEP,
    LAYOUT,
    LEAVE,
    MONOPOLIZE,
    MOST_SECONDS,
    MOVE,
    OFFER,
    OFFER_TO,
    PLAY_KNIGHT,
    PLAY_ROADS,
    PLENTY,
    PLENTY_NAMES,
    REJECT,
    ROAD,
    ROBBER,
    ROLL,
    SETTLE,
    SKIP,
    STEAL,
    STOLEN,
    TERRAIN_CODES,
    TILE,
    TIME,
    TURN_LIMIT,
    TURN_TIME,
    VERTEX_NAMES,
    WIN,
    WITHDRAW,
    cards,
    choice_of,
    letters,
    pack_of,
)

SEATS = ("P1", "P2", "P3", "P4")  # SET-3.1: clockwise; the colours are the look's


class Sorted(Names):
    """Names made of letters that may be given in any order."""

    def __init__(self, names: list[str], pattern: str) -> None:
        super().__init__(names)
        self.pattern = pattern

    def parse(self, text: str) -> int:
        return super().parse("".join(sorted(text, key=CODES.index)))


class Edges(Names):
    """Edges by their ends, in either order."""

    pattern = r"[0-9]+-[0-9]+"

    def __init__(self) -> None:
        super().__init__(EDGE_NAMES)
        self.pattern = r"[0-9]+-[0-9]+"

    def parse(self, text: str) -> int:
        return super().parse("-".join(sorted(text.split("-"), key=int)))


class Cards:
    """Resource cards: letters in any order, at most 19 of a kind. The number is the choice of `board.choice_of`.

    An offer can hold nothing else: no action cards (SET-9.10), no promises (SET-12.4); talk is no action (SET-15.2).
    """

    size = CHOICES
    pattern = "[LBWGO]*"
    parts = tuple(Part(20**kind, 20) for kind in range(len(CODES)))  # how many of each kind

    def text(self, index: int) -> str:
        return letters(pack_of(index))

    def parse(self, text: str) -> int:
        if any(text.count(c) > 19 for c in CODES):
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


_VERTICES = Names(VERTEX_NAMES)
_EDGES = Edges()
_SEATS = SeatNames(SEATS)
_CARDS = Cards()

ACTIONS = ActionSpace(
    Family("settle {}", SETTLE, _VERTICES),
    Family("city {}", CITY, _VERTICES),
    Family("road {}", ROAD, _EDGES),
    Family("move {}", MOVE, _EDGES),
    Family("robber {}", ROBBER, Names(HEX_NAMES)),
    Family("steal {}", STEAL, _SEATS, reveals=True),
    Family("deal {}", DEAL, _SEATS, reveals=True),
    Family("plenty {}", PLENTY, Sorted(PLENTY_NAMES, "[LBWGO]{1,2}")),
    Family("monopoly {}", MONOPOLIZE, Names(CODES), reveals=True),
    Family("bank {}>{}", BANK, Names([c * n for c in CODES for n in (2, 3, 4)]), Names(CODES)),
    Family("buy", BUY, reveals=True),
    Family("roll", ROLL, reveals=True),
    Family("knight", PLAY_KNIGHT),
    Family("roads", PLAY_ROADS),
    Family("keep", KEEP),
    Family("accept", ACCEPT, reveals=True),
    Family("reject", REJECT, reveals=True),
    Family("withdraw", WITHDRAW),
    Family("skip", SKIP),
    Family("win", WIN, reveals=True),
    Family("end", END),
    Family("dice {}", DICE, Names([f"{a}+{b}" for a in range(1, 7) for b in range(1, 7)])),
    Family("card {}", DRAWN, Names(CARD_CODES), secret=True),
    Family("stolen {}", STOLEN, Names(CODES), secret=True),
    Family("tile {}", TILE, Names(TERRAIN_CODES)),
    Family("harbour {}", HARBOUR, Names(HARBOUR_CODES)),
    Family("corner {}", CORNER, Names([f"H{h + 1}" for h in CORNER_HEXES])),
    Family("time", TIME, listed=False),
    Family("turntime", TURN_TIME, listed=False),
    Family("leave {}", LEAVE, _SEATS, listed=False),
    Family("turnlimit {}", TURN_LIMIT, Numbers(0, MOST_SECONDS), listed=False),
    Family("discard {}", DISCARD, _CARDS, reveals=True, secret=True),
    Family("counter {}>{}", COUNTER, _CARDS, _CARDS, listed=False, reveals=True),
    Family("offer {}>{}", OFFER, _CARDS, _CARDS, listed=False, reveals=True),
    Family("offer {}>{} @{}", OFFER_TO, _CARDS, _CARDS, SeatSet(), listed=False, reveals=True),
    layout=LAYOUT,
)
