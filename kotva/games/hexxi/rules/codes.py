"""Numbers with names: phases, reasons, events and clauses."""

from typing import Final

# States of section 4. Those from STOW on are automatic: nobody decides in them.
DRAWING: Final = 0  # chance draws the first player (HEX-3.1, first=random)
DEPLOY: Final = 1
PAYING: Final = 2
SHIFTING: Final = 3
AUCTION: Final = 4
CONFRONT: Final = 5
ESCORTING: Final = 6
ENDED: Final = 7
STOW: Final = 8
REVEAL: Final = 9
SETTLE: Final = 10  # places of the new order line are given, until a tie needs an auction
UNCOVER: Final = 11
TURN: Final = 12  # a turn of the confrontation begins
SCORING: Final = 13

# What happened: `events.py` has the sentence of each and what its numbers stand for.
FIRST_DRAWN: Final = 1
LAID: Final = 2
STOCKED: Final = 3
SPIED: Final = 4
SHOWN: Final = 5
PAID: Final = 6
PENALTY: Final = 7
STOWED: Final = 8
SHIFTED: Final = 9
INITIATIVE: Final = 10
TIED: Final = 11
BIDDEN: Final = 12
DROPPED: Final = 13
OUTBID: Final = 14
ORDERED: Final = 15
UNCOVERED: Final = 16
MOVED: Final = 17
RETURNED: Final = 18
JUMPED: Final = 19
CAPTURED: Final = 20
CONQUERED: Final = 21
RESCUED: Final = 22
PASSED: Final = 23
CALMED: Final = 24
QUIESCED: Final = 25
SCORED: Final = 26
CLEANED: Final = 27
ROUND: Final = 28
FINISHED: Final = 29
TURNED: Final = 30

# Where points come from: columns of the sheet, a row a round and seat.
SHIPS: Final = 0
EDGES: Final = 1
BOATS: Final = 2
WARSHIPS: Final = 3
CAPTURES: Final = 4
CONQUESTS: Final = 5
PENALTIES: Final = 6
BIDS: Final = 7
COLUMNS: Final = 8
COST: Final = 20  # HEX-14.8

# Clauses that forbid: HEX-7.2 is 702.
HEX_1_4: Final = 104
HEX_2_8: Final = 208
HEX_2_9: Final = 209
HEX_5_1: Final = 501
HEX_5_4: Final = 504
HEX_5_8: Final = 508
HEX_5_9: Final = 509
HEX_6_2: Final = 602
HEX_6_3: Final = 603
HEX_6_6: Final = 606
HEX_6_7: Final = 607
HEX_7_5: Final = 705
HEX_7_6: Final = 706
HEX_8_1: Final = 801
HEX_8_2: Final = 802
HEX_9_1: Final = 901
HEX_10_1: Final = 1001
HEX_10_5: Final = 1005
HEX_10_6: Final = 1006
HEX_10_7: Final = 1007
HEX_10_8: Final = 1008
HEX_10_10: Final = 1010
HEX_10_12: Final = 1012
HEX_10_13: Final = 1013
HEX_10_15: Final = 1015
HEX_11_1: Final = 1101
HEX_11_2: Final = 1102
HEX_11_3: Final = 1103
HEX_11_4: Final = 1104
HEX_11_7: Final = 1107
HEX_11_12: Final = 1112
HEX_11_13: Final = 1113
HEX_12_1: Final = 1201
HEX_12_2: Final = 1202
HEX_12_3: Final = 1203
HEX_16_3: Final = 1603
HEX_17_3: Final = 1703
HEX_17_6: Final = 1706
HEX_18_1: Final = 1801
