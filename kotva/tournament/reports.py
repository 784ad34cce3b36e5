"""TOU-10.3 to 10.5, TOU-10.8, TOU-3.7: who enters, confirms, disputes and corrects a result."""

from __future__ import annotations

from datetime import timedelta

from kotva.tournament import lot
from kotva.tournament.cases import check_not_before_panel, open_case, panel_decided
from kotva.tournament.clock import grace_is_over
from kotva.tournament.log import Args, Entry, Json
from kotva.tournament.reading import Reader
from kotva.tournament.refusal import Refused
from kotva.tournament.results import acknowledged, check_result, read_result
from kotva.tournament.roles import GAME, letters
from kotva.tournament.state import Mark, Result, State, Table, read_time


def slip_code(seed: str, table: Table, attempt: int) -> str:
    """TOU-20.5: the first 4 digits of `key(slip,r,attempt,T<t>)`."""
    return lot.key(seed, "slip", table.round, attempt, f"T{table.number}")[:4]


# -- report ----------------------------------------------------------------------------------------------------------


def fill_report(state: State, args: Args, seed: str) -> dict[str, Json]:
    """TOU-10.6 `SLIP_CODE`: the only check that needs the seed; a right code means a slip signed by all."""
    out = dict(args)
    code = out.pop("slip", None)
    if code is None:
        return out
    round, table = args.get("round"), args.get("table")
    found = state.table((round, table)) if isinstance(round, int) and isinstance(table, int) else None
    played = state.round(found.round) if found else None
    if found and played and str(code).strip().lower() != slip_code(seed, found, played.attempt):
        raise Refused("This is not the code on the slip of {table}.", "SLIP_CODE", "TOU-10.6", table=found.name)
    out["signed"] = True
    return out


def check_report(state: State, entry: Entry) -> None:
    """TOU-10.3, TOU-10.5, TOU-10.6."""
    reader = Reader(entry)
    round, table = reader.known_round(state), reader.known_table(state)
    _check_reporter(state, entry, table)
    if table.state not in ("open", "reported"):
        raise Refused(
            "The result of {table} is {state}; changing it needs a correction.",
            "STATE",
            "TOU-10.5",
            table=table.name,
            state=table.state,
        )
    result = read_result(reader, len(table.versions) + 1)
    if result.end in ("dissolved", "adjudicated") and entry.actor != GAME:
        raise Refused("Only the head referee adjudicates or dissolves a game.", "FORBIDDEN", "TOU-10.1")
    check_version(reader, table, required=False)
    check_result(state.options, round, table, result, own_report=entry.actor == GAME)
    if table.result is not None and table.result.says(result) and not _is_final_word(entry):
        raise Refused(
            "{name} has entered this very result for {table} already.",
            "SAME",
            "TOU-10.5",
            name=state.label(table.result.reporter),
            table=table.name,
        )
    if entry.actor != GAME:  # TOU-1.8
        acknowledged(state.options, result, reader)


def _check_reporter(state: State, entry: Entry, table: Table) -> None:
    """TOU-10.3: a player enters results of the own table alone."""
    roles = letters(state, entry.actor)
    if not set(roles) & set("SROE") and entry.actor not in table.seats:
        raise Refused("{actor} does not play at {table}.", "FORBIDDEN", "TOU-10.3", actor=entry.actor, table=table.name)
    if Reader(entry).flag("signed") and not set(roles) & set("SRO"):
        raise Refused("Slips are entered by officials.", "FORBIDDEN", "TOU-10.4")


def _is_final_word(entry: Entry) -> bool:
    """TOU-10.3, TOU-10.4: the game itself, or an official with a slip signed by all."""
    return entry.actor == GAME or Reader(entry).flag("signed")


def check_version(reader: Reader, table: Table, required: bool) -> None:
    """TOU-10.6 `STALE`: what somebody saw must be what is on file."""
    if not required and not reader.has("version"):
        return
    version = reader.number("version")
    if version != len(table.versions):
        raise Refused(
            "Version {version} of {table} is not the current one, which is {current}.",
            "STALE",
            "TOU-10.6",
            version=version,
            table=table.name,
            current=len(table.versions),
        )


