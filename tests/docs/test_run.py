"""Commands of the pages are run, page by page in the order in which they stand, with fewer games and smaller searches."""

from __future__ import annotations

import asyncio
import gzip
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kotva.games.bosman import GAME
from kotva.match import Match
from kotva.server.store import open_store
from tests.docs.test_pages import DOCS, PAGES, ROOT, name

# What is not run here, and why: the first words of a command, or a part of it.
ELSEWHERE = {
    r"kotva( --with \S+)?$": "a server: tests/installing.py reads its first page, tests/cli/test_dev.py that of the workshop",
    r"kotva (serve|dev) ": "the same",
    r"kotva admin (mute|close|role) ": "accounts and tables of a running server: tests/server/test_peace.py",
    r"--on (ray|dask) ": "a cluster: tests/arena/clusters.py",
    r"^kotva (new|sim) salmon": "an installed package: tests/test_new_game.py",
    r"kotva print bosman": "ten seconds each: tests/paper/test_print.py",
    r"kotva balance ": "minutes of games: tests/arena/test_balance.py",
    r"…|\.\.\.|\$\(|^kotva COMMAND|NAME --games|GAME": "a form to fill in",
}
SMALLER = (
    (r"--games \d+", "--games 2"),
    (r"--jobs \d+", "--jobs 1"),
    (r"mcts:(\d)\d+", r"mcts:\1"),
    (r"--cap \d+", "--cap 10"),
)


def sequences() -> dict[str, list[str]]:
    """The commands of each page in their order, without those that are run elsewhere."""
    found: dict[str, list[str]] = {}
    for page in PAGES:
        for block in re.findall(r"^ *```\n(.*?)^ *```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
            for line in block.splitlines():
                plain = re.sub(r"(  #|\s# ).*$", "", line).strip()
                called = re.match(r"(?:[A-Z_]+=\S+ )*(?:[\w./-]*/)?(kotva(?: .*)?)$", plain)
                if called and not any(re.search(form, called[1]) for form in ELSEWHERE):
                    found.setdefault(name(page), []).append(called[1])
    for lines in found.values():  # a task may speak of a tournament that a later one makes
        lines.sort(key=lambda line: not line.startswith("kotva tournament new"))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What the commands of a page expect to lie in the folder in which they are typed."""
    (tmp_path / "docs").symlink_to(DOCS)
    shutil.copy(DOCS / "examples" / "bot.js", tmp_path)
    shutil.copy(DOCS / "examples" / "bot.py", tmp_path / "mybot")
    own = (DOCS / "examples" / "ferry.py").read_text(encoding="utf-8").replace('id="ferry"', 'id="mygame"')
    (tmp_path / "mygame.py").write_text(own, encoding="utf-8")
    match = Match(GAME, 2, seed="typed", options={"turn_limit": 20})
    while not match.is_over:
        match.play(match.legal()[0])
    (tmp_path / "game.json").write_text(match.record().to_json(), encoding="utf-8")
    tables = (ROOT / "tests" / "fixtures" / "release_0_1_0" / "tables.db.gz").read_bytes()
    (tmp_path / "tables.db").write_bytes(gzip.decompress(tables))
    asyncio.run(open_store(tmp_path / "tables.db").close())  # brought up to date, as by a server's first start
    return tmp_path


def run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    for form, smaller in SMALLER:
        line = re.sub(form, smaller, line)
    return subprocess.run(
        [sys.executable, "-m", *shlex.split(line)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "KOTVA_DATABASE": str(folder / "tables.db"), "LANG": "C.UTF-8"},
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("page", sequences())
def test_the_commands_of_a_page_do_what_it_says(page: str, folder: Path) -> None:
    for line in sequences()[page]:
        done = run(line, folder)
        wanted = {0, 130} if line.startswith("kotva play") else {0}  # a game that is left
        assert done.returncode in wanted, f"{line}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        assert "Traceback" not in done.stderr
        for made_file in re.findall(r"(?:-o|--chart|--records|--file) (\S+\.\w+)", line):
            assert (folder / made_file).stat().st_size > 0, line


def test_most_commands_are_run() -> None:
    assert sum(map(len, sequences().values())) >= 20
    assert {"play-tasks.md", "organise-tasks.md", "print.md", "scale.md", "host-tasks.md"} <= sequences().keys()
