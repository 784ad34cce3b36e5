"""The workshop of `kotva dev`: a table inside out, and pages that exist nowhere else."""

from __future__ import annotations

import html
import json
import logging
import re
import runpy
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.fields import fields
from kotva.engine.position import require
from kotva.engine.say import N_
from kotva.engine.scene import Item
from kotva.engine.state import State
from kotva.match import Match
from kotva.server import putting, workshop
from kotva.server.app import make_app
from kotva.server.settings import Settings
from tests.server.conftest import Browser


@pytest.fixture
def author(tmp_path: Path) -> Iterator[Browser]:
    """A browser at the server of a workshop."""
    told = tmp_path / "workshop.json"
    told.write_text("{}", encoding="utf-8")
    with TestClient(make_app(Settings(tmp_path / "workshop.db", pace=0.0, workers=1, workshop=told))) as client:
        yield Browser(client)


def areas(page: str) -> dict[str, str]:
    """What stands in the text areas of a page, by their labels."""
    found = re.findall(r'<textarea[^>]*aria-label="([^"]*)"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    return {label: html.unescape(text) for label, text in found}


def play(author: Browser, table: str) -> None:
    """The first action that is offered."""
    packet = author.actor(table)
    status, _ = author.move(table, packet["seat"], packet["choices"][0]["action"], packet["seq"])
    assert status == 200


def test_everything_hidden_is_shown_in_a_workshop_and_nowhere_else(author: Browser, browser: Browser) -> None:
    table = author.new("bosman", kinds="me me")
    page = author.client.get(f"/workshop/{table}").text
    position = json.loads(areas(page)["The position"])
    assert "?" not in json.dumps(position["hands"])
    assert page.count("? ? ? ? ?") >= 3, "each seat knows its own hand, a spectator none"
    other = browser.new("bosman", kinds="me me")
    assert browser.client.get(f"/workshop/{other}").status_code == 404
    assert browser.client.get("/workshop/status").status_code == 404


def test_pages_of_a_workshop_have_its_script(author: Browser) -> None:
    table = author.new("bosman", kinds="me me")
    assert '<script type="module" src="/static/js/workshop.js">' in author.client.get(f"/table/{table}").text


def test_every_action_has_its_verdict_and_its_clause(author: Browser) -> None:
    page = author.client.get(f"/workshop/{author.new('bosman', kinds='me me')}").text
    assert "<code>keep</code>" in page
    assert re.search(r'href="/rules/bosman#BOS-\d+\.\d+">BOS-\d+\.\d+</a></td><td class="num">\d+', page)


def test_a_table_opens_from_a_changed_position_and_says_what_is_wrong_with_one(author: Browser) -> None:
    table = author.new("bosman", kinds="me me")
    position = json.loads(areas(author.client.get(f"/workshop/{table}").text)["The position"])
    made = author.client.post(
        f"/workshop/{table}/position", data={"position": json.dumps(position)}, follow_redirects=False
    )
    assert made.status_code == 303, made.text
    assert author.client.get(made.headers["location"]).status_code == 200
    for text, said in (("{", "This is no JSON"), ("[]", "A position is a JSON object"), ('{"hands": 7}', "hands")):
        refused = author.client.post(f"/workshop/{table}/position", data={"position": text})
        assert refused.status_code == 422
        assert said in html.unescape(refused.text)
        assert areas(refused.text)["The position"] == text, "what was typed is kept"


def test_pieces_are_put_by_hand_and_the_position_follows(author: Browser) -> None:
    """A token of the hand is put onto the board by two choices in lists; what nothing can do is said."""
    table = author.new("bosman", kinds="me me")
    page = author.client.get(f"/workshop/{table}").text
    assert 'action="/workshop/' in page
    assert "Put it there" in page
    refused = author.client.post(f"/workshop/{table}/put", data={"thing": "no such", "to": "-"})
    assert refused.status_code == 422
    assert "There is no such thing" in refused.text


FERRY = Path(__file__).resolve().parents[2] / "docs" / "examples" / "ferry.py"
ALLOWED = N_("a thing is on a bank, aboard or eaten (FER-2.2)")


def ferry(monkeypatch: pytest.MonkeyPatch) -> Match:
    """Ferry with a check, so that it takes positions."""
    for name in ("_added", "_sources", "_loaded"):
        monkeypatch.setattr(games, name, {})
    game = games.load_file(FERRY)[0]

    def check(s: State) -> None:
        where = fields(s)["where"]
        require(isinstance(where, list) and all(place in range(4) for place in where) and where.count(2) < 3, ALLOWED)

    return Match(replace(game, rules=replace(game.rules, check=check)), 2, chance=False)


@pytest.mark.parametrize(
    ("thing", "to", "changed"), [("goat-0", "ferry", 1), ("wolf-1", "goat-1", None), ("cabbage-1", "-", 5)]
)
def test_one_number_changes_where_a_thing_is_put(
    monkeypatch: pytest.MonkeyPatch, thing: str, to: str, changed: int | None
) -> None:
    match = ferry(monkeypatch)
    before = match.game.to_position(match.state)
    if changed is None:  # no state of Ferry has a wolf where a goat stands
        with pytest.raises(KotvaError, match="No small change"):
            putting.put(match, thing, to)
        return
    after = putting.put(match, thing, to)
    assert {name: value for name, value in after.items() if name != "where"} == {
        name: value for name, value in before.items() if name != "where"
    }
    where, was = after["where"], before["where"]
    assert isinstance(where, list)
    assert isinstance(was, list)
    assert [i for i, (a, b) in enumerate(zip(where, was, strict=True)) if a != b] == [changed]
    assert where[changed] == (3 if to == "-" else 2)


def test_a_card_is_exchanged_for_one_of_another_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beacon's check counts every card and every hand: one put away comes back from the deck as another."""
    for name in ("_added", "_sources", "_loaded"):
        monkeypatch.setattr(games, name, {})
    monkeypatch.setattr(putting, "LONGEST", 60.0)
    beacon = games.load_file(FERRY.with_name("beacon.py"))[0]
    match = Match(beacon, 2, chance=False)
    for text in ("draw 3", "draw 5", "draw 2", "draw 8", "draw 6"):
        match.play(text)
    after = putting.put(match, "card-0-2-0", putting.AWAY)
    hand, deck = after["hand"], after["deck"]
    assert isinstance(hand, list)
    assert isinstance(deck, list)
    assert hand[2] == 0
    assert sum(int(str(n)) for n in hand[:8]) == 3
    assert deck[2] == 4
    beacon.from_position(after, match.options)  # it is accepted


def test_one_goes_back_before_any_action(author: Browser) -> None:
    table = author.new("bosman", kinds="me me")
    for _ in range(3):
        play(author, table)
    before = author.actor(table)["moves"]
    first = re.findall(r'name="moves"\s+value="(\d+)"', author.client.get(f"/workshop/{table}").text)[-1]
    assert author.client.post(f"/workshop/{table}/back", data={"moves": first}).status_code == 200
    assert author.actor(table)["moves"] == int(first) < before
    assert author.client.post(f"/workshop/{table}/back", data={"moves": "999"}).status_code == 400


def test_every_moment_of_a_long_game_can_be_gone_back_to(author: Browser) -> None:
    """Only the last twenty could."""
    table = author.new("hexxi", kinds="me me")
    for _ in range(24):
        play(author, table)
    moments = re.findall(r'name="moves"\s+value="(\d+)"', author.client.get(f"/workshop/{table}").text)
    assert len(moments) == 24
    assert author.client.post(f"/workshop/{table}/back", data={"moves": moments[-1]}).status_code == 200
    assert author.actor(table)["moves"] == int(moments[-1])


def test_each_seat_is_drawn_as_it_sees_the_table(author: Browser, browser: Browser) -> None:
    """What it knows was numbers alone."""
    table = author.new("bosman", kinds="me me")
    page = author.client.get(f"/workshop/{table}").text
    drawn = {}
    for seat in ("1", "2", "spectator"):
        assert f'src="/workshop/{table}/seen/{seat}.svg' in page
        drawn[seat] = author.client.get(f"/workshop/{table}/seen/{seat}.svg")
        assert drawn[seat].headers["content-type"].startswith("image/svg+xml")
        assert drawn[seat].text.startswith("<svg")
    assert len({picture.text for picture in drawn.values()}) == 3
    assert author.client.get(f"/workshop/{table}/seen/3.svg").status_code == 404
    other = browser.new("bosman", kinds="me me")
    assert browser.client.get(f"/workshop/{other}/seen/1.svg").status_code == 404


def test_a_scene_that_raises_leaves_the_position_there(author: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    table = author.new("bosman", kinds="me me")

    def broken(match: Match) -> list[Item]:
        raise ValueError("no such field")

    monkeypatch.setattr(putting, "things", broken)
    page = author.client.get(f"/workshop/{table}")
    assert page.status_code == 200
    assert "hands" in areas(page.text)["The position"]
    told = author.client.get(f"/workshop/status?table={table}").json()
    assert "ValueError: no such field" in told["error"]["text"]
    assert "hands" in told["position"]
    assert "position" not in author.client.get("/workshop/status").json()


def test_what_a_table_shows_has_a_number_by_which_the_drawer_follows(author: Browser) -> None:
    table = author.new("hexxi", kinds="me me")
    before = author.client.get(f"/workshop/status?table={table}").json()["seq"]
    play(author, table)
    assert author.client.get(f"/workshop/status?table={table}").json()["seq"] > before


def test_the_test_it_writes_passes_and_the_lesson_it_writes_can_be_read(author: Browser, tmp_path: Path) -> None:
    from kotva.games.bosman import GAME
    from kotva.learn.lessons import read_lessons

    table = author.new("bosman", kinds="me me")
    play(author, table)
    found = areas(author.client.get(f"/workshop/{table}").text)
    file = tmp_path / "test_moment.py"
    file.write_text(found["A test of this moment"] + "\n\ntest_a_moment()\n", encoding="utf-8")
    runpy.run_path(str(file))
    (lesson,) = read_lessons(GAME, [json.loads(found["A lesson of this moment"])])
    assert lesson.solution


def test_a_bot_says_what_it_thinks(author: Browser) -> None:
    page = author.client.get(f"/workshop/{author.new('hexxi', kinds='me me')}?think").text
    assert re.search(r'<td class="num">\d+ %</td>', page)


def test_what_fails_at_the_table_is_told_with_its_place(author: Browser, tmp_path: Path) -> None:
    try:
        Match.view(None)  # type: ignore[arg-type]
    except Exception:
        logging.getLogger("kotva.server").exception("a scene failed")
    told = author.client.get("/workshop/status").json()
    assert told["run"] == workshop.RUN
    assert re.search(r"match\.py, line \d+: AttributeError", told["error"]["text"])
    (tmp_path / "workshop.json").write_text(json.dumps({"error": "ferry.py, line 3: SyntaxError: x"}), encoding="utf-8")
    assert author.client.get("/workshop/status").json()["error"]["text"].startswith("ferry.py, line 3")


def test_a_rule_that_fails_in_the_moves_of_a_table_is_told_there(
    author: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The moves of a table run into a fault: the page, its status and the terminal say in which line."""
    for name in ("_added", "_sources", "_loaded"):
        monkeypatch.setattr(games, name, {})
    (game,) = games.load_file(FERRY)
    table = author.new("ferry", kinds="me me")
    play(author, table)
    hub = author.client.app.state.hub  # type: ignore[attr-defined]
    hub.tables.forget(table)
    source = tmp_path / "rules.py"
    source.write_text("\n" * 189 + "def apply(self, seat, action):\n    nobody_knows_this\n", encoding="utf-8")
    monkeypatch.setattr(type(Match(game, 2).state), "apply", runpy.run_path(str(source))["apply"])
    told = author.client.get(f"/workshop/status?table={table}").json()
    assert told["error"]["text"].endswith("rules.py, line 191: NameError: name 'nobody_knows_this' is not defined")
    assert "line 191" in told["error"]["trace"]
    assert told["frozen"] is True
    assert json.loads(told["position"]), "the position before the move that fails"
    for path in (f"/table/{table}", f"/workshop/{table}"):
        page = html.unescape(author.client.get(path).text)
        assert "line 191: NameError: name 'nobody_knows_this'" in page
        assert "The position" in page
    assert "line 191: NameError" in capsys.readouterr().err
