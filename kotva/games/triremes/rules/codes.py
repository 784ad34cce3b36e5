"""Numbers with names: phases, reasons, events and clauses."""

from typing import Final

# Phases (section 5). DICE is the throw of an exchange, BATTLE that of a land battle, DRAW_FIRST that of the first player.
DRAW_FIRST: Final = 0
SETUP: Final = 1
MOVE: Final = 2
FIGHT: Final = 3
DICE_DUE: Final = 4
BATTLE: Final = 5
PACT_ASKED: Final = 6
DRAW_ASKED: Final = 7
ENDED: Final = 8

# Why the game ended: indexes into Game.rules.reasons.
CAPITAL: Final = 0
DESTROYED: Final = 1
RESIGNED: Final = 2
QUIET: Final = 3
TURNS: Final = 4
AGREED: Final = 5
LAST: Final = 6
ALLIED: Final = 7

# What happened: `events.py` has the sentence of each and what its numbers stand for.
PLACED: Final = 1
SAILED: Final = 2
SUNK: Final = 3
CROSSED: Final = 4
BOARDED: Final = 5
ASSAULTED: Final = 6
STRUCK: Final = 7
ROLLED: Final = 8
LOST: Final = 9
PAID: Final = 10
CAPTURED: Final = 11
STEPPED: Final = 12
TOOK: Final = 13
EMBARKED: Final = 14
LANDED: Final = 15
UNDECIDED: Final = 16
PASSED: Final = 17
ELIMINATED: Final = 18
GAINED: Final = 19
OFFERED: Final = 20
ANSWERED: Final = 21
BREAKING: Final = 22
PACT_ENDED: Final = 23
BOUGHT: Final = 24
DRAW_OFFERED: Final = 25
DRAW_ANSWERED: Final = 26
GAVE_UP: Final = 27
FINISHED: Final = 28
BEGINS: Final = 29

# Clauses that forbid: TRI-7.2 is 702.
TRI_3_3: Final = 303
TRI_4_1: Final = 401
TRI_4_2: Final = 402
TRI_4_6: Final = 406
TRI_5_4: Final = 504
TRI_5_6: Final = 506
TRI_5_7: Final = 507
TRI_6_3: Final = 603
TRI_6_6: Final = 606
TRI_6_8: Final = 608
TRI_6_9: Final = 609
TRI_7_1: Final = 701
TRI_7_2: Final = 702
TRI_7_3: Final = 703
TRI_9_1: Final = 901
TRI_9_2: Final = 902
TRI_9_4: Final = 904
TRI_9_5: Final = 905
TRI_9_9: Final = 909
TRI_10_1: Final = 1001
TRI_10_5: Final = 1005
TRI_11_3: Final = 1103
TRI_11_10: Final = 1110
TRI_12_2: Final = 1202
TRI_12_6: Final = 1206
TRI_12_12: Final = 1212
TRI_13_1: Final = 1301
TRI_14_4: Final = 1404
TRI_16_5: Final = 1605
TRI_19_1: Final = 1901
TRI_19_2: Final = 1902
TRI_19_3: Final = 1903
TRI_19_4: Final = 1904
TRI_20_1: Final = 2001
TRI_20_3: Final = 2003
TRI_21_5: Final = 2105
