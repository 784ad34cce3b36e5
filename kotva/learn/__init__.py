"""How to play: a game's own pages for people, in every language, with pictures that its own scene draws.

All of it is data in the folder `learn` of a game, beside its catalogues:

    howto.en.md, howto.cs.md, ...   plain Markdown; `[words](clause:BOS-8.3)` cites, `![words](picture:walk)` shows
    pictures.json                   positions by name, with the moves that are played between "before" and "after"
    legend.json                     what each thing on the board is called and may do
    glossary.json                   one word for one thing in each language (`glossary.py`)
    lessons.json                    positions with a goal, to be played on the real table (`lessons.py`)
"""

from kotva.learn.how_to import HowToPage, how_to_page, html
from kotva.learn.legend import LegendEntry, legend
from kotva.learn.lesson_checks import lesson_faults
from kotva.learn.lessons import Lesson, lessons
from kotva.learn.page_checks import faults
from kotva.learn.pictures import Picture, draw, pictures

__all__ = [
    "HowToPage",
    "LegendEntry",
    "Lesson",
    "Picture",
    "draw",
    "faults",
    "how_to_page",
    "html",
    "legend",
    "lesson_faults",
    "lessons",
    "pictures",
]  # fmt: skip
