"""What a seat of Seameni sees, as numbers: everything is public; the sea is turned until the own edge is S."""

from typing import Final

from mypy_extensions import i64

from kotva.engine.arrays import BIT, ints
from kotva.engine.observe import Observer, Tape
from kotva.engine.spans import MOST, Span, one_hot
from kotva.games.seameni import board
from kotva.games.seameni.rules.game import Seameni
from kotva.games.seameni.turning import CODE_TABLE, FIELD_TABLE, OUTER_TABLE

_FIELD: Final = ints(FIELD_TABLE)
_OUTER: Final = ints(OUTER_TABLE)
_CODE: Final = ints(CODE_TABLE)
_PHASES: Final = 9
_STATUS: Final = 10


class SeameniObserver(Observer[Seameni]):
    def spans(self) -> list[Span]:
        return [
            one_hot(
                "phase", _PHASES, "first player, placing, uncovering, turn, vote, chain, jump again, overflow, ended"
            ),
            one_hot("decider", 4, "the edge that decides, from the own one clockwise"),
            one_hot("player", 4, "the edge whose turn it is"),
            Span("counts", (6,), MOST, "turns, turns left, stall, stall left, tiles face down, treasures lost"),
            Span("flags", (3,), 1, "progress in this turn, the end was proposed, partners play together"),
            Span(
                "tiles",
                (board.FIELDS,),
                board.CODE_COUNT - 1,
                "the face of each tile: 0 face down, else its number in SEA-2's order",
            ),
            Span("treasure", (board.FIELDS,), 36, "treasures lying on a field"),
            Span("ships", (4, board.FIELDS), 1, "the ship of each edge"),
            Span("pirates", (board.PIRATES, board.FIELDS), 1, "the field of each pirate, the own three first"),
            Span(
                "status",
                (board.PIRATES, _STATUS),
                44,
                "on which ship (edge + 1), behind which edge field (number + 1), dead, step in mud, laden, captor (edge + 1), "
                "caught, rests, exiled, put out in this turn",
            ),
            Span("points", (4,), 36, "treasures aboard each ship"),
            Span("left", (board.KINDS,), 38, "tiles face down, by kind"),
            one_hot("mover", board.PIRATES, "the pirate whose movement runs"),
            one_hot("at", board.FIELDS, "where he is"),
            one_hot("origin", board.FIELDS, "where he came from"),
            one_hot("kind", 3, "walking, on his chain, leaping"),
            Span("movement", (3,), 1, "he carries a treasure, was surprised, is exempt"),
        ]

    def is_open(self, s: Seameni) -> bool:
        return True

    def write(self, seen: Seameni, seat: i64, tape: Tape) -> None:
        s = seen
        edge: i64 = s.edge_of(seat)
        base: i64 = edge * board.FIELDS
        tape.hot(s.phase, _PHASES)
        tape.hot((s.decider - edge) & 3, 4)
        tape.hot((s.player - edge) & 3, 4)
        tape.put(s.turns)
        tape.put(s.rule.max_turns * s.seats - s.turns)
        tape.put(s.stall)
        tape.put(s.rule.stall_turns * s.seats - s.stall)
        tape.put(s.hidden)
        tape.put(s.lost)
        tape.put(1 if s.progress else 0)
        tape.put(1 if s.asked else 0)
        tape.put(1 if s.rule.partners else 0)
        codes: i64 = edge * board.CODE_COUNT
        tile = s.tile
        treasure = s.treasure
        for i in range(i64(len(board.SEA_FIELDS))):
            f: i64 = board.SEA_FIELDS[i]
            if tile[f]:
                to: i64 = _FIELD[base + f]
                tape.mark(to, _CODE[codes + tile[f]])
                if treasure[f]:
                    tape.mark(board.FIELDS + to, treasure[f])
        tape.skip(2 * board.FIELDS)
        for i in range(i64(4)):
            if s.ship[i] != board.NONE:
                tape.mark(((i - edge) & 3) * board.FIELDS + _FIELD[base + s.ship[i]], 1)
        tape.skip(4 * board.FIELDS)
        self.write_pirates(s, edge, tape)
        for i in range(i64(4)):
            tape.put(s.score_of[(edge + i) & 3])
        tape.row(s.left, 0, board.KINDS)
        if s.mover != board.NONE:
            tape.mark(turned(s.mover, edge), 1)
        tape.skip(board.PIRATES)
        self.write_place(s.at, base, tape)
        self.write_place(s.origin, base, tape)
        tape.hot(s.kind if s.mover != board.NONE else -1, 3)
        tape.put(1 if s.carried else 0)
        tape.put(1 if s.surprised else 0)
        tape.put(1 if s.exempt else 0)

    def write_place(self, place: i64, base: i64, tape: Tape) -> None:
        """A place of the movement that runs, if it is on the grid."""
        if place >= 0 and place < board.FIELDS:
            tape.mark(_FIELD[base + place], 1)
        tape.skip(board.FIELDS)

    def write_pirates(self, s: Seameni, edge: i64, tape: Tape) -> None:
        """Where the pirates are, then what else is to be said of them."""
        status: i64 = board.PIRATES * board.FIELDS
        for i in range(i64(board.PIRATES)):
            who: i64 = turned(i, edge)
            place: i64 = s.place[i]
            at: i64 = status + who * _STATUS
            if place < board.FIELDS:
                tape.mark(who * board.FIELDS + _FIELD[edge * board.FIELDS + place], 1)
            elif place < board.ABOARD:
                tape.mark(at + 1, 1 + _OUTER[edge * 44 + place - board.OUTER])
            elif place < board.DEAD:
                tape.mark(at, 1 + ((place - board.ABOARD - edge) & 3))
            else:
                tape.mark(at + 2, 1)
            if s.step[i]:
                tape.mark(at + 3, s.step[i])
            if s.laden[i]:
                tape.mark(at + 4, s.laden[i])
            if s.captor[i] != board.NONE:
                tape.mark(at + 5, 1 + ((s.captor[i] - edge) & 3))
            if s.caught[i]:
                tape.mark(at + 6, s.caught[i])
            if s.rest[i]:
                tape.mark(at + 7, s.rest[i])
            if s.exile[i]:
                tape.mark(at + 8, s.exile[i])
            if s.put_out & BIT[i]:
                tape.mark(at + 9, 1)
        tape.skip(board.PIRATES * (board.FIELDS + _STATUS))


def turned(pirate: i64, edge: i64) -> i64:
    """A pirate's number, the own ones first."""
    return ((pirate // 3 - edge) & 3) * 3 + pirate % 3
