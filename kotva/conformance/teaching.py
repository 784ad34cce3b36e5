"""Checks of what a game teaches: lessons that can be learned."""

from __future__ import annotations

from kotva.conformance.kit import Fault, Kit
from kotva.engine.errors import KotvaError
from kotva.learn.lessons import lessons as read
from kotva.learn.proof import faults_of


def lessons(kit: Kit) -> None:
    """Every lesson can be solved, none by accident, and each is told in every language that the game speaks."""
    if kit.seats != kit.game.seats[0]:  # lessons bring their own number of seats: once is enough
        return
    try:
        found = read(kit.game)
    except KotvaError as error:
        raise Fault(str(error)) from None
    for lesson in found:
        for fault in faults_of(kit.game, lesson):
            raise Fault(f"lesson {lesson.name}: {fault}")
