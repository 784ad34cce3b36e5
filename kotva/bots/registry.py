"""Bots by name, with a budget after a colon: `random`, `greedy`, `mcts`, `mcts:200ms`, `mcts:500`; and levels for people.

A name with a slash is a program that speaks the bot protocol: `./mybot`; with arguments it is `program:node bot.js`.
Other packages add theirs through the entry point group `kotva.bots`: a function of the text after the colon and a seed.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points

from kotva.bots.bot import Bot
from kotva.bots.levels import Beginner, LevelBot
from kotva.bots.program import MOVE_SECONDS, Program
from kotva.bots.restricted import RestrictedBot, read_ban
from kotva.bots.search import Greedy, Mcts
from kotva.bots.simple import RandomBot
from kotva.bots.weighted import WeightedBot
from kotva.engine.errors import KotvaError
from kotva.engine.say import N_

Maker = Callable[[str, int], Bot]

# The three levels at the table, from weak to strong, with their names for people.
LEVELS: dict[str, str] = {"easy": N_("easy"), "medium": N_("medium"), "hard": N_("hard")}
_BUDGET = re.compile(r"([1-9][0-9]{0,8})(ms|s|)")


def make(text: str, seed: int = 0, *, programs: bool = False, seconds: float = MOVE_SECONDS) -> Bot:
    """A bot by its name; KotvaError says what is wrong with a name and which there are.

    A name may be a program only if it comes from the owner of this process (`programs`).
    """
    given: object = text
    if not isinstance(given, str):
        raise KotvaError("A bot is given by its name, not as {given!r}.", given=given)
    name, _, rest = text.strip().partition(":")
    if programs and (name == "program" or "/" in name):
        return _program(rest if name == "program" else text.strip(), seed, seconds)
    if name in _BUILT_IN:
        return _BUILT_IN[name](rest, seed)
    if name in _MEASURING:
        return _MEASURING[name](rest, seed)
    entry = _elsewhere().get(name)
    if entry is None:
        raise KotvaError("There is no bot {name!r}; bots are: {names}.", name=name, names=", ".join(names()))
    maker: Maker = entry.load()
    return maker(rest, seed)


def names() -> list[str]:
    """All bots by name: the built-in ones, then those of other packages."""
    return [*_BUILT_IN, *sorted(name for name in _elsewhere() if name not in _BUILT_IN)]


def _random(rest: str, seed: int) -> Bot:
    _nothing("random", rest)
    return RandomBot(seed)


def _greedy(rest: str, seed: int) -> Bot:
    if not rest:
        return Greedy(seed)
    if not re.fullmatch("[1-9][0-9]{0,3}", rest):
        raise KotvaError("greedy:{rest} is no budget; write how many deals to look at, such as greedy:8.", rest=rest)
    return Greedy(seed, int(rest))


def _mcts(rest: str, seed: int) -> Bot:
    match = _BUDGET.fullmatch(rest or "200ms")
    if match is None:
        raise KotvaError(
            "mcts:{rest} is no budget; write simulations or a time for each move, such as mcts:500 or mcts:200ms.",
            rest=rest,
        )
    number = int(match[1])
    if not match[2]:
        return Mcts(seed, simulations=number)
    return Mcts(seed, milliseconds=number * 1000 if match[2] == "s" else number)


def _easy(rest: str, seed: int) -> Bot:
    _nothing("easy", rest)
    return Beginner(seed)


def _medium(rest: str, seed: int) -> Bot:
    _nothing("medium", rest)
    return LevelBot(seed)


def _hard(rest: str, seed: int) -> Bot:
    _nothing("hard", rest)
    return LevelBot(seed, hard=True)


def _without(rest: str, seed: int) -> Bot:
    ban, _, name = rest.partition(":")
    return RestrictedBot(read_ban(ban), make(name, seed))


def _weights(rest: str, seed: int) -> Bot:
    path, _, name = rest.partition(":")
    return WeightedBot(path, make(name, seed))


def _program(command: str, seed: int, seconds: float) -> Bot:
    words = shlex.split(command)
    if not words or shutil.which(words[0]) is None:
        raise KotvaError(
            "There is no program {name!r} that can be run; a bot in another language is an executable file.",
            name=words[0] if words else "",
        )
    return Program(command, seed, seconds)


def _nothing(name: str, rest: str) -> None:
    if rest:
        raise KotvaError("The bot {name} has no budget; write {name} alone, not {name}:{rest}.", name=name, rest=rest)


def _elsewhere() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group="kotva.bots")}


_BUILT_IN: dict[str, Maker] = {
    "random": _random,
    "greedy": _greedy,
    "mcts": _mcts,
    "easy": _easy,
    "medium": _medium,
    "hard": _hard,
}
_MEASURING: dict[str, Maker] = {"without": _without, "weights": _weights}  # for studies, and in no list for people
