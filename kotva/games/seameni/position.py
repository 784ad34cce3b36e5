"""Positions of Seameni that a person can write, in the notation of section 11 of the rulebook.

    {"tiles": "e5=wa e6=c2NS", "treasures": "e5:1", "pirates": {"S1": "e5", "W1": "@S"}, "lost": 3}

| key | meaning | left out |
|---|---|---|
| `ships` | edge: edge field | `f0`, `w6`, `f12`, `x6` (in the phase `place`: not placed yet) |
| `tiles` | face-up tiles, `e5=vo`; `f1=?` is face down | face down, but water before each ship |
| `treasures` | how many lie where, `e5:2`, in mud `e5/1:1` | on each face-up treasure tile what it brought |
| `scores`, `lost` | edge: treasures aboard; how many are lost | 0 |
| `pirates` | pirate: place and marks: `e5`, `e5/2`, `@S`, `e0`, `e0*`, `dead`; `captive`, `caught`, `resting`, `tired` | aboard |
| | (resting from the next turn on), `exile` | no mark; an enemy aboard is a captive |
| `phase`, `player`, `decider`, `first`, `turns`, `stall`, `progress`, `asked`, `out`, `ended` | the course of the game | |
| `turning`, `movement` | the field that chance turns up now, the movement that runs | none |
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from kotva.engine.game import Json
from kotva.engine.options import Options
from kotva.engine.position import PositionReader
from kotva.engine.position_keys import NumberKey, PositionKey, WordKey, read_keys, write_keys
from kotva.engine.say import N_
from kotva.games.seameni import board
from kotva.games.seameni.options import rules_of
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.game import Seameni, new_game
from kotva.games.seameni.rules.table import grown

PHASES = ("first", "place", "uncover", "turn", "vote", "chain", "rejump", "overflow", "over")
REASONS = ("treasure", "stall", "limit", "idle", "agreement")
MOVEMENTS = ("step", "outing", "jump")
MARKS = ("captive", "caught", "resting", "tired", "exile")
SHIPS = {"S": "f0", "W": "w6", "N": "f12", "E": "x6"}


def _seated(s: Seameni) -> list[str]:
    return [board.EDGES[e] for e in range(4) if s.is_seated(e)]


def _first(s: Seameni) -> int:
    return 0 if s.first == board.NONE and s.phase != codes.CHOOSE_FIRST else int(s.first)


COURSE: Final[tuple[PositionKey, ...]] = (
    WordKey("phase", PHASES, "SEA-5.1", default=codes.TURN, always=True),
    WordKey("first", board.EDGES, "SEA-1.2", default=_first, allowed=_seated, always=True),
    WordKey("player", board.EDGES, "SEA-1.2", default=lambda s: s.first, allowed=_seated, always=True),
    WordKey("decider", board.EDGES, "SEA-1.2", default=lambda s: s.player, allowed=_seated, always=True),
    NumberKey("turns", 0, lambda s: s.rule.max_turns * s.seats, "SEA-19.6", always=True),
    NumberKey("stall", 0, lambda s: s.rule.stall_turns * s.seats, "SEA-19.5", always=True),
    NumberKey("progress", 0, 1, "SEA-19.4"),
    NumberKey("asked", 0, 1, "SEA-19.1"),
)
END: Final[tuple[PositionKey, ...]] = (WordKey("ended", REASONS, "SEA-19.7", default=0),)
MOVEMENT: Final[tuple[PositionKey, ...]] = (
    WordKey("kind", MOVEMENTS, default=0, always=True),
    WordKey("origin", board.FIELD_NAMES, "SEA-10.2", always=True),
    WordKey("at", board.FIELD_NAMES, "SEA-11.2", always=True),
    NumberKey("carried", 0, 1, "SEA-13.2", always=True),
    NumberKey("surprised", 0, 1, "SEA-11.3", always=True),
    NumberKey("exempt", 0, 1, "SEA-17.5", always=True),
)
_KEYS: Final = (
    *("ships", "tiles", "treasures", "scores", "lost", "pirates", "out", "turning", "movement"),
    *(key.name for key in (*COURSE, *END)),
)
_MOVEMENT: Final = ("pirate", "way", "taken", *(key.name for key in MOVEMENT))
_SEA_NAMES: Final = [board.FIELD_NAMES[int(f)] for f in board.SEA_FIELDS]
_TILE: Final = re.compile(r"([wa-kx][0-9]{1,2})=([A-Za-z0-9?]+)")
_TREASURE: Final = re.compile(r"([wa-kx][0-9]{1,2})(?:/([1-5]))?:([0-9]{1,2})")
_WHERE: Final = re.compile(r"(@[SWNE]|dead|[wa-kx](?:1[012]|[0-9])\*?)(?:/([1-5]))?")
_PAIR: Final = re.compile(r"([wa-kx][0-9]{1,2}) ([wa-kx][0-9]{1,2})")


def empty(options: Options) -> Seameni:
    """The set-up with these options (SEA-4), before the first ship is placed."""
    seat = options.seat("first")
    edge = seat * 2 if options.seats == 2 and seat > 0 else seat
    return new_game(options.seats, rules_of(options), edge)


def read(position: Mapping[str, Json], options: Options) -> Seameni:
    """A state from a position, or BadPosition; `check` says whether it can be."""
    r = PositionReader(position, _KEYS, "SEA-4.7")
    s = empty(options)
    seated = _seated(s)
    pirates = [name for name in board.PIRATE_NAMES if name[0] in seated]
    _read_course(r, s)
    _read_ships(r, s, seated)
    _read_tiles(r, s)
    _read_pirates(r, s, pirates)
    _read_treasures(r, s, seated)
    s.put_out = sum(2 ** board.PIRATE_NAMES.index(pirates[i]) for i in r.names("out", pirates, "SEA-17.4"))
    if "turning" in r:
        s.turning = board.SEA_FIELDS[r.word("turning", _SEA_NAMES, board.NONE, "SEA-8.1")]
    _read_movement(r, s, pirates)
    _count_treasures(r, s)
    return s


def _read_course(r: PositionReader, s: Seameni) -> None:
    """SEA-5: the phase, and who decides; SEA-19: what ends the game."""
    read_keys(r, s, COURSE)
    s.ended = board.NONE
    if s.phase == codes.ENDED:
        read_keys(r, s, END)


def _read_ships(r: PositionReader, s: Seameni, seated: Sequence[str]) -> None:
    """SEA-4.3, 6.2: a ship on a field of its own edge; left out, in the middle."""
    ships = r.inside("ships", seated, "SEA-1.2")
    for name in seated:
        edge = board.EDGES.index(name)
        middle = board.NONE if s.phase in (codes.CHOOSE_FIRST, codes.PLACING) else board.FIELD_NAMES.index(SHIPS[name])
        s.ship[edge] = ships.word(name, board.FIELD_NAMES, middle, "SEA-6.2")


def _read_tiles(r: PositionReader, s: Seameni) -> None:
    """SEA-8.1: what lies face up; left out, water before each ship. The rest is face down, by kind (SEA-2.1)."""
    if s.phase not in (codes.CHOOSE_FIRST, codes.PLACING, codes.UNCOVER):
        for e in range(4):
            if s.ship[e] != board.NONE and board.FRONT[int(s.ship[e])] != board.NONE:
                s.tile[int(board.FRONT[int(s.ship[e])])] = board.WATER
    found: list[int] = []
    for word in r.words("tiles", "SEA-2.1"):
        match = r.match("tiles", word, _TILE, "e5=vo", "SEA-2.1")
        f = int(board.SEA_FIELDS[r.index("tiles", match[1], _SEA_NAMES, "SEA-3.1")])
        r.add_new("tiles", found, f, word, "SEA-3.1")
        s.tile[f] = r.index("tiles", match[2], board.CODES, "SEA-2.1")
    for f in range(board.FIELDS):
        if s.tile[f] != board.HIDDEN:
            s.left[int(board.KIND[int(s.tile[f])])] -= 1
            s.hidden -= 1
    for kind in range(board.KINDS):
        if s.left[kind] < 0:
            why = N_("there are {n} of them face up, but only {all} exist")
            values = {"n": int(board.COUNTS[kind] - s.left[kind]), "all": int(board.COUNTS[kind])}
            raise r.wrong("tiles", board.KIND_NAMES[kind], why, "SEA-2.1", **values)


def _read_pirates(r: PositionReader, s: Seameni, pirates: Sequence[str]) -> None:
    """Where every pirate is, and its marks; an enemy aboard is a captive (SEA-16.1)."""
    given = r.inside("pirates", pirates, "SEA-1.7")
    for name in given:
        p = board.PIRATE_NAMES.index(name)
        where, *marks = given.words(name) or [""]
        found = given.match(name, where, _WHERE, "e5, e5/2, @S, e0, e0*, dead", "SEA-3.1, 3.6")
        s.place[p] = given.index(name, found[1], board.PLACE_NAMES, "SEA-3.1, 3.6")
        s.step[p] = int(found[2] or 0)
        has: list[int] = []
        for mark in marks:
            given.add_new(name, has, given.index(name, mark, MARKS, "SEA-9.4, 9.7, 14.4, 16.1"), mark, "SEA-9.4")
        s.caught[p] = int("caught" in marks)
        s.rest[p] = 1 if "resting" in marks else 2 * int("tired" in marks)
        s.exile[p] = int("exile" in marks)
        at = int(s.place[p]) - board.ABOARD
        if 0 <= at < 4 and s.party(at) != s.party(p // 3):
            s.captor[p] = at
        elif "captive" in marks:
            holders = [e for e in range(4) if s.ship[e] != board.NONE and board.FRONT[int(s.ship[e])] == s.place[p]]
            if not holders:
                raise given.wrong(
                    name, given.text(name), N_("a captive is on his captor's ship or before it"), "SEA-16.4"
                )
            s.captor[p] = holders[0]


def _read_treasures(r: PositionReader, s: Seameni, seated: Sequence[str]) -> None:
    """SEA-8.3: what the face-up treasure tiles brought lies on the sea, is aboard, or is lost."""
    scores = r.inside("scores", seated, "SEA-1.2")
    for name in scores:
        s.score_of[board.EDGES.index(name)] = scores.number(name, 0, board.TREASURES, 0, "SEA-20.1")
    s.lost = r.number("lost", 0, board.TREASURES, 0, "SEA-13.7")
    if "treasures" not in r:
        for f in range(board.FIELDS):
            if board.WATER < s.tile[f] < board.TURTLE:
                s.treasure[f] = s.tile[f] - board.TREASURE
    places: list[int] = []
    for word in r.words("treasures", "SEA-13.8"):
        match = r.match("treasures", word, _TREASURE, "e5:2, e5/1:1", "SEA-13.8")
        f = r.index("treasures", match[1], board.FIELD_NAMES, "SEA-3.1")
        r.add_new("treasures", places, f * 6 + int(match[2] or 0), word, "SEA-13.8")
        if match[2] is None:
            s.treasure[f] = int(match[3])
            continue
        owners = [p for p in range(board.PIRATES) if s.place[p] == f and s.step[p] == int(match[2])]
        if len(owners) != 1 or match[3] != "1":
            raise r.wrong("treasures", word, N_("on a step lies one treasure with one pirate"), "SEA-9.22, 9.26")
        s.laden[owners[0]] = 1


def _count_treasures(r: PositionReader, s: Seameni) -> None:
    brought = sum(
        int(s.tile[f]) - board.TREASURE for f in range(board.FIELDS) if board.WATER < s.tile[f] < board.TURTLE
    )
    lying = sum(int(n) for n in s.treasure) + sum(int(n) for n in s.laden) + int(s.carried)
    counts = {"brought": brought, "lying": lying, "aboard": sum(int(n) for n in s.score_of), "lost": int(s.lost)}
    if counts["lying"] + counts["aboard"] + counts["lost"] != brought:
        why = N_(
            "the face-up treasure tiles brought {brought} treasures, but {lying} lie on the sea, {aboard} are aboard "
            "and {lost} are lost"
        )
        raise r.wrong("treasures", r.text("treasures"), why, "SEA-2.1, 8.3", **counts)


def _read_movement(r: PositionReader, s: Seameni, pirates: Sequence[str]) -> None:
    """SEA-11: the movement that runs."""
    if "movement" not in r:
        return
    movement = r.inside("movement", _MOVEMENT, "SEA-11.1")
    for key in ("pirate", "origin", "at"):
        if key not in movement:
            raise movement.wrong(key, None, N_("a movement has a pirate, an origin and a place where it is"))
    s.mover = board.PIRATE_NAMES.index(pirates[movement.word("pirate", pirates, board.NONE, "SEA-1.7")])
    read_keys(movement, s, MOVEMENT)
    for pair in _pairs(movement, "way", "SEA-11.12"):
        s.way = grown(s.way, pair)
    for pair in _pairs(movement, "taken", "SEA-11.11"):
        s.taken = grown(s.taken, pair)


def _pairs(r: PositionReader, key: str, clause: str) -> list[int]:
    """Two fields each: where it was and from where, or which exit it took."""
    out: list[int] = []
    for pair in r.items(key, None, clause):
        match = r.match(key, pair, _PAIR, "e5 e6", clause)
        here, there = (r.index(key, match[i], board.FIELD_NAMES, clause) for i in (1, 2))
        if not board.SEA[here]:
            raise r.refusal(key, pair, f"{_SEA_NAMES[0]}, … {_SEA_NAMES[-1]}", clause)
        r.add_new(key, out, here * board.FIELDS + there, pair, clause)
    return out


def write(s: Seameni) -> dict[str, Json]:
    """The complete position of a state. Nothing is private here (section 8), so a view is written in the same way."""
    out: dict[str, Json] = {
        "ships": {board.EDGES[e]: board.FIELD_NAMES[int(s.ship[e])] for e in range(4) if s.ship[e] != board.NONE},
        "tiles": " ".join(_written_tiles(s)),
        "treasures": " ".join(_written_treasures(s)),
        "scores": {board.EDGES[e]: int(s.score_of[e]) for e in range(4) if s.score_of[e]},
        "lost": int(s.lost),
        "pirates": {board.PIRATE_NAMES[p]: _written_pirate(s, p) for p in range(board.PIRATES) if s.is_seated(p // 3)},
    }
    write_keys(s, out, (*COURSE, *END))
    if s.put_out:
        out["out"] = [board.PIRATE_NAMES[p] for p in range(board.PIRATES) if s.put_out & 2**p]
    if s.turning != board.NONE:
        out["turning"] = board.FIELD_NAMES[int(s.turning)]
    if s.mover != board.NONE:
        movement: dict[str, Json] = {
            "pirate": board.PIRATE_NAMES[int(s.mover)],
            "way": [_written_pair(int(x)) for x in s.way],
            "taken": [_written_pair(int(x)) for x in s.taken],
        }
        write_keys(s, movement, MOVEMENT)
        out["movement"] = movement
    return out


# -- small forms ------------------------------------------------------------------------------------------------


def _written_tiles(s: Seameni) -> list[str]:
    up = [
        f"{board.FIELD_NAMES[f]}={board.CODES[int(s.tile[f])]}"
        for f in range(board.FIELDS)
        if s.tile[f] != board.HIDDEN
    ]
    fronts = sorted({int(board.FRONT[int(f)]) for f in s.ship if f != board.NONE})
    return up + [f"{board.FIELD_NAMES[f]}=?" for f in fronts if s.tile[f] == board.HIDDEN]


def _written_treasures(s: Seameni) -> list[str]:
    lying = [f"{board.FIELD_NAMES[f]}:{int(s.treasure[f])}" for f in range(board.FIELDS) if s.treasure[f]]
    return lying + [f"{_place(s, p)}:1" for p in range(board.PIRATES) if s.laden[p]]


def _place(s: Seameni, p: int) -> str:
    step = f"/{int(s.step[p])}" if s.step[p] else ""
    return board.PLACE_NAMES[int(s.place[p])] + step


def _written_pirate(s: Seameni, p: int) -> str:
    marks = {
        "captive": s.captor[p] != board.NONE,
        "caught": s.caught[p],
        "resting": s.rest[p] == 1,
        "tired": s.rest[p] == 2,
        "exile": s.exile[p],
    }
    return " ".join([_place(s, p), *(mark for mark, has in marks.items() if has)])


def _written_pair(pair: int) -> str:
    return f"{board.PLACE_NAMES[pair // board.FIELDS]} {board.PLACE_NAMES[pair % board.FIELDS]}"
