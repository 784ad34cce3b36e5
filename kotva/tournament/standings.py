"""TOU-13, TOU-3.6, TOU-12.3 to 12.5, TOU-19.6, TOU-19.10, TOU-19.11: what everybody has, and the order of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import assert_never

from kotva.tournament.choices import Criterion, LotMode
from kotva.tournament.log import Json, exact
from kotva.tournament.lot import by_id
from kotva.tournament.options import STAGES
from kotva.tournament.places import Score, counts_as_first, percent, rounded, scores
from kotva.tournament.refusal import Refused
from kotva.tournament.state import Round, TournamentState, TournamentTable


@dataclass(slots=True)
class Totals:
    """What a player has collected."""

    firsts: int = 0
    seconds: int = 0
    thirds: int = 0
    pp: Fraction = Fraction(0)
    gp: int = 0
    shares: list[Fraction] = field(default_factory=list)
    byes: int = 0
    played: int = 0
    best: int | None = None  # of one game; None without any
    opponents: list[str] = field(default_factory=list)  # each meeting counted (TOU-19.6)

    @property
    def success(self) -> Fraction:
        """TOU-12.3: the mean over the games; 0 without any (TOU-12.4)."""
        return sum(self.shares, Fraction(0)) / len(self.shares) if self.shares else Fraction(0)


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """TOU-13.3, TOU-20.6: a line of the standings."""

    rank: int | None
    player: str
    totals: Totals
    mark: str = ""  # W withdrawn, X expelled (TOU-13.4)
    by: str = ""  # the first criterion in which it differs from the row above
    final: int | None = None  # the place in the last final or knockout table played


@dataclass(frozen=True, slots=True)
class Standings:
    """The order after a round; provisional while one of its tables still plays (TOU-13.5)."""

    round: int
    rows: tuple[StandingsRow, ...]
    provisional: bool = False
    open_lots: tuple[tuple[str, ...], ...] = ()  # TOU-5.6: players who wait for a lot drawn by hand

    def rank(self, player: str) -> int | None:
        return next((row.rank for row in self.rows if row.player == player), None)

    def order(self) -> list[str]:
        return [row.player for row in self.rows]

    def to_json(self) -> list[Json]:
        """TOU-18.1: published standings are an entry with their content."""
        return [row_json(row) for row in self.rows]


def row_json(row: StandingsRow) -> Json:
    t = row.totals
    return {
        "rank": row.rank,
        "player": row.player,
        "firsts": t.firsts,
        "pp": exact(t.pp),
        "gp": t.gp,
        "success": exact(t.success),
        "games": len(t.shares),
        "seconds": t.seconds,
        "thirds": t.thirds,
        "byes": t.byes,
        "mark": row.mark,
        "by": row.by,
    }


# -- collecting ------------------------------------------------------------------------------------------------------


def counts(round: Round, table: TournamentTable) -> bool:
    """TOU-13.5: confirmed results while the round runs; afterwards what is on file, even if disputed (TOU-10.9)."""
    return table.result is not None and (table.is_settled or round.state == "complete")


def bye_points(state: TournamentState, round: Round) -> int:
    """TOU-3.6: the rounded mean of the game points of all seats `ok` or `left` in that round."""
    fixed = state.options.share("bye.game_points")
    if fixed is not None:
        return rounded(fixed)
    found = [
        scores(table.result, state.options)[mark.player].gp
        for table in round.tables
        if table.result is not None and table.result.end != "dissolved" and counts(round, table)
        for mark in table.result.marks
        if mark.status in ("ok", "left")
    ]
    return rounded(Fraction(sum(found), len(found))) if found else 0


def collect(state: TournamentState, last: int) -> dict[str, Totals]:
    """What everybody listed has after round `last` (TOU-13.4); finals are told apart by their places, not by points."""
    out: dict[str, Totals] = {}
    for round in state.rounds[:last]:
        if round.state not in ("running", "complete"):
            continue
        finalists = set(round.finalists)
        bye = bye_points(state, round)
        for player in round.byes:
            out.setdefault(player, Totals())
            if round.mode != "knockout":  # TOU-19.17: nobody wins points there
                _add_bye(out[player], state, bye)
        for table in round.tables:
            if finalists & set(table.seats):
                for player in table.seats:
                    out.setdefault(player, Totals())
            else:
                _add_table(out, state, round, table, bye)
    standins = [player for player in out if state.players[player].is_standin]
    for player in standins:
        del out[player]
    return out


def _add_bye(totals: Totals, state: TournamentState, gp: int) -> None:
    """TOU-3.6: points, but no place and no game."""
    totals.pp += state.options.share("bye.points") or Fraction(0)
    totals.gp += gp
    totals.byes += 1


def _add_table(out: dict[str, Totals], state: TournamentState, round: Round, table: TournamentTable, bye: int) -> None:
    for player in table.seats:
        out.setdefault(player, Totals())
    if not counts(round, table) or table.result is None:
        return
    if table.result.end == "dissolved":  # TOU-3.7: a bye for each player present at it
        for mark in table.result.marks:
            if mark.status == "present":
                _add_bye(out[mark.player], state, bye)
        return
    found = scores(table.result, state.options)
    here = [mark.player for mark in table.result.marks if mark.status != "absent"]
    for mark in table.result.marks:
        totals = out.setdefault(mark.player, Totals())
        _add_score(totals, found[mark.player], state)
        if mark.status != "absent":
            totals.played += 1
            met = [other for other in here if other != mark.player and not state.players[other].is_standin]
            totals.opponents += met


def _add_score(totals: Totals, score: Score, state: TournamentState) -> None:
    """TOU-11.8, TOU-12.4: places counted are these; a seat without a place is a game with success 0."""
    totals.firsts += counts_as_first(score, state.options)
    totals.seconds += score.place == 2
    totals.thirds += score.place == 3
    totals.pp += score.pp
    totals.gp += score.gp
    totals.shares.append(score.share)
    if score.place is not None:
        totals.best = score.gp if totals.best is None else max(totals.best, score.gp)


# -- ordering --------------------------------------------------------------------------------------------------------


def standings(state: TournamentState, last: int | None = None) -> Standings:
    """The order after round `last`, by default the latest that has begun; the first of the final one has won (TOU-1.3)."""
    begun = [round for round in state.rounds if round.state in ("running", "complete")]
    if last is not None and last < 0:
        raise Refused("There is no round {round}.", "RANGE", "TOU-13.1", round=last)
    last = len(begun) if last is None else min(last, len(begun))
    totals = collect(state, last)
    ranked = [player for player in totals if state.players[player].status != "expelled"]
    worth = _worth(state, totals)
    played = state.round(last)
    before = standings(state, last - 1) if played is not None and played.mode in STAGES else None
    lots = lot_order(state, last) if before is None else _positions(before.order() or state.seeding)
    ranked.sort(key=by_id)
    ranked.sort(key=lambda player: lots.get(player, len(lots)))
    if played is None or played.mode != "knockout":  # nobody wins points in a knockout
        ranked.sort(key=lambda player: worth[player], reverse=True)
    decided: dict[str, int] = {}
    if before is not None and played is not None:
        decided = {row.player: row.final for row in before.rows if row.final is not None}
        ranked = _apply_final(state, played, ranked, lots, decided)
    open_lots = _open_lots(state, ranked, worth, last) if before is None else []
    rows = _rows(state, ranked, worth, totals, decided, open_lots, _told_apart(state, lots, before))
    expelled = sorted((player for player in totals if state.players[player].status == "expelled"), key=by_id)
    rows += [StandingsRow(None, player, totals[player], "X") for player in expelled]  # TOU-13.4
    provisional = any(round.state == "running" for round in begun[:last])
    return Standings(last, tuple(rows), provisional, tuple(open_lots))


def _worth(state: TournamentState, totals: dict[str, Totals]) -> dict[str, list[Fraction]]:
    """Everybody's criteria in their order, but for the lot."""
    names = state.options.criteria()
    return {player: [criterion_value(name, totals, player) for name in names] for player in totals}


