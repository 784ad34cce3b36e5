"""What is on the board in words, as positions have it (`position` reads them)."""

from __future__ import annotations

from kotva.games.triremes import board
from kotva.games.triremes.board import ship_name, square_name
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.game import Triremes

PHASES = ("first", "setup", "move", "fight", "dice", "battle", "pact", "draw", "over")
REASONS = ("capital", "destroyed", "resigned", "quiet", "turns", "agreed", "last", "allied")
DONE = ("progress", "pact", "draw")


def figures(s: Triremes, counters: bool = True) -> str:
    """Section 3: ships by id, soldiers ashore by player, then the counters that are not 0."""
    words = [ship_text(s, i) for i in sorted(slots(s), key=lambda i: int(s.ident[i]))]
    words += [
        f"{board.LETTERS[seat]}:{','.join(square_text(s, q) for q in men(s, seat))}"
        for seat in range(int(s.seats))
        if s.ashore[seat]
    ]
    if counters:
        words += _counters(s)
    return " ".join(words)


def slots(s: Triremes) -> list[int]:
    """The slots of all ships on the board."""
    return [i for i in range(len(s.bow)) if s.bow[i] != board.NONE]


def men(s: Triremes, seat: int) -> list[int]:
    """The squares of a player's soldiers ashore."""
    return [int(s.men[seat * board.MOST_MEN + i]) for i in range(int(s.ashore[seat]))]


def square_text(s: Triremes, square: int) -> str:
    return square_name(int(s.chart.code[square]))


def pose_text(s: Triremes, slot: int) -> str:
    """TRI-2.6: bow square and heading."""
    return square_text(s, int(s.bow[slot])) + board.HEADINGS[int(s.heading[slot])]


def ship_text(s: Triremes, slot: int) -> str:
    ident, load, owner = int(s.ident[slot]), int(s.load[slot]), int(s.owner[slot])
    text = f"{ship_name(ident)}={pose_text(s, slot)}"
    if load:
        text += "/?" if load == board.UNKNOWN else f"/{load}"
    return text + (f"@{board.LETTERS[owner]}" if owner != ident // board.NUMBERS else "")


def _counters(s: Triremes) -> list[str]:
    words = []
    if s.quiet:
        words.append(f"quiet={int(s.quiet)}")
    if s.turns:
        words.append(f"turns={int(s.turns)}")
    seats = range(int(s.seats))
    if s.chart.purchase:
        words.append("coins=" + ",".join(str(int(s.coins[i])) for i in seats))
    if s.chart.alliances != board.ALLIANCES_FIXED:
        for a in seats:
            for b in range(a + 1, int(s.seats)):
                pact = int(s.pact[a * board.MOST_SEATS + b])
                if pact:
                    words.append(f"pact={a + 1}-{b + 1}" + ("!" if pact == 2 else ""))
    used = [board.LETTERS[i] + str(int(s.built[i])) for i in seats if s.built[i] != highest(s, i)]
    if used:
        words.append("used=" + ",".join(used))
    if s.fallen:
        fallen = sorted((i for i in seats if s.out[i]), key=lambda i: int(s.out[i]))
        words.append("out=" + ",".join(str(i + 1) for i in fallen))
    placed = [int(s.ashore[i]) + sum(max(int(s.load[k]), 0) for k in slots(s) if s.owner[k] == i) for i in seats]
    if (
        any(int(load) == board.UNKNOWN for load in s.load)
        or s.phase <= codes.SETUP
        or placed != [int(s.alive[i]) for i in seats]
    ):
        words.append("soldiers=" + ",".join(str(int(s.alive[i])) for i in seats))
    return words


def highest(s: Triremes, seat: int) -> int:
    """The highest number of a ship that the position itself shows to have been used."""
    numbers = [int(s.ident[i]) % board.NUMBERS + 1 for i in slots(s) if int(s.ident[i]) // board.NUMBERS == seat]
    return max([int(s.chart.ships[seat]), *numbers])


def fight_text(s: Triremes, i: int) -> str:
    starter, square = int(s.fights[i]), int(s.fights[i + 1])
    who = ship_name(int(s.ident[starter])) if starter != board.NONE else square_text(s, square)
    text = f"{who}!{ship_name(int(s.ident[int(s.fights[i + 2])]))}"
    return text + _state(int(s.fights[i + 3]), int(s.fights[i + 4]))


def _state(back: int, ties: int) -> str:
    return (" back" if back else "") + (f" ties={ties}" if ties else "")


def battle_text(s: Triremes) -> str:
    """TRI-8, TRI-9.6: what is fought for, and the landing that waits."""
    text = ""
    if s.fought_to != board.NONE:
        ship = int(s.fought_ship)
        who = ship_name(int(s.ident[ship])) if ship != board.NONE else square_text(s, int(s.fought_from))
        text = f"{who}x{square_text(s, int(s.fought_to))}" + _state(int(s.fought_back), int(s.fought_ties))
    if s.landing_ship != board.NONE:
        where = square_text(s, int(s.landing)) if s.landing != board.NONE else ""
        text += f" then {ship_name(int(s.ident[int(s.landing_ship)]))}>{where}"
    return text.strip()
