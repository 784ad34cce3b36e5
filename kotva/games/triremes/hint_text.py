"""What a choice gains and risks: ships sunk, fights, the enemy's capital, and which ships could ram which afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from kotva.engine.consequences import Consequence, certain
from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.games.triremes import board
from kotva.games.triremes.distances import survey_ways
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.ending import garrison
from kotva.games.triremes.rules.game import Triremes
from kotva.games.triremes.rules.land import is_beside
from kotva.games.triremes.rules.ships import COURSE, course, moving_forbidden
from kotva.games.triremes.text import ship_words
from kotva.games.triremes.writing import slots


def hint_text(view: View[Triremes], action: int, say: Say) -> list[str]:
    """In sentences, first what it gains."""
    return certain(view, action, lambda one: (*_happens(one, say), *_capitals(one, say), *_dangers(one, say)))


def _happens(one: Consequence[Triremes], say: Say) -> Iterator[str]:
    before, after, me = _states(one)
    for code, a, b, c in one.events:
        if code == codes.SUNK:
            owner = int(before.owner[int(before.slot(a))])
            if owner == me:
                yield say("Your ship is lost.")
            else:
                yield say("It sinks a ship of {player}.", player=say.player(owner))
            if c > 0:
                yield say.many("{n} soldier goes down with it.", "{n} soldiers go down with it.", c)
        elif code == codes.CAPTURED and b == me:
            yield say("The ship is yours from now on.")
        elif code == codes.BOARDED:
            yield say("You attack first, with 3 against 2.")
            yield say("Nobody can break off a fight: you may lose your own ship.")
        elif code in (codes.STRUCK, codes.ASSAULTED):
            yield say("You attack with 3 against 2.")
            yield say("If you lose, your soldier is gone.")
        elif code == codes.PAID and a == me:
            yield say("It costs you a man of the fight.")
        elif code == codes.PLACED:
            beside = any(is_beside(after, slot, b) for slot in slots(after) if int(after.owner[slot]) == me)
            yield (
                say("The soldier can go aboard at once.")
                if beside
                else say("No ship of yours lies beside the soldier.")
            )
        elif code == codes.LANDED:
            yield say("Ashore no ship can strike the soldier.")
        elif code == codes.EMBARKED:
            yield say("Soldiers aboard fight for the ship, but they drown if it sinks.")


def _capitals(one: Consequence[Triremes], say: Say) -> Iterator[str]:
    """TRI-15.1: how near one is to holding an enemy's capital, and the enemies to one's own."""
    before, after, me = _states(one)
    needed = int(after.chart.needed)
    for other in range(int(after.seats)):
        if other == me or not after.enemies(me, other):
            continue
        inside = _inside(after, me, other)
        if inside > _inside(before, me, other):
            yield say("In the capital: {n} of {all} soldiers.", n=inside, all=needed)
        if _inside(after, other, me) < _inside(before, other, me):
            yield say("One enemy less stands in your capital.")
    guards = _inside(after, me, me) - _inside(before, me, me)
    if guards:
        yield say("One man more guards your capital.") if guards > 0 else say("One man less guards your capital.")
    nearer = _to_capital(before, me) - _to_capital(after, me)
    if nearer > 0:
        yield say("Your soldiers come nearer to an enemy capital.")
    elif nearer < 0 and any(code in (codes.STEPPED, codes.SAILED) for code, *_ in one.events):
        yield say("Your soldiers go away from the enemy capitals.")


def _to_capital(s: Triremes, me: int) -> int:
    """How far all soldiers of a seat, ashore and aboard, are from an enemy capital, together."""
    enemies = [seat for seat in range(int(s.seats)) if s.enemies(me, seat)]
    chart, size = s.chart, int(s.chart.size)
    if not enemies:
        return 0
    if len(chart.approach) == 0:
        survey_ways(chart)
    ashore = (square for square in range(size) if s.on[square] == board.SOLDIER + me)
    way = sum(min(int(chart.approach[seat * size + square]) for seat in enemies) for square in ashore)
    for slot in slots(s):
        if int(s.owner[slot]) == me and s.load[slot] > 0:
            pose = int(s.bow[slot]) * 4 + int(s.heading[slot])
            way += int(s.load[slot]) * min(int(chart.route[seat * 4 * size + pose]) for seat in enemies)
    return way


def _inside(s: Triremes, seat: int, victim: int) -> int:
    return max(int(garrison(s, seat, victim, start)) for start in (0, 6))


def _dangers(one: Consequence[Triremes], say: Say) -> Iterator[str]:
    """Which ships could be rammed if it were the others' turn, and one's own (TRI-6.1)."""
    before, after, me = _states(one)
    mine, mine_then = _rammed(before, me, own=True), _rammed(after, me, own=True)
    prey = _rammed(after, me, own=False) - _rammed(before, me, own=False)
    afloat = {int(after.ident[slot]) for slot in slots(after) if int(after.owner[slot]) == me}
    if safe := (mine - mine_then) & afloat:
        yield say("Safe from rams now: {ships}.", ships=_named(safe, say))
    if prey:
        yield say("Next you could ram: {ships}.", ships=_named(prey, say))
    if new := mine_then - mine:
        yield say("An enemy could then ram: {ships}.", ships=_named(new, say))
    sailed = any(code == codes.SAILED for code, *_ in one.events)
    if sailed and not mine_then:
        yield say("No enemy could then ram a ship of yours.")
    elif sailed and (still := mine & mine_then):
        yield say("An enemy could still ram: {ships}.", ships=_named(still, say))


def _rammed(s: Triremes, me: int, *, own: bool) -> set[int]:
    """The ships of a seat that enemies could ram on their turn; or those of its enemies that it could."""
    found = set()
    for slot in slots(s):
        owner = int(s.owner[slot])
        if (owner == me) == own or moving_forbidden(s, owner, slot):
            continue
        for code in range(int(s.chart.movements)):
            to = int(course(s, slot, code))
            struck = to // COURSE - 1 if to >= 0 else board.NONE
            if struck != board.NONE and (int(s.owner[struck]) == me) == own and s.enemies(owner, int(s.owner[struck])):
                found.add(int(s.ident[struck]))
    return found


def _named(ships: set[int], say: Say) -> str:
    return ", ".join(ship_words(ship, say) for ship in sorted(ships))


def _states(one: Consequence[Triremes]) -> tuple[Triremes, Triremes, int]:
    return one.before, one.after, one.seat
