"""The options of a tournament as a form: a field for each, with what it means, what is allowed and what is usual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.engine.say import N_
from kotva.server.pages import games_ready
from kotva.server.tournaments.forms import EMPTY
from kotva.server.tournaments.hall import Hall
from kotva.server.tournaments.visit import NotForYou, Visitor, new_key, page, the_hall, visitor_of
from kotva.tournament.help import GROUPS, HELP
from kotva.tournament.options import OPTIONS, PRESETS, Option, Options
from kotva.tournament.roles import letters
from kotva.tournament.state import State
from kotva.tournament.words import FORMATS


@dataclass(frozen=True, slots=True)
class Field:
    """One option in the form."""

    name: str
    option: Option
    value: str  # what stands in the field
    usual: str  # what holds where nothing is said
    help: str
    is_locked: bool  # TOU-1.5

    @property
    def is_changed(self) -> bool:
        return self.value != self.usual


def fields(state: State, given: Mapping[str, str], preset: str = "") -> dict[str, list[Field]]:
    """All of them, by groups; filled with what was sent, or with a preset, or with what holds."""
    published = state.published_rounds() > 0
    usual = Options(state.options.preset, {"game": state.options.word("game")}).texts
    filled = state.options.texts | (dict(PRESETS[preset]) if preset in PRESETS else {})
    filled |= {name: given[f"option-{name}"] for name in OPTIONS if f"option-{name}" in given}
    return {
        group: [
            Field(name, OPTIONS[name], filled[name], usual[name], HELP[name], published and OPTIONS[name].locked)
            for name in names
        ]
        for group, names in GROUPS.items()
    }


def options_page(
    request: Request, hall: Hall, visitor: Visitor, fault: str = "", given: Mapping[str, str] | None = None
) -> Response:
    """For organisers; with what is wrong and what was written, where something was refused."""
    actor = visitor.official
    if actor is None or "O" not in letters(hall.state, actor):
        raise NotForYou(N_("Options are set by the organiser."))
    preset = request.query_params.get("preset", "")
    return page(
        request,
        hall,
        "options.html",
        422 if fault else 200,
        visitor=visitor,
        actor=actor,
        groups=fields(hall.state, given or {}, preset),
        presets={name: FORMATS.get(name, name) for name in PRESETS},
        preset=preset if preset in PRESETS else hall.state.options.preset,
        filled=preset in PRESETS,
        empty=EMPTY,
        games=games_ready(),
        fault=fault,
        key=new_key(),
    )


async def options(request: Request) -> Response:
    hall = await the_hall(request)
    return options_page(request, hall, await visitor_of(request, hall))


ROUTES = [Route("/t/{tournament}/options", options)]
