"""What a mutant is: one small change of one function. Its name is made of words, so that it survives shifted lines."""

from __future__ import annotations

import ast
import copy
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType
from typing import TypeVar

from tools.mutants.slips import Swapped, slips, tables

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNT: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
EXTREME = {"min": "max", "max": "min"}
# `return BOS_6_3` says no with its clause; `return OK` in its place drops the rule.
CLAUSE = re.compile(r"(codes\.)?[A-Z]{3}_\d+_\d+[a-z]?$")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Spot = tuple[ast.AST, str, int | None]
Change = tuple[ast.stmt, Spot, ast.AST]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. `spot` is where its new node goes: the node that holds it, the field, and the place in a list."""

    file: Path
    owner: str  # Class.method or function: the object whose code is exchanged
    before: str
    after: str
    number: int  # the how many-th change of these words in this function
    first: int  # lines of the statement, to ask which tests run it
    last: int
    spot: Spot
    node: ast.AST
    kind: str = ""  # of a slip (slips.py); empty: of the first kind

    @property
    def id(self) -> str:
        again = f" #{self.number}" if self.number > 1 else ""
        kind = f" [{self.kind}]" if self.kind else ""
        return f"{self.file.stem}.{self.owner}: {self.before} => {self.after}{kind}{again}"

    def order(self, seed: int) -> str:
        """Sorting by this draws a sample that hardly changes when the code does."""
        return hashlib.sha256(f"{seed} {self.id}".encode()).hexdigest()


class Source:
    """A file, read once; its tree is changed and mended for every mutant."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.tree = ast.parse(file.read_text(encoding="utf-8"))

    def mutants(self) -> list[Mutant]:
        seen: Counter[tuple[str, str, str]] = Counter()
        out = []
        for owner, function in _functions(self.tree):
            for statement, spot, node in _block(function, "body", []):
                before = _head(statement)
                after = _said(spot, node, statement)
                words = (owner, before, after)
                seen[words] += 1
                lines = (statement.lineno, _head_end(statement))
                out.append(Mutant(self.file, owner, before, after, seen[words], *lines, spot, node))
        return out

    def slips(self) -> list[Mutant]:
        """The mutants of the second kind."""
        found = [(owner, slip) for owner, function in _functions(self.tree) for slip in slips(function)]
        found += [(name, ("table", statement, spot, node)) for name, statement, spot, node in tables(self.tree)]
        seen: Counter[tuple[str, str, str, str]] = Counter()
        out = []
        for owner, (kind, statement, spot, node) in found:
            next_one = _next(spot) if isinstance(node, Swapped) else None
            words = [_head(one) for one in (statement, next_one) if one is not None]
            before = "; ".join(words)
            after = "; ".join(reversed(words)) if next_one else _said(spot, node, statement)
            key = (owner, before, after, kind)
            seen[key] += 1
            lines = (statement.lineno, _head_end(next_one or statement))
            out.append(Mutant(self.file, owner, before, after, seen[key], *lines, spot, node, kind))
        return out

    def value(self, mutant: Mutant) -> CodeType:
        """The code that makes a table anew, with its entry changed."""
        (statement,) = [one for one in self.tree.body if one.lineno == mutant.first]
        assert isinstance(statement, ast.Assign | ast.AnnAssign)
        assert statement.value is not None
        value = statement.value
        made: CodeType = _with(mutant.spot, mutant.node, lambda: compile(ast.Expression(value), str(self.file), "eval"))
        return made

    def code(self, mutant: Mutant) -> CodeType:
        """The code of the mutant's function."""
        module: CodeType = _with(mutant.spot, mutant.node, lambda: compile(self.tree, str(self.file), "exec"))
        (found,) = [code for code in _codes(module) if code.co_qualname == mutant.owner]
        return found


