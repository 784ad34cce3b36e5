"""Kotva installed as a stranger does it: from the project's files alone, into an empty environment; and whether it plays then."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def copy_sources(target: Path) -> Path:
    """The project's files and nothing else of the checkout; an unpacked source distribution is taken as it is."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name)
            shutil.copymode(ROOT / name, target / name)
    return target


def run(*command: str | Path, cwd: Path, **env: str) -> str:
    """What a command says; as on the machine of a stranger, where nothing points to this checkout."""
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("KOTVA_", "PYTHON", "COVERAGE"))
    }
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env={**inherited, **env}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
    return done.stdout + done.stderr


def empty_environment(folder: Path, python: str | Path = sys.executable) -> Path:
    """The `bin` of a new virtual environment with nothing but pip."""
    run(python, "-m", "venv", folder, cwd=folder.parent)
    return folder / "bin"


def quick_compiler(folder: Path) -> str:
    """A C compiler that does not optimise: what -O3 makes of it is tested in the checkout, and takes most of the time."""
    quick = folder / "cc"
    quick.write_text('#!/bin/sh\nexec cc "$@" -O0\n')
    quick.chmod(0o755)
    return str(quick)


def plays(bin_: Path, away: Path) -> None:
    """The installed `kotva`, in a folder of its own: lists games, plays one, and serves its first page."""
    assert "bosman" in run(bin_ / "kotva", "games", cwd=away)
    assert "greedy" in run(bin_ / "kotva", "sim", "hexxi", "--games", "1", "--bots", "greedy", "--seed", "1", cwd=away)
    serve = [str(bin_ / "kotva"), "serve", "--no-browser", "--port", "0", "--db", str(away / "tables.db")]
    with subprocess.Popen(serve, cwd=away, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            address = re.search(r"http://\S+", said)
            assert address, said
            with urllib.request.urlopen(address[0], timeout=60) as answer:
                page = answer.read().decode()
            assert answer.status == 200
            assert "Bosman" in page
        finally:
            server.terminate()


def machine_code(names: list[str]) -> set[str]:
    """The compiled modules among files, without what names the machine: `kotva/engine/state`."""
    return {name.split(".")[0] for name in names if name.endswith((".so", ".pyd"))}


def wanted_machine_code() -> set[str]:
    """What compiling this checkout makes: every compiled module, and the libraries in which their code lies."""
    code = "import setup; s = setup.compiled_sources(); print(*s, *(f'{n}__mypyc.py' for _, n in setup.groups(s)), sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return {line.removesuffix(".py").replace(".", "/") for line in done.stdout.split()}
