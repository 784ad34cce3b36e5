"""What a Bosman table looks like: the beach on the left, the boat on the right, hand and special tokens beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product

from kotva.engine.fields import stamp
from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.scene import Course, Fact, Item, Path, Scene, SeatPanel, Sheet, kept_rows
from kotva.games.bosman import board
from kotva.games.bosman.notation import ACTIONS
from kotva.games.bosman.position import hand
from kotva.games.bosman.rules import Bosman, codes
from kotva.games.bosman.text import field_words, gangs_of, prompt, seat_words, token_words

Placed = tuple[str, int, str, int]  # a face-up token: its id, which token, where, and the place there
MARGIN = 34
BEACH = 5 * 64
BOAT_X = MARGIN + BEACH + 84  # the left edge of the seats
BOAT_Y = MARGIN + 64
WIDTH = BOAT_X + 3 * 64 + 44
HEIGHT = MARGIN * 2 + BEACH
CUT = MARGIN + BEACH + 34  # between beach and boat, in the water
SHEETS = (Sheet(0, 0, CUT, HEIGHT), Sheet(CUT, 4, WIDTH - CUT, HEIGHT - 20, turn=1))


def scene(view: View[Bosman], say: Say) -> Scene:
    """Everything on the table, as this viewer may see it."""
    s = view.seen
    # All but the hand lies open, and most of it stays as it is from move to move.
    boat = stamp(s.seats, s.owner, s.closed, s.boat, s.covered)
    open_ = say.keep("bosman open", (boat, *stamp(s.beach, s.boatswain)), _open, s, say)
    beside = say.keep("bosman beside", (boat, *stamp(s.boy, s.poison, s.boatswain, s.stack())), _beside, s, say)
    held = [len(hand(s, seat)) for seat in range(int(s.seats))]
    return Scene(
        WIDTH,
        HEIGHT,
        (*open_, *_hand(view, say), *beside),
        prompt=prompt(view, say),
        seats=say.keep("bosman seats", (boat, *held), lambda: tuple(_panel(s, n, say) for n in range(len(held)))),
        last=tuple(_touched(view)),
        courses=tuple(_courses(view)),
        ground=GROUND,
        sheets=SHEETS,
        rows=kept_rows(view.seat, int(s.seats)),
        tags=(say("Turn {turn} of {limit}", turn=max(1, int(s.turn)), limit=int(s.limit)),),
    )


def field_place(field: int) -> tuple[int, int]:
    """The middle of a field of the beach; row 1 is at the bottom."""
    return MARGIN + field % 5 * 64 + 32, MARGIN + (4 - field // 5) * 64 + 32


def seat_place(at: int) -> tuple[int, int]:
    """The middle of a seat in the boat; digit 1 is at the bottom."""
    return BOAT_X + at % 3 * 64 + 32, BOAT_Y + (2 - at // 3) * 64 + 32


def _open(s: Bosman, say: Say) -> list[Item]:
    """Beach and boat with what lies there."""
    return [*_fields(s, say), *_seats(s, say), *(_token(s, place, say) for place in token_ids(s, None))]


def _beside(s: Bosman, say: Say) -> list[Item]:
    """The boatswain, special tokens and the stack."""
    x, y = field_place(int(s.boatswain))
    words = say("the boatswain on {field}", field=board.FIELD_NAMES[int(s.boatswain)])
    stack = say.many("stack of {n} token", "stack of {n} tokens", int(s.stack()))
    return [
        Item("boatswain", "boatswain", x, y, layer=4, label=words),
        *_specials(s, say),
        Item("stack", "stack", zone="tray", label=stack, badge=str(int(s.stack()))),
    ]


def _fields(s: Bosman, say: Say) -> Iterable[Item]:
    for field in range(board.FIELDS):
        x, y = field_place(field)
        kind = int(board.KIND[field])
        owner = None if kind == board.EMPTY else int(s.owner[kind])
        symbol = "sand" if kind == board.EMPTY else f"outpost-{kind}"
        yield Item(f"field-{board.FIELD_NAMES[field]}", symbol, x, y, owner=owner, label=field_words(s, field, say))


def _seats(s: Bosman, say: Say) -> Iterable[Item]:
    for at in range(board.SEATS):
        x, y = seat_place(at)
        tone = "closed" if s.is_closed(at) else ""
        text = board.SEAT_NAMES[at] if s.boat[at] == board.NONE else ""
        yield Item(f"seat-{board.SEAT_NAMES[at]}", "seat", x, y, label=seat_words(s, at, say), text=text, tone=tone)


def _placed(s: Bosman, seat: int | None) -> list[tuple[int, str, int]]:
    """Every face-up token as (token, where, which): boat, covered, beach, then the viewer's hand.

    Two copies of a token are interchangeable; counting them in the order in which tokens travel keeps their ids still.
    """
    places = [(int(s.boat[at]), "boat", at) for at in range(board.SEATS)]
    places += [(int(s.covered[i + 1]), "covered", int(s.covered[i])) for i in range(0, len(s.covered), 2)]
    places += [(int(s.beach[field]), "beach", field) for field in range(board.FIELDS)]
    if seat is not None:
        places += [(token, "hand", i) for i, token in enumerate(hand(s, seat))]
    return [place for place in places if 0 <= place[0] < len(board.TOKEN_NAMES)]


def token_ids(s: Bosman, seat: int | None) -> list[Placed]:
    """The ids of all face-up tokens."""
    met: dict[int, int] = {}
    out = []
    for token, where, which in _placed(s, seat):
        met[token] = met.get(token, 0) + 1
        out.append((f"{board.TOKEN_NAMES[token]}-{met[token]}", token, where, which))
    return out


def _ids(view: View[Bosman]) -> list[Placed]:
    """The same for a viewer, with the tokens in the own hand."""
    return token_ids(view.seen, view.seat)


def _hand(view: View[Bosman], say: Say) -> list[Item]:
    """The viewer's own tokens."""
    s = view.seen
    held = [place for place in view.cached(_ids) if place[2] == "hand"]
    return say.keep(
        ("bosman hand", view.seat), (*held, *stamp(s.owner)), lambda: [_token(s, place, say) for place in held]
    )


