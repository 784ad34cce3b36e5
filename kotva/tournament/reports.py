"""TOU-10.3 to 10.5, TOU-10.8, TOU-3.7: who enters, confirms, disputes and corrects a result."""

from __future__ import annotations

import hmac
from datetime import timedelta
from typing import Any, assert_never

from kotva.tournament import lot
from kotva.tournament.action import ActionCall, known_round, known_table
from kotva.tournament.action_arguments import ConfirmArgs, CorrectArgs, DisputeArgs, DissolveArgs, ReportArgs, TableArgs
from kotva.tournament.cases import check_not_before_panel, open_case, panel_decided
from kotva.tournament.choices import Confirm
from kotva.tournament.clock import grace_is_over
from kotva.tournament.lifecycle import whole_seed
from kotva.tournament.log import Json
from kotva.tournament.refusal import Refused
from kotva.tournament.results import acknowledged, check_result
from kotva.tournament.roles import GAME, letters
from kotva.tournament.state import Result, SeatResult, TournamentState, TournamentTable, read_time


def slip_code(state: TournamentState, seed: str, table: TournamentTable, attempt: int) -> str:
    """TOU-20.5: the first 10 digits of `key(slip,r,attempt,T<t>)`; 4 in edition 1, whose slips may be printed already."""
    code = lot.key(whole_seed(state, seed), "slip", table.round, attempt, f"T{table.number}")
    return code[:4] if state.edition < 2 else code[:10]


def is_slip_code(typed: str, state: TournamentState, seed: str, table: TournamentTable, attempt: int) -> bool:
    """Whether this is what stands on a table's slip, in whichever letters and with spaces between them."""
    plain = "".join(typed.split()).lower()
    return hmac.compare_digest(plain.encode(errors="replace"), slip_code(state, seed, table, attempt).encode())


# -- report ----------------------------------------------------------------------------------------------------------


def fill_report(
    state: TournamentState, call: ActionCall[ReportArgs], asked: dict[str, Json], seed: str
) -> dict[str, Json]:
    """TOU-10.6 `SLIP_CODE`: the only check that needs the seed; a right code means a slip signed by all."""
    code = call.args.slip
    if code is None:
        return asked
    table, round = known_table(state, call.args.place), known_round(state, call.args.place[0])
    if not is_slip_code(code, state, seed, table, round.attempt):
        raise Refused("This is not the code on the slip of {table}.", "SLIP_CODE", "TOU-10.6", table=table.name)
    return {**{name: value for name, value in asked.items() if name != "slip"}, "signed": True}


def check_report(state: TournamentState, call: ActionCall[ReportArgs]) -> None:
    """TOU-10.3, TOU-10.5, TOU-10.6."""
    round, table = known_round(state, call.args.place[0]), known_table(state, call.args.place)
    _check_reporter(state, call, table)
    if table.state not in ("open", "reported"):
        raise Refused(
            "The result of {table} is {state}; changing it needs a correction.",
            "STATE",
            "TOU-10.5",
            table=table.name,
            state=table.state,
        )
    result = call.args.result.by(call.actor, call.at, len(table.versions) + 1)
    if result.end in ("dissolved", "adjudicated") and call.actor != GAME:
        raise Refused("Only the head referee adjudicates or dissolves a game.", "FORBIDDEN", "TOU-10.1")
    check_version(call.args.version, table)
    check_result(state.options, round, table, result, own_report=call.actor == GAME)
    if table.result is not None and table.result.says(result) and not _is_final_word(call):
        raise Refused(
            "{name} has entered this very result for {table} already.",
            "SAME",
            "TOU-10.5",
            name=state.label(table.result.reporter),
            table=table.name,
        )
    if call.actor != GAME:  # TOU-1.8
        acknowledged(state, result, call.args.ack)


def _check_reporter(state: TournamentState, call: ActionCall[ReportArgs], table: TournamentTable) -> None:
    """TOU-10.3: a player enters results of the own table alone."""
    roles = letters(state, call.actor)
    if not state.reports_by_hand and call.actor != GAME:
        raise Refused(
            "{table} is played on the platform: its game reports the result.",
            "FORBIDDEN",
            "TOU-10.3",
            table=table.name,
        )
    if not set(roles) & set("SROE") and call.actor not in table.seats:
        raise Refused("{actor} does not play at {table}.", "FORBIDDEN", "TOU-10.3", actor=call.actor, table=table.name)
    if call.args.signed and not set(roles) & set("SRO"):
        raise Refused("Slips are entered by officials.", "FORBIDDEN", "TOU-10.4")


def _is_final_word(call: ActionCall[ReportArgs]) -> bool:
    """TOU-10.3, TOU-10.4: the game itself, or an official with a slip signed by all."""
    return call.actor == GAME or call.args.signed


