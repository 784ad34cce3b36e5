"""How fast the rules of Settlers run, beside catanatron, the best known Python engine for the same game.

    pip install -r benchmarks/settlers-requirements.txt
    python -m benchmarks.settlers [--rounds 5] [--seconds 3] [--json] [--keep]

Four random players, one core, whole games from an empty board to the end. Rounds alternate (peer, compiled, interpreted), each
in a process of its own, and count processor time, so that a busy machine spoils them all alike. Both sides play the base
rules; the peer's random players never trade with each other, so player trade is off on our side (a figure with it on, and one
under tournament rules, stand below). A ratio is the median of our rounds over the median of the peer's; its spread is that of
the rounds paired as they were run. The peer may live in another environment: `--peer-python PATH`. `--keep` writes the ratios
into RESULTS.md.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.figures import Figure  # noqa: E402
from benchmarks.report import keep  # noqa: E402

GOALS = {"ratio": 60.0, "ratio_interpreted": 3.0, "clone_us": 2.0, "legal_us": 2.0}
BASE: dict[str, object] = {"ruleset": "base", "player_trade": "off"}


# -- one round, in a process of its own ------------------------------------------------------------------------------

PEER = """
import json, sys
from time import process_time
from catanatron import Color, Game, RandomPlayer
seconds, games, start = float(sys.argv[1]), 0, process_time()
while process_time() - start < seconds:
    Game([RandomPlayer(colour) for colour in Color]).play()
    games += 1
