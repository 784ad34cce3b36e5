"""Styles and scripts as they are in the repository, but for what only readers of the source need."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_KINDS = {".js": "text/javascript", ".css": "text/css"}
_INLINE_TYPE = re.compile(r"/\*\*.*?\*/ ?")
# Without a quote behind it: what looks like a comment and has one may be the inside of a text.
_TRAILING = re.compile(r"\s+// [^'\"`]*$")
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


class Files(StaticFiles):
    """Static files that a browser asks about every time: a new version of Kotva is never mixed with an old one."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Scripts and styles go out without what only readers of the source need: a first visit loads less."""
        kind = _KINDS.get(Path(full_path).suffix)
        if kind is None:
            return super().file_response(full_path, stat_result, scope, status_code)
        return shared_text(_lean(Path(full_path), stat_result.st_mtime_ns), Headers(scope=scope), kind)


def shared_text(text: str, request_headers: Headers, kind: str, cache_control: str = "no-cache") -> Response:
    """A text that is the same for everybody: not sent to a browser that has it, and compressed once for all who take it so."""
    headers = {"etag": _etag(text), "cache-control": cache_control}
    known = request_headers.get("if-none-match", "").split(",")
    if headers["etag"] in (tag.strip().removeprefix("W/") for tag in known):  # a proxy may have marked it as weak
        return Response(status_code=304, headers=headers)
    if "gzip" not in request_headers.get("accept-encoding", ""):
        return Response(text, media_type=kind, headers=headers)  # the middleware says that there is another form
    headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
    return Response(_gzipped(text), media_type=kind, headers=headers)


@lru_cache(maxsize=256)
def _etag(text: str) -> str:
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"'


@lru_cache(maxsize=256)
def _gzipped(text: str) -> bytes:
    return gzip.compress(text.encode(), 9, mtime=0)


@lru_cache(maxsize=256)
def _lean(path: Path, _changed: int) -> str:
    text = path.read_text("utf-8")
    return lean_script(text) if path.suffix == ".js" else lean_style(text)


def lean_script(script: str) -> str:
    """A script without types, indentation and comments; lines stay: errors name the right ones."""
    out: list[str] = []
    inside = False
    for line in script.splitlines():
        bare = line.strip()
        if not inside and bare.startswith("/**") and "*/" not in bare:
            inside = True
            out.append("")
        elif inside:
            inside = not bare.endswith("*/")
            out.append("")
        else:
            out.append("" if bare.startswith("//") else _TRAILING.sub("", _INLINE_TYPE.sub("", line)).strip())
    return "\n".join(out) + "\n"


def lean_style(style: str) -> str:
    """A style sheet without its comments; lines stay here too."""
    return _STYLE_COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), style)
