"""A table server of the finger's own, with a database that goes with it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def serving() -> Iterator[str]:
    """Where it answers."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kotva", "serve", "--port", "0", "--db", f"{folder}/tables.db", "--no-browser"]
        process = subprocess.Popen(
            [*command, "--pace", "0"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert process.stdout is not None
        try:
            found = re.search(r"http://localhost:\d+", process.stdout.readline())
            assert found, "the server did not start"
            urlopen(f"{found[0]}/about").close()
            yield found[0]
        finally:
            process.terminate()
            process.wait(10)
            process.stdout.close()
