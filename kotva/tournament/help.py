"""What every option means, in a line for the organiser (section 10); a word in quotation marks is one of its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kotva.engine.say import N_

# The parts of the form, each with its options in the order in which people think of them.
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    N_("What is played"): ("game", "game.options", "rounds", "draw", "online", "auto"),
    N_("Place and time"): (
        *("place", "date", "zone", "start", "break", "breaks", "publish.lead", "break.min", "shift.step"),
        *("ceremony.gap", "ceremony.minutes", "languages"),
    ),
    N_("Players"): ("players.min", "players.max", "rollcall", "late.last", "fill", "grace"),
    N_("Tables"): (
        *("table.size", "table.min", "table.rule", "table.labels", "fixed_table", "seat.mode"),
        *("short.rule", "short.tie", "short.key"),
    ),
    N_("Draw"): (
        *("avoid.hard", "avoid.soft", "avoid.club", "swiss.priority", "final.size", "final.others", "cut"),
        *(
            "rr.boards",
            "rr.legs",
            "rr.missing",
            "team.boards",
            "team.count",
            "avoid.team",
            "seeding",
            "groups",
            "knockout.byes",
            "knockout.third",
        ),
        *("salt", "lot.mode"),
    ),
    N_("Board and first player"): ("board.mode", "board.text", "start.mode"),
    N_("The clock"): ("time.round", "time.overtime", "time.count", "time.turn", "time.idle"),
    N_("Results"): (
        *("confirm", "confirm.minutes", "protest.minutes", "gp.cap", "gp.win", "gp.min", "gp.max"),
        "stopped.first",
    ),
    N_("Points and standings"): (
        *(f"points.{size}" for size in range(2, 9)),
        *("tie.rule", "nowin.points", "bye.points", "bye.game_points", "success.mode", "criteria"),
    ),
    N_("Who sees what"): ("standings.public", "spectators", "csv.delimiter"),
}

_POINTS: Final = N_("Place points at a table of so many, best place first")
HELP: Final[Mapping[str, str]] = {
    "rounds": N_("How many rounds everybody plays"),
    "players.min": N_("With fewer players present round 1 is not drawn"),
    "players.max": N_("Entries after that many wait for a place"),
    "rollcall": N_("Who is here is asked once (“first”) or before every round (“every”)"),
    "late.last": N_("The last round before whose start new players may enter; “auto” is the first half"),
    "fill": N_("Stand-ins: “none”, as few as avoid byes (“min”), or until all tables are full (“full”)"),
    "table.size": N_("Players at a full table"),
    "table.min": N_("Players at the smallest table"),
    "table.rule": N_("Sizes as even as possible (“even”), or full tables first (“full”)"),
    "table.labels": N_("Names of tables, as number:name"),
    "bye.points": N_("Place points for a round without a game"),
    "bye.game_points": N_("Game points for a round without a game; “mean” is the average of the round"),
    "short.rule": N_(
        "Small tables are for the fewest points: always (“hard”), unless it costs a rematch (“soft”), or by lot (“lot”)"
    ),
    "short.tie": N_("Equal points at the limit: avoid rematches (“optimise”) or by the standings (“standing”)"),
    "short.key": N_("Fewest points means place points (“points”) or the worst rank (“rank”)"),
    "salt": N_("Dice thrown before the players, added to the seed; once, before the first draw"),
    "lot.mode": N_(
        "Lots in the standings come from the seed (“seeded”), or the head referee draws them by hand (“manual”)"
    ),
    "avoid.hard": N_("Pairs who never sit at one table"),
    "avoid.soft": N_("Pairs who meet only where nothing is lost by it"),
    "avoid.club": N_("Members of one club are such pairs, too"),
    "fixed_table": N_("Players who always sit at the same table number"),
    "seat.mode": N_("Seats by lot (“lot”), so that everybody changes seats (“balanced”), or best rank first (“rank”)"),
    "board.mode": N_(
        "One board for all tables of a round (“same”), one for each table (“own”), or the one below (“fixed”)"
    ),
    "board.text": N_("Your own board, as the game writes it"),
    "start.mode": N_("Who begins: by “dice”, seat 1 (“seat1”), or the best of the table chooses (“choice”)"),
    "time.round": N_("Minutes for a round; “none”: no limit"),
    "time.overtime": N_("Rounds of turns that are still played when the time is over"),
    "time.count": N_(
        "They are counted after the current round of turns (“complete_round”), or from the current turn (“from_current”)"
    ),
    "time.turn": N_("Seconds for a turn once the time is over; “none”: no limit"),
    "time.idle": N_("Online: minutes for each turn, then the platform decides; “none”: no limit"),
    "confirm": N_(
        "Who must agree with a player's report: “all” others, more than half (“majority”), “one” other, or nobody (“none”)"
    ),
    "confirm.minutes": N_("After so many minutes an official may confirm for somebody who does not answer"),
    "gp.cap": N_("Game points count up to this"),
    "gp.win": N_("A winner has at least so many game points"),
    "gp.min": N_("Nobody who played to the end has fewer game points"),
    "gp.max": N_("Nobody can have more game points"),
    "tie.rule": N_(
        "Equal places: the next one follows (“dense”), the better counts (“best”), the worse (“worst”), or they share (“share”)"
    ),
    "nowin.points": N_("Place points for everybody where nobody won; “none”: by places"),
    "stopped.first": N_("Shared first places of stopped games count as first places (“count”), or do not (“nocount”)"),
    "success.mode": N_("Share of the table's points (“share”), or scaled for smaller tables (“scaled”)"),
    "criteria": N_("What decides the standings, in this order"),
    "standings.public": N_(
        "Standings are public “always”, not in the last round (“until_last”), or only at the end (“final”)"
    ),
    "grace": N_(
        "Minutes a table waits for a missing player once its clock runs; then it begins, and that player is absent"
    ),
    "start": N_("When the first round starts"),
    "break": N_("Minutes between two rounds"),
    "breaks": N_("Longer breaks, as round:minutes"),
    "ceremony.gap": N_("Minutes from the last round to the announcement"),
    "ceremony.minutes": N_("Minutes of the announcement"),
    "publish.lead": N_("The draw is published so many minutes before the start"),
    "break.min": N_("The shortest break after a round that ends late"),
    "shift.step": N_("A later start is rounded up to so many minutes"),
    "protest.minutes": N_("Minutes for a protest against a decision"),
    "spectators": N_(
        "Watching online: nobody (“none”), “after_round”, “after_game”, minutes later (“delayed:5”), or “live”"
    ),
    "draw": N_("How rounds are drawn, one word for each round; the last word is used for all further rounds"),
    "swiss.priority": N_("Swiss: first no rematches (“avoid”), or first equal strength (“strength”)"),
    "final.size": N_("How many play in the final"),
    "final.others": N_("The others “stop” or “play” on during the final"),
    "cut": N_("How many are in each stage of the knockout"),
    "rr.boards": N_("Round robin: boards on which everybody meets"),
    "rr.legs": N_("Round robin for two: how often everybody meets"),
    "team.boards": N_("Teams play against teams at so many tables; 0: everybody plays alone"),
    "team.count": N_("The points of so many members count for a team; 0: of all"),
    "avoid.team": N_("Members of one team meet only where nothing is lost by it"),
    "rr.missing": N_(
        "Who is missing in a round robin: the schedule is made anew (“replan”), or the opponent rests (“bye”)"
    ),
    "seeding": N_("The order before the first round: by “lot”, by “entry”, or by “rating”"),
    "groups": N_("So many groups play among themselves before a final"),
    "knockout.byes": N_("The best seeded rest in the first stage of a knockout, so that later ones are full"),
    "knockout.third": N_("Beside the final of a knockout the third place is played"),
    "online": N_("Games are played here, or around real tables"),
    "auto": N_("Online: rounds are drawn and started by themselves, on time"),
    "csv.delimiter": N_("What stands between the columns of exported tables"),
    "place": N_("Where it is held"),
    "date": N_("The day it is held"),
    "zone": N_("The time zone of all times"),
    "languages": N_("Languages of printed pages"),
    "game": N_("The game that is played"),
    "game.options": N_("Options of the game, as name=value"),
    **{f"points.{size}": _POINTS for size in range(2, 9)},
}
