"""`python -m benchmarks.envs`: steps a second of environments, ours beside PettingZoo's and OpenSpiel's, in one run.

Every line is a random player in the loop that its own documentation shows: observation and mask (or legal actions) are made at
every step, and choosing at random is part of it. Times are the processor's, but for two processes and the one beside them, where
the clock counts: what those say of a busy machine is of little use.
`--json` prints one object; without it ENVS.md, envs.svg and the part of RESULTS.md are written. PettingZoo's classic games need
what `benchmarks/envs-requirements.txt` names; those whose libraries are not there are left out, which is said.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from html import escape
from importlib import import_module
from math import log2, log10
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import click
from rich.console import Console
from rich.progress import track

from benchmarks.figures import Figure
from benchmarks.report import keep, machine
from kotva import envs, games
from kotva.scene.look import DAY, SEATS

HERE = Path(__file__).resolve().parent
TARGET = 300_000
SIZES = (1, 4, 16, 64, 256, 1024, 4096)
_PAPER, _INK, _FAINT = DAY["paper"], DAY["ink"], DAY["line"]
_COLOURS = tuple(seat.day for seat in SEATS)
_DASHES = ("none", "7 3", "2 3", "9 3 2 3", "4 4")

OURS, AEC, ZOO, SPIEL = "kotva batch", "kotva aec", "pettingzoo", "openspiel"
ALONE, SHARED = "kotva, 1 process", "kotva, 2 processes"
BEST = 64  # games at once for the other numbers of seats: a batch that is in the cache
SHARED_GAMES = 512
ZOO_GAMES = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4", "chess_v6")
SPIEL_GAMES = ("tic_tac_toe", "connect_four", "leduc_poker", "gin_rummy", "backgammon", "chess", "quoridor")

Step = Callable[[int], int]  # take about so many steps; how many were taken


@dataclass(frozen=True)
class Contestant:
    """What is measured: whose, which game for how many, how many games at once, and how to make it."""

    whose: str
    what: str
    seats: int
    games: int
    make: Callable[[], Step]

    @property
    def clock(self) -> Callable[[], float]:
        return perf_counter if self.whose in (ALONE, SHARED) else process_time


def ours(game: str, seats: int, n: int, processes: int = 1) -> Step:
    """A batch of n games, whose random players are drawn by the kernel."""
    made = envs.batch(game, n, seats=seats, processes=processes)

    def run(steps: int) -> int:
        rounds = max(1, steps // n)
        for _ in range(rounds):
            made.step(made.sampled)
        return rounds * n

    return run


def aec(make: Callable[[], Any]) -> Step:
    """PettingZoo's loop."""
    env = make()

    def run(steps: int) -> int:
        taken = 0
        while taken < steps:
            env.reset(seed=taken)
            for agent in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
                taken += 1
                if taken >= steps:
                    break
        return taken

    return run


