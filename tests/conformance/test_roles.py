"""Who shares which secret in which phase: what the kit meets in our games is what their rulebooks say."""

from __future__ import annotations

import pytest

from kotva import conformance, games
from kotva.conformance.kit import Moment, Play
from kotva.conformance.roles import SEAT, WATCHER, Coverage, compare, survey
from kotva.engine.game import Json
from kotva.engine.state import OVER, State
from kotva.games.settlers.rules.game import Settlers
from kotva.games.triremes.rules.game import Triremes
from kotva.match import Match
from tests import ours

# By game: the phases in which something is hidden, and those in which nothing is: all phases that the rules have.
SECRET = {
    "bosman": {"deal", "opening", "turn", "board", "over"},  # over: who knows what lies under the stack, hands are open
    "hexxi": {"deploy", "pay", "shift", "auction"},  # HEX-17.2
    "seameni": set(),  # section 8: there are no private views
    "settlers": {
        "LAYING", "STARTING", "SETUP_SETTLEMENT", "SETUP_ROAD", "ROLL", "ROLLING", "DISCARD", "ROBBER", "ROB", "STEALING", "MAIN",
        "DRAWING", "FREE_ROAD", "OFFER",
    },
    "triremes": {"first", "setup", "move", "fight", "dice", "battle", "pact", "draw"},  # TRI-21.1
}  # fmt: skip
OPEN = {
    "bosman": set[str](),
    "hexxi": {"first", "confront", "escort", "over"},  # HEX-17.4
    "seameni": {"first", "place", "uncover", "turn", "vote", "chain", "rejump", "overflow", "over"},
    "settlers": {"over"},
    "triremes": {"over"},  # TRI-21.4
}
# Phases with secrets of the table alone (the deck), which nobody knows: no seat has anything to hide yet.
NOBODYS = {"settlers": {"LAYING", "STARTING"}}
# Phases that random play with any options does not come to, or comes to with nothing to hide; they are set up below.
UNMET = {"triremes": {"fight", "dice", "battle", "draw"}, "seameni": {"overflow"}}


def met(game_id: str, seats: int, effort: float) -> Coverage:
    return survey(conformance.Kit(games.load(game_id), seats, conformance.Budget(effort)))


def never(coverage: Coverage, game_id: str) -> list[tuple[str, tuple[str, str]]]:
    """Pairs never met, but for secrets that no seat has."""
    return [one for one in coverage.unmet() if one[0] not in NOBODYS.get(game_id, set())]


@pytest.mark.conformance
@pytest.mark.parametrize("game_id", ours.GAMES)
def test_what_is_hidden_in_each_phase(game_id: str) -> None:
    """BOS-14, HEX-17, SET-15, TRI-21: no phase hides what it should not, or shows it; every pair of roles is met."""
    found = [met(game_id, seats, 0.4) for seats in games.load(game_id).rules.seats]
    secret = {phase for one in found for phase in one.pairs}
    looked = {phase for one in found for phase in one.states}
    assert secret <= SECRET[game_id]
    assert SECRET[game_id] - secret <= UNMET.get(game_id, set())
    assert looked - SECRET[game_id] <= OPEN[game_id]
    assert OPEN[game_id] - looked <= UNMET.get(game_id, set())
    assert [never(one, game_id) for one in found] == [[] for _ in found]


def place(game_id: str, seats: int, options: dict[str, object], position: dict[str, Json], *actions: str) -> Moment:
    """A moment that no random game need come to."""
    match = Match(games.load(game_id), seats, options, position=position, chance=False)
    for action in actions:
        match.play(action)
    return Moment(Play(match.game, match.options), 0, match.state, OVER, None)


def fleet(state: State, viewer: int, owner: int) -> str:
    """What a player of Triremes is to another."""
    assert isinstance(state, Triremes)
    if state.out[viewer]:
        return "out"
    return SEAT if state.enemies(viewer, owner) else "ally"


# Loaded ships of everybody, one of which is in no fight.
TWO = "R1=h9N/1 R2=b9N/1 G1=i11N/2 G2=o9N/1 R:a1,c1 G:d1,p18"
PACT = "R1=m10N/1 G1=n14N/2 C1=m20S/1 R:i1 G:a10 C:i28"
FLEETS: dict[str, tuple[str, int, dict[str, object], str, list[str], set[str]]] = {
    "a fight": ("fight", 2, {"tactical": "on"}, TWO, ["R1:F!G1"], {SEAT}),
    "dice of a fight": ("dice", 2, {"tactical": "on"}, TWO, ["R1:F!G1", "roll"], {SEAT}),
    "a battle on land": ("battle", 2, {}, TWO, ["c1xd1"], {SEAT}),
    "a draw is offered": ("draw", 2, {}, TWO, ["draw offer"], {SEAT}),
    "a pact is offered": ("pact", 3, {"alliances": "open"}, PACT, ["pact offer 2"], {SEAT}),
    "allies by a pact": ("move", 3, {"alliances": "open"}, f"{PACT} pact=1-2", [], {SEAT, "ally"}),
    "partners": ("move", 4, {"alliances": "fixed"}, f"{PACT} E1=y10W/1 E:aa14", [], {SEAT, "ally"}),
    "somebody is out": ("move", 3, {}, "R1=m10N/1 C1=m20S/1 R:i1 C:i28 out=2", [], {SEAT, "out"}),
}


