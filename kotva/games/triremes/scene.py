"""What a Triremes table looks like: two or more coasts and the sea between them, ships that have a bow, soldiers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kotva.engine.fields import stamp
from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Course, Fact, Item, Panel, Scene, SeatPanel
from kotva.engine.state import CHANCE
from kotva.games.triremes import board
from kotva.games.triremes.board import ship_name, square_name
from kotva.games.triremes.choosing import ghost_id, man_id
from kotva.games.triremes.ground import between, draw_ground, place
from kotva.games.triremes.notation import ACTIONS
from kotva.games.triremes.rules import codes, table
from kotva.games.triremes.rules.ending import garrison
from kotva.games.triremes.rules.game import Triremes
from kotva.games.triremes.rules.ships import COURSE, course, moving_forbidden
from kotva.games.triremes.symbols import MARGIN
from kotva.games.triremes.text import (
    MOVEMENTS as MOVEMENT_NAMES,
)
from kotva.games.triremes.text import (
    nation,
    prompt,
    ship_label,
    ship_words,
    soldier_words,
    square_label,
)
from kotva.games.triremes.writing import men, slots, square_text

# Where a ghost's handle is: all six usual ones of a ship lie on different squares.
_HANDLES = ("bow", "bow", "bow", "stern", "stern", "stern", "middle", "middle", "middle")


def scene(view: View[Triremes], say: Say) -> Scene:
    """Everything on the table, as this viewer may see it."""
    s = view.seen
    width, height = MARGIN * 2 + 64 * int(s.chart.columns), MARGIN * 2 + 64 * int(s.chart.rows)
    items = [
        *say.keep_all("triremes squares", (s.chart, stamp(s.out)), _squares, s, say),
        *_ships(s, say),
        *_soldiers(s, say),
        *_ghosts(view, say),
        *_fight_marks(s, say),
        *_wrecks(view, say),
    ]
    return Scene(
        width,
        height,
        tuple(items),
        prompt=prompt(view, say),
        seats=tuple([_kept_panel(s, seat, say) for seat in range(int(s.seats))]),
        panels=tuple(_fights(view, say)),
        last=tuple(_touched(view, {item.id for item in items})),
        courses=tuple(_courses(view, s)),
        ground=draw_ground(s.chart),
        tags=tuple(_tags(s, say)),
    )


def _tags(s: Triremes, say: Say) -> Iterator[str]:
    yield say("Turn {n}", n=int(s.turns) + 1)
    if s.quiet * 2 >= s.chart.quiet_limit:  # TRI-16.4: it matters only when the end is near
        yield say("{n} of {limit} turns without progress", n=int(s.quiet), limit=int(s.chart.quiet_limit))


# -- items --------------------------------------------------------------------------------------------------------------


def _squares(s: Triremes, say: Say) -> Iterator[Item]:
    """The land, square by square: here soldiers walk, land and are placed."""
    for square in range(int(s.chart.size)):
        if s.chart.kind[square] != board.LAND:
            continue
        x, y = place(s.chart, square)
        fort = int(s.chart.fort[square])
        symbol, owner = ("land", None) if fort == board.NONE else ("fort", fort // 2)
        tone = "dim" if fort != board.NONE and s.out[fort // 2] else ""
        name = square_text(s, square)
        yield Item(f"at-{name}", symbol, x, y, owner=owner, label=square_label(s, square, say), tone=tone)


def _ships(s: Triremes, say: Say) -> Iterator[Item]:
    """Every ship with those on its deck: made anew where something about it has changed."""
    arrays = (s.ident, s.owner, s.bow, s.heading, s.load, s.prize)
    for slot in slots(s):
        pose = (s.chart, bool(s.engaged(slot)), *[array[slot] for array in arrays])
        yield from say.keep(("triremes ship", slot), pose, _ship, s, slot, say)


def _ship(s: Triremes, slot: int, say: Say) -> list[Item]:
    ident, owner, heading = int(s.ident[slot]), int(s.owner[slot]), int(s.heading[slot])
    x, y = between(s.chart, int(s.bow[slot]), heading)
    name = ship_name(ident)
    ship = Item(
        name,
        f"ship-{owner}",
        x,
        y,
        layer=3,
        size=2,
        turn=90.0 * heading,
        owner=owner,
        label=ship_label(s, slot, say),
        hint=say("It sinks an enemy by driving its bow into side or stern, or boards from alongside."),
        badge=name if s.load[slot] != board.UNKNOWN else f"{name}?",
        tone="dim" if s.prize[slot] else "",
    )
    return [ship, *_aboard(s, slot, say)]


def _aboard(s: Triremes, slot: int, say: Say) -> Iterator[Item]:
    """Soldiers on deck: the first before the mast, the second behind it."""
    owner, heading = int(s.owner[slot]), int(s.heading[slot])
    x, y = between(s.chart, int(s.bow[slot]), heading)
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[heading]
    name = ship_name(int(s.ident[slot]))
    for i in range(max(0, int(s.load[slot]))):
        along = 18 - 36 * i
        label = say("{soldier} aboard {ship}", soldier=soldier_words(owner, say), ship=name)
        yield Item(
            f"{name}-{i + 1}",
            f"soldier-{owner}",
            x + dx * along,
            y + dy * along,
            layer=4,
            size=0.5,
            owner=owner,
            label=label,
        )


def _soldiers(s: Triremes, say: Say) -> Iterator[Item]:
    for seat in range(int(s.seats)):
        for square in men(s, seat):
            where = ("triremes man", seat, square)
            yield say.keep(where, s.chart, _soldier, s, seat, square, say)


def _soldier(s: Triremes, seat: int, square: int, say: Say) -> Item:
    x, y = place(s.chart, square)
    name = square_text(s, square)
    label = say("{soldier} on {square}", soldier=soldier_words(seat, say), square=name)
    return Item(man_id(seat, name), f"soldier-{seat}", x, y, layer=3, size=0.88, owner=seat, label=label)


def _ghosts(view: View[Triremes], say: Say) -> Iterator[Item]:
    """For each ship that may move: every pose it can reach, rams and boardings marked."""
    s = view.seen
    if view.seat is None or s.to_act() != view.seat or s.phase not in (codes.MOVE, codes.FIGHT):
        return
    boards = _boarding_ghosts(view)
    for slot in slots(s):
        if s.owner[slot] != view.seat or moving_forbidden(s, view.seat, slot):
            continue
        for code in range(int(s.chart.movements)):
            to = int(course(s, slot, code))
            if to < 0:
                continue
            struck, pose = to // COURSE - 1, to % COURSE
            name = ship_name(int(s.ident[slot]))
            kind = "ram" if struck != board.NONE else "board" if f"{name}-{board.CODES[code]}" in boards else "sail"
            x, y = between(s.chart, pose // 4, pose % 4)
            words = say("{ship}: {movement}", ship=name, movement=say(MOVEMENT_NAMES[board.CODES[code]]))
            if struck != board.NONE:
                words += ", " + say("rams {ship}", ship=ship_words(int(s.ident[struck]), say))
            if kind == "board":
                words += ", " + say("may board")
            yield Item(
                ghost_id(name, code),
                f"{kind}-{_HANDLES[code]}",
                x,
                y,
                layer=4,
                size=2,
                turn=90.0 * (pose % 4),
                owner=view.seat,
                label=words,
                ghost=True,
            )


def _boarding_ghosts(view: View[Triremes]) -> set[str]:
    """The movements after which a boarding is possible."""
    texts = (ACTIONS.text(action) for action in view.legal())
    boarding = (t.removeprefix("tac ").partition("!")[0] for t in texts if ":" in t and "!" in t)
    return {text.replace(":", "-") for text in boarding}


def _fight_marks(s: Triremes, say: Say) -> Iterator[Item]:
    """Crossed swords between the two sides of every open fight and of a land battle."""
    for i in range(0, len(s.fights), table.FIGHT_SIZE):
        starter, square, target = (int(s.fights[i + k]) for k in range(3))
        x, y = between(s.chart, int(s.bow[target]), int(s.heading[target]))
        u, v = (
            place(s.chart, square)
            if starter == board.NONE
            else between(s.chart, int(s.bow[starter]), int(s.heading[starter]))
        )
        label = say("fight for {ship}", ship=ship_words(int(s.ident[target]), say))
        yield Item(
            f"swords-{i // table.FIGHT_SIZE}", "swords", (x + u) / 2, (y + v) / 2, layer=4, size=0.6, label=label
        )
    if s.fought_to != board.NONE:
        to_x, to_y = place(s.chart, int(s.fought_to))
        start, ship = int(s.fought_from), int(s.fought_ship)
        u, v = place(s.chart, start) if ship == board.NONE else between(s.chart, int(s.bow[ship]), int(s.heading[ship]))
        label = say("land battle on {square}", square=square_text(s, int(s.fought_to)))
        yield Item("swords-land", "swords", (to_x + u) / 2, (to_y + v) / 2, layer=4, size=0.6, label=label)


def _wrecks(view: View[Triremes], say: Say) -> Iterator[Item]:
    """Where a ship has just gone down: under the rammer's bow."""
    s = view.seen
    for code, ship, rammer, _ in view.news:
        slot = int(s.slot(rammer)) if code == codes.SUNK else board.NONE
        if slot != board.NONE:
            x, y = place(s.chart, int(s.bow[slot]))
            label = say("{ship} went down here", ship=ship_words(ship, say))
            yield Item(f"wreck-{ship_name(ship)}", "wreck", x, y, layer=2, label=label)


