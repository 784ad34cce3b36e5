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

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import BIT, ints
from kotva.engine.errors import BadPosition
from kotva.engine.game import Json
from kotva.engine.options import Options
from kotva.engine.say import N_
from kotva.engine.state import State
from kotva.games.hexxi.board import (
    BASE_FIELDS,
    COPIES,
    FIELD_NAMES,
    FIELDS,
    KINDS,
    LETTERS,
    MASK,
    NONE,
    SHIP,
    TOKENS,
    UNKNOWN,
)
from kotva.games.hexxi.rules import confrontation, deployment
from kotva.games.hexxi.rules.codes import (
    AUCTION,
    COLUMNS,
    CONFRONT,
    DEPLOY,
    DRAWING,
    ENDED,
    ESCORTING,
    PAYING,
    SETTLE,
    SHIFTING,
    TURN,
)
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.hexxi.rules.table import free_fields, hand_size, kind_of, line_up, owner_of, put, set_up

STATES = ("first", "deploy", "pay", "shift", "auction", "confront", "escort", "over")
_KEYS = {
    "state", "turn", "order", "round", "scores", "sheet", "tokens", "hands", "initiative", "captured", "due", "passes",
    "quiet", "auction", "escort",
}  # fmt: skip
_TOKEN = re.compile(r"([1-4])([CSPWcspw?])(\*?)@([a-g][1-7])")
_PRISONER = re.compile(r"([1-4])([SPWB])")


def make(options: Options) -> Hexxi:
    """A state with these options and nothing laid yet."""
    first = options.choice("first")
    s = Hexxi(
        options.seats,
        NONE if first == "random" else int(first) - 1,
        options.number("rounds"),
        options.number("bid_cap"),
        options.number("quiet_limit"),
        1 if options.choice("own_pass") == "barred" else 0,
    )
    set_up(s)
    return s


def read(position: Mapping[str, Json], options: Options) -> State:
    """A state from a position; BadPosition says what does not add up."""
    unknown = set(position) - _KEYS
    if unknown:
        raise BadPosition(N_("A position has no {names}."), names=", ".join(sorted(unknown)))
    s = make(options)
    state = position.get("state", "deploy")
    if state not in STATES:
        raise BadPosition(N_("The state {state!r} is none of: {states}."), state=state, states=", ".join(STATES))
    phase = STATES.index(str(state))
    if phase == DRAWING:
        if s.first != NONE or set(position) - {"state"}:
            raise BadPosition(
                N_("Only before a game with a random first player is the state 'first'; nothing else is set then.")
            )
        return s
    s.round = _number(position, "round", 1, 1, int(s.rounds))
    _read_order(s, position)
    _read_scores(s, position)
    for i in range(4 * KINDS):
        s.hand[i] = 0
    _read_tokens(s, position, phase)
    _read_piles(s, position)
    _read_beside(s, position, phase)
    s.passes = _number(position, "passes", 0, 0, int(s.seats) - 1)
    s.quiet = _number(position, "quiet", 0, 0, int(s.quiet_limit) - 1)
    _settle(s, position, phase)
    return s


def _number(data: Mapping[str, Json], name: str, default: int, low: int, high: int) -> int:
    value = data.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadPosition(
            N_("{name} must be a number from {low} to {high}, not {value!r}."),
            name=name,
            low=low,
            high=high,
            value=value,
        )
    return value


def _numbers(value: Json, name: str, length: int) -> list[int]:
    if not isinstance(value, list) or len(value) != length:
        raise BadPosition(N_("{name} must be a list of {length} numbers."), name=name, length=length)
    out = [x for x in value if isinstance(x, int) and not isinstance(x, bool) and abs(x) < 10**6]
    if len(out) != length:
        raise BadPosition(N_("{name} must be a list of {length} numbers."), name=name, length=length)
    return out


def _texts(data: Mapping[str, Json], name: str, seats: int) -> list[str | None]:
    """One text for each seat; None where the position leaves it to the default."""
    value = data.get(name)
    if value is None:
        return [None] * seats
    if not isinstance(value, list) or len(value) != seats:
        raise BadPosition(N_("{name} must be a list of {length} texts."), name=name, length=seats)
    out: list[str | None] = []
    for item in value:
        if item is not None and not isinstance(item, str):
            raise BadPosition(N_("{name} must be a list of {length} texts."), name=name, length=seats)
        out.append(item)
    return out


def _read_order(s: Hexxi, position: Mapping[str, Json]) -> None:
    line_up(s, max(int(s.first), 0))
    if "order" in position:
        order = _numbers(position["order"], "order", int(s.seats))
        if sorted(order) != list(range(1, int(s.seats) + 1)):
            raise BadPosition(N_("The order line must name every seat once."))
        s.order = ints([seat - 1 for seat in order] + [NONE] * (4 - len(order)))


