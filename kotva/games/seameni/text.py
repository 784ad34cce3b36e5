"""Seameni in words: tiles and their rules, prompts, clauses that say no."""

from __future__ import annotations

from kotva.engine.game import View
from kotva.engine.outcome import Reason
from kotva.engine.say import N_, Say
from kotva.engine.state import CHANCE, OVER
from kotva.games.seameni import board
from kotva.games.seameni.notation import ACTIONS
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.game import Seameni

REASONS = (
    Reason("treasure", "SEA-19.3", N_("All treasure is aboard or lost.")),
    Reason("stall", "SEA-19.5", N_("Nothing has been won or found for a long time.")),
    Reason("limit", "SEA-19.6", N_("The last turn is over.")),
    Reason("idle", "SEA-19.6", N_("Nobody has a pirate left.")),
    Reason("agreement", "SEA-19.2", N_("The players have agreed to end.")),
)

EDGE_WORDS = (N_("south"), N_("west"), N_("north"), N_("east"))
WAY_WORDS = (
    N_("north"),
    N_("north-east"),
    N_("east"),
    N_("south-east"),
    N_("south"),
    N_("south-west"),
    N_("west"),
    N_("north-west"),
)

# Names of the tiles that have no number and no direction, by code.
TILE_WORDS = {
    "?": N_("unknown field"),
    "wa": N_("water"),
    "tu": N_("turtle"),
    "oc": N_("octopus"),
    "is": N_("island"),
    "sh": N_("shark"),
    "ca": N_("ghost Cát"),
    "vo": N_("vortex"),
    "ef": N_("electric fish"),
    "c2NS": N_("two-way current, north and south"),
    "c2EW": N_("two-way current, east and west"),
    "c2NE": N_("two-way current, north-east and south-west"),
    "c2NW": N_("two-way current, north-west and south-east"),
    "c4s": N_("four-way current, straight"),
    "c4d": N_("four-way current, diagonal"),
    "c8": N_("all-way current"),
    "ho": N_("seahorse"),
}

# One sentence about each kind of tile, shown when somebody asks it.
HINTS = {
    "?": N_("Nobody knows what lies here; a pirate that enters turns it up, and it works on him at once."),
    "wa": N_("Water does nothing."),
    "t": N_("Treasure appeared here when the tile was turned up; a pirate takes one along when leaving."),
    "tu": N_("A pirate who stops here may not be moved in your next turn."),
    "oc": N_("It holds a pirate until another pirate of the same crew comes to help."),
    "is": N_("Room for one pirate without treasure; nobody is knocked out here."),
    "m": N_(
        "A pirate wades from step 1 to the last one, one step a turn; at most two fit on a step, nobody is knocked out."
    ),
    "sh": N_("A pirate that enters is eaten, and a treasure with it is lost."),
    "ca": N_("Nobody enters willingly; a pirate that stands here may jump to almost any field or home."),
    "c1": N_("It carries a pirate to the field its arrow points at."),
    "c": N_("It carries a pirate to one of the fields its arrows point at; the player chooses."),
    "vo": N_("It whirls a pirate on by one field in the direction of its last step."),
    "ef": N_("It throws a pirate back to the field behind the last one; nobody enters it knowingly."),
    "st": N_("It flings a pirate out of the sea along its marked arm, to walk back to a friendly ship."),
    "ho": N_("It jumps with a pirate like a chess knight; the player chooses where to."),
}

