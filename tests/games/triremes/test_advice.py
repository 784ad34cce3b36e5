"""What the bots think of positions that they once did not know how to win."""

from __future__ import annotations

from kotva.bots import make
from kotva.games.triremes import GAME
from tests.games.triremes.table import Table


def greedy(position: str) -> str:
    """What the greedy bot plays as Rome."""
    view = Table(position).match.view(0)
    return GAME.actions.text(make("greedy", 1).choose(view))


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
