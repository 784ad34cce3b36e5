"""Games that others wrote: in a file, or in a package of their own."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from kotva import conformance, games
from kotva.conformance import __main__ as command
from kotva.engine import say as catalogues
from kotva.engine.errors import KotvaError
from kotva.engine.say import Say
from kotva.scene import look
from tests.conformance.pearls import PEARLS, Pearls
from tests.exchanged import exchanged

FERRY = Path(__file__).resolve().parents[1] / "docs" / "examples" / "ferry.py"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing stays registered."""
    for name in ("_added", "_sources", "_loaded"):
        monkeypatch.setattr(games, name, {})
    monkeypatch.setattr(catalogues, "_ELSEWHERE", {})
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith(("kotva_with_", "outside")):
            del sys.modules[name]


def czech(folder: Path, game: str, **texts: str) -> None:
    catalogue = Catalog(locale="cs")
    for text, translated in texts.items():
        catalogue.add(text, translated)
    path = folder / "locale" / "cs" / "LC_MESSAGES" / f"{game}.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)


def test_a_file_brings_its_catalogues(tmp_path: Path) -> None:
    """`Say` looked inside Kotva's own folders only."""
    (tmp_path / "ferry.py").write_text(FERRY.read_text(encoding="utf-8"), encoding="utf-8")
    czech(tmp_path, "ferry", wolf="vlk", Ferry="Přívoz")
    games.load_file(tmp_path / "ferry.py")
    assert Say("cs", "ferry")("wolf") == "vlk"
    assert Say("cs", "ferry")(games.load("ferry").title) == "Přívoz"
    assert Say("cs", "bosman")("wolf") == "wolf"


def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    """A package `outside` that declares the game `ferry`."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "__init__.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = EntryPoint("ferry", "outside:GAME", "kotva.games")
    monkeypatch.setattr(games, "entry_points", lambda group: [entry] if group == entry.group else [])


def test_a_package_brings_its_catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, monkeypatch, FERRY.read_text(encoding="utf-8"))
    czech(tmp_path / "outside", "ferry", wolf="vlk")
    assert "ferry" in games.ids()
    assert games.load("ferry").title == "Ferry"
    assert Say("cs", "ferry")("wolf") == "vlk"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = 1\nGAME = Gme(x)\n", "line 2: NameError: name 'Gme' is not defined"),
        ("x = 1\ndef f():\n    return 1 / 0\nf()\n", "line 3: ZeroDivisionError: division by zero"),
        ("x = 1\n\nGAME = (\n", "line 3: SyntaxError: '(' was never closed"),
        ("import no_such_thing\n", "line 1: ModuleNotFoundError: No module named 'no_such_thing'"),
        ("GAME = 7\n", "has no GAME = Game(...)"),
    ],
)
def test_what_is_wrong_with_a_game_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, words: str
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(source, encoding="utf-8")
    with pytest.raises(KotvaError) as error:
        games.load_file(path)
    assert words in str(error.value)
    if "line" in words:
        assert f"{path}, line" in str(error.value) or f"{path} cannot" in str(error.value)
    package(tmp_path, monkeypatch, source)
    with pytest.raises(KotvaError) as error:
        games.load("ferry")
    assert words in str(error.value)


def test_eight_seats_are_told_apart_and_nine_refused(tmp_path: Path) -> None:
    """The fifth seat had the colour, the shape and the letter of the first, and two bots were called Bot B."""
    assert len(look.SEATS) == games.MOST_SEATS == 8
    for of in ("name", "letter", "day", "night", "shape"):
        assert len({getattr(seat, of) for seat in look.SEATS}) == 8
    path = tmp_path / "crowd.py"
    source = FERRY.read_text(encoding="utf-8")
    path.write_text(source.replace("seats=(2, 3, 4)", "seats=(2, 9)"), encoding="utf-8")
    with pytest.raises(KotvaError, match="Ferry is for 2, 9 players; a table has 1 to 8 seats"):
        games.load_file(path)


def test_an_endless_loop_ends_with_a_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It hung for 300 seconds and said nothing."""

    class Endless(Pearls):
        def to_act(self) -> int:
            while True:
                time.sleep(0.001)

    monkeypatch.setattr(command, "PATIENCE", 0.5)
    monkeypatch.setattr(command, "CHECKS", {"ends": conformance.CHECKS["ends"], "chance": conformance.CHECKS["chance"]})
    game = exchanged(PEARLS, new=lambda options: Endless(options.seats, 1))
    assert not command.report(game)
    shown = capsys.readouterr().out
    assert "BROKEN ends" in shown
    assert "it did not end within 0.5 s; it was at" in shown
    assert "(to_act)" in shown
    assert "chance" not in shown
