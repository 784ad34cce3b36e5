"""`kotva dev`: a changed source is at the table, one that cannot be loaded is told there, and the table keeps its moves."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from kotva.cli.dev import Workshop

ROOT = Path(__file__).resolve().parents[2]


def until(done: Callable[[], Any], what: str) -> Any:
    end = time.monotonic() + 90
    while time.monotonic() < end:
        try:
            if found := done():
                return found
        except httpx.HTTPError:  # starting anew just now
            pass
        time.sleep(0.2)
    raise AssertionError(f"in vain: {what}")


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_table_follows_its_source(tmp_path: Path) -> None:
    source = tmp_path / "ferry.py"
    shutil.copyfile(ROOT / "docs" / "examples" / "ferry.py", source)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "kotva", "dev", str(source), "--no-browser", "--port", str(port)]
    environment = {name: value for name, value in os.environ.items() if name != "KOTVA_WITH"}
    workshop = subprocess.Popen([*command, "--db", str(tmp_path / "tables.db")], cwd=ROOT, env=environment)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            first = until(lambda: client.get("/workshop/status", timeout=10).json()["run"], "it serves")
            made = client.post("/new/ferry", data={"seats": "2", "kind-0": "me", "kind-1": "me"})
            table = made.headers["location"].removeprefix("/table/")
            packet = client.get(f"/api/tables/{table}").json()
            move = {"action": packet["choices"][0]["action"], "seat": 0, "seen": packet["seq"], "key": "a-key-of-mine"}
            assert client.post(f"/api/tables/{table}/moves", json=move).status_code == 200
            text = source.read_text(encoding="utf-8")

            assert '"Ferry"' in text
            source.write_text(text.replace('"Ferry"', '"Fähre"'), encoding="utf-8")
            second = until(
                lambda: (run := client.get("/workshop/status", timeout=10).json()["run"]) != first and run,
                "it starts anew",
            )
            assert "Fähre" in client.get(f"/table/{table}").text
            assert client.get(f"/api/tables/{table}").json()["moves"] == 1, "the position is kept"

            next(child for child in psutil.Process(workshop.pid).children() if "serve" in child.cmdline()).kill()
            third = until(
                lambda: (run := client.get("/workshop/status", timeout=10).json()["run"]) != second and run,
                "it is started anew",
            )

            source.write_text(text + "\ndef broken(:\n", encoding="utf-8")
            told = until(lambda: client.get("/workshop/status", timeout=10).json()["error"], "the fault is told")
            assert "ferry.py, line" in told["text"]
            assert "SyntaxError" in told["text"]
            assert client.get(f"/table/{table}").status_code == 200, "the server goes on with the sources before"
            assert client.get("/workshop/status", timeout=10).json()["run"] == third
    finally:
        workshop.terminate()
        workshop.wait(30)
    with pytest.raises(ConnectionRefusedError):  # its server has ended with it
        socket.create_connection(("127.0.0.1", port), timeout=5)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_an_endless_loop_at_the_table_is_told_with_its_line(tmp_path: Path) -> None:
    """The server hung, and said nothing until somebody changed the source."""
    text = (ROOT / "docs" / "examples" / "ferry.py").read_text(encoding="utf-8")
    assert "            self.left, self.sailing" in text
    source = tmp_path / "ferry.py"
    source.write_text(
        text.replace(
            "            self.left, self.sailing",
            "            while True: pass\n" + "            self.left, self.sailing",
        ),
        encoding="utf-8",
    )
    line = text[: text.index("            self.left, self.sailing")].count("\n") + 1
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "kotva", "dev", str(source), "--no-browser", "--port", str(port)]
    environment = {name: value for name, value in os.environ.items() if name != "KOTVA_WITH"}
    workshop = subprocess.Popen([*command, "--db", str(tmp_path / "tables.db")], cwd=ROOT, env=environment)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            until(lambda: client.get("/workshop/status", timeout=10).json()["run"], "it serves")
            made = client.post("/new/ferry", data={"seats": "2", "kind-0": "me", "kind-1": "me"})
            table = made.headers["location"].removeprefix("/table/")
            seen = client.get(f"/api/tables/{table}").json()["seq"]
            move = {"action": "sail", "seat": 0, "seen": seen, "key": "a-key-of-mine"}
            with pytest.raises(httpx.HTTPError):
                client.post(f"/api/tables/{table}/moves", json=move)
            told = until(lambda: client.get("/workshop/status", timeout=2).json()["error"], "the loop is told")
            assert f"ferry.py, line {line}: this does not end" in told["text"]
            assert client.get(f"/api/tables/{table}").json()["moves"] == 0, "the table is as it was before"
    finally:
        workshop.terminate()
        workshop.wait(60)


@pytest.mark.slow
def test_a_source_that_is_never_loaded_is_told_with_its_line(tmp_path: Path) -> None:
    """It was waited for without end."""
    source = tmp_path / "endless.py"
    source.write_text("x = 1\nwhile True:\n    x += 1\n", encoding="utf-8")
    said = Workshop(str(source), 1, tmp_path / "tables.db").check()
    assert re.fullmatch(
        rf"{re.escape(str(source))}, line [23]: this does not end; the game was not loaded in 10 s", said
    )


def test_a_source_that_is_not_there_is_told() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kotva", "dev", "nowhere.py", "--no-browser"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "There is no file nowhere.py." in done.stderr
