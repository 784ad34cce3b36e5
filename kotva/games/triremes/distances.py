"""How far soldiers have to go: to the capitals, and to single squares where somebody may stand."""

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import filled
from kotva.games.triremes import board
from kotva.games.triremes.board import Chart


def survey_ways(chart: Chart) -> None:
    """For every land square and every pose of a ship how far a soldier there is from each capital, on an empty board."""
    seats: i64 = 0
    while seats < 4 and chart.capital[seats * board.BERTHS] != board.NONE:
        seats += 1
    approach = filled(seats * chart.size, board.FAR)
    route = filled(seats * chart.size * 4, board.FAR)
    for seat in range(seats):
        base: i64 = seat * chart.size
        start: list[int] = []
        for i in range(i64(board.BERTHS)):
            square: i64 = chart.capital[seat * board.BERTHS + i]
            if square != board.NONE:
                approach[base + square] = 0
                start.append(square)
        walk(chart, approach, base, start)
        walk(chart, approach, base, sail_back(chart, approach, route, base))
    chart.approach = approach
    chart.route = route


def ways_to(chart: Chart, square: i64) -> vec[i64]:
    """How far it is to one land square from every other one, and after these from every pose of a ship, on an empty board."""
    known = chart.hunts[square]
    if len(known) > 0:
        return known
    approach = filled(chart.size, board.FAR)
    route = filled(4 * chart.size, board.FAR)
    approach[square] = 0
    walk(chart, approach, 0, [square])
    walk(chart, approach, 0, sail_back(chart, approach, route, 0))
    ways = filled(5 * chart.size, board.FAR)
    for i in range(chart.size):
        ways[i] = approach[i]
    for i in range(4 * chart.size):
        ways[chart.size + i] = route[i]
    chart.hunts[square] = ways
    return ways


def walk(chart: Chart, approach: vec[i64], base: i64, edge: list[int]) -> None:
    """Shortest ways over land from squares whose way is known."""
    way: i64 = 0
    while way < board.FAR and len(edge) > 0:
        rest: list[int] = []
        for reached in edge:
            at: i64 = reached
            if approach[base + at] > way:
                rest.append(at)
            elif approach[base + at] == way:
                for d in range(i64(4)):
                    to: i64 = at + chart.step[d]
                    if chart.kind[to] == board.LAND and way + board.WALK < approach[base + to]:
                        approach[base + to] = way + board.WALK
                        rest.append(to)
        edge = rest
        way += 1


def sail_back(chart: Chart, approach: vec[i64], route: vec[i64], base: i64) -> list[int]:
    """Ways of ships: from the poses that can land, backwards by movements; the land squares from which soldiers embark."""
    edge: list[int] = []
    for pose in range(4 * chart.stride, 4 * (chart.size - chart.stride)):
        for k in range(chart.quay_from[pose], chart.quay_from[pose + 1]):
            way: i64 = approach[base + chart.quay[k]] + board.LANDING
            if way < route[4 * base + pose]:
                route[4 * base + pose] = way
        if route[4 * base + pose] < board.FAR:
            edge.append(pose)
    level: i64 = 0
    while level < board.FAR and len(edge) > 0:
        rest: list[int] = []
        for reached in edge:
            pose = reached
            if route[4 * base + pose] > level:
                rest.append(pose)
            elif route[4 * base + pose] == level:
                step_back(chart, route, base, pose, level, rest)
        edge = rest
        level += 1
    return embarking(chart, approach, route, base)


def step_back(chart: Chart, route: vec[i64], base: i64, pose: i64, level: i64, rest: list[int]) -> None:
    """The poses from which one of the six movements of TRI-5.2 leads to this one."""
    for heading in range(i64(4)):
        for code in range(i64(board.USUAL)):
            k: i64 = heading * board.MOVEMENTS + code
            if chart.turned[k] == pose % 4:
                bow: i64 = pose // 4 - chart.way[k]
                if bow > chart.stride and bow < chart.size - chart.stride and is_sailable(chart, bow, heading, k):
                    before: i64 = 4 * base + bow * 4 + heading
                    if level + board.VOYAGE < route[before]:
                        route[before] = level + board.VOYAGE
                        rest.append(bow * 4 + heading)


def is_sailable(chart: Chart, bow: i64, heading: i64, k: i64) -> bool:
    """Whether a ship can lie there and make this movement, alone on the board."""
    if not chart.is_afloat(bow, heading):
        return False
    return chart.kind[bow + chart.first[k]] == board.SEA and chart.kind[bow + chart.second[k]] == board.SEA


def embarking(chart: Chart, approach: vec[i64], route: vec[i64], base: i64) -> list[int]:
    """Land squares beside the sea, with the way of a soldier who goes aboard there."""
    out: list[int] = []
    for pose in range(4 * chart.stride, 4 * (chart.size - chart.stride)):
        way: i64 = route[4 * base + pose] + board.BOARDING
        for k in range(chart.quay_from[pose], chart.quay_from[pose + 1]):
            square: i64 = chart.quay[k]
            if way < approach[base + square]:
                approach[base + square] = way
                out.append(square)
    return out
