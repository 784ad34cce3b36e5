"""Positions of Bosman that a person can write.

    {"boatswain": "c3", "beach": {"c4": "R22"}, "boat": {"10": "F10"}, "hands": {"3": "R10 F20 C22 C30 T30"}}

| key | meaning | left out |
|---|---|---|
| `boatswain` | its field | `c3` |
| `beach` | field: token | nothing lies there |
| `boat` | seat: live token | empty |
| `covered` | `["21 R21", ...]`, tokens under poison | none |
| `hands` | player: tokens; `?` is a token the reader may not know | five tokens that are nowhere else |
| `stack` | how many tokens nobody has seen | all that are nowhere else |
| `under` | tokens put under the stack, the next to be drawn first; `R21:13` is known to players 1 and 3 | none |
| `gone` | tokens out of the game | what a given `stack` leaves over, and cabin boys that are nowhere else |
| `boys` | gangs whose cabin boy is still a special token | those that lie nowhere else |
| `poison` | players who still have their poison | all |
| `phase` | `deal`, `opening`, `turn`, `board`, `over` | `turn`, or `over` when the boat is full (BOS-15.6) |
| `turn`, `player`, `laid`, `due`, `decided`, `skipped`, `ended` | the course of the game | 1, by the turn, ... |
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from kotva.engine.arrays import ints, push, zeros
from kotva.engine.game import Json
from kotva.engine.options import Options
from kotva.engine.position import PositionReader, going_on, stop_if_refused
from kotva.engine.position_keys import (
    NumberKey,
    OwnKey,
    PositionKey,
    WordKey,
    WordsKey,
    names_of,
    read_keys,
    written_keys,
)
from kotva.engine.say import N_
from kotva.games.bosman import board
from kotva.games.bosman.options import owners, rules_of
from kotva.games.bosman.rules import Bosman, codes
from kotva.games.bosman.rules.knowledge import unaccounted, unknown_places

PHASES = ("deal", "opening", "turn", "board", "over")
REASONS = ("full", "limit", "stuck")


def _player(s: Bosman) -> int:
    """The player on turn, by the turns there were."""
    turns = int(s.turn) - 1 if s.turn else int(s.decided)
    return (int(s.first) + turns) % int(s.seats)


def _reason(s: Bosman) -> int:
    return codes.FULL if s.is_full() else codes.LIMIT if s.turn == s.limit else codes.STUCK


_PLAYERS: Final = ("1", "2", "3", "4")
_NAMES: Final = [*board.TOKEN_NAMES, "?"]
_COVERED: Final = re.compile(r"([123][012]) (\w+)")
_UNDER: Final = re.compile(r"(\w+|\?)(?::([1-4s]{1,5}|-))?")


def empty(options: Options) -> Bosman:
    """A state with these options and nothing in it."""
    return Bosman(options.seats, *rules_of(options), ints(owners(options)))


def read(position: Mapping[str, Json], options: Options) -> Bosman:
    """A state from a position, or BadPosition; `check` says whether it can be."""
    r = PositionReader(position, names_of(KEYS), "BOS-14.3")
    s = empty(options)
    read_keys(r, s, KEYS)
    stop_if_refused()
    if s.phase == codes.TURN and s.due == 0 and unknown_places(s) == 0:
        s.begin_turn()  # BOS-11.4: a position may begin with turns that are skipped
    return s


def write(s: Bosman) -> dict[str, Json]:
    """The complete position of a state or of what a seat has seen of it."""
    return written_keys(s, KEYS)


# -- keys of several fields ---------------------------------------------------------------------------------------------


def _read_covered(r: PositionReader, s: Bosman) -> None:
    for entry in r.items("covered", None, "BOS-7.5"):
        with going_on():
            found = r.match("covered", entry, _COVERED, "21 R21", "BOS-7.5")
            token = r.index("covered", found[2], board.TOKEN_NAMES, "BOS-2.1")
            s.covered = push(push(s.covered, board.SEAT_NAMES.index(found[1])), token)


def _covered(s: Bosman) -> Json:
    pairs = range(0, len(s.covered), 2)
    return [f"{board.SEAT_NAMES[int(s.covered[i])]} {name(int(s.covered[i + 1]))}" for i in pairs]


def _read_poison(r: PositionReader, s: Bosman) -> None:
    with_poison: list[int] = [] if "poison" in r else list(range(1, int(s.seats) + 1))
    for player in r.items("poison", None, "BOS-7.1"):
        r.add_new("poison", with_poison, r.whole("poison", player, 1, int(s.seats), "BOS-7.1"), player, "BOS-12.3")
    for player in with_poison:
        s.poison[player - 1] = 1


def _poison(s: Bosman) -> Json:
    return [seat + 1 for seat in range(int(s.seats)) if s.poison[seat]]


def _read_under(r: PositionReader, s: Bosman) -> None:
    for entry in r.items("under", None, "BOS-14.4"):
        with going_on():
            found = r.match("under", entry, _UNDER, "R21:13", "BOS-14.4")
            s.under = push(s.under, r.index("under", found[1], _NAMES, "BOS-2.1"))
            bits = [2 ** "1234s-".index(c) % 32 for c in found[2] or ""]
            if len(set(bits)) < len(bits):
                raise r.wrong("under", entry, N_("somebody is named twice"), "BOS-14.4")
            s.known = push(s.known, sum(bits) if found[2] else codes.EVERYBODY)


def _under(s: Bosman) -> Json:
    return [f"{name(int(s.under[i]))}:{_knowers(int(s.known[i]))}" for i in range(len(s.under))]


def _knowers(mask: int) -> str:
    """Players that know a token, as digits; `s` is the spectators' and `-` nobody's."""
    return "".join("1234s"[i] for i in range(5) if mask & 2**i) or "-"


def _read_gone(r: PositionReader, s: Bosman) -> None:
    s.gone = zeros(board.TOKENS)
    for token in r.words("gone", "BOS-2.2"):
        with going_on():
            s.gone[r.index("gone", token, board.TOKEN_NAMES, "BOS-2.1")] += 1


def _gone(s: Bosman) -> Json:
    return " ".join(name(t) for t in range(board.TOKENS) for _ in range(int(s.gone[t])))


def _read_hands(r: PositionReader, s: Bosman) -> None:
    """BOS-4.5: hands in token order."""
    hands = r.inside("hands", _PLAYERS[: int(s.seats)], "BOS-4.5")
    for player in hands:
        with going_on():
            held = sorted(hands.index(player, token, _NAMES, "BOS-2.1") for token in hands.words(player))
            if len(held) > board.HAND:
                raise hands.wrong(player, hands.text(player), N_("a hand has five tokens"), "BOS-4.5")
            _deal(s, int(player) - 1, held)


def _hands(s: Bosman) -> Json:
    return {str(seat + 1): " ".join(map(name, hand(s, seat))) for seat in range(int(s.seats))}


def _read_boys(r: PositionReader, s: Bosman) -> None:
    """BOS-2.4: cabin boys that are still special tokens. A hand that was left out has five tokens that are nowhere else."""
    boys = r.text("boys", "BOS-2.4")
    for letter in boys:
        if letter not in board.GANGS or boys.count(letter) > 1:
            raise r.refusal("boys", boys, board.GANGS, "BOS-2.4")
    for gang, letter in enumerate(board.GANGS):
        s.boy[gang] = int(letter in boys if "boys" in r else not _lies(s, gang * 10 + board.BOY))
    stop_if_refused()
    hands = r.inside("hands", None, "BOS-4.5")
    rest = [t for t in range(board.TOKENS) for _ in range(max(0, int(unaccounted(s)[t]))) if t % 10 != board.BOY]
    for seat in range(int(s.seats)):
        if _PLAYERS[seat] not in hands and s.phase != codes.DEAL:
            # Tokens that are nowhere else: a mixed hand, always the same.
            _deal(s, seat, sorted(rest.pop(seat * 7 % len(rest)) for _ in range(min(board.HAND, len(rest)))))


def _boys(s: Bosman) -> Json:
    return "".join(gang for i, gang in enumerate(board.GANGS) if s.boy[i])


def _deal(s: Bosman, seat: int, held: list[int]) -> None:
    for i, token in enumerate(held):
        s.hand[seat * board.HAND + i] = token


def _lies(s: Bosman, token: int) -> bool:
    places = [*s.beach, *s.boat, *s.hand, *s.under, *(s.covered[i] for i in range(1, len(s.covered), 2))]
    return token in places or s.gone[token] > 0


def _read_stack(r: PositionReader, s: Bosman) -> None:
    """BOS-2.2: what is nowhere else is the unseen part of the stack; what a given `stack` leaves over is out of the game."""
    for gang in range(4):
        boy = gang * 10 + board.BOY
        if "boys" in r and unaccounted(s)[boy] > 0 and not unknown_places(s):
            s.gone[boy] = 1  # named nowhere: a cabin boy is never among the unseen tokens
    stop_if_refused()
    left = unaccounted(s)
    short = [name(t) for t in range(board.TOKENS) if left[t] < 0]
    if short:
        raise r.wrong("hands", " ".join(short), N_("there are more of these tokens than exist"), "BOS-2.2")
    unknown = int(unknown_places(s))
    total = sum(int(n) for n in left) - unknown
    if total < 0:
        raise r.wrong("hands", "?" * unknown, N_("there are more of these tokens than exist"), "BOS-2.2")
    s.fresh = r.number("stack", 0, total, total, "BOS-4.4")
    surplus = total - int(s.fresh)
    if surplus and unknown:
        raise r.wrong("stack", int(s.fresh), N_("with unknown tokens the key gone must name those out of the game"))
    spare = [t for t in range(board.TOKENS) for _ in range(int(left[t]))]
    for i in range(surplus):  # spread over all kinds, always the same
        token = spare.pop(i * 7 % len(spare))
        s.gone[token] += 1
        left[token] -= 1
    if not unknown:
        s.bag = left


def hand(s: Bosman, seat: int) -> list[int]:
    """The tokens in a hand, in token order."""
    return [int(token) for token in s.hand[seat * board.HAND : (seat + 1) * board.HAND] if token != board.NONE]


def name(token: int) -> str:
    """The name of a token; `?` where the reader may not know it."""
    return "?" if token == board.UNKNOWN else board.TOKEN_NAMES[token]


KEYS: Final[tuple[PositionKey, ...]] = (
    # BOS-3: the beach and the boat
    WordKey("boatswain", board.FIELD_NAMES, "BOS-4.1", default=board.FIELD_NAMES.index("c3"), always=True),
    WordKey("laid", board.FIELD_NAMES, "BOS-10.3"),
    WordsKey("beach", board.FIELD_NAMES, board.TOKEN_NAMES, "BOS-2.1", "BOS-3.1", always=True),
    WordsKey("boat", board.SEAT_NAMES, board.TOKEN_NAMES, "BOS-2.1", "BOS-3.6", always=True),
    OwnKey("covered", _read_covered, _covered),
    OwnKey("poison", _read_poison, _poison),
    # BOS-5: the phase and whose decision it is
    WordKey("phase", PHASES, "BOS-5.1", default=lambda s: codes.ENDED if s.is_full() else codes.TURN, always=True),
    NumberKey("decided", 0, lambda s: s.seats, "BOS-4.6"),
    NumberKey("turn", 0, lambda s: s.limit, "BOS-15.2", default=lambda s: int(s.phase >= codes.TURN), always=True),
    NumberKey("player", 1, lambda s: s.seats, "BOS-4.7", default=_player, first=1, always=True),
    NumberKey("due", 0, board.HAND, "BOS-11.1"),
    NumberKey("skipped", 0, lambda s: s.seats, "BOS-15.3"),
    WordKey("ended", REASONS, "BOS-15.1, 15.2, 15.3", default=_reason, when=lambda s: s.phase == codes.ENDED),
    # BOS-4: the stack, what lies under it, and hands
    OwnKey("under", _read_under, _under),
    OwnKey("gone", _read_gone, _gone),
    OwnKey("hands", _read_hands, _hands),
    OwnKey("boys", _read_boys, _boys),
    OwnKey("stack", _read_stack, lambda s: int(s.fresh)),
)
