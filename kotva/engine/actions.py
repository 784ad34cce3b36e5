"""An action is one integer with one text. Families lay the numbers out; the text is the notation of the rulebook.

    ACTIONS = ActionSpace(
        Family("keep", KEEP),
        Family("play {} {}", PLAY, TOKENS, FIELDS),      # PLAY + token * len(FIELDS) + field
    )

`parse(text(a)) == a`, always. A family's number range starts at its base and is as large as its arguments' sizes multiplied.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol, runtime_checkable

from kotva.engine.errors import Unreadable
from kotva.engine.layout import Layout

LONGEST: Final = 400  # characters of an action's text; the longest of our games, an offer of all cards, has some 210
_FAMILIES: Final = 65_536  # actions whose family is remembered
_KNOWN: Final = 4096  # texts that a family remembers, and that are read: a table asks for the same ones again and again


class ArgumentPart(NamedTuple):
    """A part of an argument that agents choose in a step of its own: `number // divisor % size`.

    `turn(seats, seat)` says how a seat that counts from itself numbers it: a rearrangement of all numbers below `size`.
    """

    divisor: int  # what a number is divided by first
    size: int  # how many values the part has
    turn: Callable[[int, int], Sequence[int]] | None = None  # how a seat numbers it; None: like everybody


def seat_first(size: int) -> Callable[[int, int], Sequence[int]]:
    """The turn of a part that is a seat: one's own is 0, the next one 1; numbers that are no seat stay."""
    return lambda seats, seat: [(i - seat) % seats if i < seats else i for i in range(size)]


class Domain(Protocol):
    """The values an argument may have: numbered from 0, each with one text.

    A domain whose numbering has gaps also has `is_number(index) -> bool`: numbers in a gap have no text that reads back.
    A large one, or one that seats count from themselves, may have `parts`, a tuple of `Part`: all of them together give the
    number. Without them a large number is split into digits.
    """

    size: int  # how many values there are
    pattern: str  # a regular expression without groups that every text of the domain matches, in linear time

    def text(self, index: int) -> str:
        """The text of a number."""

    def parse(self, text: str) -> int:
        """The number of a text that matches the pattern; ValueError if it is none of the domain after all."""


@runtime_checkable
class Teaching(Domain, Protocol):
    """A domain that can say, in an error message, what may stand there and which clause says so (none if empty)."""

    clause: str  # which rule says what may stand there

    def examples(self) -> str:
        """What may stand there, in a few words."""


class Names:
    """A domain of fixed names: fields, pieces, kinds."""

    def __init__(self, names: Iterable[str], clause: str = "") -> None:
        self.names = tuple(names)  # in the order of their numbers
        self.clause = clause  # which rule says what may stand there
        self.size = len(self.names)  # how many names
        self._index = {name: i for i, name in enumerate(self.names)}
        self.pattern = "|".join(re.escape(n) for n in sorted(self.names, key=len, reverse=True))

    def text(self, index: int) -> str:
        return self.names[index]

    def parse(self, text: str) -> int:
        return self._index[text] if text in self._index else _refuse(text)

    def examples(self) -> str:
        return _some(self.names)


class SeatNames(Names):
    """A domain of seats by name, in their order; its one part (`parts`) counts from the seat that chooses."""

    def __init__(self, names: Iterable[str], clause: str = "") -> None:
        super().__init__(names, clause)
        self.parts = (ArgumentPart(1, self.size, seat_first(self.size)),)


class Numbers:
    """A domain of whole numbers from low to high."""

    def __init__(self, low: int, high: int, clause: str = "") -> None:
        self.low = low  # the first number
        self.pattern = f"[0-9]{{1,{len(str(high))}}}"  # a regular expression of them
        self.clause = clause  # which rule says what may stand there
        self.size = high - low + 1  # how many numbers

    def text(self, index: int) -> str:
        return str(self.low + index)

    def parse(self, text: str) -> int:
        index = int(text) - self.low
        return index if 0 <= index < self.size and str(int(text)) == text else _refuse(text)

    def examples(self) -> str:
        return f"{self.low}..{self.low + self.size - 1}"


