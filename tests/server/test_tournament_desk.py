"""The desk after a protest, and what hangs on the wall when."""

from __future__ import annotations

import re

from tests.server.test_tournaments import Hall, hall

__all__ = ["hall"]


def link(desk: str, ident: str, actor: str) -> str:
    found = re.search(rf"/t/{ident}/as/{actor}/\w+", desk)
    assert found is not None
    return found[0]


def test_the_panels_decision_is_entered_at_the_desk_once(hall: Hall) -> None:
    """TOU-16.5: two votes change it; where nobody named a result the head referee enters the one that the panel wants."""
    for number, name in ((2, "Pavel"), (3, "Petra")):
        hall.do(f"official O{number} role=panel", name=name)
    hall.do("set protest.minutes=10")
    for step in ("draw R1", "publish R1", "start R1"):
        hall.do(step)
    desk = hall.get("/desk")
    table = hall.state().round(1).tables[0]
    one, other = table.seats[:2]
    decided = " ".join(f"{p}:{10 - k}" for k, p in enumerate(table.seats))
    hall.do(f"decide R1.T1 adjudicated won={one} {decided}", words="the slip")
    mine = dict(hall.browser.client.cookies)
    hall.browser.client.cookies.clear()
    hall.browser.client.get(link(desk, hall.id, other))
    assert "What is wrong with the decision?" in hall.get(f"/p/{other}")
    hall.do("protest C1", words="the dice", **{"as": other})
    for member in ("O2", "O3"):
        hall.browser.client.cookies.clear()
        hall.browser.client.get(link(desk, hall.id, member))
        assert "Vote: change" in hall.get("/desk")
        hall.do("vote C1 change", **{"as": member})
    hall.browser.client.cookies.clear()
    hall.browser.client.cookies.update(mine)
    assert 'name="case" value="C1"' in hall.get("/desk")
    points = {f"raw-{p}": str(9 - k) for k, p in enumerate(table.seats)} | {f"raw-{other}": "10"}
    form = {"form": "result", "op": "decide", "table": "R1.T1", "end": "won", "winner": other, "case": "C1", **points}
    assert hall.send({**form, "words": "as the panel says"}).status_code == 303
    assert hall.state().round(1).tables[0].result.winner == other
    assert 'name="case" value="C1"' not in hall.get("/desk")
    again = hall.send({**form, "words": "once more"})
    assert again.status_code == 422
    assert "FINAL" in again.text


def test_the_projector_shows_the_draw_before_and_the_standings_after_but_nothing_during_play(hall: Hall) -> None:
    """TOU-20.7, TOU-20.11."""
    hall.do("draw R1")
    assert 'class="wall"' not in hall.get("/clock"), "not published"
    hall.do("publish R1")
    wall = hall.get("/clock")
    assert "Where everybody plays" in wall
    assert all(f"Player {n}<" in wall for n in range(1, 12))
    hall.do("start R1")
    assert 'class="wall"' not in hall.get("/clock")
    for table in hall.state().round(1).tables:
        points = {f"raw-{p}": str(10 - 2 * k) for k, p in enumerate(table.seats)}
        form = {"form": "result", "table": table.name, "end": "won", "winner": table.seats[0], "signed": "1"}
        assert hall.send({**form, **points}).status_code == 303
    assert 'class="wall"' not in hall.get("/clock")
    hall.do("complete R1")
    assert 'aria-label="Standings"' in hall.get("/clock")
    hall.do("set standings.public=final")
    assert 'class="wall"' not in hall.get("/clock")


def test_a_warning_keeps_what_was_written_and_asks_once(hall: Hall) -> None:
    """TOU-10.7: at the slip and on the player's page; nobody types the points twice."""
    for step in ("draw R1", "publish R1", "start R1"):
        hall.do(step)
    code = re.findall(r"Slip code <strong>(\w{4})", hall.get("/paper/slips"))[0]
    desk = hall.get("/desk")
    table = hall.state().round(1).tables[0]
    points = {f"raw-{p}": str(11 - k) for k, p in enumerate(table.seats)}  # the second has ten, too
    form = {"form": "result", "op": "report", "table": "R1.T1", "end": "won", "winner": table.seats[0], **points}
    form |= {"as": table.seats[0]}
    hall.browser.client.cookies.clear()
    assert 'name="ack"' not in hall.get(f"/slip/R1.T1/{code}")
    warned = hall.send({**form, "slip": code})
    assert warned.status_code == 422
    assert "WARNING" in warned.text
    assert 'name="ack"' in warned.text
    assert 'value="11" aria-label="Points of' in warned.text
    hall.browser.client.get(link(desk, hall.id, table.seats[0]))
    assert 'name="ack"' not in hall.get(f"/p/{table.seats[0]}")
    own = hall.send(form)
    assert own.status_code == 422
    assert 'value="11" aria-label="Points of' in own.text
    assert 'name="ack"' in own.text
    assert hall.send({**form, "ack": "1"}).status_code == 303
    assert "R1.T1 is reported" in hall.get(f"/slip/R1.T1/{code}")
