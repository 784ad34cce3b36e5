"""Bots in other languages: what they are told, and that whatever they do wrong costs them the game and nobody else anything."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
import time
from pathlib import Path

import psutil
import pytest

from kotva import games
from kotva.arena import simulate
from kotva.bots import make
from kotva.bots.program import Program, ProgramFault
from kotva.engine.errors import KotvaError

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
GAME = games.load("bosman")

FRAME = """
import json, os, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "start":
        say(type="ready")
    elif m["type"] == "position":
        position = m
    elif m["type"] == "go":
        {answer}
"""


@pytest.fixture
def bot(tmp_path):
    """A program that answers `go` with this line of Python."""

    def make_one(answer: str, frame: str = FRAME) -> str:
        path = tmp_path / "bot.py"
        path.write_text(frame.replace("{answer}", textwrap.indent(answer, " " * 8).strip()))
        return f"program:{sys.executable} {path}"

    return make_one


def ask(command: str, seconds: float = 20.0) -> int:
    """What a program decides at the beginning of a game."""
    match_options = GAME.choose_options(2)
    state = GAME.rules.new(match_options)
    while state.to_act() < 0:
        state.apply(state.to_act(), GAME.legal(state)[0])
    program = Program(command.removeprefix("program:"), 1, seconds)
    try:
        return program.choose(GAME.view(state, int(state.to_act()), match_options))
    finally:
        program.close()


GOOD = 'say(type="info", text="thinking"); say(type="bestmove", action=position["legal"][0])'


def test_a_program_plays(bot):
    results = simulate("bosman", 2, [bot(GOOD), "random"], 2, seed=1)
    assert results.finished == 2
    assert not results.faults


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("sys.exit(3)", "it has ended"),
        ('say(type="bestmove", action="fly away")', "'fly away' is no action"),
        ('say(type="bestmove", action="draw R10")', "'draw R10' is not allowed"),
        ('say(type="bestmove")', "no action"),
        ('say(type="bestmove", action=7)', "no action"),
        ('print("hello", flush=True)', "no JSON"),
        ('print("[" * 5000, flush=True)', "no JSON"),
        ("print([1], flush=True)", "no object"),
        ('sys.stdout.write("x" * 200_000); sys.stdout.flush(); time.sleep(60)', "its line is longer than 100,000"),
        ("os.kill(os.getpid(), 9)", "it has ended"),
    ],
)
def test_a_fault_says_what_was_wrong(bot, answer, words):
    with pytest.raises(ProgramFault, match=re.escape(words)):
        ask(bot(answer))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("sys.exit(3)", "it has ended with exit code 3"),
        ("raise ValueError('no plan')", "it has ended with exit code 1: ValueError: no plan"),
        (
            "print('thinking', file=sys.stderr, flush=True); os.kill(os.getpid(), 9)",
            "it has ended by signal 9: thinking",
        ),
        (
            "sys.stdout.write('x' * 200_000 + chr(10)); sys.stdout.flush(); time.sleep(5)",
            "longer than 100,000 characters",
        ),
        ("sys.stderr.write('x' * 3_000_000 + chr(10) + 'the end'); sys.exit(1)", "exit code 1: the end"),
    ],
)
def test_a_crash_is_told_with_its_last_words_and_a_long_line_as_one(bot, answer, words):
    """Both were "it has ended", and what a program said of its own crash was thrown away."""
    with pytest.raises(ProgramFault, match=re.escape(words)):
        ask(bot(answer))


def test_how_long_a_program_may_think_can_be_chosen(bot, tmp_path):
    slow = bot("time.sleep(0.6); " + GOOD)
    results = simulate("bosman", 2, [slow, "random"], 1, seed=1, bot_time=0.2)
    assert results.reasons == {"forfeit": 1}
    assert any("no bestmove within 0.2 s" in fault for fault in results.faults)
    for wrong in (0, -1, float("nan"), float("inf")):
        with pytest.raises(KotvaError, match="seconds above 0"):
            simulate("bosman", 2, ["random"], 1, bot_time=wrong)
    file = tmp_path / "rows.jsonl"
    simulate("bosman", 2, ["random"], 1, records=file, bot_time=2.0)
    with pytest.raises(KotvaError, match="bot_time differ"):
        simulate("bosman", 2, ["random"], 1, records=file, resume=True, bot_time=3.0)


@pytest.mark.slow
def test_silence_is_a_fault_when_the_time_is_up(bot):
    with pytest.raises(ProgramFault, match=r"no bestmove within 0\.5 s"):
        ask(bot("time.sleep(60)"), 0.5)
    with pytest.raises(ProgramFault, match=r"no bestmove within 0\.5 s"):
        ask(bot('[say(type="info") or time.sleep(0.01) for _ in range(10_000)]'), 0.5)


def test_a_bot_at_fault_loses_and_the_others_share_the_first_place(bot):
    results = simulate("bosman", 4, [bot("sys.exit(1)"), "random"], 4, seed=1)
    assert results.wins == [0, 4]
    assert results.reasons == {"forfeit": 4}
    assert sum(results.faults.values()) == 4
    assert all("it has ended" in fault for fault in results.faults)


def test_a_program_and_its_children_end_with_the_game(bot, tmp_path):
    pids = tmp_path / "pids"
    frame = FRAME.replace(
        "for line in sys.stdin:",
        f"import subprocess\nchild = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}} {{child.pid}} ')\nfor line in sys.stdin:",
    )
    ask(bot(GOOD, frame))
    ended = time.monotonic() + 30  # a killed grandchild is buried by somebody else, when he comes to it
    for pid in map(int, pids.read_text().split()):
        while lives(pid) and time.monotonic() < ended:
            time.sleep(0.01)
        assert not lives(pid)


def lives(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def test_a_program_is_told_its_view_and_nothing_else(bot, tmp_path):
    heard = tmp_path / "heard"
    frame = FRAME.replace("m = json.loads(line)", f"open({str(heard)!r}, 'a').write(line); m = json.loads(line)")
    simulate("bosman", 2, [bot(GOOD, frame), "random"], 1, seed=2)
    lines = [json.loads(line) for line in heard.read_text().splitlines()]
    assert [lines[0][name] for name in ("type", "protocol", "game", "seats", "seat")] == ["start", 1, "bosman", 2, 1]
    positions = [line for line in lines if line["type"] == "position"]
    assert {line["type"] for line in lines} == {"start", "position", "go", "quit"}
    assert len(positions) > 10
    for position in positions:
        hands = json.dumps(position["view"]["hands"]) if "hands" in position["view"] else json.dumps(position["view"])
        assert "?" in hands  # the other player's tokens


def test_the_server_never_runs_a_program():
    for name in ("./bot", "program:./bot", "/bin/sh"):
        with pytest.raises(KotvaError, match="no bot"):
            make(name)


def test_what_cannot_be_run_is_refused_before_anything_is_played():
    with pytest.raises(KotvaError, match=r"no program './nothing'"):
        simulate("bosman", 2, ["./nothing", "random"], 2)
    with pytest.raises(KotvaError, match="no program ''"):
        simulate("bosman", 2, ["program:", "random"], 2)


def test_the_example_in_python_has_thirty_lines_and_plays():
    path = EXAMPLES / "bot.py"
    assert len(path.read_text().splitlines()) <= 30
    assert os.access(path, os.X_OK)
    results = simulate("bosman", 2, [f"program:{sys.executable} {path}", "random"], 6, seed=1)
    assert results.finished == 6
    assert not results.faults


@pytest.mark.slow
def test_the_example_in_javascript_plays():
    node = shutil.which("node")
    assert node, "make test needs Node"
    results = simulate("bosman", 2, [f"program:{node} {EXAMPLES / 'bot.js'}", "random"], 2, seed=1)
    assert results.finished == 2
    assert not results.faults
