"""TOU-1, TOU-5.1, TOU-5.5, TOU-16.1, TOU-18.4, section 5: making a tournament, its options, officials and states."""

from __future__ import annotations

import re
from typing import Final

from kotva.tournament import lot
from kotva.tournament.cases import is_open, protest_ends
from kotva.tournament.entries import check_name, move_up
from kotva.tournament.log import Args, Entry, Json
from kotva.tournament.names import clean
from kotva.tournament.options import OPTIONS, Options
from kotva.tournament.reading import Reader
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import ROLES, letters
from kotva.tournament.state import Official, State, read_time

# Options of people rather than rules: they may change later, but a draw made before that is outdated (TOU-6.8).
_DRAW_OPTIONS: Final = ("avoid.hard", "avoid.soft", "avoid.club", "fixed_table")


def whole_seed(state: State, seed: str) -> str:
    """TOU-5.1: with a public salt the seed is the text `seed:salt`."""
    salt = state.options.texts["salt"]
    return seed if salt == "none" else f"{seed}:{salt}"


# -- create ----------------------------------------------------------------------------------------------------------


def fill_create(_state: State, args: Args, seed: str) -> dict[str, Json]:
    """TOU-5.5: the commitment is published, the seed stays outside the log."""
    if not seed or len(seed) > 200:
        raise Refused("A seed is a text of 1 to 200 characters.", "RANGE", "TOU-5.1")
    out = {name: value for name, value in args.items() if name != "seed"}
    out.setdefault("preset", "settlers-cz")
    return {**out, "commitment": lot.commitment(seed)}


def read_options(reader: Reader) -> Options:
    given = reader.args.get("options", {})
    if not isinstance(given, dict) or not all(isinstance(value, str) for value in given.values()):
        raise reader.missing("options")
    if "salt" in given:
        raise Refused("The salt is set once, after registration closes.", "STATE", "TOU-5.1")
    return Options(reader.text("preset", "settlers-cz"), {name: str(value) for name, value in given.items()})


def check_create(_state: State, entry: Entry) -> None:
    reader = Reader(entry)
    check_name(reader.text("name"))
    if entry.actor != "O1":
        raise Refused("The organiser who makes a tournament is O1.", "FORBIDDEN", "TOU-16.1")
    if not re.fullmatch("[0-9a-f]{64}", reader.text("commitment", "")):
        raise reader.missing("commitment")
    read_options(reader)


