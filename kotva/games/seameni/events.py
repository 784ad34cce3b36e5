"""What happens in Seameni: each event with its sentence in the log and what its numbers stand for. Everybody knows them all."""

from __future__ import annotations

from kotva.engine.events import COUNT, PLAYER, SENTENCE, UNTOLD, EventArgument, Events, Told, either
from kotva.engine.say import N_, Say
from kotva.games.seameni import board
from kotva.games.seameni.notation import ACTIONS
from kotva.games.seameni.rules import codes
from kotva.games.seameni.text import REASONS, pirate_words, the_pirate, tile_words

# How a tile moves a pirate on, by the tile.
_CARRIES = {
    board.VORTEX: N_("The vortex whirls {pirate} on from {a} to {b}."),
    board.FISH: N_("The electric fish throws {pirate} from {a} to {b}."),
    board.SEAHORSE: N_("The seahorse jumps with {pirate} from {a} to {b}."),
    board.CAT: N_("{pirate} jumps from Cát on {a} to {b}."),
}
_DEATHS = (
    N_("The shark on {place} eats {pirate}."),
    N_("{pirate} finds no way out on {place} and drowns."),
    N_("{pirate} is thrown to the sharks."),
)


def _acting(p: int, say: Say) -> str:
    return say.thing(pirate_words(p, say), f"pirate-{board.PIRATE_NAMES[p]}")


def _suffering(p: int, say: Say) -> str:
    return say.thing(the_pirate(p, say), f"pirate-{board.PIRATE_NAMES[p]}")


def _place(place: int, say: Say) -> str:
    """A field, or a place aboard, that can be pointed at."""
    name = board.PLACE_NAMES[place]
    return say.thing(name, f"field-{name.rstrip('*')}") if place < board.ABOARD else name


def _end(reason: int, say: Say) -> str:
    return say(REASONS[reason].text)


def _step(p: int, start: int, packed: int, say: Say) -> dict[str, str]:
    to, tile = divmod(packed, 64)
    willing = tile in (board.HIDDEN, board.CAT)  # otherwise the tile does something to the pirate
    return {
        "pirate": _acting(p, say) if willing else _suffering(p, say),
        "a": _place(start, say),
        "b": _place(to, say),
    }


def _step_words(_p: int, start: int, packed: int) -> str:
    """One step: of one's own will, or by the tile that the pirate stood on."""
    tile = packed % 64
    if tile in _CARRIES:
        return _CARRIES[tile]
    if board.STARFISH <= tile < board.SEVERAL:
        return N_("The starfish flings {pirate} from {a} out of the sea to {b}.")
    if tile != board.HIDDEN:
        return N_("The current carries {pirate} from {a} to {b}.")
    return N_("{pirate} leaves the ship for {b}.") if start >= board.ABOARD else N_("{pirate} goes from {a} to {b}.")


def _home(p: int, place: int, knocked: int, say: Say) -> dict[str, str]:
    return {"pirate": _acting(p, say) if knocked else _suffering(p, say), "place": _place(place, say)}


def _death(p: int, place: int, how: int, say: Say) -> dict[str, str]:
    return {"pirate": _suffering(p, say) if how == codes.EATEN else _acting(p, say), "place": _place(place, say)}


def _death_words(_p: int, _place: int, how: int) -> str:
    return _DEATHS[how]


_ACTING = EventArgument("pirate", _acting)  # a pirate who does something
_SUFFERING = EventArgument("pirate", _suffering)  # a pirate to whom something is done
_PLACE = EventArgument("place", _place)
_FIELD = EventArgument("field", _place)

EVENTS = Events(
    codes,
    ACTIONS,
    PLACED=Told(N_("{player} places the ship on {field}."), PLAYER, _FIELD),
    TURNED=Told(N_("{field} is turned up: {tile}."), _FIELD, EventArgument("tile", tile_words)),
    MOVED=Told(
        _step_words, EventArgument("", _step, 3)
    ),  # pirate, from, to * 64 + the tile that moved it (0: own will)
    TOOK=Told(N_("{pirate} takes a treasure along from {place}."), _ACTING, _PLACE),
    LAID=Told(N_("{pirate} lays the treasure down on {place}."), _ACTING, _PLACE),
    BROUGHT=Told(N_("{pirate} brings a treasure aboard the ship of {player}."), _ACTING, PLAYER),
    LOST=Told(N_("{pirate} loses the treasure."), _ACTING),
    HOME=Told(
        either(
            3,
            0,
            N_("There is no room for {pirate} on {place}: the pirate is thrown home."),
            N_("{pirate} is knocked out on {place} and thrown home."),
        ),
        EventArgument("", _home, 3),
    ),
    DIED=Told(_death_words, EventArgument("", _death, 3)),
    CAPTURED=Told(N_("{pirate} becomes a captive of {player}."), _ACTING, PLAYER),
    BOARDED=Told(N_("{pirate} is aboard the ship of {player}."), _ACTING, PLAYER),
    CASTAWAY=Told(N_("{pirate} is out of the sea on {place}, a castaway."), _ACTING, _PLACE),
    EXILED=Told(N_("{pirate} is out of the sea on {place}, an exile."), _ACTING, _PLACE),
    RESTS=Told(N_("{pirate} rests on the turtle on {place}."), _ACTING, _PLACE),
    CAUGHT=Told(N_("The octopus on {place} catches {pirate}."), _SUFFERING, _PLACE),
    FREED=Told(N_("{pirate} is freed from the octopus on {place}."), _ACTING, _PLACE),
    MUDDY=Told(N_("{pirate} stands on step {n} of the mud on {place}."), _ACTING, _PLACE, COUNT),
    SAILED=Told(
        N_("{player} moves the ship from {a} to {b}."), PLAYER, EventArgument("a", _place), EventArgument("b", _place)
    ),
    HAULED=Told(N_("The chain pulls {pirate} back aboard the ship of {player}."), _SUFFERING, PLAYER),
    MISSED=Told(N_("{pirate} cannot land on {place} and is back on Cát."), _ACTING, _PLACE),
    PUT_OUT=Told(N_("{pirate} must leave the crowded ship of {player}."), _ACTING, PLAYER),
    PUT_ASTERN=Told(N_("{pirate} is put out behind the ship, on {place}."), _ACTING, _PLACE),
    CROWDED=Told(N_("The ship of {player} is crowded."), PLAYER),
    PROPOSED=Told(N_("{player} proposes to end the game."), PLAYER),
    VOTED=Told(either(2, 0, N_("{player} wants to play on."), N_("{player} agrees.")), PLAYER),
    PASSED=Told(N_("{player} passes."), PLAYER),
    BEGAN=Told("", UNTOLD, PLAYER),  # the number of the turn
    FINISHED=Told(SENTENCE, EventArgument("sentence", _end)),
    SKIPPED=Told(N_("{player} has no pirates and is skipped."), PLAYER),
    OPENED=Told(N_("{player} begins."), PLAYER),
)
