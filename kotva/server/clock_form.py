"""The choice of a clock in the form for a new table: from fields to terms, and back to fields when something does not fit."""

from __future__ import annotations

from typing import Final

from kotva.engine.errors import BadOption
from kotva.engine.game import Game, Json
from kotva.engine.say import N_, Say
from kotva.engine.user_input import whole
from kotva.match.terms import ANSWER, BOT, DAY, LABELS, Terms, choices, read_terms

NONE, MOVE, GAME, DAYS = "", "move", "game", "days"

KINDS: Final = {
    NONE: N_("No clock"),
    MOVE: N_("A time for each move"),
    GAME: N_("A time for the whole game"),
    DAYS: N_("Days for each move"),
}
# What is asked for a kind of clock: the field, its words, what it is without a choice, and how many seconds one of it is.
NUMBERS: Final = (
    ("clock-seconds", MOVE, N_("Seconds for each move"), "60", "per_move", 1),
    ("clock-minutes", GAME, N_("Minutes for each player"), "20", "reserve", 60),
    ("clock-increment", GAME, N_("Seconds added after each move"), "10", "increment", 1),
    ("clock-days", DAYS, N_("Days for each move"), "3", "per_move", DAY),
)
ANSWERS: Final = ("clock-answer", N_("Seconds for an answer to an offer (0: no limit)"), str(ANSWER))


def fields(game: Game, given: dict[str, str], say: Say) -> dict[str, object]:
    """What the form shows."""
    zero = given.get("clock-zero", BOT)
    name, label, usual = ANSWERS
    return {
        "kinds": [(kind, say(words), kind == given.get("clock", NONE)) for kind, words in KINDS.items()],
        "numbers": [
            {"name": field, "kind": kind, "label": say(words), "value": given.get(field, default)}
            for field, kind, words, default, _, _ in NUMBERS
        ],
        "zeros": [(value, say(LABELS[value]), value == zero) for value in choices(game)],
        "answer": {"name": name, "label": say(label), "value": given.get(name, usual)}
        if game.timing.has_offers
        else None,
    }


def read(given: dict[str, str], game: Game) -> dict[str, Json] | None:
    """The terms that a form asks for; None: as usual. BadOption says what is wrong."""
    kind = given.get("clock", NONE)
    if kind not in KINDS:
        raise BadOption(N_("There is no such clock."))
    data: dict[str, Json] = {}
    for field, of, _, default, term, factor in NUMBERS:
        if of == kind:
            data[term] = factor * _number(given.get(field, default))
    name, _, usual = ANSWERS
    answer = _number(given.get(name, usual)) if game.timing.has_offers else ANSWER
    if answer != ANSWER or (data and kind != DAYS):
        data["answer"] = answer
    if not data:
        return None
    if kind != NONE:
        data["zero"] = given.get("clock-zero", BOT)
        if not any(data.get(term) for term in ("per_move", "reserve")):
            raise BadOption(N_("Set a time per move or per game."))
    return read_terms(data, game).as_data()


def words(terms: Terms, say: Say) -> str:
    """The clock of a table in words, for people who sit down; empty where there is none."""
    if not terms.hurries:
        return ""
    out = []
    if terms.per_move and terms.per_move % DAY == 0:
        out.append(say.many("{n} day for each move", "{n} days for each move", terms.per_move // DAY))
    elif terms.per_move:
        out.append(say.many("{n} second for each move", "{n} seconds for each move", terms.per_move))
    if terms.reserve:
        out.append(say.many("{n} minute for each player", "{n} minutes for each player", terms.reserve // 60))
    if terms.increment:
        out.append(say.many("{n} second more after each move", "{n} seconds more after each move", terms.increment))
    return " · ".join([*out, say(LABELS[terms.zero])])


def _number(text: str) -> int:
    value = whole(text.strip(), 0, 10_000_000)
    if value is None:
        raise BadOption(N_("A time is written as a whole number, not as {given!r}."), given=text[:40])
    return value
