"""What people hold from release 0.1.0 keeps working: records, positions, maps, tournament files, backups and databases.

The files in tests/fixtures/release_0_1_0 were made by that release (commit ea14b0f; make.py.txt says how) and stay as they are.
A record holds what differs from the defaults, so a default that changes is noticed here too.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kotva import games
from kotva.cli import group
from kotva.engine.record import Record
from kotva.engine.state import OVER
from kotva.engine.verify import verify
from kotva.match import Match
from kotva.server.backup import restore
from kotva.server.store import open_store
from kotva.server.table import Table
from kotva.tournament.exports import from_json

RELEASE = Path(__file__).parent / "fixtures" / "release_0_1_0"
RECORDS = sorted(path for path in (RELEASE / "records").glob("*.json") if path.name != "expected.json")
POSITIONS = sorted((RELEASE / "positions").glob("*.json"))
OWN = ["bosman", "hexxi", "seameni", "settlers", "triremes"]
# Of each table of the database: how many events, and whether the game is over.
TABLES = {
    "release0bosman": (92, False),
    "release0hexxi": (71, True),
    "release0seameni": (28, True),
    "release0settlers": (62, False),
    "release0triremes": (25, False),
}


def test_every_game_and_number_of_players_is_kept() -> None:
    wanted = {f"{name}-{seats}" for name in OWN for seats in games.load(name).rules.seats}
    assert wanted <= {path.stem for path in POSITIONS}
    assert {f"{name}-{kind}" for name in wanted for kind in ("usual", "begun", "other")} <= {p.stem for p in RECORDS}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_replays_and_verifies(path: Path) -> None:
    expected = json.loads((RELEASE / "records" / "expected.json").read_text(encoding="utf-8"))[path.stem]
    record = Record.from_json(path.read_text(encoding="utf-8"))
    game = games.load(record.game, record.version)
    match = Match.from_record(game, record)
    assert (len(match.played), match.to_act() == OVER) == (expected["moves"], expected["over"])
    assert match.record().moves == record.moves
    assert {name: match.options[name] for name in expected["options"]} == expected["options"]
    if expected["over"]:
        assert match.record().result == record.result
        assert verify(record, game).sealed
    else:
        assert match.actors() == expected["actors"]
        assert {str(seat): sorted(match.legal(seat)) for seat in match.actors()} == expected["legal"]


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_a_position_is_read_and_played(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    game = games.load(data["game"], data["rules"])
    match = Match.from_record(game, Record(game.id, data["rules"], data["seats"], position=data["position"]))
    assert sorted(match.legal(data["actor"])) == data["legal"]


def kotva(*arguments: str | Path, code: int = 0) -> str:
    done = CliRunner().invoke(group, [str(argument) for argument in arguments], env={"LANG": "C.UTF-8"})
    assert done.exit_code == code, done.output
    return done.output


@pytest.mark.parametrize("name", ["bay", "cove"])
def test_a_map_is_valid(name: str) -> None:
    assert "valid" in kotva("check", "map", RELEASE / "maps" / f"{name}.map")


def test_a_tournament_file_is_verified_and_goes_on(tmp_path: Path) -> None:
    day = tmp_path / "settlers.tour"
    day.write_bytes((RELEASE / "tournaments" / "settlers.tour").read_bytes())
    assert "everything agrees" in kotva("tournament", "verify", day)
    assert "Provisional: round 2 is not complete." in kotva("tournament", "standings", day)
    at = ("--at", "2026-03-07T19:00:00Z")
    kotva("tournament", "do", day, "pause R2", *at)
    kotva("tournament", "do", day, "resume R2", "--at", "2026-03-07T19:05:00Z")
    assert "everything agrees" in kotva("tournament", "verify", day)


def test_an_exported_tournament_is_imported(tmp_path: Path) -> None:
    """From its backup; the public log, which has no seed, is read and follows itself."""
    kotva("tournament", "import", tmp_path / "day.tour", RELEASE / "tournaments" / "settlers-backup.json")
    assert "everything agrees" in kotva("tournament", "verify", tmp_path / "day.tour")
    state, _, secret = from_json((RELEASE / "tournaments" / "settlers-json.json").read_text(encoding="utf-8"))
    assert secret is None
    assert (state.name, len(state.rounds), len(state.players)) == ("Osada", 2, 12)


@pytest.mark.parametrize("kept", ["database", "backup"])
def test_tables_of_a_server_go_on(kept: str, tmp_path: Path) -> None:
    """The database has schema 0009; a backup is restored into one of today."""
    path = tmp_path / "tables.db"
    if kept == "database":
        path.write_bytes(gzip.decompress((RELEASE / "tables.db.gz").read_bytes()))
    else:
        restore(RELEASE / "kotva.backup", path)

    async def look() -> dict[str, tuple[int, bool]]:
        store = open_store(path)
        try:
            found = {}
            for name in TABLES:
                table = await Table.load(store, name, lambda: 1.8e9)
                assert table is not None
                assert [sitter.name for sitter in table.row.sitters][:2] == ["Ada", "Борис"]
                found[name] = (len(table.match.played), table.match.to_act() == OVER)
            return found
        finally:
            await store.close()

    assert asyncio.run(look()) == TABLES
