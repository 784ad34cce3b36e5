"""Seameni's decisions: who is to act, what is legal, and why something is not. Seats 0..n-1 are players 1..n."""

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import Rng
from kotva.engine.layout import NO_FAMILY, no_action
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK, OVER
from kotva.games.seameni.board import (
    ABOARD,
    ADVANCE,
    AGREEMENT,
    ALLOW_PASS,
    ASTERN,
    CARRY,
    CODE_COUNT,
    EDGE_FIELDS,
    EXIT,
    FACE,
    FIELDS,
    FIRST,
    JUMP,
    KIND,
    LAYOUT,
    NO,
    NONE,
    OUT,
    PARTNERS,
    PASS,
    PIRATES,
    PLACE,
    PROPOSE,
    SEAHORSE,
    SEVERAL,
    SHARKS,
    SHIP,
    STEP,
    TO,
    TURN_UP,
    TURNS,
    YES,
)
from kotva.games.seameni.rules import look, movement, ships, steps, turns
from kotva.games.seameni.rules.codes import (
    CHAIN,
    CHOOSE_FIRST,
    ENDED,
    OPENED,
    OUTING,
    OVERFLOW,
    PASSED,
    PLACED,
    PLACING,
    PROPOSED,
    REJUMP,
    SEA_1_3,
    SEA_1_4,
    SEA_4_3,
    SEA_4_5,
    SEA_5_1,
    SEA_5_3,
    SEA_8_1,
    SEA_10_3,
    SEA_10_9,
    SEA_11_8,
    SEA_11_9,
    SEA_11_11,
    SEA_12_5,
    SEA_16_10,
    SEA_19_1,
    SEA_19_2,
    SEA_19_7,
    THROWN,
    TURN,
    UNCOVER,
    VOTE,
    WALK,
)
from kotva.games.seameni.rules.table import Sea


