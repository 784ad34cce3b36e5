"""TOU-18.3, TOU-20.9: random changes of a real log, each found or proved to mean the same.

`make verify-fuzz` makes 10,000 changes of the exported text, 1,000 with the chain computed anew and 1,000 of what chance
decided; a dose of each is in every run.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from kotva.tournament import exports
from kotva.tournament.audit import AGREES, DIFFERS, look_for_marks, marks_of
from kotva.tournament.log import MARKED, TournamentEntry, canonical, chain, read_mark
from kotva.tournament.refusal import Refused
from kotva.tournament.verify import verify
from tests.tournament.held import HeldTournament

WHOLE = int(os.environ.get("KOTVA_VERIFY_FUZZ", "0"))
PARTS = 4
# What was said, not what chance decided: no seed can tell whether it was so, only the hash can.
SAID = ("reason", "force", "name", "preset", "options", "organiser", "rules")


@cache
def real_log() -> tuple[TournamentEntry, ...]:
    """A day with a swap, a repair, a redraw, a late entry, a dispute, a new board, published standings and a final."""
    held = HeldTournament(10, draw="random,final", rounds="2")
    held.do("set salt=4162")
    held.do("draw R1")
    held.do('redraw R1 reason="a club"')
    held.head("newboard R1")
    held.do("publish R1")
    one, other = held.table(1, 1).seats[0], held.table(1, 2).seats[0]
    held.head(f'swap R1 {one} {other} reason="friends" force')
    held.do(f"absent {held.table(1, 1).seats[3]}")
    held.do("repair R1")
    held.start(1)
    play(held, 1)
    held.do("draw R2")
    held.begin(2, draw=False)
    play(held, 2)
    held.do("standings R2 publish")
    held.begin(3)
    play(held, 3)
    held.wait(30)
    held.do("archive")
    return tuple(held.log)


def play(held: HeldTournament, number: int) -> None:
    for table in held.round(number).tables:
        first, *rest = table.seats
        text = f"{table.name} won={first} {first}:10 {' '.join(f'{p}:{8 - i}' for i, p in enumerate(rest))}"
        held.do(f"report {text}", first)
        if table.number == 1:
            held.do(f'dispute {table.name} "I had more"', rest[0])
            held.head(f"decide {table.name} adjudicated {text.split(' ', 1)[1]}")
            continue
        for player in rest:
            held.do(f"confirm {table.name} version=1", player)
    held.do(f"complete R{number}")


def count(whole: int, dose: int) -> int:
    return (whole * WHOLE // 10_000 if WHOLE else dose) // PARTS


# -- changes ---------------------------------------------------------------------------------------------------------


def changed_text(text: str, chance: Random) -> str:
    """A letter, a digit, a piece or the order of the exported text is changed."""
    at = chance.randrange(len(text))
    end = min(len(text), at + chance.randint(1, 40))
    other = chance.choice('0123456789abcdefPRTO"{}[],:é \n')
    ways: list[Callable[[], str]] = [
        lambda: text[:at] + other + text[at + 1 :],
        lambda: text[:at] + other + text[at:],
        lambda: text[:at] + text[end:],
        lambda: text[:at] + text[at:end] * 2 + text[end:],
        lambda: text[:at] + text[at:end][::-1] + text[end:],
        lambda: json.dumps(json.loads(text), indent=chance.randint(0, 3)),
        lambda: json.dumps(changed_entries(json.loads(text), chance)),
    ]
    return chance.choice(ways)()


def changed_entries(whole: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Entries are left out, doubled, exchanged; or a value in one of them is changed."""
    log = whole["log"]
    i, j = chance.randrange(len(log)), chance.randrange(len(log))
    roll = chance.randrange(4)
    if roll == 0:
        del log[i]
    elif roll == 1:
        log.insert(i, deepcopy(log[j]))
    elif roll == 2:
        log[i], log[j] = log[j], log[i]
    else:
        log[i] = changed_value(log[i], chance)
    return whole


