"""What lies beside a Settlers table: the players, offers, discards, prices, and the forms for trade."""

from __future__ import annotations

from collections.abc import Iterator

from kotva.engine.fields import stamp
from kotva.engine.game import View
from kotva.engine.moves import Moves
from kotva.engine.say import N_, Say
from kotva.engine.scene import Cell, Fact, Form, Panel, Part, SeatPanel, Slot, Submit, Tool
from kotva.engine.state import OK
from kotva.games.settlers import board
from kotva.games.settlers.board import count, total
from kotva.games.settlers.notation import SEATS
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.game import Settlers
from kotva.games.settlers.rules.longest import road_length
from kotva.games.settlers.rules.trade import list_bank, list_offers
from kotva.games.settlers.text import (
    RESOURCES,
    pack_words,
    trade_words,
)


def seat_panels(view: View[Settlers], say: Say) -> tuple[SeatPanel, ...]:
    """One for every seat; all but the viewer's own are the same for everybody."""
    s = view.seen
    counted = stamp(
        s.points, s.army, s.road, s.building, s.gone, s.first, s.round < 1, s.phase == codes.ENDED, s.left_with
    )
    out = []
    for seat in range(int(s.seats)):
        held = (int(s.hand[seat]), int(s.cards[seat]), int(s.fresh) if s.player == seat else board.NONE, int(s.spent))
        mine = view.seat == seat
        name = ("settlers seat", seat, mine)
        out.append(say.keep(name, (counted, held), _seat_panel, s, seat, mine, say))
    return tuple(out)


def _seat_panel(s: Settlers, seat: int, mine: bool, say: Say) -> SeatPanel:
    points = int(s.points[seat])
    everything = int(s.score(seat))
    open_ = mine or s.phase == codes.ENDED
    score = f"{points} ({everything})" if open_ and everything != points else str(points)
    cards = int(total(s.cards[seat])) + (int(total(s.fresh)) if s.player == seat else 0)
    facts = [
        Fact(say("resource cards"), str(int(total(s.hand[seat]))), "back"),
        Fact(say("action cards"), str(cards), "deck"),
        Fact(say("open knights"), str(int(s.army[seat])), "knight"),
        Fact(say("road length"), str(int(road_length(s, seat))), "road"),
    ]
    title = say("has left") if int(s.gone) >> seat & 1 else say("starts") if s.first == seat and s.round < 1 else ""
    return SeatPanel(seat, score=score, facts=tuple(facts), title=title)


