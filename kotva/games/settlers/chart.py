"""The island for a terminal: fields with their numbers, crossings with theirs, so that a player asked for one can find it."""

from __future__ import annotations

from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.games.settlers import board
from kotva.games.settlers.board import letters, total
from kotva.games.settlers.rules.game import Settlers

# From north to south: rows of crossings, and rows of fields (None) between the two sides of a path that runs north.
_ROWS = (3, 4, None, 4, 5, None, 5, 6, None, 6, 5, None, 5, 4, None, 4, 3)
_WIDE = 10  # characters from one crossing of a row to the next
_MIDDLE = 30


def draw_board(view: View[Settlers], say: Say) -> str:
    """The position: the island, then a line for each player, the bank and the dice."""
    s = view.seen
    if s.terrain[18] == board.NONE:
        return say("The board is laid.")
    lines = [*_island(s), _harbours(s, say)]
    lines.append(
        say("8: a crossing; 8a: a settlement of player 1 there, 8A: a city; (3) L6*: field 3, forest, 6, the robber.")
    )
    lines += [_player(s, seat, say) for seat in range(int(s.seats))]
    bank = " ".join(f"{letter}{letters(s.bank).count(letter)}" for letter in "LBWGO")
    dice = f"{int(s.die1)}+{int(s.die2)}" if s.die1 else "-"
    lines.append(say("Bank {bank}. Deck {deck}. Dice {dice}.", bank=bank, deck=total(s.deck), dice=dice))
    return "\n".join(lines)


def _island(s: Settlers) -> list[str]:
    lines = []
    crossing = field = 0
    for number, count in enumerate(_ROWS):
        fields = count is None
        width = min(_ROWS[number - 1] or 0, _ROWS[number + 1] or 0) - 1 if count is None else count
        line = ""
        for i in range(width):
            text = _field(s, field + i) if fields else _crossing(s, crossing + i)
            at = _MIDDLE + round((i - (width - 1) / 2) * _WIDE) - len(text) // 2
            line = line.ljust(at) + text
        lines.append(line)
        if fields:
            field += width
        else:
            crossing += width
    return lines


def _crossing(s: Settlers, v: int) -> str:
    owner = int(s.building[v])
    return f"{v + 1}" + (" abcdABCD"[owner] if owner else "")


def _field(s: Settlers, hexagon: int) -> str:
    token = str(int(s.token[hexagon])) if s.token[hexagon] else ""
    return f"({hexagon + 1}) {'LBWGO-'[int(s.terrain[hexagon])]}{token}{'*' if s.robber == hexagon else ''}"


def _harbours(s: Settlers, say: Say) -> str:
    places = []
    for place in range(board.HARBOURS):
        kind = int(s.harbour[place])
        ratio = "3:1" if kind == board.GENERAL else f"2:1 {'LBWGO'[kind]}"
        places.append(f"{int(board.QUAYS[2 * place]) + 1}, {int(board.QUAYS[2 * place + 1]) + 1} {ratio}")
    return say("Harbours: {places}.", places="; ".join(places))


def _player(s: Settlers, seat: int, say: Say) -> str:
    settlements = " ".join(str(v + 1) for v in range(54) if s.building[v] == seat + 1)
    cities = " ".join(str(v + 1) for v in range(54) if s.building[v] == seat + 5)
    roads = " ".join(board.EDGE_NAMES[e] for e in range(72) if s.road[e] == seat)
    hand = letters(int(s.hand[seat])) if int(s.hand[seat]) < 2**30 else str(total(s.hand[seat]))
    return say(
        "{player}: {points} points, hand {hand}, settlements {settlements}, cities {cities}, roads {roads}",
        player=say.player(seat),
        points=int(s.score(seat)),
        hand=hand or "-",
        settlements=settlements or "-",
        cities=cities or "-",
        roads=roads or "-",
    )
