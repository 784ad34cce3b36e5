"""TOU-2: entries, presence, sit-outs, withdrawal, late entry, the waiting list."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import islice
from typing import Final

from kotva.tournament.draw import standins
from kotva.tournament.log import Args, Entry, Json
from kotva.tournament.names import clean, folded
from kotva.tournament.reading import Reader
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import GAME, letters
from kotva.tournament.state import Mark, Player, State

KINDS: Final = ("human", "bot", "standin")


def without_contact(_state: State, args: Args, _seed: str) -> dict[str, Json]:
    """TOU-18.4: a contact is private and never written into the log; `tournament.act` keeps it with the seed."""
    rows = args.get("rows")
    out: dict[str, Json] = {name: value for name, value in args.items() if name != "contact"}
    if isinstance(rows, list):
        kept: list[Json] = [{k: v for k, v in row.items() if k != "contact"} for row in rows if isinstance(row, dict)]
        out["rows"] = kept if len(kept) == len(rows) else rows
    return out


# -- register --------------------------------------------------------------------------------------------------------


def check_register(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    if "contact" in entry.args:  # TOU-18.4: kept outside the log
        raise Refused("A contact is never written into the log.", "SYNTAX", "TOU-18.4")
    check_new(state, [_Entry(reader.text("name"), reader.text("kind", "human"), reader.text("account", ""))])
    if len(reader.text("club", "")) > 60:
        raise Refused("A club's name has at most 60 characters.", "RANGE", "TOU-2.1")
    if "O" not in letters(state, entry.actor):
        if entry.actor != f"P{len(state.players) + 1}":
            raise Refused("Players act for themselves alone.", "FORBIDDEN", "TOU-2.1")
        if reader.text("kind", "human") == "standin":
            raise Refused("Stand-ins are named by the organiser.", "FORBIDDEN", "TOU-2.14")
    check_late(state)


class _Entry:
    def __init__(self, name: str, kind: str, account: str) -> None:
        self.name, self.kind, self.account = name, kind, account


def check_new(state: State, new: Sequence[_Entry]) -> None:
    """TOU-2.1, TOU-2.2: names are proper and nobody enters twice."""
    names = {player.key for player in state.players.values()}
    accounts = {player.account for player in state.players.values()} | {o.account for o in state.officials.values()}
    for one in new:
        check_name(one.name)
        if one.kind not in KINDS:
            raise Refused("An entry is human, bot or standin, not {kind!r}.", "RANGE", "TOU-2.1", kind=one.kind)
        if folded(one.name) in names:
            raise Refused("There is already an entry called {name!r}.", "DUPLICATE_NAME", "TOU-2.2", name=one.name)
        if one.account and one.account in accounts:
            raise Refused("This account has entered already.", "DUPLICATE_ACCOUNT", "TOU-2.2")
        names.add(folded(one.name))
        accounts.add(one.account)


def check_name(name: str) -> None:
    """TOU-2.1: 1 to 60 characters after trimming, none of them invisible control characters."""
    cleaned = clean(name)
    if not 1 <= len(cleaned) <= 60 or any(unicodedata.category(letter) in ("Cc", "Cs") for letter in cleaned):
        raise Refused("A name has 1 to 60 characters, not {name!r}.", "RANGE", "TOU-2.1", name=name[:80])


def check_late(state: State) -> None:
    """TOU-2.10: until round L starts; a final and rounds after L are too late for a first game."""
    if state.phase == "registration" or (state.published_rounds() == 0 and state.options.late_last >= 1):
        return
    last = state.options.late_last
    if first_round(state) > last:
        raise Refused("Entries are accepted until round {last} starts.", "TOO_LATE", "TOU-2.10", last=last)


def first_round(state: State) -> int:
    """The first round that somebody who enters now could play in."""
    current = state.current
    if current is None:
        return 1
    return current.number if current.state in ("drawn", "published") else current.number + 1


def register(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    add_player(
        state, reader.text("name"), reader.text("club", ""), reader.text("kind", "human"), reader.text("account", "")
    )


def add_player(state: State, name: str, club: str, kind: str, account: str = "") -> Player:
    """TOU-2.3: beyond the maximum to the waiting list."""
    full = kind != "standin" and not has_room(state)
    player = Player(
        id=f"P{len(state.players) + 1}",
        name=clean(name),
        club=clean(club),
        kind=kind,
        account=account,
        status="waiting" if full else "entered",
        entered=first_round(state),
    )
    state.players[player.id] = player
    return player


def has_room(state: State) -> bool:
    """TOU-2.3: whether one more may enter; nobody behind the last place is looked at."""
    entering = (p for p in state.players.values() if p.status in ("entered", "present", "absent") and not p.is_standin)
    return next(islice(entering, state.options.number("players.max") - 1, None), None) is None


def move_up(state: State) -> None:
    """TOU-2.3: who waits longest takes a place that is free before the draw of round 1."""
    if state.rounds:
        return
    waiting = [player for player in state.players.values() if player.status == "waiting"]
    while waiting and has_room(state):
        waiting.pop(0).status = "entered"


# -- presence --------------------------------------------------------------------------------------------------------


def check_own(state: State, entry: Entry) -> Player:
    """A player acts for himself alone."""
    player = Reader(entry).known_player(state)
    by_itself = entry.actor == GAME and player.kind == "bot"  # TOU-15.7
    if entry.actor != player.id and not by_itself and not set(letters(state, entry.actor)) & {"O", "H"}:
        raise Refused("Players act for themselves alone.", "FORBIDDEN", "TOU-2.5")
    return player


def check_checkin(state: State, entry: Entry) -> None:
    """TOU-2.5, TOU-2.6: who is entered or absent."""
    check_status(check_own(state, entry), ("entered", "absent"), "TOU-2.5")


def check_absent(state: State, entry: Entry) -> None:
    check_status(check_own(state, entry), ("entered", "present"), "TOU-2.6")


def check_status(player: Player, allowed: Sequence[str], clause: str) -> None:
    if player.status == "expelled":
        raise Refused("{name} has been expelled.", "FORBIDDEN", "TOU-2.11", name=player.name)
    if player.status not in allowed:
        raise Refused("{name} is {status}.", "STATE", clause, name=player.name, status=player.status)


def checkin(state: State, entry: Entry) -> None:
    Reader(entry).known_player(state).status = "present"


def absent(state: State, entry: Entry) -> None:
    Reader(entry).known_player(state).status = "absent"


def check_sitout(state: State, entry: Entry) -> None:
    """TOU-2.7: before the draw of that round."""
    player = check_own(state, entry)
    check_status(player, ("entered", "present", "absent", "waiting"), "TOU-2.7")
    number = Reader(entry).round()
    if not 1 <= number <= state.last_round:
        raise Refused("There is no round {round}.", "RANGE", "TOU-2.7", round=number)
    if number <= len(state.rounds):
        raise Refused("Round {round} has been drawn.", "STATE", "TOU-2.7", round=number)


def sitout(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    reader.known_player(state).sitouts.add(reader.round())


# -- withdrawal ------------------------------------------------------------------------------------------------------


def check_withdraw(state: State, entry: Entry) -> None:
    """TOU-2.8: at any time. TOU-14.4: `left=5` when the head referee accepts the reason for leaving a game."""
    player = check_own(state, entry)
    check_status(player, ("entered", "waiting", "present", "absent"), "TOU-2.8")
    if not Reader(entry).has("left"):
        return
    if "H" not in letters(state, entry.actor):
        raise Refused("Only the head referee accepts a reason for leaving.", "FORBIDDEN", "TOU-14.4")
    if not playing(state, player.id):
        raise Refused("{name} is not playing now.", "STATE", "TOU-14.4", name=player.name)
    most = state.options.number_or_none("gp.max")
    points = Reader(entry).number("left")
    if most is not None and not 0 <= points <= most:
        raise Refused("Points are whole numbers from {low} to {high}.", "RANGE", "TOU-10.6", low=0, high=most)


def playing(state: State, player: str) -> bool:
    """Whether a player is in the middle of a game."""
    current = state.current
    return bool(current and current.state == "running" and any(t.state == "open" for t in current.tables_of(player)))


def withdraw(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    player = reader.known_player(state)
    player.status = "withdrawn"
    mark = Mark(player.id, "left", reader.number("left")) if reader.has("left") else Mark(player.id, "forfeit")
    leave(state, player.id, mark)
    move_up(state)


def leave(state: State, player: str, mark: Mark) -> None:
    """TOU-2.8: before the start an absence (TOU-14.2); during a game as it is told; afterwards nothing."""
    current = state.current
    if current is None or current.state not in ("published", "running"):
        return
    for table in current.tables_of(player):
        if current.state == "published":
            table.gone[player] = Mark(player, "absent")
        elif table.state == "open":
            table.gone.setdefault(player, mark)


def check_return(state: State, entry: Entry) -> None:
    """TOU-2.9, TOU-2.11: an expelled player may not, except by the panel."""
    check_status(check_own(state, entry), ("withdrawn", "absent"), "TOU-2.11")


def come_back(state: State, entry: Entry) -> None:
    """Back as an entry before the first draw's roll call, as present from then on."""
    player = Reader(entry).known_player(state)
    full = state.phase == "registration" or (state.phase == "ready" and not state.rounds)
    if full and player.status == "withdrawn":
        player.status = "entered" if has_room(state) else "waiting"
    else:
        player.status = "present"
    current = state.current
    if current is not None and current.state == "published":
        for table in current.tables_of(player.id):
            table.gone.pop(player.id, None)


