"""Hints against bots, and reviews of finished games, through the server."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from kotva import games
from kotva.engine.arrays import Rng
from kotva.engine.errors import KotvaError
from kotva.engine.record import Record
from kotva.engine.say import Say
from kotva.learn import lesson_bot
from kotva.learn.hints import why
from kotva.learn.puzzles import Puzzle
from kotva.learn.review import Doubt, Review
from kotva.match import Match
from kotva.server import learning, reviews
from kotva.server.jobs import processes
from kotva.server.jobs.service import WorkService
from kotva.server.reviews import shown
from kotva.server.table_hints import choices
from tests.server.conftest import Browser, Data
from tests.server.test_lessons import back, begin
from tests.server.test_work import Threads

New = Callable[[], Callable[[], Browser]]


def hint(browser: Browser, table: str) -> tuple[int, Data]:
    response = browser.client.get(f"/api/tables/{table}/hint")
    return response.status_code, response.json()


def reviewed(browser: Browser, name: str) -> Data:
    """The review, when it is there."""
    end = time.monotonic() + 90
    while time.monotonic() < end:
        response = browser.client.get(f"/api/reviews/{name}")
        assert response.status_code == 200, response.text
        data: Data = response.json()
        if data["done"] == 1.0:
            return data
        time.sleep(0.1)
    pytest.fail("no review")


def test_against_bots_one_is_told_the_best_choices(browser: Browser) -> None:
    table = begin(browser, "triremes", "capital")
    status, data = hint(browser, table)
    assert status == 200, data
    assert 1 <= len(data["choices"]) <= 3
    best = data["choices"][0]
    assert best["chance"] > 0.9
    assert best["why"]
    assert best["items"]
    assert [c["chance"] for c in data["choices"]] == sorted((c["chance"] for c in data["choices"]), reverse=True)
    assert 'id="hint-ask"' in browser.client.get(f"/table/{table}").text


def test_hints_are_told_in_the_readers_language(browser: Browser) -> None:
    browser.client.cookies.set("kotva_language", "cs")
    table = begin(browser, "triremes", "capital")
    _, data = hint(browser, table)
    assert "Jednoznačně nejlepší volba." in data["choices"][0]["why"]


def test_no_hints_where_people_play_each_other_nor_for_strangers(start: New) -> None:
    new = start()
    ada, bob = new(), new()
    table = ada.new("bosman", "me open")
    assert hint(ada, table)[0] == 403
    assert 'id="hint-ask"' not in ada.client.get(f"/table/{table}").text
    assert hint(ada, ada.new("bosman", "me me"))[0] == 403  # two people at one screen
    alone = ada.new("bosman", "me medium")
    assert hint(bob, alone)[0] == 403


def asks(browser: Browser, table: str) -> list[bool]:
    """Whether each door answers what one should do: the page, the address, the socket."""
    page = browser.client.get(f"/table/{table}").text
    status, data = hint(browser, table)
    with browser.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        said = socket.receive_text()
        socket.send_text('{"type": "hint"}')
        said += socket.receive_text()
    return ['id="hint-ask"' in page, status == 200 and bool(data["choices"]), '"chance":' in said]


def test_the_owner_of_a_table_can_switch_hints_off(start: New) -> None:
    """Everybody sees it, every door keeps to it, and so does the next game with the same people."""
    new = start()
    ada, bob = new(), new()
    table = ada.new("bosman", "me medium", hints="off")
    assert asks(ada, table) == [False, False, False]
    status, data = hint(ada, table)
    assert status == 403
    assert "Hints are switched off at this table." in str(data)
    for browser in (ada, bob):
        assert 'id="no-hints"' in browser.client.get(f"/table/{table}").text
    next_one = ada.client.post(f"/table/{table}/again", follow_redirects=False).headers["location"]
    assert hint(ada, next_one.removeprefix("/table/"))[0] == 403
    assert 'id="no-hints"' in ada.client.get(next_one).text


def test_the_owner_of_a_table_switches_hints_off_for_others_too(start: New) -> None:
    new = start()
    ada, bob = new(), new()
    for hints, status in (("on", 200), ("off", 403)):
        table = ada.new("bosman", "open medium", hints=hints)
        said = bob.client.post(f"/table/{table}/sit", data={"seat": "0", "name": "Bob"}, follow_redirects=False)
        assert said.status_code == 303, said.text
        end = time.monotonic() + 60
        while not bob.look(table).get("choices") and time.monotonic() < end:
            time.sleep(0.05)  # the bot begins
        assert bob.look(table)["choices"]
        found, data = hint(bob, table)
        assert found == status
        if status == 200:
            assert len(data["choices"]) == 3
            assert all(choice["why"] and 0 <= choice["chance"] <= 1 for choice in data["choices"])


def test_hints_are_on_where_nobody_chose_and_the_form_keeps_the_choice(browser: Browser) -> None:
    table = browser.new("bosman", "me medium")
    assert 'id="no-hints"' not in browser.client.get(f"/table/{table}").text
    page = browser.client.get("/new/bosman").text
    assert '<option value="on" selected>' in page
    assert '<option value="off">' in page
    wrong = {"seats": "2", "kind-0": "me", "kind-1": "medium", "hints": "off", "option-turn_limit": "many"}
    again = browser.client.post("/new/bosman", data=wrong, follow_redirects=False)
    assert again.status_code == 400
    assert '<option value="off" selected>' in again.text
    strange = browser.client.post("/new/bosman", data=wrong | {"hints": "maybe", "option-turn_limit": "20"})
    assert strange.status_code == 400
    assert "Hints are either on or off." in strange.text


def solution(browser: Browser, table: str) -> tuple[int, Data]:
    response = browser.client.post(f"/api/tables/{table}/lesson/solution", json={})
    return response.status_code, response.json()


@pytest.fixture
def capital_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Triremes with one puzzle: the third soldier enters the capital."""
    position: dict[str, object] = {"figures": "R:g17,h18,i18 G:f2,h1,i1"}
    one = Puzzle("puzzle-1", 2, 1, position, "g17-h17", 1.0, 0.4, proved=20_000, plain=True)
    for module in (lesson_bot, learning):
        monkeypatch.setattr(module, "puzzles", lambda _game: [one])


