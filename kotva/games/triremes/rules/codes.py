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

# Why the game ended: indexes into Game.reasons.
CAPITAL: Final = 0
DESTROYED: Final = 1
RESIGNED: Final = 2
QUIET: Final = 3
TURNS: Final = 4
AGREED: Final = 5
LAST: Final = 6
ALLIED: Final = 7

# What happened, for log and animation: (code, a, b, c). Squares and ships by their codes, a pose is square * 4 + heading.
PLACED: Final = 1  # seat, square
SAILED: Final = 2  # ship, pose before, pose after
SUNK: Final = 3  # ship, rammer, soldiers drowned
CROSSED: Final = 4  # soldiers, from ship, to ship
BOARDED: Final = 5  # ship, target
ASSAULTED: Final = 6  # seat, square, ship
STRUCK: Final = 7  # seat, from (or NONE - 1 - ship), to
ROLLED: Final = 8  # attacker * 4 + defender, attacker's die, defender's die
LOST: Final = 9  # seat, ship (or NONE), square (or NONE): a soldier dies
PAID: Final = 10  # seat: the loss that follows pays for a tactical move
CAPTURED: Final = 11  # ship, new owner, old owner
STEPPED: Final = 12  # seat, from, to
TOOK: Final = 13  # seat, from, to: the place of a beaten soldier
EMBARKED: Final = 14  # seat * 4 + what others learn of the ship (cargo), ship, first square * SQUARES + last square
LANDED: Final = 15  # seat, ship, square
UNDECIDED: Final = 16  # a fight or battle ends by ties
PASSED: Final = 17  # seat
ELIMINATED: Final = 18  # seat, by (or NONE)
GAINED: Final = 19  # seat, ships, soldiers
OFFERED: Final = 20  # seat, to
ANSWERED: Final = 21  # seat, to whom, 1 yes or 0 no
BREAKING: Final = 22  # seat, with
PACT_ENDED: Final = 23  # seat, seat
BOUGHT: Final = 24  # seat, ship (or NONE), square
DRAW_OFFERED: Final = 25  # seat
DRAW_ANSWERED: Final = 26  # seat, 1 yes or 0 no
GAVE_UP: Final = 27  # seat
FINISHED: Final = 28  # reason
BEGINS: Final = 29  # seat: plays first

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
