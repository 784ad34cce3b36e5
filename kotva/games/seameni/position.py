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
from collections.abc import Mapping

from kotva.engine.arrays import ints
from kotva.engine.errors import BadPosition
from kotva.engine.game import Json
from kotva.engine.options import Options
from kotva.engine.say import N_
from kotva.engine.state import State
from kotva.games.seameni.board import (
    ABOARD,
    CODES,
    COUNTS,
    DEAD,
    EDGE,
    EDGES,
    FIELD_NAMES,
    FIELDS,
    FRONT,
    HIDDEN,
    KIND,
    KIND_NAMES,
    KINDS,
    MUD,
    NONE,
    OCTOPUS,
    PIRATE_NAMES,
    PIRATES,
    PLACE_NAMES,
    SEA,
    TILES,
    TRANSIT,
    TREASURE,
    TREASURES,
    TURTLE,
    TWIN,
    WATER,
)
from kotva.games.seameni.rules.codes import CHOOSE_FIRST, ENDED, PLACING, TURN
from kotva.games.seameni.rules.game import Seameni, new_game
from kotva.games.seameni.rules.table import grown

PHASES = ("first", "place", "uncover", "turn", "vote", "chain", "rejump", "overflow", "over")
REASONS = ("treasure", "stall", "limit", "idle", "agreement")
MOVEMENTS = ("step", "outing", "jump")
SHIPS = {"S": "f0", "W": "w6", "N": "f12", "E": "x6"}
_PLACES = ("ships", "tiles", "treasures", "scores", "lost", "pirates")
_COURSE = ("phase", "player", "decider", "first", "turns", "stall", "progress", "asked", "out", "ended")
_MOVEMENT = ("pirate", "kind", "origin", "at", "carried", "surprised", "exempt", "way", "taken")


def empty(options: Options) -> Seameni:
    """The set-up with these options (SEA-4), before the first ship is placed."""
    partners = options.seats == 4 and options.is_on("partners")  # SEA-1.5
    rule = [
        int(partners),
        int(options.choice("ship_crew") == "one"),
        int(options.is_on("allow_pass")),
        int(options.choice("idle_turns") == "skip"),
        int(options.is_on("agreement")),
        int(options.is_on("auto_end")),
        options.number("stall_turns"),
        options.number("max_turns"),
    ]
    first = options.choice("first")
    seat = NONE if first == "random" else int(first) - 1
    edge = seat * 2 if options.seats == 2 and seat > 0 else seat
    return new_game(options.seats, ints(rule), edge)


def read(position: Mapping[str, Json], options: Options) -> State:
    """A state from a position, or BadPosition saying what does not add up."""
    unknown = sorted(set(position) - {*_PLACES, *_COURSE, "turning", "movement"})
    if unknown:
        raise BadPosition("A Seameni position has no {names}.", names=", ".join(unknown))
    s = empty(options)
    _read_course(position, s)
    _read_ships(position, s)
    _read_tiles(position, s)
    _read_pirates(position, s)
    _read_treasures(position, s)
    if position.get("turning"):
        s.turning = _field(position["turning"])
    _read_movement(_dict(position, "movement"), s)
    try:
        check(s)
    except Wrong as error:
        raise BadPosition("This position cannot be: {error}.", error=error) from None
    return s


