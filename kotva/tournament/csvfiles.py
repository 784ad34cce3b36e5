"""TOU-20.8, TOU-20.10: CSV, written so that spreadsheets read it safely, and read with every fault named."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kotva.engine.errors import Translator
from kotva.engine.say import N_
from kotva.tournament.choices import Delimiter
from kotva.tournament.refusal import Refused

# A spreadsheet would take the cell for a formula; some read the wide forms of these characters like the others.
_DANGEROUS: Final = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
DELIMITERS: Final[Mapping[Delimiter, str]] = {
    Delimiter.COMMA: ",",
    Delimiter.SEMICOLON: ";",
    Delimiter.TAB: "\t",
}
MOST_BYTES: Final = 8_000_000


@dataclass(frozen=True, slots=True)
class FileFault:
    """What is wrong in a file: the line of data (from 1; 0 is the header), the column, and the refusal."""

    line: int
    column: str
    refused: Refused


class BadFile(Refused):
    """TOU-20.10: a file that was not taken over, with all of its faults."""

    def __init__(self, faults: Sequence[FileFault]) -> None:
        first = faults[0]
        super().__init__(
            N_("Line {line}, column {column}: {why} Faults in all: {n}. Nothing was taken over."),
            first.refused.code,
            first.refused.clause,
            line=first.line,
            column=first.column or "–",
            why=first.refused,
            n=len(faults),
        )
        self.faults = tuple(faults)

    def lines(self, say: Translator) -> list[str]:
        """One line of text for each fault."""
        head = [(f"{fault.line}:{fault.column}" if fault.column else str(fault.line), fault) for fault in self.faults]
        return [f"{place}: {fault.refused.line(say)}" for place, fault in head]


# -- writing ---------------------------------------------------------------------------------------------------------


def guard(cell: str) -> str:
    """TOU-20.8: a leading apostrophe keeps a spreadsheet from computing."""
    return f"'{cell}" if cell.startswith(_DANGEROUS) else cell


def unguard(cell: str) -> str:
    """TOU-20.8: import removes the apostrophe when one of these characters follows it."""
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(_DANGEROUS) else cell


def write_csv(header: str, rows: Iterable[Sequence[object]], delimiter: Delimiter = Delimiter.COMMA) -> str:
    """RFC 4180: CRLF, quotes where they are needed, one header line."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=DELIMITERS[delimiter], lineterminator="\r\n")
    writer.writerow(header.split(","))
    for row in rows:
        writer.writerow(
            ["" if cell is None else str(cell) if isinstance(cell, int) else guard(str(cell)) for cell in row]
        )
    return out.getvalue()


# -- reading ---------------------------------------------------------------------------------------------------------


def decode(data: bytes) -> tuple[str, str]:
    """TOU-20.10: the text and the name of its encoding: Unicode where it is, else what spreadsheets of our languages write."""
    if len(data) > MOST_BYTES:
        raise BadFile([FileFault(0, "", Refused("The file is too large.", "RANGE", "TOU-20.10"))])
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", _of_windows(data)):
        try:
            return data.decode(encoding), encoding.removesuffix("-sig")
        except UnicodeDecodeError as error:
            before = data[: error.start]
    line, column = before.count(b"\n"), len(before) - (before.rfind(b"\n") + 1) + 1
    refused = Refused("The file is not UTF-8; save it so in your spreadsheet.", "ENCODING", "TOU-20.8")
    raise BadFile([FileFault(line, str(column), refused)])


