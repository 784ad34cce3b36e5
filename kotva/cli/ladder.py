"""`kotva ladder`: all versions and levels of bots in one rated table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

import kotva
from kotva import games as registry
from kotva.arena.chart import Whisker, whiskers
from kotva.arena.ladder import Ladder
from kotva.cli.common import game_options, language_option, options_option, say_for, write_file
from kotva.cli.progress import games_bar
from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.server.ratings import BOT, RatedSeat, Rating, rate

_SURE = 1.96  # deviations that hold 95 % of a normal distribution
SENTENCE = N_("The rating ± 95 %; {n} games, all kept in {path}.")


@dataclass(frozen=True, slots=True)
class LadderRow:
    """An entrant as the table shows it."""

    name: str
    bot: str
    since: str
    rating: Rating
    games: int
    wins: float

    @property
    def spread(self) -> int:
        return round(self.rating.give_or_take * _SURE)


def ranking(ladder: Ladder) -> list[LadderRow]:
    """Everybody, the strongest first: a fold over the games by the ratings of the platform."""
    known: dict[str, Rating] = {}
    games = dict.fromkeys(ladder.entrants, 0)
    wins = dict.fromkeys(ladder.entrants, 0.0)
    for game in ladder.games:
        if not game.row.finished:
            continue
        seats = [RatedSeat(BOT + name, rank) for name, rank in zip(game.seats, game.row.ranks, strict=True)]
        for seat, rating in zip(seats, rate(seats, known), strict=True):
            known[seat.player] = rating
        for name in set(game.seats):
            games[name] += 1
        for first in game.row.winners:
            wins[game.seats[first]] += 1 / len(game.row.winners)
    rows = [
        LadderRow(one.name, one.bot, one.since, known.get(BOT + one.name, Rating()), games[one.name], wins[one.name])
        for one in ladder.entrants.values()
    ]
    return sorted(rows, key=lambda row: (-row.rating.mu, row.name))


@click.command()
@click.argument("game")
@click.option(
    "--file", "path", type=click.Path(dir_okay=False), required=True, help="Where the ladder is kept: .jsonl."
)
@click.option("--add", multiple=True, metavar="NAME=BOT", help="Let a bot join under a name; as often as needed.")
@click.option("--games", type=click.IntRange(0), default=0, show_default=True, help="So many games more.")
@click.option("--seats", type=int, default=None, help="How many players; of a new ladder the most the game takes.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of a new ladder: the same seed, the same games.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="How many games at once.")
@click.option("--json", "as_json", is_flag=True, help="Print one object instead of a table.")
@click.option("--chart", type=click.Path(dir_okay=False), default=None, help="Write a picture of the ladder (SVG).")
@options_option
@language_option
def ladder(
    game: str,
    path: str,
    add: tuple[str, ...],
    games: int,
    seats: int | None,
    seed: int,
    jobs: int,
    as_json: bool,
    chart: str | None,
    preset: str,
    given: tuple[str, ...],
    lang: str | None,
) -> None:
    """Rate bots by games against others of about their strength; every game is kept and replays."""
    played = registry.load(game)
    say = say_for(lang, played)
    if chart is not None:
        write_file(Path(chart), "")  # a file that cannot be written is no surprise after thousands of games
    kept = Ladder.open(Path(path), played, seats, seed, game_options(played, preset, given))
    for text in add:
        name, equals, bot = text.partition("=")
        if not equals:
            raise KotvaError(N_("An entrant is written NAME=BOT, not {text!r}."), text=text)
        kept.add(name, bot, kotva.__version__)
    with games_bar(say(played.title), games) as advance:
        if games:
            kept.play(games, jobs, lambda: _strengths(kept), lambda: advance("", 1))
    rows = ranking(kept)
    if chart is not None:
        write_file(Path(chart), _chart(rows, f"{say(played.title)}, {kept.head.seats}: {say('ratings of bots')}"))
    if as_json:
        click.echo(json.dumps([_object(row) for row in rows], ensure_ascii=False))
    else:
        _print(rows, kept, say)


def _strengths(kept: Ladder) -> dict[str, float]:
    return {row.name: row.rating.mu for row in ranking(kept)}


def _chart(rows: Sequence[LadderRow], title: str) -> str:
    return whiskers(
        title, [Whisker(row.name, row.rating.points, row.spread, f"{row.rating.points} ± {row.spread}") for row in rows]
    )


def _object(row: LadderRow) -> dict[str, object]:
    return {
        "name": row.name,
        "bot": row.bot,
        "since": row.since,
        "rating": row.rating.points,
        "give_or_take": row.spread,
        "games": row.games,
        "wins": round(row.wins, 3),
    }


def _print(rows: Sequence[LadderRow], kept: Ladder, say: Say) -> None:
    table = Table(box=None, pad_edge=False)
    for head in ("", say("name"), say("bot"), say("rating"), "±", say("games"), say("wins")):
        table.add_column(head, justify="left" if head in (say("name"), say("bot")) else "right")
    for place, row in enumerate(rows, 1):
        table.add_row(
            str(place), row.name, row.bot, str(row.rating.points), str(row.spread), str(row.games), f"{row.wins:.4g}"
        )
    console = Console(highlight=False)
    console.print(table)
    console.print(say(SENTENCE, n=len(kept.games), path=kept.path))
