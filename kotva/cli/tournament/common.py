"""What the commands of `kotva tournament` share."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import click

from kotva.cli import common
from kotva.engine.errors import BadOption, KotvaError
from kotva.engine.say import Say
from kotva.tournament import notation
from kotva.tournament.csvfiles import BadFile
from kotva.tournament.log import TournamentEntry
from kotva.tournament.options import OPTIONS
from kotva.tournament.refusal import Refused
from kotva.tournament.state import read_time, write_time

FILE = click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
AS = click.option("--as", "actor", default="O1", show_default=True, metavar="ID", help="Who acts: O1, O2, P7.")


def _moment(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    try:
        return write_time(read_time(value))
    except ValueError:
        raise click.BadParameter("write it as 2027-03-01T12:30:00Z (UTC).") from None


AT = click.option(
    "--at", callback=_moment, default=None, metavar="TIME", help="When it happened (UTC); now by default."
)


def say_for(lang: str | None) -> Say:
    """The translator with the words of tournaments."""
    return Say(common.say_for(lang).language, "tournament")


def local_zone() -> str:
    """The machine's time zone by its name, where that can be found out."""
    wanted = os.environ.get("TZ", "")
    if not wanted:
        target = str(Path("/etc/localtime").resolve())
        wanted = target.partition("zoneinfo/")[2]
    return wanted if OPTIONS["zone"].kind.allows(wanted) else "UTC"


def print_entry(entry: TournamentEntry, say: Say) -> None:
    """What was written, as it stands in the log."""
    click.echo(say("Entry {n}: {text}", n=entry.seq, text=notation.write(entry.op, entry.args)))


class Desk(click.Group):
    """Refusals come in the language of the command, with their code and clause; faults of a file each on a line."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        ctx.meta["lang"] = next((value for name, value in pairwise(args) if name == "--lang"), None)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except Refused as refused:
            say = say_for(ctx.meta.get("lang"))
            if isinstance(refused, BadFile):
                for line in refused.lines(say):
                    click.echo(line, err=True)
            raise click.ClickException(refused.line(say)) from None
        except BadOption as error:
            raise click.ClickException(_coded("SYNTAX", error.say(say_for(ctx.meta.get("lang"))))) from None
        except KotvaError as error:  # a game, a bot or a number of seats that does not exist
            raise click.ClickException(_coded("RANGE", error.say(say_for(ctx.meta.get("lang"))))) from None
        except click.UsageError as error:
            raise click.UsageError(_coded("SYNTAX", error.format_message()), error.ctx) from None


def _coded(code: str, text: str) -> str:
    """TOU-20.12: a refusal of the command line itself looks like one of the tournament."""
    return f"{code}: {text} (TOU-20.12)"


class NoFile(Refused):
    """TOU-20.12: what is wrong with a file."""

    def __init__(self, text: str, path: Path, error: OSError | None = None) -> None:
        why = {"error": error.strerror} if error is not None else {}
        super().__init__(text, "FILE", "TOU-20.12", path=path, **why)
