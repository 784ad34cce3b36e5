"""Pearls, a tiny game with secrets that keeps every promise, and one broken variant for each check of the kit.

PRL-1.1 Everybody draws one of the pearls 1 to 8 in secret. PRL-2.1 Then everybody in turn keeps his pearl,
PRL-2.2 dives (lays it face down on the sea floor and draws another), or PRL-2.3 peeks at a pearl that he does not know.
PRL-3.1 At last all bet 0 to 2 at the same time, face down. PRL-4.1 The greatest pearl wins its bet and one point, the others
lose theirs. PRL-4.2 A bell may end the game before: nobody scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kotva.engine.actions import ActionSpace, Family, Numbers, Part
from kotva.engine.advice import Advice
from kotva.engine.arrays import Rng
from kotva.engine.game import PLAYED, Event, Game, Json, View
from kotva.engine.moves import Moves
from kotva.engine.observe import Observer, Tape
from kotva.engine.options import Number, Options
from kotva.engine.outcome import Reason
from kotva.engine.position import sure, unchecked
from kotva.engine.say import Say
from kotva.engine.scene import Item, Scene, SeatPanel
from kotva.engine.spans import MOST, Span
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
    """Everything but the arrays is public; `knows` too, for everybody sees who peeks."""

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

    def clone(self) -> Pearls:
        copy = type(self)(self.seats, self.rounds)
        for name in ("phase", "player", "left", "rung", "asked"):
            setattr(copy, name, getattr(self, name))
        for name in ("pearl", "bag", "floor", "knows", "bet"):
            setattr(copy, name, getattr(self, name)[:])
        return copy

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
            self.tell(SAW, seat, other, self.pearl[other])
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
        self.tell(DREW, self.player, pearl, 0)
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

    def seen(self, seat: int) -> Pearls:
        """The own pearl, those peeked at, what oneself laid on the floor, the own bet; everything at the end."""
        view = self.clone()
        if self.phase == ENDED:
            return view
        view.bag = [0] * 9
        for other in range(self.seats):
            known = other == seat or (seat >= 0 and self.knows[seat * self.seats + other])
            if self.pearl[other] and not known:
                view.pearl[other] = UNKNOWN
            if self.bet[other] >= 0 and other != seat:
                view.bet[other] = UNKNOWN
        for i in range(0, len(self.floor), 2):
            if self.floor[i] != seat:
                view.floor[i + 1] = UNKNOWN
        return view

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
    sure(lengths == (seats, 9, seats * seats, seats, 0), "a list is too long or too short (PRL-1.1)")
    sure(state.rounds in (1, 2) and 0 <= state.phase <= ENDED, "there is no such phase (PRL-2.1)")
    sure(
        all(0 <= p <= 8 for p in state.pearl) and all(n in (0, 1) for n in state.bag),
        "there is no such pearl (PRL-1.1)",
    )
    sure(all(0 <= owner < seats for owner in state.floor[::2]), "nobody dived there (PRL-2.2)")
    somewhere = [p for p in state.pearl if p] + state.floor[1::2] + [p for p in range(9) if state.bag[p]]
    sure(sorted(somewhere) == list(range(1, 9)), "PRL-1.1: the pearls are {pearls}", pearls=sorted(somewhere))
    sure(0 <= state.player < seats and state.rung in (0, 1), "nobody is to act (PRL-2.1)")
    sure(all(n in (0, 1) for n in state.knows) and all(-1 <= n <= 2 for n in state.bet), "nobody bets so (PRL-3.1)")
    sure((state.phase == ENDED) == bool(state.rung or -1 not in state.bet), "the game is over or not (PRL-4.1)")
    if state.phase == DEALING:
        dealt = [i for i in range(seats) if state.pearl[i]] == list(range(state.player))
        sure(
            dealt and state.left == turns and not any(state.knows) and not state.floor,
            "pearls are drawn first (PRL-1.1)",
        )
    elif state.phase == TURNS:
        sure(0 < state.left <= turns and state.player == (turns - state.left) % seats, "another turn (PRL-2.1)")
        sure(all(state.pearl[i] for i in range(seats) if i != state.player), "somebody has no pearl (PRL-1.1)")
    elif state.phase == BETTING:
        sure(state.left == 0 and all(state.pearl), "somebody has no pearl (PRL-1.1)")
    sure(state.phase >= BETTING or state.bet == [-1] * seats, "bets come last (PRL-3.1)")


def told(viewer: int, event: Event) -> Event | None:
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
    seats=(2, 3),
    actions=ACTIONS,
    reasons=(Reason("bets", "PRL-4.1", "Everybody has bet."), Reason("bell", "PRL-4.2", "The bell has rung.")),
    new=new,
    longest=lambda options: options.seats * (2 + 2 * options.number("rounds")) + 1,
    scene=scene,
    symbols={"pearl": '<circle r="20" fill="var(--paper)"/>', "wave": '<path d="M-30 0q15-20 30 0t30 0"/>'},
    options=(Number("rounds", 1, 2, 1, "PRL-2.1", "Rounds"),),
    why={
        101: "Pearls are drawn by chance.",
        201: "It is not your turn.",
        203: "You know that pearl.",
        301: "Everybody bets at the end.",
        401: "The game is over.",
        402: "Only the table rings the bell.",
    },
    paths=paths,
    told=told,
    log=log,
    check=check,
)

# -- one broken variant for each check ---------------------------------------------------------------------------------


def variant(name: str, state: type[Pearls] = Pearls, **changes: object) -> Game:
    """The toy with another state or another part; `name` is the check that must find it."""

    def make(options: Options) -> Pearls:
        return state(options.seats, options.number("rounds"))

    return replace(PEARLS, id=f"pearls_{name}", **{"new": make, **changes})  # type: ignore[arg-type]


class Careless(Pearls):
    """Conserves: a pearl that was on the sea floor is gone."""

    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        if action == DIVE:
            self.floor = self.floor[:-2]


class Forgetful(Number):
    """Options: the menu offers what is not allowed."""

    def menu(self, chosen: Options) -> Sequence[int]:
        return [1, 2, 3]


class Generous(Pearls):
    """Verdicts: peeking twice is listed no more, but allowed."""

    def list_legal(self, seat: int, out: Moves) -> None:
        whole = Moves()
        super().list_legal(seat, whole)
        for action in whole.items():
            if not PEEK <= action < BET:
                out.add(action)


class Lax(Pearls):
    """Gaps: a number between two families passes for a bet."""

    def why_not(self, seat: int, action: int) -> int:
        return super().why_not(seat, BET if action == BET + 3 else action)


class Rude(Pearls):
    """Turns: anybody may keep at any time."""

    def why_not(self, seat: int, action: int) -> int:
        return (
            OK if self.phase == TURNS and 0 <= seat < self.seats and action == KEEP else super().why_not(seat, action)
        )


class Loaded(Pearls):
    """Chance: a pearl is drawn that is in the bag no more."""

    def sample(self, rng: Rng, out: Moves) -> int:
        return next((DRAW + pearl - 1 for pearl in range(1, 9) if not self.bag[pearl]), DRAW)


class Grumpy(Pearls):
    """Refusals: being refused leaves a mark."""

    def why_not(self, seat: int, action: int) -> int:
        clause = super().why_not(seat, action)
        if clause != OK and seat == TABLE:
            self.asked += 1
        return clause


class Shallow(Pearls):
    """Clones: what is known is shared by a state and its clones."""

    def clone(self) -> Pearls:
        copy = super().clone()
        copy.knows = self.knows
        return copy


class Vain(Pearls):
    """Trace: whoever is listened to plays otherwise."""

    def tell(self, code: int, a: int, b: int, c: int) -> None:
        if self.trace is not None:
            self.asked += 1
        super().tell(code, a, b, c)


class Unjust(Pearls):
    """Outcomes: nobody is first."""

    def rank(self, seat: int) -> int:
        return 2


class Nosy(Pearls):
    """Undo: a question that is allowed changes the state, so a record does not replay to what was."""

    def why_not(self, seat: int, action: int) -> int:
        clause = super().why_not(seat, action)
        if clause == OK and DRAW <= action:
            self.asked += 1
        return clause

    def list_legal(self, seat: int, out: Moves) -> None:
        before = self.asked
        super().list_legal(seat, out)
        self.asked = before


class Fickle(Pearls):
    """Replays: the state depends on the hash of a text."""

    def __init__(self, seats: int, rounds: int) -> None:
        super().__init__(seats, rounds)
        self.asked = hash("pearls") % 1000


class Glassy(Pearls):
    """Views: a view shares the bets with the state."""

    def seen(self, seat: int) -> Pearls:
        view = super().seen(seat)
        view.knows = self.knows
        return view


class Twice(Pearls):
    """Redeals: a pearl that is known is dealt again."""

    def redeal(self, seat: int, rng: Rng) -> None:
        self.pearl = [8 if pearl == UNKNOWN else pearl for pearl in self.pearl]
        super().redeal(seat, rng)


class Mute(Pearls):
    """Redeals: nothing unknown is ever filled in."""

    def redeal(self, seat: int, rng: Rng) -> None:
        pass


class Rich(Pearls):
    """Twins: only who holds a great pearl may bet much. Good in itself, as long as nobody counts the actions of others."""

    def why_not(self, seat: int, action: int) -> int:
        clause = super().why_not(seat, action)
        return 301 if clause == OK and BET < action < DRAW and self.pearl[seat] < 5 else clause

    def redeal(self, seat: int, rng: Rng) -> None:
        super().redeal(seat, rng)
        self.bet = [min(bet, 0) if pearl < 5 else bet for bet, pearl in zip(self.bet, self.pearl, strict=True)]


class Candid(Pearls):
    """Reveals: when the bell is rung first, it only warns, and lays the pearl of the player on turn open to all."""

    def why_not(self, seat: int, action: int) -> int:
        if action == BELL and seat == TABLE and self.phase not in (TURNS, ENDED):
            return 402
        return super().why_not(seat, action)

    def apply(self, seat: int, action: int) -> None:
        if action == BELL and not self.rung:
            self.rung = 1 + self.pearl[self.player]
        else:
            super().apply(seat, action)

    def reason(self) -> int:
        return int(self.rung > 0)


class Telltale(Pearls):
    """Secrets: the reason of a refusal depends on what the other holds."""

    def why_not(self, seat: int, action: int) -> int:
        clause = super().why_not(seat, action)
        return 401 if clause == 203 and max(self.pearl) == 8 else clause


class Leaky(Pearls):
    """Leaks: the seat on the left is seen."""

    def seen(self, seat: int) -> Pearls:
        view = super().seen(seat)
        if seat >= 0:
            view.pearl[seat - 1] = self.pearl[seat - 1]
        return view


class Fussy(Pearls):
    """Handmade: in positions that no game leads to (somebody has peeked at himself) the list lacks an action."""

    def list_legal(self, seat: int, out: Moves) -> None:
        every = Moves()
        super().list_legal(seat, every)
        for action in every.items():
            if action not in (KEEP, BET) or not any(self.knows[:: self.seats + 1]):
                out.add(action)


class Boastful(Advice):
    """Advice: better than won."""

    def value(self, s: State, seat: int) -> int:
        return 2000


class Stammering(Numbers):
    """Notation: every number is written the same."""

    def text(self, index: int) -> str:
        return str(self.low)


def talkative(viewer: int, event: Event) -> Event | None:
    """Told: everybody hears what is drawn."""
    return event if event[0] == DREW else told(viewer, event)


def doubled(view: View, say: Say) -> Scene:
    """Scenes: two items with one id."""
    good = scene(view, say)
    return replace(good, items=(*good.items, good.items[0]))


def greeting(view: View, say: Say) -> Scene:
    """Scenes: everybody is called by his number, and is said to see what all see."""
    return replace(scene(view, say), tags=(str(view.seat),))


def shortened(state: State) -> dict[str, Json]:
    """Positions: who knows what is not written."""
    return {name: value for name, value in PEARLS.to_position(state).items() if name != "knows"}


def trusting(state: State) -> None:
    """Handmade: the pearls are counted, and whoever else writes what he likes is believed."""
    assert isinstance(state, Pearls)
    assert sorted(p for p in [*state.pearl, *state.floor[1::2]] if p) == sorted(
        {*state.pearl, *state.floor[1::2]} - {0}
    )


def unmarked(family: Family) -> Family:
    """Reveals: peeking could be taken back."""
    return Family(family.template, family.base, *family.domains, listed=family.listed, secret=family.secret)


def called_out(family: Family) -> Family:
    """Told: what is drawn is no secret by its mark, though no view shows it."""
    secret = family.secret and family.base != DRAW
    return Family(
        family.template, family.base, *family.domains, listed=family.listed, secret=secret, reveals=family.reveals
    )


def by_its_mark(viewer: int, event: Event) -> Event | None:
    """Told: and so everybody reads which pearl it was."""
    return event if event[0] == PLAYED and ACTIONS.family(event[2]).base == DRAW else told(viewer, event)


def only_legal_words(view: View, action: int, _say: Say) -> str:
    """Words that expect nobody to ask about anything else."""
    return {a: ACTIONS.text(a) for a in view.legal()}[action]


class Crooked(Numbers):
    """Steps: seats that count from themselves count two numbers as one."""

    parts = (Part(1, 3, lambda seats, seat: [0, 0, 2]),)


class Moody(Observer):
    """Observations: what it says depends on how often it was asked."""

    def __init__(self) -> None:
        self.looks = 0

    def spans(self) -> list[Span]:
        return [Span("looks", (1,), MOST, "how often somebody looked")]

    def write(self, seen: State, seat: int, tape: Tape) -> None:
        self.looks += 1
        tape.put(self.looks)


BROKEN = {
    "ends": variant("ends", longest=lambda options: 3),
    "conserves": variant("conserves", Careless),
    "options": variant("options", options=(Forgetful("rounds", 1, 2, 1, "PRL-2.1", "Rounds"),)),
    "verdicts": variant("verdicts", Generous),
    "gaps": variant("gaps", Lax),
    "turns": variant("turns", Rude),
    "chance": variant("chance", Loaded),
    "refusals": variant("refusals", Grumpy),
    "clones": variant("clones", Shallow),
    "trace": variant("trace", Vain),
    "outcomes": variant("outcomes", Unjust),
    "undo": variant("undo", Nosy),
    "replays": variant("replays", Fickle),
    "views": variant("views", Glassy),
    "redeals": variant("redeals", Twice),
    "secrets": variant("secrets", Telltale),
    "told": variant("told", told=talkative),
    "leaks": variant("leaks", Leaky),
    "reveals": variant("reveals", actions=ActionSpace(*(unmarked(family) for family in ACTIONS))),
    "takebacks": variant("takebacks", actions=ActionSpace(*(unmarked(family) for family in ACTIONS))),
    "twins": variant("twins", Rich),
    "positions": variant("positions", write=shortened),
    "handmade": variant("handmade", check=trusting),
    "notation": variant("notation", actions=ActionSpace(*ACTIONS, Family("swim {}", SWIM, Stammering(1, 3)))),
    "clauses": variant("clauses", why={n: text for n, text in PEARLS.why.items() if n != 203}),
    "clicks": variant("clicks", paths=lambda view, action: [("wreck",)] if action == DIVE else paths(view, action)),
    "questions": variant("questions", words=only_legal_words),
    "scenes": variant("scenes", scene=doubled),
    "symbols": variant("symbols", symbols={**PEARLS.symbols, "net": "<path d='M0 0'>"}),
    "lessons": variant("lessons"),  # beside it lies a file that nobody can read: the test lays it there
    "texts": variant("texts"),  # its catalogues lack a text: the test makes them
    "advice": variant("advice", advice=Boastful()),
    "steps": variant(
        "steps",
        actions=ActionSpace(*(f for f in ACTIONS if f.base != BET), Family("bet {}", BET, Crooked(0, 2), secret=True)),
    ),
    "observations": variant("observations", observer=lambda state: Moody()),
}

# Other ways to break a check: what is wrong, and which check must say so with which words.
ALSO_BROKEN = {
    "a missing redeal": (variant("mute", Mute), "redeals", "leaves everything as it is"),
    "secrets that nothing counts": (variant("uncounted", check=unchecked), "redeals", "needs a Game.check"),
    "a check that looks at nothing": (variant("blind", check=lambda _state: None), "redeals", "never notices"),
    "a secret without its mark": (
        variant("loud", actions=ActionSpace(*(called_out(family) for family in ACTIONS)), told=by_its_mark),
        "told",
        "apart from draw",
    ),
    "a list that differs where no game leads": (variant("fussy", Fussy), "handmade", "which is not listed"),
    "scenes that are not alike": (variant("greeting", scene=greeting, alike=True), "scenes", "know the same"),
    "a table action that shows": (variant("candid", Candid), "reveals", "learns something by 'bell'"),
}

GAMES = (PEARLS, *BROKEN.values(), *(game for game, _, _ in ALSO_BROKEN.values()))
