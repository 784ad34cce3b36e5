"""What was found out about a record, in sentences: for the command line and for the page."""

from __future__ import annotations

from kotva.engine.record import Record
from kotva.engine.say import Say
from kotva.engine.verify import Verified


def sentences(found: Verified, record: Record, say: Say) -> list[str]:
    """All that `verify` has checked, and what nobody can know of this record."""
    out = [
        say("The record is legal. Nothing in it was left to chance.")
        if not found.drawn
        else say.many(
            "The record is legal, and {n} outcome of chance follows from its seed.",
            "The record is legal, and {n} outcomes of chance follow from its seed.",
            found.drawn,
        )
    ]
    if found.given_position:
        out.append(say("The game began from a given position, not from the set-up of the rules."))
    if found.sealed:
        out.append(say("The seal fits: {seal}. The same seal means the same record.", seal=record.seal))
    else:
        out.append(say("The record has no seal: its names and who sat where cannot be checked."))
    return out
