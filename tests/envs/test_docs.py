"""What docs/agents.md, docs/scale.md and the README show is run as it stands there, in a process that knows nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("page", "blocks"), [("docs/agents.md", 8), ("docs/scale.md", 1), ("README.md", 1)])
def test_what_is_shown_runs_as_written(page, blocks, tmp_path):
    text = (ROOT / page).read_text(encoding="utf-8")
    shown = [code for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if not code.startswith(">>>")]
    assert len(shown) >= blocks
    script = tmp_path / "newcomer.py"
    script.write_text("\n".join(shown), encoding="utf-8")
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stderr == ""
