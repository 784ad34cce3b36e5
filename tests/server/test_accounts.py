"""Accounts: a guest becomes one, signs in elsewhere by password, code and recovery code, changes, merges, goes for good."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, func, select, text

from kotva.server import account_rows, passwords
from kotva.server import postgres as dialect
from kotva.server.account_names import BadName, canonical, read_name
from kotva.server.merging import references
from kotva.server.people_schema import ACCOUNTS, BLOCKS
from kotva.server.rows import DELETED
from kotva.server.schema import CREDENTIALS, META, PEOPLE, PROGRESS, SITTERS, TABLES
from kotva.server.settings import Settings
from tests.server import postgres
from tests.server.conftest import Browser, Data

Start = Callable[[], Browser]
PASSWORD = "a quiet harbour"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgres.running() as address:
        yield address


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    if request.param == "sqlite":
        return Settings(tmp_path / "tables.db", pace=0.0, workers=1)
    address = str(request.getfixturevalue("server"))
    name = f"t{secrets.token_hex(6)}"
    engine = create_engine(dialect.driver_url(address), isolation_level="AUTOCOMMIT")
    with engine.connect() as db:
        db.execute(text(f"create database {name}"))
    engine.dispose()
    return Settings(address.rsplit("/", 1)[0] + f"/{name}", pace=0.0, workers=1)


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_COST", 4)


@pytest.fixture
def another(start: Callable[[], Start]) -> Start:
    return start()


def post(browser: Browser, path: str, **data: str) -> Any:
    return browser.client.post(path, data=data, follow_redirects=False)


def join(browser: Browser, name: str, password: str = PASSWORD) -> Browser:
    response = post(browser, "/account/create", name=name, password=password)
    assert response.status_code == 303, response.text
    return browser


def sign_in(browser: Browser, name: str, password: str = PASSWORD) -> Any:
    return post(browser, "/sign-in", name=name, password=password)


def read(browser: Browser, wanted: Any) -> Any:
    hub = browser.client.app.state.hub  # type: ignore[attr-defined]
    assert browser.client.portal is not None
    return browser.client.portal.call(hub.store.read, lambda db: list(db.execute(wanted).scalars()))


def me(browser: Browser) -> str:
    """The name on the page of the account; empty for a guest."""
    found = re.search(r"<h1>(.*?)</h1>", browser.client.get("/account").text)
    assert found is not None
    return "" if found[1] == "Make an account" else found[1]


def seats(browser: Browser, table: str) -> list[int]:
    return yours(browser.look(table))


def yours(packet: Data) -> list[int]:
    """The seats that are the viewer's own."""
    return [seat for seat, sitter in enumerate(packet["sitters"]) if sitter["kind"] == "me"]


# -- from guest to account -------------------------------------------------------------------------------------------


def test_a_guest_becomes_an_account_with_all_that_it_has(another: Start) -> None:
    ann = another()
    table = ann.new(kinds="me open")
    before = ann.client.cookies["kotva_seat"]
    join(ann, "Anna")
    assert me(ann) == "Anna"
    assert seats(ann, table) == [0]
    assert f"/table/{table}" in ann.client.get("/").text
    assert ann.client.cookies["kotva_seat"] != before, "a token that somebody has planted is worth nothing afterwards"
    ann.client.cookies.set("kotva_seat", before)
    assert me(ann) == ""
    assert seats(ann, table) == []


def test_nothing_but_hashes_is_kept(another: Start) -> None:
    ann = join(another(), "Anna")
    codes = re.findall(r"<code>(.*?)</code>", post(ann, "/account/recovery").text)
    code = re.findall(r'class="code-big">(.*?)<', post(ann, "/account/code").text)[0]
    kept = [*read(ann, select(ACCOUNTS.c.password)), *read(ann, select(CREDENTIALS.c.secret))]
    assert len(codes) == account_rows.CODES_KEPT
    for secret in (PASSWORD, ann.client.cookies["kotva_seat"], code, *codes):
        plain = secret.replace("-", "")
        assert not [row for row in kept if secret in row or plain in row]


def test_signing_in_elsewhere_brings_the_guest_along(another: Start) -> None:
    ann, phone = join(another(), "Anna"), another()
    first, second = ann.new(kinds="me open"), phone.new(kinds="me open")
    phone.client.post(f"/api/tables/{first}/sit", json={"seat": 1, "name": "Phone"})
    with phone.client.websocket_connect(f"/api/tables/{second}/socket") as socket:
        assert yours(socket.receive_json()) == [0]
        assert sign_in(phone, "anna").status_code == 303
        assert me(phone) == "Anna"
        assert seats(phone, second) == [0]
        socket.send_json({"type": "look"})
        said = socket.receive_json()
        while said["type"] != "packet":
            said = socket.receive_json()
        assert yours(said) == [0], "an open page goes on"
    assert seats(ann, first) == [0, 1]
    assert seats(ann, second) == [0]
    assert len(read(ann, select(PEOPLE.c.id))) == 1


