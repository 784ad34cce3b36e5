"""Search decides the same, compiled and interpreted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
from kotva import games
from kotva.engine.arrays import Rng
from kotva.engine.playout import play_random
from kotva.engine.search import Search
from kotva.engine.one_ply import one_ply_values

game = games.load("bosman")
options = game.choose_options(4)
state, rng = game.rules.new(options), Rng(3)
play_random(state, rng, 60)
while state.to_act() < 0:
    play_random(state, rng, 1)
seat = int(state.to_act())
view = game.view(state, seat, options)
search = Search(view.seen, seat, view.legal(), game.bots.evaluation, 5)
search.run(150)
print(search.table(), search.best(), one_ply_values(view.seen, seat, view.legal(), game.bots.evaluation, 2, 7))
"""


def test_the_tree_is_the_same_compiled_and_interpreted():
    said = []
    for interpreted in ("0", "1"):
        environment = {**os.environ, "KOTVA_INTERPRETED": interpreted}
        root = Path(__file__).resolve().parents[2]
        command = [sys.executable, "-c", SCRIPT]
        done = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=True)
        said.append(done.stdout)
    assert said[0] == said[1]
    assert said[0]