print(json.dumps({"games": games / (process_time() - start)}))
"""


def ours(seconds: float) -> dict[str, float]:
    """All figures of this process: games a second under several options, clones and legal lists."""
    from kotva.engine.arrays import COMPILED

    figures: dict[str, float] = {"compiled": float(COMPILED), "games": games_per_second(BASE, seconds)}
    figures["games_tournament"] = games_per_second({"player_trade": "off"}, seconds / 3)
    figures["games_trading"] = games_per_second({}, seconds / 3)
    figures["clone_us"], figures["legal_us"] = clone_and_legal()
    return figures


def games_per_second(options: dict[str, object], seconds: float) -> float:
    from kotva.engine.arrays import Rng
    from kotva.engine.playout import play_random
    from kotva.games.settlers import GAME

    chosen = GAME.choose_options(4, options)
    games, start = 0, process_time()
    while process_time() - start < seconds:
        play_random(GAME.rules.new(chosen), Rng(games), 10**6)
        games += 1
    return games / (process_time() - start)


def clone_and_legal() -> tuple[float, float]:
    """Microseconds a clone and a legal list take, on average over the decisions of random games."""
    from kotva.engine.arrays import Rng
    from kotva.engine.moves import Moves
    from kotva.engine.playout import play_random
    from kotva.games.settlers import GAME

    states = []
    for seed in range(4):
        state = GAME.rules.new(GAME.choose_options(4, BASE))
        rng = Rng(seed)
        while state.to_act() != -2:
            play_random(state, rng, 1)
            if state.to_act() >= 0:
                states.append((int(state.to_act()), state.clone()))
    out = Moves()

    def clones() -> None:
        for _, state in states:
            state.clone()

    def lists() -> None:
        for seat, state in states:
            out.clear()
            state.list_legal(seat, out)

    return microseconds(clones, len(states)), microseconds(lists, len(states))


def microseconds(action: Callable[[], None], times: int) -> float:
    best = float("inf")
    for _ in range(5):
        start = process_time()
        action()
        best = min(best, process_time() - start)
    return best / times * 1e6


# -- all rounds ------------------------------------------------------------------------------------------------------


def run(command: list[str], interpreted: bool) -> dict[str, float]:
    environment = {**os.environ, "KOTVA_INTERPRETED": "1" if interpreted else "0"}
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        if "catanatron" in done.stderr:
            sys.exit("catanatron is not installed here: pip install -r benchmarks/settlers-requirements.txt")
        sys.exit(done.stderr)
    out: dict[str, float] = json.loads(done.stdout)
    return out


def ratio(ours: list[float], theirs: list[float]) -> tuple[float, list[float]]:
    """The ratio of the medians, and the least and the greatest of the paired rounds."""
    pairs = [a / b for a, b in zip(ours, theirs, strict=True)]
    return round(median(ours) / median(theirs), 2), [round(min(pairs), 2), round(max(pairs), 2)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--peer-python", default=sys.executable)
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    parser.add_argument("--keep", action="store_true", help="bring RESULTS.md up to date")
    parser.add_argument("--round", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.round:
        print(json.dumps(ours(given.seconds)))
        return
    me = [sys.executable, str(Path(__file__)), "--round", "--seconds", str(given.seconds)]
    peer, fast, slow = [], [], []
    for number in range(given.rounds):
        peer.append(run([given.peer_python, "-c", PEER, str(given.seconds)], False))
        fast.append(run(me, False))
        slow.append(run(me, True))
        print(
            f"round {number + 1}: catanatron {peer[-1]['games']:.1f} games/s, compiled {fast[-1]['games']:.0f}, "
            f"interpreted {slow[-1]['games']:.1f}",
            flush=True,
        )
    if not all(r["compiled"] for r in fast):
        sys.exit("the rules are not compiled: run `make compile` first")
    result = compare(peer, fast, slow)
    if given.keep:
        keep(figures(result))
    show(result)
    if given.json:
        print(json.dumps(result))


def compare(
    peer: list[dict[str, float]], fast: list[dict[str, float]], slow: list[dict[str, float]]
) -> dict[str, float | list[float]]:
    """What all rounds together say."""

    def of(rounds: list[dict[str, float]], name: str) -> list[float]:
        return [r[name] for r in rounds]

    compiled, spread = ratio(of(fast, "games"), of(peer, "games"))
    interpreted, slow_spread = ratio(of(slow, "games"), of(peer, "games"))
    return {
        "ratio": compiled,
        "ratio_interpreted": interpreted,
        "spread": spread,
        "spread_interpreted": slow_spread,
        "peer_games_per_second": round(median(of(peer, "games")), 1),
        "games_per_second": round(median(of(fast, "games")), 1),
        "games_per_second_interpreted": round(median(of(slow, "games")), 1),
        "games_per_second_tournament": round(median(of(fast, "games_tournament")), 1),
        "games_per_second_trading": round(median(of(fast, "games_trading")), 1),
        "clone_us": round(median(of(fast, "clone_us")), 3),
        "legal_us": round(median(of(fast, "legal_us")), 3),
        "rounds": len(peer),
    }


def figures(result: dict[str, float | list[float]]) -> list[Figure]:
    """The ratios as figures for RESULTS.md."""
    out = []
    for name, spread, how in (
        ("ratio", "spread", "compiled"),
        ("ratio_interpreted", "spread_interpreted", "interpreted"),
    ):
        value, ends = result[name], result[spread]
        assert isinstance(value, float)
        assert isinstance(ends, list)
        what = f"random games/s beside catanatron, {how}"
        out.append(
            Figure("speed", "settlers", what, value, ends[0], ends[1], GOALS[name], unit="times", note="4 players")
        )
    return out


def show(result: dict[str, float | list[float]]) -> None:
    """For people."""
    for figure in figures(result):
        print(f"{figure.what}: {figure.show(figure.value)} (rounds {figure.low} to {figure.high})")
    print(f"tournament rules: {result['games_per_second_tournament']} games/s")
    print(f"player trade on: {result['games_per_second_trading']} games/s (random players make every offer they may)")
    print(f"clone {result['clone_us']} µs, legal list {result['legal_us']} µs")
    for name, goal in GOALS.items():
        value = result[name]
        assert isinstance(value, float)
        good = value <= goal if name.endswith("_us") else value >= goal
        print(f"{'ok    ' if good else 'MISSED'} {name}: {value} (goal {goal})")


if __name__ == "__main__":
    main()
