"""Triremes in words: names, prompts, and the clauses that say no."""

from __future__ import annotations

from kotva.engine.game import View
from kotva.engine.outcome import Reason
from kotva.engine.say import N_, Say
from kotva.engine.state import CHANCE, OVER
from kotva.games.triremes import board
from kotva.games.triremes.board import column_name, ship_name, square_name
from kotva.games.triremes.notation import ACTIONS
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.game import Triremes
from kotva.games.triremes.writing import men, ship_text, slots

NATIONS = (N_("Rome"), N_("Greece"), N_("Carthage"), N_("Egypt"))
SHIP_TEXTS = (N_("trireme {id}"), N_("trieres {id}"), N_("ship {id}"), N_("ship {id}"))
SOLDIERS = (N_("soldier"), N_("soldier"), N_("soldier"), N_("soldier"))
BEARINGS = (N_("north"), N_("east"), N_("south"), N_("west"))
MOVEMENTS = {
    "F": N_("two ahead"),
    "L": N_("turn left, then one ahead"),
    "R": N_("turn right, then one ahead"),
    "FL": N_("one ahead, then turn left"),
    "FR": N_("one ahead, then turn right"),
    "B": N_("turn about"),
    "1": N_("one ahead"),
    "TL": N_("turn left"),
    "TR": N_("turn right"),
}

REASONS = (
    Reason("capital", "TRI-15.1", N_("The enemy capital is taken.")),
    Reason("destroyed", "TRI-15.2", N_("All enemy soldiers are destroyed.")),
    Reason("resigned", "TRI-16.5", N_("The enemy resigned.")),
    Reason("quiet", "TRI-16.2", N_("Too many turns went by without progress.")),
    Reason("turns", "TRI-16.3", N_("The last turn is over.")),
    Reason("agreed", "TRI-16.5", N_("All players agreed on a draw.")),
    Reason("last", "TRI-18.6", N_("Only one player is left.")),
    Reason("allied", "TRI-19.5", N_("Only allies are left.")),
)

WHY = {
    codes.TRI_3_3: N_("Soldiers are placed before the first turn, on free land squares of your own map."),
    codes.TRI_4_1: N_("Each turn belongs to one player, who acts with one figure."),
    codes.TRI_4_2: N_("You cannot pass while you have a legal action."),
    codes.TRI_4_6: N_("The game is over."),
    codes.TRI_5_4: N_("Every square the ship comes to stand on must be sea without another ship."),
    codes.TRI_5_6: N_("The short movement is not played here, or its square is not free."),
    codes.TRI_5_7: N_("You move only ships that are yours."),
    codes.TRI_6_3: N_("Bow to bow is no ram: the way is blocked."),
    codes.TRI_6_6: N_(
        "To turn after one square ahead, that square must be free of ships; the ram is played as two ahead."
    ),
    codes.TRI_6_8: N_("A move that rams cannot board as well."),
    codes.TRI_6_9: N_("Your own ships, your allies' ships and prizes of this turn only block the way."),
    codes.TRI_7_1: N_("A soldier steps to a neighbouring land square, never diagonally."),
    codes.TRI_7_2: N_("A friendly soldier stands there."),
    codes.TRI_7_3: N_("A step goes to a free square, an attack to a square with an enemy soldier."),
    codes.TRI_9_1: N_("A ship carries at most two soldiers."),
    codes.TRI_9_2: N_("Only your soldiers on land beside the ship can go aboard."),
    codes.TRI_9_4: N_("Soldiers aboard land on different land squares beside their ship."),
    codes.TRI_9_5: N_("A friendly soldier stands on the landing square."),
    codes.TRI_9_9: N_("A ship carries only soldiers of its owner."),
    codes.TRI_10_1: N_("You board an enemy ship that your movement brings you alongside of."),
    codes.TRI_10_5: N_("A ship captured in this turn cannot be boarded."),
    codes.TRI_11_3: N_("Dice are rolled and tactical moves made only in a fight."),
    codes.TRI_11_10: N_("A ship in a fight cannot move."),
    codes.TRI_12_2: N_("In a fight you roll, or make one ship movement as a tactical move."),
    codes.TRI_12_6: N_("A ship that is already in a fight cannot be boarded, only rammed."),
    codes.TRI_12_12: N_("You may make no tactical moves in this fight."),
    codes.TRI_13_1: N_("A soldier assaults an enemy ship that lies beside the soldier's square."),
    codes.TRI_14_4: N_("A ship captured in this turn cannot move before the turn ends."),
    codes.TRI_16_5: N_("A draw is offered in your own move, once a turn, and answered with yes or no."),
    codes.TRI_19_1: N_("Pacts are not part of this game."),
    codes.TRI_19_2: N_("A soldier may not enter a fortress of an ally."),
    codes.TRI_19_3: N_("One pact action a turn: an offer to a player who is no ally, unless all would be allies then."),
    codes.TRI_19_4: N_("Only a pact that exists can be broken, and only one pact action is played a turn."),
    codes.TRI_20_1: N_("Buying is not part of this game."),
    codes.TRI_20_3: N_(
        "A soldier costs 2 coins and needs a free square of your fortress, a ship costs 3 coins and needs a free anchorage of "
        "yours; you may buy only what you have fewer of than at the start."
    ),
    codes.TRI_21_5: N_("Only chance throws the dice and draws the first player, when that is due."),
}


