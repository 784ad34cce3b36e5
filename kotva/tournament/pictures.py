"""Pictures for people who have never been at a tournament: a small one that the rules themselves play, drawn as scenes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Final

from kotva import games
from kotva.engine.say import Say
from kotva.engine.scene import Item, Scene
from kotva.match import Match
from kotva.scene.look import SEATS, SERIF
from kotva.scene.svg import render
from kotva.tournament.documents import schedule_lines, standings_lines
from kotva.tournament.log import Args, Json
from kotva.tournament.places import percent, scores
from kotva.tournament.state import Round, TournamentState, TournamentTable
from kotva.tournament.tables import table_spec
from kotva.tournament.tournament import Secrets, apply, contacts, judge

NAMES: Final = ("Ada", "Ben", "Cyr", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim")
_SEED: Final = "harbour"
_WIDE: Final = 660.0
_TABLE: Final = '<circle r="30" fill="var(--wood)" stroke="var(--ink)" stroke-width="1.5"/>'
# Players of one table in the first round have the same shape and colour.
SYMBOLS: Final[Mapping[str, str]] = {
    "table": _TABLE,
    **{
        f"group-{number}": f'<path d="{seat.shape}" fill="currentColor" stroke="var(--ink)" stroke-width="1.5"/>'
        for number, seat in enumerate(SEATS)
    },
}


@lru_cache(maxsize=1)
def example() -> TournamentState:
    """Eleven people after two rounds."""
    state, kept = TournamentState(), Secrets(_SEED, {})

    def do(actor: str, op: str, args: Args, at: str) -> None:
        entry = judge(state, actor, op, args, f"2025-03-01T{at}:00Z", kept)
        kept.contacts |= contacts(state, op, args)
        apply(state, entry)

    options: dict[str, Json] = {"date": "2025-03-01", "zone": "UTC"}
    do("O1", "create", {"name": "Kotva", "preset": "settlers-cz", "seed": _SEED, "options": options}, "09:00")
    do("O1", "official", {"official": "O1", "role": "head"}, "09:00")
    do("O1", "open", {}, "09:00")
    for number, name in enumerate(NAMES, 1):
        do("O1", "register", {"name": name}, "09:10")
        do("O1", "checkin", {"player": f"P{number}"}, "11:00")
    do("O1", "close", {}, "11:30")
    for number, (drawn, begins, ends) in enumerate((("12:00", "12:30", "13:30"), ("13:40", "14:00", "15:00")), 1):
        for op, at in (("draw", drawn), ("publish", drawn), ("start", begins)):
            do("O1", op, {"round": number}, at)
        for table in state.rounds[-1].tables:
            points = (10, 8, 8, 4) if table.number == 1 else (10, 9, 6, 5)
            seats: list[Json] = [[player, str(p)] for player, p in zip(table.seats, points)]
            result: dict[str, Json] = {
                "round": number,
                "table": table.number,
                "end": "won",
                "winner": table.seats[0],
                "seats": seats,
            }
            do("O1", "report", {**result, "signed": True}, ends)
        do("O1", "complete", {"round": number}, ends)
    return state


# -- pieces of a scene -------------------------------------------------------------------------------------------------


def _words(x: float, y: float, text: str, size: float = 16, anchor: str = "start", bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    font = f' font-family="{escape(SERIF)}"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"{weight}{font} '
        f'fill="var(--ink)">{escape(text)}</text>'
    )


def _bar(x: float, y: float, width: float, height: float, fill: str) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" fill="{fill}" '
        'stroke="var(--ink)" stroke-width="1.5"/>'
    )


def _scene(height: float, ground: str, items: Sequence[Item] = ()) -> Scene:
    return Scene(width=_WIDE, height=height, ground=ground, items=tuple(items), prompt="")


def _person(state: TournamentState, player: str, x: float, y: float, group: int) -> Item:
    name = state.label(player)
    return Item(player, f"group-{group}", x, y, layer=3, size=0.62, owner=group, label=name, text=name[:1])


def _groups(round: Round) -> dict[str, int]:
    """At which table of the first round everybody sat."""
    return {player: table.number - 1 for table in round.tables for player in table.seats}


_AROUND: Final = {3: ((0, -62), (58, 36), (-58, 36)), 4: ((0, -62), (64, 0), (0, 62), (-64, 0))}


def _round(state: TournamentState, number: int, say: Say) -> Scene:
    """The tables of a round; everybody bears the sign of the first table."""
    groups, ground, items = _groups(state.rounds[0]), "", []
    for place, table in enumerate(state.rounds[number - 1].tables):
        x, y = 115 + 215.0 * place, 150.0
        ground += _words(x, 28, say("Table {n}", n=table.number), 19, "middle", bold=True)
        items.append(Item(f"table-{place}", "table", x, y, size=1.05))
        for player, (dx, dy) in zip(table.seats, _AROUND[len(table.seats)]):
            items.append(_person(state, player, x + dx, y + dy, groups[player]))
            ground += _words(x + dx, y + dy + (-26 if dy < 0 else 34), state.label(player), 14, "middle")
    return _scene(264, ground, items)


# -- the pictures ------------------------------------------------------------------------------------------------------


def _tables(state: TournamentState, say: Say, after: bool) -> Scene:
    """TOU-6.1: the order of the lot, and the tables that are filled with it."""
    if after:
        return _round(state, 1, say)
    groups = _groups(state.rounds[0])
    order = [player for table in state.rounds[0].tables for player in sorted(table.seats, key=_by_lot(state))]
    items = [_person(state, player, 40 + 58.0 * i, 120, groups[player]) for i, player in enumerate(order)]
    names = "".join(_words(40 + 58.0 * i, 158, state.label(p), 14, "middle") for i, p in enumerate(order))
    return _scene(264, _words(18, 60, say("lot"), 19, bold=True) + names, items)


def _by_lot(state: TournamentState) -> Callable[[str], str]:
    from kotva.tournament.lot import key

    return lambda player: key(_SEED, "draw", 1, state.rounds[0].attempt, player)


def _second(state: TournamentState, say: Say, after: bool) -> Scene:
    return _round(state, 2 if after else 1, say)


def _table_of_ten(state: TournamentState) -> tuple[TournamentTable, list[tuple[str, int]]]:
    table = state.rounds[0].tables[0]
    assert table.result is not None
    return table, [(mark.player, mark.raw or 0) for mark in table.result.marks]


def _places(state: TournamentState, say: Say, after: bool) -> Scene:
    """TOU-11: game points, and the place points that they give."""
    table, marks = _table_of_ten(state)
    assert table.result is not None
    found = scores(table.result, state.options)
    ground = _words(120, 30, say("Game points"), 15) + (
        _words(560, 30, say("Place points"), 15, "middle") if after else ""
    )
    for i, (player, points) in enumerate(marks):
        y = 46 + 44.0 * i
        ground += _words(18, y + 22, state.label(player), 18, bold=True)
        ground += _bar(120, y, 34.0 * points, 30, f"var(--seat-{i})") + _words(
            132 + 34.0 * points, y + 22, str(points), 18
        )
        if after:
            ground += _words(560, y + 24, str(found[player].pp), 24, "middle", bold=True)
    return _scene(230, ground)


def _success(state: TournamentState, say: Say, after: bool) -> Scene:
    """TOU-12.2: everybody's part of all game points of the table."""
    table, marks = _table_of_ten(state)
    assert table.result is not None
    found, total, x, ground = scores(table.result, state.options), sum(points for _, points in marks), 20.0, ""
    for i, (player, points) in enumerate(marks):
        wide = 620.0 * points / total
        said = f"{percent(found[player].share)} %" if after else str(points)
        ground += _bar(x, 60, wide, 56, f"var(--seat-{i})")
        ground += _words(x + wide / 2, 48, state.label(player), 17, "middle", bold=True)
        ground += _words(x + wide / 2, 140, said, 18, "middle")
        x += wide
    return _scene(160, _words(20, 24, say("Success") if after else say("Game points"), 15) + ground)


