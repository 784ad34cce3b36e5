"""Positions a person can write: tokens as in the rulebook's scenarios, everything left out at its default.

    {"state": "confront", "order": [2, 1], "tokens": "1S@e4 1W@f5 2c@c4 1S*@g5", "captured": ["2P 2B", ""]}

tokens      `<seat><kind>@<field>`: a capital is face up, a small letter face down, `*` a trap ship, `?` a kind that is not known
state       deploy (default), pay, shift, auction, confront, escort, over; `first` while chance draws the first player
turn        whose decision it is (default: the first of the order line that has one)
order       the order line (default: as at the start); round, scores, sheet (a row of eight numbers a seat and round)
hands       kinds by seat: "CCSW"; initiative the same, capitals open, small letters face down
            What is given nowhere is in the hands (deploy, pay) or in the initiative areas (all other states).
captured    piles by captor: "2P 2B"; an own base put aside is in its owner's pile
due         what is left to pay; passes, quiet: the counters
auction     {"line": [3, 0, 0], "place": 2, "left": [1, 2], "bid": 4}; left out, the sums decide who bids first
escort      {"at": "d4", "from": "f5", "jumped": ["e4"], "took": false}

Automatic steps that are due are made: a player who cannot act passes, and so on to the next decision.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import BIT, ints
from kotva.engine.game import Json
from kotva.engine.options import Options
from kotva.engine.position import PositionReader, going_on, stop_if_refused
from kotva.engine.position_keys import (
    FlagKey,
    NumberKey,
    ObjectKey,
    OwnKey,
    PositionKey,
    WordKey,
    names_of,
    read_keys,
    written_keys,
)
from kotva.engine.say import N_
from kotva.games.hexxi import board
from kotva.games.hexxi.options import rules_of
from kotva.games.hexxi.rules import codes, deployment
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.hexxi.rules.table import free_fields, hand_size, kind_of, line_up, owner_of, put, set_up

STATES = ("first", "deploy", "pay", "shift", "auction", "confront", "escort", "over")
_BELONGS: Final = {  # in which states a key means something
    "captured": (codes.CONFRONT, codes.ESCORTING),
    "due": (codes.PAYING,),
    "passes": (codes.CONFRONT, codes.ESCORTING),
    "quiet": (codes.CONFRONT, codes.ESCORTING),
    "auction": (codes.AUCTION,),
    "escort": (codes.ESCORTING,),
}
_MOST_POINTS: Final = 10**6
_TOKEN: Final = re.compile(r"([1-4])([CSPWcspw?])(\*?)@([a-g][1-7])")
_PRISONER: Final = re.compile(r"([1-4])([SPWB])")


def empty(options: Options) -> Hexxi:
    """A state with these options and nothing laid yet."""
    s = Hexxi(options.seats, *rules_of(options))
    set_up(s)
    return s


def read(position: Mapping[str, Json], options: Options) -> Hexxi:
    """A state from a position, or BadPosition; `check` says whether it can be."""
    r = PositionReader(position, names_of(KEYS), "HEX-17.1")
    s = empty(options)
    phase = r.word("state", STATES, codes.DEPLOY, "HEX-4.1")
    if phase == codes.DRAWING:
        others = [key for key in r if key != "state"]
        if s.first != board.NONE or others:
            why = N_("only a game with a random first player begins so, and nothing else is set then")
            raise r.wrong("state", "first", why, "HEX-3.1")
        return s
    for key, phases in _BELONGS.items():
        if phase not in phases and _says_something(position.get(key)):
            why = N_("the key belongs to the states {states}")
            raise r.wrong(key, position[key], why, "HEX-4.1", states=", ".join(STATES[p] for p in phases))
    line_up(s, max(int(s.first), 0))
    for i in range(4 * board.KINDS):
        s.hand[i] = 0
    read_keys(r, s, KEYS)
    stop_if_refused()
    _settle(r, s)
    return s


def write(s: Hexxi) -> dict[str, Json]:
    """A state as a complete position; what the viewer may not know is `?`."""
    return {"state": "first"} if s.phase == codes.DRAWING else written_keys(s, KEYS)


def _says_something(value: Json) -> bool:
    """Whether a value is more than empty: a written position has lists of empty piles in every state."""
    return bool(value) and value != [""] * len(value) if isinstance(value, list) else value not in (None, 0)


# -- keys of several fields ---------------------------------------------------------------------------------------------


def _read_order(r: PositionReader, s: Hexxi) -> None:
    """HEX-4.2: the order line."""
    if "order" in r:
        order: list[int] = []
        for seat in r.items("order", int(s.seats), "HEX-4.2"):
            r.add_new("order", order, r.whole("order", seat, 1, int(s.seats), "HEX-4.2"), seat, "HEX-4.2")
        s.order = ints([seat - 1 for seat in order] + [board.NONE] * (4 - len(order)))


def _order(s: Hexxi) -> Json:
    return [int(s.order[seat]) + 1 for seat in range(int(s.seats))]


def _read_scores(r: PositionReader, s: Hexxi) -> None:
    for seat, total in enumerate(r.numbers("scores", int(s.seats), -_MOST_POINTS, _MOST_POINTS, "HEX-14.9")):
        s.points[seat] = total


def _scores(s: Hexxi) -> Json:
    return [int(s.points[seat]) for seat in range(int(s.seats))]


def _read_sheet(r: PositionReader, s: Hexxi) -> None:
    """HEX-14.1: a row of eight numbers a seat and round."""
    for number, rows in enumerate(r.items("sheet", int(s.rounds), "HEX-14.1")):
        for seat, row in enumerate(r.listed("sheet", rows, int(s.seats), "HEX-14.1")):
            start = _row(s, number, seat)
            for column, points in enumerate(r.listed("sheet", row, codes.COLUMNS, "HEX-14.1")):
                s.sheet[start + column] = r.whole("sheet", points, -_MOST_POINTS, _MOST_POINTS, "HEX-14.1")


def _sheet(s: Hexxi) -> Json:
    rounds, seats = range(int(s.rounds)), range(int(s.seats))
    columns = range(codes.COLUMNS)
    rows: Json = [[[int(s.sheet[_row(s, n, seat) + column]) for column in columns] for seat in seats] for n in rounds]
    return rows if any(s.sheet) else None


def _row(s: Hexxi, number: int, seat: int) -> int:
    return (number * int(s.seats) + seat) * codes.COLUMNS


def _read_tokens(r: PositionReader, s: Hexxi) -> None:
    """HEX-2.9: one token a field; HEX-2.8: none on a base field."""
    for word in r.words("tokens", "HEX-2.1"):
        with going_on():
            found = r.match("tokens", word, _TOKEN, "1S@e4", "HEX-2.1")
            seat = r.digits("tokens", found[1], 1, int(s.seats), "HEX-1.5") - 1
            bit = board.MASK[r.index("tokens", found[4], board.FIELD_NAMES, "HEX-2.1")]
            if bit & board.BASE_FIELDS[s.seats]:
                raise r.wrong("tokens", word, N_("nothing else may lie on a base field"), "HEX-2.8")
            if owner_of(s, bit) != board.NONE:
                raise r.wrong("tokens", word, N_("two tokens lie on one field"), "HEX-2.9")
            put(s, seat, board.LETTERS.index(found[2].upper()), bit)
            if found[2] in "cspw?":
                s.down |= bit
            if found[3]:
                if found[2] != "S":
                    raise r.wrong("tokens", word, N_("only a ship is a trap ship"), "HEX-11.14")
                s.traps |= bit


def _read_piles(r: PositionReader, s: Hexxi) -> None:
    """HEX-11.10: captured tokens by captor, HEX-9.5: bases too."""
    for captor, text in enumerate(_by_seat(r, s, "captured")):
        for name in (text or "").split():
            with going_on():
                found = r.match("captured", name, _PRISONER, "2P 2B", "HEX-11.10")
                owner = r.digits("captured", found[1], 1, int(s.seats), "HEX-1.5") - 1
                if found[2] != "B":
                    if owner == captor:
                        raise r.wrong("captured", name, N_("an own unit goes to the hand"), "HEX-12.7")
                    s.pile[captor * 16 + owner * 4 + board.LETTERS.index(found[2])] += 1
                elif s.captor[owner] != board.NONE:
                    raise r.wrong("captured", name, N_("this base is captured twice"), "HEX-9.5")
                else:
                    s.captor[owner] = captor


def _piles(s: Hexxi) -> Json:
    return [" ".join(prisoners(s, seat)) for seat in range(int(s.seats))]


def _read_hands(r: PositionReader, s: Hexxi) -> None:
    for seat, hand in enumerate(_by_seat(r, s, "hands")):
        for letter in (hand or "").replace(" ", ""):
            s.hand[seat * board.KINDS + r.index("hands", letter, list(board.LETTERS), "HEX-1.1")] += 1


def _read_initiative(r: PositionReader, s: Hexxi) -> None:
    """HEX-1.6: open and face down; what is given nowhere makes everybody's tokens up to the set of twelve."""
    hands, areas = _by_seat(r, s, "hands"), _by_seat(r, s, "initiative")
    early = s.phase in (codes.DEPLOY, codes.PAYING)
    for seat in range(int(s.seats)):
        hand, area = hands[seat], areas[seat]
        for letter in (area or "").replace(" ", ""):
            where = s.open if letter in board.LETTERS[:4] else s.area
            where[seat * board.KINDS + r.index("initiative", letter.upper(), list(board.LETTERS), "HEX-1.1")] += 1
        stop_if_refused()
        left = left_over(s, seat)
        given = hand is not None and area is not None
        if any(n < 0 for n in left) or (given and left[board.UNKNOWN]):
            why = N_("the tokens of seat {seat} do not make up 6 C, 3 S, 2 P and 1 W")
            raise r.wrong("hands", hand or "", why, "HEX-1.1", seat=seat + 1)
        if given or not left[board.UNKNOWN]:
            continue
        if sum(left[:4]) != left[board.UNKNOWN]:
            why = N_("seat {seat} has unknown tokens, so hands and initiative must be given")
            raise r.wrong("tokens", "?", why, "HEX-17.3", seat=seat + 1)
        to_hand = hand is None and (area is not None or early)
        where = s.hand if to_hand else s.area if early or s.phase == codes.SHIFTING else s.open
        for kind in range(board.UNKNOWN):
            where[seat * board.KINDS + kind] += left[kind]