# -- panels -------------------------------------------------------------------------------------------------------------


def _kept_panel(s: Triremes, seat: int, say: Say) -> SeatPanel:
    counted = (s.alive[seat], s.ashore[seat], s.ships_of(seat), s.coins[seat], s.out[seat], s.phase > codes.SETUP)
    threat, pacts = _threat(s, seat), stamp(s.pact[seat * board.MOST_SEATS : (seat + 1) * board.MOST_SEATS])
    name = ("triremes seat", seat)
    return say.keep(name, (s.chart, threat, pacts, *counted), _panel, s, seat, threat, say)


def _threat(s: Triremes, seat: int) -> int:
    """How many enemies of one nation stand in a capital of a seat's."""
    starts = [start for start in (0, 6) if s.chart.capital[seat * board.BERTHS + start] != board.NONE]
    enemies = [other for other in range(int(s.seats)) if s.enemies(other, seat)] if starts else []
    return max((int(garrison(s, other, seat, start)) for other in enemies for start in starts), default=0)


def _panel(s: Triremes, seat: int, threat: int, say: Say) -> SeatPanel:
    aboard = int(s.alive[seat] - s.ashore[seat]) if s.phase > codes.SETUP else 0
    facts = [
        Fact(say("ships"), str(int(s.ships_of(seat))), f"ship-{seat}"),
        Fact(say("soldiers ashore"), str(int(s.ashore[seat])), f"soldier-{seat}"),
        Fact(say("soldiers aboard"), str(aboard), "anchor"),
    ]
    facts.append(Fact(say("enemies in the capital"), f"{threat}/{int(s.chart.needed)}", "fort"))
    if s.chart.purchase:
        facts.append(Fact(say("coins"), str(int(s.coins[seat])), "coin"))
    if s.chart.alliances == board.ALLIANCES_OPEN:
        allies = [nation(i, say) for i in range(int(s.seats)) if s.pact[seat * board.MOST_SEATS + i]]
        facts.append(Fact(say("allies"), ", ".join(allies) or "–"))
    partner = (seat + 2) % 4 if s.chart.alliances == board.ALLIANCES_FIXED else None
    title = nation(seat, say) if not s.out[seat] else say("{nation}, beaten", nation=nation(seat, say))
    return SeatPanel(seat, str(int(s.alive[seat])), tuple(facts), title, partner)