class Selection:
    """One to `most` names, each at most `copies` times, in any order: `R21,F11`. Written in the order of the names.

    The number is the sorted choice read as digits (name i is digit i + 1), so equal choices are one action.
    """

    def __init__(self, names: Sequence[str], most: int, copies: int, separator: str = ",", clause: str = "") -> None:
        self.names = tuple(names)  # what can be chosen
        self.clause = clause  # which rule says what may stand there
        self.most = most  # names in one choice
        self.copies = copies  # how often one name may be in it
        self.separator = separator  # between two names
        self._base = len(self.names) + 1
        self.parts = tuple(ArgumentPart(self._base**i, self._base) for i in range(most))  # one name each, then 0
        self._index = {name: i for i, name in enumerate(self.names)}
        self.size = self._base**most  # how many numbers, those without a meaning included
        one = "|".join(re.escape(n) for n in sorted(self.names, key=len, reverse=True))
        self.pattern = f"(?:{one})(?:{re.escape(separator)}(?:{one}))*"  # a regular expression of the choices

    def pack(self, chosen: Iterable[int]) -> int:
        """The number of a choice of name indexes."""
        number = 0
        for i in sorted(chosen, reverse=True):
            number = number * self._base + i + 1
        return number

    def unpack(self, index: int) -> list[int]:
        """The sorted name indexes of a choice."""
        out = []
        while index:
            index, digit = divmod(index, self._base)
            out.append(digit - 1)
        return out

    def text(self, index: int) -> str:
        return self.separator.join(self.names[i] for i in self.unpack(index))

    def parse(self, text: str) -> int:
        chosen = [self._index[name] for name in text.split(self.separator)]
        if len(chosen) > self.most or any(chosen.count(i) > self.copies for i in chosen):
            return _refuse(text)
        return self.pack(chosen)

    def is_number(self, index: int) -> bool:
        """Whether a number stands for a choice (not every number of the range does)."""
        chosen = self.unpack(index)
        return (
            bool(chosen)
            and all(0 <= i for i in chosen)
            and chosen == sorted(chosen)
            and all(chosen.count(i) <= self.copies for i in chosen)
        )

    def examples(self) -> str:
        return _some(self.names)


class Family:
    """Actions of one kind: a template with `{}` for each argument, the number of the first action, the arguments.

    `listed=False`: legal though perhaps not in the legal list (large offers, table actions); `reveals=True`: shows somebody
    what was hidden, so it cannot be undone; `secret=True`: only the actor may read it in a log; `aside=True`: never the thing
    to do next (a proposal to end), so its button is a quiet one.
    """

    def __init__(
        self,
        template: str,
        base: int,
        *domains: Domain,
        listed: bool = True,
        reveals: bool = False,
        secret: bool = False,
        aside: bool = False,
    ) -> None:
        self.template = template  # `play {} {}`
        self.base = base  # the number of its first action
        self.domains = domains  # one for each place of the template
        self.listed = listed  # whether a legal one stands in the legal list
        self.reveals = reveals  # it shows somebody what was hidden: no undo
        self.secret = secret  # only the actor may read it in a log
        self.aside = aside  # never the thing to do next: a quiet button
        self.size = 1  # how many numbers it takes
        for domain in domains:
            self.size *= domain.size
        parts = template.split("{}")
        if len(parts) != len(domains) + 1:
            raise ValueError(f"{template!r} has {len(parts) - 1} places for {len(domains)} arguments")
        body = re.escape(parts[0])
        for domain, part in zip(domains, parts[1:], strict=True):
            body += f"({domain.pattern}){re.escape(part)}"
        self._regex = re.compile(body)
        self._parts = parts
        first = template.split(" ", 1)[0]
        self.word = "" if "{}" in first else first  # the first word of every text; empty if an argument stands in it
        self._texts: dict[int, str] = {}

    def arguments(self, action: int) -> tuple[int, ...]:
        """The argument numbers of an action of this family."""
        rest = action - self.base
        out = []
        for domain in reversed(self.domains):
            rest, index = divmod(rest, domain.size)
            out.append(index)
        return tuple(reversed(out))

    def number(self, *arguments: int) -> int:
        """The action with these argument numbers."""
        rest = 0
        for domain, index in zip(self.domains, arguments, strict=True):
            rest = rest * domain.size + index
        return self.base + rest

    def stands_for(self, action: int) -> bool:
        """Whether a number of this family's range means an action: packed domains leave numbers out (`is_number`)."""
        for domain, index in zip(self.domains, self.arguments(action), strict=True):
            is_number = getattr(domain, "is_number", None)
            if is_number is not None and not is_number(index):
                return False
        return True

    def text(self, action: int) -> str:
        known = self._texts.get(action)
        if known is not None:
            return known
        first, *parts = self._parts
        text = first
        for domain, index, part in zip(self.domains, self.arguments(action), parts, strict=True):
            text += domain.text(index) + part
        if len(self._texts) < _KNOWN:
            self._texts[action] = text
        return text

    def parse(self, text: str) -> int | None:
        """The action, or None if the text is not of this family."""
        match = self._regex.fullmatch(text)
        if match is None:
            return None
        try:
            return self.number(*(domain.parse(part) for domain, part in zip(self.domains, match.groups(), strict=True)))
        except ValueError:
            return None

    def misfit(self, text: str) -> tuple[str, Domain] | None:
        """In a text of this shape: the first part that does not fit, and what ought to stand there."""
        for part, domain in zip(self._places(text), self.domains, strict=False):
            try:
                if re.fullmatch(domain.pattern, part):
                    domain.parse(part)
                    continue
            except ValueError:
                pass
            return part, domain
        return None

    def _places(self, text: str) -> list[str]:
        """What stands in the places of the template, each as short as can be; nothing if the text has another shape.

        Found from left to right without a second try, so that the time does not grow faster than the text.
        """
        first, *parts = self._parts
        if not text.startswith(first) or not parts:
            return []
        found = []
        start = len(first)
        for number, part in enumerate(parts, 1):
            last = number == len(parts)
            end = len(text) - len(part) if last else text.find(part, start + 1)
            if end <= start or not text.startswith(part, end):
                return []
            found.append(text[start:end])
            start = end + len(part)
        return [] if any(" " in place for place in found) else found

    @property
    def form(self) -> str:
        """The shape of this family's notation: `go … to …`."""
        return self.template.replace("{}", "…")

    @property
    def name(self) -> str:
        """The first word of the template, or the template."""
        return self.template.split("{}")[0].strip() or self.template