def write(state: State) -> dict[str, Json]:
    """The complete position of a state. Nothing is private here (section 8), so a view is written in the same way."""
    assert isinstance(state, Seameni)
    s = state
    out: dict[str, Json] = {
        "phase": PHASES[int(s.phase)],
        "player": _edge_name(int(s.player)),
        "decider": _edge_name(int(s.decider)),
        "first": _edge_name(int(s.first)),
        "turns": int(s.turns),
        "stall": int(s.stall),
        "ships": {EDGES[e]: FIELD_NAMES[int(s.ship[e])] for e in range(4) if s.ship[e] != NONE},
        "tiles": " ".join(_written_tiles(s)),
        "treasures": " ".join(_written_treasures(s)),
        "scores": {EDGES[e]: int(s.score_of[e]) for e in range(4) if s.score_of[e]},
        "lost": int(s.lost),
        "pirates": {PIRATE_NAMES[p]: _written_pirate(s, p) for p in range(PIRATES) if s.is_seated(p // 3)},
    }
    for key in ("progress", "asked"):
        if getattr(s, key):
            out[key] = int(getattr(s, key))
    if s.put_out:
        out["out"] = [PIRATE_NAMES[p] for p in range(PIRATES) if s.put_out & 2**p]
    if s.ended != NONE:
        out["ended"] = REASONS[int(s.ended)]
    if s.turning != NONE:
        out["turning"] = FIELD_NAMES[int(s.turning)]
    if s.mover != NONE:
        out["movement"] = {
            "pirate": PIRATE_NAMES[int(s.mover)],
            "kind": MOVEMENTS[int(s.kind)],
            "origin": PLACE_NAMES[int(s.origin)],
            "at": PLACE_NAMES[int(s.at)],
            "carried": int(s.carried),
            "surprised": int(s.surprised),
            "exempt": int(s.exempt),
            "way": [_written_pair(int(x)) for x in s.way],
            "taken": [_written_pair(int(x)) for x in s.taken],
        }
    return out


class Wrong(BadPosition, AssertionError):
    """Something that does not add up in a state, whoever made it: the rules (a fault of ours) or a person."""


def _sure(true: bool, text: str, **values: object) -> None:
    if not true:
        raise Wrong(text, **values)


def check(state: State) -> None:
    """SEA-2.1: 121 tiles and 36 treasures, all in their places; and what can never be."""
    assert isinstance(state, Seameni)
    s = state
    _check_tiles(s)
    lying = sum(int(n) for n in s.treasure) + sum(int(n) for n in s.laden) + int(s.carried)
    hidden = sum(int(s.left[KIND_NAMES.index(f"t{n}")]) * n for n in range(1, 6))
    counted = lying + hidden + sum(int(n) for n in s.score_of) + int(s.lost)
    _sure(counted == TREASURES, N_("there are {n} treasures instead of 36 (SEA-2.1)"), n=counted)
    for f in range(FIELDS):
        still = WATER <= s.tile[f] <= OCTOPUS
        fits = s.treasure[f] == 0 or still
        _sure(fits, N_("treasure cannot lie on {field} (SEA-11.15, 9.12, 12.11)"), field=FIELD_NAMES[f])
    for e in range(4):
        f = int(s.ship[e])
        _sure(f == NONE or EDGE[f] == e, N_("the ship of {edge} is not at its edge (SEA-6.2)"), edge=EDGES[e])
        alone = f == NONE or TWIN[f] == NONE or s.ship_on(int(TWIN[f])) == NONE
        _sure(alone, N_("two ships stand at one corner (SEA-4.4)"))
        roomy = s.phase != TURN or s.mover != NONE or s.crew(e) <= 3
        _sure(roomy, N_("the ship of {edge} is crowded (SEA-17.1)"), edge=EDGES[e])
    for p in range(PIRATES):
        _check_pirate(s, p)


def _check_tiles(s: Seameni) -> None:
    up = [0] * KINDS
    for f in range(FIELDS):
        _sure(bool(SEA[f]) or s.tile[f] == HIDDEN, N_("no tile lies on {field} (SEA-3.1)"), field=FIELD_NAMES[f])
        if s.tile[f] != HIDDEN:
            up[int(KIND[int(s.tile[f])])] += 1
    for kind in range(KINDS):
        have, all_of = up[kind] + int(s.left[kind]), int(COUNTS[kind])
        text = N_("there are {n} tiles {kind} instead of {all} (SEA-2.1)")
        _sure(have == all_of, text, n=have, kind=KIND_NAMES[kind], all=all_of)
    _sure(sum(int(n) for n in s.left) == s.hidden == TILES - sum(up), N_("there are not 121 tiles (SEA-2.1)"))


def _check_pirate(s: Seameni, p: int) -> None:
    at, who = int(s.place[p]), PIRATE_NAMES[p]
    if at == DEAD:
        return
    tile = int(s.tile[at]) if at < FIELDS else HIDDEN
    on_sea = at < FIELDS and SEA[at] == 1
    if on_sea and s.mover != p:
        text = N_("{pirate} cannot stand on {field} (SEA-8.1, 10.1)")
        _sure(HIDDEN < tile < TRANSIT, text, pirate=who, field=FIELD_NAMES[at])
    if at < FIELDS and not on_sea:
        _sure(s.ship_on(at) == NONE or s.mover == p, N_("{pirate} stands where a ship is (SEA-3.7)"), pirate=who)
    mud = MUD + 2 <= tile <= MUD + 5
    fits = (s.step[p] > 0) == mud or s.mover == p
    _sure(fits, N_("{pirate} is in mud without a step, or on a step without mud (SEA-9.18)"), pirate=who)
    fits = s.step[p] <= (tile - MUD if mud else 0)
    _sure(fits, N_("{pirate} stands on a step that the mud does not have (SEA-9.18)"), pirate=who)
    _sure(not s.laden[p] or mud, N_("{pirate} has treasure on a step without mud (SEA-9.22)"), pirate=who)
    fits = not s.laden[p] or s.captor[p] == NONE
    _sure(fits, N_("captive {pirate} cannot have brought treasure into mud (SEA-16.4)"), pirate=who)
    _sure(not s.caught[p] or tile == OCTOPUS, N_("{pirate} is caught without an octopus (SEA-9.7)"), pirate=who)
    fits = not s.exile[p] or (at < FIELDS and not on_sea)
    _sure(fits, N_("{pirate} is an exile, but not in the waters (SEA-14.6)"), pirate=who)
    _check_control(s, p, at, who)
    _check_company(s, p, mud, who)


def _check_control(s: Seameni, p: int, at: int, who: str) -> None:
    if s.captor[p] != NONE:
        ship = int(s.ship[int(s.captor[p])])
        fits = at in (ABOARD + int(s.captor[p]), int(FRONT[ship]))
        _sure(fits, N_("captive {pirate} is off his chain (SEA-16.4)"), pirate=who)
        fits = s.party(int(s.captor[p])) != s.party(p // 3)
        _sure(fits, N_("{pirate} is a captive of his own party (SEA-16.1)"), pirate=who)
    elif at >= ABOARD:
        _sure(s.is_friendly(at - ABOARD, p), N_("{pirate} is free aboard an enemy ship (SEA-16.1)"), pirate=who)


def _check_company(s: Seameni, p: int, mud: bool, who: str) -> None:
    at = int(s.place[p])
    sharing = 0
    for q in range(PIRATES):
        if q == p or s.place[q] != at:
            continue
        fits = at >= ABOARD or mud or not s.are_enemies(p, q)
        _sure(fits, N_("the enemies {one} and {other} stand together (SEA-15.3)"), one=who, other=PIRATE_NAMES[q])
        if mud and s.step[q] == s.step[p]:
            sharing += 1
            _sure(not s.laden[p], N_("{pirate} shares a step with treasure (SEA-9.22)"), pirate=who)
    _sure(sharing < 2, N_("{pirate} is one of three on a step (SEA-9.22)"), pirate=who)


# -- reading ----------------------------------------------------------------------------------------------------


def _read_course(position: Mapping[str, Json], s: Seameni) -> None:
    s.phase = _choice(position, "phase", PHASES, "turn")
    if s.first == NONE and s.phase != CHOOSE_FIRST:
        s.first = 0
    if "first" in position and position["first"] is not None:
        s.first = _edge(position["first"], s)
    s.player = _edge(position["player"], s) if position.get("player") is not None else int(s.first)
    s.decider = _edge(position["decider"], s) if position.get("decider") is not None else int(s.player)
    for key in ("turns", "stall", "progress", "asked"):
        setattr(s, key, _number(position, key, 0))
    out = position.get("out", [])
    if not isinstance(out, list):
        raise BadPosition("{key} is a list.", key="out")
    s.put_out = sum(2 ** _pirate(name, s) for name in out)
    s.ended = _choice(position, "ended", REASONS, "treasure") if s.phase == ENDED else NONE


def _read_ships(position: Mapping[str, Json], s: Seameni) -> None:
    defaults: dict[str, Json] = {} if s.phase in (CHOOSE_FIRST, PLACING) else dict(SHIPS)
    given = {**defaults, **_dict(position, "ships")}
    for name, where in given.items():
        if name in _dict(position, "ships") or s.is_seated(EDGES.index(name)):
            edge, f = _edge(name, s), _field(where)
            if EDGE[f] != edge:
                raise BadPosition("The ship of {edge} cannot stand on {field} (SEA-6.2).", edge=name, field=where)
            s.ship[edge] = f


def _read_tiles(position: Mapping[str, Json], s: Seameni) -> None:
    if s.phase not in (CHOOSE_FIRST, PLACING) and PHASES[int(s.phase)] != "uncover":
        for e in range(4):
            if s.ship[e] != NONE:
                s.tile[int(FRONT[int(s.ship[e])])] = WATER
    for text in str(position.get("tiles", "")).split():
        name, _, code = text.partition("=")
        f = _field(name)
        if not SEA[f]:
            raise BadPosition("{field} has no tile; the sea is a1 to k11 (SEA-3.1).", field=name)
        if code not in CODES:
            raise BadPosition(
                "{text!r} is no tile; tiles are written e5=vo, codes are {codes}.", text=text, codes=CODES
            )
        s.tile[f] = CODES.index(code)
    for f in range(FIELDS):
        if s.tile[f] != HIDDEN:
            kind = int(KIND[int(s.tile[f])])
            s.left[kind] -= 1
            s.hidden -= 1
    for kind in range(KINDS):
        if s.left[kind] < 0:
            raise BadPosition(
                "There are {n} tiles {kind} face up, but only {all} exist (SEA-2.1).",
                n=int(COUNTS[kind] - s.left[kind]),
                kind=KIND_NAMES[kind],
                all=int(COUNTS[kind]),
            )


_WHERE = re.compile(r"@[SWNE]|dead|[wa-kx](?:1[012]|[0-9])(?:\*|/[1-5])?")


def _read_pirates(position: Mapping[str, Json], s: Seameni) -> None:
    for name, text in _dict(position, "pirates").items():
        p = _pirate(name, s)
        where, *marks = str(text).split() or [""]
        if not _WHERE.fullmatch(where):
            raise BadPosition("{where!r} is no place; places are e5, e5/2, @S, e0, e0*, dead.", where=where)
        place, _, step = where.partition("/")
        if place not in PLACE_NAMES:
            raise BadPosition("{where!r} is no place; places are e5, e5/2, @S, e0, e0*, dead.", where=where)
        s.place[p] = PLACE_NAMES.index(place)
        s.step[p] = int(step or 0)
        for mark in marks:
            _read_mark(s, p, mark)
        at = int(s.place[p]) - ABOARD
        if 0 <= at < 4 and s.party(at) != s.party(p // 3):
            s.captor[p] = at


def _read_mark(s: Seameni, p: int, mark: str) -> None:
    if mark == "captive":
        holders = [e for e in range(4) if s.ship[e] != NONE and FRONT[int(s.ship[e])] == s.place[p]]
        if s.place[p] < FIELDS:
            if not holders:
                raise BadPosition("{pirate} is a captive, but no ship is beside him.", pirate=PIRATE_NAMES[p])
            s.captor[p] = holders[0]
    elif mark == "caught":
        s.caught[p] = 1
    elif mark in ("resting", "tired"):
        s.rest[p] = 1 if mark == "resting" else 2
    elif mark == "exile":
        s.exile[p] = 1
    else:
        raise BadPosition("A pirate is captive, caught, resting, tired or exile, not {mark!r}.", mark=mark)


def _read_treasures(position: Mapping[str, Json], s: Seameni) -> None:
    for name, n in _dict(position, "scores").items():
        s.score_of[_edge(name, s)] = _count(n, "scores")
    s.lost = _number(position, "lost", 0)
    if "treasures" not in position:
        for f in range(FIELDS):
            if WATER < s.tile[f] < TURTLE:
                s.treasure[f] = s.tile[f] - TREASURE
    for text in str(position.get("treasures", "")).split():
        where, _, number = text.partition(":")
        name, _, step = where.partition("/")
        f = _field(name)
        if not number.isdigit():
            raise BadPosition("{text!r} is no treasure; treasures are written e5:2.", text=text)
        if not step:
            s.treasure[f] = int(number)
            continue
        owners = [p for p in range(PIRATES) if s.place[p] == f and str(s.step[p]) == step]
        if len(owners) != 1 or number != "1":
            raise BadPosition("On {where} lies one treasure with one pirate, or none (SEA-9.22, 9.26).", where=where)
        s.laden[owners[0]] = 1
    carried = _count(_dict(position, "movement").get("carried", 0), "carried")
    brought = sum(int(s.tile[f]) - TREASURE for f in range(FIELDS) if WATER < s.tile[f] < TURTLE)
    found = sum(int(n) for n in s.treasure) + sum(int(n) for n in s.laden) + carried
    aboard = sum(int(n) for n in s.score_of)
    if found + aboard + s.lost != brought:
        raise BadPosition(
            "The face-up treasure tiles brought {brought} treasures, but {found} lie on the sea, {aboard} are aboard "
            "and {lost} are lost (SEA-2.1, 8.3).",
            brought=brought,
            found=found,
            aboard=aboard,
            lost=int(s.lost),
        )


def _read_movement(given: Mapping[str, Json], s: Seameni) -> None:
    unknown = sorted(set(given) - set(_MOVEMENT))
    if unknown:
        raise BadPosition("A Seameni position has no {names}.", names=", ".join(unknown))
    if not given:
        return
    s.mover = _pirate(given.get("pirate"), s)
    s.kind = _choice(given, "kind", MOVEMENTS, "step")
    for key in ("origin", "at"):
        if given.get(key) not in PLACE_NAMES:
            raise BadPosition("A movement has an origin and a place where it is.")
        setattr(s, key, PLACE_NAMES.index(str(given[key])))
    for key in ("carried", "surprised", "exempt"):
        setattr(s, key, _number(given, key, 0))
    for pair in _pairs(given, "way"):
        s.way = grown(s.way, pair)
    for pair in _pairs(given, "taken"):
        s.taken = grown(s.taken, pair)


# -- small forms ------------------------------------------------------------------------------------------------


def _written_tiles(s: Seameni) -> list[str]:
    up = [f"{FIELD_NAMES[f]}={CODES[int(s.tile[f])]}" for f in range(FIELDS) if s.tile[f] != HIDDEN]
    fronts = sorted({int(FRONT[int(f)]) for f in s.ship if f != NONE})
    return up + [f"{FIELD_NAMES[f]}=?" for f in fronts if s.tile[f] == HIDDEN]


def _written_treasures(s: Seameni) -> list[str]:
    lying = [f"{FIELD_NAMES[f]}:{int(s.treasure[f])}" for f in range(FIELDS) if s.treasure[f]]
    return lying + [f"{_place(s, p)}:1" for p in range(PIRATES) if s.laden[p]]


def _place(s: Seameni, p: int) -> str:
    step = f"/{int(s.step[p])}" if s.step[p] else ""
    return PLACE_NAMES[int(s.place[p])] + step


def _written_pirate(s: Seameni, p: int) -> str:
    marks = {
        "captive": s.captor[p] != NONE,
        "caught": s.caught[p],
        "resting": s.rest[p] == 1,
        "tired": s.rest[p] == 2,
        "exile": s.exile[p],
    }
    return " ".join([_place(s, p), *(mark for mark, has in marks.items() if has)])


def _written_pair(pair: int) -> str:
    return f"{PLACE_NAMES[pair // FIELDS]} {PLACE_NAMES[pair % FIELDS]}"


def _pairs(given: Mapping[str, Json], key: str) -> list[int]:
    out = []
    pairs = given.get(key, [])
    for pair in pairs if isinstance(pairs, list) else [None]:
        a, _, b = str(pair).partition(" ")
        out.append(_field(a) * FIELDS + _field(b))
    return out


def _edge_name(edge: int) -> str | None:
    return None if edge == NONE else EDGES[edge]


def _edge(value: object, s: Seameni) -> int:
    if not isinstance(value, str) or len(value) != 1 or value not in EDGES or not s.is_seated(EDGES.index(value)):
        seated = " ".join(EDGES[e] for e in range(4) if s.is_seated(e))
        raise BadPosition("Nobody sits at {value!r}; players sit at {seated} (SEA-1.2).", value=value, seated=seated)
    return EDGES.index(value)


def _pirate(value: object, s: Seameni) -> int:
    if value not in PIRATE_NAMES or not s.is_seated(PIRATE_NAMES.index(str(value)) // 3):
        raise BadPosition("There is no pirate {value!r}.", value=value)
    return PIRATE_NAMES.index(str(value))


def _field(value: object) -> int:
    if value not in FIELD_NAMES:
        raise BadPosition("{value!r} is no field; fields are w0 to x12.", value=value)
    return FIELD_NAMES.index(str(value))


def _choice(position: Mapping[str, Json], key: str, values: tuple[str, ...], default: str) -> int:
    value = position.get(key, default)
    if value not in values:
        raise BadPosition("{key} is one of {values}, not {value!r}.", key=key, values=", ".join(values), value=value)
    return values.index(str(value))


def _count(value: object, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
        raise BadPosition("{key} is a number, not {value!r}.", key=key, value=value)
    return value


def _number(position: Mapping[str, Json], key: str, default: int) -> int:
    return _count(position.get(key, default), key)


def _dict(position: Mapping[str, Json], key: str) -> dict[str, Json]:
    value = position.get(key, {})
    if not isinstance(value, dict):
        raise BadPosition("{key} names places and what is there, as an object.", key=key)
    return value
