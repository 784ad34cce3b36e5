"""A game of somebody else's as plain data, for workers that do not have it: a file of Python, or the package that declares it.

Only sources go along: what was compiled here need not fit there, and plain Python plays the same games.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from kotva import games as registry

_MOST = 16 * 2**20  # bytes; larger packages must be installed on the workers
_LEFT_OUT = frozenset({".pyc", ".so", ".pyd"})


@dataclass(frozen=True, slots=True)
class GameSource:
    """Files by their paths; `entry` is where the game is in them (`package.module:GAME`), empty for a single file."""

    files: tuple[tuple[str, bytes], ...]
    entry: str = ""


def pack(game_id: str) -> GameSource | None:
    """What a worker needs to know a game; None for Kotva's own, and for packages that are too large to be sent."""
    source = registry.source(game_id)
    if source is not None:
        return GameSource(((source.name, source.read_bytes()),))
    entry = registry.entry(game_id)
    if entry is None:
        return None
    files = _package(entry.module.partition(".")[0])
    return GameSource(files, entry.value) if files else None


def _package(name: str) -> tuple[tuple[str, bytes], ...]:
    """The files of an installed package or module, where it lies in a folder."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        return ()
    origin = Path(spec.origin)
    if not spec.submodule_search_locations:
        return ((origin.name, origin.read_bytes()),) if origin.suffix == ".py" else ()
    top = origin.parent
    paths = [path for path in sorted(top.rglob("*")) if path.is_file() and path.suffix not in _LEFT_OUT]
    if sum(path.stat().st_size for path in paths) > _MOST:
        return ()
    return tuple((str(Path(name) / path.relative_to(top)), path.read_bytes()) for path in paths)


_here: dict[str, Path] = {}  # games that were sent to this process, and where they were laid down


def unpack(game_id: str, source: GameSource) -> None:
    """Make a game known here, unless it is installed here; a worker that lives on may be sent it again, changed."""
    if game_id in registry.ids() and game_id not in _here:
        return
    folder = _lay_down(source)
    if _here.get(game_id) == folder:
        return
    if source.entry:
        _forget(source.entry.partition(":")[0].partition(".")[0])
        sys.path.insert(0, str(folder))
        try:
            registry.add_entry(game_id, source.entry)
        finally:
            sys.path.remove(str(folder))
    else:
        registry.load_file(folder / source.files[0][0])
    _here[game_id] = folder


def _forget(package: str) -> None:
    """Let a package be imported anew."""
    importlib.invalidate_caches()
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]


def _lay_down(source: GameSource) -> Path:
    """The folder with the files. Workers of one machine share it: the first one makes it, whole or not at all."""
    digest = hashlib.sha256(source.entry.encode())
    for name, content in source.files:
        digest.update(f"{name} {len(content)} ".encode() + content)
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"kotva-{user}-{digest.hexdigest()[:32]}"
    if not folder.is_dir():
        draft = Path(tempfile.mkdtemp(prefix="kotva-"))
        for name, content in source.files:
            path = draft / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        try:
            draft.rename(folder)
        except OSError:  # another worker was faster
            shutil.rmtree(draft)
    return folder
