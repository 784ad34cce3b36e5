"""Are the chances of hints and reviews true? `python -m benchmarks.chances [--play bosman:2 --games 500] [--jobs 2]`

Bots that search play games; at some decisions of each a hint is asked (as `kotva.learn.hints` gives it, before it is mended) and
everybody's chances are worked out as for the curve of a review. Then it is known who won. Games stand in `chances.jsonl.xz`.
The numbers of `Game.bots.calibration` are fitted to games with even numbers; the table and the picture are of the odd ones, which
the fit has not seen. Without `--play` nothing is played: CHANCES.md and chances.svg are written anew.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections import defaultdict
from dataclasses import dataclass, field
from math import log, pi
from pathlib import Path
from random import Random
from typing import Final

from joblib import Parallel, delayed
from rich.console import Console
from rich.progress import track

from kotva import games as registry
from kotva.bots import Mcts
from kotva.engine.arrays import Rng
from kotva.engine.calibration import Calibration
from kotva.engine.game import PLAYED, Event
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OVER, State
from kotva.learn.hints import chances, think

HERE = Path(__file__).parent
KEPT = HERE / "chances.jsonl.xz"
PLAYERS: Final = 60  # simulations of the bots that play
LOOK: Final = (
    1000  # simulations of what is asked about; hints at a table have 4,000, decisions in a review 160 to 1,200
)
CURVE: Final = 60  # games played on for a point of the curve
ASKED: Final = 6  # decisions of a game that are asked about
STEPS: Final = 10
PART: Final = 20  # games that are played before they are kept
GOAL: Final = 0.03


@dataclass(slots=True)
class AskedGame:
    """A game: what hints and curves said in it, and who won."""

    game: str
    seats: int
    number: int
    hints: list[tuple[int, float]] = field(
        default_factory=list
    )  # the seat that decided, and the chance of its best choice
    curve: list[list[float]] = field(default_factory=list)
    won: list[float] = field(default_factory=list)  # by seat: 1, or the share of a shared first place

    def line(self) -> str:
        curve = [[round(chance, 3) for chance in point] for point in self.curve]
        return json.dumps([self.game, self.seats, self.number, self.hints, curve, self.won], separators=(",", ":"))

    @staticmethod
    def read(line: str) -> AskedGame:
        game, seats, number, hints, curve, won = json.loads(line)
        return AskedGame(game, seats, number, [(seat, chance) for seat, chance in hints], curve, won)


def play(game_id: str, seats: int, number: int) -> AskedGame:
    """The game of a number; it is asked about when it is over, so that all parts of it are."""
    game, random = registry.load(game_id), Random(f"chances/{number}")
    options = game.choose_options(seats)
    state, rng, out = game.rules.new(options), Rng(random.getrandbits(40)), Moves()
    bots = [Mcts(random.getrandbits(30), simulations=PLAYERS) for _ in range(seats)]
    news: list[list[Event]] = [[] for _ in bots]
    moments: list[tuple[int, State]] = []
    while (actor := int(state.to_act())) != OVER and len(moments) < game.rules.longest(options):
        if actor == CHANCE:
            action = int(state.sample(rng, out))
        else:
            view = game.view(state, actor, options, news[actor])
            if len(view.legal()) > 1:
                moments.append((actor, state.clone()))
            action = bots[actor].choose(view)
            news[actor].clear()
        state.apply(actor, action)
        for heard in news:
            heard.append((PLAYED, actor, action, 0))
    found = AskedGame(game_id, seats, number)
    if state.to_act() != OVER:
        return found
    first = [int(state.rank(seat)) == 1 for seat in range(seats)]
    found.won = [round(one / sum(first), 3) for one in first]
    for actor, moment in random.sample(moments, min(ASKED, len(moments))):
        seed = random.getrandbits(30)
        found.hints.append((actor, round(think(game.view(moment, actor, options), LOOK, seed)[0].chance, 3)))
        found.curve.append(chances(game.view(moment, None, options), CURVE, seed))
    return found


def kept() -> list[AskedGame]:
    """All games that were played so far."""
    if not KEPT.exists():
        return []
    with lzma.open(KEPT, "rt", encoding="ascii") as lines:
        return [AskedGame.read(line) for line in lines]


def add(game_id: str, seats: int, games: int, jobs: int) -> None:
    """Play what is missing of so many games; they are kept a few at a time."""
    found = kept()
    there = {one.number for one in found if (one.game, one.seats) == (game_id, seats)}
    left = [number for number in range(games) if number not in there]
    for first in track(range(0, len(left), PART), f"{game_id} {seats}", console=Console(stderr=True)):
        parts = Parallel(n_jobs=jobs)(delayed(play)(game_id, seats, number) for number in left[first : first + PART])
        found += parts
        found.sort(key=lambda one: (one.game, one.seats, one.number))
        with lzma.open(KEPT, "wt", preset=9 | lzma.PRESET_EXTREME, encoding="ascii") as out:
            out.writelines(one.line() + "\n" for one in found)


# -- what was said, and what came true -------------------------------------------------------------------------------------

Pairs = list[tuple[float, float]]  # a chance, and what came of it


def hints_of(games: list[AskedGame], by: Calibration) -> Pairs:
    return [(by.of_choice(chance), one.won[seat]) for one in games for seat, chance in one.hints]


def curve_of(games: list[AskedGame], by: Calibration) -> Pairs:
    return [pair for one in games for point in one.curve for pair in zip(by.of_all(point), one.won)]


def loss(pairs: Pairs) -> float:
    """How much of a surprise it was, in nats."""
    total = 0.0
    for said, came in pairs:
        said = min(max(said, 0.002), 0.998)
        total -= came * log(said) + (1 - came) * log(1 - said)
    return total / max(1, len(pairs))


def fit(games: list[AskedGame]) -> Calibration:
    """The numbers with the least loss, to a twentieth."""
    steps = [n / 20 for n in range(6, 51)]
    slope, shift = min(
        ((slope, shift / 20) for slope in steps for shift in range(-20, 11)),
        key=lambda pair: loss(hints_of(games, Calibration(*pair))),
    )
    curve = min(steps, key=lambda power: loss(curve_of(games, Calibration(1, 0, power))))
    return Calibration(slope, shift, curve)


def bins(pairs: Pairs) -> list[tuple[int, float, float]]:
    """In ten steps of the chance: how many, what was said on average, and how much of it came true."""
    found: dict[int, Pairs] = defaultdict(list)
    for said, came in pairs:
        found[min(STEPS - 1, int(said * STEPS))].append((said, came))
    return [
        (len(there), sum(said for said, _ in there) / len(there), sum(came for _, came in there) / len(there))
        for _, there in sorted(found.items())
    ]


def off(pairs: Pairs) -> float:
    """By how much the steps are off, on average over all that was said."""
    return sum(n * abs(said - came) for n, said, came in bins(pairs)) / max(1, len(pairs))


def by_luck(pairs: Pairs) -> float:
    """By how much the steps would be off by luck alone, if every decision were a game of its own."""
    spread = sum(n * (said * (1 - said) / n) ** 0.5 for n, said, _ in bins(pairs))
    return float((2 / pi) ** 0.5 * spread / max(1, len(pairs)))


def report() -> str:
    """CHANCES.md."""
    groups: dict[tuple[str, int], list[AskedGame]] = defaultdict(list)
    for one in kept():
        if one.won:
            groups[one.game, one.seats].append(one)
    parts, pictures = [HEAD], []
    summary = [
        "| game | players | games | of hints before | now | by luck | of curves before | now | in the game | fitted here |"
    ]
    summary += ["|---|---:|---:|---:|---:|---:|---:|---:|---|---|"]
    tables = []
    for (game_id, seats), games in sorted(groups.items()):
        even = [one for one in games if one.number % 2 == 0]
        odd = [one for one in games if one.number % 2]
        plain, shipped, fitted = (
            Calibration(),
            registry.load(game_id).bots.calibration.get(seats, Calibration()),
            fit(even),
        )
        said = [off(hints_of(odd, by)) for by in (plain, shipped)] + [by_luck(hints_of(odd, plain))]
        said += [off(curve_of(odd, by)) for by in (plain, shipped)]
        summary.append(
            f"| {game_id} | {seats} | {len(games)} | "
            + " | ".join(f"{100 * x:.1f}" for x in said)
            + f" | {_numbers(shipped)} | {_numbers(fitted)} |"
        )
        rows = {name: bins(hints_of(odd, by)) for name, by in (("before", plain), ("now", shipped))}
        pictures.append((f"{game_id}, {seats} players", rows))
        tables.append(f"\n### {game_id}, {seats} players\n\n| hints say (now) | won | decisions |\n|---:|---:|---:|")
        tables += [f"| {100 * said:.0f} % | {100 * came:.0f} % | {n} |" for n, said, came in rows["now"]]
    (HERE / "chances.svg").write_text(draw(pictures), encoding="utf-8")
    return "\n".join([*parts, *summary, "", "![What was said and what came true](chances.svg)", *tables, ""])


def _numbers(by: Calibration) -> str:
    return f"{by.slope:g}, {by.shift:+g}; {by.curve:g}"


HEAD = f"""# Are the chances true?

