"""Messages between nodes: "table T has grown", nothing more. A node that holds the table reads its new rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

ALL = "*"  # instead of a table's id: any of them may have changed
OnChange = Callable[[str], None]  # the id of a table that another node has changed; called on the event loop


class Broker(Protocol):
    """Tells other nodes, and hears from them. A word that is lost costs time and nothing else: rows are read again anyway."""

    async def start(self, on_change: OnChange) -> None: ...

    def publish(self, table: str) -> None:
        """This node has changed a table, and its rows are committed."""

    async def close(self) -> None: ...


class Alone:
    """The broker of a node that is alone: there is nobody to tell."""

    async def start(self, on_change: OnChange) -> None:
        del on_change

    def publish(self, table: str) -> None:
        del table

    async def close(self) -> None:
        return None


class Local:
    """Several nodes in one process, for tests: each is told what the others publish."""

    def __init__(self, nodes: list[Local]) -> None:
        self._nodes = nodes
        self._on_change: OnChange | None = None

    async def start(self, on_change: OnChange) -> None:
        self._on_change = on_change
        self._nodes.append(self)

    def publish(self, table: str) -> None:
        for node in self._nodes:
            if node is not self and node._on_change is not None:
                node._on_change(table)

    async def close(self) -> None:
        self._nodes.remove(self)
