"""Pages of accounts: becoming one, signing in by password, code or recovery code, devices, name, password, going for good."""

from __future__ import annotations

import re
from typing import Any

import segno
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.say import Say
from kotva.server import account_rows, dates
from kotva.server.account_names import BadName, canonical
from kotva.server.account_rows import NameTaken
from kotva.server.accounts import WRONG_CODE, WrongPassword
from kotva.server.api import hub_of
from kotva.server.languages import language_of
from kotva.server.lobby_store import LobbyStore
from kotva.server.moderation import FOR_EVER
from kotva.server.my_tables import HERE
from kotva.server.passwords import BadPassword
from kotva.server.people import Person, drop_token, give_token, person_of, set_token
from kotva.server.rate_limits import ACCOUNTS, CODES, TooMany, check_guess, check_often
from kotva.server.render import form_of, show
from kotva.server.sql import SqlStore

_BAD = (BadName, BadPassword, NameTaken, WrongPassword, TooMany)
_BROWSERS = (("Firefox", "Firefox"), ("Edg", "Edge"), ("OPR", "Opera"), ("Chrom", "Chrome"), ("Safari", "Safari"))
_SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")),
    *(("Mac OS", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)


def device_label(request: Request) -> str:
    """What a browser says it is, in two words."""
    agent = request.headers.get("user-agent", "")[:400]
    browser = next((name for sign, name in _BROWSERS if sign in agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in agent), "")
    return " · ".join(word for word in (browser, system) if word)


def _back(given: str) -> str:
    """A page of ours to go to next."""
    return given if re.fullmatch(r"/(?!/)[^\\\s]{0,300}", given) else "/account"


def _refused(error: KotvaError) -> int:
    return 429 if isinstance(error, TooMany) else 400


def _field(error: KotvaError) -> str:
    return "name" if isinstance(error, BadName | NameTaken) else "password" if isinstance(error, BadPassword) else "all"


# -- the own account -------------------------------------------------------------------------------------------------


async def account(request: Request) -> Response:
    """The own account; for a guest, the way to have one."""
    return await _account(request, done=request.query_params.get("done", ""))


async def _account(request: Request, error: KotvaError | None = None, part: str = "", **values: Any) -> Response:
    """The page, with what is wrong in which part of it."""
    person, say = person_of(request), Say(language_of(request))
    status = 200 if error is None else _refused(error)
    fault = {} if error is None else {"part": part, "field": _field(error), "text": error.say(say)}
    if not person.account:
        name = person.name or await _played_as(request)
        response = show(request, "join.html", status, **{"given": name, "fault": fault, "back": "", **values})
    else:
        assert person.id is not None
        accounts = hub_of(request).accounts
        devices, recovery = await accounts.devices(person.id)
        blocked = await accounts.names_of(await accounts.blocked_by(person.id))
        rows = [
            {
                "id": device.secret[:16],
                "code": device.kind == account_rows.CODE,
                "label": device.label,
                "here": device.secret == person.secret,
                "seen": dates.moment(device.seen or device.created, say.language),
                "minutes": max(1, -(-int((device.expires or 0.0) - hub_of(request).now()) // 60)),
            }
            for device in devices
        ]
        suspended = dates.moment(person.suspended, say.language) if person.suspended < FOR_EVER else "…"
        now = hub_of(request).now()
        values = {"now": now, "suspended": suspended, **values}
        more = {"devices": rows, "recovery": recovery, "blocked": sorted(blocked.items(), key=lambda pair: pair[1])}
        response = show(request, "account.html", status, **{"given": person.name, "fault": fault, **more, **values})
    if isinstance(error, TooMany):
        response.headers["retry-after"] = str(error.values["wait"])
    return response


async def create(request: Request) -> Response:
    """Make an account of the guest who asks."""
    given = await form_of(request)
    response = RedirectResponse(_back(given.get("back", "")), 303)
    person = give_token(request, response)
    if person.account:
        return response
    try:
        check_often(request.scope, ACCOUNTS, "accounts")
        token = await hub_of(request).accounts.create(
            person, given.get("name", ""), given.get("password", ""), device_label(request)
        )
    except _BAD as error:
        return await _account(request, error, "join", given=given.get("name", "")[:100], back=given.get("back", ""))
    set_token(request, response, token)
    if response.headers["location"] == "/account":
        response.headers["location"] = "/account?done=made"
    return response


async def rename(request: Request) -> Response:
    person, given = await _signed_in(request), await form_of(request)
    if person is None:
        return RedirectResponse("/sign-in", 303)
    assert person.id is not None
    try:
        await hub_of(request).accounts.rename(person.id, given.get("name", ""))
    except _BAD as error:
        return await _account(request, error, "name", given=given.get("name", "")[:100])
    return RedirectResponse("/account?done=name", 303)


async def change_password(request: Request) -> Response:
    person, given = await _signed_in(request), await form_of(request)
    if person is None:
        return RedirectResponse("/sign-in", 303)
    try:
        check_guess(request.scope, f"own {person.id}")
        await hub_of(request).accounts.change_password(person, given.get("old", ""), given.get("password", ""))
    except _BAD as error:
        return await _account(request, error, "password")
    return RedirectResponse("/account?done=password", 303)


async def make_code(request: Request) -> Response:
    """A code that signs another device in, as text and as a QR code; it is shown this once."""
    person = await _signed_in(request)
    if person is None or person.id is None:
        return RedirectResponse("/sign-in", 303)
    code = await hub_of(request).accounts.make_code(person.id)
    place = _address(request)
    picture = None
    if place is not None:
        drawn = segno.make(f"{place}/sign-in/device#{code}", error="m").svg_inline(
            border=4, dark="#000", light="#fff", omitsize=True
        )
        picture = Markup(drawn)
    shown = account_rows.shown_code(code)
    return await _account(request, code=shown, picture=picture, place=place or "")


async def make_recovery(request: Request) -> Response:
    """New recovery codes, shown this once."""
    person = await _signed_in(request)
    if person is None or person.id is None:
        return RedirectResponse("/sign-in", 303)
    codes = await hub_of(request).accounts.make_recovery(person.id)
    return await _account(request, codes=[account_rows.shown_code(code) for code in codes])


async def revoke(request: Request) -> Response:
    """Sign another device out, or take a code back."""
    person, given = await _signed_in(request), await form_of(request)
    if person is not None and person.id is not None:
        devices, _ = await hub_of(request).accounts.devices(person.id)
        for device in devices:
            if device.secret[:16] == given.get("device") and device.secret != person.secret:
                await hub_of(request).accounts.sign_out(person, device.secret)
    return RedirectResponse("/account?done=device#devices", 303)


async def delete(request: Request) -> Response:
    """Go for good."""
    person, given = await _signed_in(request), await form_of(request)
    if person is None:
        return RedirectResponse("/sign-in", 303)
    try:
        check_guess(request.scope, f"own {person.id}")
        await hub_of(request).accounts.delete(person, given.get("password", ""))
    except _BAD as error:
        return await _account(request, error, "delete")
    response = RedirectResponse("/", 303)
    drop_token(response)
    return response


async def _signed_in(request: Request) -> Person | None:
    person = person_of(request)
    return person if person.account else None


async def _played_as(request: Request) -> str:
    """The name under which a guest has sat down last."""
    store, person = hub_of(request).store, person_of(request)
    return await LobbyStore(store).name_of(person.id) if isinstance(store, SqlStore) and person.id else ""


def _address(request: Request) -> str | None:
    """Where another device finds this server: None if only this computer can."""
    if request.url.hostname not in HERE:
        return f"{request.url.scheme}://{request.url.netloc}"
    return hub_of(request).settings.lan or None


# -- signing in ------------------------------------------------------------------------------------------------------


def _sign_in_page(request: Request, mode: str, error: KotvaError | None = None, **values: Any) -> Response:
    say = Say(language_of(request))
    fault = {} if error is None else {"field": _field(error), "text": error.say(say)}
    status = 200 if error is None else _refused(error)
    given = {"name": "", "code": "", "back": "", "whose": "", **values}
    response = show(request, "sign_in.html", status, mode=mode, fault=fault, **given)
    if isinstance(error, TooMany):
        response.headers["retry-after"] = str(error.values["wait"])
    return response


async def sign_in_page(request: Request) -> Response:
    if person_of(request).account:
        return RedirectResponse("/account", 303)
    return _sign_in_page(request, "password", back=request.query_params.get("back", ""))


async def sign_in(request: Request) -> Response:
    """By name and password."""
    given = await form_of(request)
    name = given.get("name", "")[:100]
    response = RedirectResponse(_back(given.get("back", "") or "/"), 303)
    person = give_token(request, response)
    if person.account:
        return response
    try:
        check_guess(request.scope, canonical(name))
        token = await hub_of(request).accounts.sign_in(person, name, given.get("password", ""), device_label(request))
    except _BAD as error:
        return _sign_in_page(request, "password", error, name=name, back=given.get("back", ""))
    set_token(request, response, token)
    return response


async def device_page(request: Request) -> Response:
    """Where a code is typed; a QR code leads here with its code behind the #, which is never sent by itself."""
    return _sign_in_page(request, "device")


async def device(request: Request) -> Response:
    """By a code of another device: first it is said whose account it is, then a press signs in."""
    given = await form_of(request)
    code = given.get("code", "")[:40]
    response = RedirectResponse("/", 303)
    person = give_token(request, response)
    accounts = hub_of(request).accounts
    try:
        check_often(request.scope, CODES, "codes")
        if given.get("sure") != "yes":
            found = await accounts.whose_code(code)
            if found is None:
                raise WrongPassword(WRONG_CODE)
            return _sign_in_page(request, "device", code=code, whose=found.name)
        token = await accounts.sign_in_by_code(person, code, device_label(request))
    except _BAD as error:
        return _sign_in_page(request, "device", error, code=code)
    set_token(request, response, token)
    return response


async def recover_page(request: Request) -> Response:
    return _sign_in_page(request, "recover")


async def recover(request: Request) -> Response:
    """A new password by a recovery code."""
    given = await form_of(request)
    name, code = given.get("name", "")[:100], given.get("code", "")[:60]
    response = RedirectResponse("/account?done=password", 303)
    person = give_token(request, response)
    try:
        check_guess(request.scope, canonical(name))
        token = await hub_of(request).accounts.recover(
            person, name, code, given.get("password", ""), device_label(request)
        )
    except _BAD as error:
        return _sign_in_page(request, "recover", error, name=name, code=code)
    set_token(request, response, token)
    return response


async def sign_out(request: Request) -> Response:
    """Sign this browser out: it is nobody's from now on."""
    person = person_of(request)
    response = RedirectResponse("/", 303)
    if person.account:
        await hub_of(request).accounts.sign_out(person)
        drop_token(response)
    return response


async def to_account(_: Request) -> Response:
    """A page that was shown once is not shown again."""
    return RedirectResponse("/account", 303)


ROUTES = [
    Route("/account", account),
    Route("/account/{part}", to_account),
    Route("/account/create", create, methods=["POST"]),
    Route("/account/name", rename, methods=["POST"]),
    Route("/account/password", change_password, methods=["POST"]),
    Route("/account/code", make_code, methods=["POST"]),
    Route("/account/recovery", make_recovery, methods=["POST"]),
    Route("/account/device", revoke, methods=["POST"]),
    Route("/account/delete", delete, methods=["POST"]),
    Route("/sign-in", sign_in_page),
    Route("/sign-in", sign_in, methods=["POST"]),
    Route("/sign-in/device", device_page),
    Route("/sign-in/device", device, methods=["POST"]),
    Route("/sign-in/recover", recover_page),
    Route("/sign-in/recover", recover, methods=["POST"]),
    Route("/sign-out", sign_out, methods=["POST"]),
]
