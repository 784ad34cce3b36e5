"""Nothing that Kotva needs at run time binds those who use it: the check sees the extras, not the core alone."""

from __future__ import annotations

import fnmatch
import re
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


def licence_patterns() -> list[tuple[str, str]]:
    """The patterns of REUSE.toml with their licences, the last that fits first."""
    found = tomllib.loads((ROOT / "REUSE.toml").read_text(encoding="utf-8"))["annotations"]
    return [(one["path"], one["SPDX-License-Identifier"]) for one in reversed(found)]


def test_every_file_has_a_licence_whose_text_is_there():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    said = {
        name: next((licence for path, licence in licence_patterns() if fnmatch.fnmatch(name, path)), None)
        for name in listed.splitlines()
    }
    assert [name for name, licence in said.items() if licence is None] == []
    assert set(said.values()) == {path.stem for path in (ROOT / "LICENSES").iterdir()}
    fonts = {name for name, licence in said.items() if licence != "MIT"}
    assert fonts == {name for name in said if re.search(r"\.(ttf|otf|woff2?)$", name)}


def test_the_texts_of_licences_are_those_beside_the_files():
    pairs = {"MIT": "LICENSE", "LicenseRef-DejaVu": "kotva/scene/fonts/LICENSE"}
    for name, beside in pairs.items():
        assert (ROOT / "LICENSES" / f"{name}.txt").read_bytes() == (ROOT / beside).read_bytes()


def test_the_wheel_names_every_licence():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["license"].split(" AND ")) == {licence for _, licence in licence_patterns()}
    assert {file.name for pattern in project["license-files"] for file in ROOT.glob(pattern)} == {
        *("LICENSE", "MIT.txt", "LicenseRef-DejaVu.txt")
    }
