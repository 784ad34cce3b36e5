"""What a HEXXI table looks like: the hexagonal sea, tokens face up and face down, and what lies beside it."""

from __future__ import annotations

from collections.abc import Iterable

from kotva.engine.arrays import BIT
from kotva.engine.fields import stamp
from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Cell, Course, Fact, Item, Panel, Scene, SeatPanel, kept_rows
from kotva.games.hexxi import board
from kotva.games.hexxi.board import fields_of, near
from kotva.games.hexxi.flights import drawing, flights
from kotva.games.hexxi.ground import (
    CENTRE,
    GROUND,
    HEIGHT,
    INITIATIVE_PLACE,
    ORDER_LINE,
    SPYGLASS_PLACE,
    WIDTH,
    field_place,
)
from kotva.games.hexxi.rules import codes, initiative
from kotva.games.hexxi.rules.confrontation import suitable_bases
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.hexxi.rules.table import base_field, base_owner, count, hand_size, kind_of, owner_of
from kotva.games.hexxi.text import kind_words, prompt, token_words

BIDS_A_ROW = 7


def scene(view: View[Hexxi], say: Say) -> Scene:
    """Everything on the table, as this viewer may see it."""
    s = view.seen
    # Most of it stays as it is from move to move; what lies face down is another thing for its owner than for the others.
    corners = stamp(s.seats, s.order, s.phase)
    lying = stamp(s.seats, s.phase, s.player, s.own, s.kinds, s.captor)
    held = [_held(s, seat) for seat in range(int(s.seats))]
    items = [
        *say.keep_all("hexxi fields", int(s.seats), _fields, s, say),
        *say.keep_all("hexxi far", stamp(s.seats, s.to_act()), _far_edges, s, say),
        *say.keep_all("hexxi links", lying, _links, s),
        *say.keep_all("hexxi bases", stamp(s.seats, s.captor), _bases, s, say),
        *_tokens(s, say),
        *say.keep_all(("hexxi hand", view.seat), stamp(s.hand), _hand, view, s, say),
        *say.keep_all(("hexxi corners", view.seat is None), corners, _corners, view, s, say),
    ]
    for seat, stock in enumerate(held):
        items += say.keep_all(("hexxi beside", seat, view.seat == seat), stock, _beside, s, seat, say)
    scored = stamp(s.seats, s.sheet, s.round, s.rounds, s.phase == codes.ENDED)
    return Scene(
        WIDTH,
        round(HEIGHT, 1),
        tuple(items),
        prompt=prompt(view, say),
        seats=tuple([_kept_panel(s, seat, view.seat == seat, stock, say) for seat, stock in enumerate(held)]),
        panels=(*_auction(view, s, say), *say.keep_all("hexxi sheets", scored, _sheets, s, say)),
        last=tuple(dict.fromkeys(_touched(view))),
        courses=tuple(_courses(view, s)),
        flights=tuple(flights(view, {item.id for item in items})),
        ground=GROUND,
        rows=kept_rows(view.seat, int(s.seats)),
        tags=tuple(_tags(s, say)),
    )


# -- on the board -------------------------------------------------------------------------------------------------------


def _fields(s: Hexxi, say: Say) -> Iterable[Item]:
    for field in range(board.FIELDS):
        if base_owner(s, field) != board.NONE:
            continue
        x, y = field_place(field)
        label = say("field {field}", field=board.FIELD_NAMES[field])
        yield Item(f"field-{board.FIELD_NAMES[field]}", "centre" if field == CENTRE else "field", x, y, label=label)


def _far_edges(s: Hexxi, say: Say) -> Iterable[Item]:
    """HEX-2.10: the far edges of the player on turn, but for fields of bases."""
    seat = int(s.to_act())
    if seat < 0:
        return
    for field in fields_of(int(board.FAR_EDGES[base_field(s, seat)])):
        if base_owner(s, field) == board.NONE:
            x, y = field_place(field)
            hint = say("Far edge of {player}: a ship here counts three times.", player=say.player(seat))
            yield Item(f"far-{board.FIELD_NAMES[field]}", "far", x, y, layer=2, owner=seat, hint=hint)


