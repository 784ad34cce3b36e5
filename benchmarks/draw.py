"""`python -m benchmarks.draw`: how good the draw is and how long it takes (TOU-7), beside what people use today.

    python -m benchmarks.draw            measure all, bring RESULTS.md, results.json and draw.svg up to date
    python -m benchmarks.draw --json     print what was measured and write nothing
    python -m benchmarks.draw --quick    a fast look at a few player counts; nothing is written

Times are processor time on one core.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Literal

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.draw_plot import Point, plot
from benchmarks.figures import Figure
from benchmarks.referee import referee
from benchmarks.report import keep, markdown
from benchmarks.rivals import RIVALS, meetings
from kotva.tournament.draw import Drawn, DrawOptions, DrawProblem, Entrant, draw
from kotva.tournament.draw.problem import Mode

HERE = Path(__file__).resolve().parent
OURS = "Kotva"
Tick = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Round:
    """One drawn round of a tournament with random results."""

    n: int
    round: int
    problem: DrawProblem
    drawn: Drawn
    seconds: float

    @property
    def meetings(self) -> tuple[int, int]:
        return int(self.drawn.value("O1")), int(self.drawn.value("O2"))


def tournament(n: int, rounds: int, seed: str, options: DrawOptions, mode: Mode = "random") -> list[Round]:
    """Draw, play with random results, draw again."""
    chance = random.Random(seed)
    points = {f"P{i}": 0 for i in range(1, n + 1)}
    met: list[tuple[str, ...]] = []
    found = []
    for r in range(1, rounds + 1):
        players = tuple(Entrant(id, pp) for id, pp in points.items())
        problem = DrawProblem(seed, r, players, met=tuple(met), options=options, mode=mode)
        start = process_time()
        drawn = draw(problem)
        found.append(Round(n, r, problem, drawn, process_time() - start))
        for table in drawn.tables:
            met.append(table.seats)
            order = list(table.seats)
            chance.shuffle(order)
            for place, id in enumerate(order):
                points[id] += 4 - place
    return found


def free_of_repeats(counts: Sequence[int], tick: Tick) -> list[int]:
    """TOU-7.4, TOU-7.5: the player counts with a repeat in three rounds; by the rules there is none.

    Fours alone need nothing; with short tables the rule of TOU-4 must not stand in the way (`short.rule=lot`).
    """
    bad = []
    for n in counts:
        options = DrawOptions() if n % 4 == 0 else DrawOptions(short_rule="lot")
        rounds = tournament(n, 3, f"free{n}", options)
        if any(r.meetings != (0, 0) or not r.drawn.proven for r in rounds):
            bad.append(n)
        tick()
    return bad


def refereed(counts: Sequence[int], rounds: int, tick: Tick) -> tuple[int, int]:
    """How many optima HiGHS confirmed, of how many."""
    good = total = 0
    for n in counts:
        for r in tournament(n, rounds, f"exact{n}", DrawOptions()):
            if r.round > 1:
                total += 1
                good += r.meetings == referee(r.problem) and r.drawn.proven
        tick()
    return good, total


def later(counts: Sequence[int], rounds: int, tick: Tick) -> list[Round]:
    """Rounds 4 and on, default rules."""
    found = []
    for n in counts:
        found += tournament(n, rounds, f"later{n}", DrawOptions())[3:]
        tick()
    return found


def ratio(r: Round) -> float:
    """How far a round is from its bound in O2, given that O1 is at its bound; 1 is optimal."""
    bound = dict(zip(r.drawn.order, r.drawn.bound))
    trios, pairs = r.meetings
    if trios > bound["O1"]:
        return float("inf")
    return 1.0 if pairs == bound["O2"] else float("inf") if not bound["O2"] else pairs / float(bound["O2"])


PRIORITIES: tuple[Literal["avoid", "strength"], ...] = ("avoid", "strength")


def swiss(counts: Sequence[int], rounds: int, tick: Tick) -> list[Round]:
    """TOU-19.8: Swiss rounds from the second on, with meetings before strength and with strength before meetings."""
    found = []
    for n in counts:
        for priority in PRIORITIES:
            found += tournament(n, rounds, f"swiss{n}", DrawOptions(swiss_priority=priority), "swiss")[1:]
        tick()
    return found


def beyond(r: Round) -> float:
    """How far a Swiss round is from its bound in the first objective that differs from it; 1 is optimal."""
    for name, most, least in list(zip(r.drawn.order, r.drawn.vector, r.drawn.bound))[:3]:
        if most != least:
            last = name == r.drawn.order[2] == "O2"  # meetings after strength: a tie-break, not a promise
            return 1.0 if last else float(most / least) if least else float("inf")
    return 1.0


def swiss_refereed(counts: Sequence[int], rounds: int, tick: Tick) -> tuple[int, int]:
    """How many Swiss rounds are the best there are by HiGHS, in all three of O1, O2 and OS, of how many."""
    good = total = 0
    for n in counts:
        for r in swiss((n,), rounds, lambda: None):
            total += 1
            good += r.drawn.vector[:3] == referee(r.problem, r.drawn.order[:3])
        tick()
    return good, total


def rivals(counts: Sequence[int], rounds: int, slowest: float, tick: Tick) -> list[Point]:
    """Repeated pairs (a third meeting counts as another) and time per round; a method that is too slow stops."""
    found = []
    for name in (OURS, *RIVALS):
        for n in counts:
            repeats, seconds = _ours(n, rounds) if name == OURS else _theirs(name, n, rounds)
            found.append(Point(name, n, repeats, seconds))
            tick()
            if seconds > slowest:
                break
    return found


def _ours(n: int, rounds: int) -> tuple[int, float]:
    drawn = tournament(n, rounds, f"rivals{n}", DrawOptions())
    return sum(len(r.drawn.pairs) for r in drawn), median(r.seconds for r in drawn[1:])


def _theirs(name: str, n: int, rounds: int) -> tuple[int, float]:
    chance = random.Random(f"rivals{n}")
    players = [f"P{i}" for i in range(1, n + 1)]
    tables: list[list[str]] = []
    repeats, times = 0, []
    for _ in range(rounds):
        met = meetings(tables)
        start = process_time()
        now = RIVALS[name](players, met, chance)
        times.append(process_time() - start)
        repeats += sum(pair in met for pair in meetings(now))
        tables += now
    return repeats, median(times[1:])


def share(what: str, good: int, total: int, note: str, target: float = 1.0) -> Figure:
    return Figure("draw", "draw", what, good / total, good / total, good / total, target, unit="%", note=note)


def swiss_figure(what: str, rounds: Sequence[Round], target: float = 0.0) -> Figure:
    ratios = [beyond(r) for r in rounds]
    note = f"{min(r.n for r in rounds)} to {max(r.n for r in rounds)} players"
    return Figure("draw", "draw", what, max(ratios), min(ratios), max(ratios), target, True, "times", note)


def seconds(what: str, times: Sequence[float], target: float, note: str = "") -> Figure:
    return Figure("draw", "draw", what, median(times), min(times), max(times), target, True, "s", note)


def told(r: Round) -> dict[str, object]:
    """One round for `--json`."""
    return {
        "players": r.n,
        "round": r.round,
        "order": r.drawn.order,
        "vector": [int(v) for v in r.drawn.vector],
        "bound": [int(v) for v in r.drawn.bound],
        "proven": r.drawn.proven,
        "seconds": r.seconds,
    }


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print what was measured as JSON; nothing is written.")
@click.option("--quick", is_flag=True, help="A fast look at a few player counts; nothing is written.")
def main(as_json: bool, quick: bool) -> None:
    """Measure the draw of tournaments."""
    free = range(16, 401, 48 if quick else 1)
    exact = (6, 7, 10) if quick else (3, 4, *range(6, 23))
    rest = (13, 20) if quick else (*range(13, 41), 44, 48, 52, 60, 80, 100, 200)
    sizes = (16, 40) if quick else (16, 20, 24, 32, 40, 60, 80, 100, 160, 200, 400)
    few = (13, 20) if quick else tuple(range(13, 41))
    crowds = (60,) if quick else (50, 60, 74, 100, 150, 200, 300, 400)
    small = (13,) if quick else tuple(range(13, 21))
    rounds = 3 if quick else 8
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as progress:

        def bar(name: str, total: int) -> Tick:
            task = progress.add_task(name, total=total)
            return lambda: progress.advance(task)

        bad = free_of_repeats(free, bar("three rounds without a repeat", len(free)))
        good, total = refereed(exact, 3, bar("optima beside HiGHS", len(exact)))
        late = later(rest, 5 if quick else 8, bar("rounds 4 to 8", len(rest)))
        strong = swiss(few, 5, bar("Swiss rounds", len(few)))
        many = swiss(crowds, 5, bar("large Swiss rounds", len(crowds)))
        strong_good, strong_total = swiss_refereed(small, 5, bar("Swiss rounds beside HiGHS", len(small)))
        timed = {
            n: tournament(n, 3 if quick else 5, "time", DrawOptions()) for n in ((40,) if quick else (40, 200, 1000))
        }
        compared = rivals(sizes, rounds, 1.0 if quick else 20.0, bar("beside others", 4 * len(sizes)))
    worst = max((ratio(r) for r in late), default=1.0)
    figures = [
        share("player counts free of repeats for three rounds", len(free) - len(bad), len(free), "16 to 400 players"),
        share(
            "optima of rounds 2 and 3 confirmed by HiGHS",
            good,
            total,
            f"{exact[0]} to {exact[-1]} players, without 5 and its byes",
        ),
        share(
            "rounds 4 to 8 proven optimal",
            sum(r.drawn.proven for r in late),
            len(late),
            f"{rest[0]} to {rest[-1]} players",
        ),
        Figure("draw", "draw", "rounds 4 to 8, worst beside the bound", worst, 1.0, worst, 2.0, True, "times"),
        seconds("slowest of rounds 4 to 8, up to 40 players", [max(r.seconds for r in late if r.n <= 40)], 1.0),
        share(
            "Swiss rounds 2 to 5 that are optimal by HiGHS, both priorities",
            strong_good,
            strong_total,
            f"{small[0]} to {small[-1]} players",
        ),
        share(
            "Swiss rounds 2 to 5 whose meetings and strength are proven the best",
            sum(beyond(r) == 1.0 for r in strong),
            len(strong),
            f"{few[0]} to {few[-1]} players, both priorities",
            target=0.0,
        ),
        swiss_figure("Swiss rounds 2 to 5, beside the bound", strong, 2.0),
        swiss_figure("large Swiss rounds 2 to 5, beside the bound", many, 2.0),
        seconds("slowest of Swiss rounds, up to 40 players", [max(r.seconds for r in strong)], 1.0),
        seconds("slowest of Swiss rounds, up to 200 players", [max(r.seconds for r in many if r.n <= 200)], 10.0),
        seconds("slowest of Swiss rounds, up to 400 players", [max(r.seconds for r in many)], 0.0),
    ]
    targets = {40: 1.0, 200: 10.0, 1000: 5.0}
    figures += [
        seconds(f"a round for {n:,} players", [r.seconds for r in drawn], targets[n], f"rounds 1 to {len(drawn)}")
        for n, drawn in timed.items()
    ]
    for point in compared:
        if point.n in (24, 40):
            what = f"repeated pairs in {rounds} rounds, {point.n} players: {point.method}"
            figures.append(Figure("draw", "draw", what, point.repeats, point.repeats, point.repeats))
    if as_json:
        measured = {
            "figures": [asdict(figure) for figure in figures],
            "with_a_repeat": bad,
            "later": [told(r) for r in late],
            "swiss": [told(r) for r in (*strong, *many)],
            "compared": [asdict(point) for point in compared],
        }
        click.echo(json.dumps(measured, indent=1))
    elif quick:
        click.echo(markdown(figures))
    else:
        (HERE / "draw.svg").write_text(plot(compared, rounds), encoding="utf-8")
        click.echo(markdown([figure for figure in keep(figures) if figure.group == "draw"]))


if __name__ == "__main__":
    main()
