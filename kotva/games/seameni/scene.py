"""What a Seameni table looks like: the sea of tiles in its ring of waters, ships with their crews, treasure, captives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kotva.engine.fields import key, stamp
from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Course, Fact, Item, Panel, Path, Scene, SeatPanel
from kotva.engine.state import OK
from kotva.games.seameni.board import (
    ABOARD,
    ADVANCE,
    ASTERN,
    BACK,
    CARRY,
    COLUMNS,
    COUNTS,
    DEAD,
    EDGE_FIELDS,
    EDGES,
    FACE,
    FIELD_NAMES,
    FIELDS,
    JUMP,
    KINDS,
    LAYOUT,
    MUD,
    NONE,
    OUT,
    OUTER,
    PARTNERS,
    PIRATE_NAMES,
    PIRATES,
    PLACE,
    SEA,
    SHIP,
    STALL_TURNS,
    STEP,
    TO,
    TRANSIT,
    WATER,
)
from kotva.games.seameni.preview import End, ends
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.codes import CHAIN, TURN
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

MARGIN = 56  # outer fields and coordinates round the waters
SIZE = 13 * 64 + 2 * MARGIN

Number = int | float  # a whole number stays one, compiled too
Point = tuple[Number, Number]


def scene(view: View, say: Say) -> Scene:
    """Everything on the table; all viewers see the same (section 8)."""
    s = view.seen
    assert isinstance(s, Seameni)
    goals = _goals(view)
    now = key(s)  # nothing is hidden: what is made for one viewer of a moment is there for all of them
    things = say.keep("seameni things", now, lambda: [*_ships(s, say), *_treasure(s, say), *_pirates(s, say)])
    return Scene(
        SIZE,
        SIZE,
        (*_fields(s, goals, say), *things, *_goal_items(goals, say)),
        prompt=prompt(view, say),
        seats=say.keep("seameni seats", now, lambda: tuple(_panel(s, seat, say) for seat in range(int(s.seats)))),
        panels=say.keep("seameni tiles", stamp(s.left, s.hidden), lambda: (_unknown_tiles(s, say),)),
        last=tuple(dict.fromkeys(_touched(view))),
        courses=tuple(_courses(view)),
        ground=GROUND,
        tags=tuple(_tags(s, say)),
    )


# -- places -----------------------------------------------------------------------------------------------------


def field_place(f: int) -> Point:
    """The middle of a field; row 0 is at the bottom."""
    return MARGIN + f % 13 * 64 + 32, MARGIN + (12 - f // 13) * 64 + 32


def outer_place(outer: int) -> Point:
    """The middle of an outer field, half a field behind its edge field."""
    f = int(EDGE_FIELDS[outer - OUTER])
    x, y = field_place(f)
    dx = {0: -1, 12: 1}.get(f % 13, 0)
    dy = {0: 1, 12: -1}.get(f // 13, 0)
    return x + dx * 54, y + dy * 54


def place_of(s: Seameni, place: int) -> Point:
    """The middle of any place where a pirate can be."""
    if place >= ABOARD:
        f = int(s.ship[place - ABOARD]) if place < DEAD else NONE
        return field_place(f) if f != NONE else (SIZE / 2, SIZE / 2)
    return outer_place(place) if place >= OUTER else field_place(place)


def _ship_place(s: Seameni, edge: int) -> Point:
    """Where a ship is drawn; before it is placed, beside the middle of its edge."""
    f = int(s.ship[edge])
    if f == NONE:
        return outer_place(OUTER + edge * 11 + 5)
    (x, y), (u, v) = field_place(f), outer_place(int(BACK[f]))
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
    """The sea; for whoever may move into a chain its fields say where that may end."""
    sea = say.keep("seameni sea", stamp(s.tile, s.treasure), lambda: [_kept_field(s, f, say) for f in range(FIELDS)])
    if not goals:
        return sea
    entered = {f for _, f, _ in goals.values()}
    ways = {f: tuple(_goal_words(goals, f, say)) for f in entered}
    return [_field(s, f, ways[f], say) if f in ways else item for f, item in enumerate(sea)]


def _kept_field(s: Seameni, f: int, say: Say) -> Item:
    return say.keep(("seameni", f), (int(s.tile[f]), int(s.treasure[f])), lambda: _field(s, f, (), say))


def _field(s: Seameni, f: int, ways: Sequence[str], say: Say) -> Item:
    x, y = field_place(f)
    ident = f"field-{FIELD_NAMES[f]}"
    label = field_words(s, f, say)
    if not SEA[f]:
        hint = say("Pirates washed out of the sea walk round it here; a ship that comes along takes them aboard.")
        return Item(ident, "waters", x, y, layer=1, label=label, hint=hint)
    hint = " ".join([tile_hint(int(s.tile[f]), say), *ways])
    return Item(ident, tile_name(int(s.tile[f])), x, y, layer=1, label=label, hint=hint)


def _ships(s: Seameni, say: Say) -> Iterable[Item]:
    for seat in range(int(s.seats)):
        edge = int(s.edge_of(seat))
        x, y = _ship_place(s, edge)
        player = say.player(seat)
        where = FIELD_NAMES[int(s.ship[edge])] if s.ship[edge] != NONE else say("not placed yet")
        aboard = [pirate_words(p, say, int(s.seat_of(p // 3))) for p in range(PIRATES) if s.place[p] == ABOARD + edge]
        words = [
            say("ship of {player}", player=player),
            where,
            treasures(int(s.score_of[edge]), say),
            say("aboard: {pirates}", pirates=", ".join(aboard) or say("nobody")),
        ]
        hint = say("Treasure brought aboard is safe for ever. A ship holds three pirates.")
        yield Item(
            f"ship-{EDGES[edge]}",
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
            yield Item(f"hold-{EDGES[edge]}", "chest", x + 27, y - 22, layer=4, size=0.42, label=label, badge=str(n))


def _treasure(s: Seameni, say: Say) -> Iterable[Item]:
    for f in range(FIELDS):
        n = int(s.treasure[f])
        if n:
            x, y = field_place(f)
            label = say("{treasures} on {field}", treasures=treasures(n, say), field=FIELD_NAMES[f])
            hint = say("A pirate who leaves this field may take one along, over known fields only.")
            yield Item(
                f"treasure-{FIELD_NAMES[f]}",
                "chest",
                x + 15,
                y + 16,
                layer=4,
                size=0.46,
                label=label,
                hint=hint,
                badge=str(n),
            )
    for p in range(PIRATES):
        if s.laden[p]:
            f = int(s.place[p])
            x, y, _ = _pirate_place(s, p)
            label = say("{treasures} on {field}", treasures=treasures(1, say), field=place_words(s, p, say))
            yield Item(
                f"treasure-{FIELD_NAMES[f]}-{PIRATE_NAMES[p]}", "chest", x + 9, y + 8, layer=4, size=0.34, label=label
            )
    if s.carried and s.mover != NONE:
        x, y, _ = _pirate_place(s, int(s.mover))
        yield Item(
            "treasure-carried", "chest", x + 14, y + 14, layer=4, size=0.4, label=say("a treasure being carried")
        )


def _pirate_place(s: Seameni, p: int) -> tuple[Number, Number, float]:
    """Where and how large a living pirate is drawn: on deck, on his step of mud, or among others on a field."""
    at = int(s.place[p])
    x, y = place_of(s, at)
    if ABOARD <= at < DEAD:
        x, y = _ship_place(s, at - ABOARD)
        crew = [q for q in range(PIRATES) if s.place[q] == at]
        i, n = crew.index(p), len(crew)
        gap = 25 if n < 4 else 20
        return x + (i - (n - 1) / 2) * gap, y + 12, 0.48 if n < 4 else 0.4
    if s.step[p]:
        mates = [q for q in range(PIRATES) if s.place[q] == at and s.step[q] == s.step[p]]
        along, across = mud_step(int(s.tile[at]) - MUD, int(s.step[p]))
        shift = (mates.index(p) - (len(mates) - 1) / 2) * 13
        return x + along + shift, y + across, 0.42 if len(mates) == 1 else 0.34
    here = [q for q in range(PIRATES) if s.place[q] == at and not s.step[q]]
    dx, dy, size = _spread(len(here), here.index(p))
    if len(here) == 1 and (at >= OUTER or s.tile[at] > WATER):
        return (x, y, 0.5) if at >= OUTER else (x - 13, y + 7, 0.52)  # what the tile shows stays visible
    return x + dx, y + dy, size


def _pirates(s: Seameni, say: Say) -> Iterable[Item]:
    """Every pirate: made anew where something about him, his mates there or what he stands on has changed."""
    arrays = (s.captor, s.caught, s.rest, s.exile, s.laden)
    places = [int(at) for at in s.place]
    there: dict[int, list[tuple[int, int]]] = {}
    for p, at in enumerate(places):
        there.setdefault(at, []).append((p, int(s.step[p])))
    for p, at in enumerate(places):
        if s.is_seated(p // 3):
            ground = int(s.ship[at - ABOARD] if ABOARD <= at < DEAD else s.tile[at] if at < OUTER else NONE)
            pose = (s.seats, at, there[at], ground, *[array[p] for array in arrays])
            yield say.keep(("seameni pirate", p), pose, lambda p=p: _pirate(s, p, say))  # type: ignore[misc]


def _pirate(s: Seameni, p: int, say: Say) -> Item:
    seat = int(s.seat_of(p // 3))
    marks = pirate_marks(s, p, say)
    label = ", ".join([pirate_words(p, say, seat), place_words(s, p, say), *marks])
    captive = "-captive" if s.captor[p] != NONE else ""
    ident, symbol = f"pirate-{PIRATE_NAMES[p]}", f"pirate-{seat}-{p % 3 + 1}{captive}"
    if s.place[p] == DEAD:
        return Item(ident, symbol, zone=f"seat-{seat}", layer=3, owner=seat, label=label, tone="dim")
    x, y, size = _pirate_place(s, p)
    turn = 90.0 if s.caught[p] else 0.0  # SEA-9.7: he is shown lying down
    badge = "z" if s.rest[p] else "×" if s.exile[p] else ""
    is_held = s.caught[p] or s.rest[p] == 1
    hint = say("{pirate} cannot be moved now.", pirate=pirate_words(p, say, seat)) if is_held else ""
    return Item(ident, symbol, x, y, layer=3, size=size, turn=turn, owner=seat, label=label, hint=hint, badge=badge)


# -- where a move leads -----------------------------------------------------------------------------------------

# A move through known currents: pirate, field entered, ends.
Goal = tuple[int, int, list[End]]
Goals = dict[int, Goal]


def _goals(view: View) -> Goals:
    """SEA-11.4: where steps and exits that lead into a chain may end, before they are made; by action."""
    s = view.seen
    assert isinstance(s, Seameni)
    if view.seat is None or s.phase not in (TURN, CHAIN) or not s.may_act(view.seat):
        return {}
    found = {action: _goal(view, action) for action in view.legal()}
    return {action: goal for action, goal in found.items() if goal is not None}


def _goal(view: View, action: int) -> Goal | None:
    """Where one legal action may end, if it leads into a chain."""
    s = view.seen
    assert isinstance(s, Seameni)
    family = int(LAYOUT.family(action))
    if family in (STEP, CARRY):
        carry = int(family == CARRY)
        p, f = divmod(action - family, FIELDS)
        place = int(s.place[p])
        origin = int(s.ship[place - ABOARD]) if place >= ABOARD else place
    elif family == TO:
        p, f, carry, origin = int(s.mover), action - TO, int(s.carried), int(s.at)
    else:
        return None
    if not SEA[f] or s.tile[f] < TRANSIT or origin >= OUTER or s.captor[p] != NONE:
        return None
    return p, f, ends(s, p, f, origin, carry)


def goal_id(p: int, f: int, end: int) -> str:
    return f"goal-{PIRATE_NAMES[p]}-{FIELD_NAMES[f]}-{FIELD_NAMES[end]}"


def _goal_items(goals: Goals, say: Say) -> Iterable[Item]:
    """Marks that appear while a move into a chain can be chosen, on the fields where it may end."""
    done = set()
    for action, (p, f, found) in goals.items():
        # Faint until the pirate is chosen; a pointer on the field that is entered picks out those of this way.
        of = (f"pirate-{PIRATE_NAMES[p]}", f"field-{FIELD_NAMES[f]}") if LAYOUT.family(action) != TO else ()
        for end, deadly in found:
            ident = goal_id(p, f, end)
            if ident in done or end == f:
                continue
            done.add(ident)
            x, y = field_place(end)
            values = {"pirate": pirate_words(p, say), "field": FIELD_NAMES[f], "end": FIELD_NAMES[end]}
            if deadly:
                label = say("{pirate} by {field} may die on {end}", **values)
            else:
                label = say("{pirate} by {field} may end on {end}", **values)
            symbol = "doom" if deadly else "goal"
            yield Item(ident, symbol, x - 18, y - 18, layer=4, size=0.42, label=label, ghost=True, of=of)


def _goal_words(goals: Goals, f: int, say: Say) -> Iterable[str]:
    """What the hint of a field adds: where each pirate who may enter it may end."""
    told: dict[int, list[End]] = {}
    for action, (p, entered, found) in goals.items():
        if entered == f and told.get(p) != found:  # with a treasure often the same as without
            told[p] = found
            where = ", ".join(
                say("{field} (dead)", field=FIELD_NAMES[end]) if deadly else FIELD_NAMES[end] for end, deadly in found
            )
            if LAYOUT.family(action) == CARRY:
                yield say("{pirate} with a treasure may end on: {fields}.", pirate=pirate_words(p, say), fields=where)
            else:
                yield say("{pirate} may end on: {fields}.", pirate=pirate_words(p, say), fields=where)


# -- choosing ---------------------------------------------------------------------------------------------------


def paths(view: View, action: int) -> Sequence[Path]:
    """What to choose for an action: a pirate, perhaps the treasure under him, and where he goes."""
    s = view.seen
    assert isinstance(s, Seameni)
    family = int(LAYOUT.family(action))
    rest = action - family
    if family == PLACE:
        return [(f"field-{FIELD_NAMES[rest]}",)]
    if family == SHIP:
        return [(f"ship-{EDGES[int(s.player)]}", f"field-{FIELD_NAMES[rest]}")]
    if family in (STEP, CARRY, JUMP):
        return _step_paths(view, s, action)
    if family == ADVANCE:
        at = int(s.place[rest])
        return [(f"pirate-{PIRATE_NAMES[rest]}", f"field-{FIELD_NAMES[at]}")] if 0 <= at < FIELDS else ()
    if family in (OUT, ASTERN):
        return [(f"pirate-{PIRATE_NAMES[rest]}",)]
    if family == TO:
        return [(target,) for target in [*_targets(s, int(s.mover), rest), *_ends_of(view, action)]]
    return ()


def _step_paths(view: View, s: Seameni, action: int) -> Sequence[Path]:
    base = int(LAYOUT.family(action))
    p, f = divmod(action - base, FIELDS)
    pirate = f"pirate-{PIRATE_NAMES[p]}"
    targets = [*_targets(s, p, f), *_ends_of(view, action)]
    short = [(pirate, target) for target in targets]
    if base != CARRY:
        return short
    at = int(s.place[p])
    if not 0 <= at < FIELDS:  # on no field there is nothing to carry along
        return ()
    treasure = f"treasure-{FIELD_NAMES[at]}" + (f"-{PIRATE_NAMES[p]}" if s.laden[p] else "")
    long = [(pirate, treasure, target) for target in targets]
    bare = STEP + p * FIELDS + f
    forced = view.seat is not None and s.why_not(view.seat, bare) != OK  # SEA-9.26, 16.7: it goes along anyway
    return [*long, *short] if forced else long


def _targets(s: Seameni, p: int, f: int) -> list[str]:
    """What can be pointed at for a field: the field, a ship on it, treasure or somebody else's pirates there."""
    out = [f"field-{FIELD_NAMES[f]}"]
    e = int(s.ship_on(f))
    if e != NONE:
        out.append(f"ship-{EDGES[e]}")
    if s.treasure[f] and s.place[p] != f:
        out.append(f"treasure-{FIELD_NAMES[f]}")
    mine = int(s.controller(p))
    out += [f"pirate-{PIRATE_NAMES[q]}" for q in range(PIRATES) if s.place[q] == f and s.controller(q) != mine]
    return out


