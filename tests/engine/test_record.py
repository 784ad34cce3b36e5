"""Records: the truth about a game, and every way in which a text can fail to be one."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotva.engine.errors import BadRecord, KotvaError
from kotva.engine.fair import Chance, commitment
from kotva.engine.fields import key
from kotva.engine.game import Json
from kotva.engine.moves import Moves
from kotva.engine.record import Record, line, split
from kotva.engine.state import CHANCE, OVER, TABLE
from kotva.engine.verify import result_of, verify
from tests.conformance.pearls import PEARLS, Pearls

SEED = "a seed for tests"


def played(seed: str = SEED) -> Record:
    """A whole game: everybody keeps and bets 1, chance is fair."""
    record = Record("pearls", "1", 2, seed=seed, commit=commitment(seed), names=["Ada", "Bo"])
    state, chance, out = Pearls(2, 1), Chance(seed), Moves()
    while state.to_act() != OVER:
        actor = state.to_act()
        if actor == CHANCE:
            out.clear()
            state.list_chance(out)
            action = out.items()[chance.draw(out.weights())]
        else:
            action = PEARLS.rules.actions.parse("bet 1" if state.phase == 2 else "keep")
        record.moves.append(line(actor, PEARLS.rules.actions.text(action)))
        state.apply(actor, action)
    record.result = result_of(PEARLS.outcome(state))
    return record


def refused(change: dict[str, object], text: str | None = None) -> str:
    """The message for a record in which something was changed."""
    data = json.loads(played().to_json()) | change
    with pytest.raises(BadRecord) as error:
        Record.from_json(json.dumps({k: v for k, v in data.items() if v != "gone"}) if text is None else text)
    return str(error.value)


@given(st.sampled_from([CHANCE, TABLE, 0, 1, 8, 11]), st.text(min_size=1))
def test_a_line_splits_into_what_it_was_made_of(actor: int, text: str) -> None:
    assert split(line(actor, text)) == (actor, text)


def test_lines_are_readable() -> None:
    assert [line(CHANCE, "draw 3"), line(TABLE, "bell"), line(0, "keep")] == ["* draw 3", "! bell", "1 keep"]


@pytest.mark.parametrize(
    "text", ["", "keep", "0 keep", "-1 keep", "x keep", "² keep", "001 keep", "999 keep", "? keep"]
)
def test_a_line_begins_with_the_actor(text: str) -> None:
    with pytest.raises(BadRecord, match="does not begin with a seat"):
        split(text)


def test_json_both_ways() -> None:
    record = played()
    assert Record.from_json(record.to_json()) == record
    assert '"1 keep",\n' in record.to_json()
    bare = Record("pearls", "1", 2, moves=["* draw 1"], position={"player": 1})
    assert Record.from_json(bare.to_json()) == bare
    assert "seed" not in bare.to_json()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kotva": 2}, 'This is no Kotva record: it must be a JSON object with "kotva": 1.'),
        ({"game": 7}, "The record has no 'game' of the right kind."),
        ({"rules": "gone"}, "The record has no 'rules' of the right kind."),
        ({"seats": "2"}, "The record has no 'seats' of the right kind."),
        ({"seats": True}, "The record has no 'seats' of the right kind."),
        ({"options": []}, "The record has no 'options' of the right kind."),
        ({"names": "Ada"}, "The record has no 'names' of the right kind."),
        ({"names": [1]}, "The record has no 'names' of the right kind."),
        ({"moves": "gone"}, "The record has no 'moves' of the right kind."),
        ({"commit": 1}, "The record has no 'commit' of the right kind."),
        ({"seed": 1}, "The record has no 'seed' of the right kind."),
        ({"position": [1]}, "The record has no 'position' of the right kind."),
        ({"result": "won"}, "The record has no 'result' of the right kind."),
        ({"names": ["Ada"]}, "The record has no 'names' of the right kind."),
        ({"names": ["Ada", "Bo", "Cy"]}, "The record has no 'names' of the right kind."),
        ({"game": "a" * 300}, "The record has no 'game' of the right kind."),
        ({"game": "../etc"}, "The record has no 'game' of the right kind."),
        ({"rules": "1" * 300}, "The record has no 'rules' of the right kind."),
        ({"seed": "s" * 201}, "The record has no 'seed' of the right kind."),
        ({"seal": 3}, "The record has no 'seal' of the right kind."),
        ({"seats": 2**70}, "This cannot be read as a record. This has a number beyond 9007199254740992."),
        ({"seed": "\ud800"}, "This cannot be read as a record. This has half a character (a lone surrogate) in it."),
        ({"names": ["Ada", "\udfff"]}, "This cannot be read as a record. This has half a character"),
        ({"moves": ["1 keep", 3]}, "Move 2 is not a text."),
        ({"moves": ["keep"]}, "The line 'keep' does not begin with a seat, '*' or '!'."),
    ],
)
def test_what_is_no_record(change: dict[str, object], message: str) -> None:
    assert refused(change).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 1100, "nested too deeply"),
        ("[" * 100_000, "nested too deeply"),
        ('{"kotva": 1, "position": ' + '{"a":' * 500 + "1" + "}" * 501, "nested too deeply: more than 16 levels"),
        ('{"kotva": ' + "1" * 4301 + "}", "This is not JSON"),
        ('{"kotva": NaN}', "This is not JSON: NaN"),
        ('{"kotva": 1e400}', "number beyond"),
        (b'{"kotva": 1, "game": "\xff"}', "This is not a text in UTF-8."),
        (" " * 4_000_001, "too large: more than 4000000 characters"),
    ],
)
def test_what_cannot_be_read(text: str | bytes, message: str) -> None:
    with pytest.raises(BadRecord, match=message) as error:
        Record.from_json(text)
    assert len(str(error.value)) < 300


def test_messages_do_not_repeat_a_megabyte() -> None:
    data = json.loads(played().to_json())
    for change in (
        {"options": {"rounds": "9" * 10**6}},
        {"options": {"x" * 10**6: 1}},
        {"moves": ["1 " + "keep" * 10**5]},
    ):
        with pytest.raises(BadRecord) as error:
            Record.from_json(json.dumps(data | change)).final(PEARLS)
        assert len(str(error.value)) < 5000


def test_names_of_a_record_can_be_shown_anywhere() -> None:
    data = json.loads(played().to_json()) | {"names": ["A\u202eda\x1b[31m", "\x00\u200b"]}
    assert Record.from_json(json.dumps(data)).names == ["Ada[31m", "Player 2"]


def test_what_is_not_even_json() -> None:
    assert refused({}, "1 keep").startswith("This cannot be read as a record. This is not JSON: ")
    assert refused({}, "[]").startswith("This is no Kotva record")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_any_json_is_a_record_or_refused(data: object) -> None:
    given_ = {"kotva": 1, "game": "pearls", "rules": "1", "seats": 2, "moves": []}
    for change in ({"options": data}, {"position": data}, {"moves": data}, {"moves": [data]}, {"names": data}):
        with contextlib.suppress(KotvaError):
            Record.from_json(json.dumps(given_ | change)).final(PEARLS)


def test_replay_gives_every_state() -> None:
    record = played()
    steps = list(record.replay(PEARLS))
    assert [actor for actor, _, _ in steps] == [CHANCE, CHANCE, 0, 1, 0, 1]
    assert steps[-1][2].to_act() == OVER
    assert key(record.final(PEARLS)) == key(steps[-1][2])
    assert key(Record("pearls", "1", 2).final(PEARLS)) == key(Pearls(2, 1))


POSITION: dict[str, Json] = {
    "pearl": [1, 2], "bag": [0, 0, 0, 1, 1, 1, 1, 1, 1], "phase": 1, "player": 1, "rounds": 2, "left": 3
}  # fmt: skip


def test_a_record_may_start_anywhere() -> None:
    record = Record("pearls", "1", 2, position=POSITION, moves=["2 keep"])
    assert record.final(PEARLS).to_act() == 0
    record.position = {**POSITION, "player": 7}
    with pytest.raises(BadRecord, match="nobody is to act"):
        record.final(PEARLS)


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("1 fly", "Move 3 does not replay: 'fly' is no action here. Actions look like: keep, dive"),
        ("2 keep", "Move 3 does not replay: 'keep': seat 2 has nothing to decide now (PRL-2.1)."),
        ("9 keep", "Move 3 does not replay: There is no seat 9 in this game."),
        (
            "1 bet 1",
            "Move 3 does not replay: 'bet 1' is not allowed: Everybody bets at the end. (PRL-3.1) You may: keep",
        ),
    ],
)
def test_what_does_not_replay(move: str, message: str) -> None:
    record = played()
    record.moves[2] = move
    with pytest.raises(BadRecord) as error:
        record.final(PEARLS)
    assert str(error.value).startswith(message)


def test_other_rules_other_records() -> None:
    with pytest.raises(BadRecord) as error:
        played().final(replace(PEARLS, version="2"))
    assert str(error.value) == "This record was played under pearls rules 1; these are pearls rules 2."


def test_options_of_a_record_are_checked() -> None:
    with pytest.raises(
        BadRecord, match="beginning of this record cannot be: Option rounds cannot be 9; allowed: 1 to 2"
    ):
        Record("pearls", "1", 2, {"rounds": 9}).final(PEARLS)


def test_a_fair_game_verifies() -> None:
    assert verify(played(), PEARLS).drawn == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": ""}, "The record does not tell its seed (it is told when the game is over)."),
        ({"seed": "another"}, "The seed does not fit the commitment made before the game."),
        ({"commit": "00"}, "The seed does not fit the commitment made before the game."),
        ({"moves": played().moves[:-1]}, "The game in this record is not over."),
        ({"moves": ["1 keep"]}, "Move 1 (1 keep) is false: 'keep': seat 1 has nothing to decide now (PRL-2.1)."),
        ({"moves": ["1 fly"]}, "Move 1 (1 fly) is false: 'fly' is no action here."),
        (
            {"moves": [*played().moves[:2], "* draw 1"]},
            "Move 3 (* draw 1) is false: 'draw 1': chance has nothing to decide",
        ),
    ],
)
def test_what_does_not_verify(change: dict[str, object], message: str) -> None:
    record = Record.from_json(json.dumps(json.loads(played().to_json()) | change))
    with pytest.raises(BadRecord) as error:
        verify(record, PEARLS)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"result": None}, "The record does not tell its result."),
        ({"result": {"reason": "bets"}}, "The record tells a false result: 'clause' None, but the game gives PRL-4.1."),
        ({"ranks": [1, 2]}, "The record tells a false result: 'ranks' [1, 2], but the game gives [2, 1]."),
        ({"scores": [99, 0]}, "The record tells a false result: 'scores' [99, 0], but the game gives"),
        ({"reason": "bell"}, "The record tells a false result: 'reason' bell, but the game gives bets."),
        ({"names": ["Bo", "Ada"]}, "The record was changed after the game: names, options or the result"),
        ({"seal": "00"}, "The record was changed after the game"),
    ],
)
def test_a_false_result_is_named(change: dict[str, object], message: str) -> None:
    record = played()
    record.seal = record.sealed()
    assert verify(record, PEARLS).sealed
    data = json.loads(record.to_json())
    for name, value in change.items():
        if name in ("ranks", "scores", "reason"):
            data["result"][name] = value
        else:
            data[name] = value
    with pytest.raises(BadRecord) as error:
        verify(Record.from_json(json.dumps(data)), PEARLS)
    assert str(error.value).startswith(message)


def test_a_given_position_and_a_missing_seal_are_told() -> None:
    found = verify(played(), PEARLS)
    assert (found.sealed, found.given_position) == (False, False)
    record = played()
    state = PEARLS.rules.new(PEARLS.choose_options(2))
    record.position = PEARLS.to_position(state)
    assert verify(record, PEARLS).given_position


def test_a_bent_outcome_is_named() -> None:
    record = played()
    fair = record.moves[0]
    record.moves[0] = "* draw 1" if fair != "* draw 1" else "* draw 2"
    with pytest.raises(BadRecord) as error:
        verify(record, PEARLS)
    assert str(error.value) == f"Move 1 ({record.moves[0]}) is false: the seed gives {fair[2:]!r} instead."
