# ruff: noqa: E501 - a place of a source and what stands there instead are read side by side
"""Ways to spoil the example games: what is replaced in the source by what. `MISSED` are those that the kit does not find."""

from __future__ import annotations

from typing import NamedTuple


class Sabotage(NamedTuple):
    """A change of one place of an example game that leaves it running."""

    game: str
    old: str
    new: str


B, C, F = "beacon", "convoy", "ferry"
SABOTAGES: dict[str, Sabotage] = {
    # -- what an inventor's kit once let through
    "re-deals are always the same": Sabotage(B, "pool.pop(rng.below(len(pool)))", "pool.pop()"),
    "rank is reversed": Sabotage(
        B,
        "def worth(",
        "def rank(self, seat: int) -> int:\n        mine = self.score(seat)\n        others = [self.score(i) for i in range(self.seats)]\n        return 1 + sum(n < mine for n in others)\n\n    def worth(",
    ),
    "the score of another seat": Sabotage(
        F, "self.where[seat * 3 + kind] == FAR)", "self.where[(seat + 1) % self.seats * 3 + kind] == FAR)"
    ),
    "the score of another seat, with secrets": Sabotage(
        B, "points = self.worth(self.shore, seat)", "points = self.worth(self.shore, (seat + 1) % self.seats)"
    ),
    "the whole score of another seat, with secrets": Sabotage(
        B,
        "points = self.worth(self.shore, seat)",
        "seat = (seat + 1) % self.seats\n        points = self.worth(self.shore, seat)",
    ),
    "a hidden card in a module's global": Sabotage(
        B, 'prompt = say("Light one', 'prompt = str(globals().get("LAST", 0)) + say("Light one'
    ),
    # -- legality
    "the list forgets an action": Sabotage(
        B, "range(PLAY, PLAY + HIGHEST):\n            if", "range(PLAY + 1, PLAY + HIGHEST):\n            if"
    ),
    "the list has an action twice": Sabotage(
        F, "SAIL):\n            if self.why_not", "SAIL, SAIL):\n            if self.why_not"
    ),
    "a forbidden action is listed": Sabotage(
        B,
        "if self.why_not(seat, action) == OK:\n                out.add(action)",
        "if self.why_not(seat, action) in (OK, 203):\n                out.add(action)",
    ),
    "anybody may play": Sabotage(F, "or seat < 0 or seat != self.to_act()", "or seat < 0"),
    "chance may be played by a seat": Sabotage(
        F, "return OK if seat == CHANCE and self.sailing else 301", "return OK if self.sailing else 301"
    ),
    "numbers beyond the actions are allowed": Sabotage(
        F, "if action not in range(SAIL + 1) or seat < 0", "if seat < 0"
    ),
    "a clause without words": Sabotage(
        B, '            203: N_("That number lies on your shore, and you have another one."),\n', ""
    ),
    "a clause that the rulebook does not have": Sabotage(B, "return 203 if", "return 209 if"),
    "asking changes the state": Sabotage(
        B,
        "first = seat * HIGHEST\n        if not",
        "first = seat * HIGHEST\n        self.left += self.left < 0\n        self.shore[first] += 0 if action else 1\n        if not",
    ),
    # -- copies
    "a list is shared by clones": Sabotage(F, "self.sailing, self.where[:]", "self.sailing, self.where"),
    "a list of hidden cards is shared": Sabotage(
        B, "c.hand, c.deck = self.hand[:], self.deck[:]", "c.hand, c.deck = self.hand, self.deck[:]"
    ),
    "a field is not copied": Sabotage(
        F,
        "c.player, c.side, c.sailing, c.where = self.player, self.side, self.sailing, self.where[:]",
        "c.side, c.sailing, c.where = self.side, self.sailing, self.where[:]",
    ),
    "a clone forgets an option": Sabotage(B, "return Beacon(self.seats, self.rounds)", "return Beacon(self.seats, 3)"),
    # -- chance
    "an outcome without weight": Sabotage(F, "out.weigh(DRIFT, 1)", "out.weigh(DRIFT, 0)"),
    "cards that are gone are drawn": Sabotage(
        B,
        "            if n:\n                out.weigh(DRAW + number, n)",
        "            out.weigh(DRAW + number, max(n, 1))",
    ),
    "the deck is not used up": Sabotage(B, "self.deck[number] -= 1", "self.deck[number] -= 0"),
    "dice of its own": Sabotage(
        F, "elif action == CALM:", "elif action == CALM and __import__('random').random() < 0.9:"
    ),
    "a hash decides": Sabotage(F, "elif action == CALM:", "elif action == CALM and hash(str(self.where)) % 7:"),
    # -- components
    "a card is lost": Sabotage(
        B, "self.shore[seat * HIGHEST + action] += 1", "self.shore[seat * HIGHEST + action] += action != 7"
    ),
    "a card is doubled": Sabotage(
        B, "self.hand[seat * HIGHEST + action] -= 1", "self.hand[seat * HIGHEST + action] -= action != 7"
    ),
    # -- the end
    "the game goes on for ever": Sabotage(
        F, "return self.player if self.left and {NEAR, ABOARD} & set(self.where) else OVER", "return self.player"
    ),
    "longer than promised": Sabotage(
        B, "longest=lambda options: options.seats * (HAND", "longest=lambda options: options.seats * (0 * HAND"
    ),
    "nobody can act": Sabotage(
        B,
        "return 203 if self.shore[first + action] and fresh else OK",
        "return 203 if self.shore[first + action] else OK",
    ),
    "a reason that there is not": Sabotage(
        B, "    def worth(", "    def reason(self) -> int:\n        return 1\n\n    def worth("
    ),
    "everybody is second": Sabotage(
        B, "    def worth(", "    def rank(self, seat: int) -> int:\n        return 2\n\n    def worth("
    ),
    # -- secrets
    "hands are public": Sabotage(B, "if i // HIGHEST == seat else UNKNOWN for", "if True else UNKNOWN for"),
    "the next seat's hand is seen": Sabotage(
        B, "if i // HIGHEST == seat else UNKNOWN for", "if i // HIGHEST in (seat, seat + 1) else UNKNOWN for"
    ),
    "the deck is public": Sabotage(B, "            v.deck = [UNKNOWN] * HIGHEST\n", ""),
    "a spectator sees the first hand": Sabotage(
        B, "if i // HIGHEST == seat else UNKNOWN for", "if i // HIGHEST == max(seat, 0) else UNKNOWN for"
    ),
    "what is drawn is told to all": Sabotage(
        B, "return (DREW, a, 0, 0) if code == DREW and viewer != a else event", "return event"
    ),
    "the action of chance is told to all": Sabotage(
        B, "        return None\n    return (DREW", "        return event\n    return (DREW"
    ),
    "what is drawn is told to spectators": Sabotage(
        B, "code == DREW and viewer != a else", "code == DREW and viewer not in (a, -4) else"
    ),
    "re-deals have other hands": Sabotage(
        B, "range(self.size[other] if other != seat else 0)", "range(self.size[other] - 1 if other != seat else 0)"
    ),
    "re-deals change the own hand": Sabotage(
        B, "for _ in range(self.size[other] if other != seat else 0)", "for _ in range(self.size[other])"
    ),
    "re-deals lose the deck": Sabotage(
        B,
        "self.deck = [pool.count(number) for number in range(HIGHEST)]",
        "self.deck = [0 for number in range(HIGHEST)]",
    ),
    "nothing is dealt again": Sabotage(
        B, "        if self.left == 0:\n            return\n        self.hand", "        return\n        self.hand"
    ),
    "re-deals use dice of their own": Sabotage(
        B, "pool.pop(rng.below(len(pool)))", "pool.pop(__import__('random').randrange(len(pool)))"
    ),
    "the deck is told to all": Sabotage(
        B,
        "self.emit(DREW, owner, number + 1, 0)",
        "self.emit(DREW, owner, number + 1, 0)\n            self.emit(2, self.deck[0], self.hand[0], 0)",
    ),
    # -- what is seen and read
    "two items have one id": Sabotage(B, 'Item(f"back-{seat}-{copy}"', 'Item(f"back-{seat}"'),
    "a drawing that there is not": Sabotage(F, 'Item("ferry", "ferry"', 'Item("ferry", "boat"'),
    "a click on nothing": Sabotage(F, '[("ferry",)]', '[("boat",)]'),
    "no question": Sabotage(F, 'say("Load one of your things, or cast off.")', '""'),
    "the drawing runs a script": Sabotage(F, "'<path d=\"M-30-4h60l", '\'<path onclick="x()" d="M-30-4h60l'),
    "the log raises": Sabotage(F, "code == PLAYED]\n", "code == PLAYED and b != 4 or [][0]]\n"),
    "words raise for what is not legal": Sabotage(
        B, "number=action % DRAW + 1)", "number=[1, 2, 3, 4, 5, 6, 7, 8][action])"
    ),
    "an evaluation beyond its bounds": Sabotage(B, "max(0, min(1000, 500", "max(0, min(9000, 900"),
    "the evaluation changes the state": Sabotage(
        B,
        "        mine = [s.worth",
        "        s.left += 0 if s.left else 0\n        s.size[0] += 1\n        mine = [s.worth",
    ),
    "a text that is no translation": Sabotage(F, 'label=say("the ferry")', 'label=""'),
    # -- positions
    "positions are not judged": Sabotage(
        B,
        "    seats, played = s.seats, s.rounds * s.seats - s.left\n",
        "    return\n    seats, played = s.seats, s.rounds * s.seats - s.left\n",
    ),
    "a check without numbers of cards": Sabotage(
        B, "require(s.count(number) + s.deck[number] == COPIES", "require(s.count(number) >= 0"
    ),
    # -- choices at the same time, and packs that are passed on
    "all packs are seen": Sabotage(C, "v.packs = hands.seen(self.packs, N, seat)", "v.packs = self.packs[:]"),
    "choices are seen before all have chosen": Sabotage(
        C, "v.chosen = sealed.seen(self.chosen, seat)", "v.chosen = self.chosen[:]"
    ),
    "the deck of packs is seen": Sabotage(C, "v.deck = [hands.UNKNOWN] * N", "v.deck = self.deck[:]"),
    "a choice is told to all": Sabotage(C, "return event if a == viewer else None", "return event"),
    "a dealt card is told to all": Sabotage(
        C,
        "return None if code in (DEALT, PASSED) and viewer != a else event",
        "return None if code == PASSED and viewer != a else event",
    ),
    "a pack passed on is told to all": Sabotage(
        C,
        "return None if code in (DEALT, PASSED) and viewer != a else event",
        "return None if code == DEALT and viewer != a else event",
    ),
    "nobody is told what was passed on": Sabotage(
        C, "                self.emit(PASSED, place // N, place % N, n)", "                pass"
    ),
    "one may choose twice": Sabotage(
        C,
        "return not self.dealing and self.rounds > 0 and sealed.owes(self.chosen, seat)",
        "return not self.dealing and self.rounds > 0 and seat >= 0",
    ),
    "re-deals have dice that are set": Sabotage(
        C,
        "hands.redeal(self.packs, self.deck, N, self.sizes, unseen, rng)",
        "hands.redeal(self.packs, self.deck, N, self.sizes, unseen, Rng(1))",
    ),
    "re-deals know only one choice": Sabotage(
        C,
        "[k for k, n in enumerate(hands.of(self.packs, N, other)) if n], rng)",
        "[k for k, n in enumerate(hands.of(self.packs, N, other)) if n][:1], rng)",
    ),
    "re-deals choose cards that are not there": Sabotage(
        C, "[k for k, n in enumerate(hands.of(self.packs, N, other)) if n], rng)", "list(range(N)), rng)"
    ),
    "packs stay where they are": Sabotage(
        C, "        draft.pass_on(self.packs, N)\n        self.sizes", "        self.sizes"
    ),
    "a chosen card stays in its pack": Sabotage(
        C,
        "draft.take(self.packs, N, self.chosen, self.loaded)",
        "[self.loaded.__setitem__(i*N+k, self.loaded[i*N+k]+1) for i,k in enumerate(self.chosen)]",
    ),
    "who chooses first gets more": Sabotage(
        C,
        "        self.chosen[seat] = action - LOAD\n",
        "        self.chosen[seat] = action - LOAD\n        self.loaded[seat * N] += sum(c >= 0 for c in self.chosen) == 1\n",
    ),
    "a field that is made late": Sabotage(
        C,
        "        self.chosen[seat] = action - LOAD\n",
        "        self.bonus = getattr(self, 'bonus', seat)\n        self.chosen[seat] = action - LOAD\n",
    ),
    "what is turned up is not said to be": Sabotage(
        C, "reveals=frozenset({DEALT, LOADED, PASSED})", "reveals=frozenset({DEALT, PASSED})"
    ),
    "more chance than was promised": Sabotage(C, "(2 * PACK - 1)", "(PACK - 1)"),
    "a click on a card too many": Sabotage(
        C,
        '[(f"pack-{action}-{copy}",) for copy in range(view.seen.packs[view.seat * N + action])]',
        '[(f"pack-{action}-{copy}",) for copy in range(1 + view.seen.packs[view.seat * N + action])]',
    ),
    "a clause without words, in the third example": Sabotage(
        C, '            202: N_("That card is not in your pack."),\n', ""
    ),
    "asking raises": Sabotage(
        C,
        "return OK if self.packs[seat * N + action] > 0 else 202",
        "return OK if self.packs[seat * N + action] // self.packs[seat * N + action] > 0 else 202",
    ),
    "the clock decides": Sabotage(
        C,
        "        if sealed.complete(self.chosen):\n",
        "        if sealed.complete(self.chosen) and __import__('time').time() % 1 > .5:\n",
    ),
    "something kept in the class": Sabotage(
        C,
        "        draft.take(self.packs, N, self.chosen, self.loaded)\n        for seat, kind in enumerate(self.chosen)",
        "        Convoy.n = getattr(Convoy, 'n', 0) + 1\n        self.rounds -= Convoy.n % 50 == 0\n        draft.take(self.packs, N, self.chosen, self.loaded)\n        for seat, kind in enumerate(self.chosen)",
    ),
    "choices are shared by clones": Sabotage(
        C,
        "c.packs, c.deck, c.chosen = self.packs[:], self.deck[:], self.chosen[:]",
        "c.packs, c.deck, c.chosen = self.packs[:], self.deck[:], self.chosen",
    ),
    "choices are not copied": Sabotage(
        C,
        "c.packs, c.deck, c.chosen = self.packs[:], self.deck[:], self.chosen[:]",
        "c.packs, c.deck = self.packs[:], self.deck[:]",
    ),
    "words raise for what chance does": Sabotage(
        C,
        'action=lambda _view, action, say: say("load {kind}", kind=say(KINDS[action % N]))',
        'action=lambda _view, action, say: say("load {kind}", kind=say(KINDS[action]))',
    ),
    "most of the score of another seat, chosen at the same time": Sabotage(
        C, "mine = hands.of(self.loaded, N, seat)", "mine = hands.of(self.loaded, N, (seat + 1) % self.seats)"
    ),
}
# A second place that is changed, too.
MORE = {
    "a hidden card in a module's global": (
        "self.deck[number] -= 1",
        "self.deck[number] -= 1; globals()['LAST'] = number",
    )
}
# Found by nothing, and why:
MISSED = {
    "the score of another seat, with secrets": "the hand is the own one still, so a choice moves both scores",
    "a check without numbers of cards": "what a check does not ask, nobody else knows",
    "most of the score of another seat, chosen at the same time": "charts still count for the own seat, and packs go to the other one",
    "re-deals know only one choice": "packs are dealt anew as well, so that every card is chosen now and then",
}
