"""Checks of what people see, choose and read: notation, clauses, scenes, click paths, drawings, texts, evaluations."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from kotva.conformance.kit import ConformanceFault, Kit, Moment, events, shown_events, some_actions
from kotva.engine.arrays import Rng, zeros
from kotva.engine.errors import Unreadable
from kotva.engine.fields import key
from kotva.engine.game import Game, View
from kotva.engine.moves import Moves
from kotva.engine.options import ChoiceOption
from kotva.engine.say import Say
from kotva.engine.scene import Cell, Item, Scene
from kotva.engine.state import CHANCE, OK, OVER, TABLE
from kotva.extras import not_installed
from kotva.files import locale_dir, rules_file

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

_ZONES = re.compile(r"board|hand|tray|seat-\d")
_UNSAFE = re.compile(
    r"<script|<foreignObject|\son\w+\s*=|(?:href|src)\s*=\s*[\"'](?!#)|url\((?![\"']?#)|@import", re.IGNORECASE
)


def notation(kit: Kit) -> None:
    """parse(text(a)) == a for every action, and no two actions have one text."""
    actions = kit.game.rules.actions
    for family in actions:
        if family.size > 20_000:
            continue
        for number in range(family.base, family.base + family.size):
            if family.stands_for(number):
                _reads_back(kit.game, number)
    for moment in kit.moments:
        for actor in moment.deciding():
            for action in kit.game.legal(moment.state, actor):
                _reads_back(kit.game, action)


def _reads_back(game: Game, action: int) -> None:
    text = game.rules.actions.text(action)
    try:
        back: int | str = game.rules.actions.parse(text)
    except Unreadable:
        back = "nothing"
    if back != action:
        raise ConformanceFault(
            f"{game.id}: action {action} is {text!r}, which reads as {back}"
            " (if the number stands for no action, give its domain an is_number that says so)"
        )


def clauses(kit: Kit) -> None:
    """Every clause that forbids has a text in Game.words.why, and every clause named exists in the rulebook."""
    game = kit.game
    rng = kit.random("clauses")
    for moment in kit.moments:
        known = [a for actor in moment.deciding() for a in game.legal(moment.state, actor)]
        actions = some_actions(game, known, rng, 1000)
        for actor in (TABLE, CHANCE, *moment.seats()):
            found = {int(moment.state.why_not(actor, action)) for action in actions} - {OK}
            for number in sorted(found - game.words.why.keys()):
                raise ConformanceFault(
                    f"{game.clause(number)} forbids something, but Game.words.why has no text for it", moment
                )
    named = {game.clause(number) for number in game.words.why}
    for place in (*(r.clause for r in game.rules.reasons), *(o.clause for o in game.rules.options)):
        ids = set(re.findall(rf"{game.letters}-\d+\.\d+", place))
        if not ids and place:
            raise ConformanceFault(f"{game.id}: {place!r} is no clause; write {game.letters}-1.1")
        named |= ids
    try:
        rulebook = rules_file(game.id).read_text(encoding="utf-8")
    except FileNotFoundError:
        return  # a game may be begun without one
    missing = named - set(re.findall(rf"\*\*({game.letters}-\d+\.\d+)", rulebook))
    if missing:
        raise ConformanceFault(f"{game.id}: the rulebook has no {', '.join(sorted(missing))}")


def clicks(kit: Kit) -> None:
    """Every legal action can be chosen: by items that are in the scene and have a label, or by a button with words."""
    for moment in kit.moments:
        for seat in moment.deciding():
            if seat == CHANCE:
                continue
            view = moment.view(seat)
            items = {item.id: item for item in kit.game.look.scene(view, Say()).items}
            alike: dict[tuple[frozenset[str], str], int] = {}
            for action in view.legal():
                _choosable(moment, view, action, items, alike)


def _choosable(
    moment: Moment, view: View, action: int, items: dict[str, Item], alike: dict[tuple[frozenset[str], str], int]
) -> None:
    game = moment.game
    text = game.rules.actions.text(action)
    words = game.to_words(view, action, Say())
    if not words.strip():
        raise ConformanceFault(f"{text!r} has no words for its button", moment)
    for path in game.look.paths(view, action) or ((),):
        for item_id in path:
            if item_id not in items:
                raise ConformanceFault(f"{text!r} is chosen by {item_id!r}, which is not in the scene", moment)
            if not items[item_id].label:
                raise ConformanceFault(f"{text!r} is chosen by {item_id!r}, which has no label", moment)
        if len(set(path)) != len(path):
            raise ConformanceFault(f"the path of {text!r} names an item twice: {path}", moment)
        other = alike.setdefault((frozenset(path), words), action)
        if other != action:
            raise ConformanceFault(
                f"{text!r} and {game.rules.actions.text(other)!r} are chosen alike and both called {words!r}", moment
            )


def questions(kit: Kit) -> None:
    """An action that is not legal now has words and click paths (or none) too: people point at things and ask why not."""
    game = kit.game
    rng = kit.random("questions")
    for moment in kit.moments:
        known = [a for actor in moment.deciding() for a in game.legal(moment.state, actor)]
        actions = [a for a in some_actions(game, known, rng, 60) if game.rules.actions.family(a).stands_for(a)]
        for seat in moment.seats():
            view = moment.view(seat)
            for action in actions:
                try:
                    tuple(game.look.paths(view, action))
                    game.to_words(view, action, Say())
                except Exception as error:
                    asked = game.rules.actions.text(action)
                    raise ConformanceFault(f"seat {seat} asks about {asked!r}: {error!r}", moment) from error


def scenes(kit: Kit) -> None:
    """A scene names only what exists: one item an id, known drawings, zones and seats; somebody who decides is told so.

    Where a game says that all who know the same see the same (`Game.look.alike`), they do.
    """
    game = kit.game
    for moment in kit.moments:
        news = moment.news()
        idle: list[tuple[View, Scene]] = []
        for viewer in moment.viewers():
            view = moment.view(viewer, news)
            scene = game.look.scene(view, Say())
            for problem in _scene_faults(game, scene, moment.options.seats):
                raise ConformanceFault(f"scene: {problem}", moment)
            if viewer in moment.deciding() and viewer >= 0 and not scene.prompt:
                raise ConformanceFault(f"seat {viewer} has to decide and the scene has no prompt", moment)
            if game.words.board is not None and not game.words.board(view, Say()).strip():
                raise ConformanceFault("the board as text is empty", moment)
            if game.look.alike and viewer not in moment.deciding():
                idle.append((view, scene))
        for (one, scene), (other, another) in combinations(idle, 2):
            if key(one.seen) == key(other.seen) and one.news == other.news and scene != another:
                raise ConformanceFault(
                    f"viewers {one.seat} and {other.seat} know the same and do not see it: Game.look.alike", moment
                )


def _scene_faults(game: Game, scene: Scene, seats: int) -> Iterator[str]:
    ids = [item.id for item in scene.items]
    known = set(ids)
    if len(known) != len(ids):
        yield f"two items have the id {next(i for i in ids if ids.count(i) > 1)!r}"
    if not (scene.width > 0 and scene.height > 0):
        yield f"its size is {scene.width} x {scene.height}"
    for item in scene.items:
        if item.symbol not in game.look.symbols and not (item.symbol == "" and item.text):
            yield f"item {item.id!r} is drawn by {item.symbol!r}, which is not in Game.look.symbols"
        if not _ZONES.fullmatch(item.zone) or (item.zone.startswith("seat-") and int(item.zone[5:]) >= seats):
            yield f"item {item.id!r} lies in zone {item.zone!r}"
        if item.owner is not None and not 0 <= item.owner < seats:
            yield f"item {item.id!r} belongs to seat {item.owner}"
        if not all(map(math.isfinite, (item.x, item.y, item.size, item.turn))) or not 0 <= item.layer <= 4:
            yield f"item {item.id!r} has no proper place: {item}"
        for other in item.of:
            if other not in known:
                yield f"item {item.id!r} tells about {other!r}, which is no item"
    for last in (*scene.last, *(course.item for course in scene.courses)):
        if last not in known:
            yield f"{last!r} was touched by the last move but is no item"
    if sorted(panel.seat for panel in scene.seats) != list(range(seats)) and scene.seats:
        yield f"it has panels for the seats {[panel.seat for panel in scene.seats]}"
    symbols = [f.symbol for p in scene.seats for f in p.facts]
    for form in scene.forms:
        symbols += [part.symbol for slot in form.slots for part in slot.parts]
        keys = [slot.key for slot in form.slots]
        for submit in form.submits:
            places = re.findall(r"\{(\w+)\}", submit.template)
            if not set(places) <= set(keys) or submit.template.startswith("{"):
                yield f"form {form.id!r} has places {places} in {submit.template!r} for slots {keys}"
        for part in (part for slot in form.slots for part in slot.parts):
            if part.item and part.item not in known:
                yield f"form {form.id!r} speaks of {part.item!r}, which is no item"
    for flight in scene.flights:
        symbols.append(flight.symbol)
        for place in (flight.start, flight.end):
            if place not in known and place not in {f"seat-{seat}" for seat in range(seats)}:
                yield f"something flies to or from {place!r}, which is no item and no seat"
    for cell in (cell for panel in scene.panels for row in panel.rows for cell in row if isinstance(cell, Cell)):
        symbols += [symbol for symbol, _ in cell.cards]
    for symbol in symbols:
        if symbol and symbol not in game.look.symbols:
            yield f"{symbol!r} is not in Game.look.symbols"
    problem = _svg_fault(scene.ground)
    if problem:
        yield f"its ground is no SVG: {problem}"


def symbols(kit: Kit) -> None:
    """Every drawing is well-formed SVG that fetches nothing and runs nothing."""
    for name, drawing in kit.game.look.symbols.items():
        problem = _svg_fault(drawing)
        if problem or not drawing.strip():
            raise ConformanceFault(f"{kit.game.id}: the drawing {name!r} is no SVG: {problem or 'it is empty'}")


def _svg_fault(fragment: str) -> str:
    try:
        ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{fragment}</svg>')
    except ElementTree.ParseError as error:
        return str(error)
    unsafe = _UNSAFE.search(fragment)
    return f"{unsafe.group()!r} is not allowed" if unsafe else ""


class Noting(Say):
    """Says everything in English and remembers which texts it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: set[str] = set()

    def __call__(self, text: str, /, **values: object) -> str:
        self.texts.add(text)
        return super().__call__(text, **values)

    def many(self, one: str, many: str, n: int, /, **values: object) -> str:
        self.texts.add(one)
        return super().many(one, many, n, **values)

    def player(self, seat: int) -> str:
        """Kotva's own texts, not the game's: not remembered."""
        return f"Player {seat + 1}"


