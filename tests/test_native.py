"""A game of another package, compiled: plain mypycify crashes at the first state, `kotva.native` does not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from kotva import games, native
from kotva.engine.errors import KotvaError

ROOT = Path(__file__).resolve().parents[1]
RULES = '''
from mypy_extensions import i64

from kotva.engine.moves import Moves
from kotva.engine.state import OK, OVER, State


class Count(State):
    """Players count to twenty by ones and twos."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.total: i64 = 0
        self.player: i64 = 0

    def blank(self) -> "Count":
        return Count(self.seats)

    def copy_public(self, c: "Count") -> None:
        c.total = self.total
        c.player = self.player

    def to_act(self) -> i64:
        return self.player if self.total < 20 else OVER

    def list_legal(self, seat: i64, out: Moves) -> None:
        out.add(0)
        if self.total + 2 <= 20:
            out.add(1)

    def why_not(self, seat: i64, action: i64) -> i64:
        return OK if seat == self.to_act() and self.total + action + 1 <= 20 else 101

    def apply(self, seat: i64, action: i64) -> None:
        self.total += action + 1
        self.player = (self.player + 1) % self.seats

    def score(self, seat: i64) -> i64:
        return self.total
'''
SETUP = """
from setuptools import setup
from kotva.native import extensions

setup(name="counting", packages=["counting"], ext_modules=extensions("counting", ["counting/rules.py"]))
"""
PLAY = """
from kotva.engine.arrays import Rng
from kotva.engine.playout import play_random
from counting import rules

state = rules.Count(3)
copy = state.clone()
length = play_random(state, Rng(1), 100)
print(rules.__file__.endswith((".so", ".pyd")), 10 <= length <= 20, state.total, copy.total, state.seats)
"""


def run(folder: Path, *arguments: str) -> str:
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.slow
@pytest.mark.skipif(
    not native.installed_engine() or "KOTVA_INTERPRETED" in os.environ, reason="the engine is not compiled"
)
def test_a_package_of_its_own_is_compiled_for_this_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "counting"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "rules.py").write_text(RULES, encoding="utf-8")
    (tmp_path / "setup.py").write_text(SETUP, encoding="utf-8")
    assert run(tmp_path, "-c", PLAY).split() == ["False", "True", "20", "0", "3"]
    run(tmp_path, "setup.py", "-q", "build_ext", "--inplace")
    assert run(tmp_path, "-c", PLAY).split() == ["True", "True", "20", "0", "3"]
    assert native.why_unfit(package) == ""
    # Changed sources are run, not what was compiled before.
    (package / "rules.py").write_text(RULES + "\nMORE = 1\n", encoding="utf-8")
    assert native.why_unfit(package) == "its sources have changed since it was compiled (kotva compile makes it anew)"
    (package / "rules.py").write_text(RULES.replace("\n", "\r\n"), encoding="utf-8", newline="")
    assert native.why_unfit(package) == ""
    (package / "rules.py").write_text(RULES, encoding="utf-8")
    # After an update of Kotva its sources are loaded.
    monkeypatch.setattr(native, "installed_engine", lambda: {"engine": "another"})
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = EntryPoint("counting", "counting.rules:GAME", "kotva.games")
    monkeypatch.setattr(games, "entry_points", lambda group: [entry] if group == entry.group else [])
    with pytest.raises(KotvaError, match="no attribute 'GAME'"):
        games.load("counting")
    assert str(sys.modules["counting.rules"].__file__).endswith("rules.py")
    assert games.slow() == {"counting": "it was compiled for another Kotva (kotva compile makes it anew)"}
    # As plain Python the engine cannot carry its machine code either: that ended the process with 139.
    plain = {**os.environ, "KOTVA_INTERPRETED": "1", "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    done = subprocess.run([sys.executable, "-c", PLAY], env=plain, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["False", "True", "20", "0", "3"], done.stderr


def test_nothing_is_compiled_for_an_engine_that_is_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(native, "MADE", tmp_path / "nothing.json")
    with pytest.raises(KotvaError, match="The installed Kotva is not compiled"):
        native.extensions("counting", ["counting/rules.py"])


def test_another_mypy_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "native.json").write_text('{"mypy": "0.1", "modules": ["state"], "engine": "00"}', encoding="utf-8")
    monkeypatch.setattr(native, "MADE", tmp_path / "native.json")
    with pytest.raises(KotvaError, match=r"was compiled by mypy 0\.1, here is mypy"):
        native.extensions("counting", ["counting/rules.py"])


def test_setup_and_the_helper_agree_on_the_hash(tmp_path: Path) -> None:
    """Two places that cannot import each other."""
    made = native.installed_engine()
    if not made:
        pytest.skip("the engine is not compiled")
    engine = tmp_path / "engine"
    shutil.copytree(ROOT / "kotva" / "engine", engine, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    assert native.hash_of(made["modules"], made["mypy"], tmp_path) == made["engine"]
    (engine / "state.py").write_text("changed", encoding="utf-8")
    assert native.hash_of(made["modules"], made["mypy"], tmp_path) != made["engine"]
