"""Fail when something that Kotva needs at run time is under a licence that would bind those who use Kotva.

Walks the installed run-time requirements, from pyproject.toml through everything they need in turn, and reads what each
package says of itself. The extras count: the table server is one. Development tools do not: nobody receives them from us.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
# Extras that only a checkout or a build uses.
TOOLS = {"dev", "build"}

# GPL and AGPL in any spelling, but not the Lesser GPL, under which a library may be used by anybody.
FORBIDDEN = re.compile(r"\bA?GPL|(?<!Lesser )General Public License|Affero", re.IGNORECASE)


def licence(package: Distribution) -> str:
    """The licence in the package's own words: an SPDX expression, else its classifiers, else its first line."""

    def stated(field: str) -> list[str]:
        return [str(value).strip() for value in package.metadata.get_all(field) or []]

    classifiers = [line.rpartition(" :: ")[2] for line in stated("Classifier") if line.startswith("License ::")]
    first_lines = [words.split("\n")[0] for words in stated("License")]
    return "; ".join(stated("License-Expression") or classifiers or first_lines or by_its_text(package)) or "not stated"


def by_its_text(package: Distribution) -> list[str]:
    """Some packages state nothing but ship their licence; the MIT licence is known by its first words."""
    texts = [Path(str(file.locate())).read_text() for file in package.files or [] if file.name.startswith("LICENSE")]
    return ["MIT (by its text)" for text in texts if "Permission is hereby granted, free of charge" in text]


def needed(requirements: list[Requirement]) -> dict[str, Distribution]:
    """Every installed package that these requirements lead to."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, str]] = set()
    queue = [(requirement, extra) for requirement in requirements for extra in {"", *requirement.extras}]
    while queue:
        requirement, extra = queue.pop()
        name = canonicalize_name(requirement.name)
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        try:
            package = distribution(name)
        except PackageNotFoundError:
            sys.exit(f"licences: {name} is needed at run time but not installed")
        found[name] = package
        for text in package.requires or []:
            further = Requirement(text)
            if further.marker is None or further.marker.evaluate({"extra": extra}):
                queue += [(further, e) for e in {"", *further.extras}]
    return found


def main() -> None:
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    extras = (lines for name, lines in project["optional-dependencies"].items() if name not in TOOLS)
    texts = [*project["dependencies"], *(text for lines in extras for text in lines if not text.startswith("kotva["))]
    packages = needed([one for one in map(Requirement, texts) if one.marker is None or one.marker.evaluate()])
    licences = {name: licence(package) for name, package in sorted(packages.items())}
    if "-v" in sys.argv:
        for name, words in licences.items():
            print(f"{name:24} {words}")
    bad = {name: words for name, words in licences.items() if FORBIDDEN.search(words) or words == "not stated"}
    for name, words in bad.items():
        print(f"licences: {name} is under {words!r}")
    if bad:
        sys.exit(1)
    print(f"licences: {len(licences)} run-time packages, all permissive or lesser")


if __name__ == "__main__":
    main()