def _initiative(s: Hexxi) -> Json:
    return [letters(s.open, seat) + letters(s.area, seat).lower() for seat in range(int(s.seats))]


def _by_seat(r: PositionReader, s: Hexxi, key: str) -> list[str | None]:
    """One text for each seat; None where the position leaves it to the default."""
    if key not in r:
        return [None] * int(s.seats)
    return [None if item is None else r.text_value(key, item) for item in r.items(key, int(s.seats))]


def left_over(s: Hexxi, seat: int) -> list[int]:
    """By kind, how many of a seat's tokens lie nowhere yet; last, how many altogether, unknown ones counted."""
    left = [int(board.COPIES[kind]) for kind in range(board.UNKNOWN)] + [board.TOKENS]
    for kind in range(board.KINDS):
        i = seat * board.KINDS + kind
        n = int(s.kinds[kind] & s.own[seat]).bit_count() + int(s.hand[i] + s.area[i] + s.open[i])
        if kind != board.UNKNOWN:
            n += sum(int(s.pile[captor * 16 + seat * 4 + kind]) for captor in range(int(s.seats)))
            left[kind] -= n
        left[board.UNKNOWN] -= n
    return left


# -- the state and whose decision it is ---------------------------------------------------------------------------------


def _settle(r: PositionReader, s: Hexxi) -> None:
    """The decision that is due, after the automatic steps before it."""
    bare = not any(hand_size(s, seat) for seat in range(int(s.seats)))
    if s.phase == codes.DEPLOY:
        if "turn" not in r or bare or not free_fields(s):
            s.player = s.order[s.seats - 1]
            deployment.next_player(s)
    elif s.phase == codes.SHIFTING:
        if bare:
            deployment.next_shift(s)
    elif s.phase == codes.AUCTION:
        if "auction" not in r:
            s.phase = codes.SETTLE
    elif s.phase == codes.CONFRONT:
        if s.down:
            raise r.wrong("tokens", r.text("tokens"), N_("no token lies face down in a confrontation"), "HEX-7.8")
        s.phase = codes.TURN
    s.advance()


