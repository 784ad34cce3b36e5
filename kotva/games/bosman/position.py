"""Positions of Bosman that a person can write.

    {"boatswain": "c3", "beach": {"c4": "R22"}, "boat": {"10": "F10"}, "hands": {"3": "R10 F20 C22 C30 T30"}}

| key | meaning | left out |
|---|---|---|
| `boatswain` | his field | `c3` |
| `beach` | field: token | nothing lies there |
| `boat` | seat: live token | empty |
| `covered` | `["21 R21", ...]`, tokens under poison | none |
| `hands` | player: tokens; `?` is a token the reader may not know | five tokens that are nowhere else |
| `stack` | how many tokens nobody has seen | all that are nowhere else |
| `under` | tokens put under the stack, the next to be drawn first; `R21:13` is known to players 1 and 3 | none |
| `gone` | tokens out of the game | what a given `stack` leaves over |
| `boys` | gangs whose cabin boy is still a special token | those that lie nowhere else |
| `poison` | players who still have their poison | all |
| `phase`, `turn`, `player`, `laid`, `due`, `decided`, `skipped`, `ended` | the course of the game | `turn`, 1, by the turn, ... |
"""

from __future__ import annotations

from collections.abc import Mapping

from kotva.engine.arrays import ints, push, zeros
from kotva.engine.errors import BadPosition
from kotva.engine.game import Json
from kotva.engine.options import Options
from kotva.engine.state import State
from kotva.games.bosman.board import (
    BOY,
    EMPTY,
    FIELD_NAMES,
    GANGS,
    HAND,
    KIND,
    NONE,
    SEAT_NAMES,
    TOKEN_NAMES,
    TOKENS,
    UNKNOWN,
)
from kotva.games.bosman.rules import Bosman
from kotva.games.bosman.rules.codes import ENDED, EVERYBODY, TURN
from kotva.games.bosman.rules.knowledge import unaccounted

PHASES = ("deal", "opening", "turn", "board", "over")
REASONS = ("full", "limit", "stuck")
_PLACES = ("boatswain", "beach", "boat", "covered", "hands", "stack", "under", "gone", "boys", "poison")
_COURSE = ("phase", "turn", "player", "laid", "due", "decided", "skipped", "ended")


def empty(options: Options) -> Bosman:
    """A state with these options and nothing in it."""
    letters = options.choice("gangs")
    owner = [letters.index(gang) % options.seats for gang in GANGS]  # BOS-1.4, BOS-12.2
    closed = int(options.choice("poisoned_seat") == "closed")
    return Bosman(options.seats, options.number("first") - 1, options.number("turn_limit"), closed, ints(owner))


def read(position: Mapping[str, Json], options: Options) -> State:
    """A state from a position, or BadPosition."""
    unknown = sorted(set(position) - {*_PLACES, *_COURSE})
    if unknown:
        raise BadPosition("A Bosman position has no {names}.", names=", ".join(unknown))
    s = empty(options)
    s.phase = _choice(position, "phase", PHASES, "turn")
    s.turn = _number(position, "turn", 1)
    s.player = _number(position, "player", (int(s.first) + max(int(s.turn), 1) - 1) % options.seats + 1) - 1
    if not 0 <= s.player < options.seats:
        raise BadPosition("There is no player {n}.", n=int(s.player) + 1)
    s.due = _number(position, "due", 0)
    s.decided = _number(position, "decided", 0)
    s.skipped = _number(position, "skipped", 0)
    s.ended = _choice(position, "ended", REASONS, "full") if s.phase == ENDED else NONE
    s.boatswain = _field(position.get("boatswain", "c3"))
    s.laid = _field(position["laid"]) if position.get("laid") else NONE
    _read_beach_and_boat(position, s)
    _read_under(position, s)
    _read_hands(position, s, options.seats)
    for player in _list(position, "poison", list(range(1, options.seats + 1))):
        if not isinstance(player, int) or not 1 <= player <= options.seats:
            raise BadPosition("There is no player {n}.", n=player)
        s.poison[player - 1] = 1
    _read_stack(position, s)
    if s.phase == TURN and "player" not in position and s.due == 0:
        s.begin_turn()  # BOS-11.4: a position may begin with turns that are skipped
    return s