def spiel(name: str) -> Step:
    """OpenSpiel's loop, with the observation of the player to act."""
    import pyspiel

    game = pyspiel.load_game(name)
    kind = game.get_type()
    rng = random.Random(1)

    def run(steps: int) -> int:
        taken = 0
        while taken < steps:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes())
                    state.apply_action(rng.choices(outcomes, weights)[0])
                    continue
                if kind.provides_observation_tensor:
                    state.observation_tensor(state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
                taken += 1
        return taken

    return run


def contestants(quick: bool) -> Iterator[Contestant]:
    """Who is measured."""
    for game in ours_by_name():
        first, *more = games.load(game).rules.seats
        for n in SIZES if not quick else (1, BEST):
            yield Contestant(OURS, game, first, n, partial(ours, game, first, n))
        for seats in more:
            yield Contestant(OURS, game, seats, BEST, partial(ours, game, seats, BEST))
        if not quick:
            for whose, processes in ((ALONE, 1), (SHARED, 2)):
                make = partial(ours, game, first, SHARED_GAMES, processes)
                yield Contestant(whose, game, first, SHARED_GAMES, make)
    for game in ours_by_name():
        seats = games.load(game).rules.seats[0]
        yield Contestant(AEC, game, seats, 1, partial(aec, partial(envs.aec, game, seats)))
    for name in ZOO_GAMES:
        try:
            module = import_module(f"pettingzoo.classic.{name}")
        except Exception as error:  # PettingZoo raises what it likes where a library is missing
            click.echo(f"pettingzoo's {name} is left out: {error}", err=True)
            continue
        yield Contestant(ZOO, name, 2, 1, partial(aec, module.env))
    for name in SPIEL_GAMES:
        yield Contestant(SPIEL, name, 2, 1, partial(spiel, name))


def ours_by_name() -> tuple[str, ...]:
    return ("bosman", "hexxi", "seameni", "settlers", "triremes")


def measure(seconds: float, rounds: int, quick: bool) -> list[dict[str, Any]]:
    """Everybody in turn, round by round, so that other work on the machine meets all of them alike."""
    those = list(contestants(quick))
    runs = [one.make() for one in those]
    found: list[list[float]] = [[] for _ in runs]
    screen = Console(stderr=True)
    jobs = [(i, one) for _ in range(rounds) for i, one in enumerate(those)]
    for i, one in track(jobs, "steps/s", console=screen, disable=not screen.is_terminal):
        taken, clock = 0, one.clock
        start = clock()
        while (spent := clock() - start) < seconds:
            taken += runs[i](max(64, one.games))
        found[i].append(taken / spent)
    rows = [
        {"whose": one.whose, "what": one.what, "seats": one.seats, "games": one.games}
        | {"steps": median(rates), "low": min(rates), "high": max(rates)}
        for one, rates in zip(those, found, strict=True)
    ]
    for i, row in enumerate(rows):
        if row["whose"] == SHARED:  # beside the one before it, round by round
            gains = sorted(two / one for one, two in zip(found[i - 1], found[i], strict=True))
            row["gain"] = {"median": median(gains), "low": gains[0], "high": gains[-1]}
    return rows


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one object; write nothing.")
@click.option("--quick", is_flag=True, help="Two sizes of batches, one short round; write nothing.")
@click.option("--seconds", default=0.4, show_default=True, help="For each measurement.")
@click.option("--rounds", default=5, show_default=True, help="How often everything is measured.")
@click.option("--busy", is_flag=True, help="Say that the machine had other work to do.")
def main(as_json: bool, quick: bool, seconds: float, rounds: int, busy: bool) -> None:
    """Measure environments."""
    rows = measure(0.1 if quick else seconds, 1 if quick else rounds, quick)
    if as_json:
        click.echo(json.dumps({"machine": machine(), "busy": busy, "target": TARGET, "figures": rows}))
        return
    text = markdown(rows, busy)
    click.echo(text)
    if not quick:
        (HERE / "ENVS.md").write_text(text, encoding="utf-8")
        (HERE / "envs.svg").write_text(picture(rows), encoding="utf-8")
        keep(figures(rows))


def best(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The fastest batch of each game with each number of seats."""
    out: dict[tuple[str, int], dict[str, Any]] = {}
    for row in rows:
        key = (row["what"], row["seats"])
        if row["whose"] == OURS and (key not in out or row["steps"] > out[key]["steps"]):
            out[key] = row
    return list(out.values())


def figures(rows: list[dict[str, Any]]) -> list[Figure]:
    """The figures that are held against the target, for RESULTS.md."""
    return [
        Figure(
            "environments",
            row["what"],
            f"steps/s of a batch, {row['seats']} players",
            row["steps"],
            row["low"],
            row["high"],
            TARGET,
            note=f"{row['games']:,} games at once",
        )
        for row in best(rows)
    ]


def markdown(rows: list[dict[str, Any]], busy: bool = False) -> str:
    """A table for people: the best size of each game's batches is held against the target."""
    lines = [
        "# Environments for agents: how fast",
        "",
        "Made by `python -m benchmarks.envs`; do not edit. Steps a second on one core with observations and masks, random",
        "players included; the median of some rounds, with the least and the most. The target for batches is",
        f"{TARGET:,} for the best number of games at once. All in one run: PettingZoo's and OpenSpiel's games are driven",
        "by their own loops.",
        "",
        machine() + (" Measured while the machine was busy with other work." if busy else ""),
        "",
        "What limits a batch: a step that decides makes a view and an observation anew (50 to 150 numbers are not 0) and lists",
        "what is legal; a step in the middle of a decision does neither. So a game whose actions are one step (Piraci HEXXI) is",
        "the slowest. Some hundred games with their rows no longer fit into the cache of a core, and one waits for memory:",
        "4,096 games of Triremes for two have 38 MB of observations.",
        "",
        *gains(rows, busy),
        "![growth with the number of games](envs.svg)",
        "",
        "| whose | game | players | games at once | steps/s | spread | |",
        "|---|---|---:|---:|---:|---:|---|",
    ]
    winners = best(rows)
    for row in rows:
        verdict = ""
        if row in winners:
            verdict = "met" if row["steps"] >= TARGET else "**not met**"
        lines.append(
            f"| {row['whose']} | {row['what']} | {row['seats']} | {row['games']:,} | {row['steps']:,.0f} | "
            f"{row['low']:,.0f} – {row['high']:,.0f} | {verdict} |"
        )
    return "\n".join([*lines, ""])


def gains(rows: list[dict[str, Any]], busy: bool) -> list[str]:
    """What the second process brings, game by game."""
    shared = [row for row in rows if row["whose"] == SHARED]
    if not shared:
        return []
    said = [
        f"{row['what']} {row['gain']['median']:.2f} ({row['gain']['low']:.2f} – {row['gain']['high']:.2f})"
        for row in shared
    ]
    return [
        f"Two processes step {SHARED_GAMES} games so many times as fast as one, by the clock, in turns: {', '.join(said)}.",
        *(["On a busy machine the second one waits for a core as often as not."] if busy else []),
        "",
    ]


def picture(rows: list[dict[str, Any]]) -> str:
    """Steps a second of our batches by the number of games, both on scales of factors."""
    first = {row["what"]: row["seats"] for row in reversed(rows) if row["whose"] == OURS}
    ours = [row for row in rows if row["whose"] == OURS and row["seats"] == first[row["what"]]]
    left, top, width, height = 90, 70, 560, 300

    def x(n: float) -> float:
        return round(left + width * log2(n) / log2(SIZES[-1]), 1)

    def y(steps: float) -> float:
        return round(top + height * (6 - log10(max(steps, 1e4))) / 2, 1)

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 430" width="800" height="430" role="img"',
        f' font-family="system-ui, sans-serif" font-size="12" fill="{_INK}">',
        "<title>Steps a second by the number of games at once</title>",
        f'<rect width="800" height="430" fill="{_PAPER}"/>',
        f'<rect x="5" y="5" width="790" height="420" fill="none" stroke="{_INK}" stroke-width="1.5"/>',
        f'<rect x="9" y="9" width="782" height="412" fill="none" stroke="{_INK}" stroke-width=".6"/>',
        '<text x="24" y="40" font-family="Iowan Old Style, Palatino, Georgia, serif" font-size="18">',
        "Steps a second on one core, by the number of games at once</text>",
    ]
    for steps in (10_000, 30_000, 100_000, 300_000, 1_000_000):
        heavy = f'stroke="{_INK}" stroke-width="1.4"' if steps == TARGET else f'stroke="{_FAINT}" stroke-width=".8"'
        parts.append(f'<path d="M{left} {y(steps)}h{width}" {heavy}/>')
        parts.append(f'<text x="{left - 8}" y="{y(steps) + 4}" text-anchor="end">{steps:,}</text>')
    parts += [f'<text x="{x(n)}" y="{top + height + 20}" text-anchor="middle">{n:,}</text>' for n in SIZES]
    for i, game in enumerate(dict.fromkeys(row["what"] for row in ours)):
        points = [(x(r["games"]), y(r["steps"])) for r in ours if r["what"] == game]
        way = "M" + "L".join(f"{a} {b}" for a, b in points)
        dash = f' stroke-dasharray="{_DASHES[i]}"' if _DASHES[i] != "none" else ""
        parts.append(f'<path d="{way}" fill="none" stroke="{_COLOURS[i]}" stroke-width="2.2"{dash}/>')
        parts.append(f'<path d="M675 {92 + 26 * i}h28" stroke="{_COLOURS[i]}" stroke-width="2.2"{dash}/>')
        parts.append(f'<text x="710" y="{96 + 26 * i}">{escape(game)}</text>')
    return "\n".join([*parts, "</svg>\n"])


if __name__ == "__main__":
    main()
