"""A player's line in a position of Settlers: `S 9 19; C 30; R 8-13-18; hand LLB; cards kv; new m; army 2` (section 11)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from kotva.engine.position import PositionReader, going_on
from kotva.engine.position_keys import PositionKey
from kotva.engine.say import N_
from kotva.games.settlers import board
from kotva.games.settlers.board import letters
from kotva.games.settlers.keys import SEATS
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.building import put_building, put_road
from kotva.games.settlers.rules.game import Settlers

_PARTS: Final = ("S", "C", "R", "hand", "known", "cards", "new", "army")
_CHAIN: Final = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2})+")


def _read_line(r: PositionReader, s: Settlers, seat: int) -> None:
    name = SEATS[seat]
    given: list[int] = []
    for part in filter(None, (p.strip() for p in r.text(name, "SET-15.1").split(";"))):
        with going_on():
            word, _, rest = part.partition(" ")
            r.add_new(name, given, r.index(name, word, _PARTS, "SET-15.1"), part, "SET-15.1")
            if word in ("S", "C"):
                for vertex in rest.split():
                    _put_building(r, s, seat, vertex, word == "C")
            elif word == "R":
                for chain in rest.split():
                    r.match(name, chain, _CHAIN, "8-13-18", "SET-2.1")
                    for a, b in pairwise(chain.split("-")):
                        _put_road(r, s, seat, a, b)
            elif word == "hand":
                s.hand[seat] = pack(r, name, rest, board.CODES)
            elif word == "known":
                s.sure[seat] = pack(r, name, rest, board.CODES)
            elif word == "cards":
                s.cards[seat] = pack(r, name, rest, board.CARD_CODES)
            elif word == "new":
                if seat != s.player:
                    raise r.wrong(name, part, N_("only the player on turn has bought cards in this turn"), "SET-9.3")
                s.fresh = pack(r, name, rest, board.CARD_CODES)
            else:
                s.army[seat] = r.digits(name, rest, 0, 14, "SET-9.5")


def _line(s: Settlers, seat: int) -> str:
    parts = []
    for word, kind in (("S", seat + 1), ("C", seat + 5)):
        found = [str(v + 1) for v in range(board.VERTICES) if s.building[v] == kind]
        parts += [" ".join((word, *found))] if found else []
    roads = [board.EDGE_NAMES[e] for e in range(len(board.EDGE_NAMES)) if s.road[e] == seat]
    parts += [" ".join(("R", *roads))] if roads else []
    for word, cards, kinds in (
        ("hand", int(s.hand[seat]), board.CODES),
        ("known", int(s.sure[seat]), board.CODES),
        ("cards", int(s.cards[seat]), board.CARD_CODES),
        ("new", int(s.fresh) if seat == s.player else 0, board.CARD_CODES),
    ):
        parts += [f"{word} {letters(cards, kinds)}"] if cards else []
    parts += [f"army {int(s.army[seat])}"] if s.army[seat] else []
    return "; ".join(parts)


def _put_building(r: PositionReader, s: Settlers, seat: int, name: str, city: bool) -> None:
    vertex = r.index(SEATS[seat], name, board.VERTEX_NAMES, "SET-2.1")
    if s.building[vertex]:
        raise r.wrong(SEATS[seat], name, N_("two buildings stand on one vertex"), "SET-7.4")
    if s.spare[seat * 3 + (codes.CITIES if city else codes.SETTLEMENTS)] == 0:
        raise r.wrong(SEATS[seat], name, N_("a player has five settlements and four cities"), "SET-7.8")
    if city:
        s.spare[seat * 3 + codes.SETTLEMENTS] += (
            1  # for the moment: a city stands in the place of a settlement (SET-7.5)
        )
    put_building(s, seat, vertex, False)
    if city:
        put_building(s, seat, vertex, True)
        s.spare[seat * 3 + codes.SETTLEMENTS] -= 1


def _put_road(r: PositionReader, s: Settlers, seat: int, a: str, b: str) -> None:
    edge = r.index(SEATS[seat], "-".join(sorted((a, b), key=int)), board.EDGE_NAMES, "SET-2.1")
    if s.road[edge] != board.NONE:
        raise r.wrong(SEATS[seat], board.EDGE_NAMES[edge], N_("two roads lie on one edge"), "SET-7.2")
    if s.spare[seat * 3 + codes.ROADS] == 0:
        raise r.wrong(SEATS[seat], board.EDGE_NAMES[edge], N_("a player has fifteen roads"), "SET-7.8")
    put_road(s, seat, edge)


def pack(r: PositionReader, key: str, text: str, kinds: str) -> int:
    """The pack of some letters; `?` is a card that the reader may not know."""
    if any(c not in kinds + "?" for c in text) or any(text.count(c) > 19 for c in kinds) or len(text) > 95:
        raise r.refusal(key, text, kinds, "SET-5.3" if kinds == board.CODES else "SET-9.1")
    return sum(board.UNKNOWN if c == "?" else int(board.UNIT[kinds.index(c)]) for c in text)


@dataclass(frozen=True)
class LineKey(PositionKey):
    """What one player has."""

    seat: int

    def read(self, r: PositionReader, s: Settlers) -> None:  # type: ignore[override]
        _read_line(r, s, self.seat)

    def written(self, s: Settlers) -> str:  # type: ignore[override]
        return _line(s, self.seat)
