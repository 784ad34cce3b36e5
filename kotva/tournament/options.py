"""The options of section 10 with their presets (TOU-19.1), each with its clause and the moment it is locked (TOU-1.5).

An option's value is a text in the log and in the notation, in one canonical form; here it is also read into a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Final, TypeVar, cast, get_args

from kotva.engine.say import LANGUAGES
from kotva.tournament import choices
from kotva.tournament.choices import OPTION_OF
from kotva.tournament.draw import problem as draw
from kotva.tournament.option_kinds import (
    LABEL,
    OptionKind,
    number,
    read_date,
    read_pairs,
    read_points,
    read_sizes,
    read_text,
    read_time,
    read_zone,
    table,
    whole,
    word,
    words,
    write_pairs,
)
from kotva.tournament.presets import PRESETS
from kotva.tournament.refusal import Refused

Pairs = tuple[tuple[str, str], ...]
Choice = TypeVar("Choice", bound=StrEnum)

MODES: Final[tuple[draw.Mode, ...]] = get_args(draw.Mode)  # TOU-19.7
STAGES: Final[tuple[draw.Mode, ...]] = ("final", "knockout")  # TOU-19.10, TOU-19.11: after the R ordinary ones
_DELAYED: Final = choices.Spectators.DELAYED
_MINUTES_LATER: Final = rf"{_DELAYED}:[1-9]\d{{0,3}}"


_MINUTES: Final = whole(0, 1440)
_TABLE_SIZE: Final = whole(2, 8)
_GP: Final = whole(-100000, 100000, none=True)
_PAIRS: Final = OptionKind("none, P1-P2,P3-P4", read_pairs, write_pairs)
_POINTS: Final = OptionKind("4-3-2-1", read_points, lambda v: "-".join(map(str, v)) if isinstance(v, tuple) else "")
_CLOCK: Final = OptionKind(
    "12:30, now",
    lambda text: None if text == "now" else read_time(text),
    lambda v: "now" if v is None else f"{int(str(v)) // 60:02}:{int(str(v)) % 60:02}",
    choices=("now",),
)
_SIZES: Final = OptionKind("16,4", read_sizes, lambda v: ",".join(map(str, v)) if isinstance(v, tuple) else "")


@dataclass(frozen=True, slots=True)
class TournamentOption:
    """One option; `locked`: not changed any more once the draw of round 1 is published (TOU-1.5)."""

    kind: OptionKind
    default: str
    clause: str
    locked: bool = False


def _declared() -> dict[str, TournamentOption]:
    lock = True
    out = {
        "rounds": TournamentOption(whole(0, 99), "3", "TOU-1.2"),
        "players.min": TournamentOption(whole(1, 400), "3", "TOU-2.13"),
        "players.max": TournamentOption(whole(1, 400), "400", "TOU-2.3"),
        "rollcall": TournamentOption(word(*choices.Rollcall), "first", "TOU-2.5"),
        "late.last": TournamentOption(
            OptionKind("auto, 0…99", lambda t: t if t == "auto" else whole(0, 99).read(t)), "auto", "TOU-2.10"
        ),
        "fill": TournamentOption(word(*get_args(draw.Fill)), "none", "TOU-2.14", lock),
        "table.size": TournamentOption(_TABLE_SIZE, "4", "TOU-3.2", lock),
        "table.min": TournamentOption(_TABLE_SIZE, "3", "TOU-3.2", lock),
        "table.rule": TournamentOption(word(*get_args(draw.TableRule)), "even", "TOU-19.3", lock),
        "table.labels": TournamentOption(table(r"[1-9]\d{0,2}", LABEL, "3:blue room 3"), "none", "TOU-8.1"),
        "bye.points": TournamentOption(number(), "3", "TOU-3.6", lock),
        "bye.game_points": TournamentOption(number("mean"), "mean", "TOU-3.6", lock),
        "short.rule": TournamentOption(word(*get_args(draw.ShortRule)), "hard", "TOU-4.2", lock),
        "short.tie": TournamentOption(word(*get_args(draw.ShortTie)), "optimise", "TOU-4.3", lock),
        "short.key": TournamentOption(word(*get_args(draw.ShortKey)), "points", "TOU-4.4", lock),
        "salt": TournamentOption(OptionKind("none, 3 5 1 6", read_text), "none", "TOU-5.1"),
        "lot.mode": TournamentOption(word(*choices.LotMode), "seeded", "TOU-5.6", lock),
        "avoid.hard": TournamentOption(_PAIRS, "none", "TOU-6.5"),
        "avoid.soft": TournamentOption(_PAIRS, "none", "TOU-6.5"),
        "avoid.club": TournamentOption(word("true", "false"), "false", "TOU-6.5"),
        "fixed_table": TournamentOption(table(r"P[1-9]\d{0,5}", r"[1-9]\d{0,2}", "P3:1"), "none", "TOU-8.2"),
        "seat.mode": TournamentOption(word(*get_args(draw.SeatMode)), "lot", "TOU-8.3", lock),
        "board.mode": TournamentOption(word(*choices.BoardMode), "same", "TOU-8.6"),
        "board.text": TournamentOption(
            OptionKind("none, a board in the game's notation", read_text), "none", "TOU-8.6"
        ),
        "start.mode": TournamentOption(word(*choices.StartMode), "dice", "TOU-8.7"),
        "time.round": TournamentOption(whole(1, 600, none=True), "75", "TOU-9.2"),
        "time.overtime": TournamentOption(whole(1, 10), "2", "TOU-9.3"),
        "time.count": TournamentOption(word(*choices.TimeCount), "complete_round", "TOU-9.4"),
        "time.turn": TournamentOption(whole(1, 3600, none=True), "none", "TOU-9.6"),
        "time.idle": TournamentOption(whole(1, 600, none=True), "5", "TOU-9.9"),
        "confirm": TournamentOption(word(*choices.Confirm), "all", "TOU-10.4"),
        "confirm.minutes": TournamentOption(_MINUTES, "10", "TOU-10.4"),
        "gp.cap": TournamentOption(_GP, "10", "TOU-12.1", lock),
        "gp.win": TournamentOption(_GP, "10", "TOU-10.6", lock),
        "gp.min": TournamentOption(_GP, "2", "TOU-10.6", lock),
        "gp.max": TournamentOption(_GP, "22", "TOU-10.6", lock),
        "tie.rule": TournamentOption(word(*choices.TieRule), "dense", "TOU-19.5", lock),
        "nowin.points": TournamentOption(number("none"), "none", "TOU-19.5", lock),
        "stopped.first": TournamentOption(word(*choices.StoppedFirst), "count", "TOU-11.5", lock),
        "success.mode": TournamentOption(word(*choices.SuccessMode), "share", "TOU-12.6", lock),
        "criteria": TournamentOption(
            words(*choices.Criterion, last=choices.Criterion.LOT),
            "firsts,pp,gp,success,seconds,thirds,lot",
            "TOU-13.1",
            lock,
        ),
        "standings.public": TournamentOption(word(*choices.StandingsPublic), "always", "TOU-13.6"),
        "grace": TournamentOption(_MINUTES, "10", "TOU-14.1"),
        "start": TournamentOption(_CLOCK, "12:30", "TOU-15.1"),
        "break": TournamentOption(_MINUTES, "15", "TOU-15.1"),
        "breaks": TournamentOption(table(r"[1-9]\d?", r"\d{1,4}", "2:60"), "none", "TOU-15.1"),
        "ceremony.gap": TournamentOption(_MINUTES, "20", "TOU-15.2"),
        "ceremony.minutes": TournamentOption(_MINUTES, "10", "TOU-15.2"),
        "publish.lead": TournamentOption(_MINUTES, "5", "TOU-15.3"),
        "break.min": TournamentOption(_MINUTES, "5", "TOU-15.5"),
        "shift.step": TournamentOption(whole(1, 60), "5", "TOU-15.5"),
        "protest.minutes": TournamentOption(_MINUTES, "10", "TOU-16.6"),
        "spectators": TournamentOption(
            word(
                *(name for name in choices.Spectators if name != _DELAYED),
                f"{_DELAYED}:<minutes>",
                pattern=_MINUTES_LATER,
            ),
            "after_round",
            "TOU-17.1",
        ),
        "draw": TournamentOption(words(*MODES), "random", "TOU-19.7", lock),
        "swiss.priority": TournamentOption(word(*get_args(draw.SwissPriority)), "avoid", "TOU-19.8", lock),
        "final.size": TournamentOption(_TABLE_SIZE, "4", "TOU-19.10", lock),
        "final.others": TournamentOption(word(*get_args(draw.FinalOthers)), "stop", "TOU-19.10", lock),
        "cut": TournamentOption(_SIZES, "16,4", "TOU-19.11", lock),
        "rr.boards": TournamentOption(whole(1, 99), "1", "TOU-19.12", lock),
        "rr.legs": TournamentOption(whole(1, 99), "2", "TOU-19.12", lock),
        "team.boards": TournamentOption(whole(0, 6), "0", "TOU-19.18", lock),
        "team.count": TournamentOption(whole(0, 20), "0", "TOU-19.19", lock),
        "avoid.team": TournamentOption(word("true", "false"), "false", "TOU-19.19"),
        "seeding": TournamentOption(word(*choices.Seeding), "lot", "TOU-19.14", lock),
        "groups": TournamentOption(whole(1, 32), "1", "TOU-19.15", lock),
        "knockout.byes": TournamentOption(word("true", "false"), "false", "TOU-19.17", lock),
        "knockout.third": TournamentOption(word("true", "false"), "false", "TOU-19.17", lock),
        "rr.missing": TournamentOption(word(*get_args(draw.Missing)), "replan", "TOU-19.16", lock),
        "online": TournamentOption(word("true", "false"), "false", "TOU-1.8"),
        "auto": TournamentOption(word("true", "false"), "false", "TOU-15.7"),
        "csv.delimiter": TournamentOption(word(*choices.Delimiter), ",", "TOU-20.8"),
        # The rest of the tournament's record (section 2), kept here so that one action changes all of it.
        "place": TournamentOption(OptionKind("a text", read_text), "", "TOU-1.6"),
        "date": TournamentOption(OptionKind("2027-03-01", read_date, field="date"), "", "TOU-15.6"),
        "zone": TournamentOption(OptionKind("Europe/Prague", read_zone), "UTC", "TOU-15.6"),
        "languages": TournamentOption(words(*LANGUAGES), "en", "TOU-20.1"),
        "game": TournamentOption(OptionKind("the id of a game", read_text), "settlers", "TOU-19.2", lock),
        "game.options": TournamentOption(OptionKind("name=value,name=value", read_text), "", "TOU-19.2", lock),
    }
    lists = {3: "4-3-2", 4: "4-3-2-1"}
    for size in range(2, 9):
        out[f"points.{size}"] = TournamentOption(
            _POINTS, lists.get(size, ""), "TOU-11.1" if size in lists else "TOU-19.4", lock
        )
    return out


OPTIONS: Final = _declared()

# TOU-19.2: another game has no cap, least or most unless they are set.
_OTHER_GAME: Final = {"gp.cap": "none", "gp.win": "none", "gp.min": "none", "gp.max": "none"}


def canonical_option(name: str, text: str) -> str:
    """The canonical text of a value; `RANGE` says what is allowed."""
    option = OPTIONS.get(name)
    if option is None:
        raise Refused("There is no option {name!r}.", "RANGE", "TOU-1.4", name=name)
    try:
        return option.kind.write(option.kind.read(text))
    except ValueError:
        raise Refused(
            "Option {name} cannot be {given!r}; allowed: {allowed}.",
            "RANGE",
            option.clause,
            name=name,
            given=text[:60],
            allowed=option.kind.allowed,
        ) from None


class TournamentOptions:
    """All options of a tournament: those of its preset, and over them what was set."""

    def __init__(self, preset: str = "settlers-cz", given: Mapping[str, str] | None = None) -> None:
        given = given or {}
        if preset not in PRESETS:
            raise Refused(
                "There is no preset {name!r}; presets are: {known}.",
                "RANGE",
                "TOU-19.1",
                name=preset,
                known=", ".join(PRESETS),
            )
        self.preset = preset
        self.given = {name: canonical_option(name, text) for name, text in given.items()}
        self._hash = hash((preset, tuple(sorted(self.given.items()))))
        other = _OTHER_GAME if self.given.get("game", "settlers") != "settlers" else {}
        self.texts = {name: option.default for name, option in OPTIONS.items()} | {
            **PRESETS[preset],
            **other,
            **self.given,
        }
        self._values = {
            name: OPTIONS[name].kind.read(text) for name, text in self.texts.items() if text or name[:7] != "points."
        }
        self._fit()

    def _fit(self) -> None:
        """What two options say together must be possible."""
        if self.number("table.min") > self.number("table.size"):
            raise Refused("table.min is larger than table.size.", "RANGE", "TOU-3.2")
        if self.number("final.size") > self.number("table.size") and "final" in self.words("draw"):
            raise Refused("final.size is larger than table.size.", "RANGE", "TOU-19.10")
        if self.flag("auto") and self.number_or_none("start") is None:
            raise Refused("A tournament that runs itself needs the time of its first start.", "RANGE", "TOU-15.7")
        modes = self.words("draw")
        if not self.number("rounds") and modes != ("knockout",):
            raise Refused("Only a knockout by itself has no ordinary rounds.", "RANGE", "TOU-19.17")
        if self.number("team.boards"):
            played = ("random", "swiss", "seeded", "round_robin")
            if self.number("team.boards") == 1 or not set(modes) <= set(played) or self.word("fill") != "none":
                raise Refused(
                    "Teams play at 2 to 6 boards, drawn as {modes}.", "RANGE", "TOU-19.18", modes=", ".join(played)
                )
        if "arena" in modes:
            alone = modes == ("arena",) and self.number("rounds") == 1 and self.number("groups") == 1
            if not alone or self.word("fill") != "none" or self.number_or_none("time.round") is None:
                raise Refused(
                    "An arena is one round with a time, without groups and stand-ins.",
                    "RANGE",
                    "TOU-19.20",
                )
        if self.number("groups") > 1 and (self.word("fill") != "none" or "fixed" in modes):
            raise Refused("Groups are drawn without stand-ins and without fixed tables.", "RANGE", "TOU-19.15")
        if len({mode for mode in modes if mode in STAGES}) > 1 or any(mode in STAGES for mode in modes[:-1]):
            raise Refused("A final or a knockout is always the last of the draw's modes.", "RANGE", "TOU-19.10")
        if modes[-1] == "knockout" and not self.flag("knockout.byes"):
            size, cut = self.number("table.size"), self.sizes("cut")
            if any(a != b * size for a, b in pairwise(cut)) or cut[-1] != size:
                raise Refused("The sizes in cut fall by the factor table.size to one table.", "RANGE", "TOU-19.11")

    def with_option(self, name: str, text: str) -> TournamentOptions:
        return TournamentOptions(self.preset, {**self.given, name: text})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TournamentOptions) and (self.preset, self.given) == (other.preset, other.given)

    def __hash__(self) -> int:
        return self._hash

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    # -- values by their type ------------------------------------------------------------------------------------

    def number(self, name: str) -> int:
        value = self._values[name]
        assert isinstance(value, int)
        return value

    def number_or_none(self, name: str) -> int | None:
        return None if self._values[name] is None else self.number(name)

    def word(self, name: str) -> str:
        value = self._values[name]
        assert isinstance(value, str)
        return value

    def flag(self, name: str) -> bool:
        return self.word(name) == "true"

    def choice(self, values: type[Choice]) -> Choice:
        """The value of an option that is a word, to be matched."""
        return values(self.word(OPTION_OF[values]))

    def criteria(self) -> tuple[choices.Criterion, ...]:
        """TOU-19.6: in their order; the lot is always the last."""
        return tuple(choices.Criterion(name) for name in self.words("criteria"))

    def spectators(self) -> tuple[choices.Spectators, int]:
        """TOU-17.1: who may watch, and how many minutes after the end of the game where it is `delayed`."""
        rule, _, minutes = self.word("spectators").partition(":")
        return choices.Spectators(rule), int(minutes or 0)

    def languages(self) -> tuple[str, ...]:
        """TOU-20: those of its documents."""
        return self.words("languages")

    def fill(self) -> draw.Fill:
        """TOU-2.14."""
        return cast(draw.Fill, self.word("fill"))

    def share(self, name: str) -> Fraction | None:
        """A number that may be a fraction; None for `none` and `mean`."""
        value = self._values[name]
        return value if isinstance(value, Fraction) else None

    def words(self, name: str) -> tuple[str, ...]:
        value = self._values[name]
        assert isinstance(value, tuple)
        return tuple(str(item) for item in value)

    def sizes(self, name: str) -> tuple[int, ...]:
        return tuple(int(item) for item in self.words(name))

    def pairs(self, name: str) -> Pairs:
        value = self._values[name]
        assert isinstance(value, tuple)
        return tuple((str(pair[0]), str(pair[1])) for pair in value if isinstance(pair, tuple))

    def minutes_by_round(self, name: str) -> dict[int, int]:
        value = self._values[name]
        assert isinstance(value, Mapping)
        return {int(key): int(item) for key, item in value.items()}

    def table_of_player(self, name: str) -> dict[str, int]:
        value = self._values[name]
        assert isinstance(value, Mapping)
        return {str(key): int(item) for key, item in value.items()}

    def labels(self) -> dict[int, str]:
        value = self._values["table.labels"]
        assert isinstance(value, Mapping)
        return {int(key): str(item) for key, item in value.items()}

    def points(self, size: int) -> tuple[Fraction, ...]:
        """TOU-19.4: the list for this many players; a missing one is the list of the largest size, cut off at the end."""
        for wanted in (size, *range(8, 1, -1)):
            value = self._values.get(f"points.{wanted}")
            if isinstance(value, tuple) and value:
                found = tuple(Fraction(str(item)) for item in value)
                return found[:size] + (Fraction(0),) * (size - len(found))
        return (Fraction(0),) * size

    # -- the rounds ------------------------------------------------------------------------------------------------

    def mode(self, round: int) -> draw.Mode:
        """TOU-19.7: the mode of a round; the last one named holds for the rounds after it, a final comes after them all."""
        modes = cast(tuple[draw.Mode, ...], self.words("draw"))
        if round > self.number("rounds"):
            return modes[-1]
        ordinary = [mode for mode in modes if mode not in STAGES] or ["random"]
        mode = ordinary[min(round, len(ordinary)) - 1]
        return "random" if mode == "swiss" and round == 1 else mode  # TOU-19.8

    @property
    def stages(self) -> int:
        """How many rounds follow the ordinary ones: a final, or one for each size in `cut`."""
        last = self.words("draw")[-1]
        return 1 if last == "final" else len(self.sizes("cut")) if last == "knockout" else 0

    @property
    def late_last(self) -> int:
        """TOU-2.10: L; a final is not counted in R."""
        value = self._values["late.last"]
        return value if isinstance(value, int) else max(1, -(-self.number("rounds") // 2))
