"""Section 10 of the rulebook as tables: what every option takes and refuses, what goes together, what is locked."""

from __future__ import annotations

import pytest

from kotva.tournament import options
from kotva.tournament.options import OPTIONS, TournamentOption, TournamentOptions, canonical_option
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


@pytest.fixture(autouse=True)
def declared(monkeypatch: pytest.MonkeyPatch) -> dict[str, TournamentOption]:
    """What is declared, made anew: not what was made when the module was imported."""
    made = options._declared()
    monkeypatch.setattr(options, "OPTIONS", made)
    return made


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
    eight = TournamentOptions(given={"points.8": "9-7-6-5-4-3-2-1"})
    assert list(eight.points(5)) == [9, 7, 6, 5, 4]
    assert list(TournamentOptions().points(2)) == [4, 3]
    pairs = TournamentOptions(given={"points.2": "7-1"})
    assert list(pairs.points(2)) == [7, 1]
    assert list(TournamentOptions().points(6)) == [4, 3, 2, 1, 0, 0]
    alone = TournamentOptions(given={"points.2": "7-1"})
    alone._values |= {"points.3": None, "points.4": None}
    assert list(alone.points(3)) == [7, 1, 0], "pairs are the largest size there is"
    alone._values["points.2"] = None
    assert list(alone.points(3)) == [0, 0, 0]


def test_which_options_are_locked() -> None:
    """TOU-1.5: exactly these, once round 1 has been published."""
    assert {name for name, option in options.OPTIONS.items() if option.locked} == set(LOCKED)
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


# Section 10 once more, by hand: default, clause, values; "*": any text.
TABLE = """
rounds 3 1.2 | players.min 3 2.13 | players.max 400 2.3 | rollcall first 2.5 first,every | late.last auto 2.10
fill none 2.14 none,min,full | table.size 4 3.2 | table.min 3 3.2 | table.rule even 19.3 even,full | table.labels none 8.1
bye.points 3 3.6 | bye.game_points mean 3.6 | short.rule hard 4.2 hard,soft,lot | short.tie optimise 4.3 optimise,standing
short.key points 4.4 points,rank | salt none 5.1 | lot.mode seeded 5.6 seeded,manual | avoid.hard none 6.5
avoid.soft none 6.5 | avoid.club false 6.5 true,false | fixed_table none 8.2 | seat.mode lot 8.3 lot,balanced,rank
board.mode same 8.6 same,own,fixed | board.text none 8.6 | start.mode dice 8.7 dice,seat1,choice | time.round 75 9.2
time.overtime 2 9.3 | time.count complete_round 9.4 complete_round,from_current | time.turn none 9.6 | time.idle 5 9.9
confirm all 10.4 all,majority,one,none | confirm.minutes 10 10.4 | gp.cap 10 12.1 | gp.win 10 10.6 | gp.min 2 10.6
gp.max 22 10.6 | tie.rule dense 19.5 dense,best,share,worst | nowin.points none 19.5 | stopped.first count 11.5 count,nocount
success.mode share 12.6 share,scaled | criteria firsts,pp,gp,success,seconds,thirds,lot 13.1
standings.public always 13.6 always,until_last,final | grace 10 14.1 | start 12:30 15.1 | break 15 15.1 | breaks none 15.1
ceremony.gap 20 15.2 | ceremony.minutes 10 15.2 | publish.lead 5 15.3 | break.min 5 15.5 | shift.step 5 15.5
protest.minutes 10 16.6 | spectators after_round 17.1 | draw random 19.7 | swiss.priority avoid 19.8 avoid,strength
final.size 4 19.10 | final.others stop 19.10 stop,play | cut 16,4 19.11 | rr.boards 1 19.12 | rr.legs 2 19.12
team.boards 0 19.18 | team.count 0 19.19 | avoid.team false 19.19 true,false | seeding lot 19.14 lot,entry,rating
groups 1 19.15 | knockout.byes false 19.17 true,false | knockout.third false 19.17 true,false
rr.missing replan 19.16 replan,bye | online false 1.8 true,false | auto false 15.7 true,false | csv.delimiter , 20.8
zone UTC 15.6 | languages en 20.1 | game settlers 19.2 | points.3 4-3-2 11.1 | points.4 4-3-2-1 11.1
"""
ROWS = {row.split()[0]: row.split()[1:] for row in TABLE.replace("\n", "|").split("|") if row.strip()}
EMPTY = {"place": "1.6", "date": "15.6", "game.options": "19.2", **{f"points.{n}": "19.4" for n in (2, 5, 6, 7, 8)}}


def test_there_are_these_options_and_no_others(declared: dict[str, TournamentOption]) -> None:
    """Section 10 (TOU-1.4)."""
    assert set(declared) == {*ROWS, *EMPTY}


@pytest.mark.parametrize("name", [*ROWS, *EMPTY])
def test_an_option_as_section_10_has_it(name: str, declared: dict[str, TournamentOption]) -> None:
    """TOU-1.4: its default, its clause, its words in their order; the default is one of its values."""
    usual, clause, *words = ROWS.get(name, ["", EMPTY.get(name, "")])
    option = declared[name]
    assert (option.default, option.clause) == (usual, f"TOU-{clause}")
    assert name.startswith("points.") or option.kind.allows(usual)
    if words:
        assert option.kind.choices == tuple(words[0].split(","))
        assert option.kind.field == "select"
        assert not option.kind.allows("")
        assert not option.kind.allows("no such word")
    if name in BOUNDS and name != "late.last":
        assert option.kind.limits == BOUNDS[name]
        assert option.kind.field == ("text" if name in NONE else "number")
        assert option.kind.choices == (("none",) if name in NONE else ())
        assert option.kind.allowed == f"{BOUNDS[name][0]}…{BOUNDS[name][1]}" + (", none" if name in NONE else "")


def test_where_an_option_stands_what_a_form_shows(declared: dict[str, TournamentOption]) -> None:
    """Section 10 (TOU-1.4): the examples beside a field are values."""
    for name in (
        "table.labels",
        "avoid.hard",
        "avoid.soft",
        "fixed_table",
        "breaks",
        "cut",
        "date",
        "zone",
        "points.5",
    ):
        allowed = declared[name].kind.allowed.removeprefix("none, ")
        assert declared[name].kind.allows(allowed), name
    assert declared["late.last"].kind.allowed == "auto, 0…99"
    assert declared["salt"].kind.allowed == "none, 3 5 1 6"
    assert declared["board.text"].kind.allowed == "none, a board in the game's notation"
    assert declared["spectators"].kind.allowed.endswith("delayed:<minutes>")
    assert declared["bye.points"].kind.allowed == "3, 5/2"
    assert declared["bye.game_points"].kind.allowed == "3, 5/2, mean"
    assert declared["date"].kind.field == "date"
    assert declared["start"].kind.choices == ("now",)
