"""Checks of what a seat may know: views, re-dealt states, what is told, positions."""

from __future__ import annotations

import json
from random import Random

from kotva.conformance.deal_checks import deals
from kotva.conformance.kit import (
    ConformanceFault,
    Kit,
    Moment,
    Play,
    differing,
    events,
    name_of,
    shown_events,
    some_actions,
)
from kotva.engine.arrays import Rng
from kotva.engine.errors import KotvaError
from kotva.engine.fields import key
from kotva.engine.game import PLAYED, Event, Game, Json
from kotva.engine.moves import Moves
from kotva.engine.playout import play_random
from kotva.engine.position import unchecked
from kotva.engine.say import ENGLISH
from kotva.engine.state import CHANCE, OK, OVER, SPECTATOR, State
from kotva.match import Match


def views(kit: Kit) -> None:
    """A view says who decides and lists the same actions as the truth; looking changes nothing."""
    game = kit.game
    for moment in kit.moments:
        before = key(moment.state)
        for viewer in moment.viewers():
            seen = moment.state.seen(viewer)
            if seen.to_act() != moment.state.to_act():
                raise ConformanceFault(f"in the view of {name_of(viewer)} {seen.to_act()} is to act", moment)
            for seat in moment.seats():
                if seen.may_act(seat) != moment.state.may_act(seat):
                    raise ConformanceFault(
                        f"in the view of {name_of(viewer)} it differs whether seat {seat} may act", moment
                    )
            if (
                viewer >= 0
                and moment.state.may_act(viewer)
                and moment.view(viewer).legal() != game.legal(moment.state, viewer)
            ):
                raise ConformanceFault(f"the view of {name_of(viewer)} lists other actions than the state", moment)
            play_a_little(seen, viewer)
            if key(moment.state) != before:
                raise ConformanceFault(f"the view of {name_of(viewer)} shares something with the state", moment)


def play_a_little(seen: State, viewer: int) -> None:
    """Re-deal a view and play on it."""
    if viewer != SPECTATOR or seen.to_act() != OVER:
        seen.redeal(viewer, Rng(3))
        play_random(seen, Rng(4), 20)


def redeals(kit: Kit) -> None:
    """redeal() gives a whole state that fits the view: same view, nothing unknown, nothing lost, playable to the end.

    Whether a re-deal is possible at all only Game.rules.check can tell: a game with secrets has one, and it looks at them.
    """
    game = kit.game
    deals(kit)
    for moment in kit.moments:
        if moment.is_over:
            continue
        for viewer in moment.viewers():
            seen = moment.state.seen(viewer)
            for number in range(kit.budget.count(2)):
                dealt = seen.clone()
                dealt.redeal(viewer, Rng(number))
                again = seen.clone()
                again.redeal(viewer, Rng(number))
                if key(dealt) != key(again):
                    raise ConformanceFault(f"one generator gives {name_of(viewer)} two re-deals", moment)
                if key(dealt.seen(viewer)) != key(seen):
                    wrong = differing(dealt.seen(viewer), seen)
                    raise ConformanceFault(f"a re-deal for {name_of(viewer)} does not fit its view: {wrong}", moment)
                if _has_unknown(game.to_position(dealt)):
                    raise ConformanceFault(f"a re-deal for {name_of(viewer)} leaves something unknown", moment)
                try:
                    game.rules.check(dealt)
                except AssertionError as error:
                    raise ConformanceFault(
                        f"a re-deal for {name_of(viewer)} loses a component: {error}", moment
                    ) from error
                whole = (
                    number == 0 and viewer == moment.step % moment.options.seats
                )  # a few to the end, all for a while
                play_random(dealt, Rng(number), game.rules.longest(moment.options) if whole else 40)
                if whole and dealt.to_act() != OVER:
                    raise ConformanceFault(f"a re-deal for {name_of(viewer)} cannot be played to an end", moment)


def secrets(kit: Kit) -> None:
    """States that differ only in what a seat cannot know give it equal views, choices, verdicts, scenes, data and pictures."""
    rng = kit.random("secrets")
    for moment in kit.moments:
        if moment.is_over:
            continue
        for viewer in moment.viewers():
            seen = moment.state.seen(viewer)
            actions: list[int] = []
            if viewer >= 0 and moment.state.may_act(viewer):
                actions = some_actions(moment.game, moment.game.legal(moment.state, viewer), rng, 60)[:600]
            here = _all_it_gets(moment, moment.state, viewer, actions)
            for number in range(kit.budget.count(2)):
                other = seen.clone()
                other.redeal(viewer, Rng(number + 7))
                there = _all_it_gets(moment, other, viewer, actions)
                for what, value in here.items():
                    if there.get(what, value) != value:
                        raise ConformanceFault(f"{name_of(viewer)} can tell by its {what} what it may not know", moment)


