"""A hall to hold tournaments in: a state, its secrets, a watch, and short words for the tests."""

from __future__ import annotations

from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest

from kotva.tournament import notation
from kotva.tournament.log import Json, TournamentEntry
from kotva.tournament.refusal import Refused
from kotva.tournament.schedule import start_of
from kotva.tournament.standings import StandingsRow, standings
from kotva.tournament.state import Round, TournamentState, TournamentTable, read_time, write_time
from kotva.tournament.tournament import Secrets, act, follow, replay


class HeldTournament:
    """A tournament being held. `do` takes the text of an action, as in the rulebook."""

    def __init__(
        self,
        players: int = 0,
        seed: str = "osada",
        preset: str = "settlers-cz",
        at: str = "2025-03-01T09:00:00Z",
        **set: str,
    ) -> None:
        self.state = TournamentState()
        self.secrets = Secrets(seed)
        self.log: list[TournamentEntry] = []
        self.at = at
        options: dict[str, Json] = {name.replace("__", "."): value for name, value in set.items()}
        self.act("create", name="Osada", preset=preset, options=options)
        self.do('official O2 name="Helena" role=head')
        self.do("open")
        for i in range(1, players + 1):
            self.do(f'register "P{i}"')
        if players:
            self.do("close")
            for i in range(1, players + 1):
                self.do(f"checkin P{i}")

    # -- acting ----------------------------------------------------------------------------------------------------

    def act(self, op: str, actor: str = "O1", **args: Any) -> TournamentEntry:
        args = {name.rstrip("_"): value for name, value in args.items()}
        entry = act(self.state, actor, op, args, self.at, self.secrets)
        self.log.append(entry)
        return entry

    def do(self, text: str, actor: str = "O1") -> TournamentEntry:
        op, args = notation.parse(text)
        return self.act(op, actor, **args)

    def head(self, text: str) -> TournamentEntry:
        return self.do(text, "O2")

    def refuse(self, text: str, actor: str = "O1") -> str:
        """The code of the refusal, after looking that nothing has changed."""
        before = deepcopy(self.state)
        with pytest.raises(Refused) as refused:
            self.do(text, actor)
        assert self.state == before, "a refused action has changed something"
        assert refused.value.clause.startswith("TOU-")
        return refused.value.code

    def wait(self, minutes: float) -> None:
        self.at = write_time(read_time(self.at) + timedelta(minutes=minutes))

    # -- whole rounds ----------------------------------------------------------------------------------------------

    def begin(self, number: int, *tables: str, draw: bool = True) -> Round:
        """Draw (or take these tables, seats in order), publish and start a round at its time."""
        if draw:
            if tables:
                self.fixed(number, *tables)
            else:
                self.do(f"draw R{number}")
        self.do(f"publish R{number}")
        self.start(number)
        return self.round(number)

    def start(self, number: int) -> None:
        lead = self.state.options.number("publish.lead")
        published = read_time(self.round(number).published_at or self.at) + timedelta(minutes=lead)
        self.at = max(self.at, write_time(published), write_time(start_of(self.state, number) or read_time(self.at)))
        self.do(f"start R{number}")

    def fixed(self, number: int, *tables: str, byes: str = "") -> None:
        """A draw with these tables, whatever the solver would choose: for scenarios that name them."""
        content: list[Json] = [{"number": i, "seats": list(seats.split())} for i, seats in enumerate(tables, 1)]
        args: dict[str, Json] = {"round": number, "attempt": 1, "tables": content, "byes": list(byes.split())}
        entry = TournamentEntry(self.state.seq + 1, self.at, "O1", "draw", args)
        follow(self.state, entry)
        self.log.append(entry)

    def result(self, text: str) -> None:
        """A result from a slip signed by all; the clock is put forward where the game was stopped on time."""
        op, args = notation.parse(f"report {text} signed ack")
        if args.get("end") == "time":
            self.expire(int(str(args["round"])))
        self.act(op, "O1", **args)

    def expire(self, number: int) -> None:
        round = self.round(number)
        end = read_time(round.started_at or self.at) + timedelta(minutes=round.minutes or 0)
        self.at = max(self.at, write_time(end))

    def finish(self, number: int, *results: str) -> None:
        for text in results:
            self.result(f"R{number}.{text}" if not text.startswith("R") else text)
        self.do(f"complete R{number}")

    # -- looking ---------------------------------------------------------------------------------------------------

    def round(self, number: int) -> Round:
        found = self.state.round(number)
        assert found is not None
        return found

    def table(self, number: int, table: int) -> TournamentTable:
        found = self.round(number).table(table)
        assert found is not None
        return found

    def rows(self, number: int | None = None) -> list[StandingsRow]:
        return list(standings(self.state, number).rows)

    def order(self, number: int | None = None) -> str:
        return " ".join(row.player for row in self.rows(number))

    def groups(self, number: int) -> set[frozenset[str]]:
        return {frozenset(table.seats) for table in self.round(number).tables}

    def replayed(self) -> TournamentState:
        return replay(self.log)
