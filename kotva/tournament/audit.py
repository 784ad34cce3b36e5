"""What a log proves to a sceptic, and what it cannot prove, in sentences (TOU-18.3, TOU-18.6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from kotva.engine.errors import Translator
from kotva.engine.say import N_
from kotva.tournament.deeds import DEEDS
from kotva.tournament.log import DIGITS, MARKED, START, LogMark, TournamentEntry, next_hash
from kotva.tournament.refusal import Refused
from kotva.tournament.standings import standings
from kotva.tournament.state import TournamentState
from kotva.tournament.tournament import replay
from kotva.tournament.verify import Disagreement, verify

AGREES, DIFFERS, OPEN = "agrees", "differs", "open"
_SHOWN = 3  # how many of the best are named


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence about a log: it agrees, it does not, or it cannot be told."""

    fate: str
    text: str
    values: dict[str, object] = field(default_factory=dict)

    def say(self, say: Translator) -> str:
        """In the translator's language; a refusal among the values too."""
        values = {name: one.line(say) if isinstance(one, Refused) else one for name, one in self.values.items()}
        return say(self.text, **values)


@dataclass(frozen=True, slots=True)
class Audit:
    """Everything that was looked at, and what nobody can see in a log."""

    name: str
    findings: tuple[Finding, ...]
    unproven: tuple[Finding, ...]
    doubt: Finding | None = None  # TOU-18.3: an entry that is changed, or made by another version

    @property
    def agrees(self) -> bool:
        return all(finding.fate != DIFFERS for finding in self.findings)


_WHAT_HAPPENED: Final = (
    Finding(OPEN, N_("that what was entered is what happened at the tables: compare it with the signed slips")),
    Finding(OPEN, N_("that the people named here are the people who played")),
)


def audit(
    log: Sequence[TournamentEntry],
    seed: str | None = None,
    marks: Sequence[LogMark] = (),
    progress: Callable[[int], None] | None = None,
) -> Audit:
    """Look at a log; `seed` is that of a backup, before the archive has told it."""
    found_doubt = verify(log, seed, progress)
    doubt = _doubt(found_doubt) if found_doubt is not None else None
    about_marks = look_for_marks(log, marks)
    if doubt is not None and doubt.fate == DIFFERS:
        return Audit(_name(log), (doubt, *about_marks), (), doubt)
    state = replay(log)
    draws = sum(entry.op in ("draw", "redraw") for entry in log)
    known = seed is not None or state.seed is not None
    found = [
        Finding(
            AGREES,
            N_("Each of the {n} entries of the log follows from the one before, and the rules allow it."),
            {"n": len(log)},
        )
    ]
    if known:
        found += [
            Finding(AGREES, N_("The seed is the one that was committed to when the tournament was made.")),
            doubt
            or Finding(
                AGREES,
                N_("Tables, seats, byes, boards and lots follow from the seed (draws made anew: {n})."),
                {"n": draws},
            ),
        ]
    else:
        found.append(
            Finding(OPEN, N_("The seed is told when the tournament is archived; draws and lots can be checked then."))
        )
    return Audit(state.name, (*found, *_ranks(state), *about_marks), (*_unproven(state, marks), *_WHAT_HAPPENED), doubt)


def marks_of(log: Sequence[TournamentEntry]) -> list[tuple[LogMark, str, Finding]]:
    """TOU-18.6: every mark of a log, when it was made and after what."""
    hashes = accumulate(log, next_hash, initial=START)
    next(hashes)
    return [
        (LogMark(entry.seq, hash[:DIGITS]), entry.at, Finding(AGREES, DEEDS[entry.op], {"n": entry.args.get("round")}))
        for entry, hash in zip(log, hashes)
        if entry.op in MARKED
    ]


def _name(log: Sequence[TournamentEntry]) -> str:
    named = log[0].args.get("name") if log else None
    return named if isinstance(named, str) else ""


def _doubt(doubt: Disagreement) -> Finding:
    """What another version made is named, and nobody is accused of it (TOU-18.3)."""
    fate = DIFFERS if doubt.refused.code == "TAMPERED" else OPEN
    return Finding(fate, N_("Entry {n} does not agree: {why}"), {"n": doubt.seq, "why": doubt.refused})


def _ranks(state: TournamentState) -> list[Finding]:
    """Who is in front, by the results of the log alone: everybody can compare that with what was announced."""
    results = sum(table.result is not None for round in state.rounds for table in round.tables)
    best = [row for row in standings(state).rows if row.rank is not None][:_SHOWN]
    if not results or not best:
        return []
    names = ", ".join(f"{row.rank}. {state.label(row.player)}" for row in best)
    text = N_("Points and ranks were computed anew from the results (tables: {n}): {names}.")
    return [Finding(AGREES, text, {"n": results, "names": names})]


def look_for_marks(log: Sequence[TournamentEntry], marks: Sequence[LogMark]) -> list[Finding]:
    """TOU-18.6: whether the log passes through the marks that people kept."""
    hashes = list(accumulate(log, next_hash, initial=START))
    over = bool(log) and log[-1].op in ("archive", "cancel")
    found = []
    for mark in marks:
        told: dict[str, object] = {"mark": str(mark), "n": len(log)}
        if 0 < mark.seq < len(hashes) and hashes[mark.seq][:DIGITS] == mark.digits:
            found.append(Finding(AGREES, N_("The log passes through {mark}."), told))
        elif mark.seq >= len(hashes) and not over:
            text = N_("The log ends at entry {n}, before {mark}: it is older than that page or paper.")
            found.append(Finding(OPEN, text, told))
        else:
            text = N_("The log does not pass through {mark}: it is not the one that page or paper was made from.")
            found.append(Finding(DIFFERS, text, told))
    return found


def _unproven(state: TournamentState, marks: Sequence[LogMark]) -> list[Finding]:
    out = []
    if not marks:
        out.append(
            N_(
                "that this is the log of that day: a mark from a paper or a picture of a page, kept since then, shows it"
            )
        )
    if state.options.word("salt") == "none":
        out.append(
            N_("that nobody knew the seed beforehand: the organiser's computer has it; a public salt takes that away")
        )
    return [Finding(OPEN, text) for text in out]
