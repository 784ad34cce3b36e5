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
from kotva.games.settlers.rules.building import (
    build_city,
    build_road,
    build_settlement,
    list_cities,
    list_edges,
    list_moves,
    list_settlements,
    move_road,
)
from kotva.games.settlers.rules.cards import (
    buy,
    draw,
    lapse,
    list_cards,
    play_knight,
    play_monopoly,
    play_plenty,
    play_roads,
)
from kotva.games.settlers.rules.clock import event, event_forbidden, forced_seat, proceed
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
from kotva.games.settlers.rules.founding import (
    begin_start,
    found_road,
    found_settlement,
    lay,
    list_founding_roads,
    list_founding_settlements,
    list_laying,
    set_board,
    start_roll,
)
from kotva.games.settlers.rules.knowledge import deal_unknown, look
from kotva.games.settlers.rules.points import all_points, place, win, win_forbidden
from kotva.games.settlers.rules.refusal import action_forbidden
from kotva.games.settlers.rules.robber import (
    discard,
    end_robber,
    first_owing,
    list_discards,
    list_rob,
    list_robber,
    owes,
    put_robber,
    steal,
    stolen,
)
from kotva.games.settlers.rules.table import Island
from kotva.games.settlers.rules.trade import (
    answer,
    counter,
    deal,
    exchange,
    first_asked,
    list_answers,
    list_bank,
    list_closings,
    list_offers,
    list_plain_answers,
    must_answer,
    open_offer,
    others,
    withdraw,
)
from kotva.games.settlers.rules.turn import end_turn, roll


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
        if (self.forcing or self.gone) and forced_seat(self) != NONE:
            return CHANCE
        if phase == DISCARDS:
            return first_owing(self)
        return first_asked(self) if phase == TRADING else self.player

    def may_act(self, seat: i64) -> bool:
        """SET-4.6: outside his turn a player only discards and answers an offer; any order is accepted."""
        actor: i64 = self.to_act()
        if seat == actor:
            return True
        if actor < 0 or seat < 0 or seat >= self.seats:
            return False
        if self.phase == DISCARDS:
            return owes(self, seat)
        return self.phase == TRADING and (seat == self.player or must_answer(self, seat))

    # -- what may be done (section 7) --------------------------------------------------------------------------------

    def list_legal(self, seat: i64, out: Moves) -> None:
        """SET-16.3: whoever must decide has at least one action."""
        phase: i64 = self.phase
        if phase == MAIN:
            self.list_main(seat, out, True)
        elif phase == BEFORE_ROLL:
            out.add(ROLL)
            if self.cards[seat] and not self.played:
                list_cards(self, seat, out)
            if self.laid != NONE:
                list_moves(self, seat, out)
        elif phase == DISCARDS:
            list_discards(self, seat, out)
        elif phase == PLACE_ROBBER:
            list_robber(self, out)
        elif phase == ROB:
            list_rob(self, out, False)
        elif phase == FREE_ROAD:
            list_edges(self, seat, ROAD, out)
            list_moves(self, seat, out)
            if self.free == 1:
                out.add(SKIP)
        elif phase == TRADING:
            if seat == self.player:
                list_closings(self, out)
            else:
                list_answers(self, seat, out)
            return
        elif phase == SETUP_SETTLEMENT:
            list_founding_settlements(self, out)
        elif phase == SETUP_ROAD:
            list_founding_roads(self, out)
        if self.rule[CLAIM] and win_forbidden(self, seat) == OK:
            out.add(WIN)

    def list_plain(self, seat: i64, out: Moves) -> None:
        """As `list_legal`, without offers and counter-offers: they are many, and few make sense."""
        if self.phase == TRADING and seat != self.player:
            list_plain_answers(self, seat, out)
        elif self.phase == MAIN:
            self.list_main(seat, out, False)
            if self.rule[CLAIM] and win_forbidden(self, seat) == OK:
                out.add(WIN)
        else:
            self.list_legal(seat, out)

    def list_main(self, seat: i64, out: Moves, offers: bool) -> None:
        """SET-4.4: build, buy, exchange, trade and play a card in any order; SET-4.5: or end the turn."""
        hand: i64 = self.hand[seat]
        if hand:
            if covers(hand, ROAD_COST):
                if covers(hand, SETTLEMENT_COST) and self.spare[seat * 3 + SETTLEMENTS] > 0:
                    list_settlements(self, seat, out)
                if self.spare[seat * 3 + ROADS] > 0:
                    list_edges(self, seat, ROAD, out)
            if covers(hand, CITY_COST) and self.spare[seat * 3 + CITIES] > 0:
                list_cities(self, seat, out)
            if covers(hand, CARD_COST) and self.deck:
                out.add(BUY)
            if not self.closed:
                list_bank(self, seat, out)
                if offers:
                    list_offers(self, seat, out)
        if self.cards[seat] and not self.played:
            list_cards(self, seat, out)
        if self.laid != NONE:
            list_moves(self, seat, out)
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
            list_laying(self, out)
        elif forced_seat(self) != NONE:
            forced = Moves()
            if phase == ROB:
                list_rob(self, forced, True)
            elif phase == PLACE_ROBBER:
                list_robber(self, forced)
            else:
                self.list_legal(forced_seat(self), forced)
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
            return event_forbidden(self, family, action - family) if seat == TABLE else SET_4_6
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
            end_turn(self)
        elif family == ROLL:
            self.laid = NONE
            self.phase = ROLLING
        elif family == DICE:
            if self.phase == ROLLING:
                roll(self, rest // 6 + 1, rest % 6 + 1)
            else:
                start_roll(self, rest // 6 + 1, rest % 6 + 1)
        elif family >= DRAWN and family < DISCARD:
            self.apply_outcome(family, rest)
        else:
            if seat == CHANCE:
                seat = forced_seat(self)
            if family == ROAD:
                if self.phase == SETUP_ROAD:
                    found_road(self, seat, rest)
                else:
                    build_road(self, seat, rest)
            elif family == MOVE:
                move_road(self, seat, rest)
            else:
                self.laid = NONE  # SET-8.1: any other action ends the right to move the road
                self.apply_other(seat, family, rest)
        if self.forcing or self.gone:
            proceed(self)

    def apply_outcome(self, family: i64, rest: i64) -> None:
        """Chance and the table."""
        if family == DRAWN:
            draw(self, rest)
        elif family == STOLEN:
            stolen(self, rest)
        elif family == TILE or family == HARBOUR or family == CORNER:
            lay(self, family, rest)
        else:
            event(self, family, rest)

    def apply_other(self, seat: i64, family: i64, rest: i64) -> None:
        if family == SETTLE:
            if self.phase == SETUP_SETTLEMENT:
                found_settlement(self, seat, rest)
            else:
                build_settlement(self, seat, rest)
        elif family == CITY:
            build_city(self, seat, rest)
        elif family == ROBBER:
            put_robber(self, rest)
        elif family == STEAL:
            steal(self, rest)
        elif family == DEAL:
            deal(self, rest)
        elif family == PLENTY:
            play_plenty(self, seat, rest)
        elif family == MONOPOLIZE:
            play_monopoly(self, seat, rest)
        elif family == BANK:
            exchange(self, seat, rest // 15, rest // 5 % 3 + 2, rest % 5)
        elif family >= DISCARD:
            self.apply_choice(seat, family, rest)
        elif family == BUY:
            buy(self, seat)
        elif family == PLAY_KNIGHT:
            play_knight(self, seat)
        elif family == PLAY_ROADS:
            play_roads(self, seat)
        elif family == KEEP:
            end_robber(self)
        elif family == ACCEPT:
            answer(self, seat, ACCEPTED)
        elif family == REJECT:
            answer(self, seat, REJECTED)
        elif family == WITHDRAW:
            withdraw(self)
        elif family == SKIP:
            lapse(self)
        elif family == WIN:
            win(self, seat)
        else:
            no_action(family + rest)

    def apply_choice(self, seat: i64, family: i64, rest: i64) -> None:
        """Discards, counter-offers and offers."""
        if family == DISCARD:
            discard(self, seat, rest)
        elif family == COUNTER:
            counter(self, seat, pack_of(rest // CHOICES), pack_of(rest % CHOICES))
        elif family == OFFER:
            open_offer(self, seat, pack_of(rest // CHOICES), pack_of(rest % CHOICES), others(self, seat))
        elif family == OFFER_TO:
            give: i64 = pack_of(rest // SEAT_SETS // CHOICES)
            open_offer(self, seat, give, pack_of(rest // SEAT_SETS % CHOICES), rest % SEAT_SETS)
        else:
            no_action(family + rest)

    # -- what a seat may know (SET-15) -------------------------------------------------------------------------------

    def look(self, seat: i64, v: Island) -> None:
        if self.phase == ENDED:
            self.copy_hidden(v)  # SET-15.1: everything is open to all
        else:
            look(self, seat, v)

    def redeal(self, seat: i64, rng: Rng) -> None:
        if self.phase != ENDED:
            deal_unknown(self, rng)

    # -- the result (SET-13) -----------------------------------------------------------------------------------------

    def score(self, seat: i64) -> i64:
        return all_points(self, seat)

    def rank(self, seat: i64) -> i64:
        return place(self, seat)

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
        set_board(s, terrain, token, harbour)
        begin_start(s)
    return s
