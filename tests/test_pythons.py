"""`make pythons`: which Pythons it finds, what it keeps, and what it writes; test_install.py installs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import pythons
from tests.installing import empty_environment, run

TRIED = [
    pythons.Result("3.11.7", "wheel", True, 100.0, "", "2026-11-18", "Debian 12"),
    pythons.Result("3.12.1", "uv", False, 30.0, "", "2026-11-18", "Debian 12"),
    pythons.Result("3.12.1", "pipx", False, 30.0, "no page", "2026-11-18", "Debian 12"),
]


def fake(folder: Path, name: str, says: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{says}\n")
    (folder / name).chmod(0o755)
    return folder / name


def test_one_python_of_each_version_that_kotva_is_made_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = fake(tmp_path / "bin", "python3.12", "echo CPython 3.12.1")
    fake(tmp_path / "later", "python3.12", "echo CPython 3.12.9")
    fake(tmp_path / "later", "python3.10", "echo CPython 3.10.2")
    fake(tmp_path / "later", "python3.11", "exit 127")  # a shim of pyenv that leads nowhere
    fake(tmp_path / "later", "python3.13", "echo PyPy 3.13.0")
    pyenv = fake(tmp_path / "pyenv" / "versions" / "3.14.0" / "bin", "python3.14", "echo CPython 3.14.0rc1")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{tmp_path / 'later'}")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    assert pythons.found() == [first, pyenv]
    assert pythons.version_of(pyenv) == "3.14.0rc1"


def test_the_last_result_of_a_kind_stays(tmp_path: Path) -> None:
    file = tmp_path / "build" / "pythons.json"
    for result in TRIED:
        pythons.keep(file, result)
    pythons.keep(file, pythons.Result("3.12.4", "pipx", False, 20.0, "", "2026-11-19", "Debian 13"))
    assert [(one.python, one.way, one.fault) for one in pythons.read(file)] == [
        ("3.11.7", "wheel", ""),
        ("3.12.1", "uv", ""),
        ("3.12.4", "pipx", ""),
    ]


def test_the_table_says_what_was_tried_and_what_was_not(tmp_path: Path) -> None:
    document = tmp_path / "install.md"
    document.write_text(f"before\n{pythons.BEGIN}\nold\n{pythons.END}\nafter\n")
    pythons.write(document, TRIED)
    lines = document.read_text().splitlines()
    assert lines[0] == "before"
    assert lines[-1] == "after"
    assert "old" not in lines
    nothing, day = "not tried", "(2026-11-18)"
    rows = [
        ["3.11.7, Debian 12", "yes", nothing, f"plays, compiled {day}", nothing, nothing, nothing],
        ["3.11.7, Debian 12", "no", nothing, nothing, nothing, nothing, nothing],
        ["3.12.1, Debian 12", "yes", nothing, nothing, nothing, nothing, nothing],
        ["3.12.1, Debian 12", "no", nothing, nothing, nothing, f"**fails** {day}", f"plays, plain Python {day}"],
    ]
    assert lines[4:8] == [f"| {' | '.join(row)} |" for row in rows]


def test_the_document_tells_of_no_failure() -> None:
    tried = pythons.DOCUMENT.read_text(encoding="utf-8").partition(pythons.BEGIN)[2]
    assert "plays, compiled" in tried
    assert "plays, plain Python" in tried
    assert "fails" not in tried


@pytest.mark.parametrize("asked", [["--ways", "conda"], ["/nowhere/python3.12"]])
def test_what_cannot_be_tried_is_said(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        pythons.main(asked)
    assert "there are folder, wheel, link, pipx, uv" in capsys.readouterr().err or asked[0] != "--ways"


def test_rules_that_are_not_what_the_machine_promises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Python where there is a compiler is a fault, and so is machine code where there is none, or half of it."""
    package = tmp_path / "kotva" / "engine"
    package.mkdir(parents=True)
    for name in ("__init__.py", "state.py", "../__init__.py"):
        (package / name).touch()
    bin_ = empty_environment(tmp_path / "env")
    site = run(bin_ / "python", "-c", "import site; print(site.getsitepackages()[0])", cwd=tmp_path).strip()
    Path(site, "kotva.pth").write_text(str(tmp_path))
    monkeypatch.setattr(pythons, "wanted_machine_code", lambda: {"kotva/engine/state", "kotva/engine/search"})
    python = bin_ / "python"
    assert pythons.wrong(python, tmp_path, compiler=False) == ""
    assert pythons.wrong(python, tmp_path, compiler=True).startswith("compiled are 0 files and should be 2")
    for name in ("state", "search"):
        (package / f"{name}.elsewhere.so").touch()
    assert pythons.wrong(python, tmp_path, compiler=True).startswith("the rules that run are ")
    assert pythons.wrong(python, tmp_path, compiler=False).startswith("compiled are 2 files and should be 0")
