"""`kotva new`, `pip install`, `kotva compile`, the kit and the table, as an inventor meets them one after the other."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from kotva import native
from kotva.cli import group
from kotva.cli.new import make
from kotva.engine.errors import KotvaError

ROOT = Path(__file__).resolve().parent.parent


def test_a_new_game_is_a_package_with_everything(tmp_path: Path) -> None:
    done = CliRunner().invoke(group, ["new", "salmon", "--title", "Salmon Run", "--into", str(tmp_path)])
    assert done.exit_code == 0, done.output
    files = {str(path.relative_to(tmp_path / "salmon")) for path in (tmp_path / "salmon").rglob("*") if path.is_file()}
    assert {"pyproject.toml", "setup.py", "build_backend/game_backend.py", "tests/test_salmon.py"} <= files
    assert {
        "salmon/salmon.md",
        "salmon/rules.py",
        "salmon/scene.py",
        "salmon/text.py",
        "salmon/learn/howto.en.md",
    } <= files
    texts = "".join((tmp_path / "salmon" / name).read_text(encoding="utf-8") for name in files)
    assert 'title=N_("Salmon Run")' in texts
    assert not re.search("GAMEID|TITLE|PREFIX|STATE", texts)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bosman", "There is something called 'bosman' already"),
        ("json", "There is something called 'json' already"),
        ("Salmon", "A game is called by 3 to 40 small letters and digits"),
        ("../x", "A game is called by 3 to 40 small letters and digits"),
        ("class", "A game is called by 3 to 40 small letters and digits"),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_words(name: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(KotvaError, match=re.escape(words)):
        make(name, "A title", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_stays_as_it_is(tmp_path: Path) -> None:
    make("salmon", "Salmon", tmp_path)
    with pytest.raises(KotvaError, match="is there already"):
        make("salmon", "Salmon", tmp_path)


def test_the_modules_that_are_compiled_are_called_alike_in_all_games() -> None:
    """setup.py cannot import Kotva."""
    text = (ROOT / "setup.py").read_text(encoding="utf-8")
    globs = eval(re.search(r"^GAME_GLOBS = (\(.*?^\))", text, re.DOTALL | re.MULTILINE)[1])  # type: ignore[index]  # noqa: S307
    assert globs == native.GAME_GLOBS


def run(*command: object, cwd: Path, code: int = 0, **env: str) -> str:
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "KOTVA_WITH")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=clean | env,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == code, f"{command}:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout + done.stderr


def wheel(folder: Path) -> Path:
    """Kotva as a wheel, with the machine code of this checkout where there is any: compiling it anew is tested elsewhere."""
    source = folder / "source"
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, files.split("\0")):
        if not name.startswith(("tests/", "benchmarks/")) and (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, source / name)
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation")
    run(*pip, "-w", folder, source, cwd=folder, KOTVA_COMPILE="0")
    (made,) = folder.glob("*.whl")
    code = [*ROOT.glob("kotva/**/*.so"), ROOT / "kotva" / "native.json"] if native.installed_engine() else []
    with zipfile.ZipFile(made) as old:
        content = {name: old.read(name) for name in old.namelist() if name != "kotva/native.json"}
    with zipfile.ZipFile(made, "w") as new:
        for name, data in content.items():
            listed = (
                data.decode() + "".join(f"{path.relative_to(ROOT)},,\n" for path in code)
                if name.endswith("RECORD")
                else data
            )
            new.writestr(name, listed)
        for path in code:
            new.write(path, str(path.relative_to(ROOT)))
    return made


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.skipif("KOTVA_INTERPRETED" in os.environ, reason="the engine is not compiled")
@pytest.mark.skipif(not native.installed_engine(), reason="the engine is not compiled")
def test_an_inventors_evening(tmp_path: Path) -> None:
    """A wheel in an empty environment in another folder; a new game, installed plain, compiled in place, checked and served."""
    (tmp_path / "kotva").mkdir()
    made = wheel(tmp_path / "kotva")
    run(sys.executable, "-m", "venv", "env", cwd=tmp_path)
    bin_, away = tmp_path / "env" / "bin", tmp_path / "away"
    away.mkdir()
    run(bin_ / "pip", "install", "-q", f"{made}[play]", cwd=away)
    run(bin_ / "kotva", "new", "salmon", cwd=away)
    run(bin_ / "pip", "install", "-q", "--no-deps", "./salmon", cwd=away, KOTVA_COMPILE="0")
    folder = next((tmp_path / "env").glob("lib/python*/site-packages/salmon"))
    assert not list(folder.glob("*.so"))
    plain = run(
        bin_ / "kotva",
        "sim",
        "salmon",
        "--games",
        "20",
        "--bots",
        "greedy,random",
        "--seats",
        "2",
        "--seed",
        "1",
        cwd=away,
    )
    mypy = native.installed_engine()["mypy"]
    assert f"pip install 'mypy[mypyc]=={mypy}'" in run(bin_ / "kotva", "compile", "salmon", cwd=away, code=2)
    run(bin_ / "pip", "install", "-q", f"mypy[mypyc]=={mypy}", "setuptools", cwd=away)
    quick = tmp_path / "cc"
    quick.write_text('#!/bin/sh\nexec cc "$@" -O0\n')
    quick.chmod(0o755)
    assert "compiled evaluation, rules" in run(bin_ / "kotva", "compile", "salmon", cwd=away, CC=str(quick))
    assert list(folder.glob("rules.*.so"))
    same = run(
        bin_ / "kotva",
        "sim",
        "salmon",
        "--games",
        "20",
        "--bots",
        "greedy,random",
        "--seats",
        "2",
        "--seed",
        "1",
        cwd=away,
    )
    assert same.splitlines()[:4] == plain.splitlines()[:4]
    where = "import kotva.games as g; g.load('salmon'); import salmon.rules; print(salmon.rules.__file__)"
    assert run(bin_ / "python", "-c", where, cwd=away).strip().endswith(".so")
    # It crashed: machine code that expects a compiled engine met an interpreted one.
    assert run(bin_ / "python", "-c", where, cwd=away, KOTVA_INTERPRETED="1").strip() == str(folder / "rules.py")
    kit = run(bin_ / "python", "-m", "kotva.conformance", "--level=complete", "salmon", cwd=away)
    assert "ok     complete" in kit
    assert "BROKEN" not in kit
    run(bin_ / "pip", "install", "-q", "pytest", cwd=away)
    assert " passed" in run(bin_ / "python", "-m", "pytest", "-q", cwd=away / "salmon")
    # Its own build compiles, too: against the Kotva that is installed round it.
    run(bin_ / "pip", "wheel", "-q", "--no-deps", "-w", "wheels", "./salmon", cwd=away, CC=str(quick))
    assert "py3-none-any" not in next((away / "wheels").glob("*.whl")).name
    serves(bin_, away)
    # Installed as its author has it, and asked from the folder in which it was made: that has a folder of the same name.
    run(bin_ / "pip", "install", "-q", "--no-deps", "-e", "./salmon", cwd=away, KOTVA_COMPILE="0")
    found = run(bin_ / "python", "-c", "import kotva.games as g; print(g.load('salmon').title)", cwd=away)
    assert found.strip() == "Salmon"


def serves(bin_: Path, away: Path) -> None:
    """The lobby, the rulebook with its anchors, how to play, and a table of the new game."""
    serve = [str(bin_ / "kotva"), "serve", "--no-browser", "--port", "0", "--db", str(away / "tables.db")]
    with subprocess.Popen(serve, cwd=away, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"http://\S+/", server.stdout.readline())
            assert address is not None

            def page(path: str, data: bytes | None = None) -> str:
                with urllib.request.urlopen(address[0] + path, data, timeout=60) as answer:
                    return str(answer.read().decode())

            assert "Salmon" in page("")
            assert '<li id="SAL-2.3" class="clause">' in page("rules/salmon")
            assert "/rules/salmon#SAL-2.3" in page("learn/salmon")
            assert json.dumps("salmon") in page("new/salmon", b"seats=2")
        finally:
            server.terminate()
