"""Opponents that learn: games of self-play, a small network fitted to them, whole numbers that the kernel reads.

`python -m kotva.train GAME`; docs/training.md tells how, and what came of it. It takes numpy and nothing else: a network that a
kernel can ask a hundred thousand times a second is small enough for that.
"""
