"""Options of a game: typed, validated, each with its clause and a text for people.

An option's default may depend on the number of seats and on options before it, so a default is a value or a function of what
has been chosen so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from kotva.engine.errors import BadOption, KotvaError
from kotva.engine.say import N_
from kotva.engine.user_input import whole

OptionValue = int | str


class Options(Mapping[str, OptionValue]):
    """The options of one game, all of them, checked. Read them with `number` and `choice`."""

    def __init__(self, seats: int, values: dict[str, OptionValue], given: dict[str, OptionValue]) -> None:
        self.seats = seats  # how many players
        self._values = values
        self.given = given  # what differs from the defaults: this is what a record holds

    def number(self, name: str) -> int:
        """The value of an option that is a number."""
        value = self._values[name]
        assert isinstance(value, int)
        return value

    def choice(self, name: str) -> str:
        """The value of an option that is a word or a text."""
        value = self._values[name]
        assert isinstance(value, str)
        return value

    def is_on(self, name: str) -> bool:
        """Whether an option that is on or off is on."""
        return self.choice(name) == "on"

    def which(self, name: str, *words: str) -> int:
        """The number under which the rules know a choice: its place among these words."""
        return words.index(self.choice(name))

    def seat(self, name: str) -> int:
        """The seat that a choice names by its number, from 0; -1 where a word stands instead of one: a lot decides."""
        said = self.choice(name)
        return int(said) - 1 if said.isdecimal() else -1

    def __getitem__(self, name: str) -> OptionValue:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Options({', '.join(f'{k}={v!r}' for k, v in self._values.items())})"


OptionDefault = OptionValue | Callable[[Options], OptionValue]


class Option:
    """One option. `check` turns what somebody gave into a value or raises BadOption; `values` are shown in menus."""

    def __init__(self, name: str, default: OptionDefault, clause: str, label: str) -> None:
        self.name = name  # in records and forms
        self.default = default  # a value, or a function of what was chosen before
        self.clause = clause  # which rule describes it
        self.label = label  # for people, marked with N_
        self.earlier: dict[str, OptionDefault] = {}  # what was the default, by version of the rules
        self.names_seats = False  # whether its numbers are seats, which people know by colour and letter

    def since(self, earlier: Mapping[str, OptionDefault]) -> Option:
        """The same option, which had other defaults under earlier versions: a record holds only what differs from them."""
        self.earlier = dict(earlier)
        return self

    def of_seats(self) -> Option:
        """The same option, whose numbers are seats (from 1): forms show them as such."""
        self.names_seats = True
        return self

    def default_for(self, chosen: Options, version: str = "") -> OptionValue:
        """What is chosen where nothing is given, today or under an earlier version of the rules."""
        default = self.earlier.get(version, self.default)
        return default(chosen) if callable(default) else default

    def allowed(self, chosen: Options) -> str | KotvaError:
        """What is allowed, for messages and menus: a text to be translated, one that says itself, or notation."""
        raise NotImplementedError

    def menu(self, chosen: Options) -> Sequence[OptionValue] | None:
        """All values, if they are few enough to choose from."""
        return None

    def check(self, given: object, chosen: Options) -> OptionValue:
        """What was given, as a value of this option; BadOption says what is wrong and what is allowed."""
        raise NotImplementedError

    def refuse(self, given: object, chosen: Options) -> BadOption:
        """The error for a value that it cannot have."""
        return BadOption(
            "Option {name} cannot be {given!r}; allowed: {allowed} ({clause}).",
            name=self.name,
            given=given,
            allowed=self.allowed(chosen),
            clause=self.clause,
        )


class ChoiceOption(Option):
    """One of a few words. `labels` has a text for people for each."""

    def __init__(
        self,
        name: str,
        values: Sequence[str] | Callable[[Options], Sequence[str]],
        default: OptionDefault,
        clause: str,
        label: str,
        labels: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(name, default, clause, label)
        self._values = values
        self.labels = dict(labels or {})  # a text for people for each value

    def menu(self, chosen: Options) -> Sequence[OptionValue]:
        return self._values(chosen) if callable(self._values) else self._values

    def allowed(self, chosen: Options) -> str:
        return ", ".join(str(v) for v in self.menu(chosen))

    def check(self, given: object, chosen: Options) -> OptionValue:
        text = {True: "on", False: "off"}.get(given, given) if isinstance(given, bool) else given
        if str(text) not in self.menu(chosen):
            raise self.refuse(given, chosen)
        return str(text)


class NumberOption(Option):
    """A whole number from low to high, in steps; bounds may depend on the seats."""

    def __init__(
        self,
        name: str,
        low: int,
        high: int | Callable[[Options], int],
        default: OptionDefault,
        clause: str,
        label: str,
        step: int | Callable[[Options], int] = 1,
    ) -> None:
        super().__init__(name, default, clause, label)
        self.low = low  # the smallest value
        self._high = high
        self._step = step

    def high(self, chosen: Options) -> int:
        """The largest value, after what was chosen before."""
        return self._high(chosen) if callable(self._high) else self._high

    def step(self, chosen: Options) -> int:
        """Every so many, from 0."""
        return self._step(chosen) if callable(self._step) else self._step

    def menu(self, chosen: Options) -> Sequence[OptionValue] | None:
        values = range(self.low, self.high(chosen) + 1, self.step(chosen))
        return list(values) if len(values) <= 12 else None

    def allowed(self, chosen: Options) -> KotvaError:
        low, high, step = self.low, self.high(chosen), self.step(chosen)
        if step == 1:
            return KotvaError(N_("{low} to {high}"), low=low, high=high)
        return KotvaError(N_("{low} to {high}, a multiple of {step}"), low=low, high=high, step=step)

    def check(self, given: object, chosen: Options) -> OptionValue:
        value = whole(given, self.low, self.high(chosen))
        if value is None or value % self.step(chosen):
            raise self.refuse(given, chosen)
        return value


class TextOption(Option):
    """A free text with a form of its own; `read` gives the canonical text or raises a KotvaError that says why not."""

    def __init__(
        self,
        name: str,
        read: Callable[[str, Options], str],
        default: OptionDefault,
        clause: str,
        label: str,
        form: str,
    ) -> None:
        super().__init__(name, default, clause, label)
        self._read = read
        self._form = form
        self.known: dict[str, str] = {}  # texts that have a name: what each is, for people

    def with_known(self, known: Mapping[str, str]) -> TextOption:
        """The same option with texts that forms offer by picture; what each is, is marked with N_."""
        self.known = dict(known)
        return self

    def allowed(self, chosen: Options) -> str:
        return self._form

    def check(self, given: object, chosen: Options) -> OptionValue:
        return self._read(str(given), chosen)


class OrderOption(TextOption):
    """Letters in some order, each once: the first belongs to the first seat, and round again where there are fewer seats."""

    def __init__(self, name: str, letters: Mapping[str, str], clause: str, label: str, form: str) -> None:
        super().__init__(name, self._order, "".join(letters), clause, label, form)
        self.letters = dict(letters)  # what each letter stands for, marked with N_

    def _order(self, given: str, chosen: Options) -> str:
        if sorted(given) != sorted(self.letters):
            raise self.refuse(given, chosen)
        return given


def choose(
    declared: Sequence[Option], seats: int, given: Mapping[str, object], clause: str = "", version: str = ""
) -> Options:
    """All options of a game from what somebody gave: unknown names and bad values are refused, the rest is default.

    `clause` says which options there are, `version` under which rules they were given.
    """
    known = {option.name for option in declared}
    for name in given:
        if name not in known:
            raise BadOption(
                "There is no option {name!r}; options are: {known}.",
                name=name,
                known=(", ".join(o.name for o in declared) or "none") + (f" ({clause})" if clause else ""),
            )
    values: dict[str, OptionValue] = {}
    differing: dict[str, OptionValue] = {}
    chosen = Options(seats, values, differing)
    for option in declared:
        if option.name in given:
            value = option.check(given[option.name], chosen)
        else:
            value = option.default_for(chosen, version)
        default = option.default_for(chosen)
        values[option.name] = value
        if value != default:
            differing[option.name] = value
    return chosen
