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
from collections.abc import Mapping
from functools import partial
from typing import Final

from kotva.engine.arrays import BIT, ints
from kotva.engine.errors import BadOption
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
    names_of,
    read_keys,
    written_keys,
)
from kotva.engine.say import N_
from kotva.games.settlers import board, keys
from kotva.games.settlers.board import count, letters, total
from kotva.games.settlers.boards import BOARD_B, chosen_board, read_board, write_board
from kotva.games.settlers.keys import ANSWERS, PHASES, SEATS
from kotva.games.settlers.options import rules_of
from kotva.games.settlers.player_lines import LineKey, pack
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.building import open_ends
from kotva.games.settlers.rules.founding import set_board
from kotva.games.settlers.rules.game import Settlers, new_game
from kotva.games.settlers.rules.longest import road_length

_DICE: Final = re.compile(r"0\+0|[1-6]\+[1-6]")
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
    r = PositionReader(position, [key for key in names_of(KEYS) if key not in SEATS[options.seats :]], "SET-15.1")
    s = empty(options)
    s.phase = r.word("phase", PHASES, codes.MAIN, "SET-4.2")  # board and robber are read as the phase has them
    if (s.phase == codes.LAYING or _is_half_laid(r, s)) and chosen_board(options) is not None:
        raise r.wrong("phase", PHASES[int(s.phase)], N_("the options have chosen the board"), "SET-2.9")
    read_keys(r, s, KEYS)
    stop_if_refused()
    for seat in range(options.seats):
        open_ends(s, seat)
    if s.longest != board.NONE:
        s.points[int(s.longest)] += 2
        s.length = road_length(s, s.longest)
    if s.largest != board.NONE:
        s.points[int(s.largest)] += 2
    if s.phase == codes.STARTING and "start" not in r:
        s.contenders = 2 ** int(s.seats) - 1  # SET-3.3: all seats roll for the start
    return s


def write(s: Settlers) -> dict[str, Json]:
    """The complete position of a state, or of what a seat has seen of it."""
    return written_keys(s, KEYS)


# -- the board (SET-2) ----------------------------------------------------------------------------------------------------


def _is_half_laid(r: PositionReader, s: Settlers) -> bool:
    """If all others leave while the board is laid, the last player has won on half an island: hexes without numbers."""
    text = r.text("board", "SET-2.9")
    return s.phase == codes.ENDED and bool(text) and not re.search("[0-9]", text.partition("|")[0])


def _read_board(r: PositionReader, s: Settlers) -> None:
    """SET-2.9: a board text, or in LAYING its beginning."""
    text = r.text("board", "SET-2.9")
    if s.phase == codes.LAYING or _is_half_laid(r, s):
        hexes, _, harbours = text.partition("|")
        s.terrain = ints(_laid(r, hexes, board.TERRAIN_CODES, [int(n) for n in board.TERRAINS]))
        s.harbour = ints(_laid(r, harbours, board.HARBOUR_CODES, [int(n) for n in board.HARBOUR_KINDS]))
        s.token = ints([0] * board.HEXES)
        s.robber = board.NONE
    elif text or s.terrain[0] == board.NONE:
        try:
            terrain, token, harbour = read_board(text or BOARD_B)
        except BadOption as error:
            raise r.refusal("board", text, error, "SET-2.9") from None
        set_board(s, ints(terrain), ints(token), ints(harbour))


def _is_laid(s: Settlers) -> bool:
    return s.robber != board.NONE


def _desert(s: Settlers) -> int:
    """SET-2.10: where the robber begins."""
    return int(s.robber)


def _laid(r: PositionReader, text: str, kinds: str, pieces: list[int]) -> list[int]:
    """SET-2.2: what is laid of a board so far, NONE where nothing lies yet."""
    laid: list[int] = []
    for word in text.split():
        kind = r.index("board", word, list(kinds), "SET-2.9")
        laid.append(kind)
        if laid.count(kind) > pieces[kind]:
            raise r.wrong("board", word, N_("there are only {n} of these pieces"), "SET-2.9", n=pieces[kind])
    return laid + [board.NONE] * (sum(pieces) - len(laid))


