"""A tournament is the fold of its log (TOU-18.1): judge an action, write the entry, apply it.

    state = State()
    entry = act(state, "O1", "create", {"name": "Osada"}, at="2025-03-01T09:00:00Z", secrets=Secrets("osada"))
    assert replay([entry]) == state

No clock, no generator and no file is in here: the time comes with each action, the seed and the contacts are `Secrets`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Final

from kotva.tournament import roles
from kotva.tournament.action import AnyAction
from kotva.tournament.actions import ACTIONS
from kotva.tournament.log import DIGITS, MARKED, Args, Json, LogMark, TournamentEntry, is_json, next_hash
from kotva.tournament.playable import check_playable
from kotva.tournament.refusal import Refused
from kotva.tournament.state import Case, Official, Player, Round, TournamentState, TournamentTable, read_time


@dataclass(slots=True)
class Secrets:
    """TOU-18.4: kept outside the log."""

    seed: str
    contacts: dict[str, str] = field(default_factory=dict)
    games: dict[str, Json] = field(default_factory=dict)  # in a backup: what is being played online, by tables


def action_of(op: str) -> AnyAction:
    found = ACTIONS.get(op)
    if found is None:
        raise Refused("There is no action {op!r}.", "SYNTAX", "TOU-18.1", op=op)
    return found


def judge(state: TournamentState, actor: str, op: str, args: Args, at: str, secrets: Secrets) -> TournamentEntry:
    """The entry that an action would be, complete; `Refused` says why not. Changes nothing."""
    try:
        read_time(at)
    except ValueError:
        raise Refused("{at!r} is no time.", "SYNTAX", "TOU-18.1", at=at) from None
    if not is_json(dict(args)):
        raise Refused("An action has texts and whole numbers alone.", "SYNTAX", "TOU-18.2")
    # A computer's clock may be set back; the log's never is.
    entry = TournamentEntry(state.seq + 1, max(at, state.last_at), actor, op, args)
    action = action_of(op)
    roles.check(state, action, entry)
    if op in ("draw", "redraw") and state.options.flag("online"):
        check_playable(state.options)  # not in the fold: a log is read where its game is not
    call = action.call(entry)
    if action.fill is not None:
        filled = action.fill(state, call, dict(args), secrets.seed)
        entry = TournamentEntry(entry.seq, entry.at, actor, op, filled)
        call = action.call(entry)
    action.check(state, call)
    return entry.with_call(call)


def apply(state: TournamentState, entry: TournamentEntry) -> None:
    """Fold one entry, which has been judged, into the state."""
    action = ACTIONS[entry.op]
    action.effect(state, entry.call or action.call(entry))
    state.seq = entry.seq
    state.last_at = entry.at
    state.hash = next_hash(state.hash, entry)
    if entry.op in MARKED:
        state.mark = LogMark(state.seq, state.hash[:DIGITS])


def act(state: TournamentState, actor: str, op: str, args: Args, at: str, secrets: Secrets) -> TournamentEntry:
    """Judge an action and apply it; contacts go to the secrets."""
    entry = judge(state, actor, op, args, at, secrets)
    secrets.contacts |= contacts(state, op, args)
    apply(state, entry)
    return entry


def contacts(state: TournamentState, op: str, args: Args) -> dict[str, str]:
    """TOU-2.1: the private contacts that an action brings, by the ids that its players will have."""
    rows = args.get("rows") if op == "import" else [dict(args)] if op == "register" else None
    if not isinstance(rows, list):
        return {}
    first = len(state.players) + 1
    found = {f"P{number}": row.get("contact") for number, row in enumerate(rows, first) if isinstance(row, dict)}
    return {player: contact for player, contact in found.items() if isinstance(contact, str) and contact}


def follow(state: TournamentState, entry: TournamentEntry) -> None:
    """Take over an entry of somebody's log: judged by the same rules, its content taken as it is (TOU-18.1)."""
    check_entry(state, entry)
    apply(state, entry)


def check_entry(state: TournamentState, entry: TournamentEntry) -> None:
    """Whether an entry could have been made here: `TAMPERED` says why not."""
    if entry.seq != state.seq + 1 or entry.at < state.last_at:
        raise Refused("Entry {number} of the log is not one.", "TAMPERED", "TOU-20.9", number=entry.seq)
    try:
        read_time(entry.at)
        action = action_of(entry.op)
        roles.check(state, action, entry)
        call = action.call(entry)
        action.check(state, call)
        entry.with_call(call)
    except (Refused, ValueError) as error:
        raise Refused(
            "Entry {number} of the log could not have been made: {why}",
            "TAMPERED",
            "TOU-20.9",
            number=entry.seq,
            why=error,
        ) from None


def replay(log: Iterable[TournamentEntry]) -> TournamentState:
    """TOU-18.1: the state of a tournament is exactly the replay of its entries."""
    state = TournamentState()
    for entry in log:
        follow(state, entry)
    return state


# The records of a state that actions change; all others are made anew, never changed, and may be shared.
_CHANGING: Final[Mapping[type[object], tuple[str, ...]]] = {
    record: tuple(one.name for one in fields(record))
    for record in (TournamentState, Player, Official, Round, TournamentTable, Case)
}


def copy(state: TournamentState) -> TournamentState:
    """A state that nobody else changes."""
    copied = _copied(state)
    assert isinstance(copied, TournamentState)
    return copied


def _copied(value: object) -> object:
    kind = type(value)
    if kind is list:
        return [_copied(item) for item in value]  # type: ignore[attr-defined]
    if kind is dict:
        return {name: _copied(item) for name, item in value.items()}  # type: ignore[attr-defined]
    if kind is set:
        return set(value)  # type: ignore[call-overload]
    names = _CHANGING.get(kind)
    if names is None:
        return value
    made = object.__new__(kind)
    for name in names:
        setattr(made, name, _copied(getattr(value, name)))
    return made
