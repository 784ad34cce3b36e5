"""Every public function has been asked what it should not answer: in `test_answers.py` of its package, or here.

What a function answers when it should not is held by those files. This one walks the public functions, so that none is forgotten:
a new one needs a question there, or a reason here why no question can be wrong.
"""

from __future__ import annotations

import ast
import inspect
import math
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import kotva
from kotva import games
from kotva.engine.errors import BadOption, BadRecord, KotvaError
from kotva.engine.record import Record
from kotva.match import Match
from kotva.match.clock import Clock
from kotva.match.terms import Terms, read_terms
from kotva.tournament import documents, exports, standings
from kotva.tournament.log import TournamentEntry
from kotva.tournament.refusal import Refused
from kotva.tournament.tournament import act, action_of, check_entry, follow
from tests.tournament.held import HeldTournament
from tools.docs.public import MODULES

HERE = Path(__file__).parent
WALKED = (
    *(name for name in MODULES if name.split(".")[:2] in (["kotva"], ["kotva", "games"], ["kotva", "match"])),
    *(name for name in MODULES if name.split(".")[:2] in (["kotva", "arena"], ["kotva", "envs"])),
    *(f"kotva.match.{name}" for name in ("clock", "terms", "undo")),
    *(f"kotva.tournament.{name}" for name in ("tournament", "views", "standings", "documents", "exports", "clock")),
)

_MADE = "takes what the match or the tournament itself has made: a round, a table, totals, an error"
_TIME = "any time has an answer; what is asked is told from the round's own entries"
ALWAYS = {
    "kotva.games.where": _MADE,
    "kotva.match.match.Match.follows": "a hint of a fork to itself: it changes no answer",
    "kotva.match.clock.Clock.slept": "stretches are put in order; one that ends before it begins is none",
    "kotva.match.clock.Clock.jump": "a count of moves that the rows tell",
    "kotva.match.clock.Clock.moved": _MADE,
    "kotva.match.clock.Clock.seated": "a seat that there is none is hurried by nobody",
    "kotva.match.clock.Clock.pause": "a pause in a pause changes nothing",
    "kotva.match.clock.Clock.resume": "a clock that runs goes on",
    "kotva.match.clock.Clock.shift": "moves bells that there are; none where there are none",
    "kotva.match.terms.choices": "takes a game",
    "kotva.match.undo.can_take_back": _MADE,
    "kotva.match.undo.clues": _MADE,
    "kotva.envs.batches.counted": _MADE,
    "kotva.tournament.tournament.apply": "takes entries that were judged",
    "kotva.arena.simulate.whole": "asked by all who take whole numbers",
    "kotva.tournament.tournament.contacts": "an action that is none tells of nobody",
    "kotva.tournament.views.may_see_standings": "any set of roles, also none",
    **{
        f"kotva.tournament.standings.{name}": _MADE
        for name in ("row_json", "counts", "bye_points", "criterion_value", "lots_by_hand", "equal_groups", "success_text")
    },
    **{
        f"kotva.tournament.documents.{name}": _MADE
        for name in ("label", "table_list", "table_list_by_name", "seating_cards", "round_times", "result_slips", "board_sheet")
    },
    "kotva.tournament.documents.outstanding": _TIME,
    "kotva.tournament.documents.projected_clock": _TIME,
    **{f"kotva.tournament.exports.{name}": _MADE for name in ("draw_csv", "end_text", "standings_csv")},
    **{f"kotva.tournament.clock.{name}": _TIME for name in ("has_expired", "expiry", "phase", "grace_is_over")},
    "kotva.tournament.clock.Overtime.turns": _MADE,
    "kotva.tournament.clock.Overtime.turns_after": _MADE,
    **{f"kotva.tournament.exports.{name}": "an empty tournament has an empty table" for name in ("results_csv", "teams_csv")},
    **{
        f"kotva.tournament.documents.{name}": "an empty tournament has an empty list"
        for name in ("cross_table", "schedule_lines", "ranks_over_rounds")
    },
}  # fmt: skip


