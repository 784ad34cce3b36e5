"""The run of the game: set-up (TRI-3), the end of a turn (TRI-4) and the limits (TRI-16)."""

from mypy_extensions import i64

from kotva.engine.moves import Moves
from kotva.games.triremes import board
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.ending import finish, forget_sunk
from kotva.games.triremes.rules.fights import ask
from kotva.games.triremes.rules.land import can_carry, can_walk, land_next
from kotva.games.triremes.rules.pacts import after, ally, end_pacts, list_purchases
from kotva.games.triremes.rules.ships import can_sail
from kotva.games.triremes.rules.table import TriremesTable


def set_up(s: TriremesTable, first: i64, auto: bool) -> None:
    """Section 4: ships on their berths, then the first player, then the soldiers. `first` is NONE for a draw by chance."""
    s.clear()
    for seat in range(s.seats):
        s.alive[seat] = s.chart.soldiers[seat]  # TRI-1.2, 1.5
        s.built[seat] = s.chart.ships[seat]
        for berth in range(s.chart.ships[seat]):
            pose: i64 = s.chart.berth[seat * board.BERTHS + berth]  # TRI-3.1: bow on the bow square, heading as marked
            s.add_ship(seat * board.NUMBERS + berth, seat, pose // 4, pose % 4, 0)  # TRI-3.2
        if auto:  # TRI-3.4: on the posts, taken in reading order
            for post in range(s.chart.soldiers[seat]):
                s.put_man(seat, s.chart.post[seat * board.BERTHS + post])
    if s.chart.alliances == board.ALLIANCES_FIXED:  # TRI-19.1: 1+3 against 2+4
        ally(s, 0, 2, 1)
        ally(s, 1, 3, 1)
    s.phase = codes.DRAW_FIRST
    if first != board.NONE:
        begin(s, first)


def begin(s: TriremesTable, first: i64) -> None:
    """TRI-3.5: the first player is known, and places or moves first."""
    s.turn = first
    s.asked = first
    s.phase = codes.SETUP
    s.emit(codes.BEGINS, first, 0, 0)
    if not has_placements(s):
        start(s, first)


def start(s: TriremesTable, first: i64) -> None:
    """The first player begins the first turn."""
    s.turn = first
    s.asked = first
    s.phase = codes.MOVE
    pass_on(s)


def has_placements(s: TriremesTable) -> bool:
    for seat in range(s.seats):
        if s.out[seat] == 0 and s.ashore[seat] < s.alive[seat]:
            return True
    return False


def list_placements(s: TriremesTable, seat: i64, out: Moves) -> None:
    """TRI-3.3: free land squares of one's own map, fortress squares included."""
    on = s.on
    chart = s.chart
    out.reserve(len(chart.home))
    actions = out.a
    n: i64 = out.n
    for i in range(chart.home_from[seat], chart.home_from[seat + 1]):
        square: i64 = chart.home[i]
        if on[square] == board.FREE_LAND:
            actions[n] = chart.code[square]
            n += 1
    out.n = n


def place(s: TriremesTable, seat: i64, square: i64, first: i64) -> None:
    """TRI-3.4: one soldier; then the next player who has any left, until all are placed."""
    s.put_man(seat, square)
    s.emit(codes.PLACED, seat, s.chart.code[square], 0)
    place_next(s, first)


def place_next(s: TriremesTable, first: i64) -> None:
    """Who places next, or the first turn."""
    if not has_placements(s):
        start(s, first if s.out[first] == 0 else after(s, first))
        return
    seat: i64 = after(s, s.asked)
    while s.ashore[seat] == s.alive[seat]:
        seat = after(s, seat)
    s.asked = seat


def go_on(s: TriremesTable) -> None:
    """TRI-4.5: the order of turns stays. After an action: a landing that waits, open fights, then the end (TRI-4.4)."""
    if s.phase == codes.ENDED:
        return
    if s.fought_to != board.NONE:
        s.phase = codes.BATTLE
        return
    if s.landing_ship != board.NONE and land_next(s):
        if s.phase == codes.ENDED:
            return
        if s.fought_to != board.NONE:
            s.phase = codes.BATTLE
            return
    if len(s.fights) > 0:
        ask(s)
        return
    end_turn(s)


def end_turn(s: TriremesTable) -> None:
    """TRI-4.4, step by step."""
    if finish_turn(s):
        pass_on(s)


def finish_turn(s: TriremesTable) -> bool:
    """Prizes, pacts, counters, limits; then the next player. Whether the game goes on."""
    if s.progress:
        for i in range(i64(len(s.prize))):  # (1); TRI-14.5: from now on they are ships like any
            s.prize[i] = 0
    end_pacts(s)  # (2)
    if s.phase == codes.ENDED:
        return False
    if s.progress:
        forget_sunk(s)
    s.turns += 1  # (3); TRI-16.1
    s.quiet = 0 if s.progress else s.quiet + 1
    s.progress = 0
    s.proposed = 0
    if s.quiet >= s.chart.quiet_limit:  # (4); TRI-16.2
        finish(s, codes.QUIET)
        return False
    if s.turns >= s.chart.turn_limit:  # TRI-16.3, 16.6
        finish(s, codes.TURNS)
        return False
    s.turn = after(s, s.turn)  # (5); TRI-18.2
    s.asked = s.turn
    s.phase = codes.MOVE
    return True


def pass_on(s: TriremesTable) -> None:
    """TRI-4.3: a player without a legal action passes, which is a turn like any other; TRI-19.4: pact actions do not count."""
    while not can_act(s, s.turn):
        s.emit(codes.PASSED, s.turn, 0, 0)
        if not finish_turn(s):
            return


def can_act(s: TriremesTable, seat: i64) -> bool:
    """Whether a player has any action in the move phase."""
    if can_sail(s, seat) or can_walk(s, seat) or can_carry(s, seat):
        return True
    if not s.chart.purchase:
        return False
    out = Moves()
    list_purchases(s, seat, out)
    return out.n > 0


def leave(s: TriremesTable, phase: i64, first: i64) -> None:
    """TRI-16.5, 18.6: after a resignation in some phase the game goes on with the others."""
    if s.phase == codes.ENDED:
        return
    if phase == codes.SETUP:
        place_next(s, first)
    elif phase == codes.PACT_ASKED or phase == codes.DRAW_ASKED:
        s.phase = codes.MOVE  # who leaves instead of answering has not said yes
        s.asked = s.turn
        forget_sunk(s)
        pass_on(s)
    else:
        go_on(s)  # the player's own turn, or a fight of the player, which has ended
