"""Positions of Settlers as they are written: the whole state, or what a seat has seen of it (`position` reads them)."""

from __future__ import annotations

from kotva.engine.game import Json
from kotva.engine.position_keys import write_keys
from kotva.games.settlers import board, keys
from kotva.games.settlers.board import letters
from kotva.games.settlers.boards import write_board
from kotva.games.settlers.keys import PHASES, SEATS
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.game import Settlers

ANSWERS = ("", "accept", "reject", "counter")


def write(s: Settlers) -> dict[str, Json]:
    """The complete position of a state, or of what a seat has seen of it."""
    out: dict[str, Json] = {"phase": PHASES[int(s.phase)]}
    if s.robber == board.NONE:  # the board is being laid, or was
        hexes = " ".join(board.TERRAIN_CODES[int(t)] for t in s.terrain if t != board.NONE)
        out["board"] = (
            hexes + " | " + " ".join(board.HARBOUR_CODES[int(k)] for k in s.harbour if k != board.NONE)
        ).strip()
    else:
        out["board"] = write_board([int(t) for t in s.terrain], [int(n) for n in s.token], [int(k) for k in s.harbour])
        out["robber"] = int(s.robber) + 1
    out["turn"] = SEATS[int(s.player)]
    out["first"] = SEATS[int(s.first)] if s.first != board.NONE else ""
    write_keys(s, out, keys.COURSE)
    for seat in range(int(s.seats)):
        out[SEATS[seat]] = _line(s, seat)
    out["bank"] = letters(s.bank)
    out["deck"] = letters(s.deck, board.CARD_CODES)
    _write_turn(s, out)
    _write_clock(s, out)
    return out


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


def _write_turn(s: Settlers, out: dict[str, Json]) -> None:
    army = sum(int(n) for n in s.army)
    if int(s.spent) != army:
        out["spent"] = letters(int(s.spent) - army, board.CARD_CODES)
    if s.die1:
        out["dice"] = f"{int(s.die1)}+{int(s.die2)}"
    write_keys(s, out, (*keys.SPECIAL, *keys.TURN))
    before: dict[str, Json] = {}
    write_keys(s, before, keys.BEFORE)
    if before != {"length": 0, "phase": "MAIN", "free": 0}:
        out["before"] = before
    if s.contenders or s.tied:
        out["start"] = start = dict[str, Json]()
        write_keys(s, start, keys.START)
    seats = range(int(s.seats))
    if any(s.due):
        out["owe"] = {SEATS[i]: int(s.due[i]) for i in seats if s.due[i]}
        out["sealed"] = {SEATS[i]: letters(int(s.sealed[i])) for i in seats if s.sealed[i] != board.NONE}
    if s.asked:
        out["offer"] = f"{letters(s.give)}>{letters(s.want)}"
        write_keys(s, out, keys.OFFER)
        answers: dict[str, Json] = {}
        for i in seats:
            if s.answers[i]:
                sides = f" {letters(int(s.counter_give[i]))}>{letters(int(s.counter_want[i]))}"
                answers[SEATS[i]] = ANSWERS[int(s.answers[i])] + (sides if s.answers[i] == codes.COUNTERED else "")
        out["answers"] = answers


def _write_clock(s: Settlers, out: dict[str, Json]) -> None:
    write_keys(s, out, keys.CLOCK)
    if s.gone:
        out["gone"] = {SEATS[i]: int(s.left_with[i]) for i in range(int(s.seats)) if int(s.gone) >> i & 1}
    if s.phase == codes.ENDED:
        write_keys(s, out, keys.END)
