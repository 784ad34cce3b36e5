"""A position of Settlers: who decides, what may be done, what then happens. The rules themselves are in the modules beside."""

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import Rng
from kotva.engine.layout import NO_FAMILY, no_action
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK, OVER, TABLE
from kotva.games.settlers.board import (
    ACCEPT,
    BANK,
    BUY,
    CARD_COST,
    CHOICES,
    CITIES_EACH,
    CITY,
    CITY_COST,
    CORNER,
    COUNTER,
    DEAL,
    DICE,
    DISCARD,
    DRAWN,
    END,
    HARBOUR,
    KEEP,
    LAYOUT,
    MONOPOLIZE,
    MOVE,
    NONE,
    OFFER,
    OFFER_TO,
    PLAY_KNIGHT,
    PLAY_ROADS,
    PLENTY,
    REJECT,
    ROAD,
    ROAD_COST,
    ROADS_EACH,
    ROBBER,
    ROLL,
    SEAT_SETS,
    SETTLE,
    SETTLEMENT_COST,
    SETTLEMENTS_EACH,
    SKIP,
    STEAL,
    STOLEN,
    TILE,
    TIME,
    WIN,
    WITHDRAW,
    count,
    covers,
    pack_of,
)
from kotva.games.settlers.rules import building, cards, clock, founding, knowledge, points, robber, trade, turn
from kotva.games.settlers.rules.codes import (
    ACCEPTED,
    BEFORE_ROLL,
    CITIES,
    CLAIM,
    DISCARDS,
    DRAWING,
    ENDED,
    FREE_ROAD,
    LAYING,
    MAIN,
    PLACE_ROBBER,
    REJECTED,
    ROADS,
    ROB,
    ROLLING,
    SET_1_4,
    SET_4_6,
    SET_13_3,
    SET_15_5,
    SETTLEMENTS,
    SETUP_ROAD,
    SETUP_SETTLEMENT,
    STARTING,
    STEALING,
    TRADING,
)
from kotva.games.settlers.rules.refusal import action_forbidden
from kotva.games.settlers.rules.table import Island