def tags_of(s: Settlers, say: Say) -> tuple[str, ...]:
    tags = [say("round {n}", n=int(s.round))] if s.round else [say("founding")]
    if s.timed:
        tags.append(say("last round: {n}", n=int(s.stop) // int(s.seats)))  # SET-14.2
    return tuple(tags)


# -- panels and forms ------------------------------------------------------------------------------------------------


def panels_of(view: View[Settlers], say: Say) -> Iterator[Panel]:
    s = view.seen
    if s.phase == codes.TRADING and view.seat == s.player:
        yield _trade_panel(view, say)
    elif s.phase == codes.TRADING:
        offer = stamp(s.player, s.give, s.want, s.asked, s.answers, s.counter_give, s.counter_want)
        yield say.keep("settlers offer", offer, _trade_panel, view, say)
    if s.phase == codes.DISCARDS:
        rows = tuple(
            (
                Cell(say.player(i), seat=i),
                _backs(int(s.due[i]), say),
                say("chosen") if s.sealed[i] != board.NONE else say("thinking"),
            )
            for i in range(int(s.seats))
            if s.due[i]
        )
        yield Panel("discards", say("A seven: half of the cards go"), rows=rows, urgent=True)
    if s.die1:
        yield Panel("dice", say("Dice of this turn: {sum}", sum=int(s.die1 + s.die2)), dice=(int(s.die1), int(s.die2)))


COSTS = (
    (N_("road"), 1 + 64, "road ", "road"),
    (N_("settlement"), 1 + 64 + 4096 + 262144, "settle ", "settlement-0"),
    (N_("city"), 2 * 262144 + 3 * 16777216, "city ", "city-0"),
    (N_("action card"), 4096 + 262144 + 16777216, "buy", "deck"),
)


_TOOL_QUESTIONS = {
    "road ": N_("Where shall the road lie?"),
    "settle ": N_("Where shall the settlement stand?"),
    "city ": N_("Which settlement becomes a city?"),
}


def tools_of(view: View[Settlers], say: Say) -> tuple[Tool, ...]:
    """SET-7.1: what can be built or bought, with its price; in one's own turn with what is missing for it."""
    s = view.seen
    if view.seat is None or s.phase == codes.ENDED:
        return ()
    hand = int(s.hand[view.seat]) if s.phase == codes.MAIN and s.player == view.seat else None
    return say.keep(("settlers tools", view.seat), hand, _made_tools, view.seat, hand, say)


def _made_tools(seat: int, hand: int | None, say: Say) -> tuple[Tool, ...]:
    return tuple(_tool(cost, seat, hand, say) for cost in COSTS)


def _tool(what: tuple[str, int, str, str], seat: int, hand: int | None, say: Say) -> Tool:
    label, cost, starts, symbol = what
    cards = tuple((f"resource-{code}", int(count(cost, k))) for k, code in enumerate(board.CODES) if count(cost, k))
    owned = f"{symbol[:-1]}{seat}" if symbol.endswith("-0") else symbol
    lack = [0] if hand is None else [max(0, int(count(cost, k)) - int(count(hand, k))) for k in range(len(board.CODES))]
    missing = say("You lack: {cards}.", cards=_lacking(lack, say)) if any(lack) else ""
    question = say(_TOOL_QUESTIONS[starts]) if starts in _TOOL_QUESTIONS else ""
    return Tool(say(label), starts, owned, cards, missing, question)


def _lacking(lack: list[int], say: Say) -> str:
    return ", ".join(say("{n} {resource}", n=n, resource=say(RESOURCES[k])) for k, n in enumerate(lack) if n)


def _backs(n: int, say: Say) -> Cell:
    return Cell(say.many("{n} card", "{n} cards", n), (("back", n),))


def _trade_panel(view: View[Settlers], say: Say) -> Panel:
    """The open offer and every answer below one another, all as the offerer sees them: what is given, what comes back."""
    s = view.seen
    offerer = int(s.player)
    mine = view.seat == offerer
    name = say.player(offerer)
    head = ("", say("you give"), say("you get")) if mine else ("", say("gives"), say("gets"))
    give, want = int(s.give), int(s.want)
    rows: list[tuple[str | Cell, ...]] = []
    if not mine:
        rows.append((Cell(name, seat=offerer), _pack_cell(give, say), _pack_cell(want, say), ""))
    for i in range(int(s.seats)):
        if not int(s.asked) >> i & 1:
            continue
        answer = int(s.answers[i])
        words: str | Cell = (say("thinking"), say("accepts"), say("rejects"), say("counter-offer"))[answer]
        if mine and s.why_not(offerer, board.DEAL + i) == OK:
            words = Cell(say("Deal"), action=f"deal {SEATS[i]}")
        sides: tuple[str | Cell, ...] = ("", "")
        if answer == codes.ACCEPTED:
            sides = (_pack_cell(give, say), _pack_cell(want, say))
        elif answer == codes.COUNTERED:
            sides = (_pack_cell(int(s.counter_want[i]), say), _pack_cell(int(s.counter_give[i]), say))
        rows.append((Cell(say.player(i), seat=i), *sides, words))
    title = say("{player} offers {trade}", player=name, trade=trade_words(give, want, say))
    return Panel("offer", title, (*head, ""), tuple(rows), urgent=True)


def _pack_cell(pack: int, say: Say) -> Cell:
    cards = ((f"resource-{code}", int(count(pack, k))) for k, code in enumerate(board.CODES))
    return Cell(pack_words(pack, say), tuple(card for card in cards if card[1]))


def forms_of(view: View[Settlers], say: Say) -> Iterator[Form]:
    """Trade with players and the bank, counter-offers of any size (SET-12.9), and the discard."""
    s = view.seen
    seat = view.seat
    if seat is None or not s.may_act(seat):
        return
    hand = int(s.hand[seat])
    if s.phase == codes.DISCARDS:
        due = int(s.due[seat])
        title = say.many("Discard {n} card", "Discard {n} cards", due)
        slot = Slot("cards", "", _parts(s, seat, say), due, due)
        yield Form("discard", title, (Submit(say("Discard"), "discard {cards}"),), (slot,))
    elif s.phase == codes.TRADING and seat != s.player and s.rule.player_trade == codes.FULL and hand:
        submit = Submit(say("Counter-offer"), "counter {give}>{want}")
        yield Form("counter", say("Make a counter-offer"), (submit,), _sides(s, seat, say), apart=True)
    elif s.phase == codes.MAIN:
        yield from _trade_form(s, seat, say)


def _trade_form(s: Settlers, seat: int, say: Say) -> Iterator[Form]:
    """SET-11, SET-12: one form for players and bank; either may be closed now."""
    out = Moves()
    list_offers(s, seat, out)
    offers = out.n > 0
    out.clear()
    list_bank(s, seat, out)
    submits = []
    slots = _sides(s, seat, say)
    if offers:
        submits.append(Submit(say("Offer"), "offer {give}>{want}{to}"))
        partners = tuple(
            Part(SEATS[i], say.player(i), "", 1, seat=i)
            for i in range(int(s.seats))
            if i != seat and s.hand[i] and not int(s.gone) >> i & 1
        )
        slots = (*slots, Slot("to", say("To all, or to"), partners, 0, len(partners), ",", " @"))
    if out.n > 0:
        submits.append(Submit(say("Exchange with the bank"), "bank {give}>{want}", listed=True))
    if submits:
        yield Form("trade", say("Trade"), tuple(submits), slots, apart=True)


def _sides(s: Settlers, seat: int, say: Say) -> tuple[Slot, ...]:
    """What one gives, of what one has, and what one wants."""
    held = (int(s.hand[seat]), int(s.rates[seat]), s.phase == codes.MAIN)
    give = say.keep(("settlers give", seat), held, Slot, "give", say("You give"), _parts(s, seat, say))
    return give, say.cached(_wanted)


def _wanted(say: Say) -> Slot:
    return Slot("want", say("You want"), _anything(say))


def _anything(say: Say) -> tuple[Part, ...]:
    return tuple(
        Part(code, say(RESOURCES[k]), f"resource-{code}", 9, item=f"bank-{code}") for k, code in enumerate(board.CODES)
    )


def _parts(s: Settlers, seat: int, say: Say) -> tuple[Part, ...]:
    """The cards of a hand and how many there are; in one's own turn with what the bank asks for them (SET-11.2)."""
    return tuple(
        Part(
            code,
            say(RESOURCES[k]),
            f"resource-{code}",
            int(count(s.hand[seat], k)),
            f"×{int(count(s.hand[seat], k))}" + (f" {int(count(s.rates[seat], k))}:1" if s.phase == codes.MAIN else ""),
            f"hand-{code}",
        )
        for k, code in enumerate(board.CODES)
        if count(s.hand[seat], k)
    )
