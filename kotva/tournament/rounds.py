"""TOU-6, TOU-8: a round from its draw to the moment it starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kotva.tournament import draw as drawing
from kotva.tournament.action import ActionCall, known_round
from kotva.tournament.action_arguments import DrawArgs, RedrawArgs, RepairArgs, RoundArgs, SwapArgs
from kotva.tournament.arguments import needs
from kotva.tournament.draw import Drawn, Infeasible
from kotva.tournament.draw_content import DrawContent
from kotva.tournament.entries import chosen_standins, drawn_people, needed_standins
from kotva.tournament.lifecycle import whole_seed
from kotva.tournament.log import Json, exact
from kotva.tournament.lot import by_id
from kotva.tournament.names import folded
from kotva.tournament.options import STAGES
from kotva.tournament.problems import problem
from kotva.tournament.refusal import Refused
from kotva.tournament.seeding import groups_of, mode_of, rounds_needed, seeded
from kotva.tournament.standings import standings
from kotva.tournament.state import Draw, Player, Round, TournamentState, TournamentTable
from kotva.tournament.teams import boards, collapsed, expanded, lineups

# -- draw and redraw -------------------------------------------------------------------------------------------------


def check_can_draw(state: TournamentState, number: int) -> None:
    """TOU-6.10: round r+1 only when round r is complete; TOU-2.13, TOU-5.6."""
    if number != len(state.rounds) + 1 or number > state.last_round or state.completed != len(state.rounds):
        raise Refused(
            "The next round to be drawn is {round}, when the one before is complete.",
            "STATE",
            "TOU-6.10",
            round=len(state.rounds) + 1,
        )
    check_enough(state, number)


def check_enough(state: TournamentState, number: int) -> None:
    """TOU-2.13, TOU-5.6: players for a first round, and no lot still to be drawn; for a redraw as for a draw."""
    if number == 1 and len(drawn_people(state, 1)) < state.options.number("players.min"):
        raise Refused(
            "{n} players are present, {least} are needed.",
            "TOO_FEW",
            "TOU-2.13",
            n=len(drawn_people(state, 1)),
            least=state.options.number("players.min"),
        )
    if number > 1 and standings(state, number - 1).open_lots:
        raise Refused("Lots must be drawn by hand first.", "STATE", "TOU-5.6")


def fill_draw(
    state: TournamentState, call: ActionCall[DrawArgs | RedrawArgs], asked: dict[str, Json], seed: str
) -> dict[str, Json]:
    """TOU-18.1: the draw is written into the log with its whole content."""
    number = call.args.round
    redrawn = state.round(number)
    if redrawn is None:
        check_can_draw(state, number)
    elif state.edition >= 2:
        check_enough(state, number)
    attempt = redrawn.attempt + 1 if redrawn else 1
    out: dict[str, Json] = {name: value for name, value in asked.items() if name in ("round", "reason")}
    people = drawn_people(state, number)
    known, new = chosen_standins(state, needed_standins(state, number))
    made = [f"P{len(state.players) + i}" for i in range(1, new + 1)]
    fixed = [list(table) for table in call.args.fixed]
    teams = lineups(state, people) if boards(state.options) else {}
    entrants = list(teams) if boards(state.options) else [*people, *known, *made]
    if number == 1 and boards(state.options):
        check_teams(state, people, teams)
    seeding = seeded(state, whole_seed(state, seed), number, entrants)
    posed = problem(state, whole_seed(state, seed), number, attempt, entrants, fixed, seeding)
    try:
        drawn = drawing.draw(posed)
    except drawing.TooFew as error:
        if number > 1 and call.args.finish:  # TOU-2.13: no table can be formed, and somebody says so
            return {**out, "attempt": attempt, "finished": True}
        raise _refused(error, number) from None
    except Infeasible as error:
        raise _refused(error) from None
    if made:
        out["standins"] = list(_standin_names(state, new))
    if seeding:
        out["seeding"] = list(seeding)
    scheduled = seeding if posed.mode == "round_robin" and seeding else posed.ids
    needed = rounds_needed(posed.mode, scheduled, state.options, groups_of(state.options, seeding), number - 1)
    if needed is not None and not posed.stage:
        out["rounds"] = needed
    if teams:
        drawn = expanded(drawn, teams, boards(state.options))
    return {**out, "attempt": attempt, **drawn_args(drawn)}


def check_teams(state: TournamentState, people: list[str], teams: Mapping[str, Sequence[str]]) -> None:
    """TOU-19.18: before the first round somebody who would not play is named."""
    complete = {folded(state.players[id].team) for id in teams}
    for player in people:
        if folded(state.players[player].team) not in complete:
            raise Refused(
                "{name} is in no team of {n} players who are present: describe {player} team=…, or absent {player}.",
                "TOO_FEW",
                "TOU-19.18",
                name=state.label(player),
                n=boards(state.options),
                player=player,
            )


def _standin_names(state: TournamentState, count: int) -> list[str]:
    taken = {player.name for player in state.players.values()}
    free = (f"Stand-in {i}" for i in range(1, len(taken) + count + 1) if f"Stand-in {i}" not in taken)
    return [name for name, _ in zip(free, range(count))]


def _refused(error: Infeasible, number: int = 1) -> Refused:
    """TOU-6.3: the draw says which pairs are in the way."""
    pairs = " ".join("-".join(pair) for pair in error.pairs)
    if error.code == "TOO_FEW" and number > 1:
        return Refused(
            "Too few players are present for a table. Check in who is here, or end the tournament: draw R{round} finish",
            "TOO_FEW",
            "TOU-2.13",
            round=number,
        )
    if error.code == "TOO_FEW":
        return Refused("Too few players are present for a table.", "TOO_FEW", "TOU-2.13")
    if error.code == "NO_REPAIR":
        return Refused("The tables cannot be repaired; redraw.", "NO_REPAIR", "TOU-14.6")
    return Refused(
        "The rules of the draw contradict each other: {why} {pairs}",
        error.code,
        error.clause,
        why=str(error),
        pairs=pairs,
    )


def drawn_args(drawn: Drawn) -> dict[str, Json]:
    """TOU-6.7: what is recorded with each draw."""
    return {
        "tables": [{"number": table.number, "seats": list(table.seats)} for table in drawn.tables],
        "byes": list(drawn.byes),
        "order": list(drawn.order),
        "vector": [exact(value) for value in drawn.vector],
        "bound": [exact(value) for value in drawn.bound],
        "proven": drawn.proven,
        "pairs": [[*repeat.players, repeat.times] for repeat in drawn.pairs],
        "trios": [[*repeat.players, repeat.times] for repeat in drawn.trios],
        "warnings": [
            {"code": w.code, "clause": w.clause, "players": list(w.players), "tables": list(w.tables)}
            for w in drawn.warnings
        ],
        "moved": list(drawn.moved),
    }


def expected(state: TournamentState, number: int, made: int = 0) -> set[str]:
    """TOU-6.8: who is drawn now: the present players, and stand-ins by TOU-2.14 (`made` of them with this draw)."""
    known, _ = chosen_standins(state, needed_standins(state, number))
    new = [f"P{len(state.players) + i}" for i in range(1, made + 1)]
    return {*drawn_people(state, number), *known, *new}


def check_draw(state: TournamentState, call: ActionCall[DrawArgs | RedrawArgs]) -> None:
    """What stands in the entry is a draw of this round: everybody once, tables of a possible size (TOU-6.3)."""
    number = call.args.round
    current = state.round(number)
    if call.op == "draw":
        check_can_draw(state, number)
    elif state.edition >= 2:
        check_enough(state, number)
    content = call.args.content
    if content.finished and number > 1:
        return
    if content.attempt != (current.attempt + 1 if current else 1):
        raise needs(call.op, "attempt")
    wanted = expected(state, number, len(content.standins))
    check_content(state, content, number, wanted)


def check_content(state: TournamentState, content: DrawContent, number: int, wanted: set[str]) -> None:
    tables, byes = content.tables, content.byes
    seated = [player for _, seats in tables for player in seats]
    mode = mode_of(state, number)
    twice = len(seated) != len(set(seated)) and mode != "round_robin"
    some = _leaves_some(state, mode)
    least = state.options.number("table.min") if mode not in ("fixed", "final", "knockout") else 1
    sizes = all(least <= len(seats) <= state.options.number("table.size") for _, seats in tables)
    strange = set(seated) | set(byes) != wanted and not (some and set(seated) <= wanted)
    numbers = [number for number, _ in tables]
    # TOU-19.16: everybody's opponent may be missing; TOU-19.20: an arena begins without tables.
    empty = not tables and not (mode == "round_robin" and byes) and mode != "arena"
    empty = empty or (mode == "arena" and bool(tables or byes))
    split = boards(state.options) and collapsed(state, [drawing.DrawnTable(*table) for table in tables]) is None
    if twice or strange or not sizes or empty or split or len(set(numbers)) < len(numbers) or set(seated) & set(byes):
        raise Refused("This is no draw of round {round}.", "SEATS", "TOU-6.3", round=number)


def _leaves_some(state: TournamentState, mode: str) -> bool:
    """TOU-19.10, TOU-19.11, TOU-19.16: present players who neither play nor have a bye."""
    return (
        mode in (*STAGES, "arena")
        or boards(state.options) > 0
        or (mode == "round_robin" and state.options.word("rr.missing") == "bye")
    )


def draw(state: TournamentState, call: ActionCall[DrawArgs | RedrawArgs]) -> None:
    """Section 5: planned or published becomes drawn; earlier attempts stay in the log (TOU-6.8)."""
    number, content = call.args.round, call.args.content
    if content.finished:
        state.phase = "finished"
        state.finished_early = True
        if number <= len(state.rounds):
            del state.rounds[number - 1 :]
        return
    for name in content.standins:
        player = Player(f"P{len(state.players) + 1}", name, kind="standin", status="present", entered=number)
        state.players[player.id] = player
    if content.rounds is not None:
        state.total = content.rounds
    old = state.round(number)
    if content.seeding:
        state.seeding = content.seeding
    new = Round(number, mode_of(state, number), "drawn", content.attempt)
    if old:
        new.board_attempt, new.was_published = old.board_attempt, old.was_published
    new.sat_out = [p.id for p in state.players.values() if number in p.sitouts and p.status == "present"]
    _take(new, content)
    if old:
        state.rounds[number - 1] = new
    else:
        state.rounds.append(new)
    _enter(state, new)
    _name_finalists(state, new)


def _take(round: Round, content: DrawContent) -> None:
    """The tables and byes of an entry, with what is recorded of them (TOU-6.7)."""
    before = {table.number: table for table in round.tables}
    round.tables = []
    for number, seats in content.tables:
        old = before.get(number)
        kept = old.gone if old else {}
        table = TournamentTable(round.number, number, list(seats))
        table.gone = {player: mark for player, mark in kept.items() if player in seats}
        round.tables.append(table)
    round.byes = list(content.byes)
    round.draw = Draw(
        attempt=round.attempt,
        order=content.order,
        vector=content.vector,
        bound=content.bound,
        proven=content.proven,
        pairs=list(content.pairs),
        trios=list(content.trios),
        warnings=list(content.warnings),
    )


def _enter(state: TournamentState, round: Round) -> None:
    """TOU-2.10: a player seated now plays from this round on."""
    for player in (*round.seated(), *round.byes):
        state.players[player].entered = min(state.players[player].entered, round.number)


def _name_finalists(state: TournamentState, round: Round) -> None:
    """TOU-19.10, TOU-19.11: the table of the best player, whatever its number (TOU-8.2); in a knockout everybody seated."""
    if round.mode == "knockout":
        round.finalists = [*round.seated(), *round.byes]
    elif round.mode == "final":
        order = standings(state, round.number - 1).order()
        best = next((player for player in order if player in round.seated()), round.seated()[0])
        round.finalists = [player for table in round.tables_of(best) for player in table.seats]


# -- publish, swap, repair -------------------------------------------------------------------------------------------


def check_publish(state: TournamentState, call: ActionCall[RoundArgs]) -> None:
    """TOU-6.8: refused if the present players are no longer those drawn."""
    round = known_round(state, call.args.round)
    if state.head is None:
        raise Refused("Name the head referee first.", "STATE", "TOU-16.1")
    some = _leaves_some(state, round.mode)
    drawn, now = {*round.seated(), *round.byes}, expected(state, round.number)
    if round.outdated or (drawn != now and not (some and drawn <= now)):
        raise Refused("Who is present has changed since the draw; redraw.", "OUTDATED", "TOU-6.8")


def publish(state: TournamentState, call: ActionCall[RoundArgs]) -> None:
    round = known_round(state, call.args.round)
    round.state = "published"
    round.published_at = call.at
    round.was_published = True
    state.phase = "running"


def _tables_of(round: Round) -> tuple[drawing.DrawnTable, ...]:
    return tuple(drawing.DrawnTable(table.number, tuple(table.seats)) for table in round.tables)


def fill_swap(state: TournamentState, call: ActionCall[SwapArgs], asked: dict[str, Json], seed: str) -> dict[str, Json]:
    """TOU-6.9: the vector is computed anew; breaking a hard rule needs `force`."""
    round = known_round(state, call.args.round)
    if boards(state.options):
        raise Refused("Teams are drawn as a whole; redraw.", "STATE", "TOU-19.18")
    one, other = call.args.one, call.args.other
    people = [*round.seated(), *round.byes]
    if one == other or not {one, other} <= set(people) or round.mode == "round_robin":
        raise Refused("Two players of round {round} are exchanged.", "SEATS", "TOU-6.9", round=round.number)
    posed = problem(state, whole_seed(state, seed), round.number, round.attempt, people, [])
    try:
        drawn = drawing.swap(posed, _tables_of(round), one, other, call.args.force)
    except Infeasible as error:
        raise _refused(error) from None
    kept = ("round", "one", "other", "reason", "force")
    return {**{name: value for name, value in asked.items() if name in kept}, **drawn_args(drawn)}


def check_swap(state: TournamentState, call: ActionCall[SwapArgs]) -> None:
    round = known_round(state, call.args.round)
    check_content(state, call.args.content, round.number, {*round.seated(), *round.byes})


def swap(state: TournamentState, call: ActionCall[SwapArgs | RepairArgs]) -> None:
    """TOU-14.7: seats of an unchanged table stay as they are in the entry."""
    round = known_round(state, call.args.round)
    _take(round, call.args.content)
    _enter(state, round)
    _name_finalists(state, round)


def fill_repair(
    state: TournamentState, call: ActionCall[RepairArgs], _asked: dict[str, Json], seed: str
) -> dict[str, Json]:
    """TOU-14.6: the players out and in follow from the present players, unless they are named."""
    round = known_round(state, call.args.round)
    # In a round robin everybody sits at several tables; in a final ranks alone decide who plays (TOU-19.10).
    # Groups of so few have hardly a second way to sit (TOU-19.15).
    alone = round.mode == "round_robin" or state.options.number("groups") > 1 or boards(state.options)
    if alone or (round.mode in STAGES and state.edition >= 2):
        raise Refused("The tables cannot be repaired; redraw.", "NO_REPAIR", "TOU-14.6")
    there, now = [*round.seated(), *round.byes], expected(state, round.number)
    missing, new = [player for player in there if player not in now], sorted(now - set(there), key=by_id)
    out = list(call.args.out) if call.args.out is not None else missing
    come = list(call.args.come) if call.args.come is not None else new
    people = [player for player in round.seated() if player not in out] + come
    posed = problem(state, whole_seed(state, seed), round.number, round.attempt, list(dict.fromkeys(people)), [])
    try:
        drawn = drawing.repair(posed, _tables_of(round))
    except Infeasible as error:
        raise _refused(error) from None
    content = drawn_args(drawn)
    content["byes"] = [player for player in round.byes if player not in out and player not in come]
    return {"round": round.number, "out": [*out], "in": [*come], **content}


def check_repair(state: TournamentState, call: ActionCall[RepairArgs]) -> None:
    round = known_round(state, call.args.round)
    there = {*round.seated(), *round.byes}
    out, come = set(call.args.out or ()), set(call.args.come or ())
    if not out <= there or come & (set(round.seated()) - out) or not come <= expected(state, round.number):
        raise Refused("Out are players of the round, in are present players not seated.", "SEATS", "TOU-14.6")
    check_content(state, call.args.content, round.number, (there - out) | come)
