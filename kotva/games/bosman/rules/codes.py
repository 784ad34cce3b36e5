"""Numbers with names: phases, reasons, events and clauses."""

from typing import Final

# Phases (BOS-5); DEAL is the drawing of the first hands (BOS-4.5).
DEAL: Final = 0
OPENING: Final = 1
TURN: Final = 2
BOARDING: Final = 3
ENDED: Final = 4

# Why the game ended (BOS-15): indexes into Game.rules.reasons.
FULL: Final = 0
LIMIT: Final = 1
STUCK: Final = 2

# What happened: `events.py` has the sentence of each and what its numbers stand for.
KEPT: Final = 1
SWAPPED: Final = 2
GAVE: Final = 3
DREW: Final = 4
LAID: Final = 5
REPLACED: Final = 6
WALKED: Final = 7
WEDGED: Final = 8
BOARDED: Final = 9
POISONED: Final = 10
SKIPPED: Final = 11
FINISHED: Final = 12
STARTED: Final = 13

# Clauses that forbid.
BOS_4_6: Final = 406
BOS_5_1: Final = 501
BOS_6_1: Final = 601
BOS_6_2: Final = 602
BOS_6_4: Final = 604
BOS_7_1: Final = 701
BOS_7_6: Final = 706
BOS_7_8: Final = 708
BOS_8_1: Final = 801
BOS_8_3: Final = 803
BOS_8_8: Final = 808
BOS_10_8: Final = 1008
BOS_13_4: Final = 1304
BOS_14_6: Final = 1406
BOS_15_1: Final = 1501

EVERYBODY: Final = 31  # who knows a token under the stack: a bit a seat, and 16 for spectators
