"""Styles and scripts as they are in the repository, but for what only readers of the source need."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope


class Files(StaticFiles):
    """Static files that a browser asks about every time: a new version of Kotva is never mixed with an old one."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Scripts and styles without their comments: what a first visit loads is a quarter less."""
        kind = _KINDS.get(Path(full_path).suffix)
        if kind is None:
            return super().file_response(full_path, stat_result, scope, status_code)
        headers = FileResponse(full_path, stat_result=stat_result).headers
        headers["etag"] = headers["etag"][:17] + '"'
        request_headers = Headers(scope=scope)
        if self.is_not_modified(headers, request_headers):
            return NotModifiedResponse(headers)
        text = _lean(Path(full_path), stat_result.st_mtime_ns)
        return packed(text, request_headers, kind, {"etag": headers["etag"]})


_KINDS = {".js": "text/javascript", ".css": "text/css"}


def packed(text: str, request_headers: Headers, kind: str, headers: Mapping[str, str]) -> Response:
    """What everybody gets, compressed as far as can be, once for all who take it so."""
    if "gzip" not in request_headers.get("accept-encoding", ""):
        return Response(text, media_type=kind, headers=headers)  # the middleware says that there is another form
    more = {"content-encoding": "gzip", "vary": "Accept-Encoding"}
    return Response(_gzipped(text), media_type=kind, headers={**headers, **more})


@lru_cache(maxsize=256)
def _gzipped(text: str) -> bytes:
    return gzip.compress(text.encode(), 9, mtime=0)


@lru_cache(maxsize=256)
def _lean(path: Path, _changed: int) -> str:
    text = path.read_text("utf-8")
    return without_comments(text) if path.suffix == ".js" else without_notes(text)


def without_comments(script: str) -> str:
    """A script without types, indentation and comments on lines of their own; lines stay: errors name the right ones."""
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
            code = _TYPE.sub("", line)
            out.append("" if bare.startswith("//") else code.strip())
    return "\n".join(out) + "\n"


def without_notes(style: str) -> str:
    """A style sheet without its comments, line for line."""
    return _NOTE.sub(lambda note: "\n" * note[0].count("\n"), style)


_TYPE = re.compile(r"/\*\*.*?\*/ ?")
_NOTE = re.compile(r"/\*.*?\*/", re.DOTALL)
