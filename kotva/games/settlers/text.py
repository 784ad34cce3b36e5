"""Settlers in words: names, prompts, log lines, and the clauses that say no."""

from __future__ import annotations

from kotva.engine.fields import stamp
from kotva.engine.game import NO_SUCH_ACTION, View
from kotva.engine.outcome import Reason
from kotva.engine.say import N_, Say
from kotva.engine.state import CHANCE, OVER
from kotva.games.settlers import board
from kotva.games.settlers.board import count, covers
from kotva.games.settlers.notation import ACTIONS
from kotva.games.settlers.places import (
    crossing_at,
    fields_round,
    harbour_of,
    path_at,
    robbed_at,
)
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.clock import forced_seat
from kotva.games.settlers.rules.game import Settlers
from kotva.games.settlers.rules.robber import has_victim

RESOURCES = (N_("lumber"), N_("brick"), N_("wool"), N_("grain"), N_("ore"))
CARDS = (N_("knight"), N_("road building"), N_("invention"), N_("monopoly"), N_("victory point"))

REASONS = (
    Reason("win", "SET-13.2", N_("Ten points in one's own turn: the game is won.")),
    Reason("time", "SET-14.2", N_("The time is up and the extra rounds are played."), won=False),
    Reason("rounds", "SET-16.1", N_("The last round is played."), won=False),
    Reason("left", "SET-14.7", N_("All others have left."), alone=True),
)

WHY = {
    104: NO_SUCH_ACTION,
    306: N_("In the founding phase a settlement and then its road are placed."),
    307: N_("A settlement needs an empty crossing with no building on the crossings beside it."),
    308: N_("The founding road starts at the settlement just placed."),
    402: N_("First the dice are rolled, exactly once a turn."),
    404: N_("With trading and building apart, building closes the trade of this turn."),
    405: N_("The turn can only be ended after the roll, when nothing else is under way."),
    406: N_("It is not yours to act now."),
    601: N_("Half of the cards are discarded, rounded down, and only cards you hold."),
    603: N_("A discard is sealed: the choice is final."),
    604: N_("Nobody gives cards to the bank for nothing."),
    605: N_("The robber moves on a 7 or by a knight, and then it must move first."),
    606: N_(
        "The robber must go to another field than the one it comes from; where this table rules it out, not to the desert."
    ),
    608: N_("The robber goes to yet another field, and only so many times in one move."),
    609: N_("You rob an opponent with a building on the robber's field and at least one resource card."),
    610: N_("Somebody there has cards: one must be taken."),
    614: N_("Until the robber has moved nothing else can be done."),
    701: N_("Building and buying happen after the roll, for the full price."),
    702: N_("A road lies on an empty path that joins an own road, settlement or city."),
    703: N_("A road is not continued through another player's settlement or city."),
    704: N_("A settlement needs an own road and no building on the crossings beside it."),
    705: N_("A city replaces one of your own settlements."),
    707: N_("All five settlements are on the board; make one of them a city first."),
    708: N_("There is no such piece left in your supply."),
    801: N_("A road is moved only right after it was built, before any other action."),
    802: N_("The road can only be moved to another place where it could have been built."),
    803: N_("A road is moved only so many times."),
    901: N_("The deck of action cards is empty."),
    902: N_("Only one action card is played in a turn."),
    903: N_("You hold no such card from an earlier turn."),
    904: N_("Before the roll only a knight may be played."),
    906: N_("Road building places one or two free roads; the first must be placed."),
    907: N_("Invention takes two cards that the bank holds."),
    1101: N_("The bank gives one card that it holds for several of another kind that you hold."),
    1103: N_("You exchange at the best rate you are entitled to, never at a worse one."),
    1105: N_("The bank serves a player in the player's own turn only, after the roll."),
    1201: N_("Only the player on turn trades, after the roll."),
    1202: N_("Each side gives at least one card, and no resource is on both sides."),
    1203: N_("Each side can only give what it holds."),
    1205: N_("At least one of the opponents asked must hold a resource card."),
    1206: N_("You answer an open offer once; its mirror image is simply to accept."),
    1207: N_("While an offer is open you make a deal with somebody who agreed, or withdraw it."),
    1208: N_("No more offers can be made in this turn."),
    1210: N_("This table does not allow that kind of trade."),
    1303: N_("The game is over."),
    1305: N_("You can claim the win in your own turn with ten points, if the table wants it claimed."),
    1401: N_("This game has no time limit."),
    1404: N_("This turn has no time limit."),
    1407: N_("There is no such player."),
    1503: N_("Nobody may watch this table while the game goes on; only its players see it."),
    1505: N_("Chance cannot bring that now."),
}


# -- names -----------------------------------------------------------------------------------------------------------


def pack_words(pack: int, say: Say) -> str:
    """Cards in words: 2 lumber, 1 grain."""
    return say.cached(_pack_words, pack)


