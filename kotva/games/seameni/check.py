"""What must be true of every Seameni state, whether the rules made it or a person wrote it."""

from __future__ import annotations

from kotva.engine.position import sure
from kotva.engine.say import N_
from kotva.engine.state import State
from kotva.games.seameni.board import (
    ABOARD,
    AGREEMENT,
    AUTO_END,
    CAT,
    COUNTS,
    DEAD,
    EDGE,
    EDGES,
    FIELD_NAMES,
    FIELDS,
    FISH,
    FRONT,
    HIDDEN,
    KIND,
    KIND_NAMES,
    KINDS,
    MAX_TURNS,
    MUD,
    NONE,
    OCTOPUS,
    PIRATE_NAMES,
    PIRATES,
    SEA,
    SEAHORSE,
    SEVERAL,
    SHARK,
    SKIP_IDLE,
    STALL_TURNS,
    TILES,
    TRANSIT,
    TREASURES,
    TWIN,
    WATER,
    X,
    Y,
)
from kotva.games.seameni.position import PHASES, REASONS
from kotva.games.seameni.rules.codes import (
    BY_AGREEMENT,
    BY_IDLE,
    BY_LIMIT,
    BY_STALL,
    BY_TREASURE,
    CHAIN,
    CHOOSE_FIRST,
    ENDED,
    LEAP,
    OUTING,
    OVERFLOW,
    PLACING,
    REJUMP,
    TURN,
    UNCOVER,
    VOTE,
)
from kotva.games.seameni.rules.game import Seameni
from kotva.games.seameni.rules.look import legal_exits
from kotva.games.seameni.rules.ships import crowded


