"""What a Settlers table looks like: the island in the sea, hand and bank as cards, trade and discards as panels and forms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain
from math import atan2, degrees

from kotva.engine.fields import stamp
from kotva.engine.game import View
from kotva.engine.moves import Moves
from kotva.engine.say import N_, Say
from kotva.engine.scene import Cell, Fact, Form, Item, Panel, Part, Path, Scene, SeatPanel, Slot, Submit, Tool
from kotva.engine.state import OK
from kotva.games.settlers.board import (
    BUY,
    CARD_CODES,
    CODES,
    DEAL,
    EDGE_NAMES,
    EDGES,
    END_A,
    END_B,
    HARBOUR_CODES,
    HARBOURS,
    HEX_CENTRES,
    HEX_VERTEX,
    HEXES,
    NONE,
    POINTS,
    QUAYS,
    STEAL,
    VERTICES,
    count,
    total,
)
from kotva.games.settlers.flights import flights
from kotva.games.settlers.notation import ACTIONS, SEATS
from kotva.games.settlers.places import hex_words, path_at
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.game import Settlers
from kotva.games.settlers.rules.longest import road_length
from kotva.games.settlers.rules.robber import has_victim
from kotva.games.settlers.rules.trade import list_bank, list_offers
from kotva.games.settlers.symbols import TERRAIN_SYMBOLS
from kotva.games.settlers.text import (
    CARDS,
    RESOURCES,
    harbour_words,
    pack_words,
    prompt,
    trade_words,
    vertex_words,
    yield_words,
)

RADIUS = 52.0  # of a hex
HALF_WIDTH = RADIUS * 0.866
LEFT, TOP = 68.0, 54.0
WIDTH = 2 * LEFT + 10 * HALF_WIDTH
HEIGHT = 2 * TOP + 8 * RADIUS


def at(level: float, x: float) -> tuple[float, float]:
    """The place of a point of section 3's formula: levels come in pairs half a radius and a radius apart."""
    whole = int(level // 2)
    return LEFT + x * HALF_WIDTH, TOP + whole * 1.5 * RADIUS + (level - 2 * whole) * 0.5 * RADIUS


VERTEX_PLACES = [at(level, x) for level, x in POINTS]
HEX_PLACES = [(LEFT + x * HALF_WIDTH, TOP + (level - 1.5) / 2 * 1.5 * RADIUS + RADIUS) for level, x in HEX_CENTRES]
EDGE_PLACES = [
    (
        (VERTEX_PLACES[int(END_A[e])][0] + VERTEX_PLACES[int(END_B[e])][0]) / 2,
        (VERTEX_PLACES[int(END_A[e])][1] + VERTEX_PLACES[int(END_B[e])][1]) / 2,
        degrees(
            atan2(
                VERTEX_PLACES[int(END_B[e])][1] - VERTEX_PLACES[int(END_A[e])][1],
                VERTEX_PLACES[int(END_B[e])][0] - VERTEX_PLACES[int(END_A[e])][0],
            )
        ),
    )
    for e in range(EDGES)
]
MIDDLE = HEX_PLACES[9]


def _harbour_place(place: int) -> tuple[float, float]:
    """Off its coast edge, straight away from the land."""
    (ax, ay), (bx, by) = (VERTEX_PLACES[int(QUAYS[place * 2 + k])] for k in (0, 1))
    x, y = (ax + bx) / 2, (ay + by) / 2
    nx, ny = by - ay, ax - bx  # across the edge
    length = (nx * nx + ny * ny) ** 0.5
    side = 1 if nx * (x - MIDDLE[0]) + ny * (y - MIDDLE[1]) > 0 else -1
    return x + side * nx / length * 36, y + side * ny / length * 36


HARBOUR_PLACES = [_harbour_place(q) for q in range(HARBOURS)]


def scene(view: View, say: Say) -> Scene:
    """Everything on the table, as this viewer may see it."""
    s = view.seen
    assert isinstance(s, Settlers)
    rate = NONE if view.seat is None or s.phase <= codes.SETUP_ROAD else int(s.rates[view.seat])
    stock = stamp(s.bank, s.deck, s.longest, s.largest, rate)
    return Scene(
        WIDTH,
        HEIGHT,
        (
            *_island(s, say),
            *say.keep(("settlers beside", view.seat), stock, lambda: list(_beside(view, say))),
            *_hand(view, say),
        ),
        prompt=prompt(view, say),
        seats=_seat_panels(view, say),
        panels=tuple(_panels(view, say)),
        forms=tuple(_forms(view, say)),
        tools=_tools(view, say),
        last=_last(view),
        flights=tuple(flights(view)),
        ground=GROUND,
        rows=() if view.seat is None else ("hand",),
        tags=_tags(s, say),
    )


# -- the island ------------------------------------------------------------------------------------------------------


def _island(s: Settlers, say: Say) -> Iterator[Item]:
    """What lies open to all: made anew only where something was built or the robber has moved."""
    land = stamp(s.terrain, s.token, s.harbour)
    laying = s.phase == codes.LAYING
    return chain(
        say.keep("settlers land", (land, int(s.robber)), lambda: list(_land(s, say))),
        say.keep("settlers edges", (land, laying, *stamp(s.road)), lambda: list(_edges(s, land, say))),
        say.keep("settlers vertices", (land, laying, *stamp(s.building)), lambda: list(_vertices(s, land, say))),
    )


def _land(s: Settlers, say: Say) -> Iterator[Item]:
    for h in range(HEXES):
        x, y = HEX_PLACES[h]
        terrain = int(s.terrain[h])
        if terrain == NONE:
            yield Item(f"hex-{h + 1}", "sea", x, y, size=RADIUS / 32)
            continue
        label = say("field {n}: {field}", n=h + 1, field=hex_words(s, h, say))
        hint = say("The robber is here: it yields nothing.") if s.robber == h else ""
        yield Item(f"hex-{h + 1}", TERRAIN_SYMBOLS[terrain], x, y, size=RADIUS / 32, label=label, hint=hint)
        if s.token[h]:
            yield Item(
                f"token-{h + 1}",
                f"number-{int(s.token[h])}",
                x,
                y,
                layer=2,
                size=0.62,
                tone="dim" if s.robber == h else "",
            )
    for q in range(HARBOURS):
        if s.harbour[q] != NONE:
            x, y = HARBOUR_PLACES[q]
            kind = int(s.harbour[q])
            yield Item(
                f"harbour-{q + 1}", f"harbour-{HARBOUR_CODES[kind]}", x, y, size=0.62, label=harbour_words(kind, say)
            )
    if s.robber != NONE:
        x, y = HEX_PLACES[int(s.robber)]
        yield Item("robber", "robber", x - 22, y - 4, layer=4, size=0.62, label=say("the robber"))


def _edges(s: Settlers, land: object, say: Say) -> Iterator[Item]:
    for e in range(EDGES):
        built = (land, int(s.road[e]), s.phase == codes.LAYING)
        yield say.keep(("settlers edge", e), built, lambda e=e: _edge(s, e, say))  # type: ignore[misc]


def _edge(s: Settlers, e: int, say: Say) -> Item:
    x, y, turn = EDGE_PLACES[e]
    ident, owner = f"edge-{EDGE_NAMES[e]}", int(s.road[e])
    if owner == NONE:
        label = say("path between {a} and {b}", **path_at(s, e, say)) if s.phase != codes.LAYING else ""
        return Item(ident, "edge", x, y, layer=2, size=0.56, turn=turn, label=label, ghost=True)
    label = say("road of {player} between {a} and {b}", player=say.player(owner), **path_at(s, e, say))
    return Item(ident, f"road-{owner}", x, y, layer=3, size=0.66, turn=turn, owner=owner, label=label)


def _vertices(s: Settlers, land: object, say: Say) -> Iterator[Item]:
    for v in range(VERTICES):
        built = (land, int(s.building[v]), s.phase == codes.LAYING)
        yield say.keep(("settlers vertex", v), built, lambda v=v: _vertex(s, v, say))  # type: ignore[misc]


def _vertex(s: Settlers, v: int, say: Say) -> Item:
    x, y = VERTEX_PLACES[v]
    building = int(s.building[v])
    label = vertex_words(s, v, say) if s.phase != codes.LAYING else ""
    if not building:
        hint = yield_words(s, v, say) if label else ""
        return Item(f"vertex-{v + 1}", "spot", x, y, layer=3, size=0.46, label=label, hint=hint, ghost=True)
    symbol = f"{'settlement' if building < 5 else 'city'}-{(building - 1) % 4}"
    return Item(f"vertex-{v + 1}", symbol, x, y - 3, layer=4, size=0.66, owner=(building - 1) % 4, label=label)


def _last(view: View) -> tuple[str, ...]:
    s = view.seen
    assert isinstance(s, Settlers)
    touched: list[str] = []
    for code, _, b, c in view.news:
        if code in (codes.SETTLED, codes.RAISED):
            touched.append(f"vertex-{b + 1}")
        elif code in (codes.PAVED, codes.REPAVED):
            touched.append(f"edge-{EDGE_NAMES[b]}")
        elif code == codes.ROBBER_PUT:
            touched.append(f"hex-{b + 1}")
        elif code == codes.DICE_ROLLED:  # SET-5.1: what yields
            touched += [f"hex-{h + 1}" for h in range(HEXES) if s.token[h] == b + c and s.robber != h]
    return tuple(touched)


# -- beside the island -----------------------------------------------------------------------------------------------


def _beside(view: View, say: Say) -> Iterator[Item]:
    """The bank, the deck, and the special cards while nobody holds them."""
    s = view.seen
    assert isinstance(s, Settlers)
    for k, code in enumerate(CODES):
        n = int(count(s.bank, k))
        label = say("bank: {resource}, {n} left", resource=say(RESOURCES[k]), n=n)
        hint = ""
        if view.seat is not None and s.phase > codes.SETUP_ROAD:
            rate = int(count(s.rates[view.seat], k))
            hint = say("Your rate for this card: {n}:1.", n=rate)
        tone = "" if n else "dim"
        yield Item(f"bank-{code}", f"resource-{code}", zone="tray", label=label, hint=hint, badge=str(n), tone=tone)
    left = int(total(s.deck))
    label = say.many("deck: {n} action card left", "deck: {n} action cards left", left)
    yield Item("deck", "deck", zone="tray", label=label, badge=str(left), tone="" if left else "dim")
    for name, holder, words in (
        ("longest", int(s.longest), say("longest road, 2 points")),
        ("largest", int(s.largest), say("largest army, 2 points")),
    ):
        zone = "tray" if holder == NONE else f"seat-{holder}"
        yield Item(name, name, zone=zone, label=words, tone="dim" if holder == NONE else "")


def _hand(view: View, say: Say) -> Iterator[Item]:
    """The viewer's own cards, alike ones in one stack."""
    s = view.seen
    assert isinstance(s, Settlers)
    if view.seat is None:
        return
    hand, held = int(s.hand[view.seat]), int(s.cards[view.seat])
    fresh = int(s.fresh) if s.player == view.seat else 0
    for k, code in enumerate(CODES):
        n = int(count(hand, k))
        if n:
            label = say("your {resource}: {n}", resource=say(RESOURCES[k]), n=n)
            yield Item(f"hand-{code}", f"resource-{code}", zone="hand", label=label, badge=str(n))
    for k, code in enumerate(CARD_CODES):
        old, new = int(count(held, k)), int(count(fresh, k))
        if old:
            label = say("your card: {card}, {n}", card=say(CARDS[k]), n=old)
            yield Item(f"card-{code}", f"action-{code}", zone="hand", label=label, badge=str(old) if old > 1 else "")
        if new:
            label = say("bought in this turn: {card}, {n}", card=say(CARDS[k]), n=new)
            hint = say("A card bought in this turn cannot be played in it.")
            badge = str(new) if new > 1 else ""
            yield Item(f"new-{code}", f"action-{code}", zone="hand", label=label, hint=hint, badge=badge, tone="dim")


def _seat_panels(view: View, say: Say) -> tuple[SeatPanel, ...]:
    """One for every seat; all but the viewer's own are the same for everybody."""
    s = view.seen
    assert isinstance(s, Settlers)
    counted = stamp(
        s.points, s.army, s.road, s.building, s.gone, s.first, s.round < 1, s.phase == codes.ENDED, s.left_with
    )
    out = []
    for seat in range(int(s.seats)):
        held = (int(s.hand[seat]), int(s.cards[seat]), int(s.fresh) if s.player == seat else NONE, int(s.spent))
        mine = view.seat == seat
        name = ("settlers seat", seat, mine)
        out.append(say.keep(name, (counted, held), lambda seat=seat, mine=mine: _seat_panel(s, seat, mine, say)))  # type: ignore[misc]
    return tuple(out)


def _seat_panel(s: Settlers, seat: int, mine: bool, say: Say) -> SeatPanel:
    points = int(s.points[seat])
    everything = int(s.score(seat))
    open_ = mine or s.phase == codes.ENDED
    score = f"{points} ({everything})" if open_ and everything != points else str(points)
    cards = int(total(s.cards[seat])) + (int(total(s.fresh)) if s.player == seat else 0)
    facts = [
        Fact(say("resource cards"), str(int(total(s.hand[seat]))), "back"),
        Fact(say("action cards"), str(cards), "deck"),
        Fact(say("open knights"), str(int(s.army[seat])), "knight"),
        Fact(say("road length"), str(int(road_length(s, seat))), "road"),
    ]
    title = say("has left") if int(s.gone) >> seat & 1 else say("starts") if s.first == seat and s.round < 1 else ""
    return SeatPanel(seat, score=score, facts=tuple(facts), title=title)


def _tags(s: Settlers, say: Say) -> tuple[str, ...]:
    tags = [say("round {n}", n=int(s.round))] if s.round else [say("founding")]
    if s.timed:
        tags.append(say("last rounds"))
    return tuple(tags)


# -- panels and forms ------------------------------------------------------------------------------------------------


def _panels(view: View, say: Say) -> Iterator[Panel]:
    s = view.seen
    assert isinstance(s, Settlers)
    if s.phase == codes.TRADING and view.seat == s.player:
        yield _trade_panel(view, say)
    elif s.phase == codes.TRADING:
        offer = stamp(s.player, s.give, s.want, s.asked, s.answers, s.counter_give, s.counter_want)
        yield say.keep("settlers offer", offer, lambda: _trade_panel(view, say))
    if s.phase == codes.ROB and view.seat == s.player and has_victim(s):
        yield _victims_panel(s, say)
    if s.phase == codes.DISCARDS:
        rows = tuple(
            (
                Cell(say.player(i), seat=i),
                _backs(int(s.due[i]), say),
                say("chosen") if s.sealed[i] != NONE else say("thinking"),
            )
            for i in range(int(s.seats))
            if s.due[i]
        )
        yield Panel("discards", say("A seven: half of the cards go"), rows=rows, urgent=True)
    if s.die1:
        yield Panel("dice", say("Dice of this turn: {sum}", sum=int(s.die1 + s.die2)), dice=(int(s.die1), int(s.die2)))


COSTS = (
    (N_("road"), 1 + 64, "road ", "road"),
    (N_("settlement"), 1 + 64 + 4096 + 262144, "settle ", "settlement-0"),
    (N_("city"), 2 * 262144 + 3 * 16777216, "city ", "city-0"),
    (N_("action card"), 4096 + 262144 + 16777216, "buy", "deck"),
)


def _tools(view: View, say: Say) -> tuple[Tool, ...]:
    """SET-7.1: what can be built or bought, with its price; in one's own turn with what is missing for it."""
    s = view.seen
    assert isinstance(s, Settlers)
    if view.seat is None or s.phase == codes.ENDED:
        return ()
    hand = int(s.hand[view.seat]) if s.phase == codes.MAIN and s.player == view.seat else None
    return say.keep(("settlers tools", view.seat), hand, partial(_made_tools, view.seat, hand, say))


def _made_tools(seat: int, hand: int | None, say: Say) -> tuple[Tool, ...]:
    return tuple(_tool(cost, seat, hand, say) for cost in COSTS)


def _tool(what: tuple[str, int, str, str], seat: int, hand: int | None, say: Say) -> Tool:
    label, cost, starts, symbol = what
    cards = tuple((f"resource-{code}", int(count(cost, k))) for k, code in enumerate(CODES) if count(cost, k))
    owned = f"{symbol[:-1]}{seat}" if symbol.endswith("-0") else symbol
    lack = [0] if hand is None else [max(0, int(count(cost, k)) - int(count(hand, k))) for k in range(len(CODES))]
    missing = say("You lack: {cards}.", cards=_lacking(lack, say)) if any(lack) else ""
    return Tool(say(label), starts, owned, cards, missing)


def _lacking(lack: list[int], say: Say) -> str:
    return ", ".join(say("{n} {resource}", n=n, resource=say(RESOURCES[k])) for k, n in enumerate(lack) if n)


def _victims_panel(s: Settlers, say: Say) -> Panel:
    """SET-6.10: from whom a card can be taken, and how many he holds."""
    rows = tuple(
        (
            Cell(say.player(i), seat=i),
            _backs(int(total(s.hand[i])), say),
            Cell(say("Take"), action=f"steal {SEATS[i]}"),
        )
        for i in range(int(s.seats))
        if s.why_not(s.player, STEAL + i) == OK
    )
    return Panel("victims", say("Take a card from"), rows=rows, urgent=True)


def _backs(n: int, say: Say) -> Cell:
    return Cell(say.many("{n} card", "{n} cards", n), (("back", n),))


def _trade_panel(view: View, say: Say) -> Panel:
    """The open offer and every answer below one another, all as the offerer sees them: what he gives, what he gets."""
    s = view.seen
    assert isinstance(s, Settlers)
    offerer = int(s.player)
    mine = view.seat == offerer
    name = say.player(offerer)
    head = ("", say("you give"), say("you get")) if mine else ("", say("gives"), say("gets"))
    give, want = int(s.give), int(s.want)
    rows: list[tuple[str | Cell, ...]] = []
    if not mine:
        rows.append((Cell(name, seat=offerer), _pack_cell(give, say), _pack_cell(want, say), ""))
    for i in range(int(s.seats)):
        if not int(s.asked) >> i & 1:
            continue
        answer = int(s.answers[i])
        words: str | Cell = (say("thinking"), say("accepts"), say("rejects"), say("counter-offer"))[answer]
        if mine and s.why_not(offerer, DEAL + i) == OK:
            words = Cell(say("Deal"), action=f"deal {SEATS[i]}")
        sides: tuple[str | Cell, ...] = ("", "")
        if answer == codes.ACCEPTED:
            sides = (_pack_cell(give, say), _pack_cell(want, say))
        elif answer == codes.COUNTERED:
            sides = (_pack_cell(int(s.counter_want[i]), say), _pack_cell(int(s.counter_give[i]), say))
        rows.append((Cell(say.player(i), seat=i), *sides, words))
    title = say("{player} offers {trade}", player=name, trade=trade_words(give, want, say))
    return Panel("offer", title, (*head, ""), tuple(rows), urgent=True)


def _pack_cell(pack: int, say: Say) -> Cell:
    cards = ((f"resource-{code}", int(count(pack, k))) for k, code in enumerate(CODES))
    return Cell(pack_words(pack, say), tuple(card for card in cards if card[1]))


def _forms(view: View, say: Say) -> Iterator[Form]:
    """Trade with players and the bank, counter-offers of any size (SET-12.9), and the discard."""
    s = view.seen
    assert isinstance(s, Settlers)
    seat = view.seat
    if seat is None or not s.may_act(seat):
        return
    hand = int(s.hand[seat])
    if s.phase == codes.DISCARDS:
        due = int(s.due[seat])
        title = say.many("Discard {n} card", "Discard {n} cards", due)
        slot = Slot("cards", "", _parts(s, seat, say), due, due)
        yield Form("discard", title, (Submit(say("Discard"), "discard {cards}"),), (slot,))
    elif s.phase == codes.TRADING and seat != s.player and s.rule[codes.PLAYER_TRADE] == codes.FULL and hand:
        submit = Submit(say("Counter-offer"), "counter {give}>{want}")
        yield Form("counter", say("Make a counter-offer"), (submit,), _sides(s, seat, say), apart=True)
    elif s.phase == codes.MAIN:
        yield from _trade_form(s, seat, say)


def _trade_form(s: Settlers, seat: int, say: Say) -> Iterator[Form]:
    """SET-11, SET-12: one form for players and bank; either may be closed now."""
    out = Moves()
    list_offers(s, seat, out)
    offers = out.n > 0
    out.clear()
    list_bank(s, seat, out)
    submits = []
    slots = _sides(s, seat, say)
    if offers:
        submits.append(Submit(say("Offer"), "offer {give}>{want}{to}"))
        partners = tuple(
            Part(SEATS[i], say.player(i), "", 1, seat=i)
            for i in range(int(s.seats))
            if i != seat and s.hand[i] and not int(s.gone) >> i & 1
        )
        slots = (*slots, Slot("to", say("To all, or to"), partners, 0, len(partners), ","))
    if out.n > 0:
        submits.append(Submit(say("Exchange with the bank"), "bank {give}>{want}", listed=True))
    if submits:
        yield Form("trade", say("Trade"), tuple(submits), slots, " @", apart=True)


def _sides(s: Settlers, seat: int, say: Say) -> tuple[Slot, ...]:
    """What one gives, of what one has, and what one wants."""
    held = (int(s.hand[seat]), int(s.rates[seat]), s.phase == codes.MAIN)
    give = say.keep(("settlers give", seat), held, lambda: Slot("give", say("You give"), _parts(s, seat, say)))
    return give, say.once(_wanted)


def _wanted(say: Say) -> Slot:
    return Slot("want", say("You want"), _anything(say))


def _anything(say: Say) -> tuple[Part, ...]:
    return tuple(
        Part(code, say(RESOURCES[k]), f"resource-{code}", 9, item=f"bank-{code}") for k, code in enumerate(CODES)
    )


def _parts(s: Settlers, seat: int, say: Say) -> tuple[Part, ...]:
    """The cards of a hand; in one's own turn with what the bank asks for them (SET-11.2)."""
    return tuple(
        Part(
            code,
            say(RESOURCES[k]),
            f"resource-{code}",
            int(count(s.hand[seat], k)),
            f"{int(count(s.rates[seat], k))}:1" if s.phase == codes.MAIN else "",
            f"hand-{code}",
        )
        for k, code in enumerate(CODES)
        if count(s.hand[seat], k)
    )


# -- clicking --------------------------------------------------------------------------------------------------------


def paths(view: View, action: int) -> Sequence[Path]:
    """What to choose for an action; what has no place on the table is a button."""
    s = view.seen
    assert isinstance(s, Settlers)
    family = ACTIONS.family(action)
    if family.word == "move":
        return ((f"edge-{EDGE_NAMES[int(s.laid)]}", f"edge-{EDGE_NAMES[family.arguments(action)[0]]}"),)
    if family.word == "steal":
        return tuple((f"vertex-{v + 1}",) for v in _buildings_at_robber(s, family.arguments(action)[0]))
    return _fixed_paths(action)


@lru_cache(maxsize=20_000)
def _fixed_paths(action: int) -> Sequence[Path]:
    """The same at every moment of every game."""
    family = ACTIONS.family(action)
    kind = family.word
    names = [domain.text(i) for domain, i in zip(family.domains, family.arguments(action), strict=True)]
    if kind in ("settle", "city"):
        return ((f"vertex-{names[0]}",),)
    if kind == "road":
        return ((f"edge-{names[0]}",),)
    if kind == "robber":
        return ((f"hex-{names[0]}",),)
    if kind == "discard":
        return (tuple(f"hand-{c}" for c in CODES if c in names[0]),)
    if kind in ("bank", "offer", "counter"):
        given = tuple(f"hand-{c}" for c in CODES if c in names[0])
        return ((*given, *(f"bank-{c}" for c in CODES if c in names[1])),)
    if kind == "monopoly":
        return (("card-m", f"bank-{names[0]}"),)
    if kind == "plenty":
        return (("card-i", *(f"bank-{c}" for c in CODES if c in names[0])),)
    if kind in ("knight", "roads"):
        return ((f"card-{kind[0]}",),)
    return (("deck",),) if action == BUY else ()


def _buildings_at_robber(s: Settlers, seat: int) -> list[int]:
    around = [int(HEX_VERTEX[int(s.robber) * 6 + k]) for k in range(6)]
    return [v for v in around if s.building[v] and (int(s.building[v]) - 1) % 4 == seat]


# -- what lies under everything --------------------------------------------------------------------------------------


def _ground() -> str:
    """Sea with a beach around the island, quays to the harbours, a double border and a compass rose."""
    coast = "".join(_hexagon(*place) for place in HEX_PLACES)
    out = [
        f'<rect width="{WIDTH:.0f}" height="{HEIGHT:.0f}" fill="var(--deep)"/>',
        _shore(coast, "var(--sea)", 116, "0.55"),
        _shore(coast, "var(--sea)", 84, "1"),
        f'<rect width="{WIDTH:.0f}" height="{HEIGHT:.0f}" fill="url(#waves)"/>',
        _shore(coast, "var(--ink)", 25, "0.75"),
        _shore(coast, "var(--land)", 22, "1"),
    ]
    for q in range(HARBOURS):
        x, y = HARBOUR_PLACES[q]
        for k in (0, 1):
            vx, vy = VERTEX_PLACES[int(QUAYS[q * 2 + k])]
            line = f"M{vx:.1f} {vy:.1f}L{vx + (x - vx) * 0.8:.1f} {vy + (y - vy) * 0.8:.1f}"
            out.append(f'<path d="{line}" stroke="var(--ink)" stroke-width="8.5" stroke-linecap="round"/>')
            out.append(f'<path d="{line}" stroke="var(--wood, #b98d5a)" stroke-width="6" stroke-linecap="round"/>')
            out.append(
                f'<path d="{line}" stroke="var(--ink)" stroke-opacity=".5" stroke-width="6" stroke-dasharray="1 4"/>'
            )
    for inset, width in ((6, "2.5"), (11, "1")):
        size = f'x="{inset}" y="{inset}" width="{WIDTH - 2 * inset:.0f}" height="{HEIGHT - 2 * inset:.0f}"'
        out.append(f'<rect {size} rx="4" fill="none" stroke="var(--ink)" stroke-width="{width}"/>')
    out.append(
        f'<g transform="translate({WIDTH - 50:.0f} {HEIGHT - 54:.0f})" fill="none" stroke="var(--ink)" stroke-opacity=".7">'
        '<circle r="17"/><circle r="13" stroke-width=".6"/><path d="M0-28 5 0 0 28-5 0z" fill="var(--ink)" '
        'fill-opacity=".55"/><path d="M-28 0 0-5 28 0 0 5z" fill="var(--paper)" fill-opacity=".6"/></g>'
        f'<text class="coordinate" x="{WIDTH - 50:.0f}" y="{HEIGHT - 86:.0f}" text-anchor="middle">N</text>'
    )
    return "".join(out)


def _shore(coast: str, colour: str, width: int, opacity: str) -> str:
    """The fields with a broad edge: water or sand along the whole coast."""
    edge = f'stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"'
    return f'<path d="{coast}" fill="{colour}" {edge} opacity="{opacity}"/>'


def _hexagon(x: float, y: float) -> str:
    corners = ((0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5))
    return "M" + "L".join(f"{x + dx * RADIUS:.1f} {y + dy * RADIUS:.1f}" for dx, dy in corners) + "z"


GROUND = _ground()
