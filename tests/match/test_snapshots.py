"""Copies that a match keeps of its states, here of every fourth: whatever is played, taken back or forked, they stay true."""

from __future__ import annotations

import pytest

from kotva import games
from kotva.engine.errors import BadRecord, KotvaError
from kotva.engine.fields import key
from kotva.match import Match

HEXXI, BOSMAN, SETTLERS = map(games.load, ("hexxi", "bosman", "settlers"))


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotva.match.match._SNAPSHOT", 4)


def play(match: Match, choice: int, moves: int) -> Match:
    for _ in range(moves):
        match.play(match.legal()[choice])
    return match


def true_throughout(match: Match) -> bool:
    """Every moment is what playing from the beginning gives."""
    again = Match(match.game, match.options.seats, match.options.given, seed=match.seed, chance=False)
    for number, played in enumerate(match.played):
        if key(match.state_at(number)) != key(again.state):
            return False
        again.append(played.actor, played.action)
    return key(match.state) == key(again.state)


def test_what_was_taken_back_leaves_no_copies() -> None:
    match = play(Match(HEXXI, 2, seed="copies"), 0, 11)
    match.truncate(6)
    assert true_throughout(play(match, -1, 7))


def test_a_fork_keeps_copies_of_its_own() -> None:
    match = play(Match(HEXXI, 2, seed="copies"), 0, 6)
    fork = match.fork()
    play(fork, 0, 6)
    play(match, -1, 6)
    assert key(fork.state) != key(match.state)
    assert true_throughout(fork)
    assert true_throughout(match)


def test_chance_draws_again_what_it_drew() -> None:
    """Whoever goes back before a draw gets the same one."""
    match = Match(BOSMAN, 2, seed="again")
    before = len(match.played)
    swap = next(text for text in match.legal() if text.startswith("swap"))
    moves = match.play(swap).record().moves
    match.truncate(before)
    assert match.play(swap).record().moves == moves


def test_there_is_no_moment_before_the_first_or_after_the_last() -> None:
    match = play(Match(HEXXI, 2, seed="copies"), 0, 3)
    assert key(match.state_at(3)) == key(match.state)
    for length in (-1, 4):
        with pytest.raises(KotvaError, match=f"There is no move {length}; the game has 3"):
            match.state_at(length)


def test_without_a_number_all_seats_are_taken() -> None:
    assert [Match(game).options.seats for game in (HEXXI, BOSMAN, SETTLERS)] == [4, 4, 4]


def test_a_record_says_which_move_does_not_replay() -> None:
    record = play(Match(HEXXI, 2, seed="record"), 0, 4).record()
    record.moves[2] = record.moves[0]
    with pytest.raises(BadRecord, match="Move 3 does not replay"):
        Match.from_record(HEXXI, record)
