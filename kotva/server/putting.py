"""Pieces put by hand in the workshop: which change of the position moves a thing of the scene to another place.

A game does not say which number of its state stands for which piece. So small changes are tried, the likeliest first: one number
set to another value, two exchanged, one less here and one more there, a card for one of another kind. The first that the game's
own check accepts, and after which the scene shows the thing where it was put, is it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from itertools import combinations, permutations
from typing import Final

from kotva.engine.errors import KotvaError
from kotva.engine.game import Json
from kotva.engine.say import ENGLISH, N_
from kotva.engine.scene import Item
from kotva.match import Match

AWAY: Final = "-"  # where a thing is put that is to lie nowhere
LONGEST: Final = 4.0  # seconds that are spent on trying
_NEAR: Final = 56.0  # units of the scene: within a field
_FEW: Final = 8  # values that are tried of every number
_Place = tuple[str, int]  # a field, and the number in its list (-1: the field itself)


def viewer(match: Match) -> int:
    """Through whose eyes things are put: those of the seat that decides."""
    return max(match.to_act(), 0)


def things(match: Match) -> list[Item]:
    """What can be put, and where: everything with a name."""
    scene = match.game.look.scene(match.view(viewer(match)), ENGLISH)
    return [item for item in scene.items if item.label and not item.ghost]


def put(match: Match, name: str, target: str) -> dict[str, Json]:
    """The position after a thing was put where another one lies (or AWAY); KotvaError if no change leads there."""
    found = {item.id: item for item in things(match)}
    if name not in found or (target != AWAY and target not in found):
        raise KotvaError(N_("There is no such thing on the table."))
    wanted = found.get(target)
    before = match.game.to_position(match.state)
    until = time.monotonic() + LONGEST
    for position in _changed(before):
        if time.monotonic() > until:
            break
        if _lies(match, position, found[name], wanted):
            return position
    raise KotvaError(N_("No small change of the position puts it there. Write the position by hand."))


def _lies(match: Match, position: dict[str, Json], was: Item, wanted: Item | None) -> bool:
    """Whether the game accepts a position, and shows the thing where it is wanted, nearer than before."""
    try:
        state = match.game.from_position(position, match.options)
        view = match.game.view(state, viewer(match), match.options)
        scene = match.game.look.scene(view, ENGLISH)
    except Exception:  # a position that nobody has judged yet: the check, or the scene, may raise anything
        return False
    item = next((item for item in scene.items if item.id == was.id), None)
    if wanted is None or item is None:
        return item is wanted
    if item.zone != wanted.zone:
        return False
    if wanted.zone != "board":
        return was.zone != wanted.zone
    return _apart(item, wanted) < (min(_NEAR, _apart(was, wanted)) if was.zone == "board" else _NEAR)


def _apart(one: Item, two: Item) -> float:
    return abs(one.x - two.x) + abs(one.y - two.y)


def _changed(position: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    places = [place for field in position for place in _numbers(field, position[field])]
    lengths = [len(value) for value in position.values() if isinstance(value, list)]
    most = {field: max([*_values(position[field]), *lengths, _FEW]) for field in position}
    for place in places:
        for value in range(-1, most[place[0]] + 1):
            if value != _at(position, place):
                yield _with(position, {place: value})
    for one, two in combinations(places, 2):
        if one[0] == two[0] and _at(position, one) != _at(position, two):
            yield _with(position, {one: _at(position, two), two: _at(position, one)})
    for one, two in permutations(places, 2):
        if _at(position, one) > 0:
            yield _with(position, {one: _at(position, one) - 1, two: _at(position, two) + 1})
    for one, other in permutations([place for place in places if place[1] >= 0 and _at(position, place) > 0], 2):
        for field in position:  # one of `one` goes to a list, one of another kind comes back from it
            for to, back in _same_step(position, field, one, other):
                changes = {one: -1, (field, to): 1, (one[0], one[1] + back - to): 1, (field, back): -1}
                if other == (field, back) and len(changes) == 4 and (one[0], one[1] + back - to) in places:
                    yield _with(position, {place: _at(position, place) + more for place, more in changes.items()})


def _same_step(position: Mapping[str, Json], field: str, one: _Place, other: _Place) -> Iterator[tuple[int, int]]:
    listed = position[field]
    if isinstance(listed, list) and other[0] == field:
        yield from ((to, other[1]) for to in range(len(listed)) if to != other[1] and one != (field, to))


def _numbers(field: str, value: Json) -> list[_Place]:
    if isinstance(value, list):
        return [(field, i) for i, one in enumerate(value) if isinstance(one, int)]
    return [(field, -1)] if isinstance(value, int) else []


def _values(value: Json) -> list[int]:
    listed = value if isinstance(value, list) else [value]
    return [one for one in listed if isinstance(one, int)]


def _at(position: Mapping[str, Json], place: _Place) -> int:
    value = position[place[0]]
    number = value[place[1]] if isinstance(value, list) else value
    assert isinstance(number, int)
    return number


def _with(position: Mapping[str, Json], changes: Mapping[_Place, int]) -> dict[str, Json]:
    out = dict(position)
    for (field, number), value in changes.items():
        listed = out[field]
        if isinstance(listed, list):
            out[field] = [value if i == number else one for i, one in enumerate(listed)]
        else:
            out[field] = value
    return out
