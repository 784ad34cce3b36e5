"""Seameni's decisions: who is to act, what is legal, and why something is not. Seats 0..n-1 are players 1..n."""

from mypy_extensions import i64

from kotva.engine.arrays import Rng
from kotva.engine.layout import NO_FAMILY, no_action
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK, OVER
from kotva.games.seameni import board
from kotva.games.seameni.rules import codes, look_ahead, movement, ships, steps, turns
from kotva.games.seameni.rules.table import SeameniRules, SeameniTable


class Seameni(SeameniTable):
    """A position with its decisions (SEA-5)."""

    def blank(self) -> "Seameni":
        return Seameni(self.seats, self.rule, self.first)

    def to_act(self) -> i64:
        if self.phase == codes.ENDED:
            return OVER
        if self.turning != board.NONE or self.phase == codes.CHOOSE_FIRST:
            return CHANCE
        return self.seat_of(self.decider)

    # -- what is legal ----------------------------------------------------------------------------------------------

    def list_legal(self, seat: i64, out: Moves) -> None:
        """In this order: ship, pirates one after another, pass, then the free actions."""
        if self.phase == codes.TURN:
            ships.list_sailings(self, self.player, out)
            steps.list_steps(self, self.player, out)
            if out.n == 0 or self.rule.allow_pass:  # SEA-5.2, 5.3
                out.add(board.PASS)
            self.list_free_actions(out)
        elif self.phase == codes.CHAIN:
            self.list_exits(out)
        elif self.phase == codes.OVERFLOW:
            ships.list_relief(self, self.decider, out)
        elif self.phase == codes.VOTE:
            out.add(board.YES)
            out.add(board.NO)
        elif self.phase == codes.REJUMP:
            steps.list_jumps(self, self.mover, out)
        else:
            for i in range(self.decider * 11, self.decider * 11 + 11):
                if ships.placing_forbidden(self, self.decider, board.EDGE_FIELDS[i]) == OK:
                    out.add(board.PLACE + board.EDGE_FIELDS[i])

    def list_free_actions(self, out: Moves) -> None:
        """SEA-5.6: captives to the sharks, and the proposal to end."""
        for p in range(i64(board.PIRATES)):
            if self.captor[p] == self.player:
                out.add(board.SHARKS + p)
        if self.rule.agreement and not self.asked:
            out.add(board.PROPOSE)

    def list_exits(self, out: Moves) -> None:
        """CHAIN: the exits that SEA-11.8 and 11.9 allow."""
        exits: i64 = look_ahead.legal_exits(self)
        k: i64 = ((self.tile[self.at] - board.SEVERAL) * board.FIELDS + self.at) * 8
        while exits:
            if exits & 1:
                out.add(board.TO + board.EXIT[k])
            exits >>= 1
            k += 1

    def has_main_action(self) -> bool:
        """SEA-5.3: whether anything but a pass is left."""
        out = Moves()
        ships.list_sailings(self, self.player, out)
        steps.list_steps(self, self.player, out)
        return out.n > 0

    # -- why not ----------------------------------------------------------------------------------------------------

    def why_not(self, seat: i64, action: i64) -> i64:
        """The phase first, then the family's own rule."""
        family: i64 = board.LAYOUT.family(action)
        if family == NO_FAMILY:
            return codes.SEA_5_1
        if self.phase == codes.ENDED:
            return codes.SEA_19_7
        if family == board.FIRST or family == board.TURN_UP:
            return self.outcome_forbidden(seat, family, action - family)
        if seat < 0 or seat != self.to_act():
            return codes.SEA_1_3
        if self.phase == codes.PLACING:
            return (
                ships.placing_forbidden(self, self.decider, action - board.PLACE)
                if family == board.PLACE
                else codes.SEA_4_3
            )
        if self.phase == codes.VOTE:
            return OK if family == board.YES or family == board.NO else codes.SEA_19_2
        if self.phase == codes.CHAIN:
            return self.exit_forbidden(action - board.TO) if family == board.TO else codes.SEA_10_3
        if self.phase == codes.OVERFLOW:
            return ships.relief_forbidden(self, self.decider, family, action - family)
        if self.phase == codes.REJUMP:
            p: i64 = (action - board.JUMP) // board.FIELDS
            if family != board.JUMP or p != self.mover:
                return codes.SEA_12_5
            return steps.jump_forbidden(self, p, (action - board.JUMP) % board.FIELDS)
        return self.main_forbidden(family, action - family)

    def main_forbidden(self, family: i64, rest: i64) -> i64:
        """TURN: one main action (SEA-5.1), or a free action before it (SEA-5.6)."""
        edge: i64 = self.player
        if family == board.SHIP:
            return ships.sailing_forbidden(self, edge, rest)
        if family == board.STEP or family == board.CARRY:
            return steps.step_forbidden(
                self, edge, rest // board.FIELDS, rest % board.FIELDS, 1 if family == board.CARRY else 0
            )
        if family == board.JUMP or family == board.ADVANCE:
            p: i64 = rest if family == board.ADVANCE else rest // board.FIELDS
            why: i64 = steps.binding(self, edge, p)
            if why != OK:
                return why
            return (
                steps.advance_forbidden(self, p)
                if family == board.ADVANCE
                else steps.jump_forbidden(self, p, rest % board.FIELDS)
            )
        if family == board.PASS:
            return OK if self.rule.allow_pass or not self.has_main_action() else codes.SEA_5_3
        if family == board.PROPOSE:
            return OK if self.rule.agreement and not self.asked else codes.SEA_19_1
        if family == board.SHARKS:
            return OK if self.captor[rest] == edge else codes.SEA_16_10
        return codes.SEA_5_1

    def exit_forbidden(self, to: i64) -> i64:
        """SEA-10.3, 10.9: an exit of this tile; SEA-11.8, 11.9, 11.11: one that may be taken."""
        t: i64 = self.tile[self.at]
        exits: i64 = look_ahead.legal_exits(self)
        k: i64 = ((t - board.SEVERAL) * board.FIELDS + self.at) * 8
        end: i64 = k + 8
        while k < end and board.EXIT[k] != board.NONE:
            if board.EXIT[k] == to:
                if exits & 1:
                    return OK
                if look_ahead.is_taken(self, self.at, to):
                    return codes.SEA_11_11
                return codes.SEA_11_9 if self.surprised else codes.SEA_11_8
            exits >>= 1
            k += 1
        return codes.SEA_10_9 if t == board.SEAHORSE else codes.SEA_10_3

    # -- chance -----------------------------------------------------------------------------------------------------

    def outcome_forbidden(self, seat: i64, family: i64, rest: i64) -> i64:
        """SEA-1.4: the first seat; SEA-8.1, 4.5: a tile of those still face down, on the field that is turned up."""
        if family == board.FIRST:
            if seat != CHANCE or self.phase != codes.CHOOSE_FIRST or not self.is_seated(rest):
                return codes.SEA_1_4
            return OK
        f: i64 = rest // board.CODE_COUNT
        kind: i64 = board.KIND[rest % board.CODE_COUNT]
        if seat != CHANCE or self.turning != f or kind == board.NONE or self.left[kind] == 0:
            return codes.SEA_4_5 if self.phase == codes.UNCOVER else codes.SEA_8_1
        return OK

    def is_seated(self, edge: i64) -> bool:
        """SEA-1.2: whether a player sits at an edge."""
        return edge < self.seats if self.seats > 2 else edge & 1 == 0

    def list_chance(self, out: Moves) -> None:
        """SEA-2.2, 4.1: a kind is as likely as its tiles still face down, its rotations share that evenly."""
        if self.phase == codes.CHOOSE_FIRST:
            for edge in range(i64(4)):
                if self.is_seated(edge):
                    out.weigh(board.FIRST + edge, 1)
            return
        base: i64 = board.TURN_UP + self.turning * board.CODE_COUNT
        for code in range(1, i64(board.CODE_COUNT)):
            left: i64 = self.left[board.KIND[code]]
            if left:
                out.weigh(base + code, left * board.TURNS[code])

    def sample(self, rng: Rng, out: Moves) -> i64:
        if self.phase == codes.CHOOSE_FIRST:
            return board.FIRST + self.edge_of(rng.below(self.seats))
        r: i64 = rng.below(self.hidden * 4)
        kind: i64 = 0
        while r >= self.left[kind] * 4:
            r -= self.left[kind] * 4
            kind += 1
        return board.TURN_UP + self.turning * board.CODE_COUNT + board.FACE[kind * 4 + r % 4]

    # -- what then happens ------------------------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        family: i64 = board.LAYOUT.family(action)
        rest: i64 = action - family
        if family == board.TURN_UP:
            self.reveal(rest // board.CODE_COUNT, rest % board.CODE_COUNT)
        elif family == board.STEP or family == board.CARRY:
            p: i64 = rest // board.FIELDS
            outing: bool = self.captor[p] != board.NONE and self.place[p] >= board.ABOARD
            turns.proceed(
                self,
                movement.depart(
                    self,
                    p,
                    rest % board.FIELDS,
                    1 if family == board.CARRY else 0,
                    codes.OUTING if outing else codes.WALK,
                ),
            )
        elif family == board.SHIP:
            ships.sail(self, self.player, rest)
            turns.settle(self)
        elif family == board.TO:
            movement.take_exit(self, rest)
            turns.proceed(self, movement.go_on(self))
        elif family == board.ADVANCE:
            steps.advance(self, rest)
            turns.settle(self)
        elif family == board.JUMP:
            turns.proceed(self, movement.leap(self, rest // board.FIELDS, rest % board.FIELDS))
        elif family == board.SHARKS or family == board.OUT or family == board.ASTERN:
            self.rid(family, rest)
        elif family == board.PASS:
            self.emit(codes.PASSED, seat, 0, 0)
            turns.settle(self)
        elif family == board.PROPOSE:
            self.emit(codes.PROPOSED, seat, 0, 0)
            turns.propose(self)
        elif family == board.YES or family == board.NO:
            turns.vote(self, 1 if family == board.YES else 0)
        elif family == board.PLACE:
            self.ship[self.player] = rest
            self.emit(codes.PLACED, seat, rest, 0)
            turns.next_placing(self)
        elif family == board.FIRST:
            self.open_with(rest)
        else:
            no_action(action)

    def reveal(self, f: i64, code: i64) -> None:
        """Chance has turned up a tile, at set-up (SEA-4.5) or in a movement (SEA-8.1)."""
        if self.phase == codes.UNCOVER:
            movement.turn_up(self, f, code)
            turns.next_uncovering(self)
        else:
            turns.proceed(self, movement.discover(self, f, code))

    def open_with(self, edge: i64) -> None:
        """SEA-1.4 with first=random."""
        self.first = edge
        self.player = edge
        self.decider = edge
        self.phase = codes.PLACING
        self.emit(codes.OPENED, self.seat_of(edge), 0, 0)

    def rid(self, family: i64, p: i64) -> None:
        """`shark` as a free action (SEA-5.6, 16.10), or any choice in OVERFLOW."""
        if self.phase == codes.TURN:
            movement.die(self, p, codes.THROWN)
        elif turns.relieve(self, family, p):
            turns.settle(self)

    # -- score (SEA-20) ---------------------------------------------------------------------------------------------

    def reason(self) -> i64:
        return self.ended

    def score(self, seat: i64) -> i64:
        """SEA-20.1: all treasures aboard the own ship; what lies on the sea counts for nobody (SEA-20.3)."""
        return self.score_of[self.edge_of(seat)]

    def party_score(self, edge: i64) -> i64:
        """SEA-20.2: partners add up."""
        total: i64 = 0
        for e in range(i64(4)):
            if self.party(e) == self.party(edge):
                total += self.score_of[e]
        return total

    def rank(self, seat: i64) -> i64:
        """SEA-20.4: parties by score, equal scores share a rank; partners have the rank of their party."""
        mine: i64 = self.party_score(self.edge_of(seat))
        ahead: i64 = 0
        parties: i64 = 2 if self.rule.partners else self.seats
        for other in range(parties):
            if self.party_score(self.edge_of(other)) > mine:
                ahead += 1
        return 1 + ahead


def new_game(seats: i64, rule: SeameniRules, first: i64) -> Seameni:
    """SEA-4.1: all tiles face down; SEA-1.7, SEA-4.2: three pirates each, aboard their own ships; the first player begins."""
    s = Seameni(seats, rule, first)
    s.lay_out()
    for edge in range(i64(4)):
        if s.is_seated(edge):
            for p in range(edge * 3, edge * 3 + 3):
                s.place[p] = board.ABOARD + edge
    if first == board.NONE:
        s.phase = codes.CHOOSE_FIRST
    return s
