"""Checks that a game cannot pass by keeping something outside its states, or by counting for somebody else."""

from __future__ import annotations

from typing import Final

from kotva.conformance.kit import ConformanceFault, Kit, Moment, events, name_of, shown_events
from kotva.engine.arrays import Rng
from kotva.engine.game import Game
from kotva.engine.playout import play_random
from kotva.engine.say import Say
from kotva.engine.state import OVER, SPECTATOR, State

_TRIES: Final = 4  # actions of a decision that are compared
_PLAYOUTS: Final = 24  # of each of them
_DECISIONS: Final = 24  # of each game with so many seats
_MORE: Final = 3.0  # so many times as much as on its own score has a seat on another's where the two are exchanged
_SURE: Final = 12.0  # standard errors, and no less


def globals_(kit: Kit) -> None:
    """What anybody gets depends on the state alone, not on what was played elsewhere: nothing is kept in a module or a class."""
    others = [moment for moment in kit.moments if not moment.is_over]
    if not others:
        return
    for number, moment in enumerate(kit.moments):
        readings = []
        for step in (1, 2):  # in between something else is played
            _play_elsewhere(others[(number * 7 + step * 3) % len(others)], number + step)
            readings.append(_all_that_is_asked(kit.game, moment))
        for what, value in readings[0].items():
            if readings[1][what] != value:
                raise ConformanceFault(
                    f"the {what} changes with what is played in other games: it is not made of the state alone", moment
                )


def _play_elsewhere(moment: Moment, seed: int) -> None:
    """Somebody else's game goes on: whatever it leaves outside its state is there now."""
    state = moment.state.clone()
    if moment.action is not None:
        events(state, moment.actor, moment.action)
    play_random(state, Rng(seed), 3)
    for viewer in moment.viewers():
        moment.game.look.scene(moment.view(viewer), Say())


def _all_that_is_asked(game: Game, moment: Moment) -> dict[str, object]:
    out: dict[str, object] = {}
    for actor in moment.deciding() if not moment.is_over else ():
        legal = game.legal(moment.state, actor)
        out[f"list of legal actions of {actor}"] = legal
        out[f"verdicts for {actor}"] = [int(moment.state.why_not(actor, action)) for action in legal[:40]]
    out["score"] = [int(moment.state.score(seat)) for seat in moment.seats()]
    for viewer in moment.viewers():
        view = moment.view(viewer)
        out[f"view of {name_of(viewer)}"] = view.to_json()
        out[f"scene of {name_of(viewer)}"] = game.look.scene(view, Say())
        for action in view.legal()[:12]:
            out[f"words of {action} for {name_of(viewer)}"] = game.to_words(view, action, Say())
            out[f"path of {action} for {name_of(viewer)}"] = [tuple(path) for path in game.look.paths(view, action)]
    if moment.action is not None:
        after = moment.state.clone()
        happened = events(after, moment.actor, moment.action)
        out["position after the action"] = game.to_position(after)
        out["log"] = game.lines(shown_events(game, SPECTATOR, happened), Say())
    return out


def control(kit: Kit) -> None:
    """A seat's choices move its own score: what counts for it is not what another seat does.

    For decisions out of random games each of a few actions is followed by random playouts. Where the choice moves one other
    seat's final score several times as much as the own one, in all seats alike, the two are taken for exchanged.
    """
    seats = kit.seats
    moved = [0.0] * seats  # by how much a choice moves the score of the seat so many places further
    noise = [0.0] * seats
    if seats == 1:
        return
    for moment in _decisions(kit):
        for offset, (spread, error) in enumerate(_influence(kit, moment)):
            moved[offset] += spread
            noise[offset] += error * error
    offset = max(range(1, seats), key=lambda o: moved[o])
    rest = max((moved[o] for o in range(1, seats) if o != offset), default=0.0)
    clear = moved[offset] > _SURE * noise[offset] ** 0.5
    if clear and moved[offset] > _MORE * max(moved[0], 0.0) and (seats == 2 or moved[offset] > 3 * max(rest, 0.0)):
        whose = "the next seat" if offset == 1 else f"the seat {offset} places further"
        raise ConformanceFault(
            f"{kit.game.id}, {seats} seats: what a seat chooses moves the score of {whose} and hardly its own: "
            f"score(seat) counts another seat's points, or points go to another seat"
        )


def _decisions(kit: Kit) -> list[Moment]:
    """Decisions with something to choose, spread over the random games."""
    found = [m for m in kit.moments if m.actor >= 0 and not m.is_over and len(kit.game.legal(m.state, m.actor)) > 1]
    stride = max(1, len(found) // kit.budget.count(_DECISIONS))
    return found[::stride]


def _influence(kit: Kit, moment: Moment) -> list[tuple[float, float]]:
    """By seats counted from the actor: the variance of the mean final score between actions beyond chance, and its error."""
    game, seats, actor = kit.game, kit.seats, moment.actor
    legal = game.legal(moment.state, actor)
    rng = kit.random(f"control {moment.step}")
    actions = rng.sample(legal, min(len(legal), _TRIES))
    bound = game.rules.longest(moment.options)
    means: list[list[float]] = [[] for _ in range(seats)]
    within = [0.0] * seats
    for action in actions:
        scores: list[list[int]] = [[] for _ in range(seats)]
        for number in range(_PLAYOUTS):
            state = moment.state.clone()
            state.apply(actor, action)
            _finish(state, Rng(number + 1), bound)
            for offset in range(seats):
                scores[offset].append(int(state.score((actor + offset) % seats)))
        for offset, found in enumerate(scores):
            mean = sum(found) / len(found)
            means[offset].append(mean)
            within[offset] += sum((score - mean) ** 2 for score in found) / (len(found) - 1)
    out = []
    for offset in range(seats):
        mean = sum(means[offset]) / len(actions)
        between = sum((m - mean) ** 2 for m in means[offset]) / (len(actions) - 1)
        chance = within[offset] / len(actions) / _PLAYOUTS
        out.append((between - chance, chance * (2 / (len(actions) - 1)) ** 0.5))
    return out


def _finish(state: State, rng: Rng, bound: int) -> None:
    if state.to_act() != OVER:
        play_random(state, rng, min(bound, 400))
