"""Convoy: packs of cards that are passed on, chosen from at the same time. Its rulebook is convoy.md beside this file."""

from collections.abc import Sequence

from kotva.engine.actions import ActionSpace, Family, Names
from kotva.engine.arrays import Rng
from kotva.engine.components import GameComponents
from kotva.engine.errors import BadOption
from kotva.engine.evaluation import Evaluation
from kotva.engine.game import PLAYED, Event, Game, GameBots, GameLook, GameRules, GameWords, View
from kotva.engine.moves import Moves
from kotva.engine.options import NumberOption, Options
from kotva.engine.outcome import Reason
from kotva.engine.position import require
from kotva.engine.say import N_, Say
from kotva.engine.scene import Fact, Item, Scene, SeatPanel, kept_rows
from kotva.engine.state import CHANCE, OK, OVER, State
from kotva.parts import SYMBOLS, cards, draft, hands, sealed
from kotva.parts.pieces import PIECES
from kotva.parts.places import mats

KINDS = (N_("tea"), N_("silk"), N_("spice"), N_("pearls"), N_("charts"))
COPIES, PACK, CHART = 8, 4, 4  # CON-1.1, CON-1.2
N = len(KINDS)
LOAD, DEAL = 0, N
ACTIONS = ActionSpace(
    Family("load {}", LOAD, Names(KINDS), secret=True), Family("deal {}", DEAL, Names(KINDS), secret=True)
)
# Events: who was dealt which kind, who has loaded which, and who was passed how many of which.
DEALT, LOADED, PASSED = 1, 2, 3


