"""The client: one for every game, plain ES modules, no build step. Files only; the server serves them."""
