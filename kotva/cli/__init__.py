"""The command `kotva`. Without a command it serves the tables and opens the browser."""

from __future__ import annotations

import contextlib
import os
import sys
from importlib import import_module
from pathlib import Path

import click

import kotva
from kotva.cli import screen
from kotva.engine.errors import KotvaError
from kotva.extras import not_installed
from kotva.games import load_file

# Each command is `NAME` in the module `kotva.cli.<module>`, loaded only when it is called: `kotva games` needs no server.
COMMANDS = {
    "serve": "serve",
    "dev": "dev",
    "games": "games",
    "play": "play",
    "sim": "sim",
    "arena": "arena",
    "ladder": "ladder",
    "balance": "balance",
    "replay": "records",
    "verify": "records",
    "render": "render",
    "print": "paper",
    "check": "check",
    "new": "new",
    "compile": "compile",
    "puzzles": "puzzles",
    "tournament": "tournament",
    "archive": "archive",
    "backup": "backup",
    "restore": "backup",
    "admin": "admin",
}


class Kotva(click.Group):
    """Loads commands when they are needed, and serves when none is named."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        try:
            module = import_module(f"kotva.cli.{COMMANDS[name]}")
            command = getattr(module, name, None) or getattr(module, f"{name}_")  # compile_ is no builtin
        except ModuleNotFoundError as error:
            raise not_installed(f"kotva {name}", error) from error
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """All commands, with what is missing in this installation where one cannot be loaded."""
        rows = []
        for name in COMMANDS:
            try:
                command = self.get_command(ctx, name)
                rows.append((name, command.get_short_help_str(60) if command is not None else ""))
            except KotvaError as error:
                rows.append((name, str(error)))
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given, args = split_with(args)
        first = next((a for a in args if not a.startswith("-")), None)
        if first not in COMMANDS and not {"--help", "--version"} & set(args):
            if first is not None:
                raise click.UsageError(f"There is no command {first!r}; commands are: {', '.join(COMMANDS)}.")
            args = ["serve", *args]
        return super().parse_args(ctx, [*given, *args])


def split_with(args: list[str]) -> tuple[list[str], list[str]]:
    """`--with FILE` may stand anywhere: those pairs, and the rest."""
    given, rest = [], []
    waiting = iter(args)
    for arg in waiting:
        if arg == "--with":
            value = next(waiting, None)
            if value is None:
                raise click.UsageError("--with needs the path of a file.")
            given += [arg, value]
        elif arg.startswith("--with="):
            given.append(arg)
        else:
            rest.append(arg)
    return given, rest


@click.command(cls=Kotva, help="Board games in plain Python: tables in the browser, bots, records, tournaments.")
@click.version_option(kotva.__version__, message="%(prog)s %(version)s")
@click.option(
    "--with",
    "files",
    metavar="FILE",
    multiple=True,
    help="A file of Python with a game of your own (docs/new-game.md).",
)
def group(files: tuple[str, ...]) -> None:
    """The root of all commands."""
    if files:
        # In the environment, so that processes started from here know the games too.
        before = [name for name in (os.environ.get("KOTVA_WITH"),) if name]
        os.environ["KOTVA_WITH"] = os.pathsep.join([*before, *(str(Path(name).resolve()) for name in files)])
        for name in files:
            load_file(Path(name))


def main() -> None:
    """Run the command; a mistake gets one clear line and exit code 2, never a traceback."""
    screen.prepare()
    try:
        code = group.main(prog_name="kotva", standalone_mode=False) or 0
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = 130
    except click.ClickException as error:
        code = fail(error.format_message())
    except KotvaError as error:
        code = fail(str(error))
    except BrokenPipeError:  # `| head`
        screen.leave_quietly(sys.stdout, sys.stderr)
        code = 0
    except OSError as error:
        screen.leave_quietly(sys.stdout)
        code = fail(f"{error.strerror or error}." if not error.filename else f"{error.filename}: {error.strerror}.")
    sys.exit(code)


def fail(message: str) -> int:
    """One line on what is wrong, and exit code 2."""
    with contextlib.suppress(OSError):
        click.echo(f"kotva: {' '.join(message.split())}", err=True)
    return 2
