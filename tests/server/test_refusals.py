"""Refusals come at a pace: being refused often costs the server less than asking costs whoever asks."""

from __future__ import annotations

import asyncio
import time

import pytest
from starlette.testclient import TestClient

from kotva.server import refusals
from kotva.server.app import make_app
from kotva.server.refusals import AT_ONCE, LONGEST, PACE, Refusals
from kotva.server.settings import Settings


def test_the_first_refusals_come_at_once_and_the_next_at_a_pace_up_to_a_limit() -> None:
    some = Refusals()
    assert [some.delay("a", 100.0) for _ in range(AT_ONCE)] == [0.0] * AT_ONCE
    assert [some.delay("a", 100.0) for _ in range(3)] == pytest.approx([PACE, 2 * PACE, 3 * PACE])
    assert some.delay("b", 100.0) == 0.0, "another address waits for nothing"
    assert max(some.delay("a", 100.0) for _ in range(1000)) == LONGEST
    assert some.delay("a", 100.0 + LONGEST + AT_ONCE * PACE) == 0.0, "all is forgotten after that"
    assert some.delay("", 100.0) == 0.0
    assert all(some.delay("", 100.0) == 0.0 for _ in range(2 * AT_ONCE)), "this machine"


def test_addresses_are_forgotten_in_time() -> None:
    some = Refusals()
    for n in range(5000):
        some.delay(f"address {n}", float(n))
    assert len(some._due) < 1100


@pytest.mark.parametrize("kind", ["foreign", "often", "large"])
def test_a_program_that_asks_again_at_once_is_held(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """With forty connections it had forty refusals in the loop before everybody else's next request."""
    monkeypatch.setattr(refusals, "AT_ONCE", 2)
    refused = {"foreign": 403, "often": 429, "large": 413}[kind]
    headers = {
        "foreign": {"origin": "https://elsewhere.example"},
        "often": {},
        "large": {"content-length": "999999999"},
    }[kind]
    app = make_app(settings)
    with TestClient(app, client=("203.0.113.9", 50000)) as client:
        if kind == "often":
            monkeypatch.setattr("kotva.server.rate_limits.RateLimits.wait", lambda _self, _scope: 7)
        begun = time.monotonic()
        answers = [client.post("/new/bosman", headers=headers).status_code for _ in range(8)]
        took = time.monotonic() - begun
    assert answers == [refused] * 8
    assert took >= 5 * PACE


def test_many_refusals_at_once_hold_nobody_else() -> None:
    async def work() -> None:
        some = Refusals()
        waits = [asyncio.create_task(some.wait("203.0.113.1")) for _ in range(200)]
        begun = time.monotonic()
        await some.wait("203.0.113.2")
        assert time.monotonic() - begun < PACE
        assert sum(not task.done() for task in waits) >= 100
        for task in waits:
            task.cancel()
        await asyncio.gather(*waits, return_exceptions=True)

    asyncio.run(work())
