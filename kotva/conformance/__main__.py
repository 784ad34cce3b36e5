"""`python -m kotva.conformance GAME|FILE ...`: run the kit and print what holds and what does not."""

from __future__ import annotations

import json
import sys
import time
import traceback
from pathlib import Path

from kotva import games
from kotva.conformance import CHECKS, ConformanceFault, check, met, missing, promise
from kotva.conformance.levels import LEVELS, PLAYS
from kotva.conformance.places import place_of
from kotva.conformance.rule_checks import chain
from kotva.conformance.watch import Endless, limited
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.record import Record

PATIENCE = 300.0  # seconds for one check of one game with all its numbers of seats


def replay() -> None:
    """The second process of the check `replays`: records in, one hash over all states of each out."""
    records = [Record.from_json(text) for text in json.load(sys.stdin)]
    print(json.dumps([chain(games.load(record.game), record) for record in records]))


def report(game: Game, level: str = PLAYS) -> bool:
    """Run every check on a game and print a line for each; whether all held, and the game has what a level asks for."""
    print(f"{game.title} ({game.id} {game.version}), {', '.join(map(str, game.rules.seats))} seats")
    good = True
    for name in CHECKS:
        start = time.perf_counter()
        try:
            with limited(game, PATIENCE):
                check(game, only=name)
        except ConformanceFault as fault:
            good = False
            print(f"  BROKEN {name:10} {promise(name)}\n{fault}")
        except Endless as error:
            print(f"  BROKEN {name:10} {promise(name)}\n{error}")
            print("  The other checks would wait as long; they were not run.")
            return False
        except Exception as error:
            good = False
            print(
                f"  BROKEN {name:10} {promise(name)}\n{traceback.format_exc(limit=-3)}  at {place_of(game, name, None, error)}"
            )
        else:
            print(f"  ok     {name:10} {time.perf_counter() - start:5.1f} s  {promise(name)}")
    if good and "roles" in CHECKS:
        for seats in game.rules.seats:
            print(f"  {seats} seats: {met(game, seats).text()}")
    reached = good
    for step, sentence in list(LEVELS.items())[1 : list(LEVELS).index(level) + 1]:
        lacking = missing(game, step)
        print(f"  {'ok    ' if not lacking else 'LACKS '} {step:10} {sentence[0].upper()}{sentence[1:]}.")
        print(*(f"    {finding}" for finding in lacking), sep="\n", end="\n" if lacking else "")
        reached = reached and not lacking
    return reached


def main(arguments: list[str]) -> int:
    if arguments == ["--replay"]:
        replay()
        return 0
    level = PLAYS
    if arguments and arguments[0].startswith("--level="):
        level = arguments.pop(0).removeprefix("--level=")
    if not arguments or any(a.startswith("-") for a in arguments) or level not in LEVELS:
        print(
            f"usage: python -m kotva.conformance [--level={'|'.join(LEVELS)}] GAME|FILE ...   games: {', '.join(games.ids())}",
            file=sys.stderr,
        )
        return 2
    try:
        chosen = [game for name in arguments for game in _find(name)]
    except KotvaError as error:
        print(error, file=sys.stderr)
        return 2
    results = [report(game, level) for game in chosen]
    return 0 if all(results) else 1


def _find(name: str) -> list[Game]:
    return games.load_file(Path(name)) if name.endswith(".py") else [games.load(name)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
