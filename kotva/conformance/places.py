"""Where in a game's sources a finding is to be mended: file and line of the function that a check is about."""

from __future__ import annotations

import ast
import sys
import traceback
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Final

from kotva.engine.game import Game
from kotva.engine.say import home_of
from kotva.engine.state import State

# What each check looks at first: methods of the state, or parts of the Game record.
_STATE: Final = {
    "ends": "to_act",
    "verdicts": "why_not",
    "gaps": "why_not",
    "turns": "may_act",
    "chance": "list_chance",
    "refusals": "why_not",
    "clones": "copy_public",
    "trace": "apply",
    "outcomes": "rank",
    "control": "score",
    "undo": "apply",
    "replays": "apply",
    "views": "look",
    "redeals": "redeal",
    "secrets": "look",
    "roles": "look",
    "leaks": "look",
    "reveals": "apply",
    "takebacks": "apply",
}
_PARTS: Final[dict[str, Callable[[Game], object]]] = {
    "conserves": lambda game: game.rules.check,
    "handmade": lambda game: game.rules.check,
    "positions": lambda game: game.rules.read or game.rules.check,
    "told": lambda game: game.rules.shown_event or game.words.log,
    "twins": lambda game: game.rules.shown_event or game.words.log,
    "recalls": lambda game: game.rules.shown_event_later or game.rules.shown_event,
    "clicks": lambda game: game.look.paths,
    "questions": lambda game: game.look.paths,
    "scenes": lambda game: game.look.scene,
    "globals": lambda game: game.look.scene,
    "evaluation": lambda game: type(game.bots.evaluation).value,
    "observations": lambda game: game.bots.observer,
    "symmetries": lambda game: game.bots.symmetries,
}


def place_of(game: Game, check: str, state: State | None, error: BaseException | None = None) -> str:
    """`file:line` of what a check complains of: where the game raised, or the function that the check is about."""
    raised = error.__cause__ or error if error is not None else None
    if raised is not None:
        place = _of_traceback(game, raised.__traceback__)
        if place:
            return place
    if check in _STATE and state is not None:
        place = _of_method(type(state), _STATE[check])
        if place:
            return place
    part = _PARTS[check](game) if check in _PARTS else None
    return (_of_function(part) if part is not None else "") or of_game(game)


def _of_traceback(game: Game, trace: TracebackType | None) -> str:
    """The deepest line of the game's own code."""
    home = home_of(game.id).resolve()
    own = [f for f in traceback.extract_tb(trace) if _inside(Path(f.filename), home)]
    return f"{own[-1].filename}:{own[-1].lineno}" if own else ""


def _inside(path: Path, home: Path) -> bool:
    return path.is_absolute() and path.resolve().is_relative_to(home)


def _of_method(kind: type, name: str) -> str:
    owner = next((base for base in kind.__mro__ if name in vars(base)), kind)
    found = _line(source_of(owner.__module__), owner.__name__, name)
    if not found and owner is not kind:
        return ""
    if owner.__module__.startswith("kotva.engine."):  # inherited: the game's own class is what can be changed
        return _line(source_of(kind.__module__), kind.__name__, "")
    return found


def _of_function(part: object) -> str:
    code = getattr(part, "__code__", None)
    if code is not None:
        return f"{code.co_filename}:{code.co_firstlineno}"
    names = str(getattr(part, "__qualname__", "")).split(".")
    source = source_of(str(getattr(part, "__module__", "")))
    return _line(source, *(names if len(names) == 2 else ("", names[-1])))


def of_game(game: Game) -> str:
    """Where the Game record is made."""
    for path in (home_of(game.id) / "__init__.py", *(_module_paths(game))):
        if path.is_file():
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if ("Game[" in line and "(" in line) or "Game(" in line:
                    return f"{path}:{number}"
    return str(home_of(game.id))


def _module_paths(game: Game) -> list[Path]:
    found = source_of(str(getattr(game.rules.new, "__module__", "")))
    return [found] if found is not None else []


def source_of(module: str) -> Path | None:
    """The source of a module, also of a compiled one."""
    name = getattr(sys.modules.get(module), "__file__", None)
    if not name:
        return None
    path = Path(name)
    return path.with_name(path.name.partition(".")[0] + ".py")


@lru_cache(maxsize=256)
def _line(source: Path | None, owner: str, name: str) -> str:
    """`file:line` of a class (no name), of its method, or of a function (no owner); empty if it is not there."""
    if source is None or not source.is_file():
        return ""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    inside: list[ast.stmt] = tree.body
    if owner:
        found = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == owner]
        if not found:
            return ""
        if not name:
            return f"{source}:{found[0].lineno}"
        inside = found[0].body
    functions = [node for node in inside if isinstance(node, ast.FunctionDef) and node.name == name]
    return f"{source}:{functions[0].lineno}" if functions else ""
