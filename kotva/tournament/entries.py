"""TOU-2: entries, presence, sit-outs, withdrawal, late entry, the waiting list."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from kotva.tournament.action import ActionCall, known_player
from kotva.tournament.action_arguments import PlayerArgs, RegisterArgs, RenameArgs, SitoutArgs, WithdrawArgs
from kotva.tournament.details import check_details, read_line, said, take
from kotva.tournament.draw import standins
from kotva.tournament.log import Json
from kotva.tournament.names import clean, folded
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import GAME, letters
from kotva.tournament.state import Player, SeatResult, TournamentState

KINDS: Final = ("human", "bot", "standin")


def without_contact(
    _state: TournamentState, _call: ActionCall[object], asked: dict[str, Json], _seed: str
) -> dict[str, Json]:
    """TOU-18.4: a contact is private and never written into the log; `tournament.act` keeps it with the seed."""
    rows = asked.get("rows")
    out: dict[str, Json] = {name: value for name, value in asked.items() if name != "contact"}
    if isinstance(rows, list):
        kept: list[Json] = [{k: v for k, v in row.items() if k != "contact"} for row in rows if isinstance(row, dict)]
        out["rows"] = kept if len(kept) == len(rows) else rows
    return out


# -- register --------------------------------------------------------------------------------------------------------


def check_register(state: TournamentState, call: ActionCall[RegisterArgs]) -> None:
    if call.args.contact is not None:  # TOU-18.4: kept outside the log
        raise Refused("A contact is never written into the log.", "SYNTAX", "TOU-18.4")
    check_new(state, [_Entry(call.args.name, call.args.kind, call.args.account)])
    check_details(call.args)
    if len(call.args.club) > 60:
        raise Refused("A club's name has at most 60 characters.", "RANGE", "TOU-2.1")
    if "O" not in letters(state, call.actor):
        if call.actor != f"P{len(state.players) + 1}":
            raise Refused("Players act for themselves alone.", "FORBIDDEN", "TOU-2.1")
        if said(call.args):
            raise Refused("Teams, categories and ratings are set by the organiser.", "FORBIDDEN", "TOU-2.16")
        if call.args.kind == "standin":
            raise Refused("Stand-ins are named by the organiser.", "FORBIDDEN", "TOU-2.14")
    check_late(state)


class _Entry:
    def __init__(self, name: str, kind: str, account: str) -> None:
        self.name, self.kind, self.account = name, kind, account


def check_new(state: TournamentState, new: Sequence[_Entry]) -> None:
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


def check_late(state: TournamentState) -> None:
    """TOU-2.10: until round L starts; a final and rounds after L are too late for a first game."""
    if state.phase == "registration" or (state.published_rounds() == 0 and state.options.late_last >= 1):
        return
    last = state.options.late_last
    if first_round(state) > last:
        raise Refused("Entries are accepted until round {last} starts.", "TOO_LATE", "TOU-2.10", last=last)


def first_round(state: TournamentState) -> int:
    """The first round that somebody who enters now could play in."""
    current = state.current
    if current is None:
        return 1
    if current.mode == "arena" and current.state == "running":  # TOU-19.20
        return current.number
    return current.number if current.state in ("drawn", "published") else current.number + 1


def _entered(state: TournamentState) -> int:
    """TOU-2.10: a published round is played by a newcomer only if `repair` or `redraw` seats the newcomer."""
    first, current = first_round(state), state.current
    late = state.edition >= 2 and current is not None and current.state == "published" and current.mode != "arena"
    return first + 1 if late else first


def register(state: TournamentState, call: ActionCall[RegisterArgs]) -> None:
    take(add_player(state, call.args.name, call.args.club, call.args.kind, call.args.account), call.args)


def add_player(state: TournamentState, name: str, club: str, kind: str, account: str = "") -> Player:
    """TOU-2.3: beyond the maximum to the waiting list."""
    full = kind != "standin" and not has_room(state)
    player = Player(
        id=f"P{len(state.players) + 1}",
        name=clean(name),
        club=clean(club),
        kind=kind,
        account=account,
        status="waiting" if full else "entered",
        entered=_entered(state),
    )
    state.players[player.id] = player
    return player


def has_room(state: TournamentState) -> bool:
    """TOU-2.3: whether one more may enter; nobody behind the last place is looked at."""
    entering = (p for p in state.players.values() if p.status in ("entered", "present", "absent") and not p.is_standin)
    return next(islice(entering, state.options.number("players.max") - 1, None), None) is None


def move_up(state: TournamentState) -> None:
    """TOU-2.3: the first of the waiting list takes a place that is free before the draw of round 1."""
    if state.rounds:
        return
    waiting = [player for player in state.players.values() if player.status == "waiting"]
    while waiting and has_room(state):
        waiting.pop(0).status = "entered"


# -- names -----------------------------------------------------------------------------------------------------------


def check_rename(state: TournamentState, call: ActionCall[RenameArgs]) -> None:
    """TOU-2.15: to a name that nobody else has."""
    person, name = call.args.person, call.args.text
    if person not in state.players and person not in state.officials:
        raise Refused("There is no {person}.", "SEATS", "TOU-2.15", person=person)
    check_name(name)
    if person in state.players and any(
        player.key == folded(name) for player in state.players.values() if player.id != person
    ):
        raise Refused("There is already an entry called {name!r}.", "DUPLICATE_NAME", "TOU-2.2", name=name)


def rename(state: TournamentState, call: ActionCall[RenameArgs]) -> None:
    person, name = call.args.person, clean(call.args.text)
    if person in state.players:
        state.players[person].name = name
        state.players[person].key = folded(name)
    else:
        state.officials[person].name = name


# -- presence --------------------------------------------------------------------------------------------------------


def check_own(state: TournamentState, call: ActionCall[PlayerArgs]) -> Player:
    """A player acts for no other player."""
    player = known_player(state, call.args.player)
    by_itself = call.actor == GAME and player.kind == "bot"  # TOU-15.7
    if call.actor != player.id and not by_itself and not set(letters(state, call.actor)) & {"O", "H"}:
        raise Refused("Players act for themselves alone.", "FORBIDDEN", "TOU-2.5")
    return player


def check_checkin(state: TournamentState, call: ActionCall[PlayerArgs]) -> None:
    """TOU-2.5, TOU-2.6: only players entered or absent."""
    check_status(check_own(state, call), ("entered", "absent"), "TOU-2.5")


def check_absent(state: TournamentState, call: ActionCall[PlayerArgs]) -> None:
    check_status(check_own(state, call), ("entered", "present"), "TOU-2.6")


def check_status(player: Player, allowed: Sequence[str], clause: str) -> None:
    if player.status == "expelled":
        raise Refused("{name} has been expelled.", "FORBIDDEN", "TOU-2.11", name=player.name)
    if player.status not in allowed:
        raise Refused("{name} is {status}.", "STATE", clause, name=player.name, status=player.status)


def checkin(state: TournamentState, call: ActionCall[PlayerArgs]) -> None:
    known_player(state, call.args.player).status = "present"


def absent(state: TournamentState, call: ActionCall[PlayerArgs]) -> None:
    known_player(state, call.args.player).status = "absent"


def check_sitout(state: TournamentState, call: ActionCall[SitoutArgs]) -> None:
    """TOU-2.7: before the draw of that round."""
    player = check_own(state, call)
    check_status(player, ("entered", "present", "absent", "waiting"), "TOU-2.7")
    number = call.args.round
    if not 1 <= number <= state.last_round:
        raise Refused("There is no round {round}.", "RANGE", "TOU-2.7", round=number)
    if number <= len(state.rounds):
        raise Refused("Round {round} has been drawn.", "STATE", "TOU-2.7", round=number)


def sitout(state: TournamentState, call: ActionCall[SitoutArgs]) -> None:
    known_player(state, call.args.player).sitouts.add(call.args.round)


# -- withdrawal ------------------------------------------------------------------------------------------------------


def check_withdraw(state: TournamentState, call: ActionCall[WithdrawArgs]) -> None:
    """TOU-2.8: at any time. TOU-14.4: `left=5` when the head referee accepts the reason for leaving a game."""
    player = check_own(state, call)
    check_status(player, ("entered", "waiting", "present", "absent"), "TOU-2.8")
    points = call.args.left
    if points is None:
        return
    if "H" not in letters(state, call.actor):
        raise Refused("Only the head referee accepts a reason for leaving.", "FORBIDDEN", "TOU-14.4")
    if not playing(state, player.id):
        raise Refused("{name} is not playing now.", "STATE", "TOU-14.4", name=player.name)
    most = state.options.number_or_none("gp.max")
    if most is not None and not 0 <= points <= most:
        raise Refused("Points are whole numbers from {low} to {high}.", "RANGE", "TOU-10.6", low=0, high=most)


def playing(state: TournamentState, player: str) -> bool:
    """Whether a player is in the middle of a game."""
    current = state.current
    return bool(current and current.state == "running" and any(t.state == "open" for t in current.tables_of(player)))


def withdraw(state: TournamentState, call: ActionCall[WithdrawArgs]) -> None:
    player = known_player(state, call.args.player)
    player.status = "withdrawn"
    mark = (
        SeatResult(player.id, "left", call.args.left)
        if call.args.left is not None
        else SeatResult(player.id, "forfeit")
    )
    leave(state, player.id, mark)
    move_up(state)


def leave(state: TournamentState, player: str, mark: SeatResult) -> None:
    """TOU-2.8: before the start an absence (TOU-14.2); during a game as it is told; afterwards nothing."""
    current = state.current
    if current is None or current.state not in ("published", "running"):
        return
    for table in current.tables_of(player):
        if current.state == "published":
            table.gone[player] = SeatResult(player, "absent")
        elif table.state == "open":
            table.gone.setdefault(player, mark)


def check_return(state: TournamentState, call: ActionCall[PlayerArgs]) -> None:
    """TOU-2.9, TOU-2.11: an expelled player may not, except by the panel."""
    check_status(check_own(state, call), ("withdrawn", "absent"), "TOU-2.11")


def come_back(state: TournamentState, call: ActionCall[PlayerArgs]) -> None:
    """Back as an entry before the first draw's roll call, as present from then on."""
    player = known_player(state, call.args.player)
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


def drawn_people(state: TournamentState, round: int) -> list[str]:
    """TOU-2.5, TOU-2.7, TOU-3.8: the present players of a round, without stand-ins that `fill` may add."""
    fill = state.options.fill() != "none"
    return [
        player.id
        for player in state.players.values()
        if player.status == "present" and round not in player.sitouts and not (fill and player.is_standin)
    ]


def needed_standins(state: TournamentState, round: int) -> int:
    """TOU-2.14: how many stand-ins this round has."""
    from kotva.tournament.problems import draw_options

    return standins(len(drawn_people(state, round)), state.options.fill(), draw_options(state.options))


def chosen_standins(state: TournamentState, count: int) -> tuple[list[str], int]:
    """The stand-ins of a round: those who have been named first, and how many more must be made."""
    there = [p.id for p in state.players.values() if p.is_standin and p.status in ("entered", "present", "absent")]
    return there[:count], max(0, count - len(there))


def check_new_entries(state: TournamentState, rows: Sequence[Mapping[str, Json]]) -> None:
    """TOU-20.10: an imported list, checked as a whole."""
    for row in rows:
        read_line(row)
    check_new(state, [_Entry(str(row["name"]), str(row.get("kind", "human")), "") for row in rows])
