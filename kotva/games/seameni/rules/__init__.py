"""The rules of Seameni: position (table), look-ahead (look), movements, ships, steps, turns, and the decisions (game)."""
