"""What the look-ahead costs in Seameni (SEA-11.4): legal lists early, late, and in a sea full of currents.

    python -m benchmarks.seameni

`python -m benchmarks --games seameni` measures what all games have in common; this looks at what is special here, as the rules
run in this process (KOTVA_INTERPRETED=1: without the compiler).
"""

from __future__ import annotations

from benchmarks.speed import legal_microseconds
from benchmarks.targets import SPEED
from kotva.engine.arrays import COMPILED, Rng
from kotva.engine.playout import play_random
from kotva.games.seameni import GAME
from kotva.games.seameni.board import SEA_FIELDS, SEVERAL, TRANSIT
from kotva.games.seameni.rules.game import Seameni


def states(late: bool) -> list[Seameni]:
    """Positions from random games: after ten actions, or after four hundred."""
    out = []
    for seed in range(40):
        state = GAME.rules.new(GAME.choose_options(4, {"agreement": "off", "stall_turns": 200}))
        rng = Rng(seed)
        play_random(state, rng, 400 if late else 10)
        while state.to_act() == -1:
            play_random(state, rng, 1)
        assert isinstance(state, Seameni)
        if state.to_act() >= 0:
            out.append(state)
    return out


def rapids() -> list[Seameni]:
    """The same late positions, with every third field turned into a current, eighteen of them several-exit tiles."""
    out = states(late=True)
    for n, state in enumerate(out):
        rng = Rng(n)
        choices = 18 - sum(1 for f in SEA_FIELDS if state.tile[f] >= SEVERAL)
        for f in SEA_FIELDS:
            if f % 3 == n % 3 and state.tile[f] < SEVERAL and not any(p == f for p in state.place):
                several = choices > 0 and rng.below(2) == 1
                choices -= several
                state.tile[f] = SEVERAL + rng.below(8) if several else TRANSIT + rng.below(8)
    return out


def main() -> None:
    print("compiled" if COMPILED else "interpreted")
    for name, positions in (("early", states(late=False)), ("late", states(late=True)), ("rapids", rapids())):
        print(
            f"legal list, {name:8} {legal_microseconds(list(positions), 1.0):8.3f} µs   (target {SPEED[GAME.id].legal} compiled)"
        )


if __name__ == "__main__":
    main()
