"""Benchmarks: how fast the rules are and how well the bots play. `python -m benchmarks`, or `make bench`."""
