"""Places of the island as people name them: a crossing is 6-5-9, a road lies between 6 and 9, the robber stands on 8 (hills)."""

from __future__ import annotations

from kotva.engine.say import N_, Say
from kotva.games.settlers import board
from kotva.games.settlers.rules.game import Settlers
from kotva.games.settlers.rules.signs import DESERT_SIGN, SEA, SIGNS, crossing_signs, path_signs, sign

TERRAINS = (N_("forest"), N_("hills"), N_("pasture"), N_("fields"), N_("mountains"), N_("desert"))
_SIGN_WORDS = {SEA: N_("sea"), DESERT_SIGN: N_("desert")}
_BETWEEN = {SEA: N_("the sea"), DESERT_SIGN: N_("the desert")}


def crossing(signs: int, say: Say) -> str:
    """A crossing by the numbers round it: 6-5-9, 6-9-sea; that the sea is there twice goes without saying."""
    found = (signs // SIGNS // SIGNS, signs // SIGNS % SIGNS, signs % SIGNS)
    numbers = [say(_SIGN_WORDS[one]) if one in _SIGN_WORDS else str(one) for one in found]
    return "-".join(numbers[:2] if found[1] == SEA else numbers)


def path(signs: int, say: Say) -> dict[str, str]:
    """The fields on both sides of a path: between {a} and {b}."""
    a, b = (say(_BETWEEN[one]) if one in _BETWEEN else str(one) for one in divmod(signs, SIGNS))
    return {"a": a, "b": b}


def robbed(code: int, say: Say) -> str:
    """Where the robber stands: 8 (hills)."""
    terrain, number = divmod(code, SIGNS)
    name = say(TERRAINS[terrain])
    return name if terrain == board.DESERT else say("{n} ({terrain})", n=number, terrain=name)


def crossing_at(s: Settlers, vertex: int, say: Say) -> str:
    return crossing(int(crossing_signs(s, vertex)), say)


def path_at(s: Settlers, edge: int, say: Say) -> dict[str, str]:
    return path(int(path_signs(s, edge)), say)


def robbed_at(s: Settlers, hexagon: int, say: Say) -> str:
    return robbed(int(s.terrain[hexagon]) * SIGNS + int(sign(s, hexagon)), say)


def hex_words(s: Settlers, hexagon: int, say: Say) -> str:
    """A field: forest 9."""
    terrain = int(s.terrain[hexagon])
    name = say(TERRAINS[terrain])
    return name if terrain == board.DESERT else f"{name} {int(s.token[hexagon])}"


def fields_round(s: Settlers, vertex: int, say: Say) -> str:
    """The fields round a crossing: forest 9, hills 4."""
    around = (int(board.VERTEX_HEX[vertex * 3 + k]) for k in range(3))
    return ", ".join(hex_words(s, h, say) for h in around if h != board.NONE)


def harbour_of(s: Settlers, vertex: int) -> int:
    """The kind of harbour that a crossing has, or NONE."""
    place = int(board.HARBOUR_AT[vertex])
    return board.NONE if place == board.NONE else int(s.harbour[place])
