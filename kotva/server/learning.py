"""How to play: the pages for people who have never seen a game, and their pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import escape

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import LANGUAGES, N_, Say, home_of
from kotva.learn import LegendEntry, Lesson, how_to_page, html, legend, lessons, pictures
from kotva.learn.glossary import Term, glossary
from kotva.learn.how_to import folder
from kotva.learn.pictures import WHEN, drawing
from kotva.learn.puzzles import EASY, Puzzle, puzzles
from kotva.scene import look
from kotva.server import rulebook
from kotva.server.api import NotFound
from kotva.server.languages import language_of
from kotva.server.render import failed, show
from kotva.server.static import shared_text
from kotva.tournament.collation import collation


def lessons_of(game: Game) -> list[Lesson]:
    """The lessons of a game; those that cannot be read are none (`lesson_faults` tells their author)."""
    try:
        return lessons(game)
    except KotvaError:
        return []


def puzzles_of(game: Game) -> list[Puzzle]:
    """The puzzles of a game; those that cannot be read are none."""
    try:
        return puzzles(game)
    except KotvaError:
        return []


def daily(day: int, harder: bool = False) -> tuple[Game, Puzzle, int] | None:
    """The puzzle of a day (counted in days since 1970): another game every day, and none twice before all have come.

    It is an easy one, for everybody who has read how to play; `harder`: one of the others.
    """
    able = [(game, puzzles_of(game)) for game in map(loaded, games.ids()) if game is not None]
    able = [(game, found) for game, found in able if found]
    if not able:
        return None
    game, found = able[day % len(able)]
    fitting = [one for one in enumerate(found, 1) if (one[1].grade != EASY) == harder] or list(enumerate(found, 1))
    number, puzzle = fitting[day // len(able) % len(fitting)]
    return game, puzzle, number


def loaded(name: str) -> Game | None:
    """A game that can be loaded; what is being written closes no page."""
    try:
        return games.load(name) if name in games.ids() else None
    except Exception:
        return None


def legend_of(game: Game, language: str) -> list[LegendEntry]:
    """The legend of a game; one that cannot be read, or draws what is not there, is left out (`faults` tells its author)."""
    try:
        return [entry for entry in legend(game, language) if entry.symbol in game.look.symbols]
    except (ValueError, TypeError, LookupError, AttributeError):
        return []


def words_of(game: Game | None, language: str) -> list[Term]:
    """The glossary of a game, or of tournaments, in the order of a dictionary; none where it cannot be read (`faults` tells)."""
    try:
        terms = glossary(folder(game) if game is not None else home_of("tournament") / "learn")
        return sorted(terms, key=lambda term: collation(term.shown(language), language))
    except (ValueError, TypeError, LookupError, AttributeError):
        return []


def is_taught(game: Game) -> bool:
    """Whether a game tells people how it is played."""
    return how_to_page(game, "en") is not None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the first visit: a sentence and a picture, perhaps of two moments."""

    text: str
    pictures: tuple[tuple[str, str], ...]  # by day and by night, of each moment


@cache
def tour(game_id: str, language: str) -> tuple[Step, ...]:
    """What somebody is shown who sits down at a game for the first time: what it is about, then the pictures of its page."""
    game = games.load(game_id)
    say = Say(language, game.id)
    first = Step(say(game.summary), (_by_theme(f"/pictures/{game.id}-{{}}.svg"),))
    found = how_to_page(game, language)
    try:
        known = pictures(game)
    except (KotvaError, ValueError, TypeError, AttributeError):
        known = {}
    steps = [first]
    for name, caption in zip(found.shown, found.captions) if found is not None else ():
        if name in known and found is not None:
            moments = WHEN if known[name].moves else WHEN[:1]
            address = f"/learn/{game.id}/{found.language}/{name}"
            steps.append(Step(caption, tuple(_by_theme(f"{address}-{when}-{{}}.svg") for when in moments)))
    return tuple(steps)


def _by_theme(address: str) -> tuple[str, str]:
    return address.format("day"), address.format("night")


