"""Compiling after a change: what the change concerns is made anew, nothing else, and as from nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def in_setup(code: str, cwd: Path = ROOT) -> str:
    """What a piece of Python prints that may import setup.py and its helpers."""
    paths = f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / 'build_backend')!r}]\n"
    done = subprocess.run([sys.executable, "-c", paths + code], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("changed", "concerned"),
    [
        ("kotva/games/bosman/text.py", "['shown_bosman']"),
        ("kotva/games/bosman/board.py", "['bosman', 'shown_bosman']"),
        ("kotva/engine/state.py", "everything"),
        ("kotva/engine/say.py", "everything"),
        ("the compiler", "everything"),
    ],
)
def test_a_change_concerns_the_libraries_that_stand_on_it(changed: str, concerned: str) -> None:
    code = f"""
import setup
sources = setup.compiled_sources()
before = setup.fingerprints(sources) | {{{changed!r}: "something else"}}
assert setup.to_make_anew(sources, setup.fingerprints(sources)) == set()
anew = setup.to_make_anew(sources, before)
print("everything" if anew is None else sorted(anew))
"""
    assert in_setup(code) == concerned


# An attribute that may be unset and whose type has no spare value costs a bit, which mypyc 2.4 forgets in its cache.
LOWER = """
from mypy_extensions import i64

class Lower:
    def __init__(self, some: bool) -> None:
        if some:
            self.number: i64 = 1
"""
UPPER = """
from lower import Lower

def say(it: Lower) -> str:
    return f"one {it.number}"
"""
MAKE = """
import hashlib, pathlib, incremental
made = incremental.extensions(
    ["lower.py", "upper.py"], [(["lower.py"], "low"), (["upper.py"], "up")], pathlib.Path("cache"), "out"
)
files = sorted(path for path in pathlib.Path("out").rglob("*.[ch]"))
print(*(f"{path} {path.stat().st_mtime_ns} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in files), sep="\\n")
"""


@pytest.mark.slow
def test_one_changed_word_gives_what_compiling_from_nothing_gives(tmp_path: Path) -> None:
    """With mypyc's own cache it failed: "value is not in list"."""

    def files(folder: str) -> dict[str, list[str]]:
        lines = [line.split() for line in in_setup(MAKE, tmp_path / folder).splitlines() if line.startswith("out/")]
        return {name: rest for name, *rest in lines}

    for folder, text in (("again", UPPER), ("anew", UPPER.replace("one", "two"))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "lower.py").write_text(LOWER, encoding="utf-8")
        (tmp_path / folder / "upper.py").write_text(text, encoding="utf-8")
    before = files("again")
    (tmp_path / "again" / "upper.py").write_text(UPPER.replace("one", "two"), encoding="utf-8")
    after, anew = files("again"), files("anew")
    assert {name: digest for name, (_, digest) in after.items()} == {name: digest for name, (_, digest) in anew.items()}
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"out/__native_up.c"}
