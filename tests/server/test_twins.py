"""Two tables that differ only in what somebody may not know: whatever address he reads, he gets the same bytes.

The conformance kit compares views, scenes and logs of such twins; here the whole server stands in between: pages, packets,
look-backs, reasons, previews, refusals, and what a socket is told when somebody moves.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from kotva import games
from kotva.engine.arrays import Rng
from kotva.engine.fields import key
from kotva.engine.game import Game, Json
from kotva.engine.state import SPECTATOR, State
from kotva.match import Match, SeatSpec, TableSpec
from kotva.server.people import BROWSER, TOKEN_COOKIE, hashed
from kotva.server.settings import Settings
from kotva.server.sql import SqlStore
from kotva.server.store import open_store
from kotva.server.tables import prepare
from kotva.server.tournament_store import LogLine, TournamentRow, TournamentStore
from kotva.tournament.log import TournamentEntry
from tests.server.conftest import Browser

pytestmark = pytest.mark.slow

Start = Callable[[], Callable[[], Browser]]
SEED = "the same for both"
# Games with secrets, and how long they are played until there are some.
HIDING: Sequence[tuple[str, int, dict[str, object], int]] = (
    ("bosman", 2, {}, 9),
    ("hexxi", 3, {}, 13),
    ("settlers", 3, {"board": "beginner", "time_limit_min": 0}, 60),
    ("triremes", 2, {"cargo": "hidden", "setup": "auto"}, 60),
)


@dataclass(frozen=True)
class Twins:
    """Two positions that a viewer cannot tell apart, and an action after which it still cannot."""

    game: Game
    options: Mapping[str, object]
    seats: int
    viewer: int
    real: dict[str, Json]
    other: dict[str, Json]
    actor: int
    action: str

    def match(self, position: dict[str, Json]) -> Match:
        return Match(self.game, self.seats, self.options, position=position, seed=SEED)


def twins_of(name: str, seats: int, options: dict[str, object], moves: int) -> list[Twins]:
    """For everybody who may not know something, a twin of one moment of a game."""
    game, chance = games.load(name), random.Random(f"{name} {seats}")
    match = Match(game, seats, options, seed=f"twins {name}")
    found: list[Twins] = []
    while not match.is_over and len({twins.viewer for twins in found}) <= seats:
        if len(match.played) >= moves:
            found += [
                twins
                for viewer in (SPECTATOR, *range(seats))
                if viewer not in {twins.viewer for twins in found} and (twins := _twins(match, viewer)) is not None
            ]
        match.play(chance.choice(match.legal()))
    return found


def _twins(match: Match, viewer: int) -> Twins | None:
    game, actor = match.game, match.to_act()
    if actor == viewer:
        return None
    real = game.to_position(match.state)
    for number in range(6):
        dealt: State = match.state.seen(viewer).clone()
        dealt.redeal(viewer, Rng(number))
        if key(dealt) == key(match.state):
            continue
        legal = match.legal()
        for action in legal[:: max(1, len(legal) // 8)]:
            twins = Twins(game, match.options.given, match.seats, viewer, real, game.to_position(dealt), actor, action)
            if _stays_hidden(twins):
                return twins
    return None


def _stays_hidden(twins: Twins) -> bool:
    """Whether the action is played in both and the viewer has learned nothing by it."""
    one, two = twins.match(twins.real), twins.match(twins.other)
    if two.why_not(twins.action) is not None or one.to_act() != two.to_act():
        return False
    one.play(twins.action)
    two.play(twins.action)
    seat = None if twins.viewer == SPECTATOR else twins.viewer
    if one.is_over or key(one.state) == key(two.state) or one.view(seat).news != two.view(seat).news:
        return False
    return key(one.state.seen(twins.viewer)) == key(two.state.seen(twins.viewer))


def lay(
    settings: Settings, twins: Twins, tokens: Sequence[str], owner: str | None = None, official: str | None = None
) -> tuple[str, str]:
    """Both tables, with the same people; their ids. Who owns them, or is an official of their tournament, has no seat."""

    async def both() -> tuple[str, str]:
        store = open_store(settings.database, alone=False)
        try:
            people = [await store.enroll(BROWSER, token) for token in tokens]
            owning = None if owner is None else await store.enroll(BROWSER, owner)
            if official is not None:
                assert isinstance(store, SqlStore)
                row = TournamentRow("spring", "Spring", "running", "seed", "links")
                first = LogLine(TournamentEntry(1, "2026-01-01T00:00:00Z", "O1", "create", {}), "0" * 64)
                await TournamentStore(store).create(row, [first], await store.enroll(BROWSER, official))
            seats = tuple(SeatSpec(f"Player {n}", person=person) for n, person in enumerate(people, 1))
            ids: list[str] = []
            for position in (twins.real, twins.other):
                spec = TableSpec(
                    game=twins.game.id,
                    seats=seats,
                    options=twins.options,
                    seed=SEED,
                    title="Twins",
                    position=position,
                    clock={"answer": 0},  # what is left for an answer would differ by an instant
                    owner=owning,
                    origin="" if official is None else f"tournament:spring/round-1/board-{len(ids) + 1}",
                )
                made, events = prepare(spec)
                await store.create(made, events)
                ids.append(made.id)
        finally:
            await store.close()
        return ids[0], ids[1]

    with ThreadPoolExecutor(1) as apart:
        return apart.submit(lambda: asyncio.run(both())).result()


def addresses(twins: Twins, seq: int, items: Sequence[str]) -> Iterator[str]:
    """Everything that can be read of a table, also by eyes and at moments that are not the reader's to choose."""
    table = "/api/tables/{id}"
    yield table
    yield "/table/{id}"
    yield "/replay/{id}"
    for eyes in range(twins.seats):
        yield f"{table}?eyes={eyes}"
        yield f"{table}/why?eyes={eyes}&items={','.join(items[:3])}"
        yield f"{table}/why?eyes={eyes}&action={twins.action}"
        yield f"{table}/preview?eyes={eyes}&action={twins.action}"
    for at in (0, seq // 2, seq, seq + 1):
        yield f"{table}?at={at}"
        yield f"/api/replays/{{id}}?at={at}"
    for item in items:
        yield f"{table}/why?items={item}"
    yield f"{table}/preview?action={twins.action}"
    yield "/api/replays/{id}/log"
    yield "/api/replays/{id}/record.json"


def read(browser: Browser, address: str, table: str) -> tuple[int, dict[str, str], str]:
    """An answer as it can be compared."""
    response = browser.client.get(address.format(id=table), headers={"accept-encoding": "identity"})
    headers = {name: value for name, value in response.headers.items() if name != "content-length"}
    return response.status_code, headers, plain(response.text, table)


def plain(text: str, table: str) -> str:
    """Without the name of the table and the time of day: two tables are never looked at in the same instant."""
    return re.sub(r"\b\d{10}\.\d+", "NOW", text.replace(table, "TABLE"))


@pytest.mark.parametrize(("name", "seats", "options", "moves"), HIDING)
def test_twins_read_the_same_everywhere(
    start: Start, settings: Settings, name: str, seats: int, options: dict[str, object], moves: int
) -> None:
    """BOS-14.5, HEX-17.2, SET-12.1, TRI-21.2: for every seat and for a bystander."""
    browsers = start()
    people = [browsers() for _ in range(seats)]
    bystander = browsers()
    tokens = [hashed(person.client.cookies[TOKEN_COOKIE]) for person in people]
    found = twins_of(name, seats, options, moves)
    assert len({SPECTATOR} & {twins.viewer for twins in found}) == 1
    assert len(found) >= 2
    for twins in found:
        reader = bystander if twins.viewer == SPECTATOR else people[twins.viewer]
        ids = lay(settings, twins, tokens)
        compare(twins, reader, ids)
        sockets = [reader.client.websocket_connect(f"/api/tables/{table}/socket") for table in ids]
        with sockets[0] as one, sockets[1] as two:
            heard = [(one.receive_text(), two.receive_text())]
            for table in ids:
                seq = people[twins.actor].look(table)["seq"]
                assert people[twins.actor].move(table, twins.actor, twins.action, seq)[0] == 200
            heard.append((one.receive_text(), two.receive_text()))
        for left, right in heard:
            assert plain(left, ids[0]) == plain(right, ids[1])
        compare(twins, reader, ids)


@pytest.mark.parametrize("role", ["owner", "official"])
@pytest.mark.parametrize(("name", "seats", "options", "moves"), HIDING)
def test_the_owner_of_a_table_reads_what_a_bystander_reads(
    start: Start, settings: Settings, name: str, seats: int, options: dict[str, object], moves: int, role: str
) -> None:
    """BOS-14.5, HEX-17.5, SET-15.1, TRI-21.4: the owner of a table and an official of its tournament have no seat at it."""
    browsers = start()
    tokens = [hashed(browsers().client.cookies[TOKEN_COOKIE]) for _ in range(seats)]
    reader = browsers()
    token = hashed(reader.client.cookies[TOKEN_COOKIE])
    twins = next(twins for twins in twins_of(name, seats, options, moves) if twins.viewer == SPECTATOR)
    compare(twins, reader, lay(settings, twins, tokens, **{role: token}))


def compare(twins: Twins, reader: Browser, ids: tuple[str, str]) -> None:
    packet = reader.look(ids[0])
    items = [item["id"] for item in packet["scene"]["items"]][:4]
    for address in addresses(twins, packet["moves"], items):
        one, two = (read(reader, address, table) for table in ids)
        assert one == two, f"{address}: {twins.viewer} can tell {json.dumps(twins.real)}"


def test_the_comparison_has_teeth(start: Start, settings: Settings) -> None:
    """Whoever does know reads different bytes."""
    browsers = start()
    people = [browsers(), browsers()]
    twins = next(twins for twins in twins_of("bosman", 2, {}, 9) if twins.viewer == SPECTATOR)
    ids = lay(settings, twins, [hashed(person.client.cookies[TOKEN_COOKIE]) for person in people])
    for person in people:
        with pytest.raises(AssertionError, match="can tell"):
            compare(twins, person, ids)
