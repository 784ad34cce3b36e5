"""The archive: finished games with places and ratings; search, results, players, and the same ratings when computed again."""

from __future__ import annotations

import asyncio
import io
import math
import random
import re
import zipfile
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from kotva import games
from kotva.bots import make
from kotva.engine.record import Record
from kotva.engine.say import Say
from kotva.engine.verify import verify
from kotva.match import Match, SeatSpec, TableSpec
from kotva.match.verdict import sentences
from kotva.scene.svg import render
from kotva.server import ratings, replay_work, replays, result_pages
from kotva.server.archive_rows import sought
from kotva.server.archive_store import ArchiveQuery, ArchiveStore
from kotva.server.people import BROWSER
from kotva.server.ratings import RatedSeat, Rating
from kotva.server.replay_work import Counts, EndedGame
from kotva.server.rows import Append, EventRow
from kotva.server.schema import FINISHED, PLACES, RATINGS
from kotva.server.sql import SqlStore
from kotva.server.store import open_store
from kotva.server.tables import prepare
from tests import ours
from tests.server import postgres
from tests.server.conftest import Browser

WEEK = 7 * 86_400.0


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str | Path]:
    if request.param == "sqlite":
        yield tmp_path / "tables.db"
    else:
        with postgres.running() as address:
            yield address


class Club:
    """A store with people who play games of which only the end matters; its time goes by the minute."""

    def __init__(self, store: SqlStore, clock: list[float]) -> None:
        self.store, self.clock = store, clock
        self.archive = ArchiveStore(store)

    async def person(self, name: str) -> str:
        return await self.store.enroll(BROWSER, name)

    async def play(
        self, *seats: str, ranks: tuple[int, ...] = (1, 2), left: str = "", away: str = "", **more: Any
    ) -> str:
        """A game of Bosman between people (or bots, by level) that ends with these ranks; `left`: who leaves before; `away`: for
        whom a bot plays at the end."""
        specs = []
        for name in seats:
            bot = name in ("easy", "medium")
            person = None if bot else await self.person(name)
            specs.append(SeatSpec(name.capitalize(), level=name if bot else "", person=person))
        row, events = prepare(TableSpec(game="bosman", seats=tuple(specs), rated=True, access="public", **more))
        await self.store.create(row, events)
        if left:
            await self.store.vacate(row.id, await self.person(left), "medium")
        if away:
            await self.store.stand_in(row.id, await self.person(away), "medium")
        self.clock[0] += 60
        outcome: dict[str, Any] = {
            "reason": "full",
            "clause": "BOS-15.1",
            "scores": [9 - r for r in ranks],
            "ranks": list(ranks),
        }
        await self.store.append(Append(row.id, len(events), (EventRow("move", 0, "keep"),), outcome=outcome))
        return row.id

    async def rating(self, name: str, seats: int = 2) -> Rating:
        player = name if name.startswith("bot:") else await self.person(name)
        found = {(game, count): rating for game, count, rating in await self.archive.ratings_of(player)}
        return found.get(("bosman", seats), Rating())

    async def all_rows(self) -> list[Any]:
        def work(db: Any) -> list[Any]:
            wanted = [select(t).order_by(*t.primary_key.columns) for t in (FINISHED, PLACES, RATINGS)]
            return [tuple(row) for one in wanted for row in db.execute(one)]

        return await self.store.read(work)


def with_club(database: str | Path, work: Callable[[Club], Awaitable[None]]) -> None:
    async def run() -> None:
        clock = [1_790_000_000.0]
        store = open_store(database, now=lambda: clock[0])
        assert isinstance(store, SqlStore)
        try:
            await work(Club(store, clock))
        finally:
            await store.close()

    asyncio.run(run())


def test_ratings_are_a_fold_that_gives_the_same_again(database: str | Path) -> None:
    async def work(club: Club) -> None:
        for number in range(8):
            await club.play("ada", "ben", ranks=(1, 2) if number % 3 else (2, 1))
            await club.play("ben", "medium", ranks=(2, 1))
            await club.play("ada", "ben", "eva", "easy", ranks=(2, 1, 3, 4))
        before = await club.all_rows()
        counted = await club.archive.recompute()
        assert counted == 15  # of each company five, within a week
        assert await club.all_rows() == before
        assert (await club.rating("ada")).games == 5

    with_club(database, work)


