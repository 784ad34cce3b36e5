"""`python -m benchmarks.envs`: steps a second of environments, ours beside PettingZoo's and OpenSpiel's, in one run.

Every line is a random player in the loop that its own documentation shows: observation and mask (or legal actions) are made at
every step, and choosing at random is part of it. Times are the processor's. `--json` prints one object; without it ENVS.md and
envs.svg beside this file are written. PettingZoo's classic games need pygame (`pip install pygame`) and are left out without.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from html import escape
from math import log2, log10
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import click
from rich.console import Console
from rich.progress import track

from benchmarks.report import machine
from kotva import envs, games

HERE = Path(__file__).resolve().parent
TARGET = 300_000
SIZES = (1, 4, 16, 64, 256, 1024, 4096)
_PAPER, _INK, _FAINT = "#f6f0e1", "#23303b", "#b9b3a2"
_COLOURS = ("#c8452f", "#2f6690", "#b8862b", "#4b7f52", "#7a4b8c")
_DASHES = ("none", "7 3", "2 3", "9 3 2 3", "4 4")

Step = Callable[[int], int]  # take about so many steps; how many were taken


def ours(game: str, seats: int, n: int) -> Step:
    """A batch of n games, whose random players are drawn by the kernel."""
    made = envs.batch(game, n, seats=seats)

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


def contestants(quick: bool) -> Iterator[tuple[str, str, int, Callable[[], Step]]]:
    """Who is measured: whose, what, how many games at once, and how to make it."""
    for game in ("bosman", "hexxi", "seameni", "settlers", "triremes"):
        seats = games.load(game).seats[0]
        for n in SIZES if not quick else (1, 64):
            yield "kotva batch", game, n, partial(ours, game, seats, n)
    yield "kotva aec", "bosman", 1, partial(aec, partial(envs.aec, "bosman", 2))
    for name in ("tictactoe_v3", "connect_four_v3"):
        try:
            module = __import__(f"pettingzoo.classic.{name}", fromlist=["env"])
        except ImportError:
            continue
        yield "pettingzoo", name, 1, partial(aec, module.env)
    for name in ("tic_tac_toe", "connect_four", "backgammon", "chess", "quoridor"):
        yield "openspiel", name, 1, partial(spiel, name)


def measure(seconds: float, rounds: int, quick: bool) -> list[dict[str, Any]]:
    """Everybody in turn, round by round, so that other work on the machine meets all of them alike."""
    runs = [(whose, what, n, make()) for whose, what, n, make in contestants(quick)]
    found: list[list[float]] = [[] for _ in runs]
    screen = Console(stderr=True)
    jobs = [(i, run) for _ in range(rounds) for i, (_, _, _, run) in enumerate(runs)]
    for i, run in track(jobs, "steps/s", console=screen, disable=not screen.is_terminal):
        taken, start = 0, process_time()
        while (spent := process_time() - start) < seconds:
            taken += run(max(64, runs[i][2]))
        found[i].append(taken / spent)
    return [
        {"whose": whose, "what": what, "games": n, "steps": median(rates), "low": min(rates), "high": max(rates)}
        for (whose, what, n, _), rates in zip(runs, found, strict=True)
    ]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one object; write nothing.")
@click.option("--quick", is_flag=True, help="Two sizes of batches, one short round; write nothing.")
@click.option("--seconds", default=0.5, show_default=True, help="For each measurement.")
@click.option("--rounds", default=3, show_default=True, help="How often everything is measured.")
def main(as_json: bool, quick: bool, seconds: float, rounds: int) -> None:
    """Measure environments."""
    rows = measure(0.1 if quick else seconds, 1 if quick else rounds, quick)
    if as_json:
        click.echo(json.dumps({"machine": machine(), "target": TARGET, "figures": rows}))
        return
    text = markdown(rows)
    click.echo(text)
    if not quick:
        (HERE / "ENVS.md").write_text(text, encoding="utf-8")
        (HERE / "envs.svg").write_text(picture(rows), encoding="utf-8")


def markdown(rows: list[dict[str, Any]]) -> str:
    """A table for people: the best size of each game's batches, and the others."""
    lines = [
        "# Environments",
        "",
        "Made by `python -m benchmarks.envs`; do not edit. Steps a second on one core with observations and masks, random",
        f"players included; the median of some rounds, with the least and the most. The target for batches is {TARGET:,}.",
        "",
        machine(),
        "",
        "What limits a batch: listing what is legal and making the seen copy of a state cost more than playing. Settlers lists",
        "some 40 offers for a decision and copies 50 fields into each view; a board of Triremes has hundreds of squares.",
        "Beyond some hundred games their states no longer fit into the cache.",
        "",
        "![growth with the number of games](envs.svg)",
        "",
        "| whose | game | games at once | steps/s | spread | |",
        "|---|---|---:|---:|---:|---|",
    ]
    for row in rows:
        best = max((r["steps"] for r in rows if (r["whose"], r["what"]) == (row["whose"], row["what"])), default=0)
        verdict = (
            ("met" if best >= TARGET else "**not met**")
            if row["whose"] == "kotva batch" and row["steps"] == best
            else ""
        )
        lines.append(
            f"| {row['whose']} | {row['what']} | {row['games']:,} | {row['steps']:,.0f} | "
            f"{row['low']:,.0f} – {row['high']:,.0f} | {verdict} |"
        )
    return "\n".join([*lines, ""])


def picture(rows: list[dict[str, Any]]) -> str:
    """Steps a second of our batches by the number of games, both on scales of factors."""
    ours = [row for row in rows if row["whose"] == "kotva batch"]
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