def _links(s: Hexxi) -> Iterable[Item]:
    """Ropes along the connections of the player on turn (HEX-9.2); each tells about the units it connects."""
    if s.phase not in (codes.CONFRONT, codes.ESCORTING):
        return
    ropes: dict[tuple[int, int], list[int]] = {}
    for unit in fields_of(int(s.own[s.player] & ~s.kinds[board.CRUISE])):
        for rope in sorted(_ropes(s, int(s.player), unit)):
            ropes.setdefault(rope, []).append(unit)
    for (a, b), units in sorted(ropes.items()):
        (x, y), (u, v) = field_place(a), field_place(b)
        turn = (0, -60, -120)[[int(board.NEXT[a * 6 + d]) for d in range(3)].index(b)]
        of = tuple(f"token-{board.FIELD_NAMES[unit]}" for unit in units)
        ident = f"link-{board.FIELD_NAMES[a]}-{board.FIELD_NAMES[b]}"
        yield Item(ident, "link", (x + u) / 2, (y + v) / 2, layer=4, turn=turn, of=of)


def _ropes(s: Hexxi, seat: int, unit: int) -> set[tuple[int, int]]:
    """The pairs of adjacent fields that connect a unit with suitable bases, the lower field first."""
    bases = int(suitable_bases(s, seat, kind_of(s, board.MASK[unit])))
    out = set()
    left = int(s.kinds[board.CRUISE] & board.NEAR[unit])
    while left:
        chain = left & -left  # one chain of cruise tokens after another
        while (wider := chain | int(near(chain) & s.kinds[board.CRUISE])) != chain:
            chain = wider
        left &= ~chain
        if near(chain) & bases:
            out |= _pairs(chain, chain) | _pairs(chain, bases) | _pairs(chain, int(board.MASK[unit]))
    return out | _pairs(int(board.MASK[unit]), bases)


def _pairs(some: int, others: int) -> set[tuple[int, int]]:
    """Adjacent fields, one of each mask, the lower one first."""
    return {(min(a, b), max(a, b)) for a in fields_of(some) for b in fields_of(int(board.NEAR[a]) & others)}


def _bases(s: Hexxi, say: Say) -> Iterable[Item]:
    for seat in range(int(s.seats)):
        x, y = field_place(int(base_field(s, seat)))
        name = board.FIELD_NAMES[int(base_field(s, seat))]
        if s.captor[seat] == board.NONE:
            label = say("{field}: base of {player}", field=name, player=say.player(seat))
            yield Item(f"base-{seat}", f"base-{seat}", x, y, layer=3, owner=seat, label=label)
        else:
            label = say("{field}: captured base of {player}", field=name, player=say.player(seat))
            yield Item(f"base-{seat}", "empty-base", x, y, layer=3, owner=seat, label=label, tone="closed")


def _tokens(s: Hexxi, say: Say) -> Iterable[Item]:
    """Ids are by field: an id must not tell two hidden tokens apart."""
    for field in fields_of(int(s.own[0] | s.own[1] | s.own[2] | s.own[3])):
        bit = board.MASK[field]
        owner, kind, is_down, is_trap = (
            int(owner_of(s, bit)),
            int(kind_of(s, bit)),
            bool(s.down & bit),
            bool(s.traps & bit),
        )
        seen = (owner, is_down, is_trap)
        yield say.keep(("hexxi token", field, kind), seen, _token, s, field, kind, owner, say)
        if is_trap:
            x, y = field_place(field)
            yield Item(f"trap-{board.FIELD_NAMES[field]}", "trap", x + 15, y - 15, layer=4, size=0.6)


def _token(s: Hexxi, field: int, kind: int, owner: int, say: Say) -> Item:
    x, y = field_place(field)
    is_down = bool(s.down & board.MASK[field])
    label = token_words(s, field, say)
    symbol, tone = drawing(kind, owner, is_down), "hidden" if is_down else ""
    return Item(f"token-{board.FIELD_NAMES[field]}", symbol, x, y, layer=3, owner=owner, label=label, tone=tone)