# -- who is drawn ----------------------------------------------------------------------------------------------------


def drawn_people(state: State, round: int) -> list[str]:
    """TOU-2.5, TOU-2.7, TOU-3.8: the present players of a round, without stand-ins that `fill` may add."""
    fill = state.options.word("fill") != "none"
    return [
        player.id
        for player in state.players.values()
        if player.status == "present" and round not in player.sitouts and not (fill and player.is_standin)
    ]


def needed_standins(state: State, round: int) -> int:
    """TOU-2.14: how many stand-ins this round has."""
    from kotva.tournament.problems import draw_options

    fill = state.options.word("fill")
    return standins(len(drawn_people(state, round)), fill, draw_options(state.options)) if fill != "none" else 0


def chosen_standins(state: State, count: int) -> tuple[list[str], int]:
    """The stand-ins of a round: those who have been named first, and how many more must be made."""
    there = [p.id for p in state.players.values() if p.is_standin and p.status in ("entered", "present", "absent")]
    return there[:count], max(0, count - len(there))


def check_new_entries(state: State, rows: Sequence[dict[str, Json]]) -> None:
    """TOU-20.10: an imported list, checked as a whole."""
    check_new(state, [_Entry(str(row["name"]), str(row.get("kind", "human")), "") for row in rows])
