"""Whether more search is more strength: a bot against the same bot with fewer simulations, two against two.

    python -m benchmarks.depth [--game settlers] [--more 16300] [--less 2000] [--minutes 60] [--jobs 2] [--keep]

Four seats, two of each, in all six arrangements in turn. Games are kept as they are played, as those of levels and endings
are (strength.py). By simulations, never by the clock: a busy machine plays fewer games and not worse ones. `--keep` writes the
share that was won into RESULTS.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from time import monotonic

from rich.console import Console
from rich.progress import Progress

from benchmarks import kept, strength
from benchmarks.report import keep

GOAL = 0.6


def match_of(game: str, more: int, less: int, games: int) -> strength.Match:
    title = f"{more:,} simulations against {less:,}, two against two"
    bots = (f"mcts:{more}",) * 2 + (f"mcts:{less}",) * 2
    return strength.Match(strength.FLOOR, game, 4, title, bots, games, GOAL)


def play(match: strength.Match, minutes: float, jobs: int) -> None:
    """As many games as there is time for, with those that are kept; few are asked for at a time (distribution.py makes no part of
    them), so that each is kept at once."""
    end = monotonic() + 60 * minutes
    strength.look_up(match)
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task(f"{match.game}: {match.title}", total=match.games)
        while len(match.rows) < match.games:
            progress.reset(bar)
            count = min(len(match.rows) + 8 * jobs, match.games)
            if not strength.one_pass(match, count, jobs, partial(strength.advance, progress, bar, end)):
                return


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="settlers")
    parser.add_argument("--more", type=int, default=16_300)
    parser.add_argument("--less", type=int, default=2_000)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="bring RESULTS.md up to date")
    chosen = parser.parse_args(given)
    kept.unpack(strength.KEPT)
    match = match_of(chosen.game, chosen.more, chosen.less, chosen.games)
    play(match, chosen.minutes, chosen.jobs)
    if not match.rows:
        raise SystemExit("not one game was played to its end in this time")
    found = match.figure()
    show = found.show
    print(
        f"{found.what}: {show(found.value)} of {found.note} ({show(found.low)} to {show(found.high)}), goal {show(GOAL)}"
    )
    if chosen.keep:
        keep([found])
        kept.pack(strength.KEPT)


if __name__ == "__main__":
    main()
