"""What stands on a document (TOU-20), before it becomes a page or a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kotva.server.tournaments.boards import Board
from kotva.tournament.documents import Card, Certificate, PlayerSheet, Slip, StandingsLine, TableListLine


@dataclass(frozen=True, slots=True)
class Content:
    """What stands on a document; only its own part is filled in."""

    what: str
    heading: str
    tournament: str
    about: str = ""  # `Round 2`, or nothing
    when: str = ""  # start and end
    seats: Sequence[Sequence[TableListLine]] = ()  # pages of the table list
    cards: Sequence[Card] = ()
    slips: Sequence[tuple[Slip, str]] = ()  # each with the address that its code opens
    rows: Sequence[StandingsLine] = ()
    by: Mapping[str, str] = field(default_factory=dict)
    schedule: Sequence[tuple[int, str, str]] = ()
    met: Mapping[str, Mapping[str, Sequence[int]]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    certificates: Sequence[Certificate] = ()
    players: Sequence[PlayerSheet] = ()
    boards: Sequence[Board] = ()
    before: int = 0  # boards in the parts before this one
    of: int = 0  # boards in all parts
    mark: str = ""  # TOU-18.6
    empty: str = ""  # what to say where there is nothing yet
