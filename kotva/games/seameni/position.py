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
from collections.abc import Iterable, Mapping
from typing import Final

from kotva.engine.game import Json
from kotva.engine.options import Options
from kotva.engine.position import PositionReader, going_on, stop_if_refused
from kotva.engine.position_keys import (
    NumberKey,
    NumbersKey,
    ObjectKey,
    OwnKey,
    PositionKey,
    WordKey,
    WordsKey,
    names_of,
    read_keys,
    written_keys,
)
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
SHIPS = ("f0", "w6", "f12", "x6")


def _seated(s: Seameni) -> list[str]:
    return [board.EDGES[e] for e in range(4) if s.is_seated(e)]


def _first(s: Seameni) -> int:
    return 0 if s.first == board.NONE and s.phase != codes.CHOOSE_FIRST else int(s.first)


def _is_placing(s: Seameni) -> bool:
    return s.phase in (codes.CHOOSE_FIRST, codes.PLACING)


def _middle(s: Seameni, edge: int) -> int:
    """SEA-4.3: where a ship begins."""
    return board.NONE if _is_placing(s) else board.FIELD_NAMES.index(SHIPS[edge])


def _pirates(s: Seameni) -> list[str]:
    return [name for name in board.PIRATE_NAMES if s.is_seated(board.EDGES.index(name[0]))]


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
    r = PositionReader(position, names_of(KEYS), "SEA-4.7")
    s = empty(options)
    read_keys(r, s, KEYS)
    stop_if_refused()
    _count_treasures(r, s)
    return s


def write(s: Seameni) -> dict[str, Json]:
    """The complete position of a state. Nothing is private here (section 8), so a view is written in the same way."""
    return written_keys(s, KEYS)


# -- keys of several fields ---------------------------------------------------------------------------------------------


def _read_tiles(r: PositionReader, s: Seameni) -> None:
    """SEA-8.1: what lies face up; left out, water before each ship. The rest is face down, by kind (SEA-2.1)."""
    if not _is_placing(s) and s.phase != codes.UNCOVER:
        for e in range(4):
            if s.ship[e] != board.NONE and board.FRONT[int(s.ship[e])] != board.NONE:
                s.tile[int(board.FRONT[int(s.ship[e])])] = board.WATER
    found: list[int] = []
    for word in r.words("tiles", "SEA-2.1"):
        with going_on():
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


def _read_pirates(r: PositionReader, s: Seameni) -> None:
    """Where every pirate is, and its marks; an enemy aboard is a captive (SEA-16.1)."""
    given = r.inside("pirates", _pirates(s), "SEA-1.7")
    for name in given:
        with going_on():
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
                        name, given.text(name), N_("a captive is on the captor's ship or before it"), "SEA-16.4"
                    )
                s.captor[p] = holders[0]


def _read_treasures(r: PositionReader, s: Seameni) -> None:
    """SEA-8.3: what the face-up treasure tiles brought lies there where nothing else is said."""
    if "treasures" not in r:
        for f in range(board.FIELDS):
            if board.WATER < s.tile[f] < board.TURTLE:
                s.treasure[f] = s.tile[f] - board.TREASURE
    places: list[int] = []
    for word in r.words("treasures", "SEA-13.8"):
        with going_on():
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


def _read_out(r: PositionReader, s: Seameni) -> None:
    pirates = _pirates(s)
    s.put_out = sum(2 ** board.PIRATE_NAMES.index(pirates[i]) for i in r.names("out", pirates, "SEA-17.4"))


def _read_turning(r: PositionReader, s: Seameni) -> None:
    if "turning" in r:
        s.turning = board.SEA_FIELDS[r.word("turning", _SEA_NAMES, board.NONE, "SEA-8.1")]


def _read_mover(r: PositionReader, s: Seameni) -> None:
    for key in ("pirate", "origin", "at"):
        if key not in r:
            raise r.wrong(key, None, N_("a movement has a pirate, an origin and a place where it is"))
    s.mover = board.PIRATE_NAMES.index(_pirates(s)[r.word("pirate", _pirates(s), board.NONE, "SEA-1.7")])


def _read_way(r: PositionReader, s: Seameni) -> None:
    for pair in _pairs(r, "way", "SEA-11.12"):
        s.way = grown(s.way, pair)


def _read_taken(r: PositionReader, s: Seameni) -> None:
    for pair in _pairs(r, "taken", "SEA-11.11"):
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


# -- small forms ------------------------------------------------------------------------------------------------


def _written_tiles(s: Seameni) -> Json:
    up = [
        f"{board.FIELD_NAMES[f]}={board.CODES[int(s.tile[f])]}"
        for f in range(board.FIELDS)
        if s.tile[f] != board.HIDDEN
    ]
    fronts = sorted({int(board.FRONT[int(f)]) for f in s.ship if f != board.NONE})
    return " ".join(up + [f"{board.FIELD_NAMES[f]}=?" for f in fronts if s.tile[f] == board.HIDDEN])