def test_merging_moves_every_reference_and_keeps_what_both_have_once(another: Start) -> None:
    ann, ben, guest = join(another(), "Anna"), join(another(), "Ben"), another()
    table = guest.new(kinds="me open")
    hub = guest.client.app.state.hub  # type: ignore[attr-defined]
    portal = guest.client.portal
    assert portal is not None
    owner = read(guest, select(TABLES.c.owner).where(TABLES.c.id == table))[0]
    (mine,), (his,) = (read(ann, select(ACCOUNTS.c.person).where(ACCOUNTS.c.name == n)) for n in ("Anna", "Ben"))
    for person, lesson in ((owner, "walk"), (owner, "swim"), (mine, "walk")):
        row = PROGRESS.insert().values(person=person, game="bosman", lesson=lesson, at=1.0)
        portal.call(hub.store.write, lambda db, row=row: db.execute(row) and None)
    for person in (owner, mine):
        portal.call(partial(hub.accounts.block, person, his, on=True))
    portal.call(
        hub.store.write, lambda db: db.execute(PEOPLE.update().where(PEOPLE.c.id == owner).values(muted=9e9)) and None
    )
    assert sign_in(guest, "Anna").status_code == 303
    assert sorted(read(ann, select(PROGRESS.c.lesson).where(PROGRESS.c.person == mine))) == ["swim", "walk"]
    assert read(ann, select(BLOCKS.c.blocked).where(BLOCKS.c.person == mine)) == [his]
    assert read(ann, select(PEOPLE.c.muted).where(PEOPLE.c.id == mine)) == [9e9], "signing in is no way out of it"
    for rows, column in references():
        assert not read(ann, select(func.count()).select_from(rows).where(column == owner))[0], (rows.name, column.name)
    assert me(ben) == "Ben"


def test_every_column_that_names_a_person_is_known_to_merging() -> None:
    """A part of the schema that forgets its foreign key would be left behind by a guest who signs in."""
    words = (
        "person",
        "reporter",
        "owner",
        "actor",
        "closer",
        "blocked",
        "left_by",
        "player",
        "sender",
        "whom",
        "muted_by",
    )
    named = {
        (t.name, c.name)
        for t in META.sorted_tables
        for c in t.c
        if c.name in words and str(c.type) in ("VARCHAR(32)", "VARCHAR(48)")
    }
    assert named == {(rows.name, column.name) for rows, column in references()}


def test_signed_in_to_one_account_another_is_not_swallowed(another: Start) -> None:
    ann, ben = join(another(), "Anna"), join(another(), "Ben")
    assert sign_in(ben, "Anna").status_code == 303
    assert me(ben) == "Ben"
    assert me(ann) == "Anna"


# -- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other", ["anna", "ANNA", "Ánna", "Аnnа", "Ann a", "A.n-n_a", "Ａｎｎａ"], ids=lambda name: ascii(name)
)
def test_names_that_look_alike_are_one(other: str) -> None:
    assert canonical(other) == canonical("Anna")


@pytest.mark.parametrize(
    ("one", "two"), [("Bill", "Bi11"), ("Ромео", "Pomeo"), ("modern", "modem"), ("Łucja", "lucja")]
)
def test_confusables(one: str, two: str) -> None:
    assert canonical(one) == canonical(two)


def test_different_names_stay_different() -> None:
    names = ["Anna", "Ana", "Hana", "Анна", "Иван", "Ivan", "Żaneta", "Jan", "Jana", "Petr", "Peter", "A1", "A2"]
    assert len(set(map(canonical, names))) == len(names)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x",
        "x" * 25,
        "admin",
        "Ａdmin",
        "AdmIn",
        "Kotva",
        "deleted player",
        "smazaný hráč",
        "123",
        "<b>",
        "a\u202eb@",
        "🙂🙂",
    ],
    ids=lambda name: ascii(name)[:20],
)
def test_names_that_cannot_be_chosen(name: str) -> None:
    with pytest.raises(BadName):
        read_name(name)


def test_a_taken_name_keeps_what_was_typed_and_changes_nothing(another: Start) -> None:
    join(another(), "Anna")
    eve = another()
    refused = post(eve, "/account/create", name="ANNÁ", password=PASSWORD)
    assert refused.status_code == 400
    assert "looks like it" in refused.text
    assert 'value="ANNÁ"' in refused.text
    assert PASSWORD not in refused.text
    assert me(eve) == ""


def test_faults_are_told_in_the_readers_language(another: Start) -> None:
    eve = another()
    for language, words in {"cs": "Heslo má", "pl": "Hasło ma", "bg": "Паролата има"}.items():
        eve.client.cookies.set("kotva_language", language)
        assert words in post(eve, "/account/create", name="Eve", password="short").text