class ActionSpace:
    """All actions of a game, those of chance and of the table included."""

    def __init__(self, *families: Family, layout: Layout | None = None) -> None:
        self.families = tuple(sorted(families, key=lambda f: f.base))  # by their numbers
        if layout is not None and layout.spans() != [(f.base, f.base + f.size) for f in self.families]:
            raise ValueError(f"the families do not lie where the layout says: {layout.spans()}")
        for low, high in zip(self.families, self.families[1:], strict=False):
            if low.base + low.size > high.base:
                raise ValueError(f"{low.template!r} reaches into {high.template!r}")
        self._known: dict[int, Family] = {}
        self._read: dict[str, int] = {}
        self._bases = [family.base for family in self.families]
        # Reading looks only at families that may begin like the text: those of its first word, and those that begin with
        # an argument.
        self._open = tuple(family for family in self.families if not family.word)
        self._by_word = {
            word: tuple(family for family in self.families if family.word in ("", word))
            for word in {family.word for family in self.families} - {""}
        }

    def family(self, action: int) -> Family:
        """The family an action belongs to."""
        known = self._known.get(action)
        if known is not None:
            return known
        place = bisect_right(self._bases, action) - 1
        if place >= 0:
            family = self.families[place]
            if action < family.base + family.size:
                if len(self._known) < _FAMILIES:
                    self._known[action] = family
                return family
        raise ValueError(f"{action} is no action")

    def text(self, action: int) -> str:
        """The notation of an action."""
        return self.family(action).text(action)

    def parse(self, text: str) -> int:
        """The action of a notation; Unreadable, with what is wrong and what would do, if it is none."""
        known = self._read.get(text)
        if known is not None:
            return known
        if len(text) > LONGEST:
            raise Unreadable(
                "{text!r} … is no action: it has {n} characters, and none has more than {most}.",
                text=text[:40],
                n=len(text),
                most=LONGEST,
            )
        clean = " ".join(text.split())
        for family in self._by_word.get(clean.split(" ", 1)[0], self._open):
            action = family.parse(clean)
            if action is not None:
                if len(self._read) < _KNOWN:
                    self._read[text] = action
                return action
        raise self._unreadable(text, clean)

    def _unreadable(self, text: str, clean: str) -> Unreadable:
        """What is wrong: a part of it, or the shape of this kind of action, or there is no such kind."""
        first = clean.split(" ")[0]
        alike = [family for family in self.families if family.name == first]
        for family in alike:
            part, domain = family.misfit(clean) or ("", None)
            if not isinstance(domain, Teaching):
                continue
            known = {"text": text, "form": family.form, "part": part, "some": domain.examples()}
            if not domain.clause:
                return Unreadable(
                    "{text!r} is no action here: {part!r} does not fit {form!r}. Fitting: {some}.", **known
                )
            return Unreadable(
                "{text!r} is no action here: {part!r} does not fit {form!r} ({clause}). Fitting: {some}.",
                clause=domain.clause,
                **known,
            )
        return Unreadable(
            "{text!r} is no action here. Actions look like: {forms}.", text=text, forms=forms(alike or self.families)
        )

    def __iter__(self) -> Iterator[Family]:
        return iter(self.families)


def forms(families: Iterable[Family]) -> str:
    """The shapes of some families, each once."""
    return ", ".join(dict.fromkeys(family.form for family in families))


def _some(names: Sequence[str]) -> str:
    """The shapes of some families, each once."""
    return ", ".join(names[:12]) + (", …" if len(names) > 12 else "")


def _refuse(text: str) -> int:
    raise ValueError(text)