def _ends_of(view: View, action: int) -> list[str]:
    """The marks where a move into a chain may end stand for the move as well, if it is legal."""
    legal = view.seat is not None and view.seen.why_not(view.seat, action) == OK
    goal = _goal(view, action) if legal else None
    if goal is None:
        return []
    p, f, found = goal
    return [goal_id(p, f, end) for end, _ in found if end != f]


# -- beside the board -------------------------------------------------------------------------------------------


def _panel(s: Seameni, seat: int, say: Say) -> SeatPanel:
    edge = int(s.edge_of(seat))
    alive = sum(1 for p in range(edge * 3, edge * 3 + 3) if s.place[p] != DEAD)
    held = [p for p in range(PIRATES) if s.captor[p] == edge]
    facts = [Fact(say("pirates"), str(alive), f"pirate-{seat}-1")]
    if held:
        shown = f"pirate-{int(s.seat_of(held[0] // 3))}-{held[0] % 3 + 1}-captive"
        facts.append(Fact(say("captives"), str(len(held)), shown))
    partner = None
    if s.rule[PARTNERS]:
        partner = (seat + 2) % 4
        facts.append(Fact(say("party"), str(int(s.party_score(edge))), "chest"))
    return SeatPanel(seat, str(int(s.score_of[edge])), tuple(facts), title(s, seat, say), partner)


