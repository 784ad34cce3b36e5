"""Texts in four languages: the game's catalogue first, then Kotva's own, then English."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from kotva.engine import say as module
from kotva.engine.say import ENGLISH, LANGUAGES, N_, Say


def catalogue(path: Path, texts: dict[str | tuple[str, str], str | tuple[str, ...]]) -> None:
    made = Catalog(locale="cs")
    for text, translation in texts.items():
        made.add(text, translation)
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, made)


@pytest.fixture
def czech(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Say:
    boats = ("{n} loď", "{n} lodě", "{n} lodí")
    catalogue(
        tmp_path / "games" / "ferry" / "locale" / "cs" / "LC_MESSAGES" / "ferry.mo",
        {"goat": "koza", "{who} sails.": "{who} pluje.", ("{n} boat", "{n} boats"): boats},
    )
    own = tmp_path / "locale" / "cs" / "LC_MESSAGES" / "kotva.mo"
    catalogue(own, {"goat": "kozel", "Player {n}": "Hráč {n}", "Chance": "Náhoda", "Table": "Stůl"})
    monkeypatch.setattr(module, "_PACKAGE", tmp_path)
    monkeypatch.setattr(module, "_HOMES", {})  # another test may have loaded a game called ferry
    return Say("cs", "ferry", ["Ada"])


def test_english_is_the_source() -> None:
    assert ENGLISH("{who} sails.", who="Ada") == "Ada sails."
    assert ENGLISH("{not a name}") == "{not a name}"
    assert N_("goat") == "goat"
    assert LANGUAGES[0] == "en"
    assert [ENGLISH.many("{n} boat", "{n} boats", n) for n in (0, 1, 2)] == ["0 boats", "1 boat", "2 boats"]


def test_the_game_speaks_first_then_kotva_then_english(czech: Say) -> None:
    assert czech("goat") == "koza"
    assert Say("cs")("goat") == "kozel"
    assert czech("{who} sails.", who="Eva") == "Eva pluje."
    assert czech("wolf") == "wolf"


def test_numbers_have_their_own_forms(czech: Say) -> None:
    assert [czech.many("{n} boat", "{n} boats", n) for n in (1, 2, 5)] == ["1 loď", "2 lodě", "5 lodí"]
    assert [czech.many("{n} {what}", "{n} {what}s", n, what="sail") for n in (1, 2)] == ["1 sail", "2 sails"]


def test_names(czech: Say) -> None:
    assert [czech.player(seat) for seat in (0, 1, -1, -3)] == ["Ada", "Hráč 2", "Náhoda", "Stůl"]
    assert [ENGLISH.player(seat) for seat in (0, -1, -3)] == ["Player 1", "Chance", "Table"]


def test_a_language_without_catalogues_is_english(czech: Say) -> None:
    assert Say("pl", "ferry")("goat") == "goat"


def test_nothing_is_said_as_nothing(czech: Say) -> None:
    """To gettext an empty text is the head of the catalogue: an empty action once answered with it."""
    assert czech("") == ""
    assert Say("bg")("") == ""


def test_values_may_have_any_name() -> None:
    say = Say("en")
    assert say("{text!r} is {n}", text="a text", n=1) == "'a text' is 1"
    assert say.many("{one} {n}", "{many} {n} {text}", 2, one="", many="all", text="of it") == "all 2 of it"
