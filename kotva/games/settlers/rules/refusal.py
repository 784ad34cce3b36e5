"""Why an action is forbidden: each phase asks the rules of what may be done in it."""

from mypy_extensions import i64

from kotva.engine.state import OK
from kotva.games.settlers import board
from kotva.games.settlers.board import pack_of
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.building import city_forbidden, move_forbidden, road_forbidden, settlement_forbidden
from kotva.games.settlers.rules.cards import (
    buy_forbidden,
    card_forbidden,
    plenty_forbidden,
    roads_forbidden,
    skip_forbidden,
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
    if family == board.WIN:
        return win_forbidden(s, seat)
    if phase == codes.SETUP_SETTLEMENT:
        return founding_settlement_forbidden(s, rest) if family == board.SETTLE else codes.SET_3_6
    if phase == codes.SETUP_ROAD:
        return founding_road_forbidden(s, rest) if family == board.ROAD else codes.SET_3_6
    if phase == codes.DISCARDS:
        return discard_forbidden(s, seat, rest) if family == board.DISCARD else codes.SET_6_14
    if phase == codes.PLACE_ROBBER:
        return robber_forbidden(s, rest) if family == board.ROBBER else codes.SET_6_5
    if phase == codes.ROB:
        return rob_forbidden(s, family, rest)
    if phase == codes.TRADING:
        return answer_forbidden(s, seat, family, rest)
    if family == board.MOVE:
        return move_forbidden(s, seat, rest)
    if phase == codes.FREE_ROAD:
        if family == board.ROAD:
            return road_forbidden(s, seat, rest)
        return skip_forbidden(s) if family == board.SKIP else codes.SET_9_6
    if family == board.PLAY_KNIGHT:
        return card_forbidden(s, seat, board.KNIGHT)
    if family == board.PLAY_ROADS:
        return roads_forbidden(s, seat)
    if family == board.PLENTY:
        return plenty_forbidden(s, seat, rest)
    if family == board.MONOPOLIZE:
        return card_forbidden(s, seat, board.MONOPOLY)
    if phase == codes.BEFORE_ROLL:
        return OK if family == board.ROLL else early_forbidden(family)
    return main_forbidden(s, seat, family, rest)


def rob_forbidden(s: Island, family: i64, rest: i64) -> i64:
    """SET-6.8: put it elsewhere, steal, or leave it at that."""
    if family == board.ROBBER:
        return robber_forbidden(s, rest)
    if family == board.STEAL:
        return steal_forbidden(s, rest)
    return keep_forbidden(s) if family == board.KEEP else codes.SET_6_14


def main_forbidden(s: Island, seat: i64, family: i64, rest: i64) -> i64:
    """SET-4.4: what is done in `MAIN`, but for action cards and moving a road."""
    if family == board.SETTLE:
        return settlement_forbidden(s, seat, rest)
    if family == board.CITY:
        return city_forbidden(s, seat, rest)
    if family == board.ROAD:
        return road_forbidden(s, seat, rest)
    if family == board.BANK:
        return bank_forbidden(s, seat, rest // 15, rest // 5 % 3 + 2, rest % 5)
    if family == board.BUY:
        return buy_forbidden(s, seat)
    if family == board.END:
        return OK
    if family == board.OFFER:
        return offer_forbidden(s, seat, pack_of(rest // board.CHOICES), pack_of(rest % board.CHOICES), others(s, seat))
    if family == board.OFFER_TO:
        give: i64 = pack_of(rest // board.SEAT_SETS // board.CHOICES)
        return offer_forbidden(s, seat, give, pack_of(rest // board.SEAT_SETS % board.CHOICES), rest % board.SEAT_SETS)
    if family == board.ROLL:
        return codes.SET_4_2  # exactly once
    if family == board.SKIP:
        return codes.SET_9_6
    if family == board.DISCARD:
        return codes.SET_6_4
    return codes.SET_6_5 if family == board.ROBBER or family == board.STEAL or family == board.KEEP else codes.SET_12_6


def answer_forbidden(s: Island, seat: i64, family: i64, rest: i64) -> i64:
    """SET-12.6: the asked answer; SET-12.7: the offerer deals or withdraws and has no other action."""
    if seat == s.player:
        if family == board.DEAL:
            return deal_forbidden(s, rest)
        return OK if family == board.WITHDRAW else codes.SET_12_7
    if family == board.ACCEPT:
        return accept_forbidden(s, seat)
    if family == board.REJECT:
        return OK
    if family == board.COUNTER:
        return counter_forbidden(s, seat, pack_of(rest // board.CHOICES), pack_of(rest % board.CHOICES))
    return codes.SET_12_6


def early_forbidden(family: i64) -> i64:
    """What waits for the roll: building, buying (SET-7.1), bank (SET-11.5), offers (SET-12.1), the end (SET-4.5)."""
    if family == board.SETTLE or family == board.CITY or family == board.ROAD or family == board.BUY:
        return codes.SET_7_1
    if family == board.BANK:
        return codes.SET_11_5
    if family == board.OFFER or family == board.OFFER_TO:
        return codes.SET_12_1
    return codes.SET_4_5 if family == board.END else codes.SET_4_2