def write(state: State) -> dict[str, Json]:
    """The complete position of a state or of what a seat has seen of it."""
    assert isinstance(state, Bosman)
    s = state
    out: dict[str, Json] = {
        "phase": PHASES[int(s.phase)],
        "turn": int(s.turn),
        "player": int(s.player) + 1,
        "boatswain": FIELD_NAMES[int(s.boatswain)],
        "beach": {FIELD_NAMES[i]: name(int(s.beach[i])) for i in range(25) if s.beach[i] != NONE},
        "boat": {SEAT_NAMES[i]: name(int(s.boat[i])) for i in range(9) if s.boat[i] != NONE},
        "covered": [
            f"{SEAT_NAMES[int(s.covered[i])]} {name(int(s.covered[i + 1]))}" for i in range(0, len(s.covered), 2)
        ],
        "hands": {str(seat + 1): " ".join(map(name, hand(s, seat))) for seat in range(int(s.seats))},
        "stack": int(s.fresh),
        "under": [f"{name(int(s.under[i]))}:{_knowers(int(s.known[i]))}" for i in range(len(s.under))],
        "gone": " ".join(name(t) for t in range(TOKENS) for _ in range(int(s.gone[t]))),
        "boys": "".join(gang for i, gang in enumerate(GANGS) if s.boy[i]),
        "poison": [seat + 1 for seat in range(int(s.seats)) if s.poison[seat]],
    }
    for key in ("due", "decided", "skipped"):
        if getattr(s, key):
            out[key] = int(getattr(s, key))
    if s.laid != NONE:
        out["laid"] = FIELD_NAMES[int(s.laid)]
    if s.ended != NONE:
        out["ended"] = REASONS[int(s.ended)]
    return out


def check(state: State) -> None:
    """Every token is in exactly one place (BOS-2.2), on outposts of its own gang only (BOS-3.4), and nobody holds too many."""
    assert isinstance(state, Bosman)
    s = state
    left = unaccounted(s)
    for token in range(TOKENS):
        assert left[token] == s.bag[token] >= 0, f"BOS-2.2: {name(token)} is lost or doubled"
    assert sum(int(n) for n in s.bag) == s.fresh, "BOS-4.4: the unseen part of the stack"
    assert s.beach[int(s.boatswain)] == NONE, "BOS-3.5: the field of the boatswain holds no token"
    for field in range(25):
        assert s.beach[field] == NONE or KIND[field] == s.beach[field] // 10, "BOS-3.4"
    for at in range(9):
        assert s.boat[at] == NONE or s.boat[at] % 10 in (at, BOY), "BOS-3.7"
    for seat in range(int(s.seats)):
        assert hand(s, seat) == sorted(hand(s, seat)), "hands are sorted"


def hand(s: Bosman, seat: int) -> list[int]:
    """The tokens in a hand, in token order."""
    return [int(s.hand[seat * HAND + i]) for i in range(HAND) if s.hand[seat * HAND + i] != NONE]


def name(token: int) -> str:
    """The name of a token; `?` where the reader may not know it."""
    return "?" if token == UNKNOWN else TOKEN_NAMES[token]


def _read_beach_and_boat(position: Mapping[str, Json], s: Bosman) -> None:
    for field, token in _dict(position, "beach").items():
        at, what = _field(field), _token(token)
        if KIND[at] != what // 10:
            kind = "an empty field" if KIND[at] == EMPTY else f"an outpost of {GANGS[int(KIND[at])]}"
            raise BadPosition("{token} cannot lie on {field}, {kind} (BOS-3.4).", token=token, field=field, kind=kind)
        if at == s.boatswain:
            raise BadPosition("The boatswain's field {field} holds no token (BOS-3.5).", field=field)
        s.beach[at] = what
    for seat, token in _dict(position, "boat").items():
        at, what = _seat(seat), _token(token)
        if what % 10 not in (at, BOY):
            raise BadPosition("{token} does not fit seat {seat} (BOS-3.7).", token=token, seat=seat)
        s.boat[at] = what
    for entry in _list(position, "covered", []):
        seat, _, token = str(entry).partition(" ")
        s.covered = push(push(s.covered, _seat(seat)), _token(token))


def _read_under(position: Mapping[str, Json], s: Bosman) -> None:
    for entry in _list(position, "under", []):
        token, _, who = str(entry).partition(":")
        s.under = push(s.under, _token(token, views=True))
        s.known = push(s.known, _mask(who) if who else EVERYBODY)
    s.gone = zeros(TOKENS)
    for token in str(position.get("gone", "")).split():
        s.gone[_token(token)] += 1


