"""What a page sends, as actions of the rulebook: one field has the whole text, or several have its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kotva.engine.errors import Unreadable
from kotva.engine.say import N_
from kotva.tournament import notation
from kotva.tournament.log import Json
from kotva.tournament.options import OPTIONS, canonical_option
from kotva.tournament.state import State

Form = Mapping[str, str]
_LONGEST = 4000
# An empty field means what the option calls nothing.
EMPTY: Final = {name: "none" for name, option in OPTIONS.items() if "none" in option.kind.allowed.split(", ")}


def action(state: State, form: Form) -> tuple[str, dict[str, Json]]:
    """The action of a form: `text` is the notation; `result` and `register` are put together from their fields."""
    kind = form.get("form", "text")
    if kind == "result":
        return result(state, form)
    if kind == "register":
        return register(form)
    text = form.get("text", "")
    if len(text) > _LONGEST:
        raise Unreadable(N_("This is too long."))
    said = {name: form.get(name, "").strip() for name in ("reason", "name", "club")}
    words = [text.strip(), *(f"{name}={quoted(value)}" for name, value in said.items() if value)]
    if value := form.get("words", "").strip():
        words.append(quoted(value))
    if value := form.get("more", "").strip():
        words.append(value)
    return notation.parse(" ".join(words))


def options(state: State, form: Form) -> list[tuple[str, dict[str, Json]]]:
    """Every option whose field says something else than what holds now, each as an action of its own, all at once."""
    found: list[tuple[str, dict[str, Json]]] = []
    for name in OPTIONS:
        value = form.get(f"option-{name}")
        if value is None:
            continue
        value = value.strip() or EMPTY.get(name, "")
        if value != state.options.texts[name] and canonical_option(name, value) != state.options.texts[name]:
            found.append(("set", {"option": name, "value": value}))
    return found


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def register(form: Form) -> tuple[str, dict[str, Json]]:
    """TOU-2.1: an entry."""
    args: dict[str, Json] = {"name": form.get("name", "").strip()}
    for name in ("club", "contact", "kind"):
        if value := form.get(name, "").strip():
            args[name] = value
    return "register", args


def result(state: State, form: Form) -> tuple[str, dict[str, Json]]:
    """TOU-10: points or a status for each seat, the winner, how it ended; the rules judge whether it adds up."""
    place = form.get("table", "")
    _, found = notation.parse(f"report {place}")  # only to read `R2.T3`
    number, table = found.get("round"), found.get("table")
    known = state.table((number, table)) if isinstance(number, int) and isinstance(table, int) else None
    players = known.seats if known is not None else []
    seats: list[Json] = []
    for player in players:
        status, raw = form.get(f"status-{player}", "ok"), form.get(f"raw-{player}", "").strip()
        value = raw if status == "ok" else status + (f"({raw})" if status == "left" and raw else "")
        seats.append([player, value])
    args: dict[str, Json] = {**found, "seats": seats, "end": form.get("end", "won")}
    if winner := form.get("winner", ""):
        args["winner"] = winner
    if form.get("ack"):
        args["ack"] = True
    op = form.get("op", "report")
    if op == "report":
        if form.get("signed"):
            args["signed"] = True
        if slip := form.get("slip", "").strip().lower():
            args["slip"] = slip
    elif op == "correct":
        args["reason"] = form.get("reason", "").strip()
    elif op == "decide":
        args["end"] = "adjudicated"
        args["text"] = form.get("words", "").strip()
        if case := form.get("case", ""):
            args["case"] = case
    else:
        raise Unreadable(N_("This form cannot be read."))
    version = form.get("version", "")
    if op != "decide" and version.isascii() and version.isdigit() and len(version) < 6:
        args["version"] = int(version)
    return op, args
