"""What everybody is told of a game, as hashes: `python -m tests.server.told MOVES` prints them, compiled or interpreted."""

from __future__ import annotations

import hashlib
import json
import random
import sys

from kotva import games
from kotva.server.messages import encode
from kotva.server.presenter import Presenter, Viewer
from kotva.server.rows import EventRow, SitterRow, TableRow
from kotva.server.sitting import Sitting
from kotva.server.table import Table
from tests import ours


def hashes(moves: int) -> dict[str, list[str]]:
    """Of every message, game by game: to each seat and a bystander, in two languages, after every move of random play."""
    return {game: _told(game, moves) for game in ours.GAMES}


def _told(name: str, moves: int) -> list[str]:
    game = games.load(name)
    chance, seats = random.Random(name), [count for count in game.seats if count <= 4][-1]
    people = [SitterRow(seat, "person", "", f"Player {seat + 1}", f"p{seat}") for seat in range(seats)]
    row = TableRow("told", name, game.version, "", seats, {}, "0" * 64, sitters=people)
    sitting = Sitting.load(row, [])
    now = 1e9
    while (outcome := sitting.match.next_outcome()) is not None:
        sitting.fold([EventRow("move", -1, game.actions.text(outcome), at=now)])
    table = Table(row, sitting, None, lambda: now)  # type: ignore[arg-type]
    presenter = Presenter(table)
    eyes = [(seat, None, language) for seat in (*range(seats), None) for language in ("en", "cs")]
    out = [
        _hash(encode(presenter.packet(Viewer(() if seat is None else (seat,), seat, language))))
        for seat, _, language in eyes
    ]
    for _ in range(moves):
        if sitting.match.is_over:
            break
        seat, base = chance.choice(sitting.match.actors()), table.seq
        draft = sitting.play(seat, chance.choice(sitting.match.legal(seat)), base, None, now)
        assert draft is not None
        sitting.take(draft)
        out += [_hash(presenter.change(one, base) or b"") for one in eyes]
    return out


def _hash(message: bytes) -> str:
    return hashlib.sha256(message).hexdigest()[:8]


if __name__ == "__main__":
    print(json.dumps(hashes(int(sys.argv[1]))))
