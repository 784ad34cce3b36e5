"""docs/examples/convoy.py, the example with drafting: it keeps its promises and its rulebook, and uses the kit of parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotva import conformance, games
from kotva.engine import say
from kotva.engine.fields import fields
from kotva.engine.game import Game
from kotva.match import Match
from kotva.parts import sealed

FILE = Path(__file__).resolve().parent.parent / "docs" / "examples" / "convoy.py"
# Player 1 holds tea, tea, silk and charts, player 2 spice, spice, pearls and charts.
DEALT = tuple(f"deal {kind}" for kind in ("tea", "tea", "silk", "charts", "spice", "spice", "pearls", "charts"))


@pytest.fixture
def convoy(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game, registered for one test alone."""
    for name in ("_added", "_sources", "_loaded"):
        monkeypatch.setattr(games, name, {})
    monkeypatch.setattr(say, "_HOMES", {})
    return games.load_file(FILE)[0]


def dealt(convoy: Game, *loads: tuple[int, str]) -> Match:
    match = Match(convoy, 2, {"rounds": 1}, chance=False)
    for text in DEALT:
        match.play(text)
    for seat, kind in loads:
        match.play(f"load {kind}", seat)
    return match


def shown(match: Match, seat: int) -> set[str]:
    """The drawings of the own hand."""
    scene = match.game.look.scene(match.view(seat), say.ENGLISH)
    return {item.symbol for item in scene.items if item.zone == "hand"}


@pytest.mark.conformance
@pytest.mark.parametrize("name", conformance.CHECKS)
def test_convoy_keeps_its_promises(convoy: Game, name: str) -> None:
    conformance.check(convoy, only=name)


def test_CON_2_1_nobody_sees_a_choice_before_all_have_chosen(convoy: Game) -> None:
    match = dealt(convoy, (0, "tea"))
    assert match.actors() == [1]
    assert fields(match.view(1).seen)["chosen"] == [sealed.CLOSED, sealed.OPEN]
    assert fields(match.view(0).seen)["chosen"] == [0, sealed.OPEN]
    assert [line for _, lines in match.log(1) for line in lines] == []


def test_CON_2_2_only_what_is_in_the_pack_is_chosen(convoy: Game) -> None:
    match = dealt(convoy)
    assert match.legal(0) == ["load tea", "load silk", "load charts"]
    assert match.why_not("load spice") == ("CON-2.2", "That card is not in your pack.")
    assert shown(match, 0) == {"kind-0", "kind-1", "kind-4"}


def test_CON_2_3_packs_go_to_the_next_player(convoy: Game) -> None:
    match = dealt(convoy, (1, "spice"), (0, "charts"))
    assert match.legal(0) == ["load spice", "load pearls", "load charts"]
    assert match.legal(1) == ["load tea", "load silk"]
    assert [line for _, lines in match.log(None) for line in lines] == [
        "Player 1 loads charts.",
        "Player 2 loads spice.",
    ]


def test_CON_2_4_the_last_card_is_loaded_and_the_round_over(convoy: Game) -> None:
    match = dealt(convoy, (0, "tea"), (1, "spice"), (0, "spice"), (1, "tea"), (0, "silk"), (1, "charts"))
    assert match.is_over
    # Player 1 got the last pearls: four kinds. Player 2 has spice, tea and two charts, the most.
    assert [match.state.score(seat) for seat in range(2)] == [4, 8]


@pytest.mark.parametrize(
    ("loaded", "score"),
    [([3, 0, 0, 0, 0, 1, 1, 1, 0, 0], 6), ([1, 1, 1, 0, 0, 0, 0, 0, 3, 0], 3), ([0, 0, 0, 1, 2, 1, 1, 0, 0, 1], 7)],
)
def test_CON_3_2_and_3_3_sets_and_most_charts_count(convoy: Game, loaded: list[int], score: int) -> None:
    state = convoy.rules.new(convoy.choose_options(2))
    state.loaded = loaded  # type: ignore[attr-defined]
    assert state.score(0) == score
