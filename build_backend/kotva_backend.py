"""What builds Kotva for pip and its like: setuptools, and the compiler of the rules where that can work.

A fixed list of requirements in pyproject.toml would install mypy on machines that have no C compiler, and fail on machines for
which mypy has no files. So what compiling takes is asked for here, and only where compiling can work; the list itself is the
extra `build` of pyproject.toml.

pip asks the backend before it looks which Python is needed, so an older one gets here: nothing above the first sentence may be
newer than it (nor does pyproject.toml ask for anything there: setuptools has no files for it).
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    raise SystemExit(
        "kotva: Python 3.11 or newer is needed, and this is "
        + sys.version.split()[0]
        + "; try: python3.12 -m pip install ..."
    )

import gzip
import io
import os
import shutil
import tarfile
import tomllib
from pathlib import Path
from typing import Any

import can_compile
from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
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
# Megabytes that packing takes beside the sources: the files, once more as they go into the wheel, and the wheel.
ROOM = 50


def need_room() -> None:
    """Said before anything is copied: in the middle of it, setuptools names a number of the system and no folder."""
    free = shutil.disk_usage(ROOT).free // 2**20
    if free < ROOM:
        raise SystemExit(
            f"kotva: {ROOM} MB are needed in {ROOT} and {free} MB are free on the disk; make room and install again"
        )


def for_compiling() -> list[str]:
    """What must be installed to compile the rules here: nothing where they cannot be compiled."""
    if can_compile.why_not():
        return []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [str(line) for line in project["optional-dependencies"]["build"]]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    need_room()
    return [*build_meta.get_requires_for_build_wheel(config_settings), *for_compiling()]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    need_room()
    return [*build_meta.get_requires_for_build_editable(config_settings), *for_compiling()]


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """A source distribution; with SOURCE_DATE_EPOCH the same sources give the same bytes, which setuptools does not promise."""
    name = str(build_meta.build_sdist(sdist_directory, config_settings))
    when = os.environ.get("SOURCE_DATE_EPOCH")
    if when:
        pack_again(Path(sdist_directory, name), int(when))
    return name


def pack_again(path: Path, when: int) -> None:
    """Rewrite a .tar.gz: files by name, one time, no owner, no mode but that of a file or a program."""
    packed = io.BytesIO()
    with tarfile.open(path) as old, tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new:
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            if not member.isfile():
                continue
            plain = tarfile.TarInfo(member.name)
            plain.size, plain.mtime, plain.mode = member.size, when, 0o755 if member.mode & 0o100 else 0o644
            new.addfile(plain, old.extractfile(member))
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=when))
