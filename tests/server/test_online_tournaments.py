"""Online tournaments (TOU-1.8): who comes and who does not, the clock, officials' words at tables, who may watch, results."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from kotva.server import app as application
from kotva.server.tournaments.table_setup import Origin, ready
from kotva.tournament.state import write_time
from tests.server.conftest import Browser
from tests.server.test_tournaments import HeldTournament
from tests.tournament.reference import Book

pytestmark = pytest.mark.slow

Start = Callable[[], Callable[[], Browser]]


class Watch:
    """The tournaments' clock, which tests set forward; that of the tables runs by itself."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def time(self) -> float:
        return time.time() + self.ahead


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    made = Watch()
    monkeypatch.setattr(application, "time", SimpleNamespace(time=made.time))
    return made


def until(done: Callable[[], Any], what: str, seconds: float = 100) -> Any:
    """Wait for something, however busy the machine is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := done():
            return found
        time.sleep(0.2)
    raise AssertionError(f"in vain: {what}")


def online(browser: Browser, bots: int, people: int, **options: str) -> HeldTournament:
    """A tournament for bots and people, all checked in, before its first draw."""
    made = HeldTournament.new(browser, online="true", date="2020-01-01", **options)
    made.do("set publish.lead=0")
    for n in range(1, bots + 1):
        made.send({"form": "register", "name": f"easy ({n})", "kind": "bot"})
    for n in range(1, people + 1):
        made.send({"form": "register", "name": f"Person {n}"})
    for n in range(1, bots + people + 1):
        made.do(f"checkin P{n}")
    made.do("close")
    return made


def begin(session: HeldTournament, number: int = 1) -> None:
    for text in (f"draw R{number}", f"publish R{number}", f"start R{number}"):
        session.do(text)


def come(session: HeldTournament, browser: Browser, player: str) -> Browser:
    """A player opens the personal link."""
    link = re.search(rf"/t/{session.id}/as/{player}/(\w+)", session.get("/desk"))
    assert link is not None
    assert browser.client.get(link[0]).status_code == 200
    return browser


def table_of(session: HeldTournament, player: str) -> str | None:
    found = re.search(r"/table/(\w+)", session.get(f"/p/{player}"))
    return found[1] if found else None


def play(browser: Browser, table: str, seat: int) -> bool:
    """One move of a person, the first that is offered; whether the game is over."""
    packet = browser.look(table)
    if "over" in packet:
        return True
    if packet.get("choices"):
        browser.move(table, seat, packet["choices"][-1]["action"], packet["seq"])
    return False


def live(browser: Browser, table: str) -> Any:
    """The table in the server's memory."""
    client: Any = browser.client
    return client.portal.call(lambda: client.app.state.hub.table(table))


@pytest.mark.timeout(900)
def test_an_online_tournament_runs_to_its_end_although_somebody_never_comes(watch: Watch, start: Start) -> None:
    """TOU-14.1, TOU-2.6, TOU-8.4: bots, one who plays and one who does not come; standings as a bookkeeper has them."""
    browsers = start()
    quick = {"table.size": "3", "table.min": "2", "players.min": "2"}
    session = online(browsers(), 5, 2, preset="settlers-cz", game="hexxi", rounds="2")
    for name, value in quick.items():
        session.do(f"set {name}={value}")
    player = browsers()
    begin(session)
    come(session, player, "P6")
    until(lambda: any(t.is_settled for t in session.state().round(1).tables) or table_of(session, "P6"), "tables open")
    assert table_of(session, "P7") is None, "a table waits for whoever may still come"
    watch.ahead = 11 * 60

    def finish(number: int) -> None:
        mine: str | None = None

        def settled() -> bool:
            nonlocal mine
            mine = mine or table_of(session, "P6")
            if mine is not None:
                packet = player.look(mine)
                play(player, mine, packet.get("seat", 0))
            return all(t.is_settled for t in session.state().round(number).tables)

        until(settled, f"round {number} is played", 300)
        session.do(f"complete R{number}")

    finish(1)
    state = session.state()
    missed = next(iter(state.round(1).tables_of("P7")))
    assert missed.result.mark("P7").status == "absent"
    assert {len(t.versions) for t in state.round(1).tables} == {1}
    assert state.players["P7"].status == "absent", "TOU-2.6: not drawn again until checked in"
    session.do("draw R2")
    session.do("publish R2")
    session.do("start R2")
    player.client.get(f"/t/{session.id}/p/P6")  # to be there is to look at a page since the draw
    finish(2)
    state = session.state()
    assert state.phase == "finished"
    assert "P7" not in state.round(2).seated()
    for number in (1, 2):
        rows = [row.player for row in _standings(state, number)]
        assert rows == Book(state, number).order()


