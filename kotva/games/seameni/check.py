"""What must be true of every Seameni state, whether the rules made it or a person wrote it."""

from __future__ import annotations

from kotva.engine.position import require, stop_if_refused
from kotva.engine.position_keys import judge_keys
from kotva.engine.say import N_
from kotva.games.seameni import board
from kotva.games.seameni.position import KEYS, PHASES, REASONS
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.game import Seameni
from kotva.games.seameni.rules.look_ahead import legal_exits
from kotva.games.seameni.rules.ships import crowded


def check(s: Seameni) -> None:
    """SEA-2.1: 121 tiles and 36 treasures, all in their places; and what can never be."""
    judge_keys(s, KEYS)
    stop_if_refused()
    _check_tiles(s)
    lying = sum(int(n) for n in s.treasure) + sum(int(n) for n in s.laden) + int(s.carried)
    hidden = sum(int(s.left[board.KIND_NAMES.index(f"t{n}")]) * n for n in range(1, 6))
    counted = lying + hidden + sum(int(n) for n in s.score_of) + int(s.lost)
    require(counted == board.TREASURES, N_("there are {n} treasures instead of 36 (SEA-2.1)"), n=counted)
    for f, treasure in enumerate(s.treasure):
        if treasure:
            still = board.WATER <= s.tile[f] <= board.OCTOPUS
            require(still, N_("treasure cannot lie on {field} (SEA-11.15, 9.12, 12.11)"), field=board.FIELD_NAMES[f])
    for e in range(4):
        f = int(s.ship[e])
        placed = f != board.NONE or not s.is_seated(e) or s.phase in (codes.CHOOSE_FIRST, codes.PLACING)
        require(
            placed and (f == board.NONE or s.is_seated(e)),
            N_("the ship of {edge} is not at its edge (SEA-6.2)"),
            edge=board.EDGES[e],
        )
        require(
            f == board.NONE or board.EDGE[f] == e,
            N_("the ship of {edge} is not at its edge (SEA-6.2)"),
            edge=board.EDGES[e],
        )
        alone = f == board.NONE or board.TWIN[f] == board.NONE or s.ship_on(int(board.TWIN[f])) == board.NONE
        require(alone, N_("two ships stand at one corner (SEA-4.4)"))
        roomy = s.phase in (codes.OVERFLOW, codes.CHAIN, codes.REJUMP) or s.mover != board.NONE or s.crew(e) <= 3
        require(roomy, N_("the ship of {edge} is crowded (SEA-17.1)"), edge=board.EDGES[e])
    for p in range(board.PIRATES):
        require(
            s.is_seated(p // 3) or s.place[p] == board.DEAD,
            N_("nobody plays {pirate} (SEA-1.7)"),
            pirate=board.PIRATE_NAMES[p],
        )
        _check_pirate(s, p)
    if s.phase in (codes.CHOOSE_FIRST, codes.PLACING, codes.UNCOVER):
        _check_set_up(s)
    else:
        _check_movement(s)
        _check_course(s)


def _check_tiles(s: Seameni) -> None:
    up = [0] * board.KINDS
    for f, tile in enumerate(s.tile):
        if tile != board.HIDDEN:
            require(bool(board.SEA[f]), N_("no tile lies on {field} (SEA-3.1)"), field=board.FIELD_NAMES[f])
            up[int(board.KIND[int(tile)])] += 1
    for kind in range(board.KINDS):
        have, all_of = up[kind] + int(s.left[kind]), int(board.COUNTS[kind])
        text = N_("there are {n} tiles {kind} instead of {all} (SEA-2.1)")
        require(have == all_of, text, n=have, kind=board.KIND_NAMES[kind], all=all_of)
    require(sum(int(n) for n in s.left) == s.hidden == board.TILES - sum(up), N_("there are not 121 tiles (SEA-2.1)"))


def _check_pirate(s: Seameni, p: int) -> None:
    at, who = int(s.place[p]), board.PIRATE_NAMES[p]
    if at == board.DEAD:
        bare = s.captor[p] == board.NONE and not (s.step[p] or s.laden[p] or s.caught[p] or s.rest[p] or s.exile[p])
        require(bare, N_("{pirate} is dead and has a mark (SEA-18.1)"), pirate=who)
        return
    tile = int(s.tile[at]) if at < board.FIELDS else board.HIDDEN
    on_sea = at < board.FIELDS and board.SEA[at] == 1
    if on_sea and s.mover != p:
        text = N_("{pirate} cannot stand on {field} (SEA-8.1, 10.1)")
        require(
            board.HIDDEN < tile < board.TRANSIT and tile != board.SHARK, text, pirate=who, field=board.FIELD_NAMES[at]
        )
    if at < board.FIELDS and not on_sea:
        require(
            s.ship_on(at) == board.NONE or s.mover == p, N_("{pirate} stands where a ship is (SEA-3.7)"), pirate=who
        )
    mud = board.MUD + 2 <= tile <= board.MUD + 5
    fits = (s.step[p] > 0) == mud or s.mover == p
    require(fits, N_("{pirate} is in mud without a step, or on a step without mud (SEA-9.18)"), pirate=who)
    fits = s.step[p] <= (tile - board.MUD if mud else 0)
    require(fits, N_("{pirate} stands on a step that the mud does not have (SEA-9.18)"), pirate=who)
    require(not s.laden[p] or mud, N_("{pirate} has treasure on a step without mud (SEA-9.22)"), pirate=who)
    fits = not s.laden[p] or s.captor[p] == board.NONE
    require(fits, N_("captive {pirate} cannot have brought treasure into mud (SEA-16.4)"), pirate=who)
    require(not s.caught[p] or tile == board.OCTOPUS, N_("{pirate} is caught without an octopus (SEA-9.7)"), pirate=who)
    fits = not s.exile[p] or (at < board.FIELDS and not on_sea)
    require(fits, N_("{pirate} is an exile, but not in the waters (SEA-14.6)"), pirate=who)
    _check_control(s, p, at, who)
    _check_company(s, p, mud, who)


def _check_control(s: Seameni, p: int, at: int, who: str) -> None:
    if s.captor[p] != board.NONE:
        ship = int(s.ship[int(s.captor[p])])
        fits = at in (board.ABOARD + int(s.captor[p]), int(board.FRONT[ship]))
        require(fits, N_("captive {pirate} is off the chain (SEA-16.4)"), pirate=who)
        fits = s.party(int(s.captor[p])) != s.party(p // 3)
        require(fits, N_("{pirate} is a captive of its own party (SEA-16.1)"), pirate=who)
    elif at >= board.ABOARD:
        require(s.is_friendly(at - board.ABOARD, p), N_("{pirate} is free aboard an enemy ship (SEA-16.1)"), pirate=who)


def _check_company(s: Seameni, p: int, mud: bool, who: str) -> None:
    at = int(s.place[p])
    sharing = 0
    for q in range(board.PIRATES):
        if q == p or s.place[q] != at:
            continue
        fits = at >= board.ABOARD or mud or not s.are_enemies(p, q)
        require(
            fits, N_("the enemies {one} and {other} stand together (SEA-15.3)"), one=who, other=board.PIRATE_NAMES[q]
        )
        if mud and s.step[q] == s.step[p]:
            sharing += 1
            require(not s.laden[p], N_("{pirate} shares a step with treasure (SEA-9.22)"), pirate=who)
    require(sharing < 2, N_("{pirate} is one of three on a step (SEA-9.22)"), pirate=who)


# -- the course of the game ---------------------------------------------------------------------------------------


def _check_set_up(s: Seameni) -> None:
    """SEA-4: ships are placed clockwise from the first player, then the tiles before them are turned up in the same order."""
    fresh = not (s.turns or s.stall or s.progress or s.asked or s.put_out or s.lost or any(s.score_of))
    aboard = all(s.place[p] == board.ABOARD + p // 3 for p in range(board.PIRATES) if s.is_seated(p // 3))
    calm = not any(s.rest) and s.mover == board.NONE and s.ended == board.NONE
    require(fresh and aboard and calm, N_("before the first turn nothing has happened (SEA-4.7)"))
    if s.phase == codes.CHOOSE_FIRST:
        unknown = (
            s.first == s.player == s.decider == board.NONE
            and all(f == board.NONE for f in s.ship)
            and s.turning == board.NONE
        )
        require(
            unknown and s.hidden == board.TILES, N_("chance names the first player before everything else (SEA-1.4)")
        )
        return
    done = []
    edge = int(s.first)
    while edge != s.player:
        done.append(edge)
        edge = int(s.next_edge(edge))
    require(s.decider == s.player, N_("another player decides (SEA-4.3)"))
    if s.phase == codes.PLACING:
        placed = [e for e in range(4) if s.ship[e] != board.NONE]
        require(placed == sorted(done), N_("ships are placed one after another (SEA-4.3)"))
        require(
            s.turning == board.NONE and s.hidden == board.TILES,
            N_("tiles are turned up when all ships stand (SEA-4.5)"),
        )
    else:
        fronts = sorted(int(board.FRONT[int(s.ship[e])]) for e in done)
        up = [f for f in range(board.FIELDS) if s.tile[f] != board.HIDDEN]
        in_turn = up == fronts and s.turning == board.FRONT[int(s.ship[int(s.player)])]
        require(in_turn, N_("the tiles before the ships are turned up one after another (SEA-4.5)"))


def _check_movement(s: Seameni) -> None:
    """SEA-11: a movement that waits for chance, for an exit, or for another jump."""
    waits = s.phase in (codes.CHAIN, codes.REJUMP) or (
        s.phase in (codes.TURN, codes.OVERFLOW) and s.turning != board.NONE
    )
    text = N_("the phase {phase} and the movement do not fit (SEA-11.1)")
    require(waits == (s.mover != board.NONE), text, phase=PHASES[int(s.phase)])
    if not waits:
        nowhere = s.turning == s.origin == s.at == board.NONE and not len(s.way) and not len(s.taken)
        still = not (s.carried or s.surprised or s.exempt or s.kind)
        require(nowhere and still, text, phase=PHASES[int(s.phase)])
        return
    p, at, origin = int(s.mover), int(s.at), int(s.origin)
    who = board.PIRATE_NAMES[p]
    require(
        s.place[p] != board.DEAD and s.decider == s.controller(p),
        N_("{pirate} is moved by another player (SEA-1.8)"),
        pirate=who,
    )
    marked = s.step[p] or s.laden[p] or s.caught[p] or s.exile[p]
    require(
        s.kind == codes.LEAP or not (s.step[p] or s.laden[p] or s.caught[p]),
        N_("{pirate} has left the place of the movement (SEA-11.1)"),
        pirate=who,
    )
    require((s.kind == codes.OUTING) == (s.captor[p] != board.NONE), N_("only a captive moves on a chain (SEA-16.5)"))
    require(board.SEA[at] == 1, N_("a movement of {pirate} is on the sea (SEA-11.2)"), pirate=who)
    if s.turning != board.NONE:
        require(s.turning == at and s.tile[at] == board.HIDDEN, N_("the field that is entered is turned up (SEA-8.1)"))
    if s.kind == codes.LEAP:
        from_cat = s.place[p] == origin and s.tile[origin] == board.CAT and not s.carried and not marked
        require(from_cat, N_("{pirate} does not jump from Cát (SEA-12.2)"), pirate=who)
        require(s.phase != codes.CHAIN, N_("a jump has no exits (SEA-12.2)"))
    else:
        require(s.place[p] == at, N_("{pirate} is not where the movement is (SEA-11.2)"), pirate=who)
        text = N_("{pirate} cannot come from {field} (SEA-10.2)")
        require(_comes_from(s, origin, at), text, pirate=who, field=board.FIELD_NAMES[origin])
    if s.phase == codes.CHAIN:
        several = s.tile[at] >= board.SEVERAL
        require(several and int(legal_exits(s)).bit_count() > 1, N_("there is no exit to choose (SEA-10.4)"))
    elif s.phase == codes.REJUMP:
        require(
            s.kind == codes.LEAP and s.tile[at] >= board.TRANSIT,
            N_("a jump is repeated after a transit tile (SEA-12.5)"),
        )


def _comes_from(s: Seameni, origin: int, at: int) -> bool:
    """SEA-10: a step to a neighbour, a knight's move from a seahorse; from a fish one field more than it had come to it."""
    dx, dy = abs(int(board.X[at]) - int(board.X[origin])), abs(int(board.Y[at]) - int(board.Y[origin]))
    if board.SEA[origin] and s.tile[origin] == board.HIDDEN:
        return False
    if s.tile[origin] == board.SEAHORSE:
        return {dx, dy} == {1, 2}
    straight = dx == dy or 0 in (dx, dy)
    if s.tile[origin] == board.FISH:
        return straight and max(dx, dy) >= 2  # three or more if another fish had thrown it there
    return straight and max(dx, dy) == 1


def _check_course(s: Seameni) -> None:
    """SEA-5.8, 19: who decides, and why it is not over, or is."""
    ends = _ends(s)
    if s.phase == codes.ENDED:
        text = N_("the game cannot have ended for the reason {reason} (SEA-19.7)")
        require(s.mover == board.NONE and ends.get(int(s.ended)), text, reason=REASONS[int(s.ended)])
        return
    over = s.ended != board.NONE or ends[codes.BY_STALL] or ends[codes.BY_LIMIT]
    require(not over, N_("the game is over after so many turns (SEA-19.5, 19.6)"))
    require(not s.asked or s.rule.agreement, N_("nobody proposes an end in this game (SEA-19.1)"))
    if s.phase in (codes.TURN, codes.VOTE) and s.mover == board.NONE:
        require(not ends[codes.BY_IDLE], N_("nobody has a pirate, so the game is over (SEA-19.6)"))
        require(not s.put_out, N_("nobody has been put out yet in this turn (SEA-17.4)"))
        idle = s.rule.skip_idle and s.is_idle(int(s.player))
        require(
            not idle,
            N_("the player at {edge} has no pirate and is skipped (SEA-18.3)"),
            edge=board.EDGES[int(s.player)],
        )
    if s.phase == codes.TURN and s.mover == board.NONE:
        require(s.decider == s.player, N_("another player decides (SEA-5.1)"))
    elif s.phase == codes.VOTE:
        require(s.asked and s.decider != s.player, N_("a proposal is not voted on by its own player (SEA-19.2)"))
    elif s.phase == codes.OVERFLOW and s.mover == board.NONE:
        require(
            s.decider == crowded(s), N_("no ship of {edge} is crowded (SEA-17.3)"), edge=board.EDGES[int(s.decider)]
        )


def _ends(s: Seameni) -> dict[int, bool]:
    """By reason, whether it ends the game now (SEA-19)."""
    done = int(s.lost) + sum(int(n) for n in s.score_of)
    return {
        codes.BY_TREASURE: bool(s.rule.auto_end) and done == board.TREASURES,
        codes.BY_STALL: s.stall >= s.rule.stall_turns * s.seats,
        codes.BY_LIMIT: s.turns >= s.rule.max_turns * s.seats,
        codes.BY_IDLE: all(s.is_idle(e) for e in range(4)),
        codes.BY_AGREEMENT: bool(s.rule.agreement),
    }