def _held(view: View[Bosman]) -> dict[str, list[str]]:
    """The ids of the viewer's own tokens, by their names."""
    held: dict[str, list[str]] = {}
    for ident, token, where, _ in view.cached(_ids):
        if where == "hand":
            held.setdefault(board.TOKEN_NAMES[token], []).append(ident)
    return held


def _token(s: Bosman, placed: Placed, say: Say) -> Item:
    ident, token, where, which = placed
    owner = int(s.owner[token // 10])
    symbol = f"token-{board.TOKEN_NAMES[token]}"
    words = token_words(token, say)
    if where == "hand":
        label = say("{token} in your hand", token=words)
        return Item(ident, symbol, zone="hand", owner=owner, layer=3, label=label)
    x, y = field_place(which) if where == "beach" else seat_place(which)
    place = board.FIELD_NAMES[which] if where == "beach" else board.SEAT_NAMES[which]
    if where == "covered":
        label = say("{token} on {place}, poisoned", token=words, place=place)
        return Item(ident, symbol, x - 12, y + 12, owner=owner, layer=2, size=0.6, label=label, tone="dim")
    label = say("{token} on {place}", token=words, place=place)
    size = 0.95 if where == "beach" else 0.9
    return Item(ident, symbol, x, y, owner=owner, layer=3, size=size, label=label)


def _specials(s: Bosman, say: Say) -> Iterable[Item]:
    """Cabin boys and poisons beside the screens (BOS-4.3), and the poisons laid in the boat."""
    for gang in range(4):
        if s.boy[gang]:
            token = gang * 10 + board.BOY
            owner = int(s.owner[gang])
            label = say("{token}, special token of {player}", token=token_words(token, say), player=say.player(owner))
            zone = f"seat-{owner}"
            yield Item(
                f"{board.TOKEN_NAMES[token]}-1",
                f"token-{board.TOKEN_NAMES[token]}",
                zone=zone,
                owner=owner,
                layer=3,
                label=label,
            )
    for seat in range(int(s.seats)):
        if s.poison[seat]:
            label = say("poison of {player}", player=say.player(seat))
            yield Item(f"poison-{seat}", "poison", zone=f"seat-{seat}", owner=seat, layer=3, label=label)
    for i in range(0, len(s.covered), 2):
        x, y = seat_place(int(s.covered[i]))
        label = say("poison on seat {seat}", seat=board.SEAT_NAMES[int(s.covered[i])])
        taken = s.boat[int(s.covered[i])] != board.NONE  # BOS-7.4: a token that boards a poisoned seat lies on top
        near, size, layer = (25, 0.3, 2) if taken else (15, 0.5, 4)
        yield Item(f"laid-poison-{i // 2}", "poison", x + near, y + near, layer=layer, size=size, label=label)


def _panel(s: Bosman, seat: int, say: Say) -> SeatPanel:
    facts = (
        Fact(say("hand"), str(len(hand(s, seat))), "back"),
        Fact(
            say("digits"),
            str(int(s.digits(seat))),
            "digits",
            say("The digits of your tokens in the boat, added up: with equal points the higher sum wins."),
        ),
    )
    return SeatPanel(seat, str(int(s.score(seat))), facts, gangs_of(s, seat, say))


def _touched(view: View[Bosman]) -> Iterable[str]:
    """Fields and seats that the last action concerned."""
    for code, a, b, c in view.news:
        if code == codes.LAID:
            yield f"field-{board.FIELD_NAMES[c]}"
        elif code == codes.BOARDED:
            yield f"seat-{board.SEAT_NAMES[c]}"
        elif code == codes.POISONED:
            yield f"seat-{board.SEAT_NAMES[b]}"
        elif code == codes.WEDGED:
            yield f"field-{board.FIELD_NAMES[a]}"


def _courses(view: View[Bosman]) -> Iterable[Course]:
    """The way of the boatswain; where it goes over an edge it leaves the beach and comes in again."""
    points: list[tuple[int, int]] = []
    for code, a, b, _ in view.news:
        if code != codes.WALKED:
            continue
        (x, y), (u, v) = field_place(a), field_place(b)
        if not points:
            points.append((x, y))
        if abs(u - x) > 64 or abs(v - y) > 64:
            step = (64 if u < x else -64 if u > x else 0, 64 if v < y else -64 if v > y else 0)
            points += [(x + step[0], y + step[1]), (u - step[0], v - step[1])]
        points.append((u, v))
    if points:
        yield Course("boatswain", tuple(points))


def paths(view: View[Bosman], action: int) -> Sequence[Path]:
    """What to choose for an action: a token and its field, a poison and its seat, the tokens to exchange."""
    s = view.seen
    if action == board.KEEP or board.DRAW <= action < board.SWAP or view.seat is None:
        return ()
    ids = view.cached(_ids)
    if action >= board.SWAP:
        return _swap_paths(view.cached(_held), ACTIONS.text(action).removeprefix("swap ").split(","))
    if action >= board.PLAY:
        token, field = divmod(action - board.PLAY, board.FIELDS)
        held = [ident for ident, what, where, _ in ids if where == "hand" and what == token]
        if token % 10 == board.BOY and s.boy[token // 10] and s.owner[token // 10] == view.seat:
            held.append(f"{board.TOKEN_NAMES[token]}-1")
        targets = [f"field-{board.FIELD_NAMES[field]}"]
        targets += [ident for ident, _, where, which in ids if where == "beach" and which == field]
        return [(ident, target) for ident, target in product(held, targets)]
    if action >= board.POISON:
        at = action - board.POISON
        seats = [f"seat-{board.SEAT_NAMES[at]}"]
        seats += [ident for ident, _, where, which in ids if where == "boat" and which == at]
        return [(f"poison-{view.seat}", seat) for seat in seats]
    field, at = divmod(action - board.BOARD, board.SEATS)
    token_id = [ident for ident, _, where, which in ids if where == "beach" and which == field]
    return [(ident, f"seat-{board.SEAT_NAMES[at]}") for ident in token_id]


def _swap_paths(held: dict[str, list[str]], names: list[str]) -> Sequence[Path]:
    """All ways to choose the tokens of an exchange from the hand: of equal tokens any will do."""
    if all(len(held.get(name, ())) == 1 for name in names):  # most often there are no equal ones
        return [tuple([held[name][0] for name in names])]
    choices = [list(combinations(held.get(name, ()), names.count(name))) for name in dict.fromkeys(names)]
    return [tuple(ident for group in chosen for ident in group) for chosen in product(*choices)]


def _ground() -> str:
    """The sand with its double border and coordinates, and the hull of the boat on the water."""
    shore = f"M0 0h{MARGIN + BEACH + 26}c-14 40 12 70 0 120s14 80 2 130 8 90-6 {HEIGHT - 250}H0z"
    out = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="var(--sea)"/>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#waves)" opacity=".5"/>',
        f'<path d="{shore}" fill="var(--land)" stroke="var(--ink)" stroke-opacity=".4" stroke-width="1.5"/>',
    ]
    for gap, width in ((6, "2.5"), (2, "1")):
        at, size = MARGIN - gap, BEACH + 2 * gap
        frame = f'x="{at}" y="{at}" width="{size}" height="{size}" stroke-width="{width}"'
        out.append(f'<rect {frame} fill="none" stroke="var(--ink)"/>')
    for i in range(5):
        at = MARGIN + i * 64 + 32
        out.append(f'<text class="coordinate" x="{at}" y="{HEIGHT - 9}" text-anchor="middle">{"abcde"[i]}</text>')
        out.append(f'<text class="coordinate" x="14" y="{at + 5}" text-anchor="middle">{5 - i}</text>')
    return "".join((*out, _hull(), _compass()))


def _hull() -> str:
    """The boat seen from above, bow up, with two thwarts."""
    middle, top, bottom = BOAT_X + 96, BOAT_Y - 80, BOAT_Y + 192 + 30
    left, right = BOAT_X - 22, BOAT_X + 192 + 22
    hull = (
        f"M{middle} {top}C{middle + 70} {top + 24} {right} {top + 70} {right} {BOAT_Y + 60}V{bottom - 40}"
        f"Q{right} {bottom} {right - 46} {bottom}H{left + 46}Q{left} {bottom} {left} {bottom - 40}V{BOAT_Y + 60}"
        f"C{left} {top + 70} {middle - 70} {top + 24} {middle} {top}z"
    )
    thwarts = f"M{left + 24} {BOAT_Y - 6}H{right - 24}M{left + 4} {BOAT_Y + 198}H{right - 4}M{middle} {top + 14}V{BOAT_Y - 12}"
    return (
        f'<path d="{hull}" fill="var(--wood, #b98d5a)" stroke="var(--ink)" stroke-width="3"/>'
        f'<path d="{thwarts}" stroke="var(--ink)" stroke-opacity=".5" stroke-width="2"/>'
    )


def _compass() -> str:
    return (
        f'<g transform="translate({WIDTH - 24} 26)" fill="none" stroke="var(--ink)" stroke-opacity=".6"><circle r="10"/>'
        '<path d="M0-18 4 0 0 18-4 0z" fill="var(--ink)" fill-opacity=".5"/><path d="M-18 0 0-4 18 0 0 4z"/></g>'
    )


GROUND = _ground()
