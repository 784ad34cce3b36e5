"""Papers that are cut apart: seating cards (TOU-20.2) and result slips (TOU-20.5) on A4."""

from __future__ import annotations

import segno

from kotva.engine.say import N_, Say
from kotva.server.tournaments.paper_content import Content
from kotva.server.tournaments.pdf import BOLD, HEADING, MIDDLE, RIGHT, Paper
from kotva.tournament.documents import Card, Slip


def cards(paper: Paper, content: Content, say: Say) -> bool:
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
    about = (content.tournament, say("Round {n}", n=card.round), f"{say('Log')} {content.mark}")
    paper.write(left, y + 12, " · ".join(about), 9, width=room, lines=1, grey=0.35)
    paper.write(left, y + 25, card.name, 22, width=room, font=HEADING)
    table = f"{say('Table {n}', n=card.label)}, {say('seat {n}', n=card.seat)}"
    paper.write(left, y + 39, table, 20, width=room, font=BOLD)
    for number, other in enumerate(card.opponents[:7]):
        step = 5.2 if len(card.opponents) < 4 else 3.0
        said = f"{say('with')} {other}" if number == 0 else other
        paper.write(left, y + 47 + number * step, said, 10 if step > 4 else 7, width=room, lines=1)
    time = card.start + (f"–{card.end}" if card.end else "")
    paper.write(x + wide - 9, y + 66, time, 13, width=room * 0.32, font=BOLD, align=RIGHT, lines=1)


def slips(paper: Paper, content: Content, say: Say) -> bool:
    """TOU-20.5: two on a sheet; the code opens the form of that table."""
    half = paper.high / 2
    for i, (slip, address) in enumerate(content.slips):
        if i and i % 2 == 0:
            paper.next_page()
        if i % 2 == 0:
            paper.cut(0, half, paper.wide, half)
        _slip(paper, content, slip, address, say, i % 2 * half)
    if content.slips:
        paper.next_page()
    return bool(content.slips)


def _slip(paper: Paper, content: Content, slip: Slip, address: str, say: Say, y: float) -> None:
    left, right = 14.0, paper.wide - 14
    dots = [[int(dark) for dark in row] for row in segno.make(address, error="m").matrix]
    paper.code(dots, right - 30, y + 9, 30)
    paper.write(right - 15, y + 43, say("Enter it by phone"), 8, width=38, align=MIDDLE, lines=1, grey=0.35)
    room = right - left - 38
    time = slip.start + (f"–{slip.end}" if slip.end else "")
    paper.write(
        left, y + 15, " · ".join(filter(None, (slip.tournament, say("Round {n}", n=slip.round), time))), 11, width=room
    )
    paper.write(left, y + 30, say("Table {n}", n=slip.label), 28, width=room, font=HEADING)
    codes = [f"{say('Slip code')} {slip.code}"] + ([f"{say('Board')} {slip.board}"] if slip.board else [])
    codes.append(f"{say('Log')} {content.mark}")
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
