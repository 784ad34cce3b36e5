"""Positions of Settlers that a person can write, in the words of the rulebook's scenarios (section 11).

    {"P1": "S 9 19; C 30; R 8-13-18 24-30; hand LLB; cards kv; new m; army 2", "P2": "S 20; hand WW", "robber": 6}

A player's line: settlements, cities, roads (`8-13-18` is 8-13 and 13-18), resource cards, action cards from earlier turns,
action cards bought in this turn, open knights, and `known`, the cards everybody has seen come into the hand and stay.

| key | meaning | left out |
|---|---|---|
| `board` | a board text (SET-2.9) | the board of the options, or Board B |
| `robber` | its hex | the desert |
| `turn`, `first`, `round`, `phase` | whose turn, who started, which round, which phase of section 5 | P1, P1, 3, `MAIN` |
| `dice` | `"3+4"`, of this turn | none |
| `longest`, `largest` | who holds the special card | nobody |
| `bank`, `deck` | cards left there | all that are nowhere else |
| `spent` | progress cards played | none |
| `played`, `offers`, `closed` | this turn: card played, offers made, trade closed | false, 0, false |
| `back`, `free`, `origin`, `tries`, `victim` | of the card or robber move under way | `MAIN`, 0, the robber's hex, 0, nobody |
| `laid`, `moved`, `before` | the road that may be moved: edge, how often, what was before it | none |
| `owe`, `sealed` | discards: `{"P1": 4}`, `{"P2": "WWGG"}` | none |
| `offer`, `asked`, `answers` | `"W>G"`, `["P2", "P3"]`, `{"P2": "accept", "P3": "counter O>WW"}` | none |
| `founded`, `site`, `start` | founding: pairs placed, settlement without its road, dice for the start | 0, none, none |
| `timed`, `stop`, `turn_limit`, `limited`, `forcing`, `gone`, `ended`, `winner` | clock, leaving, end | none |

`?` stands for a card that the reader may not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from kotva.engine.arrays import BIT, ints
from kotva.engine.errors import BadOption, BadPosition
from kotva.engine.game import Json
from kotva.engine.options import Options
from kotva.engine.say import N_
from kotva.engine.state import State
from kotva.games.settlers.board import (
    ALL_CARDS,
    ALL_RESOURCES,
    CARD_CODES,
    CODES,
    EDGE_NAMES,
    HARBOUR_CODES,
    HARBOUR_KINDS,
    HEXES,
    NONE,
    TERRAIN_CODES,
    TERRAINS,
    UNIT,
    UNKNOWN,
    VERTICES,
    count,
    letters,
    total,
)
from kotva.games.settlers.boards import BOARD_B, chosen_board, read_board, write_board
from kotva.games.settlers.options import rules_of
from kotva.games.settlers.rules.building import open_ends, put_building, put_road, road_length
from kotva.games.settlers.rules.codes import BEFORE_ROLL, CITIES, COUNTERED, ENDED, LAYING, ROADS, SETTLEMENTS
from kotva.games.settlers.rules.founding import set_board
from kotva.games.settlers.rules.game import Settlers, new_game

PHASES = (
    "LAYING",
    "STARTING",
    "SETUP_SETTLEMENT",
    "SETUP_ROAD",
    "ROLL",
    "ROLLING",
    "DISCARD",
    "ROBBER",
    "ROB",
    "STEALING",
    "MAIN",
    "DRAWING",
    "FREE_ROAD",
    "OFFER",
    "OVER",
)
REASONS = ("win", "time", "rounds", "left")
ANSWERS = ("", "accept", "reject", "counter")
SEATS = ("P1", "P2", "P3", "P4")
_KEYS = {
    *("board", "robber", "turn", "first", "round", "phase", "dice", "longest", "largest", "bank", "deck", "spent"),
    *("played", "offers", "closed", "back", "free", "origin", "tries", "victim", "laid", "moved", "before"),
    *("owe", "sealed", "offer", "asked", "answers", "founded", "site", "start"),
    *("timed", "stop", "turn_limit", "limited", "forcing", "gone", "ended", "winner"),
}

Position = Mapping[str, Json]


def empty(options: Options) -> Settlers:
    """A new game with these options, before anything has been decided."""
    board = chosen_board(options)
    terrain, token, harbour = board or ([], [], [])
    first = options.choice("first")
    return new_game(
        options.seats,
        ints(rules_of(options)),
        NONE if first == "roll" else SEATS.index(first),
        options.number("turn_limit_s"),
        int(options.choice("harbours") == "fixed"),
        ints(terrain),
        ints(token),
        ints(harbour),
    )


# -- reading ---------------------------------------------------------------------------------------------------------


def read(position: Position, options: Options) -> State:
    """A state from a position, or BadPosition."""
    unknown = sorted(set(position) - {*_KEYS, *SEATS[: options.seats]})
    if unknown:
        raise BadPosition(N_("A Settlers position has no {names}."), names=", ".join(unknown))
    s = empty(options)
    _read_board(position, s)
    s.phase = _word(position, "phase", PHASES, "MAIN")
    for seat in range(options.seats):
        _read_line(s, seat, str(position.get(SEATS[seat], "")))
    s.first = NONE if position.get("first") == "" else _seat(position, "first", s, 0)  # "": not found yet
    s.player = _seat(position, "turn", s, 0)
    founding = s.phase <= 3
    s.round = _number(position, "round", 0 if founding else 3)
    s.founded = _number(position, "founded", 0 if founding else 2 * options.seats)
    for seat in range(options.seats):
        open_ends(s, seat)
    _read_special(position, s)
    _read_cards(position, s)
    _read_turn(position, s)
    _read_trade(position, s)
    _read_clock(position, s)
    return s


def _read_board(position: Position, s: Settlers) -> None:
    text = str(position.get("board", BOARD_B if s.terrain[0] == NONE and position.get("phase") != "LAYING" else ""))
    if position.get("phase") == "LAYING":
        hexes, _, harbours = text.partition("|")
        s.terrain = ints(_laid(hexes, TERRAIN_CODES, [int(n) for n in TERRAINS]))
        s.harbour = ints(_laid(harbours, HARBOUR_CODES, [int(n) for n in HARBOUR_KINDS]))
        s.token = ints([0] * HEXES)
        s.robber = NONE
    elif text:
        try:
            terrain, token, harbour = read_board(text)
        except BadOption as error:
            raise BadPosition("{error}", error=error) from None
        set_board(s, ints(terrain), ints(token), ints(harbour))
    if "robber" in position:
        s.robber = _number(position, "robber", 1, HEXES) - 1
        if s.robber < 0:
            raise BadPosition(N_("There is no hex {n}; hexes are 1 to 19."), n=0)


def _laid(text: str, codes: str, pieces: list[int]) -> list[int]:
    """What is laid of a board so far, NONE where nothing lies yet."""
    words = text.split()
    if any(w not in tuple(codes) or words.count(w) > pieces[codes.index(w)] for w in words):
        raise BadPosition(N_("{text!r} is no beginning of a board."), text=text)
    return [codes.index(w) for w in words] + [NONE] * (sum(pieces) - len(words))


def _read_line(s: Settlers, seat: int, line: str) -> None:
    """SET-S: `S 9 19; C 30; R 8-13-18; hand LLB; cards kv; new m; army 2`."""
    for part in filter(None, (p.strip() for p in line.split(";"))):
        word, _, rest = part.partition(" ")
        if word in ("S", "C"):
            for name in rest.split():
                _put_building(s, seat, name, word == "C")
        elif word == "R":
            for chain in rest.split():
                ends = chain.split("-")
                for a, b in pairwise(ends):
                    _put_road(s, seat, a, b)
        elif word == "hand":
            s.hand[seat] = pack(rest, CODES)
        elif word == "known":
            s.sure[seat] = pack(rest, CODES)
        elif word == "cards":
            s.cards[seat] = pack(rest, CARD_CODES)
        elif word == "new":
            s.fresh = pack(rest, CARD_CODES)
        elif word == "army" and rest.isdigit():
            s.army[seat] = int(rest)
        else:
            raise BadPosition(
                N_("{part!r} is no part of a player's line; parts are S, C, R, hand, known, cards, new, army."),
                part=part,
            )


def _put_building(s: Settlers, seat: int, name: str, city: bool) -> None:
    if not name.isdigit() or not 1 <= int(name) <= VERTICES:
        raise BadPosition(N_("There is no vertex {name}; vertices are 1 to 54."), name=name)
    if s.building[int(name) - 1]:
        raise BadPosition(N_("There are two buildings on vertex {name}."), name=name)
    if s.spare[seat * 3 + (CITIES if city else SETTLEMENTS)] == 0:
        raise BadPosition(N_("{seat} has more settlements or cities than there are (SET-7.8)."), seat=SEATS[seat])
    put_building(s, seat, int(name) - 1, False)
    if city:
        put_building(s, seat, int(name) - 1, True)


def _put_road(s: Settlers, seat: int, a: str, b: str) -> None:
    if not (a.isdigit() and b.isdigit()) or "-".join(sorted((a, b), key=int)) not in EDGE_NAMES:
        raise BadPosition(N_("There is no edge {name}."), name=f"{a}-{b}")
    edge = EDGE_NAMES.index("-".join(sorted((a, b), key=int)))
    if s.road[edge] != NONE:
        raise BadPosition(N_("There are two roads on edge {name}."), name=EDGE_NAMES[edge])
    if s.spare[seat * 3 + ROADS] == 0:
        raise BadPosition(N_("{seat} has more than 15 roads (SET-7.8)."), seat=SEATS[seat])
    put_road(s, seat, edge)


def _read_special(position: Position, s: Settlers) -> None:
    s.longest = _seat(position, "longest", s, NONE)
    s.largest = _seat(position, "largest", s, NONE)
    if s.longest != NONE:
        s.points[int(s.longest)] += 2
        s.length = road_length(s, s.longest)
    if s.largest != NONE:
        s.points[int(s.largest)] += 2


def _read_cards(position: Position, s: Settlers) -> None:
    """Bank and deck are what is nowhere else, unless unknown cards make it unclear."""
    seats = range(int(s.seats))
    s.bank = _rest(position, "bank", ALL_RESOURCES, [int(s.hand[i]) for i in seats], CODES)
    s.spent = pack(str(position.get("spent", "")), CARD_CODES) + sum(int(n) for n in s.army)
    s.deck = _rest(
        position, "deck", ALL_CARDS - int(s.spent), [*(int(s.cards[i]) for i in seats), int(s.fresh)], CARD_CODES
    )
    for seat in seats:
        sure, hand = int(s.sure[seat]), int(s.hand[seat])
        known = hand < UNKNOWN
        if total(sure) > total(hand) or (known and any(count(sure, k) > count(hand, k) for k in range(5))):
            raise BadPosition(N_("{seat} is known to hold more than the hand."), seat=SEATS[seat])


def _rest(position: Position, key: str, everything: int, held: list[int], codes: str) -> int:
    seen = sum(p & (UNKNOWN - 1) for p in held)
    unknown = sum(p >> 30 for p in held)
    given = pack(str(position[key]), codes) if key in position else None
    for kind in range(5):
        there = sum(count(p, kind) for p in held)
        most = (everything >> 6 * kind) & 63
        if there > most:
            raise BadPosition(
                N_("There are {n} cards {kind} in the hands, but only {most} in the game."),
                n=there,
                kind=codes[kind],
                most=most,
            )
    left = everything - seen
    if given is None:
        if unknown:
            raise BadPosition(N_("With unknown cards in a hand the position must say what is in the {key}."), key=key)
        return left
    fits = total(given) + unknown == total(left) if given >= UNKNOWN or unknown else given == left
    if not fits:
        raise BadPosition(N_("The cards in the {key} and in the hands are not all the cards there are."), key=key)
    return given


def _read_turn(position: Position, s: Settlers) -> None:
    dice = str(position.get("dice", "0+0")).split("+")
    if len(dice) != 2 or not all(d in tuple("0123456") for d in dice):
        raise BadPosition(N_("dice are written 3+4, not {value!r}."), value=position.get("dice"))
    s.die1, s.die2 = int(dice[0]), int(dice[1])
    s.played = _number(position, "played", 0)
    s.offers = _number(position, "offers", 0)
    s.closed = _number(position, "closed", 0)
    s.back = _word(position, "back", PHASES, "ROLL" if s.phase == BEFORE_ROLL else "MAIN")
    s.free = _number(position, "free", 0)
    robbing = PHASES[int(s.phase)] in ("ROBBER", "ROB", "STEALING")
    s.origin = _number(position, "origin", int(s.robber) + 1 if robbing else 0, HEXES) - 1
    s.tries = _number(position, "tries", 0)
    s.victim = _seat(position, "victim", s, NONE)
    s.site = _number(position, "site", 0, VERTICES) - 1
    if position.get("laid") not in (None, *EDGE_NAMES):
        raise BadPosition(N_("There is no edge {name}."), name=position["laid"])
    s.laid = EDGE_NAMES.index(str(position["laid"])) if "laid" in position else NONE
    if s.laid != NONE and s.road[int(s.laid)] != s.player:
        raise BadPosition(N_("The road that may be moved lies nowhere."))
    s.moved = _number(position, "moved", 0)
    before = _object(position, "before")
    s.was_longest = _seat(before, "longest", s, NONE)
    s.was_length = _number(before, "length", 0)
    s.was_phase = _word(before, "phase", PHASES, "MAIN")
    s.was_free = _number(before, "free", 0)
    start = _object(position, "start")
    s.contenders = _mask(start, "contenders", s)
    s.tied = _mask(start, "tied", s)
    s.best = _number(start, "best", 0)
    s.repeats = _number(start, "repeats", 0)
    owe = _object(position, "owe")
    sealed = _object(position, "sealed")
    strangers = sorted({*owe, *sealed} - set(SEATS[: int(s.seats)]))
    if strangers:
        raise BadPosition(N_("There is no player {name}."), name=strangers[0])
    s.due = ints([_number(owe, name, 0) for name in SEATS])
    s.sealed = ints([pack(str(sealed[name]), CODES) if name in sealed else NONE for name in SEATS])


def _read_trade(position: Position, s: Settlers) -> None:
    if "offer" not in position:
        return
    s.give, s.want = _sides(str(position["offer"]))
    s.asked = _mask(position, "asked", s)
    answers, gives, wants = [0] * 4, [0] * 4, [0] * 4
    for name, text in _object(position, "answers").items():
        word, _, sides = str(text).partition(" ")
        if name not in SEATS[: int(s.seats)] or word not in ANSWERS:
            raise BadPosition(N_("{text!r} is no answer of {name}."), text=text, name=name)
        seat = SEATS.index(name)
        answers[seat] = ANSWERS.index(word)
        if answers[seat] == COUNTERED:
            gives[seat], wants[seat] = _sides(sides)
    s.answers, s.counter_give, s.counter_want = ints(answers), ints(gives), ints(wants)


def _read_clock(position: Position, s: Settlers) -> None:
    s.timed = _number(position, "timed", 0)
    s.stop = _number(position, "stop", 0) if "stop" in position else NONE
    s.turn_limit = _number(position, "turn_limit", int(s.turn_limit))
    s.limited = _number(position, "limited", 0)
    s.forcing = _number(position, "forcing", 0)
    gone = _object(position, "gone")
    left = [NONE] * 4
    for name in gone:
        if name not in SEATS[: int(s.seats)]:
            raise BadPosition(N_("There is no player {name}."), name=name)
        left[SEATS.index(name)] = _number(gone, name, 0)
        s.gone |= BIT[SEATS.index(name)]
        for number in range(2, 13):
            s.income[number * 4 + SEATS.index(name)] = 0
    s.left_with = ints(left)
    if s.phase == ENDED:
        s.ended = _word(position, "ended", REASONS, "win")
        s.winner = _seat(position, "winner", s, NONE)


# -- writing ---------------------------------------------------------------------------------------------------------


def write(state: State) -> dict[str, Json]:
    """The complete position of a state, or of what a seat has seen of it."""
    assert isinstance(state, Settlers)
    s = state
    out: dict[str, Json] = {"phase": PHASES[int(s.phase)]}
    if s.phase == LAYING:
        hexes = " ".join(TERRAIN_CODES[int(t)] for t in s.terrain if t != NONE)
        out["board"] = (hexes + " | " + " ".join(HARBOUR_CODES[int(k)] for k in s.harbour if k != NONE)).strip()
    else:
        out["board"] = write_board([int(t) for t in s.terrain], [int(n) for n in s.token], [int(k) for k in s.harbour])
        out["robber"] = int(s.robber) + 1
    out["turn"] = SEATS[int(s.player)]
    out["first"] = SEATS[int(s.first)] if s.first != NONE else ""
    out["round"] = int(s.round)
    for seat in range(int(s.seats)):
        out[SEATS[seat]] = _line(s, seat)
    out["bank"] = letters(s.bank)
    out["deck"] = letters(s.deck, CARD_CODES)
    _write_turn(s, out)
    _write_clock(s, out)
    return out


def _line(s: Settlers, seat: int) -> str:
    parts = []
    for word, kind in (("S", seat + 1), ("C", seat + 5)):
        found = [str(v + 1) for v in range(VERTICES) if s.building[v] == kind]
        parts += [" ".join((word, *found))] if found else []
    roads = [EDGE_NAMES[e] for e in range(len(EDGE_NAMES)) if s.road[e] == seat]
    parts += [" ".join(("R", *roads))] if roads else []
    for word, cards, codes in (
        ("hand", int(s.hand[seat]), CODES),
        ("known", int(s.sure[seat]), CODES),
        ("cards", int(s.cards[seat]), CARD_CODES),
        ("new", int(s.fresh) if seat == s.player else 0, CARD_CODES),
    ):
        parts += [f"{word} {letters(cards, codes)}"] if cards else []
    parts += [f"army {int(s.army[seat])}"] if s.army[seat] else []
    return "; ".join(parts)


def _write_turn(s: Settlers, out: dict[str, Json]) -> None:
    army = sum(int(n) for n in s.army)
    if int(s.spent) != army:
        out["spent"] = letters(int(s.spent) - army, CARD_CODES)
    if s.die1:
        out["dice"] = f"{int(s.die1)}+{int(s.die2)}"
    for key in ("longest", "largest", "victim"):
        if getattr(s, key) != NONE:
            out[key] = SEATS[int(getattr(s, key))]
    for key in ("played", "offers", "closed", "free", "tries", "moved"):
        if getattr(s, key):
            out[key] = int(getattr(s, key))
    out["back"] = PHASES[int(s.back)]
    if s.origin != NONE:
        out["origin"] = int(s.origin) + 1
    if s.site != NONE:
        out["site"] = int(s.site) + 1
    out["founded"] = int(s.founded)
    if s.laid != NONE:
        out["laid"] = EDGE_NAMES[int(s.laid)]
    before: dict[str, Json] = {"length": int(s.was_length), "phase": PHASES[int(s.was_phase)], "free": int(s.was_free)}
    if s.was_longest != NONE:
        before["longest"] = SEATS[int(s.was_longest)]
    if before != {"length": 0, "phase": "MAIN", "free": 0}:
        out["before"] = before
    if s.contenders or s.tied:
        out["start"] = {
            "contenders": _names(int(s.contenders)),
            "tied": _names(int(s.tied)),
            "best": int(s.best),
            "repeats": int(s.repeats),
        }
    seats = range(int(s.seats))
    if any(s.due):
        out["owe"] = {SEATS[i]: int(s.due[i]) for i in seats if s.due[i]}
        out["sealed"] = {SEATS[i]: letters(int(s.sealed[i])) for i in seats if s.sealed[i] != NONE}
    if s.asked:
        out["offer"] = f"{letters(s.give)}>{letters(s.want)}"
        out["asked"] = _names(int(s.asked))
        answers: dict[str, Json] = {}
        for i in seats:
            if s.answers[i]:
                sides = f" {letters(int(s.counter_give[i]))}>{letters(int(s.counter_want[i]))}"
                answers[SEATS[i]] = ANSWERS[int(s.answers[i])] + (sides if s.answers[i] == COUNTERED else "")
        out["answers"] = answers


def _write_clock(s: Settlers, out: dict[str, Json]) -> None:
    for key in ("timed", "limited", "forcing"):
        if getattr(s, key):
            out[key] = int(getattr(s, key))
    out["turn_limit"] = int(s.turn_limit)
    if s.stop != NONE:
        out["stop"] = int(s.stop)
    if s.gone:
        out["gone"] = {SEATS[i]: int(s.left_with[i]) for i in range(int(s.seats)) if int(s.gone) >> i & 1}
    if s.phase == ENDED:
        out["ended"] = REASONS[int(s.ended)]
        if s.winner != NONE:
            out["winner"] = SEATS[int(s.winner)]


def check(state: State) -> None:
    """Section 2: no card and no piece is lost or doubled; the tables for speed say what the pieces say."""
    assert isinstance(state, Settlers)
    s = state
    seats = range(int(s.seats))
    assert int(s.bank) + sum(int(s.hand[i]) for i in seats) == ALL_RESOURCES, "95 resource cards"
    held = sum(int(s.cards[i]) for i in seats) + int(s.fresh) + int(s.deck) + int(s.spent)
    assert held == ALL_CARDS, "25 action cards"
    assert sum(int(n) for n in s.army) == count(s.spent, 0), "open knights"
    for seat in seats:
        on_board = [sum(1 for v in s.building if v == kind) for kind in (seat + 1, seat + 5)]
        roads = sum(1 for r in s.road if r == seat)
        spare = [int(s.spare[seat * 3 + k]) for k in range(3)]
        assert spare[ROADS] + roads == 15, "SET-7.8: 15 roads"
        assert spare[SETTLEMENTS] + on_board[0] == 5, "SET-7.8: 5 settlements"
        assert spare[CITIES] + on_board[1] == 4, "SET-7.8: 4 cities"
        points = on_board[0] + 2 * on_board[1] + 2 * (s.longest == seat) + 2 * (s.largest == seat)
        assert s.points[seat] == points, "SET-13.1"
        assert all(count(s.sure[seat], k) <= count(s.hand[seat], k) for k in range(5)), "what is sure is true"
    if s.longest != NONE:
        assert s.length == road_length(s, s.longest) >= 5, "SET-10.3"
    copy = s.clone()
    for seat in seats:
        open_ends(copy, seat)
    for name in ("reach", "low", "high"):
        assert list(getattr(copy, name)) == list(getattr(s, name)), f"{name} follows the roads"


# -- small things ----------------------------------------------------------------------------------------------------


def pack(text: str, codes: str) -> int:
    """The pack of some letters; `?` is a card that the reader may not know."""
    wrong = [c for c in text if c not in codes + "?"]
    if wrong:
        raise BadPosition(N_("{text!r} are no cards; letters are {codes}."), text=text, codes=codes)
    if any(text.count(c) > 19 for c in codes):
        raise BadPosition(N_("There are not so many cards of one kind: {text!r}."), text=text)
    return sum(UNKNOWN if c == "?" else int(UNIT[codes.index(c)]) for c in text)


def _sides(text: str) -> tuple[int, int]:
    give, _, want = text.partition(">")
    return pack(give, CODES), pack(want, CODES)


def _names(mask: int) -> list[Json]:
    return [SEATS[i] for i in range(4) if mask >> i & 1]


def _mask(position: Position, key: str, s: Settlers) -> int:
    names = position.get(key, [])
    if not isinstance(names, list) or any(n not in SEATS[: int(s.seats)] for n in names):
        raise BadPosition(N_("{key} is a list of players, not {value!r}."), key=key, value=names)
    return sum(2 ** SEATS.index(str(n)) for n in names)


def _seat(position: Position, key: str, s: Settlers, default: int) -> int:
    value = position.get(key)
    if value is None:
        return default
    if value not in SEATS[: int(s.seats)]:
        raise BadPosition(N_("{key} is a player, P1 to P{n}, not {value!r}."), key=key, n=int(s.seats), value=value)
    return SEATS.index(value)


def _word(position: Position, key: str, values: tuple[str, ...], default: str) -> int:
    value = position.get(key, default)
    if value not in values:
        raise BadPosition(
            N_("{key} is one of {values}, not {value!r}."), key=key, values=", ".join(values), value=value
        )
    return values.index(value)


def _number(position: Position, key: str, default: int, most: int = 10**6) -> int:
    value = position.get(key, default)
    if not isinstance(value, int) or not 0 <= value <= most:
        raise BadPosition(N_("{key} is a number, not {value!r}."), key=key, value=value)
    return int(value)


def _object(position: Position, key: str) -> dict[str, Json]:
    value = position.get(key, {})
    if not isinstance(value, dict):
        raise BadPosition(N_("{key} is an object."), key=key)
    return value