def texts(kit: Kit) -> None:
    """Every text that a game says is in each of its catalogues, translated. A game without catalogues speaks English alone."""
    languages = spoken(kit.game.id)
    if not languages:
        return
    said = _said(kit)
    for language in languages:
        catalogues = [_catalogue(kit.game.id, language), _catalogue(None, language)]
        for text in sorted(said):
            found = [c.get(text) for c in catalogues if c is not None]
            if not any(message is not None and message.string and all(message.string) for message in found):
                raise ConformanceFault(f"{kit.game.id}: {text!r} has no translation into {language}")


def spoken(game: str) -> list[str]:
    """The languages into which a game's texts are translated: those with a catalogue of it."""
    folder = locale_dir(game)
    return sorted({path.parts[-3] for kind in ("po", "mo") for path in folder.glob(f"*/LC_MESSAGES/{game}.{kind}")})


def _said(kit: Kit) -> set[str]:
    """Every text that the game declares or says at a sampled moment."""
    game = kit.game
    say = Noting()
    say.texts |= {game.title, game.summary, *game.words.why.values(), *(reason.text for reason in game.rules.reasons)}
    for option in game.rules.options:
        say.texts.add(option.label)
        if isinstance(option, ChoiceOption):
            say.texts |= set(option.labels.values())
    for form in game.rules.formats:
        say.texts.add(form.title)
        if form.sheet is not None:
            say.texts |= {form.sheet.title, form.sheet.lead, *(brush.label for brush in form.sheet.brushes)}
    for moment in kit.moments:
        happened = events(moment.state.clone(), moment.actor, moment.action) if moment.action is not None else ()
        for viewer in moment.viewers():
            view = moment.view(viewer)
            game.look.scene(view, say)
            game.lines(shown_events(game, viewer, happened), say)
            for action in view.legal()[:200]:
                game.to_words(view, action, say)
            if game.words.board is not None:
                game.words.board(view, say)
    if "" in say.texts:
        raise ConformanceFault(f"{game.id}: an empty text is said (an empty text stands for the head of a catalogue)")
    return say.texts