@pytest.mark.usefixtures("capital_puzzle")
@pytest.mark.slow
def test_a_puzzle_keeps_its_answer_until_it_is_given_up(start: New) -> None:
    new = start()
    browser, other = new(), new()
    table = begin(browser, "triremes", "puzzle-1")
    assert asks(browser, table) == [False, False, False]
    status, data = hint(browser, table)
    assert status == 403
    assert "This is a puzzle" in str(data)
    page = browser.client.get(f"/table/{table}").text
    assert 'id="lesson-solution"' in page
    assert "g17-h17" not in page.split('id="packet"')[0]
    assert solution(other, table)[0] == 403  # somebody else gives nothing up
    assert asks(browser, table) == [False, False, False]
    browser.move(table, 0, "h18-h17", browser.look(table)["seq"])
    assert hint(browser, table)[0] == 403  # a wrong try is no reason to tell
    back(browser, table, "back-key-1", start=True)
    status, data = solution(browser, table)
    assert status == 200, data
    assert data["items"]
    assert data["why"]
    assert (data["chance"], data["next"]) == (1.0, 0.4)
    assert asks(browser, table)[:2] == [True, True]
    assert 'class="done"' not in browser.client.get("/lessons/triremes").text  # it is not solved for that
    assert asks(other, begin(other, "triremes", "puzzle-1")) == [False, False, False]


