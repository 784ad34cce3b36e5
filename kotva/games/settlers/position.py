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

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from kotva.engine.arrays import BIT, ints
from kotva.engine.errors import BadOption
from kotva.engine.game import Json
from kotva.engine.options import Options
from kotva.engine.position import PositionReader
from kotva.engine.position_keys import read_keys
from kotva.engine.say import N_
from kotva.games.settlers import board, keys
from kotva.games.settlers.board import count, total
from kotva.games.settlers.boards import BOARD_B, chosen_board, read_board
from kotva.games.settlers.keys import PHASES, SEATS
from kotva.games.settlers.options import rules_of
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.building import open_ends, put_building, put_road
from kotva.games.settlers.rules.founding import set_board
from kotva.games.settlers.rules.game import Settlers, new_game
from kotva.games.settlers.rules.longest import road_length
from kotva.games.settlers.writing import ANSWERS

_KEYS: Final = (
    *("board", "robber", "turn", "first", "phase", "dice", "bank", "deck", "spent", "before", "owe", "sealed"),
    *("offer", "answers", "start", "gone"),
    *(key.name for key in (*keys.COURSE, *keys.SPECIAL, *keys.TURN, *keys.CLOCK, *keys.END, *keys.OFFER)),
)
_PARTS: Final = ("S", "C", "R", "hand", "known", "cards", "new", "army")
_DICE: Final = re.compile(r"0\+0|[1-6]\+[1-6]")
_CHAIN: Final = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2})+")
_OFFER: Final = re.compile(r"([LBWGO?]+)>([LBWGO?]+)")
_ANSWER: Final = re.compile(r"(accept|reject|counter)(?: ([LBWGO?]+)>([LBWGO?]+))?")


def empty(options: Options) -> Settlers:
    """A new game with these options, before anything has been decided."""
    laid = chosen_board(options)
    terrain, token, harbour = laid or ([], [], [])
    first = options.choice("first")
    return new_game(
        options.seats,
        rules_of(options),
        board.NONE if first == "roll" else SEATS.index(first),
        options.number("turn_limit_s"),
        options.which("harbours", "random", "fixed"),
        ints(terrain),
        ints(token),
        ints(harbour),
    )


def read(position: Mapping[str, Json], options: Options) -> Settlers:
    """A state from a position, or BadPosition; `check` says whether it can be."""
    names = SEATS[: options.seats]
    r = PositionReader(position, (*_KEYS, *names), "SET-15.1")
    s = empty(options)
    s.phase = r.word("phase", PHASES, codes.MAIN, "SET-4.2")
    _read_board(r, s, options)
    s.player = r.word("turn", names, 0, "SET-4.1")
    for seat, name in enumerate(names):
        _read_line(r, s, seat, name)
    s.first = board.NONE if r.data.get("first") == "" else r.word("first", names, 0, "SET-3.5")  # "": not found yet
    read_keys(r, s, keys.COURSE)
    for seat in range(options.seats):
        open_ends(s, seat)
    _read_special(r, s)
    _read_cards(r, s)
    _read_turn(r, s, names)
    read_keys(r.inside("before", [key.name for key in keys.BEFORE], "SET-8.2"), s, keys.BEFORE)
    _read_start(r, s)
    _read_trade(r, s, names)
    _read_clock(r, s, names)
    return s


