"""What a choice gains and risks: pirates aboard, lines, who waits on the beach, and beside whom the boatswain stops."""

from __future__ import annotations

from collections.abc import Iterator

from kotva.engine.consequences import Consequence, certain
from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.games.bosman import board
from kotva.games.bosman.rules import Bosman, codes


def hint_text(view: View[Bosman], action: int, say: Say) -> list[str]:
    """In sentences, first what it gains."""
    return certain(view, action, lambda one: (*_gains(one, say), *_risks(one, action, say)))


def _gains(one: Consequence[Bosman], say: Say) -> Iterator[str]:
    before, after, me = _states(one)
    aboard = sum(code == codes.BOARDED for code, *_ in one.events)
    if aboard:
        yield say.many("One of your pirates comes aboard.", "{n} of your pirates come aboard.", aboard)
    if _lines(after, me, 3) > _lines(before, me, 3):
        yield say("It completes a line of three.")
    elif _lines(after, me, 2) > _lines(before, me, 2):
        yield say("Two of your gang now sit in a line whose third seat is free.")
    for seat in range(int(before.seats)):
        lost = int(before.score(seat)) - int(after.score(seat))
        if seat != me and lost > 0:
            yield say.many("{player} loses {n} point.", "{player} loses {n} points.", lost, player=say.player(seat))
    for code, a, b, _ in one.events:
        if code == codes.REPLACED and before.owner[a // 10] != me and _waits(before, a):
            yield say("A pirate of {player} leaves the beach.", player=say.player(int(before.owner[a // 10])))
        if code == codes.LAID and before.owner[b // 10] == me and _waits(after, b):
            yield say("Your pirate waits on the beach and may board later.")


def _risks(one: Consequence[Bosman], action: int, say: Say) -> Iterator[str]:
    before, after, me = _states(one)
    for code, a, b, _ in one.events:
        if code == codes.REPLACED and before.owner[a // 10] == me and _waits(before, a):
            yield say("Your own pirate there goes under the stack.")
        if code == codes.LAID and before.owner[b // 10] != me and _waits(after, b):
            yield say("It puts a pirate of {player} on the beach.", player=say.player(int(before.owner[b // 10])))
    if before.poison[me] and not after.poison[me]:
        yield say("Your poison is spent.")
    if action >= board.SWAP:
        yield say("You get new tokens, but nothing moves on the beach.")
    if board.PLAY <= action < board.DRAW:
        near = _beside(after)
        for seat in sorted(near - {me}):
            yield say("The boatswain stops beside a pirate of {player}.", player=say.player(seat))
        if not near:
            yield say("Nobody who could board lies beside the boatswain then.")


def _states(one: Consequence[Bosman]) -> tuple[Bosman, Bosman, int]:
    return one.before, one.after, one.seat


def _waits(s: Bosman, token: int) -> bool:
    """Whether a token on the beach could still board."""
    return token % 10 == board.BOY or bool(s.is_free(token % 10))


def _beside(s: Bosman) -> set[int]:
    """Whose pirates that could board lie beside the boatswain."""
    near = (int(s.beach[int(board.NEXT[side * board.FIELDS + int(s.boatswain)])]) for side in range(4))
    return {int(s.owner[token // 10]) for token in near if token != board.NONE and _waits(s, token)}


def _lines(s: Bosman, seat: int, wanted: int) -> int:
    """How many lines hold so many tokens of one gang of a seat, the others being free (BOS-16.2)."""
    found = 0
    for i in range(0, 24, 3):
        gangs = [int(s.gang_on(board.LINES[i + j])) for j in range(3)]
        own = [gang for gang in gangs if gang != board.EMPTY]
        free = all(s.is_free(board.LINES[i + j]) for j in range(3) if gangs[j] == board.EMPTY)
        found += len(own) == wanted and len(set(own)) == 1 and free and int(s.owner[own[0]]) == seat
    return found
