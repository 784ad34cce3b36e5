"""Pearls broken in one way for each check of the kit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kotva.engine.actions import ActionSpace, ArgumentPart, Family, Numbers
from kotva.engine.arrays import Rng
from kotva.engine.evaluation import Evaluation
from kotva.engine.game import Event, Game, Json, View
from kotva.engine.moves import Moves
from kotva.engine.observe import Observer, Tape
from kotva.engine.options import NumberOption, Options
from kotva.engine.say import Say
from kotva.engine.scene import Scene
from kotva.engine.spans import MOST, Span
from kotva.engine.state import OK, SPECTATOR, TABLE, State
from kotva.engine.symmetry import Symmetry
from tests.conformance.pearls import (
    ACTIONS,
    BET,
    DIVE,
    DRAW,
    DREW,
    KEEP,
    PEARLS,
    PEEK,
    SAW,
    SWIM,
    TURNS,
    UNKNOWN,
    Pearls,
    paths,
    scene,
    shown_event,
)
from tests.exchanged import exchanged


def variant(name: str, state: type[Pearls] = Pearls, **changes: object) -> Game:
    """The toy with another state or another part; `name` is the check that must find it."""

    def make(options: Options) -> Pearls:
        return state(options.seats, options.number("rounds"))

    return exchanged(PEARLS, id=f"pearls_{name}", **{"new": make, **changes})


class Careless(Pearls):
    """Conserves: a pearl that was on the sea floor is gone."""

    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        if action == DIVE:
            self.floor = self.floor[:-2]


class Forgetful(NumberOption):
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

    def copy_public(self, c: Pearls) -> None:
        super().copy_public(c)
        c.knows = self.knows


class Vain(Pearls):
    """Trace: whoever is listened to plays otherwise."""

    def emit(self, code: int, a: int, b: int, c: int) -> None:
        if self.trace is not None:
            self.asked += 1
        super().emit(code, a, b, c)


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

    def look(self, seat: int, v: Pearls) -> None:
        super().look(seat, v)
        v.knows = self.knows


class Twice(Pearls):
    """Redeals: a pearl that is known is dealt again."""

    def redeal(self, seat: int, rng: Rng) -> None:
        self.pearl = [8 if pearl == UNKNOWN else pearl for pearl in self.pearl]
        super().redeal(seat, rng)


class Rich(Pearls):
    """Twins: only who holds a great pearl may bet much. Good in itself, as long as nobody counts the actions of others."""

    def why_not(self, seat: int, action: int) -> int:
        clause = super().why_not(seat, action)
        return 301 if clause == OK and BET < action < DRAW and self.pearl[seat] < 5 else clause

    def redeal(self, seat: int, rng: Rng) -> None:
        super().redeal(seat, rng)
        self.bet = [min(bet, 0) if pearl < 5 else bet for bet, pearl in zip(self.bet, self.pearl, strict=True)]


class Telltale(Pearls):
    """Secrets: the reason of a refusal depends on what the other holds."""

    def why_not(self, seat: int, action: int) -> int:
        clause = super().why_not(seat, action)
        return 401 if clause == 203 and max(self.pearl) == 8 else clause


class Leaky(Pearls):
    """Leaks: the seat on the left is seen."""

    def look(self, seat: int, v: Pearls) -> None:
        super().look(seat, v)
        if seat >= 0:
            v.pearl[seat - 1] = self.pearl[seat - 1]


class Boastful(Evaluation):
    """Advice: better than won."""

    def value(self, s: State, seat: int) -> int:
        return 2000


class Stammering(Numbers):
    """Notation: every number is written the same."""

    def text(self, index: int) -> str:
        return str(self.low)


def talkative(viewer: int, event: Event) -> Event | None:
    """Told: everybody hears what is drawn."""
    return event if event[0] == DREW else shown_event(viewer, event)


def unnoticed(viewer: int, event: Event) -> Event | None:
    """Recalls: who peeked, a spectator hears once. Good in itself, as long as no log keeps it."""
    return None if event[0] == SAW and viewer == SPECTATOR else event


def doubled(view: View, say: Say) -> Scene:
    """Scenes: two items with one id."""
    good = scene(view, say)
    return replace(good, items=(*good.items, good.items[0]))


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


def only_legal_words(view: View, action: int, _say: Say) -> str:
    """Words that expect nobody to ask about anything else."""
    return {a: ACTIONS.text(a) for a in view.legal()}[action]


class Crooked(Numbers):
    """Steps: seats that count from themselves count two numbers as one."""

    parts = (ArgumentPart(1, 3, lambda seats, seat: [0, 0, 2]),)


class Moody(Observer):
    """Observations: what it says depends on how often it was asked."""

    def __init__(self) -> None:
        self.looks = 0

    def spans(self) -> list[Span]:
        return [Span("looks", (1,), MOST, "how often somebody looked")]

    def write(self, seen: State, seat: int, tape: Tape) -> None:
        self.looks += 1
        tape.put(self.looks)


class Transparent(Pearls):
    """Spectators see every pearl as long as anybody thinks."""

    def blank(self) -> Transparent:
        return Transparent(self.seats, self.rounds)

    def look(self, seat: int, v: Pearls) -> None:
        super().look(seat, v)
        if seat < 0:
            v.pearl = self.pearl[:]


class Generously(Pearls):
    """What a seat wins is written to the next one."""

    def score(self, seat: int) -> int:
        return super().score((seat + 1) % self.seats)


REMEMBERED = [0]


class Remembering(Pearls):
    """The last pearl drawn stays in the module, where a scene finds it."""

    def draw(self, pearl: int) -> None:
        REMEMBERED[0] = pearl
        super().draw(pearl)


def remembered(view: View, say: Say) -> Scene:
    made = scene(view, say)
    return replace(made, prompt=f"{made.prompt} {REMEMBERED[0]}")


# The greatest pearl wins, so that the game is another one when the least stands for it.
upside_down = Symmetry("upside down", {f"draw {n}": f"draw {9 - n}" for n in range(1, 9)}, {})

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
    "control": variant("control", Generously),
    "globals": variant("globals", Remembering, scene=remembered),
    "undo": variant("undo", Nosy),
    "replays": variant("replays", Fickle),
    "views": variant("views", Glassy),
    "redeals": variant("redeals", Twice),
    "secrets": variant("secrets", Telltale),
    "roles": variant("roles", Transparent),
    "told": variant("told", shown_event=talkative),
    "leaks": variant("leaks", Leaky),
    "reveals": variant("reveals", actions=ActionSpace(*(unmarked(family) for family in ACTIONS))),
    "takebacks": variant("takebacks", actions=ActionSpace(*(unmarked(family) for family in ACTIONS))),
    "twins": variant("twins", Rich),
    "recalls": variant("recalls", shown_event_later=unnoticed),
    "positions": variant("positions", write=shortened),
    "handmade": variant("handmade", check=trusting),
    "notation": variant("notation", actions=ActionSpace(*ACTIONS, Family("swim {}", SWIM, Stammering(1, 3)))),
    "clauses": variant("clauses", why={n: text for n, text in PEARLS.words.why.items() if n != 203}),
    "clicks": variant("clicks", paths=lambda view, action: [("wreck",)] if action == DIVE else paths(view, action)),
    "questions": variant("questions", action=only_legal_words),
    "scenes": variant("scenes", scene=doubled),
    "symbols": variant("symbols", symbols={**PEARLS.look.symbols, "net": "<path d='M0 0'>"}),
    "lessons": variant("lessons"),  # beside it lies a file that nobody can read: the test lays it there
    "texts": variant("texts"),  # its catalogues lack a text: the test makes them
    "evaluation": variant("evaluation", evaluation=Boastful()),
    "steps": variant(
        "steps",
        actions=ActionSpace(*(f for f in ACTIONS if f.base != BET), Family("bet {}", BET, Crooked(0, 2), secret=True)),
    ),
    "observations": variant("observations", observer=lambda state: Moody()),
    "symmetries": variant("symmetries", symmetries=lambda state: (upside_down,)),
}

GAMES = (PEARLS, *BROKEN.values())
