"""What a Settlers table looks like: the island in the sea, hand and bank as cards, trade and discards as panels and forms."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from kotva.engine.fields import stamp
from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Item, Scene
from kotva.games.settlers import board
from kotva.games.settlers.board import count, total
from kotva.games.settlers.flights import flights
from kotva.games.settlers.ground import (
    EDGE_PLACES,
    GROUND,
    HARBOUR_PLACES,
    HEIGHT,
    HEX_PLACES,
    RADIUS,
    VERTEX_PLACES,
    WIDTH,
)
from kotva.games.settlers.panels import forms_of, panels_of, seat_panels, tags_of, tools_of
from kotva.games.settlers.places import hex_words, path_at
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.game import Settlers
from kotva.games.settlers.symbols import TERRAIN_SYMBOLS
from kotva.games.settlers.text import (
    CARDS,
    RESOURCES,
    harbour_words,
    prompt,
    vertex_words,
    yield_words,
)


def scene(view: View[Settlers], say: Say) -> Scene:
    """Everything on the table, as this viewer may see it."""
    s = view.seen
    rate = board.NONE if view.seat is None or s.phase <= codes.SETUP_ROAD else int(s.rates[view.seat])
    stock = stamp(s.bank, s.deck, s.longest, s.largest, rate)
    return Scene(
        WIDTH,
        HEIGHT,
        (
            *_island(s, say),
            *say.keep_all(("settlers beside", view.seat), stock, _beside, view, say),
            *_hand(view, say),
        ),
        prompt=prompt(view, say),
        seats=seat_panels(view, say),
        panels=tuple(panels_of(view, say)),
        forms=tuple(forms_of(view, say)),
        tools=tools_of(view, say),
        last=_last(view),
        flights=tuple(flights(view)),
        ground=GROUND,
        rows=() if view.seat is None else ("hand",),
        tags=tags_of(s, say),
    )


# -- the island ------------------------------------------------------------------------------------------------------


def _island(s: Settlers, say: Say) -> Iterator[Item]:
    """What lies open to all: made anew only where something was built or the robber has moved."""
    land = stamp(s.terrain, s.token, s.harbour)
    laying = s.phase == codes.LAYING
    return chain(
        say.keep_all("settlers land", (land, int(s.robber)), _land, s, say),
        say.keep_all("settlers edges", (land, laying, *stamp(s.road)), _edges, s, land, say),
        say.keep_all("settlers vertices", (land, laying, *stamp(s.building)), _vertices, s, land, say),
    )


def _land(s: Settlers, say: Say) -> Iterator[Item]:
    for h in range(board.HEXES):
        x, y = HEX_PLACES[h]
        terrain = int(s.terrain[h])
        if terrain == board.NONE:
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
    for q in range(board.HARBOURS):
        if s.harbour[q] != board.NONE:
            x, y = HARBOUR_PLACES[q]
            kind = int(s.harbour[q])
            yield Item(
                f"harbour-{q + 1}",
                f"harbour-{board.HARBOUR_CODES[kind]}",
                x,
                y,
                size=0.62,
                label=harbour_words(kind, say),
            )
    if s.robber != board.NONE:
        x, y = HEX_PLACES[int(s.robber)]
        yield Item("robber", "robber", x - 22, y - 4, layer=4, size=0.62, label=say("the robber"))


def _edges(s: Settlers, land: object, say: Say) -> Iterator[Item]:
    for e in range(board.EDGES):
        built = (land, int(s.road[e]), s.phase == codes.LAYING)
        yield say.keep(("settlers edge", e), built, _edge, s, e, say)


def _edge(s: Settlers, e: int, say: Say) -> Item:
    x, y, turn = EDGE_PLACES[e]
    ident, owner = f"edge-{board.EDGE_NAMES[e]}", int(s.road[e])
    if owner == board.NONE:
        label = say("path between {a} and {b}", **path_at(s, e, say)) if s.phase != codes.LAYING else ""
        return Item(ident, "edge", x, y, layer=2, size=0.56, turn=turn, label=label, ghost=True)
    label = say("road of {player} between {a} and {b}", player=say.player(owner), **path_at(s, e, say))
    return Item(ident, f"road-{owner}", x, y, layer=3, size=0.66, turn=turn, owner=owner, label=label)


def _vertices(s: Settlers, land: object, say: Say) -> Iterator[Item]:
    for v in range(board.VERTICES):
        built = (land, int(s.building[v]), s.phase == codes.LAYING)
        yield say.keep(("settlers vertex", v), built, _vertex, s, v, say)


def _vertex(s: Settlers, v: int, say: Say) -> Item:
    x, y = VERTEX_PLACES[v]
    building = int(s.building[v])
    label = vertex_words(s, v, say) if s.phase != codes.LAYING else ""
    if not building:
        hint = yield_words(s, v, say) if label else ""
        return Item(f"vertex-{v + 1}", "spot", x, y, layer=3, size=0.46, label=label, hint=hint, ghost=True)
    symbol = f"{'settlement' if building < 5 else 'city'}-{(building - 1) % 4}"
    return Item(f"vertex-{v + 1}", symbol, x, y - 3, layer=4, size=0.66, owner=(building - 1) % 4, label=label)


def _last(view: View[Settlers]) -> tuple[str, ...]:
    s = view.seen
    touched: list[str] = []
    for code, _, b, c in view.news:
        if code in (codes.SETTLED, codes.RAISED):
            touched.append(f"vertex-{b + 1}")
        elif code in (codes.PAVED, codes.REPAVED):
            touched.append(f"edge-{board.EDGE_NAMES[b]}")
        elif code == codes.ROBBER_PUT:
            touched.append(f"hex-{b + 1}")
        elif code == codes.DICE_ROLLED:  # SET-5.1: what yields
            touched += [f"hex-{h + 1}" for h in range(board.HEXES) if s.token[h] == b + c and s.robber != h]
    return tuple(touched)


# -- beside the island -----------------------------------------------------------------------------------------------


def _beside(view: View[Settlers], say: Say) -> Iterator[Item]:
    """The bank, the deck, and the special cards while nobody holds them."""
    s = view.seen
    for k, code in enumerate(board.CODES):
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
        zone = "tray" if holder == board.NONE else f"seat-{holder}"
        yield Item(name, name, zone=zone, label=words, tone="dim" if holder == board.NONE else "")


def _hand(view: View[Settlers], say: Say) -> Iterator[Item]:
    """The viewer's own cards, alike ones in one stack."""
    s = view.seen
    if view.seat is None:
        return
    hand, held = int(s.hand[view.seat]), int(s.cards[view.seat])
    fresh = int(s.fresh) if s.player == view.seat else 0
    for k, code in enumerate(board.CODES):
        n = int(count(hand, k))
        if n:
            label = say("your {resource}: {n}", resource=say(RESOURCES[k]), n=n)
            yield Item(f"hand-{code}", f"resource-{code}", zone="hand", label=label, badge=str(n))
    for k, code in enumerate(board.CARD_CODES):
        old, new = int(count(held, k)), int(count(fresh, k))
        if old:
            label = say("your card: {card}, {n}", card=say(CARDS[k]), n=old)
            yield Item(f"card-{code}", f"action-{code}", zone="hand", label=label, badge=str(old) if old > 1 else "")
        if new:
            label = say("bought in this turn: {card}, {n}", card=say(CARDS[k]), n=new)
            hint = say("A card bought in this turn cannot be played in it.")
            badge = str(new) if new > 1 else ""
            yield Item(f"new-{code}", f"action-{code}", zone="hand", label=label, hint=hint, badge=badge, tone="dim")