def test_a_new_name_is_seen_at_the_tables_too(another: Start) -> None:
    ann = join(another(), "Anna")
    table = ann.new(kinds="me open")
    assert next(s["name"] for s in ann.look(table)["sitters"]) == "Anna", "an account plays under its own name"
    assert post(ann, "/account/name", name="Johanna").status_code == 303
    assert me(ann) == "Johanna"
    assert next(s["name"] for s in ann.look(table)["sitters"]) == "Johanna"
    assert sign_in(another(), "Anna").status_code == 400
    assert sign_in(another(), "Johanna").status_code == 303


def test_a_guest_cannot_sit_down_as_somebody_else(another: Start) -> None:
    ann, eve = join(another(), "Anna"), another()
    table = ann.new(kinds="me open")
    eve.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "ANNA"})
    assert [s["name"] for s in ann.look(table)["sitters"]] == ["Anna", "ANNA (guest)"]


def test_quick_pairing_calls_everybody_by_a_name_of_their_own(another: Start) -> None:
    ann, eve, two, three = join(another(), "Anna"), another(), another(), another()
    asked = {"game": "hexxi", "players": "4-4", "minutes": "0"}
    found = {}
    for one, typed in ((ann, "Somebody else"), (eve, "anna"), (two, ""), (three, "")):
        one.client.cookies.set("kotva_language", "en")
        one.client.post("/pairing", data={**asked, "name": typed}, headers={"accept": "application/json"})
        found = one.client.post("/pairing/look").json()
    names = {sitter["name"] for sitter in ann.look(found["table"])["sitters"]}
    assert names == {"Anna", "anna (guest)", "Captain", "Captain 2"}


def test_a_guest_keeps_the_name_that_was_chosen(another: Start) -> None:
    guest = another()
    guest.new(kinds="me open", **{"name-0": "Olga"})
    table = guest.new(kinds="me open")
    assert next(s["name"] for s in guest.look(table)["sitters"]) == "Olga"
    assert 'value="Olga"' in guest.client.get("/account").text


# -- signing in ------------------------------------------------------------------------------------------------------


