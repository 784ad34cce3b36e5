"""A match: playing, looking back, taking back, and the record as the whole truth."""

from __future__ import annotations

import pytest

import kotva
from kotva.engine.errors import BadOption, BadRecord, Illegal, KotvaError, NotYourTurn, Unreadable
from kotva.engine.fair import commitment
from kotva.engine.fields import fingerprint, key
from kotva.engine.game import Json
from kotva.engine.record import Record
from kotva.engine.state import CHANCE, OVER, TABLE
from kotva.engine.verify import verify
from kotva.games import settlers, triremes
from kotva.games.bosman import GAME
from kotva.games.triremes.rules.codes import EMBARKED
from kotva.match import Match


def played_out(seed: str = "tests", seats: int = 2) -> Match:
    match = Match(GAME, seats, {"turn_limit": 20}, seed=seed)
    turn = 0
    while not match.is_over:
        legal = match.legal()
        match.play(legal[turn * 7 % len(legal)])
        turn += 1
    return match


def test_only_what_chance_decided_is_a_draw_to_verify() -> None:
    """A table's own events (an end of time, a player who left) are nobody's dice."""
    assert played_out().has_drawn
    match = Match(settlers.GAME, 3, position={"turn": "P2", "phase": "ROLL"}, chance=False)
    match.play("leave P1", TABLE)
    assert not match.has_drawn


def test_the_small_api_of_the_readme() -> None:
    match = kotva.game("bosman").new(seats=4, seed="readme", turn_limit=40)
    assert "bosman" in kotva.list_games()
    assert match.to_act() == 0
    assert "keep" in match.legal()
    match.play("keep")
    assert match.view(1).seat == 1
    assert match.record().moves[-1] == "1 keep"
    assert repr(match) == "<Match bosman: move 22, Player 2 to act>"
    assert repr(kotva.game("bosman")) == "<kotva.game('bosman'): Bosman, 2/4 players>"


def test_chance_decides_by_itself_and_the_same_seed_gives_the_same_game() -> None:
    first, second = played_out(), played_out()
    assert first.record().to_json() == second.record().to_json()
    assert fingerprint(first.state) == fingerprint(second.state)
    assert played_out("other").record().moves != first.record().moves


def test_a_finished_record_verifies_and_a_bent_one_does_not() -> None:
    record = played_out().record()
    assert record.seed
    assert record.commit == commitment(record.seed)
    assert verify(record, GAME).drawn == sum(m.startswith("* ") for m in record.moves)
    bent = Record.from_json(record.to_json())
    draws = [i for i, m in enumerate(bent.moves) if m.startswith("* draw")]
    bent.moves[draws[0]] = "* draw T32" if bent.moves[draws[0]] != "* draw T32" else "* draw T31"
    with pytest.raises(BadRecord, match=r"Move 1 .* is false: the seed gives"):
        verify(bent, GAME)
    bent.seed = "0" * 64
    with pytest.raises(BadRecord, match="does not fit the commitment"):
        verify(bent, GAME)


def test_an_unfinished_record_tells_no_seed() -> None:
    match = Match(GAME, 2)
    record = match.record()
    assert not record.seed
    assert record.commit == match.commit
    with pytest.raises(BadRecord, match="does not tell its seed"):
        verify(record, GAME)


def test_from_record_continues_where_the_record_stops() -> None:
    match = played_out()
    record = match.record()
    record.moves = record.moves[:40]
    again = Match.from_record(GAME, record)
    assert len(again.played) >= 40
    assert again.seed == match.seed
    assert key(again.state_at(40)) == key(match.state_at(40))
    assert again.to_act() != CHANCE or again.next_outcome() is not None


def test_every_moment_of_a_game_can_be_seen_again() -> None:
    match = played_out()
    again = Match(GAME, 2, {"turn_limit": 20}, seed="tests", chance=False)
    for number, played in enumerate(match.played, 1):
        again.append(played.actor, played.action)
        assert key(match.state_at(number)) == key(again.state)
    with pytest.raises(KotvaError, match="no move 9999"):
        match.view(0, 9999)


def test_undo_takes_back_the_own_last_action_only() -> None:
    match = Match(GAME, 2, seed="undo")
    start = key(match.state)
    match.play("keep")
    assert match.undo_target(1) is None
    with pytest.raises(Illegal, match="seat 2 may take back"):
        match.undo(1)
    match.undo(0)
    assert key(match.state) == start
    match.play(next(a for a in match.legal() if a.startswith("swap")))
    assert match.undo_target(0) is None, "what was drawn cannot be unseen"


