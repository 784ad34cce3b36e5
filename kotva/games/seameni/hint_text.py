"""What a choice gains and risks: chests, enemies thrown out, unknown fields, and who could throw out whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kotva.engine.consequences import Consequence, certain
from kotva.engine.game import View
from kotva.engine.say import N_, Say
from kotva.games.seameni import board
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.game import Seameni
from kotva.games.seameni.rules.table import SeameniTable

_OWN: Final = {  # what happens to one's own pirates
    codes.TOOK: N_("The pirate takes a chest along."),
    codes.DIED: N_("The pirate is lost for good."),
    codes.LOST: N_("The chest is lost."),
    codes.RESTS: N_("The pirate rests for your next turn."),
    codes.CAUGHT: N_("The octopus holds the pirate until another pirate of the same crew comes."),
    codes.FREED: N_("The pirate frees a friend from the octopus."),
    codes.MUDDY: N_("Mud holds the pirate up."),
    codes.CASTAWAY: N_("The pirate swims in the waters and must find a ship."),
    codes.EXILED: N_("The pirate is thrown out of the sea and must walk round to a ship."),
}


def hint_text(view: View[Seameni], action: int, say: Say) -> list[str]:
    """In sentences, first what it gains."""
    return certain(view, action, lambda one: _said(one, action, say))


def _said(one: Consequence[Seameni], action: int, say: Say) -> Iterator[str]:
    yield from _happens(one, say)
    yield from _unknown(one, say)
    yield from _after(one, action, say)
    yield from _way(one, action, say)


def _happens(one: Consequence[Seameni], say: Say) -> Iterator[str]:
    before, after, me = _states(one)
    brought = any(code == codes.BROUGHT for code, *_ in one.events)
    for code, pirate, b, c in one.events:
        if code == codes.BROUGHT:
            friend = after.party(after.edge_of(b)) == after.party(me)
            yield say("A chest comes aboard and is safe for ever.") if friend else say("An enemy ship gets the chest.")
        elif code == codes.CAPTURED:
            if after.edge_of(b) == me:
                yield say("You take a captive, who works for you from now on.")
            else:
                yield say("The pirate becomes a captive.")
        elif code == codes.HOME and c == 1:
            enemy = before.party(before.controller(pirate)) != before.party(me)
            yield (
                say("An enemy is thrown back to the enemy's ship.")
                if enemy
                else say("The pirate is thrown back to the ship.")
            )
        elif code in _OWN and not (code == codes.TOOK and brought) and before.controller(pirate) == me:
            yield say(_OWN[code])
    if before.ship[me] != after.ship[me] and _at_the_plank(after, me) and not _at_the_plank(before, me):
        yield say("A pirate of yours can then come straight aboard.")


def _unknown(one: Consequence[Seameni], say: Say) -> Iterator[str]:
    """What may lie under a tile that is turned up now."""
    _, after, _ = _states(one)
    if after.turning == board.NONE:
        return
    treasures = sum(int(after.left[int(board.KIND[board.TREASURE + n])]) for n in range(1, 6))
    yield say("Of {all} unknown fields {n} hide treasure.", n=treasures, all=int(after.hidden))
    if after.left[int(board.KIND[board.SHARK])] > 0:
        yield say("The shark is still among them.")


def _after(one: Consequence[Seameni], action: int, say: Say) -> Iterator[str]:
    """Who could throw out the pirate that has moved."""
    _, after, _ = _states(one)
    pirate = _pirate(one, action)
    if pirate == board.NONE or after.turning != board.NONE:
        return
    at = int(after.place[pirate])
    if (
        at >= board.FIELDS
        or not board.SEA[at]
        or after.tile[at] == board.ISLAND
        or board.FIRST_MUD <= after.tile[at] <= board.LAST_MUD
    ):
        return
    near = {int(board.NEAR[at * 8 + k]) for k in range(8)} - {board.NONE}
    if any(
        int(after.place[p]) in near and after.are_enemies(p, pirate) and not after.caught[p]
        for p in range(board.PIRATES)
    ):
        if after.treasure[at]:
            yield say("An enemy beside this pirate could throw it out and take the treasure.")
        else:
            yield say("An enemy beside this pirate could throw it out.")
    elif after.treasure[at] and not any(code == codes.TOOK for code, *_ in one.events):
        yield say("From the next turn on the pirate can carry a chest.")


def _way(one: Consequence[Seameni], action: int, say: Say) -> Iterator[str]:
    """Whither it leads, when nothing else happens: to treasure, home, or with the ship to one's pirates."""
    before, after, me = _states(one)
    pirate = _pirate(one, action)
    if action in _SAID:
        yield say(_SAID[action])
    elif before.ship[me] != after.ship[me]:
        if before.ship[me] != board.NONE:
            there, then = _to_crew(before, me), _to_crew(after, me)
            if then < there:
                yield say("Your ship comes nearer to your pirates.")
            elif then > there:
                yield say("Your ship goes away from your pirates.")
            else:
                yield say("Your ship stays as near to your pirates as it was.")
    elif pirate != board.NONE and after.turning == board.NONE:
        left, at = int(before.place[pirate]), int(after.place[pirate])
        if board.ABOARD <= at < board.DEAD and at != left and not any(code == codes.BROUGHT for code, *_ in one.events):
            yield say("Aboard the pirate is safe.")
        elif at < board.FIELDS and left >= board.ABOARD:
            yield say("The pirate leaves the ship.")
        elif at < board.FIELDS and left < board.FIELDS and board.SEA[at] and board.SEA[left]:
            home = board.FRONT[int(after.ship[me])]
            chests = [f for f in range(board.FIELDS) if before.treasure[f] and f != left]
            if any(code == codes.TOOK for code, *_ in one.events):
                if _apart(at, home) < _apart(left, home):
                    yield say("The chest comes nearer to your ship.")
            elif chests and min(_apart(at, f) for f in chests) < min(_apart(left, f) for f in chests):
                yield say("The pirate comes nearer to treasure.")
            elif _apart(at, home) < _apart(left, home):
                yield say("The pirate comes nearer to your ship.")
            else:
                yield say("The pirate comes nearer neither to treasure nor to your ship.")