def _all_it_gets(moment: Moment, state: State, viewer: int, actions: list[int]) -> dict[str, object]:
    """Everything that reaches a viewer."""
    game = moment.game
    view = game.view(state, None if viewer == SPECTATOR else viewer, moment.options)
    legal = view.legal()
    deciding = viewer >= 0 and state.may_act(viewer)
    match = _match(moment, state)
    out: dict[str, object] = {
        "view": key(view.seen),
        "legal actions": game.legal(state, viewer) if deciding else [],
        "verdicts": [int(state.why_not(viewer, a)) for a in actions],
        "scene": game.look.scene(view, ENGLISH),
        "data": json.dumps(view.to_json()),
        "words": [game.to_words(view, a, ENGLISH) for a in legal],
        "click paths": [list(game.look.paths(view, a)) for a in legal],
        "board": game.words.board(view, ENGLISH) if game.words.board else "",
    }
    if match is not None:
        out |= {"short form": repr(match), "actors": match.actors()}
        if viewer == SPECTATOR:
            out["picture"] = match._repr_svg_()
    return out


def _match(moment: Moment, state: State) -> Match | None:
    """A match that begins with a state; none where it cannot be read back, which other checks say."""
    try:
        position = moment.game.to_position(state)
        return Match(moment.game, state.seats, moment.options.given, seed="", position=position, chance=False)
    except KotvaError:
        return None


def told_alike(kit: Kit) -> None:
    """What a viewer is told gives away no more than its view does.

    From states that it cannot tell apart the same action is played, and others of the same family where that one is secret or
    would show by itself which state it was. Where its views are equal afterwards, too, it must be told the same: of the same
    public action always, of a secret one as of at least one other (how many cards were swapped may be public). Two public
    actions may happen to lead to one view (of a token paid openly and one uncovered after that it no longer matters which was
    which): that is told too much only where the view never tells the two apart.
    """
    rng = kit.random("told")
    for moment in kit.moments:
        if moment.action is None:
            continue
        after = moment.state.clone()
        happened = events(after, moment.actor, moment.action)
        if after.to_act() == OVER:
            continue
        for viewer in moment.viewers():
            if viewer != moment.actor:
                _told_alike(kit, moment, viewer, shown_events(kit.game, viewer, happened), key(after.seen(viewer)), rng)


def _told_alike(
    kit: Kit, moment: Moment, viewer: int, shown: list[Event], looks: tuple[object, ...], rng: Random
) -> None:
    game, actor, action = kit.game, moment.actor, moment.action
    assert action is not None
    lines = game.lines(shown, ENGLISH)
    instead: list[tuple[int, bool]] = []  # other actions that look the same, and whether they sound the same
    for number in range(kit.budget.count(2)):
        other = moment.state.seen(viewer).clone()
        other.redeal(viewer, Rng(number + 11))
        for candidate in _like(game, other, actor, action, rng):
            twin = other.clone()
            twin_shown = shown_events(game, viewer, events(twin, actor, candidate))
            if twin.to_act() == OVER or key(twin.seen(viewer)) != looks:
                continue
            alike = twin_shown == shown and game.lines(twin_shown, ENGLISH) == lines
            if candidate != action:
                instead.append((candidate, alike))
            elif not alike:
                text = game.rules.actions.text(action)
                raise ConformanceFault(
                    f"{name_of(viewer)} can tell by what it is told of {text!r}: {shown} or {twin_shown}", moment
                )
    if instead and not any(alike for _, alike in instead) and not _shown(kit, action, {a for a, _ in instead}):
        texts = ", ".join(sorted({game.rules.actions.text(a) for a, _ in instead})[:4])
        raise ConformanceFault(
            f"{name_of(viewer)} is told {game.rules.actions.text(action)!r} apart from {texts}: {shown}", moment
        )


def _shown(kit: Kit, action: int, others: set[int]) -> bool:
    """Whether this is a public action that a view tells from those others wherever one may choose between them."""
    if kit.game.rules.actions.family(action).secret:
        return False
    for moment in kit.moments:
        for actor in moment.deciding():
            if moment.state.why_not(actor, action) == OK:
                for other in others:
                    if moment.state.why_not(actor, other) == OK and _look_alike(moment, actor, action, other):
                        return False
    return True


