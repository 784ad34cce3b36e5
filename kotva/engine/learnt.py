"""Networks in files: one line of JSON, then whole numbers of 16 and 32 bits; a hash says whether it is whole.

A game ships one beside its evaluation: `bots=GameBots(evaluation=learnt(EVALUATION, MyObserver(), HERE / "network.bin"))`.
"""

from __future__ import annotations

import json
import sys
from array import array
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from kotva.engine.errors import KotvaError
from kotva.engine.evaluation import Evaluation
from kotva.engine.network import LearntEvaluation, Network
from kotva.engine.observe import Observer
from kotva.engine.say import N_

LARGEST: Final = 300_000  # bytes of a file
_FORMAT: Final = "kotva-network-1"
_BAD: Final = N_("{path} is no network, or not whole: {why}.")


@dataclass(frozen=True, slots=True)
class NetworkFile:
    """What is in a file. `into` has a row for each feature and a column for each hidden unit, and one more (see `Network`)."""

    game: str
    seats: int
    hidden: int
    into: tuple[int, ...]
    scale: tuple[int, ...]
    bias: tuple[int, ...]
    out_of: tuple[int, ...]
    share: int

    @property
    def body(self) -> bytes:
        parts = (("h", self.into), ("i", self.scale), ("i", self.bias), ("h", self.out_of), ("i", (self.share,)))
        return b"".join(_packed(kind, numbers) for kind, numbers in parts)

    @property
    def hash(self) -> str:
        """What names these weights: in tables of matches, and in the file itself."""
        return sha256(self.body).hexdigest()[:16]

    def data(self) -> bytes:
        """As a file."""
        head = {
            "format": _FORMAT,
            "game": self.game,
            "seats": self.seats,
            "hidden": self.hidden,
            "width": len(self.scale),
            "hash": self.hash,
        }
        found = json.dumps(head).encode() + b"\n" + self.body
        if len(found) > LARGEST:
            raise KotvaError(
                "A network has at most {most} bytes, and this one has {n}: fewer hidden units make it smaller.",
                most=LARGEST,
                n=len(found),
            )
        return found

    def network(self) -> Network:
        """For the kernel."""
        return Network(self.hidden, list(self.into), list(self.scale), list(self.bias), list(self.out_of), self.share)


def read_network(path: Path) -> NetworkFile:
    """The network of a file; KotvaError says what is wrong with it."""
    try:
        head_line, _, body = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise KotvaError(_BAD, path=path, why=error.strerror or str(error)) from None
    try:
        head = json.loads(head_line)
        if head["format"] != _FORMAT:
            raise ValueError(f"its format is {head['format']}")
        width, hidden = int(head["width"]), int(head["hidden"])
        numbers = []
        for kind, n in (("h", width * (hidden + 1)), ("i", width), ("i", hidden + 1), ("h", hidden), ("i", 1)):
            size = n * array(kind).itemsize
            numbers.append(_unpacked(kind, body[:size], n))
            body = body[size:]
        into, scale, bias, out_of, (share,) = numbers
        found = NetworkFile(str(head["game"]), int(head["seats"]), hidden, into, scale, bias, out_of, share)
        if body or found.hash != head["hash"]:
            raise ValueError("its hash does not fit")
    except (ValueError, KeyError, TypeError) as error:
        raise KotvaError(_BAD, path=path, why=error) from None
    return found


def learnt(base: Evaluation, observer: Observer, path: Path) -> Evaluation:
    """An evaluation with the network of a file; KotvaError where it is of another observer."""
    found = read_network(path)
    width = sum(span.size for span in observer.spans())
    if width != len(found.scale):
        raise KotvaError(
            "{path} looks at {theirs} numbers, and the observer of this game writes {ours}: fit it anew.",
            path=path,
            theirs=len(found.scale),
            ours=width,
        )
    return LearntEvaluation(base, observer, found.network(), found.seats)


def _packed(kind: str, numbers: tuple[int, ...]) -> bytes:
    out = array(kind, numbers)
    if sys.byteorder == "big":
        out.byteswap()
    return out.tobytes()


def _unpacked(kind: str, data: bytes, n: int) -> tuple[int, ...]:
    out = array(kind, data)
    if len(out) != n:
        raise ValueError("it ends too soon")
    if sys.byteorder == "big":
        out.byteswap()
    return tuple(out)
