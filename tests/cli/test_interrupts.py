"""Ctrl-C, a closed pipe, a full disk: a person is told in a line, or nothing, and never gets a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

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


def children(process: subprocess.Popen[bytes]) -> int:
    found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False)
    return len(found.stdout.split())


def interrupted(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    """What Ctrl-C does: the signal goes to everybody in the group."""
    os.killpg(process.pid, signal.SIGINT)
    try:
        _, errors = process.communicate(timeout=30)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, errors.decode()


@posix
@pytest.mark.slow
def test_ctrl_c_ends_a_simulation_in_several_processes() -> None:
    """It hung: the pool waited for games of thousands of decisions."""
    process = start("sim", "settlers", "--games", "4000", "--bots", "mcts:2000", "--jobs", "2")
    until(lambda: children(process) >= 3)  # two that play, one that minds what they share
    code, errors = interrupted(process)
    assert code == 130
    assert errors.strip() == ""
