"""A picture as PNG, through resvg."""

from __future__ import annotations

import resvg_py


def to_png(svg: str, width: int | None = None) -> bytes:
    """The PNG of an SVG picture, as wide as asked."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