def test_chance_after_an_undo_is_the_same_chance() -> None:
    """Nobody gains another draw by taking an action back and playing it again."""
    match = Match(GAME, 2, seed="again")
    match.play("keep").undo(0)
    swap = next(a for a in match.legal() if a.startswith("swap"))
    match.play(swap)
    other = Match(GAME, 2, seed="again").play(swap)
    assert match.record().moves == other.record().moves


@pytest.mark.parametrize(
    ("text", "seat", "error", "words"),
    [
        ("fly to the moon", None, Unreadable, "Actions look like: keep, board"),
        ("keep", 1, NotYourTurn, "seat 2 has nothing to decide"),
        ("play R10 c4", 0, Illegal, "BOS-4.6.*You may: keep"),
        ("draw R10", 0, Illegal, "BOS-14.6"),
    ],
)
def test_errors_say_what_is_allowed_and_change_nothing(
    text: str, seat: int | None, error: type[KotvaError], words: str
) -> None:
    match = Match(GAME, 4, seed="errors")
    before = key(match.state)
    with pytest.raises(error, match=words):
        match.play(text, seat)
    assert key(match.state) == before
    assert match.record().moves == match.record().moves[:20]


def test_why_not_answers_with_clause_and_words() -> None:
    match = Match(GAME, 4, seed="why")
    assert match.why_not("keep") is None
    answer = match.why_not("poison 21")
    assert answer is not None
    assert answer[0] == "BOS-4.6"
    assert "keep your hand" in answer[1]


def test_wrong_numbers_of_seats_and_options() -> None:
    with pytest.raises(BadOption, match="2, 4 players, not 3"):
        kotva.game("bosman").new(seats=3)
    with pytest.raises(BadOption, match="no option 'colour'"):
        kotva.game("bosman").new(colour="red")
    with pytest.raises(KotvaError, match="There is no game 'chess'"):
        kotva.game("chess")


def test_spectators_never_read_what_is_drawn() -> None:
    match = played_out()
    told = " ".join(line for _, lines in match.log(None) for line in lines)
    assert "draws" not in told
    assert "under the stack" not in " ".join(line for line in told.split(".") if "puts" in line)


def test_actors_and_the_end() -> None:
    match = played_out()
    assert match.to_act() == OVER
    assert match.actors() == []
    assert match.legal() == []
    assert match.record().result == {
        "reason": match.outcome().reason,
        "clause": match.outcome().clause,
        "scores": list(match.outcome().scores),
        "ranks": list(match.outcome().ranks),
    }
    assert repr(match).startswith("<Match bosman: over after ")
    won = next(found for n in range(20) if (found := played_out(f"won {n}")).outcome().winners)
    (winner,) = won.outcome().winners
    assert repr(won).endswith(f"won by Player {winner + 1}>")
    with pytest.raises(Illegal):
        match.play("keep", 0)


@pytest.mark.parametrize("names", [["Ada"], ["Ada", "Bob", "Cleo"]])
def test_there_is_a_name_for_everybody_or_for_nobody(names: list[str]) -> None:
    with pytest.raises(KotvaError, match=f"There are {len(names)} names for 2 seats"):
        Match(GAME, 2, names=names)
    assert Match(GAME, 2).names == ["Player 1", "Player 2"]
    assert Match(GAME, 2, names=["Ada", ""]).names == ["Ada", "Player 2"]


def test_the_news_of_now_are_told_and_older_ones_only_recalled() -> None:
    """With `cargo=memory` the ship of an embarking is named while it is the news, and in no look back (TRI-21.1)."""
    position: dict[str, Json] = {"figures": "R1=b4N R:a3,h2 G1=h9S G:p18", "turn": 1}
    match = Match(triremes.GAME, 2, {"cargo": "memory"}, position=position, chance=False)
    match.play("R1<a3")
    now = match.view(1)
    assert now.news == match.view(1, 1).news
    assert [event for event in now.news if event[0] == EMBARKED]
    match.play("G1:F")
    assert match.view(1, 1).news != now.news
    assert key(match.view(1, 1).seen) == key(now.seen)