class Settlers(Island):
    """A position of Settlers and what can be done in it."""

    def blank(self) -> "Settlers":
        return Settlers(self.seats, self.rule)

    # -- who decides (SET-4, section 5) ------------------------------------------------------------------------------

    def to_act(self) -> i64:
        phase: i64 = self.phase
        if phase == MAIN or phase == BEFORE_ROLL:
            return self.player
        if phase == ROLLING or phase == STEALING or phase == DRAWING or phase <= STARTING:
            return CHANCE
        if phase == ENDED:
            return OVER
        if (self.forcing or self.gone) and clock.forced_seat(self) != NONE:
            return CHANCE
        if phase == DISCARDS:
            return robber.first_owing(self)
        return trade.first_asked(self) if phase == TRADING else self.player

    def may_act(self, seat: i64) -> bool:
        """SET-4.6: outside his turn a player only discards and answers an offer; any order is accepted."""
        actor: i64 = self.to_act()
        if seat == actor:
            return True
        if actor < 0 or seat < 0 or seat >= self.seats:
            return False
        if self.phase == DISCARDS:
            return robber.owes(self, seat)
        return self.phase == TRADING and (seat == self.player or trade.must_answer(self, seat))

    # -- what may be done (section 7) --------------------------------------------------------------------------------

    def list_legal(self, seat: i64, out: Moves) -> None:
        """SET-16.3: whoever must decide has at least one action."""
        phase: i64 = self.phase
        if phase == MAIN:
            self.list_main(seat, out, True)
        elif phase == BEFORE_ROLL:
            out.add(ROLL)
            if self.cards[seat] and not self.played:
                cards.list_cards(self, seat, out)
            if self.laid != NONE:
                building.list_moves(self, seat, out)
        elif phase == DISCARDS:
            robber.list_discards(self, seat, out)
        elif phase == PLACE_ROBBER:
            robber.list_robber(self, out)
        elif phase == ROB:
            robber.list_rob(self, out, False)
        elif phase == FREE_ROAD:
            building.list_edges(self, seat, ROAD, out)
            building.list_moves(self, seat, out)
            if self.free == 1:
                out.add(SKIP)
        elif phase == TRADING:
            if seat == self.player:
                trade.list_closings(self, out)
            else:
                trade.list_answers(self, seat, out)
            return
        elif phase == SETUP_SETTLEMENT:
            founding.list_founding_settlements(self, out)
        elif phase == SETUP_ROAD:
            founding.list_founding_roads(self, out)
        if self.rule[CLAIM] and points.win_forbidden(self, seat) == OK:
            out.add(WIN)

    def list_plain(self, seat: i64, out: Moves) -> None:
        """As `list_legal`, without offers and counter-offers: they are many, and few make sense."""
        if self.phase == TRADING and seat != self.player:
            trade.list_plain_answers(self, seat, out)
        elif self.phase == MAIN:
            self.list_main(seat, out, False)
            if self.rule[CLAIM] and points.win_forbidden(self, seat) == OK:
                out.add(WIN)
        else:
            self.list_legal(seat, out)

    def list_main(self, seat: i64, out: Moves, offers: bool) -> None:
        """SET-4.4: build, buy, exchange, trade and play a card in any order; SET-4.5: or end the turn."""
        hand: i64 = self.hand[seat]
        if hand:
            if covers(hand, ROAD_COST):
                if covers(hand, SETTLEMENT_COST) and self.spare[seat * 3 + SETTLEMENTS] > 0:
                    building.list_settlements(self, seat, out)
                if self.spare[seat * 3 + ROADS] > 0:
                    building.list_edges(self, seat, ROAD, out)
            if covers(hand, CITY_COST) and self.spare[seat * 3 + CITIES] > 0:
                building.list_cities(self, seat, out)
            if covers(hand, CARD_COST) and self.deck:
                out.add(BUY)
            if not self.closed:
                trade.list_bank(self, seat, out)
                if offers:
                    trade.list_offers(self, seat, out)
        if self.cards[seat] and not self.played:
            cards.list_cards(self, seat, out)
        if self.laid != NONE:
            building.list_moves(self, seat, out)
        out.add(END)

    def list_chance(self, out: Moves) -> None:
        """All draws are even: over dice, cards, tiles, and over the legal ones of a forced choice (SET-14.6)."""
        phase: i64 = self.phase
        if phase == ROLLING or phase == STARTING:
            i: i64 = 0
            while i < 36:
                out.weigh(DICE + i, 1)
                i += 1
        elif phase == STEALING:
            weigh_pack(self.hand[self.victim], STOLEN, out)
        elif phase == DRAWING:
            weigh_pack(self.deck, DRAWN, out)
        elif phase == LAYING:
            founding.list_laying(self, out)
        elif clock.forced_seat(self) != NONE:
            forced = Moves()
            if phase == ROB:
                robber.list_rob(self, forced, True)
            elif phase == PLACE_ROBBER:
                robber.list_robber(self, forced)
            else:
                self.list_legal(clock.forced_seat(self), forced)
            i = 0
            while i < forced.n:
                out.weigh(forced.a[i], 1)
                i += 1

    def sample(self, rng: Rng, out: Moves) -> i64:
        if self.phase == ROLLING:
            return DICE + rng.below(36)
        out.clear()
        self.list_chance(out)
        return out.pick_weighed(rng)

    def why_not(self, seat: i64, action: i64) -> i64:
        """Why an action is forbidden: whose decision it is first, then the phase, then the family's own rule.

        SET-1.4: a refused action changes nothing, so this only looks.
        """
        family: i64 = LAYOUT.family(action)
        if family == NO_FAMILY:
            return SET_1_4
        if family >= TIME and family < DISCARD:
            return clock.event_forbidden(self, family, action - family) if seat == TABLE else SET_4_6
        if self.phase == ENDED:
            return SET_13_3
        if seat == CHANCE or (family >= DICE and family < TIME):
            return self.chance_forbidden(seat, action)
        if seat < 0 or not self.may_act(seat):
            return SET_4_6
        return action_forbidden(self, seat, family, action - family)

    def chance_forbidden(self, seat: i64, action: i64) -> i64:
        """SET-15.5: an outcome that can come now."""
        if seat != CHANCE or self.to_act() != CHANCE:
            return SET_15_5
        out = Moves()
        self.list_chance(out)
        return OK if out.has(action) else SET_15_5

    # -- what then happens -------------------------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        family: i64 = LAYOUT.family(action)
        rest: i64 = action - family
        if family == END:
            turn.end_turn(self)
        elif family == ROLL:
            self.laid = NONE
            self.phase = ROLLING
        elif family == DICE:
            if self.phase == ROLLING:
                turn.roll(self, rest // 6 + 1, rest % 6 + 1)
            else:
                founding.start_roll(self, rest // 6 + 1, rest % 6 + 1)
        elif family >= DRAWN and family < DISCARD:
            self.apply_outcome(family, rest)
        else:
            if seat == CHANCE:
                seat = clock.forced_seat(self)
            if family == ROAD:
                if self.phase == SETUP_ROAD:
                    founding.found_road(self, seat, rest)
                else:
                    building.build_road(self, seat, rest)
            elif family == MOVE:
                building.move_road(self, seat, rest)
            else:
                self.laid = NONE  # SET-8.1: any other action ends the right to move the road
                self.apply_other(seat, family, rest)
        if self.forcing or self.gone:
            clock.proceed(self)

    def apply_outcome(self, family: i64, rest: i64) -> None:
        """Chance and the table."""
        if family == DRAWN:
            cards.draw(self, rest)
        elif family == STOLEN:
            robber.stolen(self, rest)
        elif family == TILE or family == HARBOUR or family == CORNER:
            founding.lay(self, family, rest)
        else:
            clock.event(self, family, rest)

    def apply_other(self, seat: i64, family: i64, rest: i64) -> None:
        if family == SETTLE:
            if self.phase == SETUP_SETTLEMENT:
                founding.found_settlement(self, seat, rest)
            else:
                building.build_settlement(self, seat, rest)
        elif family == CITY:
            building.build_city(self, seat, rest)
        elif family == ROBBER:
            robber.put_robber(self, rest)
        elif family == STEAL:
            robber.steal(self, rest)
        elif family == DEAL:
            trade.deal(self, rest)
        elif family == PLENTY:
            cards.play_plenty(self, seat, rest)
        elif family == MONOPOLIZE:
            cards.play_monopoly(self, seat, rest)
        elif family == BANK:
            trade.exchange(self, seat, rest // 15, rest // 5 % 3 + 2, rest % 5)
        elif family >= DISCARD:
            self.apply_choice(seat, family, rest)
        elif family == BUY:
            cards.buy(self, seat)
        elif family == PLAY_KNIGHT:
            cards.play_knight(self, seat)
        elif family == PLAY_ROADS:
            cards.play_roads(self, seat)
        elif family == KEEP:
            robber.end_robber(self)
        elif family == ACCEPT:
            trade.answer(self, seat, ACCEPTED)
        elif family == REJECT:
            trade.answer(self, seat, REJECTED)
        elif family == WITHDRAW:
            trade.withdraw(self)
        elif family == SKIP:
            cards.lapse(self)
        elif family == WIN:
            points.win(self, seat)
        else:
            no_action(family + rest)

    def apply_choice(self, seat: i64, family: i64, rest: i64) -> None:
        """Discards, counter-offers and offers."""
        if family == DISCARD:
            robber.discard(self, seat, rest)
        elif family == COUNTER:
            trade.counter(self, seat, pack_of(rest // CHOICES), pack_of(rest % CHOICES))
        elif family == OFFER:
            trade.open_offer(self, seat, pack_of(rest // CHOICES), pack_of(rest % CHOICES), trade.others(self, seat))
        elif family == OFFER_TO:
            give: i64 = pack_of(rest // SEAT_SETS // CHOICES)
            trade.open_offer(self, seat, give, pack_of(rest // SEAT_SETS % CHOICES), rest % SEAT_SETS)
        else:
            no_action(family + rest)

    # -- what a seat may know (SET-15) -------------------------------------------------------------------------------

    def look(self, seat: i64, v: Island) -> None:
        if self.phase == ENDED:
            self.copy_hidden(v)  # SET-15.1: everything is open to all
        else:
            knowledge.look(self, seat, v)

    def redeal(self, seat: i64, rng: Rng) -> None:
        if self.phase != ENDED:
            knowledge.deal_unknown(self, rng)

    # -- the result (SET-13) -----------------------------------------------------------------------------------------

    def score(self, seat: i64) -> i64:
        return points.all_points(self, seat)

    def rank(self, seat: i64) -> i64:
        return points.place(self, seat)

    def reason(self) -> i64:
        return self.ended


def weigh_pack(pack: i64, base: i64, out: Moves) -> None:
    """Every card of a pack is equally likely."""
    kind: i64 = 0
    while kind < 5:
        n: i64 = count(pack, kind)
        if n > 0:
            out.weigh(base + kind, n)
        kind += 1


def new_game(
    seats: i64,
    rule: vec[i64],
    first: i64,
    turn_limit: i64,
    fixed_harbours: i64,
    terrain: vec[i64],
    token: vec[i64],
    harbour: vec[i64],
) -> Settlers:
    """SET-3.2: the board (given, or laid by chance when `terrain` is empty), bank, deck and supplies in full."""
    s = Settlers(seats, rule)
    s.own_arrays()
    s.first = first
    s.turn_limit = turn_limit
    s.fixed = fixed_harbours
    seat: i64 = 0
    while seat < seats:
        s.spare[seat * 3 + ROADS] = ROADS_EACH
        s.spare[seat * 3 + SETTLEMENTS] = SETTLEMENTS_EACH
        s.spare[seat * 3 + CITIES] = CITIES_EACH
        seat += 1
    if len(terrain) > 0:
        founding.set_board(s, terrain, token, harbour)
        founding.begin_start(s)
    return s