class Convoy(State):
    """Counts by kind: packs and deck hidden, what is loaded open."""

    def __init__(self, seats: int, rounds: int) -> None:
        super().__init__(seats)
        self.rounds = rounds  # still to be finished
        self.sizes = [0] * seats  # of the packs
        self.loaded = [0] * (N * seats)
        self.dealing = 1
        self.packs = [0] * (N * seats)
        self.deck = [COPIES] * N
        self.chosen = [sealed.OUT] * seats

    def blank(self) -> "Convoy":
        return Convoy(self.seats, self.rounds)

    def copy_public(self, c: "Convoy") -> None:
        c.rounds, c.sizes, c.loaded, c.dealing = self.rounds, self.sizes[:], self.loaded[:], self.dealing

    def copy_hidden(self, c: "Convoy") -> None:
        c.packs, c.deck, c.chosen = self.packs[:], self.deck[:], self.chosen[:]

    def look(self, seat: int, v: "Convoy") -> None:
        v.packs = hands.seen(self.packs, N, seat)
        v.deck = [hands.UNKNOWN] * N
        v.chosen = sealed.seen(self.chosen, seat)

    def redeal(self, seat: int, rng: Rng) -> None:
        unseen = hands.left([COPIES] * N, N, self.packs, self.loaded)
        hands.redeal(self.packs, self.deck, N, self.sizes, unseen, rng)
        sealed.redeal(self.chosen, lambda other: [k for k, n in enumerate(hands.of(self.packs, N, other)) if n], rng)

    def to_act(self) -> int:
        if self.rounds == 0:
            return OVER
        return CHANCE if self.dealing else sealed.first(self.chosen)

    def may_act(self, seat: int) -> bool:
        return not self.dealing and self.rounds > 0 and sealed.owes(self.chosen, seat)

    def list_legal(self, seat: int, out: Moves) -> None:
        for action in range(LOAD, LOAD + N):
            if self.why_not(seat, action) == OK:
                out.add(action)

    def list_chance(self, out: Moves) -> None:
        hands.weigh(self.deck, DEAL, out)

    def why_not(self, seat: int, action: int) -> int:
        if DEAL <= action < DEAL + N:
            return OK if seat == CHANCE == self.to_act() and self.deck[action - DEAL] > 0 else 102
        if not LOAD <= action < LOAD + N or not self.may_act(seat):
            return 201
        return OK if self.packs[seat * N + action] > 0 else 202

    def apply(self, seat: int, action: int) -> None:
        if action >= DEAL:
            kind, owner = action - DEAL, min(range(self.seats), key=lambda i: self.sizes[i] // PACK)
            self.deck[kind] -= 1
            self.packs[owner * N + kind] += 1
            self.sizes[owner] += 1
            self.emit(DEALT, owner, kind, 0)
            if min(self.sizes) == PACK:
                self.dealing, self.chosen = 0, sealed.opened(self.seats)
            return
        self.chosen[seat] = action - LOAD
        if sealed.complete(self.chosen):
            self.load()

    def load(self) -> None:
        """CON-2.3: what was chosen is laid open, packs go on. CON-2.4: the last card is loaded by itself."""
        draft.take(self.packs, N, self.chosen, self.loaded)
        for seat, kind in enumerate(self.chosen):
            self.emit(LOADED, seat, kind, 0)
        draft.pass_on(self.packs, N)
        self.sizes = [size - 1 for size in self.sizes]
        self.chosen = sealed.opened(self.seats)
        if self.sizes[0] == 1:
            last = [hands.of(self.packs, N, seat).index(1) for seat in range(self.seats)]
            draft.take(self.packs, N, last, self.loaded)
            for seat, kind in enumerate(last):
                self.emit(LOADED, seat, kind, 0)
            self.sizes, self.chosen = [0] * self.seats, [sealed.OUT] * self.seats
            self.rounds -= 1
            self.dealing = int(self.rounds > 0)
        for place, n in enumerate(self.packs):  # what is seen in a new pack must have been told
            if n:
                self.emit(PASSED, place // N, place % N, n)

    def score(self, seat: int) -> int:
        """CON-3.2, CON-3.3."""
        mine = hands.of(self.loaded, N, seat)
        charts = self.loaded[CHART::N]
        most = 6 if charts[seat] and charts.count(charts[seat]) == 1 and charts[seat] == max(charts) else 0
        return most + sum(n * (n + 1) // 2 for n in mine[:CHART])


def check(s: Convoy) -> None:
    """No card is lost, packs are as large as they say, and only what is in a pack is chosen."""
    seats = s.seats
    require([len(s.sizes), len(s.chosen)] == [seats] * 2, N_("there is one pack for each player (CON-1.2)"))
    require(
        [len(s.packs), len(s.loaded), len(s.deck)] == [N * seats, N * seats, N], N_("there are five kinds (CON-1.1)")
    )
    require(
        all(n >= 0 for n in (*s.packs, *s.loaded, *s.deck, *s.sizes)),
        N_("there are no fewer cards than none (CON-1.1)"),
    )
    for kind in range(N):
        total = s.deck[kind] + sum(s.packs[kind::N]) + sum(s.loaded[kind::N])
        require(total == COPIES, N_("there are eight cards of each kind (CON-1.1)"))
    for seat in range(seats):
        require(sum(hands.of(s.packs, N, seat)) == s.sizes[seat], N_("a pack has another number of cards (CON-1.2)"))
        choice = s.chosen[seat]
        fine = choice == sealed.OUT if s.dealing or s.rounds == 0 else choice == sealed.OPEN or 0 <= choice < N
        require(fine, N_("nobody chooses while cards are dealt (CON-2.1)"))
        if fine and choice >= 0:
            require(s.packs[seat * N + choice] > 0, N_("that card is not in the pack (CON-2.2)"))
    loads = {sum(hands.of(s.loaded, N, seat)) for seat in range(seats)}
    require(len(loads) == 1, N_("all have loaded as many cards (CON-2.3)"))
    require(s.dealing in (0, 1) and 0 <= s.rounds <= 3, N_("there are up to three rounds (CON-3.1)"))
    if s.rounds == 0:
        require(not s.dealing and not any(s.sizes), N_("nobody has a pack at the end (CON-3.1)"))
    elif s.dealing:
        full = sorted(s.sizes, reverse=True) == s.sizes and sum(1 for n in s.sizes if 0 < n < PACK) <= 1
        require(full and 0 <= min(s.sizes) < PACK >= max(s.sizes), N_("packs are dealt one after the other (CON-1.2)"))
        require(
            min(loads) % PACK == 0 and sum(s.deck) + sum(s.sizes) >= seats * PACK * s.rounds,
            N_("a round ends when all packs are empty (CON-2.4)"),
        )
    else:
        require(len(set(s.sizes)) == 1 and 2 <= s.sizes[0] <= PACK, N_("packs have two to four cards (CON-2.4)"))
        require((min(loads) + s.sizes[0]) % PACK == 0, N_("a round ends when all packs are empty (CON-2.4)"))
        require(not sealed.complete(s.chosen), N_("somebody has still to choose (CON-2.1)"))
    begun = min(loads) + (max(s.sizes) if not s.dealing else 0)
    require(
        begun // PACK + s.rounds - (1 if not s.dealing and s.rounds else 0) <= 3,
        N_("there are up to three rounds (CON-3.1)"),
    )


def shown_event(viewer: int, event: Event) -> Event | None:
    """A card that was dealt, and a choice, are for their owner."""
    code, a, _b, _ = event
    if code == PLAYED:
        return event if a == viewer else None
    return None if code in (DEALT, PASSED) and viewer != a else event


def log(events: Sequence[Event], say: Say) -> list[str]:
    return [
        say("{player} loads {kind}.", player=say.player(a), kind=say(KINDS[b]))
        for code, a, b, _ in events
        if code == LOADED
    ]


FACES = {
    f"kind-{k}": cards.face(letter, PIECES[sign], colour)
    for k, (letter, sign, colour) in enumerate(
        (
            ("T", "house", "var(--land)"),
            ("S", "flag", "var(--sea)"),
            ("Sp", "heart", "var(--wood)"),
            ("P", "ring", "var(--card)"),
            ("C", "star", "var(--deep)"),
        )
    )
}


def scene(view: View[Convoy], say: Say) -> Scene:
    s, seats = view.seen, int(view.seen.seats)
    rows = mats(seats, 16, 16, 360, 104, places=N + 1, across=1)
    items: list[Item] = []
    for mat in rows:
        seat = mat.seat
        items.append(mat.title(say.player(seat)))
        for kind, n in enumerate(hands.of(s.loaded, N, seat)):
            if n:
                label = say("{n} {kind} of {player}", n=n, kind=say(KINDS[kind]), player=say.player(seat))
                card = Item(f"loaded-{seat}-{kind}", f"kind-{kind}", layer=3, badge=str(n), label=label)
                items.append(mat.put(card, kind))
        if s.chosen[seat] not in (sealed.OPEN, sealed.OUT):
            items.append(mat.put(cards.face_down(f"choice-{seat}", say, owner=seat), N))
        for kind, n in enumerate(hands.of(s.packs, N, seat) if seat == view.seat else []):
            card = Item("", f"kind-{kind}", zone="hand", label=say(KINDS[kind]))
            items += [card._replace(id=f"pack-{kind}-{copy}") for copy in range(n)]
    panels = tuple(
        SeatPanel(i, str(s.score(i)), (Fact(say("cards"), str(s.sizes[i]), "card-back"),)) for i in range(seats)
    )
    prompt = say("Choose a card to load; the others go to the next player.")
    ground = "".join(mat.ground() for mat in rows)
    return Scene(392, 16 + 120 * seats, tuple(items), prompt, panels, ground=ground, rows=kept_rows(view.seat, seats))


def paths(view: View[Convoy], action: int) -> Sequence[tuple[str, ...]]:
    if view.seat is None or not LOAD <= action < LOAD + N:
        return []
    return [(f"pack-{action}-{copy}",) for copy in range(view.seen.packs[view.seat * N + action])]


class ConvoyEvaluation(Evaluation[Convoy]):
    def value(self, s: Convoy, seat: int) -> int:
        others = max(s.score(i) for i in range(s.seats) if i != seat)
        return max(0, min(1000, 500 + 20 * (s.score(seat) - others)))


def fits(options: Options) -> None:
    if options.seats * PACK * options.number("rounds") > COPIES * N:
        raise BadOption(N_("Forty cards are enough for two rounds of four or five players (CON-3.1)."))


GAME = Game[Convoy](
    id="convoy",
    title=N_("Convoy"),
    summary=N_("Load a card and pass the others on: the next ship wants them, too."),
    rules=GameRules(
        seats=(2, 3, 4, 5),
        actions=ACTIONS,
        new=lambda options: Convoy(options.seats, options.number("rounds")),
        longest=lambda options: options.seats * (2 * PACK - 1) * options.number("rounds"),
        reasons=(Reason("loaded", "CON-3.1", N_("The last pack is empty.")),),
        options=(NumberOption("rounds", 1, 3, 2, "CON-3.1", N_("Rounds")),),
        fits=fits,
        check=check,
        shown_event=shown_event,
        reveals=frozenset({DEALT, LOADED, PASSED}),
    ),
    words=GameWords(
        why={
            102: N_("Cards come from the deck, four for each player."),
            201: N_("Everybody chooses one card at the same time."),
            202: N_("That card is not in your pack."),
        },
        action=lambda _view, action, say: say("load {kind}", kind=say(KINDS[action % N])),
        log=log,
    ),
    look=GameLook(scene=scene, paths=paths, symbols={**SYMBOLS, **FACES}),
    bots=GameBots(evaluation=ConvoyEvaluation()),
    components=GameComponents(pieces=cards.printed(N_("cards"), [(f"kind-{k}", COPIES) for k in range(N)])),
)