def _look_alike(moment: Moment, actor: int, action: int, other: int) -> bool:
    """Whether somebody else sees the same after the one action and after the other."""
    one, two = moment.state.clone(), moment.state.clone()
    events(one, actor, action)
    events(two, actor, other)
    return any(key(one.seen(viewer)) == key(two.seen(viewer)) for viewer in moment.viewers() if viewer != actor)


def _like(game: Game, state: State, actor: int, action: int, rng: Random) -> list[int]:
    """The same action, if it is legal here too, and others of its family where they may stand in for it."""
    family = game.rules.actions.family(action)
    same = [action] if state.why_not(actor, action) == OK else []
    if same and not family.secret:
        return same
    if actor != CHANCE and not (actor >= 0 and state.may_act(actor)):
        return same
    others = [a for a in game.legal(state, actor) if family.base <= a < family.base + family.size and a != action]
    return same + rng.sample(others, min(len(others), 40))


def leaks(kit: Kit) -> None:
    """Two games of which a viewer is told the same look the same to it: nothing shows in a view that nobody told.

    The second game replaces, wherever the viewer cannot tell, secret actions and hidden outcomes by others.
    """
    for number, play in enumerate(kit.plays[: kit.budget.count(4)]):
        for viewer in (SPECTATOR, *range(kit.seats)):
            _leaks(kit, play, viewer, kit.random(f"leaks {number} {viewer}"))


def _leaks(kit: Kit, play: Play, viewer: int, rng: Random) -> None:
    game = kit.game
    twin = game.rules.new(play.options)
    # Of a long game (with free trade it may have ten thousand actions) a stretch that starts anywhere.
    stretch = kit.budget.count(250)
    first = rng.randrange(max(1, len(play.moves) - stretch))
    for step, (state, actor, action) in enumerate(play.steps()):
        if step < first:
            continue
        if step == first:
            twin = state.clone()
        after = state.clone()
        happened = shown_events(game, viewer, events(after, actor, action))
        if after.to_act() == OVER or step > first + stretch:
            return
        found = _twin_step(game, twin, viewer, actor, action, happened, rng)
        if found is None:
            twin = after
            continue
        twin = found
        if key(twin.seen(viewer)) != key(after.seen(viewer)):
            wrong = differing(twin.seen(viewer), after.seen(viewer))
            raise ConformanceFault(
                f"{name_of(viewer)} sees in its view ({wrong}) what it was never told: either the view shows too much, or "
                f"Game.rules.shown_event too little",
                Moment(play, step + 1, after, OVER, None),
            )


def _twin_step(
    game: Game, twin: State, viewer: int, actor: int, action: int, happened: list[Event], rng: Random
) -> State | None:
    """The twin after an action of the same actor that the viewer cannot tell from this one; None if there is none."""
    candidates = [action]
    played = (PLAYED, actor, action, 0)
    if game.show_event(viewer, played) != played and actor == twin.to_act():
        out = Moves()
        if actor == CHANCE:
            twin.list_chance(out)
        else:
            twin.list_legal(actor, out)
        items = out.items()
        candidates = [*rng.sample(items, min(len(items), 8)), action]
    for candidate in candidates:
        if twin.why_not(actor, candidate) != OK:
            continue
        after = twin.clone()
        if shown_events(game, viewer, events(after, actor, candidate)) == happened and after.to_act() != OVER:
            return after
    return None


def positions(kit: Kit) -> None:
    """A state, and every view of it, written as a position and read again is the same."""
    game = kit.game
    for moment in kit.moments:
        _round_trip(moment, moment.state, "the state")
        for viewer in moment.viewers():
            _round_trip(moment, moment.state.seen(viewer), f"the view of {name_of(viewer)}")
    nonsense: dict[str, Json] = {"no such thing": 1}
    try:
        game.from_view(nonsense, game.choose_options(kit.seats))
    except KotvaError:
        return
    raise ConformanceFault(f"{game.id}: a position with an unknown name is accepted")


def _round_trip(moment: Moment, state: State, what: str) -> None:
    written = moment.game.to_position(state)
    try:
        played = state is moment.state and (
            moment.game.rules.read is not None or moment.game.rules.check is not unchecked
        )
        made = moment.game.from_position if played else moment.game.from_view
        read = made(json.loads(json.dumps(written)), moment.options)
    except KotvaError as error:
        raise ConformanceFault(f"{what} cannot be read back: {error}", moment) from error
    if key(read) != key(state):
        raise ConformanceFault(f"{what} read back has another {differing(read, state)}", moment)


def _has_unknown(data: Json) -> bool:
    if isinstance(data, dict):
        return any(_has_unknown(value) for value in data.values())
    if isinstance(data, list):
        return any(_has_unknown(value) for value in data)
    return data == "?"