def _pack_words(pack: int, say: Say) -> str:
    parts = [say("{n} {resource}", n=count(pack, k), resource=say(RESOURCES[k])) for k in range(5) if count(pack, k)]
    if pack >> 30:
        parts.append(say.many("{n} card", "{n} cards", pack >> 30))
    return ", ".join(parts) or say("nothing")


def vertex_words(s: Settlers, vertex: int, say: Say) -> str:
    """A crossing by what stands there, the fields around it and its harbour; its number is that of the notation."""
    building = int(s.building[vertex])
    text = (
        N_("crossing {n}") if not building else N_("settlement of {player}") if building < 5 else N_("city of {player}")
    )
    words = say(text, n=vertex + 1, player=say.player((building - 1) % 4)) + ": " + fields_round(s, vertex, say)
    kind = harbour_of(s, vertex)
    return words if kind == board.NONE else words + ", " + harbour_words(kind, say)


def yield_words(s: Settlers, vertex: int, say: Say) -> str:
    """What a settlement here brings: in 36 throws of two dice a number n comes 6 - |7 - n| times."""
    brought = [0] * len(RESOURCES)
    for k in range(3):
        hexagon = int(board.VERTEX_HEX[vertex * 3 + k])
        if hexagon != board.NONE and s.terrain[hexagon] != board.DESERT:
            brought[int(s.terrain[hexagon])] += 6 - abs(7 - int(s.token[hexagon]))
    words = [say("{n} {resource}", n=n, resource=say(name)) for name, n in zip(RESOURCES, brought) if n]
    return say("In 36 throws a settlement here brings: {cards}.", cards=", ".join(words)) if words else ""


def harbour_words(kind: int, say: Say) -> str:
    return (
        say("harbour 3:1")
        if kind == board.GENERAL
        else say("harbour 2:1 for {resource}", resource=say(RESOURCES[kind]))
    )


def trade_words(give: int, want: int, say: Say) -> str:
    return say("{give} for {want}", give=pack_words(give, say), want=pack_words(want, say))


# -- actions ---------------------------------------------------------------------------------------------------------


_OF_THE_MOMENT = ("deal", "steal")  # they name what is offered, or a player
_OF_THE_ISLAND = ("settle", "city", "road", "move", "robber")


def _island(view: View[Settlers]) -> tuple[object, ...]:
    return stamp(view.seen.terrain, view.seen.token)


def words(view: View[Settlers], action: int, say: Say) -> str:
    """An action in words, for buttons and lists; most are the same at every table."""
    s = view.seen
    word = ACTIONS.family(action).word
    if word in _OF_THE_MOMENT:
        return _words_here(s, action, say)
    if word in _OF_THE_ISLAND:
        return say.keep(("settlers", action), view.cached(_island), _words_here, s, action, say)
    return say.cached(_words, action)


def _words(action: int, say: Say) -> str:
    """What is said in the same words at every table."""
    family = ACTIONS.family(action)
    kind = family.word
    arguments = [d.text(i) for d, i in zip(family.domains, family.arguments(action), strict=True)]
    if kind in _PLAIN:
        return say(_PLAIN[kind])
    if kind == "bank":
        return say(
            "Give the bank {give} for {want}",
            give=_letter_words(arguments[0], say),
            want=_letter_words(arguments[1], say),
        )
    if kind in ("offer", "counter"):
        text = say(
            "Offer {give} for {want}", give=_letter_words(arguments[0], say), want=_letter_words(arguments[1], say)
        )
        return text + (f" → {arguments[2]}" if len(arguments) > 2 else "")
    if kind in _WITH_CARDS:
        named = _letter_words(arguments[0], say) if kind != "monopoly" else say(RESOURCES[family.arguments(action)[0]])
        return say(_WITH_CARDS[kind], cards=named)
    return ACTIONS.text(action)


def _words_here(s: Settlers, action: int, say: Say) -> str:
    """What names a player, an offer or a place of this island."""
    family = ACTIONS.family(action)
    kind = family.word
    if kind == "deal":
        return _deal_words(s, family.arguments(action)[0], say)
    if kind == "steal":
        return say("Take a card from {player}", player=say.player(family.arguments(action)[0]))
    if kind == "robber":
        return say("Robber to {field}", field=robbed_at(s, family.arguments(action)[0], say))
    if kind in _WITH_PLACE:
        return say(_WITH_PLACE[kind], place=crossing_at(s, family.arguments(action)[0], say))
    return say(_WITH_PATH[kind], **path_at(s, family.arguments(action)[0], say))


