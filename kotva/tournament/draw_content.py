"""What is recorded with a draw (TOU-6.7): its tables and byes, and what it says of itself, read from an entry of the log."""

from __future__ import annotations

from dataclasses import dataclass

from kotva.tournament.argument_kinds import LIST, NUMBER, ArgumentKind, Unfit
from kotva.tournament.log import Args, Json


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
    seeding: tuple[str, ...]


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
            seeding=texts("seeding"),
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


CONTENT = _Content()
