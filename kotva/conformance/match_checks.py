"""Checks of whole matches: two games that a viewer cannot tell apart give it the same, by whatever way it looks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kotva.conformance.kit import ConformanceFault, Kit, Moment, Play, events, name_of, shown_events
from kotva.engine.fields import key
from kotva.engine.game import PLAYED, Event, Game, Json
from kotva.engine.position import unchecked
from kotva.engine.say import Say
from kotva.engine.state import CHANCE, OK, OVER, SPECTATOR
from kotva.match import Match
from kotva.scene.packet import choices, scene_data


def twins(kit: Kit) -> None:
    """Games of which a viewer is told the same have one short form, picture, log, look back, message and undo for it.

    The second game has other secret actions and hidden outcomes wherever the viewer cannot tell; tables where somebody leaves
    or resigns are among them.
    """
    for number, play in enumerate(kit.plays):
        length = min(kit.budget.count(40), len(play.moves))
        for viewer in (SPECTATOR, number % kit.seats):
            rng = kit.random(f"twins {number} {viewer}")
            _run(kit, play, viewer, rng.choice((0, rng.randrange(len(play.moves) - length + 1))), length, rng)
        for viewer, steps in _fading(kit, play).items():
            rng = kit.random(f"fading {number} {viewer}")
            for first in rng.sample(steps, min(len(steps), kit.budget.count(30))):
                _run(kit, play, viewer, first, 4, rng)


def _fading(kit: Kit, play: Play) -> dict[int, list[int]]:
    """By viewer: the moments of a game at which it is told something only once."""
    game = kit.game
    found: dict[int, list[int]] = {viewer: [] for viewer in (SPECTATOR, *range(kit.seats))}
    if game.rules.shown_event_later is None:
        return found
    for step, (state, actor, action) in enumerate(play.steps()):
        happened = events(state.clone(), actor, action)
        for viewer, steps in found.items():
            if shown_events(game, viewer, happened) != shown_events_later(game, viewer, happened):
                steps.append(step)
    return found


def _run(kit: Kit, play: Play, viewer: int, first: int, length: int, rng: Random) -> None:
    """A stretch of a game, and a twin of it."""
    game = kit.game
    real, twin = _match(kit, play, first), _match(kit, play, first)
    stride = max(1, length // 4)
    for step, (actor, action) in enumerate(play.moves[first : first + length], 1):
        real.append(actor, action)
        if real.is_over:
            return
        shown = shown_events_later(game, viewer, real.played[-1].events)
        if not _follow(game, twin, viewer, actor, action, shown, rng):
            twin = _match(kit, play, first)  # they part here: begin again from what is the same
            for played in real.played[len(twin.played) :]:
                twin.append(played.actor, played.action)
        if step % stride and game.rules.actions.family(action).listed and step < length:
            continue
        seat = None if viewer == SPECTATOR else viewer
        if game.rules.shown_event_later is not None and real.view(seat).news != twin.view(seat).news:
            continue  # as long as it is the news they differ; soon it has faded
        here, there = _all_it_gets(real, viewer), _all_it_gets(twin, viewer)
        for what, value in here.items():
            if there[what] != value:
                moment = Moment(play, first + step, real.state, OVER, None)
                texts = f"{_short(value)} or {_short(there[what])}"
                raise ConformanceFault(f"{name_of(viewer)} can tell two games apart by the {what}: {texts}", moment)


def shown_events_later(game: Game, viewer: int, happened: Sequence[Event]) -> list[Event]:
    """Events as a viewer may read them later."""
    return [event for event in (game.show_event_later(viewer, e) for e in happened) if event is not None]


def recalls(kit: Kit) -> None:
    """What can be read later tells no more than a view shows, and what is told only once is read nowhere again."""
    for number, play in enumerate(kit.plays):
        rng = kit.random(f"recalls {number}")
        looked_at = set(rng.sample(range(len(play.moves)), min(len(play.moves), kit.budget.count(500))))
        for step, (state, actor, _) in enumerate(play.steps()):
            if step in looked_at and actor >= 0 and state.may_act(actor):
                for viewer in (SPECTATOR, *range(kit.seats)):
                    if viewer != actor:
                        _kept_apart(kit, Moment(play, step, state, actor, None), viewer, rng)
        for viewer, steps in _fading(kit, play).items():
            for step in rng.sample(steps, min(len(steps), kit.budget.count(4))):
                _told_once(kit, play, viewer, step)


def _kept_apart(kit: Kit, moment: Moment, viewer: int, rng: Random) -> None:
    """Of secret actions that lead to one view a viewer can later read of some the same (how many cards it was may be public)."""
    game, actor = kit.game, moment.actor
    families: dict[int, list[int]] = {}
    for action in game.legal(moment.state, actor):
        if game.show_event(viewer, (PLAYED, actor, action, 0)) != (PLAYED, actor, action, 0):
            families.setdefault(game.rules.actions.family(action).base, []).append(action)
    for actions in families.values():
        alike: dict[tuple[object, ...], list[list[Event]]] = {}
        for action in rng.sample(actions, min(len(actions), 40)) if len(actions) > 1 else ():
            after = moment.state.clone()
            happened = shown_events_later(game, viewer, events(after, actor, action))
            if after.to_act() != OVER:
                alike.setdefault(key(after.seen(viewer)), []).append(happened)
        for readings in alike.values():
            if len(readings) > 1 and not any(reading in readings[:i] for i, reading in enumerate(readings)):
                raise ConformanceFault(
                    f"{name_of(viewer)} can read later what its view does not show: {readings[0]} or {readings[1]}",
                    moment,
                )


def _told_once(kit: Kit, play: Play, viewer: int, step: int) -> None:
    """Something that fades is in no log, look back or memory once something else is the news."""
    game, seat = kit.game, None if viewer == SPECTATOR else viewer
    match = _match(kit, play, step)
    if match.played:  # a game that takes no positions has no secrets to tell (`redeals`)
        return
    for actor, action in play.moves[step : step + 12]:
        if match.news_from(len(match.played)) > 0 or match.is_over:
            break
        match.append(actor, action)
    if match.news_from(len(match.played)) == 0 or match.is_over:
        return
    kept = shown_events_later(game, viewer, match.played[0].events)
    readings = {
        "log": next(shown for number, shown in match.shown_by_move(seat) if number == 1),
        "look back": match.view(seat, 1).news,
        "memory": tuple(match.shown_events(seat)[: len(kept)]),
    }
    for what, reading in readings.items():
        if reading != tuple(kept):
            moment = Moment(play, step, match.state, OVER, None)
            raise ConformanceFault(
                f"{name_of(viewer)} finds in its {what} what it was told only once: {reading}", moment
            )


def _position(play: Play, first: int) -> dict[str, Json] | None:
    """Where a random game was after so many actions; None: at its beginning."""
    if not first:
        return None
    return play.game.to_position(next(state for step, (state, _, _) in enumerate(play.steps()) if step == first))


def _match(kit: Kit, play: Play, first: int) -> Match:
    """A match of a random game's options that begins after so many actions; played up to there if no position can be set."""
    takes = kit.game.rules.read is not None or kit.game.rules.check is not unchecked
    position = _position(play, first) if takes else None
    match = Match(kit.game, kit.seats, play.options.given, seed="twins", position=position, chance=False)
    for actor, action in play.moves[:first] if not takes else ():
        match.append(actor, action)
    return match