class Seameni(Sea):
    """A position with its decisions (SEA-5)."""

    def blank(self) -> "Seameni":
        return Seameni(self.seats, self.rule, self.first)

    def to_act(self) -> i64:
        if self.phase == ENDED:
            return OVER
        if self.turning != NONE or self.phase == CHOOSE_FIRST:
            return CHANCE
        return self.seat_of(self.decider)

    # -- what is legal ----------------------------------------------------------------------------------------------

    def list_legal(self, seat: i64, out: Moves) -> None:
        """In this order: ship, pirates one after another, pass, then the free actions."""
        if self.phase == TURN:
            ships.list_sailings(self, self.player, out)
            steps.list_steps(self, self.player, out)
            if out.n == 0 or self.rule[ALLOW_PASS]:  # SEA-5.2, 5.3
                out.add(PASS)
            self.list_free_actions(out)
        elif self.phase == CHAIN:
            self.list_exits(out)
        elif self.phase == OVERFLOW:
            ships.list_relief(self, self.decider, out)
        elif self.phase == VOTE:
            out.add(YES)
            out.add(NO)
        elif self.phase == REJUMP:
            steps.list_jumps(self, self.mover, out)
        else:
            i: i64 = self.decider * 11
            end: i64 = i + 11
            while i < end:
                if ships.placing_forbidden(self, self.decider, EDGE_FIELDS[i]) == OK:
                    out.add(PLACE + EDGE_FIELDS[i])
                i += 1

    def list_free_actions(self, out: Moves) -> None:
        """SEA-5.6: captives to the sharks, and the proposal to end."""
        p: i64 = 0
        while p < PIRATES:
            if self.captor[p] == self.player:
                out.add(SHARKS + p)
            p += 1
        if self.rule[AGREEMENT] and not self.asked:
            out.add(PROPOSE)

    def list_exits(self, out: Moves) -> None:
        """CHAIN: the exits that SEA-11.8 and 11.9 allow."""
        exits: i64 = look.legal_exits(self)
        k: i64 = ((self.tile[self.at] - SEVERAL) * FIELDS + self.at) * 8
        while exits:
            if exits & 1:
                out.add(TO + EXIT[k])
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
        family: i64 = LAYOUT.family(action)
        if family == NO_FAMILY:
            return SEA_5_1
        if self.phase == ENDED:
            return SEA_19_7
        if family == FIRST or family == TURN_UP:
            return self.outcome_forbidden(seat, family, action - family)
        if seat < 0 or seat != self.to_act():
            return SEA_1_3
        if self.phase == PLACING:
            return ships.placing_forbidden(self, self.decider, action - PLACE) if family == PLACE else SEA_4_3
        if self.phase == VOTE:
            return OK if family == YES or family == NO else SEA_19_2
        if self.phase == CHAIN:
            return self.exit_forbidden(action - TO) if family == TO else SEA_10_3
        if self.phase == OVERFLOW:
            return ships.relief_forbidden(self, self.decider, family, action - family)
        if self.phase == REJUMP:
            p: i64 = (action - JUMP) // FIELDS
            if family != JUMP or p != self.mover:
                return SEA_12_5
            return steps.jump_forbidden(self, p, (action - JUMP) % FIELDS)
        return self.main_forbidden(family, action - family)

    def main_forbidden(self, family: i64, rest: i64) -> i64:
        """TURN: one main action (SEA-5.1), or a free action before it (SEA-5.6)."""
        edge: i64 = self.player
        if family == SHIP:
            return ships.sailing_forbidden(self, edge, rest)
        if family == STEP or family == CARRY:
            return steps.step_forbidden(self, edge, rest // FIELDS, rest % FIELDS, 1 if family == CARRY else 0)
        if family == JUMP or family == ADVANCE:
            p: i64 = rest if family == ADVANCE else rest // FIELDS
            why: i64 = steps.binding(self, edge, p)
            if why != OK:
                return why
            return (
                steps.advance_forbidden(self, p) if family == ADVANCE else steps.jump_forbidden(self, p, rest % FIELDS)
            )
        if family == PASS:
            return OK if self.rule[ALLOW_PASS] or not self.has_main_action() else SEA_5_3
        if family == PROPOSE:
            return OK if self.rule[AGREEMENT] and not self.asked else SEA_19_1
        if family == SHARKS:
            return OK if self.captor[rest] == edge else SEA_16_10
        return SEA_5_1

    def exit_forbidden(self, to: i64) -> i64:
        """SEA-10.3, 10.9: an exit of this tile; SEA-11.8, 11.9, 11.11: one that may be taken."""
        t: i64 = self.tile[self.at]
        exits: i64 = look.legal_exits(self)
        k: i64 = ((t - SEVERAL) * FIELDS + self.at) * 8
        end: i64 = k + 8
        while k < end and EXIT[k] != NONE:
            if EXIT[k] == to:
                if exits & 1:
                    return OK
                if look.is_taken(self, self.at, to):
                    return SEA_11_11
                return SEA_11_9 if self.surprised else SEA_11_8
            exits >>= 1
            k += 1
        return SEA_10_9 if t == SEAHORSE else SEA_10_3

    # -- chance -----------------------------------------------------------------------------------------------------

    def outcome_forbidden(self, seat: i64, family: i64, rest: i64) -> i64:
        """SEA-1.4: the first seat; SEA-8.1, 4.5: a tile of those still face down, on the field that is turned up."""
        if family == FIRST:
            if seat != CHANCE or self.phase != CHOOSE_FIRST or not self.is_seated(rest):
                return SEA_1_4
            return OK
        f: i64 = rest // CODE_COUNT
        kind: i64 = KIND[rest % CODE_COUNT]
        if seat != CHANCE or self.turning != f or kind == NONE or self.left[kind] == 0:
            return SEA_4_5 if self.phase == UNCOVER else SEA_8_1
        return OK

    def is_seated(self, edge: i64) -> bool:
        """SEA-1.2: whether a player sits at an edge."""
        return edge < self.seats if self.seats > 2 else edge & 1 == 0

    def list_chance(self, out: Moves) -> None:
        """SEA-2.2, 4.1: a kind is as likely as its tiles still face down, its rotations share that evenly."""
        if self.phase == CHOOSE_FIRST:
            edge: i64 = 0
            while edge < 4:
                if self.is_seated(edge):
                    out.weigh(FIRST + edge, 1)
                edge += 1
            return
        code: i64 = 1
        base: i64 = TURN_UP + self.turning * CODE_COUNT
        while code < CODE_COUNT:
            left: i64 = self.left[KIND[code]]
            if left:
                out.weigh(base + code, left * TURNS[code])
            code += 1

    def sample(self, rng: Rng, out: Moves) -> i64:
        if self.phase == CHOOSE_FIRST:
            return FIRST + self.edge_of(rng.below(self.seats))
        r: i64 = rng.below(self.hidden * 4)
        kind: i64 = 0
        while r >= self.left[kind] * 4:
            r -= self.left[kind] * 4
            kind += 1
        return TURN_UP + self.turning * CODE_COUNT + FACE[kind * 4 + r % 4]

    # -- what then happens ------------------------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        family: i64 = LAYOUT.family(action)
        rest: i64 = action - family
        if family == TURN_UP:
            self.reveal(rest // CODE_COUNT, rest % CODE_COUNT)
        elif family == STEP or family == CARRY:
            p: i64 = rest // FIELDS
            outing: bool = self.captor[p] != NONE and self.place[p] >= ABOARD
            turns.proceed(
                self, movement.depart(self, p, rest % FIELDS, 1 if family == CARRY else 0, OUTING if outing else WALK)
            )
        elif family == SHIP:
            ships.sail(self, self.player, rest)
            turns.settle(self)
        elif family == TO:
            movement.take_exit(self, rest)
            turns.proceed(self, movement.go_on(self))
        elif family == ADVANCE:
            steps.advance(self, rest)
            turns.settle(self)
        elif family == JUMP:
            turns.proceed(self, movement.leap(self, rest // FIELDS, rest % FIELDS))
        elif family == SHARKS or family == OUT or family == ASTERN:
            self.rid(family, rest)
        elif family == PASS:
            self.tell(PASSED, seat, 0, 0)
            turns.settle(self)
        elif family == PROPOSE:
            self.tell(PROPOSED, seat, 0, 0)
            turns.propose(self)
        elif family == YES or family == NO:
            turns.vote(self, 1 if family == YES else 0)
        elif family == PLACE:
            self.ship[self.player] = rest
            self.tell(PLACED, seat, rest, 0)
            turns.next_placing(self)
        elif family == FIRST:
            self.open_with(rest)
        else:
            no_action(action)

    def reveal(self, f: i64, code: i64) -> None:
        """Chance has turned up a tile, at set-up (SEA-4.5) or in a movement (SEA-8.1)."""
        if self.phase == UNCOVER:
            movement.turn_up(self, f, code)
            turns.next_uncovering(self)
        else:
            turns.proceed(self, movement.discover(self, f, code))

    def open_with(self, edge: i64) -> None:
        """SEA-1.4 with first=random."""
        self.first = edge
        self.player = edge
        self.decider = edge
        self.phase = PLACING
        self.tell(OPENED, self.seat_of(edge), 0, 0)

    def rid(self, family: i64, p: i64) -> None:
        """`shark` as a free action (SEA-5.6, 16.10), or any choice in OVERFLOW."""
        if self.phase == TURN:
            movement.die(self, p, THROWN)
        elif turns.relieve(self, family, p):
            turns.settle(self)

    # -- score (SEA-20) ---------------------------------------------------------------------------------------------

    def reason(self) -> i64:
        return self.ended

    def score(self, seat: i64) -> i64:
        """SEA-20.1: the treasures aboard his ship, by whomever; what lies on the sea counts for nobody (SEA-20.3)."""
        return self.score_of[self.edge_of(seat)]

    def party_score(self, edge: i64) -> i64:
        """SEA-20.2: partners add up."""
        total: i64 = 0
        e: i64 = 0
        while e < 4:
            if self.party(e) == self.party(edge):
                total += self.score_of[e]
            e += 1
        return total

    def rank(self, seat: i64) -> i64:
        """SEA-20.4: parties by score, equal scores share a rank; partners have the rank of their party."""
        mine: i64 = self.party_score(self.edge_of(seat))
        ahead: i64 = 0
        parties: i64 = 2 if self.rule[PARTNERS] else self.seats
        other: i64 = 0
        while other < parties:
            if self.party_score(self.edge_of(other)) > mine:
                ahead += 1
            other += 1
        return 1 + ahead


def new_game(seats: i64, rule: vec[i64], first: i64) -> Seameni:
    """SEA-4.1: all tiles face down; SEA-1.7, SEA-4.2: three pirates each, aboard their own ships; the first player begins."""
    s = Seameni(seats, rule, first)
    s.lay_out()
    edge: i64 = 0
    while edge < 4:
        if s.is_seated(edge):
            p: i64 = edge * 3
            while p < edge * 3 + 3:
                s.place[p] = ABOARD + edge
                p += 1
        edge += 1
    if first == NONE:
        s.phase = CHOOSE_FIRST
    return s