def test_bots_have_the_ratings_that_the_arena_has_measured(tmp_path: Path) -> None:
    """A game with people moves the person's number and not the bot's."""

    async def work(club: Club) -> None:
        measured = ratings.of_bots(2, games.load("bosman").bots.measured[2])
        for ranks in ((1, 2), (2, 1)):
            table = await club.play("ada", "easy", ranks=ranks)
            found = await club.archive.result(table)
            assert found is not None
            person, bot = found.places
            assert bot.mu == bot.mu_before == measured["easy"].mu
            assert (person.mu > person.mu_before) == (ranks == (1, 2))
        assert await club.archive.ratings_of("bot:easy") == []

    with_club(tmp_path / "tables.db", work)


def test_a_measured_share_is_what_the_ratings_expect() -> None:
    """The model's own chance (Plackett and Luce) of the better bot against equals of the lower one."""
    for seats, share in ((2, 0.9), (3, 0.6), (4, 0.52)):
        bots = ratings.of_bots(seats, (share, share))
        spread = math.sqrt(seats) * 25 / 6
        strong, weak = (math.exp(bots[level].mu / spread) for level in ("hard", "medium"))
        assert strong / (strong + (seats - 1) * weak) == pytest.approx(share)
        assert bots["easy"].mu < bots["medium"].mu < bots["hard"].mu
    assert ratings.of_bots(2, (1.0, 0.0))["easy"].mu > -10, "a level that never lost is not infinitely stronger"


@pytest.mark.parametrize("game", ours.GAMES)
def test_what_games_say_of_their_bots_is_what_was_measured(game: str) -> None:
    table = (Path(__file__).parents[2] / "benchmarks" / "STRENGTH.md").read_text(encoding="utf-8")
    rows = re.findall(
        rf"\| {game} \| (\d) \| (medium|hard) against \w+ \(.*?\) \| \d+ \| ([\d.]+) % \|.*?\| ≥ ([\d.]+) %", table
    )
    measured = games.load(game).bots.measured
    assert {int(seats) for seats, *_ in rows} == set(measured) == set(games.load(game).rules.seats)
    for seats, level, won, goal in rows:
        share = float(won) / 100
        if (seats, goal) == ("4", "65.0"):  # two sides: as good as this share of four
            share = share / (share + 3 * (1 - share))
        assert measured[int(seats)][level == "hard"] == pytest.approx(share, abs=0.002)


def test_beating_a_friend_a_hundred_times_counts_five_times_a_week(tmp_path: Path) -> None:
    async def work(club: Club) -> None:
        for _ in range(5):
            await club.play("ada", "ben")
        five = await club.rating("ada")
        table = await club.play("ada", "ben")
        assert await club.rating("ada") == five
        found = await club.archive.result(table)
        assert found is not None
        assert found.game.why == ratings.AGAIN
        club.clock[0] += WEEK
        await club.play("ada", "ben")
        assert (await club.rating("ada")).games == 6

    with_club(tmp_path / "tables.db", work)


def test_leaving_is_the_last_place_wherever_the_bot_ends(tmp_path: Path) -> None:
    async def work(club: Club) -> None:
        await club.play("ada", "ben", ranks=(1, 2), left="ada")
        assert (await club.rating("ada")).mu < 25 < (await club.rating("ben")).mu

    with_club(tmp_path / "tables.db", work)


def test_away_at_the_end_with_a_bot_in_the_seat_is_left(tmp_path: Path) -> None:
    """Vanishing from a lost game does not let a better bot win it."""

    async def work(club: Club) -> None:
        table = await club.play("ada", "ben", ranks=(1, 2), away="ada")
        assert (await club.rating("ada")).mu < 25 < (await club.rating("ben")).mu
        found = await club.archive.result(table)
        assert found is not None
        assert [(place.is_left, place.won, place.level) for place in found.places] == [
            (True, False, ""),
            (False, False, ""),
        ]
        assert [row.id for row in await club.store.tables_of(await club.person("ada"))] == [table]

    with_club(tmp_path / "tables.db", work)


