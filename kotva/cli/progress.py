"""A bar on the terminal while many games are played; nothing where there is no terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def games_bar(title: str, games: int | None) -> Iterator[Callable[[str, int], None]]:
    """A function to call after games: what is played now ("": the same as before), and how many there were."""
    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bars:
        bar = bars.add_task(title, total=games)

        yield lambda what, n: bars.update(bar, advance=n, description=what or None)
