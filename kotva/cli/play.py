"""`kotva play GAME`: a game in the terminal, against bots or by turns at one keyboard."""

from __future__ import annotations

from pathlib import Path

import click

from kotva import bots, games
from kotva.cli.common import language_option, options_option, parse_options, say_for
from kotva.cli.records import result_line
from kotva.engine.errors import KotvaError
from kotva.engine.game import View
from kotva.engine.say import Say
from kotva.match import Match

SHOWN = 12  # of a kind with more actions than this only examples are shown; they are typed


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
    given: tuple[str, ...],
    lang: str | None,
) -> None:
    """Play a game in the terminal."""
    game = games.load(game_id)
    match = Match(game, seats, parse_options(given), seed=seed)
    if not 1 <= seat <= match.seats:
        raise KotvaError("There is no seat {seat}; seats are 1 to {seats}.", seat=seat, seats=match.seats)
    players = _seat_bots(match, seat - 1, bot_names)
    match.names = [players[i][0] if i in players else f"Player {i + 1}" for i in range(match.seats)]
    say = say_for(lang, game, match.names)
    click.echo(say("Type a number or an action, 'why ACTION', 'undo', 'log' or 'quit'."))
    told = 0
    try:
        while not match.is_over:
            told = _tell(match, None if len(players) < match.seats - 1 else seat - 1, say, told)
            actor = match.to_act()
            if actor in players:
                action = players[actor][1].choose(match.view(actor))
                match.play(game.actions.text(action), actor)
            else:
                _ask(match, actor, say)
    finally:
        if save:
            Path(save).write_text(match.record().to_json(), encoding="utf-8")
    _tell(match, seat - 1, say, told)
    click.echo(result_line(match, say))


def _seat_bots(match: Match, own: int, names: str | None) -> dict[int, tuple[str, bots.Bot]]:
    """A bot for every other seat: those named, the last one again where names run out; greedy by default."""
    if names == "none":
        return {}
    wanted = (names or "greedy").split(",")
    others = [i for i in range(match.seats) if i != own]
    chosen = [wanted[min(k, len(wanted) - 1)].strip() for k in range(len(others))]
    return {i: (f"{name} {i + 1}", bots.make(name, seed=i)) for i, name in zip(others, chosen, strict=True)}


def _tell(match: Match, viewer: int | None, say: Say, since: int) -> int:
    for _, lines in match.log(viewer, say, since):
        for text in lines:
            click.echo(f"  · {text}")
    return len(match.played)


def _ask(match: Match, actor: int, say: Say) -> None:
    """Show the position, ask until a legal action comes, and play it."""
    game = match.game
    view = match.view(actor)
    click.echo()
    if game.board:
        click.echo(game.board(view, say))
    click.echo(f"\n{match.names[actor]}: {game.scene(view, say).prompt}")
    legal = match.legal(actor)
    numbered = _list(match, view, legal, say)
    while True:
        answer = click.prompt(">", prompt_suffix=" ").strip()
        if answer == "quit":
            raise click.Abort
        if answer == "log":
            _tell(match, actor, say, 0)
            continue
        try:
            if answer == "undo":
                match.undo(actor)
                return
            if answer.startswith("why "):
                reason = match.why_not(answer.removeprefix("why "), actor, say)
                click.echo(say("That is allowed.") if reason is None else f"{reason[1]} ({reason[0]})")
                continue
            if answer.isdigit() and 1 <= int(answer) <= len(numbered):
                answer = numbered[int(answer) - 1]
            match.play(answer, actor)
            return
        except KotvaError as error:
            click.echo(error.say(say))


def _list(match: Match, view: View, legal: list[str], say: Say) -> list[str]:
    """Print what may be done; the actions that have a number, in its order."""
    game = match.game
    kinds: dict[str, list[str]] = {}
    for text in legal:
        kinds.setdefault(game.actions.family(game.actions.parse(text)).template, []).append(text)
    numbered: list[str] = []
    for texts in kinds.values():
        if len(texts) > SHOWN and len(legal) > SHOWN:
            click.echo(f"     {len(texts)} × {', '.join(texts[:4])} …")
            continue
        for text in texts:
            numbered.append(text)
            click.echo(f"  {len(numbered):3}  {text:24} {game.to_words(view, game.actions.parse(text), say)}")
    return numbered
