"""Pictures of "how to play": positions, the moves between "before" and "after", and what of the board is shown.

    {"walk": {"seats": 4, "position": {...}, "moves": ["play C20 c2", "* draw R21"], "box": [0, 0, 500, 400], "viewer": 1}}

| key | meaning | left out |
|---|---|---|
| `seats`, `options`, `position` | as everywhere | the smallest number, the usual ones, the beginning |
| `moves` | played by the seat to act; `*` is chance | none: a single picture |
| `before` | moves that are played before the first picture is taken | none |
| `viewer` | the player who looks on | a bystander |
| `box` | left, top, width and height of what is shown | the whole board |
| `beside` | whether hands, seats and panels are shown too | only the board |

Chance that no move prescribes takes its first possible outcome. The picture `card` is for the game's card in the lobby.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game, Json
from kotva.engine.say import Say
from kotva.engine.state import CHANCE
from kotva.learn.how_to import folder
from kotva.match import Match
from kotva.scene.svg import render

WHEN: Final = ("before", "after")
CARD: Final = "card"  # of a lively moment; a game without one is shown after some moves of bots
_KEYS: Final = ("seats", "options", "position", "moves", "before", "viewer", "box", "beside")


class BadPicture(KotvaError):
    """A picture that cannot be drawn as it is written."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as its author wrote it."""

    name: str
    seats: int
    options: Mapping[str, object]
    position: Mapping[str, Json] | None
    moves: tuple[str, ...]
    before: tuple[str, ...]
    viewer: int | None
    box: tuple[float, float, float, float] | None
    beside: bool


def pictures(game: Game) -> dict[str, Picture]:
    """All pictures of a game by name; none if it has no such file."""
    path = folder(game) / "pictures.json"
    if not path.is_file():
        return {}
    return {name: _picture(game, name, data) for name, data in json.loads(path.read_text(encoding="utf-8")).items()}


def _picture(game: Game, name: str, data: Mapping[str, object]) -> Picture:
    for key in data:
        if key not in _KEYS:
            raise BadPicture("Picture {name}: there is no key {key}.", name=name, key=key)
    box = data.get("box")
    viewer = data.get("viewer")
    return Picture(
        name,
        int(str(data.get("seats", game.rules.seats[0]))),
        dict(data.get("options") or {}),  # type: ignore[call-overload]
        data.get("position"),  # type: ignore[arg-type]
        tuple(data.get("moves") or ()),  # type: ignore[arg-type]
        tuple(data.get("before") or ()),  # type: ignore[arg-type]
        None if viewer is None else int(str(viewer)) - 1,
        tuple(float(n) for n in box) if box else None,  # type: ignore[attr-defined,arg-type]
        bool(data.get("beside")),
    )


def draw(game: Game, picture: Picture, when: str, *, language: str = "en", theme: str = "day", title: str = "") -> str:
    """The picture before or after its moves, drawn by the scene of the game."""
    match = _played(game, picture, when)
    say = Say(language, game.id)
    scene = game.look.scene(match.view(picture.viewer), say)
    svg = render(
        scene,
        game.look.symbols,
        theme=theme,
        beside=picture.beside,
        title=title,
        text=title,
        marks=when == "after",
    )
    return svg if picture.box is None else _cut(svg, picture.box)


def _played(game: Game, picture: Picture, when: str) -> Match:
    match = Match(
        game,
        picture.seats,
        dict(picture.options),
        position=dict(picture.position) if picture.position else None,
        chance=False,
    )
    for move in (*picture.before, *(picture.moves if when == "after" else ())):
        by_chance = move.startswith("* ")
        if not by_chance:
            _let_chance_decide(match)
        match.play(move.removeprefix("* "), CHANCE if by_chance else None)
    _let_chance_decide(match)
    return match


def _let_chance_decide(match: Match) -> None:
    while match.to_act() == CHANCE:
        match.play(match.legal()[0], CHANCE)


def _cut(svg: str, box: tuple[float, float, float, float]) -> str:
    """The same drawing through a smaller window."""
    left, top, width, height = box
    head, rest = svg.split(">", 1)
    start = head[: head.index(" viewBox=")]
    tail = head[head.index(" role=") :]
    return f'{start} viewBox="{left:g} {top:g} {width:g} {height:g}" width="{width:g}" height="{height:g}"{tail}>{rest}'


@lru_cache(maxsize=256)
def drawing(game_id: str, name: str, when: str, language: str, theme: str) -> str | None:
    """A picture by its name, drawn once for many readers; None if there is none or it cannot be drawn."""
    game = games.load(game_id)
    try:
        found = pictures(game).get(name)
        return None if found is None else draw(game, found, when, language=language, theme=theme)
    except (
        KotvaError,
        ValueError,
        TypeError,
        AttributeError,
    ):  # the author hears of it from `faults`, a reader misses a picture
        return None
