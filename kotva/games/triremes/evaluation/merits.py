"""A first look at actions: rams and landings first, then what brings soldiers nearer, then the rest."""

from mypy_extensions import i64

from kotva.games.triremes import board
from kotva.games.triremes.board import Chart
from kotva.games.triremes.distances import survey_ways
from kotva.games.triremes.evaluation.plans import nearest_ship
from kotva.games.triremes.rules.game import Triremes
from kotva.games.triremes.rules.ships import COURSE, course


def merit_of(s: Triremes, seat: i64, action: i64) -> i64:
    """Rams and landings first, then what brings soldiers nearer, then the rest."""
    if len(s.chart.approach) == 0:
        survey_ways(s.chart)
    if action < board.SAIL:
        return order_placing(s, seat, action)
    if action < board.BOARD:
        return order_sailing(s, seat, action - board.SAIL)
    if action < board.STEP:
        return order_boarding(s, action - board.BOARD)
    if action < board.STRIKE:
        a: i64 = action - board.STEP
        gain: i64 = gain_of(s, seat, s.chart.square(a // board.SQUARES), s.chart.square(a % board.SQUARES))
        return clip(70 + 25 * gain)
    if action < board.ASSAULT:
        return 700
    if action < board.EMBARK:
        return 250
    if action < board.ROLL:
        return order_carrying(s, seat, action)
    if action == board.ROLL:
        return 600
    if action < board.TAC_BOARD:
        return order_sailing(s, seat, action - board.TAC) // 2
    if action < board.PASS:
        return 100
    if action < board.PACT_OFFER:
        return 400 if action < board.BUY_SHIP else 300
    if action < board.PACT_BREAK:
        return 60
    if action < board.PACT_YES:
        return 20
    return 1 if action == board.DRAW_YES else 500 if action == board.DRAW_NO else 200


def order_placing(s: Triremes, seat: i64, action: i64) -> i64:
    """Near the capital, or beside a ship."""
    square: i64 = s.chart.square(action)
    return clip(300 - 10 * nearest_ship(s, seat, square) - s.chart.approach[seat * s.chart.size + square])


def order_sailing(s: Triremes, seat: i64, a: i64) -> i64:
    slot: i64 = s.slot(a // board.MOVEMENTS)
    to: i64 = course(s, slot, a % board.MOVEMENTS)
    if to >= COURSE:
        struck: i64 = to // COURSE - 1
        return clip(700 + 100 * s.load[struck])
    if s.load[slot] > 0:
        gain: i64 = gain_of(s, seat, -s.bow[slot] * 4 - s.heading[slot], -to)
        return clip(90 + 20 * gain * s.load[slot])
    return 40


def order_boarding(s: Triremes, a: i64) -> i64:
    slot: i64 = s.slot(a // board.SHIPS // board.MOVEMENTS)
    target: i64 = s.slot(a % board.SHIPS)
    return clip(250 + 200 * (s.load[slot] - s.load[target]))


def order_carrying(s: Triremes, seat: i64, action: i64) -> i64:
    family: i64 = board.LAYOUT.family(action)
    rest: i64 = action - family
    two: bool = family in (board.EMBARK_TWO, board.LAND_TWO)
    pair: i64 = rest // board.SQUARES if two else rest
    ship: i64 = s.slot(pair // board.SQUARES)
    first: i64 = s.chart.square(pair % board.SQUARES)
    pose: i64 = s.bow[ship] * 4 + s.heading[ship]
    gain: i64
    if family in (board.LAND_ONE, board.LAND_TWO):
        gain = gain_of(s, seat, -pose, first)
        if two:
            gain += gain_of(s, seat, -pose, s.chart.square(rest % board.SQUARES))
    else:
        gain = gain_of(s, seat, first, -pose)
        if two:
            gain += 4
    return clip(100 + 40 * gain)


def gain_of(s: Triremes, seat: i64, start: i64, to: i64) -> i64:
    """How much nearer to an enemy capital one place is than another: a land square, or a ship's pose, negative."""
    best: i64 = -board.FAR
    for enemy in range(s.seats):
        if s.out[enemy] == 0 and s.enemies(seat, enemy):
            nearer: i64 = way_from(s.chart, enemy, start) - way_from(s.chart, enemy, to)
            if nearer > best:
                best = nearer
    return best


def way_from(chart: Chart, enemy: i64, place: i64) -> i64:
    """How far a soldier on a land square, or aboard a ship with a pose (negative), is from a capital."""
    base: i64 = enemy * chart.size
    return chart.approach[base + place] if place >= 0 else chart.route[4 * base - place]


def clip(merit: i64) -> i64:
    return 5 if merit < 5 else 1000 if merit > 1000 else merit
