"""TOU-16, TOU-14.5: cases, decisions, warnings, expulsion, protests and the panel."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from kotva.tournament.action import ActionCall, known_player, known_round, known_table
from kotva.tournament.action_arguments import (
    CaseArgs,
    DecideArgs,
    MeasureArgs,
    OpenCaseArgs,
    ProtestArgs,
    VoteArgs,
)
from kotva.tournament.argument_kinds import parse_place
from kotva.tournament.arguments import needs
from kotva.tournament.refusal import Refused
from kotva.tournament.results import check_result
from kotva.tournament.state import Case, Player, Result, Round, SeatResult, TournamentState, TournamentTable, read_time


def open_case(
    state: TournamentState,
    call: ActionCall[Any],
    kind: str,
    tables: Sequence[tuple[int, int]],
    subjects: Sequence[str],
    facts: str,
) -> Case:
    """TOU-16.10: who opened it and when, tables, subjects, facts in words."""
    case = Case(f"C{len(state.cases) + 1}", kind, call.actor, call.at, list(tables), list(subjects), facts)
    state.cases[case.id] = case
    return case


def known_case(state: TournamentState, case: str) -> Case:
    found = state.cases.get(case)
    if found is None:
        raise Refused("There is no case {case}.", "SYNTAX", "TOU-16.10", case=case)
    return found


def protest_ends(state: TournamentState, case: Case) -> datetime | None:
    """TOU-16.6: until when a decided case may be protested."""
    if case.decided_at is None:
        return None
    return read_time(case.decided_at) + timedelta(minutes=state.options.number("protest.minutes"))


def case_state(state: TournamentState, case: Case, at: datetime) -> str:
    """Section 5: a decided case becomes final by itself when the protest time is over."""
    ends = protest_ends(state, case)
    return "final" if case.state == "decided" and ends is not None and at >= ends else case.state


def is_open(case: Case) -> bool:
    """TOU-10.9: waits for the head referee or for the panel."""
    return case.state in ("open", "panel") or not case.carried_out


def panel_decided(state: TournamentState, table: TournamentTable) -> bool:
    """TOU-16.2: whether the panel has had the last word on a table."""
    return any(c.state == "final" and c.carried_out for c in _before_panel(state, (table.round, table.number)))


def check_not_before_panel(state: TournamentState, table: TournamentTable) -> None:
    """TOU-16.2: what the panel is deciding nobody else changes meanwhile."""
    if any(c.state == "panel" for c in _before_panel(state, (table.round, table.number))):
        raise Refused("The panel is deciding on {table}.", "STATE", "TOU-16.2", table=table.name)


def _before_panel(state: TournamentState, place: tuple[int, int]) -> list[Case]:
    """The cases about a table's result that have gone to the panel; where it kept words alone, no result was decided."""
    cases = [c for c in state.cases.values() if c.protester and place in c.tables]
    return [c for c in cases if c.sets_result or (c.demand is not None and c.outcome != "kept")]


# -- open ------------------------------------------------------------------------------------------------------------


def _places(state: TournamentState, tables: Sequence[str]) -> list[tuple[int, int]]:
    out = []
    for name in tables:
        place = parse_place(name)
        if place is None or state.table(place) is None:
            raise Refused("There is no table {table}.", "SEATS", "TOU-16.10", table=name)
        out.append(place)
    return out


def check_case(state: TournamentState, call: ActionCall[OpenCaseArgs]) -> None:
    """TOU-16.10: facts in words; tables and subjects that exist."""
    _places(state, call.args.tables)
    for subject in call.args.subjects:
        if subject not in state.players:
            raise Refused("There is no player {player}.", "SEATS", "TOU-16.10", player=subject)


def case(state: TournamentState, call: ActionCall[OpenCaseArgs]) -> None:
    open_case(state, call, "case", _places(state, call.args.tables), call.args.subjects, call.args.text)


# -- decide ----------------------------------------------------------------------------------------------------------


