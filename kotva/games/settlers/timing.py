"""What a clock must know of Settlers: turns, answers to offers, and the events of SET-14."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.options import Options
from kotva.engine.state import TABLE
from kotva.engine.timing import EACH, Bell, Timing
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.game import Settlers
from kotva.games.settlers.rules.trade import must_answer


def turn(state: Settlers) -> int:
    """SET-14.4: a founding decision counts as a turn."""
    return int(state.round * state.seats + state.player) if state.round > 0 else EACH


def answering(state: Settlers, seat: int) -> bool:
    return bool(state.phase == codes.TRADING and must_answer(state, seat))


def bells(state: Settlers, options: Options) -> Sequence[Bell]:
    """SET-14.1: `!time` once; SET-14.4: `!turntime` in a turn that is limited."""
    out = []
    minutes = options.number("time_limit_min")
    if minutes and not state.timed:
        out.append(Bell("time", 60.0 * minutes))
    if state.limited and not state.forcing:
        out.append(Bell("turntime", float(state.limited), since_turn=True))
    return out


def overrun(state: Settlers, _seat: int) -> str:
    """SET-14.4: refused in a turn that has no limit by the rules; a bot plays there."""
    return "turntime" if state.limited else ""


def leave(seat: int) -> str:
    return f"leave P{seat + 1}"


TIMING = Timing(
    turn=turn,
    answering=answering,
    silence=lambda _state, _seat: "reject",
    bells=bells,
    overrun=overrun,
    forfeit=lambda _state, seat: (TABLE, leave(seat)),  # SET-14.7
    stop="time",  # SET-14.1
    limit=lambda seconds: f"turnlimit {seconds}",  # SET-14.4
    leave=leave,
)
