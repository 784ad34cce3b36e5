"""x"""
from kotva.engine.game import PLAYED, Event
from kotva.games.hexxi import board as board
from kotva.games.hexxi.board import UNKNOWN, FIELDS
from kotva.games.hexxi.rules.table import LAID, SHIFTED, STOCKED
WHY={}
words=None
log=None
def told(viewer: int, event: Event) -> Event | None:
    """HEX-17.3: others read `place ? f` and `init ?`, and of a `shift` the field alone."""
    code, a, b, c = event
    if a == viewer:
        return event
    if code == PLAYED:
        if board.PLACE <= b < board.INIT:
            return (code, a, board.PLACE + UNKNOWN * FIELDS + (b - board.PLACE) % FIELDS, c)
        return (code, a, board.INIT + UNKNOWN, c) if board.INIT <= b < board.SPY else event
    if code in (LAID, STOCKED):
        return (code, a, UNKNOWN, c)
    if code == SHIFTED and c < 8:  # face down; a face-up token is known to all
        return (code, a, b, UNKNOWN)
    return event


