"""Records that nobody's game wrote: kept ones, bent in their data, their moves and their very bytes.

Whatever is handed in is refused with a KotvaError or replays to a game that can be looked at, told, written and verified.

    python -m tests.fuzz.records --count 100000 --seed 1
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from rich.progress import track

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.record import Record
from kotva.engine.say import LANGUAGES, Say
from kotva.engine.verify import verify
from kotva.match import Match

FOLDER: Final = Path(__file__).resolve().parents[1] / "records"
SLOW: Final = 5.0  # seconds; nothing that fits into a record may take longer, even on a busy machine

# What is put in the place of something else.
ODD: Final[tuple[Any, ...]] = (
    None, True, False, 0, 1, -1, 2, 5, 99, 2**31, 2**53, 2**63, 2**70, 10**30, -(2**64), 1.5, -0.0, 1e308, float("nan"),
    "", " ", "²", "٣", "\ud800", "\x00", "\u202e", "x" * 500, "9" * 4301, "{0}", "{name}", "%s", "\n", "é" * 99, "on", "?",
    [], [[]], [[[[[[]]]]]], [0] * 300, {}, {"": ""}, {"a": {"a": {"a": []}}}, ["1 keep"], "* ", "! time", "1 pass",
)  # fmt: skip
WORDS: Final = (
    "pass", "roll", "end", "keep", "resign", "time", "turntime", "draw offer", "offer L>B", "offer LLLL>BBBB @P2,P3",
    "offer >", "tac R1:F!G2", "P a1", "bank LLLL>L", "discard LLLLLLLLLLLLLLLLLLLL", "swap R10,R10", "bid 99", "bid 0",
    "leave P4", "turnlimit 3600", "[1,6]", "first 4", "place C a1", "S1>a1+", "a1=c1N", "R1<a1,a2", "cruise a1-g7",
    "offer " + "L" * 20 + ">B", "offer " + "a>" * 150 + "!", "tac " + "a:" * 150, "",
)  # fmt: skip


@cache
def kept() -> tuple[str, ...]:
    """Kept records of all games, the long ones cut short: most of a long game is more of the same."""
    out = []
    for path in sorted(FOLDER.glob("*/*/*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        if games.load(data["game"]).replays(data["rules"]):
            if len(data["moves"]) > 250:
                data["moves"] = data["moves"][:120]
            out.append(json.dumps(data, ensure_ascii=False))
    return tuple(out)


@cache
def positioned() -> tuple[str, ...]:
    """Games that begin in the middle: each kept one from where it stood after a third of its moves."""
    out = []
    for text in kept():
        record = Record.from_json(text)
        match = Match.from_record(games.load(record.game), record)
        at = len(match.played) // 3
        data = json.loads(text)
        data["position"] = match.game.to_position(match.state_at(at))
        data["moves"] = data["moves"][at:]
        out.append(json.dumps(data, ensure_ascii=False))
    return tuple(out)


def bent(rng: Random) -> str | bytes:
    """One record with a few faults."""
    data = json.loads(rng.choice(positioned() if rng.random() < 0.3 else kept()))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice(BENDS)(data, rng)
    text = json.dumps(data, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.25:
        return _bent_bytes(text.encode("utf-8", "surrogatepass"), rng)
    return text


def odd(rng: Random, *more: Any) -> Any:
    """Something odd that belongs to this record alone: whatever is put into it later stays out of the next one."""
    return deepcopy(rng.choice((*ODD, *more)))


def _places(value: Any, out: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in list(items):
        out.append((value, name))
        _places(inner, out)
    return out


def _anywhere(data: dict[str, Any], rng: Random) -> None:
    """Something else somewhere, as likely in the head as in a list of hundreds."""
    top = rng.choice(list(data)) if data else None
    if top is None or rng.random() < 0.4:
        data[top or "kotva"] = odd(rng)
        return
    places = _places(data[top], [])
    if places:
        holder, name = rng.choice(places)
        holder[name] = odd(rng) if rng.random() < 0.7 else json.loads(json.dumps(holder))
    else:
        data[top] = odd(rng)


def _without(data: dict[str, Any], rng: Random) -> None:
    places = _places(data, [])
    holder, name = rng.choice(places) if places else (data, None)
    if name is not None:
        del holder[name]


def _more(data: dict[str, Any], rng: Random) -> None:
    for holder in (data.get("options"), data.get("position"), data.get("result")):
        if isinstance(holder, dict) and rng.random() < 0.6:
            holder[rng.choice(["board", "map1", "limit", "seats", "player", "phase", "x", "first"])] = odd(rng)


def _option(data: dict[str, Any], rng: Random) -> None:
    try:
        declared = games.load(data["game"]).rules.options
    except (KotvaError, KeyError, TypeError, AttributeError):
        return
    if declared and isinstance(data.get("options"), dict):
        data["options"][rng.choice(declared).name] = odd(rng, "on", "off", "cross", "beginner", "1/1", 3)


def _moves(data: dict[str, Any], rng: Random) -> None:
    moves = data.get("moves")
    if not isinstance(moves, list) or not moves:
        return
    at = rng.randrange(len(moves))
    kind = rng.randrange(6)
    if kind == 0:
        moves[at] = f"{rng.choice(['1', '2', '3', '4', '9', '*', '!', '0', '²', ''])} {rng.choice(WORDS)}"
    elif kind == 1:
        moves[at] = f"{rng.choice('1234*!')} {str(moves[at]).partition(' ')[2]}"
    elif kind == 2:
        other = rng.randrange(len(moves))
        moves[at], moves[other] = moves[other], moves[at]
    elif kind == 3:
        del moves[at:]
    elif kind == 4:
        moves.insert(at, rng.choice(moves))
    else:
        moves.insert(at, f"{rng.choice('1234!')} {rng.choice(WORDS)}")


def _head(data: dict[str, Any], rng: Random) -> None:
    other = json.loads(rng.choice(kept()))
    name = rng.choice(["game", "rules", "seats", "options", "names", "moves", "seed", "commit", "result", "seal"])
    if name in other:
        data[name] = other[name]


def _seats(data: dict[str, Any], rng: Random) -> None:
    data["seats"] = rng.choice([2, 3, 4, 5, 0, 1])
    if rng.random() < 0.7:
        data["names"] = ["A"] * int(data["seats"])


BENDS: Final[tuple[Callable[[dict[str, Any], Random], None], ...]] = (
    _anywhere, _anywhere, _without, _more, _option, _moves, _moves, _moves, _head, _seats,
)  # fmt: skip


def _bent_bytes(text: bytes, rng: Random) -> bytes:
    out = bytearray(text)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(out) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            out[at : at + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            del out[at : at + rng.randrange(1, 40)]
        elif kind == 2:
            out[at:at] = rng.choice(
                [b"[" * 1100, b"\xff", b"\\ud800", b'"', b"{", b"\x00", b"1" * 4301, b"e999", b"NaN"]
            )
        elif kind == 3:
            del out[at:]
        else:
            out[at:at] = out[at : at + 30]
    return bytes(out)


def examine(text: str | bytes) -> str:
    """What becomes of a record: how far it came. Anything but a KotvaError on the way is a bug, and is raised."""
    came = "not read"
    try:
        record = Record.from_json(text)
        came = "no such game"
        game = games.load(record.game, record.version)
        came = "does not replay"
        match = Match.from_record(game, record)
    except KotvaError as error:
        for language in LANGUAGES:
            error.say(Say(language))
        return came
    _look(match)
    try:
        verify(record, game)
    except KotvaError as error:
        str(error).encode()
        return "replays"
    return "true"


def _look(match: Match) -> None:
    """A record that replays can be shown to everybody, and written again."""
    for seat in (None, *range(match.seats)):
        view = match.view(seat)
        say = Say(LANGUAGES[len(match.played) % len(LANGUAGES)], match.game.id, match.names)
        match.game.look.scene(view, say)
        match.log(seat, say, max(0, len(match.played) - 20))
        for action in view.legal()[:30]:
            match.game.look.paths(view, action)
    match.record().to_json().encode()
    repr(match)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    came: Counter[str] = Counter()
    bugs: dict[str, tuple[int, str]] = {}
    found = 0
    for number in track(range(given.count), "records", disable=not sys.stderr.isatty()):
        text = bent(Random(f"{given.seed}/{number}"))
        start = time.perf_counter()
        try:
            came[examine(text)] += 1
        except Exception as error:
            found += 1
            last = traceback.extract_tb(error.__traceback__)[-1]
            bugs.setdefault(f"{type(error).__name__} {last.filename}:{last.lineno}", (number, repr(error)[:200]))
        if time.perf_counter() - start > SLOW:
            found += 1
            bugs.setdefault("slow", (number, f"{time.perf_counter() - start:.1f} s"))
    print(", ".join(f"{name}: {n}" for name, n in came.most_common()))
    for place, (number, error_text) in bugs.items():
        print(f"BUG {place}: {error_text} (first at number {number} of seed {given.seed})")
    print(f"{given.count} records, {found} unhandled")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
