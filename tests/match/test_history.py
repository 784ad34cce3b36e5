"""What a match keeps: news and logs of any moment, forks that leave it alone, records that go on."""

from __future__ import annotations

import random

import pytest

from kotva import games
from kotva.engine.fields import fingerprint, key
from kotva.engine.game import PLAYED, Json
from kotva.engine.record import Record
from kotva.engine.say import ENGLISH
from kotva.engine.state import CHANCE, OVER
from kotva.engine.verify import verify
from kotva.match import Match
from kotva.match.verdict import sentences
from tests import ours

BOSMAN, TRIREMES, SETTLERS = map(games.load, ("bosman", "triremes", "settlers"))
DEALT = 10  # two hands of five: the first moves of a match of Bosman for two, all by chance


def swapped(seed: str = "history") -> Match:
    """Two at Bosman: the first changes a token, for which chance draws another; the second keeps his hand."""
    match = Match(BOSMAN, 2, seed=seed)
    match.play(next(text for text in match.legal() if text.startswith("swap") and text.count(" ") == 1))
    return match.play("keep")


def test_names_are_cleaned_and_seats_without_one_are_counted() -> None:
    assert Match(BOSMAN, 2, names=["  Ann ", ""]).names == ["Ann", "Player 2"]
    assert Match(BOSMAN, 2).names == ["Player 1", "Player 2"]


def test_who_may_act_and_what_others_may_do_meanwhile() -> None:
    match = Match(BOSMAN, 2, seed="turns")
    assert (match.actors(), match.legal(1)) == ([0], [])
    match.play("keep")
    assert (match.actors(), match.legal(0)) == ([1], [])


def test_the_seat_asked_first_stands_in_front_and_the_others_follow_clockwise() -> None:
    """SET-4.6: three owe something at once."""
    hands: dict[str, Json] = {f"P{n}": "hand LLLLBBBB" for n in (1, 2, 3)}
    match = Match(SETTLERS, 3, position={"turn": "P2", "phase": "ROLL", **hands}, chance=False)
    match.play("roll").play("dice 3+4", CHANCE)
    assert match.actors() == [1, 2, 0]


@pytest.mark.parametrize(("name", "options"), [("bosman", {}), ("settlers", {"board": "random"})])
def test_the_outcomes_of_chance_are_listed_for_playing_them(name: str, options: dict[str, object]) -> None:
    match = Match(games.load(name), 4, options, chance=False)
    assert match.to_act() == CHANCE
    assert len(match.legal()) > 1
    assert match.legal() == match.legal(CHANCE)


def test_news_begin_with_the_last_action_of_a_player() -> None:
    match = swapped()
    actors = [played.actor for played in match.played]
    assert actors == [CHANCE] * DEALT + [0, CHANCE, 1]
    assert [match.news_from(length) for length in range(DEALT + 1)] == [0] * (DEALT + 1)
    assert [match.news_from(DEALT + length) for length in (1, 2, 3)] == [DEALT, DEALT, DEALT + 2]
    plain = Match(TRIREMES, 2, {"setup": "auto", "first": "1"})
    for _ in range(3):
        plain.play(plain.legal()[0])
    assert [plain.news_from(length) for length in range(4)] == [0, 0, 1, 2]


def test_a_look_back_has_the_news_of_its_moment() -> None:
    match = swapped()
    now = Match(BOSMAN, 2, seed="history").play(match.played[DEALT].text)
    assert match.view(0, DEALT + 2).news == now.view(0).news
    assert match.view(0, DEALT + 2).news[0] == (PLAYED, 0, match.played[DEALT].action, 0)
    assert match.view(0, DEALT + 3).news[0][:2] == (PLAYED, 1)


def test_an_action_is_kept_with_all_that_it_did() -> None:
    match = swapped()
    swap = match.played[DEALT]
    assert swap.events[0] == (PLAYED, 0, swap.action, 0)
    assert len(swap.events) > 1
    assert match.state.trace is None


def test_a_log_is_numbered_by_moves_and_can_begin_anywhere() -> None:
    match = Match(TRIREMES, 2, {"setup": "auto", "first": "1"})
    for _ in range(3):
        match.play(match.legal()[0])
    whole = match.log(0)
    assert [number for number, lines in whole] == [1, 2, 3]
    assert all(lines for _, lines in whole)
    assert match.log(0, since=1) == whole[1:]


def test_a_log_is_read_by_its_reader() -> None:
    match = swapped()
    own, other, outside = (match.log(viewer, since=DEALT) for viewer in (0, 1, None))
    assert own != other  # what was given away and drawn instead
    assert other == outside


def test_what_is_told_once_is_in_the_log_while_it_is_news() -> None:
    """TRI-21.1: of the last action everything, of older ones what may be looked up."""
    match = Match(
        TRIREMES, 2, {"cargo": "memory"}, position={"figures": "R1=b4N R:a3,h2 G1=h9S G:p18", "turn": 1}, chance=False
    )
    match.play("R1<a3")
    assert "R1" in str(match.log(1))
    assert any(match.view(1).news)
    match.play("G1:F")
    assert "R1" not in str(match.log(1))


