"""TOU-20.10: a list of players as people have it: names one a line, or a table with a header in any of our languages or none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kotva.engine.say import N_
from kotva.tournament import details
from kotva.tournament.csvfiles import BadFile, CsvTable, FileFault, read_csv
from kotva.tournament.entries import KINDS, check_name
from kotva.tournament.log import Json
from kotva.tournament.names import folded
from kotva.tournament.refusal import Refused
from kotva.tournament.state import TournamentState

COLUMNS: Final = ("name", "club", "contact", "kind", *details.COLUMNS)
MOST: Final = {"club": 60, "contact": 200}  # characters

# What people write above a column, in lower case: English, Czech, Polish, Bulgarian.
_WORDS: Final = {
    "name": "player players names jméno jmeno hráč hrac příjmení prijmeni imię imie nazwisko gracz zawodnik име играч имена",
    "club": "klub oddíl oddil клуб",
    "team": "tým tym družstvo druzstvo drużyna druzyna zespół zespol отбор",
    "category": "categories kategorie kategoria категория",
    "rating": "elo ranking rejting рейтинг",
    "contact": "e-mail email mail phone kontakt telefon tel контакт имейл телефон",
    "kind": "druh typ rodzaj вид",
}
_PHRASES: Final = {
    "jméno a příjmení": "name",
    "imię i nazwisko": "name",
    "nazwisko i imię": "name",
    "име и фамилия": "name",
}
HEADERS: Final = {word: column for column, words in _WORDS.items() for word in words.split()} | _PHRASES


@dataclass(frozen=True, slots=True)
class PlayerList:
    """What a list holds: the arguments of `import players`, and what was guessed, to be shown before it is taken over."""

    args: dict[str, Json]
    table: CsvTable

    @property
    def rows(self) -> list[dict[str, str]]:
        return [{column: row.get(column, "") for column in COLUMNS} for _, row in self.table.rows]

    @property
    def columns(self) -> list[str]:
        """Those that say something, for a preview."""
        return [column for column in COLUMNS if any(row[column] for row in self.rows)]


def read_players(state: TournamentState, data: bytes) -> PlayerList:
    """TOU-20.10: a list of players; `BadFile` names every fault."""
    table = read_csv(data, ["name"], COLUMNS, words=HEADERS)
    faults = list(table.faults)
    names = {player.key for player in state.players.values()}
    kept: list[Json] = []
    for number, row in table.rows:
        faults += [FileFault(number, column, refused) for column, refused in _faults(row, names)]
        names.add(folded(row["name"]))
        kept.append({column: value for column, value in row.items() if value})
    if faults:
        raise BadFile(sorted(faults, key=lambda fault: fault.line))
    return PlayerList({"kind": "players", "rows": kept}, table)


def _faults(row: dict[str, str], names: set[str]) -> list[tuple[str, Refused]]:
    """What is wrong with one line, by column."""
    out: list[tuple[str, Refused]] = []
    name, kind = row["name"], row.get("kind", "") or "human"
    try:
        check_name(name)
    except Refused as refused:
        out.append(("name", refused))
    else:
        if folded(name) in names:
            text = "There is already an entry called {name!r}."
            out.append(("name", Refused(text, "DUPLICATE_NAME", "TOU-2.2", name=name)))
    if kind not in KINDS:
        text = "An entry is human, bot or standin, not {kind!r}."
        out.append(("kind", Refused(text, "RANGE", "TOU-2.1", kind=kind[:40])))
    try:
        details.read_line(row)
    except Refused as refused:
        out.append(("rating" if "rating" in str(refused) else "team", refused))
    for column, most in MOST.items():
        if len(row.get(column, "")) > most:
            text = N_("A {column} has at most {most} characters.")
            out.append((column, Refused(text, "RANGE", "TOU-2.1", column=column, most=most)))
    return out
