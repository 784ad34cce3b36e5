"""The kit of parts on one page: each part live, the lines that make it, and how it reads in a terminal."""

from __future__ import annotations

import inspect
from dataclasses import dataclass

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.engine.say import Say
from kotva.parts.samples import SAMPLES, SYMBOLS, PartSample
from kotva.scene import look
from kotva.scene.packet import scene_json
from kotva.scene.terminal import sketch
from kotva.server.languages import language_of
from kotva.server.render import show


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A part as the page shows it."""

    name: str
    title: str
    words: str
    code: str
    terminal: str
    moments: str


def shown_part(sample: PartSample, say: Say) -> ShownPart:
    """Its moments as data, as a table gets them; the first also as text."""
    scenes = [sample.make(step, say) for step in range(sample.moments)]
    data = msgspec.json.encode([scene_json(scene) for scene in scenes]).decode()
    return ShownPart(
        sample.make.__name__,
        say(sample.title),
        say(sample.words),
        inspect.getsource(sample.make).strip(),
        sketch(scenes[0], say),
        data.replace("<", "\\u003c"),
    )


def _parts(language: str) -> list[ShownPart]:
    say = Say(language)
    return [say.cached(_kept, number) for number in range(len(SAMPLES))]


def _kept(number: int, say: Say) -> ShownPart:
    return shown_part(SAMPLES[number], say)


async def page(request: Request) -> Response:
    """All parts."""
    symbols = "".join(f'<g id="symbol-{name}">{drawing}</g>' for name, drawing in SYMBOLS.items())
    return show(
        request,
        "parts.html",
        parts=await run_in_threadpool(_parts, language_of(request)),
        symbols=look.PATTERNS + symbols,
    )


ROUTES = [Route("/parts", page)]
