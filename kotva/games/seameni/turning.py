"""The sea as each player sees it: turned until the own edge is S, so that one policy fits all seats."""

from __future__ import annotations

from kotva.games.seameni import board

_OTHER_AXIS = {"c2NS": "c2EW", "c2EW": "c2NS", "c2NE": "c2NW", "c2NW": "c2NE"}


def edge_of(seats: int, seat: int) -> int:
    """SEA-1.2: two players sit at S and N, three at S, W and N."""
    return seat * 2 if seats == 2 else seat


def turn_field(edge: int, field: int) -> int:
    """A field as the player of an edge sees it."""
    x, y = field % 13, field // 13
    for _ in range(edge):
        x, y = 12 - y, x
    return y * 13 + x


def turn_outer(edge: int, outer: int) -> int:
    """A field behind an edge (0 to 43, eleven on each edge), as the player of an edge sees it."""
    here, along = divmod(outer, 11)
    there = (here - edge) % 4
    # S and N are counted by columns, W and E by rows: a quarter turn reverses the count where columns become rows.
    x, y = {0: (along, -1), 1: (-1, along), 2: (along, 11), 3: (11, along)}[here]
    for _ in range(edge):
        x, y = 10 - y, x
    return there * 11 + (x if there % 2 == 0 else y)


def turn_pirate(edge: int, pirate: int) -> int:
    """The own pirates are 0 to 2."""
    return (pirate // 3 - edge) % 4 * 3 + pirate % 3


def turn_code(edge: int, code: int) -> int:
    """A tile's face as the player of an edge sees it: currents and starfish turn with the sea."""
    if board.ARROW <= code < board.VORTEX:
        return board.ARROW + (code - board.ARROW - 2 * edge) % 8
    if board.STARFISH <= code < board.STARFISH + 4:
        return board.STARFISH + (code - board.STARFISH - edge) % 4
    if edge % 2:
        return board.CODES.index(_OTHER_AXIS.get(board.CODES[code], board.CODES[code]))
    return code


def fields(seats: int, seat: int) -> list[int]:
    """All fields, for `Part.turn`."""
    return [turn_field(edge_of(seats, seat), field) for field in range(169)]


def pirates(seats: int, seat: int) -> list[int]:
    """All pirates, for `Part.turn`."""
    return [turn_pirate(edge_of(seats, seat), pirate) for pirate in range(12)]


FIELD_TABLE = [turn_field(edge, field) for edge in range(4) for field in range(169)]
OUTER_TABLE = [turn_outer(edge, outer) for edge in range(4) for outer in range(44)]
CODE_TABLE = [turn_code(edge, code) for edge in range(4) for code in range(board.CODE_COUNT)]
