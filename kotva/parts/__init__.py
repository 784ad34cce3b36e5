"""The kit of parts: boards, cards, pieces, tracks, mats and ready decisions, each used in a few lines. `/parts` shows them live.

`SYMBOLS` are all drawings but those of the playing cards (`cards.PLAYING`); a game merges what it uses into `Game.look.symbols`.
"""

from collections.abc import Mapping
from typing import Final

from kotva.parts import boards, cards, pieces, seats

# All drawings of the kit but those of the playing cards.
SYMBOLS: Final[Mapping[str, str]] = {**boards.SYMBOLS, **pieces.SYMBOLS, **cards.SYMBOLS, **seats.SYMBOLS}
