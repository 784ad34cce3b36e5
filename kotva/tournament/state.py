"""The records of a tournament (section 2) and its state: what a fold over the log gives, and nothing else (TOU-18.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from kotva.tournament.choices import TimeCount
from kotva.tournament.log import START, LogMark
from kotva.tournament.names import folded
from kotva.tournament.options import TournamentOptions

# TOU-10.1: what a seat may be in a result. `present` stands at dissolved tables alone.
STATUSES: Final = ("ok", "left", "forfeit", "dsq", "absent", "present")
UNPLACED: Final = ("forfeit", "dsq", "absent")  # TOU-11.7
UNSURE: Final = 500  # TOU-2.16: the spread of a rating of which nothing is known
SETTLED: Final = ("confirmed", "decided", "dissolved")  # TOU-10.9


def read_time(text: str) -> datetime:
    """Section 3: the log's times are UTC."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def write_time(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(slots=True)
class Player:
    """TOU-2.1, TOU-2.4: an entry. The contact is not here: it is private (TOU-18.4)."""

    id: str
    name: str
    club: str = ""
    kind: str = "human"
    account: str = ""
    status: str = "entered"
    entered: int = 1  # the first round this player could play in
    sitouts: set[int] = field(default_factory=set)
    team: str = ""  # TOU-2.16
    categories: tuple[str, ...] = ()  # TOU-2.16
    rating: int | None = None  # TOU-2.16
    spread: int = UNSURE  # how far off the rating may be
    warnings: int = 0
    key: str = field(init=False, default="")  # TOU-2.2: by which names are compared

    def __post_init__(self) -> None:
        self.key = folded(self.name)

    @property
    def is_standin(self) -> bool:
        return self.kind == "standin"


@dataclass(slots=True)
class Official:
    """TOU-16.1: an official of the tournament; a playing member of the panel is a player and no record here."""

    id: str
    name: str
    account: str = ""
    roles: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class SeatResult:
    """TOU-10.1: one seat of a result."""

    player: str
    status: str = "ok"
    raw: int | None = None
    place: int | None = None  # TOU-1.6: where the game ranks by other rules than the score


@dataclass(frozen=True, slots=True)
class Result:
    """One version of a table's result; all versions are kept (TOU-10.8)."""

    version: int
    end: str
    winner: str | None
    marks: tuple[SeatResult, ...]
    reporter: str
    at: str
    corrected: bool = False

    def says(self, other: Result) -> bool:
        """TOU-10.5: whether two reports are equal, apart from their reporters."""
        return (self.end, self.winner, set(self.marks)) == (other.end, other.winner, set(other.marks))

    def mark(self, player: str) -> SeatResult | None:
        return next((mark for mark in self.marks if mark.player == player), None)


@dataclass(slots=True)
class TournamentTable:
    """A table of a round, and what is known of its game."""

    round: int
    number: int
    seats: list[str]
    state: str = "open"
    versions: list[Result] = field(default_factory=list)
    confirmed: dict[str, str] = field(default_factory=dict)  # who confirmed the current version, and when
    accepted: set[str] = field(default_factory=set)  # TOU-16.6: who has confirmed any version
    gone: dict[str, SeatResult] = field(
        default_factory=dict
    )  # TOU-2.8, TOU-14.4, TOU-14.5: what is known before the report
    extended: int = 0
    first: str | None = None
    ended: str | None = None  # when the first report came in
    reminded: str | None = None  # TOU-10.11: when its players were last asked for the result
    made_at: str = ""  # TOU-19.20: when it was made, in an arena

    @property
    def name(self) -> str:
        return f"R{self.round}.T{self.number}"

    @property
    def result(self) -> Result | None:
        """The version on file."""
        return self.versions[-1] if self.versions else None

    @property
    def is_settled(self) -> bool:
        return self.state in SETTLED


@dataclass(slots=True)
class Draw:
    """TOU-6.7: what is recorded with a draw."""

    attempt: int
    order: tuple[str, ...]
    vector: tuple[str, ...]
    bound: tuple[str, ...]
    proven: bool
    pairs: list[tuple[tuple[str, ...], int]]
    trios: list[tuple[tuple[str, ...], int]]
    warnings: list[str]


