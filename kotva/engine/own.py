"""The type of a game's own state, for `Game[S]`, `View[S]`, `Evaluation[Own]` and `Observer[Own]`.

`Game` alone means a game of which only `State` is known. `S` is given out, `Own` is taken in by methods that a game overrides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # defaults of type variables are known to Python from 3.13 on, and to type checkers
    from typing_extensions import TypeVar

    from kotva.engine.state import State

    S = TypeVar("S", bound=State, default=State, covariant=True)
    Own = TypeVar("Own", bound=State, default=State, contravariant=True)
else:
    from typing import TypeVar

    S = TypeVar("S")
    Own = TypeVar("Own")
