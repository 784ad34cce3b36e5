"""TOU-18.5: logs that were written once, by this version or an earlier one, are read as they were, and say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotva.tournament import exports, notation
from kotva.tournament.actions import ACTIONS
from kotva.tournament.verify import verify

LOGS = sorted((Path(__file__).parent / "logs").glob("*.json"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_old_log_says_what_it_said(path: Path) -> None:
    """TOU-18.1, TOU-20.9: the same bytes, the same texts of actions, the same standings; nothing in it is tampered with."""
    text = path.read_text(encoding="utf-8")
    state, log, secrets = exports.from_json(text)
    assert exports.to_json(log, state.hash, secrets) == text
    lines = [f"{entry.seq} {entry.at} {entry.actor} {notation.write(entry.op, entry.args)}" for entry in log]
    assert "\n".join(lines) + "\n" == path.with_suffix(".txt").read_text(encoding="utf-8")
    assert exports.standings_csv(state).encode() == path.with_suffix(".csv").read_bytes()
    assert secrets is not None
    doubt = verify(log, secrets.seed)
    assert doubt is None or doubt.refused.code == "OTHER_VERSION", doubt


def test_every_action_is_in_an_old_log() -> None:
    """So that none of them can change its form unnoticed."""
    seen = {entry.op for path in LOGS for entry in exports.from_json(path.read_text(encoding="utf-8"))[1]}
    assert seen == set(ACTIONS)
