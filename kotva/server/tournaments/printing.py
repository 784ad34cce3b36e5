"""Documents of a tournament, made from its state alone (TOU-20): so any process can make them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace

import segno
from markupsafe import Markup

from kotva.engine.say import N_, Say
from kotva.server.languages import NAMES
from kotva.server.render import written
from kotva.server.tournaments.boards import count, round_boards
from kotva.server.tournaments.page_context import Visitor, common, public_sheet
from kotva.server.tournaments.paper_content import Content
from kotva.server.tournaments.pdf import is_writable, writable
from kotva.server.tournaments.pdf_documents import day_text, pdf
from kotva.tournament.chart import ranks_chart
from kotva.tournament.documents import (
    certificates,
    cross_table,
    result_slips,
    round_times,
    schedule_lines,
    seating_cards,
    standings_lines,
    table_list,
    table_list_by_name,
)
from kotva.tournament.roles import letters
from kotva.tournament.state import Round, TournamentState
from kotva.tournament.views import may_see_standings
from kotva.tournament.words import CRITERIA

# Each document: its heading, and whether it is for officials alone before it is handed out.
PAPERS = {
    "tables": (N_("Tables"), False),
    "names": (N_("Where everybody plays"), False),
    "cards": (N_("Seating cards"), True),
    "slips": (N_("Result slips"), True),
    "standings": (N_("Standings"), False),
    "schedule": (N_("Schedule"), False),
    "cross": (N_("Who met whom"), False),
    "certificates": (N_("Certificates"), False),
    "players": (N_("Players' sheets"), False),
    "board": (N_("Board of the round"), False),
}


_BOARDS = 8  # boards in one part of a PDF, which takes a few seconds
OF_ALL_ROUNDS = ("standings", "schedule", "cross", "certificates", "players")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A document that somebody asks for."""

    tournament: str
    what: str
    visitor: Visitor
    language: str
    here: str = ""  # the address of the page
    base: str = ""  # where codes on slips lead
    unreached: bool = False  # whether phones cannot follow them
    round: int | None = None
    by_name: bool = False
    player: str = ""  # empty: all of them

    @property
    def key(self) -> str:
        """Equal documents have equal keys, as long as the state is the same."""
        return repr(self)


def page(wanted: Wanted, state: TournamentState, seed: str) -> str:
    """A document as a page that looks right on paper."""
    round = round_of(state, wanted.visitor, wanted.round)
    session = SimpleNamespace(id=wanted.tournament)
    return written(
        "tournament/paper.html",
        wanted.language,
        wanted.here,
        None,
        "tournament",
        content=_content(wanted, state, seed, round),
        round=round,
        visitor=wanted.visitor,
        code=qr_code,
        boxed=_spelt(state),
        day=lambda text: day_text(text, wanted.language),
        unreached=wanted.unreached,
        # TOU-20: the same document in the other languages of the tournament.
        others=[(code, NAMES[code]) for code in state.options.languages() if code != wanted.language],
        **common(session, state),
    )


def parts(wanted: Wanted, state: TournamentState) -> int:
    """In how many files the document is made as a PDF: boards are pictures, and there may be one for each table."""
    round = round_of(state, wanted.visitor, wanted.round)
    if wanted.what != "board" or round is None:
        return 1
    return max(1, -(-count(state, round) // _BOARDS))


def file(wanted: Wanted, state: TournamentState, seed: str, part: int = 0) -> bytes:
    """The same as a PDF, which prints alike everywhere; or a part of it, from 0."""
    round = round_of(state, wanted.visitor, wanted.round)
    some = range(part * _BOARDS, (part + 1) * _BOARDS)
    return pdf(_content(wanted, state, seed, round, some), Say(wanted.language, "tournament"))


def picture(state: TournamentState, seed: str, number: int, table: int, theme: str, language: str) -> str:
    """The board of a round; of one table where each has its own. Empty: there is none, or not yet."""
    round = state.round(number)
    drawn = (
        round_boards(state, round, seed, Say(language, "tournament"), theme, only=range(table - 1, table))
        if round is not None
        else []
    )
    return drawn[0].svg if drawn else ""


def chart(state: TournamentState, language: str, theme: str) -> str:
    """Ranks over the rounds."""
    return ranks_chart(state, Say(language, "tournament"), theme)


def _spelt(state: TournamentState) -> str:
    """Names that the PDF has no letters for, and how it writes them."""
    names = [state.name, *map(state.label, state.players)]
    found = [f"{name} ({writable(name)})" for name in names if not is_writable(name)]
    return ", ".join(found[:8]) + (", …" if len(found) > 8 else "")


def round_of(state: TournamentState, visitor: Visitor, wanted: int | None) -> Round | None:
    """The round asked for, or the latest that this visitor may see (TOU-20.11)."""
    roles = set(letters(state, visitor.official or ""))
    seen = [round for round in state.rounds if round.state != "drawn" or roles & set("OH")]  # section 8
    return next((round for round in seen if round.number == wanted), seen[-1] if seen else None)


def _content(
    wanted: Wanted, state: TournamentState, seed: str, round: Round | None, boards: range | None = None
) -> Content:
    """What stands on the document asked for, as far as this visitor may see it; pictures only of some boards."""
    what, visitor, language = wanted.what, wanted.visitor, wanted.language
    say = Say(language, "tournament")
    heading, _ = PAPERS[what]
    plain = Content(
        what, say(heading), state.name, mark=str(state.mark or ""), empty=say("There is nothing to print yet.")
    )
    if what == "standings":
        public = visitor.official is not None or may_see_standings(state, "")
        by_name = language if wanted.by_name else None
        rows = standings_lines(state, None, by_name) if public else []
        after = say("After round {n}", n=state.completed) if state.completed else ""
        return replace(plain, rows=rows, by=CRITERIA, when=after)
    if what == "schedule":
        return replace(plain, schedule=schedule_lines(state))
    if what == "cross":
        names = {player: state.label(player) for player in state.players}
        return replace(plain, met=cross_table(state), names=names)
    if what == "certificates":
        late = say("Certificates exist when the tournament is over.")
        return replace(plain, certificates=certificates(state), empty=late)
    if what == "players":
        asked = wanted.player
        who = [asked] if asked in state.players else [player for player in state.players if asked == ""]
        return replace(plain, players=[public_sheet(state, player, visitor) for player in who])
    if round is None:
        return plain
    begin, end = round_times(state, round)
    plain = replace(plain, about=say("Round {n}", n=round.number), when=f"{begin}–{end}" if end else begin)
    if what == "names":
        return replace(plain, seats=table_list_by_name(state, round, language))
    if what == "tables":
        return replace(plain, seats=[table_list(state, round)])
    if what == "cards":
        return replace(plain, cards=seating_cards(state, round))
    if what == "slips":
        base = f"{wanted.base}/t/{wanted.tournament}/slip"
        slips = result_slips(state, round, seed)
        return replace(plain, slips=[(s, f"{base}/R{s.round}.T{s.table}/{s.code}") for s in slips])
    secret = say("The board is secret until the round starts.")
    found = round_boards(state, round, seed, say, only=boards, drawn=boards is not None)
    before = boards.start if boards is not None else 0
    return replace(plain, boards=found, before=before, of=count(state, round), empty=secret)


def qr_code(address: str, scale: int = 3) -> Markup:
    """A QR code as SVG; a module is so many pixels wide."""
    return Markup(segno.make(address, error="m").svg_inline(scale=scale, border=2, dark="#000"))