@pytest.mark.usefixtures("capital_puzzle")
@pytest.mark.slow
def test_after_a_puzzle_is_solved_hints_may_be_asked_for(browser: Browser) -> None:
    table = begin(browser, "triremes", "puzzle-1")
    browser.move(table, 0, "g17-h17", browser.look(table)["seq"])
    assert browser.client.get(f"/api/tables/{table}/lesson").json()["done"]
    assert solution(browser, table)[0] == 200
    again = begin(browser, "triremes", "puzzle-1")
    assert asks(browser, again)[:2] == [True, True]


def test_only_puzzles_have_solutions(browser: Browser) -> None:
    assert solution(browser, begin(browser, "triremes", "capital"))[0] == 404
    assert solution(browser, browser.new("bosman", "me medium"))[0] == 404


def test_no_hints_in_a_tournament_even_against_bots(browser: Browser) -> None:
    table = browser.new("bosman", "me medium")
    assert 'id="hint-ask"' in browser.client.get(f"/table/{table}").text
    here = browser.client.app.state.hub.tables.here(table)  # type: ignore[attr-defined]
    here.row.origin = "tournament:spring/round-1/board-1"
    status, data = hint(browser, table)
    assert status == 403, data
    assert "not in tournaments" in str(data)
    assert 'id="hint-ask"' not in browser.client.get(f"/table/{table}").text
    assert browser.client.get(f"/api/reviews/{table}").status_code == 409  # nor a review before it is over


def test_no_hint_when_the_game_is_over(browser: Browser) -> None:
    table = begin(browser, "triremes", "capital")
    browser.move(table, 0, "g17-h17", browser.look(table)["seq"])
    assert hint(browser, table)[0] == 409


@pytest.mark.parametrize(
    ("trouble", "status", "words"),
    [(RuntimeError("the worker is gone"), 403, "no hint for this moment"), (KotvaError("Wait."), 400, "Wait.")],
)
def test_a_hint_that_cannot_be_thought_of_is_refused_in_words(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, trouble: Exception, status: int, words: str
) -> None:
    table = begin(browser, "triremes", "capital")

    async def do(*_: object, **__: object) -> str:
        raise trouble

    monkeypatch.setattr(WorkService, "do", do)
    found, data = hint(browser, table)
    assert (found, words in str(data)) == (status, True), data


def test_what_is_thought_of_depends_on_the_view_alone() -> None:
    """The worker replays the record; what it says of a seat is the same whatever the others hold."""
    game = games.load("bosman")
    told = []
    for other in ("F30 C30 T30 R30 F32", "T10 T11 T12 T20 T21"):
        hands = {"1": "R21 F11 C30 T12 T22", "2": other}
        match = Match(game, 4, position={"boatswain": "c3", "hands": hands}, seed="hands")  # type: ignore[dict-item]
        told.append(choices(f"same-{other}", match.record(), 0, "en", ("A", "B", "C", "D")))
    assert told[0] == told[1]


@pytest.mark.slow
def test_a_finished_game_is_reviewed_and_kept(start: New) -> None:
    new = start()
    browser = new()
    table = begin(browser, "triremes", "capital")
    assert browser.client.get(f"/api/reviews/{table}").status_code == 409  # not before it is over
    browser.move(table, 0, "h18-h17", browser.look(table)["seq"])
    end = time.monotonic() + 60
    while not browser.look(table).get("choices") and time.monotonic() < end:
        time.sleep(0.05)  # the other side answers
    browser.move(table, 0, "h17-h18", browser.look(table)["seq"])
    while not browser.look(table).get("choices") and time.monotonic() < end:
        time.sleep(0.05)
    status, data = browser.move(table, 0, "g17-h17", browser.look(table)["seq"])
    assert status == 200, data
    review = reviewed(browser, table)
    assert len(review["curves"]) == 2
    assert review["at"][-1] == review["moves"]
    assert review["curves"][0][-1] == 1.0
    missed = review["doubts"][0]
    assert (missed["at"], missed["seat"]) == (0, 0)
    assert missed["items"]
    page = browser.client.get(f"/review/{table}").text
    assert 'id="review"' in page
    assert "/static/js/review.js" in page
    assert reviewed(new(), table)["curves"] == review["curves"]  # whoever has the link, and the first one stays


