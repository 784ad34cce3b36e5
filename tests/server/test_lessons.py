"""Lessons at real tables, through the same doors as games."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

import pytest
from sqlalchemy import select, update

from kotva import games, learn
from kotva.learn.lessons import Lesson
from kotva.learn.puzzles import Puzzle, puzzles
from kotva.server import lessons, puzzle_pages
from kotva.server.archive_store import ArchiveStore
from kotva.server.rows import Append
from kotva.server.schema import PROGRESS, TABLES
from kotva.server.store import Taken
from kotva.server.table import ActionRequest, Table
from tests import ours
from tests.server.conftest import Browser, Data

SHIPPED = 20  # puzzles of each game


def begin(browser: Browser, game: str, name: str) -> str:
    response = browser.client.post(f"/lessons/{game}/{name}", follow_redirects=False)
    assert response.status_code == 303, response.text
    return str(response.headers["location"]).removeprefix("/table/")


def stand(browser: Browser, table: str) -> Data:
    response = browser.client.get(f"/api/tables/{table}/lesson")
    assert response.status_code == 200, response.text
    data: Data = response.json()
    return data


def back(browser: Browser, table: str, key: str, *, start: bool = False) -> Data:
    response = browser.client.post(f"/api/tables/{table}/lesson/back", json={"key": key, "start": start})
    assert response.status_code == 200, response.text
    data: Data = response.json()
    return data


def of(game: str, name: str) -> Lesson:
    return next(lesson for lesson in learn.lessons(games.load(game)) if lesson.name == name)


def test_a_lesson_from_its_list_to_its_mark(browser: Browser) -> None:
    page = browser.client.get("/lessons/bosman").text
    assert page.count('action="/lessons/bosman/') == len(learn.lessons(games.load("bosman"))) + SHIPPED
    assert 'class="done"' not in page
    table = begin(browser, "bosman", "walk")
    shown = browser.client.get(f"/table/{table}").text
    assert 'id="lesson"' in shown
    assert "/static/js/lesson.js" in shown
    assert stand(browser, table) == {"done": False, "missed": False, "steps": 0, "over": False}
    status, _ = browser.move(table, 0, "play R21 c4", browser.look(table)["seq"])
    assert status == 200
    assert stand(browser, table)["done"]
    page = browser.client.get("/lessons/bosman").text
    assert page.count('class="done"') == 1
    assert stand(browser, table)["done"]  # asked again it is still done, and kept once


def test_going_back_takes_the_answers_of_the_others_with_it(browser: Browser) -> None:
    table = begin(browser, "bosman", "walk")
    first = browser.look(table)
    status, _ = browser.move(table, 0, "play F11 d3", first["seq"])
    assert status == 200
    assert stand(browser, table)["strayed"]  # allowed, but not the way: the page says so
    standing = back(browser, table, "back-key-1")
    assert (standing["steps"], standing["done"], standing.get("strayed", False)) == (0, False, False)
    now = browser.look(table)
    assert now["moves"] == first["moves"]
    assert now["seq"] > first["seq"]
    assert [choice["action"] for choice in now["choices"]] == [choice["action"] for choice in first["choices"]]


def test_going_back_while_an_answer_of_the_others_is_stored(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine that takes a while, and whoever sees his mistake does not wait for it."""
    table = begin(browser, "bosman", "walk")
    store = browser.client.app.state.hub.store  # type: ignore[attr-defined]
    append, act = store.append, Table.act_for_bot
    answering, asked = threading.Event(), asyncio.Event()

    async def slow(rows: Append) -> None:
        if rows.events[0].kind == "move" and rows.events[0].actor > 0:
            answering.set()
            await asked.wait()
        await append(rows)

    async def hears(self: Table, deed: ActionRequest) -> None:
        if deed.action is None:
            asked.set()
        await act(self, deed)

    monkeypatch.setattr(store, "append", slow)
    monkeypatch.setattr(Table, "act_for_bot", hears)
    assert browser.move(table, 0, "play F11 d3", browser.look(table)["seq"])[0] == 200
    assert answering.wait(30)
    assert back(browser, table, "back-key-1")["steps"] == 0
    assert browser.look(table)["moves"] == 0
    assert browser.move(table, 0, "play R21 c4", browser.look(table)["seq"])[0] == 200
    assert stand(browser, table)["done"]


