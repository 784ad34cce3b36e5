"""What `/parts` shows: each part used in a few lines, in several moments. The code on the page is that of these functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from kotva.engine.say import N_, Say
from kotva.engine.scene import Item, Scene
from kotva.parts import SYMBOLS as PARTS
from kotva.parts import auction, cards, draft, hands, pieces, sealed, seats
from kotva.parts.boards import FreeBoard, HexBoard, SquareBoard
from kotva.parts.places import Mat, Track, around, mats, paragraph, text

OWN: Final = {
    "fish-card": cards.face("3", pieces.PIECES["boat"], "var(--deep)"),
    "tower-card": cards.face("7", pieces.PIECES["tower"], "var(--land)"),
    "crown-card": cards.face("K", pieces.PIECES["crown"], "var(--lamp)"),
    "own-back": cards.back(pieces.PIECES["star"]),
}
SYMBOLS: Final[Mapping[str, str]] = {**PARTS, **cards.PLAYING, **OWN}
PIRATE, ISLES = SquareBoard(6, 4), HexBoard.large(3)
PORTS = FreeBoard(
    {"quay": (80, 90), "reef": (220, 60), "isle": (330, 170), "cape": (130, 220)},
    [("quay", "reef"), ("reef", "isle"), ("isle", "cape"), ("cape", "quay"), ("reef", "cape")],
)


def playing_cards(step: int, say: Say) -> Scene:
    dealt = [(17 * (i + step) + 5 * i * i) % cards.CARDS for i in range(9)]
    shown = [cards.playing_card(f"card-{card}", card, say) for card in dict.fromkeys((*dealt, 10, 37, cards.JOKER))]
    return Scene(460, 110, cards.row(shown, 20, 55, 420))


def own_cards(step: int, _say: Say) -> Scene:
    names = ["fish-card", "tower-card", "crown-card"]
    shown = [Item(name, name, layer=3, label=name) for name in names[step:] + names[:step]]
    return Scene(300, 110, (*cards.row(shown, 20, 55), Item("back", "own-back", 240, 55, layer=3, owner=step)))


def piles(step: int, say: Say) -> Scene:
    deck, drawn = cards.pile("deck", 3 - step, 60, 55, say("the deck")), (12, 20, 36)[:step]
    top = [
        cards.playing_card(f"discard-{card}", card, say)._replace(x=150 + 3 * i, y=55) for i, card in enumerate(drawn)
    ]
    return Scene(260, 110, (*deck, *top))


def fanned_hand(step: int, say: Say) -> Scene:
    mine = [cards.playing_card(f"mine-{card}", card, say) for card in (0, 5, 18, 24, 38, 51, 9)[step:]]
    other = [cards.face_down(f"other-{i}", say, owner=1) for i in range(5)]
    return Scene(300, 250, (*cards.fan(mine, 150, 190), *cards.fan(other, 150, 60, turn=180)))


def dice(step: int, say: Say) -> Scene:
    six = [pieces.die(f"die-{i}", 1 + (i + 2 * step) % 6, 40 + 60 * i, 50, say) for i in range(6)]
    kinds = enumerate((4, 8, 10, 12, 20))
    many = [pieces.die(f"d{n}", 1 + (7 * step + n // 3) % n, 40 + 75 * i, 120, say, sides=n) for i, n in kinds]
    return Scene(400, 170, (*six, *many))


def tokens_and_meeples(step: int, _say: Say) -> Scene:
    shown = [
        Item(name, name, 40 + 64 * (i % 6), 40 + 64 * (i // 6), layer=3, owner=(i + step) % 8, label=name)
        for i, name in enumerate(pieces.PIECES)
    ]
    return Scene(400, 210, tuple(shown))


def eight_seats(step: int, say: Say) -> Scene:
    spots = around(8, 360, 260, viewer=step)
    return Scene(360, 260, tuple(seats.mark(f"seat-{i}", i, x, y, say) for i, (x, y) in enumerate(spots)))


def square_board(step: int, say: Say) -> Scene:
    ship = PIRATE.put(Item("ship", "boat", layer=3, owner=0, label=say("a ship")), (0, 7, 14, 15)[step])
    pawns = [PIRATE.put(Item(f"pawn-{i}", "pawn", layer=3, owner=i), 11, i, 3) for i in range(3)]
    return Scene(PIRATE.width, PIRATE.height, (*PIRATE.cells(PIRATE.chequered()), ship, *pawns), ground=PIRATE.ground())


def hex_board(step: int, say: Say) -> Scene:
    way = (0, 4, *ISLES.neighbours[4][-1:], 18)
    ship = ISLES.put(Item("ship", "boat", layer=3, owner=1, label=say("a ship")), way[step])
    land = {5: "hex-land", 6: "hex-land", 10: "hex-land", 13: "hex-dark"}
    return Scene(ISLES.width, ISLES.height, (*ISLES.cells(land), ship), ground=ISLES.ground())


def free_board(step: int, say: Say) -> Scene:
    ship = PORTS.put(Item("ship", "boat", layer=3, owner=3, label=say("a ship")), (0, *PORTS.neighbours[0])[step])
    return Scene(PORTS.width, PORTS.height, (*PORTS.cells(), ship), ground=PORTS.ground())


def tracks(step: int, say: Say) -> Scene:
    scores, rounds = Track.around(9, 4, 36, 36), Track.line(4, 150, 102)
    points = (3 * step, 5 * step, 3 * step)
    tokens = [Item(f"score-{i}", "disc", layer=3, owner=i, label=f"{say.player(i)}: {n}") for i, n in enumerate(points)]
    markers = [scores.put(token, points[i], i, 3) for i, token in enumerate(tokens)]
    now = rounds.put(Item("round", "lamp", layer=3, owner=4, label=say("round {n}", n=step + 1)), step)
    return Scene(424, 204, (*markers, now), ground=scores.ground() + rounds.ground(first=1))


def player_mats(step: int, say: Say) -> Scene:
    all_of_them: tuple[Mat, ...] = mats(4, 16, 16, 220, 96)
    titles = [mat.title(say.player(mat.seat)) for mat in all_of_them]
    goods = [
        mat.put(Item(f"gem-{mat.seat}", "gem", layer=3, owner=mat.seat), (mat.seat + step) % 4) for mat in all_of_them
    ]
    return Scene(488, 240, (*titles, *goods), ground="".join(mat.ground() for mat in all_of_them))


def texts(step: int, say: Say) -> Scene:
    large = text("large", "Kotva", 110, 40, 24 + 8 * step)
    small = paragraph("rule", say("Words of any size, and sentences in lines."), 110, 90, 200, 14)
    return Scene(220, 150, (large, *small))


def sealed_choice(step: int, say: Say) -> Scene:
    chosen = sealed.opened(4)
    for seat, bid in ((2, 5), (0, 3), (1, 4), (3, 4))[: step + 1]:
        chosen[seat] = bid
    shown = []
    for seat, bid in enumerate(sealed.seen(chosen, viewer=0)):
        card = (
            cards.playing_card(f"bid-{seat}", 12 + bid, say)
            if bid >= 0
            else cards.face_down(f"bid-{seat}", say, owner=seat)
        )
        shown.append(card if bid != sealed.OPEN else Item(f"bid-{seat}", "card-place"))
        shown.append(text(f"name-{seat}", say.player(seat), 60 + 90 * seat, 110, 15))
    places = [item._replace(x=60 + 90 * (i // 2), y=55) if i % 2 == 0 else item for i, item in enumerate(shown)]
    winner = sealed.highest(chosen) if sealed.complete(chosen) else -1
    return Scene(
        390, 130, (*places, *([Item("won", "crown", 60 + 90 * winner, 55, layer=4, size=0.4)] if winner >= 0 else []))
    )


def open_auction(step: int, say: Say) -> Scene:
    lot, prices = auction.opened(3, first=0), Track.line(8, 36, 100)
    for amount in (2, 3, 0, 5, 0)[:step]:
        auction.bid(lot, amount) if amount else auction.drop(lot)
    people = [Item(f"bidder-{i}", "meeple", 80 + 110 * i, 40, layer=3, owner=i) for i in range(3)]
    people = [one if auction.is_in(lot, i) else one._replace(tone="dim") for i, one in enumerate(people)]
    hammer = prices.put(Item("price", "coin", layer=3, label=say("the price")), auction.price(lot))
    turn = auction.bidder(lot) if not auction.closed(lot) else auction.leader(lot)
    sign = Item("turn", "crown" if auction.closed(lot) else "lamp", 50 + 110 * turn, 40, layer=4, size=0.5, owner=turn)
    return Scene(380, 140, (*people, hammer, sign), ground=prices.ground())


def drafting(step: int, say: Say) -> Scene:
    kinds, packs, taken = 3, [2, 1, 1, 1, 2, 1, 1, 1, 2], [0] * 9  # three packs of four cards
    for _ in range(step):
        packs_by_seat = [hands.of(packs, kinds, seat) for seat in range(3)]
        draft.take(packs, kinds, [counts.index(max(counts)) for counts in packs_by_seat], taken)
        draft.pass_on(packs, kinds)
    rows = mats(3, 16, 16, 400, 96, places=8, across=1)
    shown = [mat.title(say.player(mat.seat)) for mat in rows]
    for mat in rows:
        for first, all_cards in ((0, packs), (4, taken)):
            held = [kind for kind, n in enumerate(hands.of(all_cards, kinds, mat.seat)) for _ in range(n)]
            for i, kind in enumerate(held):
                card = Item(f"card-{mat.seat}-{first + i}", tuple(OWN)[kind], layer=3, size=1.3, label=tuple(OWN)[kind])
                shown.append(mat.put(card, first + i))
    return Scene(432, 368, tuple(shown), ground="".join(mat.ground() for mat in rows))


@dataclass(frozen=True, slots=True)
class PartSample:
    """One part on the page: its name, a sentence, how it is made and how many moments it has."""

    title: str
    words: str
    make: Callable[[int, Say], Scene]
    moments: int = 3


SAMPLES: Final = (
    PartSample(N_("Playing cards"), N_("52 cards and the joker, drawn to be told apart in a fan."), playing_cards),
    PartSample(N_("Cards of your own"), N_("Two letters, a drawing and a colour make a card."), own_cards),
    PartSample(N_("Decks and piles"), N_("A pile is as high as it is large, and an empty place at the end."), piles, 4),
    PartSample(N_("Fanned hands"), N_("The own hand below, another player's above, face down."), fanned_hand),
    PartSample(N_("Dice"), N_("Pips for six sides, numbers for 4, 8, 10, 12 and 20."), dice, 4),
    PartSample(
        N_("Tokens and meeples"),
        N_("Pieces in their owner's colour, told apart when small."),
        tokens_and_meeples,
        4,
    ),
    PartSample(
        N_("Up to eight seats"),
        N_("Each has a colour, a shape, a letter and a place."),
        eight_seats,
        8,
    ),
    PartSample(
        N_("Square boards"),
        N_("Cells with names, neighbours and coordinates."),
        square_board,
        4,
    ),
    PartSample(
        N_("Hex boards"), N_("Rectangles and hexagons, with the same names, neighbours and steps."), hex_board, 4
    ),
    PartSample(N_("Free boards"), N_("Places anywhere, joined by ways."), free_board),
    PartSample(
        N_("Tracks"), N_("Scores around a board, rounds in a line; markers on one step stand side by side."), tracks, 4
    ),
    PartSample(
        N_("Player mats"), N_("A frame with places for each seat, in its colour and with its name."), player_mats, 4
    ),
    PartSample(N_("Texts"), N_("Words of any size, and sentences in lines."), texts),
    PartSample(
        N_("Sealed choices"),
        N_("All choose unseen; the last choice turns everything up."),
        sealed_choice,
        4,
    ),
    PartSample(
        N_("Auctions and bidding"),
        N_("Raise or pass; in bidding a pass is not for good."),
        open_auction,
        6,
    ),
    PartSample(N_("Drafting"), N_("Take a card and pass the others on, all at the same time."), drafting, 4),
)
