"""The standings over the rounds as a picture: a line a player, the best on top."""

from __future__ import annotations

from html import escape

from kotva.engine.say import Say
from kotva.scene.look import colours
from kotva.tournament.documents import ranks_over_rounds
from kotva.tournament.state import TournamentState

# Lines that can be told apart on paper by day and on deep blue by night.
_COLOURS = {
    "day": ("#0b5c7a", "#b3471d", "#3a7d2c", "#7a3b8f", "#8a6d00", "#1f4fa3", "#a32350", "#4d4d4d"),
    "night": ("#6cc4e0", "#f0916b", "#8fce7c", "#cf9ae0", "#dcc15a", "#8fb2f5", "#f08fb0", "#c9c9c9"),
}
_DASHES = ("", "6 3", "2 3")  # colour is never the only difference
_WIDTH, _ROW, _TOP, _LEFT, _STEP = 260, 18, 56, 40, 110


def ranks_chart(state: TournamentState, say: Say, theme: str = "day") -> str:
    """An SVG with every player's rank after each round; names stand at the right."""
    ranks = ranks_over_rounds(state)
    look, lines = colours(theme), _COLOURS[theme]
    rounds = state.completed
    longest = max((len(state.label(player)) for player in ranks), default=0)
    width = _LEFT + _STEP * max(rounds - 1, 0) + max(_WIDTH, 46 + 7 * longest)
    height = _TOP + _ROW * max(len(ranks), 1) + 20
    standing = say("Standings")
    title = escape(f"{state.name}: {standing}")
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="12" fill="{look["ink"]}" role="img"><title>{title}</title>'
    )
    out = [
        head,
        f'<rect width="{width}" height="{height}" fill="{look["card"]}"/><text x="12" y="22" font-size="15">{title}</text>',
    ]
    for number in range(1, rounds + 1):
        x = _LEFT + _STEP * (number - 1)
        out.append(
            f'<text x="{x}" y="{_TOP - 14}" text-anchor="middle" fill="{look["muted"]}">{say("Round {n}", n=number)}</text>'
        )
    for i, (player, found) in enumerate(ranks.items()):
        style = f'stroke="{lines[i % len(lines)]}" stroke-dasharray="{_DASHES[i // len(lines) % len(_DASHES)]}"'
        places = [(_LEFT + _STEP * k, _TOP + _ROW * (rank - 1)) for k, rank in enumerate(found) if rank is not None]
        points = " ".join(f"{x},{y}" for x, y in places)
        out.append(f'<polyline points="{points}" fill="none" stroke-width="2" {style}/>')
        out += [f'<circle cx="{x}" cy="{y}" r="3" fill="{lines[i % len(lines)]}"/>' for x, y in places]
        if places:
            x, y = places[-1]
            label = f"{found[-1] if found[-1] is not None else '–'}  {escape(state.label(player))}"
            out.append(f'<text x="{x + 12}" y="{y + 4}">{label}</text>')
    return "\n".join([*out, "</svg>", ""])
