"""What an organiser does at the desk by its forms: all here, signed slips, people who are renamed, corrections that are told."""

from __future__ import annotations

import re

from tests.server.test_tournaments import HeldTournament, session

__all__ = ["session"]


def begun(session: HeldTournament) -> None:
    for step in ("draw R1", "publish R1", "start R1"):
        session.do(step)


def result(session: HeldTournament, table: int = 1, **extra: str) -> dict[str, str]:
    """The fields of a result form: the first seat wins."""
    seats = session.state().round(1).tables[table - 1].seats
    fields = {f"raw-{player}": str(10 - 2 * place) for place, player in enumerate(seats)}
    return {
        "form": "result",
        "op": "report",
        "table": f"R1.T{table}",
        "end": "won",
        "winner": seats[0],
        **fields,
        **extra,
    }


def test_the_desk_names_who_meets_again_before_the_draw_is_published(session: HeldTournament) -> None:
    """TOU-6.7."""
    begun(session)
    for table in session.state().round(1).tables:
        session.send(result(session, table.number, signed="1"))
    session.do("complete R1")
    session.do("draw R2")
    found = session.state().round(2).draw
    assert found is not None
    assert found.pairs, "eleven players cannot all meet others"
    page = session.get("/desk")
    for players, _ in found.pairs:
        assert f"{' – '.join(session.state().label(id) for id in players)}: met once before" in page
    session.do("publish R2")
    assert "met once before" not in session.get("/desk")


def test_everybody_is_here_with_one_press(session: HeldTournament) -> None:
    for player in ("P2", "P3"):
        session.do(f"absent {player}")
    assert "All here (2)" in session.get("/desk")
    assert session.send({"form": "everybody"}).status_code == 303
    assert {player.status for player in session.state().players.values()} == {"present"}
    assert "All here" not in session.get("/desk")


def test_an_expelled_player_is_entered_by_the_form(session: HeldTournament) -> None:
    """TOU-14.5: the form knows what the rules ask for."""
    begun(session)
    seats = session.state().round(1).tables[0].seats
    session.do(f'expel {seats[3]} "hit somebody"')
    assert 'value="dsq"' in session.get("/desk")
    sent = {**result(session, signed="1"), f"status-{seats[3]}": "dsq"}
    assert session.send(sent).status_code == 303
    table = session.state().round(1).tables[0]
    assert (table.state, table.result.mark(seats[3]).status) == ("confirmed", "dsq")


def test_a_slip_that_not_all_have_signed_waits_for_the_players(session: HeldTournament) -> None:
    """TOU-10.4: the tick says so, also where the slip's code is known; later the signed slip confirms an equal report."""
    begun(session)
    code = re.findall(r"/slip/R1\.T1/([0-9a-f]+)", session.get("/paper/slips?round=1"))[0]
    assert session.send(result(session, slip=code)).status_code == 303
    assert session.state().round(1).tables[0].state == "reported"
    assert "Enter the signed slip" in session.get("/desk")
    assert session.send(result(session, signed="1")).status_code == 303
    assert session.state().round(1).tables[0].state == "confirmed"


def test_a_winner_can_be_unchosen(session: HeldTournament) -> None:
    begun(session)
    assert '<input type="radio" name="winner" value="">' in session.get("/desk")


def test_people_are_renamed_and_officials_let_go(session: HeldTournament) -> None:
    """TOU-2.15, TOU-16.1: by buttons."""
    session.do("official O2 role=scorer name=Eva")
    page = session.get("/desk")
    assert "official O2 role=scorer off" in page
    assert session.send({"text": "rename P3", "words": "Jana Nová"}).status_code == 303
    assert session.state().players["P3"].name == "Jana Nová"
    assert session.send({"text": "official O2 role=scorer off"}).status_code == 303
    assert session.state().officials["O2"].roles == set()


def test_a_correction_is_told_to_its_players_who_may_dispute_it(session: HeldTournament) -> None:
    """TOU-10.8."""
    begun(session)
    assert session.send(result(session, signed="1")).status_code == 303
    seats = session.state().round(1).tables[0].seats
    assert (
        session.send(
            {**result(session, op="correct", version="1", reason="misread"), f"raw-{seats[1]}": "7"}
        ).status_code
        == 303
    )
    link = re.findall(rf"/t/{session.id}/as/{seats[1]}/\w+", session.get("/desk"))[0]
    page = session.browser.client.get(f"{link}?here=1").text
    assert "was corrected" in page
    assert "dispute R1.T1" in page
    answer = session.send({"text": "dispute R1.T1", "words": "it was 8", "as": seats[1]})
    assert answer.status_code == 303, answer.text
    assert session.state().round(1).tables[0].state == "disputed"


def test_a_scorer_is_offered_nothing_that_is_refused(session: HeldTournament) -> None:
    """Neither completing nor pausing; nobody completes a round whose results are missing."""
    session.do("official O2 role=scorer name=Eva")
    begun(session)
    assert "complete R1" not in session.get("/desk")
    assert "pause R1" in session.get("/desk")
    link = re.findall(rf"/t/{session.id}/as/O2/\w+", session.get("/desk"))[0]
    organiser = dict(session.browser.client.cookies)
    session.browser.client.cookies.clear()
    scorer = session.browser.client.get(link).text
    assert "Enter the result" in scorer
    assert not re.findall('value="(?:pause|complete|draw|redraw|official|withdraw)', scorer)
    session.browser.client.cookies.clear()
    session.browser.client.cookies.update(organiser)
    for number in (1, 2, 3):
        assert session.send(result(session, number, signed="1")).status_code == 303
    assert "complete R1" in session.get("/desk")
