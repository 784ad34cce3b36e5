"""The kit of parts: what boards join, what decisions remember, and that every sample is a scene like a game's."""

from __future__ import annotations

from collections import Counter

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.say import ENGLISH
from kotva.engine.scene import Item, Scene
from kotva.engine.state import OVER
from kotva.paper import drawing
from kotva.parts import auction, cards, draft, hands, pieces, sealed
from kotva.parts.boards import OFF, CellBoard, FreeBoard, HexBoard, SquareBoard
from kotva.parts.places import Track, around, mats, text
from kotva.parts.samples import SAMPLES, SYMBOLS, PartSample
from kotva.parts.seats import SHAPES
from kotva.scene import look
from kotva.scene.svg import render
from kotva.scene.terminal import sketch

PORTS = FreeBoard({"quay": (80, 90), "reef": (220, 60), "isle": (300, 300)}, [("quay", "reef"), ("isle", "reef")])
BOARDS = {
    "square": SquareBoard(5, 3),
    "diagonal": SquareBoard(3, 3, diagonal=True),
    "hexes": HexBoard(4, 3),
    "large": HexBoard.large(3),
    "free": PORTS,
}


# -- boards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_neighbours_are_each_other_s_and_names_are_their_own(board: CellBoard) -> None:
    assert len(set(board.names)) == board.size == len(board.places) == len(board.neighbours)
    for cell, near in enumerate(board.neighbours):
        assert cell not in near
        assert len(set(near)) == len(near)
        assert all(cell in board.neighbours[other] for other in near)
        assert board.number(board.names[cell]) == cell
    for item in board.cells():
        assert 32 <= item.x <= board.width - 32
        assert 32 <= item.y <= board.height - 32


@pytest.mark.parametrize("name", ["square", "hexes", "large"])
def test_neighbours_lie_beside_each_other(name: str) -> None:
    """Cells that touch in the picture are the ones that touch in the rules, and no others."""
    board = BOARDS[name]
    for cell, (x, y) in enumerate(board.places):
        close = {
            other for other, (a, b) in enumerate(board.places) if other != cell and (a - x) ** 2 + (b - y) ** 2 < 66**2
        }
        assert close == set(board.neighbours[cell])


def test_steps_lead_off_the_board_at_its_edge() -> None:
    board = SquareBoard(3, 2)
    assert [board.step(0, *way) for way in ((1, 0), (0, 1), (-1, 0), (0, -1), (2, 1))] == [1, 3, OFF, OFF, 5]
    hexes = HexBoard.large(2)
    assert hexes.names == ("a1", "a2", "b1", "b2", "b3", "c1", "c2")
    middle = hexes.number("b2")
    steps = [hexes.step(middle, *way) for way in ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))]
    assert sorted(steps) == sorted(hexes.neighbours[middle])
    assert hexes.step(hexes.number("a1"), -2, 0) == OFF


def test_what_shares_a_cell_stands_side_by_side() -> None:
    board = SquareBoard(2, 2)
    for several in (2, 3, 4, 6, 9):
        put = [board.put(Item(str(i), "pawn"), 3, i, several) for i in range(several)]
        assert len({(item.x, item.y) for item in put}) == several
        assert all(abs(item.x - board.places[3][0]) <= 32 and abs(item.y - board.places[3][1]) <= 32 for item in put)
        assert all(item.size < 1 for item in put)


# -- cards, tracks, mats, seats, texts ---------------------------------------------------------------------------------


def test_fifty_two_cards_have_names_and_drawings_of_their_own() -> None:
    assert len({cards.called(card, ENGLISH) for card in range(53)}) == 53
    assert len(set(cards.PLAYING.values())) == 53
    assert cards.called(51, ENGLISH) == "king of clubs"


