"""The rules of Triremes, in layers: the sea and its figures, then each part of the rulebook, then the game."""
