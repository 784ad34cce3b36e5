"""The documents of TOU-20 on A4: lists for the wall, cards and slips to cut out, standings, certificates, boards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from babel.dates import format_date

from kotva.engine.say import Say
from kotva.scene.png import to_png
from kotva.server.tournaments.paper_content import Content
from kotva.server.tournaments.pdf import BOLD, HEADING, LEFT, MIDDLE, RIGHT, Column, Paper
from kotva.server.tournaments.pdf_slips import cards, slips
from kotva.tournament.documents import PlayerSheet, StandingsLine, TableListLine

_ROWS = 40  # TOU-20.1: players on one page
_DOTS = 1400  # a board's picture, about 200 dots an inch


def pdf(content: Content, say: Say) -> bytes:
    """The document as a file."""
    across, cut_apart = content.what in ("certificates", "cross"), content.what in ("cards", "slips")
    mark = "" if cut_apart or not content.mark else f"{say('Log')} {content.mark}"
    paper = Paper(f"{content.tournament}: {content.heading}", say.language, across=across, margin=mark)
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
        (
            say("Round {n}", n=number) if number else say("results"),
            f"{start}–{end}" if start else say("when it is started"),
        )
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
    for number, board in enumerate(content.boards, content.before + 1):
        top = _headed(paper, content, say, number, content.of)
        where = say("Table {n}", n=board.table) if board.table else say("The same board at all tables")
        said = "   ".join(filter(None, (where, f"{say('Board')} {board.code}" if board.code else "")))
        paper.write(15, top + 6, board.note or said, 13, width=paper.inside, font=BOLD, align=LEFT)
        paper.picture(_picture(board.svg), 15, top + 12, paper.inside, paper.high - top - 30)
        paper.next_page()
    return bool(content.boards)


_SHEETS = {
    "tables": _tables,
    "names": _names,
    "cards": cards,
    "slips": slips,
    "standings": _standings,
    "schedule": _schedule,
    "cross": _cross,
    "certificates": _certificates,
    "players": _players,
    "board": _boards,
}
