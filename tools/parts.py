"""Take the picture of the kit of parts for the documentation: `python tools/parts.py` writes docs/pictures/parts.png."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image

from kotva.engine.say import ENGLISH
from kotva.parts.samples import SAMPLES, SYMBOLS
from kotva.scene.look import DAY
from kotva.scene.png import to_png
from kotva.scene.svg import render

TARGET = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "parts.png"
WIDE, GAP = 1280, 8


def main() -> None:
    """All parts in rows, the widest first."""
    scenes = [sample.make(min(1, sample.moments - 1), ENGLISH) for sample in SAMPLES]
    pictures = [
        Image.open(BytesIO(to_png(render(scene, SYMBOLS, beside=False, marks=False), round(scene.width))))
        for scene in sorted(scenes, key=lambda scene: (-scene.height, -scene.width))
    ]
    x = y = high = GAP
    sheet = Image.new("RGB", (WIDE, 4000), DAY["paper"])
    for picture in pictures:
        if x + picture.width > WIDE:
            x, y, high = GAP, y + high + GAP, 0
        sheet.paste(picture, (x, y))
        x, high = x + picture.width + GAP, max(high, picture.height)
    sheet.crop((0, 0, WIDE, y + high + GAP)).quantize(128).save(TARGET, optimize=True)


if __name__ == "__main__":
    main()
