"""Leaving a table. A game that nobody else plays can be deleted. Where others play on, the rules say what leaving is (a player
resigns, a seat falls silent); where they know no such thing, a seat that has decided nothing becomes free again, and a bot plays
on for any other (as in a tournament: TOU-14.4). Tables of tournaments and lessons are left by their own rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kotva.bots import LEVELS
from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.engine.state import OK, TABLE
from kotva.scene import look
from kotva.server.api import NotFound, hub_of
from kotva.server.game_list import title_of
from kotva.server.hub import status_of
from kotva.server.languages import language_of
from kotva.server.people import Person, person_of
from kotva.server.render import failed, form_of, show
from kotva.server.rows import FREE_SEAT, TableRow
from kotva.server.table import ActionRequest, NotYours, Table

LEVEL = "medium"  # of the bot that plays on
DELETE, RESIGN, FREE, HAND_OVER = "delete", "resign", "free", "bot"
assert LEVEL in LEVELS


@dataclass(frozen=True, slots=True)
class Way:
    """A way out: its name in the form, the button, and what it means for everybody; marked with N_."""

    name: str
    button: str
    meaning: str


_WAYS = {
    DELETE: Way(
        DELETE,
        N_("Delete the table"),
        N_("Nobody else plays here. The game and its moves are deleted, and nobody can bring them back."),
    ),
    RESIGN: Way(
        RESIGN, N_("Give the game up"), N_("You leave the game as its rules say; the others play on, or have won.")
    ),
    FREE: Way(
        FREE, N_("Leave the seat"), N_("You have not decided anything yet: your seat is free again for somebody else.")
    ),
    HAND_OVER: Way(
        HAND_OVER, N_("Leave the game"), N_("A bot plays on for you, so that the others can finish the game.")
    ),
}


def ways(table: Table, person: Person) -> list[Way]:
    """How this person can leave this table; none: not at all, or there is nothing left to leave."""
    seats = table.seats_of(person)
    if table.match.is_over or table.row.origin or person.id is None:
        return []
    found = []
    if is_alone(table.row, person.id) and (seats or table.row.owner == person.id):
        found.append(_WAYS[DELETE])
    if len(seats) == 1 and by_rules(table, seats[0]) is not None:
        found.append(_WAYS[RESIGN])
    elif seats and not found:
        decided = {played.actor for played in table.match.played}
        found.append(_WAYS[FREE if len(seats) == 1 and decided.isdisjoint(seats) else HAND_OVER])
    return found


def is_alone(row: TableRow, person: str) -> bool:
    """Whether no other person has a seat."""
    return all(sitter.person in (None, person) for sitter in row.sitters)


def by_rules(table: Table, seat: int) -> tuple[int, str] | None:
    """Who plays what if a seat gives up now; None where the rules know no such thing, or not at this moment."""
    timing, state = table.game.timing, table.match.state
    if timing.leave is not None:
        actor, text = TABLE, timing.leave(seat)
    elif timing.forfeit is not None:
        actor, text = timing.forfeit(state, seat)
    else:
        return None
    allowed = state.why_not(actor, table.game.rules.actions.parse(text)) == OK
    return (actor, text) if allowed else None


async def page(request: Request) -> Response:
    """The ways out, each with what it means; nothing happens yet."""
    table = await hub_of(request).table(request.path_params["table"])
    if table is None:
        return failed(request, NotFound(N_("There is no such table.")), 404)
    person = person_of(request)
    if not table.seats_of(person) and (person.id is None or table.row.owner != person.id):
        return failed(request, NotYours(N_("Only players of this table can leave it.")), 403)
    say = Say(language_of(request), table.game.id)
    return show(
        request,
        "leave.html",
        game=table.game,
        title=say(table.game.title),
        table_title=title_of(table.row.title, table.game, say),
        table_id=table.id,
        ways=ways(table, person),
        over=table.match.is_over,
    )


async def leave(request: Request) -> Response:
    """Go by the way that was chosen, if it is still open."""
    hub = hub_of(request)
    table = await hub.table(request.path_params["table"])
    if table is None:
        return RedirectResponse("/", 303)  # deleted already: a form that was sent twice
    person = person_of(request)
    wanted = (await form_of(request)).get("way", "")
    try:
        if wanted not in {way.name for way in ways(table, person)}:
            raise NotYours(N_("This table cannot be left in this way now: look again."))
        assert person.id is not None
        await _go(table, person.id, wanted, Say(language_of(request)))
    except KotvaError as error:
        return failed(request, error, status_of(error))
    return RedirectResponse(f"/table/{table.id}" if wanted == RESIGN else "/", 303)


async def _go(table: Table, person: str, way: str, say: Say) -> None:
    seat = next((sitter.seat for sitter in table.row.sitters if sitter.person == person), 0)
    if way == DELETE:
        await table.delete(person)
    elif way == RESIGN:
        asked_action = by_rules(table, seat)
        assert asked_action is not None
        await table.act_for_bot(ActionRequest(*asked_action, table.seq))
    elif way == FREE:
        letter = look.SEATS[seat % len(look.SEATS)].letter
        await table.vacate(person, "", say(FREE_SEAT, letter=letter))
    else:
        await table.vacate(person, LEVEL)