def _positions(order: Sequence[str]) -> dict[str, int]:
    return {player: number for number, player in enumerate(order)}


def _told_apart(state: TournamentState, lots: dict[str, int], before: Standings | None) -> Callable[[str, str], str]:
    """TOU-13.3: what tells apart two players who are equal in every criterion; nothing, while the round runs.

    After a final that is the rank before it (TOU-19.10), which the lot decided for players who were equal then too.
    """
    if before is None:
        return lambda _above, _player: "lot" if lots else ""
    worth = _worth(state, {row.player: row.totals for row in before.rows})
    return lambda above, player: "lot" if worth.get(above) == worth.get(player) else "before"


def criterion_value(criterion: Criterion, totals: dict[str, Totals], player: str) -> Fraction:
    """TOU-19.6: a criterion as an exact number; more is better."""
    own = totals[player]
    match criterion:
        case Criterion.FIRSTS:
            return Fraction(own.firsts)
        case Criterion.SECONDS:
            return Fraction(own.seconds)
        case Criterion.THIRDS:
            return Fraction(own.thirds)
        case Criterion.PP:
            return own.pp
        case Criterion.GP:
            return Fraction(own.gp)
        case Criterion.SUCCESS:  # TOU-12.5
            return own.success
        case Criterion.OPP:
            met = [totals[other].pp for other in own.opponents if other in totals]
            return sum(met, Fraction(0)) / len(met) if met else Fraction(0)
        case Criterion.PLAYED:
            return Fraction(own.played)
        case Criterion.BEST:
            return Fraction(own.best or 0)
        case Criterion.LOT:
            return Fraction(0)  # it comes after all others, by itself
        case _:
            assert_never(criterion)


