"""Sizes, draws that leave no choice, and the schedule, held against a second opinion that shares no line with the code."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product
from random import Random
from zoneinfo import ZoneInfo

import pytest

from kotva.tournament.draw import DrawOptions
from kotva.tournament.draw import sizes as sizes_made
from kotva.tournament.schedule import schedule
from tests.tournament import reference_draw as second
from tests.tournament.held import HeldTournament

SHAPES = [(most, least) for most, least in product(range(2, 9), repeat=2) if least <= most]


@pytest.mark.parametrize(("most", "least"), SHAPES)
def test_sizes_for_every_shape_of_table(most: int, least: int) -> None:
    """TOU-3.1 to 3.4, 19.3: found among all splits there are, both rules; the fewest byes."""
    for n, rule in product(range(26), ("even", "full")):
        made = sizes_made(n, DrawOptions(table_size=most, table_min=least, table_rule=rule))  # type: ignore[arg-type]
        told = second.sizes(n, most, least, rule)
        assert (None if made is None else (tuple(made.tables), made.byes)) == told, (n, rule)


def test_sizes_of_fours_and_threes_up_to_four_hundred() -> None:
    """TOU-3.1, 3.2: as many fours as there can be; the remainder makes one, two or three tables of three."""
    for n in range(6, 401):
        made = sizes_made(n, DrawOptions())
        assert made is not None
        threes = -n % 4
        assert (tuple(made.tables), made.byes) == ((4,) * ((n - 3 * threes) // 4) + (3,) * threes, 0), n


def placed(held: HeldTournament, number: int) -> list[list[str]]:
    return [table.seats for table in held.round(number).tables]


def play(held: HeldTournament, number: int, chance: Random) -> None:
    """Everything at random: winners, ties, games that time stopped."""
    for table in held.round(number).tables:
        points = [chance.randint(2, 9) for _ in table.seats]
        stopped = chance.random() < 0.3
        best = chance.randrange(len(points))
        if not stopped:
            points[best] = 10
        end = "time" if stopped else f"won={table.seats[best]}"
        held.result(f"{table.name} {end} " + " ".join(f"{p}:{n}" for p, n in zip(table.seats, points)))
    held.do(f"complete R{number}")


@pytest.mark.parametrize("n", range(3, 20))
def test_the_first_round_is_the_lot(n: int) -> None:
    """TOU-6.1, 8.3, 3.5: who sits where, in which order, and who has the bye; also when it is drawn again for seats alone."""
    seed = f"lot {n}"
    held = HeldTournament(n, seed=seed)
    held.do("draw R1")
    tables, byes = second.first_round(seed, list(held.state.players))
    assert [set(seats) for seats in placed(held, 1)] == tables
    assert placed(held, 1) == [second.by_lot(seed, 1, 1, list(group)) for group in tables]
    assert held.round(1).byes == byes


@pytest.mark.parametrize("n", [4, 6, 8, 9, 10, 13])
def test_later_rounds_are_numbered_and_seated_by_lot(n: int) -> None:
    """TOU-8.1, 8.3, 5.4: by the keys of this round and this attempt."""
    seed = f"numbers {n}"
    held, chance = HeldTournament(n, seed=seed), Random(n)
    held.begin(1)
    play(held, 1, chance)
    held.do("draw R2")
    for attempt in (1, 2):
        found = placed(held, 2)
        assert [set(seats) for seats in found] == second.numbered(seed, 2, attempt, found)
        assert found == [second.by_lot(seed, 2, attempt, seats) for seats in found]
        if attempt == 1:
            held.do('redraw R2 reason="once more"')


@pytest.mark.parametrize("n", [4, 7, 8, 10, 12, 13])
def test_blocks_are_the_standings_cut(n: int) -> None:
    """TOU-19.9."""
    held, chance = HeldTournament(n, draw="random,blocks", rounds="2"), Random(n)
    held.begin(1)
    play(held, 1, chance)
    held.do("draw R2")
    assert [set(seats) for seats in placed(held, 2)] == second.blocks(held.order(1).split())


@pytest.mark.parametrize(("n", "cut"), [(16, "16,4"), (16, "4"), (9, "16,4"), (12, "16,4"), (13, "16,4"), (20, "16,4")])
def test_a_knockout_is_the_snake_of_the_standings(n: int, cut: str) -> None:
    """TOU-19.11: table i has the ranks i, 2T+1-i, …; the winners of the tables play on."""
    held, chance = HeldTournament(n, draw="random,knockout", rounds="1", cut=cut), Random(n)
    held.begin(1)
    play(held, 1, chance)
    first = min(n, int(cut.split(",")[0]))
    held.do("draw R2")
    assert [set(seats) for seats in placed(held, 2)] == second.snake(held.order(1).split()[:first], -(-first // 4))


@pytest.mark.parametrize(("n", "size"), [(4, 2), (4, 3), (5, 4), (9, 4), (12, 4)])
def test_a_final_has_the_best(n: int, size: int) -> None:
    """TOU-19.10: one table, seats by rank."""
    held, chance = HeldTournament(n, draw="random,final", rounds="1", final__size=str(size), table__min="2"), Random(n)
    held.begin(1)
    play(held, 1, chance)
    held.do("draw R2")
    assert placed(held, 2) == [held.order(1).split()[:size]]


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7])
def test_a_round_robin_of_two_is_the_circle(n: int, legs: int) -> None:
    """TOU-19.12: every pair once in each leg, the seats exchanged in the second."""
    held = HeldTournament(n, preset="duel-swiss", draw="round_robin", rounds="1", rr__legs=str(legs))
    people = list(held.state.players)
    plan = second.circle(people, legs)
    for number, pairs in enumerate(plan, 1):
        held.begin(number)
        assert sorted(map(tuple, placed(held, number))) == sorted(pairs), number
        play(held, number, Random(number))
    assert held.state.phase == "finished"
    met = [frozenset(pair) for pairs in plan for pair in pairs]
    assert sorted(map(sorted, met)) == sorted([sorted((a, b)) for i, a in enumerate(people) for b in people[:i]] * legs)


@pytest.mark.parametrize(("n", "k", "boards"), [(3, 3, 1), (4, 3, 1), (4, 3, 2), (4, 4, 1), (5, 4, 1)])
def test_a_round_robin_of_more_is_every_set_in_every_rotation(n: int, k: int, boards: int) -> None:
    """TOU-19.12: sets in lexicographic order; one round for each rotation on each board."""
    held = HeldTournament(n, preset="bots-rr", table__size=str(k), table__min=str(k), rr__boards=str(boards))
    plan = second.rotations(list(held.state.players), k, boards)
    for number, tables in enumerate(plan, 1):
        held.begin(number)
        assert list(map(tuple, placed(held, number))) == tables, number
        play(held, number, Random(number))
    assert held.state.phase == "finished"


DAYS = [
    {},
    {"rounds": "4", "start": "10:00", "breaks": "2:60"},
    {"rounds": "5", "start": "22:30", "break": "0", "time__round": "61", "breaks": "1:7,4:100"},
    {"rounds": "2", "start": "23:59", "ceremony__gap": "0", "ceremony__minutes": "45"},
    {"rounds": "1", "start": "0:00", "zone": "Europe/Prague"},
    {"rounds": "3", "start": "01:30", "zone": "Europe/Prague", "date": "2025-03-30"},
    {"rounds": "3", "start": "01:30", "zone": "Europe/Prague", "date": "2025-10-26"},
]


@pytest.mark.parametrize("given", DAYS, ids=str)
@pytest.mark.parametrize("shifts", [{}, {2: 10}, {1: 5, 3: 60}], ids=str)
def test_the_schedule(given: dict[str, str], shifts: dict[int, int]) -> None:
    """TOU-15.1, 15.2, 15.4, 15.6: times, breaks, announcement; shifts move all that follows; minutes are elapsed ones."""
    options = {"date": "2025-03-01", **given}
    held = HeldTournament(4, **options)
    rounds = int(held.state.options.texts["rounds"])
    done = {number: minutes for number, minutes in shifts.items() if number <= rounds}
    for number, minutes in done.items():
        held.head(f"shift R{number} +{minutes}")
    texts = held.state.options.texts
    hour, minute = map(int, texts["start"].split(":"))
    local = datetime.fromisoformat(options["date"]).replace(tzinfo=ZoneInfo(texts["zone"]))
    start = local.replace(hour=hour, minute=minute).astimezone(UTC)
    told = second.day({**texts, "start": "0:0"}, rounds, done, start)
    found = schedule(held.state)
    assert [(slot.start, slot.end) for slot in found] == told
    assert [slot.round for slot in found] == [*range(1, rounds + 1), found[-1].round]
