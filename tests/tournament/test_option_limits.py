"""Section 10 of the rulebook as tables: what every option takes and refuses, what goes together, what is locked."""

from __future__ import annotations

import pytest

from kotva.tournament.options import OPTIONS, TournamentOptions, canonical_option
from kotva.tournament.refusal import Refused
from kotva.tournament.seeding import is_seeded, rounds_needed
from tests.tournament.held import HeldTournament

BOUNDS = {
    "rounds": (0, 99),
    **dict.fromkeys(("players.min", "players.max"), (1, 400)),
    "late.last": (0, 99),
    **dict.fromkeys(("table.size", "table.min", "final.size"), (2, 8)),
    **dict.fromkeys(("time.round", "time.idle"), (1, 600)),
    "time.overtime": (1, 10),
    "time.turn": (1, 3600),
    **dict.fromkeys(("confirm.minutes", "grace", "break", "ceremony.gap", "ceremony.minutes"), (0, 1440)),
    **dict.fromkeys(("publish.lead", "break.min", "protest.minutes"), (0, 1440)),
    **dict.fromkeys(("gp.cap", "gp.win", "gp.min", "gp.max"), (-100000, 100000)),
    "shift.step": (1, 60),
    **dict.fromkeys(("rr.boards", "rr.legs"), (1, 99)),
    "team.boards": (0, 6),
    "team.count": (0, 20),
    "groups": (1, 32),
}
NONE = ("time.round", "time.turn", "time.idle", "gp.cap", "gp.win", "gp.min", "gp.max")
LOCKED = (
    *("fill", "table.size", "table.min", "table.rule", "bye.points", "bye.game_points", "short.rule", "short.tie"),
    *("short.key", "lot.mode", "seat.mode", "gp.cap", "gp.win", "gp.min", "gp.max", "tie.rule", "nowin.points"),
    *("stopped.first", "success.mode", "criteria", "draw", "swiss.priority", "final.size", "final.others", "cut"),
    *("rr.boards", "rr.legs", "team.boards", "team.count", "seeding", "groups", "knockout.byes", "knockout.third"),
    *("rr.missing", "game", "game.options", *(f"points.{size}" for size in range(2, 9))),
)


def refusal(name: str, text: str) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        canonical_option(name, text)
    return refused.value.code, refused.value.clause


@pytest.mark.parametrize("name", BOUNDS)
def test_numbers_have_a_least_and_a_most(name: str) -> None:
    """TOU-1.4, section 10."""
    low, high = BOUNDS[name]
    for value in (low, high):
        assert canonical_option(name, str(value)) == str(value)
    for value in (low - 1, high + 1):
        assert refusal(name, str(value)) == ("RANGE", OPTIONS[name].clause)
    for text in ("", "x", "1.5"):
        assert refusal(name, text)[0] == "RANGE"
    if name in NONE:
        assert canonical_option(name, "none") == "none"
    else:
        assert refusal(name, "none")[0] == "RANGE"


