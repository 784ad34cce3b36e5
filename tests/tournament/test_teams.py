"""Teams: matches over several boards, and sums of members; checked against a calculation of its own (TOU-19.18, 19.19)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from kotva.tournament import exports
from kotva.tournament.csvfiles import BadFile
from kotva.tournament.documents import certificates, standings_lines
from kotva.tournament.player_lists import read_players
from kotva.tournament.rankings import categories, of_category
from kotva.tournament.state import TournamentState
from kotva.tournament.teams import team_standings
from kotva.tournament.verify import verify
from tests.tournament.held import HeldTournament
from tests.tournament.test_formats import play


def held_teams(number: int, members: int, preset: str, **options: Any) -> HeldTournament:
    """Teams A, B, …: P1 to P4 are the members of A."""
    held = HeldTournament(preset=preset, **options)
    for team in range(number):
        for _ in range(members):
            held.do(f'register "N{len(held.state.players) + 1}" team={chr(65 + team)}')
    held.do("close")
    for player in held.state.players:
        held.do(f"checkin {player}")
    return held


def letter(held: HeldTournament, player: str) -> str:
    return held.state.players[player].team


def test_TOU_S47_a_match_of_teams() -> None:
    """TOU-19.18: four teams of two, two boards: member i sits at board i, and the first seat goes round."""
    held = held_teams(4, 2, "duel-teams", team__boards="2")
    held.begin(1)
    tables = held.round(1).tables
    assert [table.number for table in tables] == [1, 2, 3, 4]
    for first, second in (tables[:2], tables[2:]):
        one, other = (letter(held, player) for player in first.seats)
        assert [letter(held, player) for player in second.seats] == [other, one]
        assert [int(player[1:]) % 2 for player in (*first.seats, *second.seats)] == [1, 1, 0, 0], "boards by entry"
    a, b = tables[0].seats[0], tables[0].seats[1]
    c, d = tables[2].seats[0], tables[2].seats[1]
    a2, b2 = tables[1].seats[1], tables[1].seats[0]
    c2, d2 = tables[3].seats[1], tables[3].seats[0]
    held.finish(
        1,
        f"T1 won={a} {a}:10 {b}:4",
        f"T2 won={b2} {a2}:3 {b2}:10",
        f"T3 won={c} {c}:10 {d}:2",
        f"T4 won={c2} {c2}:10 {d2}:2",
    )
    rows = team_standings(held.state)
    assert rows[0].team.name == letter(held, c)
    assert [(str(row.totals.matches), str(row.totals.points)) for row in rows] == [
        ("2", "4"),
        ("1", "2"),
        ("1", "2"),
        ("0", "0"),
    ]
    assert rows[1].totals.gp == 14
    assert rows[1].team.name == letter(held, b), "2 board points each, one first place each, 14 game points against 13"
    assert rows[2].by == "gp"
    round = play(held, 2)
    met = {
        frozenset((letter(held, one), letter(held, other))) for one, other in (table.seats for table in round.tables)
    }
    assert frozenset((letter(held, a), letter(held, b))) not in met, "TOU-19.8: nobody meets again"
    play(held, 3)
    held.do("archive")
    assert verify(held.log) is None


def test_a_team_that_is_not_complete_is_named() -> None:
    """TOU-19.18: before round 1; later it does not play."""
    held = held_teams(3, 2, "duel-teams", team__boards="2", rounds="2")
    held.do("absent P2")
    assert held.refuse("draw R1") == "TOO_FEW"
    held.do("checkin P2")
    first = play(held, 1)
    assert len(first.byes) == 2
    assert len({letter(held, player) for player in first.byes}) == 1, "a whole team has the bye"
    held.do("absent P2")
    second = play(held, 2)
    assert {letter(held, player) for player in second.seated()} == {"B", "C"}
    assert not second.byes


def test_a_reserve_moves_up() -> None:
    """TOU-19.18: the first of a team who are present play, in the order of their entries."""
    held = held_teams(2, 3, "duel-teams", team__boards="2", rounds="1")
    held.do("absent P1")
    held.do("draw R1")
    seats = [set(table.seats) for table in held.round(1).tables]
    assert seats == [{"P2", "P4"}, {"P3", "P5"}]
    held.do("publish R1")
    assert held.refuse('swap R1 P2 P3 reason="x"', "O2") == "STATE"
    held.do("absent P3")
    assert held.refuse("repair R1") == "NO_REPAIR"
    assert held.refuse('describe P2 team="Z"') == "LOCKED"


def test_teams_play_where_the_draw_knows_them() -> None:
    """TOU-19.18."""
    held = HeldTournament(8)
    assert held.refuse("set team.boards=1") == "RANGE"
    held.do("set team.boards=2")
    assert held.refuse("set draw=random,final") == "RANGE"


def test_a_table_that_mixes_teams_is_no_draw() -> None:
    """TOU-19.18, TOU-6.3: a log in which a member plays at another board is refused."""
    held = held_teams(2, 2, "duel-teams", team__boards="2", rounds="1")
    with pytest.raises(Exception, match="no draw of round 1"):
        held.fixed(1, "P1 P3", "P2 P4")
    held.fixed(1, "P1 P3", "P4 P2")


def test_TOU_S48_members_are_added_up() -> None:
    """TOU-19.19: the best three of four count; members of a team are kept apart."""
    held = held_teams(4, 4, "teams-sum", rounds="1")
    held.begin(1)
    for table in held.round(1).tables:
        assert len({letter(held, player) for player in table.seats}) == 4
    results = []
    for table in held.round(1).tables:
        order = sorted(table.seats, key=lambda player: letter(held, player))
        points = " ".join(f"{player}:{10 - 2 * i}" for i, player in enumerate(order))
        results.append(f"T{table.number} won={order[0]} {points}")
    held.finish(1, *results)
    rows = team_standings(held.state)
    assert [(row.team.name, int(row.totals.points), row.totals.firsts) for row in rows] == [
        ("A", 12, 3),
        ("B", 9, 0),
        ("C", 6, 0),
        ("D", 3, 0),
    ]
    assert all(len(row.totals.counted) == 3 for row in rows)


# -- a second opinion --------------------------------------------------------------------------------------------------


def match_points(state: TournamentState) -> dict[str, tuple[Fraction, Fraction]]:
    """TOU-19.18 from the raw results of games of two with a winner: match points and board points by team."""
    size = int(state.options.texts["team.boards"])
    total: dict[str, list[Fraction]] = defaultdict(lambda: [Fraction(0), Fraction(0)])
    for round in state.rounds:
        for team in {state.players[player].team for player in round.byes}:
            total[team][0] += Fraction(state.options.texts["bye.points"])
            total[team][1] += Fraction(state.options.texts["bye.points"]) * size
        matches: dict[int, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        for table in round.tables:
            assert table.result is not None
            for player in table.seats:
                won = Fraction(2 if table.result.winner == player else 0)
                matches[-(-table.number // size)][state.players[player].team] += won
        for match in matches.values():
            best = max(match.values())
            first = [team for team, points in match.items() if points == best]
            for team, points in match.items():
                total[team][1] += points
                total[team][0] += Fraction(2, len(first)) if team in first else 0
    return {team: (values[0], values[1]) for team, values in total.items()}


@pytest.mark.parametrize("number", range(12))
def test_random_matches_of_teams(number: int) -> None:
    """TOU-19.18: whole tournaments with late members, missing teams and byes agree with the second opinion, and verify."""
    random = Random(f"teams {number}")
    size = random.choice([2, 3])
    held = held_teams(
        random.randint(2, 6), size, "duel-teams", team__boards=str(size), draw=random.choice(["random", "swiss"])
    )
    if random.random() < 0.5:
        held.do("set seat.mode=balanced")
    for round in range(1, 4):
        if round == 2 and random.random() < 0.4:
            held.do(f'register "Late {round}" team=A')
            held.do(f"checkin P{len(held.state.players)}")
        held.begin(round)
        results = []
        for table in held.round(round).tables:
            winner = random.choice(table.seats)
            points = " ".join(f"{p}:{10 if p == winner else random.randint(2, 9)}" for p in table.seats)
            results.append(f"T{table.number} won={winner} {points}")
        held.finish(round, *results)
    found = {row.team.name: (row.totals.matches, row.totals.points) for row in team_standings(held.state)}
    assert found == match_points(held.state)
    assert [row.rank for row in team_standings(held.state)] == list(range(1, len(found) + 1))
    held.do("archive")
    assert verify(held.log) is None


# -- categories, files -------------------------------------------------------------------------------------------------


def test_a_category_has_standings_of_its_own() -> None:
    """TOU-13.7: in the order of all, ranked among themselves; whoever is expelled has no rank there either."""
    held = HeldTournament(8)
    for player, category in (("P2", "junior,newcomer"), ("P5", "junior"), ("P7", "junior"), ("P4", "newcomer")):
        held.do(f"describe {player} category={category}")
    play(held, 1)
    held.head('expel P2 "away"')
    order = [line.player for line in standings_lines(held.state)]
    found = of_category(held.state, standings_lines(held.state), "junior")
    assert [line.player for line in found] == [player for player in order if player in ("P5", "P7", "P2")]
    assert [line.rank for line in found] == [1, 2, None]
    assert {line.by for line in found} == {""}, "the neighbour above is another one here"
    assert categories(held.state) == ["junior", "newcomer"]
    assert of_category(held.state, standings_lines(held.state), "senior") == []


def test_teams_and_categories_come_and_go_as_files() -> None:
    """TOU-20.13, TOU-2.16: what is exported is read again, faults are named; the standings of teams."""
    held = held_teams(2, 2, "duel-teams", team__boards="2", rounds="1")
    held.do('describe P1 category="junior,newcomer" rating=1700')
    text = exports.players_csv(held.state)
    assert text.splitlines()[:2] == [
        "id,name,club,kind,status,entered_round,team,category,rating",
        'P1,N1,,human,present,1,A,"junior,newcomer",1700',
    ]
    other = HeldTournament()
    args: dict[str, Any] = read_players(other.state, text.encode()).args
    other.act("import", **args)
    one = other.state.players["P1"]
    assert (one.team, one.categories, one.rating) == ("A", ("junior", "newcomer"), 1700)
    with pytest.raises(BadFile) as bad:
        read_players(HeldTournament().state, b"name,rating\r\nAda,12x\r\nBen,1500\r\nCyr,99999\r\n")
    assert [(fault.line, fault.column, fault.refused.code) for fault in bad.value.faults] == [
        (1, "rating", "RANGE"),
        (3, "rating", "RANGE"),
    ]
    play(held, 1)
    assert exports.teams_csv(held.state).splitlines()[:2] == [
        "rank,team,match_points,board_points,firsts,game_points,members,by",
        "1,A,2,4,2,20,P1 P2,",
    ]


@pytest.mark.parametrize(
    ("text", "actor", "code"),
    [
        ("describe P1", "O1", "SYNTAX"),
        ("describe P99 rating=1", "O1", "SEATS"),
        ("describe P1 rating=10000", "O1", "RANGE"),
        ("describe P1 spread=10000", "O1", "RANGE"),
        (f"describe P1 team={'x' * 61}", "O1", "RANGE"),
        (f"describe P1 club={'x' * 61}", "O1", "RANGE"),
        ("describe P1 category=a,b,c,d,e,f", "O1", "RANGE"),
        (f"describe P1 category={'x' * 31}", "O1", "RANGE"),
        ("describe P1 rating=1500", "P1", "FORBIDDEN"),
        ("describe P1 category=junior", "E", "FORBIDDEN"),
        ("describe P1 club=Brno", "E", "FORBIDDEN"),
        ('register "New" rating=1500', "P9", "FORBIDDEN"),
        ('register "New" team=A', "P9", "FORBIDDEN"),
        ('register "New" rating=10000', "O1", "RANGE"),
    ],
)
def test_what_is_known_of_a_player_has_bounds(text: str, actor: str, code: str) -> None:
    """TOU-2.16: its bounds, and whose word it is."""
    held = HeldTournament(8)
    assert held.refuse(text, actor) == code


def test_the_bounds_themselves_are_allowed() -> None:
    """TOU-2.16: and what is not said stays as it was."""
    held = HeldTournament(8)
    held.do(f"describe P1 team={'x' * 60} club={'y' * 60} category={'a' * 30},b,c,d,e rating=9999 spread=0")
    held.do("describe P1 rating=0", "E")
    one = held.state.players["P1"]
    assert (len(one.team), len(one.club), len(one.categories), one.rating, one.spread) == (60, 60, 5, 0, 500)
    held.do('describe P1 category=""')
    assert (one.categories, one.rating) == ((), 0)


def test_a_late_member_is_given_a_team_and_nobody_changes_it() -> None:
    """TOU-2.16: once round 1 is published; a draw that is not published yet is outdated by it (TOU-6.8)."""
    held = HeldTournament(8)
    held.do("draw R1")
    held.do("describe P1 team=A")
    assert held.refuse("publish R1") == "OUTDATED"
    held.do('redraw R1 reason="teams"')
    held.do("describe P1 category=junior")
    held.do("publish R1")
    assert held.refuse("describe P1 team=B") == "LOCKED"
    assert held.refuse("describe P1 spread=3") == "LOCKED"
    held.do("describe P2 team=B")
    held.do("describe P1 category=newcomer club=Brno")


def test_TOU_20_3_teams_have_certificates_before_their_players() -> None:
    """With their members; a tournament without teams has none of them."""
    held = held_teams(2, 2, "teams-sum", rounds="1", team__count="2")
    play(held, 1)
    found = [(one.name, one.rank, one.of) for one in certificates(held.state)]
    first, second = (row.team for row in team_standings(held.state))
    members = {"A": "N1, N2", "B": "N3, N4"}
    assert found[:2] == [
        (f"{team.name}: {members[team.name]}", rank, 2) for rank, team in enumerate((first, second), 1)
    ]
    assert [(rank, of) for _, rank, of in found[2:]] == [(1, 4), (2, 4), (3, 4), (4, 4)]
    held = HeldTournament(4, rounds="1")
    play(held, 1)
    assert certificates(held.state)
    assert all(":" not in one.name for one in certificates(held.state))
