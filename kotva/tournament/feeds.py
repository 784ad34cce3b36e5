"""TOU-20.14: the rounds as a calendar (iCalendar) and what has happened as a feed (Atom), both public."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree

from kotva.engine.errors import Translator
from kotva.tournament.deeds import DEEDS
from kotva.tournament.log import MARKED, TournamentEntry
from kotva.tournament.schedule import schedule
from kotva.tournament.state import TournamentState

_LINE: Final = 75  # octets of a line of a calendar; the rest goes on in the next one (RFC 5545, 3.1)
_ATOM: Final = "http://www.w3.org/2005/Atom"
_MOST: Final = 50  # entries of a feed


# -- calendar ----------------------------------------------------------------------------------------------------------


def calendar_text(state: TournamentState, address: str, say: Translator) -> str:
    """An event for every round whose time is known, and one for the announcement."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Kotva//Tournament//EN",
        f"X-WR-CALNAME:{_escaped(state.name)}",
    ]
    limited = state.options.number_or_none("time.round") is not None
    for slot in schedule(state):
        if slot.start is None:  # TOU-15.8: not known yet
            continue
        about = say("Round {n}", n=slot.round) if slot.round else say("results")
        lines += [
            "BEGIN:VEVENT",
            f"UID:{slot.round}@{address.rpartition('/')[2]}.kotva",
            f"DTSTAMP:{_moment(state.last_at)}",
            f"DTSTART:{slot.start:%Y%m%dT%H%M%SZ}",
        ]
        if slot.end is not None and (limited or not slot.round):
            lines.append(f"DTEND:{slot.end:%Y%m%dT%H%M%SZ}")
        lines.append(f"SUMMARY:{_escaped(f'{state.name}: {about}')}")
        if state.options.word("place"):
            lines.append(f"LOCATION:{_escaped(state.options.word('place'))}")
        lines += [f"URL:{address}", "END:VEVENT"]
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _moment(at: str) -> str:
    """A time of the log as calendars write it."""
    return at.replace("-", "").replace(":", "")


def _escaped(text: str) -> str:
    """RFC 5545, 3.3.11."""
    for character in "\\;,":
        text = text.replace(character, f"\\{character}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> str:
    """Pieces of at most 75 octets, no letter cut in two."""
    pieces, piece, size = [], "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > _LINE:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + letter, size + octets
    return "\r\n".join([*pieces, piece])


# -- feed --------------------------------------------------------------------------------------------------------------


def feed_text(state: TournamentState, log: Sequence[TournamentEntry], address: str, say: Translator) -> str:
    """The steps that have a public mark (TOU-18.6), the latest first; nothing else of the log is told."""
    ElementTree.register_namespace("", _ATOM)
    feed = ElementTree.Element(f"{{{_ATOM}}}feed")
    steps = [entry for entry in log if entry.op in MARKED][-_MOST:]
    _add(feed, "id", address)
    _add(feed, "title", state.name)
    _add(feed, "updated", steps[-1].at if steps else state.created_at)
    _add(_add(feed, "author", ""), "name", "Kotva")
    _link(feed, address)
    _link(feed, f"{address}/feed.atom", "self")
    for entry in reversed(steps):
        item = _add(feed, "entry", "")
        _add(item, "id", f"{address}#{entry.seq}")
        _add(item, "title", say(DEEDS[entry.op], n=entry.args.get("round")))
        _add(item, "updated", entry.at)
        _link(item, address)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(feed, encoding="unicode") + "\n"


def _add(parent: ElementTree.Element, name: str, text: str) -> ElementTree.Element:
    child = ElementTree.SubElement(parent, f"{{{_ATOM}}}{name}")
    child.text = _readable(text) or None
    return child


def _link(parent: ElementTree.Element, address: str, rel: str = "alternate") -> None:
    ElementTree.SubElement(parent, f"{{{_ATOM}}}link", {"rel": rel, "href": address})


def _readable(text: str) -> str:
    """XML has no control characters."""
    return "".join(letter for letter in text if letter >= " " or letter in "\t\n")
