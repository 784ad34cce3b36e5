"""What a field yields and to whom; and what can be counted: dice and cards."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.game import Event, View
from kotva.engine.say import Say
from kotva.engine.scene import About, Panel
from kotva.engine.tallies import Tally, throws_panel
from kotva.engine.user_input import whole
from kotva.games.settlers import board
from kotva.games.settlers.board import total
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.game import Settlers
from kotva.games.settlers.text import RESOURCES


def about(view: View[Settlers], item: str, say: Say) -> About:
    """SET-5.1: how often the number of a field comes, and who gets what then."""
    s = view.seen
    what, _, name = item.partition("-")
    found = whole(name, 1, board.HEXES) if what in ("hex", "token") else None
    if found is None or s.terrain[found - 1] in (board.NONE, board.DESERT):
        return About()
    number = found - 1
    times = 6 - abs(7 - int(s.token[number]))
    words = [say.many("Its number comes once in 36 throws.", "Its number comes {n} times in 36 throws.", times)]
    brought = [0] * int(s.seats)
    for k in range(6):
        building = int(s.building[int(board.HEX_VERTEX[number * 6 + k])])
        if building:
            brought[(building - 1) % 4] += 1 if building < 5 else 2
    resource = say(RESOURCES[int(s.terrain[number])])
    words += [
        say("{player} gets {n} {resource}.", player=say.player(seat), n=n, resource=resource)
        for seat, n in enumerate(brought)
        if n
    ]
    return About(tuple(words))


def statistics(events: Sequence[Event], say: Say) -> tuple[Panel, ...]:
    """How often each sum of the dice came, beside how often it should; and who got how many cards by it."""
    thrown = [b + c for code, _, b, c in events if code == codes.DICE_ROLLED]
    title = say.many("Dice: {n} throw", "Dice: {n} throws", len(thrown))
    head = (say("sum"), say("came"), say("expected"))
    dice = throws_panel("dice-statistics", title, head, thrown, {n: 6 - abs(7 - n) for n in range(2, 13)})
    got = Tally(say.players, 1)
    for code, seat, pack, _ in events:
        if code in (codes.PRODUCED, codes.FOUNDED):
            got.add(seat, 0, int(total(pack)))
    cards = got.panel("yield-statistics", say("Cards from the fields"), (say("cards"),), say)
    return tuple(panel for panel in (dice, cards) if panel is not None and dice is not None)