# -- names --------------------------------------------------------------------------------------------------------------


def nation(seat: int, say: Say) -> str:
    return say(NATIONS[seat])


def ship_words(ident: int, say: Say) -> str:
    """A ship by its builder's word for it: trireme R1, trieres G2."""
    return say(SHIP_TEXTS[ident // board.NUMBERS], id=ship_name(ident))


def soldier_words(seat: int, say: Say) -> str:
    return say(SOLDIERS[seat])


def ship_label(s: Triremes, slot: int, say: Say) -> str:
    """A ship with where it lies, whose it is and what it carries."""
    ident, owner, load = int(s.ident[slot]), int(s.owner[slot]), int(s.load[slot])
    words = [
        say(
            "{ship} on {square}, heading {bearing}",
            ship=ship_words(ident, say),
            square=square_name(int(s.chart.code[int(s.bow[slot])])),
            bearing=say(BEARINGS[int(s.heading[slot])]),
        )
    ]
    if owner != ident // board.NUMBERS:
        words.append(say("captured by {nation}", nation=nation(owner, say)))
    if load == board.UNKNOWN:
        words.append(say("load unknown"))
    elif load:
        words.append(say.many("{n} soldier aboard", "{n} soldiers aboard", load))
    if s.prize[slot]:
        words.append(say("prize of this turn"))
    if s.engaged(slot):
        words.append(say("in a fight"))
    return ", ".join(words)


def square_label(s: Triremes, square: int, say: Say) -> str:
    """A square with what it is."""
    name = square_name(int(s.chart.code[square]))
    fort, kind = int(s.chart.fort[square]), int(s.chart.kind[square])
    if fort != board.NONE:
        return say("{square}, fortress of {nation}", square=name, nation=nation(fort // 2, say))
    if kind == board.LAND:
        return say("{square}, shore of {nation}", square=name, nation=nation(int(s.chart.shore[square]), say))
    return say("{square}, sea", square=name) if kind == board.SEA else say("{square}, reef", square=name)


# -- actions ------------------------------------------------------------------------------------------------------------


def words(view: View[Triremes], action: int, say: Say) -> str:
    """An action in words, for buttons and lists."""
    refrains = is_refraining(view, action)
    return say.cached(_words, action, refrains)


def _words(action: int, refrains: bool, say: Say) -> str:
    family = ACTIONS.family(action)
    kind = family.template
    arguments = [domain.text(i) for domain, i in zip(family.domains, family.arguments(action))]
    if kind in ("{}:{}", "tac {}:{}"):
        movement = say(MOVEMENTS[arguments[1]])
        if refrains:
            text = say("{ship}: {movement}, no boarding", ship=arguments[0], movement=movement)
        else:
            text = say("{ship}: {movement}", ship=arguments[0], movement=movement)
        return say("Tactical move: {move}", move=text) if kind.startswith("tac") else text
    if kind in ("{}:{}!{}", "tac {}:{}!{}"):
        text = say(
            "{ship}: {movement} and board {target}",
            ship=arguments[0],
            movement=say(MOVEMENTS[arguments[1]]),
            target=arguments[2],
        )
        return say("Tactical move: {move}", move=text) if kind.startswith("tac") else text
    if kind == "pass":
        return say("Pass")
    if kind == "[{},{}]":
        return say("Dice {attack} and {defence}", attack=arguments[0], defence=arguments[1])
    both = kind in ("{}<{}", "{}>{}") and "," in arguments[1]
    plain = {
        "P {}": N_("Place a soldier on {a}"),
        "{}-{}": N_("Step from {a} to {b}"),
        "{}x{}": N_("Attack from {a} the soldier on {b}"),
        "{}!{}": N_("Assault {b} from {a}"),
        "{}<{}": N_("{a} takes aboard the soldiers on {b}") if both else N_("{a} takes aboard the soldier on {b}"),
        "{}>{}": N_("{a} lands soldiers on {b}") if both else N_("{a} lands a soldier on {b}"),
        "roll": N_("Roll the dice"),
        "buy soldier {}": N_("Buy a soldier for {a}, 2 coins"),
        "buy ship {}": N_("Buy a ship for anchorage {a}, 3 coins"),
        "pact offer {}": N_("Offer a pact to player {a}"),
        "pact break {}": N_("Break the pact with player {a}"),
        "pact yes": N_("Accept the pact"),
        "pact no": N_("Refuse the pact"),
        "resign": N_("Resign"),
        "draw offer": N_("Offer a draw"),
        "draw yes": N_("Accept the draw"),
        "draw no": N_("Refuse the draw"),
        "first {}": N_("Player {a} begins"),
    }[kind]
    return say(plain, **dict(zip("ab", arguments))) if arguments else say(plain)


def is_refraining(view: View[Triremes], action: int) -> bool:
    """TRI-10.1: whether the same movement could be made with a boarding, which is never compulsory."""
    with_boarding = (
        board.BOARD + (action - board.SAIL) * board.SHIPS
        if action < board.BOARD
        else board.TAC_BOARD + (action - board.TAC) * board.SHIPS
    )
    return with_boarding in view.cached(_boardings)


def _boardings(view: View[Triremes]) -> set[int]:
    """The movements that can be made with a boarding, by the first number of each."""
    legal = view.legal()
    return {
        other - (other - first) % board.SHIPS
        for first in (board.BOARD, board.TAC_BOARD)
        for other in legal
        if other >= first
    }


def prompt(view: View[Triremes], say: Say) -> str:
    """What to do now, in one sentence."""
    s = view.seen
    actor = int(s.to_act())
    if actor == OVER:
        return say(REASONS[int(s.ended)].text)
    if actor == CHANCE:
        return say("The lot decides who begins.") if s.phase == codes.DRAW_FIRST else say("The dice are thrown.")
    if actor != view.seat:
        return say("{player} decides.", player=say.player(actor))
    if s.phase == codes.SETUP:
        left = int(s.alive[actor] - s.ashore[actor])
        return say.many("Place your last soldier.", "Place a soldier: {n} are left.", left)
    if s.phase == codes.FIGHT:
        return say("You are attacked: roll, or pay with the fighting figure for a tactical move of another ship.")
    if s.phase == codes.PACT_ASKED:
        return say("{player} offers you a pact.", player=say.player(int(s.turn)))
    if s.phase == codes.DRAW_ASKED:
        return say("{player} offers a draw.", player=say.player(int(s.turn)))
    return say("Your turn: choose a ship or a soldier.")


# -- the board for a terminal -------------------------------------------------------------------------------------------


def draw_board(view: View[Triremes], say: Say) -> str:
    """The board as the rulebook draws it, then ships and soldiers in notation."""
    s = view.seen
    chart = s.chart
    columns, rows, stride = int(chart.columns), int(chart.rows), int(chart.stride)
    width = len(str(rows))
    out = []
    for row in range(rows, 0, -1):
        line = "".join(_cell(s, column * stride + row) for column in range(1, columns + 1))
        out.append(f"{row:>{width}} {line}")
    names = [column_name(c) for c in range(columns)]
    if columns > 26:
        out.append(" " * width + " " + "".join(n[0] if len(n) > 1 else " " for n in names))
    out.append(" " * width + " " + "".join(n[-1] for n in names))
    for seat in range(int(s.seats)):
        fleet = " ".join(ship_text(s, i) for i in slots(s) if s.owner[i] == seat)
        ashore = ",".join(square_name(int(chart.code[q])) for q in men(s, seat))
        out.append(f"{nation(seat, say)}: {fleet}  {board.LETTERS[seat]}:{ashore}")
    out.append(say("Turn {turn}, {quiet} without progress.", turn=int(s.turns) + 1, quiet=int(s.quiet)))
    return "\n".join(out)


def _cell(s: Triremes, square: int) -> str:
    there = int(s.on[square])
    if there >= board.SOLDIER:
        return board.LETTERS[there - board.SOLDIER].lower()
    if there > 0:
        slot = there - 1
        return "^>v<"[int(s.heading[slot])] if s.bow[slot] == square else "o"
    if s.chart.fort[square] != board.NONE:
        return "F"
    return "x.#"[int(s.chart.kind[square])]