def _fights(view: View[Triremes], say: Say) -> Iterator[Panel]:
    """Every open fight with its sides, the newest on top; then the last throws."""
    s = view.seen
    dice, throws = _throws(view, say)
    head = (say("side"), say("figures"), say("now"))
    for i in range(len(s.fights) - table.FIGHT_SIZE, -1, -table.FIGHT_SIZE):
        newest = i == len(s.fights) - table.FIGHT_SIZE
        rows = tuple(_side(s, i, side, say) for side in (0, 1))
        target = ship_words(int(s.ident[int(s.fights[i + table.TARGET])]), say)
        title = say("Fight for {ship}", ship=target)
        note = throws if newest else say("This fight goes on when the newer one is over.")
        if newest and s.phase == codes.FIGHT and s.to_act() == view.seat:
            note = say("A tactical move costs the figure that is fighting.") + (" " + throws if throws else "")
        urgent = newest and s.to_act() in (view.seat, CHANCE)
        yield Panel(f"fight-{i // table.FIGHT_SIZE}", title, head, rows, dice if newest else (), note, urgent)
        dice = () if newest else dice
    if s.fought_to != board.NONE:
        title = say("Land battle on {square}", square=square_text(s, int(s.fought_to)))
        yield Panel("battle", title, (), (), dice, throws, True)
    elif dice and not len(s.fights):
        yield Panel("throws", say("The last throw"), (), (), dice, throws)


