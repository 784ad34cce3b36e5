"""What more than one file of scenarios begins with."""

from __future__ import annotations

from kotva.engine.game import Json

P1_WINS_SOON = "C 9 18 30; S 20 41"


def all_but(n: int, *left_out: int) -> list[str]:
    return [str(i) for i in range(1, n + 1) if i not in left_out]


S28: dict[str, Json] = {
    "P1": "S 8 40; R 8-13-18-24-30-35-40",
    "P2": "S 16 42; R 16-21-26-32-37-42",
    "P3": "S 14; R 14-19-24; hand LBWG",
    "longest": "P1",
    "turn": "P3",
}
