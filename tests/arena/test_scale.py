"""Simulations in several processes and on clusters: the same result everywhere, also when a worker is killed in the middle."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from kotva import games
from kotva.arena import game_source, simulate
from kotva.bots import make
from kotva.engine.errors import KotvaError
from kotva.engine.record import Record
from tests.arena.clusters import BOTS, Killer, ferries, install
from tests.arena.test_arena import same

ROOT = Path(__file__).parents[2]
FERRY = games.load_file(ROOT / "docs" / "examples" / "ferry.py")[0]

pytestmark = [
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.timeout(300),
]


@pytest.fixture(scope="module")
def alone():
    return simulate("bosman", 2, BOTS, 24, seed=3)


def test_a_killed_process_loses_only_its_unfinished_games(alone, tmp_path):
    def worker() -> int:
        children = [child for child in psutil.Process().children() if child.status() != psutil.STATUS_ZOMBIE]
        return next(int(child.pid) for child in children if any("popen_loky" in word for word in child.cmdline()))

    killer = Killer(worker)
    file = tmp_path / "rows.jsonl"
    shared = simulate("bosman", 2, BOTS, 24, seed=3, jobs=2, progress=killer, records=file)
    assert killer.killed
    assert killer.games == 24
    assert same(shared) == same(alone)
    numbers = [json.loads(line)["number"] for line in file.read_text().splitlines()[1:]]
    assert sorted(numbers) == list(range(24))


@pytest.fixture
def boatyard(tmp_path, monkeypatch):
    """A package with a game, found by this process alone; what is imported from it is forgotten afterwards."""
    install(tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    # A test before this one may have looked which packages there are; that is remembered.
    monkeypatch.setattr(games, "_named", games._named.__wrapped__)
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "boatyard"]:
        del sys.modules[name]


def test_a_game_of_another_package_reaches_processes(boatyard):
    assert ferries("local", jobs=2) == ferries("local")


def test_a_game_of_another_package_goes_along_to_workers_without_it(boatyard, tmp_path):
    """In a process that has never heard of it; sent again with other rules, those are played."""
    first = game_source.pack("ferryboat")
    assert first is not None
    assert {name for name, _ in first.files} == {"boatyard/__init__.py", "boatyard/boat.py"}
    changed = tuple((name, data.replace(b"title=", b'version="1.1", title=')) for name, data in first.files)
    assert changed != first.files
    sent = tmp_path / "sent"
    sent.write_bytes(pickle.dumps([first, first, replace(first, files=changed), first]))
    code = """
import pickle, sys
from pathlib import Path
from kotva import games
from kotva.arena.game_source import unpack
assert "ferryboat" not in games.ids()
for luggage in pickle.loads(Path(sys.argv[1]).read_bytes()):
    unpack("ferryboat", luggage)
    print(games.load("ferryboat").version)
