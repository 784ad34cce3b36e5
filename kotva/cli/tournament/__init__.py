"""`kotva tournament`: an organiser's day on one file."""

from __future__ import annotations

import json
import secrets as chance
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from kotva import games
from kotva.cli.common import language_option, parse_options
from kotva.cli.tournament import show
from kotva.cli.tournament.common import AS, AT, FILE, Desk, NoFile, local_zone, print_entry, say_for
from kotva.cli.tournament.file import TournamentFile, create, read_any, restore
from kotva.cli.tournament.run import run
from kotva.tournament import exports, notation
from kotva.tournament.actions import ACTIONS
from kotva.tournament.audit import audit
from kotva.tournament.log import Args, Json, read_mark
from kotva.tournament.playable import fitting_sizes
from kotva.tournament.player_lists import read_players
from kotva.tournament.presets import PRESETS
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import WHO
from kotva.tournament.schedule import with_start
from kotva.tournament.standings import standings as order_of
from kotva.tournament.tournament import Secrets


@click.group(cls=Desk)
def tournament() -> None:
    """Run a tournament: entries, draw, results, standings, all in one file.

    \b
    A day at the tables:
      kotva tournament new day.tour "Osada 2027"
      kotva tournament add day.tour --csv players.csv
      kotva tournament checkin day.tour --all
      kotva tournament draw day.tour --publish
      kotva tournament do day.tour "start R1"
      kotva tournament result day.tour "R1.T1 won=P7 P7:10 P2:8 P9:8 P4:4"
      kotva tournament do day.tour "complete R1"
      kotva tournament standings day.tour
    Every action of the rulebook (docs/rules/tournament.md, section 7) can be typed after `do`.
    """


tournament.add_command(run)


@tournament.command()
@FILE
@click.argument("name")
@click.option(
    "--preset", type=click.Choice(list(PRESETS)), default="settlers-cz", show_default=True, help="The format."
)
@click.option("--game", default="settlers", show_default=True, help="The game that is played.")
@click.option("--seed", default="auto", help="All chance comes from it; auto makes a secret one.")
@click.option("--organiser", default="", help="The organiser's name (O1).")
@click.option("--head", default="", help="The head referee's name (O2); without one the organiser is head referee.")
@click.option("-o", "--option", "given", multiple=True, metavar="NAME=VALUE", help="An option (see `options`).")
@AT
@language_option
def new(
    path: Path,
    name: str,
    preset: str,
    game: str,
    seed: str,
    organiser: str,
    head: str,
    given: tuple[str, ...],
    at: str | None,
    lang: str | None,
) -> None:
    """Make a tournament and open its registration."""
    say = say_for(lang)
    options: dict[str, Json] = {key: str(value) for key, value in parse_options(given).items()}
    if game != "settlers":
        games.load(game)  # an unknown one is refused before a file is made
        options["game"] = game
    options.setdefault("zone", local_zone())
    options = with_start(options)
    args: dict[str, Json] = {"name": name, "preset": preset, "options": options | fitting_sizes(preset, options)}
    if organiser:
        args["organiser"] = organiser
    made = create(path, Secrets(chance.token_hex(16) if seed == "auto" else seed), args, at)
    referee: dict[str, Json] = {"official": "O2" if head else "O1", "role": "head"}
    if head:
        referee["name"] = head
    made.act_all([("O1", "official", referee), ("O1", "open", {})], at)
    click.echo(say("{path}: the tournament {name} is open for entries.", path=path, name=made.state.name))
    click.echo(say("Commitment of the seed: {commitment}", commitment=made.state.commitment))


@tournament.command()
@FILE
@click.argument("names", nargs=-1)
@click.option("--club", default="", help="Their club.")
@click.option("--contact", default="", help="Private: never shown to the public, never in the log.")
@click.option("--kind", type=click.Choice(["human", "bot", "standin"]), default="human", show_default=True)
@click.option(
    "--csv", "table", type=click.Path(path_type=Path), help="A table with the column name (club, contact, kind)."
)
@AS
@AT
@language_option
def add(
    path: Path,
    names: tuple[str, ...],
    club: str,
    contact: str,
    kind: str,
    table: Path | None,
    actor: str,
    at: str | None,
    lang: str | None,
) -> None:
    """Enter players by name, or from a CSV file (all or nothing)."""
    say = say_for(lang)
    found = TournamentFile.read(path)
    before = len(found.state.players)
    actions: list[tuple[str, str, Args]] = []
    if table is not None:
        listed = read_players(found.state, read_bytes(table))
        actions.append((actor, "import", listed.args))
        if listed.table.ignored:
            click.echo(say("Columns ignored: {names}", names=", ".join(listed.table.ignored)), err=True)
    elif not names:
        raise click.UsageError("Name somebody, or give --csv FILE.")
    extra: dict[str, Json] = {"club": club, "contact": contact}
    for name in names:
        row: dict[str, Json] = {"name": name, "kind": kind, **{k: v for k, v in extra.items() if v}}
        actions.append((actor, "register", row))
    found.act_all(actions, at)
    for player in list(found.state.players.values())[before:]:
        click.echo(f"{player.id}  {player.name}" + (f"  ({say('waiting list')})" if player.status == "waiting" else ""))


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NoFile("Cannot read {path}: {error}.", path, error) from None