def _read_scores(s: Hexxi, position: Mapping[str, Json]) -> None:
    if "scores" in position:
        for seat, points in enumerate(_numbers(position["scores"], "scores", int(s.seats))):
            s.points[seat] = points
    sheet = position.get("sheet")
    if sheet is None:
        return
    if not isinstance(sheet, list) or len(sheet) != s.rounds:
        raise BadPosition(N_("{name} must be a list of {length} rounds."), name="sheet", length=int(s.rounds))
    for number, rows in enumerate(sheet):
        if not isinstance(rows, list) or len(rows) != s.seats:
            raise BadPosition(N_("Round {n} of the sheet must have a row for every seat."), n=number + 1)
        for seat, row in enumerate(rows):
            start = (number * int(s.seats) + seat) * COLUMNS
            for column, points in enumerate(_numbers(row, "sheet", COLUMNS)):
                s.sheet[start + column] = points


def _read_tokens(s: Hexxi, position: Mapping[str, Json], phase: int) -> None:
    text = position.get("tokens", "")
    if not isinstance(text, str):
        raise BadPosition(N_("tokens must be a text such as '1S@e4 2c@c4'."))
    for token in text.split():
        match = _TOKEN.fullmatch(token)
        if match is None or match[4] not in FIELD_NAMES or int(match[1]) > s.seats:
            raise BadPosition(N_("{token!r} is no token: write '1S@e4', a small letter for face down."), token=token)
        seat, kind, bit = int(match[1]) - 1, LETTERS.index(match[2].upper()), MASK[FIELD_NAMES.index(match[4])]
        if bit & BASE_FIELDS[s.seats]:  # HEX-2.8
            raise BadPosition(N_("{token!r} lies on a base field, which nothing else may hold."), token=token)
        if owner_of(s, bit) != NONE:  # HEX-2.9
            raise BadPosition(N_("Two tokens lie on {field}."), field=match[4])
        put(s, seat, kind, bit)
        if match[2] in "cspw?":
            if phase in (CONFRONT, ESCORTING, ENDED):  # HEX-7.8
                raise BadPosition(N_("{token!r} lies face down, but the board has been uncovered."), token=token)
            s.down |= bit
        if match[3]:
            if kind != SHIP or phase not in (CONFRONT, ESCORTING):  # HEX-11.14
                raise BadPosition(N_("{token!r}: only a ship in a confrontation is a trap ship."), token=token)
            s.traps |= bit


def _read_piles(s: Hexxi, position: Mapping[str, Json]) -> None:
    for captor, text in enumerate(_texts(position, "captured", int(s.seats))):
        for name in (text or "").split():
            match = _PRISONER.fullmatch(name)
            if match is None or int(match[1]) > s.seats:
                raise BadPosition(N_("{token!r} is no captured token: write '2P', or '2B' for a base."), token=name)
            owner = int(match[1]) - 1
            if match[2] == "B":
                if s.captor[owner] != NONE:
                    raise BadPosition(N_("The base of seat {seat} is captured twice."), seat=owner + 1)
                s.captor[owner] = captor
            elif owner == captor:  # HEX-12.7
                raise BadPosition(N_("Seat {seat} cannot hold an own unit: it goes to the hand."), seat=owner + 1)
            else:
                s.pile[captor * 16 + owner * 4 + LETTERS.index(match[2])] += 1


def _read_beside(s: Hexxi, position: Mapping[str, Json], phase: int) -> None:
    """Hands and initiative areas; HEX-1.6: everybody's tokens must make up the set of twelve."""
    hands = _texts(position, "hands", int(s.seats))
    areas = _texts(position, "initiative", int(s.seats))
    for seat in range(int(s.seats)):
        hand, area = hands[seat], areas[seat]
        for letter in (hand or "").replace(" ", ""):
            if letter not in LETTERS:
                raise BadPosition(N_("The hand {hand!r} has other letters than C, S, P and W."), hand=hand)
            s.hand[seat * KINDS + LETTERS.index(letter)] += 1
        for letter in (area or "").replace(" ", ""):
            if letter.upper() not in LETTERS:
                raise BadPosition(N_("The initiative {area!r} has other letters than C, S, P and W."), area=area)
            where = s.open if letter in "CSPW" else s.area
            where[seat * KINDS + LETTERS.index(letter.upper())] += 1
        left = _left(s, seat)
        given = hand is not None and area is not None
        if any(n < 0 for n in left[:4]) or left[UNKNOWN] < 0 or (given and left[UNKNOWN]):
            raise BadPosition(N_("The tokens of seat {seat} do not make up 6 C, 3 S, 2 P and 1 W."), seat=seat + 1)
        if given or not left[UNKNOWN]:
            continue
        if sum(left[:4]) != left[UNKNOWN]:
            raise BadPosition(
                N_("Seat {seat} has unknown tokens: say how many are in hand and initiative."), seat=seat + 1
            )
        to_hand = hand is None and (area is not None or phase in (DEPLOY, PAYING))
        where = s.hand if to_hand else s.area if phase in (DEPLOY, PAYING, SHIFTING) else s.open
        for kind in range(UNKNOWN):
            where[seat * KINDS + kind] += left[kind]