# -- beside the board ---------------------------------------------------------------------------------------------------


def _hand(view: View[Hexxi], s: Hexxi, say: Say) -> Iterable[Item]:
    """The viewer's own hand: one item a kind, with how many there are (HEX-16.1: equal tokens are not told apart)."""
    if view.seat is None:
        return
    for kind in range(board.UNKNOWN):
        n = int(s.hand[view.seat * board.KINDS + kind])
        if n:
            label = say("{kind} in your hand: {n}", kind=kind_words(kind, say), n=n)
            hint = say("Value {n}.", n=int(board.VALUE[kind]))
            ident, symbol = f"hand-{board.LETTERS[kind]}", drawing(kind, view.seat, False)
            badge = str(n) if n > 1 else ""
            yield Item(ident, symbol, zone="hand", layer=3, owner=view.seat, label=label, hint=hint, badge=badge)


def _corners(view: View[Hexxi], s: Hexxi, say: Say) -> Iterable[Item]:
    """In the corners of the sheet: the order line (HEX-7.8), and what a hand token is for, or the spyglass."""
    for place in range(int(s.seats) if s.phase != codes.DRAWING else 0):
        seat = int(s.order[place])
        label = say("{player}: place {n} of the order line", player=say.player(seat), n=place + 1)
        x, y = ORDER_LINE[0], ORDER_LINE[1] + 38 * place
        text = str(place + 1)
        yield Item(f"marker-{seat}", f"marker-{seat}", x, y, layer=3, size=0.55, owner=seat, label=label, text=text)
    if view.seat is None or s.phase not in (codes.DEPLOY, codes.PAYING, codes.SHIFTING):
        return
    label = say("your initiative area")
    hint = say("Tokens laid here are not on the board; the highest sum of values here acts first.")
    yield Item("initiative", "initiative", *INITIATIVE_PLACE, layer=3, label=label, hint=hint)
    if s.phase != codes.SHIFTING:
        label = say("intelligence")
        hint = say("Uncover a face-down token of an opponent and pay its value.")
        yield Item("spyglass", "spyglass", *SPYGLASS_PLACE, layer=3, label=label, hint=hint)


def _beside(s: Hexxi, seat: int, say: Say) -> Iterable[Item]:
    """The initiative area and the captured pile of a seat, in its panel."""
    zone = f"seat-{seat}"
    player = say.player(seat)
    number = 0
    for kind, is_down, n in _stock(s, seat):
        for _ in range(n):
            symbol = drawing(kind, seat, is_down)
            if is_down:
                label = say("initiative of {player}: {kind}, face down", player=player, kind=kind_words(kind, say))
            else:
                label = say("initiative of {player}: {kind}", player=player, kind=kind_words(kind, say))
            yield Item(f"init-{seat}-{number}", symbol, zone=zone, layer=3, owner=seat, size=0.7, label=label)
            number += 1
    number = 0
    if prize_points(s, seat):
        label = say("captured by {player}", player=player)
        yield Item(f"prizes-{seat}", "prizes", zone=zone, layer=3, size=0.7, label=label)
    for owner in range(int(s.seats)):
        for kind in range(board.UNKNOWN):
            for _ in range(int(s.pile[seat * 16 + owner * 4 + kind])):
                label = say(
                    "captured by {player}: {kind} of {owner}",
                    player=player,
                    kind=kind_words(kind, say),
                    owner=say.player(owner),
                )
                ident = f"pile-{seat}-{number}"
                yield Item(ident, drawing(kind, owner, False), zone=zone, owner=owner, size=0.7, label=label)
                number += 1
        if s.captor[owner] == seat:
            label = say("captured by {player}: base of {owner}", player=player, owner=say.player(owner))
            yield Item(f"conquest-{owner}", f"base-{owner}", zone=zone, owner=owner, size=0.7, label=label)