_SAID: Final = {
    board.PROPOSE: N_("If all agree, the game ends now."),
    board.YES: N_("If all agree, the game ends now."),
    board.NO: N_("The game goes on."),
}


def _apart(a: int, b: int) -> int:
    """How many steps two fields lie apart."""
    return max(abs(a % 13 - b % 13), abs(a // 13 - b // 13))


def _to_crew(s: SeameniTable, edge: int) -> int:
    """How far all pirates on the sea are from the field before their ship, together."""
    home = int(board.FRONT[int(s.ship[edge])])
    out = (int(s.place[p]) for p in range(board.PIRATES) if s.controller(p) == edge)
    return sum(_apart(at, home) for at in out if at < board.FIELDS)


def _states(one: Consequence[Seameni]) -> tuple[SeameniTable, SeameniTable, int]:
    """With the edge of the seat."""
    return one.before, one.after, int(one.before.edge_of(one.seat))


def _pirate(one: Consequence[Seameni], action: int) -> int:
    """Whom an action moves, or NONE."""
    family = int(board.LAYOUT.family(action))
    if family == board.TO:
        return int(_states(one)[0].mover)
    if family in (board.STEP, board.CARRY, board.JUMP):
        return (action - family) // board.FIELDS
    return action - family if family in (board.ADVANCE, board.SHARKS, board.OUT) else board.NONE


def _at_the_plank(s: SeameniTable, edge: int) -> bool:
    """Whether a pirate stands on the field straight before its ship (SEA-7.3)."""
    ship = int(s.ship[edge])
    return ship != board.NONE and any(
        s.place[p] == board.FRONT[ship] and s.controller(p) == edge for p in range(board.PIRATES)
    )
