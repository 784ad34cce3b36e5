"""docs/new-game.md builds docs/examples/ferry.py: the page shows that file, and the game keeps what every game must."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kotva import conformance, games
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.match import Match

DOCS = Path(__file__).resolve().parent.parent / "docs"
FILE = DOCS / "examples" / "ferry.py"
BLOCKS = re.findall(
    r"^```python\n(.*?)^```", (DOCS / "new-game.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
)


@pytest.fixture
def ferry(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game, registered for one test alone."""
    for name in ("_added", "_sources", "_loaded"):
        monkeypatch.setattr(games, name, {})
    return games.load_file(FILE)[0]


def test_every_block_is_code_of_the_file() -> None:
    code = FILE.read_text(encoding="utf-8")
    for block in BLOCKS:
        assert block in code


def test_every_line_of_the_file_is_on_the_page() -> None:
    shown = {line for block in BLOCKS for line in block.splitlines()}
    assert [line for line in FILE.read_text(encoding="utf-8").splitlines() if line and line not in shown] == []


def test_the_file_is_as_short_as_it_says() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) <= 150


@pytest.mark.conformance
@pytest.mark.parametrize("name", conformance.CHECKS)
def test_ferry_keeps_its_promises(ferry: Game, name: str) -> None:
    conformance.check(ferry, only=name)


def test_FER_3_3_a_wolf_left_alone_eats_the_others_goat(ferry: Game) -> None:
    match = Match(ferry, 2, chance=False)
    match.play("load cabbage").play("load cabbage").play("sail").play("river calm")
    assert match.log()[-1][1][1:] == ["Eaten: goat of Player 1.", "Eaten: goat of Player 2."]
    assert [match.state.score(seat) for seat in range(2)] == [3, 3]


def test_FER_2_the_ferry_says_why_not(ferry: Game) -> None:
    match = Match(ferry, 2, chance=False)
    match.play("load cabbage").play("load wolf")
    assert match.why_not("load wolf") == ("FER-2.3", "The ferry has two places.")
    match.play("sail").play("river calm")
    assert match.why_not("load goat") == ("FER-2.2", "Only what stands where the ferry lies can be loaded.")
    assert match.why_not("sail", 0) == ("FER-2.1", "It is another player's turn.")


def test_FER_3_2_the_ferry_drifts_back_with_all_aboard(ferry: Game) -> None:
    match = Match(ferry, 2, chance=False)
    match.play("load wolf").play("sail").play("river drift")
    assert match.legal() == ["load goat", "load cabbage", "sail"]
    assert match.why_not("river calm", -1) == ("FER-3.1", "The river decides when the ferry has cast off.")


def test_FER_4_1_night_falls_after_the_last_crossing(ferry: Game) -> None:
    match = Match(ferry, 3, {"crossings": 6}, chance=False)
    while not match.is_over:
        match.play("sail").play("river drift")
    assert len(match.played) == 12
    assert match.outcome().first == (0, 1, 2)
    assert match.outcome().drawn


def test_a_file_without_a_game_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(KotvaError, match="not a file of Python"):
        games.load_file(tmp_path / "none.py")
    (tmp_path / "empty.py").write_text("GAME = 3\n")
    with pytest.raises(KotvaError, match="has no GAME"):
        games.load_file(tmp_path / "empty.py")
    (tmp_path / "broken.py").write_text("import no_such_module\n")
    with pytest.raises(KotvaError, match="cannot be loaded"):
        games.load_file(tmp_path / "broken.py")


def test_games_in_the_environment_are_found(ferry: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_added", {})
    monkeypatch.setattr(games, "_loaded", {})
    monkeypatch.setenv("KOTVA_WITH", str(FILE))
    assert "ferry" in games.ids()
    assert games.load("ferry").title == "Ferry"
    assert games.source("ferry") == FILE


@pytest.mark.parametrize(
    ("arguments", "code", "shown"),
    [
        (["--with", str(FILE), "games"], 0, "Ferry"),
        (["games", f"--with={FILE}"], 0, "Ferry"),
        (["games", "--with"], 2, "kotva: --with needs the path of a file."),
        (["games", "--with", "no-such-file.py"], 2, "it is not a file of Python."),
    ],
)
def test_the_command_takes_a_file(arguments: list[str], code: int, shown: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kotva", *arguments], capture_output=True, text=True, cwd=DOCS.parent, check=False
    )
    assert done.returncode == code
    assert shown in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