def test_a_row_overlaps_where_it_has_no_room_and_a_fan_turns() -> None:
    many = [cards.face_down(str(i), ENGLISH) for i in range(20)]
    row = cards.row(many, 10, 50, 300)
    assert row[0].x - cards.WIDE / 2 == pytest.approx(10)
    assert row[-1].x + cards.WIDE / 2 == pytest.approx(310)
    few = cards.row(many[:3], 10, 50, 300)
    assert few[1].x - few[0].x > cards.WIDE
    fan = cards.fan(many[:5], 100, 200)
    assert [item.x for item in fan] == sorted(item.x for item in fan)
    assert (fan[2].x, fan[2].turn) == (100, 0)
    assert fan[2].y == pytest.approx(200)
    opposite = cards.fan(many[:5], 100, 200, turn=180)
    assert opposite[2].y == pytest.approx(200)
    assert opposite[0].x > opposite[4].x


def test_a_pile_is_as_high_as_it_is_large() -> None:
    assert [len(cards.pile("deck", n, 0, 0, "the deck")) for n in (0, 1, 2, 3, 40)] == [1, 1, 2, 3, 3]
    assert [cards.pile("deck", n, 0, 0, "the deck")[-1].badge for n in (0, 7)] == ["0", "7"]
    assert {cards.pile("deck", n, 0, 0, "the deck")[-1].id for n in (0, 1, 7)} == {"deck"}


def test_a_track_goes_around_and_a_mat_holds_what_is_put_on_it() -> None:
    track = Track.around(5, 4, 30, 30)
    assert len(set(track.points)) == len(track.points) == 14
    apart = [
        abs(a[0] - b[0]) + abs(a[1] - b[1])
        for a, b in zip(track.points, track.points[1:] + track.points[:1], strict=True)
    ]
    assert set(apart) == {44.0}
    assert track.put(Item("m", "disc"), 14).x == track.put(Item("m", "disc"), 0).x
    back_and_forth = Track.line(6, 0, 0, each=3)
    assert [x for x, _ in back_and_forth.points] == [0, 44, 88, 88, 44, 0]
    for mat in mats(8, 10, 10, 200, 90, across=2):
        for slot in range(mat.places):
            x, y = mat.place(slot)
            assert mat.x < x < mat.x + mat.width
            assert mat.y < y < mat.y + mat.height
    assert len({(mat.x, mat.y) for mat in mats(8, 10, 10, 200, 90)}) == 8


def test_the_viewer_sits_at_the_bottom() -> None:
    spots = around(5, 400, 300, viewer=3)
    assert max(range(5), key=lambda seat: spots[seat][1]) == 3
    assert spots[3][0] == pytest.approx(200)


def test_seats_have_eight_shapes_the_same_everywhere() -> None:
    assert tuple(seat.shape for seat in look.SEATS) == SHAPES
    assert len(set(SHAPES)) == 8


@pytest.mark.parametrize(("words", "size"), [("A", 30.0), ("long", 30.0), ("long", 12.0)])
def test_a_text_has_the_size_that_was_asked_for(words: str, size: float) -> None:
    item = text("t", words, 50, 50, size)
    assert f'font-size="{size:g}"' in render(Scene(100, 100, (item,)), {})


def test_cards_and_pieces_are_printed() -> None:
    printed = cards.printed("cards", [("card-5", 2), ("card-6", 1)])
    assert [(one.count, one.size, one.front, one.back) for one in printed] == [
        (2, (63.0, 88.0), "card-5", "card-back"),
        (1, (63.0, 88.0), "card-6", "card-back"),
    ]
    for component in (*printed, pieces.printed("ships", "boat", 4, owner=2)):
        image = drawing._piece(SYMBOLS[component.front], component.size, component.box, component.owner, False, 100)
        assert len(image.getcolors(1 << 20) or ()) > 3  # more than paper


# -- decisions ---------------------------------------------------------------------------------------------------------


