"""The command line as a person uses it: in a process of its own, with its exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kotva import __version__
from kotva.cli.play import _grouped
from kotva.engine.record import Record
from kotva.games.bosman import GAME
from kotva.match import Match


def kotva(*arguments: str, keys: str = "") -> subprocess.CompletedProcess[str]:
    """Run `kotva`; a traceback fails the test whatever it tests."""
    done = subprocess.run(
        [sys.executable, "-m", "kotva", *arguments],
        input=keys,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "LANG": "C.UTF-8", "COLUMNS": "160"},
    )
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    match = Match(GAME, 4, seed="cli", names=["Ann", "Bob", "Cyd", "Dan"])
    turn = 0
    while not match.is_over:
        legal = match.legal()
        match.play(legal[turn * 7 % len(legal)])
        turn += 1
    path = tmp_path_factory.mktemp("records") / "game.json"
    path.write_text(match.record().to_json(), encoding="utf-8")
    return path


def test_games_lists_every_game() -> None:
    assert "Bosman" in kotva("games").stdout
    assert "Bosman" in kotva("games", "--lang", "cs").stdout
    rows = json.loads(kotva("games", "--json").stdout)
    assert {"id": "bosman", "title": "Bosman"}.items() <= next(r for r in rows if r["id"] == "bosman").items()


def test_play_in_the_terminal_asks_explains_and_saves(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    keys = "why poison 21\nnonsense\nundo\nkeep\nlog\nquit\n"
    done = kotva("play", "bosman", "--bots", "random", "--seed", "terminal", "--save", str(saved), keys=keys)
    assert done.returncode == 130
    assert "(BOS-4.6)" in done.stdout
    assert "'nonsense' is no action here" in done.stdout
    assert "may take back" in done.stdout
    assert "Player 1 keeps the hand." in done.stdout
    assert "1 keep" in Record.from_json(saved.read_text(encoding="utf-8")).moves


def test_a_whole_game_in_the_terminal_by_numbers() -> None:
    done = kotva(
        "play", "bosman", "--seats", "2", "--bots", "greedy", "--seed", "t", "-o", "turn_limit=20", keys="1\n" * 60
    )
    assert done.returncode == 0
    assert "Winner:" in done.stdout


def test_replay_tells_the_game(record: Path) -> None:
    done = kotva("replay", str(record))
    assert done.returncode == 0
    assert "lays" in done.stdout
    assert "Winner: " in done.stdout
    early = kotva("replay", str(record), "--at", "25", "--seat", "2", "--lang", "pl")
    assert "Stos:" in early.stdout
    assert "? ? ? ? ?" in early.stdout
    assert "lays" not in kotva("replay", str(record), "--quiet").stdout


def test_verify_proves_fair_chance(record: Path, tmp_path: Path) -> None:
    assert "68 outcomes of chance follow from its seed" in kotva("verify", str(record)).stdout
    bent = Record.from_json(record.read_text(encoding="utf-8"))
    first = next(i for i, m in enumerate(bent.moves) if m.startswith("* "))
    bent.moves[first] = "* draw T32" if bent.moves[first] != "* draw T32" else "* draw T31"
    path = tmp_path / "bent.json"
    path.write_text(bent.to_json(), encoding="utf-8")
    done = kotva("verify", str(path))
    assert done.returncode == 2
    assert "is false: the seed gives" in done.stderr


def test_a_record_comes_from_the_standard_input_too(record: Path) -> None:
    assert kotva("verify", "-", keys=record.read_text(encoding="utf-8")).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("games", "--lang", "xx"), "'en', 'cs', 'pl', 'bg'"),
        (("dance",), "There is no command 'dance'"),
        (("play",), "Missing argument 'GAME'"),
        (("play", "chess"), "There is no game 'chess'; games are: "),
        (("play", "bosman", "--seats", "3"), "2, 4 players, not 3"),
        (("play", "bosman", "--seat", "9"), "There is no seat 9"),
        (("play", "bosman", "--bots", "deepblue"), "There is no bot 'deepblue'"),
        (("play", "bosman", "-o", "first"), "NAME=VALUE"),
        (("play", "bosman", "-o", "first=9"), "1 to 4"),
        (("replay", "nowhere.json"), "Cannot read nowhere.json"),
        (("replay", sys.executable), "is not a text file"),
        (("verify", __file__), "This is not JSON"),
    ],
)
def test_bad_input_gets_one_clear_line_and_exit_code_2(arguments: tuple[str, ...], words: str) -> None:
    done = kotva(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("kotva: ")
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
    assert done.stdout == ""


def test_help_and_version() -> None:
    assert "verify" in kotva("--help").stdout
    assert kotva("--version").stdout.strip() == f"kotva {__version__}"


@pytest.mark.parametrize("field", ["moves", "game", "seats"])
def test_records_with_something_missing(record: Path, tmp_path: Path, field: str) -> None:
    data = json.loads(record.read_text(encoding="utf-8"))
    del data[field]
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    done = kotva("replay", str(path))
    assert done.returncode == 2
    assert field in done.stderr


@pytest.mark.parametrize("name", ["board.svg", "board.png"])
def test_render_draws_a_position(record: Path, tmp_path: Path, name: str) -> None:
    picture = tmp_path / name
    done = kotva("render", str(record), "-o", str(picture), "--at", "60", "--seat", "2", "--theme", "night")
    assert done.returncode == 0
    head = picture.read_bytes()[:8]
    assert head.startswith(b"<svg" if name.endswith("svg") else b"\x89PNG")


def test_render_refuses_other_formats_and_places(record: Path, tmp_path: Path) -> None:
    assert "an .svg or a .png file" in kotva("render", str(record), "-o", "x.jpg").stderr
    assert "no move 99999" in kotva("render", str(record), "-o", str(tmp_path / "x.svg"), "--at", "99999").stderr
    assert "Cannot write" in kotva("render", str(record), "-o", str(tmp_path / "no" / "x.svg")).stderr


def test_places_that_are_asked_for_are_numbered_on_the_board() -> None:
    """`play settlers` asked for crossings and drew none; `help` printed the actions of chance and of the table."""
    done = kotva(
        "play",
        "settlers",
        "--bots",
        "random",
        "--seed",
        "x",
        "-o",
        "first=P1",
        "--lang",
        "en",
        keys="help\nfoo\n12\nquit\n",
    )
    chart = done.stdout.partition("Harbours")[0]
    assert all(f" {crossing} " in f"{chart.replace(chr(10), ' ')} " for crossing in range(1, 55))
    assert "settle  1 2 3" in done.stdout
    assert " 54\n" in done.stdout
    assert "Now you may: settle …." in done.stdout
    assert "'foo' is no action here. Now there are: settle …." in done.stdout
    assert "Player 1 builds a settlement at 3-sea." in done.stdout
    assert "12a" in done.stdout
    assert "turnlimit" not in done.stdout


def test_a_file_that_cannot_be_written_is_said_before_the_game(tmp_path: Path) -> None:
    for path in (tmp_path / "no" / "game.json", tmp_path):
        done = kotva("play", "bosman", "--save", str(path), keys="quit\n")
        assert done.returncode == 2
        assert str(path) in done.stderr
        assert done.stdout == ""
    done = kotva("sim", "bosman", "--games", "100000", "--chart", str(tmp_path / "no" / "x.svg"))
    assert "Cannot write" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk at hand")
def test_a_device_is_written_into_and_never_replaced() -> None:
    done = kotva("play", "bosman", "--save", "/dev/full", keys="quit\n")
    assert (done.returncode, done.stderr) == (2, "kotva: Cannot write /dev/full: No space left on device.\n")
    assert Path("/dev/full").is_char_device()


def test_verify_tells_of_seals_positions_and_false_results(record: Path, tmp_path: Path) -> None:
    assert "The seal fits" in kotva("verify", str(record)).stdout
    data = json.loads(record.read_text(encoding="utf-8"))
    path = tmp_path / "bent.json"
    for change, words in (
        ({"names": data["names"][::-1]}, "do not fit its seal"),
        ({"result": {**data["result"], "ranks": data["result"]["ranks"][::-1]}}, "false result: 'ranks'"),
        ({"result": {**data["result"], "scores": [99, 0, 0, 0]}}, "false result: 'scores'"),
    ):
        path.write_text(json.dumps(data | change), encoding="utf-8")
        done = kotva("verify", str(path))
        assert done.returncode == 2
        assert words in done.stderr
    start = GAME.to_position(GAME.rules.new(GAME.choose_options(4)))
    given = Record.from_json(json.dumps(data | {"position": start, "seal": ""}))
    path.write_text(given.to_json(), encoding="utf-8")
    told = kotva("verify", str(path)).stdout
    assert "began from a given position" in told
    assert "has no seal" in told


def test_a_picture_of_names_with_control_characters(record: Path, tmp_path: Path) -> None:
    data = json.loads(record.read_text(encoding="utf-8")) | {"names": ["\x1b[31mA\x00", "\x08", "B\u202e", "x\ufffe"]}
    path, picture = tmp_path / "named.json", tmp_path / "x.png"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert kotva("render", str(path), "-o", str(picture)).returncode == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    told = kotva("replay", str(path)).stdout
    assert "\x1b" not in told
    assert "\u202e" not in told


def test_places_are_listed_once_for_all_that_may_go_there() -> None:
    """What may be typed is on the screen, and no wall of it: equal places stand once."""
    assert _grouped(["C a2", "C a3", "S a2", "S a3", "W a3"]) == [("C|S", ["a2", "a3"]), ("W", ["a3"])]
    assert _grouped(["1", "2"]) == [("", ["1", "2"])]
