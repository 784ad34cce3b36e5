"""Beacon, the second example: cards that only their owner sees. Its rulebook is beacon.md beside this file."""

from collections.abc import Sequence

from kotva.engine.actions import ActionSpace, Family, Numbers
from kotva.engine.arrays import Rng
from kotva.engine.evaluation import Evaluation
from kotva.engine.game import PLAYED, Event, Game, GameBots, GameLook, GameRules, GameWords, View
from kotva.engine.moves import Moves
from kotva.engine.options import NumberOption
from kotva.engine.outcome import Reason
from kotva.engine.position import require
from kotva.engine.say import N_, Say
from kotva.engine.scene import Fact, Item, Scene, SeatPanel, kept_rows
from kotva.engine.state import CHANCE, OK, OVER, State

HIGHEST, COPIES, HAND = 8, 4, 2  # BEA-1.1, BEA-1.2
PLAY, DRAW = 0, 8
# What is drawn is secret: chance is the actor, so nobody reads it here. Its owner is told by an event of our own.
NUMBERS = Numbers(1, HIGHEST)
ACTIONS = ActionSpace(Family("play {}", PLAY, NUMBERS), Family("draw {}", DRAW, NUMBERS, secret=True))
DREW = 1  # an event: who drew which number
UNKNOWN = -1  # a count that the viewer may not know


