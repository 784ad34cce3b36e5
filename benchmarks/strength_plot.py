"""STRENGTH.md and strength.svg: how much each level wins against the one below, who wins from which seat, how games end."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from benchmarks.report import FAINT, GOOD, INK, PAPER, frame, machine
from benchmarks.strength import ENDINGS, STEP, Match
from benchmarks.targets import LEAD, LIMITS
from kotva import games as registry
from kotva.arena import wilson

_LEFT, _PANEL, _GAP, _ROW, _TOP = 150, 250, 60, 30, 104
_BAD, _SEATS = "#c8452f", ("#2f6f8f", "#d9a441", "#6d8f3c", "#8a5a83")
_COLUMNS = ("medium against easy", "hard against medium", "greedy", "search")


def markdown(matches: Sequence[Match]) -> str:
    """The tables for people."""
    lines = [
        "# Strength of the levels",
        "",
        "Made by `python -m benchmarks --only strength`; do not edit. By fixed simulations, never by the clock: hard is",
        "measured with as many as its game names (`Game.bots.levels`), fewer than it has in its second at a table. One bot of",
        "the higher level plays against as many of the lower one as there are seats left, changing seats from game to game; a",
        f"step is a lead of {round(100 * LEAD)} points over an even share (65 % of two, 48.3 % of three, 40 % of four).",
        "Where partners win together, two of a level play against two of the other, and 65 % is the goal.",
        "Intervals are of 95 % (Wilson); where the goal lies within one, too few games were played to tell (`so far`).",
        "",
        machine(),
        "",
        f"Rules: {rules(matches)}.",
        "",
        "![levels, seats and endings](strength.svg)",
        "",
        "## Levels",
        "",
        "| game | players | step | games | won | interval | goal | | endings | by a limit |",
        "|---|---:|---|---:|---:|---:|---:|---|---|---:|",
    ]
    for match in matches:
        if match.kind != ENDINGS and match.rows:
            f = match.figure()
            lines.append(
                f"| {match.game} | {match.seats} | {match.title} ({match.bots[0]}) | {len(match.rows)} | {f.show(f.value)} "
                f"| {f.show(f.low)} – {f.show(f.high)} | ≥ {f.show(f.target)} | {f.verdict} "
                f"| {endings(match)} | {f.show(match.limited / len(match.rows))} |"
            )
    lines += [
        "",
        "## Seats and endings",
        "",
        "Bots against themselves: the share of games that each seat won, in their order, and how games ended. A limit",
        "ends a game that nobody finished (at most 5 %); HEXXI always ends after its rounds, by the rules.",
        "",
        "| game | players | bot | games | won by seat | endings | by a limit | interval | |",
        "|---|---:|---|---:|---|---|---:|---:|---|",
    ]
    for match in matches:
        if match.kind == ENDINGS and match.rows:
            f = match.figure()
            seats = " : ".join(f"{100 * share:.0f}" for share in match.by_seat)
            lines.append(
                f"| {match.game} | {match.seats} | {match.bots[0]} | {len(match.rows)} | {seats} | {endings(match)} "
                f"| {f.show(f.value)} | {f.show(f.low)} – {f.show(f.high)} | {f.verdict} |"
            )
    return "\n".join([*lines, ""])


def rules(matches: Sequence[Match]) -> str:
    """Which version of each game's rules was played: games of other versions do not count (`strength.adopt`)."""
    names = dict.fromkeys(match.game for match in matches if match.rows)
    return ", ".join(f"{name} {registry.load(name).version}" for name in names)


def endings(match: Match) -> str:
    return ", ".join(f"{reason} {n}" for reason, n in match.reasons.most_common())


def picture(matches: Sequence[Match]) -> str:
    """A row for each game and number of players: two steps with their intervals, two bars of endings with seats below."""
    tables = list(dict.fromkeys((match.game, match.seats) for match in matches))
    width = _LEFT + len(_COLUMNS) * (_PANEL + _GAP)
    height = _TOP + _ROW * len(tables) + 60
    parts = frame(width, height, "Levels one step apart, and how games of bots against themselves end")
    heads = (*_COLUMNS[:2], "greedy against itself", "search against itself")
    for column, words in enumerate(heads):
        x = _x0(column)
        parts.append(f'<text x="{x}" y="{_TOP - 28}" font-weight="600">{escape(words)}</text>')
        for tick in (0, 25, 50, 75, 100):
            at = x + _PANEL * tick / 100
            parts.append(f'<path d="M{at} {_TOP - 8}V{height - 52}" stroke="{FAINT}" stroke-width=".8"/>')
            parts.append(f'<text x="{at}" y="{_TOP - 12}" text-anchor="middle" font-size="10">{tick}</text>')
    for row, (game, seats) in enumerate(tables):
        y = _TOP + _ROW * row
        parts.append(f'<text x="{_LEFT - 14}" y="{y + 19}" text-anchor="end">{escape(game)}, {seats}</text>')
        for match in matches:
            if (match.game, match.seats) == (game, seats) and match.rows:
                parts += _step(match, y) if match.kind == STEP else _ending(match, y) if match.kind == ENDINGS else []
    parts.append(
        f'<text x="{_LEFT}" y="{height - 24}" font-size="11">Left: % of games won by the higher level, the goal as a line, 95 % '
        "intervals. Right: % of games won by each seat (thin, in their order) and, in red, ended by a limit.</text>"
    )
    return "\n".join([*parts, "</svg>\n"])


def _x0(column: int) -> float:
    return _LEFT + column * (_PANEL + _GAP)


def _step(match: Match, y: float) -> list[str]:
    f = match.figure()
    x0, middle = _x0(_COLUMNS.index(match.title)), y + _ROW / 2
    low, value, high, goal = (round(x0 + _PANEL * v, 1) for v in (f.low, f.value, f.high, f.target))
    mark = (
        f'<circle cx="{value}" cy="{middle}" r="5" fill="{GOOD}" stroke="{INK}"/>'
        if f.ratio >= 1
        else f'<rect x="{value - 5}" y="{middle - 5}" width="10" height="10" fill="{PAPER}" stroke="{_BAD}" stroke-width="2"/>'
    )
    return [
        f'<path d="M{goal} {y + 3}V{y + _ROW - 3}" stroke="{INK}" stroke-width="1.6"/>',
        f'<path d="M{low} {middle}H{high}" stroke="{INK}" stroke-width="1.5"/>',
        mark,
    ]


def _ending(match: Match, y: float) -> list[str]:
    x0 = _x0(2 if match.bots[0] == "greedy" else 3)
    parts, x = [], float(x0)
    for seat, share in enumerate(match.by_seat):
        wide = round(_PANEL * share, 1)
        parts.append(
            f'<rect x="{round(x, 1)}" y="{y + 4}" width="{wide}" height="7" fill="{_SEATS[seat]}">'
            f"<title>seat {seat + 1}: {100 * share:.0f} %</title></rect>"
        )
        x += wide
    if match.game in LIMITS:
        low, high = wilson(match.limited, len(match.rows))
        wide = round(_PANEL * match.limited / len(match.rows), 1)
        ends = [round(x0 + _PANEL * v, 1) for v in (low, high)]
        middle = y + 19
        parts.append(f'<rect x="{x0}" y="{y + 14}" width="{max(wide, 1)}" height="10" fill="{_BAD}" stroke="{INK}"/>')
        parts.append(f'<path d="M{ends[0]} {middle}H{ends[1]}" stroke="{INK}" stroke-width="1.5"/>')
    return parts
