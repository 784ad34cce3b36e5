"""What bots ask: chances, progress, quick play, and when to stop.

A party that cannot win or lose any more plays for treasure and the end; one that still can does not agree to stop (SEA-19.2),
unless everybody has waited for the others for long.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import Rng, zeros
from kotva.engine.evaluation import NO_ACTION
from kotva.engine.moves import Moves
from kotva.engine.state import OVER
from kotva.games.seameni import board
from kotva.games.seameni.charts import mix, mixed
from kotva.games.seameni.evaluation.merits import Merits
from kotva.games.seameni.evaluation.sights import is_shared, is_time_to_ask, places, unwon
from kotva.games.seameni.evaluation.strength import POINT
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.game import Seameni

# What is settled (see `standing`).
OPEN: Final = 0
LOST: Final = 1
SURE: Final = 2
DEAD_DRAW: Final = 3


class SeameniEvaluation(Merits):
    """Strength turned into chances to win."""

    def values(self, s: Seameni, out: vec[i64]) -> None:
        """The chance of every seat's party; a draw is worth less than half a win, so that nobody settles for one early."""
        if s.to_act() == OVER:
            self.finish(s, out)
        elif s.phase == codes.CHAIN:
            self.follow(s, out, 3)
        else:
            self.judge(s, out)

    def finish(self, s: Seameni, out: vec[i64]) -> None:
        """1000 for the party that wins alone; a lost game with more treasure, and a shorter one, is worth more."""
        for seat in range(s.seats):
            if s.rank(seat) != 1:
                out[seat] = 25 + self.score(s, s.edge_of(seat))
            elif is_shared(s, seat):
                out[seat] = 300
            else:
                out[seat] = 1000

    def follow(self, s: Seameni, out: vec[i64], depth: i64) -> None:
        """In the middle of a movement: the best of what its exits lead to."""
        seat: i64 = s.to_act()
        exits = Moves()
        s.list_legal(seat, exits)
        value = zeros(s.seats)
        best: i64 = -1
        for i in range(exits.n):
            after = s.clone()
            after.apply(seat, exits.a[i])
            if after.to_act() == OVER:
                self.values(after, value)
            elif after.phase == codes.CHAIN and after.turning == board.NONE and depth > 1:
                self.follow(after, value, depth - 1)
            else:
                self.judge(after, value)
            if value[seat] > best:
                best = value[seat]
                for k in range(s.seats):
                    out[k] = value[k]

    def judge(self, s: Seameni, out: vec[i64]) -> None:
        """Strength turned into chances."""
        parties: i64 = self.parties(s)
        pair: bool = parties < s.seats
        self.charts.look_at(s)
        left: i64 = unwon(s)
        best: i64 = 0
        all: i64 = 0
        for seat in range(parties):
            edge: i64 = s.edge_of(seat)
            self.more[seat] = left
            out[seat] = self.strength(s, seat, edge, pair)
            all += out[seat]
            if out[seat] > best:
                best = out[seat]
        self.settle(s, parties)
        step: i64 = self.calm + self.calmer * left
        dull: i64 = 1000 * s.stall // (s.rule.stall_turns * s.seats)
        dull = dull * dull // 1000
        total: i64 = 0
        shares = zeros(parties)
        for seat in range(parties):
            share: i64 = 10000 * step // (step + best - out[seat])
            shares[seat] = share * share
            total += shares[seat]
        for seat in range(parties):
            chance: i64 = shares[seat] * 1000 // total
            chance += (out[seat] * 1000 // all - chance) * self.margin // 1000
            if s.rank(seat) != 1 or is_shared(s, seat):  # SEA-19.5 would take the win away
                chance -= chance * dull // 1000
            else:
                chance -= dull // 25  # the leader does not wait for it either
            out[seat] = self.settled(s, seat, chance)
        for seat in range(parties, s.seats):
            out[seat] = out[seat % parties]
        if s.phase == codes.VOTE:
            self.await_votes(s, parties, out)

    def settle(self, s: Seameni, parties: i64) -> None:
        """Parties that cannot win any more, and whether that leaves one that can lose.

        Where everybody waits for the others, a party behind has nothing to hope for: a limit comes before they move (SEA-19.5).
        """
        dead: bool = s.stall >= 2 * self.quiet * s.seats
        open: i64 = 0
        hopes: i64 = 0
        for seat in range(parties):
            self.fate[seat] = OPEN
            most: i64 = self.score(s, s.edge_of(seat)) + self.more[seat]
            for other in range(parties):
                if self.score(s, s.edge_of(other)) > most:
                    self.fate[seat] = LOST
            if dead and s.rank(seat) != 1:
                self.fate[seat] = LOST
            if self.fate[seat] == OPEN:
                open += 1
                hopes += self.more[seat]
        for seat in range(parties):
            if self.fate[seat] == OPEN:
                if open == 1:
                    self.fate[seat] = SURE
                elif hopes == 0:
                    self.fate[seat] = DEAD_DRAW

    def settled(self, s: Seameni, seat: i64, chance: i64) -> i64:
        """The chance of a party, if there is anything left to chance."""
        fate: i64 = self.fate[seat]
        if fate == OPEN:
            return 70 + chance * 87 // 100
        if fate == DEAD_DRAW:
            return 250
        return (950 if fate == SURE else 0) + self.score(s, s.edge_of(seat))

    def await_votes(self, s: Seameni, parties: i64, out: vec[i64]) -> None:
        """SEA-19.2: a party that has lost or leads accepts the end; one that may still win does not.

        A proposal that was refused is not made again at once, but after a few turns.
        """
        for seat in range(s.seats):
            fate: i64 = self.fate[seat % parties]
            if fate in (LOST, DEAD_DRAW):
                out[seat] += 10 if seat != s.seat_of(s.player) or is_time_to_ask(s) else -1
            elif seat == s.seat_of(s.player):
                out[seat] = out[seat] // 4
            elif s.rank(seat) == 1 and not is_shared(s, seat):
                out[seat] += 10
            else:
                out[seat] = out[seat] // 4

    def flat(self, s: Seameni) -> i64:
        """In a long quiet spell hopes matter less and less: those who guard them ride currents in a ring until SEA-19.5."""
        quiet: i64 = s.stall // s.seats - self.quiet
        return quiet * self.restless if quiet > 0 else -1

    def progress(self, s: Seameni, seat: i64) -> i64:
        """Treasure aboard, how soon each pirate brings more, and fields turned up while there is treasure to find."""
        return self.reach(s, seat, 3)

    def reach(self, s: Seameni, seat: i64, depth: i64) -> i64:
        """The same in the middle of a movement: the best of what its exits lead to."""
        if s.phase == codes.CHAIN and s.turning == board.NONE and depth > 0 and s.to_act() == seat:
            exits = Moves()
            s.list_legal(seat, exits)
            best: i64 = 0
            for i in range(exits.n):
                after = s.clone()
                after.apply(seat, exits.a[i])
                n: i64 = self.reach(after, seat, depth - 1)
                if n > best:
                    best = n
            return best
        edge: i64 = s.edge_of(seat)
        pair: bool = self.parties(s) < s.seats
        self.charts.look_at(s)
        home = self.charts.home(s, edge, pair)
        fetch = self.charts.fetch(s, edge, pair)
        total: i64 = 10 * POINT * self.score(s, edge) + self.turned * (board.TILES - s.hidden)
        if self.charts.hidden_chests(s) == 0:  # nothing is to be found any more
            total += self.turned * s.hidden
        total = 10000 * total + self.crew(s, edge, home, fetch, 0, 10)
        if pair:
            total += self.crew(s, edge ^ 2, home, fetch, 0, 10)
        quiet: i64 = s.stall // s.seats - self.quiet
        if quiet > 0:  # a seat that gets nowhere tries something else
            total += (mix(mixed(s.treasure), places(s)) >> 20) % 1024 * 40 * quiet
        return total

    # -- for search -------------------------------------------------------------------------------------------------

    def rollout(self, s: Seameni, seat: i64, moves: Moves, rng: Rng) -> i64:
        """Carry if one can; otherwise anything but a proposal."""
        start: i64 = rng.below(moves.n)
        for i in range(moves.n):
            action: i64 = moves.a[(start + i) % moves.n]
            if action >= board.CARRY and action < board.JUMP and self.order(s, seat, action) > 300:
                return action
        action = moves.a[start]
        return moves.a[0] if action == board.PROPOSE else action

    def horizon(self) -> i64:
        return self.far

    def pieces(self, s: Seameni, seat: i64) -> i64:
        """The ship and the three pirates, with the treasure where they are: a pirate sent to fetch it goes back with it."""
        edge: i64 = s.edge_of(seat)
        number: i64 = mix(1 + s.score_of[edge], s.ship[edge])
        for p in range(edge * 3, edge * 3 + 3):
            number = mix(number, s.place[p])
            if s.place[p] < board.OUTER:
                number = mix(number, s.treasure[s.place[p]])
        return number

    def is_lost(self, s: Seameni, seat: i64) -> bool:
        """Whether a seat can win no more, whatever happens, or nobody can and it is a draw."""
        self.judge(s, zeros(s.seats))
        return self.fate[seat % self.parties(s)] in (LOST, DEAD_DRAW)

    def give_up(self, s: Seameni, seat: i64) -> i64:
        """SEA-19.1, 19.2: a party that has lost proposes the end, or votes for it."""
        if s.phase == codes.VOTE:
            return board.YES
        return board.PROPOSE if s.phase == codes.TURN and s.rule.agreement and not s.asked else NO_ACTION

    def make_peace(self, s: Seameni, seat: i64) -> i64:
        """A party that leads alone takes the end when it is offered; a quiet game is no reason for one that may still win."""
        if s.phase == codes.VOTE and s.rank(seat) == 1 and not is_shared(s, seat):
            return board.YES
        return self.give_up(s, seat) if self.is_lost(s, seat) else NO_ACTION
