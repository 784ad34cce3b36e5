"""Tiny games in which everybody sees everything, for two and for four."""

from __future__ import annotations

from benchmarks.tiny.base import Tiny, tiny
from kotva.engine.state import OVER


class Columns(Tiny):
    """Drop a stone into one of six columns of five; four in a row win."""

    wide, high = 6, 5

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.cell = [-1] * (self.wide * self.high)
        self.player, self.winner, self.left = 0, -1, self.wide * self.high

    def to_act(self) -> int:
        return OVER if self.winner >= 0 or self.left == 0 else self.player

    def options(self, _seat: int) -> list[int]:
        top = self.wide * (self.high - 1)
        return [x for x in range(self.wide) if self.cell[top + x] < 0]

    def apply(self, seat: int, action: int) -> None:
        at = action
        while self.cell[at] >= 0:
            at += self.wide
        self.cell[at] = seat
        self.left -= 1
        if any(1 + self.run(at, x, y) + self.run(at, -x, -y) >= 4 for x, y in ((1, 0), (0, 1), (1, 1), (1, -1))):
            self.winner = seat
        self.player = 1 - seat

    def run(self, at: int, dx: int, dy: int) -> int:
        """How many stones of the same seat follow in a direction."""
        x, y, n = at % self.wide + dx, at // self.wide + dy, 0
        while 0 <= x < self.wide and 0 <= y < self.high and self.cell[x + self.wide * y] == self.cell[at]:
            x, y, n = x + dx, y + dy, n + 1
        return n

    def score(self, seat: int) -> int:
        return int(seat == self.winner)


class Break(Tiny):
    """Pawns on five by five step forward, or take diagonally; the first on the last row wins."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.cell = [0] * 10 + [-1] * 5 + [1] * 10
        self.player, self.winner = 0, -1

    def to_act(self) -> int:
        return OVER if self.winner >= 0 else self.player

    def options(self, seat: int) -> list[int]:
        up = 5 if seat == 0 else -5
        out = []
        for at in range(25):
            if self.cell[at] == seat and 0 <= at + up < 25:
                for side in (-1, 0, 1):
                    there = self.cell[at + up + side] if 0 <= at % 5 + side < 5 else seat
                    if there == -1 or (there != seat and side):
                        out.append(3 * at + side + 1)
        return out

    def apply(self, seat: int, action: int) -> None:
        at, to = action // 3, action // 3 + (5 if seat == 0 else -5) + action % 3 - 1
        self.cell[at], self.cell[to] = -1, seat
        self.player = 1 - seat
        if to // 5 == (4 if seat == 0 else 0) or not self.options(1 - seat):
            self.winner = seat

    def score(self, seat: int) -> int:
        return int(seat == self.winner)


class Hexes(Tiny):
    """Six by six hexes: one joins top and bottom, the other left and right."""

    side = 6

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.cell = [-1] * self.side**2
        self.player, self.winner = 0, -1

    def to_act(self) -> int:
        return OVER if self.winner >= 0 else self.player

    def options(self, _seat: int) -> list[int]:
        return [at for at, stone in enumerate(self.cell) if stone < 0]

    def apply(self, seat: int, action: int) -> None:
        self.cell[action] = seat
        self.player = 1 - seat
        if self.joins(seat, action):
            self.winner = seat

    def joins(self, seat: int, start: int) -> bool:
        seen, todo = {start}, [start]
        low = high = False
        while todo:
            x, y = todo[-1] % self.side, todo.pop() // self.side
            along = y if seat == 0 else x
            low, high = low or along == 0, high or along == self.side - 1
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
                at = x + dx + self.side * (y + dy)
                if 0 <= x + dx < self.side and 0 <= y + dy < self.side and at not in seen and self.cell[at] == seat:
                    seen.add(at)
                    todo.append(at)
        return low and high

    def score(self, seat: int) -> int:
        return int(seat == self.winner)


class Boxes(Tiny):
    """Draw a line of a grid of nine boxes; the last line of a box wins it and draws again. Three play."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.line = [0] * 24  # 12 across (row * 3 + column), then 12 down (row * 4 + column)
        self.points = [0] * seats
        self.player = 0

    def to_act(self) -> int:
        return OVER if all(self.line) else self.player

    def options(self, _seat: int) -> list[int]:
        return [i for i in range(24) if not self.line[i]]

    def apply(self, seat: int, action: int) -> None:
        before = self.full()
        self.line[action] = 1
        won = self.full() - before
        self.points[seat] += won
        if not won:
            self.player = (seat + 1) % self.seats

    def full(self) -> int:
        a = self.line
        return sum(
            a[3 * y + x] & a[3 * y + x + 3] & a[12 + 4 * y + x] & a[13 + 4 * y + x] for y in range(3) for x in range(3)
        )

    def score(self, seat: int) -> int:
        return self.points[seat]


class Sow(Tiny):
    """Four pits and a store each, three seeds a pit: sow round, again after the own store, take what lies opposite."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.pit = [3, 3, 3, 3, 0] * 2
        self.player = 0

    def to_act(self) -> int:
        return self.player if any(self.pit[:4]) and any(self.pit[5:9]) else OVER

    def options(self, seat: int) -> list[int]:
        return [i for i in range(4) if self.pit[5 * seat + i]]

    def apply(self, seat: int, action: int) -> None:
        at = 5 * seat + action
        seeds, self.pit[at] = self.pit[at], 0
        store, other = 5 * seat + 4, 9 - 5 * seat
        while seeds:
            at = (at + 1) % 10
            if at != other:
                self.pit[at] += 1
                seeds -= 1
        if at == store:
            return
        if at // 5 == seat and self.pit[at] == 1 and self.pit[8 - at]:
            self.pit[store] += self.pit[at] + self.pit[8 - at]
            self.pit[at] = self.pit[8 - at] = 0
        self.player = 1 - seat

    def score(self, seat: int) -> int:
        return sum(self.pit[5 * seat : 5 * seat + 5])


class Trail(Tiny):
    """Four riders on seven by seven leave a wall behind them; the last one that can move wins."""

    side = 7

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.wall = [0] * self.side**2
        self.at = [8, 40, 12, 36][:seats]
        for at in self.at:
            self.wall[at] = 1
        self.out = [0] * seats  # in which turn each was out
        self.player, self.turn = 0, 1

    def to_act(self) -> int:
        return self.player if self.out.count(0) > 1 else OVER

    def options(self, seat: int) -> list[int]:
        x, y = self.at[seat] % self.side, self.at[seat] // self.side
        free = []
        for way, (dx, dy) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
            inside = 0 <= x + dx < self.side and 0 <= y + dy < self.side
            if inside and not self.wall[x + dx + self.side * (y + dy)]:
                free.append(way)
        return free

    def apply(self, seat: int, action: int) -> None:
        self.at[seat] += (1, self.side, -1, -self.side)[action]
        self.wall[self.at[seat]] = 1
        for _ in range(self.seats):
            self.turn += 1
            self.player = (self.player + 1) % self.seats
            if self.out[self.player] == 0:
                if self.out.count(0) == 1 or self.options(self.player):
                    return
                self.out[self.player] = self.turn

    def score(self, seat: int) -> int:
        return self.out[seat] or 1000


COLUMNS = tiny("columns", Columns, (2,), 6)
BREAK = tiny("break", Break, (2,), 75)
HEXES = tiny("hexes", Hexes, (2,), 36)
BOXES = tiny("boxes", Boxes, (3,), 24)
SOW = tiny("sow", Sow, (2,), 4)
TRAIL = tiny("trail", Trail, (4,), 4)