def _left(s: Hexxi, seat: int) -> list[int]:
    """By kind, how many of a seat's tokens lie nowhere yet; last, how many altogether, unknown ones counted."""
    left = [int(COPIES[kind]) for kind in range(UNKNOWN)] + [TOKENS]
    for kind in range(KINDS):
        i = seat * KINDS + kind
        n = int(s.kinds[kind] & s.own[seat]).bit_count() + int(s.hand[i] + s.area[i] + s.open[i])
        if kind != UNKNOWN:
            n += sum(int(s.pile[captor * 16 + seat * 4 + kind]) for captor in range(int(s.seats)))
            left[kind] -= n
        left[UNKNOWN] -= n
    return left


# -- the state and whose decision it is ---------------------------------------------------------------------------------


def _settle(s: Hexxi, position: Mapping[str, Json], phase: int) -> None:
    """The decision that is due, after the automatic steps before it."""
    turn = position.get("turn")
    s.player = s.order[0] if turn is None else _number(position, "turn", 1, 1, int(s.seats)) - 1
    s.phase = phase
    if phase in (DEPLOY, PAYING):
        _settle_deployment(s, position, phase, turn is not None)
    elif phase == SHIFTING:
        if any(hand_size(s, seat) for seat in range(int(s.seats))):
            raise BadPosition(N_("Nobody has tokens in hand after the deployment."))
        deployment.next_shift(s)
    elif phase == AUCTION:
        _read_auction(s, position)
    elif phase == CONFRONT:
        s.phase = TURN
    elif phase == ESCORTING:
        _read_escort(s, position)
    s.advance()


def _settle_deployment(s: Hexxi, position: Mapping[str, Json], phase: int, named: bool) -> None:
    if phase == PAYING:
        s.due = _number(position, "due", 1, 1, 6)
        if not (s.down & s.own[s.player] or hand_size(s, s.player)):
            raise BadPosition(N_("Seat {seat} has nothing left to pay with."), seat=int(s.player) + 1)
    elif not named or hand_size(s, s.player) == 0 or free_fields(s) == 0:
        if named and any(hand_size(s, seat) for seat in range(int(s.seats))) and free_fields(s):
            raise BadPosition(N_("Seat {seat} has an empty hand and takes no turn."), seat=int(s.player) + 1)
        s.player = s.order[s.seats - 1]
        deployment.next_player(s)


def _read_auction(s: Hexxi, position: Mapping[str, Json]) -> None:
    auction = position.get("auction")
    if auction is None:
        s.phase = SETTLE
        return
    if not isinstance(auction, dict):
        raise BadPosition(N_("{name} must be an object."), name="auction")
    line = _numbers(auction.get("line", [0] * int(s.seats)), "line", int(s.seats))
    left = auction.get("left")
    seats = [x for x in left if isinstance(x, int) and 1 <= x <= s.seats] if isinstance(left, list) else []
    placed = [seat for seat in line if seat]
    if len(seats) < 2 or sorted(seats + placed) != sorted(set(seats + placed)) or int(s.player) + 1 not in seats:
        raise BadPosition(
            N_("In an auction at least two seats are left, one of them on turn, none of them with a place.")
        )
    if any(not 0 <= seat <= s.seats for seat in line):
        raise BadPosition(N_("The order line must name every seat once."))
    s.line = ints([seat - 1 for seat in line] + [NONE] * (4 - len(line)))
    s.place = _number(auction, "place", 1, 1, int(s.seats)) - 1
    s.left = sum(int(BIT[seat - 1]) for seat in seats)
    s.bid = _number(auction, "bid", 0, 0, int(s.bid_cap))


def _read_escort(s: Hexxi, position: Mapping[str, Json]) -> None:
    escort = position.get("escort")
    if not isinstance(escort, dict):
        raise BadPosition(N_("{name} must be an object."), name="escort")
    s.mover, s.origin = _field(escort.get("at")), _field(escort.get("from"))
    jumped = escort.get("jumped")
    if not isinstance(jumped, list) or not jumped:
        raise BadPosition(N_("An escort has jumped at least one token."))
    s.jumped = sum(int(MASK[_field(name)]) for name in jumped)
    s.took = 1 if escort.get("took") else 0
    if not MASK[s.mover] & s.own[s.player] & s.kinds[3]:
        raise BadPosition(N_("The escorting warship must be an own one of seat {seat}."), seat=int(s.player) + 1)
    if not confrontation.list_escort(s, s.player, None):
        raise BadPosition(N_("The escort has no further hop, so it is over."))


