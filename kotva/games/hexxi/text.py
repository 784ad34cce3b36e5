"""Piraci HEXXI in words: names, prompts, and the clauses that say no."""

from __future__ import annotations

from kotva.engine.game import NO_SUCH_ACTION, View
from kotva.engine.outcome import Reason
from kotva.engine.say import N_, Say
from kotva.engine.state import CHANCE, OVER
from kotva.games.hexxi import board
from kotva.games.hexxi.notation import ACTIONS
from kotva.games.hexxi.position import letters, prisoners
from kotva.games.hexxi.rules import codes
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.hexxi.rules.table import base_owner, kind_of, owner_of

KIND_NAMES = (N_("cruise"), N_("merchant ship"), N_("pirates"), N_("warship"), "?")

REASONS = (Reason("rounds", "HEX-18.1", N_("The last round is over: most points win.")),)

WHY = {
    codes.HEX_16_3: NO_SUCH_ACTION,
    codes.HEX_1_4: N_("A cruise token never acts; it only carries movement and connections."),
    codes.HEX_2_8: N_("A base field is for its base alone, even while the base is captured."),
    codes.HEX_2_9: N_("A field holds one token at most."),
    codes.HEX_5_1: N_("In deployment the player on turn lays one token of the hand, or uses intelligence."),
    codes.HEX_5_4: N_("A player without a token in hand takes no turn in deployment."),
    codes.HEX_5_8: N_("Your initiative area is empty: you must move a token from the board to it."),
    codes.HEX_5_9: N_("You move one of your own tokens on the board; never a base."),
    codes.HEX_6_2: N_("Intelligence points at a face-down token of another player on the board."),
    codes.HEX_6_3: N_("You pay with your own face-down tokens on the board or with tokens of your hand."),
    codes.HEX_6_6: N_("You pay on until the price is met; nothing else may be done before."),
    codes.HEX_6_7: N_("That token is face up already."),
    codes.HEX_7_5: N_("In an auction you bid more than the standing bid, or drop."),
    codes.HEX_7_6: N_("That is more than the highest bid allowed."),
    codes.HEX_8_1: N_("In the confrontation the player on turn makes one action or passes."),
    codes.HEX_8_2: N_("You act only with your own units and your own base."),
    codes.HEX_9_1: N_(
        "The unit is not connected: pirates need your base, a warship an opponent's base, a ship any base."
    ),
    codes.HEX_10_1: N_("A unit lands only on an empty field or on a cruise token."),
    codes.HEX_10_5: N_("A unit cruises onto an adjacent cruise token."),
    codes.HEX_10_6: N_("A cruise leads to an adjacent field; an empty field cannot be entered by it."),
    codes.HEX_10_7: N_("A ship jumps over an adjacent ship straight to the field behind it."),
    codes.HEX_10_8: N_("Over a warship a ship lands on one of the three fields on its far side."),
    codes.HEX_10_10: N_("A warship jumps over an adjacent ship or another warship to a field beside it."),
    codes.HEX_10_12: N_("In one escort no token is jumped twice, and the warship does not return to its start."),
    codes.HEX_10_13: N_("An escort under way goes on with the same warship, or stops."),
    codes.HEX_10_15: N_("Pirates move only by cruise."),
    codes.HEX_11_1: N_("Pirates kidnap an adjacent ship that no warship stands beside."),
    codes.HEX_11_2: N_("A warship intercepts adjacent pirates that no base stands beside."),
    codes.HEX_11_3: N_(
        "Your base ambushes an adjacent warship with pirates right behind it and no other warship beside it."
    ),
    codes.HEX_11_4: N_(
        "A ship traps an adjacent base if a warship stands right behind the ship and no pirates touch the base."
    ),
    codes.HEX_11_7: N_("A warship beside the base of an opponent who holds one of your ships frees it."),
    codes.HEX_11_12: N_("Your base is captured: your pirates cannot act for the rest of this round."),
    codes.HEX_11_13: N_("A captured base cannot ambush."),
    codes.HEX_12_1: N_("You attack your own token only when you can do nothing else."),
    codes.HEX_12_2: N_("You must attack your own tokens before you may pass."),
    codes.HEX_12_3: N_("You may not pass while an own token could be attacked: make another action first."),
    codes.HEX_17_3: N_("A question mark only stands for a kind that you may not see."),
    codes.HEX_17_6: N_("Only chance draws who begins, and only before the game."),
    codes.HEX_18_1: N_("The game is over."),
}


