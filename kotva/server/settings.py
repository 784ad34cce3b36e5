"""What a server can be told when it starts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the tables are kept and how bots behave."""

    database: Path
    pace: float = 0.7  # seconds between two moves of bots, so that people can follow
    workers: int = 2  # processes in which bots think
    largest_body: int = 1_000_000  # bytes: a very long record