def lot_order(state: TournamentState, last: int) -> dict[str, int]:
    """TOU-13.2: the round's own lot, as written into the log; TOU-5.6: or the orders drawn by hand."""
    found = state.round(last)
    if found is None:
        return {}
    by_hand = [player for group in found.lots_by_hand for player in group]
    return _positions(by_hand if lots_by_hand(state) else found.lot)


def lots_by_hand(state: TournamentState) -> bool:
    """TOU-5.6."""
    mode = state.options.choice(LotMode)
    match mode:
        case LotMode.SEEDED:
            return False
        case LotMode.MANUAL:
            return True
        case _:
            assert_never(mode)


def _open_lots(
    state: TournamentState, ranked: Sequence[str], worth: dict[str, list[Fraction]], last: int
) -> list[tuple[str, ...]]:
    """TOU-5.6: players equal in everything whom no lot drawn by hand tells apart."""
    if not lots_by_hand(state):
        return []
    found = state.round(last)
    drawn = [set(group) for group in found.lots_by_hand] if found else []
    tied = equal_groups(ranked, worth)
    return [tuple(group) for group in tied if len(group) > 1 and not any(set(group) <= known for known in drawn)]


def equal_groups(ranked: Iterable[str], worth: dict[str, list[Fraction]]) -> list[list[str]]:
    """Neighbours with the same worth."""
    out: list[list[str]] = []
    for player in ranked:
        if out and worth[out[-1][0]] == worth[player]:
            out[-1].append(player)
        else:
            out.append([player])
    return out


def _rows(
    state: TournamentState,
    ranked: Sequence[str],
    worth: dict[str, list[Fraction]],
    totals: dict[str, Totals],
    decided: dict[str, int],
    open_lots: Sequence[tuple[str, ...]],
    told_apart: Callable[[str, str], str],
) -> list[StandingsRow]:
    """TOU-13.3: ranks without gaps, except where a lot by hand is still to come (TOU-5.6)."""
    names = state.options.criteria()
    shared = {player: group[0] for group in open_lots for player in group}
    rows: list[StandingsRow] = []
    for number, player in enumerate(ranked, 1):
        above = rows[-1] if rows else None
        rank = number
        by = ""
        if above is not None:
            if player in decided or above.player in decided:
                by = "final"
            else:
                pairs = zip(names, worth[above.player], worth[player])
                differs = (name for name, left, right in pairs if left != right)
                by = next(differs, None) or told_apart(above.player, player)
            if player in shared and shared[player] == shared.get(above.player):
                rank, by = above.rank or number, ""
        mark = "W" if state.players[player].status == "withdrawn" else ""
        rows.append(StandingsRow(rank, player, totals[player], mark, by, decided.get(player)))
    return rows


_NO_PLACE = 99  # TOU-11.7
_WAITING = 98  # the table still plays

# -- finals ----------------------------------------------------------------------------------------------------------


def _apply_final(
    state: TournamentState, round: Round, ranked: list[str], before: dict[str, int], decided: dict[str, int]
) -> list[str]:
    """TOU-19.10, TOU-19.11: players of a final or a knockout are ranked before all others.

    Their order is by place, then by going on, then by the rank before the round. `decided` takes their places.
    """
    seated = set(round.finalists)
    top = [player for player in ranked if player in seated]
    place = dict.fromkeys(top, _WAITING)
    winners: set[str] = set()
    for table in round.tables:
        if not seated & set(table.seats) or not counts(round, table) or table.result is None:
            continue
        found = scores(table.result, state.options)
        place |= {player: found[player].place or _NO_PLACE for player in found if player in place}
        first = [player for player in top if place[player] == 1 and player in table.seats]
        if first:  # a shared first place: the better rank goes on
            winners.add(min(first, key=lambda player: before.get(player, len(before))))
    place |= dict.fromkeys((player for player in round.byes if player in place), 1)  # TOU-19.17
    winners |= set(round.byes)
    below = _plays_for_third(state, round, top, before)
    top.sort(key=lambda p: (p in below, place[p], p not in winners, before.get(p, len(before))))
    decided |= place
    return top + [player for player in ranked if player not in seated]


def _plays_for_third(state: TournamentState, round: Round, top: Sequence[str], before: dict[str, int]) -> set[str]:
    """TOU-19.17: the table beside the final, whose players are all ranked below it."""
    third = state.options.flag("knockout.third") and round.mode == "knockout" and round.number == state.last_round
    if not third or len(round.tables) != 2:
        return set()
    best = min(top, key=lambda player: before.get(player, len(before)))
    return {player for table in round.tables if best not in table.seats for player in table.seats}


def success_text(totals: Totals) -> str:
    """TOU-12.4: per cent, or a dash where there was no game."""
    return percent(totals.success) if totals.shares else "–"