def kind_words(kind: int, say: Say) -> str:
    """The name of a kind; `?` where it is not known."""
    return say(KIND_NAMES[kind]) if kind != board.UNKNOWN else "?"


def token_words(s: Hexxi, field: int, say: Say) -> str:
    """What lies on a field, as far as the viewer knows."""
    bit = board.MASK[field]
    owner, kind = int(owner_of(s, bit)), int(kind_of(s, bit))
    values = {"field": board.FIELD_NAMES[field], "player": say.player(owner)}
    if kind == board.UNKNOWN:
        return say("{field}: face-down token of {player}", **values)
    values["kind"] = kind_words(kind, say)
    if s.down & bit:
        return say("{field}: {kind} of {player}, face down", **values)
    if s.traps & bit:
        return say("{field}: trap ship of {player}", field=values["field"], player=values["player"])
    return say("{field}: {kind} of {player}", **values)


# -- actions ------------------------------------------------------------------------------------------------------------


def words(view: View[Hexxi], action: int, say: Say) -> str:
    """An action in words, for buttons and lists: the same at every moment."""
    if ACTIONS.family(action).word == "first":  # it names a player
        return _words(action, say)
    if action == board.PASS and view.seen.passes == view.seen.seats - 1:
        last = view.seen.round == view.seen.rounds
        return say("Pass: the game ends") if last else say("Pass: the round ends")  # HEX-13.2
    return say.cached(_words, action)


def _words(action: int, say: Say) -> str:
    """One that the board rules out (`cruise a1-c3`) as it is written."""
    family = ACTIONS.family(action)
    name = family.name
    if action >= board.FAR:
        return family.text(action)
    numbers = family.arguments(action)
    if name == "place":
        return say("Lay {kind} on {field}", kind=kind_words(numbers[0], say), field=board.FIELD_NAMES[numbers[1]])
    if name in ("init", "pay"):
        kind = kind_words(numbers[0], say)
        return say("Initiative: {kind}", kind=kind) if name == "init" else say("Pay: {kind}", kind=kind)
    if name in ("spy", "show", "shift"):
        texts = {"spy": N_("Spy on {field}"), "show": N_("Show {field}"), "shift": N_("Move {field} to initiative")}
        return say(texts[name], field=board.FIELD_NAMES[numbers[0]])
    if name == "bid":
        return say("Bid {n}", n=numbers[0] + 1)
    if name == "first":
        return say("{player} begins", player=say.player(numbers[0]))
    if action in _PLAIN:
        return say(_PLAIN[action])
    return say(_MOVES[name], **places_of(action))


_PLAIN = {
    ACTIONS.parse("drop"): N_("Drop"),
    ACTIONS.parse("halt"): N_("Stop here"),
    ACTIONS.parse("pass"): N_("Pass"),
}
_MOVES = {
    "cruise": N_("Cruise from {start} to {to}"),
    "convoy": N_("Convoy from {start} over {over} to {to}"),
    "escort": N_("Escort from {start} over {over} to {to}"),
    "kidnap": N_("Kidnap {to} from {start}"),
    "intercept": N_("Intercept {to} from {start}"),
    "ambush": N_("Ambush {to} from {start}"),
    "rescue": N_("Rescue from {to} by {start}"),
    "trap": N_("Trap {to} by {start}"),
}


def places_of(action: int) -> dict[str, str]:
    """The fields that an action of the confrontation names."""
    family = int(board.LAYOUT.family(action))
    if family in (board.CONVOY, board.ESCORT):
        start, over = board.STEP_NAMES[int(board.JUMP_STEP[action - family])]
        return {"start": start, "over": over, "to": board.FIELD_NAMES[int(board.JUMP_TO[action - family])]}
    start, to = board.STEP_NAMES[action - family]
    return {"start": start, "to": to}


