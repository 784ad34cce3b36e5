"""What happens in Settlers: each event with its sentence in the log, what its numbers stand for, and who may know it."""

from __future__ import annotations

from kotva.engine.events import (
    COUNT,
    OTHER,
    PLAYER,
    SENTENCE,
    UNTOLD,
    Event,
    EventArgument,
    Events,
    Told,
    either,
    hiding,
)
from kotva.engine.say import N_, Say
from kotva.engine.state import CHANCE
from kotva.games.settlers import board
from kotva.games.settlers.notation import ACTIONS
from kotva.games.settlers.places import crossing, path, robbed
from kotva.games.settlers.rules import codes
from kotva.games.settlers.text import CARDS, REASONS, RESOURCES, pack_words, trade_words


def _dice(first: int, second: int, _say: Say) -> dict[str, int]:
    return {"first": first, "second": second, "sum": first + second}


def _crossing(vertex: int, signs: int, say: Say) -> str:
    return say.thing(crossing(signs, say), f"vertex-{vertex + 1}")


def _path(edge: int, signs: int, say: Say) -> dict[str, str]:
    return {side: say.thing(name, f"edge-{board.EDGE_NAMES[edge]}") for side, name in path(signs, say).items()}


def _robbed(hexagon: int, sign: int, say: Say) -> str:
    return say.thing(robbed(sign, say), f"hex-{hexagon + 1}")


def _resource(kind: int, say: Say) -> str:
    return say("a card") if kind == board.NONE else say(RESOURCES[kind])


def _card(kind: int, say: Say) -> str:
    return "" if kind == board.NONE else say(CARDS[kind])


def _end(reason: int, winner: int, say: Say) -> str:
    end = say(REASONS[reason].text)
    return end if winner == board.NONE else say("{player} has won.", player=say.player(winner)) + " " + end


_DICE = EventArgument("", _dice, 2)
_PLACE = EventArgument("place", _crossing, 2)  # a crossing and its signs
_PATH = EventArgument("", _path, 2)  # an edge and its signs: the fields {a} and {b} on both sides
_FIELD = EventArgument("field", _robbed, 2)  # a hexagon, its terrain and sign
_PACK = EventArgument("cards", pack_words)
_TRADE = EventArgument("trade", trade_words, 2)  # what is given, what is wanted
_RESOURCE = EventArgument("resource", _resource)
_CARD = EventArgument("card", _card)


def _played(viewer: int, event: Event) -> Event | None:
    """SET-15.1: a sealed discard, and what chance discards for a seat, is nobody else's to know."""
    _, actor, action, _ = event
    if ACTIONS.family(action).secret or (actor == CHANCE and board.DISCARD <= action < board.COUNTER):
        return event if actor == viewer and actor != CHANCE else None
    return event


EVENTS = Events(
    codes,
    ACTIONS,
    played=_played,
    BOARD_LAID=Told(""),
    START_ROLLED=Told(N_("{player} rolls {sum} for the start."), PLAYER, _DICE),
    STARTS=Told(N_("{player} starts."), PLAYER),
    TURN_BEGAN=Told(N_("Round {n}: {player} is on turn."), PLAYER, COUNT),
    DICE_ROLLED=Told(N_("{player} rolls {first} + {second} = {sum}."), PLAYER, _DICE),
    PRODUCED=Told(N_("{player} gets {cards}."), PLAYER, _PACK, UNTOLD),  # the sum of the dice
    SHORT=Told(N_("The bank is short of {resource}."), _RESOURCE),
    MUST_DISCARD=Told(N_("{player} must discard {n}."), PLAYER, COUNT),
    SEALED=Told(N_("{player} has chosen a discard."), PLAYER),
    DISCARDED=Told(N_("{player} discards {cards}."), PLAYER, _PACK),
    SETTLED=Told(N_("{player} builds a settlement at {place}."), PLAYER, _PLACE),
    FOUNDED=Told(N_("{player} takes {cards} for the second settlement."), PLAYER, _PACK),
    PAVED=Told(N_("{player} builds a road between {a} and {b}."), PLAYER, _PATH),
    REPAVED=Told(N_("{player} moves the road: it lies between {a} and {b} now."), PLAYER, _PATH),
    RAISED=Told(N_("{player} builds a city at {place}."), PLAYER, _PLACE),
    BOUGHT=Told(
        either(2, board.NONE, N_("{player} buys an action card."), N_("{player} buys an action card: {card}.")),
        PLAYER,
        _CARD,
        shown=hiding(2, board.NONE, 1),
    ),
    KNIGHTED=Told(N_("{player} plays a knight ({n} open)."), PLAYER, COUNT, reveals=True),
    ROADS_CARD=Told(N_("{player} plays road building."), PLAYER, reveals=True),
    INVENTED=Told(N_("{player} plays invention and takes {cards}."), PLAYER, _PACK, reveals=True),
    MONOPOLIZED=Told(N_("{player} plays monopoly on {resource} and gets {n}."), PLAYER, _RESOURCE, COUNT, reveals=True),
    GAVE=Told(N_("{player} gives {other} {cards}."), PLAYER, OTHER, _PACK),
    ROBBER_PUT=Told(N_("{player} puts the robber on {field}."), PLAYER, _FIELD),
    STOLE=Told(
        N_("{player} takes {card} from {other}."),
        PLAYER,
        OTHER,
        EventArgument("card", _resource),
        shown=hiding(3, board.NONE, 1, 2),
    ),
    BANKED=Told(N_("{player} gives the bank {trade}."), PLAYER, _TRADE),
    OFFERED=Told(N_("{player} offers {trade}."), PLAYER, _TRADE),
    ANSWERED=Told(either(2, codes.ACCEPTED, N_("{player} accepts."), N_("{player} rejects.")), PLAYER),
    COUNTER_OFFERED=Told(N_("{player} makes a counter-offer: {trade}."), PLAYER, _TRADE),
    DEALT=Told(N_("{player} makes the deal with {other}."), PLAYER, OTHER),
    NO_DEAL=Told(N_("{player} closes the offer without a deal."), PLAYER),
    LONGEST=Told(
        either(1, board.NONE, N_("Nobody has the longest road any more."), N_("{player} has the longest road: {n}.")),
        PLAYER,
        COUNT,
    ),
    LARGEST=Told(N_("{player} has the largest army: {n} knights."), PLAYER, COUNT),
    REVEALED=Told(N_("{player} turns up victory points: {n}."), PLAYER, COUNT, reveals=True),
    TIME_CALLED=Told(N_("The time is up: the last rounds begin.")),
    LIMIT_SET=Told(
        either(1, 0, N_("Turns have no time limit any more."), N_("From the next turn on a turn has {n} seconds.")),
        COUNT,
    ),
    TURN_TIMED_OUT=Told(N_("{player} has run out of time; chance plays the turn out."), PLAYER),
    LEFT=Told(N_("{player} leaves the game with {n} points."), PLAYER, COUNT),
    FINISHED=Told(SENTENCE, EventArgument("sentence", _end, 2)),
)