Made by `python -m benchmarks.chances`; do not edit. Bots of {PLAYERS} simulations play, {ASKED} decisions of each game are
asked about with {LOOK} simulations. Of all that hints and curves of reviews say, by how many points is it off, on average over
ten steps of the chance? The goal is 3. All figures are of games with odd numbers; the calibrations (slope, shift of hints; power
of the curve) are fitted to the even ones, so no game here was seen by the fit. "By luck": how much a table of true chances would
be off with so few decisions, or more, because those of one game are not independent. People may play otherwise than such bots.
"""


def draw(pictures: list[tuple[str, dict[str, list[tuple[int, float, float]]]]]) -> str:
    """A square for each game and number of seats: what was said to the right, what came true upwards."""
    across, size = 4, 200
    out = []
    for number, (title, rows) in enumerate(pictures):
        x, y = number % across * size, number // across * (size + 20)
        out.append(f'<g transform="translate({x + 20} {y + 30})"><text x="0" y="-8">{title}</text>')
        out.append('<path d="M0 0V160H160" fill="none" stroke="#333"/><path d="M0 160L160 0" stroke="#bbb"/>')
        for name, colour in (("before", "#c97b2d"), ("now", "#1f6f8b")):
            for n, said, came in rows[name]:
                radius = 1.5 + min(4.0, n**0.25 / 2)
                out.append(
                    f'<circle cx="{160 * said:.1f}" cy="{160 - 160 * came:.1f}" r="{radius:.1f}" fill="{colour}" opacity=".8"/>'
                )
        out.append("</g>")
    height = (len(pictures) + across - 1) // across * (size + 20) + 30
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across * size} {height}" font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(out)}'
        f'<text x="20" y="{height - 10}">said (to the right) and won (upwards), games never seen by the fit; '
        "orange: before, blue: now</text>"
        "</svg>\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--play", default="", metavar="GAME:SEATS", help="play games of this kind and keep them")
    parser.add_argument("--games", type=int, default=200, help="how many there should be")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    if given.play:
        game_id, _, seats = given.play.partition(":")
        add(game_id, int(seats), given.games, given.jobs)
    (HERE / "CHANCES.md").write_text(report(), encoding="utf-8")


if __name__ == "__main__":
    main()
