"""Turns (SEA-5): settling what an action set off, the end of a turn, votes, the end of the game (SEA-19)."""

from mypy_extensions import i64

from kotva.engine.moves import Moves
from kotva.games.seameni import board
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.movement import die, leap, stop
from kotva.games.seameni.rules.ships import crowded, list_relief, put_astern, put_out
from kotva.games.seameni.rules.steps import list_jumps
from kotva.games.seameni.rules.table import SeameniTable

# -- set-up (SEA-4) --------------------------------------------------------------------------------------------


def next_placing(s: SeameniTable) -> None:
    """SEA-4.3: clockwise from the first player; SEA-4.5: when all ships stand their front fields are turned up."""
    s.player = s.next_edge(s.player)
    s.decider = s.player
    if s.player == s.first:
        s.phase = codes.UNCOVER
        s.turning = board.FRONT[s.ship[s.player]]


def next_uncovering(s: SeameniTable) -> None:
    """SEA-4.5: in the same order; SEA-4.6: the tile does nothing to anybody; SEA-4.7: then the first turn."""
    s.player = s.next_edge(s.player)
    s.decider = s.player
    if s.player == s.first:
        s.phase = codes.TURN
        s.emit(codes.BEGAN, 1, s.seat_of(s.player), 0)
    else:
        s.turning = board.FRONT[s.ship[s.player]]


# -- after an action (SEA-5.4, 5.5) ----------------------------------------------------------------------------


def proceed(s: SeameniTable, ended: bool) -> None:
    """A movement has ended, or it waits for chance, for a choice of exit, or for another jump."""
    while not ended and s.phase == codes.REJUMP and s.turning == board.NONE:
        out = Moves()
        list_jumps(s, s.mover, out)
        if out.n > 1:
            return
        ended = leap(s, s.mover, (out.a[0] - board.JUMP) % board.FIELDS)  # SEA-5.7
    if ended:
        settle(s)


def settle(s: SeameniTable) -> None:
    """SEA-5.5: movement and knock-outs are done; SEA-17.2: ships that became crowded are settled, then the turn ends."""
    while True:
        stop(s)
        edge: i64 = crowded(s)
        if edge == board.NONE:
            end_turn(s)
            return
        s.decider = edge
        s.phase = codes.OVERFLOW
        s.emit(codes.CROWDED, s.seat_of(edge), 0, 0)
        out = Moves()
        list_relief(s, edge, out)
        if out.n > 1:
            return
        family: i64 = board.LAYOUT.family(out.a[0])
        if not relieve(s, family, out.a[0] - family):  # SEA-5.7
            return


def relieve(s: SeameniTable, family: i64, p: i64) -> bool:
    """Carry out a choice of SEA-17.4 or 17.8; whether it is done."""
    if family == board.OUT:
        return put_out(s, p)
    if family == board.ASTERN:
        put_astern(s, p)
    else:
        die(s, p, codes.THROWN)  # SEA-16.10
    return True


# -- the end of a turn (SEA-5.8) -------------------------------------------------------------------------------


def end_turn(s: SeameniTable) -> None:
    """SEA-5.8, in this order: rest marks, counters, the end of the game, the next player."""
    for p in range(i64(board.PIRATES)):
        if s.rest[p] and s.controller(p) == s.player:
            s.rest[p] -= 1  # SEA-9.5, whatever was played, also a pass (SEA-9.6)
    s.turns += 1  # SEA-19.4
    s.stall = 0 if s.progress else s.stall + 1
    s.progress = 0
    s.asked = 0
    s.put_out = 0
    reason: i64 = end_reason(s)
    if reason != board.NONE:
        finish(s, reason)
        return
    s.player = s.next_edge(s.player)
    while s.rule.skip_idle and s.is_idle(s.player):  # SEA-18.3; somebody is not idle, or the game had ended
        s.emit(codes.SKIPPED, s.seat_of(s.player), 0, 0)
        s.player = s.next_edge(s.player)
    s.decider = s.player
    s.phase = codes.TURN
    s.emit(codes.BEGAN, s.turns + 1, s.seat_of(s.player), 0)


def end_reason(s: SeameniTable) -> i64:
    """SEA-19.7: tested in the order of SEA-19.3, 19.5, 19.6."""
    if s.rule.auto_end:
        done: i64 = s.lost
        for edge in range(i64(4)):
            done += s.score_of[edge]
        if done == board.TREASURES:  # SEA-19.3
            return codes.BY_TREASURE
    if s.stall >= s.rule.stall_turns * s.seats:
        return codes.BY_STALL
    if s.turns >= s.rule.max_turns * s.seats:
        return codes.BY_LIMIT
    edge = s.player
    while s.is_idle(edge):
        edge = s.next_edge(edge)
        if edge == s.player:
            return codes.BY_IDLE
    return board.NONE


def finish(s: SeameniTable, reason: i64) -> None:
    s.phase = codes.ENDED
    s.ended = reason
    s.emit(codes.FINISHED, reason, 0, 0)


# -- agreement to end (SEA-19.1, 19.2) -------------------------------------------------------------------------


def vote(s: SeameniTable, yes: i64) -> None:
    """SEA-19.2: clockwise from the proposer; all must agree, the first `no` gives the proposer the turn back."""
    s.emit(codes.VOTED, s.seat_of(s.decider), yes, 0)
    s.decider = s.next_edge(s.decider) if yes else s.player
    if yes and s.decider == s.player:
        finish(s, codes.BY_AGREEMENT)
    elif not yes:
        s.phase = codes.TURN


def propose(s: SeameniTable) -> None:
    s.asked = 1
    s.phase = codes.VOTE
    s.decider = s.next_edge(s.player)