def _read_hands(position: Mapping[str, Json], s: Bosman, seats: int) -> None:
    given = _dict(position, "hands")
    for player, tokens in given.items():
        if not player.isdigit() or not 1 <= int(player) <= seats:
            raise BadPosition("There is no player {n}.", n=player)
        held = sorted(_token(t, views=True) for t in str(tokens).split())
        if len(held) > HAND:
            raise BadPosition("Player {n} cannot hold {m} tokens; a hand has five (BOS-4.5).", n=player, m=len(held))
        for i, token in enumerate(held):
            s.hand[(int(player) - 1) * HAND + i] = token
    boys = position.get("boys")
    for gang, letter in enumerate(GANGS):
        s.boy[gang] = int(letter in str(boys)) if boys is not None else int(not _lies(s, gang * 10 + BOY))
    rest = [t for t in range(TOKENS) for _ in range(max(0, int(unaccounted(s)[t]))) if t % 10 != BOY]
    for seat in range(seats):
        if str(seat + 1) not in given and s.phase != 0:
            # Tokens that are nowhere else: a mixed hand, always the same.
            held = sorted(rest.pop(seat * 7 % len(rest)) for _ in range(min(HAND, len(rest))))
            for i, token in enumerate(held):
                s.hand[seat * HAND + i] = token


def _read_stack(position: Mapping[str, Json], s: Bosman) -> None:
    left = unaccounted(s)
    short = [name(t) for t in range(TOKENS) if left[t] < 0]
    if short:
        raise BadPosition("There are more {tokens} than exist (BOS-2.2).", tokens=", ".join(short))
    unknown = sum(t == UNKNOWN for t in [*s.hand, *s.under])
    total = sum(int(n) for n in left) - unknown
    s.fresh = _number(position, "stack", total)
    if s.fresh > total:
        raise BadPosition("The stack cannot hold {n} unseen tokens; {m} are left.", n=int(s.fresh), m=total)
    surplus = total - int(s.fresh)
    if surplus and unknown:
        raise BadPosition("{m} tokens are nowhere: name them under `gone`.", m=surplus)
    # What a given stack leaves over is out of the game: spread over all kinds, always the same.
    spare = [t for t in range(TOKENS) for _ in range(int(left[t]))]
    for i in range(surplus):
        token = spare.pop(i * 7 % len(spare))
        s.gone[token] += 1
        left[token] -= 1
    if not unknown:
        s.bag = left


def _lies(s: Bosman, token: int) -> bool:
    places = [*s.beach, *s.boat, *s.hand, *s.under, *(s.covered[i] for i in range(1, len(s.covered), 2))]
    return token in places or s.gone[token] > 0


def _mask(who: str) -> int:
    """Players who know a token, as bits; `s` is the spectators' and `-` nobody's."""
    return sum(2 ** "1234s".index(c) for c in who if c in "1234s")


def _knowers(mask: int) -> str:
    return "".join("1234s"[i] for i in range(5) if mask & 2**i) or "-"


def _token(value: object, views: bool = False) -> int:
    if views and value == "?":
        return UNKNOWN
    if value not in TOKEN_NAMES:
        raise BadPosition("{value!r} is no token; tokens are R10 to T32 and RM, FM, CM, TM (BOS-2.1).", value=value)
    return TOKEN_NAMES.index(str(value))


def _field(value: object) -> int:
    if value not in FIELD_NAMES:
        raise BadPosition("{value!r} is no field; fields are a1 to e5 (BOS-3.1).", value=value)
    return FIELD_NAMES.index(str(value))


def _seat(value: object) -> int:
    if value not in SEAT_NAMES:
        raise BadPosition("{value!r} is no seat; seats are {seats} (BOS-3.6).", value=value, seats=" ".join(SEAT_NAMES))
    return SEAT_NAMES.index(str(value))


def _choice(position: Mapping[str, Json], key: str, values: tuple[str, ...], default: str) -> int:
    value = position.get(key, default)
    if value not in values:
        raise BadPosition("{key} is one of {values}, not {value!r}.", key=key, values=", ".join(values), value=value)
    return values.index(str(value))


def _number(position: Mapping[str, Json], key: str, default: int) -> int:
    value = position.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadPosition("{key} is a number, not {value!r}.", key=key, value=value)
    return value


def _dict(position: Mapping[str, Json], key: str) -> dict[str, Json]:
    value = position.get(key, {})
    if not isinstance(value, dict):
        raise BadPosition("{key} names places and what is there, as an object.", key=key)
    return value


def _list(position: Mapping[str, Json], key: str, default: list[int]) -> list[Json]:
    value = position.get(key, list(default))
    if not isinstance(value, list):
        raise BadPosition("{key} is a list.", key=key)
    return value
