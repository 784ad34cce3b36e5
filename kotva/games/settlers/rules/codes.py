"""Numbers with names: phases, reasons, events and clauses."""

from typing import Final

# Phases (section 5). LAYING, STARTING, ROLLING, STEALING and DRAWING wait for chance.
LAYING: Final = 0
STARTING: Final = 1
SETUP_SETTLEMENT: Final = 2
SETUP_ROAD: Final = 3
BEFORE_ROLL: Final = 4  # `ROLL` in the rulebook
ROLLING: Final = 5
DISCARDS: Final = 6
PLACE_ROBBER: Final = 7  # `ROBBER`
ROB: Final = 8
STEALING: Final = 9
MAIN: Final = 10
DRAWING: Final = 11
FREE_ROAD: Final = 12
TRADING: Final = 13  # `OFFER`
ENDED: Final = 14

# Trade between players (SET-12.10).
OFF: Final = 0
OFFERS_ONLY: Final = 1
FULL: Final = 2

# Why the game ended (SET-13.10): indexes into Game.rules.reasons.
WON: Final = 0
TIME_UP: Final = 1
ROUNDS_UP: Final = 2
ALL_LEFT: Final = 3

# Answers to an offer (SET-12.6).
PENDING: Final = 0
ACCEPTED: Final = 1
REJECTED: Final = 2
COUNTERED: Final = 3

# Places in `spare`, by seat * 3.
ROADS: Final = 0
SETTLEMENTS: Final = 1
CITIES: Final = 2

# What happened: `events.py` has the sentence of each and what its numbers stand for.
BOARD_LAID: Final = 1
START_ROLLED: Final = 2
STARTS: Final = 3
TURN_BEGAN: Final = 4
DICE_ROLLED: Final = 5
PRODUCED: Final = 6
SHORT: Final = 7
MUST_DISCARD: Final = 8
SEALED: Final = 9
DISCARDED: Final = 10
SETTLED: Final = 11
FOUNDED: Final = 12
PAVED: Final = 13
REPAVED: Final = 14
RAISED: Final = 15
BOUGHT: Final = 16
KNIGHTED: Final = 17
ROADS_CARD: Final = 18
INVENTED: Final = 19
MONOPOLIZED: Final = 20
GAVE: Final = 21
ROBBER_PUT: Final = 22
STOLE: Final = 23
BANKED: Final = 24
OFFERED: Final = 25
ANSWERED: Final = 26
COUNTER_OFFERED: Final = 27
DEALT: Final = 28
NO_DEAL: Final = 29
LONGEST: Final = 30
LARGEST: Final = 31
REVEALED: Final = 32
TIME_CALLED: Final = 33
LIMIT_SET: Final = 34
TURN_TIMED_OUT: Final = 35
LEFT: Final = 36
FINISHED: Final = 37

# Clauses that forbid: SET-7.2 is 702.
SET_1_4: Final = 104
SET_3_6: Final = 306
SET_3_7: Final = 307
SET_3_8: Final = 308
SET_4_2: Final = 402
SET_4_4: Final = 404
SET_4_5: Final = 405
SET_4_6: Final = 406
SET_6_1: Final = 601
SET_6_4: Final = 604
SET_6_5: Final = 605
SET_6_6: Final = 606
SET_6_8: Final = 608
SET_6_9: Final = 609
SET_6_10: Final = 610
SET_6_14: Final = 614
SET_7_1: Final = 701
SET_7_2: Final = 702
SET_7_3: Final = 703
SET_7_4: Final = 704
SET_7_5: Final = 705
SET_7_7: Final = 707
SET_7_8: Final = 708
SET_8_1: Final = 801
SET_8_2: Final = 802
SET_8_3: Final = 803
SET_9_1: Final = 901
SET_9_2: Final = 902
SET_9_3: Final = 903
SET_9_4: Final = 904
SET_9_6: Final = 906
SET_9_7: Final = 907
SET_11_1: Final = 1101
SET_11_3: Final = 1103
SET_11_5: Final = 1105
SET_12_1: Final = 1201
SET_12_2: Final = 1202
SET_12_3: Final = 1203
SET_12_5: Final = 1205
SET_12_6: Final = 1206
SET_12_7: Final = 1207
SET_12_8: Final = 1208
SET_12_10: Final = 1210
SET_13_3: Final = 1303
SET_13_5: Final = 1305
SET_14_1: Final = 1401
SET_14_4: Final = 1404
SET_14_7: Final = 1407
SET_15_3: Final = 1503
SET_15_5: Final = 1505
