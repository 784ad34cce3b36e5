"""The standings over the rounds as a picture: a line a player, the best on top."""

from __future__ import annotations

from html import escape

from kotva.engine.say import Say
from kotva.tournament.documents import ranks_over_rounds
from kotva.tournament.state import State

_COLOURS = ("#0b5c7a", "#b3471d", "#3a7d2c", "#7a3b8f", "#8a6d00", "#1f4fa3", "#a32350", "#4d4d4d")
_DASHES = ("", "6 3", "2 3")  # colour is never the only difference
_WIDTH, _ROW, _TOP, _LEFT, _STEP = 260, 18, 56, 40, 110


def ranks_chart(state: State, say: Say) -> str:
    """An SVG with every player's rank after each round; names stand at the right."""
    ranks = ranks_over_rounds(state)
    rounds = state.completed
    width = _LEFT + _STEP * max(rounds - 1, 0) + _WIDTH
    height = _TOP + _ROW * max(len(ranks), 1) + 20
    title = escape(f"{state.name}: {say('standings')}")
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="12" role="img"><title>{title}</title>'
    )
    out = [
        head,
        f'<rect width="{width}" height="{height}" fill="#fff"/><text x="12" y="22" font-size="15">{title}</text>',
    ]
    for number in range(1, rounds + 1):
        x = _LEFT + _STEP * (number - 1)
        out.append(
            f'<text x="{x}" y="{_TOP - 14}" text-anchor="middle" fill="#555">{say("Round {n}", n=number)}</text>'
        )
    for i, (player, found) in enumerate(ranks.items()):
        style = (
            f'stroke="{_COLOURS[i % len(_COLOURS)]}" stroke-dasharray="{_DASHES[i // len(_COLOURS) % len(_DASHES)]}"'
        )
        places = [(_LEFT + _STEP * k, _TOP + _ROW * (rank - 1)) for k, rank in enumerate(found) if rank is not None]
        points = " ".join(f"{x},{y}" for x, y in places)
        out.append(f'<polyline points="{points}" fill="none" stroke-width="2" {style}/>')
        out += [f'<circle cx="{x}" cy="{y}" r="3" fill="{_COLOURS[i % len(_COLOURS)]}"/>' for x, y in places]
        if places:
            x, y = places[-1]
            label = f"{found[-1] if found[-1] is not None else '–'}  {escape(state.label(player))}"
            out.append(f'<text x="{x + 12}" y="{y + 4}">{label}</text>')
    return "\n".join([*out, "</svg>", ""])