def create(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    state.name = clean(reader.text("name"))
    state.options = read_options(reader)
    state.commitment = reader.text("commitment")
    state.created_at = entry.at
    state.phase = "draft"
    organiser = Official("O1", clean(reader.text("organiser", "")) or "O1", reader.text("account", ""), {"organiser"})
    state.officials["O1"] = organiser


# -- set -------------------------------------------------------------------------------------------------------------


def check_set(state: State, entry: Entry) -> None:
    """TOU-1.5: what is locked, and the one option that may only be lowered."""
    reader = Reader(entry)
    name, value = reader.text("option"), reader.text("value")
    changed = state.options.with_option(name, value)  # refuses unknown names and bad values
    published = state.published_rounds() > 0
    who = letters(state, entry.actor)
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


def _check_lower(state: State, rounds: int) -> None:
    if rounds >= state.options.number("rounds"):
        raise Refused("The number of rounds may only be lowered now.", "LOCKED", "TOU-1.5")
    if rounds < state.published_rounds():
        raise Refused("Round {round} is published.", "LOCKED", "TOU-1.5", round=state.published_rounds())


def _check_salt(state: State, value: str) -> None:
    """TOU-5.1: once, after registration closes and before the first draw."""
    if state.phase != "ready" or state.rounds or state.options.texts["salt"] != "none":
        raise Refused("The salt is set once, between closing and the first draw.", "STATE", "TOU-5.1")
    if not value.strip() or value == "none":
        raise Refused("A salt is a text.", "RANGE", "TOU-5.1")


def set_option(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    name = reader.text("option")
    state.options = state.options.with_option(name, reader.text("value"))
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


def check_official(state: State, entry: Entry) -> None:
    """TOU-16.1, TOU-16.3."""
    reader = Reader(entry)
    person, role = reader.text("official"), reader.text("role")
    if role not in ROLES:
        raise Refused("Roles are {roles}, not {role!r}.", "RANGE", "TOU-16.1", roles=", ".join(ROLES), role=role)
    if reader.has("name"):
        check_name(reader.text("name"))
    known = person in state.officials or person in state.players
    if not known and (person != f"O{len(state.officials) + 1}" or reader.flag("off")):
        raise Refused("There is no official {person}.", "SEATS", "TOU-16.1", person=person)
    if reader.flag("off"):
        _check_off(state, person, role)
    elif role in ("panel", "alternate"):
        _check_panel(state, reader, person, role)
    elif person in state.players:
        raise Refused("A player may be a member of the panel, not {role}.", "FORBIDDEN", "TOU-16.1", role=role)
    if role == "head" and not reader.flag("off"):
        account = reader.text("account", state.officials[person].account if person in state.officials else "")
        if account and any(player.account == account for player in state.players.values()):
            raise Refused("The head referee may not be a player.", "FORBIDDEN", "TOU-16.1")


def _check_off(state: State, person: str, role: str) -> None:
    if role == "head":
        raise Refused("There is always one head referee; name another instead.", "FORBIDDEN", "TOU-16.1")
    organisers = [o.id for o in state.officials.values() if "organiser" in o.roles]
    if role == "organiser" and organisers == [person]:
        raise Refused("There is always an organiser.", "FORBIDDEN", "TOU-16.1")


def _check_panel(state: State, reader: Reader, person: str, role: str) -> None:
    if person in (*state.panel, *state.alternates) or person == state.head:
        raise Refused("{person} is on the panel.", "STATE", "TOU-16.3", person=person)
    if role == "panel" and len(state.panel) >= 2:
        raise Refused("The panel is the head referee and two more.", "RANGE", "TOU-16.2")
    if person in state.players and not reader.flag("nobody_else"):
        raise Refused(
            "A player joins the panel only with the statement that nobody else is available (nobody_else).",
            "FORBIDDEN",
            "TOU-16.3",
        )


def official(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    person, role = reader.text("official"), reader.text("role")
    if person not in state.players:
        found = state.officials.setdefault(person, Official(person, person))
        found.name = clean(reader.text("name", found.name))
        found.account = reader.text("account", found.account)
        if role == "head":
            for other in state.officials.values():
                other.roles.discard("head")
            state.panel = [member for member in state.panel if member != person]
            state.alternates = [member for member in state.alternates if member != person]
        if reader.flag("off"):
            found.roles.discard(role)
        else:
            found.roles.add(role)
    listed = {"panel": state.panel, "alternate": state.alternates}.get(role)
    if listed is not None:
        if not reader.flag("off"):
            listed.append(person)
        elif person in listed:
            listed.remove(person)


# -- open, close, archive, cancel, backup ----------------------------------------------------------------------------


def nothing(_state: State, _entry: Entry) -> None:
    """No further check; or no effect."""


def open_registration(state: State, _entry: Entry) -> None:
    state.phase = "registration"


def close(state: State, _entry: Entry) -> None:
    state.phase = "ready"


def check_cancel(_state: State, entry: Entry) -> None:
    Reader(entry).reason()


def cancel(state: State, _entry: Entry) -> None:
    state.phase = "cancelled"


def fill_archive(_state: State, args: Args, seed: str) -> dict[str, Json]:
    """TOU-18.4: the archive action writes the seed into the log."""
    return {**args, "seed": seed}


def check_archive(state: State, entry: Entry) -> None:
    """Section 9: after the protest time of the last decision, with nothing open."""
    disputed = [table.name for round in state.rounds for table in round.tables if table.state == "disputed"]
    waiting = [case.id for case in state.cases.values() if is_open(case)] + disputed
    if waiting:
        raise Refused("Still open: {list}.", "OPEN_RESULTS", "TOU-10.9", list=" ".join(waiting))
    for case in state.cases.values():
        ends = protest_ends(state, case)
        if case.state == "decided" and ends is not None and read_time(entry.at) < ends:
            raise Refused("{case} may still be protested.", "TOO_EARLY", "TOU-16.6", case=case.id)
    if lot.commitment(Reader(entry).text("seed")) != state.commitment:
        raise Refused("This seed is not the one committed to.", "TAMPERED", "TOU-5.5")


def archive(state: State, entry: Entry) -> None:
    state.seed = Reader(entry).text("seed")
    state.phase = "closed"
