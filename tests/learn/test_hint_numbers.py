"""Numbers in what a hint says are those of the rules: what is said before a choice is counted after it has been played.

Every sentence with a number in it is listed here, so a new one needs a line and a count.
"""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import pytest

from kotva import games
from kotva.engine.game import Json
from kotva.engine.moves import Moves
from kotva.engine.say import Say
from kotva.engine.state import CHANCE, State
from kotva.games.bosman.rules import Bosman
from kotva.games.hexxi.rules.codes import BIDS
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.seameni.rules.game import Seameni
from kotva.games.settlers.rules.game import Settlers
from kotva.match import Match
from tests import ours

NAMES = ("Ada", "Bob", "Cyd", "Dan")
WORDS = r"\d|\{(n|all|lost)\}|\b(one|two|three|ten|twice)\b|(?<!at )\bonce\b"
# By game: what stands in a sentence with a number, and the test below that counts it.
COUNTED = {
    "bosman": {
        "One of your pirates comes aboard.": "aboard",
        "{n} of your pirates come aboard.": "aboard",
        "It completes a line of three.": "a line is three seats by its name",
        "Two of your gang now sit in a line whose third seat is free.": "a line is three seats by its name",
        "{player} loses {n} point.": "poison",
        "{player} loses {n} points.": "poison",
    },
    "hexxi": {
        "A captured unit counts twice.": "captures",
        "A captured base brings ten points, and the pirates of {player} lie idle.": "captures",
        "A ship on your far edge counts three times.": "edge",
        "Your ship leaves the far edge, where it counts three times.": "edge",
        "It is not on your far edge: here a ship counts once.": "edge",
        "It adds {n} to your initiative.": "initiative",
        "If you get the place, it costs {n} point.": "bids",
        "If you get the place, it costs {n} points.": "bids",
    },
    "seameni": {"Of {all} unknown fields {n} hide treasure.": "unknown fields"},
    "settlers": {
        "It brings {n} card more in 36 throws.": "throws",
        "It brings {n} cards more in 36 throws.": "throws",
        "{player} gets {n} card less in 36 throws.": "robber",
        "{player} gets {n} cards less in 36 throws.": "robber",
        "You get the longest road: two points.": "awards",
        "You get the largest army: two points.": "awards",
        "Your road now has this many pieces in a row: {n}.": "awards",
        "One more road would take the longest road.": "awards",
        "{player} has {n} points and may win soon: better no deal.": "near win",
        "You take one of {n} cards of {player}.": "steal",
        "The bank takes {n} card for one.": "bank",
        "The bank takes {n} cards for one.": "bank",
        "You hold {n} cards: a seven would take {lost} of them.": "seven",
    },
    "triremes": {
        "{n} soldier goes down with it.": "drowned",
        "{n} soldiers go down with it.": "drowned",
        "You attack first, with 3 against 2.": "strength",
        "You attack with 3 against 2.": "strength",
        "In the capital: {n} of {all} soldiers.": "capital",
        "One enemy less stands in your capital.": "one man at a time",
        "One man more guards your capital.": "one man at a time",
        "One man less guards your capital.": "one man at a time",
    },
}


def sentences(game_id: str) -> set[str]:
    """Every text that a game's hints can say."""
    function = games.load(game_id).words.hint_text
    assert function is not None
    tree = ast.parse(Path(inspect.getsourcefile(function) or "").read_text(encoding="utf-8"))
    docs = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.Module)
    }
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in texts - docs if " " in text and text.endswith(".")}


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_every_number_that_a_hint_says_is_counted(game_id: str) -> None:
    found = {text for text in sentences(game_id) if re.search(WORDS, text, re.IGNORECASE)}
    assert found == set(COUNTED[game_id])


def said(match: Match, action: str) -> list[str]:
    assert match.game.words.hint_text is not None
    say = Say("en", match.game.id, NAMES)
    return list(match.game.words.hint_text(match.view(match.to_act()), match.game.rules.actions.parse(action), say))


def lay(game: str, seats: int, position: dict[str, Json], options: dict[str, object] | None = None) -> Match:
    return Match(games.load(game), seats, options, position=position, chance=False)


def number(lines: list[str], pattern: str) -> int:
    """The number in the one sentence that fits; 0 when none does."""
    found = [int(match[1]) for line in lines if (match := re.fullmatch(pattern, line))]
    assert len(found) <= 1
    return found[0] if found else 0


# -- Settlers -----------------------------------------------------------------------------------------------------------


def as_settlers(state: State) -> Settlers:
    assert isinstance(state, Settlers)
    return state


