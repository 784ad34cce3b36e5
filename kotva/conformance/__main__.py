"""`python -m kotva.conformance GAME|FILE ...`: run the kit and print what holds and what does not."""

from __future__ import annotations

import faulthandler
import json
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from kotva import games
from kotva.conformance import CHECKS, ConformanceFault, check, met, promise
from kotva.conformance.rule_checks import chain
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.record import Record

PATIENCE = 300.0  # seconds for one check of one game with all its numbers of seats


def replay() -> None:
    """The second process of the check `replays`: records in, one hash over all states of each out."""
    records = [Record.from_json(text) for text in json.load(sys.stdin)]
    print(json.dumps([chain(games.load(record.game), record) for record in records]))


class Endless(Exception):
    """A check that does not come to an end."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Stop what takes longer, and say where it was; compiled code, which hears nothing, ends with the process."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_number: int, frame: FrameType | None) -> None:
        place = f"{frame.f_code.co_filename}, line {frame.f_lineno}" if frame is not None else "somewhere"
        raise Endless(
            f"it did not end within {seconds:g} s; it was at {place} ({frame.f_code.co_name if frame else ''})"
        )

    before = signal.signal(signal.SIGALRM, stop)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds)
    faulthandler.dump_traceback_later(seconds + 60, exit=True, file=sys.__stderr__ or sys.stderr)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before)


def report(game: Game) -> bool:
    """Run every check on a game and print a line for each; whether all held."""
    print(f"{game.title} ({game.id} {game.version}), {', '.join(map(str, game.rules.seats))} seats")
    good = True
    for name in CHECKS:
        start = time.perf_counter()
        try:
            with limited(PATIENCE):
                check(game, only=name)
        except ConformanceFault as fault:
            good = False
            print(f"  BROKEN {name:10} {promise(name)}\n{fault}")
        except Endless as error:
            print(f"  BROKEN {name:10} {promise(name)}\n{error}")
            print("  The other checks would wait as long; they were not run.")
            return False
        except Exception:
            good = False
            print(f"  BROKEN {name:10} {promise(name)}\n{traceback.format_exc(limit=-3)}")
        else:
            print(f"  ok     {name:10} {time.perf_counter() - start:5.1f} s  {promise(name)}")
    if good and "roles" in CHECKS:
        for seats in game.rules.seats:
            print(f"  {seats} seats: {met(game, seats).text()}")
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
