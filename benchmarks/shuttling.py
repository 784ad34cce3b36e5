"""How often bots undo their own last move: `python -m benchmarks.shuttling [--games 200] [--jobs 2]`.

After each turn of a seat its own pieces are looked at, wherever they are. A turn undoes the last one if they stand as they did
before that, and the last one had changed something. Goal: at most 2 % of the turns of easy and medium bots over 200 games.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from joblib import Parallel, delayed
from rich.console import Console
from rich.progress import track
from rich.table import Table

from kotva import games as registry
from kotva.bots import make
from kotva.engine.arrays import Rng
from kotva.engine.game import PLAYED, Event
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OVER, State
from kotva.games.seameni.board import OUTER
from kotva.games.seameni.rules.game import Seameni
from kotva.games.triremes.board import MOST_MEN
from kotva.games.triremes.rules.game import Triremes

GOAL: Final = 0.02
Key = tuple[int, ...]


def pieces_of_seameni(s: State, seat: int) -> Key:
    """The ship and the pirates of a seat, with the treasure that lies where they are: to fetch it is no way to and fro."""
    assert isinstance(s, Seameni)
    edge = int(s.edge_of(seat))
    places = [int(s.place[p]) for p in range(3 * edge, 3 * edge + 3)]
    lying = [int(s.treasure[place]) if place < OUTER else 0 for place in places]
    return (int(s.ship[edge]), *places, *lying, int(s.score_of[edge]))


def pieces_of_triremes(s: State, seat: int) -> Key:
    """The soldiers ashore, then the ships with their loads."""
    assert isinstance(s, Triremes)
    men = sorted(int(s.men[i]) for i in range(seat * MOST_MEN, seat * MOST_MEN + int(s.ashore[seat])))
    ships = [
        number
        for slot in range(len(s.bow))
        if s.bow[slot] >= 0 and s.owner[slot] == seat
        for number in (slot, int(s.bow[slot]), int(s.heading[slot]), int(s.load[slot]))
    ]
    return (*men, -1, *ships)


PIECES: Final[dict[str, Callable[[State, int], Key]]] = {"seameni": pieces_of_seameni, "triremes": pieces_of_triremes}


@dataclass(slots=True)
class Shuttling:
    """Of some games: turns, how many undid the last one, how many led back to where the pieces stood eight turns before."""

    turns: int = 0
    undone: int = 0
    rounds: int = 0
    proposals: list[int] = field(default_factory=list)  # by seat and game: how often an end was proposed
    endings: dict[str, int] = field(default_factory=dict)

    def add(self, other: Shuttling) -> None:
        self.turns += other.turns
        self.undone += other.undone
        self.rounds += other.rounds
        self.proposals += other.proposals
        for reason, n in other.endings.items():
            self.endings[reason] = self.endings.get(reason, 0) + n


def watch(game_id: str, seats: int, bot: str, number: int) -> Shuttling:
    """One game of a bot against itself."""
    game, random = registry.load(game_id), Random(f"shuttling/{number}")
    options = game.choose_options(seats)
    state, rng, out = game.rules.new(options), Rng(random.getrandbits(40)), Moves()
    bots = [make(bot, random.getrandbits(30)) for _ in range(seats)]
    news: list[list[Event]] = [[] for _ in bots]
    stood: list[list[Key]] = [[PIECES[game_id](state, seat)] for seat in range(seats)]
    found, last, length = Shuttling(proposals=[0] * seats), -1, 0
    while (actor := int(state.to_act())) != OVER and length < game.rules.longest(options):
        if actor not in (CHANCE, last) and last >= 0:
            _turned(found, stood[last], PIECES[game_id](state, last))
        if actor == CHANCE:
            action = int(state.sample(rng, out))
        else:
            last = actor
            action = bots[actor].choose(game.view(state, actor, options, news[actor]))
            news[actor].clear()
            found.proposals[actor] += game.rules.actions.family(action).aside
        state.apply(actor, action)
        length += 1
        for heard in news:
            heard.append((PLAYED, actor, action, 0))
    found.endings = {game.outcome(state).reason if state.to_act() == OVER else "cut off": 1}
    return found


def _turned(found: Shuttling, stood: list[Key], now: Key) -> None:
    """One more turn of a seat."""
    found.turns += 1
    if now != stood[-1]:
        if len(stood) > 1 and stood[-2] != stood[-1] and now == stood[-2]:
            found.undone += 1
        found.rounds += now in stood[-8:]
    stood.append(now)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", choices=sorted(PIECES), default=None)
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--bots", default="easy,medium")
    given = parser.parse_args()
    table = Table("game", "players", "bot", "games", "turns", "undo the last", "in a ring", "proposals", "endings")
    for game_id in [given.only] if given.only else sorted(PIECES):
        for seats in (given.seats,) if given.seats else registry.load(game_id).rules.seats:
            for bot in given.bots.split(","):
                found = Shuttling()
                parts = Parallel(n_jobs=given.jobs, return_as="generator_unordered")(
                    delayed(watch)(game_id, seats, bot, number) for number in range(given.games)
                )
                for part in track(parts, f"{game_id} {seats} {bot}", given.games, console=Console(stderr=True)):
                    found.add(part)
                undone = found.undone / max(1, found.turns)
                table.add_row(
                    *(game_id, str(seats), bot, str(given.games), str(found.turns)),
                    f"{100 * undone:.1f} %" + ("" if undone <= GOAL else " (too many)"),
                    f"{100 * found.rounds / max(1, found.turns):.1f} %",
                    f"at most {max(found.proposals)}",
                    ", ".join(f"{reason} {n}" for reason, n in sorted(found.endings.items(), key=lambda e: -e[1])),
                )
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