def _unknown_tiles(s: Seameni, say: Say) -> Panel:
    """Section 8: everybody may know how many tiles of each kind are still face down."""
    rows = []
    for kind in range(KINDS):
        left = int(s.left[kind])
        if left:
            rows.append((_kind_words(kind, say), f"{left} / {int(COUNTS[kind])}"))
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
    return turned.get(kind) or tile_words(int(FACE[kind * 4]), say)


def _tags(s: Seameni, say: Say) -> Iterable[str]:
    yield say("Turn {turn}", turn=int(s.turns) + 1)
    limit = int(s.rule[STALL_TURNS]) * int(s.seats)
    if s.stall * 2 >= limit:
        yield say("{n} turns without progress, {limit} end the game", n=int(s.stall), limit=limit)


# -- what has just happened -------------------------------------------------------------------------------------


def _touched(view: View) -> Iterable[str]:
    """Fields turned up, pirates that moved and ships that sailed."""
    s = view.seen
    assert isinstance(s, Seameni)
    for code, a, _, _ in view.news:
        if code == codes.TURNED:
            yield f"field-{FIELD_NAMES[a]}"
        elif code in (codes.MOVED, codes.HOME, codes.CAPTURED, codes.MUDDY):
            yield f"pirate-{PIRATE_NAMES[a]}"
        elif code == codes.SAILED:
            yield f"ship-{EDGES[int(s.edge_of(a))]}"


