"""The client's own choosing over many positions, without a browser: every legal action from every packet, by every path.

    python -m tests.fingers.choosing --count 100000 --seed 1

Random games of every game, number of seats and set of options, and every lesson and puzzle. `walk.mjs` presses; what forms
made is asked of the rules here. A fault is told with its game, seats, options and moves, so that it can be looked at again.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from kotva import games
from kotva.conformance.kit import Budget, Kit, random_game
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.options import Options
from kotva.engine.say import Say
from kotva.engine.state import CHANCE, OK, State
from kotva.learn.lessons import begin, lessons
from kotva.learn.puzzles import as_lesson, puzzles
from kotva.scene.packet import choices, scene_data
from tests.ours import GAMES

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE.parent.parent / "kotva" / "web" / "static" / "js"
SAID = ("SET-12.6",)  # the mirror image of an offer: the table says that one simply accepts
SETS = 12  # of options for each number of seats: each value of each choice is in one of them


@dataclass(frozen=True, slots=True)
class Position:
    """A state and the seat that decides in it."""

    game: Game
    options: Options
    state: State
    seat: int
    place: str  # how to get there, in words

    def packet(self) -> bytes:
        """What a page has of it, as far as one chooses by it."""
        names = [f"Player {seat + 1}" for seat in range(self.options.seats)]
        view = self.game.view(self.state, self.seat, self.options)
        say = Say(game=self.game.id, names=names)
        scene = scene_data(self.game.look.scene(view, say))
        scene.pop("ground", None)
        seed = Random(self.place).getrandbits(30)
        return msgspec.json.encode({"seat": self.seat, "seed": seed, "scene": scene, "choices": choices(view, say)})

    def verdict(self, notation: str) -> str:
        """What the rules say to what a form has made: nothing, a clause, or that it cannot be read."""
        try:
            clause = int(self.state.why_not(self.seat, self.game.rules.actions.parse(notation)))
        except KotvaError:
            return "cannot be read"
        return "" if clause == OK else self.game.clause(clause)


@dataclass(slots=True)
class Findings:
    """What a run has met."""

    positions: int = 0
    actions: int = 0
    presses: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    first: dict[str, str] = field(default_factory=dict)

    def add(self, position: Position, kind: str, text: str) -> None:
        """Count a fault, and keep the first of each kind of each game."""
        name = f"{position.game.id}: {kind}"
        self.kinds[name] += 1
        self.first.setdefault(name, f"{text}\n  {position.place}")

    def report(self) -> str:
        """All of it, for people."""
        head = f"{self.positions} positions, {self.actions} legal actions, {self.presses} presses, {self.kinds.total()} faults"
        return "\n".join([head, *(f"{self.kinds[name]} x {name}: {text}" for name, text in sorted(self.first.items()))])


class Walker:
    """The client's scripts in node: a packet in, faults out."""

    def __init__(self, scripts: Path = SCRIPTS) -> None:
        node = shutil.which("node")
        if node is None:
            raise FileNotFoundError("Node.js is not installed; `tools/need node` installs it.")
        command = [node, str(HERE / "walk.mjs"), str(scripts)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> Walker:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()

    def walk(self, position: Position, findings: Findings) -> None:
        """Choose everything that can be done here."""
        packet = position.packet()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(packet + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the walker has fallen over: {position.place}")
        found: dict[str, Any] = json.loads(answer)
        findings.positions += 1
        findings.actions += packet.count(b'"action":')
        findings.presses += found["presses"]
        for kind, text in found["faults"].items():
            findings.add(position, kind, text)
        for notation in found["made"]:
            verdict = position.verdict(notation)
            if verdict and verdict not in SAID:
                findings.add(position, "forbidden", f"a form makes {notation}: {verdict}")


def deciding(game: Game, options: Options, state: State, place: str) -> Iterator[Position]:
    """A state as each seat has it that may decide."""
    if state.to_act() == CHANCE:
        return
    for seat in range(options.seats):
        if state.may_act(seat) and game.legal(state, seat):
            yield Position(game, options, state, seat, f"{place}, seat {seat}")


def taught(game: Game) -> Iterator[Position]:
    """Where lessons and puzzles begin, and the way to their goals."""
    for lesson in (*lessons(game), *(as_lesson(game, puzzle) for puzzle in puzzles(game))):
        match = begin(game, lesson)
        for step, action in enumerate((*lesson.solution, "")):
            place = f"{game.id}, lesson {lesson.name}, after {step} actions"
            yield from deciding(game, match.options, match.state.clone(), place)
            if not action or lesson.seat not in match.actors():
                break
            match.play(action, lesson.seat)


def played(game: Game, seats: int, seed: int, each: int) -> Iterator[Position]:
    """Every `each`-th decision of random games without end."""
    sets = Kit(game, seats, Budget(0.01, seed)).option_sets(SETS)
    for number, options in enumerate(cycle(sets)):
        rng = Random(f"{game.id}/{seats}/{seed}/{number}")
        play = random_game(game, options, rng, unruly=False)
        start = rng.randrange(each)
        for step, (state, _, _) in enumerate(play.steps()):
            if step % each == start:
                told = f"options {dict(options.given)}, game {number} of seed {seed}"
                place = f"{game.id}, {seats} seats, {told}, after {step} actions"
                yield from deciding(game, options, state.clone(), place)


def positions(count: int, seed: int, each: int, names: list[str]) -> Iterator[Position]:
    """Lessons and puzzles first, then as many of every game and number of seats."""
    found = list(map(games.load, names))
    lots = [islice(taught(game), max(1, count // 10)) for game in found]
    for lot in lots:
        yield from lot
    many = [played(game, seats, seed, each) for game in found for seats in game.rules.seats]
    while True:
        for lot_ in many:
            yield next(lot_)


def look(count: int, seed: int = 1, each: int = 1, names: list[str] | None = None, scripts: Path = SCRIPTS) -> Findings:
    """Walk through so many positions."""
    findings = Findings()
    with Walker(scripts) as walker:
        for position in islice(positions(count, seed, each, names or GAMES), count):
            walker.walk(position, findings)
            if findings.positions % 5000 == 0:
                print(findings.report().splitlines()[0], file=sys.stderr, flush=True)
    return findings


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=7, help="look at every so many-th decision of a game")
    parser.add_argument(
        "--scripts", type=Path, default=SCRIPTS, help="the client's scripts, if not those of this checkout"
    )
    given = parser.parse_args()
    findings = look(given.count, given.seed, given.each, given.games, given.scripts.resolve())
    print(findings.report())
    sys.exit(bool(findings.kinds))


if __name__ == "__main__":
    main()
