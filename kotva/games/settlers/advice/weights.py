"""What each feature is worth, fitted to who won in self-play; `python -m benchmarks.calibrate` writes it."""

from typing import Final

from kotva.engine.arrays import ints

WEIGHTS: Final = ints([
    -14974, -12075, -9176, -6277, -3277, 873, 5192, 10244, 16775,
    24772, 32769, -5, 4, 1450, -740, -476, -73, 4,
    82, -6, 373, -3869, -2679, -2283, 2825, 1366, 1094,
    -7233, -4416, -4639, 3391, 788, 894, 1063, 9017, 20042,
    -123, 1176, 552, 260, 48, 243, -130,
])  # fmt: skip
