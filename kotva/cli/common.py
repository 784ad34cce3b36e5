"""What several commands share: games, options, languages and records from the command line."""

from __future__ import annotations

import locale
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from kotva import games
from kotva.bots.program import MOVE_SECONDS
from kotva.engine.errors import BadOption, KotvaError
from kotva.engine.game import Game
from kotva.engine.record import Record
from kotva.engine.say import LANGUAGES, Say
from kotva.files import write_whole

F = TypeVar("F", bound=Callable[..., Any])


def language_option(command: F) -> F:
    """`--lang cs`: the language of everything that is printed."""
    help_text = "Language of the output: " + ", ".join(LANGUAGES) + "."
    return click.option("--lang", type=click.Choice(LANGUAGES), default=None, help=help_text)(command)


def bot_time_option(command: F) -> F:
    """`--bot-time 2`: for bots that are programs."""
    return click.option(
        "--bot-time",
        type=click.FloatRange(0, min_open=True),
        default=MOVE_SECONDS,
        show_default=True,
        help="Seconds that a program may take for a decision.",
    )(command)


def options_option(command: F) -> F:
    """`--preset quick`: options chosen together; `-o first=2`: an option of the game, as often as needed, above them."""
    option = click.option("-o", "--option", "given", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
    preset = click.option(
        "--preset", default="", metavar="NAME", help="Options chosen together: standard, quick, tournament."
    )
    return preset(option(command))


def say_for(lang: str | None, game: Game | None = None, names: Sequence[str] = ()) -> Say:
    """The translator for a chosen language, or for the one of this machine."""
    chosen = lang or (locale.getlocale()[0] or "en").split("_")[0]
    return Say(chosen if chosen in LANGUAGES else "en", game.id if game else None, names)


def game_options(game: Game, preset: str, given: Sequence[str]) -> dict[str, object]:
    """The options of a preset, and above them those that are given."""
    return game.preset(preset).filled(parse_options(given))


def parse_options(given: Sequence[str]) -> dict[str, object]:
    """`["first=2"]` as names and values."""
    out: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption("An option is written NAME=VALUE, not {text!r}.", text=text)
        out[name] = value
    return out


def read_text(path: str) -> str:
    """The text of a file; `-` is the standard input."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise KotvaError("Cannot read {path}: {error}.", path=path, error=error.strerror) from None
    except (UnicodeDecodeError, ValueError):  # ValueError: a name with a NUL in it
        raise KotvaError("{path} is not a text file in UTF-8.", path=path) from None


def read_record(path: str) -> tuple[Game, Record]:
    """A record from a file (`-` is the standard input) and its game."""
    record = Record.from_json(read_text(path))
    return games.load(record.game), record


def write_file(path: Path, data: str | bytes) -> None:
    """Write what somebody asked for; a clear line if that cannot be."""
    try:
        write_whole(path, data)
    except OSError as error:
        raise KotvaError("Cannot write {path}: {error}.", path=path, error=error.strerror) from None
    except ValueError:  # a NUL in it
        raise KotvaError("{path!r} is no name of a file.", path=str(path)) from None
