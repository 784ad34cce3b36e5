"""What a seat of Triremes sees, as numbers (TRI-21): planes over the board of this game, and the ships by their ids."""

from typing import Final

from mypy_extensions import i64

from kotva.engine.observe import Observer, Tape, relative
from kotva.engine.spans import MOST, Span, one_hot
from kotva.games.triremes import board
from kotva.games.triremes.board import Chart
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.game import Triremes
from kotva.games.triremes.rules.table import FIGHT_SIZE, SQUARE, STARTER, TARGET

_PHASES: Final = 9


class TriremesObserver(Observer[Triremes]):
    def __init__(self, seats: i64, chart: Chart) -> None:
        self.seats: i64 = seats
        self.chart: Chart = chart
        self.columns: i64 = chart.columns
        self.rows: i64 = chart.rows
        self.squares: i64 = chart.columns * chart.rows

    def board(self) -> list[Span]:
        size = (int(self.columns), int(self.rows))
        return [
            Span("land", size, 2, "0 reef, 1 sea, 2 land"),
            Span("shores", (int(self.seats), *size), 1, "whose land it is, from the seat that looks"),
            Span("forts", (int(self.seats), *size), 1, "whose fortress it is"),
        ]

    def spans(self) -> list[Span]:
        size = (int(self.columns), int(self.rows))
        return [
            one_hot(
                "phase", _PHASES, "first player, set-up, move, fight, dice, land battle, pact asked, draw asked, ended"
            ),
            one_hot("turn", 4, "whose turn it is, from the seat that looks"),
            one_hot("to act", 4, "who decides"),
            Span(
                "counts",
                (6,),
                MOST,
                "turns, turns left, quiet turns, quiet turns left, open fights, ties in the land battle",
            ),
            Span("flags", (3,), 1, "progress in this turn, a pact action was played, a draw was offered"),
            Span("soldiers", (int(self.seats), *size), 1, "soldiers ashore"),
            Span("bows", (int(self.seats), *size), 4, "bows of ships: 1 + heading N E S W"),
            Span("sterns", (int(self.seats), *size), 1, "sterns of ships"),
            Span("loads", size, 3, "on a bow: 1 + soldiers aboard, 0 where that is not known"),
            Span("prizes", size, 1, "on a bow: a ship taken in this turn (TRI-14.4)"),
            Span("numbers", size, 200, "on a bow: the number in the ship's id"),
            Span("builders", size, 4, "on a bow: whose letter the id has (1: own)"),
            Span("fighting", size, 2, "bows and squares in an open fight (1) or a land battle (2)"),
            Span("alive", (4,), board.MOST_MEN, "soldiers of each player"),
            Span("coins", (4,), MOST, "coins (TRI-20)"),
            Span("out", (4,), 4, "0, or the how-manieth to be eliminated"),
            Span("pacts", (4,), 2, "with each player: allied, or until the turn ends"),
        ]

    def is_open(self, s: Triremes) -> bool:
        """TRI-21.1: with cargo=open nothing is hidden, nor after the end."""
        return s.chart.cargo == board.CARGO_OPEN or s.phase == codes.ENDED

    def write(self, seen: Triremes, seat: i64, tape: Tape) -> None:
        s = seen
        seats: i64 = s.seats
        chart = s.chart
        tape.hot(s.phase, _PHASES)
        tape.hot(relative(s.turn, seat, seats), 4)
        tape.hot(relative(s.to_act(), seat, seats), 4)
        tape.put(s.turns)
        tape.put(chart.turn_limit - s.turns)
        tape.put(s.quiet)
        tape.put(chart.quiet_limit - s.quiet)
        tape.put(len(s.fights) // FIGHT_SIZE)
        tape.put(s.fought_ties)
        tape.put(1 if s.progress else 0)
        tape.put(s.proposed & 1)
        tape.put((s.proposed >> 1) & 1)
        self.write_figures(s, seat, tape)
        tape.skip((3 * seats + 5) * self.squares)
        tape.turned(s.alive, seat, seats)
        tape.turned(s.coins, seat, seats)
        tape.turned(s.out, seat, seats)
        for i in range(seats):
            tape.put(s.pact[seat * board.MOST_SEATS + (seat + i) % seats])
        tape.skip(4 - seats)

    def write_board(self, seat: i64, tape: Tape) -> None:
        """What the squares are and whose they are."""
        chart = self.chart
        size: i64 = self.squares
        at: i64 = 0
        for column in range(1, self.columns + 1):
            for square in range(column * chart.stride + 1, column * chart.stride + 1 + self.rows):
                tape.mark(at, chart.kind[square])
                if chart.shore[square] != board.NONE:
                    tape.mark((1 + relative(chart.shore[square], seat, self.seats)) * size + at, 1)
                if chart.fort[square] != board.NONE:
                    tape.mark((1 + self.seats + relative(chart.fort[square] // 2, seat, self.seats)) * size + at, 1)
                at += 1
        tape.skip((1 + 2 * self.seats) * size)

    def place(self, chart: Chart, square: i64) -> i64:
        """Where a square is in a plane."""
        return (square // chart.stride - 1) * self.rows + square % chart.stride - 1

    def write_figures(self, s: Triremes, seat: i64, tape: Tape) -> None:
        seats: i64 = s.seats
        size: i64 = self.squares
        rest: i64 = 3 * seats * size  # where the planes begin that tell more of the ships
        chart = s.chart
        for who in range(seats):
            for i in range(s.ashore[who]):
                tape.mark(relative(who, seat, seats) * size + self.place(chart, s.men[who * board.MOST_MEN + i]), 1)
        for slot in range(i64(len(s.bow))):
            if s.bow[slot] != board.NONE:
                at: i64 = self.place(chart, s.bow[slot])
                owner: i64 = relative(s.owner[slot], seat, seats)
                tape.mark((seats + owner) * size + at, 1 + s.heading[slot])
                tape.mark((2 * seats + owner) * size + self.place(chart, s.stern(slot)), 1)
                if s.load[slot] >= 0:
                    tape.mark(rest + at, 1 + s.load[slot])
                tape.mark(rest + size + at, s.prize[slot])
                tape.mark(rest + 2 * size + at, 1 + s.ident[slot] % 200)
                tape.mark(rest + 3 * size + at, 1 + relative(s.ident[slot] // 200, seat, seats))
        self.write_fights(s, rest + 4 * size, tape)

    def write_fights(self, s: Triremes, base: i64, tape: Tape) -> None:
        chart = s.chart
        for i in range(0, i64(len(s.fights)), FIGHT_SIZE):
            ship: i64 = s.fights[i + STARTER]
            if ship != board.NONE and s.bow[ship] != board.NONE:
                tape.mark(base + self.place(chart, s.bow[ship]), 1)
            if s.fights[i + SQUARE] != board.NONE:
                tape.mark(base + self.place(chart, s.fights[i + SQUARE]), 1)
            ship = s.fights[i + TARGET]
            if ship != board.NONE and s.bow[ship] != board.NONE:
                tape.mark(base + self.place(chart, s.bow[ship]), 1)
        if s.fought_to != board.NONE:
            tape.mark(base + self.place(chart, s.fought_to), 2)
