"""Games that were played for figures, packed beside this file: a run on another machine goes on with them.

While they are played they stand in build/, a folder for the sources that they were played by; which of them still count is asked
when they are used (`strength.adopt`).
"""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

PACKED = Path(__file__).resolve().parent / "played.tar.xz"


def pack(folder: Path, packed: Path = PACKED) -> None:
    """Put the newest games of every match into the one file, in place of all that was there."""
    newest = {path.name: path for path in sorted(folder.glob("*/*.jsonl"), key=lambda path: path.stat().st_mtime)}
    with tarfile.open(packed, "w:xz", format=tarfile.PAX_FORMAT) as archive:
        for _, path in sorted(newest.items()):
            data = path.read_bytes()
            about = tarfile.TarInfo(path.relative_to(folder).as_posix())  # without a time: equal games, equal file
            about.size = len(data)
            archive.addfile(about, io.BytesIO(data))


def unpack(folder: Path, packed: Path = PACKED) -> None:
    """Bring back what was packed; games that are there are left as they are."""
    if not packed.exists():
        return
    with tarfile.open(packed) as archive:
        for about in archive:
            path, data = folder / about.name, archive.extractfile(about)
            if data is not None and not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data.read())