WHY = {
    103: N_("It is not your decision now: turns pass clockwise."),
    104: N_("Chance names the first player, once, before the ships are placed."),
    110: N_("You move only your own ship and the pirates you control."),
    403: N_("You place your ship on a field of your own edge."),
    404: N_("Before a corner of the sea there is room for one ship only."),
    405: N_("Now the tiles before the ships are turned up, each one of those still left."),
    501: N_("In your turn you shift your ship or move one pirate."),
    503: N_("You may pass only when you can do nothing else."),
    601: N_("A ship moves to the next field left or right."),
    602: N_("A ship stays at its own edge and never enters a corner."),
    603: N_("Before a corner of the sea there is room for one ship only."),
    604: N_("Here a ship needs a free pirate aboard to move."),
    605: N_("A ship cannot move while a captive chained to it is outside."),
    701: N_("From a ship a pirate steps only onto the field straight before it."),
    702: N_("A pirate steps to a neighbouring field, straight or diagonal."),
    703: N_("A pirate boards a ship only from the field straight before it."),
    705: N_("Nobody steps into the waters willingly."),
    706: N_("Nobody steps into an enemy ship willingly."),
    801: N_("Only a field that a pirate enters is turned up, and only with a tile that is left."),
    904: N_("This pirate rests after a turtle."),
    907: N_("An octopus holds this pirate; another one of the same crew must come and help."),
    912: N_("An island is entered without treasure."),
    913: N_("The island is occupied."),
    919: N_("Only a pirate standing in mud wades on."),
    920: N_("A pirate leaves mud only from its last step."),
    921: N_("This is the last step of the mud; now the pirate may leave it."),
    924: N_("There is no room on that step of the mud."),
    926: N_("A treasure never lies alone in mud: it must be taken along."),
    1003: N_("The current must carry the pirate to one of the fields its arrows point at."),
    1009: N_("The seahorse jumps like a chess knight."),
    1107: N_("That way leads only to places that nobody may enter willingly."),
    1108: N_("That exit leads to a place that may not be entered of one's own will."),
    1109: N_("While a better exit is left, that one is closed."),
    1111: N_("In one movement no exit is taken twice."),
    1202: N_("Only a pirate standing on ghost Cát can jump."),
    1203: N_("Cát does not take anybody there."),
    1205: N_("The pirate is back on Cát and must jump again."),
    1207: N_("Nobody enters ghost Cát willingly."),
    1301: N_("There is no treasure to take along."),
    1305: N_("With a treasure nobody enters an unknown field."),
    1401: N_("In the waters a pirate walks to the next field round the sea."),
    1403: N_("An enemy ship blocks the way."),
    1404: N_("Back into the sea leads only a known field straight ahead that does not drive the pirate out again."),
    1405: N_("A starfish threw this pirate out: the way leads on foot to a friendly ship."),
    1407: N_("From behind a ship the only step leads straight ahead."),
    1408: N_("An enemy ship stands before this pirate."),
    1603: N_("A captive is moved by the captor alone."),
    1605: N_("A chained pirate cannot go out onto that tile."),
    1606: N_("A captive cannot jump from Cát."),
    1607: N_("A captive must bring treasure along when some lies there."),
    1608: N_("A captive goes only from the ship to the field before it and back."),
    1610: N_("Only captives whom you hold can be thrown to the sharks."),
    1704: N_("A crowded ship: choose a free pirate aboard who has not been put out in this turn, or a captive for the sharks."),
    1708: N_("Somebody can still be put out in front of the ship."),
    1801: N_("This pirate is dead."),
    1901: N_("You may propose to end once a turn, if the players may agree to end at all."),
    1902: N_("Answer the proposal first: yes or no."),
    1907: N_("The game is over."),
}  # fmt: skip


# -- names ------------------------------------------------------------------------------------------------------


def tile_words(code: int, say: Say) -> str:
    """A tile as people call it."""
    name = board.CODES[code]
    if board.WATER < code < board.TURTLE:
        return say.many("{n}-treasure", "{n}-treasure", code - board.TREASURE)
    if board.MUD + 2 <= code <= board.MUD + 5:
        return say("{n}-mud", n=code - board.MUD)
    if board.ARROW <= code < board.VORTEX:
        return say("one-way current to the {way}", way=say(WAY_WORDS[code - board.ARROW]))
    if board.STARFISH <= code < board.SEVERAL:
        return say("starfish pointing {way}", way=say(WAY_WORDS[(code - board.STARFISH) * 2]))
    return say(TILE_WORDS[name])


def tile_hint(code: int, say: Say) -> str:
    """The rule of a tile in one sentence."""
    name = board.CODES[code]
    for key in (name, name[:2], name[:1]):
        if key in HINTS:
            return say(HINTS[key])
    raise ValueError(name)


def treasures(n: int, say: Say) -> str:
    return say.many("{n} treasure", "{n} treasures", n)


