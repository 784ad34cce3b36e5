"""What a choice gains and risks: what is taken, the far edge, who is in danger afterwards, what a bid costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kotva.engine.consequences import Consequence, certain
from kotva.engine.game import View
from kotva.engine.moves import Moves
from kotva.engine.say import Say
from kotva.games.hexxi import board
from kotva.games.hexxi.board import fields_of, near
from kotva.games.hexxi.notation import ACTIONS
from kotva.games.hexxi.rules import codes
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.hexxi.rules.table import base_field, base_owner, owner_of
from kotva.games.hexxi.text import places_of

_DEEDS: Final = ("cruise", "convoy", "escort", "kidnap", "intercept", "rescue", "trap")


def hint_text(view: View[Hexxi], action: int, say: Say) -> list[str]:
    """In sentences, first what it gains."""
    return certain(view, action, lambda one: (*_at_once(one, say), *_by_name(one, action, say), *_dangers(one, say)))


def _at_once(one: Consequence[Hexxi], say: Say) -> Iterator[str]:
    before, after, me = _states(one)
    for code, a, b, c in one.events:
        if code == codes.CAPTURED and a == me and c // 8 != me:
            yield say("A captured unit counts twice.")
        if code == codes.CONQUERED and a == me != b:
            player = say.player(b)
            yield say("A captured base brings ten points, and the pirates of {player} lie idle.", player=player)
        if code == codes.RESCUED and a == me:
            yield say("Your ship is free again.")
    there, then = _ships_at_edge(before, me), _ships_at_edge(after, me)
    if then > there:
        yield say("A ship on your far edge counts three times.")
    if then < there:
        yield say("Your ship leaves the far edge, where it counts three times.")


def _by_name(one: Consequence[Hexxi], action: int, say: Say) -> Iterator[str]:
    before, after, me = _states(one)
    name = ACTIONS.family(action).name
    if name == "init":
        worth = int(board.VALUE[ACTIONS.family(action).arguments(action)[0]])
        yield say("It adds {n} to your initiative.", n=worth)
        yield say("The token is missing on the board.")
    if name == "shift":
        yield say("The token is missing on the board.")
    if name == "place":
        kind, field = ACTIONS.family(action).arguments(action)
        yield from _laid(before, me, kind, field, say)
    if name in ("cruise", "convoy", "escort") and after.phase == codes.CONFRONT:
        to = board.FIELD_NAMES.index(places_of(action)["to"])
        yield say("From there it can act again.") if _can_act(after, me, to) else say("From there it cannot act next.")
    if name == "spy":
        yield say("You learn what lies there.")
        yield say("You pay by showing tokens of your own.")
    if name in ("show", "pay"):
        yield say("The others see this token.")
    if before.phase == codes.AUCTION and name == "bid":
        bid = ACTIONS.family(action).arguments(action)[0] + 1
        yield say.many("If you get the place, it costs {n} point.", "If you get the place, it costs {n} points.", bid)
    if name == "drop":
        yield say("You pay nothing and act later.")
    if name == "pass":
        yield say("You may act again later, unless all others pass too.")


def _laid(s: Hexxi, me: int, kind: int, field: int, say: Say) -> Iterator[str]:
    """What a token is good for on a field."""
    beside = int(near(board.MASK[field]))
    if kind == board.SHIP:
        if not board.MASK[field] & board.FAR_EDGES[base_field(s, me)]:
            yield say("It is not on your far edge: here a ship counts once.")
        if beside & int(s.kinds[board.WARSHIP]) & int(s.own[me]):
            yield say("Your warship guards it.")
    elif kind == board.PIRATES:
        if any(base_owner(s, other) >= 0 for other in fields_of(beside)):
            yield say("Beside a base no warship can take them.")
        else:
            yield say("Away from a base a warship can take them.")
    elif kind == board.WARSHIP:
        guarded = fields_of(beside & int(s.kinds[board.SHIP]) & int(s.own[me]))
        if guarded:
            yield say("It guards your ships: {fields}.", fields=_named(guarded))
        elif any(base_owner(s, other) >= 0 for other in fields_of(beside)):
            yield say("Beside a base it can be ambushed.")
        else:
            yield say("None of your ships is beside it.")
    else:
        yield say("Your units can step there, but so can the others'.")


def _can_act(s: Hexxi, seat: int, field: int) -> bool:
    """Whether the unit on a field could do something if it were its owner's turn again."""
    return any(
        action < board.FAR
        and ACTIONS.family(action).name in _DEEDS
        and places_of(action)["start"] == board.FIELD_NAMES[field]
        for action in _listed(s, seat)
    )


def _dangers(one: Consequence[Hexxi], say: Say) -> Iterator[str]:
    """In the confrontation all lies open: whom the others could attack, and whom oneself."""
    before, after, me = _states(one)
    if before.phase not in (codes.CONFRONT, codes.ESCORTING) or after.phase != codes.CONFRONT:
        return
    mine, mine_then = _attacked(before, me), _attacked(after, me)
    safe = [field for field in mine if field not in mine_then and _is_mine(after, field, me)]
    new = [field for field in mine_then if field not in mine]
    prey = [field for field in _attackable(after, me) if field not in _attackable(before, me)]
    if safe:
        yield say("Out of danger: {fields}.", fields=_named(safe))
    if prey:
        yield say("Next you could attack: {fields}.", fields=_named(prey))
    if new:
        yield say("The others could then attack: {fields}.", fields=_named(new))


def _states(one: Consequence[Hexxi]) -> tuple[Hexxi, Hexxi, int]:
    return one.before, one.after, one.seat


def _ships_at_edge(s: Hexxi, seat: int) -> int:
    """HEX-14.2."""
    ships = int(s.kinds[board.SHIP]) & int(s.own[seat]) & ~int(s.traps)
    return len(fields_of(ships & int(board.FAR_EDGES[base_field(s, seat)])))


def _is_mine(s: Hexxi, field: int, seat: int) -> bool:
    return bool(board.MASK[field] & s.own[seat]) or int(base_owner(s, field)) == seat


def _attacked(s: Hexxi, seat: int) -> list[int]:
    """The fields of a seat's tokens and base that others could attack if it were their turn."""
    others = (other for other in range(int(s.seats)) if other != seat)
    return sorted({field for other in others for field in _targets(s, other) if _is_mine(s, field, seat)})


def _attackable(s: Hexxi, seat: int) -> list[int]:
    return sorted({field for field in _targets(s, seat) if not _is_mine(s, field, seat)})


def _targets(s: Hexxi, seat: int) -> Iterator[int]:
    for action in _listed(s, seat):
        if board.KIDNAP <= action < board.FAR and ACTIONS.family(action).name in (
            "kidnap",
            "intercept",
            "ambush",
            "trap",
        ):
            field = board.FIELD_NAMES.index(places_of(action)["to"])
            if owner_of(s, board.MASK[field]) >= 0 or base_owner(s, field) >= 0:
                yield field


def _listed(s: Hexxi, seat: int) -> list[int]:
    """What a seat could do if it were its turn."""
    then = s.clone()
    assert isinstance(then, Hexxi)
    then.player = seat
    then.phase = codes.CONFRONT
    out = Moves()
    then.list_legal(seat, out)
    return [int(action) for action in out.items()]


def _named(fields: list[int]) -> str:
    return ", ".join(board.FIELD_NAMES[field] for field in fields)
