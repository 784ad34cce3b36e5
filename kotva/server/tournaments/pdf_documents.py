"""The documents of TOU-20 on A4: lists for the wall, cards and slips to cut out, standings, certificates, boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

import segno
from babel.dates import format_date

from kotva.engine.say import N_, Say
from kotva.scene.png import to_png
from kotva.server.tournaments.boards import Board
from kotva.server.tournaments.pdf import BOLD, HEADING, LEFT, MIDDLE, RIGHT, Column, Paper
from kotva.tournament.documents import Card, Certificate, PlayerSheet, Slip, StandingsLine, TableListLine

_ROWS = 40  # TOU-20.1: players on one page
_DOTS = 1400  # a board's picture, about 200 dots an inch


@dataclass(frozen=True, slots=True)
class Content:
    """What stands on a document; only its own part is filled in."""

    what: str
    heading: str
    tournament: str
    about: str = ""  # `Round 2`, or nothing
    when: str = ""  # start and end
    seats: Sequence[Sequence[TableListLine]] = ()  # pages of the table list
    cards: Sequence[Card] = ()
    slips: Sequence[tuple[Slip, str]] = ()  # each with the address that its code opens
    rows: Sequence[StandingsLine] = ()
    by: Mapping[str, str] = field(default_factory=dict)
    schedule: Sequence[tuple[int, str, str]] = ()
    met: Mapping[str, Mapping[str, Sequence[int]]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    certificates: Sequence[Certificate] = ()
    players: Sequence[PlayerSheet] = ()
    boards: Sequence[Board] = ()
    empty: str = ""  # what to say where there is nothing yet


def pdf(content: Content, say: Say) -> bytes:
    """The document as a file."""
    across = content.what in ("certificates", "cross")
    paper = Paper(f"{content.tournament}: {content.heading}", say.language, across=across)
    drawn = _SHEETS[content.what](paper, content, say)
    if not drawn:
        paper.head(content.tournament, content.heading)
        paper.write(15, 48, content.empty, 12, width=paper.inside)
        paper.next_page()
    return paper.done()


def day_text(text: str, language: str) -> str:
    """A date as people write it."""
    return format_date(date.fromisoformat(text), "long", locale=language)


def _parts(rows: Sequence[StandingsLine]) -> list[Sequence[StandingsLine]]:
    return [rows[i : i + _ROWS] for i in range(0, len(rows), _ROWS)]


def _headed(paper: Paper, content: Content, say: Say, number: int, of: int) -> float:
    about = f"{content.heading}, {content.about}" if content.about else content.heading
    if of > 1:
        paper.foot(say("Page {n} of {all}", n=number, all=of))
    return paper.head(content.tournament, about, content.when)


def _height(paper: Paper, top: float, rows: int, most: float) -> float:
    """As high as the page allows, so that a short list is read from afar."""
    return min(most, (paper.high - top - 7 - 14) / max(rows, 1))


# -- lists -----------------------------------------------------------------------------------------------------------


def _tables(paper: Paper, content: Content, say: Say) -> bool:
    """TOU-20.1, by table: a thick line where a table begins; no table is torn."""
    pages = _whole_tables([seat for page in content.seats for seat in page])
    for number, page in enumerate(pages, 1):
        top = _headed(paper, content, say, number, len(pages))
        columns = [
            Column(say("Table"), 34, font=HEADING),
            Column(say("Seat"), 20, MIDDLE),
            Column(say("Name"), 104, font=BOLD),
            Column(say("Start"), 22, RIGHT),
        ]
        rows = [
            (
                seat.label if seat.seat in (1, None) else "",
                _seat(seat, say),
                seat.name,
                seat.start if seat.table else "",
            )
            for seat in page
        ]
        heavy = [i for i, seat in enumerate(page) if seat.seat == 1 or (seat.note and not page[i - 1].note)]
        paper.list(top, columns, rows, _height(paper, top, len(rows), 10), heavy)
        paper.next_page()
    return bool(pages)


def _whole_tables(seats: Sequence[TableListLine]) -> list[list[TableListLine]]:
    pages: list[list[TableListLine]] = []
    groups: dict[object, list[TableListLine]] = {}
    for seat in seats:
        groups.setdefault(seat.table if seat.table is not None else seat.player, []).append(seat)
    for group in groups.values():
        if not pages or len(pages[-1]) + len(group) > _ROWS:
            pages.append([])
        pages[-1] += group
    return pages


def _seat(seat: TableListLine, say: Say) -> str:
    return str(seat.seat) if seat.seat is not None else say(seat.note)


def _names(paper: Paper, content: Content, say: Say) -> bool:
    """TOU-20.1, by name, for the wall."""
    for number, page in enumerate(content.seats, 1):
        top = _headed(paper, content, say, number, len(content.seats))
        columns = [
            Column(say("Name"), 104, font=BOLD),
            Column(say("Table"), 34, font=HEADING),
            Column(say("Seat"), 20, MIDDLE),
            Column(say("Start"), 22, RIGHT),
        ]
        rows = [
            (seat.name, seat.label or say(seat.note), str(seat.seat or ""), seat.start if seat.table else "")
            for seat in page
        ]
        paper.list(top, columns, rows, _height(paper, top, len(rows), 12))
        paper.next_page()
    return bool(content.seats)


def _standings(paper: Paper, content: Content, say: Say) -> bool:
    """TOU-20.6."""
    parts = _parts(content.rows)
    for number, part in enumerate(parts, 1):
        top = _headed(paper, content, say, number, len(parts))
        columns = [
            Column(say("Rank"), 12, RIGHT, HEADING),
            Column(say("Name"), 57, font=BOLD),
            Column(say("Firsts"), 13, RIGHT),
            Column(say("Place points"), 14, RIGHT, BOLD),
            Column(say("Game points"), 13, RIGHT),
            Column(say("Success"), 18, RIGHT),
            Column(say("2nd"), 9, RIGHT),
            Column(say("3rd"), 9, RIGHT),
            Column(say("Byes"), 9, RIGHT),
            Column(say("Decided by"), 26),
        ]
        rows = [
            (
                str(row.rank or "–"),
                row.name + (f" ({row.mark})" if row.mark else "") + (f", {row.club}" if row.club else ""),
                *(str(row.firsts), row.pp, str(row.gp), row.success, str(row.seconds), str(row.thirds), str(row.byes)),
                say(content.by[row.by]) if row.by in content.by else row.by,
            )
            for row in part
        ]
        paper.list(top, columns, rows, _height(paper, top, len(rows), 7))
        paper.next_page()
    return bool(parts)


def _schedule(paper: Paper, content: Content, say: Say) -> bool:
    """TOU-20.4."""
    top = _headed(paper, content, say, 1, 1)
    columns = [Column("", 100, font=HEADING), Column("", 80, RIGHT, BOLD)]
    rows = [
        (say("Round {n}", n=number) if number else say("results"), f"{start}–{end}")
        for number, start, end in content.schedule
    ]
    paper.list(top, columns, rows, _height(paper, top, len(rows), 16))
    paper.next_page()
    return True


def _cross(paper: Paper, content: Content, say: Say) -> bool:
    """TOU-20.3: who met whom in which rounds; as many sheets as it takes."""
    players = list(content.met)
    across, down = 25, 26
    blocks = [(i, j) for i in range(0, len(players), down) for j in range(0, len(players), across)]
    for number, (i, j) in enumerate(blocks, 1):
        top = _headed(paper, content, say, number, len(blocks))
        heads = players[j : j + across]
        columns = [Column("", 62, font=BOLD), *(Column(player, 8.2, MIDDLE) for player in heads)]
        rows = [
            (
                f"{player} {content.names.get(player, '')}",
                *(
                    "■" if player == other else " ".join(map(str, content.met[player].get(other, ())))
                    for other in heads
                ),
            )
            for player in players[i : i + down]
        ]
        paper.list(top, columns, rows, _height(paper, top, down, 5.6))
        paper.next_page()
    return bool(blocks)


# -- cards, slips ----------------------------------------------------------------------------------------------------


def _cards(paper: Paper, content: Content, say: Say) -> bool:
    """TOU-20.2: eight on a sheet, to be cut along the lines."""
    wide, high = paper.wide / 2, paper.high / 4
    for i, card in enumerate(content.cards):
        if i and i % 8 == 0:
            paper.next_page()
        if i % 8 == 0:
            paper.cut(wide, 0, wide, paper.high)
            for row in (1, 2, 3):
                paper.cut(0, row * high, paper.wide, row * high)
        _card(paper, content, card, say, i % 2 * wide, i % 8 // 2 * high, wide)
    if content.cards:
        paper.next_page()
    return bool(content.cards)


def _card(paper: Paper, content: Content, card: Card, say: Say, x: float, y: float, wide: float) -> None:
    left, room = x + 9, wide - 18
    paper.write(
        left, y + 12, f"{content.tournament} · {say('Round {n}', n=card.round)}", 9, width=room, lines=1, grey=0.35
    )
    paper.write(left, y + 25, card.name, 22, width=room, font=HEADING)
    table = f"{say('Table {n}', n=card.label)}, {say('seat {n}', n=card.seat)}"
    paper.write(left, y + 39, table, 20, width=room, font=BOLD)
    for number, other in enumerate(card.opponents[:7]):
        step = 5.2 if len(card.opponents) < 4 else 3.0
        said = f"{say('with')} {other}" if number == 0 else other
        paper.write(left, y + 47 + number * step, said, 10 if step > 4 else 7, width=room, lines=1)
    time = card.start + (f"–{card.end}" if card.end else "")
    paper.write(x + wide - 9, y + 66, time, 13, width=room * 0.32, font=BOLD, align=RIGHT, lines=1)


def _slips(paper: Paper, content: Content, say: Say) -> bool:
    """TOU-20.5: two on a sheet; the code opens the form of that table."""
    half = paper.high / 2
    for i, (slip, address) in enumerate(content.slips):
        if i and i % 2 == 0:
            paper.next_page()
        if i % 2 == 0:
            paper.cut(0, half, paper.wide, half)
        _slip(paper, slip, address, say, i % 2 * half)
    if content.slips:
        paper.next_page()
    return bool(content.slips)


def _slip(paper: Paper, slip: Slip, address: str, say: Say, y: float) -> None:
    left, right = 14.0, paper.wide - 14
    dots = [[int(dark) for dark in row] for row in segno.make(address, error="m").matrix]
    paper.code(dots, right - 30, y + 9, 30)
    paper.write(right - 15, y + 43, say("Enter it by phone"), 8, width=38, align=MIDDLE, lines=1, grey=0.35)
    room = right - left - 38
    time = slip.start + (f"–{slip.end}" if slip.end else "")
    paper.write(left, y + 15, f"{slip.tournament} · {say('Round {n}', n=slip.round)} · {time}", 11, width=room)
    paper.write(left, y + 30, say("Table {n}", n=slip.label), 28, width=room, font=HEADING)
    codes = [f"{say('Slip code')} {slip.code}"] + ([f"{say('Board')} {slip.board}"] if slip.board else [])
    paper.write(left, y + 39, "   ".join(codes), 11, width=room, lines=1)
    # seat, player, points, winner, left, absent, signature
    edges = [left, left + 10, left + 72, left + 92, left + 109, left + 126, left + 143, right]
    titles = (N_("Seat"), N_("Player"), N_("Points"), N_("Winner"), N_("left early"), N_("absent"), N_("Signature"))
    top = y + 52
    for i, title in enumerate(titles):
        middle = (edges[i] + edges[i + 1]) / 2
        paper.write(middle, top - 2, say(title), 8, width=edges[i + 1] - edges[i] - 1, font=BOLD, align=MIDDLE, lines=1)
    high = min(14.5, 60.0 / len(slip.seats))
    for row, (seat, player, name) in enumerate(slip.seats):
        low = top + (row + 1) * high
        base = low - high * 0.35
        paper.rule(left, top + row * high, right, top + row * high, 0.5)
        paper.write((edges[0] + edges[1]) / 2, base, str(seat), 14, width=9, font=HEADING, align=MIDDLE, lines=1)
        paper.write(edges[1] + 2, base, name, 13, width=50, font=BOLD)
        paper.write(edges[2] - 1, base, player, 7, width=9, align=RIGHT, lines=1, grey=0.35)
        for i in (3, 4, 5):
            paper.tick((edges[i] + edges[i + 1]) / 2 - 2.5, low - high / 2 + 2.5, 5)
    bottom = top + len(slip.seats) * high
    for edge in edges:
        paper.rule(edge, top, edge, bottom, 0.5)
    paper.rule(left, bottom, right, bottom, 0.5)
    paper.rule(left, top, right, top, 1.2)
    paper.tick(left, bottom + 9, 5)
    stopped = say("stopped on time: nobody has won")
    paper.write(left + 7, bottom + 8, stopped, 11, width=72, font=BOLD)
    signing = say("By signing I accept the result.") + (
        " " + say("Unrevealed victory-point cards count.") if slip.hidden else ""
    )
    paper.write(left, bottom + 16, signing, 9, width=110)
    paper.write(left + 84, bottom + 8, f"{say('Referee')}:", 9, width=26, lines=1)
    paper.rule(left + 112, bottom + 9, right, bottom + 9, 0.5)


# -- certificates, boards --------------------------------------------------------------------------------------------


def _certificates(paper: Paper, content: Content, say: Say) -> bool:
    """TOU-20.3: a sheet for each, across."""
    for sheet in content.certificates:
        middle, room = paper.wide / 2, paper.wide - 80
        paper.frame(11, 11, paper.wide - 22, paper.high - 22, 2.4)
        paper.frame(14, 14, paper.wide - 28, paper.high - 28, 0.7)
        paper.write(middle, 42, say("Certificate"), 17, width=room, align=MIDDLE)
        paper.write(middle, 60, sheet.tournament, 28, width=room, font=HEADING, align=MIDDLE)
        day = day_text(sheet.date, say.language)
        paper.write(middle, 71, ", ".join(filter(None, (sheet.place, day))), 13, width=room, align=MIDDLE, lines=1)
        paper.write(middle, 106, sheet.name, 48, width=room, font=HEADING, align=MIDDLE)
        paper.rule(middle - 60, 118, middle + 60, 118, 0.8)
        paper.write(
            middle, 137, say("rank {rank} of {all}", rank=sheet.rank, all=sheet.of), 26, width=room, align=MIDDLE
        )
        for x, who in ((75.0, say("Organiser")), (paper.wide - 75, say("Head referee"))):
            paper.rule(x - 35, 178, x + 35, 178, 0.6)
            paper.write(x, 184, who, 10, width=70, align=MIDDLE, lines=1, grey=0.35)
        paper.next_page()
    return bool(content.certificates)


def _players(paper: Paper, content: Content, say: Say) -> bool:
    """TOU-20.3: a page for each: own games, places, points, success, next table."""
    for sheet in content.players:
        top = paper.head(content.tournament, sheet.name, sheet.player)
        columns = [
            Column(say("Round"), 18, MIDDLE),
            Column(say("Table"), 18, MIDDLE),
            Column(say("Opponents"), 68, font=BOLD),
            Column(say("Place"), 16, RIGHT),
            Column(say("Place points"), 20, RIGHT),
            Column(say("Game points"), 20, RIGHT),
            Column(say("Success"), 20, RIGHT),
        ]
        rows = [
            (
                str(game.round),
                str(game.table or "–"),
                ", ".join(game.opponents) or say(game.status),
                str(game.place or "–"),
                str(game.pp) if game.status != "playing" else "–",
                str(game.gp) if game.status != "playing" else "–",
                game.share or "–",
            )
            for game in sheet.games
        ]
        paper.list(top, columns, rows, height := _height(paper, top, len(rows) + 6, 11))
        y = top + 7 + height * len(rows) + 12
        rank = say("Rank {rank}, success {success}", rank=sheet.rank, success=sheet.success) if sheet.rank else ""
        for number, words in enumerate(filter(None, (rank, _next_table(sheet, say)))):
            paper.write(15, y + 10 * number, words, 15, width=paper.inside, font=BOLD)
        paper.next_page()
    return bool(content.players)


def _next_table(sheet: PlayerSheet, say: Say) -> str:
    seat = sheet.following
    if seat is None:
        return ""
    if seat.table is None:
        return say("A bye in this round") if seat.note == "bye" else say("Not playing in this round")
    return ", ".join(filter(None, (say("Table {table}, seat {seat}", table=seat.label, seat=seat.seat), seat.start)))


@lru_cache(maxsize=16)
def _picture(svg: str) -> bytes:
    return to_png(svg, _DOTS)


def _boards(paper: Paper, content: Content, say: Say) -> bool:
    """TOU-20.4: the board as the game draws it, to be built from."""
    for number, board in enumerate(content.boards, 1):
        top = _headed(paper, content, say, number, len(content.boards))
        where = say("Table {n}", n=board.table) if board.table else say("The same board at all tables")
        said = "   ".join(filter(None, (where, f"{say('Board')} {board.code}" if board.code else "")))
        paper.write(15, top + 6, board.note or said, 13, width=paper.inside, font=BOLD, align=LEFT)
        paper.picture(_picture(board.svg), 15, top + 12, paper.inside, paper.high - top - 30)
        paper.next_page()
    return bool(content.boards)


_SHEETS = {
    "tables": _tables,
    "names": _names,
    "cards": _cards,
    "slips": _slips,
    "standings": _standings,
    "schedule": _schedule,
    "cross": _cross,
    "certificates": _certificates,
    "players": _players,
    "board": _boards,
}
