"""Many games: which bot is stronger, how games go, how fast they run."""

from kotva.arena.simulate import simulate
from kotva.arena.statistics import Results, wilson

__all__ = ["Results", "simulate", "wilson"]
