"""What the bots think of positions that they once did not know how to win."""

from __future__ import annotations

import pytest

from kotva.bots import make
from kotva.engine.arrays import zeros
from kotva.games.triremes import GAME
from kotva.games.triremes.evaluation.player import TriremesEvaluation
from tests.games.triremes.table import Table


def greedy(position: str) -> str:
    """What the greedy bot plays as Rome."""
    view = Table(position).match.view(0)
    return GAME.rules.actions.text(make("greedy", 1).choose(view))


def test_a_comrade_makes_room_in_the_capital() -> None:
    """The third soldier stands before squares that his own comrades hold: one of them steps on."""
    assert greedy("R1=a9N R:h17,i17,h16 G:a18,p18 quiet=10") in ("h17-h18", "i17-j17", "i17-i18", "h17-i17")


def test_far_ahead_the_next_step_still_counts() -> None:
    """Two stand in the capital and a ship brings the third: with a large lead, too, it sails on."""
    assert greedy("R1=h9N/1 R2=a9N R3=b9N R4=c9N R5=o9S R6=p9S R:i17,j17,i1 G:a18") == "R1:F"


def test_the_stronger_hunts_the_last_soldier() -> None:
    """TRI-15.2: with too few for the capital one goes for the enemy's last soldier over land."""
    assert greedy("R1=a9N R:h18,i18 G:d18") == "h18-g18"


def test_who_would_lose_at_the_limit_attacks() -> None:
    """TRI-16.4: one soldier against two loses at the limit; fighting for it is better than waiting."""
    assert greedy("R1=a9N R2=b9N R:g18 G:h18,p18 quiet=118") == "g18xh18"


def test_guards_leave_when_nobody_can_come() -> None:
    """A capital that no enemy can reach needs no guards: the soldiers go to the ship."""
    assert greedy("R1=h5W R:h4,h1,h2 G:a18,b18") in ("R1<h4", "h2-h3")


def test_a_landing_is_not_put_off_for_ever() -> None:
    """The stronger one lands beside the enemy's last soldier; that this one could then attack is no reason to stay at sea."""
    position = "R1=f3S R2=c10N R4=h6N/1 R5=b4E R6=g15N G4=d2W@R G:g1 quiet=100"
    assert greedy(position) == "R4>h4"


def test_the_prey_is_hunted_where_it_stands() -> None:
    """Greece's last soldier is in Rome: the two Romans in the Greek capital want their ship, and do not wait in Greece."""
    assert greedy("R1=g12S R:h17,i17 G:h1 quiet=10") in ("h17-h16", "i17-i16", "R1:B")


def test_one_hunter_alone_does_not_dance_with_its_prey() -> None:
    """The prey steps aside as often as one hunter steps near it: the second one is fetched instead."""
    assert greedy("R1=d5E R2=f5S R4=o4N R5=d2E G1=l16W G2=k13S G4=b15S R:i4,i18,k2 G:i16 quiet=50")[:2] in (
        "R1",
        "R2",
        "R4",
    )


def test_a_ship_sees_what_lies_in_its_way() -> None:
    """Two stand in the capital, the third is aboard behind a comrade who blocks the shortest way: somebody moves for him."""
    played = greedy("R3=k15N R4=j13N/1 G2=j15N@R G1=l16W G3=f5W R:h18,j18 G:g1,h2 quiet=20")
    assert played[:2] in ("R4", "G2"), played


def test_fear_fades_while_nothing_happens() -> None:
    """A ship goes where it could be rammed rather than wait for the limit."""
    evaluation = TriremesEvaluation()
    table = Table("R1=h9N/1 R:a1 G1=k10W G:p18 quiet=0")
    fresh, stale = evaluation.fear(table.s), evaluation.fear(Table("R1=h9N/1 R:a1 G1=k10W G:p18 quiet=118").s)
    assert (fresh, stale) == (100, 0)


def test_the_last_step_into_a_capital_is_taken_among_four() -> None:
    """TRI-18.3: the plan against an enemy is gone when he falls; taking his capital is still better than standing before it."""
    position = (
        "R1=q5N R6=x13S G2=n25E G4=d10E G5=m26E G6=b11N C1=n23W@G C2=o24S@G C5=y16E@R E4=y15E@R E5=i7S E6=y14N@R "
        "R:q1,aa15,ab15 G:m27,n27,o26,o28 C:o2 E:m2 quiet=20"
    )
    view = Table(position, "players=4", "Greece").match.view(1)
    assert GAME.rules.actions.text(make("greedy", 1).choose(view)) in ("o26-o27", "m27-m28")


def test_soldiers_leave_the_shore_of_a_player_who_is_out() -> None:
    """TRI-18.3: the capital of an eliminated player means nothing: soldiers there want a ship as they do at home."""
    near = Table("R1=f13W R:b13,b14,b15 C1=s25S C:r28 out=2", "players=3").s
    far = Table("R1=k13W R:b13,b14,b15 C1=s25S C:r28 out=2", "players=3").s
    assert TriremesEvaluation().supply(near, 0) > TriremesEvaluation().supply(far, 0)


