"""What a log proves, in words (TOU-18.3, TOU-18.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kotva.engine.say import LANGUAGES, Say
from kotva.tournament.audit import AGREES, DIFFERS, OPEN, Audit, audit, marks_of
from kotva.tournament.log import Json, LogMark, chain, read_mark
from kotva.tournament.refusal import Refused
from tests.tournament.held import HeldTournament

PLAIN = Say("en", "tournament")


def small_day(**options: str) -> HeldTournament:
    """Three players, one round."""
    held = HeldTournament(3, rounds="1", protest__minutes="0", **options)
    held.begin(1)
    first, *rest = held.table(1, 1).seats
    held.finish(1, f"T1 won={first} {first}:10 {rest[0]}:8 {rest[1]}:5")
    held.wait(20)
    return held


def words(found: Audit, fate: str) -> list[str]:
    return [finding.say(PLAIN) for finding in found.findings if finding.fate == fate]


def test_the_mark_is_that_of_the_last_public_entry() -> None:
    """TOU-18.6: create, close, publish, start, complete, archive, cancel; an unpublished draw leaves it as it was."""
    held = HeldTournament(3, rounds="1", protest__minutes="0")
    closed = next(entry.seq for entry in held.log if entry.op == "close")
    assert held.state.mark is not None
    assert held.state.mark.seq == closed
    held.do("draw R1")
    assert held.state.mark.seq == closed, "whoever sees the hash of a draw can guess the draw"
    seen = []
    for step in ("publish", "start", "complete", "archive"):
        if step == "start":
            held.start(1)
        elif step == "archive":
            held.wait(20)
            held.do("archive")
        else:
            if step == "complete":
                first, *rest = held.table(1, 1).seats
                held.result(f"R1.T1 won={first} {first}:10 {rest[0]}:8 {rest[1]}:5")
                assert held.state.mark.seq < held.state.seq, "a result alone has no mark"
            held.do(f"{step} R1")
        seen.append(held.state.mark)
        assert held.state.mark == LogMark(held.state.seq, chain(held.log)[:16])
    assert [mark for mark, _, _ in marks_of(held.log)][-4:] == seen
    assert held.replayed().mark == held.state.mark
    cancelled = HeldTournament()
    cancelled.do('cancel reason="flood"')
    assert cancelled.state.mark is not None
    assert cancelled.state.mark.seq == cancelled.state.seq


def test_a_mark_is_read_as_people_type_it() -> None:
    """TOU-18.6: capitals, spaces, dashes of any kind; anything else is refused with an example."""
    mark = LogMark(57, "3f9a12bc77d09e1a")
    assert str(mark) == "57-3f9a-12bc-77d0-9e1a"
    for text in (
        str(mark),
        "57-3F9A-12BC-77D0-9E1A",
        " 57 3f9a12bc 77d09e1a ",
        "57–3f9a–12bc–77d0–9e1a",
        "57.3f9a.12bc.77d0.9e1a",
    ):
        assert read_mark(text) == mark
    for text in (
        "",
        "57",
        "3f9a-12bc-77d0-9e1a",
        "57-3f9a-12bc-77d0-9e1",
        "57-3f9a-12bc-77d0-9e1a-0",
        "x-3f9a-12bc-77d0-9e1g",
    ):
        with pytest.raises(Refused) as refused:
            read_mark(text)
        assert (refused.value.code, refused.value.clause) == ("SYNTAX", "TOU-18.6")


def test_an_archived_log_says_what_it_proves_and_what_not() -> None:
    """TOU-18.3, TOU-18.6: chain, seed, draws, ranks and marks; then what nobody can see in it."""
    held = small_day()
    held.do("archive")
    marks = [mark for mark, _, _ in marks_of(held.log)]
    found = audit(held.log, None, marks)
    assert found.agrees
    assert found.doubt is None
    assert found.name == "Osada"
    said = words(found, AGREES)
    assert len(said) == len(found.findings) == 4 + len(marks)
    assert f"the {len(held.log)} entries" in said[0]
    assert "committed to" in said[1]
    assert "draws made anew: 1" in said[2]
    first, second, third = (held.state.label(row.player) for row in held.rows())
    assert said[3].endswith(f"1. {first}, 2. {second}, 3. {third}.")
    assert [str(mark) in sentence for mark, sentence in zip(marks, said[4:])] == [True] * len(marks)
    assert len(found.unproven) == 3, "the seed was known to the organiser; what happened; who the people are"
    assert len(audit(held.log).unproven) == 4, "without a mark nobody knows which log it is"


def test_before_the_archive_the_seed_is_asked_for() -> None:
    """TOU-18.4: draws and lots are checked when the seed is known, from a backup at any time."""
    held = small_day()
    assert "The seed is told when the tournament is archived" in words(audit(held.log), OPEN)[0]
    assert not words(audit(held.log, "osada"), OPEN)
    wrong = audit(held.log, "posada")
    assert not wrong.agrees
    assert wrong.doubt is not None
    assert not wrong.unproven


def test_a_public_salt_leaves_nothing_to_know_beforehand() -> None:
    """TOU-5.1: the organiser's computer has the seed, but not the dice that were thrown before everybody."""
    held = HeldTournament(3)
    before = len(audit(held.log).unproven)
    held.do("set salt=3516")
    assert len(audit(held.log).unproven) == before - 1


def test_marks_tell_an_older_file_from_another_one() -> None:
    """TOU-18.6: a mark behind the end of a log that goes on accuses nobody; in an archived log it does."""
    held = small_day()
    later = LogMark(held.state.seq + 5, "0" * 16)
    first = marks_of(held.log)[0][0]
    found = audit(held.log, None, [later, first, replace(first, digits="0" * 16), LogMark(0, "0" * 16)])
    assert [finding.fate for finding in found.findings[-4:]] == [OPEN, AGREES, DIFFERS, DIFFERS]
    assert not found.agrees
    assert found.doubt is None
    held.do("archive")
    assert not audit(held.log, None, [later]).agrees


def test_a_changed_entry_is_named() -> None:
    """TOU-18.3: the first entry that could not be so, and no further claim."""
    held = small_day()
    held.do("archive")
    i = next(i for i, entry in enumerate(held.log) if entry.op == "draw")
    seats: list[Json] = [*reversed(held.table(1, 1).seats)]
    tables: list[Json] = [{"number": 1, "seats": seats}]
    bent = [*held.log[:i], replace(held.log[i], args={**held.log[i].args, "tables": tables}), *held.log[i + 1 :]]
    found = audit(bent, None, [mark for mark, _, _ in marks_of(held.log)])
    assert words(found, DIFFERS)[0].startswith(f"Entry {i + 1} does not agree: TAMPERED")
    assert found.doubt == found.findings[0]
    assert [finding.fate for finding in found.findings[1:]] == [AGREES, AGREES, DIFFERS, DIFFERS, DIFFERS, DIFFERS]


def test_everything_is_said_in_every_language() -> None:
    held = small_day()
    found = audit(held.log, None, [LogMark(1, "0" * 16)])
    english = [finding.say(PLAIN) for finding in (*found.findings, *found.unproven)]
    for language in LANGUAGES:
        said = [finding.say(Say(language, "tournament")) for finding in (*found.findings, *found.unproven)]
        assert language == "en" or not set(said) & set(english), language
