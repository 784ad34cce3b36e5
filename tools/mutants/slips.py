"""The second kind of mutants: slips, as people make them, each a whole thought gone wrong.

| kind | what went wrong |
| --- | --- |
| `arguments` | two arguments of a call are exchanged |
| `order` | two effects come in the other order |
| `reset` | what a turn, a round or a game begins with is not set again |
| `seat` | an event names another seat |
| `option` | an option is ignored |
| `reason` | a game ends for another reason |
| `table` | an entry of a table is off by one |
| `role` | one more role sees what is hidden |
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

Function = ast.FunctionDef | ast.AsyncFunctionDef
Spot = tuple[ast.AST, str, int | None]
Slip = tuple[str, ast.stmt, Spot, ast.AST]  # the kind, the statement, where the new node goes, and the node

KINDS: Final = ("arguments", "order", "reset", "seat", "option", "reason", "table", "role")
_BEGINS = re.compile(r"turn|round|begin|start|reset|new|clear|next|end")
_SEATS = frozenset({"seat", "player", "actor", "other", "victim", "owner", "winner", "asker", "partner"})
_OPTIONS: dict[str, int | bool | str] = {"number": 0, "which": 0, "seat": 0, "is_on": False, "choice": ""}
_ENDS = frozenset({"finish", "end_game"})
_IN_ANY_ORDER = frozenset({"isinstance", "getattr", "hasattr", "range", "min", "max", "zip", "print"})


class Swapped(ast.Pass):
    """Put in a statement's place: it and the next one change places."""


def slips(function: Function) -> Iterator[Slip]:
    """All of one function, but for tables, which stand outside of functions."""
    for holder in ast.walk(function):
        for field in ("body", "orelse", "finalbody"):
            statements = getattr(holder, field, None)
            if not isinstance(statements, list) or (holder is not function and isinstance(holder, Function)):
                continue
            for index, statement in enumerate(statements):
                if not isinstance(statement, ast.stmt) or isinstance(statement, ast.Assert | Function | ast.ClassDef):
                    continue
                if index + 1 < len(statements) and _depend(statement, statements[index + 1]):
                    yield "order", statement, (holder, field, index), Swapped()
                if _BEGINS.search(function.name) and _resets(statement):
                    yield "reset", statement, (holder, field, index), ast.Pass()
                yield from _within(statement)


def _within(statement: ast.stmt) -> Iterator[Slip]:
    """What can go wrong in the head of a statement."""
    if isinstance(statement, ast.Raise):
        return
    for holder, field, index, node in _expressions(statement):
        spot = (holder, field, index)
        if isinstance(node, ast.Call):
            yield from (("arguments", statement, spot, new) for new in _exchanged(node))
            name = ast.unparse(node.func).rpartition(".")
            if name[2] in _OPTIONS and name[0].endswith("options"):
                yield "option", statement, spot, ast.Constant(_OPTIONS[name[2]])
            for place, argument in enumerate(node.args):
                last = ast.unparse(argument).rpartition(".")[2]
                if name[2] == "emit" and place and last in _SEATS:
                    yield "seat", statement, (node, "args", place), _text(f"1 - ({ast.unparse(argument)}) % 2")
                if name[2] in _ENDS and last.isupper():
                    yield "reason", statement, (node, "args", place), _other(argument)
        if field == "test" and _mentions(node, "viewer"):
            for more in ("viewer != 0", "viewer >= 0"):  # the first seat, or a spectator, is kept from nothing
                yield "role", statement, spot, _text(f"({ast.unparse(node)}) and {more}")
        if isinstance(holder, ast.Return) and isinstance(node, ast.Compare | ast.BoolOp) and _mentions(node, "viewer"):
            yield "role", statement, spot, _text(f"({ast.unparse(node)}) or viewer < 0")
    if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]).endswith(".ended"):
        if ast.unparse(statement.value).rpartition(".")[2].isupper():
            yield "reason", statement, (statement, "value", None), _other(statement.value)


def tables(tree: ast.Module) -> Iterator[tuple[str, ast.stmt, Spot, ast.AST]]:
    """Numbers in tables of a module, each one more than it should be: the table's name, and the rest as of a slip."""
    for statement in tree.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value:
            name = statement.target.id
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
        else:
            continue
        value: ast.AST = statement.value or statement
        if not name.lstrip("_").isupper() or not any(
            isinstance(n, ast.List | ast.Tuple | ast.Dict) for n in ast.walk(value)
        ):
            continue
        for holder, field, index, node in _expressions(statement):
            entry = isinstance(holder, ast.List | ast.Tuple) or (isinstance(holder, ast.Dict) and field == "values")
            if entry and isinstance(node, ast.Constant) and type(node.value) is int:
                yield name, statement, (holder, field, index), ast.Constant(node.value + 1)


def _expressions(statement: ast.stmt) -> Iterator[tuple[ast.AST, str, int | None, ast.expr]]:
    """Every expression in the head of a statement, with the place that holds it."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        holder = waiting.pop()
        for field, value in ast.iter_fields(holder):
            if field == "annotation" or (holder is statement and field in ("body", "orelse", "finalbody", "handlers")):
                continue
            for index, node in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(node, ast.expr):
                    yield holder, field, index if isinstance(value, list) else None, node
                if isinstance(node, ast.expr | ast.comprehension | ast.keyword | ast.withitem):
                    waiting.append(node)


def _exchanged(call: ast.Call) -> Iterator[ast.Call]:
    name = ast.unparse(call.func).rpartition(".")[2]
    if name in _IN_ANY_ORDER or any(isinstance(argument, ast.Starred) for argument in call.args):
        return
    for i, (one, two) in enumerate(zip(call.args, call.args[1:])):
        if ast.unparse(one) != ast.unparse(two):
            yield ast.Call(call.func, [*call.args[:i], two, one, *call.args[i + 2 :]], call.keywords)


def _depend(one: ast.stmt, two: ast.stmt) -> bool:
    """Whether the order of two effects can matter: one is a call, or sets what the other reads or sets."""
    if not (_is_effect(one) and _is_effect(two)) or ast.unparse(one) == ast.unparse(two):
        return False
    if isinstance(one, ast.Expr) or isinstance(two, ast.Expr):
        return True
    return bool(_set_by(one) & _names(two) or _set_by(two) & _names(one))


def _is_effect(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call) and "super()" not in ast.unparse(statement)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if isinstance(statement, ast.AugAssign):
        targets = [statement.target]
    return bool(targets) and all(isinstance(target, ast.Attribute | ast.Subscript) for target in targets)


def _set_by(statement: ast.stmt) -> set[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", statement)]
    return {ast.unparse(target).partition("[")[0] for target in targets}


def _names(statement: ast.stmt) -> set[str]:
    found = (node for node in ast.walk(statement) if isinstance(node, ast.Attribute | ast.Name))
    return {ast.unparse(node) for node in found}


def _resets(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Assign) or not _is_effect(statement):
        return False
    value = statement.value
    if isinstance(value, ast.UnaryOp):
        value = value.operand
    return isinstance(value, ast.Constant) or ast.unparse(value) in ("NONE", "[]", "{}", "board.NONE", "...")


def _other(reason: ast.expr) -> ast.expr:
    """Another reason of the same game."""
    words = ast.unparse(reason)
    return _text(f"1 if {words} != 1 else 2")


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(inner, ast.Name) and inner.id == name for inner in ast.walk(node))


def _text(words: str) -> ast.expr:
    return ast.parse(words, mode="eval").body
