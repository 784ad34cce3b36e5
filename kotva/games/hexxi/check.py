"""What must be true of every HEXXI state, whether the rules made it or a person wrote it."""

from __future__ import annotations

from kotva.engine.arrays import BIT
from kotva.engine.position import require, stop_if_refused
from kotva.engine.position_keys import judge_keys
from kotva.engine.say import N_
from kotva.games.hexxi import board
from kotva.games.hexxi.position import KEYS, left_over
from kotva.games.hexxi.rules import codes, confrontation, initiative
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.hexxi.rules.table import count, free_fields, hand_size, occupied


def check(s: Hexxi) -> None:
    """HEX-1.6: every player's twelve tokens are each in one place, the masks agree, and the state has what it is about."""
    judge_keys(s, KEYS)
    stop_if_refused()
    unknown = s.kinds[board.UNKNOWN] or any(
        n[i * board.KINDS + board.UNKNOWN] for n in (s.hand, s.area, s.open) for i in range(4)
    )
    require(not unknown, N_("a position that is played has no unknown tokens, no ? (HEX-17.3)"))
    for seat in range(int(s.seats)):
        left = left_over(s, seat)
        require(
            left[board.UNKNOWN] == 0,
            N_("seat {n} has {m} tokens, not 12 (HEX-1.6)"),
            n=seat + 1,
            m=board.TOKENS - left[board.UNKNOWN],
        )
        for kind in range(board.UNKNOWN):
            text = N_("seat {n} has too many or too few {kind} (HEX-1.1)")
            require(left[kind] == 0, text, n=seat + 1, kind=board.LETTERS[kind])
    _check_board(s)
    _check_beside(s)
    _check_course(s)


def _check_board(s: Hexxi) -> None:
    everything = 0
    for seat in range(4):
        require(not everything & s.own[seat], N_("two tokens lie on one field (HEX-2.9)"))
        everything |= int(s.own[seat])
    by_kind = 0
    for kind in range(board.KINDS):
        require(not by_kind & s.kinds[kind], N_("a token on the board has two kinds (HEX-1.1)"))
        by_kind |= int(s.kinds[kind])
    require(by_kind == everything, N_("a token on the board has no owner or no kind (HEX-1.1)"))
    require(not everything & ~board.SEA, N_("a token lies outside the sea (HEX-2.1)"))
    require(not everything & board.BASE_FIELDS[s.seats], N_("nothing else may lie on a base field (HEX-2.8)"))
    require(not s.down & ~everything, N_("a token lies face down where none is (HEX-5.2)"))
    require(not s.traps & ~s.kinds[board.SHIP], N_("only a ship is a trap ship (HEX-11.14)"))
    fighting = s.phase in (codes.CONFRONT, codes.ESCORTING)
    require(fighting or not s.traps, N_("trap ships are only in a confrontation (HEX-15.7)"))
    require(not s.down or s.phase < codes.CONFRONT, N_("no token lies face down in a confrontation (HEX-7.8)"))


def _check_beside(s: Hexxi) -> None:
    fighting = s.phase in (codes.CONFRONT, codes.ESCORTING)
    taken = any(s.pile) or any(c != board.NONE for c in s.captor)
    require(fighting or not taken, N_("captured tokens are only in a confrontation (HEX-15.3)"))
    for owner in range(4):
        captor = int(s.captor[owner])
        fits = captor == board.NONE or (0 <= captor < s.seats and owner < s.seats)
        require(fits, N_("nobody has taken the base of seat {n} (HEX-9.5)"), n=owner + 1)
        own = sum(int(s.pile[owner * 16 + owner * 4 + kind]) for kind in range(4))
        require(not own, N_("seat {n} holds an own unit in the pile (HEX-12.7)"), n=owner + 1)
    hidden = s.phase in (codes.DRAWING, codes.DEPLOY, codes.PAYING, codes.SHIFTING)
    require(hidden or not any(s.area), N_("all initiative tokens have been uncovered (HEX-7.1)"))
    in_hand = any(hand_size(s, seat) for seat in range(int(s.seats)))
    require(
        s.phase not in (codes.SHIFTING, codes.AUCTION) or not in_hand,
        N_("nobody has tokens in hand after the deployment (HEX-5.7)"),
    )


