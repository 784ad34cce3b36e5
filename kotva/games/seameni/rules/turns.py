"""Turns (SEA-5): settling what an action set off, the end of a turn, votes, the end of the game (SEA-19)."""

from mypy_extensions import i64

from kotva.engine.moves import Moves
from kotva.games.seameni.board import (
    ASTERN,
    AUTO_END,
    FIELDS,
    FRONT,
    JUMP,
    LAYOUT,
    MAX_TURNS,
    NONE,
    OUT,
    PIRATES,
    SKIP_IDLE,
    STALL_TURNS,
    TREASURES,
)
from kotva.games.seameni.rules.codes import (
    BEGAN,
    BY_AGREEMENT,
    BY_IDLE,
    BY_LIMIT,
    BY_STALL,
    BY_TREASURE,
    CROWDED,
    ENDED,
    FINISHED,
    OVERFLOW,
    REJUMP,
    SKIPPED,
    THROWN,
    TURN,
    UNCOVER,
    VOTE,
    VOTED,
)
from kotva.games.seameni.rules.movement import die, leap, stop
from kotva.games.seameni.rules.ships import crowded, list_relief, put_astern, put_out
from kotva.games.seameni.rules.steps import list_jumps
from kotva.games.seameni.rules.table import Sea

# -- set-up (SEA-4) --------------------------------------------------------------------------------------------


def next_placing(s: Sea) -> None:
    """SEA-4.3: clockwise from the first player; SEA-4.5: when all ships stand their front fields are turned up."""
    s.player = s.next_edge(s.player)
    s.decider = s.player
    if s.player == s.first:
        s.phase = UNCOVER
        s.turning = FRONT[s.ship[s.player]]


def next_uncovering(s: Sea) -> None:
    """SEA-4.5: in the same order; SEA-4.6: the tile does nothing to anybody; SEA-4.7: then the first turn."""
    s.player = s.next_edge(s.player)
    s.decider = s.player
    if s.player == s.first:
        s.phase = TURN
        s.tell(BEGAN, 1, s.seat_of(s.player), 0)
    else:
        s.turning = FRONT[s.ship[s.player]]


# -- after an action (SEA-5.4, 5.5) ----------------------------------------------------------------------------


def proceed(s: Sea, ended: bool) -> None:
    """A movement has ended, or it waits for chance, for a choice of exit, or for another jump."""
    while not ended and s.phase == REJUMP and s.turning == NONE:
        out = Moves()
        list_jumps(s, s.mover, out)
        if out.n > 1:
            return
        ended = leap(s, s.mover, (out.a[0] - JUMP) % FIELDS)  # SEA-5.7
    if ended:
        settle(s)


def settle(s: Sea) -> None:
    """SEA-5.5: movement and knock-outs are done; SEA-17.2: ships that became crowded are settled, then the turn ends."""
    while True:
        stop(s)
        edge: i64 = crowded(s)
        if edge == NONE:
            end_turn(s)
            return
        s.decider = edge
        s.phase = OVERFLOW
        s.tell(CROWDED, s.seat_of(edge), 0, 0)
        out = Moves()
        list_relief(s, edge, out)
        if out.n > 1:
            return
        family: i64 = LAYOUT.family(out.a[0])
        if not relieve(s, family, out.a[0] - family):  # SEA-5.7
            return


def relieve(s: Sea, family: i64, p: i64) -> bool:
    """Carry out a choice of SEA-17.4 or 17.8; whether it is done."""
    if family == OUT:
        return put_out(s, p)
    if family == ASTERN:
        put_astern(s, p)
    else:
        die(s, p, THROWN)  # SEA-16.10
    return True


# -- the end of a turn (SEA-5.8) -------------------------------------------------------------------------------


def end_turn(s: Sea) -> None:
    """SEA-5.8, in this order: rest marks, counters, the end of the game, the next player."""
    p: i64 = 0
    while p < PIRATES:
        if s.rest[p] and s.controller(p) == s.player:
            s.rest[p] -= 1  # SEA-9.5, whatever was played, also a pass (SEA-9.6)
        p += 1
    s.turns += 1  # SEA-19.4
    s.stall = 0 if s.progress else s.stall + 1
    s.progress = 0
    s.asked = 0
    s.put_out = 0
    reason: i64 = end_reason(s)
    if reason != NONE:
        finish(s, reason)
        return
    s.player = s.next_edge(s.player)
    while s.rule[SKIP_IDLE] and s.is_idle(s.player):  # SEA-18.3; somebody is not idle, or the game had ended
        s.tell(SKIPPED, s.seat_of(s.player), 0, 0)
        s.player = s.next_edge(s.player)
    s.decider = s.player
    s.phase = TURN
    s.tell(BEGAN, s.turns + 1, s.seat_of(s.player), 0)


def end_reason(s: Sea) -> i64:
    """SEA-19.7: tested in the order of SEA-19.3, 19.5, 19.6."""
    if s.rule[AUTO_END]:
        done: i64 = s.lost
        edge: i64 = 0
        while edge < 4:
            done += s.score_of[edge]
            edge += 1
        if done == TREASURES:  # SEA-19.3
            return BY_TREASURE
    if s.stall >= s.rule[STALL_TURNS] * s.seats:
        return BY_STALL
    if s.turns >= s.rule[MAX_TURNS] * s.seats:
        return BY_LIMIT
    edge = s.player
    while s.is_idle(edge):
        edge = s.next_edge(edge)
        if edge == s.player:
            return BY_IDLE
    return NONE


def finish(s: Sea, reason: i64) -> None:
    s.phase = ENDED
    s.ended = reason
    s.tell(FINISHED, reason, 0, 0)


# -- agreement to end (SEA-19.1, 19.2) -------------------------------------------------------------------------


def vote(s: Sea, yes: i64) -> None:
    """SEA-19.2: clockwise from the proposer; all must agree, the first `no` gives him his turn back."""
    s.tell(VOTED, s.seat_of(s.decider), yes, 0)
    s.decider = s.next_edge(s.decider) if yes else s.player
    if yes and s.decider == s.player:
        finish(s, BY_AGREEMENT)
    elif not yes:
        s.phase = TURN


def propose(s: Sea) -> None:
    s.asked = 1
    s.phase = VOTE
    s.decider = s.next_edge(s.player)
