"""What a seat may know of loads, and loading anew what it may not (TRI-21)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import Rng, filled, zeros
from kotva.games.triremes import board
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.table import TriremesTable

FINEST: Final = 1000000000  # the generator draws below 2**30


def look(s: TriremesTable, seat: i64, v: TriremesTable) -> None:
    """TRI-21.1: loads of others are not shown with cargo=memory or hidden; TRI-21.2: those in an open fight are.

    TRI-21.4: a spectator sees of every ship what an opponent of its owner sees, and when the game is over everybody sees
    all. TRI-21.3: no rule about what one may do reads another's load.
    """
    v.load = filled(len(s.load), board.UNKNOWN)
    open_to_all: bool = s.chart.cargo == board.CARGO_OPEN or s.phase == codes.ENDED
    for slot in range(i64(len(s.load))):
        if open_to_all or s.bow[slot] == board.NONE or s.owner[slot] == seat or s.engaged(slot):
            v.load[slot] = s.load[slot]


def deal(s: TriremesTable, rng: Rng) -> None:
    """Spread each player's soldiers that are not in sight over the own unknown ships, every spread equally likely."""
    for owner in range(s.seats):
        aboard: i64 = s.alive[owner] - s.ashore[owner]
        unknown: i64 = 0
        for slot in range(i64(len(s.load))):
            if s.bow[slot] != board.NONE and s.owner[slot] == owner:
                if s.load[slot] == board.UNKNOWN:
                    unknown += 1
                else:
                    aboard -= s.load[slot]
        if unknown > 0 and s.phase != codes.SETUP and s.phase != codes.DRAW_FIRST:
            spread(s, owner, unknown, aboard, rng)
    for slot in range(i64(len(s.load))):
        if s.load[slot] == board.UNKNOWN:
            s.load[slot] = 0  # nobody is aboard before the first turn (TRI-3.3)


def spread(s: TriremesTable, owner: i64, ships: i64, soldiers: i64, rng: Rng) -> None:
    """Load by load, as likely as the number of ways to spread the rest."""
    ways: vec[i64] = spreads(ships, soldiers)
    slot: i64 = 0
    width: i64 = soldiers + 1
    while ships > 0:
        if s.bow[slot] != board.NONE and s.owner[slot] == owner and s.load[slot] == board.UNKNOWN:
            ships -= 1
            total: i64 = ways[(ships + 1) * width + soldiers]
            coarse: i64 = 1  # 24 ships can be loaded in more ways than the generator counts to
            while total // coarse >= FINEST:
                coarse += coarse
            r: i64 = rng.below(total // coarse) * coarse
            load: i64 = 0
            while load < board.LOAD and load < soldiers and r >= ways[ships * width + soldiers - load]:
                r -= ways[ships * width + soldiers - load]
                load += 1
            s.load[slot] = load
            soldiers -= load
        slot += 1


def spreads(ships: i64, soldiers: i64) -> vec[i64]:
    """In how many ways k ships can carry m soldiers, at k * (soldiers + 1) + m."""
    width: i64 = soldiers + 1
    out: vec[i64] = zeros((ships + 1) * width)
    out[0] = 1
    for k in range(1, ships + 1):
        for m in range(soldiers + 1):
            load: i64 = 0
            while load <= board.LOAD and load <= m:
                out[k * width + m] += out[(k - 1) * width + m - load]
                load += 1
    return out