def test_sealed_choices_stay_hidden_until_the_last_one() -> None:
    chosen = sealed.opened(3)
    assert (sealed.first(chosen), sealed.complete(chosen)) == (0, False)
    chosen[0], chosen[2] = 4, sealed.OUT
    assert [sealed.owes(chosen, seat) for seat in (-1, 0, 1, 2, 3)] == [False, False, True, False, False]
    assert sealed.seen(chosen, 1) == [sealed.CLOSED, sealed.OPEN, sealed.OUT]
    assert sealed.seen(chosen, 0) == chosen
    assert sealed.seen(chosen, -4) == sealed.seen(chosen, 1)
    guess = sealed.seen(chosen, 1)
    sealed.redeal(guess, lambda seat: (seat + 2,), Rng(1))
    assert guess == [2, sealed.OPEN, sealed.OUT]
    chosen[1] = 4
    assert sealed.first(chosen) == OVER
    assert sealed.seen(chosen, 2) == chosen
    assert [sealed.highest(chosen, begin) for begin in range(3)] == [0, 1, 0]
    assert sealed.alone([3, 5, 5, 1, sealed.OUT]) == [0, 3]
    assert sealed.highest([sealed.OUT, sealed.OUT]) == sealed.OPEN


def test_a_redeal_reaches_every_choice() -> None:
    rng, found = Rng(5), Counter[int]()
    for _ in range(300):
        chosen = [sealed.CLOSED, sealed.OPEN]
        sealed.redeal(chosen, lambda _seat: range(3), rng)
        found[chosen[0]] += 1
    assert min(found.values()) > 60
    assert sorted(found) == [0, 1, 2]


def test_an_auction_ends_with_the_last_one_who_has_not_passed() -> None:
    lot = auction.opened(3, first=2)
    assert [auction.refusal(lot, 2, amount, 5) for amount in (0, 1, 5, 6)] == [
        auction.TOO_LOW, auction.FINE, auction.FINE, auction.TOO_HIGH,
    ]  # fmt: skip
    assert auction.refusal(lot, 0, 3, 5) == auction.OUT_OF_TURN
    auction.bid(lot, 1)
    assert auction.bidder(lot) == 0
    auction.drop(lot)
    assert not auction.is_in(lot, 0)
    auction.bid(lot, 4)
    assert auction.bidder(lot) == 2  # not 0, who is out
    auction.drop(lot)
    assert (auction.closed(lot), auction.leader(lot), auction.price(lot)) == (True, 1, 4)


def test_an_auction_that_nobody_wants_has_no_winner() -> None:
    lot = auction.opened(2, first=0)
    auction.drop(lot)
    assert not auction.closed(lot)  # the last one may still bid
    auction.drop(lot)
    assert (auction.closed(lot), auction.leader(lot)) == (True, auction.NOBODY)
    assert auction.bidder(auction.none(2)) == auction.NOBODY


def test_who_is_out_from_the_start_is_never_asked() -> None:
    lot = auction.opened(4, first=1, out=(1, 2))
    assert auction.bidder(lot) == 3
    auction.bid(lot, 1)
    assert auction.bidder(lot) == 0


def test_in_bidding_a_pass_is_not_for_good() -> None:
    lot = auction.opened(3, first=0, stays=True)
    auction.drop(lot)
    auction.bid(lot, 1)
    auction.drop(lot)
    assert auction.bidder(lot) == 0  # who passed may come back
    auction.bid(lot, 2)
    auction.drop(lot)
    auction.drop(lot)
    assert (auction.closed(lot), auction.leader(lot), auction.price(lot)) == (True, 0, 2)
    silent = auction.opened(3, first=0, stays=True)
    for _ in range(3):
        assert not auction.closed(silent)
        auction.drop(silent)
    assert (auction.closed(silent), auction.leader(silent)) == (True, auction.NOBODY)


