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
    Items,
    Place,
    Unfit,
)
from kotva.tournament.arguments import flag, key, made, optional, slot
from kotva.tournament.draw_content import CONTENT, DrawContent
from kotva.tournament.log import Json
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
    team: str | None = optional(TEXT, "key")
    category: str | None = optional(TEXT, "key")
    rating: int | None = optional(NUMBER, "key")
    spread: int | None = optional(NUMBER, "key")


@dataclass(frozen=True, slots=True)
class PlayerArgs:
    player: str = slot(PLAYER)


@dataclass(frozen=True, slots=True)
class DescribeArgs(PlayerArgs):
    club: str | None = optional(TEXT, "key")
    team: str | None = optional(TEXT, "key")
    category: str | None = optional(TEXT, "key")
    rating: int | None = optional(NUMBER, "key")
    spread: int | None = optional(NUMBER, "key")


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
class DrawArgs(RoundArgs):
    fixed: tuple[tuple[str, ...], ...] = key(TABLES, ())
    finish: bool = flag()
    content: DrawContent = made(CONTENT, None)


@dataclass(frozen=True, slots=True)
class RedrawArgs(RoundArgs):
    reason: str = key(REASON)
    fixed: tuple[tuple[str, ...], ...] = key(TABLES, ())
    finish: bool = flag()
    content: DrawContent = made(CONTENT, None)


@dataclass(frozen=True, slots=True)
class ExchangeArgs(RoundArgs):
    one: str = slot(PLAYER)
    other: str = slot(PLAYER)
    reason: str = key(REASON)


@dataclass(frozen=True, slots=True)
class SwapArgs(ExchangeArgs):
    force: bool = flag()
    content: DrawContent = made(CONTENT, None)


@dataclass(frozen=True, slots=True)
class RepairArgs(RoundArgs):
    out: tuple[str, ...] | None = optional(LIST, "key")
    come: tuple[str, ...] | None = optional(LIST, "key", "in")
    content: DrawContent = made(CONTENT, None)


@dataclass(frozen=True, slots=True)
class PairArgs(RoundArgs):
    """TOU-19.20."""

    players: tuple[str, ...] = key(LIST, ())  # who waits; none named: everybody who is in no game
    content: DrawContent = made(CONTENT, None)
    boards: tuple[str, ...] = made(LIST, ())


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
class TableArgs:
    place: Place = slot(PLACE)


@dataclass(frozen=True, slots=True)
class DissolveArgs(TableArgs):
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
