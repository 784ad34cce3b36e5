"""OpenSpiel's Monte-Carlo tree search plays Bosman against a random player.

    python docs/examples/openspiel_mcts.py [SIMULATIONS]

The search is OpenSpiel's and sees the whole state, which a fair player must not: it shows that algorithms of OpenSpiel run
on a game of Kotva. Our own `mcts` searches on what a seat may know.
"""

from __future__ import annotations

import random
import sys

import numpy as np
from open_spiel.python.algorithms import mcts

from kotva import envs


def play(simulations: int, seed: int = 1, options: dict[str, object] | None = None) -> list[float]:
    """One game: the search in seat 0, random actions in seat 1; the rewards of both."""
    game = envs.openspiel("bosman", seats=2, options=options)
    rng = random.Random(seed)
    numbers = np.random.RandomState(seed)
    look = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=numbers)
    bot = mcts.MCTSBot(game, 2.0, simulations, look, random_state=numbers)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        elif state.current_player() == 0:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return list(state.returns())


if __name__ == "__main__":
    print("rewards:", play(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
