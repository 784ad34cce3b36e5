"""What a Seameni table looks like: the sea of tiles in its ring of waters, ships with their crews, treasure, captives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kotva.engine.fields import key, stamp
from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Course, Fact, Item, Panel, Scene, SeatPanel
from kotva.games.seameni import board
from kotva.games.seameni.choosing import Goals, goal_items, goal_words, move_goals
from kotva.games.seameni.ground import GROUND, SIZE, Number, Point, field_place, outer_place
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.game import Seameni
from kotva.games.seameni.symbols import mud_step, tile_name
from kotva.games.seameni.text import (
    field_words,
    pirate_marks,
    pirate_words,
    place_words,
    prompt,
    tile_hint,
    tile_words,
    title,
    treasures,
)


def scene(view: View[Seameni], say: Say) -> Scene:
    """Everything on the table; all viewers see the same (section 8)."""
    s = view.seen
    goals = move_goals(view)
    now = key(s)  # nothing is hidden: what is made for one viewer of a moment is there for all of them
    things = say.keep("seameni things", now, lambda: [*_ships(s, say), *_treasure(s, say), *_pirates(s, say)])
    return Scene(
        SIZE,
        SIZE,
        (*_fields(s, goals, say), *things, *goal_items(goals, say)),
        prompt=prompt(view, say),
        seats=say.keep("seameni seats", now, lambda: tuple(_panel(s, seat, say) for seat in range(int(s.seats)))),
        panels=say.keep("seameni tiles", stamp(s.left, s.hidden), lambda: (_unknown_tiles(s, say),)),
        last=tuple(dict.fromkeys(_touched(view))),
        courses=tuple(_courses(view)),
        ground=GROUND,
        tags=tuple(_tags(s, say)),
    )


def place_of(s: Seameni, place: int) -> Point:
    """The middle of any place where a pirate can be."""
    if place >= board.ABOARD:
        f = int(s.ship[place - board.ABOARD]) if place < board.DEAD else board.NONE
        return field_place(f) if f != board.NONE else (SIZE / 2, SIZE / 2)
    return outer_place(place) if place >= board.OUTER else field_place(place)


def _ship_place(s: Seameni, edge: int) -> Point:
    """Where a ship is drawn; before it is placed, beside the middle of its edge."""
    f = int(s.ship[edge])
    if f == board.NONE:
        return outer_place(board.OUTER + edge * 11 + 5)
    (x, y), (u, v) = field_place(f), outer_place(int(board.BACK[f]))
    return x + (u - x) * 0.26, y + (v - y) * 0.26  # a little outwards, so that it leaves its front field free


# Where pirates stand on a field, by how many there are: offsets and size.
_CROWD: dict[int, tuple[list[Point], float]] = {
    1: ([(0, 0)], 0.72),
    2: ([(-15, 0), (15, 0)], 0.5),
    3: ([(-15, 12), (15, 12), (0, -14)], 0.48),
    4: ([(-15, 14), (15, 14), (-15, -14), (15, -14)], 0.44),
}


def _spread(n: int, i: int) -> tuple[Number, Number, float]:
    if n <= 4:
        offsets, size = _CROWD[n]
        return (*offsets[i], size)
    return i % 3 * 20 - 20, i // 3 * 16 - 20, 0.32


# -- items ------------------------------------------------------------------------------------------------------


def _fields(s: Seameni, goals: Goals, say: Say) -> list[Item]:
    """The sea; where the viewer may move into a chain, its fields say where that may end."""
    sea = say.keep(
        "seameni sea", stamp(s.tile, s.treasure), lambda: [_kept_field(s, f, say) for f in range(board.FIELDS)]
    )
    if not goals:
        return sea
    entered = {f for _, f, _ in goals.values()}
    ways = {f: tuple(goal_words(goals, f, say)) for f in entered}
    return [_field(s, f, ways[f], say) if f in ways else item for f, item in enumerate(sea)]


def _kept_field(s: Seameni, f: int, say: Say) -> Item:
    return say.keep(("seameni", f), (int(s.tile[f]), int(s.treasure[f])), _field, s, f, (), say)


def _field(s: Seameni, f: int, ways: Sequence[str], say: Say) -> Item:
    x, y = field_place(f)
    ident = f"field-{board.FIELD_NAMES[f]}"
    label = field_words(s, f, say)
    if not board.SEA[f]:
        hint = say("Pirates washed out of the sea walk round it here; a ship that comes along takes them aboard.")
        return Item(ident, "waters", x, y, layer=1, label=label, hint=hint)
    hint = " ".join([tile_hint(int(s.tile[f]), say), *ways])
    return Item(ident, tile_name(int(s.tile[f])), x, y, layer=1, label=label, hint=hint)


def _ships(s: Seameni, say: Say) -> Iterable[Item]:
    for seat in range(int(s.seats)):
        edge = int(s.edge_of(seat))
        x, y = _ship_place(s, edge)
        player = say.player(seat)
        where = board.FIELD_NAMES[int(s.ship[edge])] if s.ship[edge] != board.NONE else say("not placed yet")
        aboard = [
            pirate_words(p, say, int(s.seat_of(p // 3)))
            for p in range(board.PIRATES)
            if s.place[p] == board.ABOARD + edge
        ]
        words = [
            say("ship of {player}", player=player),
            where,
            treasures(int(s.score_of[edge]), say),
            say("aboard: {pirates}", pirates=", ".join(aboard) or say("nobody")),
        ]
        hint = say("Treasure brought aboard is safe for ever. A ship holds three pirates.")
        yield Item(
            f"ship-{board.EDGES[edge]}",
            f"ship-{seat}",
            x,
            y - 4,
            layer=2,
            size=1.3,
            owner=seat,
            label=", ".join(words),
            hint=hint,
        )
        if s.score_of[edge]:
            n = int(s.score_of[edge])
            label = say("hold of {player}: {treasures}", player=player, treasures=treasures(n, say))
            yield Item(
                f"hold-{board.EDGES[edge]}", "chest", x + 27, y - 22, layer=4, size=0.42, label=label, badge=str(n)
            )


def _treasure(s: Seameni, say: Say) -> Iterable[Item]:
    for f in range(board.FIELDS):
        n = int(s.treasure[f])
        if n:
            x, y = field_place(f)
            label = say("{treasures} on {field}", treasures=treasures(n, say), field=board.FIELD_NAMES[f])
            hint = say("A pirate who leaves this field may take one along, over known fields only.")
            yield Item(
                f"treasure-{board.FIELD_NAMES[f]}",
                "chest",
                x + 15,
                y + 16,
                layer=4,
                size=0.46,
                label=label,
                hint=hint,
                badge=str(n),
            )
    for p in range(board.PIRATES):
        if s.laden[p]:
            f = int(s.place[p])
            x, y, _ = _pirate_place(s, p)
            label = say("{treasures} on {field}", treasures=treasures(1, say), field=place_words(s, p, say))
            yield Item(
                f"treasure-{board.FIELD_NAMES[f]}-{board.PIRATE_NAMES[p]}",
                "chest",
                x + 9,
                y + 8,
                layer=4,
                size=0.34,
                label=label,
            )
    if s.carried and s.mover != board.NONE:
        x, y, _ = _pirate_place(s, int(s.mover))
        yield Item(
            "treasure-carried", "chest", x + 14, y + 14, layer=4, size=0.4, label=say("a treasure being carried")
        )


def _pirate_place(s: Seameni, p: int) -> tuple[Number, Number, float]:
    """Where and how large a living pirate is drawn: on deck, on its step of mud, or among others on a field."""
    at = int(s.place[p])
    x, y = place_of(s, at)
    if board.ABOARD <= at < board.DEAD:
        x, y = _ship_place(s, at - board.ABOARD)
        crew = [q for q in range(board.PIRATES) if s.place[q] == at]
        i, n = crew.index(p), len(crew)
        gap = 25 if n < 4 else 20
        return x + (i - (n - 1) / 2) * gap, y + 12, 0.48 if n < 4 else 0.4
    if s.step[p]:
        mates = [q for q in range(board.PIRATES) if s.place[q] == at and s.step[q] == s.step[p]]
        along, across = mud_step(int(s.tile[at]) - board.MUD, int(s.step[p]))
        shift = (mates.index(p) - (len(mates) - 1) / 2) * 13
        return x + along + shift, y + across, 0.42 if len(mates) == 1 else 0.34
    here = [q for q in range(board.PIRATES) if s.place[q] == at and not s.step[q]]
    dx, dy, size = _spread(len(here), here.index(p))
    if len(here) == 1 and (at >= board.OUTER or s.tile[at] > board.WATER):
        return (x, y, 0.5) if at >= board.OUTER else (x - 13, y + 7, 0.52)  # what the tile shows stays visible
    return x + dx, y + dy, size


def _pirates(s: Seameni, say: Say) -> Iterable[Item]:
    """Every pirate: made anew where something about it, its mates there or what it stands on has changed."""
    arrays = (s.captor, s.caught, s.rest, s.exile, s.laden)
    places = [int(at) for at in s.place]
    there: dict[int, list[tuple[int, int]]] = {}
    for p, at in enumerate(places):
        there.setdefault(at, []).append((p, int(s.step[p])))
    for p, at in enumerate(places):
        if s.is_seated(p // 3):
            ground = int(
                s.ship[at - board.ABOARD]
                if board.ABOARD <= at < board.DEAD
                else s.tile[at]
                if at < board.OUTER
                else board.NONE
            )
            pose = (s.seats, at, there[at], ground, *[array[p] for array in arrays])
            yield say.keep(("seameni pirate", p), pose, _pirate, s, p, say)


def _pirate(s: Seameni, p: int, say: Say) -> Item:
    seat = int(s.seat_of(p // 3))
    marks = pirate_marks(s, p, say)
    label = ", ".join([pirate_words(p, say, seat), place_words(s, p, say), *marks])
    captive = "-captive" if s.captor[p] != board.NONE else ""
    ident, symbol = f"pirate-{board.PIRATE_NAMES[p]}", f"pirate-{seat}-{p % 3 + 1}{captive}"
    if s.place[p] == board.DEAD:
        return Item(ident, symbol, zone=f"seat-{seat}", layer=3, owner=seat, label=label, tone="dim")
    x, y, size = _pirate_place(s, p)
    turn = 90.0 if s.caught[p] else 0.0  # SEA-9.7: it is shown lying down
    badge = "z" if s.rest[p] else "×" if s.exile[p] else ""
    is_held = s.caught[p] or s.rest[p] == 1
    hint = say("{pirate} cannot be moved now.", pirate=pirate_words(p, say, seat)) if is_held else ""
    return Item(ident, symbol, x, y, layer=3, size=size, turn=turn, owner=seat, label=label, hint=hint, badge=badge)


# -- beside the board -------------------------------------------------------------------------------------------


def _panel(s: Seameni, seat: int, say: Say) -> SeatPanel:
    edge = int(s.edge_of(seat))
    alive = sum(1 for p in range(edge * 3, edge * 3 + 3) if s.place[p] != board.DEAD)
    held = [p for p in range(board.PIRATES) if s.captor[p] == edge]
    facts = [Fact(say("pirates"), str(alive), f"pirate-{seat}-1")]
    if held:
        shown = f"pirate-{int(s.seat_of(held[0] // 3))}-{held[0] % 3 + 1}-captive"
        facts.append(Fact(say("captives"), str(len(held)), shown))
    partner = None
    if s.rule.partners:
        partner = (seat + 2) % 4
        facts.append(Fact(say("party"), str(int(s.party_score(edge))), "chest"))
    return SeatPanel(seat, str(int(s.score_of[edge])), tuple(facts), title(s, seat, say), partner)


def _unknown_tiles(s: Seameni, say: Say) -> Panel:
    """Section 8: everybody may know how many tiles of each kind are still face down."""
    rows = []
    for kind in range(board.KINDS):
        left = int(s.left[kind])
        if left:
            rows.append((_kind_words(kind, say), f"{left} / {int(board.COUNTS[kind])}"))
    return Panel("unknown", say("Still face down: {n}", n=int(s.hidden)), (say("tile"), say("left")), tuple(rows))


def _kind_words(kind: int, say: Say) -> str:
    """A kind of tile without its direction."""
    turned = {
        5: say("starfish"),
        6: say("one-way current, straight"),
        7: say("one-way current, diagonal"),
        8: say("two-way current, straight"),
        9: say("two-way current, diagonal"),
    }
    return turned.get(kind) or tile_words(int(board.FACE[kind * 4]), say)


def _tags(s: Seameni, say: Say) -> Iterable[str]:
    yield say("Turn {turn}", turn=int(s.turns) + 1)
    limit = int(s.rule.stall_turns) * int(s.seats)
    if s.stall * 2 >= limit:
        yield say("{n} turns without progress, {limit} end the game", n=int(s.stall), limit=limit)


# -- what has just happened -------------------------------------------------------------------------------------


def _touched(view: View[Seameni]) -> Iterable[str]:
    """Fields turned up, pirates that moved and ships that sailed."""
    s = view.seen
    for code, a, _, _ in view.news:
        if code == codes.TURNED:
            yield f"field-{board.FIELD_NAMES[a]}"
        elif code in (codes.MOVED, codes.HOME, codes.CAPTURED, codes.MUDDY):
            yield f"pirate-{board.PIRATE_NAMES[a]}"
        elif code == codes.SAILED:
            yield f"ship-{board.EDGES[int(s.edge_of(a))]}"


def _courses(view: View[Seameni]) -> Iterable[Course]:
    """The way of every pirate who moved: each forced step is a point."""
    s = view.seen
    ways: dict[int, list[Point]] = {}
    for code, p, a, c in view.news:
        if code == codes.MOVED:
            way = ways.setdefault(p, [place_of(s, a)])
            way.append(place_of(s, c // 64))
        elif code == codes.HOME:
            way = ways.setdefault(p, [place_of(s, a)])
            way.append(place_of(s, board.ABOARD + int(s.controller(p))))
        elif code == codes.HAULED and p in ways:
            ways[p].append(ways[p][0])
    for p, points in ways.items():
        if len(points) > 1:
            yield Course(f"pirate-{board.PIRATE_NAMES[p]}", tuple(points))
