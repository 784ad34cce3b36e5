"""A tournament is the fold of its log (TOU-18.1): judge an action, write the entry, apply it.

    state = State()
    entry = act(state, "O1", "create", {"name": "Osada"}, at="2025-03-01T09:00:00Z", secrets=Secrets("osada"))
    assert replay([entry]) == state

No clock, no generator and no file is in here: the time comes with each action, the seed and the contacts are `Secrets`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Final

from kotva.tournament import cases, entries, frame, imports, reports, roles, rounds, running, schedule, seats
from kotva.tournament.log import Args, Entry, Json, is_json, next_hash
from kotva.tournament.playable import check_playable
from kotva.tournament.refusal import Refused
from kotva.tournament.state import State, read_time


@dataclass(slots=True)
class Secrets:
    """TOU-18.4: kept outside the log."""

    seed: str
    contacts: dict[str, str] = field(default_factory=dict)
    games: dict[str, Json] = field(default_factory=dict)  # in a backup: what is being played online, by tables


Check = Callable[[State, Entry], None]
Effect = Callable[[State, Entry], None]
Fill = Callable[[State, Args, str], dict[str, Json]]


@dataclass(frozen=True, slots=True)
class Op:
    """An action: what forbids it, what it does, and what it writes into the log beside what was asked."""

    check: Check
    effect: Effect
    fill: Fill | None = None


OPS: Final[Mapping[str, Op]] = {
    "create": Op(frame.check_create, frame.create, frame.fill_create),
    "set": Op(frame.check_set, frame.set_option),
    "official": Op(frame.check_official, frame.official),
    "open": Op(frame.nothing, frame.open_registration),
    "close": Op(frame.nothing, frame.close),
    "archive": Op(frame.check_archive, frame.archive, frame.fill_archive),
    "cancel": Op(frame.check_cancel, frame.cancel),
    "backup": Op(frame.nothing, frame.nothing),
    "register": Op(entries.check_register, entries.register, entries.without_contact),
    "checkin": Op(entries.check_checkin, entries.checkin),
    "absent": Op(entries.check_absent, entries.absent),
    "sitout": Op(entries.check_sitout, entries.sitout),
    "withdraw": Op(entries.check_withdraw, entries.withdraw),
    "return": Op(entries.check_return, entries.come_back),
    "draw": Op(rounds.check_draw, rounds.draw, rounds.fill_draw),
    "redraw": Op(rounds.check_draw, rounds.draw, rounds.fill_draw),
    "publish": Op(rounds.check_publish, rounds.publish),
    "swap": Op(rounds.check_swap, rounds.swap, rounds.fill_swap),
    "repair": Op(rounds.check_repair, rounds.repair, rounds.fill_repair),
    "newboard": Op(frame.nothing, seats.newboard),
    "reseat": Op(seats.check_reseat, seats.reseat),
    "first": Op(seats.check_first, seats.first),
    "start": Op(running.check_start, running.start, running.fill_start),
    "pause": Op(running.check_pause, running.pause),
    "resume": Op(running.check_pause, running.resume),
    "outage": Op(running.check_outage, running.outage),
    "extend": Op(running.check_extend, running.extend),
    "turnlimit": Op(running.check_turnlimit, running.turnlimit),
    "report": Op(reports.check_report, reports.report, reports.fill_report),
    "confirm": Op(reports.check_confirm, reports.confirm),
    "dispute": Op(reports.check_dispute, reports.dispute),
    "correct": Op(reports.check_correct, reports.correct),
    "dissolve": Op(reports.check_dissolve, reports.dissolve),
    "complete": Op(running.check_complete, running.complete, running.fill_complete),
    "proceed": Op(cases.check_proceed, cases.proceed),
    "case": Op(cases.check_case, cases.case),
    "decide": Op(cases.check_decide, cases.decide),
    "expel": Op(cases.check_measure, cases.expel),
    "warn": Op(cases.check_measure, cases.warn),
    "protest": Op(cases.check_protest, cases.protest),
    "vote": Op(cases.check_vote, cases.vote),
    "shift": Op(schedule.check_shift, schedule.shift),
    "lot": Op(running.check_lot, running.draw_lot),
    "standings": Op(running.check_standings, running.publish_standings, running.fill_standings),
    "import": Op(imports.check_import, imports.take_over, entries.without_contact),
}


def judge(state: State, actor: str, op: str, args: Args, at: str, secrets: Secrets) -> Entry:
    """The entry that an action would be, complete; `Refused` says why not. Changes nothing."""
    try:
        read_time(at)
    except ValueError:
        raise Refused("{at!r} is no time.", "SYNTAX", "TOU-18.1", at=at) from None
    if not is_json(dict(args)):
        raise Refused("An action has texts and whole numbers alone.", "SYNTAX", "TOU-18.2")
    # A computer's clock may be set back; the log's never is.
    entry = Entry(state.seq + 1, max(at, state.last_at), actor, op, args)
    roles.check(state, entry)
    if op in ("draw", "redraw") and state.options.word("online") == "true":
        check_playable(state.options)  # not in the fold: a log is read where its game is not
    fill = OPS[op].fill
    if fill is not None:
        entry = Entry(entry.seq, entry.at, actor, op, fill(state, args, secrets.seed))
    OPS[op].check(state, entry)
    return entry


def apply(state: State, entry: Entry) -> None:
    """Fold one entry, which has been judged, into the state."""
    OPS[entry.op].effect(state, entry)
    state.seq = entry.seq
    state.last_at = entry.at
    state.hash = next_hash(state.hash, entry)


def act(state: State, actor: str, op: str, args: Args, at: str, secrets: Secrets) -> Entry:
    """Judge an action and apply it; contacts go to the secrets."""
    entry = judge(state, actor, op, args, at, secrets)
    secrets.contacts |= contacts(state, op, args)
    apply(state, entry)
    return entry


def contacts(state: State, op: str, args: Args) -> dict[str, str]:
    """TOU-2.1: the private contacts that an action brings, by the ids that its players will have."""
    rows = args.get("rows") if op == "import" else [dict(args)] if op == "register" else None
    if not isinstance(rows, list):
        return {}
    first = len(state.players) + 1
    found = {f"P{number}": row.get("contact") for number, row in enumerate(rows, first) if isinstance(row, dict)}
    return {player: contact for player, contact in found.items() if isinstance(contact, str) and contact}


def follow(state: State, entry: Entry) -> None:
    """Take over an entry of somebody's log: judged by the same rules, its content taken as it is (TOU-18.1)."""
    if entry.seq != state.seq + 1 or entry.at < state.last_at:
        raise Refused("Entry {number} of the log is not one.", "TAMPERED", "TOU-20.9", number=entry.seq)
    try:
        read_time(entry.at)
        roles.check(state, entry)
        OPS[entry.op].check(state, entry)
    except (Refused, ValueError) as error:
        raise Refused(
            "Entry {number} of the log could not have been made: {why}",
            "TAMPERED",
            "TOU-20.9",
            number=entry.seq,
            why=error,
        ) from None
    apply(state, entry)


def replay(log: Iterable[Entry]) -> State:
    """TOU-18.1: the state of a tournament is exactly the replay of its entries."""
    state = State()
    for entry in log:
        follow(state, entry)
    return state


def copy(state: State) -> State:
    """A state that nobody else changes."""
    return deepcopy(state)
