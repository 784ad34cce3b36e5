"""The text of actions (section 7) and of results (section 3): `parse(write(op, args)) == (op, args)`.

What an entry holds beside what was asked (tables drawn, lots, standings) has no text: it is made by the action.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kotva.tournament.log import Args, Json
from kotva.tournament.options import OPTIONS
from kotva.tournament.refusal import Refused


@dataclass(frozen=True, slots=True)
class Form:
    """How an action is written: what may stand where, and an example for those who got it wrong."""

    example: str
    slots: str = ""  # round, table, case, official, player, one, other, number:<name>, result, order, text, name, vote
    keys: str = ""  # name=value; `#` before the name: a number; `*`: a list
    flags: str = ""
    word: str = ""  # a word that is always there


FORMS: Final[Mapping[str, Form]] = {
    "create": Form('create "Osada" preset=settlers-cz seed=auto', "name", "preset seed organiser account"),
    "set": Form("set rounds=4"),
    "official": Form('official O2 name="Jana" role=head', "official player", "name role account", "off nobody_else"),
    "open": Form("open"),
    "close": Form("close"),
    "archive": Form("archive"),
    "backup": Form("backup"),
    "cancel": Form('cancel reason="…"', "", "reason"),
    "register": Form('register "Jana" club="Brno" kind=human', "name", "club kind account contact"),
    "checkin": Form("checkin P7", "player"),
    "absent": Form("absent P7", "player"),
    "sitout": Form("sitout P7 round=2", "player", "#round"),
    "withdraw": Form("withdraw P7", "player", "#left"),
    "return": Form("return P7", "player"),
    "draw": Form("draw R2", "round", "fixed", "finish"),
    "redraw": Form('redraw R2 reason="…"', "round", "reason fixed", "finish"),
    "publish": Form("publish R2", "round"),
    "swap": Form('swap R2 P3 P9 reason="…"', "round one other", "reason", "force"),
    "repair": Form("repair R2 out=P4,P9 in=P17", "round", "*out *in"),
    "newboard": Form("newboard R2", "round"),
    "reseat": Form('reseat R2 P3 P9 reason="…"', "round one other", "reason"),
    "first": Form("first R2.T3 P7", "table player"),
    "start": Form("start R2", "round"),
    "pause": Form("pause R2", "round"),
    "resume": Form("resume R2", "round"),
    "outage": Form('outage R2 since="2027-03-01T13:05:10Z"', "round", "since"),
    "extend": Form("extend R2.T3 10", "table number:minutes"),
    "turnlimit": Form("turnlimit R2 90", "round number:seconds"),
    "report": Form("report R2.T3 won=P7 P7:10 P2:8 P9:8 P4:4", "table result", "#version slip", "ack signed"),
    "confirm": Form("confirm R2.T3 version=1", "table", "#version for"),
    "dispute": Form('dispute R2.T3 "…"', "table text"),
    "correct": Form('correct R2.T3 won=P7 P7:10 … version=1 reason="…"', "table result", "#version reason", "ack"),
    "dissolve": Form('dissolve R2.T3 absent=P4 reason="…"', "table", "*absent reason"),
    "complete": Form("complete R2", "round"),
    "proceed": Form("proceed C3", "case"),
    "case": Form('case open tables=R2.T3 subjects=P4 "…"', "text", "*tables *subjects", "", "open"),
    "decide": Form('decide C1 R2.T3 adjudicated P7:10 … "…"', "case table result text", "rule"),
    "expel": Form("expel P4 case=C1", "player text", "case"),
    "warn": Form("warn P4 case=C1", "player text", "case"),
    "protest": Form('protest C1 "…"', "case table result text"),
    "vote": Form("vote C1 change", "case table result vote"),
    "shift": Form("shift R3 +10", "round number:minutes"),
    "lot": Form("lot R3 P4>P9", "round order"),
    "standings": Form("standings R2 publish", "round", "", "", "publish"),
}

_TOKEN: Final = re.compile(r'\s*((?:[\w.]+=)?"(?:[^"\\]|\\.)*"|[^\s"]+)(?=\s|$)')
_PLAYER: Final = r"P[1-9]\d{0,5}"


def parse(text: str) -> tuple[str, dict[str, Json]]:
    """An action from its text; `SYNTAX` shows how it is written."""
    tokens = _split(text)
    op = tokens.pop(0) if tokens else ""
    form = FORMS.get(op)
    if form is None:
        raise Refused(
            "There is no action {op!r}; actions are: {known}.", "SYNTAX", "TOU-18.1", op=op[:40], known=", ".join(FORMS)
        )
    args: dict[str, Json] = {}
    if form.word:
        if form.word not in tokens:
            raise _wrong(form)
        tokens.remove(form.word)
    for token in tokens:
        if not _take(op, form, args, token):
            raise _wrong(form)
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


def _wrong(form: Form) -> Refused:
    return Refused("This is written: {example}", "SYNTAX", "TOU-18.1", example=form.example)


def _take(op: str, form: Form, args: dict[str, Json], token: str) -> bool:
    """Put one word of the text where it belongs; False where it belongs nowhere."""
    slots = form.slots.split()
    if token.startswith('"'):
        slot = next((slot for slot in ("name", "text") if slot in slots), "")
        return bool(slot) and _once(args, slot, _unquote(token))
    if "result" in slots and _take_result(args, token):
        return True
    name, equals, value = token.partition("=")
    if equals:
        return _take_key(op, form, args, name, _unquote(value) if value.startswith('"') else value)
    if found := re.fullmatch(r"R(\d{1,3})\.T(\d{1,4})", token):
        return "table" in slots and _once(args, "round", int(found[1])) and _once(args, "table", int(found[2]))
    if found := re.fullmatch(r"R(\d{1,3})", token):
        return "round" in slots and _once(args, "round", int(found[1]))
    if re.fullmatch(r"C\d{1,5}", token):
        return "case" in slots and _once(args, "case", token)
    if re.fullmatch(r"O\d{1,5}", token):
        return "official" in slots and _once(args, "official", token)
    if re.fullmatch(_PLAYER, token):
        free = [slot for slot in ("official", "player", "one", "other") if slot in slots and slot not in args]
        return bool(free) and _once(args, free[0], token)
    if "order" in slots and re.fullmatch(rf"{_PLAYER}(>{_PLAYER})+", token):
        return _once(args, "order", list(token.split(">")))
    if re.fullmatch(r"[+-]?\d{1,6}", token):
        slot = next((slot[7:] for slot in slots if slot.startswith("number:")), "")
        return bool(slot) and _once(args, slot, int(token))
    if "vote" in slots and token in ("change", "keep"):
        return _once(args, "vote", token)
    return token in form.flags.split() and _once(args, token, True)


def _once(args: dict[str, Json], name: str, value: Json) -> bool:
    """Nothing is said twice."""
    return args.setdefault(name, value) is value


def _take_result(args: dict[str, Json], token: str) -> bool:
    """Section 3: the end, the winner, and what each seat has."""
    if token in ("time", "adjudicated", "dissolved"):
        if args.get("end") not in (None, "won"):
            return False
        args["end"] = token
        return True
    if found := re.fullmatch(rf"won=({_PLAYER})", token):
        args.setdefault("end", "won")
        return _once(args, "winner", found[1])
    if found := re.fullmatch(rf"({_PLAYER}):(\S+)", token):
        seats = args.setdefault("seats", [])
        assert isinstance(seats, list)
        seats.append([found[1], found[2]])
        return True
    return False


def _take_key(op: str, form: Form, args: dict[str, Json], name: str, value: str) -> bool:
    if op == "set":
        return _once(args, "option", name) and _once(args, "value", value)
    for key in form.keys.split():
        if key.lstrip("#*") != name:
            continue
        if key == "fixed":
            return _once(args, name, [[*table.split(",")] for table in value.split("/")])
        if key[0] == "*":
            return _once(args, name, [part for part in value.split(",") if part])
        if key[0] == "#":
            return bool(re.fullmatch(r"-?\d{1,6}", value)) and _once(args, name, int(value))
        return _once(args, name, value)
    if op == "create" and name in OPTIONS:
        options = args.setdefault("options", {})
        assert isinstance(options, dict)
        return _once(options, name, value)
    return False


def _unquote(token: str) -> str:
    found = re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), token[1:-1])
    return str(found)


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def _value(text: str) -> str:
    """Quoted only where it must be."""
    return text if re.fullmatch(r'[^\s"\\]+', text) else _quote(text)


# -- writing ---------------------------------------------------------------------------------------------------------


def write(op: str, args: Args) -> str:
    """The text of an action."""
    form = FORMS.get(op)
    if form is None:
        return op
    out = [op]
    if form.word:
        out.append(form.word)
    slots = form.slots.split()
    for slot in slots:
        out += _write_slot(slot, args)
    if op == "set":
        out.append(f"{args.get('option')}={_value(str(args.get('value')))}")
    for key in form.keys.split():
        out += _write_key(key, args)
    options = args.get("options")
    if op == "create" and isinstance(options, dict):
        out += [f"{name}={_value(str(value))}" for name, value in sorted(options.items())]
    out += [flag for flag in form.flags.split() if args.get(flag) is True]
    return " ".join(out)


def _write_slot(slot: str, args: Args) -> list[str]:
    slot = slot.removeprefix("number:")
    if slot == "result":
        return write_result(args)
    if slot == "table":
        return [f"R{args['round']}.T{args['table']}"] if "table" in args else []
    if slot not in args:
        return []
    value = args[slot]
    if slot == "round":
        return [f"R{value}"]
    if slot == "order" and isinstance(value, list):
        return [">".join(map(str, value))]
    return [_quote(str(value)) if slot in ("name", "text") else str(value)]


def _write_key(key: str, args: Args) -> list[str]:
    name = key.lstrip("#*")
    if name not in args:
        return []
    value = args[name]
    if key == "fixed" and isinstance(value, list):
        return [f"fixed={'/'.join(','.join(map(str, t)) for t in value if isinstance(t, list))}"]
    if isinstance(value, list):
        return [f"{name}={','.join(map(str, value))}"]
    return [f"{name}={_value(str(value))}"]


def write_result(args: Args) -> list[str]:
    """Section 3: `won=P7 P7:10 P2:8` or `time P7:8 P2:8`."""
    out = []
    if args.get("end") in ("time", "adjudicated", "dissolved"):
        out.append(str(args["end"]))
    if "winner" in args:
        out.append(f"won={args['winner']}")
    seats = args.get("seats")
    if isinstance(seats, list):
        out += [f"{seat[0]}:{seat[1]}" for seat in seats if isinstance(seat, list) and len(seat) == 2]
    return out
