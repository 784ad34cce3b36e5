"""Many games at once, inside the kernel: steps are read from one array, observations and masks are written into others.

`play` carries one step of some games out, with whatever chance and the end of a game bring; `write` fills in what the seats
to act see. Between the two the caller clears the masks, and the observations of games that `changed` (numpy does that in no
time), but for the first numbers, the board: those it copies from what it has for each seat.
"""

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from kotva.engine.arrays import COMPILED, Rng, zeros
from kotva.engine.dense import Choice, Dense
from kotva.engine.moves import Moves
from kotva.engine.observe import Observer, Tape
from kotva.engine.state import CHANCE, OVER, State

RUNNING: Final = 0
FINISHED: Final = 1  # the rules ended the game
CUT: Final = 2  # it was as long as it may get here


def octets(n: i64) -> vec[u8]:
    """An array of n zeros of 8 bits."""
    if not COMPILED:
        return cast("vec[u8]", [0] * n)
    out = vec[u8](capacity=n)
    i: i64 = 0
    while i < n:
        out = append(out, u8(0))
        i += 1
    return out


class Batch:
    """n games of one kind. Whoever steps it writes tokens into `tokens` and reads the other arrays."""

    def __init__(
        self, first: State, dense: Dense, observer: Observer, fixed: int, width: int, n: int, seed: int, limit: int
    ) -> None:
        self.first: State = first  # a new game, chance not yet asked
        self.dense: Dense = dense
        self.observer: Observer = observer
        self.n: i64 = n
        self.fixed: i64 = fixed  # numbers at the beginning of each row that the caller writes
        self.width: i64 = width
        self.limit: i64 = limit  # actions, chance included
        self.seats: i64 = first.seats
        self.states: list[State] = []
        self.rngs: list[Rng] = []
        self.choices: list[Choice] = []
        self.moves: Moves = Moves()
        self.tape: Tape = Tape(n * width)  # a row for each game
        self.mask: vec[u8] = octets(n * dense.size)
        self.tokens: vec[i64] = zeros(n)
        self.actor: vec[i64] = zeros(n)
        self.sampled: vec[i64] = zeros(n)  # the next step towards a legal action drawn at random, each equally likely
        self.dice: Rng = Rng(seed + 77_777)
        self.reward: vec[i64] = zeros(n * first.seats)  # places behind minus places ahead, in games just over
        self.done: vec[u8] = octets(n)
        self.illegal: vec[u8] = octets(n)
        self.changed: vec[u8] = octets(n)  # a decision was made since the last observation was written
        self.length: vec[i64] = zeros(n)
        self.games: i64 = 0  # how many have ended
        i: i64 = 0
        while i < n:
            self.states.append(first)
            self.rngs.append(Rng(seed + i * 1_000_003))
            self.choices.append(Choice(dense))
            self.restart(i)
            i += 1

    def restart(self, i: i64) -> None:
        """A new game in place i; its chance goes on from where it was."""
        self.states[i] = self.first.clone()
        self.length[i] = 0
        self.settle(i)

    def settle(self, i: i64) -> bool:
        """Let chance decide until a seat has to; whether one has to."""
        s = self.states[i]
        rng = self.rngs[i]
        actor: i64 = s.to_act()
        while actor == CHANCE:
            s.apply(CHANCE, s.sample(rng, self.moves))
            self.length[i] += 1
            actor = s.to_act()
        self.actor[i] = actor
        self.changed[i] = 1
        self.choices[i].n = 0
        return actor != OVER

    def play(self, start: i64, end: i64) -> None:
        """One step of these games. A token that is not open changes nothing and is marked in `illegal`."""
        while start < end:
            if self.done[start]:
                self.forget(start)
            self.play_one(start)
            start += 1

    def forget(self, i: i64) -> None:
        """The end that was told has been read."""
        self.done[i] = 0
        k: i64 = 0
        while k < self.seats:
            self.reward[i * self.seats + k] = 0
            k += 1

    def play_one(self, i: i64) -> None:
        token: i64 = self.tokens[i]
        if token < 0 or token >= self.dense.size or self.mask[i * self.dense.size + token] == 0:
            self.illegal[i] = 1
            return
        self.illegal[i] = 0
        seat: i64 = self.actor[i]
        action: i64 = self.dense.whole(token, seat)
        if action < 0:
            self.list_legal(i)
            action = self.choices[i].take(self.moves, seat, token)
            if action < 0:
                return
        self.states[i].apply(seat, action)
        self.length[i] += 1
        if not self.settle(i):
            self.finish(i, FINISHED)
        elif self.length[i] >= self.limit:
            self.finish(i, CUT)

    def finish(self, i: i64, how: i64) -> None:
        """Note the places of all seats, and begin again."""
        s = self.states[i]
        self.done[i] = FINISHED if how == FINISHED else CUT
        self.games += 1
        a: i64 = 0
        while how == FINISHED and a < self.seats:
            rank: i64 = s.rank(a)
            b: i64 = 0
            while b < self.seats:
                other: i64 = s.rank(b)
                if other > rank:
                    self.reward[i * self.seats + a] += 1
                elif other < rank:
                    self.reward[i * self.seats + a] -= 1
                b += 1
            a += 1
        self.restart(i)

    def list_legal(self, i: i64) -> None:
        """The legal actions that fit the steps so far."""
        moves = self.moves
        moves.clear()
        self.states[i].list_legal(self.actor[i], moves)
        self.choices[i].narrow(moves, self.actor[i])

    def write(self, start: i64, end: i64) -> None:
        """Observation and mask of these games, for the seat that is to act; the rows are zeros before."""
        while start < end:
            self.write_one(start)
            start += 1

    def write_one(self, i: i64) -> None:
        seat: i64 = self.actor[i]
        choice = self.choices[i]
        moves = self.moves
        dense = self.dense
        self.list_legal(i)
        if choice.n == 0:
            choice.forward(moves, seat)
        at: i64 = i * dense.size
        k: i64 = 0
        while k < moves.n:
            self.mask[at + dense.token(moves.a[k], choice.n, seat)] = 1
            k += 1
        self.sampled[i] = dense.token(moves.a[self.dice.below(moves.n)], choice.n, seat)
        tape = self.tape
        if self.changed[i]:
            tape.at = i * self.width + self.fixed
            s = self.states[i]
            self.observer.write(s if self.observer.is_open(s) else s.seen(seat), seat, tape)
            self.changed[i] = 0
        tape.at = (i + 1) * self.width - dense.depth + 1
        k = 0
        while k < choice.n:
            tape.put(choice.steps[k] + 1)
            k += 1

    def clear(self, start: i64, end: i64) -> None:
        """Zeros where `write` will write: for callers without numpy's view of the arrays."""
        k: i64 = start * self.dense.size
        while k < end * self.dense.size:
            self.mask[k] = 0
            k += 1
        while start < end:
            if self.changed[start]:
                self.tape.clear(start * self.width + self.fixed, (start + 1) * self.width)
            start += 1
