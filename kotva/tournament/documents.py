"""TOU-20.1 to 20.7: what stands on each document, as plain data; pages and print views are made from it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from kotva.tournament.choices import BoardMode, Criterion
from kotva.tournament.clock import expiry, phase, seconds_left
from kotva.tournament.collation import collation
from kotva.tournament.lot import by_id
from kotva.tournament.places import NOTHING, percent, scores
from kotva.tournament.playable import has_hidden_points
from kotva.tournament.problems import meets, met
from kotva.tournament.refusal import Refused
from kotva.tournament.reports import slip_code
from kotva.tournament.schedule import ScheduleSlot, clock_time, day_of, schedule, start_of, start_time
from kotva.tournament.seats import board_keys
from kotva.tournament.standings import Totals, bye_points, counts, criterion_value, standings, success_text
from kotva.tournament.state import Round, TournamentState, TournamentTable
from kotva.tournament.teams import team_standings, with_members

PAGE = 40  # TOU-20.1: players on one page for the wall


def label(state: TournamentState, table: TournamentTable) -> str:
    """TOU-8.1: the number, or what the organiser calls the table."""
    return state.options.labels().get(table.number, str(table.number))


# -- table list (TOU-20.1) -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableListLine:
    """A line of the table list; without a table it is a bye or a sit-out."""

    player: str
    name: str
    table: int | None
    label: str
    seat: int | None
    start: str
    note: str = ""  # bye, sitout


def table_list(state: TournamentState, round: Round) -> list[TableListLine]:
    """By table, for officials; byes and sit-outs at the end."""
    begin = start_time(state, start_of(state, round.number))
    out = [
        TableListLine(player, state.label(player), table.number, label(state, table), number, begin)
        for table in round.tables
        for number, player in enumerate(table.seats, 1)
    ]
    out += [TableListLine(player, state.label(player), None, "", None, begin, "bye") for player in round.byes]
    return out + [
        TableListLine(player, state.label(player), None, "", None, begin, "sitout") for player in round.sat_out
    ]


def table_list_by_name(state: TournamentState, round: Round, language: str = "en") -> list[list[TableListLine]]:
    """By name, for players, in pages for the wall."""
    rows = sorted(table_list(state, round), key=lambda seat: (collation(seat.name, language), by_id(seat.player)))
    return [rows[i : i + PAGE] for i in range(0, len(rows), PAGE)]


# -- cards and slips (TOU-20.2, TOU-20.5) ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Card:
    """TOU-20.2: one for each seat."""

    round: int
    table: int
    label: str
    seat: int
    player: str
    name: str
    opponents: tuple[str, ...]
    start: str
    end: str


def seating_cards(state: TournamentState, round: Round) -> list[Card]:
    begin, end = round_times(state, round)
    return [
        Card(
            round.number,
            table.number,
            label(state, table),
            seat,
            player,
            state.label(player),
            tuple(state.label(other) for other in table.seats if other != player),
            begin,
            end,
        )
        for table in round.tables
        for seat, player in enumerate(table.seats, 1)
    ]


def round_times(state: TournamentState, round: Round) -> tuple[str, str]:
    """When a round begins and when its time is over (empty: it has no limit)."""
    slot = schedule(state)[round.number - 1]
    limited = state.options.number_or_none("time.round") is not None
    return start_time(state, slot.start), clock_time(state, slot.end) if limited else ""


@dataclass(frozen=True, slots=True)
class Slip:
    """TOU-20.5: one for each table. The printed slip reminds that hidden cards count and asks for signatures."""

    tournament: str
    round: int
    table: int
    label: str
    board: str  # the first 8 digits of the board key
    code: str
    start: str
    end: str
    seats: tuple[tuple[int, str, str], ...]  # seat, player, name
    hidden: bool = False  # whether the game has points that nobody sees (TOU-10.2)


def result_slips(state: TournamentState, round: Round, seed: str) -> list[Slip]:
    begin, end = round_times(state, round)
    boards = board_keys(state, round, seed)
    hidden = has_hidden_points(state.options.word("game"))
    out = []
    for i, table in enumerate(round.tables):
        board = (boards[i] if len(boards) > 1 else boards[0])[:8] if boards else ""
        seats = tuple((number, player, state.label(player)) for number, player in enumerate(table.seats, 1))
        code = slip_code(state, seed, table, round.attempt)
        about = (state.name, round.number, table.number, label(state, table), board, code, begin, end, seats)
        out.append(Slip(*about, hidden=hidden))
    return out


# -- player's sheet, cross-table, certificate (TOU-20.3) -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A line of a player's sheet."""

    round: int
    table: int | None
    seat: int | None
    opponents: tuple[str, ...]
    status: str
    place: int | None
    pp: Fraction
    gp: int
    share: str


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """TOU-20.3: own games, places, points, success, next table."""

    player: str
    name: str
    games: tuple[PlayedGame, ...]
    rank: int | None
    success: str
    following: TableListLine | None


