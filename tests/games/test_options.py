"""Options are declared once: rulebooks say the same, the rules handle every value, and nobody repeats a number of the rules."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from kotva import games
from kotva.engine.errors import BadOption
from kotva.engine.fields import key
from kotva.engine.game import Game
from kotva.engine.options import ChoiceOption, NumberOption, Option, OptionValue
from tests.games.rulebook import tables

ROOT = Path(__file__).resolve().parents[2]
IDS = ("bosman", "hexxi", "seameni", "settlers", "triremes")
BESIDE = {"players", "seed"}  # in rulebooks: seats and chance, which every game has
CASES = [(game_id, option) for game_id in IDS for option in games.load(game_id).rules.options]
NAMES = [f"{game_id}-{option.name}" for game_id, option in CASES]
WORDS = re.compile(r"[a-z_]+(, [a-z_]+)*")
RANGE = re.compile(r"(\d+)(?:\.\.| to )(\d+)")


def rows(game_id: str) -> dict[str, list[str]]:
    """The rows of the rulebook's table of options by name; `map1..map4` are four."""
    found = [rows for rows in tables(game_id) if [cell.lower() for cell in rows[0][:2]] == ["name", "values"]]
    out = {}
    for name, *cells in found[0][2:]:
        numbered = re.fullmatch(r"([a-z]+)1\.\.\1(\d)", name)
        for one in [f"{numbered[1]}{n + 1}" for n in range(int(numbered[2]))] if numbered else [name]:
            out[one] = cells
    return out


@pytest.mark.parametrize("game_id", IDS)
def test_the_rulebook_lists_the_options_that_there_are(game_id: str) -> None:
    assert rows(game_id).keys() - BESIDE == {option.name for option in games.load(game_id).rules.options}


@pytest.mark.parametrize(("game_id", "option"), CASES, ids=NAMES)
def test_the_rulebook_gives_their_values_and_defaults(game_id: str, option: Option) -> None:
    game = games.load(game_id)
    values, default, *_ = rows(game_id)[option.name]
    chosen = {seats: game.choose_options(seats) for seats in game.rules.seats}
    if isinstance(option, ChoiceOption):
        menu = {str(value) for options in chosen.values() for value in option.menu(options)}
        said = set(values.split(", ")) if WORDS.fullmatch(values) else menu
        assert said == menu
    if isinstance(option, NumberOption) and (found := RANGE.fullmatch(values)):
        low, high = int(found[1]), int(found[2])
        for options in chosen.values():
            assert [option.check(number, options) for number in (low, high)] == [low, high]
            for beyond in (low - 1, high + 1):
                with pytest.raises(BadOption):
                    option.check(beyond, options)
    if re.fullmatch(r"[\w/]+", default):
        assert {str(options[option.name]) for options in chosen.values()} == {default}


def effects(game: Game, seats: int, given: dict[str, OptionValue]) -> object:
    """All that the rules make of options."""
    options = game.choose_options(seats, given)
    state = game.rules.new(options)
    shared = [getattr(state, name, None) for name in ("rule", "chart")]
    inside = [(name, key_of(getattr(one, name))) for one in shared if one is not None for name in names(one)]
    return key(state), inside, game.rules.closed(options), game.rules.longest(options)


def names(one: object) -> list[str]:
    found = {*getattr(type(one), "__mypyc_attrs__", ()), *getattr(one, "__dict__", ())}
    return sorted(name for name in found if not name.startswith("__"))


def key_of(value: object) -> object:
    return tuple(value) if hasattr(value, "__iter__") else value


CHOICES = [(game_id, option) for game_id, option in CASES if isinstance(option, ChoiceOption)]


