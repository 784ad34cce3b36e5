"""What must be true of every Bosman state, whether the rules made it or a person wrote it."""

from __future__ import annotations

from kotva.engine.moves import Moves
from kotva.engine.position import require, stop_if_refused
from kotva.engine.position_keys import judge_keys
from kotva.engine.say import N_
from kotva.games.bosman import board
from kotva.games.bosman.position import KEYS, PHASES, REASONS, hand, name
from kotva.games.bosman.rules import Bosman, codes
from kotva.games.bosman.rules.boarding import is_choice, list_boardings
from kotva.games.bosman.rules.knowledge import unaccounted, unknown_places


def check(s: Bosman) -> None:
    """Every token is in exactly one place (BOS-2.2), where it may be, and the phase has what it is about."""
    judge_keys(s, KEYS)
    stop_if_refused()
    require(not unknown_places(s), N_("a position that is played has no unknown tokens, no ? (BOS-14.1)"))
    left = unaccounted(s)
    for token in range(board.TOKENS):
        require(left[token] == s.bag[token] >= 0, N_("{token} is lost or doubled (BOS-2.2)"), token=name(token))
    for gang in range(4):
        where = N_("the cabin boy {token} is nowhere; it is never among unseen tokens (BOS-4.3)")
        require(not s.bag[gang * 10 + board.BOY], where, token=f"{board.GANGS[gang]}M")
    require(sum(int(n) for n in s.bag) == s.fresh, N_("the unseen part of the stack is not what it holds (BOS-4.4)"))
    _check_beach(s)
    _check_boat(s)
    for seat in range(int(s.seats)):
        require(hand(s, seat) == sorted(hand(s, seat)), N_("the hand of player {n} is not sorted"), n=seat + 1)
        require(
            s.hand[seat * board.HAND] != board.NONE or not hand(s, seat),
            N_("the hand of player {n} is not sorted"),
            n=seat + 1,
        )
    _check_course(s)


def _check_beach(s: Bosman) -> None:
    where = board.FIELD_NAMES[int(s.boatswain)]
    require(
        s.beach[int(s.boatswain)] == board.NONE,
        N_("the boatswain's field {field} holds no token (BOS-3.5)"),
        field=where,
    )
    for field in range(25):
        token = int(s.beach[field])
        require(
            token == board.NONE or board.KIND[field] == token // 10,
            N_("{token} cannot lie on {field}: it is no outpost of its gang (BOS-3.4)"),
            token=name(token),
            field=board.FIELD_NAMES[field],
        )
    laid = s.laid == board.NONE or (s.phase in (codes.BOARDING, codes.ENDED) and s.beach[int(s.laid)] != board.NONE)
    require(laid, N_("a token was laid in this turn only while boardings are chosen (BOS-10.3)"))


def _check_boat(s: Bosman) -> None:
    for at in range(9):
        token = int(s.boat[at])
        text = N_("{token} does not fit seat {seat} (BOS-3.7)")
        require(
            token == board.NONE or token % 10 in (at, board.BOY), text, token=name(token), seat=board.SEAT_NAMES[at]
        )
        taken = token == board.NONE or not s.is_closed(at)
        require(taken, N_("a live token is on the closed seat {seat} (BOS-7.8)"), seat=board.SEAT_NAMES[at])
    for i in range(0, len(s.covered), 2):
        at, token = int(s.covered[i]), int(s.covered[i + 1])
        fits = token % 10 in (at, board.BOY)
        require(fits, N_("{token} does not fit seat {seat} (BOS-3.7)"), token=name(token), seat=board.SEAT_NAMES[at])
    covered = [int(s.covered[i]) for i in range(0, len(s.covered), 2)]
    twice = s.closed and len(set(covered)) < len(covered)
    require(not twice, N_("a closed seat is poisoned twice (BOS-7.8)"))
    poisons = len(covered) + sum(int(n) for n in s.poison)
    require(
        poisons <= s.seats, N_("there are {n} poisons instead of {all} (BOS-4.3, 12.3)"), n=poisons, all=int(s.seats)
    )


def _check_course(s: Bosman) -> None:
    """BOS-5: which seat decides what, and what chance still owes it."""
    phase = PHASES[int(s.phase)]
    held = len(hand(s, int(s.player)))
    order = (int(s.first) + int(s.decided)) % int(s.seats)
    if s.phase != codes.ENDED:
        require(not s.is_full(), N_("the boat is full, so the game is over (BOS-15.1, 15.6)"))
        require(s.ended == board.NONE, N_("the game is not over, but has a reason (BOS-15.1)"))
        require(s.skipped < s.seats, N_("everybody was skipped, so the game is over (BOS-15.3)"))
    require(
        0 <= s.due <= board.HAND - held,
        N_("player {n} cannot draw {m} tokens (BOS-11.1)"),
        n=int(s.player) + 1,
        m=int(s.due),
    )
    require(not s.due or s.fresh, N_("tokens are to be drawn, but none is unseen (BOS-11.1)"))
    if s.phase in (codes.DEAL, codes.OPENING):
        require(s.decided < s.seats and s.player == order, N_("it is another player's decision (BOS-4.6)"))
        require(s.turn == 0 and s.skipped == 0, N_("in the phase {phase} no turn has begun (BOS-4.7)"), phase=phase)
    else:
        require(1 <= s.turn <= s.limit, N_("there is no turn {n} (BOS-5.3, 15.2)"), n=int(s.turn))
    if s.phase == codes.DEAL:
        _check_deal(s)
    elif s.phase == codes.BOARDING:
        out = Moves()
        list_boardings(s, out)
        require(is_choice(out), N_("there is no boarding to choose (BOS-10.8)"))
        require(s.due == 0, N_("tokens are drawn after the boarding (BOS-11.1)"))
    elif s.phase == codes.ENDED:
        _check_end(s)
    elif s.phase == codes.TURN and s.due == 0:
        require(s.can_act(), N_("player {n} has no action and is skipped (BOS-11.4)"), n=int(s.player) + 1)


def _check_deal(s: Bosman) -> None:
    """BOS-4.5: five tokens each, one player after the other."""
    for number in range(int(s.seats)):
        seat = (int(s.first) + number) % int(s.seats)
        dealt = board.HAND if number < s.decided else board.HAND - int(s.due) if number == s.decided else 0
        text = N_("player {n} has been dealt {m} tokens (BOS-4.5)")
        require(len(hand(s, seat)) == dealt, text, n=seat + 1, m=len(hand(s, seat)))
    missing = int(s.due) + board.HAND * (int(s.seats) - int(s.decided) - 1)
    require(
        s.due and s.fresh >= missing,
        N_("there are {n} tokens to deal, {m} are due (BOS-4.5)"),
        n=int(s.fresh),
        m=missing,
    )


def _check_end(s: Bosman) -> None:
    true = {
        codes.FULL: s.is_full(),
        codes.LIMIT: s.turn == s.limit and not s.is_full(),
        codes.STUCK: s.skipped == s.seats,
    }
    fits = s.ended in true and true[int(s.ended)]
    reason = REASONS[int(s.ended)] if s.ended in true else "?"
    require(fits, N_("the game cannot have ended for the reason {reason} (BOS-15.1, 15.2, 15.3)"), reason=reason)