def test_a_record_is_sealed_when_it_is_whole() -> None:
    match = Match(TRIREMES, 2, {"setup": "auto"})
    assert not match.record().seal
    match.play("resign")
    record = match.record()
    assert record.seal
    assert record.seal == record.sealed()


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 127, 128])
def test_a_match_goes_back_to_any_moment_and_on_from_there(length: int) -> None:
    match = Match(BOSMAN, 2, seed="back")
    while len(match.played) < 140:
        match.play(match.legal()[-1])
    moves = match.record().moves
    truth = key(match.state)
    match.truncate(length)
    assert match.record().moves == moves[:length]
    match.resume()
    for move in moves[length:]:
        actor, _, text = move.partition(" ")
        match.append(CHANCE if actor == "*" else int(actor) - 1, BOSMAN.rules.actions.parse(text))
    assert key(match.state) == truth
    match.truncate(length)
    assert match.record().moves == moves[:length]


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_the_state_before_a_fork_is_what_replaying_gives(game_id: str) -> None:
    """A fork that goes on for its match has that one's last state at hand, and nobody can spoil it."""
    chance = random.Random(7)
    match = Match(games.load(game_id), seed="a fork that goes on")
    for _ in range(40):
        if match.is_over:
            break
        before, fork = len(match.played), match.fork()
        seat = chance.choice(fork.actors())
        fork.play(chance.choice(fork.legal(seat)), seat)
        fork.follows(match)
        afar = fork.fork()  # knows nothing of it: plays from its last snapshot
        for moment in (before, before, max(0, before - 1)):
            assert fingerprint(fork.state_at(moment)) == fingerprint(afar.state_at(moment))
        assert fork.offers_undo(seat) == afar.offers_undo(seat)
        fork.state_at(before).seats = 0  # whoever is given a state may do with it what he likes
        if chance.random() < 0.3 and fork.undo_target(seat) is not None:
            fork.undo(seat)
            assert fingerprint(fork.state) == fingerprint(match.state)
            fork.play(chance.choice(fork.legal(seat)), seat)
        match = fork


def test_what_a_fork_plays_is_not_played_here() -> None:
    match = Match(BOSMAN, 2, seed="fork")
    before, swap = key(match.state), next(text for text in match.legal() if text.startswith("swap"))
    fork = match.fork()
    fork.play(swap)
    assert (key(match.state), len(match.played)) == (before, DEALT)
    assert match.play(swap).record().moves == fork.record().moves


def test_a_fork_looks_back_on_its_own_moves() -> None:
    match = Match(BOSMAN, 2, seed="forks")
    while len(match.played) < 60:
        match.play(match.legal()[-1])
    fork = match.fork()
    for one, choice in ((fork, 0), (match, -1)):
        while len(one.played) < 80:
            one.play(one.legal()[choice])
    assert fork.record().moves[60:70] != match.record().moves[60:70]
    for one in (fork, match):
        again = Match(BOSMAN, 2, seed="forks", chance=False)
        for played in one.played[:70]:
            again.append(played.actor, played.action)
        assert key(one.state_at(70)) == key(again.state)


def test_a_match_begins_where_its_position_says() -> None:
    match = Match(TRIREMES, 2, position={"figures": "R1=b4N G1=h9S R:a1 G:p18", "turn": 2}, chance=False)
    assert "R1=b4N" in str(match.view(0).to_json())
    match.play("resign")
    assert "R1=b4N" in str(TRIREMES.to_position(match.state_at(0)))


def test_chance_goes_on_from_a_record_as_it_would_have() -> None:
    whole = swapped()
    record = Record.from_json(whole.record().to_json())
    record.moves = record.moves[:DEALT]
    record.seed = whole.seed
    again = Match.from_record(BOSMAN, record)
    assert again.play(whole.played[DEALT].text).play("keep").record().moves == whole.record().moves


def test_an_unfinished_record_gets_a_seed_of_its_own() -> None:
    record = swapped().record()
    assert not record.seed
    ones = {Match.from_record(BOSMAN, record).seed for _ in range(2)}
    assert len(ones) == 2
    assert "" not in ones


def test_a_match_says_who_won() -> None:
    match = Match(TRIREMES, 2, {"setup": "auto", "first": "1"}, names=["Ann", "Bob"]).play("resign")
    assert match.to_act() == OVER
    assert repr(match) == "<Match triremes: over after 1 moves, won by Bob>"
    assert verify(match.record(), TRIREMES).drawn == 0


def test_what_was_found_out_about_a_record_is_said() -> None:
    whole = Match(TRIREMES, 2, {"setup": "auto", "first": "1"}).play("resign").record()
    said = sentences(verify(whole, TRIREMES), whole, ENGLISH)
    assert len(said) == 2
    assert whole.seal in said[1]
    start: dict[str, Json] = {"figures": "R1=b4N G1=h9S R:a1 G:p18", "turn": 2}
    begun = Match(TRIREMES, 2, position=start, chance=False).play("resign").record()
    begun.seal = ""
    said = sentences(verify(begun, TRIREMES), begun, ENGLISH)
    assert "given position" in said[1]
    assert "no seal" in said[2]


def test_all_that_a_seat_was_told() -> None:
    match = swapped()
    own, other = match.shown_events(0), match.shown_events(1)
    assert (PLAYED, 0, match.played[DEALT].action, 0) in own
    assert (PLAYED, 0, match.played[DEALT].action, 0) not in other
    assert None not in own


def test_where_nobody_has_acted_everything_is_news() -> None:
    """What chance dealt; there is no player's action before it, however long one looks."""
    match = Match(BOSMAN, 4, seed="news")
    assert [match.news_from(length) for length in (0, 1, len(match.played))] == [0, 0, 0]


def test_news_of_a_move_that_replaced_another() -> None:
    """The last move is asked for, not the one before it, which is the same."""
    match = Match(BOSMAN, 4, seed="news").play("keep")
    before = len(match.played)
    kept = match.play("keep").view(None).news
    match.truncate(before)
    assert match.play(match.legal()[1]).view(None).news != kept
