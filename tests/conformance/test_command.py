"""`python -m kotva.conformance`: a line for every check, and exit codes that scripts can use."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotva import conformance, games
from kotva.conformance import __main__ as command
from tests.conformance import toys
from tests.conformance.pearls import PEARLS


@pytest.fixture(autouse=True)
def few_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three checks are enough to see how they are reported; nothing stays registered."""
    few = {name: conformance.CHECKS[name] for name in ("ends", "symbols", "evaluation")}
    monkeypatch.setattr(conformance, "CHECKS", few)
    monkeypatch.setattr(command, "CHECKS", few)
    for name in ("_added", "_sources", "_loaded"):
        monkeypatch.setattr(games, name, {})


def test_what_holds_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.report(PEARLS)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Pearls (pearls 1), 2, 3 seats"
    assert [line.split()[:2] for line in lines[1:]] == [["ok", "ends"], ["ok", "symbols"], ["ok", "evaluation"]]


def test_what_is_broken_is_said_with_its_promise(capsys: pytest.CaptureFixture[str]) -> None:
    assert not command.report(toys.BROKEN["symbols"])
    shown = capsys.readouterr().out
    assert "BROKEN symbols    Every drawing is well-formed SVG" in shown
    assert "the drawing 'net' is no SVG" in shown


def test_a_game_that_raises_is_broken_too(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_kit: conformance.Kit) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(conformance.CHECKS, "ends", fails)
    assert not command.report(PEARLS)
    assert "ZeroDivisionError" in capsys.readouterr().out


def test_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([]) == 2
    assert command.main(["--help"]) == 2
    assert command.main(["no-such-game"]) == 2
    assert "There is no game 'no-such-game'; games are: bosman" in capsys.readouterr().err
    assert command.main([str(Path(toys.__file__))]) == 1


def test_every_check_makes_a_promise() -> None:
    assert all(conformance.promise(name).endswith(".") for name in conformance.CHECKS)
