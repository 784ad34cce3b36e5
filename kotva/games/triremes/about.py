"""What a ship threatens: where it could go, whom it could ram and whom it could board on its owner's turn (TRI-5, 6, 10)."""

from __future__ import annotations

from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import About, Mark
from kotva.games.triremes import board
from kotva.games.triremes.board import ship_name
from kotva.games.triremes.ground import between
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
