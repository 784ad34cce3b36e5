"""Plain rules with everything frozen that nobody may write to: `python -m tests.conformance.reading`, interpreted.

Tables, viewers and threads share what a module holds and what a game's board is made of, and several may look at one state at a
time. So whoever only asks must not write, not even to put it right again before he returns.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any, NoReturn

from kotva import games
from kotva.conformance.kit import Budget, Kit, Moment, random_game
from kotva.engine.arrays import COMPILED
from kotva.engine.game import Game
from kotva.engine.moves import Moves
from kotva.engine.say import Say
from kotva.engine.state import CHANCE, OVER, TABLE, State
from tests import ours

_SHARED = ("kotva.engine.", "kotva.games.")  # their modules hold tables that all games of a process look things up in
_MOMENTS = 40  # of each number of seats


class Written(Exception):
    """Somebody wrote to what is only to be read."""


def _refuse(self: object, *_given: object) -> NoReturn:
    raise Written(f"{type(self).__name__} is written to")


class Frozen(list[Any]):
    """An array of plain rules that cannot be changed; its copies can."""

    __setitem__ = __delitem__ = __iadd__ = append = extend = insert = pop = remove = clear = reverse = _refuse
    sort = _refuse  # type: ignore[assignment]


_kinds: dict[type, type] = {}


def freeze(thing: Any) -> Any:
    """The same object, of a kind that refuses to be written to, and so do its arrays."""
    kind = type(thing)
    if kind in _kinds.values():
        return thing
    if kind not in _kinds:
        _kinds[kind] = type(kind.__name__, (kind,), {"__setattr__": _refuse})
    freeze_board(thing)
    for name, value in vars(thing).items():
        if type(value) is list:
            vars(thing)[name] = Frozen(value)
    thing.__class__ = _kinds[kind]
    return thing


def freeze_board(state: Any) -> None:
    """What a state only refers to is shared by all tables with these options."""
    for value in vars(state).values():
        if type(value).__module__.startswith("kotva.games."):
            freeze(value)


def freeze_modules() -> int:
    """Every array that a module of the engine or of a game holds; how many there are."""
    frozen: dict[int, Frozen] = {}
    kept = []  # so that no number of an object is given away twice
    for name, module in list(sys.modules.items()):
        if name.startswith(_SHARED):
            for word, value in list(vars(module).items()):
                if type(value) is list:
                    kept.append(value)
                    setattr(module, word, frozen.setdefault(id(value), Frozen(value)))
    return len(frozen)


def look(moment: Moment, rng: Random) -> None:
    """Ask everything that can be asked of a state."""
    game, s = moment.game, moment.state.clone()
    actions = game.legal(s)
    rng.shuffle(actions)
    freeze(s)
    for actor in (CHANCE, TABLE, *moment.seats()):
        for action in (*actions[:6], *(family.base for family in game.rules.actions.families)):
            s.why_not(actor, action)
    for seat in moment.seats():
        s.may_act(seat)
        s.list_legal(seat, Moves())
        s.score(seat)
        s.rank(seat)
    if s.to_act() == CHANCE:
        s.list_chance(Moves())
    s.reason()
    s.clone()
    game.rules.check(s)
    game.to_position(s)
    if moment.is_over:
        game.outcome(s)
    for viewer in moment.viewers():
        s.seen(viewer)
        show(moment, viewer)


def show(moment: Moment, viewer: int) -> None:
    """Draw what somebody sees."""
    game = moment.game
    view = moment.view(viewer)
    freeze(view.seen)
    say = Say("en", game.id)
    game.look.scene(view, say)
    view.to_json()
    for action in view.legal()[:6]:
        game.to_words(view, action, say)
        game.look.paths(view, action)


def examine(game: Game) -> int:
    """Look at moments of random games, then play on; how many were looked at."""
    seen = 0
    for seats in game.rules.seats:
        kit = Kit(game, seats, Budget(0.7))
        rng = kit.random("reading")
        for moment in rng.sample(kit.moments, min(_MOMENTS, len(kit.moments))):
            look(moment, rng)
            seen += 1
        for options in kit.option_sets(5):  # whatever is played, tables that others share stay as they are
            freeze_board(game.rules.new(options))
            play = random_game(game, options, rng, unruly=False)
            if play.trouble:
                raise Written(play.trouble)
    return seen


def bites(state: State) -> bool:
    """Whether a frozen state refuses to be played: otherwise nothing here proves anything."""
    actor = int(state.to_act())
    out = Moves()
    if actor == CHANCE:
        state.list_chance(out)
    elif actor != OVER:
        state.list_legal(actor, out)
    try:
        freeze(state.clone()).apply(actor, out.items()[0])
    except Written:
        return True
    return False


def main() -> int:
    if COMPILED:
        raise SystemExit("compiled arrays cannot be frozen: KOTVA_INTERPRETED=1")
    ours_ = [games.load(game_id) for game_id in ours.GAMES]
    print(f"{freeze_modules()} arrays of modules are frozen")
    for game in ours_:
        if not bites(game.rules.new(game.choose_options(game.rules.seats[0]))):
            raise SystemExit(f"{game.id}: a frozen state can be played")
        print(f"{game.id}: {examine(game)} states were only read")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