@pytest.mark.parametrize(
    ("seats", "more", "why"),
    [
        ("ab", {"rated": False}, ratings.FRIENDLY),
        ("ab", {"from_start": False}, ratings.START),
        ("ab", {"won": False}, ratings.STOPPED),
        ("aa", {}, ratings.ALONE),
        ("ab", {"together": 5}, ratings.AGAIN),
        ("ab", {"together": 4}, ""),
    ],
)
def test_why_a_game_changes_nothing(seats: str, more: dict[str, Any], why: str) -> None:
    given = {"rated": True, "from_start": True, "won": True, "together": 0, **more}
    assert ratings.why_not([RatedSeat(seat, 1 + n) for n, seat in enumerate(seats)], **given) == why
    assert why == "" or why in ratings.WHY


def test_all_places_count_and_people_see_points() -> None:
    after = ratings.rate([RatedSeat(name, rank) for name, rank in (("a", 1), ("b", 2), ("c", 3), ("d", 4))], {})
    assert [one.mu for one in after] == sorted((one.mu for one in after), reverse=True)
    assert len({one.points for one in after}) == 4
    assert (Rating().points, Rating().give_or_take, Rating().is_provisional) == (1500, 500, True)
    assert ratings.chances([Rating(), Rating()]) == pytest.approx([0.5, 0.5])


def test_a_search_finds_by_game_name_result_and_day(tmp_path: Path) -> None:
    async def work(club: Club) -> None:
        first = await club.play("ada", "ben", ranks=(1, 2))
        second = await club.play("eva", "ben", ranks=(2, 1))
        hidden = (await club.archive.search(ArchiveQuery(), None))[0].game.table_id
        assert hidden == second

        async def found(**query: Any) -> list[str]:
            return [row.game.table_id for row in await club.archive.search(ArchiveQuery(**query), None)]

        assert await found() == [second, first]
        assert await found(name="ÁDA") == [first]
        assert await found(name="ben", result="won") == [second]
        assert await found(name="ben", result="lost") == [first]
        assert await found(result="drawn") == await found(game="hexxi") == await found(seats=4) == []
        assert await found(preset="standard", rated=True) == [second, first]
        assert await found(before=2) == [first]
        assert await found(since=club.clock[0] + 1) == []

    with_club(tmp_path / "tables.db", work)


def test_names_are_compared_without_case_and_accents() -> None:
    assert sought("Žofie Ålund") == "zofie alund"


# -- pages -------------------------------------------------------------------------------------------------------------


def played(browser: Browser, **more: str) -> str:
    """A game of Bosman between two seats of one browser, played to its end."""
    browser.client.cookies.set("kotva_language", "en")
    table = browser.new("bosman", "me me", **{"option-turn_limit": "20", **more})
    for _ in range(200):
        packet = browser.actor(table)
        if packet.get("over"):
            return table
        status, said = browser.move(table, packet["seat"], packet["choices"][0]["action"], packet["seq"])
        assert status == 200, said
    raise AssertionError("the game did not end")


def test_a_result_has_places_a_board_and_a_preview(browser: Browser) -> None:
    table = played(browser, access="public")
    page = browser.client.get(f"/result/{table}")
    assert page.status_code == 200
    assert f'<meta property="og:image" content="http://testserver/result/{table}.png">' in page.text
    assert '<svg class="plot"' in page.text
    assert "How the score came about" in page.text
    assert browser.client.get(f"/result/{table}.svg").headers["content-type"] == "image/svg+xml"
    assert browser.client.get(f"/result/{table}.png").content.startswith(b"\x89PNG")
    assert browser.client.get("/result/nothing").status_code == 404
    assert f"/result/{table}" in browser.client.get("/archive?game=bosman").text
    me = browser.client.get("/player", follow_redirects=True)
    assert f"/result/{table}" in me.text
    packed = zipfile.ZipFile(io.BytesIO(browser.client.get("/archive/my-games.zip").content))
    (name,) = packed.namelist()
    assert Record.from_json(packed.read(name).decode()).result is not None