def _read_board(r: PositionReader, s: Settlers, options: Options) -> None:
    """SET-2.9: a board text, or in LAYING its beginning; SET-2.10: the robber, on the desert if it is not named."""
    text = r.text("board", "SET-2.9")
    hexes, _, harbours = text.partition("|")
    # If all others leave while the board is laid, the last player has won on half an island: hexes without numbers.
    if s.phase == codes.LAYING or (s.phase == codes.ENDED and text and not re.search("[0-9]", hexes)):
        if chosen_board(options) is not None:
            raise r.wrong("phase", PHASES[int(s.phase)], N_("the options have chosen the board"), "SET-2.9")
        s.terrain = ints(_laid(r, hexes, board.TERRAIN_CODES, [int(n) for n in board.TERRAINS]))
        s.harbour = ints(_laid(r, harbours, board.HARBOUR_CODES, [int(n) for n in board.HARBOUR_KINDS]))
        s.token = ints([0] * board.HEXES)
        s.robber = board.NONE
        return
    if text or s.terrain[0] == board.NONE:
        try:
            terrain, token, harbour = read_board(text or BOARD_B)
        except BadOption as error:
            raise r.refusal("board", text, error, "SET-2.9") from None
        set_board(s, ints(terrain), ints(token), ints(harbour))
    s.robber = r.number("robber", 1, board.HEXES, int(s.robber) + 1, "SET-2.10") - 1


def _laid(r: PositionReader, text: str, kinds: str, pieces: list[int]) -> list[int]:
    """SET-2.2: what is laid of a board so far, NONE where nothing lies yet."""
    laid: list[int] = []
    for word in text.split():
        kind = r.index("board", word, list(kinds), "SET-2.9")
        laid.append(kind)
        if laid.count(kind) > pieces[kind]:
            raise r.wrong("board", word, N_("there are only {n} of these pieces"), "SET-2.9", n=pieces[kind])
    return laid + [board.NONE] * (sum(pieces) - len(laid))


def _read_line(r: PositionReader, s: Settlers, seat: int, name: str) -> None:
    """Section 11: `S 9 19; C 30; R 8-13-18; hand LLB; cards kv; new m; army 2`."""
    given: list[int] = []
    for part in filter(None, (p.strip() for p in r.text(name, "SET-15.1").split(";"))):
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


def _read_special(r: PositionReader, s: Settlers) -> None:
    """SET-10: the special cards and their points."""
    read_keys(r, s, keys.SPECIAL)
    if s.longest != board.NONE:
        s.points[int(s.longest)] += 2
        s.length = road_length(s, s.longest)
    if s.largest != board.NONE:
        s.points[int(s.largest)] += 2


def _read_cards(r: PositionReader, s: Settlers) -> None:
    """Section 2: bank and deck are what is nowhere else, unless unknown cards make it unclear."""
    seats = range(int(s.seats))
    s.bank = _rest(r, "bank", board.ALL_RESOURCES, [int(s.hand[i]) for i in seats], board.CODES)
    s.spent = pack(r, "spent", r.text("spent"), board.CARD_CODES)
    if count(s.spent, 0) or s.spent >= board.UNKNOWN:
        raise r.wrong("spent", r.text("spent"), N_("played knights are open, in the armies"), "SET-9.5")
    s.spent += sum(int(n) for n in s.army)
    for kind in range(5):
        if count(s.spent, kind) > count(board.ALL_CARDS, kind):
            raise r.wrong("spent", r.text("spent"), N_("so many cards do not exist"), "SET-9.9")
    s.deck = _rest(
        r, "deck", board.ALL_CARDS - int(s.spent), [*(int(s.cards[i]) for i in seats), int(s.fresh)], board.CARD_CODES
    )


def _rest(r: PositionReader, key: str, everything: int, held: list[int], kinds: str) -> int:
    clause = "SET-5.3" if key == "bank" else "SET-9.1"
    unknown = sum(p >> 30 for p in held)
    for kind in range(5):
        there, most = sum(count(p, kind) for p in held), count(everything, kind)
        if there > most:
            why = N_("there are {n} cards {kind} in the hands, but only {most} can be there")
            raise r.wrong(key, r.text(key), why, clause, n=there, kind=kinds[kind], most=int(most))
    left = everything - sum(p & (board.UNKNOWN - 1) for p in held)
    if key not in r:
        if unknown:
            raise r.wrong(key, None, N_("with unknown cards in a hand it must be given"), clause)
        return left
    given = pack(r, key, r.text(key), kinds)
    fits = total(given) + unknown == total(left) if given >= board.UNKNOWN or unknown else given == left
    if not fits:
        raise r.wrong(key, r.text(key), N_("with the hands these are not all the cards there are"), clause)
    return given


