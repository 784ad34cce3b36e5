"""Blocking, reporting, and the page of moderators. What they do there, `kotva admin` does as well, into the same log."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.engine.user_input import whole
from kotva.server import dates, moderation
from kotva.server.account_store import PersonRow
from kotva.server.api import NotFound, hub_of, number_in, problem, viewer_of
from kotva.server.game_list import title_of
from kotva.server.languages import language_of
from kotva.server.moderation import (
    CLOSE,
    DISMISS,
    FOR_EVER,
    MUTE,
    ROLE,
    SUSPEND,
    UNMUTE,
    UNSUSPEND,
    Deed,
    NotAllowed,
    Report,
)
from kotva.server.people import give_token, person_of
from kotva.server.rate_limits import REPORTS, check_often
from kotva.server.render import failed, form_of, show
from kotva.server.rows import DELETED

_PERSON = re.compile("[0-9a-f]{16}")
_DAY = 86_400.0
_DEEDS = {
    MUTE: N_("muted"),
    UNMUTE: N_("may talk again"),
    SUSPEND: N_("suspended"),
    UNSUSPEND: N_("may play again"),
    CLOSE: N_("table closed"),
    ROLE: N_("role given"),
    moderation.RESET: N_("password reset"),
    DISMISS: N_("report put aside"),
}
_KINDS = {"chat": N_("talk"), "name": N_("name"), "play": N_("conduct in a game"), "other": N_("something else")}
_ROLES = {"none": "", "moderator": "moderator", "host": "host"}


async def _whom(request: Request, given: dict[str, str]) -> str | None:
    """The person that a form means: by id, by the name of an account, or by a seat of a table."""
    hub = hub_of(request)
    if _PERSON.fullmatch(given.get("person", "")):
        found = await hub.accounts.people([given["person"]])
        return given["person"] if found else None
    if given.get("name"):
        row = await hub.accounts.find(given["name"][:100])
        return None if row is None else row.person
    seat = number_in(given.get("seat", ""))
    table = await hub.store.table(given.get("table", "")[:40]) if given.get("table") else None
    if table is None or seat is None or seat >= len(table.sitters):
        return None
    return table.sitters[seat].person


def _back(given: dict[str, str], otherwise: str) -> str:
    wanted = given.get("back", "")
    return wanted if re.fullmatch(r"/(?!/)[^\\\s]{0,300}", wanted) else otherwise


# -- everybody -------------------------------------------------------------------------------------------------------


async def people_page(request: Request) -> Response:
    """The other people at a table, each to be blocked or reported."""
    hub = hub_of(request)
    table = await hub.table(request.path_params["table"])
    if table is None:
        return failed(request, NotFound(N_("There is no such table.")), 404)
    viewer_of(request, table)
    me, say = person_of(request), Say(language_of(request), table.game.id)
    blocked = await hub.accounts.blocked_by(me.id)
    others = [s for s in table.row.sitters if s.person is not None and s.person != me.id and s.kind == "person"]
    known = await hub.accounts.people(s.person for s in others if s.person is not None)
    rows = [
        {
            "seat": s.seat,
            "name": s.name,
            "account": known[s.person].name if s.person in known and known[s.person].account else "",
            "blocked": s.person in blocked,
            "finished": (await hub.accounts.reliability(s.person)).words(Say(say.language)) if s.person else "",
        }
        for s in others
    ]
    return show(
        request,
        "people.html",
        game=table.game,
        title=say(table.game.title),
        table_title=title_of(table.row.title, table.game, say),
        table_id=table.id,
        rows=rows,
        kinds=_KINDS,
        done=request.query_params.get("done", ""),
        moderates=me.moderates,
        hooks=me.account and table.row.owner == me.id,
    )


async def block(request: Request) -> Response:
    """Not to meet somebody any more (`on=1`), or again (`on=0`)."""
    given = await form_of(request)
    response = RedirectResponse(_back(given, "/account#blocked"), 303)
    me = await hub_of(request).people.enroll(give_token(request, response))
    whom = await _whom(request, given)
    if whom is None or whom == me:
        return failed(request, NotFound(N_("There is nobody here whom you could block.")), 404)
    await hub_of(request).accounts.block(me, whom, on=given.get("on") != "0")
    return response


async def report(request: Request) -> Response:
    """Tell the moderators of a person, a line or a name.

    `person`, `name`, `table` and `seat`, or `table` and `talk` (the number of a line); `kind`, `line`, `note`.
    """
    check_often(request.scope, REPORTS, "reports")
    given = await form_of(request)
    response = RedirectResponse(_back(given, "/"), 303)
    me = await hub_of(request).people.enroll(give_token(request, response))
    whom, line = await _whom(request, given), given.get("line", "")
    number = number_in(given.get("talk", ""))
    if number is not None:  # the line as it is stored, not as somebody says that it was
        whom, line = await hub_of(request).accounts.said(given.get("table", "")[:32], number)
    if whom is None or whom == me:
        return failed(request, NotFound(N_("There is nobody here whom you could report.")), 404)
    if given.get("kind") == "name" and not line:
        line = (await hub_of(request).accounts.names_of([whom])).get(whom, "")
    table = given.get("table", "")[:32] or None
    await hub_of(request).accounts.report(
        Report(me, given.get("kind", "other"), whom, table, line, given.get("note", ""))
    )
    return response


async def suspended(request: Request) -> Response:
    """What a suspended person is told instead of what was asked for."""
    say, until = Say(language_of(request)), person_of(request).suspended
    error = KotvaError(N_("Your account is suspended. You can look on, and finish the games that are running."))
    if until and until < FOR_EVER:
        error = KotvaError(
            N_("Your account is suspended until {moment}. You can look on, and finish the games that are running."),
            moment=dates.moment(until, say.language),
        )
    if request.url.path.startswith("/api/"):
        return problem(error, say, 403)
    return failed(request, error, 403)


# -- moderators ------------------------------------------------------------------------------------------------------


async def moderation_page(request: Request) -> Response:
    """What waits for a moderator, who is muted or suspended, and all that was done."""
    return await _moderation_page(request)


async def _moderation_page(
    request: Request, error: KotvaError | None = None, given: dict[str, str] | None = None
) -> Response:
    me, say = person_of(request), Say(language_of(request))
    if not me.moderates:
        return failed(request, NotAllowed(N_("Only moderators and the host may do this.")), 403)
    accounts = hub_of(request).accounts
    reports, deeds, restricted = await accounts.reports()
    ids = {r.person for r in reports} | {r.reporter for r in reports} | {d.person for d in deeds}
    known = await accounts.people({*ids, *(d.actor for d in deeds), *restricted} - {None})  # type: ignore[arg-type]

    def name(person: str | None) -> str:
        return "" if person is None else _shown(known.get(person), say)

    now = hub_of(request).now()
    return show(
        request,
        "moderation.html",
        200 if error is None else 400,
        fault="" if error is None else error.say(say),
        given=given or {},
        reports=[
            {"row": r, "at": dates.moment(r.at, say.language), "by": name(r.reporter), "name": name(r.person)}
            | {"kind": say(_KINDS.get(r.kind, _KINDS["other"]))}
            for r in reports
        ],
        deeds=[
            {
                "row": d,
                "at": dates.moment(d.at, say.language),
                "name": name(d.person),
                "what": say(_DEEDS.get(d.deed, "")),
            }
            | {"by": name(d.actor) or say("the host, by command"), "until": _until(d.until, say)}
            for d in deeds
        ],
        restricted=[
            {
                "id": person,
                "name": name(person),
                "muted": _until(row.muted, say) if row.muted > now else "",
                "suspended": _until(row.suspended, say) if row.suspended > now else "",
            }
            for person in restricted
            if (row := known.get(person)) is not None
        ],
        host=me.role == "host",
        done=request.query_params.get("done", ""),
    )


def _shown(row: PersonRow | None, say: Say) -> str:
    if row is None:
        return say("a guest")
    return (
        say(DELETED) if row.deleted else row.name if row.account else f"{row.name or say('a guest')} ({say('guest')})"
    )


def _until(until: float | None, say: Say) -> str:
    if not until:
        return ""
    return say("for ever") if until >= FOR_EVER else dates.moment(until, say.language)


async def moderate(request: Request) -> Response:
    """One deed of a moderator."""
    me, given = person_of(request), await form_of(request)
    if not me.moderates:
        return failed(request, NotAllowed(N_("Only moderators and the host may do this.")), 403)
    try:
        await hub_of(request).accounts.do(await _deed(request, given))
    except (NotAllowed, NotFound) as error:
        return await _moderation_page(request, error, given)
    return RedirectResponse("/moderation?done=1", 303)


async def _deed(request: Request, given: dict[str, str]) -> Deed:
    deed, hub = given.get("deed", ""), hub_of(request)
    if deed not in _DEEDS or deed == moderation.RESET:
        raise NotAllowed(N_("There is no such deed."))
    number = number_in(given.get("report", ""))
    person = None
    if deed in (MUTE, UNMUTE, SUSPEND, UNSUSPEND, ROLE):
        person = await _whom(request, given)
        if person is None:
            raise NotFound(N_("There is nobody of this name."))
    until = None
    if deed in (MUTE, SUSPEND):
        days = whole(given.get("days", ""), 0, 3650)
        if days is None:
            raise NotAllowed(N_("The number of days is 0 (for ever) to 3650."))
        until = hub.now() + days * _DAY if days else FOR_EVER
    reason = given.get("reason", "").strip()
    if not reason and deed not in (DISMISS, UNMUTE, UNSUSPEND):
        raise NotAllowed(N_("Write the reason: it stays in the log."))
    role = given.get("role", "")
    if deed == ROLE and role not in _ROLES:
        raise NotAllowed(N_("There is no such role; roles are: host, moderator, none."))
    table = given.get("table", "").strip().rsplit("/", 1)[-1][:32] or None
    me = person_of(request).id
    return Deed(deed, reason, me, person, table if deed == CLOSE else None, until, number, _ROLES.get(role, ""))


ROUTES = [
    Route("/table/{table}/people", people_page),
    Route("/block", block, methods=["POST"]),
    Route("/report", report, methods=["POST"]),
    Route("/moderation", moderation_page),
    Route("/moderation", moderate, methods=["POST"]),
    Route("/suspended", suspended),
    Route("/api/suspended", suspended),
]
