"""What a choice gains and risks: chests, enemies thrown out, unknown fields, and who could throw out whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kotva.engine.foresight import Foreseen, agreed
from kotva.engine.game import View
from kotva.engine.say import N_, Say
from kotva.games.seameni.board import (
    ABOARD,
    ADVANCE,
    CARRY,
    DEAD,
    FIELDS,
    FIRST_MUD,
    FRONT,
    ISLAND,
    JUMP,
    KIND,
    LAST_MUD,
    LAYOUT,
    NEAR,
    NO,
    NONE,
    OUT,
    PIRATES,
    PROPOSE,
    SEA,
    SHARK,
    SHARKS,
    STEP,
    TO,
    TREASURE,
    YES,
)
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.table import Sea

_OWN: Final = {  # what happens to one's own pirates
    codes.TOOK: N_("He takes a chest along."),
    codes.DIED: N_("He is lost for good."),
    codes.LOST: N_("The chest is lost."),
    codes.RESTS: N_("He rests for your next turn."),
    codes.CAUGHT: N_("The octopus holds him until another pirate of yours comes."),
    codes.FREED: N_("He frees a friend from the octopus."),
    codes.MUDDY: N_("Mud holds him up."),
    codes.CASTAWAY: N_("He swims in the waters and must find a ship."),
    codes.EXILED: N_("He is thrown out of the sea and must walk round to a ship."),
}


def counsel(view: View, action: int, say: Say) -> list[str]:
    """In sentences, first what it gains."""
    return agreed(view, action, lambda one: _said(one, action, say))


def _said(one: Foreseen, action: int, say: Say) -> Iterator[str]:
    yield from _happens(one, say)
    yield from _unknown(one, say)
    yield from _after(one, action, say)
    yield from _way(one, action, say)


def _happens(one: Foreseen, say: Say) -> Iterator[str]:
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
                yield say("He becomes a captive.")
        elif code == codes.HOME and c == 1:
            enemy = before.party(before.controller(pirate)) != before.party(me)
            yield say("An enemy is thrown back to his ship.") if enemy else say("He is thrown back to his ship.")
        elif code in _OWN and not (code == codes.TOOK and brought) and before.controller(pirate) == me:
            yield say(_OWN[code])
    if before.ship[me] != after.ship[me] and _at_the_plank(after, me) and not _at_the_plank(before, me):
        yield say("A pirate of yours can then come straight aboard.")


def _unknown(one: Foreseen, say: Say) -> Iterator[str]:
    """What may lie under a tile that is turned up now."""
    _, after, _ = _states(one)
    if after.turning == NONE:
        return
    treasures = sum(int(after.left[int(KIND[TREASURE + n])]) for n in range(1, 6))
    yield say("Of {all} unknown fields {n} hide treasure.", n=treasures, all=int(after.hidden))
    if after.left[int(KIND[SHARK])] > 0:
        yield say("The shark is still among them.")


def _after(one: Foreseen, action: int, say: Say) -> Iterator[str]:
    """Who could throw out the pirate that has moved."""
    _, after, _ = _states(one)
    pirate = _pirate(one, action)
    if pirate == NONE or after.turning != NONE:
        return
    at = int(after.place[pirate])
    if at >= FIELDS or not SEA[at] or after.tile[at] == ISLAND or FIRST_MUD <= after.tile[at] <= LAST_MUD:
        return
    near = {int(NEAR[at * 8 + k]) for k in range(8)} - {NONE}
    if any(
        int(after.place[p]) in near and after.are_enemies(p, pirate) and not after.caught[p] for p in range(PIRATES)
    ):
        if after.treasure[at]:
            yield say("An enemy beside him could throw him out and take the treasure.")
        else:
            yield say("An enemy beside him could throw him out.")
    elif after.treasure[at] and not any(code == codes.TOOK for code, *_ in one.events):
        yield say("From the next turn on he can carry a chest.")


def _way(one: Foreseen, action: int, say: Say) -> Iterator[str]:
    """Whither it leads, when nothing else happens: to treasure, home, or with the ship to one's pirates."""
    before, after, me = _states(one)
    pirate = _pirate(one, action)
    if action in _SAID:
        yield say(_SAID[action])
    elif before.ship[me] != after.ship[me]:
        if before.ship[me] != NONE:
            there, then = _to_crew(before, me), _to_crew(after, me)
            if then < there:
                yield say("Your ship comes nearer to your pirates.")
            elif then > there:
                yield say("Your ship goes away from your pirates.")
            else:
                yield say("Your ship stays as near to your pirates as it was.")
    elif pirate != NONE and after.turning == NONE:
        left, at = int(before.place[pirate]), int(after.place[pirate])
        if ABOARD <= at < DEAD and at != left and not any(code == codes.BROUGHT for code, *_ in one.events):
            yield say("Aboard he is safe.")
        elif at < FIELDS and left >= ABOARD:
            yield say("He leaves the ship.")
        elif at < FIELDS and left < FIELDS and SEA[at] and SEA[left]:
            home = FRONT[int(after.ship[me])]
            chests = [f for f in range(FIELDS) if before.treasure[f] and f != left]
            if any(code == codes.TOOK for code, *_ in one.events):
                if _apart(at, home) < _apart(left, home):
                    yield say("The chest comes nearer to your ship.")
            elif chests and min(_apart(at, f) for f in chests) < min(_apart(left, f) for f in chests):
                yield say("He comes nearer to treasure.")
            elif _apart(at, home) < _apart(left, home):
                yield say("He comes nearer to your ship.")
            else:
                yield say("He comes nearer neither to treasure nor to your ship.")


_SAID: Final = {
    PROPOSE: N_("If all agree, the game ends now."),
    YES: N_("If all agree, the game ends now."),
    NO: N_("The game goes on."),
}


def _apart(a: int, b: int) -> int:
    """How many steps two fields lie apart."""
    return max(abs(a % 13 - b % 13), abs(a // 13 - b // 13))


def _to_crew(s: Sea, edge: int) -> int:
    """How far all pirates on the sea are from the field before their ship, together."""
    home = int(FRONT[int(s.ship[edge])])
    out = (int(s.place[p]) for p in range(PIRATES) if s.controller(p) == edge)
    return sum(_apart(at, home) for at in out if at < FIELDS)


def _states(one: Foreseen) -> tuple[Sea, Sea, int]:
    """With the edge of the seat."""
    assert isinstance(one.before, Sea)
    assert isinstance(one.after, Sea)
    return one.before, one.after, int(one.before.edge_of(one.seat))


def _pirate(one: Foreseen, action: int) -> int:
    """Whom an action moves, or NONE."""
    family = int(LAYOUT.family(action))
    if family == TO:
        return int(_states(one)[0].mover)
    if family in (STEP, CARRY, JUMP):
        return (action - family) // FIELDS
    return action - family if family in (ADVANCE, SHARKS, OUT) else NONE


def _at_the_plank(s: Sea, edge: int) -> bool:
    """Whether a pirate stands on the field straight before his ship (SEA-7.3)."""
    ship = int(s.ship[edge])
    return ship != NONE and any(s.place[p] == FRONT[ship] and s.controller(p) == edge for p in range(PIRATES))