def _stock(s: Hexxi, seat: int) -> Iterable[tuple[int, bool, int]]:
    """What lies in an initiative area: kind, whether face down, how many."""
    for kind in range(board.UNKNOWN):
        yield kind, False, int(s.open[seat * board.KINDS + kind])
    for kind in range(board.KINDS):
        yield kind, True, int(s.area[seat * board.KINDS + kind])


def _held(s: Hexxi, seat: int) -> tuple[object, ...]:
    """What a seat has beside the board. It is the same for all but its own player, who knows what lies face down."""
    at = seat * board.KINDS
    areas = s.area[at : at + board.KINDS], s.open[at : at + board.KINDS]
    return stamp(s.seats, *areas, s.pile[seat * 16 : seat * 16 + 16], s.captor)


def _kept_panel(s: Hexxi, seat: int, mine: bool, held: tuple[object, ...], say: Say) -> SeatPanel:
    counted = (held, *stamp(s.points[seat], hand_size(s, seat)))
    return say.keep(("hexxi seat", seat, mine), counted, _panel, s, seat, say)


def _panel(s: Hexxi, seat: int, say: Say) -> SeatPanel:
    facts = [Fact(say("hand"), str(int(hand_size(s, seat))), f"back-{seat}")]
    face_down = int(count(s.area, seat))
    seen = int(initiative.initiative(s, seat))
    unknown = int(s.area[seat * board.KINDS + board.UNKNOWN])
    mine = sum(int(board.VALUE[kind]) * int(s.area[seat * board.KINDS + kind]) for kind in range(board.UNKNOWN))
    total = f"{seen}+?" if unknown else f"{seen}+{mine}" if mine else str(seen)
    if face_down or count(s.open, seat):
        hint = say("Values in the initiative area; ? stands for tokens face down. The highest sum acts first.")
        if mine:
            hint = say(
                "Values in the initiative area, after + those of your own tokens face down. The highest sum acts first."
            )
        facts.append(Fact(say("initiative"), total, "initiative", hint))
    if prize_points(s, seat):
        facts.append(Fact(say("points for what is captured"), f"+{prize_points(s, seat)}", "prizes"))
    return SeatPanel(seat, str(int(s.points[seat])), tuple(facts))


def prize_points(s: Hexxi, seat: int) -> int:
    """HEX-14.4, HEX-14.5: what the captured pile would score now."""
    units = sum(2 * int(board.VALUE[i % 4]) * int(s.pile[seat * 16 + i]) for i in range(16))
    return units + 10 * sum(s.captor[owner] == seat != owner for owner in range(int(s.seats)))


def _tags(s: Hexxi, say: Say) -> Iterable[str]:
    yield say("Round {round} of {rounds}", round=int(s.round), rounds=int(s.rounds))
    names = {
        codes.DEPLOY: say("Deployment"),
        codes.PAYING: say("Intelligence"),
        codes.SHIFTING: say("Deployment"),
        codes.AUCTION: say("Auction"),
        codes.CONFRONT: say("Confrontation"),
        codes.ESCORTING: say("Escort"),
    }
    if int(s.phase) in names:
        yield names[int(s.phase)]
    if s.phase in (codes.CONFRONT, codes.ESCORTING) and s.quiet * 2 >= s.quiet_limit:
        yield say("Quiet actions: {n} of {limit}", n=int(s.quiet), limit=int(s.quiet_limit))