def _standings(state: TournamentState, say: Say, after: bool) -> Scene:
    """TOU-13: who is where after each round."""
    columns = (
        (18, "Rank"),
        (80, "Name"),
        (230, "Firsts"),
        (320, "Place points"),
        (450, "Game points"),
        (570, "Success"),
    )
    ground = "".join(_words(x, 26, say(title), 14) for x, title in columns)
    for i, line in enumerate(standings_lines(state, 2 if after else 1)):
        y = 52 + 23.0 * i
        cells = (str(line.rank), line.name, str(line.firsts), line.pp, str(line.gp), line.success)
        ground += "".join(_words(x, y, cell, 16, bold=x == 80) for (x, _), cell in zip(columns, cells))
    return _scene(52 + 23.0 * len(NAMES), ground)


def _panel(state: TournamentState, say: Say, after: bool) -> Scene:
    """TOU-16.5: three members; two votes change a decision."""
    del state
    votes = (say("Vote: change"), say("Vote: keep"), say("Vote: change"))
    ground, items = "", []
    for i, vote in enumerate(votes):
        x = 130 + 200.0 * i
        items.append(
            Item(f"member-{i}", f"group-{i + 4}", x, 70, layer=3, size=1.1, owner=i + 4, label=vote if after else "")
        )
        ground += _words(x, 140, vote if after else "?", 17, "middle", bold=True)
    return _scene(165, ground, items)