def _standings(state: Any, number: int) -> Any:
    from kotva.tournament.standings import standings

    return standings(state, number).rows


def test_a_duel_without_its_second_player_is_dissolved(watch: Watch, browser: Browser) -> None:
    """TOU-14.3, TOU-3.7: too few after the grace time; whoever is there has a bye, and the round can be completed."""
    session = online(browser, 1, 1, preset="duel-swiss", game="bosman", rounds="1")
    session.do("set game.options=turn_limit=20")
    begin(session)
    assert session.state().round(1).tables[0].state == "open"
    watch.ahead = 11 * 60
    until(lambda: session.state().round(1).tables[0].state == "dissolved", "the table is dissolved")
    marks = {mark.player: mark.status for mark in session.state().round(1).tables[0].result.marks}
    assert marks == {"P1": "present", "P2": "absent"}
    session.do("complete R1")


def test_the_platform_dissolves_for_no_other_reason(watch: Watch, browser: Browser) -> None:
    """TOU-14.3: not before the grace time is over, not where enough are there, not around real tables."""
    from kotva.tournament.refusal import Refused
    from kotva.tournament.tournament import Secrets, judge

    # Two people, because two bots can have finished their game before the table is looked at.
    session = online(browser, 0, 2, preset="duel-swiss", game="bosman", rounds="1")
    begin(session)
    secrets = session.log()[2]
    state = session.state()
    args: dict[str, Any] = {"round": 1, "table": 1, "reason": "x", "absent": ["P1"]}
    late = write_time(_later(state.round(1).started_at, 11))
    for absent, at in ((["P1"], state.last_at), ([], late)):
        with pytest.raises(Refused) as refused:
            judge(state, "E", "dissolve", args | {"absent": list(absent)}, at, secrets or Secrets(""))
        assert refused.value.clause == "TOU-14.3"
    assert judge(state, "E", "dissolve", args, late, secrets or Secrets("")).op == "dissolve"


def _later(text: str, minutes: int) -> Any:
    from datetime import timedelta

    from kotva.tournament.state import read_time

    return read_time(text) + timedelta(minutes=minutes)


def test_who_is_there_and_when_a_table_begins() -> None:
    """TOU-14.1: at once when all are there, else after the grace time of the running clock, with those who came."""
    from tests.tournament.held import HeldTournament as Pure

    session = Pure(8)
    session.do("set online=true")
    session.begin(1)
    round = session.round(1)
    table = round.tables[0]
    people = {player: f"person of {player}" for player in table.seats}
    early, late = _later(session.at, 9), _later(session.at, 10)
    assert ready(session.state, round, table, people, early).begin == tuple(table.seats)
    three = {player: people[player] for player in table.seats[1:]}
    assert ready(session.state, round, table, three, early).waits
    assert ready(session.state, round, table, three, late).begin == tuple(table.seats[1:])
    assert ready(session.state, round, table, three, late).absent == (table.seats[0],)
    two = {player: people[player] for player in table.seats[:2]}
    assert ready(session.state, round, table, two, late).dissolve
    session.do("pause R1")
    assert ready(session.state, round, table, people, late).waits, "TOU-9.7: nothing begins in a pause"


