"""How a tournament works: the page for people who have never been at one, beside the games' own pages (`server/learning.py`)."""

from __future__ import annotations

from functools import cache
from html import escape

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from kotva.engine.say import LANGUAGES, Say, locale_of
from kotva.learn.how_to import HowToPage, html, read
from kotva.scene.look import THEMES
from kotva.server.languages import language_of
from kotva.server.render import show
from kotva.tournament.pictures import PAIRS, drawing

RULEBOOK = "tournament"
_LAZY = {"day": "", "night": ' loading="lazy"'}  # what is printed is there from the start
_HIDDEN = ' aria-hidden="true"'  # a single picture already says it


def sheet(language: str) -> HowToPage:
    path = locale_of(RULEBOOK).parent / "learn" / f"howto.{language}.md"
    return read(RULEBOOK, language, path.read_text(encoding="utf-8"))


@cache
def _page(language: str) -> tuple[str, str]:
    """Title and HTML; made once."""
    found, say = sheet(language), Say(language, RULEBOOK)

    def figure(name: str, caption: str) -> str:
        both = name in PAIRS
        alts = {"before": say("Before"), "after": say("After")} if both else {"before": caption}
        images = "".join(
            f'<img class="{theme}" src="/learn/{RULEBOOK}/{language}/{name}-{when}-{theme}.svg" alt="{escape(alt)}"'
            f"{_LAZY[theme]}>"
            for when, alt in alts.items()
            for theme in THEMES
        )
        told = f"<figcaption{'' if both else _HIDDEN}>{escape(caption)}</figcaption>"
        kind = "pair" if both else "single"
        return f'<figure class="{kind}"><div class="moments">{images}</div>{told}</figure>\n'

    return found.title, html(found, figure)


async def page(request: Request) -> Response:
    language = language_of(request)
    title, body = await run_in_threadpool(_page, language)
    return show(request, "tournament/learn.html", domain=RULEBOOK, title=title, written=language, body=body)


async def picture(request: Request) -> Response:
    given = request.path_params
    if given["language"] not in LANGUAGES or given["theme"] not in THEMES:
        return PlainTextResponse("not found", 404)
    svg = await run_in_threadpool(drawing, given["name"], given["when"], given["language"], given["theme"])
    if svg is None:
        return PlainTextResponse("not found", 404)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=300"})


# Before those of the games: `tournament` is no game.
ROUTES = [
    Route(f"/learn/{RULEBOOK}", page),
    Route(f"/learn/{RULEBOOK}" + "/{language}/{name}-{when}-{theme}.svg", picture),
]
