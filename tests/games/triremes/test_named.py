"""Rules of Triremes that survived being broken by hand, or were held by golden games alone: a test names each of them."""

from __future__ import annotations

import pytest

from tests.games.triremes.table import Table


def ended(table: Table) -> str:
    return table.reason if table.match.is_over else ""


@pytest.mark.parametrize(("quiet", "limit"), [(28, 30), (29, 30), (58, 60), (59, 60)])
def test_the_quiet_limit_ends_the_game_when_it_is_reached(quiet: int, limit: int) -> None:
    """TRI-16.2, 4.4: after the turn that makes the counter as large as the limit, not before."""
    table = Table(f"R1=h9N R:a1 G:p18 quiet={quiet} turns=200", f"quiet_limit={limit} turn_limit=600").do("R1:F")
    assert ended(table) == ("quiet" if quiet + 1 == limit else "")


def test_progress_in_the_last_quiet_turn_starts_the_count_anew() -> None:
    """TRI-16.1, 16.2: a ship sunk is progress."""
    table = Table("R1=h9N G1=i11E G2=c9N R:a1 G:p18 quiet=29 turns=200", "quiet_limit=30").do("R1:F")
    assert (ended(table), int(table.s.quiet)) == ("", 0)


@pytest.mark.parametrize(("quiet", "turns", "reason"), [(29, 598, "quiet"), (29, 599, "quiet"), (28, 599, "turns")])
def test_when_both_limits_are_reached_the_quiet_one_is_the_reason(quiet: int, turns: int, reason: str) -> None:
    """TRI-4.4, 16.2, 16.3: tested in this order."""
    table = Table(f"R1=h9N R:a1 G:p18 quiet={quiet} turns={turns}", "quiet_limit=30 turn_limit=600").do("R1:F")
    assert ended(table) == reason


@pytest.mark.parametrize(("quiet", "turns", "reason"), [(28, 200, "quiet"), (20, 598, "turns"), (27, 597, "")])
def test_a_limit_is_reached_by_an_automatic_pass_too(quiet: int, turns: int, reason: str) -> None:
    """TRI-4.3, 16.2, 16.3: a pass is a turn like any other for the counters."""
    pos = f"R1=c2W G1=c3S G2=l9N G:p18 quiet={quiet} turns={turns}"
    options = "annihilation=figures quiet_limit=30 turn_limit=600"
    assert ended(Table(pos, options, "Greece").do("G2:F")) == reason


@pytest.mark.parametrize(("dice", "tie"), [((2, 3), True), ((5, 6), True), ((3, 3), False), ((1, 6), False)])
def test_the_first_tie_ends_a_battle_on_land(dice: tuple[int, int], tie: bool) -> None:
    """TRI-8.5, 8.6, 8.1, land_tie=end: both stay where they were; what is no tie decides as always (TRI-8.3, 8.4)."""
    throw = f"[{dice[0]},{dice[1]}]"
    end = Table("R:a1,c1 G:d1,p18", "land_tie=end advance=winner").do(f"c1xd1 {throw}")
    assert end.to_move == "Greece"
    won = "R:a1,d1 G:p18" if dice[0] + 3 > dice[1] + 2 else "R:a1 G:c1,p18"
    assert end.after == ("R:a1,c1 G:d1,p18" if tie else won)
    assert int(end.s.quiet) == (1 if tie else 0)
    going = Table("R:a1,c1 G:d1,p18", "land_tie=continue advance=winner").do(f"c1xd1 {throw}")
    assert (going.to_move == "dice") is tie


def test_the_first_tie_ends_a_battle_of_a_landing() -> None:
    """TRI-8.6, 9.6, land_tie=end: the soldier who began it stays in the ship that he came from."""
    table = Table("R1=d2E/2 R:a1 G:d1,p18", "land_tie=end").do("R1>d1 [2,3]")
    assert table.after == "R1=d2E/2 R:a1 G:d1,p18"
    assert table.to_move == "Greece"


def test_the_second_landing_follows_after_a_tie() -> None:
    """TRI-9.7, 8.6, land_tie=end: the first battle is undecided, the other landing is made nevertheless."""
    table = Table("R1=d2E/2 R:a1 G:c1,d1,p18", "land_tie=end").do("R1>c1,d1 [2,3] [6,1]")
    assert table.after == "R1=d2E/1 R:a1,d1 G:c1,p18"