def changed_value(value: Any, chance: Random) -> Any:
    """Another value somewhere inside this one."""
    if isinstance(value, dict) and value:
        name = chance.choice(sorted(value))
        return {**value, name: changed_value(value[name], chance)}
    if isinstance(value, list) and value:
        i, j = chance.randrange(len(value)), chance.randrange(len(value))
        roll = chance.randrange(4)
        if roll == 0:
            return value[:i] + value[i + 1 :]
        if roll == 1:
            return [*value, value[i]]
        if roll == 2:
            out = list(value)
            out[i], out[j] = out[j], out[i]
            return out
        return [*value[:i], changed_value(value[i], chance), *value[i + 1 :]]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice([-2, -1, 1, 2, 10])
    if isinstance(value, str) and value:
        at = chance.randrange(len(value))
        return chance.choice(
            [value[:at] + chance.choice("0123456789abcdefPT") + value[at + 1 :], value[:at], f"{value}0"]
        )
    return chance.choice(["", 1, True, [], "P1"])


def repaired(entry: TournamentEntry, name: str) -> list[str]:
    named = entry.args[name]
    return [str(player) for player in named] if isinstance(named, list) else []


# -- tests -----------------------------------------------------------------------------------------------------------


def test_the_real_log_is_in_order() -> None:
    log = list(real_log())
    assert verify(log) is None
    ops = {entry.op for entry in log}
    assert {"redraw", "swap", "repair", "newboard", "dispute", "decide", "standings", "archive"} <= ops


@pytest.mark.parametrize("part", range(PARTS))
def test_a_changed_export_is_found_or_means_the_same(part: int) -> None:
    """TOU-20.9: the chain does not end in the hash named, or the file says exactly what it said."""
    text = exports.to_json(real_log(), chain(real_log()))
    chance = Random(f"text {part}")
    same = 0
    for _ in range(count(10_000, 400)):
        changed = changed_text(text, chance)
        try:
            _, log, secrets = exports.from_json(changed)
        except Refused:
            continue
        assert exports.to_json(log, chain(log)) == text, changed
        assert secrets is None
        same += 1
    assert same, "white space and the order of keys mean nothing"


@pytest.mark.parametrize("part", range(PARTS))
def test_a_log_with_a_new_chain_misses_the_marks_on_paper(part: int) -> None:
    """TOU-18.6: whoever changes an entry and computes the chain anew does not meet the marks printed after it.

    The marks before the change are met, so a sceptic sees since when the log is another one.
    """
    log, chance = list(real_log()), Random(f"chain {part}")
    printed = [read_mark(str(mark)) for mark, _, _ in marks_of(log)]
    assert [mark.seq for mark in printed] == [entry.seq for entry in log if entry.op in MARKED]
    assert len(printed) == 3 + 3 * 3  # made, closed, archived; each of three rounds published, started, completed
    for _ in range(count(1_000, 100)):
        i = chance.randrange(len(log))
        args = changed_value(dict(log[i].args), chance) if log[i].args else {"x": 1}
        if canonical(dict(args)) == canonical(dict(log[i].args)):
            continue
        bent = [*log[:i], replace(log[i], args=args), *log[i + 1 :]]
        text = exports.to_json(bent, chain(bent))  # a file that agrees with itself
        assert json.loads(text)["hash"] == chain(bent)
        fates = [finding.fate for finding in look_for_marks(bent, printed)]
        assert fates == [AGREES if mark.seq <= i else DIFFERS for mark in printed], f"entry {i + 1}"
        assert DIFFERS in fates


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_what_chance_decided_cannot_be_changed(part: int) -> None:
    """TOU-18.3: with a mended chain, too: draws, seats, boards, lots, swaps, repairs, standings, seed and commitment."""
    log, chance = list(real_log()), Random(f"draw {part}")
    ops = ("draw", "redraw", "swap", "repair", "start", "complete", "standings", "archive", "create")
    made = [i for i, entry in enumerate(log) if entry.op in ops]
    for _ in range(count(1_000, 40)):
        i = chance.choice(made)
        entry = log[i]
        name = chance.choice([name for name in sorted(entry.args) if name not in SAID])
        value = changed_value(entry.args[name], chance)
        args = {**entry.args, name: value}
        named = name in ("out", "in") and set(value) == set(repaired(entry, name))  # whoever is named twice is named
        if named or canonical(args) == canonical(dict(entry.args)):
            continue
        bent = [*log[:i], replace(entry, args=args), *log[i + 1 :]]
        doubt = verify(bent)
        assert doubt is not None, f"entry {entry.seq}, {entry.op}: {name} = {value}"
