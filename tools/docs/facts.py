"""Parts of pages made from declarations and results: commands, options of games and tournaments, actions, names, speeds."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any, Final

import click

from kotva import games
from kotva.cli import group
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.options import Option, TextOption
from kotva.engine.say import ENGLISH
from kotva.tournament.actions import ACTIONS
from kotva.tournament.help import GROUPS, HELP
from kotva.tournament.options import OPTIONS
from tools.docs.api import cell, examples, module, page, public
from tools.docs.public import PUBLIC

ROOT: Final = Path(__file__).resolve().parent.parent.parent
# The pages of the reference, as the index of names calls them.
NAMED: Final = {
    "playing": "Play and look",
    "game": "A game",
    "scene": "The scene",
    "parts": "Names of the kit of parts",
    "bots": "Bots and simulations",
    "agents": "Environments",
}
# What stands in the place of each argument; `kotva tournament` has a file of its own.
ARGUMENTS: Final[dict[str, str]] = {
    "GAME": "The id of a game; `kotva games` lists them.",
    "RECORD": "The file of a record (JSON), as a table saves it.",
    "FORMAT": "Which kind of text: `triremes.map`, or `map` alone where only one game has such texts.",
    "PACKAGE": "The name of an installed package, or the id of its game.",
    "SOURCE": "The file that is read.",
    "TARGET": "The file, or for `export` the folder, that is written.",
    "NAME": "A name: of the account, or of the new tournament.",
    "NAMES": "Names, in quotation marks where they have spaces; for `options` those of options, all by default.",
    "PLAYERS": "Players by name or number (`P7`); all of them by default.",
    "WHO": "The name of an account, or the id of a guest, as `kotva admin list` shows it.",
    "TABLE": "The id of a table: the last part of its address.",
    "TABLES": "Ids of finished games; `kotva archive list` shows them.",
    "TEXT": "Words: an action in its notation, or what to look for.",
    "FILE": "The file.",
}
OF_TOURNAMENTS: Final[dict[str, str]] = {"FILE": "The file of the tournament: `day.tour`."}


def argument(parameter: click.Parameter, path: str, context: click.Context) -> tuple[str, str]:
    """An argument as it is typed, and what stands there."""
    typed = parameter.make_metavar(context)
    if typed.startswith("{"):
        return typed, "One of these words."
    name = re.sub(r"[^A-Z]", "", typed)
    return typed, OF_TOURNAMENTS.get(name, "") * path.startswith("kotva tournament") or ARGUMENTS[name]


def api(*modules: str) -> str:
    """Modules of Python; before the first of a page the lines that all its examples begin with."""
    begun = [examples(name)[0].partition("\n")[2] for name, listed in PUBLIC.items() if listed[0] == modules[0]]
    head = ["The examples below begin with:", *begun] if begun else []
    return "\n".join([*head, *(page(name) for name in modules)])


def commands() -> str:
    """Every command with its arguments and options."""
    context = click.Context(group, info_name="kotva")
    return "\n".join(text for name in group.list_commands(context) for text in command(name, group, context))


def command(name: str, parent: click.Group, above: click.Context) -> list[str]:
    found = parent.get_command(above, name)
    assert found is not None
    context = click.Context(found, info_name=name, parent=above)
    path = context.command_path
    text = [f"## `{path}`" if above.parent is None else f"### `{path}`", ""]
    usage = " ".join(found.collect_usage_pieces(context))
    text += [f"```\n{path} {usage}\n```", "", paragraphs(found.help or ""), ""]
    rows = [argument(one, path, context) for one in found.get_params(context) if isinstance(one, click.Argument)]
    options = [one for one in found.get_params(context) if not isinstance(one, click.Argument)]
    rows += [record for one in options if (record := one.get_help_record(context))]
    rows = [(option, words) for option, words in rows if not option.startswith("--help")]
    if rows:
        text += ["| argument or option | what it is |", "| --- | --- |"]
        text += [f"| `{cell(option)}` | {cell(words)} |" for option, words in rows]
        text += [""]
    if isinstance(found, click.Group):
        for inner in found.list_commands(context):
            text += command(inner, found, context)
    return text


def paragraphs(text: str) -> str:
    r"""The help of a command as Markdown; `\b` stands before what must keep its lines."""
    out = []
    for paragraph in text.split("\n\n"):
        if paragraph.lstrip().startswith("\b"):
            kept = paragraph.lstrip().removeprefix("\b").strip("\n")
            out.append(f"```\n{kept}\n```")
        else:
            out.append(" ".join(paragraph.split()).replace("<", "&lt;"))
    return "\n\n".join(out)


def game_options() -> str:
    """Every option of every game."""
    return "\n".join(options_of(games.load(name)) for name in games.ids())


def options_of(game: Game) -> str:
    text = [f"## {game.title}", "", f"`{game.id}`, rules {game.version}, for {words(game.rules.seats)} players.", ""]
    if game.rules.presets:
        text += ["| preset | what is different |", "| --- | --- |"]
        for preset in game.rules.presets:
            given = ", ".join(f"`{name}={value}`" for name, value in preset.options.items())
            text += [f"| `{preset.name}` | {cell(preset.sentence)} {given} |"]
        text += [""]
    text += ["| option | what it is | clause | default | allowed |", "| --- | --- | --- | --- | --- |"]
    text += [f"| `{option.name}` | {cell(option.label)} | {row_of(option, game)} |" for option in game.rules.options]
    return "\n".join([*text, ""])


def row_of(option: Option, game: Game) -> str:
    """The clause, the default and what is allowed, for each number of seats where that differs."""
    chosen = {seats: game.choose_options(seats) for seats in game.rules.seats}
    defaults = {seats: str(options[option.name]) for seats, options in chosen.items()}
    allowed = {seats: said(option.allowed(options)) for seats, options in chosen.items()}
    if isinstance(option, TextOption) and len(max(defaults.values())) > 40:
        defaults = {seats: f"{text[:37]}…" for seats, text in defaults.items()}
    return f"{option.clause} | {by_seats(defaults)} | {by_seats(allowed)}"


def said(text: str | KotvaError) -> str:
    return text.say(ENGLISH) if isinstance(text, KotvaError) else ENGLISH(text)


def by_seats(values: dict[int, str]) -> str:
    if len(set(values.values())) == 1:
        return f"`{cell(next(iter(values.values())))}`"
    return ", ".join(f"`{cell(value)}` ({seats})" for seats, value in values.items())


def words(numbers: tuple[int, ...]) -> str:
    return " or ".join([", ".join(map(str, numbers[:-1])), str(numbers[-1])] if len(numbers) > 1 else map(str, numbers))


def tournament_option_names() -> str:
    """All names of options in the order of the alphabet, each a way to its row."""
    return " · ".join(f"[`{name}`](#{name})" for name in sorted(OPTIONS)) + "\n"


def tournament_options() -> str:
    """Every option of a tournament, by the groups of its form."""
    text = []
    for title, names in GROUPS.items():
        text += [
            f"### {title}",
            "",
            "| option | what it is | clause | default | allowed |",
            "| --- | --- | --- | --- | --- |",
        ]
        for name in names:
            option = OPTIONS[name]
            values = f"{quoted(option.default)} | {quoted(option.kind.allowed)}"
            text += [f'| <span id="{name}"></span>`{name}` | {cell(HELP[name])} | {option.clause} | {values} |']
        text += [""]
    return "\n".join(text)


def quoted(value: str) -> str:
    return f"`{cell(value)}`" if value else ""


def tournament_actions() -> str:
    """Every action of a tournament: what is typed, what it does."""
    text = ["| action | what it does | clause | as it is typed |", "| --- | --- | --- | --- |"]
    for action in ACTIONS.values():
        typed = f"`{cell(action.example)}`" if action.example else ""
        text += [f"| `{action.name}` | {cell(action.help)} | {action.clause} | {typed} |"]
    return "\n".join([*text, ""])


def table(name: str) -> str:
    """The table in the docstring of a module: the file of a game is described where it is read."""
    rows = [line for line in (import_module(name).__doc__ or "").splitlines() if line.startswith("|")]
    assert rows, f"{name} has no table"
    return "\n".join([*rows, ""])


def names() -> str:
    """Every public class and function, by the page of the reference on which it stands."""
    text = []
    for name, modules in PUBLIC.items():
        things = [(one, thing) for one in modules for thing in public(module(one))]
        for title, wanted in (("classes", "is_class"), ("functions", "is_function")):
            found = sorted((thing.name, one) for one, thing in things if getattr(thing, wanted))
            links = ", ".join(f"[`{thing}`]({name}.md#{one}.{thing})" for thing, one in found)
            text += [
                f"**{name}.md, {title}:** {links}".replace(f"{name}.md,", f"[{NAMED[name]}]({name}.md),"),
                "",
            ] * bool(links)
    return "\n".join(text)


def felt() -> str:
    """What people notice of the speed, from the results of the last benchmarks."""
    rows = json.loads((ROOT / "benchmarks" / "results.json").read_text(encoding="utf-8"))
    server = {row["what"]: row["value"] for row in rows if row["game"] == "server"}
    paint = json.loads((ROOT / "benchmarks" / "paint.json").read_text(encoding="utf-8"))
    here, slow = ([median(row["click"]) for row in paint if row["rate"] == rate] for rate in (1, 4))
    bots = "while 200 tables of hard bots play"
    told, stored = server["a move is stored and told, median"], server["moves/s durably stored"]
    half, most = (
        server[f"an answer of one of a person's hard bots, {bots}: half of them within"],
        server[f"the slowest answer of one of a person's bots, {bots}"],
    )
    paints = "[From a click to the picture](benchmarks/PAINT.md)"
    load = "[The server under load](benchmarks/LOAD.md)"
    clicks = f"{min(here):.0f} to {max(here):.0f} ms, by game"
    slower = f"{min(slow):.0f} to {max(slow):.0f} ms with a processor four times as slow"
    busy = f"with 200 such tables on one server half of the answers take {half:.1f} s, the slowest took {most:.1f} s"
    text = [
        "| what | how fast | measured in |",
        "| --- | --- | --- |",
        f"| a click, until the picture is drawn (medians) | {clicks}; {slower} | {paints} |",
        f"| a move, until it is stored and the others are told | {told:.0f} ms (median), 250 tables, 1,000 open pages | {load} |",
        f"| moves that a small server (two cores) stores | {stored:.0f} a second | {load} |",
        "| an easy or a medium bot | does the same work on every computer, so a slow one takes longer | |",
        f"| a hard bot | thinks for up to a second; {busy} | {load} |",
    ]
    return "\n".join([*text, ""])


def speed() -> str:
    """How fast each game plays, from the results of the last benchmarks."""
    rows = json.loads((ROOT / "benchmarks" / "results.json").read_text(encoding="utf-8"))
    compiled, plain = speeds(rows, "compiled"), speeds(rows, "interpreted")
    low, high, slow, quick = (
        rounded(value) for how in (compiled, plain) for value in (min(how.values()), max(how.values()))
    )
    times = [compiled[name] / plain[name] for name in compiled if name in plain]
    text = [
        f"**{low} to {high} random actions a second**, depending on the game, on one core and with compiled rules;",
        f"as plain Python {slow} to {quick}, {min(times):.0f} to {max(times):.0f} times slower.",
        "",
        "| game | compiled | plain Python |",
        "| --- | ---: | ---: |",
        *(f"| {games.load(name).title} | {rounded(compiled[name])} | {rounded(plain[name])} |" for name in compiled),
    ]
    return "\n".join([*text, ""])


def speeds(rows: list[dict[str, Any]], how: str) -> dict[str, float]:
    """Random actions a second, by game."""
    return {row["game"]: row["value"] for row in rows if row["what"].startswith(f"random actions/s, {how}")}


def rounded(value: float) -> str:
    """Two digits are as many as a day's measurement is worth: 1,500,000."""
    digits = len(str(int(value))) - 2
    return f"{round(value, -digits):,.0f}"
