"""The board (SET-2), the dice for the start and the founding phase (SET-3)."""

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import BIT, lowest, popcount
from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.settlers import board
from kotva.games.settlers.board import count
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.building import is_taken, put_road, settle
from kotva.games.settlers.rules.points import gain
from kotva.games.settlers.rules.signs import path_signs
from kotva.games.settlers.rules.table import Island
from kotva.games.settlers.rules.turn import begin_turn

# -- laying the board by chance (SET-2.2, 2.5, 2.7): hex by hex, harbour by harbour, then the start corner -----------


def list_laying(s: Island, out: Moves) -> None:
    """The next hex or harbour is any of those not laid yet, each equally likely: so is every arrangement."""
    if not is_full(s.terrain):
        list_left(s.terrain, board.TERRAINS, board.TILE, out)
    elif not is_full(s.harbour):
        list_left(s.harbour, board.HARBOUR_KINDS, board.HARBOUR, out)
    else:
        for corner in range(i64(board.CORNERS)):
            out.weigh(board.CORNER + corner, 1)  # SET-2.5


def is_full(laid: vec[i64]) -> bool:
    return laid[len(laid) - 1] != board.NONE


def list_left(laid: vec[i64], kinds: vec[i64], base: i64, out: Moves) -> None:
    for kind in range(i64(len(kinds))):
        left: i64 = kinds[kind]
        for k in laid:
            if k == kind:
                left -= 1
        if left:
            out.weigh(base + kind, left)


def lay(s: Island, family: i64, rest: i64) -> None:
    """One outcome of `list_laying`; the board's arrays are shared by clones, so each step makes a new one."""
    if family == board.CORNER:
        set_board(s, s.terrain, tokens(s.terrain, rest), s.harbour)
        begin_start(s)
    elif family == board.HARBOUR:
        s.harbour = laid_next(s.harbour, rest)
    else:
        s.terrain = laid_next(s.terrain, rest)
        if s.fixed and is_full(s.terrain):
            s.harbour = board.FIXED_HARBOURS  # SET-2.7


def laid_next(laid: vec[i64], kind: i64) -> vec[i64]:
    more = laid[:]
    i: i64 = 0
    while more[i] != board.NONE:
        i += 1
    more[i] = kind
    return more


def tokens(terrain: vec[i64], corner: i64) -> vec[i64]:
    """SET-2.3: the numbers in the order of their letters along the spiral; SET-2.4: the desert uses up none."""
    token = terrain[:]
    letter: i64 = 0
    for i in range(i64(board.HEXES)):
        hexagon: i64 = board.SPIRAL[corner * board.HEXES + i]
        if terrain[hexagon] == board.DESERT:
            token[hexagon] = 0
        else:
            token[hexagon] = board.LETTERS[letter]
            letter += 1
    return token


def set_board(s: Island, terrain: vec[i64], token: vec[i64], harbour: vec[i64]) -> None:
    """The board lies; SET-2.10: the robber starts on the desert."""
    s.terrain = terrain
    s.token = token
    s.harbour = harbour
    for hexagon in range(i64(board.HEXES)):
        if terrain[hexagon] == board.DESERT:
            s.robber = hexagon
    s.emit(codes.BOARD_LAID, 0, 0, 0)


# -- the starting player (SET-3.3 to 3.5) ----------------------------------------------------------------------------


def begin_start(s: Island) -> None:
    """SET-3.2: with the board laid the starting player is found, unless the options name one (SET-3.5)."""
    if s.first != board.NONE:
        begin_founding(s)
        return
    s.phase = codes.STARTING
    s.contenders = BIT[s.seats] - 1
    s.best = 0
    s.tied = 0
    s.player = 0