def check_version(version: int | None, table: TournamentTable) -> None:
    """TOU-10.6 `STALE`: what somebody saw must be what is on file."""
    if version is not None and version != len(table.versions):
        raise Refused(
            "Version {version} of {table} is not the current one, which is {current}.",
            "STALE",
            "TOU-10.6",
            version=version,
            table=table.name,
            current=len(table.versions),
        )


def report(state: TournamentState, call: ActionCall[ReportArgs]) -> None:
    table = known_table(state, call.args.place)
    result = call.args.result.by(call.actor, call.at, len(table.versions) + 1)
    table.ended = table.ended or call.at
    if table.state == "open":
        table.versions.append(result)
        table.state = "reported"
    elif table.result is not None and not table.result.says(result):  # TOU-10.5
        table.versions.append(result)
        if state.edition < 2 or not _is_own_typo(call, table):
            _dispute(state, call, table, "")
            return
    if _is_final_word(call):
        table.state = "confirmed"
    else:
        _settle(state, table)


def _is_own_typo(call: ActionCall[ReportArgs], table: TournamentTable) -> bool:
    """TOU-10.5: the reporter's second try, while nobody has confirmed the first."""
    return table.versions[-2].reporter == call.actor and not table.confirmed


# -- confirm ---------------------------------------------------------------------------------------------------------


def check_confirm(state: TournamentState, call: ActionCall[ConfirmArgs]) -> None:
    """TOU-10.4: the version on file, by a player who is `ok`, or by an official for one who does not answer."""
    table = known_table(state, call.args.place)
    if table.state != "reported" or table.result is None:
        raise Refused("{table} is {state}, not reported.", "STATE", "TOU-10.4", table=table.name, state=table.state)
    check_version(call.args.version, table)
    who = call.args.player or call.actor
    mark = table.result.mark(who)
    if mark is None or (who != call.actor and not set(letters(state, call.actor)) & set("SR")):
        raise Refused("{actor} may not confirm {table}.", "FORBIDDEN", "TOU-10.4", actor=call.actor, table=table.name)
    if mark.status != "ok" or who in (table.result.reporter, *table.confirmed):
        raise Refused("{name} need not confirm {table}.", "STATE", "TOU-10.4", name=state.label(who), table=table.name)
    wait = timedelta(minutes=state.options.number("confirm.minutes"))
    if who != call.actor and read_time(call.at) < read_time(table.result.at) + wait:
        raise Refused(
            "{name} has {minutes} minutes to answer.",
            "TOO_EARLY",
            "TOU-10.4",
            name=state.label(who),
            minutes=state.options.number("confirm.minutes"),
        )


def confirm(state: TournamentState, call: ActionCall[ConfirmArgs]) -> None:
    table = known_table(state, call.args.place)
    who = call.args.player or call.actor
    table.confirmed[who] = call.at
    table.accepted.add(who)
    _settle(state, table)


def _settle(state: TournamentState, table: TournamentTable) -> None:
    """TOU-10.4: whether enough have confirmed the version on file."""
    result, rule = table.result, state.options.choice(Confirm)
    assert result is not None
    playing = [mark.player for mark in result.marks if mark.status == "ok"]
    said = {player for player in playing if player in table.confirmed or player == result.reporter}
    others = [player for player in playing if player != result.reporter]
    match rule:
        case Confirm.ALL:
            enough = len(said) == len(playing)
        case Confirm.MAJORITY:
            enough = 2 * len(said) > len(playing)
        case Confirm.ONE:
            enough = not others or any(player in table.confirmed for player in others)
        case Confirm.NONE:
            enough = True
        case _:
            assert_never(rule)
    if enough:
        table.state = "confirmed"


# -- dispute ---------------------------------------------------------------------------------------------------------


def check_dispute(state: TournamentState, call: ActionCall[DisputeArgs]) -> None:
    """TOU-10.5: a report; TOU-10.8: a correction, by the players of the table."""
    table = known_table(state, call.args.place)
    if call.actor not in table.seats:
        raise Refused("{actor} does not play at {table}.", "FORBIDDEN", "TOU-10.5", actor=call.actor, table=table.name)
    corrected = table.result is not None and table.result.corrected
    if table.state != "reported" and not (table.state == "confirmed" and corrected):
        raise Refused("{table} is {state}.", "STATE", "TOU-10.5", table=table.name, state=table.state)
    if call.actor in table.confirmed:
        raise Refused("A player that has confirmed a result may not dispute it.", "TOO_LATE", "TOU-16.6")
    check_not_final(state, table)


def corrected_tables(state: TournamentState, player: str) -> list[TournamentTable]:
    """TOU-10.8: the player's own results that were corrected, as long as they may be disputed."""
    seated = [table for round in state.rounds for table in round.tables if player in table.seats]
    return [
        table
        for table in seated
        if table.state == "confirmed" and table.result and table.result.corrected and player not in table.confirmed
    ]


def dispute(state: TournamentState, call: ActionCall[DisputeArgs]) -> None:
    _dispute(state, call, known_table(state, call.args.place), call.args.text)


