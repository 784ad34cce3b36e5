"""What many games between bots say of a game: who wins, how long it takes, what is worth something, what never happens."""

from kotva.arena.balance.figures import Study
from kotva.arena.balance.study import Plan, study
from kotva.arena.balance.verdict import verdict

__all__ = ["Plan", "Study", "study", "verdict"]
