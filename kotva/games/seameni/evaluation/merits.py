"""A first look at actions: by the turns that they bring a treasure nearer."""

from mypy_extensions import i64

from kotva.games.seameni import board
from kotva.games.seameni.charts import BEST, FAR
from kotva.games.seameni.evaluation.sights import beyond, frees, is_time_to_ask, throws_out, zeal_of
from kotva.games.seameni.evaluation.strength import DECAY, Strength
from kotva.games.seameni.rules.game import Seameni


class Merits(Strength):
    """Knows the order in which actions are worth trying."""

    def order(self, s: Seameni, seat: i64, action: i64) -> i64:
        """Treasure aboard first, then whatever brings it fewest turns nearer; proposals and sharks last."""
        if action < board.SHIP:
            if action == board.PROPOSE:
                return 600 if is_time_to_ask(s) and self.is_lost(s, seat) else 1
            return 100
        self.recall(s, seat)
        if action >= board.TO:
            to: i64 = action - board.TO
            return self.merit(s.mover, self.home[to] if s.carried else self.fetch[to])
        if action >= board.SHARKS:
            return 20
        if action >= board.ADVANCE:
            return self.merit(action - board.ADVANCE, self.was[action - board.ADVANCE] - 1)
        if action >= board.JUMP:
            to = (action - board.JUMP) % board.FIELDS
            return 1 if board.SEA[to] and s.tile[to] == board.SHARK else 5 + DECAY[self.fetch[to]] // 50
        if action >= board.CARRY:
            p: i64 = (action - board.CARRY) // board.FIELDS
            to = (action - board.CARRY) % board.FIELDS
            if not board.SEA[to]:
                return 1000
            return 1 if s.tile[to] == board.SHARK else self.merit(p, self.home[beyond(s, p, to)])
        if action >= board.STEP:
            p = (action - board.STEP) // board.FIELDS
            to = (action - board.STEP) % board.FIELDS
            if s.captor[p] != board.NONE:
                return 300 if board.SEA[to] and s.treasure[to] else 60
            if not board.SEA[to]:
                return self.merit(
                    p, self.fetch[to] if s.ship_on(to) != board.NONE else self.ashore(s, p, to, self.fetch)
                )
            if s.tile[to] == board.SHARK:
                return 1
            merit: i64 = self.merit(
                p, 1 + self.fetch[BEST] if s.tile[to] == board.CAT else self.fetch[beyond(s, p, to)]
            )
            if s.tile[to] == board.HIDDEN:
                merit = self.scouting(s, p, to)
            elif s.tile[to] == board.OCTOPUS and frees(s, p, to):
                merit = self.merit(p, self.was[p] - 2)
            return merit + 25 * zeal_of(s) if throws_out(s, p, to) else merit
        return self.sailing(s, s.edge_of(seat), action - board.SHIP)

    def merit(self, p: i64, then: i64) -> i64:
        """Of moving a pirate, by the turns that it is then away from a treasure aboard: little where they are not fewer.

        A current that leads back to where it was would be a way to pass, turn after turn.
        """
        gain: i64 = self.was[p] - then
        if gain <= 0:
            return 30 if gain == 0 else 20
        merit: i64 = 60 + 160 * gain + DECAY[self.was[p]] // 50
        return 900 if merit > 900 else merit

    def scouting(self, s: Seameni, p: i64, to: i64) -> i64:
        """Of turning up a field: that alone is worth a few turns while there is something to find.

        A pirate with treasure goes ahead without it where its way home is unknown (SEA-13.5).
        """
        then: i64 = self.fetch[to]
        at: i64 = s.place[p]
        if at < board.OUTER and board.SEA[at] and s.lying(p) > 0 and self.home[to] < self.home[at]:
            then = self.was[p] - 1
        return self.merit(p, then - self.news if self.charts.hidden_chests(s) else then)

    def sailing(self, s: Seameni, edge: i64, to: i64) -> i64:
        """Of sailing: whether it is a turn on the way of those who carry or are about to leave."""
        gain: i64 = 0
        was: i64 = FAR
        pair: bool = self.parties(s) < s.seats
        carried: bool = False
        for p in range(edge * 3, edge * 3 + 3):
            if self.was[p] < FAR and s.place[p] < board.OUTER and s.lying(p) > 0:
                carried = True
        ship: i64 = s.ship[edge]
        s.ship[edge] = to
        home = self.charts.home(s, edge, pair)
        fetch = self.fetch if carried else self.charts.fetch(s, edge, pair)
        for p in range(edge * 3, edge * 3 + 3):
            n: i64 = 0
            if carried:
                if self.was[p] < FAR and s.place[p] < board.OUTER and s.lying(p) > 0:
                    n = self.home[s.place[p]] - home[s.place[p]]
            elif s.captor[p] == board.NONE and self.was[p] < FAR and s.place[p] == board.ABOARD + edge:
                n = self.was[p] - fetch[to]
            if n > gain or (n == gain and self.was[p] < was):
                gain = n
                was = self.was[p]
        s.ship[edge] = ship
        return 30 if gain <= 0 else 60 + 160 * gain + DECAY[was] // 50

    def recall(self, s: Seameni, seat: i64) -> None:
        """Have the turns of a seat's pirates at hand: actions of one position are asked about one after another."""
        stamp: i64 = (((s.turns * 16 + s.phase) * 256 + s.at + 1) * 128 + s.hidden) * 8 + seat
        if self.asked is s and self.stamp == stamp:
            return
        self.asked = s
        self.stamp = stamp
        edge: i64 = s.edge_of(seat)
        pair: bool = self.parties(s) < s.seats
        self.charts.look_at(s)
        self.home = self.charts.home(s, edge, pair)
        self.fetch = self.charts.fetch(s, edge, pair)
        for p in range(i64(board.PIRATES)):
            self.was[p] = FAR
            if s.place[p] != board.DEAD and s.captor[p] == board.NONE and p // 3 == edge:
                self.was[p] = self.turns(s, p, self.home, self.fetch)
