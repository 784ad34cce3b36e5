"""Whatever is legal can be chosen: the client's own scripts, in node, over positions of every game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.fingers.choosing import SCRIPTS, look
from tests.ours import GAMES

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_can_be_chosen_by_every_path(game: str) -> None:
    findings = look(60, each=40, names=[game])
    assert findings.positions == 60
    assert not findings.kinds, findings.report()


def spoiled(folder: Path, script: str, before: str, after: str) -> Path:
    """The client's scripts with a fault put into one of them."""
    copy = folder / "js"
    shutil.copytree(SCRIPTS, copy)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    text = (copy / script).read_text(encoding="utf-8")
    assert before in text
    (copy / script).write_text(text.replace(before, after), encoding="utf-8")
    return copy


@pytest.mark.parametrize(
    ("game", "script", "before", "after", "kind"),
    [
        ("bosman", "choosing.js", "this.apart(this.pointer.crowd", "(this.pointer.crowd", "same move"),
        ("settlers", "forms.js", "letters.join(slot.separator", "letters.slice(1).join(slot.separator", "another action"),
        ("triremes", "choose.js", "[...this.selected, id]", "[id]", "no end"),
    ],
)  # fmt: skip
def test_a_fault_is_found(tmp_path: Path, game: str, script: str, before: str, after: str, kind: str) -> None:
    findings = look(60, each=40, names=[game], scripts=spoiled(tmp_path, script, before, after))
    assert f"{game}: {kind}" in findings.kinds, findings.report()
