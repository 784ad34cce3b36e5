"""The scene is data: what lies where, what it is called, how it is chosen. Browser, SVG, terminal and screen reader draw it.

Places are in units in which a field is 64 wide. A game brings drawings by name (`Game.look.symbols`: SVG in a box from -32 to 32
with the origin in its middle; `currentColor` is the owner's colour, `var(--ink)` and the other colours are the theme's).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

Path = tuple[str, ...]  # ids of items; a person may choose them in any order; none: a button


class Item(NamedTuple):
    """One thing. Its id stays with it for the whole game, so that it glides when its place changes.

    A scene has some two hundred of them, made anew for every viewer of every move: a tuple is made and compared in a fraction
    of the time that a frozen dataclass takes.
    """

    id: str  # unique in a scene; click paths name it
    symbol: str  # a name in `Game.look.symbols`; "" with a `text` is words alone
    x: float = 0.0  # of its middle, on the board; hands, trays and seats lay their things out themselves
    y: float = 0.0  # of its middle, downwards
    zone: str = "board"  # "board", "hand" (the viewer's own), "tray" (beside the board), "seat-0", "seat-1", ...
    layer: int = 1  # 0 ground, 1 field, 2 mark, 3 piece, 4 above pieces
    size: float = 1.0  # of the drawing's 64 box
    turn: float = 0.0  # degrees, clockwise
    owner: int | None = None  # the seat whose colour and shape it has
    label: str = ""  # what it is, in words: spoken and shown on focus; empty for mere decoration
    hint: str = ""  # one sentence about its rule, shown on hover and focus
    text: str = ""  # a few characters written on it
    badge: str = ""  # a small count at its corner
    tone: str = ""  # "dim", "closed", "hidden", ...: a look that all games share
    ghost: bool = False  # shown only while it can be chosen (a place a ship could turn to)
    of: Path = ()  # things it tells about (the links of a chain): faint until one of them is chosen


@dataclass(frozen=True, slots=True)
class Fact:
    """A line in a seat's panel: hand 5, knights 2."""

    label: str  # what is counted
    value: str  # how many, or a word
    symbol: str = ""  # a drawing instead of the label
    hint: str = ""  # one sentence about what it counts


@dataclass(frozen=True, slots=True)
class SeatPanel:
    """What everybody sees of a seat beside the board; its tokens are items with the zone `seat-k`."""

    seat: int  # whose
    score: str = ""  # as it is written
    facts: tuple[Fact, ...] = ()  # lines below the score
    title: str = ""  # what the seat is called in the game: a gang, an edge, a nation
    partner: int | None = None  # the seat that wins or loses with it


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a panel that shows more than words: cards as drawings, a player, or the button of a legal action."""

    text: str = ""  # what it says; with drawings or an action, what they mean
    cards: tuple[tuple[str, int], ...] = ()  # drawings and how many of each
    seat: int | None = None  # a player: name and colour
    action: str = ""  # its notation: the cell is a button while that is legal, and the action has no other one
    bar: float = 0.0  # a bar of this length, from 0 to 1, with the text behind it


@dataclass(frozen=True, slots=True)
class Panel:
    """A small table beside the board: an auction, a fight with its dice, the sheet of a scoring.

    One that has dice and no rows is thrown onto the corner of the board.
    """

    id: str  # the same for the whole game
    title: str  # its headline
    head: tuple[str, ...] = ()  # titles of the columns
    rows: tuple[tuple[str | Cell, ...], ...] = ()  # words or cells
    dice: tuple[int, ...] = ()  # numbers of dice that lie on it
    note: str = ""  # a sentence below
    urgent: bool = False  # part of the decision that is due now


@dataclass(frozen=True, slots=True)
class Part:
    """One kind that may be taken several times in a form: letter in the notation, drawing, how many at most."""

    letter: str  # in the notation
    label: str  # what it is, in words
    symbol: str  # its drawing
    most: int  # how many may be taken
    note: str = ""  # a few characters below it
    item: str = ""  # the thing on the table that stands for it: choosing that takes one more
    seat: int | None = None  # the player it stands for


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a form's notation that is filled by counting parts (`LLG`) or choosing names (`P2,P4`)."""

    key: str  # its name in the template of a button
    label: str  # what is to be chosen
    parts: tuple[Part, ...]  # the kinds there are
    least: int = 1  # at least so many in all
    most: int = 99  # at most so many in all
    separator: str = ""  # between two parts
    before: str = ""  # written before what was taken, and left out with it: " @"


