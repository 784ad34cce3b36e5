"""Action cards (SET-9) and the largest army (SET-10.5)."""

from mypy_extensions import i64

from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.settlers import board
from kotva.games.settlers.board import count, covers, total
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.building import has_edge
from kotva.games.settlers.rules.points import check_win, gain, lose, pay
from kotva.games.settlers.rules.robber import begin_robber
from kotva.games.settlers.rules.table import Island

# -- buying (SET-9.1) ------------------------------------------------------------------------------------------------


def buy_forbidden(s: Island, seat: i64) -> i64:
    if s.deck == 0:
        return codes.SET_9_1
    return OK if covers(s.hand[seat], board.CARD_COST) else codes.SET_7_1


def buy(s: Island, seat: i64) -> None:
    pay(s, seat, board.CARD_COST)
    if s.rule.separate:
        s.closed = 1  # SET-4.4
    s.phase = codes.DRAWING


def draw(s: Island, kind: i64) -> None:
    """The top card, unseen by others; a victory point may win at once (SET-13.4)."""
    s.deck -= board.UNIT[kind]
    s.fresh += board.UNIT[kind]
    s.phase = codes.MAIN
    s.emit(codes.BOUGHT, s.player, kind, 0)
    check_win(s)


# -- playing (SET-9.2 to 9.4) ----------------------------------------------------------------------------------------


def card_forbidden(s: Island, seat: i64, kind: i64) -> i64:
    """SET-9.2: one a turn; SET-9.3: not one bought in this turn; SET-9.4: before the roll what the option allows."""
    if s.phase == codes.BEFORE_ROLL and kind != board.KNIGHT and not s.rule.early_any:
        return codes.SET_9_4
    if s.played:
        return codes.SET_9_2
    return OK if count(s.cards[seat], kind) > 0 else codes.SET_9_3


def list_cards(s: Island, seat: i64, out: Moves) -> None:
    """SET-9.11: victory point cards are not played. The seat has cards and has played none in this turn (SET-9.2)."""
    if card_forbidden(s, seat, board.KNIGHT) == OK:
        out.add(board.PLAY_KNIGHT)
    if roads_forbidden(s, seat) == OK:
        out.add(board.PLAY_ROADS)
    if card_forbidden(s, seat, board.INVENTION) == OK and s.bank != 0:
        for i in range(i64(20)):
            if plenty_fits(s, board.PLENTY_PACKS[i]):
                out.add(board.PLENTY + i)
    if card_forbidden(s, seat, board.MONOPOLY) == OK:
        for resource in range(i64(5)):
            out.add(board.MONOPOLIZE + resource)


def spend(s: Island, seat: i64, kind: i64) -> None:
    """SET-9.9: a played card never comes back."""
    s.cards[seat] -= board.UNIT[kind]
    s.spent += board.UNIT[kind]
    s.played = 1
    s.back = s.phase


def play_knight(s: Island, seat: i64) -> None:
    """SET-9.5: open and in the army at once; a win comes before the robber (SET-13.3)."""
    spend(s, seat, board.KNIGHT)
    s.army[seat] += 1
    s.emit(codes.KNIGHTED, seat, s.army[seat], 0)
    # SET-10.5: the first with three, then a player with more than the holder.
    needed: i64 = 3 if s.largest == board.NONE else s.army[s.largest] + 1
    if s.largest != seat and s.army[seat] >= needed:
        if s.largest != board.NONE:
            s.points[s.largest] -= 2
        s.largest = seat
        s.points[seat] += 2
        s.emit(codes.LARGEST, seat, s.army[seat], 0)
        if check_win(s):
            return
    begin_robber(s)


def roads_forbidden(s: Island, seat: i64) -> i64:
    """SET-9.6: only with a road in the supply and an edge for it."""
    answer: i64 = card_forbidden(s, seat, board.ROAD_BUILDING)
    if answer != OK:
        return answer
    return OK if s.spare[seat * 3 + codes.ROADS] > 0 and has_edge(s, seat) else codes.SET_9_6


def play_roads(s: Island, seat: i64) -> None:
    spend(s, seat, board.ROAD_BUILDING)
    s.emit(codes.ROADS_CARD, seat, 0, 0)
    s.free = 2
    s.phase = codes.FREE_ROAD


def skip_forbidden(s: Island) -> i64:
    """SET-9.6: the first road must be placed, the second may be left out."""
    return OK if s.free == 1 else codes.SET_9_6


def lapse(s: Island) -> None:
    """The rest of the card is given up."""
    s.free = 0
    s.phase = s.back


def plenty_fits(s: Island, pack: i64) -> bool:
    """SET-9.7: two cards the bank holds, or the one card it holds in all."""
    return covers(s.bank, pack) and (total(pack) == 2 or total(s.bank) == 1)


def plenty_forbidden(s: Island, seat: i64, which: i64) -> i64:
    answer: i64 = card_forbidden(s, seat, board.INVENTION)
    if answer != OK:
        return answer
    return OK if plenty_fits(s, board.PLENTY_PACKS[which]) else codes.SET_9_7


def play_plenty(s: Island, seat: i64, which: i64) -> None:
    spend(s, seat, board.INVENTION)
    pack: i64 = board.PLENTY_PACKS[which]
    s.bank -= pack
    gain(s, seat, pack)
    s.emit(codes.INVENTED, seat, pack, 0)


def play_monopoly(s: Island, seat: i64, resource: i64) -> None:
    """SET-9.8: every opponent gives all cards of it, also one who has left (SET-14.7)."""
    spend(s, seat, board.MONOPOLY)
    found: i64 = 0
    for other in range(s.seats):
        if other != seat:
            found += count(s.hand[other], resource)
    s.emit(codes.MONOPOLIZED, seat, resource, found)
    for other in range(s.seats):
        n: i64 = count(s.hand[other], resource) if other != seat else 0
        if n > 0:
            s.emit(codes.GAVE, other, seat, n * board.UNIT[resource])
            lose(s, other, n * board.UNIT[resource])
    gain(s, seat, found * board.UNIT[resource])
