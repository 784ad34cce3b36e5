"""Places by the numbers round them, as people say them (6-5-9): carried by events, because a log line has no board."""

from typing import Final

from mypy_extensions import i64

from kotva.games.settlers import board
from kotva.games.settlers.rules.table import Island

SEA: Final = 0  # signs that are no number on a token
DESERT_SIGN: Final = 1
SIGNS: Final = 16


def sign(s: Island, hexagon: i64) -> i64:
    """The number of a field; the sea and the desert have signs of their own."""
    if hexagon == board.NONE:
        return SEA
    return s.token[hexagon] or DESERT_SIGN


def crossing_signs(s: Island, vertex: i64) -> i64:
    """The three signs round a crossing in one number."""
    first: i64 = sign(s, board.VERTEX_HEX[vertex * 3])
    second: i64 = sign(s, board.VERTEX_HEX[vertex * 3 + 1])
    return (first * SIGNS + second) * SIGNS + sign(s, board.VERTEX_HEX[vertex * 3 + 2])


def path_signs(s: Island, edge: i64) -> i64:
    """The two signs beside a path in one number."""
    return sign(s, board.EDGE_HEX[edge * 2]) * SIGNS + sign(s, board.EDGE_HEX[edge * 2 + 1])
