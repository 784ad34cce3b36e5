"""What a web-hook is told, in words: as plain JSON or in the form that Discord takes."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from dataclasses import dataclass

from kotva.engine.game import Json
from kotva.engine.say import N_, Say
from kotva.scene.packet import end
from kotva.server.game_list import title_of
from kotva.server.hook_rows import DISCORD, HookRow
from kotva.server.table import Table

_MARKS = re.compile(
    r"([\\*_~`|>#\[\]()<@]|:(?=//))"
)  # of Discord's texts: a name is no link, no mention and no heading
_LONGEST = 1800  # characters of a message
WORDS = {
    "again": N_("{name} wants to play again."),
    "nudge": N_("{name} asks you to come back to the table."),
}


@dataclass(frozen=True, slots=True)
class Message:
    """What has happened."""

    event: str
    text: str  # the whole sentence
    game: str = ""
    title: str = ""  # of the table
    table: str = ""
    url: str = ""
    player: str = ""  # whose turn it is, or who wants something
    asked: str = ""  # what is asked of them


def for_turn(hook: HookRow, table: Table, seat: int) -> Message:
    """A player's turn: to the player what the own page asks, to a channel what everybody may know."""
    say = table.say(hook.language)
    view = table.match.view(seat if hook.table is None else None)
    asked = table.game.look.scene(view, say).prompt
    name = say.player(seat)
    names = hook.table is None or name in asked
    words = asked if names else say("{player} is to move: {asked}", player=name, asked=asked)
    return _about(hook, table, "turn", words, player=name, asked=asked)


def for_end(hook: HookRow, table: Table) -> Message:
    """How a game ended."""
    say = table.say(hook.language)
    over = end(table.game, table.match.outcome(), say)
    places = sorted(range(table.row.seats), key=lambda seat: (over.ranks[seat], seat))
    order = ", ".join(f"{over.ranks[seat]}. {say.player(seat)} ({over.scores[seat]})" for seat in places)
    return _about(hook, table, "over", f"{over.text} {order}", page="result")


def for_line(hook: HookRow, table: Table, event: str, seat: int | None) -> Message:
    """Something that another player wants."""
    say = table.say(hook.language)
    name = say.player(seat) if seat is not None else ""
    return _about(hook, table, event, Say(hook.language)(WORDS[event], name=name), player=name)


def for_test(hook: HookRow) -> Message:
    """To see whether it arrives."""
    say = Say(hook.language)
    return Message("test", say("This is a test: Kotva reaches you here."), url=hook.place)


def _about(
    hook: HookRow, table: Table, event: str, words: str, *, player: str = "", asked: str = "", page: str = "table"
) -> Message:
    say = Say(hook.language, table.game.id)
    game, title = say(table.game.title), title_of(table.row.title, table.game, say)
    where = game if title == game else say("{game} “{title}”", game=game, title=title)
    url = f"{hook.place}/{page}/{table.id}"
    return Message(event, f"{where}: {words}", game, title, table.id, url, player, asked)


def encoded(hook: HookRow, message: Message, at: float) -> bytes:
    """The body of the request."""
    data: dict[str, Json]
    if hook.form == DISCORD:
        text = _MARKS.sub(r"\\\1", message.text)[:_LONGEST]
        data = {"username": "Kotva", "content": f"{text}\n{message.url}", "allowed_mentions": {"parse": []}}
    else:
        told = {name: getattr(message, name) for name in Message.__slots__ if getattr(message, name)}
        data = {"kotva": 1, "at": int(at), **told}
    return json.dumps(data, ensure_ascii=False).encode()


def signature(secret: str, body: bytes, at: float) -> str:
    """By which the other side knows that a message is from here and fresh: HMAC-SHA256 of the time, a dot and the body."""
    signed = hmac.new(secret.encode(), f"{int(at)}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={int(at)},v1={signed}"