@dataclass(slots=True)
class Round:
    """A round from its draw to its last result."""

    number: int
    mode: str
    state: str = "planned"
    attempt: int = 0
    board_attempt: int = 1
    tables: list[TournamentTable] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)
    sat_out: list[str] = field(default_factory=list)
    finalists: list[str] = field(default_factory=list)  # TOU-19.10: who play for the first ranks
    outdated: bool = False  # an option has changed since the draw (TOU-6.8)
    draw: Draw | None = None
    was_published: bool = False  # TOU-1.5: some draw of this round was published, even if it is being redrawn
    published_at: str | None = None
    started_at: str | None = None
    completed_at: str | None = None
    minutes: int | None = None  # TOU-1.5: the time options as they were when the round started
    overtime: int = 2
    count: TimeCount = TimeCount.COMPLETE_ROUND
    turn: int | None = None
    pauses: list[list[str | None]] = field(default_factory=list)
    boards: list[str] = field(default_factory=list)  # shown when the round starts (TOU-8.5)
    lot: list[str] = field(default_factory=list)  # TOU-13.2: the lot order of all players after this round
    lots_by_hand: list[list[str]] = field(default_factory=list)  # TOU-5.6
    pairings: int = 0  # TOU-19.20: how often tables were made in an arena
    waited: dict[str, int] = field(default_factory=dict)  # TOU-19.20: how often somebody was left over then

    @property
    def name(self) -> str:
        return f"R{self.number}"

    def table(self, number: int) -> TournamentTable | None:
        return next((table for table in self.tables if table.number == number), None)

    def tables_of(self, player: str) -> Iterator[TournamentTable]:
        return (table for table in self.tables if player in table.seats)

    def seated(self) -> list[str]:
        return [player for table in self.tables for player in table.seats]

    @property
    def is_paused(self) -> bool:
        return bool(self.pauses) and self.pauses[-1][1] is None


@dataclass(slots=True)
class Case:
    """TOU-16.10: everything about a case."""

    id: str
    kind: str  # case, dispute, decision, expulsion, warning
    opener: str
    opened_at: str
    tables: list[tuple[int, int]]
    subjects: list[str]
    facts: str
    state: str = "open"
    decision: str = ""
    rule: str = ""
    decided_at: str | None = None
    decided_by: str = ""
    protester: str = ""
    protest: str = ""
    protested_at: str | None = None
    demand: Result | None = None  # what the protest asks for, where it names a result
    demand_table: tuple[int, int] | None = None
    panel: list[str] = field(default_factory=list)
    barred: list[str] = field(default_factory=list)
    alternates: list[str] = field(default_factory=list)  # those who took a barred member's seat
    votes: dict[str, str] = field(default_factory=dict)
    outcome: str = ""  # kept, changed
    sets_result: bool = False  # the decision is a result of a table, not words alone
    carried_out: bool = True
    proceed: bool = False


@dataclass(slots=True)
class TournamentState:
    """A tournament as the fold of its log. Only `tournament.apply` changes it."""

    name: str = ""
    edition: int = 1  # TOU-18.5: of the rules by which its actions are judged
    phase: str = ""  # draft, registration, ready, running, finished, closed, cancelled
    options: TournamentOptions = field(default_factory=TournamentOptions)
    commitment: str = ""
    seed: str | None = None  # known to everybody once the tournament is closed (TOU-5.5)
    players: dict[str, Player] = field(default_factory=dict)
    officials: dict[str, Official] = field(default_factory=dict)
    panel: list[str] = field(default_factory=list)  # without the head referee; officials or players
    alternates: list[str] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)  # those drawn so far
    cases: dict[str, Case] = field(default_factory=dict)
    shifts: dict[int, int] = field(default_factory=dict)  # TOU-15.4: minutes by the round they begin at
    published: dict[int, list[dict[str, object]]] = field(default_factory=dict)  # standings as published
    total: int | None = None  # where the number of rounds follows from the entrants (TOU-19.12, TOU-19.17)
    seeding: tuple[str, ...] = ()  # TOU-19.14: the order before the first round
    created_at: str = ""
    finished_early: bool = False  # TOU-2.13
    seq: int = 0
    last_at: str = ""
    hash: str = START
    mark: LogMark | None = None  # TOU-18.6: the latest, which stands on pages and papers

    # -- people ----------------------------------------------------------------------------------------------------

    def present(self) -> list[str]:
        return [player.id for player in self.players.values() if player.status == "present"]

    @property
    def head(self) -> str | None:
        """TOU-16.1: exactly one head referee."""
        return next((official.id for official in self.officials.values() if "head" in official.roles), None)

    def label(self, person: str) -> str:
        """A name for people."""
        found = self.players.get(person) or self.officials.get(person)
        return found.name if found else person

    # -- rounds ----------------------------------------------------------------------------------------------------

    @property
    def last_round(self) -> int:
        """The number of the last round, finals included."""
        return self.total if self.total is not None else self.options.number("rounds") + self.options.stages

    def round(self, number: int) -> Round | None:
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    @property
    def current(self) -> Round | None:
        """The latest round drawn."""
        return self.rounds[-1] if self.rounds else None

    @property
    def completed(self) -> int:
        """How many rounds are complete."""
        return sum(round.state == "complete" for round in self.rounds)

    def published_rounds(self) -> int:
        """TOU-1.5: rounds whose draw has been published; a redraw does not take that back."""
        return sum(self.is_published(round) for round in self.rounds)

    def is_published(self, round: Round) -> bool:
        if self.edition < 2:
            return round.state in ("published", "running", "complete")
        return round.was_published

    @property
    def reports_by_hand(self) -> bool:
        """TOU-10.3: people enter results; online the games report by themselves."""
        return self.edition < 2 or not self.options.flag("online")

    def table(self, place: tuple[int, int]) -> TournamentTable | None:
        round = self.round(place[0])
        return round.table(place[1]) if round else None
