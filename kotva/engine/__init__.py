"""What a game is: states, actions, chance, clauses, options, views, records. Imports nothing but the standard library."""
