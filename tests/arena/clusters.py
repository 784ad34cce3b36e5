"""A real local cluster of two workers, one of which is killed in the middle: `python -m tests.arena.clusters ray|dask FOLDER`.

The tests run it in a process of its own: what clusters leave behind (processes that nobody waited for, threads) ends with it.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import psutil

from kotva import games
from kotva.arena import simulate
from tests.arena.test_arena import same

ROOT = Path(__file__).parents[2]
FERRY = games.load_file(ROOT / "docs" / "examples" / "ferry.py")[0]
BOTS = ["greedy:1", "random"]


class Killer:
    """A progress bar that kills a worker as soon as the first games are done, once."""

    def __init__(self, find: Callable[[], int]) -> None:
        self.find = find
        self.killed = 0
        self.games = 0

    def __call__(self, games: int) -> None:
        self.games += games
        if not self.killed:
            self.killed = self.find()
            os.kill(self.killed, signal.SIGKILL)


def install(folder: Path) -> None:
    """A package with a game that it declares as an entry point."""
    package = folder / "boatyard"
    package.mkdir(parents=True)
    source = (ROOT / "docs" / "examples" / "ferry.py").read_text(encoding="utf-8")
    assert 'id="ferry"' in source
    (package / "boat.py").write_text(source.replace('id="ferry"', 'id="ferryboat"'), encoding="utf-8")
    (package / "__init__.py").write_text("from boatyard.boat import GAME\n", encoding="utf-8")
    described = folder / "boatyard-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: boatyard\nVersion: 1.0\n", encoding="utf-8")
    (described / "entry_points.txt").write_text("[kotva.games]\nferryboat = boatyard:GAME\n", encoding="utf-8")


def ferries(on: str, jobs: int = 1, address: str | None = None) -> list[dict[str, object]]:
    """The same games of a game from a file and of one from a package."""
    return [
        same(simulate(game, 2, ["random"], 20, seed=1, jobs=jobs, on=on, address=address))
        for game in ("ferry", "ferryboat")
    ]


def compare(on: str, address: str | None, worker: Callable[[], int], folder: Path) -> None:
    """The same games here and there, though a worker dies, and though it does not have the game."""
    killer = Killer(worker)
    shared = simulate("bosman", 2, BOTS, 24, seed=3, jobs=2, progress=killer, on=on, address=address)
    assert killer.killed
    assert killer.games == 24
    assert same(shared) == same(simulate("bosman", 2, BOTS, 24, seed=3))
    install(folder)  # after the workers have started: they do not have it
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    assert ferries(on, 2, address) == ferries("local")


def with_dask(folder: Path) -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        compare("dask", cluster.scheduler_address, lambda: next(iter(cluster.workers.values())).pid, folder)


def with_ray(folder: Path) -> None:
    # On a busy machine all of it takes longer than Ray would wait by itself.
    names = ("raylet_start_wait_time_s", "worker_register_timeout_seconds", "health_check_timeout_ms")
    os.environ.update({f"RAY_{name}": "600000" if name.endswith("_ms") else "600" for name in names})
    import ray

    def worker() -> int:
        """One that plays, if there still is one; of this cluster, not of whoever else is on this machine."""
        workers: dict[bool, int] = {}
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                name = " ".join(process.cmdline())
                if name.startswith("ray::"):
                    workers[name.startswith("ray::_call")] = int(process.pid)
        return workers.get(True) or workers[False]

    os.environ["PYTHONPATH"] = str(ROOT)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        compare("ray", None, worker, folder)
    finally:
        ray.shutdown()


if __name__ == "__main__":
    {"ray": with_ray, "dask": with_dask}[sys.argv[1]](Path(sys.argv[2]))
    print("the same")
