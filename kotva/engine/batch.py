"""Many games at once, inside the kernel: steps are read from one array, observations and masks are written into others.

Everything about a game is done while it is in the cache: its step, whatever chance and the end of the game bring, and what the
seat that is to act next sees. Few numbers of an observation and few tokens of a mask are not 0, so those that were written are
remembered and cleared, and not the whole row.
"""

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from kotva.engine.arrays import COMPILED, Rng, filled, ints, zeros
from kotva.engine.dense import Dense, StepChoice
from kotva.engine.moves import Moves
from kotva.engine.observe import Observer, Tape
from kotva.engine.state import CHANCE, OVER, State

FINISHED: Final = 1  # the rules ended the game
CUT: Final = 2  # it was as long as it may get here

SEED_STEP: Final = 1_000_003  # between the seeds of one game and the next

_NOTES: Final = 512  # places remembered in each row; a row in which more is written is cleared as a whole


def octets(n: i64) -> vec[u8]:
    """An array of n zeros of 8 bits."""
    if not COMPILED:
        return cast("vec[u8]", [0] * n)
    out = vec[u8](capacity=n)
    for _i in range(n):
        out = append(out, u8(0))
    return out


class KernelBatch:
    """n games of one kind. Call `begin` once, then write tokens into `tokens` and read the other arrays.

    `boards` has for each seat the numbers at the beginning of a row that never change. `spare` is by how much the arrays of
    observations and masks are longer than their rows: the rows may then begin later, where the maker of the batch chooses.
    """

    def __init__(
        self,
        first: State,
        dense: Dense,
        observer: Observer,
        boards: list[list[int]],
        width: int,
        n: int,
        seed: int,
        limit: int,
        spare: int = 0,
    ) -> None:
        self.first: State = first  # a new game, chance not yet asked
        self.dense: Dense = dense
        self.observer: Observer = observer
        self.n: i64 = n
        self.fixed: i64 = len(boards[0])
        self.width: i64 = width
        self.limit: i64 = limit  # actions, chance included
        self.seats: i64 = first.seats
        self.states: list[State] = []
        self.rngs: list[Rng] = []
        self.choices: list[StepChoice] = []
        self.moves: Moves = Moves()  # for outcomes of chance
        self.notes: i64 = min(width, _NOTES)
        self.tape: Tape = Tape(n * width + spare, n * self.notes)  # a row for each game
        self.noted: vec[i64] = zeros(n)  # how many places of a row are not 0
        self.mask: vec[u8] = octets(n * dense.size + spare)
        self.tape_at: i64 = 0  # where the first row of each begins
        self.mask_at: i64 = 0
        self.tokens: vec[i64] = zeros(n)
        self.actor: vec[i64] = zeros(n)
        self.sampled: vec[i64] = zeros(n)  # the next step towards a legal action drawn at random, each equally likely
        self.dice: Rng = Rng(seed + 77_777)
        self.reward: vec[i64] = zeros(n * first.seats)  # places behind minus places ahead, in games just over
        self.done: vec[u8] = octets(n)
        self.illegal: vec[u8] = octets(n)
        self.length: vec[i64] = zeros(n)
        self.games: i64 = 0  # how many have ended
        # Boards differ in little from seat to seat: by pair of seats, from where to where in these lists, what to write.
        self.shown: vec[i64] = filled(n, -1)  # whose board stands in a row
        self.change_from: vec[i64] = ints([])
        self.change_at: vec[i64] = ints([])
        self.change_to: vec[i64] = ints([])
        self.compare(boards)
        for i in range(n):
            self.states.append(first)
            self.rngs.append(Rng(seed + i * SEED_STEP))
            self.choices.append(StepChoice(dense))

    def begin(self, tape_at: int, mask_at: int) -> None:
        """Begin all games; the first row of observations and that of masks are there from now on."""
        self.tape_at = tape_at
        self.mask_at = mask_at
        for i in range(self.n):
            self.restart(i)
            self.observe(i)
            self.open(i)

    def compare(self, boards: list[list[int]]) -> None:
        """What to write where one seat's board stands (or none does, in the last rows) and another's shall."""
        starts: list[int] = []
        places: list[int] = []
        values: list[int] = []
        for old in [*boards, [0] * len(boards[0])]:
            for new in boards:
                starts.append(len(places))
                for place in range(len(new)):
                    if old[place] != new[place]:
                        places.append(place)
                        values.append(new[place])
        starts.append(len(places))
        self.change_from = ints(starts)
        self.change_at = ints(places)
        self.change_to = ints(values)

    # -- playing -----------------------------------------------------------------------------------------------------

    def restart(self, i: i64) -> None:
        """A new game in place i; its chance goes on from where it was."""
        self.states[i] = self.first.clone()
        self.length[i] = 0
        self.settle(i)

    def settle(self, i: i64) -> bool:
        """Let chance decide until a seat has to; whether one has to."""
        s = self.states[i]
        actor: i64 = s.to_act()
        while actor == CHANCE:
            s.apply(CHANCE, s.sample(self.rngs[i], self.moves))
            self.length[i] += 1
            actor = s.to_act()
        self.actor[i] = actor
        return actor != OVER

    def step(self) -> i64:
        """One step of every game, and what is seen and open then; how many games have ended."""
        before: i64 = self.games
        for i in range(self.n):
            if self.done[i]:
                self.forget(i)
            self.step_one(i)
        return self.games - before

    def forget(self, i: i64) -> None:
        """The end that was told has been read."""
        self.done[i] = 0
        for k in range(self.seats):
            self.reward[i * self.seats + k] = 0

    def step_one(self, i: i64) -> None:
        """A token that is not open changes nothing and is marked in `illegal`."""
        token: i64 = self.tokens[i]
        if token < 0 or token >= self.dense.size or self.mask[self.mask_at + i * self.dense.size + token] == 0:
            self.illegal[i] = 1
            return
        self.illegal[i] = 0
        self.close(i)
        action: i64 = self.dense.whole(token, self.actor[i])
        if action < 0:
            action = self.choices[i].take(token)
        if action >= 0:
            self.play(i, action)
            self.observe(i)
        self.open(i)

    def play(self, i: i64, action: i64) -> None:
        self.states[i].apply(self.actor[i], action)
        self.length[i] += 1
        if not self.settle(i):
            self.finish(i)
            self.done[i] = FINISHED
            self.restart(i)
        elif self.length[i] >= self.limit:
            self.games += 1
            self.done[i] = CUT
            self.restart(i)

    def finish(self, i: i64) -> None:
        """Note the places of all seats."""
        s = self.states[i]
        self.games += 1
        for a in range(self.seats):
            rank: i64 = s.rank(a)
            for b in range(self.seats):
                other: i64 = s.rank(b)
                if other > rank:
                    self.reward[i * self.seats + a] += 1
                elif other < rank:
                    self.reward[i * self.seats + a] -= 1

    # -- what is seen and open ---------------------------------------------------------------------------------------

    def close(self, i: i64) -> None:
        """Take the open tokens out of the mask."""
        moves = self.choices[i].moves
        at: i64 = self.mask_at + i * self.dense.size
        for k in range(moves.n):
            self.mask[at + moves.w[k]] = 0

    def open(self, i: i64) -> None:
        """Write the mask, the steps of the decision so far, and what a random player would do."""
        choice = self.choices[i]
        moves = choice.moves
        at: i64 = self.mask_at + i * self.dense.size
        for k in range(moves.n):
            self.mask[at + moves.w[k]] = 1
        self.sampled[i] = moves.w[self.dice.below(moves.n)]
        if choice.n == 0:
            return
        tape = self.tape
        tape.noted = i * self.notes + self.noted[i]
        tape.room = (i + 1) * self.notes
        tape.at = self.tape_at + (i + 1) * self.width - self.dense.depth + 1
        for k in range(choice.n):
            tape.put(choice.steps[k] + 1)
        self.noted[i] = tape.noted - i * self.notes

    def observe(self, i: i64) -> None:
        """A new decision: list what can be done, and write what the seat sees."""
        seat: i64 = self.actor[i]
        s = self.states[i]
        self.choices[i].ask(s, seat)
        self.clear(i)
        if self.fixed:
            self.lay(i, seat)
        tape = self.tape
        tape.noted = i * self.notes
        tape.room = tape.noted + self.notes
        tape.at = self.tape_at + i * self.width + self.fixed
        self.observer.write(s if self.observer.is_open(s) else s.seen(seat), seat, tape)
        self.noted[i] = tape.noted - i * self.notes

    def clear(self, i: i64) -> None:
        """Zeros in the row of a game, but for its board."""
        start: i64 = i * self.notes
        if self.noted[i] > self.notes:
            row: i64 = self.tape_at + i * self.width
            self.tape.clear_all(row + self.fixed, row + self.width)
        else:
            self.tape.clear(start, start + self.noted[i])

    def lay(self, i: i64, seat: i64) -> None:
        """Lay the board as a seat sees it into the row of a game."""
        old: i64 = self.shown[i]
        if old == seat:
            return
        if old < 0:
            old = self.seats
        row: i64 = old * self.seats + seat
        self.shown[i] = seat
        tape = self.tape.a
        places = self.change_at
        values = self.change_to
        at: i64 = self.tape_at + i * self.width
        end: i64 = self.change_from[row + 1]
        for k in range(self.change_from[row], end):
            tape[at + places[k]] = i16(values[k])
