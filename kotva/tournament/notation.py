"""The text of actions (section 7) and of results (section 3): `parse(write(op, args)) == (op, args)`.

What an entry holds beside what was asked (tables drawn, lots, standings) has no text: it is made by the action.
"""

from __future__ import annotations

import re
from typing import Final

from kotva.tournament.action import AnyAction
from kotva.tournament.actions import ACTIONS
from kotva.tournament.argument_kinds import Unfit, unquote
from kotva.tournament.arguments import Argument, arguments
from kotva.tournament.log import Args, Json
from kotva.tournament.refusal import Refused

_TOKEN: Final = re.compile(r'\s*((?:[\w.]+=)?"(?:[^"\\]|\\.)*"|[^\s"]+)(?=\s|$)')


def parse(text: str) -> tuple[str, dict[str, Json]]:
    """An action from its text; `SYNTAX` shows how it is written."""
    words = _split(text)
    op = words.pop(0) if words else ""
    action = ACTIONS.get(op)
    if action is None or not action.example:
        known = ", ".join(name for name, found in ACTIONS.items() if found.example)
        raise Refused("There is no action {op!r}; actions are: {known}.", "SYNTAX", "TOU-18.1", op=op[:40], known=known)
    args: dict[str, Json] = {}
    if action.word:
        if action.word not in words:
            raise _wrong(action)
        words.remove(action.word)
    for word in words:
        if not _take(arguments(action.args), args, word):
            raise _wrong(action)
    return op, args


def _split(text: str) -> list[str]:
    out, at = [], 0
    while text[at:].strip():
        found = _TOKEN.match(text, at)
        if found is None:
            raise Refused("A quotation mark is missing in {text!r}.", "SYNTAX", "TOU-18.1", text=text[:80])
        out.append(found[1])
        at = found.end()
    return out


def _wrong(action: AnyAction) -> Refused:
    return Refused("This is written: {example}", "SYNTAX", "TOU-18.1", example=action.example)


def _take(known: tuple[Argument, ...], args: dict[str, Json], word: str) -> bool:
    """Put one word of the text where it belongs; False where it belongs nowhere, or was said already."""
    if word.startswith('"'):
        quoted = next((one for one in known if one.stands == "slot" and one.kind.quoted), None)
        if quoted is None or quoted.name in args:
            return False
        args[quoted.name] = unquote(word)
        return True
    if any(one.stands == "slot" and one.kind.put(args, one.name, word) for one in known):
        return True
    name, equals, value = word.partition("=")
    if not equals:
        return False
    named = next((one for one in known if one.stands == "key" and one.name == name), None)
    if named is not None:
        if name in args:
            return False
        try:
            args[name] = named.kind.parse(unquote(value))
        except Unfit:
            return False
        return True
    return any(one.stands == "key" and one.kind.put(args, one.name, word) for one in known if one.kind.takes_names)


def write(op: str, args: Args) -> str:
    """The text of an action."""
    action = ACTIONS.get(op)
    if action is None or not action.example:
        return op
    out = [op, action.word] if action.word else [op]
    for one in arguments(action.args):
        if one.stands == "made" or not one.is_said(args):
            continue
        if one.stands == "slot" or one.kind.takes_names:
            out += one.kind.write(args, one.name)
        else:
            out.append(f"{one.name}={one.kind.write_value(args, one.name)}")
    return " ".join(out)
