"""Bots: players that see a `View`, as people do, and choose one of its legal actions. `make("mcts:200ms", seed=1)` makes one."""

from kotva.bots.bot import Bot
from kotva.bots.levels import Beginner, LevelBot
from kotva.bots.registry import LEVELS, make, names
from kotva.bots.resigning import ResigningBot, SelfAssessingBot
from kotva.bots.search import Greedy, Mcts
from kotva.bots.simple import RandomBot

__all__ = [
    "LEVELS",
    "Beginner",
    "Bot",
    "Greedy",
    "LevelBot",
    "Mcts",
    "RandomBot",
    "ResigningBot",
    "SelfAssessingBot",
    "make",
    "names",
]
