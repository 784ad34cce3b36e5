"""`python -m kotva.conformance GAME|FILE ...`: run the kit and print what holds and what does not."""

from __future__ import annotations

import json
import sys
import time
import traceback
from pathlib import Path

from kotva import games
from kotva.conformance import CHECKS, Fault, check, promise
from kotva.conformance.playing import chain
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.record import Record


def replay() -> None:
    """The second process of the check `replays`: records in, one hash over all states of each out."""
    records = [Record.from_json(text) for text in json.load(sys.stdin)]
    print(json.dumps([chain(games.load(record.game), record) for record in records]))


def report(game: Game) -> bool:
    """Run every check on a game and print a line for each; whether all held."""
    print(f"{game.title} ({game.id} {game.version}), {', '.join(map(str, game.seats))} seats")
    good = True
    for name in CHECKS:
        start = time.perf_counter()
        try:
            check(game, only=name)
        except Fault as fault:
            good = False
            print(f"  BROKEN {name:10} {promise(name)}\n{fault}")
        except Exception:
            good = False
            print(f"  BROKEN {name:10} {promise(name)}\n{traceback.format_exc(limit=-3)}")
        else:
            print(f"  ok     {name:10} {time.perf_counter() - start:5.1f} s  {promise(name)}")
    return good


def main(arguments: list[str]) -> int:
    if arguments == ["--replay"]:
        replay()
        return 0
    if not arguments or any(a.startswith("-") for a in arguments):
        print(f"usage: python -m kotva.conformance GAME|FILE ...   games: {', '.join(games.ids())}", file=sys.stderr)
        return 2
    try:
        chosen = [game for name in arguments for game in _find(name)]
    except KotvaError as error:
        print(error, file=sys.stderr)
        return 2
    results = [report(game) for game in chosen]
    return 0 if all(results) else 1


def _find(name: str) -> list[Game]:
    return games.load_file(Path(name)) if name.endswith(".py") else [games.load(name)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
