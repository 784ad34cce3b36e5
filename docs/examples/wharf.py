"""Wharf: an open auction, of the kit of parts. Its rulebook is wharf.md beside this file."""

from collections.abc import Sequence

from kotva.engine.actions import ActionSpace, Family, Numbers
from kotva.engine.evaluation import Evaluation
from kotva.engine.game import PLAYED, Event, Game, GameBots, GameLook, GameRules, GameWords, View
from kotva.engine.moves import Moves
from kotva.engine.outcome import APART, Reason
from kotva.engine.position import require
from kotva.engine.say import N_, Say
from kotva.engine.scene import Fact, Item, Scene, SeatPanel
from kotva.engine.state import CHANCE, OK, OVER, State
from kotva.parts import SYMBOLS, auction, cards, hands
from kotva.parts.pieces import PIECES
from kotva.parts.places import Track, mats

LOTS, COINS, SOLD = 9, 20, 6
BID, PASS, TURN = 0, COINS, COINS + 1
ACTIONS = ActionSpace(
    Family("bid {}", BID, Numbers(1, COINS)), Family("pass", PASS), Family("lot {}", TURN, Numbers(1, LOTS))
)
NOBODY, GONE, HERE = -1, -2, -3  # where a lot is: in the deck, gone, up for sale; or its owner


class Wharf(State):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.left, self.first = SOLD, 0
        self.money = [COINS] * seats
        self.owner = [NOBODY] * LOTS
        self.bids = auction.none(seats)

    def blank(self) -> "Wharf":
        return Wharf(self.seats)

    def copy_public(self, c: "Wharf") -> None:
        c.left, c.first, c.money, c.owner, c.bids = self.left, self.first, self.money[:], self.owner[:], self.bids[:]

    def to_act(self) -> int:
        if self.left == 0:
            return OVER
        return CHANCE if auction.closed(self.bids) else auction.bidder(self.bids)

    def list_legal(self, seat: int, out: Moves) -> None:
        for action in range(PASS + 1):
            if self.why_not(seat, action) == OK:
                out.add(action)

    def list_chance(self, out: Moves) -> None:
        hands.weigh([int(owner == NOBODY) for owner in self.owner], TURN, out)

    def why_not(self, seat: int, action: int) -> int:
        if TURN <= action < TURN + LOTS:
            return OK if seat == CHANCE == self.to_act() and self.owner[action - TURN] == NOBODY else 201
        if not 0 <= action <= PASS or seat < 0 or seat != self.to_act():
            return 202
        if action == PASS:
            return OK
        return (OK, 202, 203, 204)[auction.refusal(self.bids, seat, action + 1, self.money[seat])]

    def apply(self, seat: int, action: int) -> None:
        if action >= TURN:
            self.owner[action - TURN] = HERE
            self.bids = auction.opened(self.seats, self.first)
            return
        if action == PASS:
            auction.drop(self.bids)
        else:
            auction.bid(self.bids, action + 1)
        if auction.closed(self.bids):
            winner, lot = auction.leader(self.bids), self.owner.index(HERE)
            self.owner[lot] = winner if winner >= 0 else GONE
            if winner >= 0:
                self.money[winner] -= auction.price(self.bids)
                self.first = winner
            self.left -= 1
            self.bids = auction.none(self.seats)

    def score(self, seat: int) -> int:
        return sum(lot + 1 for lot in range(LOTS) if self.owner[lot] == seat)

    def rank(self, seat: int) -> int:
        mine = (self.score(seat), self.money[seat])
        return 1 + sum((self.score(other), self.money[other]) > mine for other in range(self.seats))


def scene(view: View[Wharf], say: Say) -> Scene:
    s, seats = view.seen, int(view.seen.seats)
    rows = mats(seats, 16, 130, 330, 96, places=6, across=1)
    prices = Track.line(COINS + 1, 36, 36, each=11)
    items = [mat.title(say.player(mat.seat)) for mat in rows]
    held = [0] * seats
    for lot, owner in enumerate(s.owner):
        card = Item(f"lot-{lot}", f"lot-{lot}", layer=3, label=say("lot {n}", n=lot + 1))
        if owner == HERE:
            items.append(card._replace(x=440, y=180))
        elif owner >= 0:
            items.append(rows[owner].put(card, held[owner]))
            held[owner] += 1
    if not auction.closed(s.bids):
        items.append(prices.put(Item("price", "coin", layer=3, label=say("the price")), auction.price(s.bids)))
    coins = say("coins")
    panels = tuple(SeatPanel(i, str(s.score(i)), (Fact(coins, str(s.money[i]), "coin"),)) for i in range(seats))
    ground = prices.ground() + "".join(mat.ground() for mat in rows)
    return Scene(524, 130 + 112 * seats, tuple(items), say("Bid more, or pass."), panels, ground=ground)


def log(events: Sequence[Event], say: Say) -> list[str]:
    return [
        f"{say.player(a)}: {ACTIONS.text(b)}" if a >= 0 else ACTIONS.text(b)
        for code, a, b, _ in events
        if code == PLAYED
    ]


def check(s: Wharf) -> None:
    require(len(s.money) == s.seats and len(s.owner) == LOTS, N_("there are nine lots (WHA-1.1)"))
    require(
        len(s.money) == s.seats and auction.sound(s.bids, s.money), N_("nobody bids more than the own coins (WHA-2.4)")
    )
    require(
        all(0 <= coins <= COINS for coins in s.money) and 0 <= s.first < s.seats, N_("there are 20 coins (WHA-1.1)")
    )
    require(all(GONE - 1 <= owner < s.seats for owner in s.owner), N_("a lot has an owner (WHA-2.5)"))
    open_now = not auction.closed(s.bids)
    require(s.owner.count(HERE) == int(open_now), N_("one lot is up for sale (WHA-2.1)"))
    taken = sum(owner >= 0 or owner == GONE for owner in s.owner)
    require(taken == SOLD - s.left and (s.left > 0 or not open_now), N_("six lots are sold (WHA-3.1)"))
    for seat in range(s.seats):
        lots = sum(owner == seat for owner in s.owner)
        require(COINS - s.money[seat] >= lots and (lots > 0 or s.money[seat] == COINS), N_("lots are paid (WHA-2.5)"))


class WharfEvaluation(Evaluation[Wharf]):
    def value(self, s: Wharf, seat: int) -> int:
        worth = [3 * s.score(i) + s.money[i] for i in range(s.seats)]
        return max(0, min(1000, 500 + 10 * (worth[seat] - max(n for i, n in enumerate(worth) if i != seat))))


GAME = Game[Wharf](
    id="wharf",
    title=N_("Wharf"),
    summary=N_("Six lots, twenty coins: what are they worth to you?"),
    rules=GameRules(
        seats=(3, 4, 5),
        actions=ACTIONS,
        new=lambda options: Wharf(options.seats),
        longest=lambda options: SOLD * (1 + COINS + options.seats),
        places=APART,
        reasons=(Reason("sold", "WHA-3.1", N_("Six lots are sold.")),),
        check=check,
    ),
    words=GameWords(
        why={
            201: N_("Chance turns up the next lot."),
            202: N_("It is another player's turn."),
            203: N_("A bid must be higher than the one before."),
            204: N_("You have not so many coins."),
        },
        log=log,
    ),
    look=GameLook(
        scene=scene, symbols={**SYMBOLS, **{f"lot-{i}": cards.face(str(i + 1), PIECES["chest"]) for i in range(LOTS)}}
    ),
    bots=GameBots(evaluation=WharfEvaluation()),
)
