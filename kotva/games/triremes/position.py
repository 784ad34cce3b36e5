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

In a view a load that its reader may not know is `/?`, and `soldiers=6,5` tells each player's total (TRI-21.2). `pact=1-2!` is a
pact that ends with the turn; `out=2,4` are the eliminated players in their order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from kotva.engine.errors import BadPosition
from kotva.engine.game import Json
from kotva.engine.options import Options
from kotva.engine.state import State
from kotva.games.triremes.board import (
    ALLIANCES_FIXED,
    HEADINGS,
    LAND,
    LETTERS,
    LOAD,
    MOST_MEN,
    MOST_SEATS,
    NONE,
    NUMBERS,
    SEA,
    SOLDIER,
    UNKNOWN,
    ship_ident,
    ship_name,
    square_code,
    square_name,
)
from kotva.games.triremes.options import chart_of
from kotva.games.triremes.rules import codes, table
from kotva.games.triremes.rules.game import Triremes, empty_board
from kotva.games.triremes.rules.pacts import ally

PHASES = ("first", "setup", "move", "fight", "dice", "battle", "pact", "draw", "over")
REASONS = ("capital", "destroyed", "resigned", "quiet", "turns", "agreed", "last", "allied")
_KEYS = ("figures", "turn", "phase", "asked", "fights", "battle", "prizes", "done", "ended")
_DONE = ("progress", "pact", "draw")
_SHIP = re.compile(r"([RGCE]\d+)=([a-z]+\d+)([NESW])(?:/([0-2?]))?(?:@([RGCE]))?")
_MEN = re.compile(r"([RGCE]):([a-z0-9,]*)")
_EXTRA = re.compile(r"(quiet|turns|coins|pact|used|out|soldiers)=(.+)")


# -- writing ------------------------------------------------------------------------------------------------------------


def write(state: State) -> dict[str, Json]:
    """The complete position of a state or of what a seat has seen of it."""
    assert isinstance(state, Triremes)
    s = state
    out: dict[str, Json] = {
        "figures": figures(s),
        "turn": int(s.turn) + 1,
        "phase": PHASES[int(s.phase)],
        "asked": int(s.asked) + 1,
    }
    if len(s.fights):
        out["fights"] = [_fight(s, i) for i in range(0, len(s.fights), table.FIGHT_SIZE)]
    if s.fought_to != NONE or s.landing_ship != NONE:
        out["battle"] = _battle(s)
    prizes: list[Json] = [ship_name(int(s.ident[i])) for i in slots(s) if s.prize[i]]
    if prizes:
        out["prizes"] = prizes
    done: list[Json] = [word for word, is_done in zip(_DONE, (s.progress, s.proposed & 1, s.proposed & 2)) if is_done]
    if done:
        out["done"] = done
    if s.ended != NONE:
        out["ended"] = REASONS[int(s.ended)]
    return out


def figures(s: Triremes, counters: bool = True) -> str:
    """Section 3: ships by id, soldiers ashore by player, then the counters that are not 0."""
    words = [ship_text(s, i) for i in sorted(slots(s), key=lambda i: int(s.ident[i]))]
    words += [
        f"{LETTERS[seat]}:{','.join(square_text(s, q) for q in men(s, seat))}"
        for seat in range(int(s.seats))
        if s.ashore[seat]
    ]
    if counters:
        words += _counters(s)
    return " ".join(words)


def slots(s: Triremes) -> list[int]:
    """The slots of all ships on the board."""
    return [i for i in range(len(s.bow)) if s.bow[i] != NONE]


def men(s: Triremes, seat: int) -> list[int]:
    """The squares of a player's soldiers ashore."""
    return [int(s.men[seat * MOST_MEN + i]) for i in range(int(s.ashore[seat]))]


def square_text(s: Triremes, square: int) -> str:
    return square_name(int(s.chart.code[square]))


def pose_text(s: Triremes, slot: int) -> str:
    """TRI-2.6: bow square and heading."""
    return square_text(s, int(s.bow[slot])) + HEADINGS[int(s.heading[slot])]


