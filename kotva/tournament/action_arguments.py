"""The arguments of every action (section 7), typed; the first ones stand in its text without a name, in this order."""

# ruff: noqa: RUF009 (the defaults are descriptions of fields)

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass

from kotva.tournament.argument_kinds import (
    ASSIGNMENT,
    CASE,
    LIST,
    NUMBER,
    OPTIONS_GIVEN,
    ORDER,
    PERSON,
    PLACE,
    PLAYER,
    REASON,
    RESULT,
    ROUND,
    TABLES,
    TEXT,
    VOTE,
    ArgumentKind,
    Items,
    Place,
    Unfit,
)
from kotva.tournament.arguments import flag, key, made, optional, slot
from kotva.tournament.log import Args, Json
from kotva.tournament.results import NamedResult


def _object(item: Json) -> Mapping[str, Json]:
    if not isinstance(item, dict):
        raise Unfit
    return item


# -- the tournament --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CreateArgs:
    name: str = slot(TEXT)
    preset: str = key(TEXT, "settlers-cz")
    seed: str = key(TEXT, "")  # never in the log (TOU-5.5)
    organiser: str = key(TEXT, "")
    account: str = key(TEXT, "")
    options: Mapping[str, str] = key(OPTIONS_GIVEN, {})
    commitment: str = made(TEXT, "")
    rules: int = made(NUMBER, 1)


@dataclass(frozen=True, slots=True)
class SetArgs:
    option: str = slot(ASSIGNMENT)
    value: str = made(TEXT, MISSING)


@dataclass(frozen=True, slots=True)
class OfficialArgs:
    official: str = slot(PERSON)
    name: str | None = optional(TEXT, "key")
    role: str = key(TEXT)
    account: str | None = optional(TEXT, "key")
    off: bool = flag()
    nobody_else: bool = flag()


@dataclass(frozen=True, slots=True)
class ArchiveArgs:
    seed: str = made(TEXT, "")


@dataclass(frozen=True, slots=True)
class CancelArgs:
    reason: str = key(REASON)


# -- players ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RegisterArgs:
    name: str = slot(TEXT)
    club: str = key(TEXT, "")
    kind: str = key(TEXT, "human")
    account: str = key(TEXT, "")
    contact: str | None = optional(TEXT, "key")  # never in the log (TOU-18.4)


@dataclass(frozen=True, slots=True)
class PlayerArgs:
    player: str = slot(PLAYER)


@dataclass(frozen=True, slots=True)
class RenameArgs:
    person: str = slot(PERSON)
    text: str = slot(TEXT)


@dataclass(frozen=True, slots=True)
class SitoutArgs(PlayerArgs):
    round: int = key(NUMBER)


@dataclass(frozen=True, slots=True)
class WithdrawArgs(PlayerArgs):
    left: int | None = optional(NUMBER, "key")


@dataclass(frozen=True, slots=True)
class ImportArgs:
    kind: str = made(TEXT, "")
    rows: tuple[Mapping[str, Json], ...] = made(Items(_object), ())


# -- rounds ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundArgs:
    round: int = slot(ROUND)


@dataclass(frozen=True, slots=True)
class DrawContent:
    """TOU-6.7: what is recorded with a draw."""

    attempt: int
    tables: tuple[tuple[int, tuple[str, ...]], ...]
    byes: tuple[str, ...]
    order: tuple[str, ...]
    vector: tuple[str, ...]
    bound: tuple[str, ...]
    proven: bool
    pairs: tuple[tuple[tuple[str, ...], int], ...]
    trios: tuple[tuple[tuple[str, ...], int], ...]
    warnings: tuple[str, ...]
    moved: tuple[str, ...]
    standins: tuple[str, ...]
    rounds: int | None
    finished: bool


class _Content(ArgumentKind[DrawContent]):
    """All that a draw writes into the log, under the names of `DrawContent`."""

    def is_there(self, args: Args, name: str) -> bool:
        return True

    def read(self, args: Args, name: str) -> DrawContent:
        def texts(name: str) -> tuple[str, ...]:
            return LIST.read(args, name) if name in args else ()

        def items(name: str) -> list[Json]:
            value = args.get(name, [])
            if not isinstance(value, list):
                raise Unfit
            return value

        def flagged(name: str) -> bool:
            value = args.get(name, False)
            if not isinstance(value, bool):
                raise Unfit
            return value

        return DrawContent(
            attempt=NUMBER.read(args, "attempt") if "attempt" in args else 0,
            tables=tuple(_drawn_table(item) for item in items("tables")),
            byes=texts("byes"),
            order=tuple(map(str, items("order"))),
            vector=tuple(map(str, items("vector"))),
            bound=tuple(map(str, items("bound"))),
            proven=flagged("proven"),
            pairs=tuple(_repeat(item) for item in items("pairs")),
            trios=tuple(_repeat(item) for item in items("trios")),
            warnings=tuple(
                str(item["code"]) for item in items("warnings") if isinstance(item, dict) and "code" in item
            ),
            moved=texts("moved"),
            standins=texts("standins"),
            rounds=NUMBER.read(args, "rounds") if "rounds" in args else None,
            finished=flagged("finished"),
        )


