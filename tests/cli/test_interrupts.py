"""Ctrl-C, a closed pipe, a full disk: a person is told in a line, or nothing, and never gets a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[2]
posix = pytest.mark.skipif(sys.platform == "win32", reason="process groups")


def start(*args: str, env: dict[str, str] | None = None, **how: object) -> subprocess.Popen[bytes]:
    """The command in a process group of its own, like a job of a terminal."""
    settings: dict[str, object] = {
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        **how,
    }
    command = [sys.executable, "-m", "kotva", *args]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, **(env or {})}, start_new_session=True, **settings)  # type: ignore[call-overload, no-any-return]


def until(true: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def thinking(process: subprocess.Popen[bytes]) -> int:
    """How many children are at work: one that is only starting is not Python yet, and takes a signal as any program does."""
    asked = ["ps", "-o", "cputimes=", "--ppid", str(process.pid)]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    return sum(int(seconds) >= 1 for seconds in found.stdout.split())


def interrupted(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    """What Ctrl-C does: the signal goes to everybody in the group."""
    os.killpg(process.pid, signal.SIGINT)
    try:
        _, errors = process.communicate(timeout=120)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, errors.decode()


@posix
@pytest.mark.slow
def test_ctrl_c_ends_a_simulation_in_several_processes() -> None:
    """It hung: the pool waited for games of thousands of decisions."""
    process = start("sim", "settlers", "--games", "4000", "--bots", "mcts:2000", "--jobs", "2")
    until(lambda: thinking(process) >= 2)
    code, errors = interrupted(process)
    assert code == 130
    assert errors.strip() == ""


@posix
@pytest.mark.slow
def test_ctrl_c_on_a_server_with_thinking_bots(tmp_path: Path) -> None:
    """It printed seven tracebacks, one for each worker and each of its threads."""
    process = start("serve", "--no-browser", "--port", "0", "--db", str(tmp_path / "tables.db"))
    assert process.stdout is not None
    address = process.stdout.readline().decode().split()[3].rstrip("/")
    with httpx.Client(base_url=address, headers={"Origin": address}, timeout=60) as browser:
        browser.get("/")
        people = {"kind-0": "hard", "kind-1": "hard", "kind-2": "hard", "kind-3": "me", "option-first": "P1"}
        opened = browser.post("/new/settlers", data={"seats": "4", **people})
        assert browser.get(opened.headers["location"]).status_code == 200
        until(lambda: thinking(process) >= 1)
    code, errors = interrupted(process)
    assert code in (0, 130)
    assert errors.strip() == ""


def run(*args: str, env: dict[str, str] | None = None, **how: object) -> tuple[int, str, str]:
    process = start(*args, env=env, **how)
    out, errors = process.communicate(timeout=120)
    assert b"Traceback" not in (errors or b"")
    return process.returncode, (out or b"").decode(), (errors or b"").decode()


@pytest.mark.parametrize("language", ["en", "cs", "pl", "bg"])
def test_a_terminal_that_knows_plain_letters_only(language: str) -> None:
    code, out, _ = run("games", "--lang", language, env={"PYTHONIOENCODING": "ascii"})
    assert code == 0
    assert out.isascii()
    assert {"cs": "Bosman", "bg": "Bosman"}.get(language, "bosman") in out
    assert "?" not in out


def test_a_simulation_on_such_a_terminal() -> None:
    code, out, _ = run("sim", "bosman", "--games", "2", "--lang", "bg", env={"PYTHONIOENCODING": "latin-1"})
    assert code == 0
    assert "%" in out


@posix
@pytest.mark.parametrize("args", [("games",), ("games", "--json"), ("sim", "bosman", "--games", "1", "--json")])
def test_a_full_disk_is_said_in_a_line(args: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        code, _, errors = run(*args, stdout=full)
    assert (code, errors) == (2, "kotva: No space left on device.\n")


@posix
def test_a_reader_who_has_seen_enough() -> None:
    process = start("replay", str(ROOT / "tests/records/settlers/1.0/4-players-1.json"))
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    process.stdout = None
    _, errors = process.communicate(timeout=60)
    assert errors == b""


@posix
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("play bosman --bots random <&-", 130),
        ("play bosman --bots random </dev/null", 130),
        ("replay - <&-", 2),
        ("verify - </dev/null", 2),
        ("games >&-", 0),
        ("games 2>&-", 0),
        ("replay no-such-file 2>&-", 2),
    ],
)
@pytest.mark.slow
def test_closed_streams(command: str, code: int) -> None:
    shell = ["sh", "-c", f"'{sys.executable}' -m kotva {command}"]
    done = subprocess.run(shell, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode == code, done.stderr