def _board(s: Settlers) -> Json:
    if s.robber == board.NONE:  # it is being laid, or was
        hexes = " ".join(board.TERRAIN_CODES[int(t)] for t in s.terrain if t != board.NONE)
        return f"{hexes} | {' '.join(board.HARBOUR_CODES[int(k)] for k in s.harbour if k != board.NONE)}".strip()
    return write_board([int(t) for t in s.terrain], [int(n) for n in s.token], [int(k) for k in s.harbour])


def _plays(seat: int, s: Settlers) -> bool:
    return seat < s.seats


def _read_first(r: PositionReader, s: Settlers) -> None:
    """SET-3.5: an empty text while the first player is not found yet."""
    s.first = board.NONE if r.data.get("first") == "" else r.word("first", SEATS[: int(s.seats)], 0, "SET-3.5")


# -- cards and dice --------------------------------------------------------------------------------------------------------


def _read_bank(r: PositionReader, s: Settlers) -> None:
    s.bank = _rest(r, "bank", board.ALL_RESOURCES, [int(s.hand[i]) for i in range(int(s.seats))], board.CODES)


def _read_spent(r: PositionReader, s: Settlers) -> None:
    s.spent = pack(r, "spent", r.text("spent"), board.CARD_CODES)
    if count(s.spent, 0) or s.spent >= board.UNKNOWN:
        raise r.wrong("spent", r.text("spent"), N_("played knights are open, in the armies"), "SET-9.5")
    s.spent += sum(int(n) for n in s.army)
    for kind in range(5):
        if count(s.spent, kind) > count(board.ALL_CARDS, kind):
            raise r.wrong("spent", r.text("spent"), N_("so many cards do not exist"), "SET-9.9")


def _spent(s: Settlers) -> Json:
    army = sum(int(n) for n in s.army)
    return letters(int(s.spent) - army, board.CARD_CODES) if int(s.spent) != army else None


def _read_deck(r: PositionReader, s: Settlers) -> None:
    held = [*(int(s.cards[i]) for i in range(int(s.seats))), int(s.fresh)]
    s.deck = _rest(r, "deck", board.ALL_CARDS - int(s.spent), held, board.CARD_CODES)


def _rest(r: PositionReader, key: str, everything: int, held: list[int], kinds: str) -> int:
    """Bank and deck are what is nowhere else, unless unknown cards make it unclear."""
    stop_if_refused()
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


def _read_dice(r: PositionReader, s: Settlers) -> None:
    if "dice" in r:
        dice = r.match("dice", r.data["dice"], _DICE, "3+4", "SET-4.2")[0]
        s.die1, s.die2 = int(dice[0]), int(dice[2])


def _dice(s: Settlers) -> Json:
    return f"{int(s.die1)}+{int(s.die2)}" if s.die1 else None


def _read_sealed(r: PositionReader, s: Settlers) -> None:
    sealed = r.inside("sealed", SEATS[: int(s.seats)], "SET-6.3")
    packs = [pack(sealed, name, sealed.text(name), board.CODES) if name in sealed else board.NONE for name in SEATS]
    s.sealed = ints(packs)


def _sealed(s: Settlers) -> Json:
    """An empty object while nobody has chosen."""
    seats = range(int(s.seats))
    return {SEATS[i]: letters(int(s.sealed[i])) for i in seats if s.sealed[i] != board.NONE} if any(s.due) else None


# -- trade (SET-12) and leaving (SET-14) --------------------------------------------------------------------------------------


def _read_offer(r: PositionReader, s: Settlers) -> None:
    for key, needs in (("asked", "offer"), ("answers", "offer"), ("offer", "asked")):
        if key in r and needs not in r:
            raise r.wrong(key, r.data[key], N_("there is no {key}"), "SET-12.5", key=needs)
    if "offer" in r:
        offer = r.match("offer", r.data["offer"], _OFFER, "W>G", "SET-12.2")
        s.give, s.want = pack(r, "offer", offer[1], board.CODES), pack(r, "offer", offer[2], board.CODES)