@dataclass(frozen=True, slots=True)
class Submit:
    """A button of a form, and the notation it sends: `offer {give}>{want}`."""

    label: str  # on the button
    template: str  # `offer {give}>{want}`
    listed: bool = False  # only what is in the list of legal actions


@dataclass(frozen=True, slots=True)
class Form:
    """A large choice put together by counting parts. The result is a notation like any other.

    Actions that begin like one of its templates are made here and have no buttons or click paths of their own.
    """

    id: str  # the same for the whole game
    title: str  # its headline
    submits: tuple[Submit, ...]  # its buttons
    slots: tuple[Slot, ...]  # what is chosen in it
    apart: bool = False  # what is taken in one slot cannot be taken in another


@dataclass(frozen=True, slots=True)
class Tool:
    """A button for a kind of actions, with what it costs: pressed, only the things for these can be chosen.

    It keeps its place through the whole game, and can be pressed while an action that begins so is legal.
    """

    label: str  # on the button
    starts: str  # how these actions begin in the notation: `road `
    symbol: str = ""  # its drawing
    cards: tuple[tuple[str, int], ...] = ()  # what it costs: drawings and how many of each
    missing: str = ""  # one sentence on why it cannot be done now
    question: str = ""  # what to choose when it is pressed


@dataclass(frozen=True, slots=True)
class Mark:
    """A place of the board that a preview points out."""

    x: float  # of its middle
    y: float  # of its middle, downwards
    look: str = "reach"  # "reach": it may go there; "threat": it may do harm there
    size: float = 1.0  # of a field


@dataclass(frozen=True, slots=True)
class About:
    """What a thing could do, or what would come of it: shown when the pointer rests on it, from what the viewer may know."""

    words: tuple[str, ...] = ()  # sentences
    marks: tuple[Mark, ...] = ()  # places that are pointed out


@dataclass(frozen=True, slots=True)
class Course:
    """The way an item has just gone, point by point: it glides along it and leaves a dotted line."""

    item: str  # which item went
    points: tuple[tuple[float, float], ...]  # where it came by


@dataclass(frozen=True, slots=True)
class Flight:
    """Cards or tokens that have just gone from one place to another: both are items, or `seat-2` for a player's panel."""

    symbol: str  # what flies
    start: str  # from where
    end: str  # to where
    count: int = 1  # how many
    owner: int | None = None  # the seat whose colour it has


@dataclass(frozen=True, slots=True)
class Sheet:
    """A part of the picture, left to right. On a tall screen parts lie below one another, turned if that is said."""

    x: float  # its left edge
    y: float  # its upper edge
    width: float  # in units of the scene
    height: float  # in units of the scene
    turn: int = 0  # quarter turns, clockwise, when it lies below another; the things on it stay upright


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a table shows one viewer, but for names, log and clock."""

    width: float  # of the board, in units of which a field is 64 wide
    height: float  # in units
    items: tuple[Item, ...]  # everything that lies on the table
    prompt: str = ""  # what the viewer is asked for; a scene for a seat that decides has one
    seats: tuple[SeatPanel, ...] = ()  # one for each seat, or none
    panels: tuple[Panel, ...] = ()  # small tables beside the board
    forms: tuple[Form, ...] = ()  # choices that are put together
    tools: tuple[Tool, ...] = ()  # buttons that keep their place
    last: tuple[str, ...] = ()  # items that the last moves touched
    courses: tuple[Course, ...] = ()  # ways that items have just gone
    flights: tuple[Flight, ...] = ()  # cards that have just changed hands
    ground: str = ""  # SVG drawn under everything: sea, border, coordinates, compass
    sheets: tuple[Sheet, ...] = ()  # where the picture may be cut; none: it stays in one piece
    rows: tuple[str, ...] = ()  # zones that keep their room when nothing lies there
    tags: tuple[str, ...] = field(default=())  # states worth a word: "last round", "longest road"


@cache  # every scene of every viewer asks
def kept_rows(viewer: int | None, seats: int) -> tuple[str, ...]:
    """For games that lay tokens beside the players: their room is there from the start, as the viewer's hand is."""
    beside = tuple(f"seat-{seat}" for seat in range(seats))
    return beside if viewer is None else ("hand", *beside)
