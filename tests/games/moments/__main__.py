"""Find the moments anew: `python -m tests.games.moments [GAME ...]`."""

from __future__ import annotations

import json
import random
import sys

from rich.progress import track

from kotva import games
from kotva.conformance import Budget, Kit
from kotva.conformance.kit import Moment
from tests.games.moments import HERE
from tests.ours import GAMES

EACH = 72  # of a game, over all numbers of seats
ENDS = 3  # of these, games that are over
SEED = 11


def find(game_id: str) -> list[dict[str, object]]:
    """As many of every kind of action as there is room for, of every number of seats, the rare ones first."""
    game = games.load(game_id)
    out: list[dict[str, object]] = []
    for seats in game.rules.seats:
        rng = random.Random(f"{game_id}/{seats}/{SEED}")
        groups: dict[str, list[Moment]] = {}
        for moment in Kit(game, seats, Budget(1.0, SEED)).moments:
            kind = "" if moment.action is None else game.rules.actions.family(moment.action).template
            groups.setdefault(kind, []).append(moment)
        ends = groups.pop("", [])
        rng.shuffle(ends)
        chosen = ends[: ENDS // len(game.rules.seats)]
        for group in groups.values():
            rng.shuffle(group)
        while len(chosen) < EACH // len(game.rules.seats) and any(groups.values()):
            chosen += [group.pop() for group in sorted(groups.values(), key=len) if group]
        for moment in chosen[: EACH // len(game.rules.seats)]:
            played = "" if moment.action is None else game.rules.actions.text(moment.action)
            position = game.to_position(moment.state)
            out.append({"seats": seats, "options": moment.play.options.given, "position": position, "played": played})
    return out


def main() -> None:
    for game_id in track(sys.argv[1:] or list(GAMES), "games"):
        lines = (json.dumps(one, ensure_ascii=False) for one in find(game_id))
        (HERE / f"{game_id}.json").write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