def check_decide(state: TournamentState, call: ActionCall[DecideArgs]) -> None:
    """TOU-10.10: any table, reported or not; TOU-16.2: not against the panel."""
    found = known_case(state, call.args.case) if call.args.case is not None else None
    if found is not None:
        check_undecided(found)
        if not call.args.text.strip():
            raise needs(call.op, "text")
    if call.args.place is None:
        if found is None:
            raise needs(call.op, "table")
        if not found.carried_out:
            raise Refused("The panel's decision on {case} needs a result.", "SYNTAX", "TOU-16.5", case=found.id)
        if any(_undecided(state, place) for place in found.tables):
            raise Refused("A disputed result is decided by naming it.", "SYNTAX", "TOU-10.5")
        return
    table, round = known_table(state, call.args.place), known_round(state, call.args.place[0])
    if round.state not in ("running", "complete"):
        raise Refused("{table} has not been started.", "STATE", "TOU-10.10", table=table.name)
    if table.state == "dissolved":
        raise Refused("{table} is {state}.", "STATE", "TOU-10.10", table=table.name, state=table.state)
    if found is not None and (table.round, table.number) not in found.tables:
        raise Refused("Case {case} is not about {table}.", "SEATS", "TOU-16.10", case=found.id, table=table.name)
    if panel_decided(state, table):
        raise Refused("The panel's decision on {table} is final.", "FINAL", "TOU-16.2", table=table.name)
    check_not_before_panel(state, table)
    _check_decided_result(state, round, table, _named(call))


def _undecided(state: TournamentState, place: tuple[int, int]) -> bool:
    table = state.table(place)
    return table is not None and table.state == "disputed"


def check_undecided(found: Case) -> None:
    if found.state == "final" and found.carried_out:
        raise Refused("Case {case} is final.", "FINAL", "TOU-16.2", case=found.id)
    if found.state == "panel":
        raise Refused("The panel is deciding case {case}.", "STATE", "TOU-16.2", case=found.id)


def _check_decided_result(state: TournamentState, round: Round, table: TournamentTable, result: Result) -> None:
    if result.end == "dissolved":
        raise Refused("A table is dissolved by `dissolve`.", "SYNTAX", "TOU-3.7")
    check_result(state.options, round, table, result, by_head=True)


def decide(state: TournamentState, call: ActionCall[DecideArgs]) -> None:
    """TOU-16: every decision is a case, so that it can be protested."""
    found = known_case(state, call.args.case) if call.args.case is not None else None
    if call.args.place is not None:
        table = known_table(state, call.args.place)
        place = (table.round, table.number)
        if found is None:
            waiting = (c for c in state.cases.values() if place in c.tables and c.state == "open")
            found = next(waiting, None) or open_case(state, call, "decision", [place], [], "")
        _set_result(table, _named(call, len(table.versions) + 1))
        found.sets_result = True
        for other in state.cases.values():  # one decision ends all disputes about the table
            if other.kind == "dispute" and other.state == "open" and place in other.tables:
                other.sets_result = True
                announce(other, call, call.args.text)
    assert found is not None
    if found.state == "final":
        found.carried_out = True
    else:
        announce(found, call, call.args.text)
    found.rule = call.args.rule if call.args.rule is not None else found.rule


def announce(found: Case, call: ActionCall[Any], words: str) -> None:
    """TOU-16.6: the protest time runs from the announcement."""
    found.state = "decided"
    found.decision = words
    found.decided_at = call.at
    found.decided_by = call.actor


def _set_result(table: TournamentTable, result: Result) -> None:
    table.versions.append(result)
    table.confirmed = {}
    table.state = "decided"
    table.ended = table.ended or result.at


# -- warnings and expulsion ------------------------------------------------------------------------------------------


def check_measure(state: TournamentState, call: ActionCall[MeasureArgs]) -> None:
    """TOU-14.5, TOU-16.9: against a player of the tournament."""
    player = known_player(state, call.args.player)
    if call.args.case is not None:
        found = known_case(state, call.args.case)
        check_undecided(found)
    if call.op == "expel":
        if player.status == "expelled":
            raise Refused("{name} has been expelled.", "STATE", "TOU-14.5", name=player.name)
        lifted = [c for c in state.cases.values() if c.kind == "expulsion" and c.outcome == "changed"]
        if call.args.case is not None and any(c.id == call.args.case for c in lifted):
            raise Refused("The panel has lifted this expulsion.", "FINAL", "TOU-16.2")


def warn(state: TournamentState, call: ActionCall[MeasureArgs]) -> None:
    """TOU-16.9: recorded, without effect on points; two do not expel by themselves."""
    player = known_player(state, call.args.player)
    player.warnings += 1
    _measure(state, call, player, "warning")