def _catalogue(game: str | None, language: str) -> Catalog | None:
    """A game's catalogue, or Kotva's own: the source if it is there, otherwise what was compiled from it."""
    try:
        from babel.messages.mofile import read_mo
        from babel.messages.pofile import read_po
    except ModuleNotFoundError as error:
        raise not_installed("kotva.conformance", error) from error
    path = locale_dir(game) / language / "LC_MESSAGES" / f"{game or 'kotva'}.po"
    if path.is_file():
        with path.open("rb") as source:
            return read_po(source, locale=language)
    if path.with_suffix(".mo").is_file():
        with path.with_suffix(".mo").open("rb") as source:
            return read_mo(source)
    return None


def evaluation(kit: Kit) -> None:
    """A game's evaluation values every seat from 0 to 1000 and plays from the list; it never changes a state."""
    game = kit.game
    for moment in kit.moments:
        state = moment.state.clone()
        values = zeros(moment.options.seats)
        game.bots.evaluation.values(state, values)
        if not all(0 <= value <= 1000 for value in values):
            raise ConformanceFault(f"the evaluation gives values {list(values)}", moment)
        out = Moves()
        for seat in moment.deciding() if state.to_act() not in (CHANCE, OVER) else ():
            out.clear()
            state.list_legal(seat, out)
            items = out.items()
            if game.bots.evaluation.rollout(state, seat, out, Rng(1)) not in items:
                raise ConformanceFault(
                    f"the evaluation plays something for seat {seat} that is not in its list", moment
                )
            for action in items[:50]:
                if not 0 <= game.bots.evaluation.order(state, seat, action) <= 1000:
                    raise ConformanceFault(
                        f"the evaluation orders {game.rules.actions.text(action)!r} outside 0 to 1000", moment
                    )
        if kit.moments and game.to_position(state) != game.to_position(moment.state):
            raise ConformanceFault("asking for an evaluation changes the state", moment)