@pytest.mark.parametrize("cards", range(1, 20))
def test_settlers_what_a_seven_takes(cards: int) -> None:
    """SET-6.1: as many as the rules ask for when it falls in the next turn."""
    hand = ("LBWGO" * 4)[:cards]
    match = lay("settlers", 3, {"P1": f"S 9; hand {hand}", "P2": "S 20", "P3": "S 30"})
    lines = said(match, "end")
    match.play("end")
    match.play("roll")
    match.play("dice 3+4", CHANCE)
    due = int(as_settlers(match.state).due[0]) if match.to_act() == 0 else 0
    told = number(lines, rf"You hold {cards} cards: a seven would take (\d+) of them\.")
    assert (told, "A seven takes no card from you." in lines) == (due, due == 0)


@pytest.mark.parametrize("crossing", [1, 2, 9, 11, 16, 27, 30, 43, 48, 50])
@pytest.mark.parametrize("given", "LBWGO")
def test_settlers_what_the_bank_takes(crossing: int, given: str) -> None:
    """SET-11.2."""
    match = lay("settlers", 3, {"P1": f"S {crossing}; hand {given * 4}"})
    (action, *_) = [text for text in match.legal() if text.startswith("bank")]
    told = number(said(match, action), r"The bank takes (\d+) cards? for one\.")
    match.play(action)
    hand = as_settlers(match.state).hand[0]
    assert told == 4 - (int(hand) >> 6 * "LBWGO".index(given) & 63)


def income(state: State) -> list[int]:
    """How many cards everybody gets in the 36 throws, from a bank that has enough."""
    out = [0] * int(state.seats)
    for first in range(1, 7):
        for second in range(1, 7):
            if first + second == 7:
                continue
            rolled = as_settlers(state.clone())
            before = [size(int(pack)) for pack in rolled.hand]
            rolled.apply(CHANCE, games.load("settlers").rules.actions.parse(f"dice {first}+{second}"))
            for seat in range(len(out)):
                out[seat] += size(int(rolled.hand[seat])) - before[seat]
    return out


def size(pack: int) -> int:
    return sum(pack >> 6 * kind & 63 for kind in range(5))


def rolling(match: Match) -> State:
    """The state when the next player has thrown and the dice are not yet seen."""
    state = match.state.clone()
    actions = match.game.rules.actions
    for text in ("end", "roll"):
        state.apply(int(state.to_act()), actions.parse(text))
    assert state.to_act() == CHANCE
    return state


@pytest.mark.parametrize("action", ["settle 19", "settle 24", "settle 30", "settle 31", "city 9"])
def test_settlers_what_a_building_brings(action: str) -> None:
    """SET-5.1: counted over all throws, with the robber away from it, which is told by itself."""
    roads = "R 9-14-19-24-30 19-25-31"
    match = lay("settlers", 3, {"P1": f"S 9; {roads}; hand LBWGGGOOO", "P2": "S 40", "P3": "S 43", "robber": 16})
    before = income(rolling(match))
    told = number(said(match, action), r"It brings (\d+) cards? more in 36 throws\.")
    match.play(action)
    assert told == income(rolling(match))[0] - before[0] > 0


@pytest.mark.parametrize("hexagon", range(1, 20))
def test_settlers_what_the_robber_costs(hexagon: int) -> None:
    """SET-5.1, SET-6.6: everybody's loss in 36 throws, as the hint tells it, on every field."""
    position: dict[str, Json] = {
        "P1": "S 9; C 30", "P2": "C 20 41; hand L", "P3": "S 14 35; hand B", "phase": "ROBBER", "robber": 19, "dice": "3+4",
    }  # fmt: skip
    match = lay("settlers", 3, position, {"robber_desert": "allowed"})
    action = f"robber {hexagon}"
    if match.why_not(action) is not None:
        return
    lines = said(match, action)

    def earned(robber: int) -> list[int]:
        moved = lay("settlers", 3, {**{k: position[k] for k in ("P1", "P2", "P3")}, "robber": robber})
        return income(rolling(moved))

    free, robbed = earned(19), earned(hexagon)
    for seat in (1, 2):
        told = number(lines, rf"{NAMES[seat]} gets (\d+) cards? less in 36 throws\.")
        assert told == max(0, free[seat] - robbed[seat])


def test_settlers_what_special_cards_are_worth() -> None:
    """SET-10: the sentence says two points, and two points they are."""
    road = lay("settlers", 3, {"P1": "S 9; R 9-14-19-24-30; hand LB", "P2": "S 40"})
    action = "road 30-35"
    before = int(as_settlers(road.state).points[0])
    assert "You get the longest road: two points." in said(road, action)
    road.play(action)
    assert int(as_settlers(road.state).points[0]) == before + 2
    army = lay("settlers", 3, {"P1": "S 9; cards k; army 2", "P2": "S 40"})
    before = int(as_settlers(army.state).points[0])
    assert "You get the largest army: two points." in said(army, "knight")
    army.play("knight")
    assert int(as_settlers(army.state).points[0]) == before + 2
    short = lay("settlers", 3, {"P1": "S 9; R 9-14-19-24; hand LLBB", "P2": "S 40"})
    assert number(said(short, "road 24-30"), r"Your road now has this many pieces in a row: (\d+)\.") == 4
    assert "One more road would take the longest road." in said(short, "road 24-30")
    short.play("road 24-30")
    short.play("road 30-35")
    assert int(as_settlers(short.state).longest) == 0