def _of_windows(data: bytes) -> str:
    """In Cyrillic most letters are beyond ASCII, in Czech and Polish few are."""
    letters = sum(chr(byte).isalpha() for byte in data if byte < 128)
    return "cp1251" if sum(byte >= 192 for byte in data) > letters else "cp1250"


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A file that was read: lines of data with their numbers, by column, and all that is wrong with its form."""

    rows: list[tuple[int, dict[str, str]]]
    ignored: list[str]  # columns, a warning
    faults: list[FileFault]
    encoding: str = "utf-8"
    delimiter: str = ","
    has_header: bool = True


def read_csv(
    data: bytes, required: Sequence[str], known: Sequence[str], *, words: Mapping[str, str] | None = None
) -> CsvTable:
    """A table. With `words`, names of columns in other languages, a file without a header has the known columns in order."""
    text, encoding = decode(data)
    delimiter = _delimiter(text)
    records = _records(text, delimiter)
    written = [name.strip() for name in records[0][1]] if records else []
    header = [(words or {}).get(name.casefold(), name.casefold()) for name in written]
    has_header = words is None or any(name in known for name in header)
    if not has_header:
        records = [(number + 1, record + [""] * (len(known) - len(record))) for number, record in records]
        header = written = [*known]
        records.insert(0, (0, header))
    faults = [
        FileFault(0, name, Refused("The column {name!r} is missing.", "SYNTAX", "TOU-20.10", name=name))
        for name in required
        if name not in header
    ]
    faults += [
        FileFault(0, name, Refused("The column {name!r} is there twice.", "SYNTAX", "TOU-20.10", name=name))
        for name in dict.fromkeys(header)
        if name in known and header.count(name) > 1
    ]
    rows = []
    for number, record in records[1:]:
        if len(record) != len(header):
            text = N_("There are {cells} cells, the header has {columns}.")
            refused = Refused(text, "SYNTAX", "TOU-20.10", cells=len(record), columns=len(header))
            faults.append(FileFault(number, str(min(len(record), len(header)) + 1), refused))
            continue
        cells = {name: unguard(cell).strip() for name, cell in zip(header, record) if name in known}
        if set(required) <= set(cells):
            rows.append((number, cells))
    if not faults and not rows:
        faults.append(FileFault(0, "", Refused("There is no line of data.", "SYNTAX", "TOU-20.10")))
    ignored = [name for name, column in zip(written, header) if column not in known]
    return CsvTable(rows, ignored, faults, encoding, delimiter if delimiter in text else "", has_header)


def _delimiter(text: str) -> str:
    """Comma, semicolon or tab: what the first line has most of, outside quotes.

    A list may begin with a bare name: then a tab or semicolon anywhere separates, and a comma if most lines have one.
    """
    lines = [line.split('"')[::2] for line in text.splitlines() if line.strip()] or [[""]]

    def found(line: list[str], delimiter: str) -> int:
        return sum(part.count(delimiter) for part in line)

    first = max(DELIMITERS.values(), key=lambda one: found(lines[0], one))
    if found(lines[0], first):
        return first
    share = {one: sum(found(line, one) > 0 for line in lines) for one in DELIMITERS.values()}
    bare = max((";", "\t"), key=share.__getitem__)  # hardly anybody has one in a name
    return bare if share[bare] else "," if share[","] * 2 > len(lines) else ";"


def _quote_in(text: str, delimiter: str) -> str:
    """The column, counted in characters, of the first quotation mark that is never closed or closed too early."""
    at = begin = 0
    while at < len(text):
        if text[at] != '"':  # a bare cell
            at = min((i for c in (delimiter, "\n") if (i := text.find(c, at)) >= 0), default=len(text))
        else:
            closes = at + 1
            while (closes := text.find('"', closes)) >= 0 and text[closes + 1 : closes + 2] == '"':
                closes += 2
            if closes < 0 or text[closes + 1 : closes + 2] not in (delimiter, "\r", "\n", ""):
                return str((at if closes < 0 else closes) - begin + 1)
            at = closes + 1
            at += text[at : at + 1] == "\r"
        if text[at : at + 1] == "\n":
            begin = at + 1
        at += 1
    return ""


def _records(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """Every line with its number, the header's is 0. TOU-20.10: a blank line has a number too, but is left out.

    A quote that is not closed, or stands in the wrong place, is a fault.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    out: list[tuple[int, list[str]]] = []
    number = 0
    while True:
        try:
            record = next(reader)
        except StopIteration:
            return out
        except csv.Error:
            refused = Refused("A quotation mark is out of place.", "SYNTAX", "TOU-20.8")
            raise BadFile([FileFault(number, _quote_in(text, delimiter), refused)]) from None
        if any("\0" in cell for cell in record):
            raise BadFile([FileFault(number, "", Refused("The file is not a text.", "ENCODING", "TOU-20.8"))])
        if record:
            out.append((number, record))
        if out:  # blank lines before the header are no lines of data
            number += 1
