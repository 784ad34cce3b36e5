"""`python -m tools.mutants.scripts`: break the client's scripts one place at a time; do the tests in node notice?

What is broken is the code of choosing, forms and messages; `scripts.mjs` reads it with the compiler of TypeScript, which checks
it too. Each mutant is a copy of the scripts with one change, on which `tests/client/all.mjs` runs.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import click

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCRIPTS = ROOT / "kotva" / "web" / "static" / "js"
TESTS = ROOT / "tests" / "client" / "all.mjs"
BROKEN = ("choose", "choosing", "forms", "change", "net")
PATIENCE = 60.0  # seconds for all tests, which take one: a mutant that needs more has a loop without an end


@dataclass(frozen=True, slots=True)
class ScriptMutant:
    """One small change of a script."""

    file: str
    owner: str
    line: int
    start: int
    end: int
    before: str
    after: str
    number: int  # of those with the same words

    @property
    def id(self) -> str:
        """By its words, so that it keeps its name when lines move."""
        words = f"{self.file.removesuffix('.js')}.{self.owner}: {self.before} => {self.after}"
        return f"{words} #{self.number}" if self.number > 1 else words


def mutants() -> list[ScriptMutant]:
    """All there are, in the order of the files."""
    files = [str(SCRIPTS / f"{name}.js") for name in BROKEN]
    node = shutil.which("node")
    if node is None:
        raise click.ClickException("Node.js is needed to break scripts.")
    done = subprocess.run(
        [node, str(HERE / "scripts.mjs"), *files], capture_output=True, text=True, check=True, cwd=ROOT
    )
    seen: Counter[tuple[str, ...]] = Counter()
    found: list[ScriptMutant] = []
    for line in done.stdout.splitlines():
        one = json.loads(line)
        words = (one["file"], one["owner"], one["before"], one["after"])
        seen[words] += 1
        found.append(ScriptMutant(**one, number=seen[words]))
    return found


def survives(mutant: ScriptMutant, folder: Path) -> bool:
    """Whether all tests pass with the mutant in a copy of the scripts."""
    file = folder / mutant.file
    # The compiler counts in UTF-16; these scripts have nothing outside of its first plane.
    text = (SCRIPTS / mutant.file).read_text(encoding="utf-8")
    file.write_text(text[: mutant.start] + mutant.after + text[mutant.end :], encoding="utf-8")
    try:
        done = subprocess.run(["node", str(TESTS), str(folder)], capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return False
    finally:
        file.write_text(text, encoding="utf-8")
    return done.returncode == 0


def equivalent() -> dict[str, str]:
    """Changes that nobody could notice, with the reason."""
    found = tomllib.loads((HERE / "judged.toml").read_text(encoding="utf-8"))
    return {one["mutant"]: one["reason"] for one in found.get("client", [])}


@click.command(help=__doc__)
@click.option("--sample", default=100, show_default=True, help="how many; 0: all")
@click.option("--seed", default=1, show_default=True, help="which sample")
@click.option("--only", default="", help="only mutants whose name contains this")
def main(sample: int, seed: int, only: str) -> None:
    every = mutants()
    drawn = sorted(every, key=lambda one: hashlib.sha256(f"{seed} {one.id}".encode()).hexdigest())
    chosen = [one for one in (drawn[:sample] if sample and not only else drawn) if only in one.id]
    known, alive = equivalent(), list[ScriptMutant]()
    with tempfile.TemporaryDirectory() as space:
        (Path(space) / "package.json").write_text('{"type": "module"}', encoding="utf-8")
        folder = Path(space) / "js"
        shutil.copytree(SCRIPTS, folder)
        if not survives(ScriptMutant("choose.js", "", 0, 0, 0, "", "", 0), folder):
            sys.exit("the tests fail on the unbroken scripts")
        for number, mutant in enumerate(chosen, 1):
            if mutant.id not in known and survives(mutant, folder):
                alive.append(mutant)
                click.echo(f"alive  {mutant.file}:{mutant.line}  {mutant.id}")
            if number % 20 == 0:
                click.echo(f"{number} of {len(chosen)}, {len(alive)} alive", err=True)
    same = sum(mutant.id in known for mutant in chosen)
    killed = len(chosen) - same - len(alive)
    share = killed / max(1, len(chosen) - same)
    click.echo(
        f"client: {len(every)} mutants, {len(chosen)} tried (seed {seed}), {killed} killed, {same} equivalent: {share:.1%}"
    )


if __name__ == "__main__":
    main()