@pytest.mark.parametrize("cargo", ["memory", "hidden", "open"])
@pytest.mark.parametrize("name", FLEETS)
def test_who_may_not_know_a_load(name: str, cargo: str) -> None:
    """TRI-21.1, TRI-21.2, TRI-21.4: of a ship that is in no fight its owner alone knows it; no ally, nobody who is out."""
    phase, seats, options, figures, actions, wanted = FLEETS[name]
    moment = place("triremes", seats, {**options, "cargo": cargo}, {"figures": figures, "turn": 1}, *actions)
    assert moment.game.to_position(moment.state)["phase"] == phase
    found = Coverage()
    compare(moment, phase, found, fleet)
    expected = {(role, SEAT) for role in wanted} | {(WATCHER, SEAT)}
    assert set(found.pairs.get(phase, ())) == (set() if cargo == "open" else expected)


def test_a_load_in_an_open_fight_is_seen_by_everybody() -> None:
    """TRI-21.2: of both ships, as long as the fight is open, and of no other."""
    moment = place("triremes", 2, {"cargo": "hidden"}, {"figures": TWO, "turn": 1}, "R1:F!G1")
    for viewer in moment.viewers():
        figures = moment.game.to_position(moment.state.seen(viewer))["figures"]
        shown = {word.partition("=")[0]: word[-1] for word in str(figures).split() if "/" in word}
        own = "RG"[viewer] if viewer >= 0 else ""
        assert shown == {"R1": "1", "G1": "2"} | {ship: "1" if ship[0] == own else "?" for ship in ("R2", "G2")}


def crew(state: State, viewer: int, owner: int) -> str:
    """What a player of Settlers is to another."""
    assert isinstance(state, Settlers)
    return "gone" if state.gone >> viewer & 1 else SEAT


HANDS: dict[str, Json] = {
    f"P{n}": f"S {at}; hand LLLBBWWG; cards kv; new m" for n, at in ((1, 9), (2, 20), (3, 30), (4, 41))
}
ISLANDS: dict[str, tuple[str, dict[str, Json], set[str]]] = {
    "an offer is open": ("OFFER", {"offers": 1, "offer": "W>G", "asked": ["P2", "P3"], "answers": {}}, {SEAT}),
    "one has accepted": (
        "OFFER",
        {"offers": 1, "offer": "W>G", "asked": ["P2", "P3"], "answers": {"P2": "accept"}},
        {SEAT},
    ),
    "discards": (
        "DISCARD",
        {"owe": {"P1": 4, "P2": 4, "P3": 4, "P4": 4}, "sealed": {"P2": "LLBB"}, "dice": "3+4"},
        {SEAT},
    ),
    "one has left": ("MAIN", {"gone": {"P4": 1}}, {SEAT, "gone"}),
    "one has left a trade": (
        "OFFER",
        {"gone": {"P4": 1}, "offers": 1, "offer": "W>G", "asked": ["P2", "P3"]},
        {SEAT, "gone"},
    ),
}


@pytest.mark.parametrize("name", ISLANDS)
def test_who_may_not_know_a_hand(name: str) -> None:
    """SET-15.1: resources, action cards, those bought in this turn, sealed discards; neither in a trade nor after leaving."""
    phase, more, wanted = ISLANDS[name]
    hands = {
        player: str(text) if player == "P1" else str(text).replace("; new m", "") for player, text in HANDS.items()
    }
    moment = place("settlers", 4, {}, {**hands, **more, "phase": phase})
    found = Coverage()
    compare(moment, phase, found, crew)
    roles = {(role, SEAT) for role in wanted} | {(WATCHER, SEAT)}
    assert roles <= set(found.pairs[phase])
    for viewer in moment.viewers():
        seen, truth = moment.state.seen(viewer), moment.state
        assert isinstance(seen, Settlers)
        assert isinstance(truth, Settlers)
        for seat in range(4):
            assert (int(seen.hand[seat]) == int(truth.hand[seat])) is (seat == viewer)
            assert (int(seen.cards[seat]) == int(truth.cards[seat])) is (seat == viewer)
        assert (int(seen.fresh) == int(truth.fresh)) is (viewer == 0)
