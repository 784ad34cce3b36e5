"""Games that were played once and for all: an update of Kotva never closes a table that still replays (tools/records.py)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kotva import games
from kotva.engine.errors import BadRecord, KotvaError
from kotva.engine.record import Record
from kotva.engine.verify import verify
from kotva.games import OtherRules
from kotva.match import Match
from tests.conformance.pearls import PEARLS

FOLDER = Path(__file__).parent / "records"
RECORDS = sorted(FOLDER.glob("*/*/*.json"))
OWN = sorted(path.parent.name for path in Path(games.__file__).parent.glob("*/__init__.py"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: "/".join(path.relative_to(FOLDER).parts))
def test_a_kept_record_replays_or_is_refused_in_words(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = Record.from_json(text)
    assert (record.game, record.version) == path.relative_to(FOLDER).parts[:2]
    if not games.load(record.game).replays(record.version):
        with pytest.raises(OtherRules, match=f"begun under rules {record.version}"):
            games.load(record.game, record.version)
        return
    game = games.load(record.game, record.version)
    match = Match.from_record(game, record)
    assert match.record().moves == record.moves
    assert match.is_over == (record.result is not None)
    if match.is_over:
        found = verify(record, game)
        assert found.sealed
        assert not found.given_position
        if record.version == game.version:
            assert match.record().to_json() + "\n" == text


@pytest.mark.parametrize("game_id", OWN)
def test_the_rules_of_today_have_kept_records(game_id: str) -> None:
    game = games.load(game_id)
    kept = {path.name.partition("-")[0] for path in RECORDS if path.parts[-3:-1] == (game_id, game.version)}
    assert kept == {str(seats) for seats in game.rules.seats}, "run tools/records.py and keep what it makes"


def test_a_version_goes_on_under_rules_that_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_added", {})
    games.add(replace(PEARLS, version="3", compatible=("2",)))
    assert games.load("pearls", "3").version == "3"
    assert games.load("pearls", "2").version == "3"
    with pytest.raises(OtherRules, match="begun under rules 1; here are rules 3, 2, and it cannot go on"):
        games.load("pearls", "1")
    record = Record("pearls", "2", 2)
    assert Match.from_record(games.load("pearls", "2"), record).record().version == "3"
    with pytest.raises(BadRecord, match="pearls rules 1; these are pearls rules 3"):
        Match.from_record(games.load("pearls"), Record("pearls", "1", 2))


@pytest.mark.parametrize(
    "name", ["a" * 300, "../bosman", "bosman/../hexxi", "", "\x00", "ßbosman", "__init__", "a" * 10**6]
)
def test_a_game_that_cannot_be_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(KotvaError, match="There is no game") as error:
        games.load(name)
    assert len(str(error.value)) < 300