def _side(s: Triremes, fight: int, side: int, say: Say) -> tuple[str, str, str]:
    ship, owner = int(s.side_ship(fight, side)), int(s.side_owner(fight, side))
    if ship == board.NONE:
        figures = soldier_words(owner, say)
        name = say("{nation}: {figure}", nation=nation(owner, say), figure=square_text(s, int(s.fights[fight + 1])))
    else:
        soldiers = say.many("{n} soldier", "{n} soldiers", int(s.load[ship]))
        figures = say("{soldiers} and the sailors", soldiers=soldiers) if s.load[ship] else say("the sailors")
        name = say("{nation}: {figure}", nation=nation(owner, say), figure=ship_name(int(s.ident[ship])))
    now = say("attacks, +3") if int(s.fights[fight + table.ATTACKS]) == side else say("defends, +2")
    return name, figures, now


def _throws(view: View[Triremes], say: Say) -> tuple[tuple[int, ...], str]:
    """The dice of the last throw and what it did, from the news."""
    last: tuple[int, ...] = ()
    note = ""
    for code, a, b, c in view.news:
        if code == codes.ROLLED:
            last = (b, c)
            x, y = b + 3, c + 2
            note = say(
                "{attacker} {x} : {y} {defender}", attacker=nation(a // 4, say), defender=nation(a % 4, say), x=x, y=y
            )
            if x == y:
                note += ", " + say("a tie")
        elif code == codes.LOST:
            note += ", " + say("a {soldier} falls", soldier=soldier_words(a, say))
        elif code == codes.CAPTURED:
            note += ", " + say("{nation} captures {ship}", nation=nation(b, say), ship=ship_name(a))
    return last, note.removeprefix(", ")


# -- what moved ---------------------------------------------------------------------------------------------------------


def _touched(view: View[Triremes], there: set[str]) -> Iterator[str]:
    """Ships and soldiers that the last action concerned."""
    for code, a, b, c in view.news:
        found: Iterable[str] = ()
        if code == codes.SAILED:
            found = (ship_name(a),)
        elif code in (codes.BOARDED, codes.CAPTURED):
            found = (ship_name(a), ship_name(b)) if code == codes.BOARDED else (ship_name(a),)
        elif code in (codes.STEPPED, codes.TOOK, codes.LANDED):
            found = (man_id(a, square_name(c)),)
        elif code == codes.PLACED:
            found = (man_id(a, square_name(b)),)
        elif code == codes.EMBARKED and b != board.NONE:
            found = (ship_name(b),)
        yield from (ident for ident in found if ident in there)


def _courses(view: View[Triremes], s: Triremes) -> Iterator[Course]:
    """The way of soldiers who stepped or landed, and of ships that moved."""
    chart = s.chart
    for code, a, b, c in view.news:
        if code in (codes.STEPPED, codes.TOOK):
            there = int(chart.square(c))
            if s.on[there] == board.SOLDIER + a:
                yield Course(man_id(a, square_name(c)), (place(chart, int(chart.square(b))), place(chart, there)))
        elif code == codes.LANDED:
            slot, there = int(s.slot(b)), int(chart.square(c))
            if slot != board.NONE and s.on[there] == board.SOLDIER + a:
                start = between(chart, int(s.bow[slot]), int(s.heading[slot]))
                yield Course(man_id(a, square_name(c)), (start, place(chart, there)))