def expel(state: TournamentState, call: ActionCall[MeasureArgs]) -> None:
    """TOU-14.5, TOU-16.8: at once; the running game becomes `dsq`, confirmed results stand."""
    player = known_player(state, call.args.player)
    player.status = "expelled"
    current = state.current
    if current is not None and current.state in ("published", "running"):
        for table in current.tables_of(player.id):
            if current.state == "published":
                table.gone[player.id] = SeatResult(player.id, "absent")
            elif table.state in ("open", "reported", "disputed"):
                table.gone[player.id] = SeatResult(player.id, "dsq")
                if table.state == "reported":  # what was reported is not what happened any more
                    table.state = "disputed"
                    open_case(state, call, "dispute", [(table.round, table.number)], [player.id], "")
    _measure(state, call, player, "expulsion")


def _measure(state: TournamentState, call: ActionCall[MeasureArgs], player: Player, kind: str) -> None:
    words = call.args.text
    if call.args.case is not None:
        found = known_case(state, call.args.case)
        found.kind = kind
        if player.id not in found.subjects:
            found.subjects.append(player.id)
    else:
        found = open_case(state, call, kind, [], [player.id], words)
    announce(found, call, words or kind)


# -- protest and panel -----------------------------------------------------------------------------------------------


def check_protest(state: TournamentState, call: ActionCall[ProtestArgs]) -> None:
    """TOU-16.6: in time, by somebody concerned who has not confirmed the result of that game."""
    found = known_case(state, call.args.case)
    if found.state == "final":
        raise Refused("Case {case} is final.", "FINAL", "TOU-16.2", case=found.id)
    if found.state != "decided":
        raise Refused("Case {case} has not been decided.", "STATE", "TOU-16.2", case=found.id)
    tables = [table for place in found.tables if (table := state.table(place)) is not None]
    if call.actor not in found.subjects and not any(call.actor in table.seats for table in tables):
        raise Refused("{actor} is not concerned by {case}.", "FORBIDDEN", "TOU-16.6", actor=call.actor, case=found.id)
    if found.sets_result and any(_before_panel(state, place) for place in found.tables):
        raise Refused("The panel has this game already; {case} is part of it.", "FINAL", "TOU-16.2", case=found.id)
    disputed = next((table for table in tables if table.state == "disputed"), None)
    if disputed is not None:  # that decision has been overtaken: the next one can be protested
        raise Refused(
            "{table} is disputed: the head referee decides it first.", "STATE", "TOU-16.2", table=disputed.name
        )
    ends = protest_ends(state, found)
    if ends is not None and read_time(call.at) >= ends:
        raise Refused("The time for a protest about {case} is over.", "TOO_LATE", "TOU-16.6", case=found.id)
    if any(call.actor in (table.accepted if state.edition >= 2 else table.confirmed) for table in tables):
        raise Refused("A player that has confirmed a result may not protest about that game.", "TOO_LATE", "TOU-16.6")
    if call.args.result is not None:
        check_demand(state, found, call)


def check_demand(state: TournamentState, found: Case, call: ActionCall[ProtestArgs | VoteArgs]) -> None:
    """A result that a protest asks for, or a vote names: of a table of the case, and one that could stand."""
    if call.args.place is None:
        raise needs(call.op, "table")
    table, round = known_table(state, call.args.place), known_round(state, call.args.place[0])
    if (table.round, table.number) not in found.tables:
        raise Refused("Case {case} is not about {table}.", "SEATS", "TOU-16.10", case=found.id, table=table.name)
    if any(other is not found for other in _before_panel(state, (table.round, table.number))):
        raise Refused("The panel's decision on {table} is final.", "FINAL", "TOU-16.2", table=table.name)
    _check_decided_result(state, round, table, _named(call))


def _named(call: ActionCall[DecideArgs | ProtestArgs | VoteArgs], version: int = 1) -> Result:
    """The result that a decision, a protest or a vote names."""
    if call.args.result is None:
        raise needs(call.op, "end")
    return call.args.result.by(call.actor, call.at, version)


def protest(state: TournamentState, call: ActionCall[ProtestArgs]) -> None:
    """TOU-16.2 to 16.5: the panel of three sits, without those barred."""
    found = known_case(state, call.args.case)
    found.protester, found.protest, found.protested_at = call.actor, call.args.text, call.at
    if call.args.result is not None:
        found.demand, found.demand_table = _named(call), call.args.place
    found.panel, found.barred, found.alternates = seat_panel(state, found)
    found.state = "panel"
    _count(state, found, call)