def report(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    table = reader.known_table(state)
    result = read_result(reader, len(table.versions) + 1)
    table.ended = table.ended or entry.at
    if table.state == "open":
        table.versions.append(result)
        table.state = "reported"
    elif table.result is not None and not table.result.says(result):  # TOU-10.5
        table.versions.append(result)
        _dispute(state, entry, table, "")
        return
    if _is_final_word(entry):
        table.state = "confirmed"
    else:
        _settle(state, table)


# -- confirm ---------------------------------------------------------------------------------------------------------


def check_confirm(state: State, entry: Entry) -> None:
    """TOU-10.4: the version on file, by a player who is `ok`, or by an official for one who does not answer."""
    reader = Reader(entry)
    table = reader.known_table(state)
    if table.state != "reported" or table.result is None:
        raise Refused("{table} is {state}, not reported.", "STATE", "TOU-10.4", table=table.name, state=table.state)
    check_version(reader, table, required=True)
    who = reader.text("for", entry.actor)
    mark = table.result.mark(who)
    if mark is None or (who != entry.actor and not set(letters(state, entry.actor)) & set("SR")):
        raise Refused("{actor} may not confirm {table}.", "FORBIDDEN", "TOU-10.4", actor=entry.actor, table=table.name)
    if mark.status != "ok" or who in (table.result.reporter, *table.confirmed):
        raise Refused("{name} need not confirm {table}.", "STATE", "TOU-10.4", name=state.label(who), table=table.name)
    wait = timedelta(minutes=state.options.number("confirm.minutes"))
    if who != entry.actor and read_time(entry.at) < read_time(table.result.at) + wait:
        raise Refused(
            "{name} has {minutes} minutes to answer.",
            "TOO_EARLY",
            "TOU-10.4",
            name=state.label(who),
            minutes=state.options.number("confirm.minutes"),
        )


def confirm(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    table = reader.known_table(state)
    table.confirmed[reader.text("for", entry.actor)] = entry.at
    _settle(state, table)


def _settle(state: State, table: Table) -> None:
    """TOU-10.4: whether enough have confirmed the version on file."""
    result, rule = table.result, state.options.word("confirm")
    assert result is not None
    playing = [mark.player for mark in result.marks if mark.status == "ok"]
    said = {player for player in playing if player in table.confirmed or player == result.reporter}
    others = [player for player in playing if player != result.reporter]
    enough = {
        "all": len(said) == len(playing),
        "majority": 2 * len(said) > len(playing),
        "one": not others or any(player in table.confirmed for player in others),
        "none": True,
    }
    if enough[rule]:
        table.state = "confirmed"


# -- dispute ---------------------------------------------------------------------------------------------------------


def check_dispute(state: State, entry: Entry) -> None:
    """TOU-10.5: a report; TOU-10.8: a correction, by the players of the table."""
    reader = Reader(entry)
    table = reader.known_table(state)
    reader.reason("text")
    if entry.actor not in table.seats:
        raise Refused("{actor} does not play at {table}.", "FORBIDDEN", "TOU-10.5", actor=entry.actor, table=table.name)
    corrected = table.result is not None and table.result.corrected
    if table.state != "reported" and not (table.state == "confirmed" and corrected):
        raise Refused("{table} is {state}.", "STATE", "TOU-10.5", table=table.name, state=table.state)
    if entry.actor in table.confirmed:
        raise Refused("Who has confirmed a result may not dispute it.", "TOO_LATE", "TOU-16.6")
    check_not_final(state, table)


def dispute(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    _dispute(state, entry, reader.known_table(state), reader.reason("text"))


def _dispute(state: State, entry: Entry, table: Table, words: str) -> None:
    """TOU-10.5: only the head referee's `decide` ends it; it is a case from now on."""
    table.state = "disputed"
    open_case(state, entry, "dispute", [(table.round, table.number)], [], words)


# -- correct ---------------------------------------------------------------------------------------------------------


def check_correct(state: State, entry: Entry) -> None:
    """TOU-10.8: until the next draw is published by any official, after that by the head referee alone."""
    reader = Reader(entry)
    round, table = reader.known_round(state), reader.known_table(state)
    following = state.round(round.number + 1)
    late = following is not None and following.state in ("published", "running", "complete")
    if late and "H" not in letters(state, entry.actor):
        raise Refused(
            "Once round {round} is published, only the head referee corrects.",
            "FORBIDDEN",
            "TOU-10.8",
            round=round.number + 1,
        )
    check_not_final(state, table)
    if table.state not in ("confirmed", "decided"):
        raise Refused("{table} is {state}.", "STATE", "TOU-10.8", table=table.name, state=table.state)
    reader.reason()
    check_version(reader, table, required=True)
    result = read_result(reader, len(table.versions) + 1)
    if result.end == "dissolved" or (result.end == "adjudicated" and "H" not in letters(state, entry.actor)):
        raise Refused("Only the head referee adjudicates or dissolves a game.", "FORBIDDEN", "TOU-10.1")
    check_result(state.options, round, table, result, by_head="H" in letters(state, entry.actor))
    acknowledged(state.options, result, reader)


def check_not_final(state: State, table: Table) -> None:
    """TOU-16.2: no later action may change what the panel decided."""
    if panel_decided(state, table):
        raise Refused("The panel's decision on {table} is final.", "FINAL", "TOU-16.2", table=table.name)
    check_not_before_panel(state, table)


def correct(state: State, entry: Entry) -> None:
    """TOU-10.8: every earlier version is kept."""
    reader = Reader(entry)
    table = reader.known_table(state)
    replace(table, read_result(reader, len(table.versions) + 1, corrected=True), "confirmed")


def replace(table: Table, result: Result, state: str) -> None:
    """A new version on file; confirmations were of the old one."""
    table.versions.append(result)
    table.confirmed = {}
    table.state = state
    table.ended = table.ended or result.at


# -- dissolve --------------------------------------------------------------------------------------------------------


def check_dissolve(state: State, entry: Entry) -> None:
    """TOU-3.7, TOU-14.3: a table that cannot be played or finished."""
    reader = Reader(entry)
    table = reader.known_table(state)
    reader.reason()
    if table.state != "open":
        raise Refused("{table} is {state}, not open.", "STATE", "TOU-3.7", table=table.name, state=table.state)
    if entry.actor == GAME:
        _check_too_few(state, reader, table)
    strangers = set(reader.texts("absent")) - set(table.seats)
    if strangers:
        raise Refused(
            "{player} does not play at {table}.", "SEATS", "TOU-3.7", player=sorted(strangers)[0], table=table.name
        )


def _check_too_few(state: State, reader: Reader, table: Table) -> None:
    """TOU-14.3: the platform dissolves by itself where too few have come, and for no other reason."""
    round, options = reader.known_round(state), state.options
    here = [player for player in table.seats if player not in (*reader.texts("absent"), *table.gone)]
    over = grace_is_over(round, read_time(reader.entry.at), options.number("grace"))
    if options.word("online") != "true" or not over or len(here) >= options.number("table.min"):
        raise Refused("{table} can be played.", "FORBIDDEN", "TOU-14.3", table=table.name)


def dissolve(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    table = reader.known_table(state)
    absent = set(reader.texts("absent"))
    marks = []
    for player in table.seats:
        known = table.gone.get(player)
        if player in absent:
            marks.append(Mark(player, "absent"))
        else:
            marks.append(Mark(player, known.status) if known else Mark(player, "present"))
    replace(table, Result(len(table.versions) + 1, "dissolved", None, tuple(marks), entry.actor, entry.at), "dissolved")