def ship_text(s: Triremes, slot: int) -> str:
    ident, load, owner = int(s.ident[slot]), int(s.load[slot]), int(s.owner[slot])
    text = f"{ship_name(ident)}={pose_text(s, slot)}"
    if load:
        text += "/?" if load == UNKNOWN else f"/{load}"
    return text + (f"@{LETTERS[owner]}" if owner != ident // NUMBERS else "")


def _counters(s: Triremes) -> list[str]:
    words = []
    if s.quiet:
        words.append(f"quiet={int(s.quiet)}")
    if s.turns:
        words.append(f"turns={int(s.turns)}")
    seats = range(int(s.seats))
    if s.chart.purchase:
        words.append("coins=" + ",".join(str(int(s.coins[i])) for i in seats))
    if s.chart.alliances != ALLIANCES_FIXED:
        for a in seats:
            for b in range(a + 1, int(s.seats)):
                pact = int(s.pact[a * MOST_SEATS + b])
                if pact:
                    words.append(f"pact={a + 1}-{b + 1}" + ("!" if pact == 2 else ""))
    used = [LETTERS[i] + str(int(s.built[i])) for i in seats if s.built[i] != _highest(s, i)]
    if used:
        words.append("used=" + ",".join(used))
    if s.fallen:
        fallen = sorted((i for i in seats if s.out[i]), key=lambda i: int(s.out[i]))
        words.append("out=" + ",".join(str(i + 1) for i in fallen))
    if any(int(load) == UNKNOWN for load in s.load) or s.phase <= codes.SETUP:
        words.append("soldiers=" + ",".join(str(int(s.alive[i])) for i in seats))
    return words


def _highest(s: Triremes, seat: int) -> int:
    """The highest number of a ship that the position itself shows to have been used."""
    numbers = [int(s.ident[i]) % NUMBERS + 1 for i in slots(s) if int(s.ident[i]) // NUMBERS == seat]
    return max([int(s.chart.ships[seat]), *numbers])


def _fight(s: Triremes, i: int) -> str:
    starter, square = int(s.fights[i]), int(s.fights[i + 1])
    who = ship_name(int(s.ident[starter])) if starter != NONE else square_text(s, square)
    text = f"{who}!{ship_name(int(s.ident[int(s.fights[i + 2])]))}"
    return text + _state(int(s.fights[i + 3]), int(s.fights[i + 4]))


def _state(back: int, ties: int) -> str:
    return (" back" if back else "") + (f" ties={ties}" if ties else "")


def _battle(s: Triremes) -> str:
    text = ""
    if s.fought_to != NONE:
        ship = int(s.fought_ship)
        who = ship_name(int(s.ident[ship])) if ship != NONE else square_text(s, int(s.fought_from))
        text = f"{who}x{square_text(s, int(s.fought_to))}" + _state(int(s.fought_back), int(s.fought_ties))
    if s.landing_ship != NONE:
        where = square_text(s, int(s.landing)) if s.landing != NONE else ""
        text += f" then {ship_name(int(s.ident[int(s.landing_ship)]))}>{where}"
    return text.strip()


# -- reading ------------------------------------------------------------------------------------------------------------


def read(position: Mapping[str, Json], options: Options) -> State:
    """A state from a position, or BadPosition."""
    unknown = sorted(set(position) - set(_KEYS))
    if unknown:
        raise BadPosition("A Triremes position has no {names}.", names=", ".join(unknown))
    chart = chart_of(options)
    s = empty_board(options.seats, chart)
    if chart.alliances == ALLIANCES_FIXED:
        ally(s, 0, 2, 1)
        ally(s, 1, 3, 1)
    s.phase = _choice(position, "phase", PHASES, "move")
    s.turn = _player(position.get("turn", 1), options.seats)
    s.asked = _player(position.get("asked", int(s.turn) + 1), options.seats)
    s.ended = _choice(position, "ended", REASONS, "quiet") if s.phase == codes.ENDED else NONE
    _read_figures(s, _text(position, "figures"), options.seats)
    for name in _texts(position, "prizes"):
        s.prize[_slot(s, name)] = 1
    for text in _texts(position, "fights"):
        _read_fight(s, text)
    if "battle" in position:
        _read_battle(s, _text(position, "battle"))
    for word in _texts(position, "done"):
        if word not in _DONE:
            raise BadPosition(
                "{key} is one of {values}, not {value!r}.", key="done", values=", ".join(_DONE), value=word
            )
    done = _texts(position, "done")
    s.progress = int("progress" in done)
    s.proposed = int("pact" in done) + 2 * int("draw" in done)
    _check_phase(s)
    return s


def _read_figures(s: Triremes, text: str, seats: int) -> None:
    ships: dict[int, re.Match[str]] = {}
    extras: list[tuple[str, str]] = []
    for word in text.split():
        if match := _SHIP.fullmatch(word):
            ident = ship_ident(match[1])
            if ident == NONE or ident // NUMBERS >= seats:
                raise BadPosition("There is no ship {name} here.", name=match[1])
            if ident in ships:
                raise BadPosition("Ship {name} is there twice.", name=match[1])
            ships[ident] = match
        elif match := _MEN.fullmatch(word):
            _read_men(s, LETTERS.index(match[1]), match[2], seats)
        elif match := _EXTRA.fullmatch(word):
            extras.append((match[1], match[2]))
        else:
            raise BadPosition("{word!r} is no figure and no counter of Triremes.", word=word)
    _read_ships(s, ships, seats)
    for seat in range(seats):
        s.built[seat] = _highest(s, seat)
    for name, value in extras:
        _read_extra(s, name, value, seats)
    _check_soldiers(s, seats, dict(extras).get("soldiers"))


def _read_men(s: Triremes, seat: int, squares: str, seats: int) -> None:
    if seat >= seats:
        raise BadPosition("There is no player {n}.", n=seat + 1)
    for name in filter(None, squares.split(",")):
        square = _square(s, name)
        if s.chart.kind[square] != LAND:
            raise BadPosition("{square} is not land: no soldier stands there (TRI-7.1).", square=name)
        if s.on[square] > 0:
            raise BadPosition("Two figures stand on {square} (TRI-1.3).", square=name)
        if s.ashore[seat] == MOST_MEN:
            raise BadPosition("Player {n} has more than {most} soldiers.", n=seat + 1, most=MOST_MEN)
        s.put_man(seat, square)
        s.alive[seat] += 1


def _read_ships(s: Triremes, ships: dict[int, re.Match[str]], seats: int) -> None:
    """The ships of the start have their slots, on the board or not; bought ones follow by id."""
    start = [seat * NUMBERS + i for seat in range(seats) for i in range(int(s.chart.ships[seat]))]
    for ident in (*start, *sorted(set(ships) - set(start))):
        match = ships.get(ident)
        if match is None:
            s.add_ship(ident, ident // NUMBERS, NONE, 0, 0)
            continue
        bow, heading = _square(s, match[2]), HEADINGS.index(match[3])
        for square in (bow, bow - int(s.chart.step[heading])):
            if s.chart.kind[square] != SEA:
                raise BadPosition("{ship} does not lie on the sea with both squares (TRI-1.3).", ship=match[1])
            if s.on[square] > 0:
                raise BadPosition("Two figures stand on {square} (TRI-1.3).", square=square_text(s, square))
        owner = LETTERS.index(match[5]) if match[5] else ident // NUMBERS
        if owner >= seats:
            raise BadPosition("There is no player {n}.", n=owner + 1)
        load = UNKNOWN if match[4] == "?" else int(match[4] or 0)
        s.add_ship(ident, owner, bow, heading, load)
        s.alive[owner] += max(load, 0)


def _read_extra(s: Triremes, name: str, value: str, seats: int) -> None:
    if name in ("quiet", "turns"):
        setattr(s, name, _digits(name, value))
    elif name == "coins":
        numbers = [_digits(name, n) for n in value.split(",")]
        if len(numbers) != seats or sum(numbers) > 99:
            raise BadPosition("{name} needs {n} numbers, at most 99 together.", name=name, n=seats)
        for seat, number in enumerate(numbers):
            s.coins[seat] = number
    elif name == "pact":
        match = re.fullmatch(r"(\d)-(\d)(!?)", value)
        if match is None:
            raise BadPosition("A pact is written pact=1-2, not {value!r}.", value=value)
        a, b = _player(int(match[1]), seats), _player(int(match[2]), seats)
        ally(s, a, b, 2 if match[3] else 1)
    elif name == "used":
        for ship in value.split(","):
            ident = ship_ident(ship)
            if ident == NONE or ident // NUMBERS >= seats or ident % NUMBERS + 1 < s.built[ident // NUMBERS]:
                raise BadPosition("There is no ship {name} here.", name=ship)
            s.built[ident // NUMBERS] = ident % NUMBERS + 1
    elif name == "out":
        for order, player in enumerate(value.split(","), 1):
            s.out[_player(_digits(name, player), seats)] = order
            s.fallen = order


def _check_soldiers(s: Triremes, seats: int, given: str | None) -> None:
    """TRI-21.2: totals are public; they are told where loads are not, and before all soldiers are placed."""
    totals = given.split(",") if given else []
    if given and len(totals) != seats:
        raise BadPosition("{name} needs {n} numbers.", name="soldiers", n=seats)
    for seat, total in enumerate(totals):
        hidden = sum(1 for i in slots(s) if s.owner[i] == seat and s.load[i] == UNKNOWN)
        number = _digits("soldiers", total)
        room = LOAD * hidden if s.phase > codes.SETUP else MOST_MEN
        if not int(s.alive[seat]) <= number <= int(s.alive[seat]) + room:
            raise BadPosition("Player {n} cannot have {total} soldiers here.", n=seat + 1, total=number)
        s.alive[seat] = number
    for seat in range(seats):
        if s.alive[seat] > MOST_MEN:
            raise BadPosition("Player {n} has more than {most} soldiers.", n=seat + 1, most=MOST_MEN)


def _read_fight(s: Triremes, text: str) -> None:
    match = re.fullmatch(r"(\w+)!(\w+)( back)?(?: ties=(\d+))?", text)
    if match is None:
        raise BadPosition("A fight is written R1!G1 or d1!G1, not {text!r}.", text=text)
    target = _slot(s, match[2])
    if match[1][0] in LETTERS:
        s.open_fight(_slot(s, match[1]), NONE, target)
    else:
        square = _square(s, match[1])
        if s.on[square] < SOLDIER:
            raise BadPosition("No soldier stands on {square}.", square=match[1])
        s.open_fight(NONE, square, target)
    fight = len(s.fights) - table.FIGHT_SIZE
    if not s.enemies(int(s.side_owner(fight, 0)), int(s.side_owner(fight, 1))):
        raise BadPosition("{text!r} is no fight of enemies.", text=text)
    s.fights[fight + table.ATTACKS] = int(bool(match[3]))
    s.fights[fight + table.TIED] = int(match[4] or 0)


def _read_battle(s: Triremes, text: str) -> None:
    match = re.fullmatch(r"(?:(\w+)x(\w+)( back)?(?: ties=(\d+))?)? ?(?:then (\w+)>(\w*))?", text)
    if match is None:
        raise BadPosition("A battle is written c1xd1 or R1xd1, not {text!r}.", text=text)
    if match[1]:
        s.fought_to = _square(s, match[2])
        if match[1][0] in LETTERS:
            s.fought_ship = _slot(s, match[1])
        else:
            s.fought_from = _square(s, match[1])
            if s.on[int(s.fought_from)] < SOLDIER:
                raise BadPosition("No soldier stands on {square}.", square=match[1])
        if s.on[int(s.fought_to)] < SOLDIER:
            raise BadPosition("No soldier stands on {square}.", square=match[2])
        s.fought_back = int(bool(match[3]))
        s.fought_ties = int(match[4] or 0)
    if match[5]:
        s.landing_ship = _slot(s, match[5])
        s.landing = _square(s, match[6]) if match[6] else NONE


def _check_phase(s: Triremes) -> None:
    """A phase needs what it is about."""
    fights, battle = len(s.fights) > 0, s.fought_to != NONE
    if (s.phase in (codes.FIGHT, codes.DICE_DUE)) != fights or (s.phase == codes.BATTLE) != battle:
        raise BadPosition("The phase {phase} does not fit the fights and battles.", phase=PHASES[int(s.phase)])
    if s.phase != codes.ENDED and s.out[int(s.asked)]:
        raise BadPosition("Player {n} is out of the game.", n=int(s.asked) + 1)


def _square(s: Triremes, name: str) -> int:
    code = square_code(name)
    square = int(s.chart.square(code)) if code != NONE else 0
    if square == 0:
        raise BadPosition("{square} is no square of this board.", square=name)
    return square


def _slot(s: Triremes, name: str) -> int:
    ident = ship_ident(name)
    slot = int(s.slot(ident)) if ident != NONE else NONE
    if slot == NONE:
        raise BadPosition("There is no ship {name} here.", name=name)
    return slot


def _player(value: object, seats: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= seats:
        raise BadPosition("There is no player {n}.", n=value)
    return value - 1


def _digits(name: str, value: str) -> int:
    if not value.isdigit() or len(value) > 6:
        raise BadPosition("{key} is a number, not {value!r}.", key=name, value=value)
    return int(value)


def _choice(position: Mapping[str, Json], key: str, values: tuple[str, ...], default: str) -> int:
    value = position.get(key, default)
    if value not in values:
        raise BadPosition("{key} is one of {values}, not {value!r}.", key=key, values=", ".join(values), value=value)
    return values.index(str(value))


def _text(position: Mapping[str, Json], key: str) -> str:
    value = position.get(key, "")
    if not isinstance(value, str):
        raise BadPosition("{key} is a text, not {value!r}.", key=key, value=value)
    return value


def _texts(position: Mapping[str, Json], key: str) -> list[str]:
    value = position.get(key, [])
    if not isinstance(value, list) or not all(isinstance(x, str) for x in value):
        raise BadPosition("{key} is a list.", key=key)
    return [str(x) for x in value]


# -- invariants ---------------------------------------------------------------------------------------------------------


def check(state: State) -> None:
    """TRI-1.3: at most one figure a square, ships on the sea, soldiers on land; loads and totals add up."""
    assert isinstance(state, Triremes)
    s = state
    on = [int(x) for x in s.chart.free]
    for i in slots(s):
        for square in (int(s.bow[i]), int(s.stern(i))):
            assert on[square] <= 0, "TRI-1.3: two figures on one square"
            assert s.chart.kind[square] == SEA, "TRI-5.4: a ship on dry land"
            on[square] = 1 + i
        assert 0 <= s.load[i] <= LOAD or s.load[i] == UNKNOWN, "TRI-9.1: a ship carries at most two"
    for seat in range(int(s.seats)):
        squares = men(s, seat)
        assert squares == sorted(squares), "soldiers ashore stand in sorting order"
        for square in squares:
            assert on[square] <= 0, "TRI-1.3: two figures on one square"
            assert s.chart.kind[square] == LAND, "TRI-7.1: a soldier in the sea"
            on[square] = SOLDIER + seat
        aboard = [int(s.load[i]) for i in slots(s) if s.owner[i] == seat]
        if UNKNOWN not in aboard and s.phase > codes.SETUP:
            assert s.alive[seat] == len(squares) + sum(aboard), "TRI-21.2: the total of soldiers"
    assert on == [int(x) for x in s.on], "the squares and the figures agree"
