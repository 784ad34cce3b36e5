"""How long reviews take: `python -m benchmarks.reviews`. Goal: 600 decisions within 30 s on two cores.

Bots play a game of each kind; some decisions are judged as in a review (`kotva.learn.review`), with as many simulations as
each of 600 decisions gets. Seconds are of the processor, of one core.
"""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Final

from rich.console import Console
from rich.table import Table

from kotva import games as registry
from kotva.bots import Mcts
from kotva.learn.review import effort, judge, moments
from kotva.match import Match

DECISIONS: Final = 600
JUDGED: Final = 20
KINDS: Final = (("bosman", 4), ("hexxi", 4), ("seameni", 2), ("settlers", 4), ("triremes", 2))


def seconds(game_id: str, seats: int) -> float:
    """For a review of 600 decisions, as far as some of them tell."""
    game = registry.load(game_id)
    match = Match(game, seats, {}, seed="reviews")
    bots = [Mcts(seat, simulations=15) for seat in range(seats)]
    while not match.is_over and len(match.played) < DECISIONS:
        seat = int(match.to_act())
        match.play(game.rules.actions.text(bots[seat].choose(match.view(seat))), seat)
    found = moments(match)
    some = Random(1).sample(found, min(JUDGED, len(found)))
    start = process_time()
    for at in some:
        judge(match, at, effort(DECISIONS))
    return (process_time() - start) / len(some) * DECISIONS


def main() -> None:
    table = Table("game", "players", f"seconds for {DECISIONS} decisions, one core")
    for game_id, seats in KINDS:
        table.add_row(game_id, str(seats), f"{seconds(game_id, seats):.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
