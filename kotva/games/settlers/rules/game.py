"""A position of Settlers: who decides, what may be done, what then happens. The rules themselves are in the modules beside."""

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import Rng
from kotva.engine.layout import NO_FAMILY, no_action
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK, OVER, TABLE
from kotva.games.settlers import board
from kotva.games.settlers.board import count, covers, pack_of
from kotva.games.settlers.rules import building, cards, clock, codes, founding, knowledge, points, robber, trade, turn
from kotva.games.settlers.rules.refusal import action_forbidden
from kotva.games.settlers.rules.table import Island, SettlersRules


class Settlers(Island):
    """A position of Settlers and what can be done in it."""

    def blank(self) -> "Settlers":
        return Settlers(self.seats, self.rule)

    # -- who decides (SET-4, section 5) ------------------------------------------------------------------------------

    def to_act(self) -> i64:
        phase: i64 = self.phase
        if phase == codes.MAIN or phase == codes.BEFORE_ROLL:
            return self.player
        if phase == codes.ROLLING or phase == codes.STEALING or phase == codes.DRAWING or phase <= codes.STARTING:
            return CHANCE
        if phase == codes.ENDED:
            return OVER
        if (self.forcing or self.gone) and clock.forced_seat(self) != board.NONE:
            return CHANCE
        if phase == codes.DISCARDS:
            return robber.first_owing(self)
        return trade.first_asked(self) if phase == codes.TRADING else self.player

    def may_act(self, seat: i64) -> bool:
        """SET-4.6: out of turn a player only discards and answers an offer; any order is accepted."""
        actor: i64 = self.to_act()
        if seat == actor:
            return True
        if actor < 0 or seat < 0 or seat >= self.seats:
            return False
        if self.phase == codes.DISCARDS:
            return robber.owes(self, seat)
        return self.phase == codes.TRADING and (seat == self.player or trade.must_answer(self, seat))

    # -- what may be done (section 7) --------------------------------------------------------------------------------

    def list_legal(self, seat: i64, out: Moves) -> None:
        """SET-16.3: a seat that must decide has at least one action."""
        phase: i64 = self.phase
        if phase == codes.MAIN:
            self.list_main(seat, out, True)
        elif phase == codes.BEFORE_ROLL:
            out.add(board.ROLL)
            if self.cards[seat] and not self.played:
                cards.list_cards(self, seat, out)
            if self.laid != board.NONE:
                building.list_moves(self, seat, out)
        elif phase == codes.DISCARDS:
            robber.list_discards(self, seat, out)
        elif phase == codes.PLACE_ROBBER:
            robber.list_robber(self, out)
        elif phase == codes.ROB:
            robber.list_rob(self, out, False)
        elif phase == codes.FREE_ROAD:
            building.list_edges(self, seat, board.ROAD, out)
            building.list_moves(self, seat, out)
            if self.free == 1:
                out.add(board.SKIP)
        elif phase == codes.TRADING:
            if seat == self.player:
                trade.list_closings(self, out)
            else:
                trade.list_answers(self, seat, out)
            return
        elif phase == codes.SETUP_SETTLEMENT:
            founding.list_founding_settlements(self, out)
        elif phase == codes.SETUP_ROAD:
            founding.list_founding_roads(self, out)
        if self.rule.claim and points.win_forbidden(self, seat) == OK:
            out.add(board.WIN)

    def list_plain(self, seat: i64, out: Moves) -> None:
        """As `list_legal`, without offers and counter-offers: they are many, and few make sense."""
        if self.phase == codes.TRADING and seat != self.player:
            trade.list_plain_answers(self, seat, out)
        elif self.phase == codes.MAIN:
            self.list_main(seat, out, False)
            if self.rule.claim and points.win_forbidden(self, seat) == OK:
                out.add(board.WIN)
        else:
            self.list_legal(seat, out)

    def list_main(self, seat: i64, out: Moves, offers: bool) -> None:
        """SET-4.4: build, buy, exchange, trade and play a card in any order; SET-4.5: or end the turn."""
        hand: i64 = self.hand[seat]
        if hand:
            if covers(hand, board.ROAD_COST):
                if covers(hand, board.SETTLEMENT_COST) and self.spare[seat * 3 + codes.SETTLEMENTS] > 0:
                    building.list_settlements(self, seat, out)
                if self.spare[seat * 3 + codes.ROADS] > 0:
                    building.list_edges(self, seat, board.ROAD, out)
            if covers(hand, board.CITY_COST) and self.spare[seat * 3 + codes.CITIES] > 0:
                building.list_cities(self, seat, out)
            if covers(hand, board.CARD_COST) and self.deck:
                out.add(board.BUY)
            if not self.closed:
                trade.list_bank(self, seat, out)
                if offers:
                    trade.list_offers(self, seat, out)
        if self.cards[seat] and not self.played:
            cards.list_cards(self, seat, out)
        if self.laid != board.NONE:
            building.list_moves(self, seat, out)
        out.add(board.END)

    def list_chance(self, out: Moves) -> None:
        """All draws are even: over dice, cards, tiles, and over the legal ones of a forced choice (SET-14.6)."""
        phase: i64 = self.phase
        if phase == codes.ROLLING or phase == codes.STARTING:
            for i in range(i64(36)):
                out.weigh(board.DICE + i, 1)
        elif phase == codes.STEALING:
            weigh_pack(self.hand[self.victim], board.STOLEN, out)
        elif phase == codes.DRAWING:
            weigh_pack(self.deck, board.DRAWN, out)
        elif phase == codes.LAYING:
            founding.list_laying(self, out)
        elif clock.forced_seat(self) != board.NONE:
            forced = Moves()
            if phase == codes.ROB:
                robber.list_rob(self, forced, True)
            elif phase == codes.PLACE_ROBBER:
                robber.list_robber(self, forced)
            else:
                self.list_legal(clock.forced_seat(self), forced)
            for i in range(forced.n):
                out.weigh(forced.a[i], 1)

    def sample(self, rng: Rng, out: Moves) -> i64:
        if self.phase == codes.ROLLING:
            return board.DICE + rng.below(36)
        out.clear()
        self.list_chance(out)
        return out.pick_weighed(rng)

    def why_not(self, seat: i64, action: i64) -> i64:
        """Why an action is forbidden: whose decision it is first, then the phase, then the family's own rule.

        SET-1.4: a refused action changes nothing, so this only looks.
        """
        family: i64 = board.LAYOUT.family(action)
        if family == NO_FAMILY:
            return codes.SET_1_4
        if family >= board.TIME and family < board.DISCARD:
            return clock.event_forbidden(self, family, action - family) if seat == TABLE else codes.SET_4_6
        if self.phase == codes.ENDED:
            return codes.SET_13_3
        if seat == CHANCE or (family >= board.DICE and family < board.TIME):
            return self.chance_forbidden(seat, action)
        if seat < 0 or not self.may_act(seat):
            return codes.SET_4_6
        return action_forbidden(self, seat, family, action - family)

    def chance_forbidden(self, seat: i64, action: i64) -> i64:
        """SET-15.5: an outcome that can come now."""
        if seat != CHANCE or self.to_act() != CHANCE:
            return codes.SET_15_5
        out = Moves()
        self.list_chance(out)
        return OK if out.has(action) else codes.SET_15_5

    # -- what then happens -------------------------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        family: i64 = board.LAYOUT.family(action)
        rest: i64 = action - family
        if family == board.END:
            turn.end_turn(self)
        elif family == board.ROLL:
            self.laid = board.NONE
            self.phase = codes.ROLLING
        elif family == board.DICE:
            if self.phase == codes.ROLLING:
                turn.roll(self, rest // 6 + 1, rest % 6 + 1)
            else:
                founding.start_roll(self, rest // 6 + 1, rest % 6 + 1)
        elif family >= board.DRAWN and family < board.DISCARD:
            self.apply_outcome(family, rest)
        else:
            if seat == CHANCE:
                seat = clock.forced_seat(self)
            if family == board.ROAD:
                if self.phase == codes.SETUP_ROAD:
                    founding.found_road(self, seat, rest)
                else:
                    building.build_road(self, seat, rest)
            elif family == board.MOVE:
                building.move_road(self, seat, rest)
            else:
                self.laid = board.NONE  # SET-8.1: any other action ends the right to move the road
                self.apply_other(seat, family, rest)
        if self.forcing or self.gone:
            clock.proceed(self)

    def apply_outcome(self, family: i64, rest: i64) -> None:
        """Chance and the table."""
        if family == board.DRAWN:
            cards.draw(self, rest)
        elif family == board.STOLEN:
            robber.stolen(self, rest)
        elif family == board.TILE or family == board.HARBOUR or family == board.CORNER:
            founding.lay(self, family, rest)
        else:
            clock.event(self, family, rest)

    def apply_other(self, seat: i64, family: i64, rest: i64) -> None:
        if family == board.SETTLE:
            if self.phase == codes.SETUP_SETTLEMENT:
                founding.found_settlement(self, seat, rest)
            else:
                building.build_settlement(self, seat, rest)
        elif family == board.CITY:
            building.build_city(self, seat, rest)
        elif family == board.ROBBER:
            robber.put_robber(self, rest)
        elif family == board.STEAL:
            robber.steal(self, rest)
        elif family == board.DEAL:
            trade.deal(self, rest)
        elif family == board.PLENTY:
            cards.play_plenty(self, seat, rest)
        elif family == board.MONOPOLIZE:
            cards.play_monopoly(self, seat, rest)
        elif family == board.BANK:
            trade.exchange(self, seat, rest // 15, rest // 5 % 3 + 2, rest % 5)
        elif family >= board.DISCARD:
            self.apply_choice(seat, family, rest)
        elif family == board.BUY:
            cards.buy(self, seat)
        elif family == board.PLAY_KNIGHT:
            cards.play_knight(self, seat)
        elif family == board.PLAY_ROADS:
            cards.play_roads(self, seat)
        elif family == board.KEEP:
            robber.end_robber(self)
        elif family == board.ACCEPT:
            trade.answer(self, seat, codes.ACCEPTED)
        elif family == board.REJECT:
            trade.answer(self, seat, codes.REJECTED)
        elif family == board.WITHDRAW:
            trade.withdraw(self)
        elif family == board.SKIP:
            cards.lapse(self)
        elif family == board.WIN:
            points.win(self, seat)
        else:
            no_action(family + rest)

    def apply_choice(self, seat: i64, family: i64, rest: i64) -> None:
        """Discards, counter-offers and offers."""
        if family == board.DISCARD:
            robber.discard(self, seat, rest)
        elif family == board.COUNTER:
            trade.counter(self, seat, pack_of(rest // board.CHOICES), pack_of(rest % board.CHOICES))
        elif family == board.OFFER:
            trade.open_offer(
                self, seat, pack_of(rest // board.CHOICES), pack_of(rest % board.CHOICES), trade.others(self, seat)
            )
        elif family == board.OFFER_TO:
            give: i64 = pack_of(rest // board.SEAT_SETS // board.CHOICES)
            trade.open_offer(self, seat, give, pack_of(rest // board.SEAT_SETS % board.CHOICES), rest % board.SEAT_SETS)
        else:
            no_action(family + rest)

    # -- what a seat may know (SET-15) -------------------------------------------------------------------------------

    def look(self, seat: i64, v: Island) -> None:
        if self.phase == codes.ENDED:
            self.copy_hidden(v)  # SET-15.1: everything is open to all
        else:
            knowledge.look(self, seat, v)

    def redeal(self, seat: i64, rng: Rng) -> None:
        if self.phase != codes.ENDED:
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
    for kind in range(i64(5)):
        n: i64 = count(pack, kind)
        if n > 0:
            out.weigh(base + kind, n)


def new_game(
    seats: i64,
    rule: SettlersRules,
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
    for seat in range(seats):
        s.spare[seat * 3 + codes.ROADS] = board.ROADS_EACH
        s.spare[seat * 3 + codes.SETTLEMENTS] = board.SETTLEMENTS_EACH
        s.spare[seat * 3 + codes.CITIES] = board.CITIES_EACH
    if len(terrain) > 0:
        founding.set_board(s, terrain, token, harbour)
        founding.begin_start(s)
    return s
