"""Whoever follows a table by its changes has what he would be sent anew: scene, choices, log and all the rest."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from kotva.scene.packet import scene_data
from kotva.server.presenter import Eyes, Presenter, Viewer
from kotva.server.table import Table
from tests import ours
from tests.scene.test_change import applied, plain
from tests.server.test_speed import all_eyes, play, table_of

_CARRIED = ("table", "game", "seat", "handover", "sitters", "commit")  # what no change changes


def anew(table: Table, presenter: Presenter, eyes: Eyes) -> dict[str, Any]:
    seat, _, language = eyes
    packet: dict[str, Any] = plain(presenter.packet(Viewer(() if seat is None else (seat,), seat, language)))
    return packet


_LONG = dict.fromkeys(("bosman", "settlers", "triremes"), pytest.mark.slow)


@pytest.mark.parametrize("game", [pytest.param(game, marks=_LONG.get(game, ())) for game in ours.GAMES])
def test_changes_lead_to_what_is_sent_anew(game: str) -> None:
    """Through all eyes and in two languages: what several have in common is told to each of them as if it were made for him."""
    table = table_of(game)
    presenter, chance = Presenter(table), random.Random(game)
    everybody = [*all_eyes(table), (0, None, "cs"), (None, None, "cs")]
    has = {eyes: anew(table, presenter, eyes) for eyes in everybody}
    for _ in range(60):
        if table.match.is_over:
            break
        base = play(table, chance)
        chance.shuffle(everybody)
        fresh = Presenter(table)
        for eyes in everybody:
            text = presenter.change(eyes, base)
            assert text is not None
            change = json.loads(text)
            now = has[eyes]
            log = [entry for entry in now.get("log", []) if entry["number"] <= change.get("log_from", 0)]
            told = {
                key: value for key, value in change.items() if key not in ("type", "base", "log_from", "scene", "log")
            }
            new = {key: now[key] for key in _CARRIED if key in now} | told
            new["type"], new["at"], new["scene"] = (
                "packet",
                change["moves"],
                applied(now["scene"], change.get("scene", {})),
            )
            new["log"] = [*log, *change.get("log", [])]
            wanted = anew(table, fresh, eyes)
            for both in (new, wanted):
                both.pop("clock", None)  # it says when it was looked at
            assert new == {"log": [], **wanted}
            view = table.match.view(eyes[0])
            assert new["scene"] == plain(scene_data(table.game.look.scene(view, table.say(eyes[2]))))
            has[eyes] = wanted