def _auction(view: View[Hexxi], s: Hexxi, say: Say) -> Iterable[Panel]:
    """HEX-7.5: who bids for which place, what stands, who has dropped."""
    if s.phase != codes.AUCTION:
        return
    leader = standing_bidder(s)
    rows = []
    for i in range(int(s.seats)):
        seat = int(s.order[i])
        if s.left & BIT[seat]:
            state = say("bids {n}", n=int(s.bid)) if seat == leader else say("in the auction")
        else:
            places = [place for place in range(int(s.seats)) if s.line[place] == seat]
            state = say("place {n}", n=places[0] + 1) if places else say("waits")
        rows.append((say.player(seat), str(int(initiative.initiative(s, seat))), str(int(s.points[seat])), state))
    yield Panel(
        "auction",
        say("Auction for place {n}", n=int(s.place) + 1),
        (say("player"), say("initiative"), say("points"), ""),
        tuple(rows),
        note=say(
            "The last bidder takes the place and pays what was bid; the others pay nothing. The highest bid is {n}.",
            n=int(s.bid_cap),  # HEX-7.6
        ),
        urgent=view.seat == s.to_act(),
    )
    if view.seat == s.to_act() and s.bid < s.bid_cap:
        bids = [Cell(str(bid), action=f"bid {bid}") for bid in range(int(s.bid) + 1, int(s.bid_cap) + 1)]
        lines = [tuple(bids[i : i + BIDS_A_ROW]) for i in range(0, len(bids), BIDS_A_ROW)]
        yield Panel("bids", say("Your bid"), rows=tuple(lines), urgent=True)


def standing_bidder(s: Hexxi) -> int | None:
    """Who made the standing bid: the bidder before the one on turn, for since then others have only dropped."""
    if s.bid == 0:
        return None
    seat = int(s.player)
    line = [int(s.order[i]) for i in range(int(s.seats))]
    before = line[: line.index(seat)][::-1] + line[line.index(seat) :][::-1]
    return next((other for other in before if other != seat and s.left & BIT[other]), None)


def _sheets(s: Hexxi, say: Say) -> Iterable[Panel]:
    """A sheet for every scored round, the latest first: where every point came from (HEX-14)."""
    scored = int(s.rounds) if s.phase == codes.ENDED else int(s.round) - 1
    seats = range(int(s.seats))
    sources = (
        (say("ships"), codes.SHIPS),
        (say("ships at far edges"), codes.EDGES),
        (say("pirates"), codes.BOATS),
        (say("warship"), codes.WARSHIPS),
        (say("captured units"), codes.CAPTURES),
        (say("captured bases"), codes.CONQUESTS),
        (say("penalty points"), codes.PENALTIES),
        (say("bids"), codes.BIDS),
    )
    for number in range(scored - 1, -1, -1):
        sheet = [
            [int(s.sheet[(number * len(seats) + seat) * codes.COLUMNS + c]) for c in range(codes.COLUMNS)]
            for seat in seats
        ]
        rows = [
            (name, *(str(sheet[seat][column]) if sheet[seat][column] else "·" for seat in seats))
            for name, column in sources
            if any(sheet[seat][column] for seat in seats)
        ]
        rows.append((say("cost of a round"), *(str(-codes.COST) for _ in seats)))
        rows.append((say("together"), *(f"{sum(sheet[seat]) - codes.COST:+d}" for seat in seats)))
        head = ("", *(say.player(seat) for seat in seats))
        yield Panel(f"sheet-{number + 1}", say("Scoring of round {n}", n=number + 1), head, tuple(rows))


# -- what the last action did -------------------------------------------------------------------------------------------


def _touched(view: View[Hexxi]) -> Iterable[str]:
    """Fields and bases that the last action concerned."""
    for code, _, b, c in view.news:
        field = c if code in (codes.LAID, codes.MOVED) else b if code in _WITH_FIELD else board.NONE
        if field != board.NONE:
            yield f"field-{board.FIELD_NAMES[field]}"
        elif code == codes.CONQUERED:
            yield f"base-{b}"


_WITH_FIELD = (codes.SPIED, codes.SHOWN, codes.SHIFTED, codes.CAPTURED, codes.RETURNED)


def _courses(view: View[Hexxi], s: Hexxi) -> Iterable[Course]:
    """The way of a unit that has just moved, if it is still there: a jump bends over the jumped token."""
    over = board.NONE
    for code, a, b, c in view.news:
        if code == codes.JUMPED:
            over = b
        elif code == codes.MOVED:
            points = [field_place(b), *([field_place(over)] if over != board.NONE else []), field_place(c)]
            if s.own[a] & board.MASK[c]:
                yield Course(f"token-{board.FIELD_NAMES[c]}", tuple(points))
            over = board.NONE
