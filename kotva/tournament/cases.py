"""TOU-16, TOU-14.5: cases, decisions, warnings, expulsion, protests and the panel."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from kotva.tournament.log import Entry
from kotva.tournament.reading import Reader, parse_place
from kotva.tournament.refusal import Refused
from kotva.tournament.results import check_result, names_result, read_result
from kotva.tournament.state import Case, Mark, Player, Result, Round, State, Table, read_time


def open_case(
    state: State, entry: Entry, kind: str, tables: Sequence[tuple[int, int]], subjects: Sequence[str], facts: str
) -> Case:
    """TOU-16.10: who opened it and when, tables, subjects, facts in words."""
    case = Case(f"C{len(state.cases) + 1}", kind, entry.actor, entry.at, list(tables), list(subjects), facts)
    state.cases[case.id] = case
    return case


def known_case(state: State, reader: Reader, name: str = "case") -> Case:
    found = state.cases.get(reader.text(name))
    if found is None:
        raise Refused("There is no case {case}.", "SYNTAX", "TOU-16.10", case=reader.text(name))
    return found


def protest_ends(state: State, case: Case) -> datetime | None:
    """TOU-16.6: until when a decided case may be protested."""
    if case.decided_at is None:
        return None
    return read_time(case.decided_at) + timedelta(minutes=state.options.number("protest.minutes"))


def case_state(state: State, case: Case, at: datetime) -> str:
    """Section 5: a decided case becomes final by itself when the protest time is over."""
    ends = protest_ends(state, case)
    return "final" if case.state == "decided" and ends is not None and at >= ends else case.state


def is_open(case: Case) -> bool:
    """TOU-10.9: waits for the head referee or for the panel."""
    return case.state in ("open", "panel") or not case.carried_out


def panel_decided(state: State, table: Table) -> bool:
    """TOU-16.2: whether the panel has had the last word on a table."""
    return any(c.state == "final" and c.carried_out for c in _before_panel(state, (table.round, table.number)))


def check_not_before_panel(state: State, table: Table) -> None:
    """TOU-16.2: what the panel is deciding nobody else changes meanwhile."""
    if any(c.state == "panel" for c in _before_panel(state, (table.round, table.number))):
        raise Refused("The panel is deciding on {table}.", "STATE", "TOU-16.2", table=table.name)


def _before_panel(state: State, place: tuple[int, int]) -> list[Case]:
    """The cases about a table's result that have gone to the panel; where it kept words alone, no result was decided."""
    cases = [c for c in state.cases.values() if c.protester and place in c.tables]
    return [c for c in cases if c.sets_result or (c.demand is not None and c.outcome != "kept")]


# -- open ------------------------------------------------------------------------------------------------------------


def _places(state: State, reader: Reader) -> list[tuple[int, int]]:
    out = []
    for name in reader.texts("tables"):
        place = parse_place(name)
        if place is None or state.table(place) is None:
            raise Refused("There is no table {table}.", "SEATS", "TOU-16.10", table=name)
        out.append(place)
    return out


def check_case(state: State, entry: Entry) -> None:
    """TOU-16.10: facts in words; tables and subjects that exist."""
    reader = Reader(entry)
    reader.reason("text")
    _places(state, reader)
    for subject in reader.texts("subjects"):
        if subject not in state.players:
            raise Refused("There is no player {player}.", "SEATS", "TOU-16.10", player=subject)