def _follow(game: Game, twin: Match, viewer: int, actor: int, action: int, shown: list[Event], rng: Random) -> bool:
    """Play on the twin something that the viewer cannot tell from this action, another one if it can be; whether there was."""
    candidates = [action]
    if game.show_event(viewer, (PLAYED, actor, action, 0)) != (PLAYED, actor, action, 0) and (
        actor == CHANCE or (actor >= 0 and twin.state.may_act(actor))
    ):
        family = game.rules.actions.family(action)
        alike = [a for a in game.legal(twin.state, actor) if family.base <= a < family.base + family.size]
        candidates = [*rng.sample(alike, min(len(alike), 8)), action]
    for candidate in candidates:
        if twin.state.why_not(actor, candidate) != OK:
            continue
        twin.append(actor, candidate)
        if not twin.is_over and shown_events_later(game, viewer, twin.played[-1].events) == shown:
            return True
        twin.truncate(len(twin.played) - 1)
    return False


def _all_it_gets(match: Match, viewer: int) -> dict[str, object]:
    """Everything that reaches a viewer of a match."""
    game, seat = match.game, None if viewer == SPECTATOR else viewer
    say = Say("en", game.id, match.names)
    view, back = match.view(seat), match.view(seat, len(match.played) // 2)
    scene = game.look.scene(view, say)
    out: dict[str, object] = {
        "short form": repr(match),
        "log": match.log(seat),
        "news": view.news,
        "data": view.to_json(),
        "message": (scene_data(scene), choices(view, say)),
        "look back": (back.to_json(), back.news, scene_data(game.look.scene(back, say))),
        "actors": match.actors(),
        "picture": (scene, match.names),  # with the short form all that it is made from
    }
    if seat is None:
        out["picture of a bystander"] = match._repr_svg_()
    return out


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) < 160 else text[:160] + "…"