def test_settlers_tables_share_the_board_and_hear_what_officials_say(watch: Watch, start: Start) -> None:
    """TOU-8.4, TOU-9.2, TOU-9.6, TOU-9.7, TOU-14.4 at tables of people, whose clocks show what the round's clock shows."""
    browsers = start()
    host = browsers()
    session = online(host, 0, 8, preset="settlers-cz")
    people = {f"P{n}": browsers() for n in range(1, 9)}
    session.do("draw R1")
    session.do("publish R1")
    for player, browser in people.items():
        come(session, browser, player)
    session.do("start R1")
    tables = until(lambda: _both(session), "both tables are open")
    one, other = (live(host, table) for table in sorted(tables))
    assert one.row.options["board_seed"] == other.row.options["board_seed"]
    assert one.match.seed != other.match.seed, "TOU-8.7: tables share the board, not the dice"
    begun = Origin.read(one.row.origin)
    assert begun is not None
    place = begun.table

    def left(table: Any) -> float:
        return float(table.table_log.clock.bell(time.time()) or 0.0)

    assert 74 * 60 < left(one) <= 75 * 60 + 3
    watch.ahead = 5 * 60  # five minutes that the tables' own clocks have not seen: the round's clock is the law
    session.do(f"extend {place} 10", **{"as": "O1"})
    until(lambda: 79 * 60 < left(one) < 80 * 60 + 5, "the extension is on the table's clock")
    session.do("pause R1")
    until(lambda: one.table_log.clock.is_paused and other.table_log.clock.is_paused, "both stand")
    session.do("resume R1")
    until(lambda: not one.table_log.clock.is_paused and not other.table_log.clock.is_paused, "both run")
    session.do(f"withdraw {begun.players[3]}")
    until(lambda: "leave P4" in _events(one), "the seat has left the game")
    watch.ahead = 81 * 60
    until(lambda: "time" in _events(other), "the time of the other table is out")
    assert "time" not in _events(one), "it has ten minutes more"
    session.do("turnlimit R1 90")
    until(lambda: "turnlimit 90" in _events(other), "turns are limited")
    watch.ahead = 92 * 60
    until(lambda: "time" in _events(one), "now its time is out, too")
    assert [_events(table).count("time") for table in (one, other)] == [1, 1]


def _both(session: HeldTournament) -> set[str]:
    found = {table for n in range(1, 9) if (table := table_of(session, f"P{n}")) is not None}
    return found if len(found) == 2 else set()


def _events(table: Any) -> list[str]:
    return [played.text for played in table.match.played if played.actor == -3]


def test_who_may_watch_an_online_game(start: Start) -> None:
    """TOU-17.1: its players and the officials; others when the round is complete, by every door."""
    browsers = start()
    session = online(browsers(), 1, 1, preset="duel-swiss", game="bosman", rounds="1")
    session.do("set game.options=turn_limit=20")
    player, stranger = browsers(), browsers()
    begin(session)
    come(session, player, "P2")
    table = until(lambda: table_of(session, "P2"), "the table is open")
    doors = [f"/table/{table}", f"/api/tables/{table}", f"/api/tables/{table}?at=0", f"/api/replays/{table}"]
    doors += [f"/replay/{table}", f"/api/replays/{table}/log", f"/api/replays/{table}/record.json"]

    def answers(browser: Browser) -> list[int]:
        return [browser.client.get(door).status_code for door in doors]

    assert answers(stranger)[:3] == [403, 403, 403]
    told = stranger.client.get(f"/api/tables/{table}").json()
    assert (told["clause"], told["link"]) == ("TOU-17.1", "/rules/tournament#TOU-17.1")
    assert stranger.client.get("/rules/tournament").status_code == 200
    assert answers(session.browser)[:3] == [200, 200, 200], "an official watches"
    assert "choices" not in session.browser.look(table), "but sees what spectators see"
    seat = player.look(table)["seat"]
    until(lambda: play(player, table, seat), "the game is over")
    assert answers(stranger) == [403] * len(doors), "not before the round is complete"
    assert set(answers(player)) == {200}
    until(lambda: session.state().round(1).tables[0].is_settled, "the result is there")
    session.do("complete R1")
    assert set(answers(stranger)) == {200}


