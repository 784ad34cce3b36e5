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
    SEAT_SETS,
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


def action_forbidden(s: Island, seat: i64, family: i64, rest: i64) -> i64:
    """The phase decides which rules are asked (section 5)."""
    phase: i64 = s.phase
    if family == WIN:
        return win_forbidden(s, seat)
    if phase == SETUP_SETTLEMENT:
        return founding_settlement_forbidden(s, rest) if family == SETTLE else SET_3_6
    if phase == SETUP_ROAD:
        return founding_road_forbidden(s, rest) if family == ROAD else SET_3_6
    if phase == DISCARDS:
        return discard_forbidden(s, seat, rest) if family == DISCARD else SET_6_14
    if phase == PLACE_ROBBER:
        return robber_forbidden(s, rest) if family == ROBBER else SET_6_5
    if phase == ROB:
        return rob_forbidden(s, family, rest)
    if phase == TRADING:
        return answer_forbidden(s, seat, family, rest)
    if family == MOVE:
        return move_forbidden(s, seat, rest)
    if phase == FREE_ROAD:
        if family == ROAD:
            return road_forbidden(s, seat, rest)
        return skip_forbidden(s) if family == SKIP else SET_9_6
    if family == PLAY_KNIGHT:
        return card_forbidden(s, seat, KNIGHT)
    if family == PLAY_ROADS:
        return roads_forbidden(s, seat)
    if family == PLENTY:
        return plenty_forbidden(s, seat, rest)
    if family == MONOPOLIZE:
        return card_forbidden(s, seat, MONOPOLY)
    if phase == BEFORE_ROLL:
        return OK if family == ROLL else early_forbidden(family)
    return main_forbidden(s, seat, family, rest)


def rob_forbidden(s: Island, family: i64, rest: i64) -> i64:
    """SET-6.8: put it elsewhere, steal, or leave it at that."""
    if family == ROBBER:
        return robber_forbidden(s, rest)
    if family == STEAL:
        return steal_forbidden(s, rest)
    return keep_forbidden(s) if family == KEEP else SET_6_14


def main_forbidden(s: Island, seat: i64, family: i64, rest: i64) -> i64:
    """SET-4.4: what is done in `MAIN`, but for action cards and moving a road."""
    if family == SETTLE:
        return settlement_forbidden(s, seat, rest)
    if family == CITY:
        return city_forbidden(s, seat, rest)
    if family == ROAD:
        return road_forbidden(s, seat, rest)
    if family == BANK:
        return bank_forbidden(s, seat, rest // 15, rest // 5 % 3 + 2, rest % 5)
    if family == BUY:
        return buy_forbidden(s, seat)
    if family == END:
        return OK
    if family == OFFER:
        return offer_forbidden(s, seat, pack_of(rest // CHOICES), pack_of(rest % CHOICES), others(s, seat))
    if family == OFFER_TO:
        give: i64 = pack_of(rest // SEAT_SETS // CHOICES)
        return offer_forbidden(s, seat, give, pack_of(rest // SEAT_SETS % CHOICES), rest % SEAT_SETS)
    if family == ROLL:
        return SET_4_2  # exactly once
    if family == SKIP:
        return SET_9_6
    if family == DISCARD:
        return SET_6_4
    return SET_6_5 if family == ROBBER or family == STEAL or family == KEEP else SET_12_6


def answer_forbidden(s: Island, seat: i64, family: i64, rest: i64) -> i64:
    """SET-12.6: the asked answer; SET-12.7: the offerer deals or withdraws and has no other action."""
    if seat == s.player:
        if family == DEAL:
            return deal_forbidden(s, rest)
        return OK if family == WITHDRAW else SET_12_7
    if family == ACCEPT:
        return accept_forbidden(s, seat)
    if family == REJECT:
        return OK
    if family == COUNTER:
        return counter_forbidden(s, seat, pack_of(rest // CHOICES), pack_of(rest % CHOICES))
    return SET_12_6


def early_forbidden(family: i64) -> i64:
    """What waits for the roll: building, buying (SET-7.1), bank (SET-11.5), offers (SET-12.1), the end (SET-4.5)."""
    if family == SETTLE or family == CITY or family == ROAD or family == BUY:
        return SET_7_1
    if family == BANK:
        return SET_11_5
    if family == OFFER or family == OFFER_TO:
        return SET_12_1
    return SET_4_5 if family == END else SET_4_2
