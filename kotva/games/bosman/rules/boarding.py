"""Boarding: which tokens round the boatswain may go aboard, and where (BOS-10)."""

from mypy_extensions import i64

from kotva.engine.moves import Moves
from kotva.engine.state import OK
from kotva.games.bosman import board
from kotva.games.bosman.rules import codes
from kotva.games.bosman.rules.table import Beach


def is_eligible(s: Beach, field: i64) -> bool:
    """BOS-10.3: the acting player's own token (BOS-1.5; of both gangs, BOS-12.4), not laid in this turn.

    Foreign tokens never board in this turn (BOS-10.9).
    """
    token: i64 = s.beach[field]
    return token != board.NONE and field != s.laid and s.owner[token // 10] == s.player


def boarding_forbidden(s: Beach, field: i64, at: i64) -> i64:
    """BOS-10.8: a token that is eligible, and a free seat: its own (BOS-10.5), for a cabin boy any (BOS-10.6)."""
    if s.side_of(field) == board.NONE or not is_eligible(s, field):
        return codes.BOS_10_8
    code: i64 = s.beach[field] % 10
    if (code != board.BOY and code != at) or not s.is_free(at):
        return codes.BOS_10_8
    return OK


def list_boardings(s: Beach, out: Moves) -> None:
    """The set B of BOS-10.8, by side N E S W (BOS-10.2) and seat."""
    for side in range(i64(4)):
        field: i64 = board.NEXT[side * board.FIELDS + s.boatswain]
        if is_eligible(s, field):
            code: i64 = s.beach[field] % 10
            for at in range(i64(board.SEATS)):
                if (code == board.BOY or code == at) and s.is_free(at):
                    out.add(board.BOARD + field * board.SEATS + at)


def boardings(s: Beach) -> Moves | None:
    """The set B, or None when it is empty (which it nearly always is: nothing is allocated then)."""
    for side in range(i64(4)):
        if is_eligible(s, board.NEXT[side * board.FIELDS + s.boatswain]):
            out = Moves()
            list_boardings(s, out)
            return out if out.n > 0 else None
    return None


def is_choice(out: Moves) -> bool:
    """Whether two pairs share a field or a seat."""
    for i in range(out.n):
        for j in range(i):
            a: i64 = out.a[i] - board.BOARD
            b: i64 = out.a[j] - board.BOARD
            if a // board.SEATS == b // board.SEATS or a % board.SEATS == b % board.SEATS:
                return True
    return False