def test_the_result_and_the_last_move_are_one_transaction(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """TOU-1.8: whenever the game is stored as over, its result is in the log; if one cannot be stored, neither is."""
    from kotva.server.tournament_store import TournamentStore
    from kotva.server.tournaments.online_tables import OnlineTables

    async def nothing(*_: object) -> None:
        """Nobody reads the outbox."""

    monkeypatch.setattr(OnlineTables, "_ended", nothing)
    browsers = start()
    session = online(browsers(), 1, 1, preset="duel-swiss", game="bosman", rounds="1")
    session.do("set game.options=turn_limit=20")
    player = browsers()
    begin(session)
    come(session, player, "P2")
    table = until(lambda: table_of(session, "P2"), "the table is open")
    broken = {"times": 0}
    add = TournamentStore.add

    def fails_once(self: TournamentStore, *given: Any) -> None:
        broken["times"] += 1
        if broken["times"] == 1:
            raise OSError("the disk is full")
        add(self, *given)

    found = live(player, table)
    monkeypatch.setattr(TournamentStore, "add", fails_once)
    seat = player.look(table)["seat"]
    while not found.match.is_over:
        before = broken["times"]
        try:
            play(player, table, seat)
        except OSError:
            assert broken["times"] == 1
        if before == 0 and broken["times"] == 1:
            assert not found.match.is_over, "neither the move nor the result"
    until(lambda: session.state().round(1).tables[0].state == "confirmed", "the result came with the move", 5)
    assert session.state().round(1).tables[0].result.reporter == "E"


def test_a_player_who_changes_browsers_keeps_the_seat(start: Start) -> None:
    browsers = start()
    session = online(browsers(), 1, 1, preset="duel-swiss", game="bosman", rounds="1")
    begin(session)
    come(session, browsers(), "P2")
    table = until(lambda: table_of(session, "P2"), "the table is open")
    phone = come(session, browsers(), "P2")
    assert phone.look(table)["seat"] in (0, 1)


def test_a_seat_that_left_a_game_without_leaving_is_played_by_the_platform(start: Start) -> None:
    """TOU-14.4: the opponent is not left alone with an empty chair, and the result says forfeit."""
    browsers = start()
    session = online(browsers(), 1, 1, preset="duel-swiss", game="bosman", rounds="1")
    session.do("set game.options=turn_limit=20")
    begin(session)
    come(session, browsers(), "P2")
    until(lambda: table_of(session, "P2"), "the table is open")
    session.do("withdraw P2")
    until(lambda: session.state().round(1).tables[0].is_settled, "the game ends by itself")
    result = session.state().round(1).tables[0].result
    assert result.mark("P2").status == "forfeit"
    assert result.winner == "P1"


def test_what_the_platform_cannot_play_is_refused_before_the_draw(browser: Browser) -> None:
    """TOU-19.2: an unknown game, sizes that it does not have, options that it does not know; each is named."""
    form = {"name": "Cup", "online": "true", "game": "chess"}
    assert "chess" in browser.client.post("/tournaments/new", data=form).text
    for game, more, said in (
        ("bosman", "set table.min=3", "table.min"),
        ("settlers", "set game.options=colour=red", "colour"),
    ):
        session = online(browser, 4, 0, preset="settlers-cz", game=game)
        session.do(more)
        refused = session.refused("draw R1")
        assert "RANGE" in refused
        assert "TOU-19.2" in refused
        assert said in refused


def test_a_table_is_opened_once_by_two_nodes(start: Start) -> None:
    """The address of a table follows from its place: whoever comes second finds it taken."""
    browsers = start()
    session = online(browsers(), 2, 0, preset="duel-swiss", game="bosman", rounds="1")
    begin(session)
    client: Any = session.browser.client
    until(lambda: _opened(client, session.id), "the table is open")

    async def again() -> str:
        from kotva.server.store import Taken
        from kotva.server.tournaments.table_setup import spec_of

        found = await client.app.state.sessions.get(session.id)
        round = found.state.current
        spec = spec_of(found, round, round.tables[0], tuple(round.tables[0].seats), {})
        try:
            await client.app.state.hub.tables.open(spec)
        except Taken:
            return "taken"
        return "opened twice"

    assert client.portal.call(again) == "taken"
    assert len(_opened(client, session.id)) == 1


def _opened(client: Any, tournament: str) -> dict[str, str]:
    found: dict[str, str] = client.portal.call(
        lambda: client.app.state.sessions.tournament_store.tables(f"tournament:{tournament}:")
    )
    return found


@pytest.mark.parametrize("name", ["bosman", "hexxi", "seameni", "settlers", "triremes"])
def test_TOU_9_9_nobody_holds_up_a_table(name: str) -> None:
    """Each turn has `time.idle` minutes; then the rules' own event or a bot decides, in every game."""
    from kotva import games
    from kotva.match.terms import BOT, RULES, read_terms
    from kotva.server.tournament_store import TournamentRow
    from kotva.server.tournaments import session as sessions
    from kotva.server.tournaments.table_setup import spec_of
    from tests.tournament.held import HeldTournament as Pure

    size = {"table.size": "4", "table.min": "4"} if name in ("bosman",) else {}
    session = Pure(8, game=name, online="true", **size)
    session.begin(1)
    row = TournamentRow("cup", "Cup", "running", "seed", "links")
    held: Any = sessions.TournamentSession(row, SimpleNamespace(), time.time)  # type: ignore[arg-type]
    held.state = session.state
    table = session.round(1).tables[0]
    game = games.load(name)

    def terms() -> Any:
        here = {player: f"person of {player}" for player in table.seats}
        spec = spec_of(held, session.round(1), table, tuple(table.seats), here)
        return spec.clock if spec.clock is None else read_terms(spec.clock, game)

    assert (terms().per_move, terms().zero) == (300, RULES if name == "settlers" else BOT)
    session.do("set time.idle=none")
    assert terms() is None


@pytest.mark.timeout(900)
def test_TOU_15_7_a_tournament_that_runs_itself(watch: Watch, browser: Browser) -> None:
    """Nobody presses anything after registration is closed; the organiser can take over, and hand over again."""
    session = HeldTournament.new(
        browser, online="true", auto="true", date="2020-01-01", preset="duel-swiss", game="bosman", rounds="3"
    )
    for option in ("publish.lead=0", "break.min=0", "game.options=turn_limit=20"):
        session.do(f"set {option}")
    session.do("close")
    until(
        lambda: "Too few players" in session.get("/desk") or "are needed" in session.get("/desk"), "the desk says why"
    )
    for n in range(1, 5):
        session.send({"form": "register", "name": f"easy ({n})", "kind": "bot"})
    until(lambda: session.state().completed >= 1, "the first round is over")
    session.do("set auto=false")
    by_hand = session.state()
    assert by_hand.phase in ("running", "finished")
    if by_hand.phase == "running":
        assert "Let it run itself" in session.get("/desk")
        session.do("set auto=true")
    until(lambda: session.state().phase == "finished", "all rounds are over", 300)
    state = session.state()
    assert state.completed == 3
    assert [row.player for row in _standings(state, 3)] == Book(state, 3).order()
    actors = {entry.op: entry.actor for entry in session.log()[1]}
    assert {actors[op] for op in ("checkin", "draw", "publish", "start", "complete")} == {"E"}


def test_TOU_9_10_time_without_a_server_does_not_count(watch: Watch, start: Start) -> None:
    """Killed for half an hour: the clock of the round has not moved; a short restart changes nothing."""
    from kotva.tournament.clock import played_seconds
    from kotva.tournament.state import read_time

    browsers = start()
    session = online(browsers(), 1, 1, preset="duel-swiss", game="bosman", rounds="1")
    cookies = session.browser.client.cookies
    begin(session)
    until(lambda: _pulse(session), "the server has said that it runs")
    watch.ahead = 30 * 60
    again = start()
    session = HeldTournament(again(), session.id)
    session.browser.client.cookies = cookies
    until(lambda: any(entry.op == "outage" for entry in session.log()[1]), "the time is made good")
    round = session.state().round(1)
    gone = next(entry for entry in session.log()[1] if entry.op == "outage")
    assert played_seconds(round, read_time(gone.at)) < 10 * 60
    assert (read_time(gone.at) - read_time(str(gone.args["since"]))).total_seconds() >= 29 * 60
    assert sum(entry.op == "outage" for entry in session.log()[1]) == 1


def test_TOU_9_10_a_machine_that_was_asleep_makes_its_time_good(watch: Watch, browser: Browser) -> None:
    """The laptop's lid is closed for half an hour and opened again: the same process, and the clock has not moved."""
    from kotva.tournament.clock import played_seconds
    from kotva.tournament.state import read_time

    session = online(browser, 1, 1, preset="duel-swiss", game="bosman", rounds="1")
    begin(session)
    until(lambda: _pulse(session), "the server has said that it runs")
    app: Any = browser.client.app
    until(lambda: session.id in app.state.online_tables._pulses, "this node has said so, too")

    def sleep() -> None:
        watch.ahead = 30 * 60
        app.state.hub.now = watch.time

    asleep: Any = browser.client
    asleep.portal.call(sleep)
    until(lambda: any(entry.op == "outage" for entry in session.log()[1]), "the time is made good")
    gone = next(entry for entry in session.log()[1] if entry.op == "outage")
    assert played_seconds(session.state().round(1), read_time(gone.at)) < 10 * 60
    assert (read_time(gone.at) - read_time(str(gone.args["since"]))).total_seconds() >= 29 * 60
    assert session.state().round(1).tables[0].state == "open", "the grace time has not passed either"


def test_TOU_9_10_a_machine_that_falls_asleep_while_it_looks(
    watch: Watch, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the question who is there and what becomes of those who are not: the next look makes the time good first."""
    session = online(browser, 1, 1, preset="duel-swiss", game="bosman", rounds="1")
    app: Any = browser.client.app
    asked = app.state.online_tables._sessions.tournament_store.arrivals

    async def sleep(tournament: str, round: int) -> Any:
        if session.id in app.state.online_tables._pulses and not watch.ahead:
            watch.ahead = 30 * 60
            app.state.hub.now = watch.time
        return await asked(tournament, round)

    monkeypatch.setattr(app.state.online_tables._sessions.tournament_store, "arrivals", sleep)
    begin(session)
    until(lambda: any(entry.op == "outage" for entry in session.log()[1]), "the time is made good")
    assert session.state().round(1).tables[0].state == "open", "the grace time has not passed"


@pytest.mark.timeout(600)
def test_TOU_20_9_a_restored_tournament_goes_on_with_its_games(watch: Watch, start: Start) -> None:
    """A backup taken in the middle of a game becomes the same game on another server, and its result comes in there."""
    browsers = start()
    session = online(browsers(), 1, 1, preset="duel-swiss", game="bosman", rounds="1")
    session.do("set game.options=turn_limit=20")
    begin(session)
    player = come(session, browsers(), "P2")
    mine = until(lambda: table_of(session, "P2"), "the table is open")

    def moved() -> bool:
        play(player, mine, player.look(mine).get("seat", 0))
        return len(live(player, mine).match.played) > 12

    until(moved, "some moves are played")
    seed, backup = live(player, mine).match.seed, session.get("/export/backup.json")
    (kept,) = json.loads(backup)["private"]["games"].values()
    assert session.get("/export/tournament.json").count("moves") == 0, "the log alone says nothing of a game"

    elsewhere = start()
    host = elsewhere()
    host.client.get("/tournaments")
    send = {"content-type": "application/json"}
    bot = next(seat for seat, level in enumerate(kept["bots"]) if level)
    for changed in (
        {"moves": [*kept["moves"], ["move", 0, "nonsense"]]},
        {"moves": [*kept["moves"], ["move", 10**400, "keep"]]},
        {"moves": [*kept["moves"], ["undo", 0, "9" * 5000]]},
        {"bots": ["easy"]},
        {"bots": ["mcts:999999s" if seat == bot else "" for seat in range(2)]},
        {"bots": ["easy" if seat == bot else "nobody" for seat in range(2)]},
        {"bots": ["", ""]},
        {"players": ["P9"]},
        {"version": "9" * 5000},
    ):
        spoilt = json.loads(backup)
        spoilt["private"]["games"] = {"R1.T1": kept | changed}
        answer = host.client.post("/tournaments/restore", content=json.dumps(spoilt).encode(), headers=send)
        assert (answer.status_code, "does not replay" in answer.text) == (422, True)
    assert host.client.get("/tournaments").text.count('href="/t/') == 1, "nothing is restored by halves"
    answer = host.client.post("/tournaments/restore", content=backup.encode(), headers=send, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    again = HeldTournament(host, answer.headers["location"].split("/")[2])
    person = come(again, elsewhere(), "P2")
    other = until(lambda: table_of(again, "P2"), "the same game is there")
    match = live(person, other).match
    told = [[played.actor, played.text] for played in match.played]
    assert told[: len(kept["moves"])] == [move[1:] for move in kept["moves"]]
    assert match.seed == seed

    def settled() -> bool:
        play(person, other, person.look(other).get("seat", 0))
        return bool(again.state().round(1).tables[0].is_settled)

    until(settled, "it is played to its end", 200)
    again.do("complete R1")
    assert again.state().phase == "finished"


def _pulse(session: HeldTournament) -> bool:
    client: Any = session.browser.client
    return client.portal.call(lambda: client.app.state.sessions.tournament_store.pulse(session.id)) is not None
