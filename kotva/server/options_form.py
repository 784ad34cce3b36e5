"""The options of a game in the form for a new table: presets and fields, and what somebody chose in them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from kotva.engine.errors import BadOption, KotvaError
from kotva.engine.game import Game
from kotva.engine.options import ChoiceOption, NumberOption, Option, Options, OrderOption, TextOption
from kotva.engine.presets import Preset
from kotva.engine.say import N_, Say
from kotva.scene import look
from kotva.server.api import number_in

_FIELD = "option-"
_SEAT = re.compile("P?([1-8])")  # a seat in a menu: its number, as some rulebooks write it
_COLOURS = {
    "vermilion": N_("red"),
    "blue": N_("blue"),
    "ochre": N_("yellow"),
    "green": N_("green"),
    "violet": N_("violet"),
    "slate": N_("grey"),
    "pink": N_("pink"),
    "brown": N_("brown"),
}


def preset_of(game: Game, name: str) -> Preset:
    """The preset that a form names; the standard where it names none, or one that does not exist."""
    try:
        return game.preset(name)
    except BadOption:
        return game.preset("")


def presets(game: Game, seats: int, say: Say) -> list[tuple[Preset, str, str]]:
    """Each preset with the values, as JSON, that the form shows under it (of all options that any preset sets), and its time."""
    names = {name for preset in game.rules.presets for name in preset.options}
    out = []
    for preset in game.rules.presets:
        chosen = game.choose_options(seats, preset.options)
        values = json.dumps({name: str(chosen[name]) for name in sorted(names)})
        out.append((preset, values, own_time(game, chosen, say)))
    return out


def own_time(game: Game, chosen: Options, say: Say) -> str:
    """The time that the rules themselves give a game under these options, in words; empty: none."""
    bells = [bell for bell in game.timing.bells(game.rules.new(chosen), chosen) if not bell.since_turn]
    minutes = round(min((bell.seconds for bell in bells), default=0) / 60)
    if not minutes:
        return ""
    return say.many("{n} minute for the whole game", "{n} minutes for the whole game", minutes)


def groups(game: Game, seats: int, given: Mapping[str, str], say: Say) -> list[tuple[str, list[dict[str, object]]]]:
    """The fields of all options under the titles that the game has for them; the rest comes last."""
    chosen = game.choose_options(seats, preset_of(game, given.get("preset", "")).options)
    left = {option.name: _field(option, chosen, given, say) for option in game.rules.options}
    out = [
        (say(title), [left.pop(name) for name in names if name in left])
        for title, names in game.rules.option_groups.items()
    ]
    return [*out, (say("Options"), list(left.values()))] if left else out


def _field(option: Option, chosen: Options, given: Mapping[str, str], say: Say) -> dict[str, object]:
    allowed = option.allowed(chosen)
    value = given.get(f"{_FIELD}{option.name}", "")
    known = option.known if isinstance(option, TextOption) else {}
    return {
        "name": option.name,
        "label": say(option.label),
        "clause": option.clause,
        "value": value,
        "default": chosen[option.name],
        "menu": _menu(option, chosen, say),
        "allowed": say(allowed) if isinstance(allowed, str) else allowed.say(say),
        "number": isinstance(option, NumberOption),
        "pictures": [(text, say(label)) for text, label in known.items()],
        "order": _order(option, value or str(chosen[option.name]), chosen.seats, say),
        "seats": chosen.seats,
    }


def _menu(option: Option, chosen: Options, say: Say) -> list[tuple[str, str]] | None:
    """The values to choose from with their words; seats by letter and colour."""
    menu = option.menu(chosen)
    if menu is None:
        return None
    labels = option.labels if isinstance(option, ChoiceOption) else {}
    words = []
    for value in map(str, menu):
        seat = _SEAT.fullmatch(value) if option.names_seats else None
        if value in labels:
            words.append((value, say(labels[value])))
        elif seat is not None:
            words.append((value, seat_in_words(int(seat[1]) - 1, say)))
        else:
            words.append((value, value))
    return words


def seat_in_words(seat: int, say: Say) -> str:
    """A seat by its letter and its colour."""
    seat_look = look.SEATS[seat % len(look.SEATS)]
    return f"{seat_look.letter} ({say(_COLOURS[seat_look.name])})"


def _order(option: Option, value: str, seats: int, say: Say) -> list[dict[str, object]]:
    """For letters in some order: for each place the seat that it belongs to, and the choice there."""
    if not isinstance(option, OrderOption):
        return []
    letters = [(letter, say(label)) for letter, label in option.letters.items()]
    return [
        {"place": place, "seat": place % seats, "letters": letters, "chosen": value[place : place + 1]}
        for place in range(len(letters))
    ]


def joined(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """A form as it was sent, with choices that it spreads over several fields put together."""
    out = dict(given)
    for option in game.rules.options:
        name = f"{_FIELD}{option.name}"
        if isinstance(option, OrderOption):
            parts = [out.pop(f"{name}-{place}", "") for place in range(len(option.letters))]
            if all(parts):
                out[name] = "".join(parts)
        elif isinstance(option, TextOption) and option.known:
            picked = out.pop(f"{name}-known", "")
            if picked and not out.get(name):
                out[name] = picked
    return out


def read(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """What was chosen: the preset, and above it the fields that do not stand as the form showed them.

    `shown` says for how many seats the form was filled, `filled` with which preset.
    """
    options = {n.removeprefix(_FIELD): v for n, v in given.items() if n.startswith(_FIELD) and v != ""}
    shown = number_in(given.get("shown", ""))
    if shown in game.rules.seats:
        usual = game.choose_options(shown, preset_of(game, given.get("filled", "")).options)
        options = {name: value for name, value in options.items() if value != str(usual.get(name))}
    chosen = preset_of(game, given.get("preset", "")).filled(options)
    return {name: str(value) for name, value in chosen.items()}


def guilty(game: Game, seats: int, options: Mapping[str, str]) -> str:
    """Which option cannot be: the first that fails together with those before it."""
    tried: dict[str, str] = {}
    for option in game.rules.options:
        if option.name in options:
            tried[option.name] = options[option.name]
            try:
                game.choose_options(seats, tried)
            except KotvaError:
                return option.name
    return ""
