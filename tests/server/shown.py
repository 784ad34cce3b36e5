"""What everybody is told of a game, as hashes: `python -m tests.server.shown MOVES` prints them, compiled or interpreted."""

from __future__ import annotations

import hashlib
import json
import random
import sys

from kotva import games
from kotva.server.messages import encode
from kotva.server.presenter import Presenter, Viewer
from kotva.server.rows import EventRow, SitterRow, TableRow
from kotva.server.table import Table
from kotva.server.table_log import TableLog
from tests import ours


def hashes(moves: int) -> dict[str, list[str]]:
    """Of every message, game by game: to each seat and a bystander, in two languages, after every move of random play."""
    return {game: _told(game, moves) for game in ours.GAMES}


def _told(name: str, moves: int) -> list[str]:
    game = games.load(name)
    chance, seats = random.Random(name), [count for count in game.rules.seats if count <= 4][-1]
    people = [SitterRow(seat, "person", "", f"Player {seat + 1}", f"p{seat}") for seat in range(seats)]
    row = TableRow("told", name, game.version, "", seats, {}, "0" * 64, sitters=people)
    table_log = TableLog.load(row, [])
    now = 1e9
    while (outcome := table_log.match.next_outcome()) is not None:
        table_log.fold([EventRow("move", -1, game.rules.actions.text(outcome), at=now)])
    table = Table(row, table_log, None, lambda: now)  # type: ignore[arg-type]
    presenter = Presenter(table)
    eyes = [(seat, None, language) for seat in (*range(seats), None) for language in ("en", "cs")]
    out = [
        _hash(encode(presenter.packet(Viewer(() if seat is None else (seat,), seat, language))))
        for seat, _, language in eyes
    ]
    for _ in range(moves):
        if table_log.match.is_over:
            break
        seat, base = chance.choice(table_log.match.actors()), table.seq
        draft = table_log.play(seat, chance.choice(table_log.match.legal(seat)), base, None, now)
        assert draft is not None
        table_log.take(draft)
        out += [_hash(presenter.change(one, base) or b"") for one in eyes]
    return out


def _hash(message: bytes) -> str:
    return hashlib.sha256(message).hexdigest()[:8]


if __name__ == "__main__":
    print(json.dumps(hashes(int(sys.argv[1]))))