def pirate_words(p: int, say: Say, seat: int = board.NONE) -> str:
    """A pirate who does something, with the owner: Ann's pirate 3."""
    return say("{player}'s pirate {n}", player=_owner(p, say, seat), n=p % 3 + 1)


def the_pirate(p: int, say: Say, seat: int = board.NONE) -> str:
    """A pirate to whom something is done; other languages have another form for it."""
    return say("pirate {n} of {player}", player=_owner(p, say, seat), n=p % 3 + 1)


def _owner(p: int, say: Say, seat: int) -> str:
    return say.player(seat if seat != board.NONE else owner_of(p, say))


def owner_of(p: int, say: Say) -> int:
    """SEA-1.2: whose crew a pirate is of, by the number of players: of two the second sits at the third edge."""
    return p // 6 if say.players == 2 else p // 3


def pirate_marks(s: Seameni, p: int, say: Say) -> list[str]:
    """What is special about a pirate, in words."""
    marks = []
    if s.captor[p] != board.NONE:
        marks.append(say("captive of {player}", player=say.player(int(s.seat_of(int(s.captor[p]))))))
    if s.caught[p]:
        marks.append(say("caught"))
    if s.rest[p]:
        marks.append(say("resting"))
    at = int(s.place[p])
    if s.exile[p]:
        marks.append(say("exile"))
    elif at < board.ABOARD and (at >= board.OUTER or not board.SEA[at]):
        marks.append(say("castaway"))
    if s.laden[p]:
        marks.append(say("with a treasure"))
    return marks


def place_words(s: Seameni, p: int, say: Say) -> str:
    """Where a pirate is, in words."""
    at = int(s.place[p])
    if at == board.DEAD:
        return say("dead")
    if at >= board.ABOARD:
        return say("aboard the ship of {player}", player=say.player(int(s.seat_of(at - board.ABOARD))))
    if s.step[p]:
        return say("{field}, step {n}", field=board.PLACE_NAMES[at], n=int(s.step[p]))
    return board.PLACE_NAMES[at]


def field_words(s: Seameni, f: int, say: Say) -> str:
    """A field with its tile and the treasure on it."""
    if not board.SEA[f]:
        return say("{field}, waters", field=board.FIELD_NAMES[f])
    words = f"{board.FIELD_NAMES[f]}, {tile_words(int(s.tile[f]), say)}"
    if s.treasure[f]:
        words += ", " + treasures(int(s.treasure[f]), say)
    return words


def title(s: Seameni, seat: int, say: Say) -> str:
    """The edge a player sits at."""
    return say(EDGE_WORDS[int(s.edge_of(seat))])


# -- actions and prompts ----------------------------------------------------------------------------------------


