"""Pearls, a tiny game with secrets that keeps every promise; `toys` breaks it in one way for each check of the kit.

PRL-1.1 Everybody draws one of the pearls 1 to 8 in secret. PRL-2.1 Then everybody in turn keeps his pearl,
PRL-2.2 dives (lays it face down on the sea floor and draws another), or PRL-2.3 peeks at a pearl that he does not know.
PRL-3.1 At last all bet 0 to 2 at the same time, face down. PRL-4.1 The greatest pearl wins its bet and one point, the others
lose theirs. PRL-4.2 A bell may end the game before: nobody scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from kotva.engine.actions import ActionSpace, Family, Numbers
from kotva.engine.arrays import Rng
from kotva.engine.game import PLAYED, Event, Game, GameLook, GameRules, GameWords, View
from kotva.engine.moves import Moves
from kotva.engine.options import NumberOption, Options
from kotva.engine.outcome import Reason
from kotva.engine.position import require
from kotva.engine.say import Say
from kotva.engine.scene import Item, Scene, SeatPanel
from kotva.engine.state import CHANCE, OK, OVER, TABLE, State

KEEP, DIVE, BELL, PEEK, BET, DRAW, SWIM = 0, 1, 2, 10, 20, 30, 40
ACTIONS = ActionSpace(
    Family("keep", KEEP),
    Family("dive", DIVE),
    Family("bell", BELL, listed=False),
    Family("peek {}", PEEK, Numbers(1, 3), reveals=True),
    Family("bet {}", BET, Numbers(0, 2), secret=True),
    Family("draw {}", DRAW, Numbers(1, 8), secret=True),
)
DEALING, TURNS, BETTING, ENDED = range(4)


def is_action(number: int) -> bool:
    return any(family.base <= number < family.base + family.size for family in ACTIONS)


DREW, SAW = 1, 2
UNKNOWN = 9


class Pearls(State):
    """Everything but pearls, bag, floor and bets is public; `knows` too, for everybody sees who peeks."""

    def __init__(self, seats: int, rounds: int) -> None:
        super().__init__(seats)
        self.rounds = rounds
        self.phase = DEALING
        self.player = 0
        self.left = rounds * seats
        self.rung = 0
        self.asked = 0
        self.pearl = [0] * seats
        self.bag = [0] + [1] * 8
        self.floor: list[int] = []  # owner, pearl, owner, pearl ...
        self.knows = [0] * (seats * seats)
        self.bet = [-1] * seats

    def blank(self) -> Self:
        return type(self)(self.seats, self.rounds)

    def copy_public(self, c: Pearls) -> None:
        c.phase, c.player, c.left, c.rung, c.asked = self.phase, self.player, self.left, self.rung, self.asked
        c.knows = self.knows[:]

    def copy_hidden(self, c: Pearls) -> None:
        c.pearl, c.bag, c.floor, c.bet = self.pearl[:], self.bag[:], self.floor[:], self.bet[:]

    def to_act(self) -> int:
        if self.phase == ENDED:
            return OVER
        if self.phase != BETTING and self.pearl[self.player] == 0:
            return CHANCE
        if self.phase == BETTING:
            return self.bet.index(-1)
        return self.player

    def may_act(self, seat: int) -> bool:
        if self.phase == BETTING:
            return self.bet[seat] == -1
        return seat == self.to_act()

    def list_legal(self, seat: int, out: Moves) -> None:
        for family in ACTIONS:
            for action in range(family.base, family.base + family.size):
                if family.listed and self.why_not(seat, action) == OK:
                    out.add(action)

    def list_chance(self, out: Moves) -> None:
        for pearl in range(1, 9):
            if self.bag[pearl]:
                out.weigh(DRAW + pearl - 1, 1)

    def why_not(self, seat: int, action: int) -> int:
        if self.phase == ENDED:
            return 401
        if action == BELL:
            return OK if seat == TABLE else 402
        if DRAW <= action < DRAW + 8:
            return OK if seat == CHANCE and self.to_act() == CHANCE and self.bag[action - DRAW + 1] else 101
        if not is_action(action):
            return 201
        if not 0 <= seat < self.seats or not self.may_act(seat):
            return 201
        if BET <= action < DRAW:
            return OK if self.phase == BETTING else 301
        if self.phase == BETTING:
            return 301
        if action in (KEEP, DIVE):
            return OK
        other = action - PEEK
        return OK if other < self.seats and other != seat and not self.knows[seat * self.seats + other] else 203

    def apply(self, seat: int, action: int) -> None:
        if action == BELL:
            self.rung, self.phase = 1, ENDED
        elif action >= DRAW:
            self.draw(action - DRAW + 1)
        elif action >= BET:
            self.bet[seat] = action - BET
            if -1 not in self.bet:
                self.phase = ENDED
        elif action >= PEEK:
            other = action - PEEK
            self.knows[seat * self.seats + other] = 1
            self.emit(SAW, seat, other, self.pearl[other])
            self.next_turn()
        elif action == DIVE:
            self.floor += [seat, self.pearl[seat]]
            self.pearl[seat] = 0
            for who in range(self.seats):
                self.knows[who * self.seats + seat] = 0
        else:
            self.next_turn()

    def draw(self, pearl: int) -> None:
        self.bag[pearl] -= 1
        self.pearl[self.player] = pearl
        self.emit(DREW, self.player, pearl, 0)
        if self.phase == TURNS:
            self.next_turn()
        else:
            self.player = (self.player + 1) % self.seats
            if self.player == 0:
                self.phase = TURNS

    def next_turn(self) -> None:
        self.left -= 1
        self.player = (self.player + 1) % self.seats
        if self.left == 0:
            self.phase = BETTING

    def score(self, seat: int) -> int:
        if self.rung or self.bet[seat] < 0:
            return 0
        return self.bet[seat] + 1 if self.pearl[seat] == max(self.pearl) else -self.bet[seat]

    def rank(self, seat: int) -> int:
        return 1 + sum(self.score(other) > self.score(seat) for other in range(self.seats))

    def reason(self) -> int:
        return self.rung

    def look(self, seat: int, v: Pearls) -> None:
        """The own pearl, those peeked at, what oneself laid on the floor, the own bet; everything at the end."""
        self.copy_hidden(v)
        if self.phase == ENDED:
            return
        v.bag = [0] * 9
        for other in range(self.seats):
            known = other == seat or (seat >= 0 and self.knows[seat * self.seats + other])
            if self.pearl[other] and not known:
                v.pearl[other] = UNKNOWN
            if self.bet[other] >= 0 and other != seat:
                v.bet[other] = UNKNOWN
        for i in range(0, len(self.floor), 2):
            if self.floor[i] != seat:
                v.floor[i + 1] = UNKNOWN

    def redeal(self, seat: int, rng: Rng) -> None:
        if self.phase == ENDED:
            return
        pool = [p for p in range(1, 9) if p not in self.pearl and p not in self.floor[1::2]]
        for i, pearl in enumerate(self.pearl):
            if pearl == UNKNOWN:
                self.pearl[i] = pool.pop(rng.below(len(pool)))
        for i in range(1, len(self.floor), 2):
            if self.floor[i] == UNKNOWN:
                self.floor[i] = pool.pop(rng.below(len(pool)))
        self.bag = [int(p in pool) for p in range(9)]
        self.bet = [rng.below(3) if bet == UNKNOWN else bet for bet in self.bet]


def check(state: State) -> None:
    """PRL-1.1: eight pearls; and everything else that holds in every state, so that positions can be judged."""
    assert isinstance(state, Pearls)
    seats, turns = int(state.seats), state.rounds * int(state.seats)
    lengths = (len(state.pearl), len(state.bag), len(state.knows), len(state.bet), len(state.floor) % 2)
    require(lengths == (seats, 9, seats * seats, seats, 0), "a list is too long or too short (PRL-1.1)")
    require(state.rounds in (1, 2) and 0 <= state.phase <= ENDED, "there is no such phase (PRL-2.1)")
    require(
        all(0 <= p <= 8 for p in state.pearl) and all(n in (0, 1) for n in state.bag),
        "there is no such pearl (PRL-1.1)",
    )
    require(all(0 <= owner < seats for owner in state.floor[::2]), "nobody dived there (PRL-2.2)")
    somewhere = [p for p in state.pearl if p] + state.floor[1::2] + [p for p in range(9) if state.bag[p]]
    require(sorted(somewhere) == list(range(1, 9)), "PRL-1.1: the pearls are {pearls}", pearls=sorted(somewhere))
    require(0 <= state.player < seats and state.rung in (0, 1), "nobody is to act (PRL-2.1)")
    require(all(n in (0, 1) for n in state.knows) and all(-1 <= n <= 2 for n in state.bet), "nobody bets so (PRL-3.1)")
    require((state.phase == ENDED) == bool(state.rung or -1 not in state.bet), "the game is over or not (PRL-4.1)")
    if state.phase == DEALING:
        dealt = [i for i in range(seats) if state.pearl[i]] == list(range(state.player))
        require(
            dealt and state.left == turns and not any(state.knows) and not state.floor,
            "pearls are drawn first (PRL-1.1)",
        )
    elif state.phase == TURNS:
        require(0 < state.left <= turns and state.player == (turns - state.left) % seats, "another turn (PRL-2.1)")
        require(all(state.pearl[i] for i in range(seats) if i != state.player), "somebody has no pearl (PRL-1.1)")
    elif state.phase == BETTING:
        require(state.left == 0 and all(state.pearl), "somebody has no pearl (PRL-1.1)")
    require(state.phase >= BETTING or state.bet == [-1] * seats, "bets come last (PRL-3.1)")


def shown_event(viewer: int, event: Event) -> Event | None:
    code, who, other, _ = event
    if code == PLAYED:
        hidden = ACTIONS.family(other).secret and viewer != who
        return (PLAYED, who, -1, 0) if hidden else event
    if code == DREW:
        return event if viewer == who else (DREW, who, 0, 0)
    return event if viewer in (who, other) else (SAW, who, other, 0)


def log(events: Sequence[Event], say: Say) -> list[str]:
    lines = []
    for code, who, what, which in events:
        if code == PLAYED and what >= 0:
            lines.append(f"{say.player(who)}: {ACTIONS.text(what)}")
        elif code == DREW:
            lines.append(say("{who} draws {pearl}.", who=say.player(who), pearl=what or say("a pearl")))
        elif code == SAW:
            lines.append(say("{who} peeks: {pearl}.", who=say.player(who), pearl=which or say("a pearl")))
    return lines


def scene(view: View, say: Say) -> Scene:
    state = view.seen
    assert isinstance(state, Pearls)
    items = [Item("sea", "wave", 32, 32, label=say("the sea"), badge=str(len(state.floor) // 2))]
    for seat, pearl in enumerate(state.pearl):
        text = "" if pearl in (0, UNKNOWN) else str(pearl)
        items.append(Item(f"pearl-{seat}", "pearl", 96 + 64 * seat, 32, owner=seat, text=text, label=say("pearl")))
    panels = tuple(SeatPanel(seat, str(state.score(seat))) for seat in range(state.seats))
    return Scene(320, 64, tuple(items), say("Choose."), panels)


def paths(view: View, action: int) -> Sequence[tuple[str, ...]]:
    if action == DIVE:
        return [("sea",)]
    return [(f"pearl-{action - PEEK}",)] if PEEK <= action < BET else []


def new(options: Options) -> Pearls:
    return Pearls(options.seats, options.number("rounds"))


PEARLS = Game(
    id="pearls",
    prefix="PRL",
    version="1",
    title="Pearls",
    summary="Bet on the pearl that you hold.",
    rules=GameRules(
        seats=(2, 3),
        actions=ACTIONS,
        reasons=(Reason("bets", "PRL-4.1", "Everybody has bet."), Reason("bell", "PRL-4.2", "The bell has rung.")),
        new=new,
        longest=lambda options: options.seats * (2 + 2 * options.number("rounds")) + 1,
        options=(NumberOption("rounds", 1, 2, 1, "PRL-2.1", "Rounds"),),
        shown_event=shown_event,
        shared=True,
        check=check,
    ),
    words=GameWords(
        why={
            101: "Pearls are drawn by chance.",
            201: "It is not your turn.",
            203: "You know that pearl.",
            301: "Everybody bets at the end.",
            401: "The game is over.",
            402: "Only the table rings the bell.",
        },
        log=log,
    ),
    look=GameLook(
        scene=scene,
        symbols={"pearl": '<circle r="20" fill="var(--paper)"/>', "wave": '<path d="M-30 0q15-20 30 0t30 0"/>'},
        paths=paths,
    ),
)
