"""Ferry, the game of docs/new-game.md: wolves, goats and cabbages cross a river, and nobody looks after them all."""

from collections.abc import Sequence

from kotva.engine.actions import ActionSpace, Family, Names
from kotva.engine.evaluation import Evaluation
from kotva.engine.game import PLAYED, Event, Game, GameBots, GameLook, GameRules, GameWords, View
from kotva.engine.moves import Moves
from kotva.engine.options import NumberOption
from kotva.engine.outcome import Reason
from kotva.engine.say import N_, Say
from kotva.engine.scene import Item, Scene, SeatPanel
from kotva.engine.state import CHANCE, OK, OVER, State

KINDS = ("wolf", "goat", "cabbage")
WOLF, GOAT, CABBAGE = range(3)
NEAR, FAR, ABOARD, EATEN = range(4)  # where a thing is
LOAD, SAIL, CALM, DRIFT = 0, 3, 4, 5
RIVER = Names(("calm", "drift"))
ACTIONS = ActionSpace(Family("load {}", LOAD, Names(KINDS)), Family("sail", SAIL), Family("river {}", CALM, RIVER))
ATE = 1  # an event: which thing was eaten


class Ferry(State):
    def __init__(self, seats: int, crossings: int) -> None:
        super().__init__(seats)
        self.left = crossings  # how often the ferry may still cast off
        self.player, self.side, self.sailing = 0, NEAR, 0  # who acts, where the ferry lies, whether the river decides
        self.where = [NEAR] * (3 * seats)  # of each thing; a thing is seat * 3 + kind

    def blank(self) -> "Ferry":
        return Ferry(self.seats, self.left)

    def copy_public(self, c: "Ferry") -> None:
        c.player, c.side, c.sailing, c.where = self.player, self.side, self.sailing, self.where[:]

    def to_act(self) -> int:
        if self.sailing:
            return CHANCE
        return self.player if self.left and {NEAR, ABOARD} & set(self.where) else OVER  # FER-4.1

    def list_legal(self, seat: int, out: Moves) -> None:
        for action in (LOAD + WOLF, LOAD + GOAT, LOAD + CABBAGE, SAIL):
            if self.why_not(seat, action) == OK:
                out.add(action)

    def list_chance(self, out: Moves) -> None:
        out.weigh(CALM, 5)  # FER-3.1: the river is calm five times out of six
        out.weigh(DRIFT, 1)

    def why_not(self, seat: int, action: int) -> int:
        if action in (CALM, DRIFT):
            return OK if seat == CHANCE and self.sailing else 301
        if action not in range(SAIL + 1) or seat < 0 or seat != self.to_act():
            return 201
        if action == SAIL:  # FER-2.4: even empty
            return OK
        if self.where[seat * 3 + action] != self.side:
            return 202
        return OK if self.where.count(ABOARD) < 2 else 203

    def apply(self, seat: int, action: int) -> None:
        if action == SAIL:
            self.left, self.sailing = self.left - 1, 1
            return  # the turn goes on when the river has decided
        self.sailing = 0
        if action < SAIL:
            self.where[seat * 3 + action] = ABOARD
        elif action == CALM:  # FER-3.2: otherwise the ferry drifts back, with all aboard
            self.cross()
        self.player = (self.player + 1) % self.seats

    def cross(self) -> None:
        """FER-3.3: on the bank left behind, wolves eat other players' goats, then goats their cabbages. FER-3.4: all land."""
        for hunter, prey in ((WOLF, GOAT), (GOAT, CABBAGE)):
            hunters = {thing // 3 for thing in range(hunter, len(self.where), 3) if self.where[thing] == self.side}
            for thing in range(prey, len(self.where), 3):
                if self.where[thing] == self.side and hunters - {thing // 3}:
                    self.where[thing] = EATEN
                    self.emit(ATE, thing, 0, 0)
        self.side = FAR - self.side
        self.where = [self.side if place == ABOARD else place for place in self.where]

    def score(self, seat: int) -> int:
        """FER-4.2: one point for the wolf on the far bank, two for the goat, three for the cabbage."""
        return sum(kind + 1 for kind in range(3) if self.where[seat * 3 + kind] == FAR)


class FerryEvaluation(Evaluation[Ferry]):
    def value(self, s: Ferry, seat: int) -> int:
        return 500 + 50 * s.score(seat) - 50 * max(s.score(other) for other in range(s.seats) if other != seat)


def called(thing: int, say: Say) -> str:
    return say("{thing} of {player}", thing=say(KINDS[thing % 3]), player=say.player(thing // 3))


def scene(view: View[Ferry], say: Say) -> Scene:
    s = view.seen
    height, boat, aboard = 80 * int(s.seats), 192 + 128 * s.side, 0
    items = [Item("ferry", "ferry", boat, height / 2, size=2, label=say("the ferry"), badge=str(s.left))]
    for thing, place in enumerate(s.where):
        seat, kind = thing // 3, KINDS[thing % 3]
        x, y = 32 + 48 * (thing % 3) + 352 * place, 40 + 80 * seat
        if place == ABOARD:
            x, y, aboard = boat - 24 + 48 * aboard, height // 2 - 24, aboard + 1
        if place != EATEN:
            items.append(Item(f"{kind}-{seat}", kind, x, y, layer=3, owner=seat, label=called(thing, say)))
    river = f'<rect x="160" width="192" height="{height}" fill="var(--sea)"/>'
    panels = tuple(SeatPanel(seat, str(s.score(seat))) for seat in range(s.seats))
    return Scene(512, height, tuple(items), say("Load one of your things, or cast off."), panels, ground=river)


def log(events: Sequence[Event], say: Say) -> list[str]:
    lines = [f"{say.player(a)}: {ACTIONS.text(b)}" for code, a, b, _ in events if code == PLAYED]
    return lines + [say("Eaten: {thing}.", thing=called(a, say)) for code, a, _, _ in events if code == ATE]


GAME = Game[Ferry](
    id="ferry",
    title=N_("Ferry"),
    summary=N_("Bring your wolf, goat and cabbage across, and leave the others' to each other."),
    rules=GameRules(
        seats=(2, 3, 4),
        options=(NumberOption("crossings", 6, 20, 12, "FER-4.1", N_("Crossings")),),
        actions=ACTIONS,
        new=lambda options: Ferry(options.seats, options.number("crossings")),
        reasons=(Reason("end", "FER-4.1", N_("Night falls, or nothing is left to carry.")),),
    ),
    words=GameWords(
        why={
            201: N_("It is another player's turn."),
            202: N_("Only what stands where the ferry lies can be loaded."),
            203: N_("The ferry has two places."),
            301: N_("The river decides when the ferry has cast off."),
        },
        log=log,
    ),
    look=GameLook(
        scene=scene,
        paths=lambda view, action: [("ferry",)] if action >= SAIL else [(f"{KINDS[action]}-{view.seat}",)],
        symbols={
            "ferry": '<path d="M-30-4h60l-8 14h-44z" fill="var(--land)" stroke="var(--ink)"/>',
            "wolf": '<path d="M-14 14-18-18-6-8H6L18-18 14 14 0 22z" fill="currentColor" stroke="var(--ink)"/>',
            "goat": '<path d="M-9-6q-9-4-7-18l16 14 16-14q2 14-7 18L4 18h-8z" fill="currentColor" stroke="var(--ink)"/>',
            "cabbage": '<g fill="currentColor" stroke="var(--ink)"><circle r="16"/><path d="M0 14V-8M0 2l8-8M0 2-8-6"/></g>',
        },
    ),
    bots=GameBots(evaluation=FerryEvaluation()),
)
