"""Keep a few games of today's rules, to be replayed for ever: tests/records/<game>/<version>/*.json.

    python tools/records.py            make what is missing for the versions of today

A kept record is never made again. When a game's rules change, raise `Game.version`, run this, and either name the old version
in `Game.compatible` (its kept records still replay) or leave it out (they are refused with a clear message).
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from kotva import bots, games
from kotva.conformance.kit import Kit
from kotva.engine.game import Game
from kotva.engine.options import Options
from kotva.engine.state import OVER
from kotva.match import Match

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "records"
NAMES = ["Ada", "Борис", "Čeněk", "Dąbrówka"]


def play(game: Game, options: Options, seed: str, stop: int) -> Match:
    """A game between quick bots and players who do anything, to its end but for no more decisions than these."""
    match = Match(game, options.seats, dict(options.given), names=NAMES[: options.seats], seed=seed)
    players = [bots.make("greedy" if seat % 2 else "random", seat) for seat in range(options.seats)]
    rng = Random(seed)
    decided = 0
    while match.to_act() != OVER and decided < stop:
        actor = rng.choice(match.actors())
        match.play(game.rules.actions.text(players[actor].choose(match.view(actor))), actor)
        decided += 1
    return match


def main() -> None:
    for game in map(games.load, games.ids()):
        if not (Path(games.__file__).parent / game.id).is_dir():
            continue
        folder = FOLDER / game.id / game.version
        for seats in game.rules.seats:
            sets = Kit(game, seats).option_sets(3)
            for number, options in enumerate(sets):
                path = folder / f"{seats}-players-{number + 1}.json"
                if path.exists():
                    continue
                folder.mkdir(parents=True, exist_ok=True)
                # The last one is in the middle of a game: an update of Kotva finds running tables too.
                match = play(game, options, f"{game.id}/{seats}/{number}", stop=40 if number == 2 else 1000)
                path.write_text(match.record().to_json() + "\n", encoding="utf-8")
                print(f"{path.relative_to(FOLDER)}: {len(match.played)} moves")


if __name__ == "__main__":
    main()
