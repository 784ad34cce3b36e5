"""What each role at a table is sent, in every phase: packets are the same whatever lies where that role may not look.

Two tables stand side by side whose positions one role cannot tell apart; all it gets of both is compared, byte by byte: scene,
choices, questions, the log of a move that is played at both, the change that the move is told as, and the picture. An official,
the owner of a table and anybody else without a seat are one role: each looks through `Viewer()` (`test_only_a_seat_opens_eyes`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator

import msgspec
import pytest

from kotva import games
from kotva.conformance.roles import SEAT, plain
from kotva.engine.arrays import Rng
from kotva.engine.fields import key
from kotva.engine.game import Game, Json
from kotva.engine.options import Options
from kotva.engine.say import ENGLISH
from kotva.engine.state import CHANCE, OK, OVER, SPECTATOR, TABLE, State
from kotva.scene.svg import render
from kotva.server.presenter import Presenter, Viewer
from kotva.server.rows import EventRow, SitterRow, TableRow
from kotva.server.table import Table
from kotva.server.table_log import TableLog
from tests.conformance.test_roles import SECRET, crew, fleet
from tests.games.moments import Kept, kept
from tests.server.conftest import Browser

Start = Callable[[], Callable[[], Browser]]

# Phases in which there is nothing yet that another deal could change: no hand, nobody aboard; or no move is left to be told.
EMPTY = {
    "bosman": {"over"},
    "hexxi": set[str](),
    "settlers": {"LAYING", "STARTING", "SETUP_SETTLEMENT", "SETUP_ROAD"},
    "triremes": {"first", "setup"},
}

# What a seat is to others at the tables that are looked at: partners and allies, and who is out of the game or has left it.
RELATIONS: dict[str, tuple[Callable[[State, int, int], str], set[str]]] = {
    "settlers": (crew, {SEAT, "gone"}),
    "triremes": (fleet, {SEAT, "ally", "out"}),
}


PICTURES = 3  # of each role in each phase: they take longer than packets


def at_table(game: Game, moment: Kept, state: State, moves: list[tuple[int, str]]) -> Table:
    """A table that begins with a position, after some moves."""
    sitters = [SitterRow(seat, "person", "", f"Player {seat + 1}", f"p{seat}") for seat in range(moment.seats)]
    position: dict[str, Json] = game.to_position(state)
    options: dict[str, Json] = dict(moment.options)  # type: ignore[arg-type]
    row = TableRow(
        "t", game.id, game.version, "", moment.seats, options, "0" * 64, position, owner="host", sitters=sitters
    )
    events = [EventRow("move", actor, text, at=1.0) for actor, text in moves]
    return Table(row, TableLog.load(row, events), None, lambda: 5.0)  # type: ignore[arg-type]


def roles(seats: int) -> Iterator[tuple[str, Viewer]]:
    """Who looks at a table: without a seat, from each seat, and several seats before one screen."""
    yield "spectator", Viewer()
    for seat in range(seats):
        yield "seat", Viewer((seat,))
    for seat in range(1, seats):
        yield "screen", Viewer((0, seat), eyes=seat)
    yield "screen", Viewer(tuple(range(seats)), eyes=0)


def sent(table: Table, viewer: Viewer) -> bytes:
    return msgspec.json.encode(Presenter(table).packet(viewer))


def picture(game: Game, state: State, seat: int | None, options: Options) -> str:
    """What a role would print, paste into a document or be shown in a lobby."""
    return render(game.look.scene(game.view(state, seat, options), ENGLISH), game.look.symbols)


def news(game: Game, moment: Kept, state: State, viewer: Viewer, move: tuple[int, str]) -> bytes | None:
    """The change that a browser is told which was there before the move."""
    table = at_table(game, moment, state, [])
    presenter = Presenter(table)
    eyes = (*presenter.eyes(viewer), "en")
    presenter.now(eyes)
    table.table_log.fold([EventRow("move", *move, at=1.0)])
    return presenter.change(eyes, 0)


def who_plays(game: Game, state: State, text: str) -> int:
    action = game.rules.actions.parse(text)
    actors = (*range(int(state.seats)), TABLE)
    return CHANCE if state.to_act() == CHANCE else next(seat for seat in actors if state.why_not(seat, action) == OK)


@pytest.mark.parametrize("game_id", EMPTY)
def test_no_role_can_tell_what_it_may_not_know(game_id: str) -> None:
    """BOS-14.1, HEX-17.2, SET-15.1, TRI-21.1: by packets, their logs and the changes between them, in every phase."""
    game = games.load(game_id)
    looked: Counter[tuple[str, str]] = Counter()
    relation, wanted = RELATIONS.get(game_id, (plain, {SEAT}))
    related: set[str] = set()
    for number, moment in enumerate(kept(game_id)):
        options = game.choose_options(moment.seats, moment.options)
        truth = game.from_position(moment.position, options)
        if not moment.played:
            continue
        phase = str(moment.position.get("phase", moment.position.get("state", "")))
        move = (who_plays(game, truth, moment.played), moment.played)
        action = game.rules.actions.parse(moment.played)
        after = truth.clone()
        after.apply(move[0], action)
        table = at_table(game, moment, truth, [])
        later = at_table(game, moment, truth, [move])
        for role, viewer in roles(moment.seats):
            seat, _ = Presenter(table).eyes(viewer)
            eyes = SPECTATOR if seat is None else seat
            twin = truth.seen(eyes).clone()
            twin.redeal(eyes, Rng(number))
            if key(twin) == key(truth):
                continue
            assert sent(table, viewer) == sent(at_table(game, moment, twin, []), viewer), (role, viewer, moment)
            if looked[role, phase] < PICTURES:
                assert picture(game, truth, seat, options) == picture(game, twin, seat, options), (role, viewer, moment)
            looked[role, phase] += 1
            if role == "seat":
                related |= {relation(truth, eyes, other) for other in range(moment.seats) if other != eyes}
            if move[0] == eyes or twin.why_not(move[0], action) != OK:
                continue
            other = twin.clone()
            other.apply(move[0], action)
            if OVER in (after.to_act(), other.to_act()):
                continue
            seat, _ = Presenter(later).eyes(viewer)
            then = SPECTATOR if seat is None else seat
            if then == eyes and key(other.seen(eyes)) == key(after.seen(eyes)):
                assert sent(later, viewer) == sent(at_table(game, moment, twin, [move]), viewer), (role, viewer, moment)
                assert news(game, moment, truth, viewer, move) == news(game, moment, twin, viewer, move)
                looked[role, "told"] += 1
    for role in ("spectator", "seat", "screen"):
        met = {phase for one, phase in looked if one == role}
        assert met == {*SECRET[game_id], "told"} - EMPTY[game_id], f"never met, or unexpected: {role}"
    assert related == wanted


@pytest.mark.parametrize("eyes", [None, 0, 1])
def test_only_a_seat_opens_eyes(start: Start, eyes: int | None) -> None:
    """BOS-14.1: the owner without a seat and a stranger get the same, and no hand, through whatever eyes they ask."""
    browsers = start()
    owner, one, two, stranger = browsers(), browsers(), browsers(), browsers()
    table = owner.new(kinds="open open")
    for seat, person in enumerate((one, two)):
        assert (
            person.client.post(f"/api/tables/{table}/sit", json={"seat": seat, "name": f"N{seat}"}).status_code == 200
        )
    for _ in range(12):
        packets = [browser.look(table, eyes) for browser in (owner, stranger)]
        assert packets[0] == packets[1]
        assert "seat" not in packets[0] or packets[0]["seat"] is None
        assert not [item for item in packets[0]["scene"]["items"] if item.get("zone") == "hand"]
        assert not packets[0].get("choices")
        seat = packets[0]["actors"][0]
        mine = (one, two)[seat].look(table)
        assert mine["seat"] == seat
        assert (one, two)[seat].move(table, seat, mine["choices"][-1]["action"], mine["seq"])[0] == 200
    with stranger.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        socket.send_text(json.dumps({"type": "look", "eyes": 1 if eyes is None else eyes}))
        told = [json.loads(socket.receive_text()) for _ in range(2)]
    assert all(message.get("packet", message).get("seat") is None for message in told)
    assert "token-" in json.dumps(one.look(table)["scene"]["items"])