def test_a_result_is_told_in_the_order_in_which_it_is_asked_about(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told(_request: object, _kind: str, call: Callable[[], Counts], **_named: object) -> Counts:
        return replace(call(), turning_point={"at": 7, "words": "Somebody sails."})

    monkeypatch.setattr(result_pages, "work_for", told)
    page = browser.client.get(f"/result/{played(browser)}").text
    order = [
        ">The final board<",
        ">Places<",
        ">How the score came about<",
        ">Picture to share<",
        ">The moment that decided it<",
    ]
    order += ['class="counted"', ">Review of the game<", ">Play again<", ">The link of this page<"]
    places = [page.find(one) for one in order]
    assert -1 not in places, dict(zip(order, places, strict=True))
    assert places == sorted(places)


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_the_lead_that_lasted_begins_where_it_does(game_id: str) -> None:
    """Of a few moments first, then of those between two of them: as if all had been looked at."""
    game = games.load(game_id)
    match = Match(game, game.rules.seats[0], seed="a lead")
    bots = [make("easy", seat) for seat in range(match.seats)]
    for _ in range(400):
        if match.is_over:
            break
        seat = match.to_act()
        match.play(game.rules.actions.text(bots[seat].choose(match.view(seat))), seat)
    scores = [[match.state_at(at).score(seat) for seat in range(match.seats)] for at in range(len(match.played) + 1)]
    most = max(scores[-1])
    ranks = [1 if score == most else 2 for score in scores[-1]]
    found = replay_work.lead(match, replay_work.curve_of(match), ranks)
    if set(ranks) == {1}:
        assert found is None
        return

    def ahead(at: int) -> bool:
        return all(
            scores[at][seat] > other
            for seat in range(match.seats)
            if ranks[seat] == 1
            for rival, other in enumerate(scores[at])
            if ranks[rival] == 2
        )

    begins = [at for at in range(1, len(scores)) if ahead(at) and not ahead(at - 1)]
    assert found is not None
    assert found in begins
    moments = [at for at in replay_work.moments_of(match) if at >= found]
    assert all(ahead(at) for at in moments)


def ended(game_id: str) -> Match:
    """A game of two that somebody plays at random to its end."""
    game = games.load(game_id)
    match = Match(game, 2, seed="any")
    rng = random.Random(1)
    while not match.is_over:
        match.play(rng.choice(match.legal()), match.to_act())
    return match


def test_nothing_is_said_of_chance_where_it_had_no_part() -> None:
    """HEXXI has neither dice nor cards; "fair dice" was offered there, too."""
    for game_id, drawn in (("hexxi", False), ("bosman", True)):
        match = ended(game_id)
        packet = replays.packet(match, "r-any", len(match.played), None, "en")
        assert bool(packet.seed) is drawn
        record = match.record()
        told = sentences(verify(record, match.game), record, Say("en"))[0]
        assert ("chance follow" in told) is drawn


def test_games_by_link_and_guests_are_nobody_else_s(start: Callable[[], Callable[[], Browser]]) -> None:
    browsers = start()
    ada, ben = browsers(), browsers()
    table = played(ada)
    assert f"/result/{table}" in ada.client.get("/archive").text
    assert f"/result/{table}" not in ben.client.get("/archive").text
    own = ada.client.get("/player", follow_redirects=True)
    assert f'href="{own.url.path}"' in ada.client.get(f"/result/{table}").text
    assert "/player/" not in ben.client.get(f"/result/{table}").text  # there would be nothing
    assert ben.client.get(own.url.path).status_code == 404


def test_a_search_for_nonsense_finds_nothing_and_breaks_nothing(browser: Browser) -> None:
    for query in (
        "game=%01",
        "since=yesterday&until=9999-99-99",
        "least=-1&most=x&before=99999999999999",
        "name=%25&result=x",
    ):
        assert browser.client.get(f"/archive?{query}").status_code == 200


def test_the_final_board_is_the_last_one() -> None:
    """Also where the move before it showed as many things."""
    game, rng = games.load("bosman"), random.Random(0)
    match = Match(game, 4, {}, seed="5eed")
    while not match.is_over:
        seat = rng.choice(list(match.actors()))
        laying = [action for action in match.legal(seat) if not action.startswith("draw")]
        match.play(rng.choice(laying or match.legal(seat)), seat)
    say, length = Say("en", "bosman", match.names), len(match.played)
    last, before = (game.look.scene(match.view(None, at), say) for at in (length, length - 1))
    shown = render(last, game.look.symbols, theme="day", beside=False, title=game.title, marks=False)
    assert sum(bool(item.symbol) for item in before.items) >= sum(bool(item.symbol) for item in last.items), "it bites"
    assert EndedGame.of("x", match).svg("day") == shown
