"""`kotva play GAME`: a game in the terminal, against bots or by turns at one keyboard."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import click

from kotva import bots, games
from kotva.cli.common import game_options, language_option, options_option, say_for, write_file
from kotva.cli.records import result_line
from kotva.engine.actions import forms
from kotva.engine.errors import KotvaError, Unreadable
from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.engine.user_input import whole
from kotva.match import Match
from kotva.scene.terminal import position

SHOWN = 12  # a kind with more actions than this is listed by its places; they are typed
MOST = 200  # of them


@click.command()
@click.argument("game_id", metavar="GAME")
@click.option("--seats", type=int, default=None, help="How many play; by default the most the game allows.")
@click.option(
    "--bots", "bot_names", default=None, help="Bots for the other seats, e.g. greedy,random; `none` for people."
)
@click.option("--seat", type=int, default=1, help="Your seat.")
@click.option("--seed", default=None, help="A seed for the game's chance (otherwise secret).")
@click.option("--save", type=click.Path(dir_okay=False), default=None, help="Write the record to this file at the end.")
@options_option
@language_option
def play(
    game_id: str,
    seats: int | None,
    bot_names: str | None,
    seat: int,
    seed: str | None,
    save: str | None,
    preset: str,
    given: tuple[str, ...],
    lang: str | None,
) -> None:
    """Play a game in the terminal."""
    game = games.load(game_id)
    match = Match(game, seats, game_options(game, preset, given), seed=seed)
    if not 1 <= seat <= match.seats:
        raise KotvaError("There is no seat {seat}; seats are 1 to {seats}.", seat=seat, seats=match.seats)
    players = _seat_bots(match, seat - 1, bot_names)
    match.names = [players[i][0] if i in players else f"Player {i + 1}" for i in range(match.seats)]
    say = say_for(lang, game, match.names)
    if save:
        write_file(
            Path(save), match.record().to_json()
        )  # a file that cannot be written is no surprise for the end of the game
    click.echo(say("Type an action as it is written in the list, or its number. 'help' says what else there is."))
    told = 0
    try:
        while not match.is_over:
            told = _print_news(match, None if len(players) < match.seats - 1 else seat - 1, say, told)
            actor = match.to_act()
            if actor in players:
                action = players[actor][1].choose(match.view(actor))
                match.play(game.rules.actions.text(action), actor)
            else:
                _ask(match, actor, say)
                if save:
                    write_file(Path(save), match.record().to_json())
    except click.Abort:
        click.echo(
            "\n" + say("The game is not over.") + (f" {say('It is kept in {path}.', path=save)}" if save else "")
        )
        raise
    finally:
        if save:
            write_file(Path(save), match.record().to_json())
    _print_news(match, seat - 1, say, told)
    click.echo(result_line(match, say))


def _seat_bots(match: Match, own: int, names: str | None) -> dict[int, tuple[str, bots.Bot]]:
    """A bot for every other seat: those named, the last one again where names run out; greedy by default."""
    if names == "none":
        return {}
    wanted = (names or "greedy").split(",")
    others = [i for i in range(match.seats) if i != own]
    chosen = [wanted[min(k, len(wanted) - 1)].strip() for k in range(len(others))]
    return {i: (f"{name} {i + 1}", bots.make(name, seed=i)) for i, name in zip(others, chosen, strict=True)}


def _print_news(match: Match, viewer: int | None, say: Say, since: int) -> int:
    for _, lines in match.log(viewer, say, since):
        for text in lines:
            click.echo(f"  · {text}")
    return len(match.played)


def _ask(match: Match, actor: int, say: Say) -> None:
    """Show the position, ask until a legal action comes, and play it."""
    game = match.game
    view = match.view(actor)
    click.echo()
    click.echo(position(view, say, match.names))
    click.echo(f"\n{match.names[actor]}: {game.look.scene(view, say).prompt}")
    legal = match.legal(actor)
    numbered = _list(match, view, legal, say)
    while True:
        answer = click.prompt(">", prompt_suffix=" ").strip()
        if answer == "quit":
            raise click.Abort
        if answer == "log":
            _print_news(match, actor, say, 0)
            continue
        if answer == "help":
            _help(match, view, say)
            continue
        try:
            if answer == "undo":
                match.undo(actor)
                return
            if answer.startswith("why "):
                reason = match.why_not(answer.removeprefix("why "), actor, say)
                click.echo(say("That is allowed.") if reason is None else f"{reason[1]} ({reason[0]})")
                continue
            match.play(_meant(match, answer, legal, numbered), actor)
            return
        except Unreadable as error:
            if "forms" in error.values:  # of all actions there are, those of chance and of other moments included
                now = ", ".join(_forms(match, view))
                click.echo(say("{text!r} is no action here. Now there are: {forms}.", text=answer[:60], forms=now))
            else:
                click.echo(error.say(say))
        except KotvaError as error:
            click.echo(error.say(say))


def _meant(match: Match, answer: str, legal: list[str], numbered: list[str]) -> str:
    """The action of a number in the list; or of a bare place, where there is only one thing to do with one."""
    number = whole(answer, 1, len(numbered))
    if number is not None:
        return numbered[number - 1]
    words = {match.game.rules.actions.family(match.game.rules.actions.parse(text)).word for text in legal}
    if len(words) == 1 and (text := f"{next(iter(words))} {answer}") in legal:
        return text
    return answer


def _forms(match: Match, view: View) -> list[str]:
    """The shapes of what can be done now, what is put together from parts included."""
    actions = match.game.rules.actions
    listed = forms(actions.family(action) for action in view.legal()).split(", ")
    made = [
        re.sub(r"\{\w+\}", "…", submit.template)
        for form in match.game.look.scene(view, Say()).forms
        for submit in form.submits
    ]
    return list(dict.fromkeys([*listed, *made]))


def _help(match: Match, view: View, say: Say) -> None:
    click.echo(say("Now you may: {forms}.", forms=", ".join(_forms(match, view))))
    for word, text in (
        ("why ACTION", say("why something is not allowed, by which clause")),
        ("undo", say("take your last action back, if it has shown nothing")),
        ("log", say("everything that has happened")),
        ("quit", say("leave the game")),
    ):
        click.echo(f"  {word:12} {text}")


def _grouped(texts: list[str]) -> list[tuple[str, list[str]]]:
    """What is done with what, and where: `C a2`, `S a2`, `C a3`, `S a3` are C|S at a2 and a3."""
    if not all(text.count(" ") == 1 for text in texts):
        return [("", texts)]
    places: dict[str, list[str]] = {}
    for text in texts:
        what, _, place = text.partition(" ")
        places.setdefault(what, []).append(place)
    alike: dict[tuple[str, ...], list[str]] = {}
    for what, found in places.items():
        alike.setdefault(tuple(found), []).append(what)
    return [("|".join(whats), list(found)) for found, whats in alike.items()]


def _list(match: Match, view: View, legal: list[str], say: Say) -> list[str]:
    """Print all that may be done: a few of a kind in words and with a number, many of a kind by their places."""
    actions = match.game.rules.actions
    kinds: dict[str, list[str]] = {}
    for text in legal:
        kinds.setdefault(actions.family(actions.parse(text)).template, []).append(text)
    numbered: list[str] = []
    for template, texts in kinds.items():
        if len(texts) > SHOWN and len(legal) > SHOWN:
            head = template.partition("{}")[0]
            for what, places in _grouped([text.removeprefix(head) for text in texts]):
                shown = " ".join(places[:MOST])
                more = say("and {n} more", n=len(places) - MOST) if len(places) > MOST else ""
                name = f"{head}{what}".strip() or say("one of")
                line = f"{name}  {shown} {more}".strip()
                click.echo(textwrap.fill(line, 100, initial_indent="       ", subsequent_indent="         "))
            continue
        for text in texts:
            numbered.append(text)
            words = match.game.to_words(view, actions.parse(text), say)
            click.echo(f"  {len(numbered):3}  {text:24} {words}")
    return numbered
