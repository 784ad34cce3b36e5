"""A game in words: what is seen is what a seat may know, what is refused names its clause, one seed is one game."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from kotva import envs
from kotva.engine.arrays import Rng
from kotva.engine.errors import KotvaError
from kotva.engine.game import View
from kotva.envs.text_env import TextGame


def played(game: TextGame, seed: int) -> tuple[list[str], float]:
    """Everything that is seen of a game of first choices, and its reward."""
    seen, over, reward = [game.reset(seed)], False, 0.0
    while not over:
        text, reward, over, info = game.step(game.match.legal(game.seat)[0])
        assert info == {}
        seen.append(text)
    return seen, reward


@pytest.mark.parametrize("name", ["bosman", "hexxi", "settlers"])
def test_a_game_is_played_to_its_end_in_words(name: str) -> None:
    game = envs.text(name, against="greedy")
    seen, reward = played(game, 3)
    assert -1 <= reward <= 1
    assert all("Answer with one of:" in text or "actions are allowed" in text for text in seen[:-1])
    assert played(envs.text(name, against="greedy"), 3) == (seen, reward)


def test_what_is_offered_is_what_is_allowed() -> None:
    game = envs.text("bosman", seats=2)
    seen = game.reset(1)
    assert len(game.match.legal(0)) > 10
    assert [line[2:] for line in re.findall(r"^- [^(\n]*[^ (\n]", seen, re.MULTILINE)] == game.match.legal(0)


def test_a_refusal_names_its_clause_and_changes_nothing() -> None:
    game = envs.text("bosman", seats=2)
    game.reset(1)
    before = len(game.match.played)
    for answer in ("I think I would rather play c3", "draw 1"):
        text, reward, over, _ = game.step(answer)
        assert (reward, over, len(game.match.played)) == (0.0, False, before)
        assert "Answer with" in text or "are allowed" in text
    forbidden = next(
        game.match.game.rules.actions.text(action)
        for family in game.match.game.rules.actions.families
        for action in range(family.base, family.base + family.size)
        if game.match.state.why_not(0, action) > 0
    )
    text, _, _, info = game.step(forbidden)
    assert re.fullmatch(r"BOS-\d+\.\d+", info["refused"])
    assert game.refused == 3


def test_nothing_is_seen_that_the_seat_may_not_know() -> None:
    """A world in which others hold something else looks the same."""
    game = envs.text("bosman", seats=2, seat=1)
    game.reset(5)
    match = game.match
    other = match.state.seen(1)
    other.redeal(1, Rng(3))
    assert match.game.view(other, 0, match.options).to_json() != match.view(0).to_json()
    seen = game._seen()
    match._state = other
    assert game._seen() == seen


def test_others_are_policies_too_and_see_their_own_view_alone() -> None:
    seats: set[int | None] = set()

    def policy(view: View) -> int:
        seats.add(view.seat)
        return view.legal()[0]

    played(envs.text("hexxi", seats=3, against=[policy, "random"], seat=1), 2)
    assert seats == {0}


def test_mistakes_are_told() -> None:
    with pytest.raises(KotvaError, match="2 bots for 1 other seats"):
        envs.text("bosman", seats=2, against=["random", "random"])
    with pytest.raises(KotvaError, match="Seats are 0 to 1, not 2"):
        envs.text("bosman", seats=2, seat=2)
    with pytest.raises(KotvaError, match="call reset"):
        envs.text("bosman", seats=2).step("keep")
    game = envs.text("bosman", seats=2)
    played(game, 1)
    with pytest.raises(KotvaError, match="call reset"):
        game.step("keep")
    assert "BOS-1.1" in game.rules


def test_it_needs_no_library() -> None:
    code = (
        "import sys; sys.modules.update(dict.fromkeys(('numpy', 'gymnasium', 'pettingzoo'))); from kotva import envs; "
        "print(envs.text('hexxi', seats=2).reset(1)[-1:] != '')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "True", done.stderr
