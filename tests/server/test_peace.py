"""Peace: blocks, reports, what moderators and the host do from the page and by command, and what that changes at once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from kotva.cli import group
from kotva.server import accounts, passwords
from kotva.server.people_schema import ACCOUNTS, DEEDS, REPORTS
from kotva.server.settings import Settings
from tests.server.conftest import Browser
from tests.server.test_accounts import PASSWORD, Start, join, me, post, read, sign_in


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_COST", 4)
    monkeypatch.setattr(accounts, "_LOOK", 0.1)


@pytest.fixture
def another(start: Callable[[], Start]) -> Start:
    return start()


def kotva(settings: Settings, *args: str) -> Any:
    return CliRunner().invoke(group, ["admin", *args, "--db", str(settings.database)])


def sit(browser: Browser, table: str, name: str = "") -> int:
    return int(browser.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": name}).status_code)


def eventually(holds: Callable[[], bool]) -> bool:
    async def wait() -> bool:
        for _ in range(100):
            if holds():
                return True
            await asyncio.sleep(0.05)
        return False

    return asyncio.run(wait())


@pytest.fixture
def moderator(another: Start, settings: Settings) -> Browser:
    mod = join(another(), "Moira")
    assert kotva(settings, "role", "moira", "moderator").exit_code == 0
    assert eventually(lambda: mod.client.get("/moderation").status_code == 200)
    return mod


# -- blocks ----------------------------------------------------------------------------------------------------------


def test_a_blocked_person_cannot_sit_at_my_table_and_their_tables_are_not_shown(another: Start) -> None:
    ann, ben = join(another(), "Anna"), join(another(), "Ben")
    first = ann.new(kinds="me open", title="First")
    assert sit(ben, first) == 200
    page = ann.client.get(f"/table/{first}/people").text
    assert "Block Ben" in page
    blocked = post(ann, "/block", table=first, seat="1", on="1", back=f"/table/{first}/people")
    assert blocked.headers["location"] == f"/table/{first}/people"
    assert "You have blocked this person." in ann.client.get(f"/table/{first}/people").text
    second = ann.new(kinds="me open", title="Second")
    assert sit(ben, second) == 409
    ben.new(kinds="me open", title="Of Ben", access="public")
    assert "Of Ben" not in ann.client.get("/").text
    assert "First" in ann.client.get("/").text, "a game that is running is not taken away"
    assert "Ben" in ann.client.get("/account").text
    assert post(ann, "/block", name="ben", on="0").status_code == 303
    assert sit(ben, second) == 200


def test_nobody_blocks_themselves_or_a_stranger(another: Start) -> None:
    ann = join(another(), "Anna")
    for given in (
        {"name": "Anna"},
        {"name": "Nobody"},
        {"person": "0" * 16},
        {"person": "' or 1"},
        {"table": "x", "seat": "1"},
        {},
    ):
        assert post(ann, "/block", **given).status_code == 404, given


def lines(browser: Browser, table: str) -> list[str]:
    """What somebody who comes now is shown of the talk."""
    with browser.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        for _ in range(6):
            said = socket.receive_json()
            if said["type"] == "talk":
                return [line["text"] for line in said["lines"]]
    return []


def talk(browser: Browser, table: str, text: str) -> Any:
    return browser.client.post(f"/api/tables/{table}/talk", json={"kind": "words", "text": text, "key": f"key {text}"})


def test_what_a_blocked_person_says_is_not_shown_to_me(another: Start) -> None:
    ann, ben = join(another(), "Anna"), join(another(), "Ben")
    table = ann.new(kinds="me open")
    sit(ben, table)
    assert talk(ben, table, "Hello").status_code == 200
    assert talk(ann, table, "Good day").status_code == 200
    assert lines(ann, table) == ["Hello", "Good day"]
    post(ann, "/block", table=table, seat="1", on="1")
    assert lines(ann, table) == ["Good day"]
    assert lines(ben, table) == ["Hello", "Good day"]
    assert post(ann, "/report", table=table, talk="1", kind="chat", line="forged").status_code == 303
    assert read(ann, select(REPORTS.c.line)) == ["Hello"], "the line as it was said"
    assert post(ann, "/report", table=table, talk="9", kind="chat").status_code == 404


def test_a_muted_person_plays_and_does_not_talk(another: Start, moderator: Browser) -> None:
    ann, ben = join(another(), "Anna"), join(another(), "Ben")
    table = ann.new(kinds="me open")
    sit(ben, table)
    post(moderator, "/moderation", deed="mute", name="Ben", days="1", reason="rude")
    refused = talk(ben, table, "Hello")
    assert (refused.status_code, "muted you until" in refused.text) == (403, True)
    assert ben.new(kinds="me easy")
    post(moderator, "/moderation", deed="unmute", name="Ben")
    assert talk(ben, table, "Hello").status_code == 200


# -- reports ---------------------------------------------------------------------------------------------------------


def test_a_report_reaches_the_moderators_with_the_line_itself(another: Start, moderator: Browser) -> None:
    ann, ben = join(another(), "Anna"), another()
    table = ann.new(kinds="me open")
    sit(ben, table, "Rude")
    sent = post(ann, "/report", table=table, seat="1", kind="chat", line="<b>You cheat</b>", note="again")
    assert sent.status_code == 303
    page = moderator.client.get("/moderation").text
    assert "&lt;b&gt;You cheat&lt;/b&gt;" in page
    assert "reported by Anna" in page
    assert f"/table/{table}" in page
    for _ in range(19):
        post(ann, "/report", table=table, seat="1", kind="other")
    assert post(ann, "/report", table=table, seat="1", kind="other").status_code == 403, (
        "one person does not fill the page"
    )


def test_only_moderators_see_and_do(another: Start, moderator: Browser) -> None:
    ann, ben = join(another(), "Anna"), join(another(), "Ben")
    for browser in (ann, another()):
        assert browser.client.get("/moderation").status_code == 403
        assert post(browser, "/moderation", deed="mute", name="Ben", days="1", reason="x").status_code == 403
    for given in (
        {"deed": "role", "name": "Ben", "role": "host", "reason": "x"},  # the host alone
        {"deed": "mute", "name": "Moira", "days": "1", "reason": "x"},  # not oneself
        {"deed": "mute", "name": "Nobody", "days": "1", "reason": "x"},
        {"deed": "mute", "name": "Ben", "days": "-1", "reason": "x"},
        {"deed": "mute", "name": "Ben", "days": "1", "reason": ""},
        {"deed": "close", "table": "nowhere", "reason": "x"},
        {"deed": "reset", "name": "Ben", "reason": "x"},
        {"deed": "", "reason": "x"},
    ):
        assert post(moderator, "/moderation", **given).status_code == 400, given
    assert me(ben) == "Ben"
    assert [deed for deed in read(ann, select(DEEDS.c.deed)) if deed != "role"] == []


def test_a_moderator_answers_a_report(another: Start, moderator: Browser) -> None:
    ann, ben = join(another(), "Anna"), join(another(), "Ben")
    table = ann.new(kinds="me open")
    sit(ben, table)
    post(ann, "/report", table=table, seat="1", kind="play", note="stalls")
    number = re.findall(r'name="report" value="(\d+)"', moderator.client.get("/moderation").text)[0]
    person = read(ann, select(REPORTS.c.person))[0]
    done = post(moderator, "/moderation", deed="suspend", report=number, person=person, days="2", reason="stalling")
    assert done.status_code == 303
    page = moderator.client.get("/moderation").text
    assert "Nothing waits for you." in page
    assert "stalling" in page
    refused = ben.client.post("/new/bosman", data={"seats": "2"}, follow_redirects=False)
    assert (refused.status_code, "suspended until" in refused.text) == (403, True)
    assert ben.client.get("/").status_code == 200
    second = ann.new(kinds="me open")
    assert sit(ben, second) == 403
    assert post(ben, "/report", name="Anna").status_code == 403
    status, _ = ben.move(table, 1, "nonsense", ann.look(table)["seq"])
    assert status in (400, 422), "running games may be finished: the rules answer, not the suspension"
    post(moderator, "/moderation", deed="unsuspend", person=person)
    assert ben.new(kinds="me easy")
    deeds = [deed for deed in read(ann, select(DEEDS.c.deed).order_by(DEEDS.c.number)) if deed != "role"]
    assert deeds == ["suspend", "unsuspend"]


def test_a_closed_table_is_shut_for_all_at_once_and_its_record_kept(another: Start, moderator: Browser) -> None:
    ann = join(another(), "Anna")
    table = ann.new(kinds="me open", title="Ugly")
    with ann.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        socket.receive_json()
        closed = post(moderator, "/moderation", deed="close", table=f"http://x/table/{table}", reason="ugly title")
        assert closed.status_code == 303
        said = socket.receive_json()
        while said["type"] != "gone":
            said = socket.receive_json()
        assert "moderator" in said["text"]
    page = ann.client.get(f"/table/{table}")
    assert (page.status_code, "A moderator has closed this table." in page.text) == (409, True)
    assert ann.move(table, 0, "keep", 0)[0] == 409
    assert "Ugly" not in ann.client.get("/").text


# -- by command ------------------------------------------------------------------------------------------------------


def test_the_host_acts_by_command_beside_a_running_server(another: Start, settings: Settings) -> None:
    ann, phone = join(another(), "Anna"), another()
    sign_in(phone, "Anna")
    table = ann.new(kinds="me open")
    assert "Anna" in kotva(settings, "list").output
    assert "Anna" in kotva(settings, "list", "ÁNN").output
    shown = kotva(settings, "reset", "anna").output.strip().rsplit(" ", 1)[-1]
    assert eventually(lambda: me(ann) == "" and me(phone) == "")
    assert sign_in(ann, "Anna").status_code == 400
    assert sign_in(ann, "Anna", shown).status_code == 303
    assert "suspend until" in kotva(settings, "suspend", "Anna", "--days", "3", "--reason", "quarrel").output
    assert eventually(lambda: post(ann, "/new/bosman").status_code == 403)
    assert "suspended until" in kotva(settings, "list").output
    assert kotva(settings, "suspend", "Anna", "--end").exit_code == 0
    assert eventually(lambda: post(ann, "/new/bosman").status_code == 303)
    assert "closed" in kotva(settings, "close", f"http://h/table/{table}", "--reason", "spam").output
    assert eventually(lambda: ann.client.get(f"/table/{table}").status_code == 409)
    log = kotva(settings, "log").output
    assert [line.split(": ")[1].split()[0] for line in log.splitlines()] == ["close", "unsuspend", "suspend", "reset"]
    assert "quarrel" in log
    assert shown not in log


@pytest.mark.parametrize(
    "args",
    [
        ("role", "Nobody", "host"),
        ("reset", "Nobody"),
        ("mute", "Nobody"),
        ("close", "nowhere"),
        ("reset", "Anna", "--password", "x"),
    ],
)
def test_a_mistake_at_the_command_line_changes_nothing(
    another: Start, settings: Settings, args: tuple[str, ...]
) -> None:
    ann = join(another(), "Anna")
    assert kotva(settings, *args).exit_code != 0
    assert read(ann, select(DEEDS.c.deed)) == []
    assert sign_in(another(), "Anna", PASSWORD).status_code == 303
    assert read(ann, select(ACCOUNTS.c.role)) == [""]


def test_no_database_is_made_by_asking(tmp_path: Path) -> None:
    result = CliRunner().invoke(group, ["admin", "list", "--db", str(tmp_path / "none.db")])
    assert result.exit_code != 0
    assert not (tmp_path / "none.db").exists()
