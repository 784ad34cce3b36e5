"""Ten games of a few lines each, without a line of advice for bots: whether levels are steps in a game that nobody tuned."""

from benchmarks.tiny.hidden import BIDS, DRAFT, GOOF, TRICKS
from benchmarks.tiny.open import BOXES, BREAK, COLUMNS, HEXES, SOW, TRAIL

GAMES = (COLUMNS, BREAK, HEXES, BOXES, SOW, TRAIL, GOOF, DRAFT, TRICKS, BIDS)

__all__ = ["GAMES"]
