"""TOU-1, TOU-5.1, TOU-5.5, TOU-16.1, TOU-18.4, section 5: making a tournament, its options, officials and states."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from kotva.tournament import lot
from kotva.tournament.action import ActionCall, NoArguments
from kotva.tournament.action_arguments import ArchiveArgs, CancelArgs, CreateArgs, OfficialArgs, SetArgs
from kotva.tournament.arguments import needs
from kotva.tournament.cases import is_open, protest_ends
from kotva.tournament.entries import check_name, move_up
from kotva.tournament.log import Json
from kotva.tournament.names import clean
from kotva.tournament.options import OPTIONS, TournamentOptions
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import ROLES, letters
from kotva.tournament.schedule import clock_time, schedule, start_of
from kotva.tournament.state import Official, TournamentState, read_time

# Options of people rather than rules: they may change later, but a draw made before that is outdated (TOU-6.8).
EDITION: Final = 2  # TOU-18.5
_DRAW_OPTIONS: Final = ("avoid.hard", "avoid.soft", "avoid.club", "fixed_table")


def whole_seed(state: TournamentState, seed: str) -> str:
    """TOU-5.1: with a public salt the seed is the text `seed:salt`."""
    salt = state.options.texts["salt"]
    return seed if salt == "none" else f"{seed}:{salt}"


# -- create ----------------------------------------------------------------------------------------------------------


def fill_create(
    _state: TournamentState, _call: ActionCall[CreateArgs], asked: dict[str, Json], seed: str
) -> dict[str, Json]:
    """TOU-5.5: the commitment is published, the seed stays outside the log."""
    if not seed or len(seed) > 200:
        raise Refused("A seed is a text of 1 to 200 characters.", "RANGE", "TOU-5.1")
    out = {name: value for name, value in asked.items() if name != "seed"}
    out.setdefault("preset", "settlers-cz")
    return {**out, "rules": EDITION, "commitment": lot.commitment(seed)}


def _options(args: CreateArgs) -> TournamentOptions:
    if "salt" in args.options:
        raise Refused("The salt is set once, after registration closes.", "STATE", "TOU-5.1")
    return TournamentOptions(args.preset, args.options)


def check_create(_state: TournamentState, call: ActionCall[CreateArgs]) -> None:
    check_name(call.args.name)
    if call.actor != "O1":
        raise Refused("The organiser who makes a tournament is O1.", "FORBIDDEN", "TOU-16.1")
    if not re.fullmatch("[0-9a-f]{64}", call.args.commitment):
        raise needs(call.op, "commitment")
    if not 1 <= call.args.rules <= EDITION:
        raise Refused("The tournament was made by a newer version of Kotva.", "SYNTAX", "TOU-18.5")
    _options(call.args)


def create(state: TournamentState, call: ActionCall[CreateArgs]) -> None:
    state.name = clean(call.args.name)
    state.edition = call.args.rules
    state.options = _options(call.args)
    state.commitment = call.args.commitment
    state.created_at = call.at
    state.phase = "draft"
    organiser = Official("O1", clean(call.args.organiser) or "O1", call.args.account, {"organiser"})
    state.officials["O1"] = organiser


# -- set -------------------------------------------------------------------------------------------------------------


def check_set(state: TournamentState, call: ActionCall[SetArgs]) -> None:
    """TOU-1.5: what is locked, and the one option that may only be lowered."""
    name, value = call.args.option, call.args.value
    changed = state.options.with_option(name, value)  # refuses unknown names and bad values
    published = state.published_rounds() > 0
    who = letters(state, call.actor)
    if name == "rounds" and published:
        if "H" not in who:
            raise Refused("Only the head referee may lower the rounds now.", "FORBIDDEN", "TOU-1.5")
        _check_lower(state, changed.number("rounds"))
        return
    if "O" not in who:
        raise Refused("Options are set by the organiser.", "FORBIDDEN", "TOU-1.5")
    if name == "salt":
        _check_salt(state, value)
    if published and OPTIONS[name].locked:
        raise Refused("{option} is locked since round 1 was published.", "LOCKED", "TOU-1.5", option=name)
    if name == "date" and state.rounds and any(round.started_at for round in state.rounds):
        raise Refused("The first round has started.", "STATE", "TOU-15.4")
    if state.edition >= 2:
        _check_not_earlier(state, changed)


def _check_not_earlier(state: TournamentState, changed: TournamentOptions) -> None:
    """TOU-15.4: a start that was published with its draw is never moved earlier."""
    after = schedule(replace(state, options=changed))
    for round in state.rounds:
        if round.started_at or not round.was_published:
            continue
        now, then = start_of(state, round.number), after[round.number - 1].start
        if now is not None and (then is None or then < now):  # a time that is no longer known may be any time
            raise Refused(
                "Round {round} is published for {time}; a start is never moved earlier.",
                "LOCKED",
                "TOU-15.4",
                round=round.number,
                time=clock_time(state, now),
            )


def _check_lower(state: TournamentState, rounds: int) -> None:
    if rounds >= state.options.number("rounds"):
        raise Refused("The number of rounds may only be lowered now.", "LOCKED", "TOU-1.5")
    if rounds < state.published_rounds():
        raise Refused("Round {round} is published.", "LOCKED", "TOU-1.5", round=state.published_rounds())


def _check_salt(state: TournamentState, value: str) -> None:
    """TOU-5.1: once, after registration closes and before the first draw."""
    if state.phase != "ready" or state.rounds or state.options.texts["salt"] != "none":
        raise Refused("The salt is set once, between closing and the first draw.", "STATE", "TOU-5.1")
    if not value.strip() or value == "none":
        raise Refused("A salt is a text.", "RANGE", "TOU-5.1")


def set_option(state: TournamentState, call: ActionCall[SetArgs]) -> None:
    name = call.args.option
    state.options = state.options.with_option(name, call.args.value)
    current = state.current
    if current is not None and current.state == "drawn":
        if current.number > state.last_round:  # TOU-1.5: an unpublished draw of a dropped round lapses
            state.rounds.pop()
        elif name in _DRAW_OPTIONS or OPTIONS[name].locked:
            current.outdated = True
    if name == "players.max":
        move_up(state)
    if name == "rounds":
        for number in [number for number in state.shifts if number > state.last_round]:
            del state.shifts[number]
        if state.phase == "running" and state.completed == len(state.rounds) >= state.last_round:
            state.phase = "finished"  # section 9


# -- officials -------------------------------------------------------------------------------------------------------


def check_official(state: TournamentState, call: ActionCall[OfficialArgs]) -> None:
    """TOU-16.1, TOU-16.3."""
    person, role = call.args.official, call.args.role
    if role not in ROLES:
        raise Refused("Roles are {roles}, not {role!r}.", "RANGE", "TOU-16.1", roles=", ".join(ROLES), role=role)
    if call.args.name is not None:
        check_name(call.args.name)
    known = person in state.officials or person in state.players
    if not known and (person != f"O{len(state.officials) + 1}" or call.args.off):
        raise Refused("There is no official {person}.", "SEATS", "TOU-16.1", person=person)
    if call.args.off:
        _check_off(state, person, role)
    elif role in ("panel", "alternate"):
        _check_panel(state, call.args)
    elif person in state.players:
        raise Refused("A player may be a member of the panel, not {role}.", "FORBIDDEN", "TOU-16.1", role=role)
    if role == "head" and not call.args.off:
        known_as = state.officials[person].account if person in state.officials else ""
        account = call.args.account if call.args.account is not None else known_as
        if account and any(player.account == account for player in state.players.values()):
            raise Refused("The head referee may not be a player.", "FORBIDDEN", "TOU-16.1")


def _check_off(state: TournamentState, person: str, role: str) -> None:
    if role == "head":
        raise Refused("There is always one head referee; name another instead.", "FORBIDDEN", "TOU-16.1")
    organisers = [o.id for o in state.officials.values() if "organiser" in o.roles]
    if role == "organiser" and organisers == [person]:
        raise Refused("There is always an organiser.", "FORBIDDEN", "TOU-16.1")


def _check_panel(state: TournamentState, args: OfficialArgs) -> None:
    person, role = args.official, args.role
    if person in (*state.panel, *state.alternates) or person == state.head:
        raise Refused("{person} is on the panel.", "STATE", "TOU-16.3", person=person)
    if role == "panel" and len(state.panel) >= 2:
        raise Refused("The panel is the head referee and two more.", "RANGE", "TOU-16.2")
    if person in state.players and not args.nobody_else:
        raise Refused(
            "A player joins the panel only with the statement that nobody else is available (nobody_else).",
            "FORBIDDEN",
            "TOU-16.3",
        )


def official(state: TournamentState, call: ActionCall[OfficialArgs]) -> None:
    person, role = call.args.official, call.args.role
    if person not in state.players:
        found = state.officials.setdefault(person, Official(person, person))
        found.name = clean(call.args.name) if call.args.name is not None else found.name
        found.account = call.args.account if call.args.account is not None else found.account
        if role == "head":
            for other in state.officials.values():
                other.roles.discard("head")
            state.panel = [member for member in state.panel if member != person]
            state.alternates = [member for member in state.alternates if member != person]
        if call.args.off:
            found.roles.discard(role)
        else:
            found.roles.add(role)
    listed = {"panel": state.panel, "alternate": state.alternates}.get(role)
    if listed is not None:
        if not call.args.off:
            listed.append(person)
        elif person in listed:
            listed.remove(person)


# -- open, close, archive, cancel, backup ----------------------------------------------------------------------------


def open_registration(state: TournamentState, _call: ActionCall[NoArguments]) -> None:
    state.phase = "registration"


def close(state: TournamentState, _call: ActionCall[NoArguments]) -> None:
    state.phase = "ready"


def cancel(state: TournamentState, _call: ActionCall[CancelArgs]) -> None:
    state.phase = "cancelled"


def fill_archive(
    _state: TournamentState, _call: ActionCall[ArchiveArgs], asked: dict[str, Json], seed: str
) -> dict[str, Json]:
    """TOU-18.4: the archive action writes the seed into the log."""
    return {**asked, "seed": seed}


def check_archive(state: TournamentState, call: ActionCall[ArchiveArgs]) -> None:
    """Section 9: after the protest time of the last decision, with nothing open."""
    disputed = [table.name for round in state.rounds for table in round.tables if table.state == "disputed"]
    waiting = [case.id for case in state.cases.values() if is_open(case)] + disputed
    if waiting:
        raise Refused("Still open: {list}.", "OPEN_RESULTS", "TOU-10.9", list=" ".join(waiting))
    for case in state.cases.values():
        ends = protest_ends(state, case)
        if case.state == "decided" and ends is not None and read_time(call.at) < ends:
            raise Refused(
                "{case} may still be protested, until {time}.",
                "TOO_EARLY",
                "TOU-16.6",
                case=case.id,
                time=clock_time(state, ends),
            )
    if lot.commitment(call.args.seed) != state.commitment:
        raise Refused("This seed is not the one committed to.", "TAMPERED", "TOU-5.5")


def archive(state: TournamentState, call: ActionCall[ArchiveArgs]) -> None:
    state.seed = call.args.seed
    state.phase = "closed"