def test_a_review_says_why_in_each_readers_language(start: New) -> None:
    """What was played and what was better: the sentences of a hint at that moment, whoever asked for the review first."""
    browser = start()()
    match = Match(games.load("triremes"), 2, position={"figures": "R:g17,h18,i18 G:n18,m18"}, seed="x").play("h18-g18")
    link = browser.client.post("/api/replays", content=match.record().to_json()).json()["link"]
    view = match.view(0, 0)
    said = {
        "en": ("Your soldiers go away from the enemy capitals.", "It wins the game."),
        "cs": ("Vaši vojáci se od nepřátelských měst vzdálí.", "Vyhraje hru."),
    }
    for language, (away, wins) in said.items():
        browser.client.cookies.set("kotva_language", language)
        doubt = reviewed(browser, link.removeprefix("/replay/"))["doubts"][0]
        assert doubt["why"] == [away]
        assert doubt["why_better"][0] == wins
        hint = why(view, match.game.rules.actions.parse("g17-h17"), Say(language, "triremes", match.names))
        assert doubt["why_better"] == hint


def test_reasons_in_a_review_tell_nothing_that_was_hidden() -> None:
    """Another truth that the player could not tell from this one gives the same reasons, in a game where the truth would show:
    what the next player is about to lay there."""
    game, rng = games.load("hexxi"), Rng(1)
    match = Match(game, seed="leak 0")
    doubts, expected = [], []
    while len(match.played) < 72:
        seat = match.to_act()
        legal = match.view(seat).legal()
        if len(match.played) >= 66:
            other = match.state.seen(seat)
            other.redeal(seat, Rng(7))
            view = game.view(other, seat, match.options)
            for action in legal[:12]:
                text = game.rules.actions.text(action)
                doubts.append(Doubt(len(match.played), seat, text, text, 0.1, 0.4))
                expected.append(why(view, action, Say("en", "hexxi", match.names)))
        match.play(game.rules.actions.text(legal[int(rng.below(len(legal)))]), seat)
    review = Review("hexxi", match.seats, len(match.played), [], [], doubts)
    told = shown(match, review, "en").doubts
    assert [doubt.why for doubt in told] == [doubt.why_better for doubt in told] == expected
    assert any(expected)


def test_a_review_is_put_into_words_once_for_each_language(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "start", lambda *_: Threads(1))
    match = Match(games.load("triremes"), 2, position={"figures": "R:g17,h18,i18 G:n18,m18"}, seed="x").play("h18-h17")
    link = browser.client.post("/api/replays", content=match.record().to_json()).json()["link"]
    made: list[str] = []

    def counted(name: str, record: Record, names: tuple[str, ...], review: Review, language: str) -> str:
        made.append(language)
        return words(name, record, names, review, language)

    words = reviews._words
    monkeypatch.setattr(reviews, "_words", counted)
    for language in ("en", "cs", "en", "cs", "pl"):
        browser.client.cookies.set("kotva_language", language)
        reviewed(browser, link.removeprefix("/replay/"))
    assert made == ["en", "cs", "pl"]


def test_records_are_reviewed_too_and_what_is_not_there_is_not(browser: Browser) -> None:
    match = Match(games.load("triremes"), 2, position={"figures": "R:g17,h18,i18 G:n18,m18"}, seed="x").play("g17-h17")
    link = browser.client.post("/api/replays", content=match.record().to_json()).json()["link"]
    assert reviewed(browser, link.removeprefix("/replay/"))["moves"] == 1
    assert browser.client.get("/api/reviews/nothing").status_code == 404
    assert browser.client.get("/review/nothing").status_code == 404