def _drawn_table(item: Json) -> tuple[int, tuple[str, ...]]:
    number, seats = (item.get("number"), item.get("seats")) if isinstance(item, dict) else (None, None)
    if type(number) is not int or not isinstance(seats, list) or not all(isinstance(player, str) for player in seats):
        raise Unfit
    return number, tuple(map(str, seats))


def _repeat(item: Json) -> tuple[tuple[str, ...], int]:
    """Players who meet again, and how often."""
    if not isinstance(item, list) or len(item) < 2 or type(item[-1]) is not int:
        raise Unfit
    return tuple(map(str, item[:-1])), item[-1]


_CONTENT = _Content()


@dataclass(frozen=True, slots=True)
class DrawArgs(RoundArgs):
    fixed: tuple[tuple[str, ...], ...] = key(TABLES, ())
    finish: bool = flag()
    content: DrawContent = made(_CONTENT, None)


@dataclass(frozen=True, slots=True)
class RedrawArgs(RoundArgs):
    reason: str = key(REASON)
    fixed: tuple[tuple[str, ...], ...] = key(TABLES, ())
    finish: bool = flag()
    content: DrawContent = made(_CONTENT, None)


@dataclass(frozen=True, slots=True)
class ExchangeArgs(RoundArgs):
    one: str = slot(PLAYER)
    other: str = slot(PLAYER)
    reason: str = key(REASON)


@dataclass(frozen=True, slots=True)
class SwapArgs(ExchangeArgs):
    force: bool = flag()
    content: DrawContent = made(_CONTENT, None)


@dataclass(frozen=True, slots=True)
class RepairArgs(RoundArgs):
    out: tuple[str, ...] | None = optional(LIST, "key")
    come: tuple[str, ...] | None = optional(LIST, "key", "in")
    content: DrawContent = made(_CONTENT, None)


@dataclass(frozen=True, slots=True)
class FirstArgs:
    place: Place = slot(PLACE)
    player: str = slot(PLAYER)


@dataclass(frozen=True, slots=True)
class StartArgs(RoundArgs):
    seated: bool = flag()  # TOU-9.1: before its time
    boards: tuple[str, ...] = made(LIST, ())


@dataclass(frozen=True, slots=True)
class OutageArgs(RoundArgs):
    since: str = key(TEXT)


@dataclass(frozen=True, slots=True)
class ExtendArgs:
    place: Place = slot(PLACE)
    minutes: int = slot(NUMBER)


@dataclass(frozen=True, slots=True)
class TurnlimitArgs(RoundArgs):
    seconds: int = slot(NUMBER)


@dataclass(frozen=True, slots=True)
class ShiftArgs(RoundArgs):
    minutes: int = slot(NUMBER)


@dataclass(frozen=True, slots=True)
class CompleteArgs(RoundArgs):
    lot: tuple[str, ...] = made(LIST, ())


@dataclass(frozen=True, slots=True)
class LotArgs(RoundArgs):
    order: tuple[str, ...] = slot(ORDER)


@dataclass(frozen=True, slots=True)
class StandingsArgs(RoundArgs):
    rows: tuple[Mapping[str, Json], ...] = made(Items(_object), ())


# -- results ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReportArgs:
    place: Place = slot(PLACE)
    result: NamedResult = slot(RESULT)
    version: int | None = optional(NUMBER, "key")
    slip: str | None = optional(TEXT, "key")  # its code; never in the log
    ack: bool = flag()
    signed: bool = flag()


@dataclass(frozen=True, slots=True)
class ConfirmArgs:
    place: Place = slot(PLACE)
    version: int = key(NUMBER)
    player: str | None = optional(TEXT, "key", "for")


@dataclass(frozen=True, slots=True)
class DisputeArgs:
    place: Place = slot(PLACE)
    text: str = slot(REASON)


@dataclass(frozen=True, slots=True)
class CorrectArgs:
    place: Place = slot(PLACE)
    result: NamedResult = slot(RESULT)
    version: int = key(NUMBER)
    reason: str = key(REASON)
    ack: bool = flag()


@dataclass(frozen=True, slots=True)
class DissolveArgs:
    place: Place = slot(PLACE)
    absent: tuple[str, ...] = key(LIST, ())
    reason: str = key(REASON)


# -- cases -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CaseArgs:
    case: str = slot(CASE)


@dataclass(frozen=True, slots=True)
class OpenCaseArgs:
    text: str = slot(REASON)
    tables: tuple[str, ...] = key(LIST, ())
    subjects: tuple[str, ...] = key(LIST, ())


@dataclass(frozen=True, slots=True)
class DecideArgs:
    case: str | None = optional(CASE)
    place: Place | None = optional(PLACE)
    result: NamedResult | None = optional(RESULT)
    text: str = slot(TEXT, "")
    rule: str | None = optional(TEXT, "key")


@dataclass(frozen=True, slots=True)
class MeasureArgs:
    player: str = slot(PLAYER)
    text: str = slot(TEXT, "")
    case: str | None = optional(CASE, "key")


@dataclass(frozen=True, slots=True)
class ProtestArgs(CaseArgs):
    place: Place | None = optional(PLACE)
    result: NamedResult | None = optional(RESULT)
    text: str = slot(REASON)


@dataclass(frozen=True, slots=True)
class VoteArgs(CaseArgs):
    place: Place | None = optional(PLACE)
    result: NamedResult | None = optional(RESULT)
    vote: str = slot(VOTE)