def _functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Functions and methods with the names their code carries. What stands outside of them is names for numbers."""
    for node in tree.body:
        if isinstance(node, Function):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{inner.name}", inner) for inner in node.body if isinstance(inner, Function))


def _codes(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from _codes(inner)


def _with(spot: Spot, node: ast.AST, do: Callable[[], T]) -> T:
    """What `do` says while the new node is in its place."""
    holder, field, index = spot
    place = getattr(holder, field)
    if isinstance(node, Swapped):
        assert index is not None
        place[index], place[index + 1] = place[index + 1], place[index]
        try:
            return do()
        finally:
            place[index], place[index + 1] = place[index + 1], place[index]
    old = place if index is None else place[index]
    ast.fix_missing_locations(ast.copy_location(node, old))
    _put(spot, node)
    try:
        return do()
    finally:
        _put(spot, old)


def _next(spot: Spot) -> ast.stmt:
    holder, field, index = spot
    following: ast.stmt = getattr(holder, field)[(index or 0) + 1]
    return following


def _said(spot: Spot, node: ast.AST, statement: ast.stmt) -> str:
    return "pass" if isinstance(node, ast.Pass) else _with(spot, node, partial(_head, statement))


def _put(spot: Spot, node: ast.AST) -> None:
    holder, field, index = spot
    if index is None:
        setattr(holder, field, node)
    else:
        getattr(holder, field)[index] = node


# -- words -----------------------------------------------------------------------------------------------------------


def _head(statement: ast.stmt) -> str:
    """A statement without what hangs under it, on one line."""
    if isinstance(statement, ast.If | ast.While):
        return f"{type(statement).__name__.lower()} {ast.unparse(statement.test)}"
    if isinstance(statement, ast.For):
        return f"for {ast.unparse(statement.target)} in {ast.unparse(statement.iter)}"
    return " ".join(ast.unparse(statement).split())


def _head_end(statement: ast.stmt) -> int:
    if isinstance(statement, ast.If | ast.While):
        return statement.test.end_lineno or statement.lineno
    if isinstance(statement, ast.For):
        return statement.iter.end_lineno or statement.lineno
    return statement.end_lineno or statement.lineno


# -- changes ---------------------------------------------------------------------------------------------------------


def _block(holder: ast.AST, field: str, loops: list[str]) -> Iterator[Change]:
    """The changes of a list of statements; `loops` are the conditions of the loops around it."""
    for index, statement in enumerate(getattr(holder, field)):
        if isinstance(statement, ast.Assert | Function | ast.ClassDef | ast.Import | ast.ImportFrom) or _calls(
            statement,
            "reserve",  # room for a list beforehand: speed, no rule
        ):
            continue
        if _removable(statement) and not _counts(statement, loops):
            yield statement, (holder, field, index), ast.Pass()
        yield from _head_changes(statement, loops)
        inside = [*loops, ast.unparse(statement.test)] if isinstance(statement, ast.While) else loops
        for name in ("body", "orelse", "finalbody"):
            if getattr(statement, name, None):
                yield from _block(statement, name, inside)
        for handler in getattr(statement, "handlers", ()):
            yield from _block(handler, "body", inside)


def _calls(node: ast.AST, name: str) -> bool:
    """Whether this is `something.name(...)`, by itself or as a statement."""
    call = node.value if isinstance(node, ast.Expr) else node
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == name


def _removable(statement: ast.stmt) -> bool:
    """Whether leaving it out leaves a function that can run: not the first mention of a name."""
    if isinstance(statement, ast.Expr):
        # `super()` makes a cell of the function's code, without which the code does not fit into the function.
        return isinstance(statement.value, ast.Call) and "super()" not in ast.unparse(statement)
    if isinstance(statement, ast.Assign):
        return not any(isinstance(target, ast.Name | ast.Tuple) for target in statement.targets)
    if isinstance(statement, ast.Return):
        return statement.value is None
    return isinstance(statement, ast.AugAssign | ast.Continue | ast.Break | ast.Raise | ast.Delete)


def _counts(statement: ast.stmt, loops: list[str]) -> bool:
    """Whether a loop would never end without this statement: no test is needed to see that."""
    return isinstance(statement, ast.AugAssign) and any(ast.unparse(statement.target) in test for test in loops)


def _head_changes(statement: ast.stmt, loops: list[str]) -> Iterator[Change]:
    if isinstance(statement, ast.Raise) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    ):
        return
    if isinstance(statement, ast.If):
        yield statement, (statement, "test", None), ast.Constant(True)
        yield statement, (statement, "test", None), ast.Constant(False)
    if isinstance(statement, ast.AugAssign) and type(statement.op) in COUNT and not _counts(statement, loops):
        yield statement, (statement, "op", None), COUNT[type(statement.op)]()
    for field, value in ast.iter_fields(statement):
        if field in ("annotation", "body", "orelse", "finalbody", "handlers", "type_comment"):
            continue
        values = value if isinstance(value, list) else [value]
        for index, node in enumerate(values):
            if isinstance(node, ast.expr | ast.withitem):
                spot = (statement, field, index if isinstance(value, list) else None)
                for where, new in _expression(spot, node):
                    # `if a == b` turned round is worse than always or never, which are tried already.
                    if not (isinstance(statement, ast.If) and where[0] is statement and _turned(node, new)):
                        yield statement, where, new


def _turned(node: ast.AST, new: ast.AST) -> bool:
    """Whether a comparison as a whole became its opposite."""
    if isinstance(node, ast.UnaryOp):
        return True
    return (
        isinstance(new, ast.Compare)
        and len(new.ops) == 1
        and not isinstance(new.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
    )


def _expression(spot: Spot, node: ast.AST) -> Iterator[tuple[Spot, ast.AST]]:
    """The changes of an expression and of everything in it."""
    for new in _variants(node, isinstance(spot[0], ast.Return | ast.IfExp)):
        yield spot, new
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg == "strict"):
        return  # words; and zip's `strict`, by which programmers check themselves
    for field, value in ast.iter_fields(node):
        values = value if isinstance(value, list) else [value]
        for index, inner in enumerate(values):
            if _calls(node, "emit") and isinstance(inner, ast.Constant) and inner.value == 0:
                continue  # a place of an event that nobody reads
            if isinstance(inner, ast.expr | ast.comprehension | ast.keyword | ast.Slice) and field != "annotation":
                yield from _expression((node, field, index if isinstance(value, list) else None), inner)


def _ranges(node: ast.Call) -> Iterator[ast.AST]:
    """Without the first number, and with one more; where the end is written as a number, that changes by itself."""
    if len(node.args) == 1:
        yield ast.Call(node.func, [ast.Constant(1), *node.args], [])
    end = node.args[min(1, len(node.args) - 1)]
    if not any(isinstance(inner, ast.Constant) for inner in ast.walk(end)):
        more = [ast.BinOp(a, ast.Add(), ast.Constant(1)) if a is end else a for a in node.args]
        yield ast.Call(node.func, more, [])


def _variants(node: ast.AST, answer: bool) -> Iterator[ast.AST]:
    """What may stand in an expression's place; `answer`: it is what a function returns."""
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            yield ast.Compare(node.left, [*node.ops[:i], COMPARE[type(op)](), *node.ops[i + 1 :]], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for i in range(len(node.values)):
            rest = [*node.values[:i], *node.values[i + 1 :]]
            yield copy.copy(rest[0]) if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield copy.copy(node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.BinOp) and type(node.op) in COUNT:
        yield ast.BinOp(node.left, COUNT[type(node.op)](), node.right)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in EXTREME:
        yield ast.Call(ast.Name(EXTREME[node.func.id], ast.Load()), node.args, node.keywords)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        yield from _ranges(node)
    elif answer and isinstance(node, ast.Name | ast.Attribute) and CLAUSE.match(ast.unparse(node)):
        yield ast.Constant(0)
    elif isinstance(node, ast.IfExp) and not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
