"""Numbers with names: phases, reasons, events and clauses."""

from typing import Final

# Phases (SEA-5). CHOOSE_FIRST is chance naming the first player (SEA-1.4), UNCOVER the tiles of the set-up (SEA-4.5).
CHOOSE_FIRST: Final = 0
PLACING: Final = 1
UNCOVER: Final = 2
TURN: Final = 3
VOTE: Final = 4
CHAIN: Final = 5
REJUMP: Final = 6
OVERFLOW: Final = 7
ENDED: Final = 8

# Why the game ended (SEA-19.7): indexes into Game.rules.reasons.
BY_TREASURE: Final = 0
BY_STALL: Final = 1
BY_LIMIT: Final = 2
BY_IDLE: Final = 3
BY_AGREEMENT: Final = 4

# What kind of movement runs (SEA-11.1).
WALK: Final = 0  # a step, a return or `out`
OUTING: Final = 1  # of a captive, on its chain (SEA-16.5)
LEAP: Final = 2  # a jump from Cát (SEA-12.2)

# What happened: `events.py` has the sentence of each and what its numbers stand for.
PLACED: Final = 1
TURNED: Final = 2
MOVED: Final = 3
TOOK: Final = 4
LAID: Final = 5
BROUGHT: Final = 6
LOST: Final = 7
HOME: Final = 8
DIED: Final = 9
CAPTURED: Final = 10
BOARDED: Final = 11
CASTAWAY: Final = 12
EXILED: Final = 13
RESTS: Final = 14
CAUGHT: Final = 15
FREED: Final = 16
MUDDY: Final = 17
SAILED: Final = 18
HAULED: Final = 19
MISSED: Final = 20
PUT_OUT: Final = 21
PUT_ASTERN: Final = 22
CROWDED: Final = 23
PROPOSED: Final = 24
VOTED: Final = 25
PASSED: Final = 26
BEGAN: Final = 27
FINISHED: Final = 28
SKIPPED: Final = 29
OPENED: Final = 30

# How a pirate died (SEA-18.1).
EATEN: Final = 0
DROWNED: Final = 1
THROWN: Final = 2

# Clauses that forbid: SEA-7.2 is 702.
SEA_1_3: Final = 103
SEA_1_4: Final = 104
SEA_1_10: Final = 110
SEA_4_3: Final = 403
SEA_4_4: Final = 404
SEA_4_5: Final = 405
SEA_5_1: Final = 501
SEA_5_3: Final = 503
SEA_6_1: Final = 601
SEA_6_2: Final = 602
SEA_6_3: Final = 603
SEA_6_4: Final = 604
SEA_6_5: Final = 605
SEA_7_1: Final = 701
SEA_7_2: Final = 702
SEA_7_3: Final = 703
SEA_7_5: Final = 705
SEA_7_6: Final = 706
SEA_8_1: Final = 801
SEA_9_4: Final = 904
SEA_9_7: Final = 907
SEA_9_12: Final = 912
SEA_9_13: Final = 913
SEA_9_19: Final = 919
SEA_9_20: Final = 920
SEA_9_21: Final = 921
SEA_9_24: Final = 924
SEA_9_26: Final = 926
SEA_10_3: Final = 1003
SEA_10_9: Final = 1009
SEA_11_7: Final = 1107
SEA_11_8: Final = 1108
SEA_11_9: Final = 1109
SEA_11_11: Final = 1111
SEA_12_2: Final = 1202
SEA_12_3: Final = 1203
SEA_12_5: Final = 1205
SEA_12_7: Final = 1207
SEA_13_1: Final = 1301
SEA_13_5: Final = 1305
SEA_14_1: Final = 1401
SEA_14_3: Final = 1403
SEA_14_4: Final = 1404
SEA_14_5: Final = 1405
SEA_14_7: Final = 1407
SEA_14_8: Final = 1408
SEA_16_3: Final = 1603
SEA_16_5: Final = 1605
SEA_16_6: Final = 1606
SEA_16_7: Final = 1607
SEA_16_8: Final = 1608
SEA_16_10: Final = 1610
SEA_17_4: Final = 1704
SEA_17_8: Final = 1708
SEA_18_1: Final = 1801
SEA_19_1: Final = 1901
SEA_19_2: Final = 1902
SEA_19_7: Final = 1907
