"""How to play: a game's own pages for people, in every language, with pictures that its own scene draws.

All of it is data in the folder `learn` of a game, beside its catalogues:

    howto.en.md, howto.cs.md, ...   plain Markdown; `[words](clause:BOS-8.3)` cites, `![words](picture:walk)` shows
    pictures.json                   positions by name, with the moves that are played between "before" and "after"
    legend.json                     what each thing on the board is called and may do
    lessons.json                    positions with a goal, to be played on the real table (`lessons.py`)
"""

from kotva.learn.faults import faults
from kotva.learn.legend import Entry, legend
from kotva.learn.lessons import Lesson, lessons
from kotva.learn.pictures import Picture, draw, pictures
from kotva.learn.proof import lesson_faults
from kotva.learn.sheet import Sheet, html, sheet

__all__ = [
    "Entry", "Lesson", "Picture", "Sheet", "draw", "faults", "html", "legend", "lesson_faults", "lessons", "pictures", "sheet",
]  # fmt: skip