def check(state: State) -> None:
    """SEA-2.1: 121 tiles and 36 treasures, all in their places; and what can never be."""
    assert isinstance(state, Seameni)
    s = state
    _check_tiles(s)
    lying = sum(int(n) for n in s.treasure) + sum(int(n) for n in s.laden) + int(s.carried)
    hidden = sum(int(s.left[KIND_NAMES.index(f"t{n}")]) * n for n in range(1, 6))
    counted = lying + hidden + sum(int(n) for n in s.score_of) + int(s.lost)
    sure(counted == TREASURES, N_("there are {n} treasures instead of 36 (SEA-2.1)"), n=counted)
    for f, treasure in enumerate(s.treasure):
        if treasure:
            still = WATER <= s.tile[f] <= OCTOPUS
            sure(still, N_("treasure cannot lie on {field} (SEA-11.15, 9.12, 12.11)"), field=FIELD_NAMES[f])
    for e in range(4):
        f = int(s.ship[e])
        placed = f != NONE or not s.is_seated(e) or s.phase in (CHOOSE_FIRST, PLACING)
        sure(
            placed and (f == NONE or s.is_seated(e)),
            N_("the ship of {edge} is not at its edge (SEA-6.2)"),
            edge=EDGES[e],
        )
        sure(f == NONE or EDGE[f] == e, N_("the ship of {edge} is not at its edge (SEA-6.2)"), edge=EDGES[e])
        alone = f == NONE or TWIN[f] == NONE or s.ship_on(int(TWIN[f])) == NONE
        sure(alone, N_("two ships stand at one corner (SEA-4.4)"))
        roomy = s.phase in (OVERFLOW, CHAIN, REJUMP) or s.mover != NONE or s.crew(e) <= 3
        sure(roomy, N_("the ship of {edge} is crowded (SEA-17.1)"), edge=EDGES[e])
    for p in range(PIRATES):
        sure(s.is_seated(p // 3) or s.place[p] == DEAD, N_("nobody plays {pirate} (SEA-1.7)"), pirate=PIRATE_NAMES[p])
        _check_pirate(s, p)
    if s.phase in (CHOOSE_FIRST, PLACING, UNCOVER):
        _check_set_up(s)
    else:
        _check_movement(s)
        _check_course(s)


def _check_tiles(s: Seameni) -> None:
    up = [0] * KINDS
    for f, tile in enumerate(s.tile):
        if tile != HIDDEN:
            sure(bool(SEA[f]), N_("no tile lies on {field} (SEA-3.1)"), field=FIELD_NAMES[f])
            up[int(KIND[int(tile)])] += 1
    for kind in range(KINDS):
        have, all_of = up[kind] + int(s.left[kind]), int(COUNTS[kind])
        text = N_("there are {n} tiles {kind} instead of {all} (SEA-2.1)")
        sure(have == all_of, text, n=have, kind=KIND_NAMES[kind], all=all_of)
    sure(sum(int(n) for n in s.left) == s.hidden == TILES - sum(up), N_("there are not 121 tiles (SEA-2.1)"))


def _check_pirate(s: Seameni, p: int) -> None:
    at, who = int(s.place[p]), PIRATE_NAMES[p]
    if at == DEAD:
        bare = s.captor[p] == NONE and not (s.step[p] or s.laden[p] or s.caught[p] or s.rest[p] or s.exile[p])
        sure(bare, N_("{pirate} is dead and has a mark (SEA-18.1)"), pirate=who)
        return
    tile = int(s.tile[at]) if at < FIELDS else HIDDEN
    on_sea = at < FIELDS and SEA[at] == 1
    if on_sea and s.mover != p:
        text = N_("{pirate} cannot stand on {field} (SEA-8.1, 10.1)")
        sure(HIDDEN < tile < TRANSIT and tile != SHARK, text, pirate=who, field=FIELD_NAMES[at])
    if at < FIELDS and not on_sea:
        sure(s.ship_on(at) == NONE or s.mover == p, N_("{pirate} stands where a ship is (SEA-3.7)"), pirate=who)
    mud = MUD + 2 <= tile <= MUD + 5
    fits = (s.step[p] > 0) == mud or s.mover == p
    sure(fits, N_("{pirate} is in mud without a step, or on a step without mud (SEA-9.18)"), pirate=who)
    fits = s.step[p] <= (tile - MUD if mud else 0)
    sure(fits, N_("{pirate} stands on a step that the mud does not have (SEA-9.18)"), pirate=who)
    sure(not s.laden[p] or mud, N_("{pirate} has treasure on a step without mud (SEA-9.22)"), pirate=who)
    fits = not s.laden[p] or s.captor[p] == NONE
    sure(fits, N_("captive {pirate} cannot have brought treasure into mud (SEA-16.4)"), pirate=who)
    sure(not s.caught[p] or tile == OCTOPUS, N_("{pirate} is caught without an octopus (SEA-9.7)"), pirate=who)
    fits = not s.exile[p] or (at < FIELDS and not on_sea)
    sure(fits, N_("{pirate} is an exile, but not in the waters (SEA-14.6)"), pirate=who)
    _check_control(s, p, at, who)
    _check_company(s, p, mud, who)


def _check_control(s: Seameni, p: int, at: int, who: str) -> None:
    if s.captor[p] != NONE:
        ship = int(s.ship[int(s.captor[p])])
        fits = at in (ABOARD + int(s.captor[p]), int(FRONT[ship]))
        sure(fits, N_("captive {pirate} is off his chain (SEA-16.4)"), pirate=who)
        fits = s.party(int(s.captor[p])) != s.party(p // 3)
        sure(fits, N_("{pirate} is a captive of his own party (SEA-16.1)"), pirate=who)
    elif at >= ABOARD:
        sure(s.is_friendly(at - ABOARD, p), N_("{pirate} is free aboard an enemy ship (SEA-16.1)"), pirate=who)


def _check_company(s: Seameni, p: int, mud: bool, who: str) -> None:
    at = int(s.place[p])
    sharing = 0
    for q in range(PIRATES):
        if q == p or s.place[q] != at:
            continue
        fits = at >= ABOARD or mud or not s.are_enemies(p, q)
        sure(fits, N_("the enemies {one} and {other} stand together (SEA-15.3)"), one=who, other=PIRATE_NAMES[q])
        if mud and s.step[q] == s.step[p]:
            sharing += 1
            sure(not s.laden[p], N_("{pirate} shares a step with treasure (SEA-9.22)"), pirate=who)
    sure(sharing < 2, N_("{pirate} is one of three on a step (SEA-9.22)"), pirate=who)


# -- the course of the game ---------------------------------------------------------------------------------------


def _check_set_up(s: Seameni) -> None:
    """SEA-4: ships are placed clockwise from the first player, then the tiles before them are turned up in the same order."""
    fresh = not (s.turns or s.stall or s.progress or s.asked or s.put_out or s.lost or any(s.score_of))
    aboard = all(s.place[p] == ABOARD + p // 3 for p in range(PIRATES) if s.is_seated(p // 3))
    calm = not any(s.rest) and s.mover == NONE and s.ended == NONE
    sure(fresh and aboard and calm, N_("before the first turn nothing has happened (SEA-4.7)"))
    if s.phase == CHOOSE_FIRST:
        unknown = s.first == s.player == s.decider == NONE and all(f == NONE for f in s.ship) and s.turning == NONE
        sure(unknown and s.hidden == TILES, N_("chance names the first player before everything else (SEA-1.4)"))
        return
    done = []
    edge = int(s.first)
    while edge != s.player:
        done.append(edge)
        edge = int(s.next_edge(edge))
    sure(s.decider == s.player, N_("another player decides (SEA-4.3)"))
    if s.phase == PLACING:
        placed = [e for e in range(4) if s.ship[e] != NONE]
        sure(placed == sorted(done), N_("ships are placed one after another (SEA-4.3)"))
        sure(s.turning == NONE and s.hidden == TILES, N_("tiles are turned up when all ships stand (SEA-4.5)"))
    else:
        fronts = sorted(int(FRONT[int(s.ship[e])]) for e in done)
        up = [f for f in range(FIELDS) if s.tile[f] != HIDDEN]
        in_turn = up == fronts and s.turning == FRONT[int(s.ship[int(s.player)])]
        sure(in_turn, N_("the tiles before the ships are turned up one after another (SEA-4.5)"))


def _check_movement(s: Seameni) -> None:
    """SEA-11: a movement that waits for chance, for an exit, or for another jump."""
    waits = s.phase in (CHAIN, REJUMP) or (s.phase in (TURN, OVERFLOW) and s.turning != NONE)
    text = N_("the phase {phase} and the movement do not fit (SEA-11.1)")
    sure(waits == (s.mover != NONE), text, phase=PHASES[int(s.phase)])
    if not waits:
        nowhere = s.turning == s.origin == s.at == NONE and not len(s.way) and not len(s.taken)
        still = not (s.carried or s.surprised or s.exempt or s.kind)
        sure(nowhere and still, text, phase=PHASES[int(s.phase)])
        return
    p, at, origin = int(s.mover), int(s.at), int(s.origin)
    who = PIRATE_NAMES[p]
    sure(
        s.place[p] != DEAD and s.decider == s.controller(p),
        N_("{pirate} is moved by another player (SEA-1.8)"),
        pirate=who,
    )
    marked = s.step[p] or s.laden[p] or s.caught[p] or s.exile[p]
    sure(
        s.kind == LEAP or not (s.step[p] or s.laden[p] or s.caught[p]),
        N_("{pirate} has left his place (SEA-11.1)"),
        pirate=who,
    )
    sure((s.kind == OUTING) == (s.captor[p] != NONE), N_("only a captive moves on a chain (SEA-16.5)"))
    sure(SEA[at] == 1, N_("{pirate} is on the sea while he moves (SEA-11.2)"), pirate=who)
    if s.turning != NONE:
        sure(s.turning == at and s.tile[at] == HIDDEN, N_("the field that is entered is turned up (SEA-8.1)"))
    if s.kind == LEAP:
        from_cat = s.place[p] == origin and s.tile[origin] == CAT and not s.carried and not marked
        sure(from_cat, N_("{pirate} does not jump from Cát (SEA-12.2)"), pirate=who)
        sure(s.phase != CHAIN, N_("a jump has no exits (SEA-12.2)"))
    else:
        sure(s.place[p] == at, N_("{pirate} is not where his movement is (SEA-11.2)"), pirate=who)
        text = N_("{pirate} cannot come from {field} (SEA-10.2)")
        sure(_comes_from(s, origin, at), text, pirate=who, field=FIELD_NAMES[origin])
    if s.phase == CHAIN:
        several = s.tile[at] >= SEVERAL
        sure(several and int(legal_exits(s)).bit_count() > 1, N_("there is no exit to choose (SEA-10.4)"))
    elif s.phase == REJUMP:
        sure(s.kind == LEAP and s.tile[at] >= TRANSIT, N_("a jump is repeated after a transit tile (SEA-12.5)"))


def _comes_from(s: Seameni, origin: int, at: int) -> bool:
    """SEA-10: a step to a neighbour, a knight's move from a seahorse; from a fish one field more than he had come to it."""
    dx, dy = abs(int(X[at]) - int(X[origin])), abs(int(Y[at]) - int(Y[origin]))
    if SEA[origin] and s.tile[origin] == HIDDEN:
        return False
    if s.tile[origin] == SEAHORSE:
        return {dx, dy} == {1, 2}
    straight = dx == dy or 0 in (dx, dy)
    if s.tile[origin] == FISH:
        return straight and max(dx, dy) >= 2  # three or more if another fish had thrown him there
    return straight and max(dx, dy) == 1


def _check_course(s: Seameni) -> None:
    """SEA-5.8, 19: who decides, and why it is not over, or is."""
    ends = _ends(s)
    if s.phase == ENDED:
        text = N_("the game cannot have ended for the reason {reason} (SEA-19.7)")
        sure(s.mover == NONE and ends.get(int(s.ended)), text, reason=REASONS[int(s.ended)])
        return
    over = s.ended != NONE or ends[BY_STALL] or ends[BY_LIMIT]
    sure(not over, N_("the game is over after so many turns (SEA-19.5, 19.6)"))
    sure(not s.asked or s.rule[AGREEMENT], N_("nobody proposes an end in this game (SEA-19.1)"))
    if s.phase in (TURN, VOTE) and s.mover == NONE:
        sure(not ends[BY_IDLE], N_("nobody has a pirate, so the game is over (SEA-19.6)"))
        sure(not s.put_out, N_("nobody has been put out yet in this turn (SEA-17.4)"))
        idle = s.rule[SKIP_IDLE] and s.is_idle(int(s.player))
        sure(not idle, N_("the player at {edge} has no pirate and is skipped (SEA-18.3)"), edge=EDGES[int(s.player)])
    if s.phase == TURN and s.mover == NONE:
        sure(s.decider == s.player, N_("another player decides (SEA-5.1)"))
    elif s.phase == VOTE:
        sure(s.asked and s.decider != s.player, N_("nobody votes on his own proposal (SEA-19.2)"))
    elif s.phase == OVERFLOW and s.mover == NONE:
        sure(s.decider == crowded(s), N_("no ship of {edge} is crowded (SEA-17.3)"), edge=EDGES[int(s.decider)])


def _ends(s: Seameni) -> dict[int, bool]:
    """By reason, whether it ends the game now (SEA-19)."""
    done = int(s.lost) + sum(int(n) for n in s.score_of)
    return {
        BY_TREASURE: bool(s.rule[AUTO_END]) and done == TREASURES,
        BY_STALL: s.stall >= s.rule[STALL_TURNS] * s.seats,
        BY_LIMIT: s.turns >= s.rule[MAX_TURNS] * s.seats,
        BY_IDLE: all(s.is_idle(e) for e in range(4)),
        BY_AGREEMENT: bool(s.rule[AGREEMENT]),
    }
