"""What a choice gains and risks: cards to be expected, special cards, places to settle, what one can pay for, the seven."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kotva.engine.consequences import Consequence, certain
from kotva.engine.game import View
from kotva.engine.say import N_, Say
from kotva.games.settlers import board
from kotva.games.settlers.board import covers, pack_of, total
from kotva.games.settlers.evaluation.features import roads_short
from kotva.games.settlers.evaluation.trade import is_near_win
from kotva.games.settlers.places import harbour_of
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.game import Settlers
from kotva.games.settlers.rules.longest import road_length
from kotva.games.settlers.text import RESOURCES

_PRICES: Final = (
    (N_("a city"), board.CITY_COST),
    (N_("a settlement"), board.SETTLEMENT_COST),
    (N_("an action card"), board.CARD_COST),
    (N_("a road"), board.ROAD_COST),
)


def hint_text(view: View[Settlers], action: int, say: Say) -> list[str]:
    """In sentences, first what it gains."""
    return certain(
        view,
        action,
        lambda one: (
            *_built(one, say),
            *_awards(one, action, say),
            *_robbed(one, say),
            *_means(one, say),
            *_trades(one, action, say),
            *_risks(one, action, say),
        ),
    )


def _built(one: Consequence[Settlers], say: Say) -> Iterator[str]:
    before, after, me = _states(one)
    for code, _, vertex, _ in one.events:
        if code not in (codes.SETTLED, codes.RAISED):
            continue
        cards = sum(_times(after, field) for field in _around(vertex))
        if cards:
            yield say.many("It brings {n} card more in 36 throws.", "It brings {n} cards more in 36 throws.", cards)
        if code == codes.RAISED:
            continue
        new = _resources(after, me) - _resources(before, me)
        if new and _resources(before, me):
            yield say("New for you: {resources}.", resources=", ".join(say(RESOURCES[r]) for r in sorted(new)))
        if harbour_of(after, vertex) != board.NONE:
            yield say("It stands at a harbour: the bank takes fewer cards from you.")
        if int(after.robber) in _around(vertex):
            yield say("The robber stands beside it for now.")


def _awards(one: Consequence[Settlers], action: int, say: Say) -> Iterator[str]:
    before, after, me = _states(one)
    if after.longest == me != before.longest:
        yield say("You get the longest road: two points.")
    if after.largest == me != before.largest:
        yield say("You get the largest army: two points.")
    if any(code == codes.PAVED for code, *_ in one.events) and before.phase == codes.MAIN:
        sites = _sites(after, me) & ~_sites(before, me)
        if sites:
            yield say("It opens a place for a settlement.")
        length = int(road_length(after, me))
        if length > int(road_length(before, me)) and after.longest != me:
            yield say("Your road now has this many pieces in a row: {n}.", n=length)
            if roads_short(after, me) == 1:
                yield say("One more road would take the longest road.")
        if not sites and after.longest == before.longest:
            yield say("It opens no place for a settlement yet.")
    if before.phase == codes.MAIN and action == board.BUY:
        yield say("You may play the card from your next turn on.")


def _robbed(one: Consequence[Settlers], say: Say) -> Iterator[str]:
    """SET-6.6: what the robber costs on its new field."""
    _, after, me = _states(one)
    if not any(code == codes.ROBBER_PUT for code, *_ in one.events) or after.robber == board.NONE:
        return
    field = int(after.robber)
    brought = [0] * int(after.seats)
    for k in range(6):
        building = int(after.building[int(board.HEX_VERTEX[field * 6 + k])])
        if building:
            brought[(building - 1) % 4] += (1 if building < 5 else 2) * _times(after, field)
    for seat, cards in enumerate(brought):
        if cards and seat != me:
            yield say.many(
                "{player} gets {n} card less in 36 throws.",
                "{player} gets {n} cards less in 36 throws.",
                cards,
                player=say.player(seat),
            )
    if brought[me]:
        yield say("You block your own field, too.")
    if not any(brought):
        yield say("Nobody has built there.")


def _means(one: Consequence[Settlers], say: Say) -> Iterator[str]:
    """What one can pay for that one could not before, and the other way round."""
    before, after, me = _states(one)
    if before.phase != codes.MAIN or after.phase != codes.MAIN or after.player != me:
        return
    had, has = int(before.hand[me]), int(after.hand[me])
    gained = [say(name) for name, cost in _PRICES if covers(has, cost) and not covers(had, cost)]
    lost = [say(name) for name, cost in _PRICES if covers(had, cost) and not covers(has, cost)]
    if gained:
        yield say("Then you can pay for: {things}.", things=", ".join(gained))
    if lost and not any(code in (codes.SETTLED, codes.RAISED) for code, *_ in one.events):
        yield say("Then you can no longer pay for: {things}.", things=", ".join(lost))


def _trades(one: Consequence[Settlers], action: int, say: Say) -> Iterator[str]:
    """What an exchange would make possible, and who takes part in it."""
    before, after, me = _states(one)
    had = int(before.hand[me])
    other = (
        int(before.player)
        if action in (board.ACCEPT, board.REJECT)
        else action - board.DEAL
        if board.DEAL <= action < board.PLENTY
        else me
    )
    if other != me and is_near_win(before, other):
        points = int(before.points[other])
        yield say("{player} has {n} points and may win soon: better no deal.", player=say.player(other), n=points)
    if action in (board.REJECT, board.WITHDRAW):
        yield say("You keep your cards.")
    elif board.STEAL <= action < board.DEAL:
        victim = action - board.STEAL
        yield say(
            "You take one of {n} cards of {player}.", n=int(total(before.hand[victim])), player=say.player(victim)
        )
    elif board.BANK <= action < board.BUY:
        given = int(total(had)) - int(total(after.hand[me])) + 1
        yield say.many("The bank takes {n} card for one.", "The bank takes {n} cards for one.", given)
    elif action == board.PLAY_KNIGHT:
        yield say("You move the robber and may take a card.")
    elif board.DISCARD <= action < board.COUNTER:
        kept = had - int(pack_of(action - board.DISCARD))
        able = [say(name) for name, cost in _PRICES if covers(kept, cost)]
        if able:
            yield say("You can still pay for: {things}.", things=", ".join(able))
        else:
            yield say("What is left pays for nothing yet.")
    elif action >= board.COUNTER or action == board.ACCEPT or board.DEAL <= action < board.PLENTY:
        if action == board.ACCEPT:
            has = had + int(before.give) - int(before.want)
        else:
            has = had + _swapped(action) if action >= board.COUNTER else int(after.hand[me])
        able = [say(name) for name, cost in _PRICES if covers(has, cost) and not covers(had, cost)]
        lost = [say(name) for name, cost in _PRICES if covers(had, cost) and not covers(has, cost)]
        if able:
            yield say("With a deal you could pay for: {things}.", things=", ".join(able))
        if lost:
            yield say("With a deal you could no longer pay for: {things}.", things=", ".join(lost))
        if not able and not lost:
            yield say("A deal alone pays for nothing new.")


def _swapped(action: int) -> int:
    """What an offer, or an answer to one, would change in the hand of who makes it."""
    base = board.COUNTER if action < board.OFFER else board.OFFER if action < board.OFFER_TO else board.OFFER_TO
    pair = action - base if base != board.OFFER_TO else (action - base) // board.SEAT_SETS
    return int(pack_of(pair % board.CHOICES)) - int(pack_of(pair // board.CHOICES))


def _risks(one: Consequence[Settlers], action: int, say: Say) -> Iterator[str]:
    before, _, me = _states(one)
    cards = int(total(before.hand[me]))
    if action == board.END and cards > board.SAFE_HAND:
        yield say("You hold {n} cards: a seven would take {lost} of them.", n=cards, lost=cards // 2)
    elif action == board.END:
        yield say("A seven takes no card from you.")


def _states(one: Consequence[Settlers]) -> tuple[Settlers, Settlers, int]:
    return one.before, one.after, one.seat


def _around(vertex: int) -> list[int]:
    """The fields round a crossing."""
    return [field for k in range(3) if (field := int(board.VERTEX_HEX[vertex * 3 + k])) != board.NONE]


def _times(s: Settlers, field: int) -> int:
    """In how many of 36 throws a field yields."""
    return 0 if s.terrain[field] in (board.NONE, board.DESERT) else 6 - abs(7 - int(s.token[field]))


def _resources(s: Settlers, seat: int) -> set[int]:
    """What the fields of a seat yield."""
    built = (v for v in range(len(s.building)) if s.building[v] and (int(s.building[v]) - 1) % 4 == seat)
    return {int(s.terrain[field]) for v in built for field in _around(v) if _times(s, field)}


def _sites(s: Settlers, seat: int) -> int:
    """The crossings where a seat may settle, as bits (SET-7.4)."""
    return int(s.reach[seat]) & ~int(s.blocked)
