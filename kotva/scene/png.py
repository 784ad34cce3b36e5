"""A picture as PNG, through resvg."""

from __future__ import annotations

import resvg_py

from kotva.scene import fonts


def to_png(svg: str, width: int | None = None) -> bytes:
    """The PNG of an SVG picture, as wide as asked. Where the computer has no font, our own writes the numbers."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            font_files=[str(fonts.TEXT), str(fonts.BOLD), str(fonts.HEADING)],
            serif_family="DejaVu Serif",
            sans_serif_family="DejaVu Sans",
        )
    )
