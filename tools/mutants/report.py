"""docs/mutants.md and its picture: how many rules were broken, and how many of the breaks a test noticed."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass

from kotva.arena.chart import Bar, bars
from tools.mutants.hunt import Verdict
from tools.mutants.rooms import HERE, LONG, ROOT

GOAL = 0.95
_COLUMNS = ("first kind", "second kind", "tests written for")
_BESIDE = "Tests were written for what survived in this very sample"


@dataclass(frozen=True, slots=True)
class Score:
    """What became of the mutants of a room."""

    room: str
    every: int
    verdicts: dict[str, Verdict]
    reasons: dict[str, str]

    def equivalent(self) -> dict[str, str]:
        """Mutants of this sample that nobody could notice. One that a test killed after all was judged wrongly."""
        return {name: self.reasons[name] for name, v in self.verdicts.items() if not v.by and name in self.reasons}

    def survivors(self) -> list[str]:
        return [name for name, v in self.verdicts.items() if not v.by and name not in self.reasons]

    @property
    def killed(self) -> int:
        return sum(bool(verdict.by) for verdict in self.verdicts.values())

    @property
    def counted(self) -> int:
        return len(self.verdicts) - len(self.equivalent())

    @property
    def share(self) -> float:
        return self.killed / self.counted if self.counted else 1.0

    def line(self) -> str:
        alive = len(self.survivors())
        known = len(self.equivalent())
        return (
            f"{self.room}: {self.killed} of {self.counted} killed ({self.share:.1%}), {alive} alive, {known} equivalent"
        )


def write(scores: list[Score], waiting: list[str], size: int, seed: int) -> None:
    (ROOT / "docs" / "mutants.md").write_text(page(scores, waiting, size, seed), encoding="utf-8")
    (ROOT / "docs" / "mutants.svg").write_text(picture(scores), encoding="utf-8")


def renew() -> None:
    """Write the tables of samples anew into the page, and leave the rest as the last run of `make mutants` wrote it."""
    file = ROOT / "docs" / "mutants.md"
    before, mark, rest = file.read_text(encoding="utf-8").partition(f"\n{_BESIDE}")
    assert mark, "the page has no samples"
    after = re.search(r"\n(Not yet tried|## (?!Slips))", rest)
    kept = rest[after.start() :] if after else "\n"
    file.write_text(before + "\n".join(samples()) + "\n" + kept, encoding="utf-8")


def picture(scores: list[Score]) -> str:
    rows = [
        Bar(s.room, s.share, s.share, s.share, GOAL, f"{s.share:.1%} of {s.counted}")
        for s in scores
    ]  # fmt: skip
    return bars(
        "Broken rules that a test noticed",
        rows,
        f"Tests were written for this sample: see the page for another one. Dashes: the goal, {GOAL:.0%}.",
    )


def second_kind() -> list[str]:
    """The two kinds side by side, as far as they were tried; written into slips.toml by hand after each run."""
    found = tomllib.loads((HERE / "slips.toml").read_text(encoding="utf-8"))
    out = [
        "",
        "## Slips: the second kind",
        "",
        "What people do and the changes above do not: two arguments exchanged, two effects in the other order, a reset",
        "forgotten at the end of a turn, the wrong seat in an event, an option ignored, an end for another reason, an entry of a",
        "table off by one, something hidden shown to one more role (`tools/mutants/slips.py`; `python -m tools.mutants match",
        "--slips`). Goals are of the first kind alone. The client is what the page does by itself (choosing, forms, messages),",
        "broken by `python -m tools.mutants.scripts` and noticed by tests in node. Samples that nobody had looked at, both kinds",
        "beside each other; and at last the samples of the first kind that tests were written for afterwards:",
        "",
        f"| part | {' | '.join(f'{kind}: tried | killed | of those that matter' for kind in _COLUMNS)} |",
        f"| --- |{9 * ' ---: |'}",
    ]
    for part, one in found.items():
        kinds = (_tried(one.get(kind)) for kind in ("first", "second", "tuned"))
        out.append(f"| {part} | {' | '.join(kinds)} |")
    return out


def _tried(one: dict[str, int] | None) -> str:
    if one is None:
        return "not tried | – | –"
    share = one["killed"] / (one["tried"] - one["equivalent"])
    return f"{one['tried']} | {one['killed']} | {share:.1%}"


def samples() -> list[str]:
    """What was tried once, before anybody looked (fresh.toml), and both kinds side by side (slips.toml)."""
    out = [
        "",
        f"{_BESIDE}, so it says more of itself than of all mutants. Others were",
        "tried once, before anybody looked at them; which of their survivors nobody could notice was judged then, and the rest",
        "had tests before the next sample was drawn.",
        "",
        "| rules of | tried | killed | equivalent | killed of those that matter |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    fresh = tomllib.loads((HERE / "fresh.toml").read_text(encoding="utf-8"))
    for room, one in fresh.items():
        share = one["killed"] / (one["tried"] - one["equivalent"])
        out.append(f"| {room} | {one['tried']} | {one['killed']} | {one['equivalent']} | {share:.1%} |")
    return out + second_kind()


def page(scores: list[Score], waiting: list[str], size: int, seed: int) -> str:
    drawn = f"a sample of {size} of each (seed {seed})" if size else "all of them"
    out = [
        "# Mutants: rules broken on purpose",
        "",
        "Written by `make mutants`; do not edit. A mutant is one small change of the rules: a comparison, a constant off by one,",
        "a condition dropped, `and` for `or`, `+` for `-`, a statement removed, a clause that no longer forbids. It is *killed*",
        "when a test that names a rule fails (golden files, counts of positions and tests that cite no clause do not count; for",
        "matches, which have no clauses, their own tests do; tests that play whole games and take longer than",
        f"{LONG} s on plain Python are left out). Tried: {drawn}.",
        "",
        "![how many were noticed](mutants.svg)",
        "",
        "| rules of | mutants | tried | killed | survived | no test gets there | equivalent | killed of those that matter |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for s in scores:
        fates = Counter(s.verdicts[name].fate for name in s.survivors())
        out.append(
            f"| {s.room} | {s.every} | {len(s.verdicts)} | {s.killed} | {fates['survived']} | {fates['unreached']} "
            f"| {len(s.equivalent())} | {s.share:.1%} |"
        )
    out += samples()
    if waiting:
        out += ["", f"Not yet tried with the rules and tests of today: {', '.join(waiting)}."]
    for s in scores:
        if s.survivors():
            out += ["", f"## {s.room}: alive", ""]
            out += [f"- `{name}`" for name in sorted(s.survivors())]
    for s in scores:
        if s.equivalent():
            out += ["", f"## {s.room}: equivalent", "", "Nobody could notice these, each for its reason.", ""]
            out += [f"- `{name}`: {reason}" for name, reason in sorted(s.equivalent().items())]
    return "\n".join([*out, ""])