def public() -> Iterator[tuple[str, Callable[..., object]]]:
    """The public functions of these modules that are asked something."""
    for module in WALKED:
        for name, value in vars(import_module(module)).items():
            if name.startswith("_") or getattr(value, "__module__", "") != module:
                continue
            inner = vars(value).items() if inspect.isclass(value) else ()
            for word, one in ((name, value), *((f"{name}.{key}", one) for key, one in inner)):
                function = getattr(one, "__func__", one)
                if not inspect.isfunction(function) or word.rpartition(".")[2].startswith("_"):
                    continue
                if set(inspect.signature(function).parameters) - {"self", "cls"}:
                    yield f"{module}.{word}", function


def asked() -> set[str]:
    """The names of what the files of questions call."""
    found = set()
    for file in (*HERE.rglob("test_answers.py"),):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                found.add(node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", ""))
    return found


def test_every_public_function_has_been_asked_what_it_should_not_answer() -> None:
    known = asked()
    every = [name for name, _ in public()]
    assert len(every) > 100
    assert [name for name in every if name.rpartition(".")[2] not in known and name not in ALWAYS] == []
    assert sorted(ALWAYS.keys() - set(every)) == [], "no such function any more"


# -- what the other files do not ask -------------------------------------------------------------------------------------


BOSMAN = kotva.game("bosman")


def clock(*, started: bool = True) -> Clock:
    match = BOSMAN.new(seats=2, seed="answers")
    found = Clock(BOSMAN.game, match.options, Terms(per_move=60))
    if started:
        found.start(10.0, match.state)
    return found


def held() -> HeldTournament:
    return HeldTournament(8)


def entry(**given: Any) -> TournamentEntry:
    one = held()
    return TournamentEntry(**{"seq": one.state.seq + 1, "at": one.at, "actor": "O1", "op": "fly", "args": {}, **given})


def broken(text: str) -> object:
    return BOSMAN.replay(text)


REFUSED: list[tuple[str, type[KotvaError], str, Callable[[], object]]] = [
    ("a file that is none", KotvaError, "not a file of Python", lambda: games.load_file(Path("nowhere.py"))),
    ("a file of something else", KotvaError, "not a file of Python", lambda: games.load_file(HERE / "records")),
    ("a package that is none", KotvaError, "cannot be loaded", lambda: games.add_entry("x", "kotva_nowhere:GAME")),
    ("a package without a game", KotvaError, "has no GAME", lambda: games.add_entry("x", "kotva.games:MOST_SEATS")),
    ("nothing as a record", BadRecord, "not as None", lambda: BOSMAN.replay(None)),  # type: ignore[arg-type]
    ("a number as a record", BadRecord, "not as 7", lambda: BOSMAN.replay(7)),  # type: ignore[arg-type]
    ("a list as a record", BadRecord, "must be a JSON object", lambda: broken("[]")),
    ("an empty record", BadRecord, "must be a JSON object", lambda: broken("{}")),
    (
        "another game's record",
        BadRecord,
        "hexxi",
        lambda: Match.from_record(BOSMAN.game, kotva.game("hexxi").new(seats=2).record()),
    ),
    (
        "a record of no seats",
        BadRecord,
        "2, 4 players, not 0",
        lambda: Match.from_record(BOSMAN.game, Record("bosman", BOSMAN.game.version, 0)),
    ),
    ("less than no time", BadOption, "cannot be -1", lambda: read_terms({"per_move": -1}, BOSMAN.game)),
    ("broken time", BadOption, "cannot be 1.5", lambda: read_terms({"per_move": 1.5}, BOSMAN.game)),
    ("time that is no number", BadOption, "cannot be nan", lambda: read_terms({"reserve": math.nan}, BOSMAN.game)),
    ("yes as time", BadOption, "cannot be True", lambda: read_terms({"answer": True}, BOSMAN.game)),
    ("an unknown word", BadOption, "has no 'wind'", lambda: read_terms({"wind": 1}, BOSMAN.game)),
    ("an end that is none", BadOption, "allowed: bot", lambda: read_terms({"per_move": 5, "zero": "loss"}, BOSMAN.game)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "words", "ask"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_cannot_be_is_refused_in_words(kind: type[KotvaError], words: str, ask: Callable[[], object]) -> None:
    with pytest.raises(kind, match=words):
        ask()


TURNED_DOWN: list[tuple[str, Callable[[], object], str]] = [
    ("an action that is none", lambda: action_of("fly"), "SYNTAX"),
    ("an act that is none", lambda: act(held().state, "O1", "fly", {}, held().at, held().secrets), "SYNTAX"),
    ("an entry of no action", lambda: check_entry(held().state, entry()), "TAMPERED"),
    ("an entry of nobody", lambda: follow(held().state, entry(op="start", args={"round": 1}, actor="O9")), "TAMPERED"),
    ("an entry that is not the next", lambda: follow(held().state, entry(seq=1)), "TAMPERED"),
    ("an entry of yesterday", lambda: follow(held().state, entry(at="2000-01-01T00:00:00Z")), "TAMPERED"),
    ("results that are no table", lambda: exports.read_results(held().state, b"", held().at), "SYNTAX"),
    ("results that are no text", lambda: exports.read_results(held().state, b"\xff\xfe", held().at), "SYNTAX"),
]


@pytest.mark.parametrize(("ask", "code"), [case[1:] for case in TURNED_DOWN], ids=[case[0] for case in TURNED_DOWN])
def test_what_a_tournament_cannot_do_is_refused(ask: Callable[[], object], code: str) -> None:
    with pytest.raises(Refused) as refused:
        ask()
    assert refused.value.code == code


def _after(call: Callable[[Clock], object]) -> Clock:
    found = clock()
    call(found)
    return found


NOTHING: list[tuple[str, object, Callable[[], object]]] = [
    ("a game from elsewhere that is none", None, lambda: games.entry("chess")),
    ("a game of our own is from nowhere else", None, lambda: games.entry("bosman")),
    ("a file of a game that is none", None, lambda: games.source("chess")),
    ("nobody's error", "", lambda: games.blame(ValueError("ours"))),
    ("a deadline before the start", None, lambda: clock(started=False).due()),
    ("a bell before the start", None, lambda: clock(started=False).bell(5.0)),
    ("time that ran before the start", 0.0, lambda: clock(started=False).game_ran(1e9)),
    ("a bell that the rules do not know", None, lambda: clock().bell(11.0, "sunset")),
    ("the time before the last event", [60.0, 60.0], lambda: [one.move for one in clock().readings(5.0)]),
    ("a second start", 70.0, lambda: getattr(_after(lambda c: c.start(50.0, None)).due(), "at", None)),  # type: ignore[arg-type]
    (
        "time for a seat that there is none",
        [60.0, 60.0],
        lambda: [one.left for one in _after(lambda c: c.extend(10.0, 5.0, 9)).readings(10.0)],
    ),
    ("back to before the beginning", True, lambda: _after(lambda c: c.undone(11.0, None, -1)).is_running),  # type: ignore[arg-type]
    ("standings of a round to come", [], lambda: documents.standings_lines(held().state, 99)),
    ("totals before the first round", {}, lambda: standings.collect(held().state, -1)),
    ("lots of a round to come", {}, lambda: standings.lot_order(held().state, 99)),
    ("players of nobody", 1, lambda: len(exports.players_csv(HeldTournament().state).splitlines())),
]


@pytest.mark.parametrize(("answer", "ask"), [case[1:] for case in NOTHING], ids=[case[0] for case in NOTHING])
def test_where_there_is_nothing_nothing_is_answered(answer: object, ask: Callable[[], object]) -> None:
    assert ask() == answer


def test_who_is_not_here_may_not_watch() -> None:
    from kotva.tournament import views

    one = held()
    one.begin(1)
    assert views.may_watch(one.state, "P99", one.table(1, 1))[0] is False
