"""What a server can be told when it starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from kotva.server.jobs.limits import Limits


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the tables are kept, how bots behave, what is let in."""

    database: str | Path  # a file, or the address of a PostgreSQL server
    pace: float = 0.7  # seconds between two moves of bots, so that people can follow
    workers: int = 0  # processes in which bots think; 0: as many as the limits say
    limits: Limits = field(default_factory=Limits)  # what work may cost
    largest_body: int = 1_000_000  # bytes: a very long record
    hosts: tuple[str, ...] = ()  # names under which it may be asked for; none: any
    metrics: bool = False  # whether /metrics answers: to this machine, or to requests with the token
    metrics_token: str = ""
    lease: float = 15.0  # seconds after which another node takes over the bots of one that is silent
    idle: float = 60.0  # seconds after which a table that nobody looks at leaves memory
    lan: str = ""  # the address under which others in this network find it, if they can: http://192.168.0.7:8274
    private_hooks: bool = False  # whether web-hooks may go to addresses of this machine and its network
    workshop: Path | None = None  # what `kotva dev` says of the sources; with it there are pages that show everything
    own_process: bool = False  # nobody else lives here: garbage is collected and threads take turns as suits tables
