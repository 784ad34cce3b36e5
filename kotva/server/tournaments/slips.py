"""Codes on result slips (TOU-20.5): ten wrong ones for a table close it to codes; officials are not asked for one."""

from __future__ import annotations

from typing import Final

from kotva.engine.say import N_
from kotva.server.tournaments.page_context import NotForYou
from kotva.server.tournaments.session import TournamentSession
from kotva.tournament.reports import is_slip_code
from kotva.tournament.state import Round, TournamentTable

WRONG: Final = 10  # codes that may be wrong, by everybody together


class Locked(NotForYou):
    """Too many wrong codes were typed for a table."""


def opens(
    session: TournamentSession, round: Round, table: TournamentTable, typed: str, *, official: bool = False
) -> bool:
    """Whether a code is that of a table's slip; a wrong one is counted. Locked if there were too many."""
    which = (table.name, round.attempt)
    if not official and session.wrong_codes[which] >= WRONG:
        raise Locked(
            N_("Too many wrong codes were tried for {table}: ask an official to enter its result."), table=table.name
        )
    right = is_slip_code(typed, session.state, session.row.seed, table, round.attempt)
    if not right and not official:
        session.wrong_codes[which] += 1
    return right