def test_a_wrong_name_and_a_wrong_password_are_answered_alike(another: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    join(another(), "Anna")
    worked: list[int] = []
    plain = passwords._scrypt

    def counted(password: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
        worked.append(cost)
        return plain(password, salt, cost, block, lanes)

    monkeypatch.setattr(passwords, "_scrypt", counted)
    eve = another()
    answers = [sign_in(eve, name, "wrong password") for name in ("Anna", "Nobody")]
    assert [answer.status_code for answer in answers] == [400, 400]
    pages = [answer.text.replace("Nobody", "Anna") for answer in answers]
    assert pages[0] == pages[1]
    assert worked == [4, 4], "the same work is done for a name that nobody has"


def test_guessing_ends(another: Start) -> None:
    join(another(), "Anna")
    eve = another()
    codes = [sign_in(eve, name, "wrong password").status_code for name in ["Anna"] * 11 + ["Nobody"] * 11]
    assert codes == ([400] * 10 + [429]) * 2
    assert sign_in(eve, "Anna").status_code == 429, "not even the right one"
    assert "retry-after" in sign_in(eve, "Anna").headers


def test_a_code_signs_one_device_in_once(another: Start) -> None:
    ann, phone, eve = join(another(), "Anna"), another(), another()
    page = post(ann, "/account/code").text
    code = re.findall(r'class="code-big">(.*?)<', page)[0]
    assert "<svg" in page, "the other device may read it from the screen"
    asked = post(phone, "/sign-in/device", code=f" {code.upper()} ")
    assert asked.status_code == 200
    assert "Sign in as Anna" in asked.text
    assert me(phone) == "", "nothing has happened yet"
    phone.client.headers["user-agent"] = "Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36"
    assert post(phone, "/sign-in/device", code=code, sure="yes").status_code == 303
    assert me(phone) == "Anna"
    assert "Chrome · Android" in ann.client.get("/account").text
    for more in ({}, {"sure": "yes"}):
        assert post(eve, "/sign-in/device", code=code, **more).status_code == 400
    assert me(eve) == ""


def test_a_code_ends_after_ten_minutes_or_when_it_is_taken_back(
    another: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, phone = join(another(), "Anna"), another()
    code = re.findall(r'class="code-big">(.*?)<', post(ann, "/account/code").text)[0]
    page = ann.client.get("/account").text
    assert "A code that has not been used" in page
    device = re.findall(r'name="device" value="(.*?)"', page)
    assert post(ann, "/account/device", device=device[0]).status_code == 303
    assert post(phone, "/sign-in/device", code=code).status_code == 400
    code = re.findall(r'class="code-big">(.*?)<', post(ann, "/account/code").text)[0]
    store = ann.client.app.state.hub.store  # type: ignore[attr-defined]
    before = store._now
    monkeypatch.setattr(store, "_now", lambda: before() + 601)
    assert post(phone, "/sign-in/device", code=code).status_code == 400
    assert post(phone, "/sign-in/device", code=code, sure="yes").status_code == 400


def test_a_device_is_signed_out_from_another_one_at_once(another: Start) -> None:
    ann, phone = join(another(), "Anna"), another()
    table = ann.new(kinds="me open")
    sign_in(phone, "Anna")
    with phone.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        assert yours(socket.receive_json()) == [0]
        (device,) = re.findall(r'name="device" value="(.*?)"', ann.client.get("/account").text)
        post(ann, "/account/device", device=device)
        said = socket.receive_json()
        while said["type"] != "packet":
            said = socket.receive_json()
        assert yours(said) == [], "a socket that is open is nobody's from now on"
    assert me(phone) == ""
    assert me(ann) == "Anna"


def test_signing_out_leaves_nothing_behind(another: Start) -> None:
    ann = join(another(), "Anna")
    table, token = ann.new(kinds="me open"), ann.client.cookies["kotva_seat"]
    assert post(ann, "/sign-out").status_code == 303
    assert seats(ann, table) == []
    ann.client.cookies.set("kotva_seat", token)
    assert me(ann) == ""


def test_a_recovery_code_sets_a_password_once_and_signs_others_out(another: Start) -> None:
    ann, phone, eve = join(another(), "Anna"), another(), another()
    codes = re.findall(r"<code>(.*?)</code>", post(ann, "/account/recovery").text)
    for name, code, password in (
        ("Ben", codes[0], "new password"),
        ("Anna", "wrong", "new password"),
        ("Anna", codes[0], "x"),
    ):
        assert post(eve, "/sign-in/recover", name=name, code=code, password=password).status_code == 400
    done = post(phone, "/sign-in/recover", name="Anna", code=codes[0], password="new password")
    assert done.status_code == 303
    assert me(phone) == "Anna"
    assert me(ann) == ""
    assert post(eve, "/sign-in/recover", name="Anna", code=codes[0], password="third password").status_code == 400
    assert sign_in(another(), "Anna").status_code == 400
    assert sign_in(another(), "Anna", "new password").status_code == 303
    assert "7 recovery codes" in phone.client.get("/account").text


def test_another_password_signs_the_other_devices_out(another: Start) -> None:
    ann, phone = join(another(), "Anna"), another()
    sign_in(phone, "Anna")
    assert post(ann, "/account/password", old="wrong password", password="new password").status_code == 400
    assert me(phone) == "Anna"
    assert post(ann, "/account/password", old=PASSWORD, password="new password").status_code == 303
    assert (me(ann), me(phone)) == ("Anna", "")


def test_forms_of_another_site_are_refused(another: Start) -> None:
    ann = join(another(), "Anna")
    for path in ("/account/delete", "/account/code", "/sign-out", "/sign-in", "/block", "/report", "/moderation"):
        refused = ann.client.post(path, data={"password": PASSWORD}, headers={"origin": "https://evil.example"})
        assert refused.status_code == 403, path
    assert me(ann) == "Anna"


# -- going for good --------------------------------------------------------------------------------------------------


def test_a_deleted_account_leaves_records_under_nobodys_name(another: Start) -> None:
    ann, ben = join(another(), "Anna"), join(another(), "Ben")
    both, alone = ann.new(kinds="me open"), ann.new(kinds="me easy")
    ben.client.post(f"/api/tables/{both}/sit", json={"seat": 1, "name": ""})
    store = ann.client.app.state.hub.store  # type: ignore[attr-defined]
    assert ann.client.portal is not None
    over = ann.new(kinds="me open")
    ben.client.post(f"/api/tables/{over}/sit", json={"seat": 1, "name": ""})
    done = TABLES.update().where(TABLES.c.id == over).values(status="over")
    ann.client.portal.call(store.write, lambda db: db.execute(done) and None)
    assert post(ann, "/account/delete", password="wrong password").status_code == 400
    assert me(ann) == "Anna"
    assert post(ann, "/account/delete", password=PASSWORD).status_code == 303
    assert me(ann) == ""
    assert sign_in(another(), "Anna").status_code == 400
    assert [s["kind"] for s in ben.look(both)["sitters"]] == ["bot", "me"]
    assert read(ben, select(TABLES.c.id).where(TABLES.c.id == alone)) == []
    assert read(ben, select(SITTERS.c.name).where(SITTERS.c.table_id == over, SITTERS.c.seat == 0)) == [DELETED]
    for column in (ACCOUNTS.c.name, PEOPLE.c.name, SITTERS.c.name):
        assert "Anna" not in read(ben, select(column))
    join(another(), "Anna")