def _dispute(state: TournamentState, call: ActionCall[Any], table: TournamentTable, words: str) -> None:
    """TOU-10.5: only the head referee's `decide` ends it; it is a case from now on."""
    table.state = "disputed"
    open_case(state, call, "dispute", [(table.round, table.number)], [], words)


# -- correct ---------------------------------------------------------------------------------------------------------


def check_correct(state: TournamentState, call: ActionCall[CorrectArgs]) -> None:
    """TOU-10.8: until the next draw is published by any official, after that by the head referee alone."""
    round, table = known_round(state, call.args.place[0]), known_table(state, call.args.place)
    following = state.round(round.number + 1)
    late = following is not None and state.is_published(following)
    if late and "H" not in letters(state, call.actor):
        raise Refused(
            "Once round {round} is published, only the head referee corrects.",
            "FORBIDDEN",
            "TOU-10.8",
            round=round.number + 1,
        )
    check_not_final(state, table)
    if table.state not in ("confirmed", "decided"):
        raise Refused("{table} is {state}.", "STATE", "TOU-10.8", table=table.name, state=table.state)
    check_version(call.args.version, table)
    result = call.args.result.by(call.actor, call.at, len(table.versions) + 1)
    if result.end == "dissolved" or (result.end == "adjudicated" and "H" not in letters(state, call.actor)):
        raise Refused("Only the head referee adjudicates or dissolves a game.", "FORBIDDEN", "TOU-10.1")
    check_result(state.options, round, table, result, by_head="H" in letters(state, call.actor))
    acknowledged(state, result, call.args.ack)


def check_not_final(state: TournamentState, table: TournamentTable) -> None:
    """TOU-16.2: no later action may change what the panel decided."""
    if panel_decided(state, table):
        raise Refused("The panel's decision on {table} is final.", "FINAL", "TOU-16.2", table=table.name)
    check_not_before_panel(state, table)


def correct(state: TournamentState, call: ActionCall[CorrectArgs]) -> None:
    """TOU-10.8: every earlier version is kept."""
    table = known_table(state, call.args.place)
    result = call.args.result.by(call.actor, call.at, len(table.versions) + 1, corrected=True)
    replace(table, result, "confirmed")


def replace(table: TournamentTable, result: Result, state: str) -> None:
    """A new version on file; confirmations were of the old one."""
    table.versions.append(result)
    table.confirmed = {}
    table.state = state
    table.ended = table.ended or result.at


# -- dissolve --------------------------------------------------------------------------------------------------------


def check_dissolve(state: TournamentState, call: ActionCall[DissolveArgs]) -> None:
    """TOU-3.7, TOU-14.3: a table that cannot be played or finished."""
    table = known_table(state, call.args.place)
    if table.state != "open":
        raise Refused("{table} is {state}, not open.", "STATE", "TOU-3.7", table=table.name, state=table.state)
    if call.actor == GAME:
        _check_too_few(state, call, table)
    strangers = set(call.args.absent) - set(table.seats)
    if strangers:
        raise Refused(
            "{player} does not play at {table}.", "SEATS", "TOU-3.7", player=sorted(strangers)[0], table=table.name
        )


def _check_too_few(state: TournamentState, call: ActionCall[DissolveArgs], table: TournamentTable) -> None:
    """TOU-14.3: the platform dissolves by itself where too few have come, and for no other reason."""
    round, options = known_round(state, call.args.place[0]), state.options
    here = [player for player in table.seats if player not in (*call.args.absent, *table.gone)]
    over = grace_is_over(round, read_time(call.at), options.number("grace"))
    if not options.flag("online") or not over or len(here) >= options.number("table.min"):
        raise Refused("{table} can be played.", "FORBIDDEN", "TOU-14.3", table=table.name)


def dissolve(state: TournamentState, call: ActionCall[DissolveArgs]) -> None:
    table = known_table(state, call.args.place)
    absent = set(call.args.absent)
    marks = []
    for player in table.seats:
        known = table.gone.get(player)
        if player in absent:
            marks.append(SeatResult(player, "absent"))
        else:
            marks.append(SeatResult(player, known.status) if known else SeatResult(player, "present"))
    replace(table, Result(len(table.versions) + 1, "dissolved", None, tuple(marks), call.actor, call.at), "dissolved")


# -- remind ----------------------------------------------------------------------------------------------------------


def check_remind(state: TournamentState, call: ActionCall[TableArgs]) -> None:
    """TOU-10.11: a table whose result people enter, as long as they have something to do."""
    table = known_table(state, call.args.place)
    if not state.reports_by_hand:
        raise Refused("The games of this tournament report by themselves.", "STATE", "TOU-10.11")
    if table.state not in ("open", "reported"):
        raise Refused("{table} is {state}.", "STATE", "TOU-10.11", table=table.name, state=table.state)


def remind(state: TournamentState, call: ActionCall[TableArgs]) -> None:
    known_table(state, call.args.place).reminded = call.at
