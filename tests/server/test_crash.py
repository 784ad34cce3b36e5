"""Killing the server at any moment loses nothing that was acknowledged."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.slow


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def serve(database: Path, processes: list[subprocess.Popen[str]]) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "kotva", "serve", "--port", "0", "--db", str(database), "--no-browser"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    processes.append(process)
    assert process.stdout is not None
    found = re.search(r"http://localhost:\d+", process.stdout.readline())
    assert found
    return process, found[0]


def test_kill_in_mid_game_and_resume(tmp_path: Path, processes: list[subprocess.Popen[str]]) -> None:
    chance = random.Random(11)
    with httpx.Client(timeout=60) as client:
        process, base = serve(tmp_path / "tables.db", processes)
        made = client.post(f"{base}/new/bosman", data={"seats": "2", "kind-0": "me", "kind-1": "me"})
        table = made.headers["location"].removeprefix("/table/")
        acknowledged = 0
        for _ in range(3):
            for number in range(6):
                packet = client.get(f"{base}/api/tables/{table}").json()
                eyes = packet.get("handover", packet.get("seat"))
                packet = client.get(f"{base}/api/tables/{table}", params={"eyes": eyes}).json()
                assert packet["seq"] >= acknowledged
                body = {
                    "action": chance.choice(packet["choices"])["action"],
                    "seat": packet["seat"],
                    "seen": packet["seq"],
                    "key": f"{packet['seq']}-{number}-key",
                }
                answer = client.post(f"{base}/api/tables/{table}/moves", json=body)
                assert answer.status_code == 200
                acknowledged = answer.json()["seq"]
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            process, base = serve(tmp_path / "tables.db", processes)
            assert client.get(f"{base}/api/tables/{table}").json()["seq"] == acknowledged
            again = client.post(f"{base}/api/tables/{table}/moves", json=body)
            assert again.status_code == 200, "a retry after the crash is harmless"
            assert again.json()["seq"] == acknowledged
