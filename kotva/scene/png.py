"""A picture as PNG, through resvg."""

from __future__ import annotations

from kotva.extras import not_installed
from kotva.scene import fonts


def to_png(svg: str, width: int | None = None) -> bytes:
    """The PNG of an SVG picture, as wide as asked. Where the computer has no font, our own writes the numbers."""
    try:
        import resvg_py
    except ModuleNotFoundError as error:
        raise not_installed("PNG", error) from error
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            font_files=[str(fonts.TEXT), str(fonts.BOLD), str(fonts.HEADING)],
            serif_family="DejaVu Serif",
            sans_serif_family="DejaVu Sans",
        )
    )
