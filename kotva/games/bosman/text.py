"""Bosman in words: names, prompts, log lines, and the clauses that say no."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.game import NO_SUCH_ACTION, View
from kotva.engine.outcome import Reason
from kotva.engine.say import N_, Say
from kotva.engine.state import CHANCE, OVER
from kotva.games.bosman import board
from kotva.games.bosman.notation import ACTIONS
from kotva.games.bosman.options import GANG_NAMES
from kotva.games.bosman.position import hand
from kotva.games.bosman.rules import Bosman, codes

REASONS = (
    Reason("full", "BOS-15.1", N_("The boat is full.")),
    Reason("limit", "BOS-15.2", N_("The last turn is over: the boat sails with those aboard.")),
    Reason("stuck", "BOS-15.3", N_("Nobody can do anything any more.")),
)

WHY = {
    codes.BOS_13_4: NO_SUCH_ACTION,
    codes.BOS_4_6: N_("Before the first turn you keep your hand or exchange once; keeping is for the opening only."),
    codes.BOS_5_1: N_("Each turn belongs to one player, who does exactly one thing."),
    codes.BOS_6_1: N_("You exchange from one to five tokens of your hand."),
    codes.BOS_6_2: N_("You cannot exchange more tokens than the stack holds."),
    codes.BOS_6_4: N_("Special tokens beside your screen are not exchanged."),
    codes.BOS_7_1: N_("Each player has one poison for the whole game."),
    codes.BOS_7_6: N_("Poison is laid on a token that sits in the boat."),
    codes.BOS_7_8: N_("A poisoned seat is closed: nothing there can be poisoned again."),
    codes.BOS_8_1: N_("You lay a token of your hand, or your cabin boy, right beside the boatswain, never diagonally."),
    codes.BOS_8_3: N_("A token lies only on an outpost with its own gang's symbol."),
    codes.BOS_8_8: N_("Another player's special token is not yours to play."),
    codes.BOS_10_8: N_(
        "You choose a seat only when one of your tokens has a choice, and only a free one that it fits."
    ),
    codes.BOS_14_6: N_("Only chance draws, and only a token that is left in the stack."),
    codes.BOS_15_1: N_("The game is over."),
}


# What people call a token: as what is done with, and as what does something. Other languages have two forms for that.
_OBJECTS = (N_("the rug {digit}"), N_("the fish {digit}"), N_("the chest {digit}"), N_("the tin {digit}"))
_SUBJECTS = (N_("The rug {digit}"), N_("The fish {digit}"), N_("The chest {digit}"), N_("The tin {digit}"))
MANY = 3  # so many tokens at once are named briefly: a button on a phone has to hold them all
_OBJECT_BOYS = (
    N_("the rug's cabin boy"),
    N_("the fish's cabin boy"),
    N_("the chest's cabin boy"),
    N_("the tin's cabin boy"),
)
_SUBJECT_BOYS = (
    N_("The rug's cabin boy"),
    N_("The fish's cabin boy"),
    N_("The chest's cabin boy"),
    N_("The tin's cabin boy"),
)


def the_token(token: int, say: Say) -> str:
    """A token that something is done with: the chest 2 with 1 dot."""
    return say.cached(_called, token, _OBJECTS, _OBJECT_BOYS)


def _briefly(token: int, say: Say) -> str:
    """A token among many, with its dots as they are drawn on it: the chest 2•."""
    return say(_OBJECTS[token // 10], digit=f"{token % 10 // 3 + 1}{'•' * (token % 10 % 3)}")


def token_words(token: int, say: Say) -> str:
    """A token that does something, or just lies there: The chest 2 with 1 dot."""
    return say("A hidden token") if token == board.UNKNOWN else say.cached(_called, token, _SUBJECTS, _SUBJECT_BOYS)


def _called(token: int, names: Sequence[str], boys: Sequence[str], say: Say) -> str:
    gang, rest = divmod(token, 10)
    if rest == board.BOY:
        return say(boys[gang])
    called = say(names[gang], digit=rest // 3 + 1)
    dots = rest % 3
    return say.many("{token} with {n} dot", "{token} with {n} dots", dots, token=called) if dots else called


def field_words(s: Bosman, field: int, say: Say) -> str:
    """A field with what it is and what lies there."""
    kind = int(board.KIND[field])
    what = say("empty field") if kind == board.EMPTY else say("outpost of {gang}", gang=say(GANG_NAMES[kind]))
    words = f"{board.FIELD_NAMES[field]}, {what}"
    if s.beach[field] != board.NONE:
        words += ", " + _small(token_words(int(s.beach[field]), say))
    if s.boatswain == field:
        words += ", " + say("the boatswain")
    return words


def seat_words(s: Bosman, at: int, say: Say) -> str:
    """A seat of the boat with who sits there."""
    words = say("seat {seat}", seat=board.SEAT_NAMES[at])
    if s.boat[at] != board.NONE:
        return words + ", " + _small(token_words(int(s.boat[at]), say))
    return words + ", " + (say("closed by poison") if s.is_closed(at) else say("free"))


def _small(text: str) -> str:
    """What begins a sentence elsewhere, within one."""
    return text[:1].lower() + text[1:]


def words(_view: View[Bosman], action: int, say: Say) -> str:
    """An action in words, for buttons and lists: the same at every moment."""
    return say.cached(_words, action)


def _words(action: int, say: Say) -> str:
    family = ACTIONS.family(action)
    text = ACTIONS.text(action)
    arguments = text.split(" ")[1:]
    if family.template == "keep":
        return say("Keep the hand")
    if family.template.startswith("swap"):
        given = [board.TOKEN_NAMES.index(name) for name in arguments[0].split(",")]
        name = the_token if len(given) < MANY else _briefly
        return say("Exchange {tokens}", tokens=", ".join(name(token, say) for token in given))
    if family.template.startswith("play"):
        token = the_token(board.TOKEN_NAMES.index(arguments[0]), say)
        return say("Play {token} on {field}", token=token, field=arguments[1])
    if family.template.startswith("poison"):
        return say("Poison seat {seat}", seat=arguments[0])
    if family.template.startswith("draw"):
        return say("Draw {token}", token=the_token(board.TOKEN_NAMES.index(arguments[0]), say))
    return say("Board seat {seat} from {field}", seat=arguments[1], field=arguments[0])


def prompt(view: View[Bosman], say: Say) -> str:
    """What to do now, in one sentence."""
    s = view.seen
    actor = int(s.to_act())
    if actor == OVER:
        return say(REASONS[int(s.ended)].text)
    if actor == CHANCE:
        return say("{player} draws.", player=say.player(int(s.player)))
    if actor != view.seat:
        return say("{player} decides.", player=say.player(actor))
    if s.phase == codes.OPENING:
        return say("Keep your hand, or choose tokens to exchange once.")
    if s.phase == codes.BOARDING:
        return say("Choose which of your tokens boards, and its seat.")
    if s.poison[actor] and any(int(t) != board.NONE for t in s.boat):
        return say("Lay a token beside the boatswain, exchange tokens, or poison a seat.")
    return say("Lay a token beside the boatswain, or exchange tokens.")


def draw_board(view: View[Bosman], say: Say) -> str:
    """The position as text for a terminal."""
    s = view.seen
    rows = []
    for y in range(4, -1, -1):
        cells = []
        for x in range(5):
            field = y * 5 + x
            kind = " ." if board.KIND[field] == board.EMPTY else " " + board.GANGS[int(board.KIND[field])].lower()
            token = int(s.beach[field])
            cells.append(
                " @ "
                if s.boatswain == field
                else board.TOKEN_NAMES[token].ljust(3)
                if token != board.NONE
                else kind + " "
            )
        seats = ""
        if y in (3, 2, 1):
            digit = y - 1
            names = []
            for dots in range(3):
                at = digit * 3 + dots
                taken = (
                    board.TOKEN_NAMES[int(s.boat[at])]
                    if s.boat[at] != board.NONE
                    else "xx"
                    if s.is_closed(at)
                    else board.SEAT_NAMES[at]
                )
                names.append(taken.ljust(3) if s.boat[at] != board.NONE else f"({taken})".ljust(3))
            seats = "      | " + " ".join(n.ljust(4) for n in names) + "|"
        rows.append(f" {y + 1} | " + " ".join(cells) + " |" + seats)
    rows.append("     " + "   ".join("abcde"))
    for seat in range(int(s.seats)):
        held = " ".join("?" if t == board.UNKNOWN else board.TOKEN_NAMES[t] for t in hand(s, seat))
        special = [board.GANGS[g] + "M" for g in range(4) if s.boy[g] and s.owner[g] == seat]
        if s.poison[seat]:
            special.append(say("poison"))
        points = say.many("{n} point", "{n} points", int(s.score(seat)))
        rows.append(f" {say.player(seat)}: {points}; {held}  + {' '.join(special)}")
    rows.append(" " + say("Stack: {n}. Turn {turn}.", n=int(s.stack()), turn=int(s.turn)))
    return "\n".join(rows)


def gangs_of(s: Bosman, seat: int, say: Say) -> str:
    """The gangs a seat represents."""
    return ", ".join(say(GANG_NAMES[g]) for g in range(4) if s.owner[g] == seat)