def _written_treasures(s: Seameni) -> Json:
    lying = [f"{board.FIELD_NAMES[f]}:{int(s.treasure[f])}" for f in range(board.FIELDS) if s.treasure[f]]
    return " ".join(lying + [f"{_place(s, p)}:1" for p in range(board.PIRATES) if s.laden[p]])


def _place(s: Seameni, p: int) -> str:
    step = f"/{int(s.step[p])}" if s.step[p] else ""
    return board.PLACE_NAMES[int(s.place[p])] + step


def _written_pirates(s: Seameni) -> Json:
    return {board.PIRATE_NAMES[p]: _written_pirate(s, p) for p in range(board.PIRATES) if s.is_seated(p // 3)}


def _written_pirate(s: Seameni, p: int) -> str:
    marks = {
        "captive": s.captor[p] != board.NONE,
        "caught": s.caught[p],
        "resting": s.rest[p] == 1,
        "tired": s.rest[p] == 2,
        "exile": s.exile[p],
    }
    return " ".join([_place(s, p), *(mark for mark, has in marks.items() if has)])


def _written_pairs(pairs: Iterable[int]) -> Json:
    return [f"{board.PLACE_NAMES[int(x) // board.FIELDS]} {board.PLACE_NAMES[int(x) % board.FIELDS]}" for x in pairs]


def _written_out(s: Seameni) -> Json:
    return [board.PIRATE_NAMES[p] for p in range(board.PIRATES) if s.put_out & 2**p] or None


MOVEMENT: Final[tuple[PositionKey, ...]] = (
    OwnKey("pirate", _read_mover, lambda s: board.PIRATE_NAMES[int(s.mover)]),
    WordKey("kind", MOVEMENTS, default=0, always=True),
    WordKey("origin", board.FIELD_NAMES, "SEA-10.2", always=True),
    WordKey("at", board.FIELD_NAMES, "SEA-11.2", always=True),
    NumberKey("carried", 0, 1, "SEA-13.2", always=True),
    NumberKey("surprised", 0, 1, "SEA-11.3", always=True),
    NumberKey("exempt", 0, 1, "SEA-17.5", always=True),
    OwnKey("way", _read_way, lambda s: _written_pairs(s.way)),
    OwnKey("taken", _read_taken, lambda s: _written_pairs(s.taken)),
)
KEYS: Final[tuple[PositionKey, ...]] = (
    # SEA-5: the phase, and whose decision it is; SEA-19: what ends the game
    WordKey("phase", PHASES, "SEA-5.1", default=codes.TURN, always=True),
    WordKey("first", board.EDGES, "SEA-1.2", default=_first, allowed=_seated, always=True),
    WordKey("player", board.EDGES, "SEA-1.2", default=lambda s: s.first, allowed=_seated, always=True),
    WordKey("decider", board.EDGES, "SEA-1.2", default=lambda s: s.player, allowed=_seated, always=True),
    NumberKey("turns", 0, lambda s: s.rule.max_turns * s.seats, "SEA-19.6", always=True),
    NumberKey("stall", 0, lambda s: s.rule.stall_turns * s.seats, "SEA-19.5", always=True),
    NumberKey("progress", 0, 1, "SEA-19.4"),
    NumberKey("asked", 0, 1, "SEA-19.1"),
    WordKey("ended", REASONS, "SEA-19.7", default=0, when=lambda s: s.phase == codes.ENDED),
    # Section 11: ships, tiles, pirates, treasures
    WordsKey(
        "ships",
        board.EDGES,
        board.FIELD_NAMES,
        "SEA-6.2",
        "SEA-1.2",
        "ship",
        allowed=_seated,
        default=_middle,
        always=True,
    ),
    OwnKey("tiles", _read_tiles, _written_tiles),
    OwnKey("pirates", _read_pirates, _written_pirates),
    NumbersKey(
        "scores", board.EDGES, 0, board.TREASURES, "SEA-20.1", "SEA-1.2", "score_of", allowed=_seated, always=True
    ),
    NumberKey("lost", 0, board.TREASURES, "SEA-13.7", always=True),
    OwnKey("treasures", _read_treasures, _written_treasures),
    OwnKey("out", _read_out, _written_out),
    OwnKey("turning", _read_turning, lambda s: None if s.turning == board.NONE else board.FIELD_NAMES[int(s.turning)]),
    ObjectKey("movement", MOVEMENT, "SEA-11.1", there=lambda s: s.mover != board.NONE, optional=True),
)
