"""Rules of Bosman that survived being broken by hand, or were held by golden games alone: a test names each of them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from kotva.engine.game import Json
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE
from kotva.games.bosman import GAME
from kotva.games.bosman.rules.codes import SWAPPED
from kotva.match import Match
from tests.games.bosman.table import Table

HANDS: dict[str, Json] = {
    "1": "R20 R31 F12 C30 T31",
    "2": "R11 F22 C21 C21 T12",
    "3": "R11 F22 C31 C31 T12",
    "4": "R12 F21 C20 C20 T20",
}
NEARLY_FULL: dict[str, Json] = {
    "10": "F10", "11": "C11", "12": "T12", "20": "F20", "21": "C21", "22": "T22", "30": "F30", "31": "C31",
}  # fmt: skip


@pytest.mark.parametrize("gangs", ["".join(p) for p in permutations("RFCT")])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_cabin_boy_is_played_by_the_player_of_its_gang(gangs: str, seats: int) -> None:
    """BOS-1.4, BOS-8.1, BOS-8.8, BOS-12.2: the option `gangs` says whose it is; listed and allowed are the same."""
    beside = {"R": "c4", "F": "d3", "C": "c2", "T": "b3"}
    for player in range(1, seats + 1):
        table = Table(seats, {"gangs": gangs}, turn=player)
        own = [gang for i, gang in enumerate(gangs) if i % seats == player - 1]
        plays = {f"play {gang}M {beside[gang]}" for gang in own}
        assert {text for text in table.legal("play") if "M" in text} == plays
        for gang in "RFCT":
            assert table.why(f"play {gang}M {beside[gang]}") == (None if gang in own else "BOS-8.8")


def test_a_boat_filled_in_the_last_turn_is_full() -> None:
    """BOS-15.1, BOS-15.2, BOS-11.3: the boarding ends the game at once, before the limit and without a refill."""
    given: dict[str, Json] = {"boatswain": "c2", "beach": {"c4": "R32"}, "boat": NEARLY_FULL, "turn": 21}
    table = Table(4, {"turn_limit": 24}, hands={"1": "R20 R22 F12 C30 T30"}, **given)
    last = Table(4, {"turn_limit": 24, "first": 2}, hands={"1": "R20 R22 F12 C30 T30"}, **{**given, "turn": 24})
    for one in (table, last):
        assert one.player == 1
        assert one.play("play F12 c1") == []
        assert one.reason == "full"
        assert one.hand(1) == ["R20", "R22", "C30", "T30"]


def test_a_chosen_boarding_in_the_last_turn_fills_the_boat() -> None:
    """BOS-10.8, BOS-15.1, BOS-15.2: the reason is `full` after a choice too; a seat left free makes it `limit`."""
    boat: dict[str, Json] = {"10": "F10", "11": "T11", "12": "R12", "20": "F20", "22": "C22", "31": "T31", "32": "F32"}
    beach: dict[str, Json] = {"c4": "RM", "c2": "C21", "d3": "F11"}
    for choice, reason in (("board c4 30", "full"), ("board c2 21", "full"), ("board c4 21", "limit")):
        table = Table(2, {"turn_limit": 20, "first": 2}, beach=beach, boat=boat, hands={"1": "T12"}, turn=20)
        table.play("play T12 b3")
        table.play(choice)
        assert (choice, table.reason) == (choice, reason)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_stack_is_made_of_the_other_68_pirates(seats: int) -> None:
    """BOS-4.4, BOS-2.2, BOS-14.6: two of each pirate but one 10 of each gang, no cabin boy; each is equally likely."""
    match = Match(GAME, seats, chance=False)
    expected = Counter(
        {f"{gang}{digit}{dots}": 2 for gang in "RFCT" for digit in "123" for dots in "012"}
        | {f"{gang}10": 1 for gang in "RFCT"}
    )
    assert sum(expected.values()) == 68
    table = Table(seats)
    assert table.stack == 68
    drawn: Counter[str] = Counter()
    while match.to_act() == CHANCE:
        left = expected - drawn
        outcomes = {text.removeprefix("draw "): weight for text, weight in chances(match).items()}
        assert outcomes == dict(left)
        name = next(iter(left))
        match.play(f"draw {name}", CHANCE)
        drawn[name] += 1
    assert sum(drawn.values()) == 5 * seats
    after = match.state
    assert after.stack() == 68 - 5 * seats  # type: ignore[attr-defined]


def chances(match: Match) -> dict[str, int]:
    """What chance can bring now, with weights."""
    out = Moves()
    match.state.list_chance(out)
    return {GAME.rules.actions.text(a): weight for a, weight in zip(out.items(), out.weights(), strict=True)}


def test_discards_go_under_the_bottom_and_drawing_is_from_the_top() -> None:
    """BOS-4.4, BOS-6.1, BOS-6.3: what is exchanged comes back only when everything above it is drawn."""
    table = Table(2, hands={"1": "R20 R22 F12 C30 T31", "2": "R21 F31 C22 T10 T11"}, stack=3, phase="turn")
    table.play("swap R20,T31")
    assert table.under() == ["R20", "T31"]
    table.play("swap R21,F31")
    assert table.under() == ["T31", "R21", "F31"]  # one unseen token was left on top, then R20 came
    assert "R20" in table.hand(2)
    assert table.stack == 3


@pytest.mark.parametrize("stack", range(7))
def test_nobody_exchanges_more_tokens_than_the_stack_holds(stack: int) -> None:
    """BOS-6.2: counted before the exchange; listed and allowed are the same."""
    held = ["R20", "R22", "F12", "C30", "T31"]
    table = Table(2, hands={"1": " ".join(held), "2": "R21"}, stack=stack, phase="turn")
    sizes = {text.count(",") + 1 for text in table.legal("swap")}
    assert sizes == set(range(1, min(stack, 5) + 1))
    for number in range(1, 6):
        assert table.why("swap " + ",".join(held[:number])) == (None if number <= stack else "BOS-6.2")


def test_nobody_exchanges_more_tokens_than_the_hand_holds() -> None:
    """BOS-6.2: two of a token that is held once, six tokens of five."""
    table = Table(2, hands={"1": "R20 R22", "2": "R21"}, phase="turn")
    assert set(table.legal("swap")) == {"swap R20", "swap R22", "swap R20,R22"}
    assert table.why("swap R20,R20") is not None
    assert table.why("swap R20,R22,F12") is not None


@pytest.mark.parametrize("seat", ["10", "11", "12", "20", "21", "22", "30", "31", "32"])
@pytest.mark.parametrize("gang", "RFCT")
def test_poison_may_be_laid_on_a_token_of_any_gang(gang: str, seat: str) -> None:
    """BOS-7.2: the own one included; a cabin boy like a pirate (BOS-7.1)."""
    for token in (gang + seat, gang + "M"):
        for player in range(1, 5):
            table = Table(4, boat={seat: token}, turn=player)
            assert table.legal("poison") == [f"poison {seat}"]
            assert table.why(f"poison {seat}") is None
            table.play(f"poison {seat}")
            assert table.points() == [0, 0, 0, 0]


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_what_an_exchange_tells(viewer: int | None) -> None:
    """BOS-14.4: the number to everybody, the tokens given and drawn to the player who exchanges."""
    table = Table(4, hands=HANDS, turn=1, stack=52)
    table.play("swap F12,T31", "C11", "F30")
    lines = [line for _, lines in table.match.log(viewer) for line in lines]
    seen = table.match.view(viewer).to_json()
    told = table.match.shown_events(viewer)
    assert any(code == SWAPPED and (a, b) == (0, 2) for code, a, b, _ in told)
    text = " ".join([*lines, str(seen)])
    for name in ("F12", "T31", "C11", "F30"):
        assert (name in text) is (viewer == 0), (viewer, name, text)


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_everybody_saw_the_token_that_was_replaced(viewer: int | None) -> None:
    """BOS-14.4, BOS-8.4: it was face up, so its kind under the stack is known to all, spectators too."""
    table = Table(4, beach={"c4": "R22"}, hands=HANDS, turn=1, stack=51)
    table.play("play R20 c4", "C11")
    seen = table.match.view(viewer).to_json()
    assert isinstance(seen, dict)
    assert "R22" in str(seen["under"])
    assert ("C11" in str(seen["hands"])) is (viewer == 0)
