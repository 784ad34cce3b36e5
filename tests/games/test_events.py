"""Every event of every game is declared once (engine/events.py), and the declaration fits what the rules emit."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from kotva import games
from kotva.engine.events import SENTENCE, Events, Told
from kotva.engine.say import ENGLISH
from tests.ours import GAMES

FOLDER = Path(games.__file__).parent


def declared(game: str) -> Events:
    found = import_module(f"kotva.games.{game}.events").EVENTS
    assert isinstance(found, Events)
    return found


def emitted(game: str) -> set[str]:
    """The names of the codes in `emit(codes.…, a, b, c)`, anywhere in the rules."""
    found = set()
    for path in (FOLDER / game).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "emit":
                names = [name for name in ast.walk(node.args[0]) if isinstance(name, ast.Attribute)]
                found |= {name.attr for name in names}
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_the_rules_emit_is_declared(game: str) -> None:
    """An event without a declaration would have no sentence, and everybody would know it."""
    assert {name.lower() for name in emitted(game)} == set(declared(game).names)


@pytest.mark.parametrize("game", GAMES)
def test_no_declaration_takes_more_than_three_numbers(game: str) -> None:
    for name, code in declared(game).names.items():
        arguments = declared(game).declared[code].arguments
        assert sum(argument.width for argument in arguments) <= 3, name


@pytest.mark.parametrize("game", GAMES)
def test_a_sentence_is_in_the_catalogue_or_made_of_such(game: str) -> None:
    """A text that is only a gap has no translation: `SENTENCE` stands for words that are said already."""
    bare = [name for name, code in declared(game).names.items() if is_bare(declared(game).declared[code].sentence)]
    assert not bare


def is_bare(sentence: object) -> bool:
    return isinstance(sentence, str) and sentence.startswith("{") and sentence.endswith("}") and sentence != SENTENCE


def test_two_events_of_one_number_are_refused() -> None:
    codes = import_module("kotva.games.bosman.rules.codes")
    actions = games.load("bosman").rules.actions
    with pytest.raises(ValueError, match="one number"):
        Events(codes, actions, KEPT=Told("a"), OPENING=Told("b"))


def test_several_in_a_row_make_one_sentence() -> None:
    events = declared("bosman")
    walk = events.names["walked"]
    told = events.log([(walk, 0, 1, 0), (walk, 1, 2, 0), (events.names["wedged"], 2, 0, 0)], ENGLISH)
    assert told == ["The boatswain walks b1, c1.", "The boatswain is wedged on c1."]
