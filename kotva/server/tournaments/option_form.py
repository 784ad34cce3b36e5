"""The options of a tournament as a form: a field for each, with what it means, what is allowed and what is usual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.engine.say import N_
from kotva.server.game_list import games_ready
from kotva.server.tournaments.forms import EMPTY
from kotva.server.tournaments.page_context import NotForYou, Visitor, new_key, page, the_session, visitor_of
from kotva.server.tournaments.session import TournamentSession
from kotva.tournament.help import GROUPS, HELP
from kotva.tournament.options import OPTIONS, TournamentOption, TournamentOptions
from kotva.tournament.presets import PRESETS
from kotva.tournament.roles import letters
from kotva.tournament.state import TournamentState
from kotva.tournament.words import FORMATS


@dataclass(frozen=True, slots=True)
class Field:
    """One option in the form."""

    name: str
    option: TournamentOption
    value: str  # what stands in the field
    usual: str  # what holds where nothing is said
    help: str
    is_locked: bool  # TOU-1.5

    @property
    def is_changed(self) -> bool:
        return self.value != self.usual


def fields(state: TournamentState, given: Mapping[str, str], preset: str = "") -> dict[str, list[Field]]:
    """All of them, by groups; filled with what was sent, or with a preset, or with what holds."""
    published = state.published_rounds() > 0
    usual = TournamentOptions(state.options.preset, {"game": state.options.word("game")}).texts
    filled = state.options.texts | (dict(PRESETS[preset]) if preset in PRESETS else {})
    filled |= {name: given[f"option-{name}"] for name in OPTIONS if f"option-{name}" in given}
    return {
        group: [
            Field(name, OPTIONS[name], filled[name], usual[name], HELP[name], published and OPTIONS[name].locked)
            for name in names
        ]
        for group, names in GROUPS.items()
    }


async def options_page(
    request: Request,
    session: TournamentSession,
    visitor: Visitor,
    fault: str = "",
    given: Mapping[str, str] | None = None,
) -> Response:
    """For organisers; with what is wrong and what was written, where something was refused."""
    actor = visitor.official
    if actor is None or "O" not in letters(session.state, actor):
        raise NotForYou(N_("Options are set by the organiser."))
    preset = request.query_params.get("preset", "")
    return await page(
        request,
        session,
        "options.html",
        422 if fault else 200,
        visitor=visitor,
        actor=actor,
        groups=fields(session.state, given or {}, preset),
        presets={name: FORMATS.get(name, name) for name in PRESETS},
        preset=preset if preset in PRESETS else session.state.options.preset,
        filled=preset in PRESETS,
        empty=EMPTY,
        games=games_ready(),
        fault=fault,
        key=new_key(),
    )


async def options(request: Request) -> Response:
    session = await the_session(request)
    return await options_page(request, session, await visitor_of(request, session))


ROUTES = [Route("/t/{tournament}/options", options)]
