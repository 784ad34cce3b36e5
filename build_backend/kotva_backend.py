"""What builds Kotva for pip and its like: setuptools, and the compiler of the rules where that can work.

A fixed list of requirements in pyproject.toml would install mypy on machines that have no C compiler, and fail on machines for
which mypy has no files. So what compiling takes is asked for here, and only where compiling can work; the list itself is the
extra `build` of pyproject.toml.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import can_compile
from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).resolve().parent.parent


def for_compiling() -> list[str]:
    """What must be installed to compile the rules here: nothing where they cannot be compiled."""
    if can_compile.why_not():
        return []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [str(line) for line in project["optional-dependencies"]["build"]]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *for_compiling()]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *for_compiling()]