def _day(state: TournamentState, say: Say, after: bool) -> Scene:
    """TOU-15: the rounds of a day, and when the results are announced."""
    del after
    ground = '<path d="M20 96H640" stroke="var(--ink)" stroke-width="2"/>'
    lines = schedule_lines(state)
    first, last = _minutes(lines[0][1]), _minutes(lines[-1][2])
    for number, start, end in lines:
        x = 20 + 620.0 * (_minutes(start) - first) / (last - first)
        wide = 620.0 * (_minutes(end) - _minutes(start)) / (last - first)
        ground += _bar(x, 60, wide, 36, f"var(--seat-{number - 1})" if number else "var(--lamp)")
        title = say("Round {n}", n=number) if number else say("results")
        at, anchor = (x + wide / 2, "middle") if number else (640.0, "end")
        ground += _words(at, 46 if number else 24, title, 15, anchor, bold=True)
        ground += _words(min(x, 600), 116, start, 14)
    return _scene(134, ground)


def _minutes(text: str) -> int:
    hours, _, minutes = text.partition(":")
    return 60 * int(hours) + int(minutes)


_PICTURES: Final[Mapping[str, Callable[[TournamentState, Say, bool], Scene]]] = {
    "day": _day,
    "tables": _tables,
    "second": _second,
    "places": _places,
    "success": _success,
    "standings": _standings,
    "panel": _panel,
}
NAMED: Final = (*_PICTURES, "board")
PAIRS: Final = tuple(name for name in _PICTURES if name != "day")  # those that have a before and an after


@lru_cache(maxsize=128)
def drawing(name: str, when: str, language: str, theme: str) -> str | None:
    """A picture by its name, drawn once for many readers; None if there is none."""
    state, say = example(), Say(language, "tournament")
    if name == "board":
        return _board(state, language, theme)
    if name not in _PICTURES or when not in ("before", "after"):
        return None
    scene = _PICTURES[name](state, say, when == "after")
    return render(scene, SYMBOLS, theme=theme, beside=False, marks=False, title=say("Tournament"))


def _board(state: TournamentState, language: str, theme: str) -> str:
    """The board of the first round, as its game draws it."""
    round = state.rounds[0]
    spec = table_spec(state, round, round.tables[0], _SEED)
    game = games.load(spec.game)
    say = Say(language, game.id)
    match = Match(game, len(spec.seats), dict(spec.options), chance=False)
    return render(
        game.look.scene(match.view(None), say),
        game.look.symbols,
        theme=theme,
        beside=False,
        marks=False,
        title=say(game.title),
    )
