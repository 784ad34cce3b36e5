"""The rules of Bosman."""

from kotva.games.bosman.rules.game import Bosman, new_game

__all__ = ["Bosman", "new_game"]