@tournament.command()
@FILE
@click.argument("players", nargs=-1)
@click.option("--all", "everybody", is_flag=True, help="Everybody who is entered or absent.")
@AS
@AT
@language_option
def checkin(
    path: Path, players: tuple[str, ...], everybody: bool, actor: str, at: str | None, lang: str | None
) -> None:
    """Mark who is present: P7 P9 …, or names."""
    say = say_for(lang)
    found = TournamentFile.read(path)
    if everybody:
        wanted = [p.id for p in found.state.players.values() if p.status in ("entered", "absent")]
    else:
        wanted = [person(found, text) for text in players]
    if not wanted and not everybody:
        raise click.UsageError("Name somebody, or say --all.")
    found.act_all([(actor, "checkin", {"player": player}) for player in wanted], at)
    n = len(found.state.present())
    click.echo(say.many("{n} player is present.", "{n} players are present.", n))


def person(found: TournamentFile, text: str) -> str:
    """An id, or the name of exactly one entry."""
    if text in found.state.players:
        return text
    named = [p.id for p in found.state.players.values() if text.casefold() in p.name.casefold()]
    exact = [p.id for p in found.state.players.values() if text.casefold() == p.name.casefold()]
    if len(exact or named) != 1:
        raise Refused(
            "There is no single player called {text!r}; write an id such as P7.", "SEATS", "TOU-2.1", text=text
        )
    return (exact or named)[0]


@tournament.command()
@FILE
@click.option("--publish", is_flag=True, help="Publish it at once.")
@click.option("--again", metavar="REASON", default=None, help="Redraw the round, for this reason.")
@AS
@AT
@language_option
def draw(path: Path, publish: bool, again: str | None, actor: str, at: str | None, lang: str | None) -> None:
    """Draw the next round and show its tables; closes registration before the first."""
    say = say_for(lang)
    found = TournamentFile.read(path)
    actions: list[tuple[str, str, Args]] = []
    if found.state.phase == "registration":
        actions.append((actor, "close", {}))
    number = max(1, len(found.state.rounds)) if again else len(found.state.rounds) + 1
    redrawn: dict[str, Json] = {"round": number, "reason": again or ""}
    actions.append((actor, "redraw", redrawn) if again else (actor, "draw", {"round": number}))
    if publish:
        actions.append((actor, "publish", {"round": number}))
    found.act_all(actions, at)
    show.round_tables(found.state, number, say)


@tournament.command()
@FILE
@click.argument("text", nargs=-1)
@click.option("--csv", "table", type=click.Path(path_type=Path), help="Many results, as `export results` writes them.")
@click.option("--slip", default=None, help="The code on the slip, checked.")
@click.option("--ack", is_flag=True, help="The warnings were read.")
@AS
@AT
@language_option
def result(
    path: Path,
    text: tuple[str, ...],
    table: Path | None,
    slip: str | None,
    ack: bool,
    actor: str,
    at: str | None,
    lang: str | None,
) -> None:
    """Enter a result from a slip signed by all: R2.T3 won=P7 P7:10 P2:8 P9:8 P4:4."""
    say = say_for(lang)
    found = TournamentFile.read(path)
    if table is not None:
        args, _ = exports.read_results(found.state, read_bytes(table), at or show.now())
        found.act(actor, "import", args, at)
    else:
        _, args = notation.parse(f"report {' '.join(text)}")
        args |= {"slip": slip} if slip else {"signed": True}
        if ack:
            args["ack"] = True
        found.act(actor, "report", args, at)
    show.open_tables(found.state, say)


@tournament.command()
@FILE
@click.option("--round", "number", type=int, default=None, help="After this round; the latest by default.")
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects instead of a table.")
@click.option(
    "--chart", type=click.Path(dir_okay=False, path_type=Path), help="Write a picture of ranks over rounds (SVG)."
)
@language_option
def standings(path: Path, number: int | None, as_json: bool, chart: Path | None, lang: str | None) -> None:
    """Show the standings."""
    found = TournamentFile.read(path)
    say = say_for(lang)
    if number is not None and not 1 <= number <= len(found.state.rounds):
        raise Refused("There is no round {round}.", "RANGE", "TOU-13.2", round=number)
    if chart is not None:
        show.write_chart(found.state, chart, say)
    if as_json:
        click.echo(json.dumps(order_of(found.state, number).to_json(), ensure_ascii=False))
    else:
        show.standings_table(found.state, number, say)


WHAT = ("json", "backup", "players", "draw", "results", "standings", "log")


