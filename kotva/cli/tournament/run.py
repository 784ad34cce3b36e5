"""`kotva tournament run`: a whole tournament of bots, from the first draw to the archive."""

from __future__ import annotations

import secrets as chance
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from itertools import count
from multiprocessing import get_context
from pathlib import Path

import click

from kotva import bots as bot_registry
from kotva import games
from kotva.bots import make
from kotva.cli.common import language_option, parse_options
from kotva.cli.tournament import show
from kotva.cli.tournament.common import FILE, say_for
from kotva.cli.tournament.file import TournamentFile, create
from kotva.engine.errors import KotvaError
from kotva.engine.outcome import Outcome
from kotva.match import Match
from kotva.tournament.log import Args, Json
from kotva.tournament.presets import PRESETS
from kotva.tournament.roles import GAME
from kotva.tournament.state import Round
from kotva.tournament.tables import TournamentTableSpec, report_args, table_spec
from kotva.tournament.tournament import Secrets

# Bots need neither a break nor a clock on the wall.
_AT_ONCE = {"time.round": "none", "break": "0", "publish.lead": "0", "start": "00:00", "protest.minutes": "0"}


@click.command(epilog=f"Bots: {', '.join(bot_registry.names())}; budgets: mcts:500 (simulations), mcts:200ms.")
@FILE
@click.option("--game", default="bosman", show_default=True, help="The game that is played.")
@click.option("--bots", "wanted", default=None, help="Who plays: greedy,mcts:200,random,random … (each an entry).")
@click.option("--preset", type=click.Choice(list(PRESETS)), default="bots-rr", show_default=True, help="The format.")
@click.option("--seats", type=click.IntRange(2, 8), default=2, show_default=True, help="Players at a table.")
@click.option("--seed", default="auto", help="The same seed gives the same tournament.")
@click.option("--name", default=None, help="The tournament's name.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="How many processes play.")
@click.option("-o", "--option", "given", multiple=True, metavar="NAME=VALUE", help="An option of the tournament.")
@language_option
def run(
    path: Path,
    game: str,
    wanted: str | None,
    preset: str,
    seats: int,
    seed: str,
    name: str | None,
    jobs: int,
    given: tuple[str, ...],
    lang: str | None,
) -> None:
    """Play a whole tournament of bots; a file that exists is continued where it stopped."""
    say = say_for(lang)
    if path.exists():
        found = TournamentFile.read(path)
    else:
        if not wanted:
            raise click.UsageError("Name the bots: --bots greedy,random,mcts:200.")
        found = _new(
            path, game, wanted, preset, seats, seed, name, {k: str(v) for k, v in parse_options(given).items()}
        )
    with show.bar(say(games.load(found.state.options.word("game")).title)) as step:
        play(found, jobs, step)
    show.standings_table(found.state, None, say)


def _new(
    path: Path, game: str, wanted: str, preset: str, seats: int, seed: str, name: str | None, given: dict[str, str]
) -> TournamentFile:
    """A tournament with these bots as its entries."""
    played = games.load(game)
    if seats not in played.rules.seats:
        allowed = ", ".join(map(str, played.rules.seats))
        raise KotvaError(
            "{title} is for {allowed} players, not {seats}.", title=played.title, allowed=allowed, seats=seats
        )
    entries = [text.strip() for text in wanted.split(",")]
    for text in entries:
        make(text)  # an unknown name is refused before a file is made
    options: dict[str, Json] = {**_AT_ONCE, "game": game, "table.size": str(seats), "table.min": str(min(seats, 3))}
    if seats < 3 or 2 in played.rules.seats:
        options["table.min"] = "2"
        options["players.min"] = "2"
    options |= given
    title = name or f"{played.title}: {len(entries)} bots"
    made = create(
        path,
        Secrets(chance.token_hex(16) if seed == "auto" else seed),
        {"name": title[:60], "preset": preset, "options": options},
    )
    start: list[tuple[str, str, Args]] = [("O1", "official", {"official": "O1", "role": "head"}), ("O1", "open", {})]
    names = _names(entries)
    start += [("O1", "register", {"name": text, "kind": "bot"}) for text in names]
    start.append(("O1", "close", {}))
    start += [("O1", "checkin", {"player": f"P{i}"}) for i in range(1, len(names) + 1)]
    made.act_all(start)
    return made


def _names(entries: list[str]) -> list[str]:
    """Entries of the same bot are told apart: `random`, `random (2)`."""
    out: list[str] = []
    for text in entries:
        free: Iterator[str] = (text if i == 1 else f"{text} ({i})" for i in count(1))
        out.append(next(name for name in free if name not in out))
    return out


def play(found: TournamentFile, jobs: int = 1, step: Callable[[int], None] = lambda _n: None) -> None:
    """Every round that is left, each result on the disk as soon as its game is over; then the archive."""
    state = found.state
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) if jobs > 1 else None
    try:
        while state.phase in ("ready", "running"):
            current = state.current
            if current is None or current.state == "complete":
                found.act("O1", "draw", {"round": len(state.rounds) + 1})
                continue
            number = current.number
            if current.state == "drawn":
                found.act("O1", "publish", {"round": number})
            elif current.state == "published":
                found.act("O1", "start", {"round": number})
            else:
                _play_round(found, current, pool, step)
                found.act("O1", "complete", {"round": number})
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)
    if state.phase == "finished":
        found.act("O1", "archive", {})


def _play_round(
    found: TournamentFile, round: Round, pool: ProcessPoolExecutor | None, step: Callable[[int], None]
) -> None:
    specs = {
        table.number: table_spec(found.state, round, table, found.secrets.seed)
        for table in round.tables
        if not table.is_settled
    }
    if pool is None:
        for number, spec in specs.items():
            _report(found, number, spec, play_table(spec))
            step(1)
        return
    waiting: dict[Future[Outcome], int] = {pool.submit(play_table, spec): number for number, spec in specs.items()}
    for future in as_completed(waiting):
        number = waiting[future]
        _report(found, number, specs[number], future.result())
        step(1)


def _report(found: TournamentFile, number: int, spec: TournamentTableSpec, outcome: Outcome) -> None:
    round = found.state.round(spec.round)
    table = round.table(number) if round else None
    assert table is not None
    found.act(GAME, "report", report_args(spec, table, outcome))


def play_table(spec: TournamentTableSpec) -> Outcome:
    """One game between the bots of a table; the same spec gives the same game (for bots without a clock)."""
    match = Match(games.load(spec.game), len(spec.seats), spec.options, names=spec.names, seed=spec.seed)
    players = [make(name.partition(" (")[0], int(spec.seed) % 2**30 + seat) for seat, name in enumerate(spec.names)]
    while not match.is_over:
        actor = match.to_act()
        match.play(match.game.rules.actions.text(players[actor].choose(match.view(actor))), actor)
    return match.outcome()
