"""Why an action is forbidden: each phase asks the rules of what may be done in it."""

from mypy_extensions import i64

from kotva.engine.state import OK
from kotva.games.settlers.board import (
    ACCEPT,
    BANK,
    BUY,
    CHOICES,
    CITY,
    COUNTER,
    DEAL,
    DISCARD,
    END,
    KEEP,
    KNIGHT,
    MONOPOLIZE,
    MONOPOLY,
    MOVE,
    OFFER,
    OFFER_TO,
    PLAY_KNIGHT,
    PLAY_ROADS,
    PLENTY,
    REJECT,
    ROAD,
    ROBBER,
    ROLL,
    SETTLE,
    SKIP,
    STEAL,
    WIN,
    WITHDRAW,
    pack_of,
)
from kotva.games.settlers.rules.building import city_forbidden, move_forbidden, road_forbidden, settlement_forbidden
from kotva.games.settlers.rules.cards import (
    buy_forbidden,
    card_forbidden,
    plenty_forbidden,
    roads_forbidden,
    skip_forbidden,
)
from kotva.games.settlers.rules.codes import (
    BEFORE_ROLL,
    DISCARDS,
    FREE_ROAD,
    PLACE_ROBBER,
    ROB,
    SET_3_6,
    SET_4_2,
    SET_4_5,
    SET_6_4,
    SET_6_5,
    SET_6_14,
    SET_7_1,
    SET_9_6,
    SET_11_5,
    SET_12_1,
    SET_12_6,
    SET_12_7,
    SETUP_ROAD,
    SETUP_SETTLEMENT,
    TRADING,
)
from kotva.games.settlers.rules.founding import founding_road_forbidden, founding_settlement_forbidden
from kotva.games.settlers.rules.points import win_forbidden
from kotva.games.settlers.rules.robber import discard_forbidden, keep_forbidden, robber_forbidden, steal_forbidden
from kotva.games.settlers.rules.table import Island
from kotva.games.settlers.rules.trade import (
    accept_forbidden,
    bank_forbidden,
    counter_forbidden,
    deal_forbidden,
    offer_forbidden,
    others,
)


def action_forbidden(s: Island, seat: i64, action: i64) -> i64:
    """The phase decides which rules are asked (section 5)."""
    phase: i64 = s.phase
    if action == WIN:
        return win_forbidden(s, seat)
    if phase == SETUP_SETTLEMENT:
        return founding_settlement_forbidden(s, action - SETTLE) if action < CITY else SET_3_6
    if phase == SETUP_ROAD:
        return founding_road_forbidden(s, action - ROAD) if action >= ROAD and action < MOVE else SET_3_6
    if phase == DISCARDS:
        if action >= DISCARD and action < COUNTER:
            return discard_forbidden(s, seat, action - DISCARD)
        return SET_6_14
    if phase == PLACE_ROBBER:
        return robber_forbidden(s, action - ROBBER) if action >= ROBBER and action < STEAL else SET_6_5
    if phase == ROB:
        if action >= ROBBER and action < STEAL:
            return robber_forbidden(s, action - ROBBER)
        if action >= STEAL and action < DEAL:
            return steal_forbidden(s, action - STEAL)
        return keep_forbidden(s) if action == KEEP else SET_6_14
    if phase == TRADING:
        return answer_forbidden(s, seat, action)
    if action >= MOVE and action < ROBBER:
        return move_forbidden(s, seat, action - MOVE)
    if phase == FREE_ROAD:
        if action >= ROAD and action < MOVE:
            return road_forbidden(s, seat, action - ROAD)
        return skip_forbidden(s) if action == SKIP else SET_9_6
    if action == PLAY_KNIGHT:
        return card_forbidden(s, seat, KNIGHT)
    if action == PLAY_ROADS:
        return roads_forbidden(s, seat)
    if action >= PLENTY and action < MONOPOLIZE:
        return plenty_forbidden(s, seat, action - PLENTY)
    if action >= MONOPOLIZE and action < BANK:
        return card_forbidden(s, seat, MONOPOLY)
    if phase == BEFORE_ROLL:
        if action == ROLL:
            return OK
        return early_forbidden(action)
    return main_forbidden(s, seat, action)


def main_forbidden(s: Island, seat: i64, action: i64) -> i64:
    """SET-4.4: what is done in `MAIN`, but for action cards and moving a road."""
    if action < CITY:
        return settlement_forbidden(s, seat, action - SETTLE)
    if action < ROAD:
        return city_forbidden(s, seat, action - CITY)
    if action < MOVE:
        return road_forbidden(s, seat, action - ROAD)
    if action >= BANK and action < BUY:
        i: i64 = action - BANK
        return bank_forbidden(s, seat, i // 15, i // 5 % 3 + 2, i % 5)
    if action == BUY:
        return buy_forbidden(s, seat)
    if action == END:
        return OK
    if action >= OFFER_TO:
        i = action - OFFER_TO
        give: i64 = pack_of(i // 16 // CHOICES)
        return offer_forbidden(s, seat, give, pack_of(i // 16 % CHOICES), i % 16)
    if action >= OFFER:
        i = action - OFFER
        return offer_forbidden(s, seat, pack_of(i // CHOICES), pack_of(i % CHOICES), others(s, seat))
    if action == ROLL:
        return SET_4_2  # exactly once
    if action == SKIP:
        return SET_9_6
    if action >= DISCARD and action < COUNTER:
        return SET_6_4
    return SET_6_5 if (action >= ROBBER and action < DEAL) or action == KEEP else SET_12_6


def answer_forbidden(s: Island, seat: i64, action: i64) -> i64:
    """SET-12.6: the asked answer; SET-12.7: the offerer deals or withdraws and has no other action."""
    if seat == s.player:
        if action >= DEAL and action < PLENTY:
            return deal_forbidden(s, action - DEAL)
        return OK if action == WITHDRAW else SET_12_7
    if action == ACCEPT:
        return accept_forbidden(s, seat)
    if action == REJECT:
        return OK
    if action >= COUNTER and action < OFFER:
        i: i64 = action - COUNTER
        return counter_forbidden(s, seat, pack_of(i // CHOICES), pack_of(i % CHOICES))
    return SET_12_6


def early_forbidden(action: i64) -> i64:
    """What waits for the roll: building, buying (SET-7.1), bank (SET-11.5), offers (SET-12.1), the end (SET-4.5)."""
    if action < MOVE or action == BUY:
        return SET_7_1
    if action >= BANK and action < BUY:
        return SET_11_5
    if action >= OFFER:
        return SET_12_1
    return SET_4_5 if action == END else SET_4_2
