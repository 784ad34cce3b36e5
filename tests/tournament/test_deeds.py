"""What an entry did, in words; what must come first, in words (section 5); reminders (TOU-10.11)."""

from __future__ import annotations

import re

import pytest

from kotva.engine.say import LANGUAGES, Say
from kotva.tournament.actions import ACTIONS
from kotva.tournament.deeds import DEEDS, deed, done_at_once
from kotva.tournament.refusal import Refused
from kotva.tournament.tournament import replay
from tests.tournament.held import HeldTournament

PLAIN = Say("en", "tournament")


def named(players: int = 4, **options: str) -> HeldTournament:
    """Players with names; nobody is called P1."""
    held = HeldTournament(0, **options)
    for name in ["Ada", "Ben", "Cyr", "Dan", "Eva", "Fay", "Gus"][:players]:
        held.do(f'register "{name}"')
    held.do("close")
    for i in range(1, players + 1):
        held.do(f"checkin P{i}")
    return held


def told(held: HeldTournament) -> str:
    return deed(held.state, [held.log[-1]], PLAIN)


def test_every_action_says_what_it_did() -> None:
    """Section 7: a new action without words is found here, in four languages."""
    assert DEEDS.keys() == ACTIONS.keys()
    for language in LANGUAGES:
        say = Say(language, "tournament")
        for text in DEEDS.values():
            assert language == "en" or say(text) != text, (language, text)
            assert set(re.findall(r"{\w+}", say(text))) == set(re.findall(r"{\w+}", text)), (language, text)


def test_deeds_name_people_and_tables() -> None:
    held = named()
    assert told(held) == "Dan is here"
    held.do("absent P4")
    assert told(held) == "Dan is not here"
    held.do("checkin P4")
    held.do('official O3 name="Ota" role=scorer')
    assert told(held) == "Ota is now: scorer"
    held.do("official O3 role=scorer off")
    assert told(held) == "Ota is no longer: scorer"
    held.do("set rounds=2")
    assert told(held) == "rounds is now 2"
    held.begin(1)
    first = held.table(1, 1).seats[0]
    held.head("expel P1")
    assert told(held) == "Ada was expelled"
    rest = [player for player in held.table(1, 1).seats if player != "P1"]
    first = rest[0]
    held.head(f"decide R1.T1 adjudicated won={first} {first}:10 P1:dsq {rest[1]}:8 {rest[2]}:7")
    assert told(held) == "The head referee decided: Table 1"
    assert not re.search(r"\bP\d", " ".join(deed(held.state, [entry], PLAIN) for entry in held.log))


def test_one_button_is_one_deed() -> None:
    """Everybody checked in by one button: as many entries in one moment, told once."""
    held = named(3)
    assert [entry.op for entry in done_at_once(held.log)] == ["checkin"] * 3
    assert deed(held.state, done_at_once(held.log), PLAIN) == "Players who are here now: 3"
    held.wait(1)
    held.do("absent P1")
    assert len(done_at_once(held.log)) == 1
    held.do("absent P2")
    assert len(done_at_once(held.log)) == 1, "only what one button does is one deed"


def test_a_repair_says_who_moves() -> None:
    """TOU-14.6: 13 players; one of a table of three is missing, so one of the four moves there (TOU-S24)."""
    held = HeldTournament(13)
    held.do("draw R1")
    held.do("publish R1")
    missing = held.table(1, 4).seats[0]
    before = {player: table.number for table in held.round(1).tables for player in table.seats}
    held.do(f"absent {missing}")
    held.do("repair R1")
    after = {player: table.number for table in held.round(1).tables for player in table.seats}
    (moved,) = (player for player in after if after[player] != before[player])
    assert told(held) == f"Round 1 was repaired: {moved} to table 4"
    held.do(f"absent {held.table(1, 1).seats[0]}")
    held.do("redraw R1 reason=again")
    held.do("publish R1")
    held.do("repair R1")
    assert told(held) == "Round 1 was repaired: nobody changes the table"


def test_reminders() -> None:
    """TOU-10.11: while the result is open or reported, by officials alone; nothing else changes."""
    held = named(rounds="1")
    held.do('official O3 name="Ota" role=scorer')
    assert held.refuse("remind R1.T1") == "STATE"
    held.begin(1)
    assert held.refuse("remind R1.T2") == "SEATS"
    assert held.refuse("remind R1.T1", "P1") == "FORBIDDEN"
    before = held.replayed()
    held.do("remind R1.T1", "O3")
    assert held.table(1, 1).reminded == held.at
    assert told(held) == "Table 1 was asked for its result"
    held.table(1, 1).reminded = None
    held.state.seq, held.state.hash = before.seq, before.hash
    assert held.state == before
    held = named(rounds="1")
    held.begin(1)
    first, *rest = held.table(1, 1).seats
    held.do(f"report R1.T1 won={first} {first}:10 {rest[0]}:8 {rest[1]}:7 {rest[2]}:5", first)
    held.head("remind R1.T1")
    held.do('dispute R1.T1 "no"', rest[0])
    assert held.refuse("remind R1.T1") == "STATE"


def test_online_nobody_is_reminded() -> None:
    """TOU-10.11, TOU-10.3: the games report by themselves."""
    held = named(online="true")
    held.begin(1)
    assert held.refuse("remind R1.T1") == "STATE"


@pytest.mark.parametrize(
    ("steps", "text", "remedy"),
    [
        (0, 'register "x"', "Open registration first."),
        (1, "draw R1", "Close registration first."),
        (2, "complete R1", "Draw and publish round 1 first."),
        (2, "publish R1", "Draw it first."),
        (3, "archive", "Draw and publish round 1 first."),
        (4, "archive", "All rounds must be complete first."),
        (4, "report R1.T1 won=P1 P1:10", "Start it first."),
        (5, "lot R1 P1>P2", "Complete it first."),
        (5, "swap R1 P1 P2 reason=x", "It is too late for that."),
        (1, "open", "It is too late for that."),
    ],
)
def test_a_refusal_says_what_comes_first(steps: int, text: str, remedy: str) -> None:
    """Section 5, TOU-10.3, TOU-6.8: `STATE` names the step that is missing, or says that it is too late."""
    held = HeldTournament()
    draft = [entry for entry in held.log if entry.op != "open"]
    if not steps:
        held.state = replay(draft)
    if steps > 1:
        held = named(3)
    for step in ("draw R1", "publish R1", "start R1")[: max(0, steps - 2)]:
        held.start(1) if step == "start R1" else held.do(step)
    with pytest.raises(Refused) as refused:
        held.head(text) if text.startswith(("swap", "lot")) else held.do(text)
    assert refused.value.code == "STATE"
    assert str(refused.value).endswith(remedy)
