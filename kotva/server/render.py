"""Pages from templates, in the reader's language; and what a form sends back."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.requests import Request
from starlette.responses import Response

import kotva
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import Say
from kotva.files import templates_dir
from kotva.scene import look
from kotva.server.people import give_token
from kotva.server.words import NAMES, for_scripts, language_of

_TEMPLATES = Environment(
    loader=FileSystemLoader(templates_dir()), autoescape=select_autoescape(), trim_blocks=True, lstrip_blocks=True
)


def show(
    request: Request,
    template: str,
    status: int = 200,
    game: Game | None = None,
    domain: str | None = None,
    **values: Any,
) -> Response:
    """A page in the reader's language; every browser gets its token with it."""
    language = language_of(request)
    say = Say(language, game.id if game else domain)
    text = _TEMPLATES.get_template(template).render(
        say=say,
        language=language,
        languages=NAMES,
        strings=json.dumps(for_scripts(language), ensure_ascii=False).replace("<", "\\u003c"),
        here=request.url.path,
        version=kotva.__version__,
        seats=look.SEATS,
        game=game,
        **values,
    )
    response = Response(text, status, media_type="text/html", headers={"cache-control": "no-store"})
    give_token(request, response)
    return response


def failed(request: Request, error: KotvaError, status: int) -> Response:
    """A page that says what is wrong and where to go from here."""
    say = Say(language_of(request))
    return show(request, "error.html", status, message=error.say(say))


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form; of several with one name the last."""
    return dict(parse_qsl((await request.body()).decode("utf-8", "replace"), keep_blank_values=True))