def case(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    open_case(state, entry, "case", _places(state, reader), reader.texts("subjects"), reader.reason("text"))


# -- decide ----------------------------------------------------------------------------------------------------------


def check_decide(state: State, entry: Entry) -> None:
    """TOU-10.10: any table, reported or not; TOU-16.2: not against the panel."""
    reader = Reader(entry)
    found = known_case(state, reader) if reader.has("case") else None
    if found is not None:
        check_undecided(found)
        reader.reason("text")
    if not reader.has("table"):
        if found is None:
            raise reader.missing("table")
        if not found.carried_out:
            raise Refused("The panel's decision on {case} needs a result.", "SYNTAX", "TOU-16.5", case=found.id)
        if any(_undecided(state, place) for place in found.tables):
            raise Refused("A disputed result is decided by naming it.", "SYNTAX", "TOU-10.5")
        return
    table, round = reader.known_table(state), reader.known_round(state)
    if round.state not in ("running", "complete"):
        raise Refused("{table} has not been started.", "STATE", "TOU-10.10", table=table.name)
    if table.state == "dissolved":
        raise Refused("{table} is {state}.", "STATE", "TOU-10.10", table=table.name, state=table.state)
    if found is not None and (table.round, table.number) not in found.tables:
        raise Refused("Case {case} is not about {table}.", "SEATS", "TOU-16.10", case=found.id, table=table.name)
    if panel_decided(state, table):
        raise Refused("The panel's decision on {table} is final.", "FINAL", "TOU-16.2", table=table.name)
    check_not_before_panel(state, table)
    _check_decided_result(state, round, table, read_result(reader))


def _undecided(state: State, place: tuple[int, int]) -> bool:
    table = state.table(place)
    return table is not None and table.state == "disputed"


def check_undecided(found: Case) -> None:
    if found.state == "final" and found.carried_out:
        raise Refused("Case {case} is final.", "FINAL", "TOU-16.2", case=found.id)
    if found.state == "panel":
        raise Refused("The panel is deciding case {case}.", "STATE", "TOU-16.2", case=found.id)


def _check_decided_result(state: State, round: Round, table: Table, result: Result) -> None:
    if result.end == "dissolved":
        raise Refused("A table is dissolved by `dissolve`.", "SYNTAX", "TOU-3.7")
    check_result(state.options, round, table, result, by_head=True)


def decide(state: State, entry: Entry) -> None:
    """TOU-16: every decision is a case, so that it can be protested."""
    reader = Reader(entry)
    found = known_case(state, reader) if reader.has("case") else None
    if reader.has("table"):
        table = reader.known_table(state)
        place = (table.round, table.number)
        if found is None:
            waiting = (c for c in state.cases.values() if place in c.tables and c.state == "open")
            found = next(waiting, None) or open_case(state, entry, "decision", [place], [], "")
        _set_result(table, read_result(reader, len(table.versions) + 1))
        found.sets_result = True
        for other in state.cases.values():  # one decision ends all disputes about the table
            if other.kind == "dispute" and other.state == "open" and place in other.tables:
                other.sets_result = True
                announce(other, entry, reader.text("text", ""))
    assert found is not None
    if found.state == "final":
        found.carried_out = True
    else:
        announce(found, entry, reader.text("text", ""))
    found.rule = reader.text("rule", found.rule)


def announce(found: Case, entry: Entry, words: str) -> None:
    """TOU-16.6: the protest time runs from the announcement."""
    found.state = "decided"
    found.decision = words
    found.decided_at = entry.at
    found.decided_by = entry.actor


def _set_result(table: Table, result: Result) -> None:
    table.versions.append(result)
    table.confirmed = {}
    table.state = "decided"
    table.ended = table.ended or result.at


# -- warnings and expulsion ------------------------------------------------------------------------------------------


def check_measure(state: State, entry: Entry) -> None:
    """TOU-14.5, TOU-16.9: against a player of the tournament."""
    reader = Reader(entry)
    player = reader.known_player(state)
    if reader.has("case"):
        found = known_case(state, reader)
        check_undecided(found)
    if entry.op == "expel":
        if player.status == "expelled":
            raise Refused("{name} has been expelled.", "STATE", "TOU-14.5", name=player.name)
        lifted = [c for c in state.cases.values() if c.kind == "expulsion" and c.outcome == "changed"]
        if reader.has("case") and any(c.id == reader.text("case") for c in lifted):
            raise Refused("The panel has lifted this expulsion.", "FINAL", "TOU-16.2")


def warn(state: State, entry: Entry) -> None:
    """TOU-16.9: recorded, without effect on points; two do not expel by themselves."""
    player = Reader(entry).known_player(state)
    player.warnings += 1
    _measure(state, entry, player, "warning")


def expel(state: State, entry: Entry) -> None:
    """TOU-14.5, TOU-16.8: at once; the running game becomes `dsq`, confirmed results stand."""
    player = Reader(entry).known_player(state)
    player.status = "expelled"
    current = state.current
    if current is not None and current.state in ("published", "running"):
        for table in current.tables_of(player.id):
            if current.state == "published":
                table.gone[player.id] = Mark(player.id, "absent")
            elif table.state in ("open", "reported", "disputed"):
                table.gone[player.id] = Mark(player.id, "dsq")
                if table.state == "reported":  # what was reported is not what happened any more
                    table.state = "disputed"
                    open_case(state, entry, "dispute", [(table.round, table.number)], [player.id], "")
    _measure(state, entry, player, "expulsion")


def _measure(state: State, entry: Entry, player: Player, kind: str) -> None:
    reader = Reader(entry)
    words = reader.text("text", "")
    if reader.has("case"):
        found = known_case(state, reader)
        found.kind = kind
        if player.id not in found.subjects:
            found.subjects.append(player.id)
    else:
        found = open_case(state, entry, kind, [], [player.id], words)
    announce(found, entry, words or kind)


# -- protest and panel -----------------------------------------------------------------------------------------------


def check_protest(state: State, entry: Entry) -> None:
    """TOU-16.6: in time, by somebody concerned who has not confirmed the result of that game."""
    reader = Reader(entry)
    found = known_case(state, reader)
    reader.reason("text")
    if found.state == "final":
        raise Refused("Case {case} is final.", "FINAL", "TOU-16.2", case=found.id)
    if found.state != "decided":
        raise Refused("Case {case} has not been decided.", "STATE", "TOU-16.2", case=found.id)
    tables = [table for place in found.tables if (table := state.table(place)) is not None]
    if entry.actor not in found.subjects and not any(entry.actor in table.seats for table in tables):
        raise Refused("{actor} is not concerned by {case}.", "FORBIDDEN", "TOU-16.6", actor=entry.actor, case=found.id)
    if found.sets_result and any(_before_panel(state, place) for place in found.tables):
        raise Refused("The panel has this game already; {case} is part of it.", "FINAL", "TOU-16.2", case=found.id)
    disputed = next((table for table in tables if table.state == "disputed"), None)
    if disputed is not None:  # that decision has been overtaken: the next one can be protested
        raise Refused(
            "{table} is disputed: the head referee decides it first.", "STATE", "TOU-16.2", table=disputed.name
        )
    ends = protest_ends(state, found)
    if ends is not None and read_time(entry.at) >= ends:
        raise Refused("The time for a protest about {case} is over.", "TOO_LATE", "TOU-16.6", case=found.id)
    if any(entry.actor in table.confirmed for table in tables):
        raise Refused("Who has confirmed a result may not protest about that game.", "TOO_LATE", "TOU-16.6")
    if names_result(entry):
        check_demand(state, found, entry)


def check_demand(state: State, found: Case, entry: Entry) -> None:
    """A result that a protest asks for, or a vote names: of a table of the case, and one that could stand."""
    reader = Reader(entry)
    table, round = reader.known_table(state), reader.known_round(state)
    if (table.round, table.number) not in found.tables:
        raise Refused("Case {case} is not about {table}.", "SEATS", "TOU-16.10", case=found.id, table=table.name)
    if any(other is not found for other in _before_panel(state, (table.round, table.number))):
        raise Refused("The panel's decision on {table} is final.", "FINAL", "TOU-16.2", table=table.name)
    _check_decided_result(state, round, table, read_result(reader))


def protest(state: State, entry: Entry) -> None:
    """TOU-16.2 to 16.5: the panel of three sits, without those barred."""
    reader = Reader(entry)
    found = known_case(state, reader)
    found.protester, found.protest, found.protested_at = entry.actor, reader.reason("text"), entry.at
    if names_result(entry):
        found.demand, found.demand_table = read_result(reader), reader.place()
    found.panel, found.barred, found.alternates = seat_panel(state, found)
    found.state = "panel"
    _count(state, found, entry)


def seat_panel(state: State, found: Case) -> tuple[list[str], list[str], list[str]]:
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


def is_barred(state: State, found: Case, member: str) -> bool:
    """TOU-16.4: seated at a table of the case, a subject of it, or the one who protests."""
    tables = [table for place in found.tables if (table := state.table(place)) is not None]
    return member in found.subjects or member == found.protester or any(member in table.seats for table in tables)


def check_vote(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    found = known_case(state, reader)
    if found.state == "final":
        raise Refused("Case {case} is final.", "FINAL", "TOU-16.2", case=found.id)
    if found.state != "panel":
        raise Refused("Case {case} is not before the panel.", "STATE", "TOU-16.5", case=found.id)
    if entry.actor not in found.panel:
        raise Refused("{actor} does not decide {case}.", "FORBIDDEN", "TOU-16.4", actor=entry.actor, case=found.id)
    if entry.actor in found.votes:
        raise Refused("{actor} has voted on {case}.", "STATE", "TOU-16.5", actor=entry.actor, case=found.id)
    if reader.text("vote") not in ("change", "keep"):
        raise Refused("A vote is change or keep.", "SYNTAX", "TOU-16.5")
    if names_result(entry):
        check_demand(state, found, entry)


def vote(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    found = known_case(state, reader)
    found.votes[entry.actor] = reader.text("vote")
    if names_result(entry) and reader.text("vote") == "change":
        found.demand, found.demand_table = read_result(reader), reader.place()
    _count(state, found, entry)


def _count(state: State, found: Case, entry: Entry) -> None:
    """TOU-16.5: changed only by at least two votes for it; what can no longer be changed stands."""
    change = sum(vote == "change" for vote in found.votes.values())
    waiting = [member for member in found.panel if member not in found.votes]
    if change >= 2:
        found.state, found.outcome = "final", "changed"
        _carry_out(state, found, entry)
    elif change + len(waiting) < 2:
        found.state, found.outcome = "final", "kept"


def _carry_out(state: State, found: Case, entry: Entry) -> None:
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
        _set_result(table, Result(len(table.versions) + 1, asked.end, asked.winner, asked.marks, "panel", entry.at))
    elif found.sets_result:
        found.carried_out = False


# -- proceed ---------------------------------------------------------------------------------------------------------


def check_proceed(state: State, entry: Entry) -> None:
    """TOU-10.9: in spite of an open case; but a result must be on file."""
    found = known_case(state, Reader(entry))
    if not is_open(found):
        raise Refused("Case {case} is not open.", "STATE", "TOU-10.9", case=found.id)
    if state.current is None or state.current.state != "running":
        raise Refused("No round is running.", "STATE", "TOU-10.9")
    if any((table := state.table(place)) is not None and table.result is None for place in found.tables):
        raise Refused("There is no result on file yet.", "OPEN_RESULTS", "TOU-10.9")


def proceed(state: State, entry: Entry) -> None:
    known_case(state, Reader(entry)).proceed = True