def _read_line(r: PositionReader, s: Hexxi) -> None:
    line = r.numbers("line", int(s.seats), 0, int(s.seats), "HEX-7.7")
    s.line = ints([seat - 1 for seat in line] + [board.NONE] * (4 - len(line)))


def _line(s: Hexxi) -> Json:
    return [int(s.line[seat]) + 1 for seat in range(int(s.seats))]


def _read_left(r: PositionReader, s: Hexxi) -> None:
    left: list[int] = []
    for seat in r.items("left"):
        r.add_new("left", left, r.whole("left", seat, 1, int(s.seats)), seat)
    s.left = sum(int(BIT[seat - 1]) for seat in left)


def _left(s: Hexxi) -> Json:
    return [seat + 1 for seat in range(int(s.seats)) if s.left & BIT[seat]]


def _read_way(r: PositionReader, s: Hexxi) -> None:
    """HEX-10.12: what the warship has jumped; where it stands and started cannot be left out."""
    for key in ("at", "from"):
        if key not in r:
            raise r.refusal(key, None, f"{board.FIELD_NAMES[0]}, … {board.FIELD_NAMES[-1]}")
    s.jumped = sum(int(board.MASK[field]) for field in r.names("jumped", board.FIELD_NAMES))


def _way(s: Hexxi) -> Json:
    return [board.FIELD_NAMES[field] for field in range(board.FIELDS) if board.MASK[field] & s.jumped]