@pytest.mark.parametrize("stays", [False, True])
def test_what_bids_and_passes_lead_to_is_sound_and_what_is_spoiled_is_not(stays: bool) -> None:
    """Every auction for three with up to three coins, move by move; then each with a number that cannot be."""
    money, seen = [3, 2, 3], set[tuple[int, ...]]()
    open_now = [auction.opened(3, first, stays=stays) for first in range(3)]
    while open_now:
        lot = open_now.pop()
        if tuple(lot) in seen or auction.closed(lot):
            continue
        seen.add(tuple(lot))
        assert auction.sound(lot, money), lot
        turn = auction.bidder(lot)
        for amount in range(4):
            after = lot[:]
            if amount == 0:
                auction.drop(after)
            elif auction.refusal(lot, turn, amount, money[turn]) == auction.FINE:
                auction.bid(after, amount)
            else:
                continue
            open_now.append(after)
    assert len(seen) > 20
    assert auction.sound(auction.none(3), money)
    spoiled = [[*lot[:1], 1, *lot[2:]] for lot in seen if lot[0] == 3]  # player 2 has two coins
    spoiled += [[*lot[:2], lot[1], *lot[3:]] for lot in seen if lot[1] >= 0]  # the leader is asked
    spoiled += [[*lot[:-1], 2] for lot in seen] + [list(lot[:-1]) for lot in seen]
    spoiled += [[0, *lot[1:]] for lot in seen if lot[1] >= 0]
    assert not [lot for lot in spoiled if auction.sound(lot, money)]


def test_hidden_hands_are_dealt_from_what_was_not_seen() -> None:
    total, held = [2, 2, 2], [1, 1, 0, 0, 1, 1]
    seen = hands.seen(held, 3, viewer=0)
    assert seen == [1, 1, 0, -1, -1, -1]
    unseen = hands.left(total, 3, seen)
    assert unseen == [1, 1, 2]
    dealt = Counter[tuple[int, ...]]()
    rng = Rng(3)
    for _ in range(400):
        guess, rest = seen[:], [hands.UNKNOWN] * 3
        hands.redeal(guess, rest, 3, [2, 2], unseen, rng)
        assert guess[:3] == [1, 1, 0]
        assert hands.left(total, 3, guess, rest) == [0, 0, 0]
        dealt[tuple(guess[3:])] += 1
    # Of six pairs out of four cards: ab once, ac twice, bc twice, cc once.
    assert set(dealt) == {(1, 1, 0), (1, 0, 1), (0, 1, 1), (0, 0, 2)}
    assert dealt[1, 0, 1] > dealt[1, 1, 0] > 30


def test_packs_go_round_and_a_snake_turns_back() -> None:
    packs, taken = [1, 1, 2, 0, 0, 2], [0] * 6
    draft.take(packs, 2, [0, 0, 1], taken)
    assert (packs, taken) == ([0, 1, 1, 0, 0, 1], [1, 0, 1, 0, 0, 1])
    draft.pass_on(packs, 2)
    assert packs == [0, 1, 0, 1, 1, 0]
    draft.pass_on(packs, 2, draft.RIGHT)
    assert packs == [0, 1, 1, 0, 0, 1]
    assert [draft.snake(3, turn, first=1) for turn in range(7)] == [1, 2, 0, 0, 2, 1, 1]


# -- samples -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.make.__name__)
def test_every_sample_is_a_scene_in_each_moment(sample: PartSample) -> None:
    pictures = set()
    for step in range(sample.moments):
        scene = sample.make(step, ENGLISH)
        ids = Counter(item.id for item in scene.items)
        assert [name for name, n in ids.items() if n > 1] == []
        assert {item.symbol for item in scene.items} - {""} <= set(SYMBOLS)
        for item in scene.items:
            assert 0 <= item.x <= scene.width
            assert 0 <= item.y <= scene.height
        pictures.add(render(scene, SYMBOLS))
        assert sketch(scene, ENGLISH)
    assert len(pictures) == sample.moments  # each moment shows something else
