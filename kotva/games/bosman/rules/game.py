"""The game: phases, actions and what follows from them, in the order of the rulebook. Seats 0..n-1 are players 1..n."""

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import BIT, Rng, push
from kotva.engine.layout import NO_FAMILY, no_action
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK, OVER
from kotva.games.bosman import board
from kotva.games.bosman.rules import boarding, codes, exchange, knowledge
from kotva.games.bosman.rules.table import Beach


class Bosman(Beach):
    """Bosman's state with its rules."""

    def blank(self) -> "Bosman":
        return Bosman(self.seats, self.first, self.limit, self.closed, self.owner)

    # -- who decides (BOS-5) ---------------------------------------------------------------------------------------

    def to_act(self) -> i64:
        if self.phase == codes.ENDED:
            return OVER
        if self.due > 0:
            return CHANCE
        return self.player

    def list_legal(self, seat: i64, out: Moves) -> None:
        """In this order: keep, plays in token order, poison, exchanges; or the boardings, N E S W. No pass (BOS-5.2)."""
        if self.phase == codes.BOARDING:
            boarding.list_boardings(self, out)
            return
        if self.phase == codes.OPENING:
            out.add(board.KEEP)
        else:
            self.list_plays(seat, out)
            if self.poison[seat]:
                for at in range(i64(board.SEATS)):
                    if self.boat[at] != board.NONE:
                        out.add(board.POISON + at)
        exchange.list_swaps(self, seat, out)

    def why_not(self, seat: i64, action: i64) -> i64:
        """Why an action is forbidden: the phase first, then the family's own rule. BOS-13.4: it changes nothing."""
        family: i64 = board.LAYOUT.family(action)
        if family == NO_FAMILY:
            return codes.BOS_13_4
        if self.phase == codes.ENDED:
            return codes.BOS_15_1
        if family == board.DRAW:
            return OK if seat == CHANCE and self.due > 0 and self.bag[action - board.DRAW] > 0 else codes.BOS_14_6
        if seat < 0 or seat != self.to_act():
            return codes.BOS_5_1
        if family == board.BOARD:
            if self.phase != codes.BOARDING:
                return codes.BOS_10_8
            return boarding.boarding_forbidden(
                self, (action - board.BOARD) // board.SEATS, (action - board.BOARD) % board.SEATS
            )
        if self.phase == codes.BOARDING:
            return codes.BOS_10_8
        if family == board.KEEP:
            return OK if self.phase == codes.OPENING else codes.BOS_4_6
        if family == board.SWAP:
            return exchange.swap_forbidden(self, seat, action - board.SWAP)
        if self.phase == codes.OPENING:
            return codes.BOS_4_6
        if family == board.POISON:
            return self.poison_forbidden(seat, action - board.POISON)
        return self.play_forbidden(seat, (action - board.PLAY) // board.FIELDS, (action - board.PLAY) % board.FIELDS)

    def apply(self, seat: i64, action: i64) -> None:
        family: i64 = board.LAYOUT.family(action)
        if family == board.SWAP:
            self.swap(seat, action - board.SWAP)
        elif family == board.DRAW:
            self.draw(action - board.DRAW)
        elif family == board.PLAY:
            self.play_token(seat, (action - board.PLAY) // board.FIELDS, (action - board.PLAY) % board.FIELDS)
        elif family == board.POISON:
            self.lay_poison(seat, action - board.POISON)
        elif family == board.BOARD:
            self.board((action - board.BOARD) // board.SEATS, (action - board.BOARD) % board.SEATS)
            self.assess()
        elif family == board.KEEP:
            self.emit(codes.KEPT, seat, 0, 0)
            self.next_opening()
        else:
            no_action(action)

    # -- the stack (BOS-4.4) and drawing ----------------------------------------------------------------------------

    def list_chance(self, out: Moves) -> None:
        """BOS-14.6: the top token is any of those nobody has seen, each equally likely."""
        for token in range(i64(board.TOKENS)):
            if self.bag[token]:
                out.weigh(board.DRAW + token, self.bag[token])

    def sample(self, rng: Rng, out: Moves) -> i64:
        r: i64 = rng.below(self.fresh)
        token: i64 = 0
        while r >= self.bag[token]:
            r -= self.bag[token]
            token += 1
        return board.DRAW + token

    def draw(self, token: i64) -> None:
        """A token nobody has seen comes from the top into the hand of the player who draws."""
        self.bag[token] -= 1
        self.fresh -= 1
        self.take(token)
        self.draw_known()

    def draw_known(self) -> None:
        """With nothing unseen left, the top is a token that was put under the stack: no chance is needed."""
        while self.due > 0 and self.fresh == 0 and len(self.under) > 0:
            token = self.under[0]
            self.under = self.under[1:]
            self.known = self.known[1:]
            self.take(token)
        if self.due > 0 and self.fresh == 0:
            self.due = 0  # BOS-11.1: until the hand has five tokens or the stack is empty
        if self.due == 0:
            self.drawn()

    def take(self, token: i64) -> None:
        """Put a token into the drawing player's hand, in token order."""
        self.emit(codes.DREW, self.player, token, 0)
        i: i64 = self.player * board.HAND
        while self.hand[i] != board.NONE and self.hand[i] <= token:
            i += 1
        while token != board.NONE:
            self.hand[i], token = token, self.hand[i]
            i += 1
        self.due -= 1

    def drawn(self) -> None:
        """All tokens due are drawn: the deal, the opening or the turn goes on."""
        if self.phase == codes.DEAL:
            self.decided += 1
            self.player = (self.player + 1) % self.seats
            self.due = board.HAND
            if self.decided == self.seats:
                self.decided = 0
                self.due = 0
                self.phase = codes.OPENING
        elif self.phase == codes.OPENING:
            self.next_opening()
        else:
            self.end_turn()

    def put_under(self, token: i64, who: i64) -> None:
        """A token goes face down under the stack; `who` knows it."""
        self.under = push(self.under, token)
        self.known = push(self.known, who)

    def lose(self, seat: i64, token: i64) -> None:
        """A token leaves a hand."""
        i: i64 = seat * board.HAND
        last: i64 = i + board.HAND - 1
        while self.hand[i] != token:
            i += 1
        while i < last:
            self.hand[i] = self.hand[i + 1]
            i += 1
        self.hand[last] = board.NONE

    def next_opening(self) -> None:
        """BOS-4.6: the opening exchange is decided one after another, the starting player first."""
        self.decided += 1
        self.player = (self.player + 1) % self.seats
        if self.decided == self.seats:
            self.phase = codes.TURN
            self.turn = 1
            self.begin_turn()

    # -- exchange (BOS-6) -------------------------------------------------------------------------------------------

    def swap(self, seat: i64, number: i64) -> None:
        """BOS-6.1: the chosen tokens go under the stack, the same number is drawn. BOS-6.5: nothing else happens."""
        chosen: i64 = 0
        while number:  # BOS-6.3: one by one in token order, the last becomes the bottom token
            token: i64 = number % board.SWAP_BASE - 1
            number = number // board.SWAP_BASE
            self.lose(seat, token)
            self.put_under(token, BIT[seat])
            self.emit(codes.GAVE, seat, token, 0)
            chosen += 1
        self.emit(codes.SWAPPED, seat, chosen, 0)
        if self.phase == codes.TURN:
            self.refill()  # the same number, and what was missing before (only in positions set up by hand)
        else:
            self.due = chosen
            self.draw_known()

    # -- poison (BOS-7) ---------------------------------------------------------------------------------------------

    def poison_forbidden(self, seat: i64, at: i64) -> i64:
        """BOS-7.1: only with poison left; BOS-7.6: a live token, of whatever gang (BOS-7.2)."""
        if not self.poison[seat]:
            return codes.BOS_7_1
        if self.boat[at] == board.NONE:
            return codes.BOS_7_8 if self.is_closed(at) else codes.BOS_7_6
        return OK

    def lay_poison(self, seat: i64, at: i64) -> None:
        """BOS-7.4: the seat is free again, or closed (BOS-7.8); BOS-7.5: token and poison stay, out of play.

        BOS-7.7: nothing moves and nobody looks round. A covered token is no point (BOS-7.3).
        """
        token: i64 = self.boat[at]
        self.poison[seat] = 0
        self.boat[at] = board.NONE
        self.covered = push(push(self.covered, at), token)
        self.emit(codes.POISONED, seat, at, token)
        self.refill()  # nobody decides anything with a full boat (BOS-15.6), and poison fills no seat

    # -- playing a token: placing (BOS-8) ---------------------------------------------------------------------------

    def list_plays(self, seat: i64, out: Moves) -> None:
        """For every token that may be played, of whatever gang (BOS-1.6): the one outpost of its gang beside the boatswain."""
        hand = self.hand
        i: i64 = seat * board.HAND
        end: i64 = i + board.HAND
        for gang in range(i64(4)):
            field: i64 = board.OUTPOST[gang * board.FIELDS + self.boatswain]
            boy: i64 = gang * 10 + board.BOY
            last: i64 = board.NONE
            while i < end and hand[i] != board.NONE and hand[i] <= boy:
                if field != board.NONE and hand[i] != last:
                    out.add(board.PLAY + hand[i] * board.FIELDS + field)
                last = hand[i]
                i += 1
            if field != board.NONE and self.boy[gang] and self.owner[gang] == seat and last != boy:
                out.add(board.PLAY + boy * board.FIELDS + field)

    def play_forbidden(self, seat: i64, token: i64, field: i64) -> i64:
        """BOS-8.1: a token of the hand or an own cabin boy, beside the boatswain; BOS-8.3: on an outpost of its gang."""
        if not self.holds(seat, token):
            if token % 10 != board.BOY or not self.boy[token // 10]:
                return codes.BOS_8_1
            if self.owner[token // 10] != seat:
                return codes.BOS_8_8  # nobody plays a special token of another player
        if self.side_of(field) == board.NONE:
            return codes.BOS_8_1
        if board.KIND[field] != token // 10:
            return codes.BOS_8_3  # an empty field never fits (BOS-3.4)
        return OK

    def play_token(self, seat: i64, token: i64, field: i64) -> None:
        """Lay it, replacing what lies there (BOS-8.4, whatever it is: BOS-8.5), then the boatswain walks and looks round
        (BOS-10.1). A cabin boy is played like a pirate (BOS-8.6) and moves it by one field (BOS-2.4); a pirate by its
        digit (BOS-2.3).
        """
        if self.holds(seat, token):
            self.lose(seat, token)
        else:
            self.boy[token // 10] = 0
        self.emit(codes.LAID, seat, token, field)
        old: i64 = self.beach[field]
        if old != board.NONE:
            self.put_under(old, codes.EVERYBODY)  # also a cabin boy (BOS-8.7); it was face up (BOS-14.4)
            self.emit(codes.REPLACED, old, field, 0)
        self.beach[field] = token
        self.laid = field
        self.walk((self.side_of(field) + 2) % 4, 1 if token % 10 == board.BOY else token % 10 // 3 + 1)
        self.assess()

    # -- the walk (BOS-9) -------------------------------------------------------------------------------------------

    def walk(self, side: i64, steps: i64) -> None:
        """BOS-9.1: straight away from the token; BOS-9.6: it takes all steps it can.

        It enters every field without a token (BOS-9.3) and stops before one (BOS-9.4); three steps on a ring of five never
        reach the token just laid (BOS-9.7).
        """
        start: i64 = self.boatswain
        while steps > 0:
            ahead: i64 = board.NEXT[
                side * board.FIELDS + self.boatswain
            ]  # BOS-9.2: over the edge and on at the other end
            if self.beach[ahead] != board.NONE:
                break
            self.emit(codes.WALKED, self.boatswain, ahead, 0)
            self.boatswain = ahead
            steps -= 1
        if self.boatswain == start:
            self.emit(codes.WEDGED, start, 0, 0)  # BOS-9.5

    # -- assessment and boarding (BOS-10) ---------------------------------------------------------------------------

    def assess(self) -> None:
        """BOS-10.8: nothing to board, all boardings without a choice, or the player chooses."""
        while self.phase != codes.ENDED:
            out: Moves | None = boarding.boardings(self)
            if out is None:
                self.laid = board.NONE
                self.phase = codes.TURN
                self.refill()
                return
            if boarding.is_choice(out):
                self.phase = codes.BOARDING
                return
            i: i64 = 0
            while i < out.n and self.phase != codes.ENDED:  # BOS-10.4: compulsory; several by BOS-10.7
                pair: i64 = out.a[i] - board.BOARD
                self.board(pair // board.SEATS, pair % board.SEATS)
                i += 1

    def board(self, field: i64, at: i64) -> None:
        """A token goes to its seat; its outpost is left empty and the boatswain stays (BOS-10.10)."""
        token: i64 = self.beach[field]
        self.beach[field] = board.NONE
        self.boat[at] = token
        self.emit(codes.BOARDED, token, field, at)
        if self.is_full():
            self.finish(codes.FULL)  # BOS-15.1: at once, without a refill (BOS-11.3)

    # -- end of the turn (BOS-11) -----------------------------------------------------------------------------------

    def refill(self) -> None:
        """BOS-11.1: draw until the hand has five tokens or the stack is empty; what was replaced lies under it (BOS-11.2)."""
        self.due = 0
        for i in range(self.player * board.HAND, self.player * board.HAND + board.HAND):
            if self.hand[i] == board.NONE:
                self.due += 1
        self.draw_known()

    def end_turn(self) -> None:
        """BOS-15.2: the turn limit; otherwise the next player clockwise (BOS-4.7)."""
        self.skipped = 0
        if self.turn >= self.limit:
            self.finish(codes.LIMIT)
            return
        self.turn += 1
        self.player = (self.player + 1) % self.seats
        self.begin_turn()

    def begin_turn(self) -> None:
        """BOS-11.4: a player without any legal action is skipped; the turn counts (BOS-5.3)."""
        while not self.can_act():
            self.emit(codes.SKIPPED, self.player, self.turn, 0)
            self.skipped += 1
            if self.skipped == self.seats:
                self.finish(codes.STUCK)  # BOS-15.3, before BOS-15.2
                return
            if self.turn >= self.limit:
                self.finish(codes.LIMIT)
                return
            self.turn += 1
            self.player = (self.player + 1) % self.seats
        self.emit(codes.STARTED, self.turn, self.player, 0)

    def can_act(self) -> bool:
        """Whether the player has any action: an exchange of one token always is in a game from the set-up (BOS-11.5)."""
        if self.hand[self.player * board.HAND] != board.NONE and self.stack() > 0:
            return True
        out = Moves()
        self.list_legal(self.player, out)
        return out.n > 0

    def finish(self, reason: i64) -> None:
        """The game is over; the scoring is the same whatever the reason (BOS-15.5)."""
        self.phase = codes.ENDED
        self.ended = reason
        self.due = 0
        self.emit(codes.FINISHED, reason, 0, 0)

    # -- what a seat may know (BOS-14) ------------------------------------------------------------------------------

    def look(self, seat: i64, v: Beach) -> None:
        knowledge.look(self, seat, v)

    def redeal(self, seat: i64, rng: Rng) -> None:
        knowledge.deal(self, rng)


def new_game(seats: i64, first: i64, limit: i64, closed: i64, owner: vec[i64]) -> Bosman:
    """BOS-4.1: the boatswain in the centre (the constructor); BOS-4.2: the four 10s on the corners, with two players too
    (BOS-12.6); BOS-4.3: one poison each; the rest is the unseen stack (BOS-4.4).
    """
    s = Bosman(seats, first, limit, closed, owner)
    for seat in range(seats):
        s.poison[seat] = 1  # BOS-12.3: with two players two poisons stay out of the game
    for gang in range(i64(4)):
        s.beach[board.CORNERS[gang]] = gang * 10
    s.bag = knowledge.unaccounted(s)
    s.fresh = 68
    return s