_PLAIN = {
    "buy": N_("Buy an action card"),
    "roll": N_("Roll the dice"),
    "knight": N_("Play a knight"),
    "roads": N_("Play road building"),
    "keep": N_("Leave the robber here"),
    "accept": N_("Accept"),
    "reject": N_("Reject"),
    "withdraw": N_("Withdraw the offer"),
    "skip": N_("Leave out the second road"),
    "win": N_("Turn up the victory points and win"),
    "end": N_("End the turn"),
}
_WITH_PLACE = {
    "settle": N_("Settlement at {place}"),
    "city": N_("City at {place}"),
}
_WITH_PATH = {
    "road": N_("Road between {a} and {b}"),
    "move": N_("Move the road between {a} and {b}"),
}
_WITH_CARDS = {
    "plenty": N_("Invention: take {cards}"),
    "monopoly": N_("Monopoly: all {cards}"),
    "discard": N_("Discard {cards}"),
}


def _letter_words(text: str, say: Say) -> str:
    return pack_words(sum(64 ** board.CODES.index(c) for c in text), say)


def _deal_words(s: Settlers, partner: int, say: Say) -> str:
    give, want = int(s.give), int(s.want)
    if s.answers[partner] == codes.COUNTERED:
        give, want = int(s.counter_want[partner]), int(s.counter_give[partner])
    return say("Deal with {player}: {trade}", player=say.player(partner), trade=trade_words(give, want, say))


# -- prompts ---------------------------------------------------------------------------------------------------------


def prompt(view: View[Settlers], say: Say) -> str:
    """What to do now, in one sentence."""
    s = view.seen
    actor = int(s.to_act())
    if actor == OVER:
        if s.winner != board.NONE:
            return say("{player} has won.", player=say.player(int(s.winner))) + " " + say(REASONS[int(s.ended)].text)
        return say(REASONS[int(s.ended)].text)
    if view.seat is not None and s.may_act(view.seat):
        return _own_prompt(s, view.seat, say)
    if actor == CHANCE:
        if s.phase == codes.LAYING:
            return say("The board is laid.")
        if s.forcing or (s.gone and forced_seat(s) != board.NONE):
            return say("Chance decides.")
        return say("{player} waits for chance.", player=say.player(int(s.player)))
    return say(_OTHERS.get(int(s.phase), _ON_TURN), player=say.player(actor))


_ON_TURN = N_("{player} is on turn.")
_OTHERS = {
    codes.SETUP_SETTLEMENT: N_("{player} founds a settlement."),
    codes.SETUP_ROAD: N_("{player} lays a founding road."),
    codes.DISCARDS: N_("{player} has to discard."),
    codes.PLACE_ROBBER: N_("{player} moves the robber."),
    codes.ROB: N_("{player} moves the robber."),
    codes.TRADING: N_("{player} thinks about the offer."),
}


def _own_prompt(s: Settlers, seat: int, say: Say) -> str:
    if s.phase == codes.DISCARDS:
        n = int(s.due[seat])
        return say.many("Discard {n} card.", "Discard {n} cards.", n)
    if s.phase == codes.TRADING:
        if seat != s.player:
            trade = trade_words(int(s.give), int(s.want), say)
            whose = say.player(int(s.player))
            if not covers(s.hand[seat], s.want):  # SET-12.6: a counter-offer is still possible
                return say(
                    "{player} offers {trade}. You lack the cards for it. What do you say?", player=whose, trade=trade
                )
            return say("{player} offers {trade}. What do you say?", player=whose, trade=trade)
        return say("Your offer is open: wait, make a deal, or withdraw it.")
    if s.phase == codes.ROB:
        return _robber_prompt(s, say)
    if s.phase == codes.BEFORE_ROLL and (s.played or not s.cards[seat]):
        return say("Your turn: roll the dice.")
    left = int(s.rule.road_moves) - int(s.moved)
    if s.laid != board.NONE and left > 0:  # SET-8.3
        again = say.many(
            "The road just built may be moved {n} more time.", "The road just built may be moved {n} more times.", left
        )
        return f"{say(_MINE[int(s.phase)])} {again}"
    return say(_MINE[int(s.phase)])


def _robber_prompt(s: Settlers, say: Say) -> str:
    """SET-6.8: what may be done, and how often the robber may still be put elsewhere."""
    left = int(s.rule.robber_tries) - int(s.tries)
    if not left:
        return say("Take a card.")
    if has_victim(s):
        return say.many(
            "Take a card, or put the robber elsewhere ({n} more time).",
            "Take a card, or put the robber elsewhere ({n} more times).",
            left,
        )
    return say.many(
        "Leave the robber here, or put it elsewhere ({n} more time).",
        "Leave the robber here, or put it elsewhere ({n} more times).",
        left,
    )


_MINE = {
    codes.SETUP_SETTLEMENT: N_("Found a settlement: choose a crossing."),
    codes.SETUP_ROAD: N_("Lay a road that starts at your new settlement."),
    codes.BEFORE_ROLL: N_("Your turn: roll the dice, or play a card first."),
    codes.PLACE_ROBBER: N_("Move the robber: choose a field."),
    codes.MAIN: N_("Build, trade, play a card, or end your turn."),
    codes.FREE_ROAD: N_("Place a free road."),
}