def test_going_back_though_another_node_was_faster(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begin(browser, "bosman", "walk")
    store = browser.client.app.state.hub.store  # type: ignore[attr-defined]
    append = store.append
    tried: list[str] = []

    async def second(rows: Append) -> None:
        if rows.events[0].kind == "undo":
            tried.append(rows.events[0].text)
            if len(tried) == 1:
                raise Taken(rows.table)
        await append(rows)

    monkeypatch.setattr(store, "append", second)
    assert browser.move(table, 0, "play F11 d3", browser.look(table)["seq"])[0] == 200
    assert back(browser, table, "back-key-1")["steps"] == 0
    assert back(browser, table, "back-key-2")["steps"] == 0  # nothing is left, and that is no mistake
    assert tried == ["0", "0"]


def test_what_chance_does_in_a_lesson_is_always_the_same(browser: Browser) -> None:
    seen = []
    for _ in range(2):
        table = begin(browser, "seameni", "discover")
        browser.move(table, 0, "S1>e5", browser.look(table)["seq"])
        seen.append(next(e["lines"] for e in browser.look(table)["log"]))
    assert seen[0] == seen[1]


def test_a_lesson_is_no_game_among_ones_tables(browser: Browser) -> None:
    table = begin(browser, "bosman", "walk")
    lobby = browser.client.get("/").text
    assert table not in lobby
    assert "/lessons/bosman" in lobby
    answer = browser.client.post(f"/table/{table}/again", follow_redirects=False)
    assert answer.headers["location"] == "/lessons/bosman"


def test_only_the_learner_goes_back_and_gets_the_mark(start: Callable[[], Callable[[], Browser]]) -> None:
    new = start()
    browser, stranger = new(), new()
    table = begin(browser, "bosman", "walk")
    browser.move(table, 0, "play R21 c4", browser.look(table)["seq"])
    answer = stranger.client.post(f"/api/tables/{table}/lesson/back", json={"key": "a-strangers-key"})
    assert answer.status_code == 403
    assert stand(stranger, table)["done"]
    assert 'class="done"' not in stranger.client.get("/lessons/bosman").text


def test_lessons_that_are_not_there(browser: Browser) -> None:
    assert browser.client.get("/lessons/nothing").status_code == 404
    assert browser.client.post("/lessons/bosman/nothing").status_code == 404
    assert browser.client.post("/lessons/nothing/walk").status_code == 404
    table = browser.new("bosman", "me me")
    assert browser.client.get(f"/api/tables/{table}/lesson").status_code == 404
    assert 'id="lesson"' not in browser.client.get(f"/table/{table}").text
    assert browser.client.post(f"/api/tables/{table}/lesson/back", json={"key": "some-key-1"}).status_code == 404


@pytest.mark.parametrize("language", ["cs", "pl", "bg"])
@pytest.mark.parametrize("game_id", ours.GAMES)
def test_lessons_are_told_in_the_readers_language(browser: Browser, game_id: str, language: str) -> None:
    browser.client.cookies.set("kotva_language", language)
    page = browser.client.get(f"/lessons/{game_id}").text
    for lesson in learn.lessons(games.load(game_id)):
        assert f"<strong>{lesson.title}</strong>" not in page


def test_a_lesson_that_wins_the_game_is_begun_anew(browser: Browser) -> None:
    table = begin(browser, "triremes", "capital")
    browser.move(table, 0, of("triremes", "capital").solution[0], browser.look(table)["seq"])
    standing = stand(browser, table)
    assert standing["done"]
    assert standing["over"]
    assert back(browser, table, "back-key-2")["over"]  # nothing is undone
    assert begin(browser, "triremes", "capital") != table


def test_a_puzzle_of_the_day_comes_from_every_game_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    from kotva.server import learning

    def puzzle(name: str, plain: bool) -> Puzzle:
        return Puzzle(name, 2, 1, {}, "pass", 0.8, 0.5, plain=plain)

    shelf = {
        "bosman": [puzzle("b1", True), puzzle("b2", True), puzzle("b3", False)],
        "triremes": [puzzle("t1", False), puzzle("t2", True), puzzle("t3", True)],
    }
    monkeypatch.setattr(learning, "puzzles_of", lambda game: shelf.get(game.id, []))

    def of(harder: bool) -> list[tuple[str, str, int]]:
        found = [learning.daily(day, harder) for day in range(4)]
        return [(one[0].id, one[1].name, one[2]) for one in found if one is not None]

    assert of(False) == [("bosman", "b1", 1), ("triremes", "t2", 2), ("bosman", "b2", 2), ("triremes", "t3", 3)]
    assert of(True) == [("bosman", "b3", 3), ("triremes", "t1", 1), ("bosman", "b3", 3), ("triremes", "t1", 1)]
    monkeypatch.setattr(learning, "puzzles_of", lambda _game: [])
    assert learning.daily(0) is None


@pytest.fixture
def todays(monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    """Triremes' second puzzle is the one of every day."""
    game = games.load("triremes")
    found = puzzles(game)[1]
    for module in (lessons, puzzle_pages):
        monkeypatch.setattr(module, "daily", lambda _day, _harder=False: (game, found, 2))
    return found


def solve(browser: Browser, puzzle: Puzzle) -> str:
    table = begin(browser, "triremes", puzzle.name)
    browser.move(table, puzzle.seat - 1, puzzle.best, browser.look(table)["seq"])
    assert stand(browser, table)["done"]
    return table


def test_days_whose_puzzle_is_solved_make_a_streak(
    browser: Browser, todays: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    assert "in a row" not in browser.client.get("/puzzles").text
    solve(browser, todays)
    assert "1 day in a row" in browser.client.get("/puzzles").text
    monkeypatch.setattr("kotva.server.puzzle_pages.time.time", lambda: now + 86_400)
    assert "1 day in a row" in browser.client.get("/").text  # today's is still waiting
    solve(browser, todays)
    page = browser.client.get("/puzzles").text
    assert "2 days in a row" in page
    assert page.count('class="done"') == 1  # solved twice, and one puzzle
    monkeypatch.setattr("kotva.server.puzzle_pages.time.time", lambda: now + 3 * 86_400)
    assert "in a row" not in browser.client.get("/").text


def test_a_puzzle_whose_solution_was_shown_makes_no_streak_and_is_marked(browser: Browser, todays: Puzzle) -> None:
    table = begin(browser, "triremes", todays.name)
    assert browser.client.post(f"/api/tables/{table}/lesson/solution", json={}).status_code == 200
    assert "its solution was shown" in browser.client.get("/lessons/triremes").text
    solve(browser, todays)
    page = browser.client.get("/puzzles").text
    assert "in a row" not in page
    assert 'class="done"' in page
    assert "its solution was shown" not in page


def test_what_was_only_shown_counts_for_no_lesson(browser: Browser, todays: Puzzle) -> None:
    """The page of a player told shown solutions, and would tell days, as lessons that were done."""
    table = begin(browser, "triremes", "puzzle-1")
    assert browser.client.post(f"/api/tables/{table}/lesson/solution", json={}).status_code == 200
    solve(browser, todays)
    store = browser.client.app.state.hub.store  # type: ignore[attr-defined]
    assert browser.client.portal is not None
    person = browser.client.portal.call(store.read, lambda db: db.execute(select(PROGRESS.c.person)).scalars().first())
    assert browser.client.portal.call(ArchiveStore(store).lessons_of, person) == {"triremes": 1}


def test_puzzles_stand_by_how_hard_they_are(browser: Browser) -> None:
    page = browser.client.get("/lessons/settlers").text
    easy, medium, hard = (page.index(title) for title in ("Easy puzzle", "Medium puzzle", "Hard puzzle"))
    assert easy < medium < hard
    for game in ours.GAMES:
        grades = {puzzle.grade for puzzle in puzzles(games.load(game))}
        assert grades == {"easy", "medium", "hard"}, game


def aged(browser: Browser, tables: list[str], days: float) -> None:
    """Make tables look as if nothing had happened there for so long."""
    hub = browser.client.app.state.hub  # type: ignore[attr-defined]
    older = update(TABLES).where(TABLES.c.id.in_(tables)).values(changed=TABLES.c.changed - 86_400 * days)
    assert browser.client.portal is not None
    browser.client.portal.call(hub.store.write, lambda db: db.execute(older).rowcount)


def tidied(browser: Browser) -> int:
    assert browser.client.portal is not None
    cleanup = browser.client.app.state.cleanup  # type: ignore[attr-defined]
    count: int = browser.client.portal.call(cleanup.tidy)
    return count


def test_old_tables_of_lessons_go_and_what_was_learned_stays(browser: Browser) -> None:
    done, over, recent = (
        begin(browser, "bosman", "walk"),
        begin(browser, "triremes", "capital"),
        begin(browser, "bosman", "walk"),
    )
    game = browser.new("bosman", "me me")
    browser.move(done, 0, "play R21 c4", browser.look(done)["seq"])
    assert stand(browser, done)["done"]
    browser.move(over, 0, "g17-h17", browser.look(over)["seq"])  # the game itself has ended
    assert tidied(browser) == 0
    aged(browser, [done, over, game], 8)
    aged(browser, [recent], 6)
    assert tidied(browser) == 2
    assert [browser.client.get(f"/table/{table}").status_code for table in (done, over, recent, game)] == [
        404,
        404,
        200,
        200,
    ]
    assert browser.move(done, 0, "play F11 d3", 2)[0] == 404
    assert browser.client.get("/lessons/bosman").text.count('class="done"') == 1
    assert tidied(browser) == 0


def test_an_old_lesson_that_is_open_says_that_it_is_gone(browser: Browser) -> None:
    table = begin(browser, "bosman", "walk")
    with browser.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        seq = socket.receive_json()["seq"]
        aged(browser, [table], 30)
        assert tidied(browser) == 1
        while socket.receive_json()["type"] != "gone":
            pass  # who is present, for one
    assert browser.move(table, 0, "play F11 d3", seq)[0] == 404