"""
    made = subprocess.run(
        [sys.executable, "-c", code, str(sent)],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert made.stdout.split() == ["1.0", "1.0", "1.1", "1.0"]
    assert len(list(tmp_path.glob("kotva-*"))) == 2


def test_kotvas_own_games_need_no_source():
    assert game_source.pack("bosman") is None


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("on", ["dask", "ray"])
def test_a_cluster_gives_the_same_result_though_a_worker_is_killed(on, tmp_path):
    command = [sys.executable, "-W", "ignore", "-m", "tests.arena.clusters", on, str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=800, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.endswith("the same\n")


def test_a_file_of_a_game_reaches_the_workers():
    shared = simulate("ferry", 3, ["greedy:1", "random"], 16, seed=2, jobs=2)
    assert same(shared) == same(simulate("ferry", 3, ["greedy:1", "random"], 16, seed=2))


def test_a_simulation_goes_on_where_it_was_stopped(tmp_path):
    file = tmp_path / "rows.jsonl"
    played: list[int] = []

    def stop(games: int) -> None:
        played.append(games)
        if len(played) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("bosman", 2, ["random"], 12, seed=4, progress=stop, records=file, resume=True)
    with file.open("a") as out:
        out.write('{"number": 9, "who": [0')  # cut off in the middle
    there = len(file.read_text().splitlines()) - 2
    assert there == 5
    more: list[int] = []
    results = simulate("bosman", 2, ["random"], 12, seed=4, progress=more.append, records=file, resume=True)
    assert more == [5] + [1] * 7
    assert same(results) == same(simulate("bosman", 2, ["random"], 12, seed=4))
    again: list[int] = []
    simulate("bosman", 2, ["random"], 12, seed=4, progress=again.append, records=file, resume=True)
    assert again == [12]


@pytest.mark.parametrize(
    ("change", "words"),
    [({"seed": 5}, "seed differ"), ({"bots": ["greedy:1"]}, "bots differ"), ({"seats": 4}, "seats differ")],
)
def test_a_file_of_another_simulation_is_refused(tmp_path, change, words):
    file = tmp_path / "rows.jsonl"
    usual = {"game": "bosman", "seats": 2, "bots": ["random"], "games": 2, "seed": 4, "records": file, "resume": True}
    simulate(**usual)
    before = file.read_bytes()
    with pytest.raises(KotvaError, match=words):
        simulate(**{**usual, **change})
    assert file.read_bytes() == before


def test_games_in_which_bots_sat_otherwise_are_not_gone_on_with(tmp_path):
    """Earlier simulations only turned the bots round the table: a file of those is no half of this one."""
    file = tmp_path / "rows.jsonl"
    usual = {
        "game": "bosman",
        "seats": 4,
        "bots": ["random", "greedy:1"] * 2,
        "seed": 4,
        "records": file,
        "resume": True,
    }
    simulate(**usual, games=2, seating="turn")
    simulate(**usual, games=2)  # the first two are the same in both ways
    simulate(**usual, games=3, seating="turn")
    with pytest.raises(KotvaError, match="who differ"):
        simulate(**usual, games=3)
    simulate(**usual, games=4, seating="turn")


def test_what_is_no_file_of_a_simulation_is_left_alone(tmp_path):
    file = tmp_path / "notes.jsonl"
    file.write_text("my notes\n")
    with pytest.raises(KotvaError, match="no file of a simulation"):
        simulate("bosman", 2, ["random"], 2, records=file, resume=True)
    assert file.read_text() == "my notes\n"
    with pytest.raises(KotvaError, match="Cannot write"):
        simulate("bosman", 2, ["random"], 2, records=tmp_path / "no" / "x.jsonl")


@pytest.mark.parametrize("bots", [["random"], ["greedy:1", "random"]])
def test_rows_with_moves_are_records_that_replay(tmp_path, bots):
    file = tmp_path / "rows.jsonl"
    kept = simulate("bosman", 2, bots, 3, seed=6, records=file, moves=True)
    assert same(kept) == same(simulate("bosman", 2, bots, 3, seed=6))
    game = games.load("bosman")
    for line in file.read_text().splitlines()[1:]:
        row = json.loads(line)
        *_, (_, _, last) = Record("bosman", game.version, 2, moves=row["moves"]).replay(game)
        assert [int(last.rank(seat)) for seat in range(2)] == row["ranks"]


def test_parquet_has_the_same_rows(tmp_path):
    from pyarrow import parquet

    lines, table = tmp_path / "rows.jsonl", tmp_path / "rows.parquet"
    for file in (lines, table):
        simulate("bosman", 2, ["random"], 5, seed=7, records=file)
    rows = [json.loads(line) for line in lines.read_text().splitlines()[1:]]
    found = parquet.read_table(table).to_pylist()
    assert [(r["number"], r["ranks"], r["length"]) for r in rows] == [
        (r["number"], r["ranks"], r["length"]) for r in found
    ]
    with pytest.raises(KotvaError, match="cannot be resumed"):
        simulate("bosman", 2, ["random"], 5, seed=7, records=table, resume=True)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_cleanly_and_keeps_what_was_played(tmp_path, jobs):
    file = tmp_path / "rows.jsonl"
    command = [sys.executable, "-m", "kotva", "sim", "bosman", "--games", "100000", "--bots", "greedy:1,random"]
    process = subprocess.Popen(
        [*command, "--seats", "2", "--jobs", jobs, "--resume", str(file)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        while process.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < 3):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=120)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130
    assert "Traceback" not in said
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(rows) >= 3


def test_where_games_can_run_is_said(tmp_path):
    with pytest.raises(KotvaError, match="local, ray, dask"):
        simulate("bosman", 2, ["random"], 4, jobs=2, on="moon")


def test_a_bot_in_this_process_that_plays_what_is_not_allowed_loses(monkeypatch):
    class Liar:
        def choose(self, view):
            return view.game.rules.actions.parse("draw R10")  # chance's

    from kotva.arena import worker

    monkeypatch.setattr(worker, "make", lambda name, seed=0, **_: Liar() if name == "greedy" else make(name, seed))
    results = simulate("bosman", 2, ["greedy", "random"], 2, seed=1)
    assert results.wins == [0, 2]
    assert all("not allowed" in fault or "nothing to decide" in fault for fault in results.faults)


SHARES = """
import sys, time
from kotva.arena import simulate
simulate("bosman", 2, ["greedy:1", "random"], int(sys.argv[1]), jobs=2, progress=lambda games: print("played", games, flush=True))
print("idle", flush=True)
time.sleep(1000)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("games", "word"), [(100_000, "played"), (4, "idle")])
def test_workers_end_when_who_started_them_is_killed(games, word):
    """While they play, and while they wait for more: joblib alone would leave those there for minutes."""
    command = [sys.executable, "-c", SHARES, str(games)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while not (line := process.stdout.readline()).startswith(word):
            assert line  # it has not ended
        children = psutil.Process(process.pid).children()
        workers = [child for child in children if any("popen_loky" in word for word in child.cmdline())]
        process.kill()
    assert workers
    _, alive = psutil.wait_procs(workers, timeout=100)
    for worker in alive:
        worker.kill()
    assert not alive
