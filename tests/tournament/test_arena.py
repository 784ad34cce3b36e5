"""TOU-19.20: an arena, by small scenes, and whole random ones against the independent bookkeeper."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random

import pytest

from kotva.tournament import verify as verification
from kotva.tournament.arena import is_due, takes_part
from kotva.tournament.invariants import check
from kotva.tournament.log import Json, TournamentEntry
from kotva.tournament.refusal import Refused
from kotva.tournament.self_running import next_steps
from kotva.tournament.state import read_time
from tests.tournament.held import HeldTournament
from tests.tournament.reference import Book


def arena(players: int, **options: str) -> HeldTournament:
    """A running one, in which nobody plays yet."""
    held = HeldTournament(players, preset="arena", start="now", **options)
    held.begin(1)
    return held


def won(held: HeldTournament, table: int) -> None:
    """The lowest id wins."""
    seats = sorted(held.table(1, table).seats, key=lambda player: int(player[1:]))
    held.result(f"R1.T{table} won={seats[0]} " + " ".join(f"{p}:{10 - 2 * i}" for i, p in enumerate(seats)))


def test_an_hour_of_duels() -> None:
    """TOU-19.20: five in pairs: one is left over, and plays next; winners meet; who leaves is not seated."""
    held = arena(5, table__size="2")
    assert (held.round(1).tables, held.round(1).byes) == ([], []), "it begins without tables"
    entry = held.do("pair R1")
    first = held.round(1)
    assert [table.number for table in first.tables] == [1, 2]
    left_over = set(takes_part(held.state, first))
    assert [*left_over] == entry.args["byes"]
    assert len(left_over) == 1
    assert held.refuse("pair R1") == "TOO_FEW"
    won(held, 1)
    winner, loser = sorted(held.table(1, 1).seats, key=lambda player: int(player[1:]))
    held.do(f"absent {loser}", loser)
    held.do("pair R1")
    assert set(held.table(1, 3).seats) == {winner, *left_over}
    won(held, 2)
    held.do('register "Late"')
    held.do("checkin P6")
    won(held, 3)
    held.do("pair R1")
    met = {frozenset(table.seats) for table in first.tables}
    assert len(met) == len(first.tables) == 5, "nobody meets somebody again while there is another way"
    assert loser not in {player for table in first.tables[2:] for player in table.seats}
    assert held.refuse("complete R1") == "OPEN_RESULTS"
    won(held, 4)
    won(held, 5)
    held.wait(60)
    assert held.refuse("pair R1") == "STATE", "the time is over"
    held.do("complete R1")
    assert held.state.phase == "finished"
    held.do("archive")
    assert verification.verify(held.log) is None
    assert held.replayed() == held.state


def test_who_is_in_no_game() -> None:
    """TOU-19.20: neither somebody who plays, nor who is absent or a stranger, nor anybody twice."""
    held = arena(4, table__size="2")
    held.do("pair R1 players=P1,P2")
    for named in ("P1,P3", "P3,P3", "P3,P9"):
        assert held.refuse(f"pair R1 players={named}") == "SEATS"
    held.do("absent P4")
    assert held.refuse("pair R1 players=P3,P4") == "SEATS"
    held.do("pause R1")
    held.do("checkin P4")
    assert held.refuse("pair R1 players=P3,P4") == "STATE", "the clock stands"
    held.do("resume R1")
    held.do("pair R1 players=P3,P4")
    assert held.refuse("pair R1", "P1") == "FORBIDDEN"


def test_only_an_arena_makes_tables() -> None:
    held = HeldTournament(4)
    held.begin(1)
    assert held.refuse("pair R1") == "STATE", "TOU-19.20"


@pytest.mark.parametrize(
    "options",
    [{"rounds": "2"}, {"groups": "2"}, {"fill": "min"}, {"time.round": "none"}, {"draw": "arena,final"}],
)
def test_what_does_not_go_with_an_arena(options: dict[str, str]) -> None:
    """TOU-19.20."""
    with pytest.raises(Refused) as refused:
        HeldTournament(0, preset="arena", **{name.replace(".", "__"): value for name, value in options.items()})
    assert (refused.value.code, refused.value.clause) == ("RANGE", "TOU-19.20")


def test_when_the_platform_makes_tables() -> None:
    """TOU-19.20: at once for two full tables, of fewer after twenty seconds, never after the end."""
    held = arena(8)
    assert is_due(held.state, held.round(1), takes_part(held.state, held.round(1)), read_time(held.at))
    some = ["P1", "P2", "P3"]
    assert not is_due(held.state, held.round(1), some, read_time(held.at)), "others may still come"
    held.wait(20 / 60)
    assert is_due(held.state, held.round(1), some, read_time(held.at))
    assert not is_due(held.state, held.round(1), ["P1"], read_time(held.at)), "nobody to play with"
    held.do("pair R1")
    held.wait(1)
    won(held, 1)
    again = takes_part(held.state, held.round(1))
    assert len(again) == 4
    assert not is_due(held.state, held.round(1), again, read_time(held.at)), "they have just met"
    held.wait(20 / 60)
    assert is_due(held.state, held.round(1), again, read_time(held.at))
    held.do("pause R1")
    assert not is_due(held.state, held.round(1), again, read_time(held.at))
    held.do("resume R1")
    held.wait(60)
    assert not is_due(held.state, held.round(1), again, read_time(held.at))


def test_a_dissolved_table_gives_nothing_and_frees_its_players() -> None:
    """TOU-19.20, TOU-3.7."""
    held = arena(4)
    held.do("pair R1")
    held.head('dissolve R1.T1 reason="fire"')
    assert takes_part(held.state, held.round(1)) == ["P1", "P2", "P3", "P4"]
    assert {row.totals.pp for row in held.rows()} == {0}


def test_each_table_has_its_own_board() -> None:
    """TOU-19.20, TOU-8.6."""
    held = arena(4, table__size="2")
    held.do("pair R1 players=P1,P2")
    held.do("pair R1 players=P3,P4")
    boards = held.round(1).boards
    assert len(boards) == len(set(boards)) == 2
    same = arena(4, table__size="2", board__mode="same")
    same.do("pair R1")
    assert len(same.round(1).boards) == 1


def test_a_forged_pairing_is_found() -> None:
    """TOU-18.3, TOU-19.20: somebody else is left over, or sits elsewhere, than chance and points say."""
    held = arena(6, table__size="2")
    held.do("pair R1")
    for table in (1, 2, 3):
        won(held, table)
    held.do("pair R1")
    for table in (4, 5, 6):
        won(held, table)
    held.wait(60)
    held.do("complete R1")
    held.do("archive")
    assert verification.verify(held.log) is None
    for number, old in enumerate(held.log):
        if old.op != "pair":
            continue
        tables = [seats for _, seats in old.call.args.content.tables]
        tables[0], tables[1] = tables[1], tables[0]
        first = old.call.args.content.tables[0][0]
        forged: list[Json] = [{"number": i, "seats": [*seats]} for i, seats in enumerate(tables, first)]
        entry = TournamentEntry(old.seq, old.at, old.actor, old.op, {**old.args, "tables": forged})
        doubt = verification.verify([*held.log[:number], entry, *held.log[number + 1 :]])
        assert doubt is not None, "found"
        assert (doubt.seq, doubt.refused.code) == (old.seq, "TAMPERED")


def test_an_arena_that_runs_itself_ends_when_its_time_is_over() -> None:
    """TOU-15.7, TOU-19.20: not before, though no table is open at its start."""
    held = HeldTournament(4, preset="arena", online="true", auto="true", start="10:00", publish__lead="0", game="hexxi")
    held.wait(60)
    for op, args in next_steps(held.state, read_time(held.at)):
        held.act(op, "E", **args)
    held.act("start", "E", round=1)
    assert next_steps(held.state, read_time(held.at)) == []
    held.wait(59)
    assert next_steps(held.state, read_time(held.at)) == []
    held.wait(1)
    assert [op for op, _ in next_steps(held.state, read_time(held.at))] == ["complete"]


@pytest.mark.parametrize("number", range(12))
def test_random_arenas_against_the_bookkeeper(number: int) -> None:
    """TOU-19.20, TOU-13: people come and go, tables end in any order; standings, chain and draws agree at the end."""
    random = Random(f"arena {number}")
    size = random.choice((2, 3, 4, 5))
    held = arena(random.randint(2, 11), table__size=str(size), time__round=str(random.choice((20, 40))))
    for _ in range(60):
        round = held.round(1)
        free = takes_part(held.state, round)
        playing = [table for table in round.tables if table.state == "open"]
        roll = random.random()
        if roll < 0.35 and len(free) >= 2:
            some = random.sample(free, random.randint(2, len(free)))
            with suppress(Refused):  # the time is over, or they are too few
                held.do("pair R1 players=" + ",".join(some))
        elif roll < 0.7 and playing:
            table = random.choice(playing)
            points = [f"{p}:{random.choice((2, 4, 7, 9))}" for p in table.seats if p not in table.gone]
            points += [f"{p}:{table.gone[p].status}" for p in table.seats if p in table.gone]
            held.do(f'decide {table.name} adjudicated {" ".join(points)} "so"', "O2")
        elif roll < 0.8:
            held.do(f'register "Guest {len(held.state.players)}"')
            held.do(f"checkin P{len(held.state.players)}")
        elif roll < 0.9 and free:
            held.do(f"{random.choice(('absent', 'withdraw'))} {random.choice(free)}")
        elif playing:
            leaver = random.choice(playing[0].seats)
            if held.state.players[leaver].status == "present" and random.random() < 0.3:
                held.do(f"withdraw {leaver}")
            else:
                held.wait(1)
        check(held.state)
    for table in held.round(1).tables:
        if table.state == "open":
            held.head(f'dissolve {table.name} reason="over"')
    held.do("complete R1")
    games = Counter(player for table in held.round(1).tables if table.state != "dissolved" for player in table.seats)
    assert {row.player: row.totals.played for row in held.rows() if row.totals.played} == games
    assert held.order().split() == Book(held.state, 1).order()
    held.wait(11)
    held.do("archive")
    assert verification.verify(held.log) is None
    assert held.replayed() == held.state