class Beacon(State):
    """Counts of cards by number: in the deck, in hands and on shores (at seat * 8 + number - 1)."""

    def __init__(self, seats: int, rounds: int) -> None:
        super().__init__(seats)
        self.rounds = rounds
        self.left = rounds * seats  # turns to come
        self.size = [0] * seats  # cards in each hand
        self.shore = [0] * (HIGHEST * seats)
        self.hand = [0] * (HIGHEST * seats)
        self.deck = [COPIES] * HIGHEST

    def blank(self) -> "Beacon":
        return Beacon(self.seats, self.rounds)

    def copy_public(self, c: "Beacon") -> None:
        c.left, c.size, c.shore = self.left, self.size[:], self.shore[:]

    def copy_hidden(self, c: "Beacon") -> None:
        c.hand, c.deck = self.hand[:], self.deck[:]

    def look(self, seat: int, v: "Beacon") -> None:
        """The own hand; at the end everything (BEA-3.1)."""
        self.copy_hidden(v)
        if self.left:
            v.deck = [UNKNOWN] * HIGHEST
            v.hand = [n if i // HIGHEST == seat else UNKNOWN for i, n in enumerate(self.hand)]

    def redeal(self, seat: int, rng: Rng) -> None:
        """All cards that the viewer does not see are shuffled, and dealt to the other hands; the rest is the deck."""
        if self.left == 0:
            return
        self.hand = [max(n, 0) for n in self.hand]
        unseen = [COPIES - self.count(number) for number in range(HIGHEST)]
        pool = [number for number, n in enumerate(unseen) for _ in range(n)]
        for other in range(self.seats):
            for _ in range(self.size[other] if other != seat else 0):
                self.hand[other * HIGHEST + pool.pop(rng.below(len(pool)))] += 1
        self.deck = [pool.count(number) for number in range(HIGHEST)]

    def count(self, number: int) -> int:
        """How many cards of a number lie in hands and on shores."""
        return sum(self.hand[number::HIGHEST]) + sum(self.shore[number::HIGHEST])

    def player(self) -> int:
        return (self.rounds * self.seats - self.left) % self.seats

    def drawing(self) -> int:
        """Who is to be given a card: everybody at the beginning, then the player whose turn begins; -1: nobody."""
        for seat in range(self.seats):
            if self.size[seat] < HAND:
                return seat
        return self.player() if self.size[self.player()] == HAND else -1

    def to_act(self) -> int:
        if self.left == 0:
            return OVER
        return CHANCE if self.drawing() >= 0 else self.player()

    def list_legal(self, seat: int, out: Moves) -> None:
        for action in range(PLAY, PLAY + HIGHEST):
            if self.why_not(seat, action) == OK:
                out.add(action)

    def list_chance(self, out: Moves) -> None:
        for number, n in enumerate(self.deck):
            if n:
                out.weigh(DRAW + number, n)

    def why_not(self, seat: int, action: int) -> int:
        if DRAW <= action < DRAW + HIGHEST:
            return OK if seat == CHANCE == self.to_act() and self.deck[action - DRAW] else 102
        if not PLAY <= action < PLAY + HIGHEST or seat < 0 or seat != self.to_act():
            return 201
        first = seat * HIGHEST
        if not self.hand[first + action]:
            return 202
        fresh = any(self.hand[i] and not self.shore[i] for i in range(first, first + HIGHEST))
        return 203 if self.shore[first + action] and fresh else OK

    def apply(self, seat: int, action: int) -> None:
        if action >= DRAW:
            owner, number = self.drawing(), action - DRAW
            self.deck[number] -= 1
            self.hand[owner * HIGHEST + number] += 1
            self.size[owner] += 1
            self.emit(DREW, owner, number + 1, 0)
        else:
            self.hand[seat * HIGHEST + action] -= 1
            self.shore[seat * HIGHEST + action] += 1
            self.size[seat] -= 1
            self.left -= 1

    def worth(self, cards: list[int], seat: int) -> int:
        return sum((number + 1) * cards[seat * HIGHEST + number] for number in range(HIGHEST))

    def score(self, seat: int) -> int:
        """BEA-3.2: the shore; at the end the hand, too, unless it is the highest (BEA-3.3)."""
        points = self.worth(self.shore, seat)
        if self.left == 0:
            hands = [self.worth(self.hand, other) for other in range(self.seats)]
            points += hands[seat] if hands[seat] < max(hands) else 0
        return points


def check(s: Beacon) -> None:
    """What is true of every position: no card is lost, and hands and shores are as large as the turn says."""
    seats, played = s.seats, s.rounds * s.seats - s.left
    lengths = [len(s.size), len(s.shore), len(s.hand), len(s.deck)]
    require(
        lengths == [seats, HIGHEST * seats, HIGHEST * seats, HIGHEST], N_("a list is too long or too short (BEA-1.1)")
    )
    require(2 <= s.rounds <= 4 and 0 <= played <= s.rounds * seats, N_("there are not so many turns (BEA-3.1)"))
    require(all(n >= 0 for n in (*s.hand, *s.shore, *s.deck)), N_("there are no fewer cards than none (BEA-1.1)"))
    for number in range(HIGHEST):
        require(s.count(number) + s.deck[number] == COPIES, N_("there are four cards of each number (BEA-1.1)"))
    for seat in range(seats):
        mine = slice(seat * HIGHEST, (seat + 1) * HIGHEST)
        turns = played // seats + (seat < played % seats)
        require(sum(s.shore[mine]) == turns, N_("everybody has played a card in each turn (BEA-2.2)"))
        require(sum(s.hand[mine]) == s.size[seat], N_("a hand has another number of cards (BEA-1.2)"))
        most = HAND + (seat == s.player() and s.left > 0 and min(s.size) >= HAND)
        least = HAND if played else 0
        require(least <= s.size[seat] <= most, N_("a hand has two cards, or three in its turn (BEA-2.2)"))
        dealt = seat == 0 or s.size[seat] == 0 or s.size[seat - 1] >= HAND
        require(dealt, N_("cards are dealt to one player after the other (BEA-1.2)"))


def shown_event(viewer: int, event: Event) -> Event | None:
    """Events as a viewer may know them: the number that was drawn is for its owner."""
    code, a, b, _ = event
    if code == PLAYED and b >= DRAW:
        return None
    return (DREW, a, 0, 0) if code == DREW and viewer != a else event


def log(events: Sequence[Event], say: Say) -> list[str]:
    lines = []
    for code, a, b, _ in events:
        if code == PLAYED and b < DRAW:
            lines.append(say("{player} lights a {number}.", player=say.player(a), number=b + 1))
        elif code == DREW and b:
            lines.append(say("{player} draws a {number}.", player=say.player(a), number=b))
    return lines


def scene(view: View[Beacon], say: Say) -> Scene:
    s, seats = view.seen, int(view.seen.seats)
    items: list[Item] = []
    for seat in range(seats):
        name, y, place = say.player(seat), 60 + 100 * seat, 0
        mine, known = seat == view.seat, s.left == 0 or seat == view.seat
        zone, label = "hand" if mine else f"seat-{seat}", say("shore of {name}", name=name)
        items.append(Item(f"shore-{seat}", "shore", 250, y, layer=1, owner=seat, label=label))
        for number in range(HIGHEST):
            here, text = s.shore[seat * HIGHEST + number], str(number + 1)
            # A card is counted on the shore first, then in the hand: played, it keeps its id and glides.
            for copy in range(here + (s.hand[seat * HIGHEST + number] if known else 0)):
                card = Item(f"card-{seat}-{number}-{copy}", "card", layer=3, owner=seat, text=text)
                if copy < here:
                    label = say("{number} of {name}", number=text, name=name)
                    items.append(card._replace(x=110 + 90 * place, y=y, label=label))
                    place += 1
                else:
                    items.append(card._replace(zone=zone, label=say("{number} in the hand", number=text)))
        for copy in range(0 if known else s.size[seat]):
            label = say("a card of {name}", name=name)
            items.append(Item(f"back-{seat}-{copy}", "back", zone=zone, owner=seat, label=label))
    cards = say("cards")
    panels = [SeatPanel(i, str(s.score(i)), (Fact(cards, str(s.size[i]), "back"),)) for i in range(seats)]
    prompt = say("Light one of your cards; at the end the highest hand does not count.")
    return Scene(500, 20 + 100 * seats, tuple(items), prompt, tuple(panels), rows=kept_rows(view.seat, seats))


def paths(view: View[Beacon], action: int) -> Sequence[tuple[str, ...]]:
    """Any of the cards of a number in the own hand."""
    if view.seat is None or not PLAY <= action < PLAY + HIGHEST:
        return []
    place = view.seat * HIGHEST + action
    first = view.seen.shore[place]
    return [(f"card-{view.seat}-{action}-{first + copy}",) for copy in range(view.seen.hand[place])]


class BeaconEvaluation(Evaluation[Beacon]):
    def value(self, s: Beacon, seat: int) -> int:
        mine = [s.worth(s.shore, i) + s.worth(s.hand, i) // 2 for i in range(s.seats)]
        return max(0, min(1000, 500 + 25 * (mine[seat] - max(n for i, n in enumerate(mine) if i != seat))))


GAME = Game[Beacon](
    id="beacon",
    title=N_("Beacon"),
    summary=N_("Light the highest cards, and keep high ones in the dark, but not the highest of all."),
    rules=GameRules(
        seats=(2, 3, 4, 5),
        actions=ACTIONS,
        new=lambda options: Beacon(options.seats, options.number("rounds")),
        longest=lambda options: options.seats * (HAND + 2 * options.number("rounds")),
        reasons=(Reason("lit", "BEA-3.1", N_("Everybody has played the last card.")),),
        options=(NumberOption("rounds", 2, 4, 3, "BEA-3.1", N_("Cards to play")),),
        check=check,
        shown_event=shown_event,
    ),
    words=GameWords(
        why={
            102: N_("Cards come from the deck, one after the other."),
            201: N_("It is another player's turn, or chance draws."),
            202: N_("That card is not in your hand."),
            203: N_("That number lies on your shore, and you have another one."),
        },
        action=lambda _view, action, say: say("light a {number}", number=action % DRAW + 1),
        log=log,
    ),
    look=GameLook(
        scene=scene,
        paths=paths,
        symbols={
            "card": '<rect x="-22" y="-30" width="44" height="60" rx="6" fill="var(--paper)" stroke="var(--ink)"/>',
            "back": '<rect x="-22" y="-30" width="44" height="60" rx="6" fill="currentColor" stroke="var(--ink)"/>',
            "shore": '<path d="M-210 38q210 18 420 0" fill="none" stroke="currentColor" stroke-width="4"/>',
        },
    ),
    bots=GameBots(evaluation=BeaconEvaluation()),
)