def test_settlers_hands_and_points_of_others() -> None:
    """SET-6.10, SET-13.1."""
    position: dict[str, Json] = {
        "P1": "S 9",
        "P2": "S 19; hand LLB",
        "P3": "S 40",
        "phase": "ROB",
        "robber": 5,
        "dice": "3+4",
    }
    match = lay("settlers", 3, {**position, "tries": 1, "origin": 1})
    assert number(said(match, "steal P2"), r"You take one of (\d+) cards of Bob\.") == 3
    near: dict[str, Json] = {"P1": "C 9 18 30; S 20 41 50; hand L", "P2": "S 1; hand G", "P3": "S 3; hand G"}
    offer: dict[str, Json] = {"phase": "OFFER", "offers": 1, "offer": "L>G", "asked": ["P2", "P3"]}
    table = lay("settlers", 3, {**near, **offer})
    points = int(as_settlers(table.state).points[0])
    assert number(said(table, "accept"), r"Ada has (\d+) points and may win soon: better no deal\.") == points == 9


# -- HEXXI --------------------------------------------------------------------------------------------------------------


def round_result(match: Match) -> list[int]:
    """What the first round brings when nobody does anything more."""
    state = match.state.clone()
    assert isinstance(state, Hexxi)
    passing = match.game.rules.actions.parse("pass")
    while state.round == 1 and state.to_act() >= 0:
        state.apply(int(state.to_act()), passing)
    return [int(n) for n in state.points]


@pytest.mark.parametrize(
    ("tokens", "action", "sentence", "more"),
    [
        ("1P@b2 1C@b3 2S@c3 2C@f5", "kidnap b2xc3", "A captured unit counts twice.", 2 * 2),
        ("1W@e5 2P@d4 2C@f6 2P@e3", "intercept e5xd4", "A captured unit counts twice.", 2 * 3),
        ("2W@b2 2P@c3 1P@a2 1C@a3", "ambush a1xb2", "A captured unit counts twice.", 2 * 6),
        ("1S@f6 2W@e5 2P@e6", "trap f6xg7", "A captured base brings ten points, and the pirates of Bob lie idle.", 10),
        ("1S@e4 1W@f5 2S@f4 1C@f6 2C@e5", "convoy e4xf4-g4", "A ship on your far edge counts three times.", 3 * 2 - 2),
        ("1S@g5 1C@f5 2C@f6", "cruise g5-f5", "Your ship leaves the far edge, where it counts three times.", 2 - 3 * 2),
    ],
)
def test_hexxi_what_counts_how_often(tokens: str, action: str, sentence: str, more: int) -> None:
    """HEX-14.2, HEX-14.4, HEX-14.5: the round as it would end before and after."""
    match = lay("hexxi", 2, {"state": "confront", "tokens": tokens}, {"own_pass": "free", "rounds": 2})
    before = round_result(match)
    assert sentence in said(match, action)
    match.play(action)
    assert round_result(match)[0] - before[0] == more


@pytest.mark.parametrize("kind", "CSPW")
def test_hexxi_what_a_token_adds_to_initiative(kind: str) -> None:
    """HEX-1.3, HEX-7.1."""
    match = Match(games.load("hexxi"), 2, chance=False)
    told = number(said(match, f"init {kind}"), r"It adds (\d+) to your initiative\.")
    assert told == {"C": 1, "S": 2, "P": 3, "W": 6}[kind]


@pytest.mark.parametrize("bid", [1, 2, 20])
def test_hexxi_what_a_bid_costs(bid: int) -> None:
    """HEX-7.7: the own last bid, when the place is won."""
    tied = lay("hexxi", 2, {"state": "auction", "tokens": "1S@b2 2S@f6"})
    price = number(said(tied, f"bid {bid}"), r"If you get the place, it costs (\d+) points?\.")
    tied.play(f"bid {bid}")
    tied.play("drop")
    assert isinstance(tied.state, Hexxi)
    assert price == bid == -int(tied.state.sheet[BIDS])


def test_hexxi_where_a_ship_counts_once() -> None:
    """HEX-14.2: said of a ship that is laid away from the far edge, not of one laid on it."""
    match = Match(games.load("hexxi"), 2, chance=False)
    once = "It is not on your far edge: here a ship counts once."
    assert once in said(match, "place S d4")
    assert all(once not in said(match, f"place S {field}") for field in ("g4", "g5", "g6", "f7", "e7", "d7"))


