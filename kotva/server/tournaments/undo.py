"""What takes back what was done last: nothing is ever removed from the log (TOU-18.3), a new entry sets it right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kotva.engine.say import N_
from kotva.tournament import notation
from kotva.tournament.deeds import done_at_once
from kotva.tournament.log import TournamentEntry
from kotva.tournament.options import OPTIONS
from kotva.tournament.presets import PRESETS
from kotva.tournament.state import TournamentState

# TOU-2.5, TOU-2.9, TOU-9.7: each of these has another that leaves all as it was.
_OPPOSITE = {"checkin": "absent", "absent": "checkin", "withdraw": "return", "pause": "resume", "resume": "pause"}


# Why the others stay, and what leads on instead.
_RESULT = N_("It stays in the log; a result is set right with “Correct” at its table.")
_DRAW = N_("It stays in the log; “Draw anew” makes another draw.")
_TIME = N_("What the players were told about the time stays.")
_CASE = N_("It stays: a case is ended by its decision, or by the panel.")
_STEP = N_("The tournament does not go back.")
_WHY_NOT: Final[Mapping[str, str]] = {
    **dict.fromkeys(("report", "confirm", "correct", "dissolve", "import"), _RESULT),
    **dict.fromkeys(("draw", "redraw", "publish", "repair", "newboard"), _DRAW),
    "pair": N_("A game that has begun goes on; a table that cannot be played is dissolved."),
    **dict.fromkeys(("start", "outage", "extend", "turnlimit", "shift", "first"), _TIME),
    **dict.fromkeys(("dispute", "proceed", "case", "decide", "expel", "warn", "protest", "vote"), _CASE),
    **dict.fromkeys(("create", "open", "close", "complete", "archive", "cancel", "lot", "standings"), _STEP),
    "remind": N_("A reminder changes nothing."),
    "reseat": N_("Exchange them once more to set it right."),
    "rename": N_("Rename once more to set it right."),
    "describe": N_("Change it once more to set it right."),
    "sitout": N_("A player that sits out plays again from the next round."),
    "checkin": N_("Each can be marked as not here."),
    "import players": N_("Each can be renamed or withdrawn in the list of players."),
}


def why_not(entry: TournamentEntry) -> str:
    """Why an entry is not taken back by a button, for the translator."""
    op = "import players" if (entry.op, entry.args.get("kind")) == ("import", "players") else entry.op
    return _WHY_NOT.get(op, _STEP)


def last_own_entries(log: Sequence[TournamentEntry], actor: str) -> list[TournamentEntry]:
    """What this official did last, if nobody did anything after it; backups change nothing."""
    acted = [entry for entry in log[-500:] if entry.op != "backup"]
    return done_at_once(acted) if acted and acted[-1].actor == actor else []


def undo(state: TournamentState, log: Sequence[TournamentEntry], entry: TournamentEntry) -> str:
    """The action that takes an entry back, as text; empty where another way leads back, or none."""
    args = entry.args
    if entry.op in ("pause", "resume"):
        return f"{_OPPOSITE[entry.op]} R{args.get('round')}"
    if entry.op in _OPPOSITE:
        status = state.players[str(args.get("player"))].status
        back = {"checkin": "present", "absent": "absent", "withdraw": "withdrawn"}[entry.op]
        return f"{_OPPOSITE[entry.op]} {args.get('player')}" if status == back else ""
    if entry.op == "register":
        return f"withdraw P{len(state.players)}"
    if entry.op == "official" and not args.get("off") and args.get("role") != "head":
        return f"official {args.get('official')} role={args.get('role')} off"
    if entry.op == "set":
        return notation.write("set", {"option": args.get("option"), "value": _before(state, log, entry)})
    if entry.op == "swap":
        again = {"round": args.get("round"), "one": args.get("one"), "other": args.get("other")}
        return notation.write("swap", {**again, "reason": str(args.get("reason", ""))})
    return ""


def _before(state: TournamentState, log: Sequence[TournamentEntry], entry: TournamentEntry) -> str:
    """What an option was before it was set."""
    name = str(entry.args.get("option"))
    for older in reversed(log):
        if older.seq < entry.seq and older.op == "set" and older.args.get("option") == name:
            return str(older.args.get("value"))
    made = next((older.args.get("options") for older in log if older.op == "create"), None)
    if isinstance(made, dict) and name in made:
        return str(made[name])
    return PRESETS.get(state.options.preset, {}).get(name, OPTIONS[name].default)
