"""What a ship threatens: where it could go, whom it could ram and whom it could board on its owner's turn (TRI-5, 6, 10)."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.game import Event, View
from kotva.engine.say import Say
from kotva.engine.scene import About, Mark, Panel
from kotva.engine.tallies import Tally, throws_panel
from kotva.games.triremes import board
from kotva.games.triremes.board import ship_name
from kotva.games.triremes.ground import between
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.game import Triremes
from kotva.games.triremes.rules.ships import COURSE, course, is_boardable, moving_forbidden
from kotva.games.triremes.text import ship_words
from kotva.games.triremes.writing import slots


def about(view: View[Triremes], item: str, say: Say) -> About:
    """For a ship, or a soldier aboard."""
    s = view.seen
    slot = next((i for i in slots(s) if item.partition("-")[0] == ship_name(int(s.ident[i]))), board.NONE)
    if slot == board.NONE:
        return About()
    if moving_forbidden(s, s.owner[slot], slot):
        return About((say("This ship cannot move now."),))
    rams: dict[int, None] = {}
    boards: dict[int, None] = {}
    marks: list[Mark] = []
    for code in range(int(s.chart.movements)):
        to = int(course(s, slot, code))
        if to < 0:
            continue
        struck, pose = to // COURSE - 1, to % COURSE
        if struck != board.NONE:
            rams[struck] = None
            continue
        x, y = between(s.chart, pose // 4, pose % 4)
        marks.append(Mark(x, y, "reach", 0.7))
        boards.update((other, None) for other in slots(s) if is_boardable(s, slot, pose, other))
    threatened = (between(s.chart, int(s.bow[other]), int(s.heading[other])) for other in (*rams, *boards))
    marks += [Mark(x, y, "threat", 1.5) for x, y in threatened]
    return About(tuple(_words(s, slot, list(rams), list(boards), say)), tuple(dict.fromkeys(marks)))


def _words(s: Triremes, slot: int, rams: list[int], boards: list[int], say: Say) -> list[str]:
    def named(others: list[int]) -> str:
        return ", ".join(ship_words(int(s.ident[other]), say) for other in others)

    words = []
    if rams:
        words.append(say("May ram: {ships}.", ships=named(rams)))
    if boards:
        words.append(say("May board: {ships}.", ships=named(boards)))
    if not words:
        words.append(say("It threatens no ship now."))
    if s.load[slot] == board.UNKNOWN:
        told = s.chart.cargo == board.CARGO_MEMORY  # TRI-21.1
        words.append(
            say("Who went aboard was told once, and is to be remembered.")
            if told
            else say("Who is aboard is not known to you.")
        )
    return words


def statistics(events: Sequence[Event], say: Say) -> tuple[Panel, ...]:
    """How the dice fell in fights, and who has captured and lost how much."""
    thrown: list[int] = []
    tally = Tally(say.players, 3)
    for code, a, b, c in events:
        if code == codes.ROLLED:
            thrown += (b, c)
        elif code == codes.CAPTURED:
            tally.add(b, 0)
            tally.add(c, 1)
        elif code == codes.LOST:
            tally.add(a, 2)
    title = say.many("Dice: {n} throw", "Dice: {n} throws", len(thrown))
    head = (say("captured"), say("lost"), say("soldiers lost"))
    panels = (
        throws_panel(
            "dice-statistics",
            title,
            (say("number"), say("came"), say("expected")),
            thrown,
            dict.fromkeys(range(1, 7), 1),
        ),
        tally.panel("capture-statistics", say("Ships boarded"), head, say),
    )
    return tuple(panel for panel in panels if panel is not None)
