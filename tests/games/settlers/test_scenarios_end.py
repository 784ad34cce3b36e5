"""Scenarios of the rulebook: the end, clocks, leaving and what a seat may know (SET-13 to SET-15)."""

from __future__ import annotations

from kotva.engine.game import Json
from kotva.games.settlers import GAME
from kotva.match import Match
from tests.games.settlers.given import P1_WINS_SOON, S28
from tests.games.settlers.table import Table


def test_SET_S39_ten_points_on_anothers_turn():
    """SET-13.2, SET-13.3, SET-13.6."""
    t = Table(**{**S28, "P2": "C 3 16 42 54; R 16-21-26-32-37-42"}).play("settle 24")
    assert (t.score(2), t.phase) == (10, "MAIN")
    t.play("end")
    for _ in range(2):
        t.play("roll", "* dice 6+6", "end")
    assert (t.over, t.s.die1) == (("win", "P2"), 0)


def test_SET_S40_time():
    """SET-14.2, SET-13.7, SET-13.9."""
    t = Table(
        round=7,
        turn="P3",
        P1="C 9 18 30 20; cards v",
        P2="C 1 3 11 53; cards v",
        P3="C 12 16 33",
        P4="C 34 51",
    ).play("! time")
    turns = []
    while t.to_act != "over":
        turns.append((int(t.s.round), t.on_turn))
        t.play("end") if t.phase == "MAIN" else t.play("roll", "* dice 6+6", "end")
    assert turns[0] == (7, "P3")
    assert turns[-1] == (9, "P4")
    assert len(turns) == 10
    assert t.over == ("time", "")
    assert [t.score(p) for p in (1, 2, 3, 4)] == [9, 9, 6, 4]
    assert (t.detail("place"), t.detail("tier")) == ([1, 1, 3, 4], [1, 1, 2, 3])


def test_SET_S41_counted_points_and_places():
    """SET-13.8, SET-13.9."""
    t = Table(
        P1="C 9 18 30; S 20 41; cards vvv",
        P2="C 1 3 11 53; cards vv",
        P3="C 12 16 33 51",
        P4="C 34 27; S 46 47 42 43",
        phase="OVER",
        winner="P1",
    )
    assert [t.score(p) for p in (1, 2, 3, 4)] == [11, 10, 8, 8]
    assert t.detail("counted") == [10, 10, 8, 8]
    assert (t.detail("place"), t.detail("tier")) == ([1, 2, 3, 3], [1, 2, 3, 3])


def test_SET_S42_a_stolen_card_is_seen_by_two():
    """SET-15.1, SET-15.3."""
    t = Table(robber=6, P2="S 9; hand LW", phase="ROLL").play("roll", "* dice 1+6", "robber 5", "steal P2")
    events: list[tuple[int, int, int, int]] = []
    t.s.trace = events
    t.play("* stolen W")
    stole = events[0]
    assert [GAME.show_event(v, stole)[3] for v in (0, 1)] == [2, 2]  # type: ignore[index]
    assert [GAME.show_event(v, stole)[3] for v in (2, 3, -1)] == [-1, -1, -1]  # type: ignore[index]
    assert (t.seen(1)["P1"], t.seen(2)["P2"]) == ("hand W", "S 9; hand L")
    for viewer in (3, 4, None):
        assert (t.seen(viewer)["P1"], t.seen(viewer)["P2"]) == ("hand ?", "S 9; hand ?")


def test_SET_S44_claiming_the_win():
    """SET-13.5, SET-13.7."""
    position: dict[str, Json] = {"phase": "ROLL", "P1": P1_WINS_SOON + "; cards vv"}
    t = Table({"win": "claim"}, **position)
    assert (int(t.s.points[0]), t.score(1)) == (8, 10)
    assert t.legal() == ["roll", "win"]
    late = t.fork()
    t.play("win")
    assert (t.over, t.score(1)) == (("win", "P1"), 10)
    late.play("! time")
    while late.to_act != "over":
        late.play("end") if late.phase == "MAIN" else late.play("roll", "* dice 1+1")
    assert (late.over, late.detail("counted")[0]) == (("time", ""), 10)


def test_SET_S45_a_turn_runs_out_of_time():
    """SET-14.4, SET-14.6."""
    t = Table({"turn_limit_s": 60}, phase="ROLL", robber=6, P2="S 9; hand L", timed=1, limited=60)
    t.play("roll", "* dice 1+6", "robber 5", "! turntime", "* stolen L")
    assert (t.robber, t.hand(1), t.hand(2), t.to_act, t.phase) == (5, "L", "", "P2", "ROLL")


def test_SET_S50_the_same_seed_gives_the_same_game():
    """SET-15.5, SET-2.8."""

    def played(seed: str) -> list[str]:
        match = Match(GAME, 4, {"board_seed": 3}, seed=seed)
        for _ in range(120):
            match.play(match.legal()[0])
        return match.record().moves

    assert played("1") == played("1")

    def dice(moves):
        return [m for m in moves if m.startswith("* dice")]

    assert dice(played("1")) != dice(played("2"))


def test_SET_S51_the_last_round():
    """SET-16.1, SET-4.1, SET-13.10."""
    t = Table({"max_rounds": 1}, round=1, first="P2", turn="P1").play("end")
    assert t.over == ("rounds", "")
    assert t.detail("round") == [1, 1, 1, 1]


def test_SET_S53_extra_rounds_from_the_current_turn():
    """SET-14.2, SET-14.3."""
    t = Table({"extra_count": "from_current"}, round=7, turn="P3").play("! time")
    turns = 0
    while t.to_act != "over":
        last = (int(t.s.round), t.on_turn)
        t.play("end") if t.phase == "MAIN" else t.play("roll", "* dice 6+6", "end")
        turns += 1
    assert (last, turns) == ((9, "P3"), 9)
    t = Table({"extra_count": "from_current"}, phase="SETUP_SETTLEMENT").play("! time")
    while t.to_act != "over":
        last = (int(t.s.round), t.on_turn)
        t.play("end" if t.phase == "MAIN" else "* dice 1+1" if t.phase == "ROLLING" else t.legal()[0])
    assert last == (2, "P4")


def test_SET_S54_a_limit_set_during_the_game():
    """SET-14.4."""
    t = Table(round=8, turn="P2", timed=1, stop=39).play("! turnlimit 90")
    assert t.why("! turntime") == "SET-14.4"
    t.play("end")
    assert t.why("! turntime") == ""
    t = Table(round=7).play("! turnlimit 90", "end")
    assert t.why("! turntime") == "SET-14.4"
    t.play("! time")
    assert t.why("! turntime") == "SET-14.4"
    t.play("roll", "* dice 6+6", "end")
    assert t.why("! turntime") == ""


def test_SET_S55_leaving():
    """SET-14.7, SET-5.2, SET-6.1, SET-6.9."""
    t = Table(P1="S 28", P2="C 23; hand WWWWWWWW").play("! leave P2", "end")
    assert t.to_act == "P3"
    t.play("roll", "* dice 4+5")
    assert (t.hand(1), t.hand(2)) == ("G", "WWWWWWWW")
    t.play("end", "roll", "* dice 3+4")
    assert t.phase == "ROBBER"
    t.play("robber 8")
    assert t.legal("steal") == ["steal P1", "steal P2"]
    t.play("steal P2", "* stolen W", "end")
    assert t.to_act == "P1"
    t.play("! leave P3", "! leave P4")
    assert t.over == ("left", "P1")