@cache
def _page(game_id: str, language: str) -> tuple[str, str, str] | None:
    """Title, language and HTML of a page; made once."""
    game = games.load(game_id)
    found = how_to_page(game, language)
    if found is None:
        return None
    try:
        shown = pictures(game)
    except (KotvaError, ValueError, TypeError, AttributeError):
        return None  # `faults` tells its author; readers get the rules
    say = Say(language, game.id)

    def figure(name: str, caption: str) -> str:
        """Both moments by day and by night; the caption is read to everybody."""
        both = name in shown and bool(shown[name].moves)
        alts = {"before": say("Before"), "after": say("After")} if both else {"before": caption}
        images = "".join(
            f'<img class="{theme}" src="/learn/{game.id}/{found.language}/{name}-{when}-{theme}.svg" '
            f'alt="{escape(alt)}"{_LAZY[theme]}>'
            for when, alt in alts.items()
            for theme in look.THEMES
        )
        told = f"<figcaption{'' if both else _HIDDEN}>{escape(caption)}</figcaption>"
        return f'<figure class="{"pair" if both else "single"}"><div class="moments">{images}</div>{told}</figure>\n'

    return found.title, found.language, html(found, figure)


_LAZY = {"day": "", "night": ' loading="lazy"'}  # what is printed is there from the start
_HIDDEN = ' aria-hidden="true"'  # a single picture already says it


async def page(request: Request) -> Response:
    """How to play a game; a game that does not tell leads to its rules."""
    game = await run_in_threadpool(loaded, request.path_params["game"])
    if game is None:
        return failed(request, NotFound(N_("There is no such game.")), 404)
    made = await run_in_threadpool(_page, game.id, language_of(request))
    if made is None:
        return RedirectResponse(f"/rules/{game.id}", 303)
    title, written, body = made
    entries = await run_in_threadpool(legend_of, game, written)
    used = {entry.symbol: game.look.symbols[entry.symbol] for entry in entries}
    drawings = look.PATTERNS + "".join(f'<g id="symbol-{name}">{markup}</g>' for name, markup in used.items())
    return show(
        request,
        "learn.html",
        game=game,
        title=title,
        written=written,
        body=body,
        legend=entries,
        symbols=drawings,
        lessons=bool(await run_in_threadpool(lessons_of, game)),
    )


async def picture(request: Request) -> Response:
    """One moment of a picture."""
    given = request.path_params
    game = await run_in_threadpool(loaded, given["game"])
    known = given["when"] in WHEN and given["theme"] in look.THEMES and given["language"] in LANGUAGES
    if game is None or not known:
        return PlainTextResponse("not found", 404)
    svg = await run_in_threadpool(drawing, game.id, given["name"], given["when"], given["language"], given["theme"])
    if svg is None:
        return PlainTextResponse("not found", 404)
    return shared_text(svg, request.headers, "image/svg+xml", "max-age=300")


async def rules(request: Request) -> Response:
    """The exact rules in the reader's language, or in English with what the table answers beside them."""
    name = request.path_params["game"]
    language = language_of(request)
    game = await run_in_threadpool(loaded, name)
    try:
        wanted = "en" if request.query_params.get("in") == "en" else language
        book = await run_in_threadpool(rulebook.page, name, wanted)
    except FileNotFoundError:
        if game is None:
            return failed(request, NotFound(N_("There is no such rulebook.")), 404)
        book = rulebook.short_page(game, Say(language, game.id))
    else:
        if game is not None and book.language != language:
            book = rulebook.with_answers(book, game, Say(language, game.id))
    whole = request.query_params.get("all", "") not in ("", "0")
    taught = game is not None and await run_in_threadpool(is_taught, game)
    guide = "/learn/tournament" if name == "tournament" else ""
    words = await run_in_threadpool(words_of, game, language) if game is not None or guide else []
    return show(request, "rules.html", game=game, page=book, whole=whole, taught=taught, guide=guide, words=words)


ROUTES = [
    Route("/rules/{game}", rules),
    Route("/learn/{game}", page),
    Route("/learn/{game}/{language}/{name}-{when}-{theme}.svg", picture),
]
