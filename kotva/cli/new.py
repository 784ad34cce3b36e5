"""`kotva new GAME`: a package with a small complete game, to be changed into one's own."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import click

import kotva
from kotva import games
from kotva.engine.errors import KotvaError

TEMPLATE = Path(__file__).resolve().parent / "templates" / "new_game"
_ID = re.compile("[a-z][a-z0-9]{2,39}")


@click.command()
@click.argument("game_id", metavar="GAME")
@click.option("--title", default="", help="What people call it; by default its id with a capital.")
@click.option(
    "--into", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="The folder in which it is made."
)
def new(game_id: str, title: str, into: Path) -> None:
    """Make a package with a game that can be played: rules, rulebook, scene, words, how-to, tests.

    GAME is its id, letters and digits: the name of the package, too. What is made passes the kit; change it into your game.
    """
    folder = make(game_id, title or game_id.capitalize(), into)
    click.echo(f"{folder}: a game that can be played. Next:\n")
    click.echo(f"  pip install -e {folder}")
    click.echo(f"  kotva play {game_id}\n  kotva\n  python -m kotva.conformance {game_id}")


def make(game_id: str, title: str, into: Path) -> Path:
    """The folder of the new package; KotvaError if it cannot be made."""
    if not _ID.fullmatch(game_id) or keyword.iskeyword(game_id):
        raise KotvaError(
            "A game is called by 3 to 40 small letters and digits, a letter first; not {id!r}.", id=game_id
        )
    if game_id in games.ids() or game_id in sys.stdlib_module_names or find_spec(game_id) is not None:
        raise KotvaError("There is something called {id!r} already; take another name.", id=game_id)
    if not title.strip() or re.search(r'["\\{}\n]', title):
        raise KotvaError("A title has no quotes, braces and backslashes; not {title!r}.", title=title)
    folder = into / game_id
    if folder.exists():
        raise KotvaError("{path} is there already.", path=folder)
    for source in sorted(TEMPLATE.rglob("*")):
        if source.is_file():
            name = str(source.relative_to(TEMPLATE)).removesuffix(".txt")
            target = folder / re.sub("^package", game_id, name).replace("GAMEID", game_id)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(filled(source.read_text(encoding="utf-8"), game_id, title), encoding="utf-8")
    return folder


def filled(text: str, game_id: str, title: str) -> str:
    """A file of the template, for this game."""
    words = {
        "GAMEID": game_id,
        "KOTVAVERSION": kotva.__version__,
        "TITLE": title,
        "PREFIX": game_id[:3].upper(),
        "STATE": game_id.capitalize(),
    }
    return re.sub("|".join(words), lambda found: words[found[0]], text)
