"""Pages from templates, in the reader's language; and what a form sends back."""

from __future__ import annotations

import json
from typing import Any

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.requests import Request
from starlette.responses import Response

import kotva
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import Say
from kotva.files import templates_dir
from kotva.scene import look
from kotva.server.form_fields import read_fields
from kotva.server.languages import NAMES, for_scripts, language_of
from kotva.server.people import give_token, person_of
from kotva.server.rate_limits import TooMany

_TEMPLATES = Environment(
    loader=FileSystemLoader(templates_dir()), autoescape=select_autoescape(), trim_blocks=True, lstrip_blocks=True
)


def compile_templates() -> None:
    """Make all pages ready at the start: the first visitor of each would hold the event loop for tens of milliseconds."""
    for name in _TEMPLATES.list_templates(extensions=["html"]):
        _TEMPLATES.get_template(name)
    for language in NAMES:
        for_scripts(language)


def show_workshop(shown: bool) -> None:
    """Whether pages have the script of the workshop (`kotva dev`)."""
    _TEMPLATES.globals["workshop"] = shown


def show(
    request: Request,
    template: str,
    status: int = 200,
    game: Game | None = None,
    domain: str | None = None,
    **values: Any,
) -> Response:
    """A page in the reader's language; every browser gets its token with it."""
    here = request.url.path
    text = written(template, language_of(request), here, game, domain, person=person_of(request), **values)
    return sent(request, text, status)


def written(template: str, language: str, here: str, game: Game | None, domain: str | None, **values: Any) -> str:
    """The text of a page at an address."""
    return _TEMPLATES.get_template(template).render(
        say=Say(language, game.id if game else domain),
        language=language,
        languages=NAMES,
        strings=json.dumps(for_scripts(language), ensure_ascii=False).replace("<", "\\u003c"),
        here=here,
        version=kotva.__version__,
        seats=look.SEATS,
        game=game,
        **values,
    )


def sent(request: Request, text: str, status: int = 200) -> Response:
    """A page that is written already."""
    response = Response(text, status, media_type="text/html", headers={"cache-control": "no-store"})
    give_token(request, response)
    return response


def failed(request: Request, error: KotvaError, status: int) -> Response:
    """A page that says what is wrong and where to go from here."""
    say = Say(language_of(request))
    return show(request, "error.html", status, message=error.say(say))


def too_many(request: Request, error: TooMany) -> Response:
    """Refused for now, with the time after which it is worth another try."""
    response = failed(request, error, 429)
    response.headers["retry-after"] = str(error.values["wait"])
    return response


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form; of several with one name the last."""
    return await read_fields(request)
