"""`kotva replay` and `kotva verify`: what can be done with a record."""

from __future__ import annotations

import click

from kotva.cli.common import language_option, read_record, say_for
from kotva.engine.errors import KotvaError
from kotva.engine.say import Say
from kotva.engine.verify import verify as check
from kotva.match import Match
from kotva.match.verdict import sentences
from kotva.scene.terminal import position

RECORD = click.argument("path", metavar="RECORD")


@click.command()
@RECORD
@click.option("--at", type=int, default=None, help="Stop after so many moves.")
@click.option("--seat", type=int, default=None, help="As this seat saw it (1, 2, ...); by default everything public.")
@click.option("--quiet", is_flag=True, help="Only the last position and the result.")
@language_option
def replay(path: str, at: int | None, seat: int | None, quiet: bool, lang: str | None) -> None:
    """Tell a recorded game in words and show where it led."""
    game, record = read_record(path)
    match = Match.from_record(game, record)
    viewer = viewer_of(match, seat)
    length = len(match.played) if at is None else at
    view = match.view(viewer, length)
    say = say_for(lang, game, match.names)
    if not quiet:
        for number, lines in match.log(viewer, say):
            if number <= length:
                click.echo(f"{number:4}  " + "\n      ".join(lines))
        click.echo()
    click.echo(position(view, say, match.names))
    click.echo(result_line(match, say) if match.is_over and length == len(match.played) else say("Move {n}.", n=length))


@click.command()
@RECORD
@language_option
def verify(path: str, lang: str | None) -> None:
    """Check that a finished game was legal, its chance fair and its result true."""
    game, record = read_record(path)
    found = check(record, game)
    for text in sentences(found, record, say_for(lang, game)):
        click.echo(text)


def result_line(match: Match, say: Say) -> str:
    """Which seat won and why, in one sentence."""
    outcome = match.outcome()
    reason = next(r for r in match.game.rules.reasons if r.name == outcome.reason)
    winners = ", ".join(match.names[seat] for seat in outcome.winners)
    scores = ", ".join(f"{name} {score}" for name, score in zip(match.names, outcome.scores, strict=True))
    if outcome.drawn:
        return say(
            "{reason} ({clause}) A draw: nobody has won. {scores}.",
            reason=say(reason.text),
            clause=outcome.clause,
            scores=scores,
        )
    if not winners:
        return say(
            "{reason} ({clause}) Nobody has won. {scores}.",
            reason=say(reason.text),
            clause=outcome.clause,
            scores=scores,
        )
    return say(
        "{reason} ({clause}) Winner: {winners}. {scores}.",
        reason=say(reason.text),
        clause=outcome.clause,
        winners=winners,
        scores=scores,
    )


def viewer_of(match: Match, seat: int | None) -> int | None:
    """The seat somebody named, counted from 0; None for a spectator."""
    if seat is not None and not 1 <= seat <= match.seats:
        raise KotvaError("There is no seat {seat}; seats are 1 to {seats}.", seat=seat, seats=match.seats)
    return None if seat is None else seat - 1