def player_sheet(state: TournamentState, player: str) -> PlayerSheet:
    """TOU-20.3: one player's games; refused for anybody else, whose sheet would be that of a player without games."""
    if player not in state.players:
        raise Refused("There is no player {player}.", "SEATS", "TOU-2.1", player=player)
    games = []
    for round in state.rounds:
        if round.state not in ("running", "complete"):
            continue
        rested = (state.options.share("bye.points") or Fraction(0), bye_points(state, round))  # TOU-3.6
        if player in round.byes:
            games.append(PlayedGame(round.number, None, None, (), "bye", None, *rested, ""))
        for table in round.tables_of(player):
            result = table.result if counts(round, table) else None
            score = scores(result, state.options).get(player, NOTHING) if result else NOTHING
            mark = result.mark(player) if result else None
            others = tuple(state.label(other) for other in table.seats if other != player)
            seat = table.seats.index(player) + 1
            share = percent(score.share) if result else ""
            status = mark.status if mark else "playing"
            points = rested if status == "present" else (score.pp, score.gp)  # TOU-3.7
            games.append(PlayedGame(round.number, table.number, seat, others, status, score.place, *points, share))
    row = next((row for row in standings(state).rows if row.player == player), None)
    return PlayerSheet(
        player,
        state.label(player),
        tuple(games),
        row.rank if row else None,
        success_text(row.totals) if row else "–",
        _following(state, player),
    )


def _following(state: TournamentState, player: str) -> TableListLine | None:
    """Where to go next: in the published or running round (TOU-20.11: never in an unpublished one)."""
    current = state.current
    if current is None or current.state not in ("published", "running"):
        return None
    mine = [seat for seat in table_list(state, current) if seat.player == player]
    if current.mode == "arena":  # TOU-19.20: the game that goes on; after it somebody waits for the next one
        playing = {table.number for table in current.tables_of(player) if table.state == "open"}
        return next((seat for seat in mine if seat.table in playing), None)
    return next(iter(mine), None)


def cross_table(state: TournamentState) -> dict[str, dict[str, list[int]]]:
    """TOU-20.3: who met whom in which rounds."""
    out: dict[str, dict[str, list[int]]] = {player: {} for player in state.players}
    for round in state.rounds:
        if round.state not in ("running", "complete"):
            continue
        for table in round.tables:
            people = met(state, table) if meets(table) else ()
            for one in people:
                for other in people:
                    if one != other:
                        out[one].setdefault(other, []).append(round.number)
    return out


@dataclass(frozen=True, slots=True)
class Certificate:
    """TOU-20.3: with the final rank, teams first; withdrawn and expelled players have none."""

    tournament: str
    place: str
    date: str
    name: str
    rank: int
    of: int


def certificates(state: TournamentState) -> list[Certificate]:
    if state.phase not in ("finished", "closed"):
        return []
    ranked = [row for row in standings(state).rows if row.rank is not None]
    teams = team_standings(state)
    names = [(with_members(state, row.team), row.rank, len(teams)) for row in teams]
    names += [(state.label(row.player), row.rank or 0, len(ranked)) for row in ranked if not row.mark]
    day, place = day_of(state).isoformat(), state.options.word("place")
    return [Certificate(state.name, place, day, *name) for name in names]


# -- schedule, board, outstanding tables (TOU-20.4) ------------------------------------------------------------------


def schedule_lines(state: TournamentState) -> list[tuple[int, str, str]]:
    """Round (0: the announcement), start, end, in local time."""
    return [(slot.round, start_time(state, slot.start), clock_time(state, slot.end)) for slot in schedule(state)]


def board_sheet(state: TournamentState, round: Round) -> list[tuple[str, str]]:
    """The boards of a started round, for whom: `ALL` or a table; TOU-8.5: none before the start."""
    if round.started_at is None:
        return []
    if state.options.choice(BoardMode) is BoardMode.FIXED:
        return [("ALL", state.options.word("board.text"))]
    if len(round.boards) == 1 and round.mode != "arena":
        return [("ALL", round.boards[0])]
    return [(f"T{table.number}", board) for table, board in zip(round.tables, round.boards)]


