"""A study as one page of HTML with its plots, and as a page of Markdown for a repository."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kotva.arena.balance import plots
from kotva.arena.balance.figures import Study
from kotva.arena.balance.verdict import BAD, GOOD, NOTE, BalanceFinding, VersionChange, verdict
from kotva.scene.look import DAY, SANS, SERIF

_MARKS = {GOOD: "✓", NOTE: "·", BAD: "!"}
HEADS = {
    "seats": "Who wins",
    "length": "How long it takes",
    "choices": "What there is to decide",
    "ladder": "Depth",
    "drama": "How it feels",
    "worth": "What is worth something",
    "unreached": "What never happens",
}
_STYLE = f"""
body {{ margin: 0 auto; max-width: 760px; padding: 1rem; background: {DAY["paper"]}; color: {DAY["ink"]};
  font: 16px/1.5 {SANS}; }}
h1, h2 {{ font-family: {SERIF}; line-height: 1.2; }}
ul {{ list-style: none; padding: 0; }}
li {{ padding: .15rem 0 .15rem 1.6rem; position: relative; }}
li::before {{ content: attr(data-mark); position: absolute; left: .3rem; font-weight: 700; }}
li.bad {{ color: {DAY["accent"]}; }}
svg {{ max-width: 100%; height: auto; margin: .5rem 0; }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; }}
td, th {{ padding: .15rem .6rem; border-bottom: 1px solid {DAY["line"]}; text-align: left; }}
td + td {{ text-align: right; }}
.quiet {{ color: {DAY["muted"]}; }}
"""


def drawings(study: Study) -> dict[str, list[tuple[str, str]]]:
    """The plots by the part of the verdict that they stand at, each with a name."""
    out = {
        "seats": [("seats", plots.seats(study))],
        "length": [("length", plots.length(study))],
        "choices": [("used", plots.used(study))],
        "unreached": [("endings", plots.endings(study))],
    }
    if study.ladder:
        out["ladder"] = [("ladder", plots.ladder(study))]
    if study.curve():
        out["drama"] = [("settled", plots.settled(study))]
    if study.worths:
        out["worth"] = [("worth", plots.worth(study))]
    return out


def about(study: Study) -> str:
    """What was played, in one line."""
    given = ", ".join(f"{name}={value}" for name, value in sorted(study.options.items()))
    return (
        f"{len(study.rows)} games of {study.seats} {study.bot} bots, rules {study.game.version}, "
        f"{given or 'default options'}. Bots are no people: what they do not see, people may."
    )


def html(study: Study, changes: Sequence[VersionChange] = (), second: str = "") -> str:
    """The page."""
    pictures = drawings(study)
    found = verdict(study)
    parts = [
        (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f"<title>{escape(study.game.title)}: balance</title><style>{_STYLE}</style>"
            f"<h1>{escape(study.game.title)}: balance</h1><p>{escape(about(study))}</p>"
        )
    ]
    for name, head in HEADS.items():
        here = [finding for finding in found if finding.about == name]
        if not here:
            continue
        parts.append(f"<h2>{head}</h2><ul>{''.join(map(_line, here))}</ul>")
        parts += [picture for _, picture in pictures.get(name, ())]
    if changes:
        parts.append(f"<h2>Beside {escape(second)}</h2><ul>")
        parts += [f'<li data-mark="{"!" if change.sure else "·"}">{escape(change.text())}</li>' for change in changes]
        parts.append("</ul>")
    parts.append(
        "<h2>Every kind of action</h2><table><tr><th>action<th>decisions with it<th>taken<th>games with it</tr>"
    )
    for kind in study.kinds():
        parts.append(f"<tr><td><code>{escape(kind.words)}</code><td>{kind.offered}<td>{kind.used}<td>{kind.games}</tr>")
    return "".join([*parts, "</table></html>\n"])


def _line(finding: BalanceFinding) -> str:
    return f'<li class="{finding.tone}" data-mark="{_MARKS[finding.tone]}">{code(escape(finding.text))}</li>'


def code(text: str) -> str:
    """What stands between backticks, as code."""
    parts = text.split("`")
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))


def text(study: Study, changes: Sequence[VersionChange] = (), second: str = "") -> str:
    """The verdict for a terminal."""
    lines = [f"{study.game.title}: {about(study)}"]
    last = ""
    for finding in verdict(study):
        if finding.about != last:
            lines += ["", HEADS[finding.about]]
            last = finding.about
        lines.append(f"  {_MARKS[finding.tone]} {finding.text}")
    if changes:
        lines += ["", f"Beside {second}"]
        lines += [f"  {'!' if change.sure else '·'} {change.text()}" for change in changes]
    return "\n".join(lines)
