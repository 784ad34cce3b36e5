"""What keeps the server fast, held by counting and by ratios: a busy machine changes neither."""

from __future__ import annotations

import random
import statistics
import time
import zlib
from typing import Any

import pytest
from starlette.applications import Starlette

from kotva import games
from kotva.bots import Bot
from kotva.cli.serve import configured
from kotva.engine.fields import key as state_key
from kotva.engine.game import View
from kotva.engine.record import Record, line
from kotva.match import Match, SeatSpec, TableSpec
from kotva.scene.change import follow
from kotva.server import bot_worker, presenter, shared_frames, sockets
from kotva.server.messages import encode
from kotva.server.presenter import Eyes, Presenter, Viewer
from kotva.server.rows import EventRow
from kotva.server.table import Table
from kotva.server.table_log import TableLog
from kotva.server.tables import prepare
from tests import ours


def table_of(game: str, preset: str = "standard") -> Table:
    """A table for four, or as many as the game is for, that nobody stores."""
    declared = games.load(game)
    seats = [count for count in declared.rules.seats if count <= 4][-1]
    names = tuple(SeatSpec(f"Player {n + 1}") for n in range(seats))
    spec = TableSpec(game=game, seats=names, options=declared.preset(preset).options, seed=f"{game} is fast")
    row, events = prepare(spec)
    return Table(row, TableLog.load(row, events), None, time.time)  # type: ignore[arg-type]


def play(table: Table, chance: random.Random) -> int:
    """A move; on which number of events it was made."""
    match, seq = table.match, table.seq
    seat = chance.choice(match.actors())
    draft = table.table_log.play(seat, chance.choice(match.legal(seat)), seq, None, time.time())
    assert draft is not None
    table.table_log.take(draft)
    return seq


def all_eyes(table: Table) -> list[Eyes]:
    """Four players and a spectator."""
    return [(seat, None, "en") for seat in (*range(table.match.seats), None)]


@pytest.mark.parametrize("preset", ["standard", "quick"])  # Triremes hides its loads in one of them only (TRI-21.1)
@pytest.mark.parametrize("game", ours.GAMES)
def test_what_several_see_is_made_once(game: str, preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move with nine sockets: one scene, one comparison and one text for each pair of eyes, none for each socket.

    Where all know the same, there is one for the seat that moved, one for the seat to move, and one for all others together.
    """
    table = table_of(game, preset)
    shows = Presenter(table)
    made: list[Any] = []
    monkeypatch.setattr(presenter, "follow", _noting(follow, made, "compared"))
    monkeypatch.setattr(presenter, "encode", _noting(encode, made, "encoded"))
    eyes = all_eyes(table)
    for one in eyes:
        shows.now(one)
    made.clear()
    seq = play(table, random.Random(1))
    told = [shows.change(one, seq) for one in (*eyes, *[eyes[-1]] * 4)]
    assert None not in told
    known = {state_key(table.match.view(seat).seen) for seat, _, _ in eyes}
    most = 3 if table.game.look.alike and len(known) == 1 else len(eyes)
    assert sorted(made) == ["compared"] * most + ["encoded"] * most
    assert all(text is told[-1] for text in told[len(eyes) - 1 :])  # the spectators' very same text


@pytest.mark.parametrize("game", ours.GAMES)
def test_an_ordinary_move_is_small_on_the_wire(game: str) -> None:
    """Four players and five spectators, packed as a browser asks for it: half of all moves take less than 3 kB together."""
    chance = random.Random(2)
    table = table_of(game)
    shows = Presenter(table)

    def packer() -> zlib._Compress:
        return zlib.compressobj(
            shared_frames.COMPRESSION["level"],
            wbits=-shared_frames.WINDOW,
            memLevel=shared_frames.COMPRESSION["memLevel"],
        )

    packers = {eyes: packer() for eyes in all_eyes(table)}
    for (seat, _, _), packs in packers.items():
        viewer = Viewer(() if seat is None else (seat,), seat)
        packs.compress(encode(shows.packet(viewer)))
        packs.flush(zlib.Z_SYNC_FLUSH)
    assert configured(Starlette()).ws is sockets.Sockets
    sizes = []
    for _ in range(80):
        if table.match.is_over:
            break
        seq, size = play(table, chance), 0
        for eyes, packs in packers.items():
            text = shows.change(eyes, seq)
            assert text is not None
            packed = len(packs.compress(text) + packs.flush(zlib.Z_SYNC_FLUSH))
            size += packed * (5 if eyes[0] is None else 1)
        sizes.append(size)
    assert statistics.median(sizes) < 3000


def test_a_bot_remembers_at_hundreds_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three rounds over 250 tables: each bot is made once, and each game is replayed from its start once."""
    made: list[Any] = []

    class First(Bot):
        def choose(self, view: View) -> int:
            return view.legal()[0]

    def make(level: str, seed: int) -> Bot:
        made.append((level, seed))
        return First()

    monkeypatch.setattr(bot_worker, "make", make)
    monkeypatch.setattr(bot_worker, "_kept", {})
    monkeypatch.setattr(bot_worker, "_players", {})
    replayed: list[Any] = []
    monkeypatch.setattr(Match, "from_record", staticmethod(_noting(Match.from_record, replayed, "replayed")))
    match = Match(games.load("bosman"), 2, seed="bots remember")
    for _ in range(3):
        record = Record("bosman", match.game.version, 2, moves=[line(p.actor, p.text) for p in match.played])
        seat = match.actors()[0]
        chosen = [bot_worker.choose(f"table {n}", record, seat, f"level {seat}", 1) for n in range(250)]
        match.play(chosen[0])
    assert len(replayed) == 250
    assert len(made) == 250 * len({level for level, _ in made})


def _noting(work: Any, notes: list[Any], what: str) -> Any:
    """The same function, with a note of each call."""

    def wrapped(*args: Any) -> Any:
        notes.append(what)
        return work(*args)

    return wrapped


def test_a_long_table_opens_in_the_time_of_a_few_replays() -> None:
    """Of processor time in one process; a table whose opening grew with the square of its length would take a hundred times."""
    chance = random.Random(3)
    game = games.load("settlers")
    row, _ = prepare(TableSpec(game="settlers", seats=tuple(SeatSpec(f"P{n}") for n in range(4)), seed="a long game"))
    match = Match(game, 4, row.options, seed=row.seed)
    while len(match.played) < 2500 and not match.is_over:
        seat = chance.choice(match.actors())
        match.play(chance.choice(match.legal(seat)), seat)
    events = [EventRow("move", p.actor, p.text, at=1.0) for p in match.played]
    record = match.record()

    def replay() -> None:
        Match.from_record(game, record)

    def open_table() -> None:
        table = Table(row, TableLog.load(row, events), None, time.time)  # type: ignore[arg-type]
        encode(Presenter(table).packet(Viewer()))

    took = {work: min(_processor(work) for _ in range(3)) for work in (replay, open_table)}
    assert took[open_table] < 10 * took[replay]


def _processor(work: Any) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