@pytest.mark.parametrize(("game_id", "option"), CHOICES, ids=[f"{g}-{o.name}" for g, o in CHOICES])
def test_every_value_of_a_choice_is_handled(game_id: str, option: ChoiceOption) -> None:
    """A value that is declared and read nowhere does what another one does, or cannot be read."""
    game = games.load(game_id)
    apart: set[tuple[str, str]] = set()
    together: set[tuple[str, str]] = set()  # values that a table can choose between
    for seats in game.rules.seats:
        found = {}
        for value in option.menu(game.choose_options(seats)):
            try:
                found[str(value)] = effects(game, seats, {option.name: value})
            except BadOption:  # not with so many seats
                continue
        pairs = set(combinations(sorted(found), 2))
        together |= pairs
        apart |= {(one, other) for one, other in pairs if found[one] != found[other]}
    assert apart == together


def test_hints_and_bots_repeat_no_number_of_the_rules() -> None:
    """A constant that cites a clause stands in the board or the rules, where hints and evaluation read it."""
    cited = re.compile(r"^\w+: Final = -?\d+ .*#.*\b[A-Z]{3}-\d+\.\d+", re.M)
    places = [*ROOT.glob("kotva/games/*/hint_text.py"), *ROOT.glob("kotva/games/*/evaluation*/**/*.py")]
    places += ROOT.glob("kotva/games/*/evaluation.py")
    assert [line for path in places for line in cited.findall(path.read_text(encoding="utf-8"))] == []


DECLARED = re.compile(r"^([A-Z]\w*): Final = -?\d+ .*#.*\b[A-Z]{3}-\d+\.\d+", re.M)


@pytest.mark.parametrize("game_id", IDS)
def test_a_number_that_hints_and_bots_read_is_one_that_the_rules_read(game_id: str) -> None:
    """A rule that reads an option instead leaves the old number behind, with everybody else who read it."""
    folder = ROOT / "kotva/games" / game_id
    rules = [*(folder / "rules").glob("*.py"), folder / "board.py"]
    code = "".join(path.read_text(encoding="utf-8") for path in rules)
    others = [path for path in folder.rglob("*.py") if path not in rules]
    left = []
    for name in DECLARED.findall(code):
        if len(re.findall(rf"\b{name}\b", code)) == 1:  # its declaration
            left += [f"{path.name}: {name}" for path in others if re.search(rf"\b{name}\b", path.read_text("utf-8"))]
    assert left == []


NUMBERS = [(game_id, option) for game_id, option in CASES if isinstance(option, NumberOption)]


@pytest.mark.parametrize(("game_id", "option"), NUMBERS, ids=[f"{g}-{o.name}" for g, o in NUMBERS])
def test_every_number_is_read(game_id: str, option: NumberOption) -> None:
    """One that is declared and read nowhere makes the same game whatever it is."""
    game = games.load(game_id)
    for seats in game.rules.seats:
        default = game.choose_options(seats)[option.name]
        assert isinstance(default, int)
        found = set()
        for near in (*range(default - 4, default + 5), *range(20)):
            try:
                found.add(repr(effects(game, seats, {option.name: near})))
            except BadOption:  # out of its range, or between its steps
                continue
        if len(found) > 1:
            return
    pytest.fail(f"nothing depends on {option.name}")


WORDED = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
WRITTEN = {word: n for n, word in enumerate(WORDED, 2)}
LINKED = re.compile(r"\[([^\]]*)\]\(clause:([A-Z]+-\d+\.\d+)\)")


@pytest.mark.parametrize("game_id", IDS)
def test_how_to_pages_give_the_defaults_of_options(game_id: str) -> None:
    """Where a page explains the clause of a numbered option and gives a number, it is the one that the game begins with."""
    game = games.load(game_id)
    page = (ROOT / f"kotva/games/{game_id}/learn/howto.en.md").read_text(encoding="utf-8")
    defaults: dict[str, set[object]] = {}
    for option in game.rules.options:
        if isinstance(option, NumberOption):
            chosen = {game.choose_options(seats)[option.name] for seats in game.rules.seats}
            defaults.setdefault(option.clause, set()).update(chosen)
    for text, clause in LINKED.findall(page):
        said = {int(n) for n in re.findall(r"\d+", text)} | {n for word, n in WRITTEN.items() if f" {word} " in text}
        assert not said or clause not in defaults or said & defaults[clause], f"{text!r} and {clause}"