# -- words of positions ---------------------------------------------------------------------------------------------------


def _is_fighting(s: Hexxi) -> bool:
    return s.phase in (codes.CONFRONT, codes.ESCORTING)


def _last_or_first(s: Hexxi) -> int:
    return int(s.rounds) if s.phase == codes.ENDED else 1


def tokens(s: Hexxi) -> list[str]:
    """Every token on the board as in the rulebook: `1S@e4`, in board order."""
    out = []
    for field in range(board.FIELDS):
        bit = board.MASK[field]
        seat = int(owner_of(s, bit))
        if seat != board.NONE:
            letter = board.LETTERS[kind_of(s, bit)]
            star = "*" if s.traps & bit else ""
            out.append(f"{seat + 1}{letter.lower() if s.down & bit else letter}{star}@{board.FIELD_NAMES[field]}")
    return out


def prisoners(s: Hexxi, captor: int) -> list[str]:
    """A captured pile: `2P 2B`."""
    out = []
    for owner in range(int(s.seats)):
        for kind in range(board.UNKNOWN):
            out += [f"{owner + 1}{board.LETTERS[kind]}"] * int(s.pile[captor * 16 + owner * 4 + kind])
        if s.captor[owner] == captor:
            out.append(f"{owner + 1}B")
    return out


def letters(counts: vec[i64], seat: int) -> str:
    """Counts of a seat as kind letters: `CCS`."""
    return "".join(board.LETTERS[kind] * int(counts[seat * board.KINDS + kind]) for kind in range(board.KINDS))


AUCTION: Final[tuple[PositionKey, ...]] = (  # HEX-7.5: who is left in, the places that are known, the standing bid
    OwnKey("line", _read_line, _line),
    NumberKey("place", 1, lambda s: s.seats, "HEX-7.4", first=1, always=True),
    NumberKey("bid", 0, lambda s: s.bid_cap, "HEX-7.6", always=True),
    OwnKey("left", _read_left, _left),
)
ESCORT: Final[tuple[PositionKey, ...]] = (
    OwnKey("jumped", _read_way, _way),
    WordKey("at", board.FIELD_NAMES, "", "mover", always=True),
    WordKey("from", board.FIELD_NAMES, "", "origin", always=True),
    FlagKey("took"),
)
KEYS: Final[tuple[PositionKey, ...]] = (
    WordKey("state", STATES, "HEX-4.1", "phase", default=codes.DEPLOY, always=True),
    NumberKey("round", 1, lambda s: s.rounds, "HEX-4.1", default=_last_or_first, always=True),
    OwnKey("order", _read_order, _order),
    NumberKey("turn", 1, lambda s: s.seats, "HEX-4.2", "player", default=lambda s: s.order[0], first=1, always=True),
    OwnKey("scores", _read_scores, _scores),
    OwnKey("sheet", _read_sheet, _sheet),
    OwnKey("tokens", _read_tokens, lambda s: " ".join(tokens(s))),
    OwnKey("captured", _read_piles, _piles),
    OwnKey("hands", _read_hands, lambda s: [letters(s.hand, seat) for seat in range(int(s.seats))]),
    OwnKey("initiative", _read_initiative, _initiative),
    NumberKey("due", 1, 6, "HEX-6.4", default=1, when=lambda s: s.phase == codes.PAYING),
    NumberKey("passes", 0, lambda s: s.seats - 1, "HEX-13.2", when=_is_fighting, always=True),
    NumberKey("quiet", 0, lambda s: s.quiet_limit - 1, "HEX-13.3", when=_is_fighting, always=True),
    ObjectKey("auction", AUCTION, "HEX-7.5", when=lambda s: s.phase == codes.AUCTION),
    ObjectKey("escort", ESCORT, "HEX-10.12", when=lambda s: s.phase == codes.ESCORTING),
)