def words(view: View[Seameni], action: int, say: Say) -> str:
    """An action in words, for buttons and lists."""
    s = view.seen
    family = ACTIONS.family(action)
    names = [d.text(i) for d, i in zip(family.domains, family.arguments(action), strict=True)]
    if family.template in ("{}>{}", "{}>{}+"):
        return _step_words(s, family.arguments(action)[0], names, family.template.endswith("+"), say)
    if family.template == "{}={}":
        return say("{field} is turned up: {tile}.", field=names[0], tile=tile_words(board.CODES.index(names[1]), say))
    texts = {
        "pass": N_("Pass"),
        "end?": N_("Propose to end the game"),
        "yes": N_("Agree to end"),
        "no": N_("Play on"),
        "place {}": N_("Place the ship on {a}"),
        "ship {}": N_("Move the ship to {a}"),
        "{}~{}": N_("{a} jumps to {b}"),
        "{}^": N_("{a} wades one step on"),
        "shark {}": N_("Throw {a} to the sharks"),
        "out {}": N_("Put {a} out in front of the ship"),
        "astern {}": N_("Put {a} out behind the ship"),
        "to {}": N_("Go on to {a}"),
        "first {}": N_("{a} begins"),
    }
    if family.template in _OF_PIRATES:
        called = the_pirate if family.template in ("shark {}", "out {}", "astern {}") else pirate_words
        p = family.arguments(action)[0]
        names[0] = called(p, say, int(s.seat_of(p // 3)))
    return say(texts[family.template], **dict(zip("ab", names, strict=False)))


_OF_PIRATES = ("{}~{}", "{}^", "shark {}", "out {}", "astern {}")


def _step_words(s: Seameni, p: int, names: list[str], carry: bool, say: Say) -> str:
    names = [pirate_words(p, say, int(s.seat_of(p // 3))), names[1]]
    aboard = s.ship_on(board.FIELD_NAMES.index(names[1])) != board.NONE
    if aboard and carry:
        return say("{pirate} brings a treasure aboard", pirate=names[0])
    if aboard:
        return say("{pirate} goes aboard", pirate=names[0])
    if carry:
        return say("{pirate} to {field} with a treasure", pirate=names[0], field=names[1])
    at = int(s.place[p])
    if 0 <= at < board.FIELDS and s.treasure[at] and not aboard:
        return say("{pirate} to {field} without the treasure", pirate=names[0], field=names[1])
    return say("{pirate} to {field}", pirate=names[0], field=names[1])


def prompt(view: View[Seameni], say: Say) -> str:
    """What to do now, in one sentence."""
    s = view.seen
    actor = int(s.to_act())
    if actor == OVER:
        return say(REASONS[int(s.ended)].text)
    if actor == CHANCE:
        if s.turning == board.NONE:
            return say("The lot decides who begins.")
        return say("{field} is turned up.", field=board.FIELD_NAMES[int(s.turning)])
    if actor != view.seat:
        return say("{player} decides.", player=say.player(actor))
    if s.phase == codes.PLACING:
        return say("Place your ship on a field of your edge.")
    if s.phase == codes.VOTE:
        return say("{player} proposes to end the game. Do you agree?", player=say.player(int(s.seat_of(int(s.player)))))
    if s.phase == codes.CHAIN:
        tile = tile_words(int(s.tile[int(s.at)]), say)
        return say("{pirate} is on {tile}: choose where to go on.", pirate=_mover(s, say), tile=tile)
    if s.phase == codes.REJUMP:
        return say("{pirate} is back on Cát: jump again.", pirate=_mover(s, say))
    if s.phase == codes.OVERFLOW:
        return say("Your ship is crowded: choose who leaves.")
    return say("Your turn: move one pirate or your ship.")


def _mover(s: Seameni, say: Say) -> str:
    return pirate_words(int(s.mover), say, int(s.seat_of(int(s.mover) // 3)))


# -- the terminal -----------------------------------------------------------------------------------------------


def draw_board(view: View[Seameni], say: Say) -> str:
    """The position as text: tiles by code, treasure as digits behind them, then where everybody is."""
    s = view.seen
    rows = []
    for y in range(12, -1, -1):
        cells = [_cell(s, y * 13 + x) for x in range(13)]
        rows.append(f"{y:3} " + " ".join(cells))
    rows.append("    " + " ".join(c.ljust(5) for c in "wabcdefghijkx"))
    for seat in range(int(s.seats)):
        edge = int(s.edge_of(seat))
        crew = [p for p in range(board.PIRATES) if p // 3 == edge]
        where = "; ".join(
            " ".join([board.PIRATE_NAMES[p], place_words(s, p, say), *(f"({m})" for m in pirate_marks(s, p, say))])
            for p in crew
        )
        rows.append(f" {say.player(seat)} ({board.EDGES[edge]}): {treasures(int(s.score(seat)), say)}; {where}")
    rows.append(" " + say("Turn {turn}. Unknown fields: {n}.", turn=int(s.turns) + 1, n=int(s.hidden)))
    return "\n".join(rows)


def _cell(s: Seameni, f: int) -> str:
    e = int(s.ship_on(f))
    if e != board.NONE:
        return f"[{board.EDGES[e]}]".ljust(5)
    here = [board.PIRATE_NAMES[p] for p in range(board.PIRATES) if s.place[p] == f]
    if not board.SEA[f]:
        return ("~" + "".join(here)).ljust(5)
    tile = "." if s.tile[f] == board.HIDDEN else board.CODES[int(s.tile[f])]
    lying = f":{int(s.treasure[f])}" if s.treasure[f] else ""
    return (here[0] if here and len(tile) < 4 else tile + lying).ljust(5)
