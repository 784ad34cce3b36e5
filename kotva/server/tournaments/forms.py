"""What a page sends, as actions of the rulebook: one field has the whole text, or several have its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kotva.engine.errors import Unreadable
from kotva.engine.say import N_
from kotva.tournament import notation
from kotva.tournament.actions import ACTIONS
from kotva.tournament.argument_kinds import parse_place
from kotva.tournament.arguments import arguments
from kotva.tournament.log import Json
from kotva.tournament.options import OPTIONS, canonical_option
from kotva.tournament.state import TournamentState

Form = Mapping[str, str]
_LONGEST = 4000
_FIELDS: Final = ("words", "reason", "name", "club")  # of a form, beside the text of its action
# An empty field means what the option calls nothing.
EMPTY: Final = {name: "none" for name, option in OPTIONS.items() if "none" in option.kind.allowed.split(", ")}


def action(state: TournamentState, form: Form) -> tuple[str, dict[str, Json]]:
    """The action of a form: `text` is the notation; `result` and `register` are put together from their fields."""
    kind = form.get("form", "text")
    if kind == "result":
        return result(state, form)
    if kind == "register":
        return register(form)
    if kind == "describe":
        return describe(state, form)
    text = f"{form.get('text', '').strip()} {form.get('more', '').strip()}"
    if len(text) > _LONGEST:
        raise Unreadable(N_("This is too long."))
    op, args = notation.parse(text)
    for one in arguments(ACTIONS[op].args):
        field = "words" if one.stands == "slot" and one.kind.quoted else one.name  # what stands in quotation marks
        if one.name not in args and field in _FIELDS and (value := form.get(field, "").strip()):
            args[one.name] = value
    return op, args


def options(state: TournamentState, form: Form) -> list[tuple[str, dict[str, Json]]]:
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


def register(form: Form) -> tuple[str, dict[str, Json]]:
    """TOU-2.1: an entry."""
    args: dict[str, Json] = {"name": form.get("name", "").strip()}
    for name in ("club", "contact", "kind", "team", "category"):
        if value := form.get(name, "").strip():
            args[name] = value
    if rating := form.get("rating", "").strip():
        args["rating"] = whole(rating)
    return "register", args


def describe(state: TournamentState, form: Form) -> tuple[str, dict[str, Json]]:
    """TOU-2.16: what has changed of what is known of a player."""
    player = form.get("player", "")
    found = state.players.get(player)
    known = (found.club, found.team, ", ".join(found.categories)) if found is not None else ("", "", "")
    args: dict[str, Json] = {"player": player}
    for name, before in zip(("club", "team", "category"), known):
        value = form.get(name, before).strip()
        if value != before:
            args[name] = value
    rating = form.get("rating", "").strip()
    if rating and (found is None or found.rating is None or rating != str(found.rating)):
        args["rating"] = whole(rating)
    if len(args) == 1:
        args["club"] = known[0]  # saved as it was
    return "describe", args


def whole(text: str) -> int:
    """A rating; the rules judge whether it is one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else -1


def result(state: TournamentState, form: Form) -> tuple[str, dict[str, Json]]:
    """TOU-10: points or a status for each seat, the winner, how it ended; the rules judge whether it adds up."""
    place = parse_place(form.get("table", ""))
    if place is None:
        raise Unreadable(N_("This form cannot be read."))
    table = state.table(place)
    seats: list[Json] = []
    for player in table.seats if table is not None else ():
        status, raw = form.get(f"status-{player}", "ok"), form.get(f"raw-{player}", "").strip()
        value = raw if status == "ok" else status + (f"({raw})" if status == "left" and raw else "")
        seats.append([player, value])
    args: dict[str, Json] = {"round": place[0], "table": place[1], "seats": seats, "end": form.get("end", "won")}
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
