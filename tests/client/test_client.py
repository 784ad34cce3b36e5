"""The client's own code, in node and without a browser: choosing, forms and messages (`*.test.mjs`)."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE.parents[1] / "kotva" / "web" / "static" / "js"


def test_what_the_client_does_by_itself() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js here")
    done = subprocess.run([node, str(HERE / "all.mjs"), str(SCRIPTS)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    count = int(done.stdout.split("# pass ")[1].split()[0])
    assert count == sum(file.read_text(encoding="utf-8").count('\ntest("') for file in HERE.glob("*.test.mjs"))