def outstanding(round: Round, at: datetime) -> list[tuple[str, int | None]]:
    """Tables without a result and the minutes since their expiry (negative: still to come; None: no limit)."""
    out = []
    for table in round.tables:
        if round.state == "running" and not table.is_settled:
            left = seconds_left(round, at, table)
            out.append((table.name, None if left is None else -left // 60))
    return out


# -- standings (TOU-20.6) --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """TOU-20.6: a line of the standings as it is shown."""

    rank: int | None
    player: str
    name: str
    club: str
    firsts: int
    pp: str
    gp: int
    success: str
    seconds: int
    thirds: int
    byes: int
    mark: str
    by: str
    numbers: tuple[tuple[str, str], ...]  # by which players are ranked, in their order: criterion, value


def _numbers(state: TournamentState, totals: dict[str, Totals], player: str) -> tuple[tuple[str, str], ...]:
    """Every number that ranks (TOU-13.1); the lot is none."""
    ranking = [criterion for criterion in state.options.criteria() if criterion is not Criterion.LOT]
    return tuple((str(criterion), _number(criterion, totals, player)) for criterion in ranking)


def _number(criterion: Criterion, totals: dict[str, Totals], player: str) -> str:
    value = criterion_value(criterion, totals, player)
    if criterion is Criterion.SUCCESS:
        return success_text(totals[player])
    if criterion is Criterion.OPP:
        return f"{float(value):.2f}"
    return str(value)


def standings_lines(state: TournamentState, last: int | None = None, by_name: str | None = None) -> list[StandingsLine]:
    """By rank, or by name in the order of the language `by_name`."""
    ranked = standings(state, last).rows
    totals = {row.player: row.totals for row in ranked}
    lines = [
        StandingsLine(
            row.rank,
            row.player,
            state.label(row.player),
            state.players[row.player].club,
            row.totals.firsts,
            str(row.totals.pp),
            row.totals.gp,
            success_text(row.totals),
            row.totals.seconds,
            row.totals.thirds,
            row.totals.byes,
            row.mark,
            row.by,
            _numbers(state, totals, row.player),
        )
        for row in ranked
    ]
    return lines if by_name is None else sorted(lines, key=lambda line: collation(line.name, by_name))


def ranks_over_rounds(state: TournamentState) -> dict[str, list[int | None]]:
    """For the plot of standings over rounds: each player's rank after each complete round."""
    tables = [standings(state, number) for number in range(1, state.completed + 1)]
    return {player: [table.rank(player) for table in tables] for player in (tables[-1].order() if tables else [])}


# -- projected clock (TOU-20.7) --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProjectedClock:
    """TOU-20.7: what is projected; no standings on it during play."""

    round: int
    phase: str  # waiting, running, overtime, break, pause, finished
    seconds: int | None  # left of the round, or until the next start
    end: str
    following: str  # the next start
    playing: tuple[str, ...]
    extensions: tuple[tuple[str, int], ...]


def projected_clock(state: TournamentState, at: datetime) -> ProjectedClock:
    current = state.current
    slots = schedule(state)
    if state.phase in ("finished", "closed", "cancelled"):
        return ProjectedClock(
            len(state.rounds), "finished", _until(slots[-1], at), "", start_time(state, slots[-1].start), (), ()
        )
    if current is None or current.state in ("drawn", "complete"):
        number = state.completed + 1
        slot = slots[min(number, len(slots)) - 1]
        name = "break" if state.completed else "waiting"
        return ProjectedClock(number, name, _until(slot, at), "", start_time(state, slot.start), (), ())
    slot = slots[current.number - 1]
    if current.state == "published":
        return ProjectedClock(current.number, "waiting", _until(slot, at), "", start_time(state, slot.start), (), ())
    now = phase(current, at)
    playing = [table for table in current.tables if not table.is_settled]
    ends = expiry(current, at)
    following = slots[current.number]  # the next round, or the announcement
    return ProjectedClock(
        current.number,
        "pause" if now == "paused" else now,
        seconds_left(current, at),
        clock_time(state, ends) if ends else "",
        start_time(state, following.start),
        tuple(table.name for table in playing),
        tuple((table.name, table.extended) for table in playing if table.extended),
    )


def _until(slot: ScheduleSlot, at: datetime) -> int | None:
    return int((slot.start - at).total_seconds()) if slot.start is not None else None
