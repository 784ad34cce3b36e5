"""What an entry of the log did, in a sentence for people: names and tables, no ids."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from kotva.engine.errors import Translator
from kotva.engine.say import N_
from kotva.tournament.log import Args, TournamentEntry
from kotva.tournament.state import TournamentState
from kotva.tournament.words import ROLES

DEEDS: Final[Mapping[str, str]] = {
    "create": N_("The tournament was made"),
    "set": N_("{option} is now {value}"),
    "official": N_("{person} is now: {role}"),
    "open": N_("Registration was opened"),
    "close": N_("Registration was closed"),
    "archive": N_("The tournament was archived"),
    "backup": N_("A backup was made"),
    "cancel": N_("The tournament was cancelled"),
    "register": N_("{name} was entered"),
    "rename": N_("{text} is the new name"),
    "describe": N_("What is known of {player} was changed"),
    "checkin": N_("{player} is here"),
    "absent": N_("{player} is not here"),
    "sitout": N_("{player} misses round {n}"),
    "withdraw": N_("{player} was withdrawn"),
    "return": N_("{player} has come back"),
    "import": N_("Lines taken over from a list: {rows}"),
    "draw": N_("Round {n} was drawn"),
    "redraw": N_("Round {n} was drawn anew"),
    "publish": N_("The draw of round {n} was published"),
    "swap": N_("{one} and {other} have exchanged their places"),
    "reseat": N_("{one} and {other} have exchanged their places in the record"),
    "repair": N_("Round {n} was repaired: {moves}"),
    "pair": N_("Tables were made of those who waited: {made}"),
    "newboard": N_("Round {n} has another board"),
    "first": N_("{player} begins at table {table}"),
    "start": N_("Round {n} was started"),
    "pause": N_("The clock of round {n} stands"),
    "resume": N_("The clock of round {n} goes on"),
    "outage": N_("The clock of round {n} stood while nobody could play"),
    "extend": N_("Table {table} plays longer (minutes: {minutes})"),
    "turnlimit": N_("Every turn has a limit now (seconds: {seconds})"),
    "complete": N_("Round {n} was completed"),
    "report": N_("The result of table {table} was entered"),
    "confirm": N_("The result of table {table} was confirmed"),
    "dispute": N_("The result of table {table} was disputed"),
    "correct": N_("The result of table {table} was corrected"),
    "dissolve": N_("Table {table} was dissolved"),
    "remind": N_("Table {table} was asked for its result"),
    "proceed": N_("The round goes on in spite of case {case}"),
    "case": N_("A case was opened"),
    "decide": N_("The head referee decided: {about}"),
    "expel": N_("{player} was expelled"),
    "warn": N_("{player} was warned"),
    "protest": N_("A protest was made in case {case}"),
    "vote": N_("A vote was given in case {case}"),
    "shift": N_("Round {n} starts later (minutes: {minutes})"),
    "lot": N_("A lot was drawn by hand"),
    "standings": N_("The standings after round {n} were published"),
}
_OFF: Final = N_("{person} is no longer: {role}")
_MANY: Final = N_("Players who are here now: {n}")
_PEOPLE: Final = ("player", "one", "other")


def deed(state: TournamentState, entries: Sequence[TournamentEntry], say: Translator) -> str:
    """What was done last, in words; several entries are one deed where they were made at once."""
    entry = entries[-1]
    if len(entries) > 1:
        return say(_MANY, n=len(entries))
    args = entry.args
    text = _OFF if entry.op == "official" and args.get("off") else DEEDS[entry.op]
    values: dict[str, object] = {**args, "n": args.get("round")}
    for name in _PEOPLE:
        values[name] = state.label(str(args.get(name)))
    for name, made in _SPECIAL.items():
        values[name] = made(state, args, say)
    return say(text, **values)


def done_at_once(log: Sequence[TournamentEntry]) -> list[TournamentEntry]:
    """The last entry, with those before it that were made in the same moment: everybody was checked in by one button."""
    found: list[TournamentEntry] = []
    for entry in reversed(log):
        if found and not (entry.op == "checkin" and (entry.op, entry.at, entry.actor) == _when(found[0])):
            break
        found.insert(0, entry)
    return found


def _when(entry: TournamentEntry) -> tuple[str, str, str]:
    return entry.op, entry.at, entry.actor


def _person(state: TournamentState, args: Args, _say: Translator) -> str:
    return state.label(str(args.get("official")))


def _role(_state: TournamentState, args: Args, say: Translator) -> str:
    role = str(args.get("role"))
    return say(ROLES[role]) if role in ROLES else role


def _rows(_state: TournamentState, args: Args, _say: Translator) -> int:
    rows = args.get("rows")
    return len(rows) if isinstance(rows, list) else 0


def _about(_state: TournamentState, args: Args, say: Translator) -> str:
    """A table, or the case."""
    return say("Table {n}", n=args["table"]) if "table" in args else str(args.get("case", ""))


def _moves(state: TournamentState, args: Args, say: Translator) -> str:
    """TOU-14.6: who goes where, late entries first; the seats of a changed table are dealt anew."""
    moved, tables, come = args.get("moved"), args.get("tables"), args.get("in")
    who = [*(come if isinstance(come, list) else []), *(moved if isinstance(moved, list) else [])]
    if not isinstance(tables, list) or not who:
        return say("nobody changes the table")
    place = {
        player: table["number"]
        for table in tables
        if isinstance(table, dict) and isinstance(table["seats"], list)
        for player in table["seats"]
        if isinstance(player, str)
    }
    return ", ".join(
        say("{name} to table {table}", name=state.label(str(player)), table=place.get(str(player), "–"))
        for player in who
    )


def _made(_state: TournamentState, args: Args, _say: Translator) -> int:
    tables = args.get("tables")
    return len(tables) if isinstance(tables, list) else 0


_SPECIAL: Final[Mapping[str, Callable[[TournamentState, Args, Translator], object]]] = {
    "person": _person,
    "role": _role,
    "rows": _rows,
    "about": _about,
    "moves": _moves,
    "made": _made,
}
