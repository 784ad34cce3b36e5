"""Checks of what a game teaches: lessons that can be learned."""

from __future__ import annotations

from kotva.conformance.kit import ConformanceFault, Kit
from kotva.engine.errors import KotvaError
from kotva.learn.lesson_checks import faults_of
from kotva.learn.lessons import lessons as read
from kotva.learn.puzzles import puzzle_faults


def lessons(kit: Kit) -> None:
    """Every lesson can be solved, none by accident, each is told in every language of the game; puzzles are sound."""
    if kit.seats != kit.game.rules.seats[0]:  # lessons bring their own number of seats: once is enough
        return
    try:
        found = read(kit.game)
    except KotvaError as error:
        raise ConformanceFault(str(error)) from None
    for fault in puzzle_faults(kit.game):
        raise ConformanceFault(fault)
    for lesson in found:
        for fault in faults_of(kit.game, lesson):
            raise ConformanceFault(f"lesson {lesson.name}: {fault}")
