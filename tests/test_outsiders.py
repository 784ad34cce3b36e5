"""Games that others wrote: in a file, or in a package of their own."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from click.testing import CliRunner
from starlette.testclient import TestClient

from kotva import conformance, games
from kotva.cli import group
from kotva.conformance import __main__ as command
from kotva.conformance import presentation_checks
from kotva.conformance.kit import Kit
from kotva.engine import say as catalogues
from kotva.engine.errors import KotvaError
from kotva.engine.say import Say
from kotva.learn.how_to import folder
from kotva.scene import look
from kotva.server import game_list, learning, rulebook
from kotva.server.app import make_app
from kotva.server.languages import COOKIE
from kotva.server.settings import Settings
from tests.conformance.pearls import PEARLS, Pearls
from tests.exchanged import exchanged

FERRY = Path(__file__).resolve().parents[1] / "docs" / "examples" / "ferry.py"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing stays registered."""
    for name in ("_added", "_sources", "_loaded", "_unloaded"):
        monkeypatch.setattr(games, name, {})
    monkeypatch.setattr(catalogues, "_HOMES", {})
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith(("kotva_with_", "outside")):
            del sys.modules[name]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[TestClient]:
    """A server in this process; what its pages remember of games is forgotten."""
    for made in (rulebook.page, learning._page):
        made.cache_clear()
    with TestClient(make_app(Settings(str(tmp_path / "tables.db")))) as client:
        yield client
    for made in (rulebook.page, learning._page):
        made.cache_clear()


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


RULEBOOK = """# Ferry

## 1. Turns

- **FER-2.2** What stands on the bank where the ferry lies can be loaded, see FER-2.3.
- **FER-2.3** The ferry has two places.
"""


def beside(tmp_path: Path) -> Path:
    """A game in one file with everything that may lie beside it, but no catalogues."""
    (tmp_path / "ferry.py").write_text(FERRY.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "ferry.md").write_text(RULEBOOK, encoding="utf-8")
    (tmp_path / "ferry.cs.md").write_text(RULEBOOK.replace("two places", "dvě místa"), encoding="utf-8")
    (tmp_path / "learn").mkdir()
    (tmp_path / "learn" / "howto.en.md").write_text("# Ferry\n\n## Turns\n\nLoad.\n", encoding="utf-8")
    return tmp_path / "ferry.py"


def test_a_rulebook_beside_the_file_is_a_page_with_anchors(tmp_path: Path, served: TestClient) -> None:
    """It was looked for in Kotva's own folders alone, and links to clauses led nowhere."""
    games.load_file(beside(tmp_path))
    page = served.get("/rules/ferry").text
    assert '<li id="FER-2.3" class="clause">' in page
    assert '<a href="#FER-2.3">FER-2.3</a>' in page
    served.cookies.set(COOKIE, "cs")
    assert "dvě místa" in served.get("/rules/ferry").text
    served.cookies.set(COOKIE, "pl")  # not told in Polish: the English text, and a note that says so
    polish = served.get("/rules/ferry").text
    assert "two places" in polish
    note = "The exact rules are in English. Where the table may say no, its answer stands beside the rule in your language."
    assert Say("pl")(note) in polish
    assert Say("pl")(note) != note


def test_how_to_play_needs_no_catalogues(tmp_path: Path, served: TestClient) -> None:
    """Without a folder `locale` the page was silently missing."""
    games.load_file(beside(tmp_path))
    answer = served.get("/learn/ferry", follow_redirects=False)
    assert answer.status_code == 200
    assert "Load." in answer.text


def test_two_games_in_one_folder_teach_apart(tmp_path: Path) -> None:
    game = games.load_file(beside(tmp_path))[0]
    (tmp_path / "learn" / "ferry").mkdir()
    assert folder(game) == tmp_path / "learn" / "ferry"


def test_the_kit_compares_a_rulebook_beside_the_file(tmp_path: Path) -> None:
    game = games.load_file(beside(tmp_path))[0]
    with pytest.raises(conformance.ConformanceFault, match=r"the rulebook has no FER-2\.1"):
        conformance.check(game, only="clauses", seats=2)


def test_any_set_of_languages_will_do(tmp_path: Path) -> None:
    """Czech without Polish was refused."""
    game = games.load_file(beside(tmp_path))[0]
    czech(tmp_path, "ferry", wolf="vlk")
    with pytest.raises(conformance.ConformanceFault, match="has no translation into cs"):
        conformance.check(game, only="texts", seats=2)
    said = presentation_checks._said(Kit(game, 2))
    shutil.rmtree(tmp_path / "locale")
    czech(tmp_path, "ferry", **{text: f"-{text}-" for text in said})
    conformance.check(game, only="texts", seats=2)


def test_a_broken_game_takes_no_other_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, served: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    """`kotva games` printed its fault alone; the server logged nothing."""
    package(tmp_path, monkeypatch, "x = 1\nGAME = Gme(x)\n")
    monkeypatch.setattr(game_list, "_logged", {})
    page = served.get("/").text
    assert "Piraci HEXXI" in page
    fault = (
        "kotva.games: outside:GAME cannot be loaded: __init__.py, line 2: NameError: name &#39;Gme&#39; is not defined."
    )
    assert f"ferry cannot be played here: {fault}" in page
    assert str(tmp_path) not in page
    assert f"{tmp_path / 'outside' / '__init__.py'}, line 2: NameError" in caplog.text
    shown = CliRunner().invoke(group, ["games"])
    assert "Piraci HEXXI" in shown.stdout
    assert "kotva: ferry: kotva.games: outside:GAME cannot be loaded" in shown.stderr


def test_a_scene_that_raises_is_a_page_that_names_file_and_line(tmp_path: Path, served: TestClient) -> None:
    """A reload showed raw JSON."""
    path = tmp_path / "ferry.py"
    source = FERRY.read_text(encoding="utf-8").replace(
        "    s = view.seen\n", "    s = view.seen\n    1 / len(view.news)\n", 1
    )
    path.write_text(source, encoding="utf-8")
    games.load_file(path)
    client = TestClient(served.app, raise_server_exceptions=False)
    client.cookies = served.cookies
    answer = client.post("/new/ferry", data={"seats": "2", "kind-0": "me", "kind-1": "me"}, follow_redirects=True)
    line = next(n for n, text in enumerate(source.splitlines(), 1) if "1 / len" in text)
    assert answer.status_code == 500
    assert "text/html" in answer.headers["content-type"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert f"ferry: ferry.py, line {line}: ZeroDivisionError: division by zero" in answer.text
    assert "Kotva" in client.get("/").text  # everything else goes on


def test_a_broken_file_of_the_environment_takes_no_other_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command and every process that the server starts ended with it; sys.exit in a game ended the process."""
    (tmp_path / "mine.py").write_text("import sys\nsys.exit(3)\n", encoding="utf-8")
    monkeypatch.setenv("KOTVA_WITH", f"{tmp_path / 'mine.py'}{os.pathsep}{FERRY}")
    assert {"bosman", "ferry"} <= set(games.ids())
    assert "line 2: SystemExit: 3" in games.faults()[str(tmp_path / "mine.py")]
