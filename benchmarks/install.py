"""`python -m benchmarks.install`: seconds from `make play` on a fresh clone to the first page, kept in RESULTS.md.

It means something on a quiet machine only. Packages come from wherever pip gets them here, so the network counts too.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import click

from benchmarks.figures import Figure
from benchmarks.report import keep

ROOT = Path(__file__).resolve().parent.parent
TARGET = 60.0  # seconds
_PATIENCE = 600.0  # seconds


def figure(seconds: list[float]) -> Figure:
    """The line of the report."""
    note = f"{'one run' if len(seconds) == 1 else f'{len(seconds)} runs'} on a quiet machine; 0.1.0: 106 s"
    middle = sorted(seconds)[len(seconds) // 2]
    what = "seconds from `make play` on a fresh clone to the first page"
    return Figure(
        "install", "install", what, middle, min(seconds), max(seconds), TARGET, at_most=True, unit="s", note=note
    )


def first_page(folder: Path) -> float:
    """Seconds from `make play` in a new clone until a page has been read."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder / "clone")], check=True)
    said = folder / "said"
    begun = time.monotonic()
    with said.open("w") as out:
        environment = {**os.environ, "BROWSER": "true", "KOTVA_DATABASE": str(folder / "tables.db")}
        server = subprocess.Popen(
            ["make", "play"], cwd=folder / "clone", env=environment, stdout=out, stderr=out, start_new_session=True
        )
    try:
        while time.monotonic() - begun < _PATIENCE and server.poll() is None:
            if address := re.search(r"http://\S+", said.read_text()):
                try:
                    urllib.request.urlopen(address[0], timeout=30).read()
                except urllib.error.URLError:
                    continue
                return time.monotonic() - begun
            time.sleep(0.05)
        raise SystemExit(f"there was no page:\n{said.read_text()}")
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()


@click.command()
@click.option("--runs", type=click.IntRange(1), default=1, show_default=True)
def main(runs: int) -> None:
    """Measure `make play` on a fresh clone."""
    seconds = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            seconds.append(first_page(Path(folder)))
            click.echo(f"{seconds[-1]:.1f} s")
    keep([figure(seconds)])


if __name__ == "__main__":
    main()