def start_roll(s: Island, first: i64, second: i64) -> None:
    """SET-3.3: in seat order, the highest sum; SET-3.4: those who share it roll again, ten times at most."""
    s.emit(codes.START_ROLLED, s.player, first, second)
    if first + second > s.best:
        s.best = first + second
        s.tied = 0
    if first + second == s.best:
        s.tied |= BIT[s.player]
    s.contenders &= ~BIT[s.player]
    if s.contenders == 0:
        if popcount(s.tied) == 1 or s.repeats == 10:
            s.first = lowest(s.tied)  # the lowest seat
            s.tied = 0
            s.best = 0
            s.repeats = 0
            s.emit(codes.STARTS, s.first, 0, 0)
            begin_founding(s)
            return
        s.repeats += 1
        s.contenders = s.tied
        s.best = 0
        s.tied = 0
    s.player = lowest(s.contenders)


# -- founding (SET-3.6 to 3.10) --------------------------------------------------------------------------------------


def begin_founding(s: Island) -> None:
    s.phase = codes.SETUP_SETTLEMENT
    s.player = s.first
    s.limited = s.turn_limit if s.timed else 0  # SET-14.4: a founding decision counts as a turn there


def founding_settlement_forbidden(s: Island, vertex: i64) -> i64:
    """SET-3.7: an empty vertex without a building beside it."""
    return codes.SET_3_7 if s.blocked & BIT[vertex] else OK


def list_founding_settlements(s: Island, out: Moves) -> None:
    mask: i64 = board.ISLAND & ~s.blocked
    while mask:
        out.add(board.SETTLE + lowest(mask))
        mask &= mask - 1


def found_settlement(s: Island, seat: i64, vertex: i64) -> None:
    """SET-3.9: the second one brings a card for every hex around it, before its road."""
    settle(s, seat, vertex)
    if s.founded >= s.seats:
        pack: i64 = 0
        i: i64 = vertex * 3
        end: i64 = i + 3
        while i < end and board.VERTEX_HEX[i] != board.NONE:
            terrain: i64 = s.terrain[board.VERTEX_HEX[i]]
            # A card the bank does not have cannot be taken; only a position set up by hand has such a bank.
            if terrain != board.DESERT and count(s.bank - pack, terrain) > 0:
                pack += board.UNIT[terrain]
            i += 1
        s.bank -= pack
        gain(s, seat, pack)
        s.emit(codes.FOUNDED, seat, pack, 0)
    s.site = vertex
    s.phase = codes.SETUP_ROAD
    s.forcing = 0  # SET-14.6: the one piece that was due is placed
    s.limited = s.turn_limit if s.timed else 0


def founding_road_forbidden(s: Island, edge: i64) -> i64:
    """SET-3.8: an empty edge that ends at the settlement just placed."""
    return (
        OK if not is_taken(s, edge) and (board.END_A[edge] == s.site or board.END_B[edge] == s.site) else codes.SET_3_8
    )


def list_founding_roads(s: Island, out: Moves) -> None:
    for i in range(s.site * 3, s.site * 3 + 3):
        if board.VERTEX_EDGE[i] != board.NONE and not is_taken(s, board.VERTEX_EDGE[i]):
            out.add(board.ROAD + board.VERTEX_EDGE[i])


def found_road(s: Island, seat: i64, edge: i64) -> None:
    """SET-8.4: a founding road passes the turn on and cannot be moved."""
    s.emit(codes.PAVED, seat, edge, path_signs(s, edge))
    put_road(s, seat, edge)
    s.site = board.NONE
    next_founder(s)


def next_founder(s: Island) -> None:
    """SET-3.6: clockwise, then back; SET-3.10: after the last road the starting player takes the first turn."""
    s.founded += 1
    s.forcing = 0
    if s.founded == 2 * s.seats:
        begin_first_turn(s)
        return
    i: i64 = s.founded if s.founded < s.seats else 2 * s.seats - 1 - s.founded
    s.player = (s.first + i) % s.seats
    s.phase = codes.SETUP_SETTLEMENT
    s.limited = s.turn_limit if s.timed else 0


def begin_first_turn(s: Island) -> None:
    """Round 1 begins with the starting player, or with the first active seat after it (SET-14.7)."""
    s.round = 1
    s.player = s.first
    while s.gone & BIT[s.player]:
        s.player = (s.player + 1) % s.seats
    begin_turn(s)