def _field(value: Json) -> int:
    if not isinstance(value, str) or value not in FIELD_NAMES:
        raise BadPosition(N_("{field!r} is no field."), field=value)
    return FIELD_NAMES.index(value)


# -- writing ------------------------------------------------------------------------------------------------------------


def write(state: State) -> dict[str, Json]:
    """A state as a complete position; what the viewer may not know is `?`."""
    assert isinstance(state, Hexxi)
    s = state
    seats = range(int(s.seats))
    if s.phase == DRAWING:
        return {"state": "first"}
    data: dict[str, Json] = {
        "state": STATES[s.phase],
        "round": int(s.round),
        "order": [int(s.order[i]) + 1 for i in seats],
        "turn": int(s.player) + 1,
        "scores": [int(s.points[i]) for i in seats],
        "tokens": " ".join(tokens(s)),
        "hands": [letters(s.hand, seat) for seat in seats],
        "initiative": [letters(s.open, seat) + letters(s.area, seat).lower() for seat in seats],
        "captured": [" ".join(prisoners(s, seat)) for seat in seats],
    }
    if any(s.sheet):
        data["sheet"] = [
            [[int(s.sheet[(r * int(s.seats) + seat) * COLUMNS + c]) for c in range(COLUMNS)] for seat in seats]
            for r in range(int(s.rounds))
        ]
    if s.phase == PAYING:
        data["due"] = int(s.due)
    if s.phase == AUCTION:
        data["auction"] = {
            "line": [int(s.line[i]) + 1 for i in seats],
            "place": int(s.place) + 1,
            "left": [seat + 1 for seat in seats if s.left & BIT[seat]],
            "bid": int(s.bid),
        }
    if s.phase in (CONFRONT, ESCORTING):
        data["passes"] = int(s.passes)
        data["quiet"] = int(s.quiet)
    if s.phase == ESCORTING:
        jumped: list[Json] = [FIELD_NAMES[f] for f in range(FIELDS) if MASK[f] & s.jumped]
        data["escort"] = {
            "at": FIELD_NAMES[s.mover],
            "from": FIELD_NAMES[s.origin],
            "jumped": jumped,
            "took": bool(s.took),
        }
    return data


def tokens(s: Hexxi) -> list[str]:
    """Every token on the board as in the rulebook: `1S@e4`, in board order."""
    out = []
    for field in range(FIELDS):
        bit = MASK[field]
        seat = int(owner_of(s, bit))
        if seat != NONE:
            letter = LETTERS[kind_of(s, bit)]
            star = "*" if s.traps & bit else ""
            out.append(f"{seat + 1}{letter.lower() if s.down & bit else letter}{star}@{FIELD_NAMES[field]}")
    return out


def prisoners(s: Hexxi, captor: int) -> list[str]:
    """A captured pile: `2P 2B`."""
    out = []
    for owner in range(int(s.seats)):
        for kind in range(UNKNOWN):
            out += [f"{owner + 1}{LETTERS[kind]}"] * int(s.pile[captor * 16 + owner * 4 + kind])
        if s.captor[owner] == captor:
            out.append(f"{owner + 1}B")
    return out


def letters(counts: vec[i64], seat: int) -> str:
    """Counts of a seat as kind letters: `CCS`."""
    return "".join(LETTERS[kind] * int(counts[seat * KINDS + kind]) for kind in range(KINDS))


def check(state: State) -> None:
    """HEX-1.6: every player's twelve tokens are each in one place; the masks agree with one another."""
    assert isinstance(state, Hexxi)
    s = state
    everything = 0
    for seat in range(int(s.seats)):
        assert _left(s, seat)[UNKNOWN] == 0, f"HEX-1.6: the tokens of seat {seat + 1} are not twelve"
        hidden = any(s.hand[i * KINDS + UNKNOWN] for i in range(4)) or s.kinds[UNKNOWN] or any(s.area)
        assert hidden or not any(_left(s, seat)), f"HEX-1.1: the kinds of seat {seat + 1} do not add up"
        assert not everything & s.own[seat], "HEX-2.9: two tokens on a field"
        everything |= int(s.own[seat])
    kinds = [int(s.kinds[k]) for k in range(KINDS)]
    assert sum(kinds) == everything, "every token on the board has one kind"
    assert not everything & BASE_FIELDS[s.seats], "HEX-2.8: a base field is never taken"
    assert not s.down & ~everything, "only tokens lie face down"
    assert not s.traps & ~s.kinds[SHIP], "HEX-11.14: trap ships are ships"
