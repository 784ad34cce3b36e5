"""What takes back what was done last: nothing is ever removed from the log (TOU-18.3), a new entry sets it right."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.tournament import notation
from kotva.tournament.log import TournamentEntry
from kotva.tournament.options import OPTIONS, PRESETS
from kotva.tournament.state import TournamentState

# TOU-2.5, TOU-2.9, TOU-9.7: each of these has another that leaves all as it was.
_OPPOSITE = {"checkin": "absent", "absent": "checkin", "withdraw": "return", "pause": "resume", "resume": "pause"}


def last_own_entry(log: Sequence[TournamentEntry], actor: str) -> TournamentEntry | None:
    """The latest entry, if this official made it; backups change nothing."""
    for entry in reversed(log):
        if entry.op != "backup":
            return entry if entry.actor == actor else None
    return None


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