def _read_turn(r: PositionReader, s: Settlers, names: Sequence[str]) -> None:
    """SET-4: what has happened in this turn; SET-6.3: the discards."""
    if "dice" in r:
        dice = r.match("dice", r.data["dice"], _DICE, "3+4", "SET-4.2")[0]
        s.die1, s.die2 = int(dice[0]), int(dice[2])
    read_keys(r, s, keys.TURN)
    owe, sealed = r.inside("owe", names, "SET-6.1"), r.inside("sealed", names, "SET-6.3")
    s.due = ints([owe.number(name, 0, 47, 0) for name in SEATS])
    s.sealed = ints(
        [pack(sealed, name, sealed.text(name), board.CODES) if name in sealed else board.NONE for name in SEATS]
    )


def _read_start(r: PositionReader, s: Settlers) -> None:
    """SET-3.3: the dice for the start; all seats roll where nothing is said."""
    read_keys(r.inside("start", [key.name for key in keys.START], "SET-3.3"), s, keys.START)
    if s.phase == codes.STARTING and "start" not in r:
        s.contenders = 2 ** int(s.seats) - 1


def _read_trade(r: PositionReader, s: Settlers, names: Sequence[str]) -> None:
    """SET-12.5: the open offer; SET-12.6: the answers."""
    for key, needs in (("asked", "offer"), ("answers", "offer"), ("offer", "asked")):
        if key in r and needs not in r:
            raise r.wrong(key, r.data[key], N_("there is no {key}"), "SET-12.5", key=needs)
    if "offer" in r:
        offer = r.match("offer", r.data["offer"], _OFFER, "W>G", "SET-12.2")
        s.give, s.want = pack(r, "offer", offer[1], board.CODES), pack(r, "offer", offer[2], board.CODES)
    read_keys(r, s, keys.OFFER)
    answers, gives, wants = [0] * 4, [0] * 4, [0] * 4
    given = r.inside("answers", names, "SET-12.6")
    for name in given:
        found = given.match(name, given.data[name], _ANSWER, "accept, reject, counter O>WW", "SET-12.6")
        seat = SEATS.index(name)
        answers[seat] = ANSWERS.index(found[1])
        if (answers[seat] == codes.COUNTERED) != (found[2] is not None):
            raise given.refusal(name, given.data[name], "accept, reject, counter O>WW", "SET-12.6")
        if found[2] is not None:
            gives[seat], wants[seat] = (
                pack(given, name, found[2], board.CODES),
                pack(given, name, found[3], board.CODES),
            )
    s.answers, s.counter_give, s.counter_want = ints(answers), ints(gives), ints(wants)


def _read_clock(r: PositionReader, s: Settlers, names: Sequence[str]) -> None:
    """SET-14: clock and leaving; SET-13.10: the end."""
    read_keys(r, s, keys.CLOCK)
    gone = r.inside("gone", names, "SET-14.7")
    left = [board.NONE] * 4
    for name in gone:
        seat = SEATS.index(name)
        left[seat] = gone.number(name, 0, 100, 0)
        s.gone |= BIT[seat]
        for number in range(2, 13):
            s.income[number * 4 + seat] = 0
    s.left_with = ints(left)
    if s.phase == codes.ENDED:
        read_keys(r, s, keys.END)


def pack(r: PositionReader, key: str, text: str, kinds: str) -> int:
    """The pack of some letters; `?` is a card that the reader may not know."""
    if any(c not in kinds + "?" for c in text) or any(text.count(c) > 19 for c in kinds) or len(text) > 95:
        raise r.refusal(key, text, kinds, "SET-5.3" if kinds == board.CODES else "SET-9.1")
    return sum(board.UNKNOWN if c == "?" else int(board.UNIT[kinds.index(c)]) for c in text)