def _courses(view: View) -> Iterable[Course]:
    """The way of every pirate who moved: each forced step is a point."""
    s = view.seen
    assert isinstance(s, Seameni)
    ways: dict[int, list[Point]] = {}
    for code, p, a, c in view.news:
        if code == codes.MOVED:
            way = ways.setdefault(p, [place_of(s, a)])
            way.append(place_of(s, c // 64))
        elif code == codes.HOME:
            way = ways.setdefault(p, [place_of(s, a)])
            way.append(place_of(s, ABOARD + int(s.controller(p))))
        elif code == codes.HAULED and p in ways:
            ways[p].append(ways[p][0])
    for p, points in ways.items():
        if len(points) > 1:
            yield Course(f"pirate-{PIRATE_NAMES[p]}", tuple(points))


# -- the ground -------------------------------------------------------------------------------------------------


def _ground() -> str:
    """A chart: the sea in a double border with coordinates, the waters round it, outer fields as anchorages, a compass."""
    out = [
        f'<rect width="{SIZE}" height="{SIZE}" fill="var(--sea)"/>',
        f'<rect width="{SIZE}" height="{SIZE}" fill="url(#waves)" opacity=".5"/>',
    ]
    for outer in range(OUTER, ABOARD):
        x, y = outer_place(outer)
        out.append(f'<circle cx="{x}" cy="{y}" r="3" fill="var(--ink)" fill-opacity=".22"/>')
    for gap, width in ((7, "2.5"), (3, "1")):
        at, size = MARGIN + 64 - gap, 11 * 64 + 2 * gap
        out.append(
            f'<rect x="{at}" y="{at}" width="{size}" height="{size}" fill="none" stroke="var(--ink)" stroke-width="{width}"/>'
        )
    out += [_coordinate(i, near) for i in range(13) for near in (True, False)]
    return "".join((*out, _compass()))


def _coordinate(i: int, near: bool) -> str:
    """The letter of a column and the number of a row, at the near or the far border."""
    at = MARGIN + i * 64 + 32
    row, column = (12, 16) if near else (SIZE - 12, SIZE - 6)
    return (
        f'<text class="coordinate" x="{at}" y="{column}" text-anchor="middle">{COLUMNS[i]}</text>'
        f'<text class="coordinate" x="{row}" y="{at + 5}" text-anchor="middle">{12 - i}</text>'
    )


def _compass() -> str:
    middle = SIZE - 30
    return (
        f'<g transform="translate({middle} 32)" fill="none" stroke="var(--ink)" stroke-opacity=".6"><circle r="13"/>'
        '<path d="M0-22 5 0 0 22-5 0z" fill="var(--ink)" fill-opacity=".5"/><path d="M-22 0 0-5 22 0 0 5z"/></g>'
    )


GROUND = _ground()
