"""Nothing that Kotva needs at run time binds those who use it: the check sees the extras, not the core alone."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent


def test_the_licences_of_every_extra_that_people_install_are_checked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    run = subprocess.run(
        [sys.executable, "tools/licences.py", "-v"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    checked = {line.split()[0] for line in run.stdout.splitlines()}
    for extra in ("play", "postgres", "envs", "cluster"):
        wanted = map(Requirement, project["optional-dependencies"][extra])
        names = {one.name.lower().replace("_", "-") for one in wanted if one.marker is None or one.marker.evaluate()}
        assert names - {"kotva"} <= checked, extra
