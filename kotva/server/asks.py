"""What players ask of one another at a table: to take a turn back, to let a bot play for somebody who is away, to come back.

A question and its answers are lines of talk, and the last answer that is needed does what was asked. Alone against bots nobody
needs to be asked. In tournaments and rated games nothing of this can be asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kotva.bots import LEVELS
from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.engine.state import CHANCE, TABLE
from kotva.match import Match
from kotva.server.people import Person
from kotva.server.table import ActionRequest, NotYours, Table
from kotva.server.talk import PLAYERS, Line, TableTalk, Talks

ASK_BACK, ASK_BOT, NUDGE, YES, NO, STAND_IN, RETURNED = (
    "ask-back",
    "ask-bot",
    "nudge",
    "yes",
    "no",
    "stand-in",
    "returned",
)
ASKS: Final = (ASK_BACK, ASK_BOT)
LEVEL: Final = "medium"  # of a bot that plays for somebody
NUDGED: Final = 60.0  # seconds between two nudges of one seat
ANSWERED: Final = 300.0  # seconds for which a question stands
assert LEVEL in LEVELS


class AskRefused(KotvaError):
    """Something that cannot be asked now, and why."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question, and the people who have said yes."""

    line: Line
    yes: frozenset[str]
    denied: bool

    def numbers(self) -> list[int]:
        return [int(number) for number in self.line.text.split()]


def turn_start(match: Match, seats: tuple[int, ...]) -> int | None:
    """How many moves are left when the whole last turn of some seats is taken back; None if they have played nothing."""
    start: int | None = None
    for number in range(len(match.played) - 1, -1, -1):
        actor = match.played[number].actor
        if actor in seats:
            start = number
        elif actor not in (CHANCE, TABLE) and start is not None:
            break
    return start


def check_back(table: Table) -> None:
    """AskRefused where no turn may be taken back."""
    if table.match.is_over:
        raise AskRefused(N_("The game is over: nothing can be taken back."))
    if table.row.origin:
        raise AskRefused(N_("In a tournament nothing can be taken back but by the rules of the game."))
    if table.row.rated:
        raise AskRefused(N_("This game is rated: nothing can be taken back but by the rules of the game."))


def fold(talk: TableTalk, number: int) -> Ask | None:
    """A question by the number of its line."""
    line = next((line for line in talk.lines if line.number == number and line.kind in ASKS), None)
    if line is None:
        return None
    told = [answer for answer in talk.lines if answer.kind in (YES, NO) and answer.text == str(number)]
    yes = frozenset(answer.person for answer in told if answer.kind == YES and answer.person is not None)
    return Ask(line, yes, any(answer.kind == NO for answer in told))


class Asks:
    """Questions at this node's tables."""

    def __init__(self, talks: Talks) -> None:
        self._talks = talks

    async def ask(self, table: Table, person: Person, kind: str, seat: int | None, key: str) -> None:
        """Ask the others; where nobody has to be asked it is done at once. NotYours, AskRefused."""
        seats = table.seats_of(person)
        if not seats:
            raise NotYours(N_("Only players can ask for this."))
        talk = await self._talks.at(table)
        talk.check_room(PLAYERS)
        known = key in talk.keys
        if kind == ASK_BACK:
            check_back(table)
            target = turn_start(table.match, seats)
            if target is None:
                raise AskRefused(N_("You have not decided anything yet: there is nothing to take back."))
            text = f"{target} {table.seq}"
        else:
            text = str(self._absent(table, seat))
            if kind == NUDGE and not known:
                self._check_nudge(talk, text)
        name = table.row.sitters[seats[0]].name
        line = await self._talks.add(table, kind, text, person=person.id, seat=seats[0], name=name, key=key)
        if kind in ASKS:
            await self._do_if_agreed(table, line.number)

    async def answer(self, table: Table, person: Person, number: int, key: str, *, yes: bool) -> None:
        """Answer a question of another player. NotYours, AskRefused if it is out of date."""
        seats = table.seats_of(person)
        ask = fold(await self._talks.at(table), number)
        if not seats or ask is None or ask.line.person == person.id:
            raise NotYours(N_("This question is not for you."))
        self._check_open(table, ask)
        name = table.row.sitters[seats[0]].name
        kind = YES if yes else NO
        await self._talks.add(table, kind, str(number), person=person.id, seat=seats[0], name=name, key=key)
        await self._do_if_agreed(table, number)

    async def stand_in(self, table: Table, seat: int, key: str) -> None:
        """A bot plays for a person from now on, until the person is back."""
        sitter = table.row.sitters[seat]
        if sitter.kind == "person" and sitter.person is not None and not sitter.level:
            await self._talks.add(table, STAND_IN, seat=seat, name=sitter.name, key=key)
            await table.stand_in(sitter.person, LEVEL)

    async def came_back(self, table: Table, person: Person) -> None:
        """A person is here: a bot that played meanwhile gives the seat back."""
        seats = [seat for seat in table.seats_of(person) if table.row.sitters[seat].level]
        if seats and person.id is not None and not table.match.is_over:
            await table.stand_in(person.id, "")
            await self._talks.add(table, RETURNED, seat=seats[0], name=table.row.sitters[seats[0]].name)

    # -- inside ----------------------------------------------------------------------------------------------------

    def _absent(self, table: Table, seat: int | None) -> int:
        """The seat of a person who is away; AskRefused otherwise."""
        if seat is None or not 0 <= seat < table.row.seats or table.row.sitters[seat].kind != "person":
            raise AskRefused(N_("No person sits there."))
        if table.match.is_over:
            raise AskRefused(N_("The game is over."))
        if table.row.sitters[seat].person is None or table.present.get(seat):
            raise AskRefused(N_("Nobody is missing at this seat."))
        if table.row.origin:
            raise AskRefused(N_("In a tournament the referee decides about players who are away."))
        return seat

    def _check_nudge(self, talk: TableTalk, text: str) -> None:
        now = self._talks.now()
        if any(line.kind == NUDGE and line.text == text and now - line.at < NUDGED for line in talk.lines[-50:]):
            raise AskRefused(N_("This player was nudged a moment ago: wait a minute."))

    def _check_open(self, table: Table, ask: Ask) -> None:
        stale = ask.denied or self._talks.now() - ask.line.at > ANSWERED or table.match.is_over
        if ask.line.kind == ASK_BACK:
            stale = stale or ask.numbers()[1] != table.seq
        else:
            stale = (
                stale or bool(table.present.get(ask.numbers()[0])) or bool(table.row.sitters[ask.numbers()[0]].level)
            )
        if stale:
            raise AskRefused(N_("This question is out of date: the game has gone on."))

    async def _do_if_agreed(self, table: Table, number: int) -> None:
        ask = fold(await self._talks.at(table), number)
        if ask is None or ask.denied:
            return
        about = {ask.numbers()[0]} if ask.line.kind == ASK_BOT else set()
        voters = {
            sitter.person
            for sitter in table.row.sitters
            if sitter.kind == "person" and sitter.person not in (None, ask.line.person) and sitter.seat not in about
            if ask.line.kind == ASK_BACK or table.present.get(sitter.seat)
        }
        if not voters <= ask.yes:
            return
        self._check_open(table, ask)
        if ask.line.kind == ASK_BOT:
            await self.stand_in(table, ask.numbers()[0], f"stand-in-{number}")
            return
        target, seq = ask.numbers()
        seat = ask.line.seat or 0

        def to(match: Match) -> int | None:
            return target if table.seq == seq and target < len(match.played) else None

        await table.act_for_bot(ActionRequest(seat, None, seq, f"back-{number}-{seq}", to))
