"""How to play: every game tells it in every language, cites its clauses and draws its pictures."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from kotva import games, learn
from kotva.engine import say
from kotva.engine.say import LANGUAGES
from kotva.learn.how_to import folder, read
from tests import ours

TAUGHT = ours.GAMES  # every game of ours


@pytest.mark.parametrize("game_id", TAUGHT)
def test_a_game_that_teaches_does_it_well(game_id: str) -> None:
    assert learn.faults(games.load(game_id)) == []


@pytest.mark.parametrize("game_id", TAUGHT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_shows_each_picture_and_links_each_clause(game_id: str, language: str) -> None:
    page = learn.how_to_page(games.load(game_id), language)
    assert page is not None
    assert page.language == language
    body = learn.html(page, lambda name, caption: f"<figure>{name}: {caption}</figure>")
    for name, caption in zip(page.shown, page.captions):
        assert f"<figure>{name}: {caption}</figure>" in body
    for clause in page.cited:
        assert f'href="/rules/{game_id}#{clause}"' in body
    assert body.count("<section") == body.count("</section>") == len(page.headings)
    assert "clause:" not in body
    assert "picture:" not in body
    assert "<p></p>" not in body


@pytest.mark.parametrize("game_id", TAUGHT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_that_is_told_leads_to_its_clause(game_id: str, language: str) -> None:
    """From the pieces to the end: no paragraph and no list without a link. What it is about and the tips are no rules."""
    source = (folder(games.load(game_id)) / f"howto.{language}.md").read_text(encoding="utf-8")
    sections = [part.partition("\n")[2] for part in re.split("^## ", source, flags=re.MULTILINE)[1:]]
    assert len(sections) == 6  # what it is about, the pieces, a turn, what happens when, the end, tips
    told = [block for part in sections[1:-1] for block in re.split(r"\n\s*\n", part.strip())]
    assert [block for block in told if not block.startswith("![") and "](clause:" not in block] == []


# -- what the judge finds -------------------------------------------------------------------------------------------------


@pytest.fixture
def bosman(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what Bosman teaches, which a test may spoil."""
    game = games.load("bosman")
    copy = tmp_path / "learn"
    shutil.copytree(folder(game), copy)
    monkeypatch.setitem(say._HOMES, "bosman", tmp_path)
    assert folder(game) == copy
    return copy


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def found(folder: Path) -> str:
    return "\n".join(learn.faults(games.load("bosman")))


def test_a_missing_language_is_found(bosman: Path) -> None:
    (bosman / "howto.bg.md").unlink()
    assert "howto.bg.md is missing" in found(bosman)


def test_a_clause_that_does_not_exist_is_found(bosman: Path) -> None:
    none = "BOS-9.4" + "4"  # in two pieces: the project itself cites only clauses that exist
    spoil(bosman / "howto.cs.md", "clause:BOS-9.4", f"clause:{none}")
    assert f"howto.cs.md: there is no clause {none}" in found(bosman)
    assert f"cites BOS-9.4, {none}" in found(bosman)


def test_a_lost_section_picture_or_tip_is_found(bosman: Path) -> None:
    spoil(bosman / "howto.pl.md", "## Koniec\n", "")
    spoil(bosman / "howto.pl.md", "picture:edge", "picture:walk")
    text = (bosman / "howto.pl.md").read_text(encoding="utf-8").rstrip()
    (bosman / "howto.pl.md").write_text(text[: text.rindex("\n")], encoding="utf-8")
    faults = found(bosman)
    assert "cs and pl: 6 and 5 sections" in faults
    assert "cs and pl: pictures" in faults
    assert "howto.pl.md: 4 tips" in faults


def test_a_page_with_five_pictures_is_found(bosman: Path) -> None:
    path = bosman / "howto.en.md"
    lines = path.read_text(encoding="utf-8").splitlines()
    pictures = [number for number, line in enumerate(lines) if line.startswith("![")]
    gone = pictures[5:]
    path.write_text("\n".join(line for number, line in enumerate(lines) if number not in gone), encoding="utf-8")
    assert "howto.en.md: 5 pictures; there should be at least 6" in found(bosman)


def test_a_caption_that_was_not_translated_is_found(bosman: Path) -> None:
    english = read("bosman", "en", (bosman / "howto.en.md").read_text(encoding="utf-8"))
    czech = read("bosman", "cs", (bosman / "howto.cs.md").read_text(encoding="utf-8"))
    spoil(bosman / "howto.cs.md", czech.captions[1], english.captions[1])
    assert "is not translated" in found(bosman)


def test_a_page_too_short_or_too_long_is_found(bosman: Path) -> None:
    path = bosman / "howto.en.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "\n" + "word " * 700, encoding="utf-8")
    assert "there should be 500 to 1200" in found(bosman)
    path.write_text(text.split("## The end")[0][:900], encoding="utf-8")
    assert "there should be 500 to 1200" in found(bosman)


def test_pictures_that_cannot_be_drawn_or_show_nothing_are_found(bosman: Path) -> None:
    path = bosman / "pictures.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data["walk"]["moves"] = ["play R21 c2"]  # BOS-8.3: not an outpost of that gang
    data["edge"]["position"]["boatswain"] = "z9"
    data["nobody"] = {"seats": 4}
    path.write_text(json.dumps(data), encoding="utf-8")
    faults = found(bosman)
    assert "picture walk: " in faults
    assert "picture edge: " in faults
    assert "picture nobody is shown nowhere" in faults
    data = {name: picture for name, picture in data.items() if name not in ("walk", "edge")}
    data["stopped"]["box"] = [0, 0, 1, 1]
    path.write_text(json.dumps(data), encoding="utf-8")
    assert "there is no picture walk" in found(bosman)


def test_a_key_that_means_nothing_is_found(bosman: Path) -> None:
    spoil(bosman / "pictures.json", '"moves": ["poison 21"]', '"move": ["poison 21"]')
    assert "pictures.json: Picture poison: there is no key move." in found(bosman)


def test_a_legend_without_its_drawing_or_a_language_is_found(bosman: Path) -> None:
    assert len(learn.legend(games.load("bosman"), "cs")) >= 4
    spoil(bosman / "legend.json", '"symbol": "poison"', '"symbol": "potion"')
    spoil(bosman / "legend.json", '"bg": ["Боцман", ', '"xx": ["Боцман", ')
    faults = found(bosman)
    assert "legend.json: there is no drawing potion" in faults
    assert "legend.json: boatswain is not told in bg" in faults


def test_the_box_is_what_is_shown() -> None:
    game = games.load("bosman")
    whole = learn.pictures(game)["walk"]
    part = learn.Picture(
        **{name: getattr(whole, name) for name in whole.__slots__ if name != "box"}, box=(10.0, 20.0, 300.0, 200.0)
    )
    assert 'viewBox="10 20 300 200" width="300" height="200" role="img"' in learn.draw(game, part, "before")