def test_in_a_long_quiet_spell_nothing_is_done_again_in_the_same_position() -> None:
    """TRI-16.1: what led back to a position is not tried in it once more; while the game is young it may be."""
    position = "R1=h9N R2=a9N R:h1,i1 G1=k14S G:i18,h18 quiet={} turns=200"
    bot = make("greedy", 1)
    played = [bot.choose(Table(position.format(quiet)).match.view(0)) for quiet in (40, 42, 44, 46)]
    assert len(set(played)) == 4
    evaluation, state = TriremesEvaluation(), Table(position.format(10)).s
    assert {evaluation.repeat_key(state, 0, action) for action in played} == {0}


def test_the_number_of_a_position_knows_ships_loads_and_soldiers() -> None:
    """The same action is another deed when anything on the board stands elsewhere; the counters do not matter."""
    action = GAME.rules.actions.parse("R1:F")
    position = "R1=h9N R2=a9N/1 R:h1,i1 G1=k14S G:i18,h18 quiet=40 turns=200"
    numbers = {
        TriremesEvaluation().repeat_key(Table(position.replace(old, new)).s, 0, action)
        for old, new in (
            ("", ""),
            ("turns=200", "turns=208"),
            ("k14S", "k13S"),
            ("k14S", "k14E"),
            ("a9N/1", "a9N"),
            ("G1=k14S", "G1=k14S@R"),
            ("i18", "j18"),
            ("h1,i1", "h1,j3"),
        )
    }
    assert len(numbers) == 7


def test_a_ship_on_the_other_side_of_the_sea_comes_for_a_waiting_soldier() -> None:
    """Two stand in the capital and the third waits far away on a foreign shore: however far the ship is, it sets out."""
    position = "G1=k27W C5=r25E C6=b11S@R R:b15 G:c9,n27,o27 C:c14 quiet=20"
    view = Table(position, "players=3", "Greece").match.view(1)
    near, far = (Table(position.replace("k27W", pose), "players=3", "Greece").s for pose in ("i22S", "i24S"))
    assert TriremesEvaluation().supply(near, 1) > TriremesEvaluation().supply(far, 1)
    assert GAME.rules.actions.text(make("greedy", 1).choose(view))[:2] == "G1"


def test_a_ship_does_not_wait_for_more_soldiers_than_the_plan_takes() -> None:
    """Two hold the capital and the third is aboard: the two on the shore beside the ship are no reason to stay."""
    position = (
        "R3=m4S R4=r4W R5=n25E R6=r2W G1=n13E@R C1=s25S C2=d16E/1 C5=r27W R:b13,n28,o27 C:b16,c15,n1,o2 quiet=20 out=2"
    )
    view = Table(position, "players=3", "Carthage").match.view(2)
    assert GAME.rules.actions.text(make("greedy", 1).choose(view))[:2] == "C2"


def test_the_last_attempt_before_a_limit_fears_nothing() -> None:
    """TRI-16.4: one aboard against two ashore loses by the limit; he lands, though the two may then hunt him."""
    position = "R3=o4E/1 R4=g17E R6=s2S C1=q26E@R C2=t12E@R G:a10,n1 quiet={} turns=509 out=3"
    early, late = (Table(position.format(quiet), "players=3").match.view(0) for quiet in (20, 150))
    assert GAME.rules.actions.text(make("greedy", 1).choose(late)) in ("R3>n3", "R3>o3")
    assert GAME.rules.actions.text(make("greedy", 1).choose(early)) not in ("R3>n3", "R3>o3")


@pytest.mark.parametrize("seed", range(3))
def test_who_searches_and_is_ahead_does_not_wait_for_the_limit(seed: int) -> None:
    """TRI-16.2: two Romans with ships, two Greeks without: search finds everything about as good, and yet they set out."""
    table = Table("R1=j15W R3=i5W R4=p4E R5=l16N G2=i10S@R R:i18,j17 G:h2,i1 quiet=30 turns=100")
    bots = [make("mcts:60", seed), make("mcts:60", seed + 10)]
    while table.s.quiet < 110 and table.s.to_act() in (0, 1) and len(table.s.fights) == 0:
        seat = int(table.s.to_act())
        table.do(GAME.rules.actions.text(bots[seat].choose(table.match.view(seat))))
    assert table.s.quiet < 110


def test_a_win_that_is_counted_at_the_limit_is_less_than_one() -> None:
    """TRI-16.4: whoever is ahead would rather take a capital or the last soldier; nor is a draw at the limit half a win."""
    evaluation, out = TriremesEvaluation(), zeros(2)
    for position, played, values in (
        ("R1=a9N R:h1,i1 G1=p9S G:i18 quiet=119", "R1:F", (600, 0)),
        ("R1=a9N R:h1 G1=p9S G:i18 quiet=119", "R1:F", (300, 300)),
        ("R1=a9N R:h1 G1=p9S G:i18 turns=599", "R1:F", (300, 300)),
        ("R1=a9N R:h18,i17,h16 G1=p9S G:i1 quiet=119", "h16-h17", (1000, 0)),
    ):
        evaluation.values(Table(position).do(played).s, out)
        assert tuple(out) == values, position