def prompt(view: View[Hexxi], say: Say) -> str:
    """What to do now, in one sentence."""
    s = view.seen
    actor = int(s.to_act())
    if actor == OVER:
        return say(REASONS[0].text)
    if actor == CHANCE:
        return say("Lots are drawn for who begins.")
    if actor != view.seat:
        waiting = _WAITING.get(int(s.phase), _ACTS)
        return say(waiting, player=say.player(actor), due=int(s.due))
    if s.phase == codes.DEPLOY:
        return say("Choose a token of your hand and a field or the initiative, or spy on a face-down token.")
    if s.phase == codes.PAYING:
        return say("Still to pay: {n}. Show face-down tokens on the board or give tokens of your hand.", n=int(s.due))
    if s.phase == codes.SHIFTING:
        return say("Your initiative area is empty: choose a token on the board to move there.")
    if s.phase == codes.AUCTION:
        return say(
            "Equal initiative: bid more than {n} for place {place}, or drop.", n=int(s.bid), place=int(s.place) + 1
        )
    if s.phase == codes.ESCORTING:
        return say("The escort may go on: choose a token to jump and a field, or stop here.")
    if "pass" in (ACTIONS.text(a) for a in view.legal()[-1:]):
        return say("Choose a unit or your base and its target, or pass.")
    return (
        say("Nothing else is left: you must attack your own token.")
        if _is_forced(s, view)
        else say("Choose a unit or your base and its target. No passing while an own token could be attacked.")
    )


_ACTS = N_("{player} acts.")
_WAITING = {
    codes.DEPLOY: N_("{player} lays a token or spies."),
    codes.PAYING: N_("{player} pays for intelligence; still due: {due}."),
    codes.SHIFTING: N_("{player} moves a token to the initiative area."),
    codes.AUCTION: N_("{player} bids or drops."),
    codes.ESCORTING: N_("{player} may go on with the escort."),
}


def _is_forced(s: Hexxi, view: View[Hexxi]) -> bool:
    """Whether the legal actions are attacks on own tokens (they all are, or none is: HEX-8.6)."""
    action = view.legal()[0]
    if (
        board.LAYOUT.family(action) not in (board.KIDNAP, board.INTERCEPT, board.AMBUSH, board.TRAP)
        or view.seat is None
    ):
        return False
    to = board.FIELD_NAMES.index(places_of(action)["to"])
    return bool(board.MASK[to] & s.own[view.seat]) or int(base_owner(s, to)) == view.seat


# -- the terminal -------------------------------------------------------------------------------------------------------


def draw_board(view: View[Hexxi], say: Say) -> str:
    """The position as text: `1S` face up, `1s` face down, `1?` not known, `1B` a base, `1S*` a trap ship."""
    s = view.seen
    rows = []
    for row in "gfedcba":
        fields = [f for f in range(board.FIELDS) if board.FIELD_NAMES[f][0] == row]
        cells = "".join(cell(s, f).ljust(5) for f in fields)
        rows.append(f" {row} " + "  " * (7 - len(fields)) + " " * ((7 - len(fields)) // 2) + cells.rstrip())
    rows += [" " + seat_line(s, seat, say) for seat in range(int(s.seats))]
    order = ", ".join(say.player(int(s.order[i])) for i in range(int(s.seats)) if s.order[i] != board.NONE)
    rows.append(
        " "
        + say(
            "Round {round} of {rounds}. Order line: {players}.", round=int(s.round), rounds=int(s.rounds), players=order
        )
    )
    return "\n".join(rows)


def cell(s: Hexxi, field: int) -> str:
    """A field in a few characters."""
    bit = board.MASK[field]
    owner = int(owner_of(s, bit))
    if owner != board.NONE:
        letter = board.LETTERS[int(kind_of(s, bit))]
        return f"{owner + 1}{letter.lower() if s.down & bit else letter}{'*' if s.traps & bit else ''}"
    seat = int(base_owner(s, field))
    if seat != board.NONE:
        return f"{seat + 1}B" if s.captor[seat] == board.NONE else "--"
    return board.FIELD_NAMES[field]


def seat_line(s: Hexxi, seat: int, say: Say) -> str:
    """A player's score, hand, initiative and pile in one line."""
    area = letters(s.open, seat) + letters(s.area, seat).lower()
    return say(
        "{player}: {points}; hand {hand}; initiative {area}; captured {pile}",
        player=say.player(seat),
        points=say.many("{n} point", "{n} points", int(s.points[seat])),
        hand=letters(s.hand, seat) or "-",
        area=area or "-",
        pile=" ".join(prisoners(s, seat)) or "-",
    )
