"""Positions of Triremes that a person can write: the notation of the rulebook (section 3) and a few words around it.

    {"figures": "R1=h9N/2 G1=i9N/1@R R:a1,c1 G:p18 quiet=3", "turn": 2}

| key | meaning | left out |
|---|---|---|
| `figures` | ships `R1=pose/load@owner`, soldiers `R:a1,c1`, counters `quiet= turns= coins= pact=1-2 used=R7 out=2` | nothing |
| `turn` | whose turn it is | 1 |
| `phase` | `first`, `setup`, `move`, `fight`, `dice`, `battle`, `pact`, `draw`, `over` | `move` |
| `asked` | who decides | by the phase |
| `fights` | open fights, the newest last: `R1!G1`, `d1!G1`; ` back` when the other side attacks; ` ties=2` | none |
| `battle` | `c1xd1` or `R1xd1`, also ` back`, ` ties=2`; ` then R1>d18` is a landing that waits | none |
| `prizes` | ships captured in this turn | none |
| `done` | what has happened in this turn: `progress`, `pact`, `draw` | nothing |
| `ended` | why the game is over | |

A player without a legal action passes at once (TRI-4.3). In a view a load that its reader may not know is `/?`, and
`soldiers=6,5` tells each player's total (TRI-21.2). `pact=1-2!` is a pact that ends with the turn; `out=2,4` are the
eliminated players in their order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from kotva.engine.game import Json
from kotva.engine.options import Options
from kotva.engine.position import PositionReader, going_on, stop_if_refused
from kotva.engine.position_keys import NumberKey, OwnKey, PositionKey, WordKey, names_of, read_keys, written_keys
from kotva.engine.say import N_
from kotva.games.triremes import board
from kotva.games.triremes.board import ship_ident, ship_name, square_code
from kotva.games.triremes.options import chart_of
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.game import Triremes, empty_board
from kotva.games.triremes.rules.pacts import ally
from kotva.games.triremes.rules.table import ATTACKS, FIGHT_SIZE, TIED
from kotva.games.triremes.rules.turns import pass_on
from kotva.games.triremes.writing import (
    DONE,
    PHASES,
    REASONS,
    battle_text,
    fight_text,
    figures,
    highest,
    slots,
    square_text,
)

_MOST_COINS: Final = 99
_SHIP: Final = re.compile(r"([RGCE][0-9]{1,3})=([a-z]{1,2}[0-9]{1,2})([NESW])(?:/([0-2?]))?(?:@([RGCE]))?")
_MEN: Final = re.compile(r"([RGCE]):([a-z0-9,]+)")
_EXTRA: Final = re.compile(r"(quiet|turns|coins|pact|used|out|soldiers)=([A-Z0-9,!-]+)")
_PACT: Final = re.compile(r"([1-4])-([1-4])(!?)")
_STATE: Final = r"( back)?(?: ties=([0-9]{1,2}))?"
_FIGHT: Final = re.compile(r"([A-Za-z0-9]{2,4})!([RGCE][0-9]{1,3})" + _STATE)
_BATTLE: Final = re.compile(
    r"([A-Za-z0-9]{2,4})x([a-z]{1,2}[0-9]{1,2})" + _STATE + r"(?: then ([RGCE][0-9]{1,3})>([a-z]{1,2}[0-9]{1,2})?)?"
)


def read(position: Mapping[str, Json], options: Options) -> Triremes:
    """A state from a position, or BadPosition; `check` says whether it can be."""
    r = PositionReader(position, names_of(KEYS), "TRI-21.2")
    chart = chart_of(options)
    s = empty_board(options.seats, chart)
    if chart.alliances == board.ALLIANCES_FIXED:
        ally(s, 0, 2, 1)
        ally(s, 1, 3, 1)
    read_keys(r, s, KEYS)
    stop_if_refused()
    if s.phase == codes.MOVE and s.asked == s.turn and _all_there(s):
        pass_on(s)  # TRI-4.3
    return s


def write(s: Triremes) -> dict[str, Json]:
    """The complete position of a state or of what a seat has seen of it."""
    return written_keys(s, KEYS)


def _all_there(s: Triremes) -> bool:
    """Whether everybody who is not out has soldiers, and all loads are known: only then anybody passes."""
    alive = all(s.alive[i] > 0 or s.out[i] or s.chart.figures for i in range(int(s.seats)))
    return alive and not s.out[int(s.turn)] and s.seats - s.fallen > 1 and all(n != board.UNKNOWN for n in s.load)


def _reason(s: Triremes) -> int:
    """Why a game is over, where a position does not say it."""
    if s.quiet >= s.chart.quiet_limit or s.turns >= s.chart.turn_limit:
        return codes.QUIET if s.quiet >= s.chart.quiet_limit else codes.TURNS
    return codes.AGREED if s.seats - s.fallen > 1 else codes.RESIGNED if s.seats == 2 else codes.LAST


def _read_figures(r: PositionReader, s: Triremes) -> None:
    """Section 3: ships, soldiers ashore, and counters."""
    ships: dict[int, re.Match[str]] = {}
    extras: dict[str, list[str]] = {}
    for word in r.words("figures", "TRI-1.3"):
        with going_on():
            if found := _SHIP.fullmatch(word):
                ident = _ident(r, s, "figures", found[1])
                if ident in ships:
                    raise r.wrong("figures", word, N_("this ship is there twice"), "TRI-3.2")
                ships[ident] = found
            elif found := _MEN.fullmatch(word):
                _read_men(r, s, word, _seat(r, s, word, found[1]), found[2])
            elif found := _EXTRA.fullmatch(word):
                extras.setdefault(found[1], []).append(found[2])
            else:
                raise r.refusal(
                    "figures", word, "R1=h9N/2@G, R:a1,c1, quiet= turns= coins= pact= used= out= soldiers=", "TRI-1.3"
                )
    _read_ships(r, s, ships)
    for seat in range(int(s.seats)):
        s.built[seat] = highest(s, seat)
    for name, values in extras.items():
        if len(values) > 1 and name != "pact":
            raise r.wrong("figures", f"{name}={values[1]}", N_("this counter is there twice"), "TRI-1.3")
        for value in values:
            with going_on():
                _read_extra(r, s, name, value)
    if "soldiers" in extras:
        _read_totals(r, s, extras["soldiers"][0])


def _read_men(r: PositionReader, s: Triremes, word: str, seat: int, squares: str) -> None:
    """TRI-7.1: soldiers ashore, one on a square of land."""
    for name in squares.split(","):
        square = _square(r, s, "figures", name)
        if s.chart.kind[square] != board.LAND:
            raise r.wrong("figures", word, N_("{square} is not land"), "TRI-7.1", square=name)
        if s.on[square] > 0:
            raise r.wrong("figures", word, N_("two figures stand on {square}"), "TRI-1.3", square=name)
        if s.ashore[seat] == board.MOST_MEN:
            raise r.wrong("figures", word, N_("there are more than {n} soldiers"), "TRI-1.2", n=board.MOST_MEN)
        s.put_man(seat, square)
        s.alive[seat] += 1


def _read_ships(r: PositionReader, s: Triremes, ships: dict[int, re.Match[str]]) -> None:
    """The ships of the start have their slots, on the board or not; bought ones follow by id."""
    start = [seat * board.NUMBERS + i for seat in range(int(s.seats)) for i in range(int(s.chart.ships[seat]))]
    for ident in (*start, *sorted(set(ships) - set(start))):
        found = ships.get(ident)
        if found is None:
            s.add_ship(ident, ident // board.NUMBERS, board.NONE, 0, 0)
            continue
        bow, heading = _square(r, s, "figures", found[2]), board.HEADINGS.index(found[3])
        for square in (bow, bow - int(s.chart.step[heading])):
            if s.chart.kind[square] != board.SEA:
                raise r.wrong("figures", found[0], N_("both squares of a ship are sea"), "TRI-5.4")
            if s.on[square] > 0:
                why = N_("two figures stand on {square}")
                raise r.wrong("figures", found[0], why, "TRI-1.3", square=square_text(s, square))
        owner = _seat(r, s, found[0], found[5]) if found[5] else ident // board.NUMBERS
        load = board.UNKNOWN if found[4] == "?" else int(found[4] or 0)
        s.add_ship(ident, owner, bow, heading, load)
        s.alive[owner] += max(load, 0)


def _read_extra(r: PositionReader, s: Triremes, name: str, value: str) -> None:
    """The counters of section 3."""
    if name == "quiet":
        s.quiet = r.digits("figures", value, 0, int(s.chart.quiet_limit), "TRI-16.2")
    elif name == "turns":
        s.turns = r.digits("figures", value, 0, int(s.chart.turn_limit), "TRI-16.3")
    elif name == "coins":
        for seat, number in enumerate(_by_seat(r, s, value)):
            s.coins[seat] = r.digits("figures", number, 0, _MOST_COINS, "TRI-20.1")
    elif name == "pact":
        found = r.match("figures", value, _PACT, "pact=1-2", "TRI-19.3")
        a, b = (r.digits("figures", found[i], 1, int(s.seats), "TRI-18.1") - 1 for i in (1, 2))
        if a == b or s.pact[a * board.MOST_SEATS + b]:
            raise r.wrong("figures", f"pact={value}", N_("a pact is between two players"), "TRI-19.3")
        ally(s, a, b, 2 if found[3] else 1)
    elif name == "used":
        for ship in value.split(","):
            ident = _ident(r, s, "figures", ship)
            if ident % board.NUMBERS + 1 < s.built[ident // board.NUMBERS]:
                raise r.wrong(
                    "figures", f"used={value}", N_("the position shows a ship with a higher number"), "TRI-20.3"
                )
            s.built[ident // board.NUMBERS] = ident % board.NUMBERS + 1
    elif name == "out":
        for player in value.split(","):
            seat = r.digits("figures", player, 1, int(s.seats), "TRI-18.3") - 1
            if s.out[seat]:
                raise r.wrong("figures", f"out={value}", N_("this player is out twice"), "TRI-18.3")
            s.fallen += 1
            s.out[seat] = s.fallen


def _read_totals(r: PositionReader, s: Triremes, value: str) -> None:
    """TRI-21.2: totals are public; they are told where loads are not, and while soldiers are to be placed."""
    for seat, number in enumerate(_by_seat(r, s, value)):
        hidden = sum(1 for i in slots(s) if s.owner[i] == seat and s.load[i] == board.UNKNOWN)
        unplaced = s.phase <= codes.SETUP or (s.phase == codes.ENDED and s.turns == 0)
        low = int(s.alive[seat])
        high = board.MOST_MEN if unplaced else low + board.LOAD * hidden
        s.alive[seat] = r.digits("figures", number, low, max(high, low), "TRI-21.2")


def _by_seat(r: PositionReader, s: Triremes, value: str) -> list[str]:
    """A number for each player."""
    numbers = value.split(",")
    if len(numbers) != s.seats:
        raise r.wrong("figures", value, N_("there must be {n} numbers"), "TRI-18.1", n=int(s.seats))
    return numbers


def _read_prizes(r: PositionReader, s: Triremes) -> None:
    prizes: list[int] = []
    for name in r.texts("prizes", None, "TRI-14.4"):
        r.add_new("prizes", prizes, _slot(r, s, "prizes", name), name, "TRI-14.4")
    for slot in prizes:
        s.prize[slot] = 1


def _prizes(s: Triremes) -> Json:
    return [ship_name(int(s.ident[i])) for i in slots(s) if s.prize[i]] or None


def _read_fights(r: PositionReader, s: Triremes) -> None:
    """TRI-11.2: a ship or an assaulting soldier (TRI-13.1) against a ship."""
    for text in r.texts("fights", None, "TRI-11.2"):
        with going_on():
            found = r.match("fights", text, _FIGHT, "R1!G1, d1!G1", "TRI-11.2")
            target = _slot(r, s, "fights", found[2])
            if found[1][0] in board.LETTERS:
                s.open_fight(_slot(r, s, "fights", found[1]), board.NONE, target)
            else:
                s.open_fight(board.NONE, _soldier(r, s, "fights", found[1]), target)
            fight = len(s.fights) - FIGHT_SIZE
            s.fights[fight + ATTACKS] = int(bool(found[3]))
            s.fights[fight + TIED] = r.digits("fights", found[4] or "0", 0, board.TIES - 1, "TRI-11.9")


def _fights(s: Triremes) -> Json:
    return [fight_text(s, i) for i in range(0, len(s.fights), FIGHT_SIZE)] or None


def _read_battle(r: PositionReader, s: Triremes) -> None:
    """TRI-8, TRI-9.6: from a square or from a ship, and the landing that waits (TRI-9.7)."""
    if "battle" not in r:
        return
    found = r.match("battle", r.data["battle"], _BATTLE, "c1xd1, R1xd1 then R1>d2", "TRI-8.1")
    s.fought_to = _soldier(r, s, "battle", found[2])
    if found[1][0] in board.LETTERS:
        s.fought_ship = _slot(r, s, "battle", found[1])
    else:
        s.fought_from = _soldier(r, s, "battle", found[1])
    s.fought_back = int(bool(found[3]))
    s.fought_ties = r.digits("battle", found[4] or "0", 0, board.TIES - 1, "TRI-8.6")
    if found[5]:
        s.landing_ship = _slot(r, s, "battle", found[5])
        s.landing = _square(r, s, "battle", found[6]) if found[6] else board.NONE


def _battle(s: Triremes) -> Json:
    return battle_text(s) or None


def _read_done(r: PositionReader, s: Triremes) -> None:
    done = r.names("done", DONE, "TRI-4.4")
    s.progress = int(0 in done)
    s.proposed = int(1 in done) + 2 * int(2 in done)


def _done(s: Triremes) -> Json:
    return [word for word, is_done in zip(DONE, (s.progress, s.proposed & 1, s.proposed & 2)) if is_done] or None


# -- names --------------------------------------------------------------------------------------------------------------


def _square(r: PositionReader, s: Triremes, key: str, name: str) -> int:
    code = square_code(name)
    square = int(s.chart.square(code)) if code != board.NONE else 0
    if square == 0:
        raise r.wrong(key, name, N_("this board has no such square"), "TRI-2.3")
    return square


def _soldier(r: PositionReader, s: Triremes, key: str, name: str) -> int:
    square = _square(r, s, key, name)
    if s.on[square] < board.SOLDIER:
        raise r.wrong(key, name, N_("no soldier stands there"), "TRI-7.1")
    return square


def _ident(r: PositionReader, s: Triremes, key: str, name: str) -> int:
    ident = ship_ident(name)
    if ident == board.NONE or ident // board.NUMBERS >= s.seats:
        raise r.wrong(key, name, N_("there is no such ship"), "TRI-3.2")
    return ident


def _slot(r: PositionReader, s: Triremes, key: str, name: str) -> int:
    slot = int(s.slot(_ident(r, s, key, name)))
    if slot == board.NONE:
        raise r.wrong(key, name, N_("there is no such ship"), "TRI-3.2")
    return slot


def _seat(r: PositionReader, s: Triremes, word: str, letter: str) -> int:
    if board.LETTERS.index(letter) >= s.seats:
        raise r.wrong("figures", word, N_("nobody plays {letter}"), "TRI-18.1", letter=letter)
    return board.LETTERS.index(letter)


KEYS: Final[tuple[PositionKey, ...]] = (
    NumberKey("turn", 1, lambda s: s.seats, "TRI-4.5", first=1, always=True),
    WordKey("phase", PHASES, "TRI-4.1", default=codes.MOVE, always=True),
    NumberKey("asked", 1, lambda s: s.seats, "TRI-4.1", default=lambda s: s.turn, first=1, always=True),
    OwnKey("figures", _read_figures, figures),
    OwnKey("prizes", _read_prizes, _prizes),
    OwnKey("fights", _read_fights, _fights),
    OwnKey("battle", _read_battle, _battle),
    OwnKey("done", _read_done, _done),
    WordKey("ended", REASONS, "TRI-4.6", default=_reason, when=lambda s: s.phase == codes.ENDED),
)
