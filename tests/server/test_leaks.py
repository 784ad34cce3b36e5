"""Nobody is sent what he may not know: whole games, every packet that a seat or a bystander gets."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from tests.server.conftest import Browser, Data, tokens_named

Start = Callable[[], Callable[[], Browser]]


def test_another_seat_is_never_sent_a_hand(start: Start) -> None:
    """BOS-14: hands and draws are known to their owner alone."""
    browsers = start()
    people = [browsers(), browsers()]
    table = people[0].new(kinds="me open", **{"option-turn_limit": "20"})
    people[1].client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "B"})
    bystander = browsers()
    chance = random.Random(3)
    compared = 0
    while True:
        packets = [person.look(table) for person in people]
        outside = bystander.look(table)
        if "over" in outside:
            break
        hands = [hand(packet) for packet in packets]
        public = shown(outside)
        assert hand(outside) == []
        for seat, packet in enumerate(packets):
            other = hands[1 - seat]
            for token in other:
                if token in public or token in hands[seat]:
                    continue  # the other copy of it lies open, or is this seat's own
                scene = json.dumps(packet["scene"]["items"])
                assert token not in tokens_named(scene), "a token of the other hand is in the scene"
                assert token not in tokens_named(json.dumps(outside["scene"]))
                compared += 1
            assert ("choices" in packet) == (seat in packet["actors"]), "nobody is sent another's choices"
        draws_are_private(packets, outside)
        seat = outside["actors"][0]
        action = chance.choice(packets[seat]["choices"])["action"]
        assert people[seat].move(table, seat, action, outside["seq"])[0] == 200
    assert compared > 50


def hand(packet: Data) -> list[str]:
    return [i["symbol"].removeprefix("token-") for i in packet["scene"]["items"] if i.get("zone") == "hand"]


def shown(packet: Data) -> set[str]:
    return tokens_named(json.dumps(packet["scene"]["items"]))


def draws_are_private(packets: list[Data], outside: Data) -> None:
    """A line of the log in which a seat draws a token is in no other log."""
    told = {entry["number"]: " ".join(entry["lines"]) for entry in outside.get("log", [])}
    for seat, packet in enumerate(packets):
        theirs = {entry["number"]: " ".join(entry["lines"]) for entry in packets[1 - seat].get("log", [])}
        for entry in packet.get("log", []):
            if entry["actor"] == -1:
                named = tokens_named(" ".join(entry["lines"]))
                assert not named & tokens_named(told.get(entry["number"], "")) or not named
                assert not named & tokens_named(theirs.get(entry["number"], "")) or not named


def test_the_seed_is_told_only_when_the_game_is_over(browser: Browser) -> None:
    table = browser.new(kinds="me me")
    page = browser.client.get(f"/table/{table}").text
    packet = browser.look(table)
    assert len(packet["commit"]) == 64
    assert "seed" not in packet
    assert '"seed"' not in page


def test_a_reason_cannot_be_asked_for_another_seat(start: Start) -> None:
    browsers = start()
    mine, other = browsers(), browsers()
    table = mine.new(kinds="me open")
    answer = other.client.get(f"/api/tables/{table}/why", params={"items": "field-c4", "eyes": 0}).json()
    assert "answers" not in answer
    assert "watching" in answer["note"]