TEXTS = {
    "late.last": ("auto",),
    "table.labels": ("none", "1:blue room,12:garden"),
    "bye.points": ("3", "5/2"),
    "bye.game_points": ("mean", "7"),
    "nowin.points": ("none", "1", "1/2"),
    "avoid.hard": ("none", "P1-P2,P3-P10"),
    "fixed_table": ("none", "P3:1,P4:2"),
    "start": ("now", "00:00", "23:59"),
    "breaks": ("none", "2:60", "2:60,3:0"),
    "spectators": ("none", "live", "after_game", "after_round", "delayed:1", "delayed:9999"),
    "cut": ("16,4", "4", "9,3"),
    "date": ("2027-03-01", "2028-02-29"),
    "zone": ("UTC", "Europe/Prague"),
    "languages": ("en,cs", "bg"),
    "criteria": ("pp,lot", "firsts,seconds,thirds,pp,gp,success,opp,played,best,lot"),
    "draw": ("random,swiss,blocks,final", "seeded,knockout", "round_robin", "fixed", "arena"),
    "points.8": ("8-7-6-5-4-3-2-1", "4-2-1"),
}
WRONG = {
    "late.last": "soon",
    "table.labels": "0:hall",
    "bye.points": "mean",
    "bye.game_points": "none",
    "avoid.hard": "P1-P1",
    "fixed_table": "P3:0",
    "start": "24:00",
    "breaks": "0:60",
    "spectators": "delayed:0",
    "cut": "4,16",
    "date": "2027-02-29",
    "zone": "Europe/Atlantis",
    "languages": "de",
    "criteria": "luck",
    "draw": "chance",
    "points.8": "8-x",
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts_of_options(name: str) -> None:
    """TOU-1.4: each is its own canonical form."""
    for text in TEXTS[name]:
        assert canonical_option(name, text) == text
    if name in WRONG:
        assert refusal(name, WRONG[name])[0] == "RANGE"


def test_there_are_no_other_options() -> None:
    """TOU-1.4."""
    assert refusal("colour", "red") == ("RANGE", "TOU-1.4")
    assert "points.9" not in OPTIONS
    assert "points.1" not in OPTIONS
    with pytest.raises(Refused) as refused:
        TournamentOptions("chess")
    assert (refused.value.code, refused.value.clause) == ("RANGE", "TOU-19.1")


def test_the_cut_falls() -> None:
    """TOU-19.11: sizes fall, none below two."""
    for text in ("16,16", "1", "4,1", "4,8"):
        assert refusal("cut", text) == ("RANGE", "TOU-19.11")


TOGETHER = [
    ({"table.size": "3", "table.min": "4"}, "TOU-3.2"),
    ({"draw": "random,final", "final.size": "5"}, "TOU-19.10"),
    ({"auto": "true", "start": "now"}, "TOU-15.7"),
    ({"rounds": "0"}, "TOU-19.17"),
    ({"rounds": "0", "draw": "random,knockout"}, "TOU-19.17"),
    ({"team.boards": "1"}, "TOU-19.18"),
    ({"team.boards": "2", "draw": "blocks"}, "TOU-19.18"),
    ({"team.boards": "2", "fill": "min"}, "TOU-19.18"),
    ({"groups": "2", "fill": "min"}, "TOU-19.15"),
    ({"groups": "2", "draw": "fixed"}, "TOU-19.15"),
    ({"draw": "final,random"}, "TOU-19.10"),
    ({"draw": "final,knockout"}, "TOU-19.10"),
    ({"draw": "knockout,random,final"}, "TOU-19.10"),
    ({"draw": "random,knockout", "cut": "16,5"}, "TOU-19.11"),
    ({"draw": "random,knockout", "cut": "16"}, "TOU-19.11"),
    ({"draw": "random,knockout", "cut": "15,4"}, "TOU-19.11"),
    ({"draw": "arena"}, "TOU-19.20"),
]


@pytest.mark.parametrize(("given", "clause"), TOGETHER)
def test_what_does_not_go_together(given: dict[str, str], clause: str) -> None:
    """TOU-3.2, TOU-15.7, TOU-19.10, 19.11, 19.15, 19.17, 19.18."""
    with pytest.raises(Refused) as refused:
        TournamentOptions("settlers-cz", given)
    assert (refused.value.code, refused.value.clause) == ("RANGE", clause)


@pytest.mark.parametrize(
    "given",
    [
        {"draw": "random", "final.size": "5"},
        {"draw": "random,knockout", "cut": "16,5", "knockout.byes": "true"},
        {"draw": "random,knockout", "cut": "64,16,4"},
        {"draw": "random,swiss,seeded,round_robin", "team.boards": "6"},
        {"groups": "2", "draw": "random,swiss,blocks,final"},
        {"table.size": "2", "table.min": "2"},
        {"auto": "true", "start": "10:00"},
    ],
)
def test_what_goes_together(given: dict[str, str]) -> None:
    """TOU-19.10, 19.11, 19.15, 19.17, 19.18: nothing more than that is refused."""
    assert TournamentOptions("settlers-cz", given).given == given


def test_options_are_equal_by_their_preset_and_what_was_set() -> None:
    """TOU-1.4."""
    assert TournamentOptions("blocks") != TournamentOptions("settlers-cz")
    assert TournamentOptions(given={"rounds": "4"}) != TournamentOptions()
    assert TournamentOptions(given={"rounds": "4"}) == TournamentOptions().with_option("rounds", "4")


def test_a_missing_list_of_points_is_cut_from_the_largest() -> None:
    """TOU-19.4: of 8 before 4; with none but pairs, that of pairs."""
    options = TournamentOptions(given={"points.8": "9-7-6-5-4-3-2-1"})
    assert list(options.points(5)) == [9, 7, 6, 5, 4]
    assert list(TournamentOptions().points(2)) == [4, 3]
    pairs = TournamentOptions(given={"points.2": "7-1"})
    assert list(pairs.points(2)) == [7, 1]
    assert list(TournamentOptions().points(6)) == [4, 3, 2, 1, 0, 0]


def test_which_options_are_locked() -> None:
    """TOU-1.5: exactly these, once round 1 has been published."""
    assert {name for name, option in OPTIONS.items() if option.locked} == set(LOCKED)
    held = HeldTournament(8)
    held.do("draw R1")
    held.do("publish R1")
    for name in LOCKED:
        if name.startswith(("points", "game")) or name == "fill":
            text = {"fill": "none"}.get(name, "hexxi" if name == "game" else "4-3-2-1")
            assert held.refuse(f"set {name}={text}") == "LOCKED", name


def test_what_needs_a_seeding() -> None:
    """TOU-19.14: groups, `seeded`, a knockout alone, a round robin of people."""
    for given in ({"groups": "2"}, {"draw": "seeded"}, {"rounds": "0", "draw": "knockout"}):
        assert is_seeded(TournamentOptions(given=given)), given
    assert is_seeded(TournamentOptions("duel-rr"))
    assert not is_seeded(TournamentOptions("bots-rr"))
    assert not is_seeded(TournamentOptions())
    assert not is_seeded(TournamentOptions(given={"rr.missing": "bye"}))


def test_how_many_rounds_there_are() -> None:
    """TOU-19.12, TOU-19.17: only where that follows from the entrants."""
    people = [f"P{i}" for i in range(1, 8)]
    plain, byes = TournamentOptions(), TournamentOptions("knockout")
    assert rounds_needed("random", people, plain, (), 0) is None
    assert rounds_needed("knockout", people, plain, (), 0) is None
    assert rounds_needed("random", people, byes, (), 0) is None
    assert rounds_needed("knockout", people, byes, (), 3) == 5
    assert rounds_needed("round_robin", people, TournamentOptions("duel-rr"), (), 0) == 7
