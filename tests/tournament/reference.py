"""Standings computed a second way: every rank by counting who is better, fractions as pairs of whole numbers."""

from __future__ import annotations

from functools import cmp_to_key
from math import gcd

from kotva.tournament.state import Result, Round, State

Ratio = tuple[int, int]


def ratio(text: str) -> Ratio:
    above, _, below = text.partition("/")
    return int(above), int(below or 1)


def plus(a: Ratio, b: Ratio) -> Ratio:
    above, below = a[0] * b[1] + b[0] * a[1], a[1] * b[1]
    common = gcd(above, below) or 1
    return above // common, below // common


def larger(a: Ratio, b: Ratio) -> int:
    return (a[0] * b[1] > b[0] * a[1]) - (a[0] * b[1] < b[0] * a[1])


class Book:
    """What a bookkeeper with a pencil would write down of a tournament."""

    def __init__(self, state: State, last: int) -> None:
        self.state = state
        self.texts = state.options.texts
        self.sums: dict[str, dict[str, Ratio]] = {}
        self.games: dict[str, int] = {}
        self.met: dict[str, list[str]] = {}
        self.stages: list[list[dict[str, int]]] = []  # of each final or knockout round its tables: who has which place
        for round in state.rounds[:last]:
            if round.state in ("running", "complete"):
                self.take_round(round)
        self.last = last

    def person(self, player: str) -> dict[str, Ratio]:
        self.met.setdefault(player, [])
        self.games.setdefault(player, 0)
        names = ("firsts", "seconds", "thirds", "pp", "gp", "shares", "played", "best")
        return self.sums.setdefault(player, dict.fromkeys(names, (0, 1)))

    def add(self, player: str, name: str, value: Ratio) -> None:
        row = self.person(player)
        row[name] = plus(row[name], value)

    def gp(self, raw: int | None) -> int:
        cap = self.texts["gp.cap"]
        return 0 if raw is None else raw if cap == "none" else min(raw, int(cap))

    def take_round(self, round: Round) -> None:
        filed = [table for table in round.tables if table.result and (table.is_settled or round.state == "complete")]
        points = [
            self.gp(mark.raw)
            for table in filed
            if table.result and table.result.end != "dissolved"
            for mark in table.result.marks
            if mark.status in ("ok", "left")
        ]
        mean = (2 * sum(points) + len(points)) // (2 * len(points)) if points else 0
        if self.texts["bye.game_points"] != "mean":
            above, below = ratio(self.texts["bye.game_points"])
            mean = (2 * above + below) // (2 * below)
        for player in round.byes:
            self.bye(player, mean)
        if round.mode in ("final", "knockout"):
            self.stages.append([])
        for table in round.tables:
            decides = round.mode == "knockout" or (round.mode == "final" and table.seats[0] in round.finalists)
            for player in table.seats:
                self.person(player)
            if table not in filed or table.result is None:
                if decides:
                    self.stages[-1].append(dict.fromkeys(table.seats, 98))
                continue
            if decides:
                self.stages[-1].append({player: self.place(table.result, player) or 99 for player in table.seats})
            elif table.result.end == "dissolved":
                for mark in table.result.marks:
                    if mark.status == "present":
                        self.bye(mark.player, mean)
            else:
                self.take_table(table.result)

    def bye(self, player: str, gp: int) -> None:
        self.add(player, "pp", ratio(self.texts["bye.points"]))
        self.add(player, "gp", (gp, 1))

    def strength(self, result: Result, player: str) -> int | None:
        """How good a seat is; None where it has no place."""
        mark = next(mark for mark in result.marks if mark.player == player)
        if mark.status not in ("ok", "left"):
            return None
        if result.winner == player and result.end in ("won", "adjudicated"):
            return 10**9
        ranked = any(m.place is not None for m in result.marks if m.status in ("ok", "left"))
        return -(mark.place or 99) if ranked else self.gp(mark.raw)

    def place(self, result: Result, player: str) -> int | None:
        own = self.strength(result, player)
        if own is None:
            return None
        others = [self.strength(result, mark.player) for mark in result.marks]
        better = [other for other in others if other is not None and other > own]
        return 1 + (len(set(better)) if self.texts["tie.rule"] == "dense" else len(better))

    def points(self, result: Result, player: str) -> Ratio:
        own = self.strength(result, player)
        assert own is not None
        all_of = [s for mark in result.marks if (s := self.strength(result, mark.player)) is not None]
        has_winner = max(all_of) == 10**9
        if not has_winner and self.texts["nowin.points"] != "none":
            return ratio(self.texts["nowin.points"])
        n = len(all_of)
        lists = {int(k[7:]): v.split("-") for k, v in self.texts.items() if k.startswith("points.") and v}
        table = [ratio(text) for text in lists.get(n, lists[max(lists)])][:n]
        table += [(0, 1)] * (n - len(table))
        better, same = sum(s > own for s in all_of), sum(s == own for s in all_of)
        rule = self.texts["tie.rule"]
        if rule == "dense":
            return table[len({s for s in all_of if s > own})]
        if rule == "best":
            return table[better]
        if rule == "worst":
            return table[better + same - 1]
        total: Ratio = (0, 1)
        for one in table[better : better + same]:
            total = plus(total, one)
        return total[0], total[1] * same

    def take_table(self, result: Result) -> None:
        placed = [mark for mark in result.marks if mark.status in ("ok", "left")]
        total = sum(max(0, self.gp(mark.raw)) for mark in placed)
        has_winner = any(self.strength(result, mark.player) == 10**9 for mark in result.marks)
        for mark in result.marks:
            player, place = mark.player, self.place(result, mark.player)
            self.person(player)
            self.games[player] += 1
            if mark.status != "absent":
                self.add(player, "played", (1, 1))
                self.met[player] += [
                    other.player
                    for other in result.marks
                    if other.player != player
                    and other.status != "absent"
                    and self.state.players[other.player].kind != "standin"
                ]
            if place is None:
                continue
            gp = self.gp(mark.raw)
            self.add(player, "pp", self.points(result, player))
            self.add(player, "gp", (gp, 1))
            if total:
                scale = (
                    (len(placed), int(self.texts["table.size"])) if self.texts["success.mode"] == "scaled" else (1, 1)
                )
                self.add(player, "shares", (max(0, gp) * scale[0], total * scale[1]))
            row = self.sums[player]
            row["best"] = max(row["best"], (gp, 1))
            shared = sum(self.place(result, other.player) == place for other in result.marks) > 1
            uncounted = place == 1 and shared and not has_winner and self.texts["stopped.first"] == "nocount"
            name = {1: "firsts", 2: "seconds", 3: "thirds"}.get(place)
            if name and not uncounted:
                self.add(player, name, (1, 1))

    def value(self, player: str, name: str) -> Ratio:
        row = self.sums[player]
        if name == "success":
            above, below = row["shares"]
            return (above, below * self.games[player]) if self.games[player] else (0, 1)
        if name == "opp":
            met = [other for other in self.met[player] if other in self.sums]
            total: Ratio = (0, 1)
            for other in met:
                total = plus(total, self.sums[other]["pp"])
            return (total[0], total[1] * len(met)) if met else (0, 1)
        return row[name]

    def order(self) -> list[str]:
        """Everybody listed: ranked players, then the expelled ones."""
        names = [name for name in self.texts["criteria"].split(",") if name != "lot"]
        found = self.state.rounds[self.last - 1] if self.last else None
        lots = found.lot if found else []
        if found and self.texts["lot.mode"] == "manual":
            lots = [player for group in found.lots_by_hand for player in group]

        def compare(a: str, b: str) -> int:
            for name in names:
                if difference := larger(self.value(b, name), self.value(a, name)):
                    return difference
            if a in lots and b in lots:
                return lots.index(a) - lots.index(b)
            return int(a[1:]) - int(b[1:])

        listed = [p for p in self.sums if self.state.players[p].kind != "standin"]
        expelled = [p for p in listed if self.state.players[p].status == "expelled"]
        ranked = sorted((p for p in listed if p not in expelled), key=cmp_to_key(compare))
        for tables in self.stages:
            ranked = self.after_stage(ranked, tables)
        return ranked + sorted(expelled, key=lambda p: int(p[1:]))

    def after_stage(self, ranked: list[str], tables: list[dict[str, int]]) -> list[str]:
        """Whoever played in a stage stands above whoever did not: by place, then who goes on, then as before."""
        goes_on = set()
        for places in tables:
            best = [player for player in ranked if places.get(player) == 1]
            goes_on |= set(best[:1])
        place = {player: number for places in tables for player, number in places.items()}
        inside = [player for player in ranked if player in place]
        inside = [
            p
            for wanted in sorted(set(place.values()))
            for on in (True, False)
            for p in inside
            if (place[p], p in goes_on) == (wanted, on)
        ]
        return inside + [player for player in ranked if player not in place]
