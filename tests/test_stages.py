"""`make test` says where its minutes went."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAGES = "quick:\n\t@echo $(WORD)\nbusy:\n\t@i=0; while [ $$i -lt 9 ]; do i=$$((i+1)); done\nred:\n\t@exit 3\n"


def stages(folder: Path, *names: str) -> subprocess.CompletedProcess[str]:
    (folder / "Makefile").write_text(STAGES)
    command = [str(ROOT / "tools" / "stages"), "make WORD=said", *names]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_each_stage_is_made_and_its_time_is_said(tmp_path: Path) -> None:
    done = stages(tmp_path, "quick+busy", "quick")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("said\n") == 2
    told = re.findall(r"^ +\d+:\d\d +\d+:\d\d  (.+)$", done.stdout, re.MULTILINE)
    assert told == ["quick+busy", "quick"]


def test_a_stage_that_fails_ends_it(tmp_path: Path) -> None:
    done = stages(tmp_path, "quick", "red", "quick")
    assert done.returncode != 0
    assert done.stdout.count("said\n") == 1


def test_what_is_checked_is_made_in_stages() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (line,) = re.findall(r"^\t@tools/stages \"\$\(MAKE\)\" (.+)$", makefile, re.MULTILINE)
    for stage in re.split(r"[ +]", line):
        assert re.search(rf"^{stage}:", makefile, re.MULTILINE), stage