def _offer(s: Settlers) -> Json:
    return f"{letters(s.give)}>{letters(s.want)}" if s.asked else None


def _read_answers(r: PositionReader, s: Settlers) -> None:
    answers, gives, wants = [0] * 4, [0] * 4, [0] * 4
    given = r.inside("answers", SEATS[: int(s.seats)], "SET-12.6")
    for name in given:
        with going_on():
            found = given.match(name, given.data[name], _ANSWER, "accept, reject, counter O>WW", "SET-12.6")
            seat = SEATS.index(name)
            answers[seat] = ANSWERS.index(found[1])
            if (answers[seat] == codes.COUNTERED) != (found[2] is not None):
                raise given.refusal(name, given.data[name], "accept, reject, counter O>WW", "SET-12.6")
            if found[2] is not None:
                gives[seat], wants[seat] = (pack(given, name, found[n], board.CODES) for n in (2, 3))
    s.answers, s.counter_give, s.counter_want = ints(answers), ints(gives), ints(wants)


def _answers(s: Settlers) -> Json:
    answers: dict[str, Json] = {}
    for i in range(int(s.seats)):
        if s.answers[i]:
            sides = f" {letters(int(s.counter_give[i]))}>{letters(int(s.counter_want[i]))}"
            answers[SEATS[i]] = ANSWERS[int(s.answers[i])] + (sides if s.answers[i] == codes.COUNTERED else "")
    return answers if s.asked else None


def _read_gone(r: PositionReader, s: Settlers) -> None:
    gone = r.inside("gone", SEATS[: int(s.seats)], "SET-14.7")
    left = [board.NONE] * 4
    for name in gone:
        seat = SEATS.index(name)
        left[seat] = gone.number(name, 0, 100, 0)
        s.gone |= BIT[seat]
        for number in range(2, 13):
            s.income[number * 4 + seat] = 0
    s.left_with = ints(left)


def _gone(s: Settlers) -> Json:
    gone: dict[str, Json] = {SEATS[i]: int(s.left_with[i]) for i in range(int(s.seats)) if int(s.gone) >> i & 1}
    return gone or None


def _has_before(s: Settlers) -> bool:
    return (s.was_longest, s.was_length, s.was_phase, s.was_free) != (board.NONE, 0, codes.MAIN, 0)


KEYS: Final[tuple[PositionKey, ...]] = (
    WordKey("phase", PHASES, "SET-4.2", default=codes.MAIN, always=True),
    OwnKey("board", _read_board, _board),
    NumberKey("robber", 1, board.HEXES, "SET-2.10", default=_desert, first=1, always=True, when=_is_laid),
    WordKey("turn", keys.seats_of, "SET-4.1", "player", default=0, always=True),
    *(LineKey(name, seat, when=partial(_plays, seat)) for seat, name in enumerate(SEATS)),
    OwnKey("first", _read_first, lambda s: SEATS[int(s.first)] if s.first != board.NONE else ""),
    *keys.COURSE,
    *keys.SPECIAL,
    OwnKey("bank", _read_bank, lambda s: letters(s.bank)),
    OwnKey("spent", _read_spent, _spent),
    OwnKey("deck", _read_deck, lambda s: letters(s.deck, board.CARD_CODES)),
    OwnKey("dice", _read_dice, _dice),
    *keys.TURN,
    NumbersKey("owe", SEATS, 0, 47, "SET-6.1", "SET-6.1", "due", allowed=keys.seats_of),
    OwnKey("sealed", _read_sealed, _sealed),
    ObjectKey("before", keys.BEFORE, "SET-8.2", there=_has_before),
    ObjectKey("start", keys.START, "SET-3.3", there=lambda s: s.contenders or s.tied),
    OwnKey("offer", _read_offer, _offer),
    *keys.OFFER,
    OwnKey("answers", _read_answers, _answers),
    *keys.CLOCK,
    OwnKey("gone", _read_gone, _gone),
    *keys.END,
)