def seat_panel(state: TournamentState, found: Case) -> tuple[list[str], list[str], list[str]]:
    """TOU-16.3 to 16.5: the head referee and two more; a barred one is replaced by the first alternate who is not."""
    head = state.head
    panel, barred, used = ([head] if head else []), [], []
    for member in state.panel:
        if not is_barred(state, found, member):
            panel.append(member)
            continue
        barred.append(member)
        free = (a for a in state.alternates if a not in used and not is_barred(state, found, a))
        if (other := next(free, None)) is not None:
            panel.append(other)
            used.append(other)
    return panel, barred, used


def is_barred(state: TournamentState, found: Case, member: str) -> bool:
    """TOU-16.4: seated at a table of the case, a subject of it, or the one who protests."""
    tables = [table for place in found.tables if (table := state.table(place)) is not None]
    return member in found.subjects or member == found.protester or any(member in table.seats for table in tables)


def check_vote(state: TournamentState, call: ActionCall[VoteArgs]) -> None:
    found = known_case(state, call.args.case)
    if found.state == "final":
        raise Refused("Case {case} is final.", "FINAL", "TOU-16.2", case=found.id)
    if found.state != "panel":
        raise Refused("Case {case} is not before the panel.", "STATE", "TOU-16.5", case=found.id)
    if call.actor not in found.panel:
        raise Refused("{actor} does not decide {case}.", "FORBIDDEN", "TOU-16.4", actor=call.actor, case=found.id)
    if call.actor in found.votes:
        raise Refused("{actor} has voted on {case}.", "STATE", "TOU-16.5", actor=call.actor, case=found.id)
    if call.args.vote not in ("change", "keep"):
        raise Refused("A vote is change or keep.", "SYNTAX", "TOU-16.5")
    if call.args.result is not None:
        check_demand(state, found, call)


def vote(state: TournamentState, call: ActionCall[VoteArgs]) -> None:
    found = known_case(state, call.args.case)
    found.votes[call.actor] = call.args.vote
    if call.args.result is not None and call.args.vote == "change":
        found.demand, found.demand_table = _named(call), call.args.place
    _count(state, found, call)


def _count(state: TournamentState, found: Case, call: ActionCall[Any]) -> None:
    """TOU-16.5: changed only by at least two votes for it; what can no longer be changed stands."""
    change = sum(vote == "change" for vote in found.votes.values())
    waiting = [member for member in found.panel if member not in found.votes]
    if change >= 2:
        found.state, found.outcome = "final", "changed"
        _carry_out(state, found, call)
    elif change + len(waiting) < 2:
        found.state, found.outcome = "final", "kept"


def _carry_out(state: TournamentState, found: Case, call: ActionCall[Any]) -> None:
    """TOU-16.8: an expulsion is lifted; a result named is set; without one the head referee enters it (`decide`)."""
    if found.kind == "expulsion":
        for subject in found.subjects:
            player = state.players[subject]
            if player.status == "expelled":
                player.status = "absent"
    elif found.kind == "warning":
        for subject in found.subjects:
            state.players[subject].warnings -= 1
    table = state.table(found.demand_table) if found.demand_table else None
    if table is not None and found.demand is not None:
        asked = found.demand
        _set_result(table, Result(len(table.versions) + 1, asked.end, asked.winner, asked.marks, "panel", call.at))
    elif found.sets_result:
        found.carried_out = False


# -- proceed ---------------------------------------------------------------------------------------------------------


def check_proceed(state: TournamentState, call: ActionCall[CaseArgs]) -> None:
    """TOU-10.9: in spite of an open case; but a result must be on file."""
    found = known_case(state, call.args.case)
    if not is_open(found):
        raise Refused("Case {case} is not open.", "STATE", "TOU-10.9", case=found.id)
    if state.current is None or state.current.state != "running":
        raise Refused("No round is running.", "STATE", "TOU-10.9")
    if any((table := state.table(place)) is not None and table.result is None for place in found.tables):
        raise Refused("There is no result on file yet.", "OPEN_RESULTS", "TOU-10.9")


def proceed(state: TournamentState, call: ActionCall[CaseArgs]) -> None:
    known_case(state, call.args.case).proceed = True