@tournament.command()
@FILE
@click.argument("what", type=click.Choice(WHAT))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Into this file instead of the screen.")
@AS
@AT
@language_option
def export(path: Path, what: str, out: Path | None, actor: str, at: str | None, lang: str | None) -> None:
    """Write players, draw, results or standings as CSV, or the whole tournament as JSON.

    `backup` is the JSON with the seed and the contacts; making one is written into the log. `log` is one action a line.
    """
    found = TournamentFile.read(path)
    if what == "backup":
        found.act(actor, "backup", {}, at)
    state = found.state
    writers: dict[str, Callable[[], str]] = {
        "json": lambda: exports.to_json(found.log, state.hash),
        "backup": lambda: exports.to_json(found.log, state.hash, found.secrets),
        "players": lambda: exports.players_csv(state),
        "draw": lambda: exports.draw_csv(state),
        "results": lambda: exports.results_csv(state),
        "standings": lambda: exports.standings_csv(state),
        "log": lambda: "".join(f"{e.seq} {e.at} {e.actor} {notation.write(e.op, e.args)}\n" for e in found.log),
    }
    made = writers[what]()
    if out is None:
        click.echo(made.replace("\r\n", "\n"), nl=False)
        return
    try:
        out.write_bytes(made.encode())
    except OSError as error:
        raise NoFile("Cannot write {path}: {error}.", out, error) from None
    click.echo(say_for(lang)("{path} is written.", path=out))


@tournament.command(name="import")
@FILE
@click.argument("source", type=click.Path(path_type=Path))
@language_option
def import_(path: Path, source: Path, lang: str | None) -> None:
    """Make FILE from an exported tournament (JSON); from a backup it can be continued."""
    try:
        text = read_bytes(source).decode("utf-8")
    except UnicodeDecodeError:
        raise NoFile("{path} is not a text file.", source) from None
    _, log, secrets = exports.from_json(text)
    made = restore(path, log, secrets)
    say = say_for(lang)
    n = len(made.log)
    click.echo(say.many("{path}: {n} entry, verified.", "{path}: {n} entries, verified.", n, path=path))
    if secrets is None and made.state.phase not in ("closed", "cancelled"):
        click.echo(say("Without the seed of a backup no further round can be drawn."), err=True)


@tournament.command()
@FILE
@click.option(
    "--mark", "marks", multiple=True, help="From a paper or a page, as 57-3f9a-12bc-77d0-9e1a; several times."
)
@language_option
def verify(path: Path, marks: tuple[str, ...], lang: str | None) -> None:
    """Check the hash chain, and from the seed all lots, draws, seats and boards; exits with 1 if something does not agree.

    FILE is a tournament's file, or the tournament.json or backup.json that a server hands out.
    """
    say = say_for(lang)
    kept = [read_mark(mark) for mark in marks]
    with show.bar(say("verifying")) as step:
        found = read_any(path)
        audited = audit(found.log, found.secrets.seed or None, kept, step)
    doubt = show.audited(audited, say)
    if doubt is not None:
        raise click.ClickException(doubt.say(say))
    n = len(found.log)
    click.echo(say.many("{n} entry, everything agrees.", "{n} entries, everything agrees.", n))
    click.echo(say("Hash: {hash}", hash=found.state.hash))


@tournament.command()
@FILE
@click.argument("text", nargs=-1, required=True)
@AS
@AT
@language_option
def do(path: Path, text: tuple[str, ...], actor: str, at: str | None, lang: str | None) -> None:
    """Any action of the rulebook, as it is written there: "swap R2 P3 P9 reason=late".

    \b
    For example:
      set rounds=4                      official O3 name="Jana" role=scorer
      withdraw P7                       repair R2
      publish R2 / start R2             pause R2 / resume R2 / extend R2.T3 10
      confirm R2.T3 version=1           dispute R2.T3 "…"      (with --as P7)
      decide R2.T3 adjudicated …        complete R2
      standings R2 publish              archive
    """
    found = TournamentFile.read(path)
    op, args = notation.parse(" ".join(text))
    entry = found.act(actor, op, args, at)
    print_entry(entry, say_for(lang))


@tournament.command()
@language_option
def actions(lang: str | None) -> None:
    """Every action of the rulebook: how it is typed after `do`, what it does, which roles may do it."""
    say = say_for(lang)
    for action in ACTIONS.values():
        if action.example:
            who = ", ".join(say(WHO[letter]) for letter in action.who)
            click.echo(f"{action.example}\n    {say(action.help)} ({who}; {action.clause})")


@tournament.command(name="show")
@FILE
@AT
@language_option
def show_(path: Path, at: str | None, lang: str | None) -> None:
    """Where the tournament stands: phase, schedule, tables, what is open."""
    show.overview(TournamentFile.read(path).state, at or show.now(), say_for(lang))


@tournament.command()
@click.argument("names", nargs=-1)
@click.option("--preset", type=click.Choice(list(PRESETS)), default="settlers-cz", show_default=True)
@language_option
def options(names: Sequence[str], preset: str, lang: str | None) -> None:
    """List the options with their values in a preset."""
    show.options_table(preset, names, say_for(lang))