def _check_course(s: Hexxi) -> None:
    """HEX-4: who decides what."""
    if s.phase == codes.DRAWING:
        return
    require(1 <= s.round <= s.rounds, N_("there is no round {n} (HEX-4.1)"), n=int(s.round))
    order = sorted(int(s.order[i]) for i in range(int(s.seats)))
    require(order == list(range(int(s.seats))), N_("the order line does not name every seat once (HEX-4.2)"))
    require((s.due > 0) == (s.phase == codes.PAYING), N_("something is due only while it is paid (HEX-6.4)"))
    require((s.left != 0) == (s.phase == codes.AUCTION), N_("somebody bids only in an auction (HEX-7.5)"))
    require(
        (s.mover != board.NONE) == (s.phase == codes.ESCORTING), N_("a warship escorts only in an escort (HEX-10.12)")
    )
    n = int(s.player) + 1
    if s.phase == codes.DEPLOY:
        require(hand_size(s, s.player), N_("seat {n} has an empty hand and takes no turn (HEX-5.4)"), n=n)
        require(free_fields(s), N_("no field is free, so the deployment is over (HEX-5.5)"))
    elif s.phase == codes.PAYING:
        able = s.down & s.own[s.player] or hand_size(s, s.player)
        require(able, N_("seat {n} has nothing left to pay with (HEX-6.6)"), n=n)
    elif s.phase == codes.SHIFTING:
        bare = count(s.area, s.player) + count(s.open, s.player) == 0
        require(bare, N_("seat {n} has initiative tokens and shifts nothing (HEX-5.8)"), n=n)
    elif s.phase == codes.AUCTION:
        _check_auction(s)
    elif s.phase in (codes.CONFRONT, codes.ESCORTING):
        require(0 <= s.passes < s.seats, N_("all have passed, so the confrontation is over (HEX-13.2)"))
        require(0 <= s.quiet < s.quiet_limit, N_("the confrontation is over after so many quiet actions (HEX-13.3)"))
        if s.phase == codes.ESCORTING:
            _check_escort(s)
    elif s.phase == codes.ENDED:
        require(s.round == s.rounds, N_("only the last round ends the game (HEX-18.1)"))


def _check_auction(s: Hexxi) -> None:
    """HEX-7.5, 7.7: the group with the highest sum bids; those who dropped have its last places."""
    left = [seat for seat in range(int(s.seats)) if s.left & BIT[seat]]
    line = [int(s.line[i]) for i in range(4)]
    place = int(s.place)
    require(len(left) >= 2, N_("at least two seats are left in an auction (HEX-7.7)"))
    require(s.player in left, N_("seat {n} is not left in the auction (HEX-7.5)"), n=int(s.player) + 1)
    end = place + len(left)
    while end < 4 and line[end] != board.NONE:
        end += 1
    placed, dropped = line[:place], line[place + len(left) : end]
    known = [*placed, *left, *dropped]
    empty = all(seat == board.NONE for seat in (*line[place : place + len(left)], *line[end:]))
    fits = empty and len(set(known)) == len(known) and all(0 <= seat < s.seats for seat in known)
    require(fits and end <= s.seats, N_("the new order line does not fit those who are left (HEX-7.7)"))
    group = sum(int(BIT[seat]) for seat in (*left, *dropped))
    require(initiative.highest(s) == group, N_("only those with the highest sum bid for a place (HEX-7.4)"))
    require(0 <= s.bid <= s.bid_cap, N_("nobody can bid {n} (HEX-7.6)"), n=int(s.bid))


def _check_escort(s: Hexxi) -> None:
    """HEX-10.11, 10.12: an own warship that has jumped and can go on."""
    where = board.FIELD_NAMES[int(s.mover)]
    mine = board.MASK[s.mover] & s.own[s.player] & s.kinds[board.WARSHIP]
    require(mine, N_("no warship of seat {n} is on {field} (HEX-10.10)"), n=int(s.player) + 1, field=where)
    jumped = (
        s.jumped
        and not s.jumped & ~(s.kinds[board.SHIP] | s.kinds[board.WARSHIP])
        and not s.jumped & board.MASK[s.mover]
    )
    require(jumped, N_("an escort has jumped ships or warships, at least one (HEX-10.12)"))
    left = not board.MASK[s.origin] & (occupied(s) | board.BASE_FIELDS[s.seats])
    require(left, N_("the field where the escort began is not empty (HEX-10.12)"))
    require(
        confrontation.list_escort(s, s.player, None), N_("the escort has no further hop, so it is over (HEX-10.13)")
    )
