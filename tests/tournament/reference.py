"""A second opinion on standings, written from docs/rules/tournament.md alone.

It reads the records of a tournament (`kotva.tournament.state`) and the texts of its options, and shares no line of
calculation with `kotva.tournament`: places, points, shares, criteria, lots, finals and knock-outs are computed anew.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from kotva.tournament.state import Result, Round, TournamentState, TournamentTable

LOST = 99  # a place behind every place: the seat has none
WAITING = 98  # the table still plays


@dataclass
class Tally:
    """What one player has collected (TOU-13.1, TOU-19.6)."""

    player: str
    pp: Fraction = Fraction(0)
    gp: int = 0
    shares: list[Fraction] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    best: int | None = None
    played: int = 0
    byes: int = 0
    opponents: list[str] = field(default_factory=list)

    def success(self) -> Fraction:
        """TOU-12.3, TOU-12.4: the mean over the games; without a game 0."""
        return sum(self.shares, Fraction(0)) / len(self.shares) if self.shares else Fraction(0)


@dataclass
class Seat:
    """One seat of a finished game: TOU-11, TOU-12."""

    place: int | None
    first: bool
    pp: Fraction
    gp: int
    share: Fraction


class Book:
    """The standings after one round."""

    def __init__(self, state: TournamentState, last: int) -> None:
        self.state, self.last = state, last
        self.text = state.options.texts

    # -- one game --------------------------------------------------------------------------------------------------

    def whole(self, name: str) -> int | None:
        return None if self.text[name] == "none" else int(self.text[name])

    def point_list(self, players: int) -> list[Fraction]:
        """TOU-19.4: the list of this size; a missing one is that of the largest size, cut off at the end."""
        written = self.text.get(f"points.{players}", "")
        if not written:
            written = next((t for size in range(8, 1, -1) if (t := self.text.get(f"points.{size}", ""))), "")
        numbers = [Fraction(part) for part in written.split("-") if part]
        return [numbers[i] if i < len(numbers) else Fraction(0) for i in range(players)]

    def counted(self, raw: int) -> int:
        """TOU-12.1."""
        cap = self.whole("gp.cap")
        return raw if cap is None or raw < cap else cap

    def groups(self, result: Result, points: dict[str, int]) -> list[list[str]]:
        """TOU-11.3, TOU-11.4, TOU-19.2: who share a place, the best first."""
        given = {mark.player: mark.place for mark in result.marks}

        def strength(player: str) -> tuple[int, int]:
            place = given[player]
            return (1, -points[player]) if place is None else (0, place)

        winner = result.winner if result.winner in points else None
        groups = [[winner]] if winner is not None else []
        others = [player for player in points if player != winner]
        keys = sorted({strength(player) for player in others})
        return groups + [[player for player in others if strength(player) == key] for key in keys]

    def game(self, result: Result) -> dict[str, Seat]:
        """TOU-11, TOU-12, TOU-19.5: the seats of a table that was played."""
        points = {m.player: self.counted(m.raw or 0) for m in result.marks if m.status in ("ok", "left")}
        worth = self.point_list(len(points))
        total = sum(max(0, value) for value in points.values())
        seats = {m.player: Seat(None, False, Fraction(0), 0, Fraction(0)) for m in result.marks}
        rule, without = self.text["tie.rule"], self.text["nowin.points"]
        above = 0
        for dense, group in enumerate(self.groups(result, points), 1):
            positions = range(above, above + len(group))
            above += len(group)
            place = dense if rule == "dense" else positions[0] + 1
            if rule == "share":
                pp = sum((worth[i] for i in positions), Fraction(0)) / len(group)
            elif rule == "worst":
                pp = worth[positions[-1]]
            else:
                pp = worth[place - 1]
            if result.winner is None and without != "none":
                pp = Fraction(without)
            shared = result.winner is None and len(group) > 1 and self.text["stopped.first"] == "nocount"
            for player in group:
                share = Fraction(max(0, points[player]), total) if total else Fraction(0)
                if self.text["success.mode"] == "scaled":
                    share *= Fraction(len(points), int(self.text["table.size"]))
                seats[player] = Seat(place, place == 1 and not shared, pp, points[player], share)
        return seats

    # -- one round -------------------------------------------------------------------------------------------------

    def counts(self, round: Round, table: TournamentTable) -> bool:
        """TOU-13.5, TOU-10.9: a settled result; in a complete round the result on file."""
        if table.result is None:
            return False
        return table.state in ("confirmed", "decided", "dissolved") or round.state == "complete"

    def decides_ranks(self, number: int) -> bool:
        return self.state.rounds[number - 1].mode in ("final", "knockout")

    def outside(self, round: Round, player: str) -> bool:
        """TOU-19.10, TOU-19.11: points of a final or a knock-out are not those of its players."""
        return round.mode == "knockout" or (round.mode == "final" and player in round.finalists)

    def tallies(self) -> dict[str, Tally]:
        """Everybody ever seated or given a bye (TOU-13.4), stand-ins left out."""
        out: dict[str, Tally] = {}
        for round in self.state.rounds[: self.last]:
            if round.state in ("planned", "drawn", "published"):
                continue
            for player in [*round.seated(), *round.byes]:
                out.setdefault(player, Tally(player))
            resting = list(round.byes)
            scored: list[int] = []
            for table in round.tables:
                result = table.result
                if result is None or not self.counts(round, table):
                    continue
                if table.state == "dissolved" or result.end == "dissolved":
                    resting += [mark.player for mark in result.marks if mark.status == "present"]
                    continue
                scored += self.played(out, round, result)
            # TOU-3.6: the rounded mean of the round
            mean = (2 * sum(scored) + len(scored)) // (2 * len(scored)) if scored else 0
            fixed = self.text["bye.game_points"]
            for player in resting:
                if not self.outside(round, player):
                    out[player].byes += 1
                    out[player].pp += Fraction(self.text["bye.points"])
                    out[player].gp += mean if fixed == "mean" else floor(Fraction(fixed) + Fraction(1, 2))
        kinds = {player.id: player.kind for player in self.state.players.values()}
        return {player: tally for player, tally in out.items() if kinds[player] != "standin"}

    def played(self, out: dict[str, Tally], round: Round, result: Result) -> list[int]:
        """Enter a game; its game points, for the mean of TOU-3.6."""
        seats = self.game(result)
        came = [mark.player for mark in result.marks if mark.status != "absent"]  # TOU-6.2
        for player, seat in seats.items():
            if self.outside(round, player):
                continue
            tally = out[player]
            tally.shares.append(seat.share)
            if player in came:
                tally.played += 1
                tally.opponents += [other for other in came if other != player]
            if seat.place is None:
                continue
            tally.pp += seat.pp
            tally.gp += seat.gp
            tally.best = seat.gp if tally.best is None else max(tally.best, seat.gp)
            if seat.place > 1 or seat.first:
                tally.places.append(seat.place)
        return [seat.gp for seat in seats.values() if seat.place is not None]

    # -- the order -------------------------------------------------------------------------------------------------

    def value(self, tallies: dict[str, Tally], tally: Tally, criterion: str) -> Fraction:
        """TOU-13.1, TOU-19.6: more is better."""
        if criterion in ("firsts", "seconds", "thirds"):
            return Fraction(tally.places.count(("firsts", "seconds", "thirds").index(criterion) + 1))
        if criterion == "opp":
            met = [tallies[other].pp for other in tally.opponents if other in tallies]
            return sum(met, Fraction(0)) / len(met) if met else Fraction(0)
        if criterion == "success":
            return tally.success()
        if criterion == "pp":
            return tally.pp
        return Fraction({"gp": tally.gp, "played": tally.played, "best": tally.best or 0}[criterion])

    def criteria(self) -> list[str]:
        return [name for name in self.text["criteria"].split(",") if name != "lot"]

    def numbers(self) -> dict[str, dict[str, Fraction]]:
        """Every criterion of everybody listed."""
        tallies = self.tallies()
        names = ("firsts", "seconds", "thirds", "pp", "gp", "success", "opp", "played", "best")
        return {player: {name: self.value(tallies, tally, name) for name in names} for player, tally in tallies.items()}

    def ranks(self) -> dict[str, int]:
        """The rank of everybody who has one; equal only where a lot by hand is still to be drawn (TOU-5.6)."""
        out = {player.id for player in self.state.players.values() if player.status == "expelled"}
        ranks: dict[str, int] = {}
        for group in self.sorted_groups():
            rank = len(ranks) + 1
            ranks |= {player: rank for player in group if player not in out}
        return ranks

    def sorted_groups(self) -> list[list[str]]:
        tallies = self.tallies()
        keys = {
            player: tuple(-self.value(tallies, tally, name) for name in self.criteria())
            for player, tally in tallies.items()
        }
        if not self.last:
            return []
        if self.decides_ranks(self.last):
            return self.after_a_final(keys)
        groups: list[list[str]] = []
        for key in sorted(set(keys.values())):
            groups += self.by_lot([player for player in keys if keys[player] == key])
        return groups

    def by_lot(self, tied: list[str]) -> list[list[str]]:
        """TOU-13.2, TOU-5.6: the round's lot; while it runs, order of id."""
        round = self.state.rounds[self.last - 1]
        if round.state != "complete":
            return [[player] for player in sorted(tied, key=lambda id: int(id[1:]))]
        if self.text["lot.mode"] == "manual":
            if len(tied) == 1:
                return [tied]
            for drawn in round.lots_by_hand:
                if set(tied) <= set(drawn):
                    return [[player] for player in drawn if player in tied]
            return [sorted(tied, key=lambda id: int(id[1:]))]
        return [[player] for player in round.lot if player in tied]

    def after_a_final(self, keys: dict[str, tuple[Fraction, ...]]) -> list[list[str]]:
        """TOU-19.10, TOU-19.11: who plays for the ranks stands above who does not; ties by the rank before."""
        round = self.state.rounds[self.last - 1]
        before = Book(self.state, self.last - 1).ranks() if self.last > 1 else self.seeds()
        place, on = self.places_of(round, before)
        lower = self.third_table(round, before)
        inside = [player for player in keys if player in place]
        below = [player for player in keys if player not in place]
        inside.sort(key=lambda p: (p in lower, place[p], p not in on, before.get(p, 10**6), int(p[1:])))
        below.sort(key=lambda p: (keys[p], before.get(p, 10**6), int(p[1:])))
        if round.mode == "knockout":  # no points are won in it
            below.sort(key=lambda p: (before.get(p, 10**6), int(p[1:])))
        return [[player] for player in (*inside, *below)]

    def seeds(self) -> dict[str, int]:
        """TOU-19.14, TOU-19.17: the order in which a knockout by itself begins."""
        return {player: i for i, player in enumerate(self.state.seeding)}

    def third_table(self, round: Round, before: dict[str, int]) -> list[str]:
        """TOU-19.17: in the last round of a knockout, the table without the best ranked of all who play."""
        is_last = round.mode == "knockout" and round.number == self.state.last_round
        if self.text["knockout.third"] != "true" or not is_last or len(round.tables) < 2:
            return []
        best = min(round.seated(), key=lambda player: before.get(player, 10**6))
        return next(list(table.seats) for table in round.tables if best not in table.seats)

    def places_of(self, round: Round, before: dict[str, int]) -> tuple[dict[str, int], set[str]]:
        """The place of everybody who plays for the ranks, and who goes on."""
        places: dict[str, int] = {}
        on: set[str] = set()
        if round.state in ("planned", "drawn", "published"):
            return places, on
        if round.mode == "knockout":
            places |= dict.fromkeys(round.byes, 1)  # TOU-19.17: a bye goes on like a first place
            on |= set(round.byes)
        for table in round.tables:
            result = table.result
            playing = [player for player in table.seats if self.outside(round, player)]
            places |= dict.fromkeys(playing, WAITING)
            if result is None or not self.counts(round, table):
                continue
            if result.end == "dissolved":
                places |= dict.fromkeys(playing, LOST)
                continue
            seats = self.game(result)
            places |= {player: seats[player].place or LOST for player in playing}
            first = [player for player in playing if places[player] == 1]
            if first:
                on.add(min(first, key=lambda player: before.get(player, 10**6)))
        return places, on

    def order(self) -> list[str]:
        """Everybody listed, the expelled last (TOU-13.4)."""
        out = {player.id for player in self.state.players.values() if player.status == "expelled"}
        listed = [player for group in self.sorted_groups() for player in group]
        gone = sorted((player for player in listed if player in out), key=lambda id: int(id[1:]))
        return [player for player in listed if player not in out] + gone


def lot_order(seed: str, salt: str, round: int, players: list[str]) -> list[str]:
    """TOU-13.2, TOU-5.1, TOU-5.2: the lot of a round, from the seed."""
    text = seed if salt == "none" else f"{seed}:{salt}"
    return sorted(players, key=lambda id: hashlib.sha256(f"{text}/lot/{round}/1/{id}".encode()).hexdigest())
