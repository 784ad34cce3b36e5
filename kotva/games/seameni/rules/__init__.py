"""The rules of Seameni: position (sea), look-ahead (look), movements, ships, steps, turns, and the decisions (game)."""
