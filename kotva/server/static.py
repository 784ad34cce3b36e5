"""Styles and scripts as they are in the repository, but for what only readers of the source need."""

from __future__ import annotations

import os
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
        """A script without its comments: what a first visit loads is a fifth less."""
        if not str(full_path).endswith(".js"):
            return super().file_response(full_path, stat_result, scope, status_code)
        headers = FileResponse(full_path, stat_result=stat_result).headers
        if self.is_not_modified(headers, Headers(scope=scope)):
            return NotModifiedResponse(headers)
        text = _lean(Path(full_path), stat_result.st_mtime_ns)
        return Response(text, media_type="text/javascript", headers={"etag": headers["etag"]})


@lru_cache(maxsize=256)
def _lean(path: Path, _changed: int) -> str:
    return without_comments(path.read_text("utf-8"))


def without_comments(script: str) -> str:
    """A script without the comments that have lines of their own; the lines stay, so that errors name the right ones."""
    out: list[str] = []
    inside = False
    for line in script.splitlines():
        bare = line.strip()
        if not inside and bare.startswith("/**"):
            inside = "*/" not in bare
            out.append("" if bare.endswith("*/") or inside else line)
        elif inside:
            inside = not bare.endswith("*/")
            out.append("")
        else:
            out.append("" if bare.startswith("//") else line)
    return "\n".join(out) + "\n"
