"""The form of all options: a field for each, presets fill it, what is wrong is told there, and nothing is half set."""

from __future__ import annotations

import re

import pytest

from kotva.tournament.help import GROUPS, HELP
from kotva.tournament.options import OPTIONS
from kotva.tournament.presets import PRESETS
from tests.server.conftest import Browser
from tests.server.test_tournaments import HeldTournament


@pytest.fixture
def session(browser: Browser) -> HeldTournament:
    return HeldTournament.new(browser)


def test_every_option_has_its_place_and_its_words() -> None:
    placed = [name for names in GROUPS.values() for name in names]
    assert sorted(placed) == sorted(OPTIONS)
    assert set(HELP) == set(OPTIONS)


def test_every_option_has_a_field_with_what_holds_now(session: HeldTournament) -> None:
    page = session.get("/options")
    shown = set(re.findall(r'name="option-([\w.]+)"', page))
    assert shown == set(OPTIONS)
    assert re.search(r'name="option-rounds"[^>]*type="number" value="3"[^>]*min="0" max="99"', page)
    assert re.search(r'<option value="hard" selected>', page)
    assert f'href="/t/{session.id}/options"' in session.get("/desk")


def test_what_is_changed_is_set_and_nothing_else(session: HeldTournament) -> None:
    before = session.state()
    form = {f"option-{name}": text for name, text in before.options.texts.items()}
    assert session.send({"form": "options", **form}).status_code == 303
    assert _sets(session) == [], "nothing has changed, nothing is written"
    changed = {"option-rounds": "4", "option-time.round": "", "option-avoid.club": "true", "option-points.4": "5-3-2-1"}
    assert session.send({"form": "options", **form, **changed}).status_code == 303
    options = session.state().options
    assert (options.number("rounds"), options.number_or_none("time.round")) == (4, None)
    assert sorted(_sets(session)) == ["avoid.club", "points.4", "rounds", "time.round"]


def _sets(session: HeldTournament) -> list[str]:
    return [str(entry.args["option"]) for entry in session.log()[1] if entry.op == "set"]


def test_a_preset_fills_the_form_and_saving_it_sets_it(session: HeldTournament) -> None:
    for preset, wanted in PRESETS.items():
        page = session.get(f"/options?preset={preset}")
        assert "not saved yet" in page
        for name, value in wanted.items():
            field = re.search(rf'id="option-{re.escape(name)}".*?(?=class="small muted")', page, re.DOTALL)
            assert field is not None
            assert f'value="{value}" selected' in field[0] or f'value="{value}"' in field[0], (preset, name)
    assert session.state().options.word("tie.rule") == "dense", "looking changes nothing"
    filled = {f"option-{name}": value for name, value in PRESETS["pods-swiss"].items()}
    assert session.send({"form": "options", **filled}).status_code == 303
    assert {name: session.state().options.texts[name] for name in PRESETS["pods-swiss"]} == PRESETS["pods-swiss"]


def test_a_wrong_value_is_told_in_the_form_and_nothing_is_set(session: HeldTournament) -> None:
    answer = session.send({"form": "options", "option-rounds": "5", "option-table.size": "99"})
    assert answer.status_code == 422
    assert "table.size" in " ".join(re.findall(r'role="alert">([^<]*)', answer.text))
    assert 'value="99"' in answer.text, "what was written is still there"
    assert session.state().options.number("rounds") == 3, "all or none"


def test_TOU_1_5_locked_options_cannot_be_changed(session: HeldTournament) -> None:
    session.do("set publish.lead=0")
    for n in range(1, 5):
        session.send({"form": "register", "name": f"Player {n}"})
        session.do(f"checkin P{n}")
    for text in ("close", "draw R1", "publish R1"):
        session.do(text)
    page = session.get("/options")
    assert re.search(r'id="option-tie.rule"[^>]* disabled', page)
    assert not re.search(r'id="option-time.round"[^>]* disabled', page)
    assert session.send({"form": "options", "option-tie.rule": "share"}).status_code == 422


def test_only_the_organiser_has_the_form(session: HeldTournament) -> None:
    assert session.status("/options") == 200
    session.browser.client.cookies.clear()
    assert session.status("/options") == 403