# -- Bosman, Seameni, Triremes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["10", "11", "12", "21", "32"])
def test_bosman_what_poison_takes(seat: str) -> None:
    """BOS-7.3, BOS-16.1, BOS-16.2: the points that are gone afterwards."""
    boat: dict[str, Json] = {code: f"F{code}" for code in ("10", "11", "12", "21", "32")}
    match = lay("bosman", 4, {"turn": 1, "boat": boat})
    told = number(said(match, f"poison {seat}"), r"Bob loses (\d+) points?\.")
    before = int(match.state.score(1))
    match.play(f"poison {seat}")
    assert told == before - int(match.state.score(1))


@pytest.mark.parametrize(("beach", "aboard"), [({"c4": "R21"}, 1), ({"c4": "R21", "c2": "C30"}, 2), ({"d3": "F11"}, 0)])
def test_bosman_who_comes_aboard(beach: dict[str, Json], aboard: int) -> None:
    """BOS-10.7: with two players more than one may."""
    stop: dict[str, Json] = {"d3": "F11", **beach}
    match = lay("bosman", 2, {"beach": stop, "hands": {"1": "T12"}, "turn": 1})
    lines = said(match, "play T12 b3")
    told = number(lines, r"(\d+) of your pirates come aboard\.") or int("One of your pirates comes aboard." in lines)
    before = match.state
    assert isinstance(before, Bosman)
    match.play("play T12 b3")
    after = match.state
    assert isinstance(after, Bosman)
    assert told == aboard == sum(token >= 0 for token in after.boat)


def test_seameni_how_many_unknown_fields_hide_treasure() -> None:
    """SEA-2.1: counted over what chance can turn up there."""
    match = lay(
        "seameni",
        2,
        {
            "tiles": "d1=t1 d2=wa e2=t2",
            "ships": {"S": "d0", "N": "d12"},
            "pirates": {"S1": "d2"},
            "lost": 3,
            "treasures": "",
        },
    )
    action = "S1>e3"
    found = [re.fullmatch(r"Of (\d+) unknown fields (\d+) hide treasure\.", line) for line in said(match, action)]
    (told,) = [one for one in found if one]
    match.play(action)
    assert isinstance(match.state, Seameni)
    out = Moves()
    match.state.list_chance(out)
    weights = dict(zip((match.game.rules.actions.text(a) for a in out.items()), out.weights(), strict=True))
    share = sum(w for text, w in weights.items() if re.search(r"=t[1-5]$", text)) / sum(weights.values())
    assert abs(share - int(told[2]) / int(told[1])) < 1e-9
    assert int(told[1]) == int(match.state.hidden)


@pytest.mark.parametrize("inside", [1, 2, 3])
def test_triremes_how_many_soldiers_take_a_capital(inside: int) -> None:
    """TRI-15.1, capital_soldiers: the sentence names as many as end the game."""
    squares = ["h17", "i17", "i18"][: inside - 1]
    figures: dict[str, Json] = {"figures": f"R:a1,{','.join(['g18', *squares])} G:p18"}
    more = lay("triremes", 2, figures, {"capital_soldiers": inside + 1})
    assert f"In the capital: {inside} of {inside + 1} soldiers." in said(more, "g18-h18")
    more.play("g18-h18")
    assert not more.is_over
    enough = lay("triremes", 2, figures, {"capital_soldiers": inside})
    enough.play("g18-h18")
    assert enough.is_over


@pytest.mark.parametrize("attack", range(1, 7))
@pytest.mark.parametrize("defence", range(1, 7))
def test_triremes_three_against_two(attack: int, defence: int) -> None:
    """TRI-8.1: whoever attacks adds three to the die, whoever defends two."""
    match = lay("triremes", 2, {"figures": "R:a1,c1 G:d1,p18"}, {"land_tie": "end", "advance": "winner"})
    assert "You attack with 3 against 2." in said(match, "c1xd1")
    match.play("c1xd1")
    match.play(f"[{attack},{defence}]", CHANCE)
    figures = str(match.game.to_position(match.state)["figures"])
    romans = "R:a1,d1" if attack + 3 > defence + 2 else "R:a1,c1" if attack + 3 == defence + 2 else "R:a1 "
    assert romans in f"{figures} "


@pytest.mark.parametrize("load", [1, 2])
def test_triremes_how_many_drown(load: int) -> None:
    """TRI-6.7."""
    match = lay("triremes", 2, {"figures": f"R1=h9N G1=i10E/{load} R:a1 G:p18"}, {"cargo": "open"})
    assert number(said(match, "R1:F"), r"(\d+) soldiers? (?:goes|go) down with it\.") == load
