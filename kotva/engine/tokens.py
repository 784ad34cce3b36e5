"""How a game's actions are laid out as tokens (see `dense`): from the families it declares, so that no game needs code for it.

Small families have a token for each action. Large ones are split into the parts of their arguments, `Part`: a choice of cards is
one step for each kind, a square its column and its row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from kotva.engine.actions import ActionSpace, ArgumentPart, Domain, Family
from kotva.engine.dense import Dense

MOST_TOKENS = 5_000
_LARGEST = 1_024  # a family up to this size has a token for each action, if all tokens together stay within bounds
_DIGIT = 128  # the largest digit of a domain that does not say what its parts are


@dataclass(frozen=True, slots=True)
class Steps:
    """The tokens of one game with one number of seats."""

    actions: ActionSpace
    seats: int
    dense: Dense
    names: tuple[str, ...]  # of each token, as seat 1 has it: `play R21 c3`, or a part: `swap {} ·1 R21`

    @property
    def size(self) -> int:
        return int(self.dense.size)

    @property
    def depth(self) -> int:
        return int(self.dense.depth)


def lay_out(actions: ActionSpace, seats: int) -> Steps:
    """The tokens of a game; as many families as possible are flat."""
    limit = _LARGEST
    while limit:
        steps = _lay_out(actions, seats, limit)
        if steps.size <= MOST_TOKENS:
            return steps
        limit //= 2
    raise ValueError(f"the families of these actions need {steps.size} tokens, more than {MOST_TOKENS}")


def parts(domain: Domain) -> tuple[ArgumentPart, ...]:
    """The parts that a domain declares; otherwise the number itself, as digits where it is large."""
    declared: tuple[ArgumentPart, ...] | None = getattr(domain, "parts", None)
    if declared is not None:
        return declared
    if domain.size <= _LARGEST:
        return (ArgumentPart(1, domain.size),)
    count = 2
    while _DIGIT**count < domain.size:
        count += 1
    radix = next(r for r in range(2, _DIGIT + 1) if r**count >= domain.size)
    return tuple(ArgumentPart(radix**i, radix) for i in reversed(range(count)))


class _Tables:
    """The tables of `Dense` while they grow."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.size = 0
        self.names: list[str] = []
        self.steps: list[tuple[int, int, int, int]] = []
        self.flat: list[int] = []
        self.turns: list[int] = []
        self.back: list[int] = []
        self.labels: dict[str, int] = {}
        self.shared: dict[tuple[Domain, int], int] = {}  # where the tokens of a domain's part begin

    def tokens(self, names: Iterator[str], family: int = -1) -> int:
        """New tokens, whole paths of a family or not; the first of them."""
        start = self.size
        self.names += names
        self.size = len(self.names)
        self.flat += [family] * (self.size - start)
        return start

    def label(self, text: str) -> str:
        """A name for tokens of parts; a second one of the same text gets a number, so that no two tokens are called the same."""
        self.labels[text] = number = self.labels.get(text, 0) + 1
        return text if number == 1 else f"{text} ({number})"

    def step(self, part: ArgumentPart, scale: int, offset: int) -> None:
        self.steps.append((part.divisor * scale, part.size, offset, self.turn(part)))

    def turn(self, part: ArgumentPart) -> int:
        """Where the tables of a part that each seat counts from itself begin."""
        if part.turn is None:
            return -1
        start = len(self.turns)
        for seat in range(self.seats):
            table = list(part.turn(self.seats, seat))
            if sorted(table) != list(range(part.size)):
                raise ValueError(f"turning for seat {seat} is no rearrangement of {part.size} numbers")
            self.turns += table
            self.back += [table.index(digit) for digit in range(part.size)]
        return start


def _lay_out(actions: ActionSpace, seats: int, limit: int) -> Steps:
    tables = _Tables(seats)
    first = [0]
    for number, family in enumerate(actions):
        _add(tables, number, family, limit)
        first.append(len(tables.steps))
    depth = max(b - a for a, b in pairwise(first))
    bases = [family.base for family in actions]
    dense = Dense(tables.size, depth, bases, first, tables.steps, tables.turns, tables.back, tables.flat)
    return Steps(actions, seats, dense, tuple(tables.names))


def _add(tables: _Tables, number: int, family: Family, limit: int) -> None:
    places = list(_places(family))
    turned = [part for _, _, part, _ in places if part.turn is not None]
    if family.size <= limit and (not turned or len(places) == 1):
        whole = ArgumentPart(1, family.size, turned[0].turn if turned else None)
        names = (_name(family, action) for action in range(family.base, family.base + family.size))
        tables.step(whole, 1, tables.tokens(names, number))
        return
    form = tables.label(family.form)
    for i, (domain, index, part, scale) in enumerate(places):
        if i == 0 and part.size > _DIGIT:  # then the kind of action is a step of its own
            tables.steps.append((family.size, 1, tables.tokens(iter([form])), -1))
        if i == 0 and part.size <= _DIGIT:
            tables.step(part, scale, tables.tokens(f"{form} ·{index + 1}={d}" for d in range(part.size)))
            continue
        if (domain, index) not in tables.shared:
            what = tables.label(f"{type(domain).__name__.lower()} ·{index + 1}")
            tables.shared[domain, index] = tables.tokens(f"{what}={d}" for d in range(part.size))
        tables.step(part, scale, tables.shared[domain, index])


def _places(family: Family) -> Iterator[tuple[Domain, int, ArgumentPart, int]]:
    """The parts of all arguments, with what one of the argument counts in the family's number."""
    scale = family.size
    for domain in family.domains:
        scale //= domain.size
        for index, part in enumerate(parts(domain)):
            yield domain, index, part, scale


def _name(family: Family, action: int) -> str:
    try:
        return family.text(action)
    except (ValueError, IndexError, KeyError):  # a number in a gap of a domain
        return f"{family.form} ·{action - family.base}"
