"""A random tournament: late entries, withdrawals, disputes, stopped games, expulsions, protests, repairs, nonsense."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from random import Random
from typing import Any

from kotva.tournament.actions import ACTIONS
from kotva.tournament.cases import is_open
from kotva.tournament.invariants import check
from kotva.tournament.log import Json, TournamentEntry
from kotva.tournament.options import OPTIONS
from kotva.tournament.presets import PRESETS
from kotva.tournament.refusal import Refused
from kotva.tournament.results import result_args
from kotva.tournament.schedule import start_of
from kotva.tournament.self_running import next_steps
from kotva.tournament.standings import standings
from kotva.tournament.state import Case, Round, TournamentState, TournamentTable, read_time, write_time
from kotva.tournament.tournament import Secrets, act, copy

# Every value of an option that is a word, as it is declared; some values of the others.
WORDS = {name: option.kind.choices for name, option in OPTIONS.items() if option.kind.field == "select"}
SETTINGS: dict[str, tuple[str, ...]] = {
    **WORDS,
    "rounds": ("1", "2", "3", "4"),
    "players.min": ("1", "2", "5"),
    "late.last": ("auto", "0", "2", "9"),
    "table.labels": ("1:blue room,2:garden",),
    "bye.points": ("3", "5/2", "0"),
    "avoid.hard": ("P1-P2", "P1-P2,P3-P4"),
    "avoid.soft": ("P1-P3",),
    "fixed_table": ("P1:1", "P1:2,P2:2"),
    "board.text": ("none",),
    "time.overtime": ("1", "3"),
    "time.turn": ("none", "60"),
    "time.idle": ("none", "2"),
    "confirm.minutes": ("0", "10"),
    "gp.cap": ("10", "none"),
    "gp.win": ("10", "none"),
    "gp.min": ("2", "none"),
    "gp.max": ("22", "none"),
    "points.2": ("4-1",),
    "points.3": ("4-3-2", "5-3-1"),
    "points.4": ("5-3-2-1",),
    "points.5": ("5-4-3-2-1",),
    "points.6": ("6-5-4-3-2-1",),
    "points.7": ("7-6-5-4-3-2-1",),
    "points.8": ("8-7-6-5-4-3-2-1",),
    "grace": ("0", "10"),
    "start": ("09:00", "23:50"),
    "break": ("0", "15"),
    "breaks": ("1:60", "none"),
    "ceremony.gap": ("20",),
    "ceremony.minutes": ("10",),
    "publish.lead": ("0", "5"),
    "break.min": ("5", "0"),
    "shift.step": ("5", "10"),
    "protest.minutes": ("0", "10"),
    "spectators": ("after_round", "live", "delayed:5", "none", "after_game"),
    "rr.boards": ("1", "2"),
    "rr.legs": ("1", "2"),
    "groups": ("1", "2"),
    "team.count": ("0", "2"),
    "place": ("Brno",),
    "date": ("2025-03-01", "2025-03-30"),
    "zone": ("UTC", "Europe/Prague"),
    "languages": ("en,cs",),
    "bye.game_points": ("mean", "7"),
    "nowin.points": ("none", "1"),
    "criteria": ("firsts,pp,gp,success,seconds,thirds,lot", "pp,opp,played,best,lot"),
    "players.max": ("400", "8"),
    "draw": (
        *("random", "swiss", "random,blocks", "random,final", "swiss,final", "random,fixed", "fixed,final"),
        *("random,knockout", "swiss,knockout", "round_robin"),
    ),
    "time.round": ("75", "30", "none"),
}
NAMES = (
    "round table player case text reason end winner seats version option value official role one other minutes seconds "
    "order vote tables subjects absent out in kind rows name club left for slip fixed attempt"
)
# Fives and threes, pairs, larger tables, other games, every format, and the rest of the presets.
SHAPES: tuple[dict[str, str], ...] = (
    {},
    {},
    {},
    {"draw": "random,knockout", "cut": "16,4", "rounds": "2"},
    {"draw": "swiss,knockout", "cut": "8,4,2", "table.size": "2", "table.min": "2", "final.size": "2", "rounds": "2"},
    {"draw": "random,knockout", "cut": "9,3", "table.size": "3", "table.min": "2", "final.size": "3", "rounds": "1"},
    # Hardly anything tells the players apart, so that lots and ranks before decide (TOU-13.2, TOU-19.10, TOU-19.11).
    {"draw": "random,final", "rounds": "2", "criteria": "firsts,lot", "final.others": "play"},
    {"draw": "random,final", "rounds": "1", "criteria": "pp,lot", "final.others": "stop"},
    {"draw": "random,knockout", "cut": "4", "rounds": "1", "criteria": "pp,lot"},
    {"draw": "random,knockout", "cut": "8,4,2", "table.size": "2", "table.min": "2", "rounds": "1", "final.size": "2"},
    {"draw": "fixed", "rounds": "2"},
    {"draw": "knockout", "rounds": "0", "knockout.byes": "true", "knockout.third": "true", "seeding": "rating"},
    {
        "draw": "random,knockout",
        "rounds": "1",
        "table.size": "2",
        "table.min": "2",
        "final.size": "2",
        "knockout.byes": "true",
    },
    {"draw": "random,final", "rounds": "2", "groups": "2", "table.min": "2", "fill": "none"},
    {
        "draw": "round_robin,final",
        "rr.missing": "bye",
        "rr.legs": "1",
        "table.size": "2",
        "table.min": "2",
        "final.size": "2",
    },
    {"draw": "seeded,swiss", "seeding": "entry", "rounds": "2"},
    {
        "draw": "random,swiss",
        "team.boards": "2",
        "fill": "none",
        "table.size": "2",
        "table.min": "2",
        "final.size": "2",
    },
    {"draw": "round_robin", "rounds": "1"},
    {"draw": "random,swiss,final", "rounds": "3", "final.others": "play"},
    {"table.size": "6", "table.min": "4", "players.min": "4", "final.size": "6"},
    {"table.size": "8", "table.min": "2", "table.rule": "full", "final.size": "8"},
    {"game": "hexxi", "table.size": "4", "table.min": "2", "online": "true"},
    {"game": "seameni", "table.size": "3", "table.min": "2", "final.size": "3", "game.options": ""},
    {"game": "triremes", "table.size": "2", "table.min": "2", "final.size": "2", "players.min": "2", "draw": "swiss"},
    {"table.size": "5", "points.5": "5-4-3-2-1"},
    {"table.size": "2", "table.min": "2", "players.min": "2", "final.size": "2"},
    {"table.size": "3", "table.min": "3", "table.rule": "full", "final.size": "3"},
)


class Driver:
    """Plays one tournament from a number; `run` gives its log."""

    def __init__(self, number: int, most: int = 14, **fixed: str) -> None:
        self.number = number
        self.random = Random(f"tournament {number}")
        self.most = most
        self.fixed = {name.replace("__", "."): value for name, value in fixed.items()}  # options that are given
        self.state = TournamentState()
        self.secrets = Secrets(f"seed {number}")
        self.log: list[TournamentEntry] = []
        self.at = "2025-03-01T08:00:00Z"
        self.refused = 0
        self.codes: set[str] = set()
        self.copies: list[tuple[TournamentState, TournamentState]] = []
        self.even = self.random.random() < 0.3  # games of which most are stopped with equal points

    # -- acting ----------------------------------------------------------------------------------------------------

    def act(self, op: str, actor: str = "O1", **args: Any) -> bool:
        """Try an action. A refusal must change nothing; an accepted action must leave a sound state."""
        values: dict[str, Json] = {name.rstrip("_"): value for name, value in args.items()}
        deep = self.random.random() < 0.05
        before = deepcopy(self.state) if deep else None
        seq, hash = self.state.seq, self.state.hash
        try:
            entry = act(self.state, actor, op, values, self.at, self.secrets)
        except Refused as refused:
            self.refused += 1
            self.codes.add(refused.code)
            assert (self.state.seq, self.state.hash) == (seq, hash)
            assert before is None or before == self.state, f"refused, but changed something: {op} {values}"
            return False
        self.log.append(entry)
        check(self.state)
        if deep:  # a copy is equal and has nothing of the original that an action changes
            self.copies.append((copy(self.state), deepcopy(self.state)))
        return True

    def wait(self, minutes: int) -> None:
        self.at = write_time(read_time(self.at) + timedelta(minutes=minutes))

    def pick(self, items: list[str]) -> str:
        return self.random.choice(items) if items else "P1"

    def players(self, *statuses: str) -> list[str]:
        return [p.id for p in self.state.players.values() if not statuses or p.status in statuses]

    # -- the day ---------------------------------------------------------------------------------------------------

    def run(self) -> list[TournamentEntry]:
        self.open()
        for _ in range(4000):
            if self.state.phase in ("finished", "cancelled"):
                break
            if self.random.random() < 0.25:
                self.disturb()
            else:
                self.progress()
        assert self.state.phase in ("finished", "cancelled"), "TOU-1.7: every tournament ends"
        self.close()
        return self.log

    def open(self) -> None:
        shape = SHAPES[self.number % len(SHAPES)]  # so that a few in a row have all of them
        options: dict[str, Json] = {**shape}
        for name, values in SETTINGS.items():
            if self.random.random() < 0.08 and name not in shape:
                options[name] = self.random.choice(values)
        options |= self.fixed
        preset = self.random.choice(["settlers-cz"] * 4 + [name for name in PRESETS if name != "settlers-cz"])
        while not self.act("create", name="Random", preset=preset, options=options):
            del options[
                self.random.choice([name for name in options if name not in self.fixed])
            ]  # two do not go together
        if "round_robin" in self.state.options.words("draw"):
            self.most = min(self.most, 6 if self.state.options.number("table.size") == 2 else 5)
        assert self.act("official", official="O2", name="Head", role="head")
        self.act("official", official="O3", name="Score", role="scorer")
        self.act("open")
        for i in range(self.random.randint(3, self.most)):
            more: dict[str, Any] = {"rating": self.random.randrange(1000, 2000)} if self.random.random() < 0.3 else {}
            club = self.random.choice(["", "Brno", "Plzeň"])
            if self.state.options.number("team.boards") or self.random.random() < 0.2:
                more["team"] = f"Team {i // 2}"
            self.act("register", name=f"Name {i}", club=club, contact=f"tel {i}", **more)
            if self.random.random() < 0.2:
                self.act("describe", player=f"P{i + 1}", category=self.random.choice(["junior", "newcomer,junior", ""]))
        if self.random.random() < 0.6:
            for role in ("panel", "panel", "alternate"):
                self.act("official", official=self.pick(self.players()), role=role, nobody_else=True)
        self.act("close")
        for player in self.players("entered"):
            if self.random.random() < 0.95:
                self.act("checkin", player=player)

    def progress(self) -> None:
        """The next thing an organiser would do."""
        current = self.state.current
        if current is None or current.state == "complete":
            self.before_round()
        elif current.state == "drawn":
            if not self.act("publish", round=current.number):
                self.redraw(current.number)
        elif current.state == "published":
            if self.random.random() < 0.2:
                self.somebody_is_missing(current)
                return
            lead = timedelta(minutes=self.state.options.number("publish.lead"))
            ready = read_time(current.published_at or self.at) + lead
            self.at = max(self.at, write_time(ready), write_time(start_of(self.state, current.number) or ready))
            self.act("start", round=current.number)
        else:
            self.play(current)

    def somebody_is_missing(self, round: Round) -> None:
        """TOU-14.2: repair, redraw, or nothing."""
        for player in self.random.sample(round.seated(), min(len(round.seated()), self.random.randint(1, 2))):
            self.act(self.random.choice(["absent", "withdraw"]), player=player)
        if self.random.random() < 0.3 and self.act("register", name=f"Walk-in {len(self.state.players)}"):
            self.act("checkin", player=f"P{len(self.state.players)}")
        if self.random.random() < 0.8 and not self.act("repair", round=round.number):
            self.redraw(round.number)

    def redraw(self, number: int) -> None:
        """With too few people left somebody says that this was it (TOU-2.13)."""
        if not self.act("redraw", round=number, reason="people are missing", **self.given_tables(number)):
            if self.random.random() < 0.3:
                self.act("redraw", round=number, reason="that was it", finish=True)
            for player in self.players("absent", "entered", "withdrawn"):
                self.act("return", player=player) or self.act("checkin", player=player)

    def decide(self, table: TournamentTable, **more: Any) -> None:
        """A decision of the head referee; now and then somebody protests."""
        where = {"round": table.round, "table": table.number}
        self.act("decide", "O2", **where, **self.result(table, decided=True), text="so be it", **more)
        if self.state.cases and self.random.random() < 0.4:
            case = list(self.state.cases)[-1]
            asked = {**where, **self.result(table, decided=True)} if self.random.random() < 0.5 else {}
            self.act("protest", self.pick(table.seats), case=case, text="unfair", **asked)

    def before_round(self) -> None:
        number = len(self.state.rounds) + 1
        for group in standings(self.state, number - 1).open_lots if number > 1 else ():
            order = list(group)
            self.random.shuffle(order)
            self.act("lot", "O2", round=number - 1, order=order)
        for player in self.players("absent", "entered"):
            if self.random.random() < 0.7:
                self.act("checkin", player=player)
        if self.act("draw", round=number, **self.given_tables(number)):
            return
        if self.state.options.word("online") == "true" and "RANGE" in self.codes:
            self.act("set", option="online", value="false")  # TOU-19.2: the platform cannot play this
        if self.random.random() < 0.2:
            self.act("draw", round=number, finish=True)
        if "INFEASIBLE" in self.codes or "FIXED" in self.codes:
            self.act("set", option="avoid.hard", value="none")
        if self.random.random() < 0.3:
            self.act("register", name=f"Extra {len(self.state.players)}")
            for player in self.players("entered", "absent", "withdrawn"):
                self.act("return", player=player) or self.act("checkin", player=player)
        if self.state.phase == "ready" and self.random.random() < 0.02:
            self.act("cancel", reason="nobody came")

    def given_tables(self, number: int) -> dict[str, Any]:
        """TOU-19.13: the tables of a `fixed` round, as somebody has written them down; now and then wrongly."""
        if self.state.options.mode(number) != "fixed" or self.random.random() < 0.05:
            return {}
        people = [*self.players("present"), *(["P99"] if self.random.random() < 0.05 else [])]
        self.random.shuffle(people)
        size = self.random.randint(2, self.state.options.number("table.size"))
        tables = [people[i : i + size] for i in range(0, len(people), size)]
        return {"fixed": [table for table in tables if len(table) > 1]}

    def play(self, round: Round) -> None:
        waiting = [table for table in round.tables if not table.is_settled]
        cases = [case for case in self.state.cases.values() if is_open(case)]
        if cases and self.random.random() < 0.5:
            self.settle_case(self.random.choice(cases))
        elif not waiting and round.tables and self.random.random() < 0.15:
            table = self.random.choice(round.tables)
            changed = {
                **self.result(table),
                "round": table.round,
                "table": table.number,
                "version": len(table.versions),
            }
            self.act("correct", self.random.choice(["O1", "O2", "O3"]), **changed, reason="misread", ack=True)
        elif not waiting:
            self.act("complete", round=round.number)
        else:
            self.play_table(round, self.random.choice(waiting))

    def play_table(self, round: Round, table: TournamentTable) -> None:
        where = {"round": table.round, "table": table.number}
        if table.state == "disputed":
            self.decide(table)
            return
        if table.state == "reported":
            who = self.pick(table.seats)
            if self.random.random() < 0.15:  # the same again, or something else
                again = self.result(table) if self.random.random() < 0.5 else {**result_args(table.versions[-1])}
                self.act("report", who, **where, **again, ack=True)
            elif self.random.random() < 0.12:
                self.act("dispute", who, **where, text="I had more")
            elif self.random.random() < 0.8:
                self.act("confirm", who, **where, version=len(table.versions))
            else:
                self.wait(10)
                self.act("confirm", "O3", **where, version=len(table.versions), for_=who)
            return
        roll = self.random.random()
        if roll < 0.03:
            self.act("dissolve", "O2", **where, reason="fire", absent=table.seats[:1])
        elif roll < 0.06:
            self.decide(table)
        elif roll < 0.5:
            self.act("report", self.random.choice(["O1", "O3"]), **where, **self.result(table), signed=True, ack=True)
        elif roll < 0.6:
            self.act("report", "E", **where, **self.result(table))
        else:
            self.act("report", self.pick(table.seats), **where, **self.result(table), ack=True)
        if round.minutes is not None and self.random.random() < 0.1:
            self.wait(round.minutes)

    def result(self, table: TournamentTable, decided: bool = False) -> dict[str, Any]:
        """A result that usually passes the checks."""
        low = 8 if self.even else 2
        values: dict[str, str] = {player: str(self.random.randint(low, 9)) for player in table.seats}
        if self.state.options.word("game") != "settlers":  # TOU-1.6, TOU-19.2: any score, and the game's own ranking
            places = [self.random.randint(1, 9) for _ in table.seats]
            values = {p: f"{self.random.randint(-5, 40)}#{place}" for p, place in zip(table.seats, places)}
        for player in table.seats:
            if self.random.random() < 0.04:
                values[player] = self.random.choice(["absent", "forfeit", "left(4)"])
            if player in table.gone:
                mark = table.gone[player]
                values[player] = mark.status + (f"({mark.raw})" if mark.raw is not None else "")
        able = [player for player, value in values.items() if value[-1].isdigit()]
        out: dict[str, Any] = {"end": "won"}
        roll = self.random.random()
        if not able or (decided and roll < 0.3):
            out = {"end": "adjudicated"}
        elif roll < (0.7 if self.even else 0.3):
            out = {"end": "time"}
        else:
            out["winner"] = self.pick(able)
            values[out["winner"]] = str(self.random.randint(10, 12))
        out["seats"] = [[player, value] for player, value in values.items()]
        return out

    def settle_case(self, case: Case) -> None:
        if case.state == "panel":
            waiting = [member for member in case.panel if member not in case.votes]
            self.act("vote", self.pick(waiting), case=case.id, vote=self.random.choice(["keep", "change"]))
            return
        for place in case.tables:
            table = self.state.table(place)
            if table is not None and (table.state == "disputed" or not case.carried_out):
                self.decide(table, case=case.id)
                return
        if not self.act("decide", "O2", case=case.id, text="noted"):
            self.act("proceed", "O2", case=case.id)

    def disturb(self) -> None:
        """Something that happens."""
        current = self.state.current
        number = len(self.state.rounds)
        tables = current.tables if current else []
        table = self.random.choice(tables) if tables else None
        where = {"round": table.round, "table": table.number} if table else {"round": 1, "table": 1}
        anyone, seat = self.pick(self.players()), self.pick(table.seats if table else [])
        two = self.random.sample(current.seated(), 2) if current and len(current.seated()) > 1 else ["P1", "P2"]
        case = self.pick(list(self.state.cases))
        version = len(table.versions) if table else 0
        correction = {**where, **self.result(table)} if table else {}
        things: list[Callable[[], object]] = [
            lambda: self.act("withdraw", anyone, player=anyone),
            lambda: self.act("withdraw", "O2", player=anyone, left=5),
            lambda: self.act("absent", player=anyone),
            lambda: self.act("return", player=anyone),
            lambda: self.act("checkin", player=anyone),
            lambda: self.act("sitout", anyone, player=anyone, round=number + 1),
            lambda: self.act("register", name=f"Late {len(self.state.players)}"),
            lambda: self.act("register", f"P{len(self.state.players) + 1}", name=f"Self {len(self.state.players)}"),
            lambda: self.act("expel", "O2", player=anyone, text="cheating") if self.random.random() < 0.3 else None,
            lambda: self.act("warn", "O2", player=anyone, text="loud"),
            lambda: self.act(
                "case", anyone, tables=[f"R{where['round']}.T{where['table']}"], subjects=[seat], text="hm"
            ),
            lambda: self.act("protest", anyone, case=case, text="unfair"),
            lambda: self.act("dispute", seat, **where, text="no"),
            lambda: self.act(
                "correct", self.random.choice(["O1", "O2"]), **correction, version=version, reason="x", ack=True
            ),
            lambda: self.act("swap", "O2", round=number, one=two[0], other=two[1], reason="friends"),
            lambda: self.act("reseat", "O2", round=number, one=two[0], other=two[1], reason="as played"),
            lambda: self.act("repair", round=number),
            lambda: self.act("redraw", round=number, reason="again"),
            lambda: self.act("newboard", "O2", round=number),
            lambda: self.act("first", seat, **where, player=seat),
            lambda: self.act("pause", round=number) and self.act("resume", round=number),
            lambda: self.act("outage", "E", round=number, since=self.state.last_at),
            lambda: [self.act(op, "E", **args) for op, args in next_steps(self.state, read_time(self.state.last_at))],
            lambda: self.act("extend", "O2", **where, minutes=5),
            lambda: self.act("turnlimit", "O2", round=number, seconds=90),
            lambda: self.act("shift", "O2", round=number + 1, minutes=10),
            lambda: self.act("set", option="time.round", value="40"),
            lambda: (
                self.act("set", "O2", option="rounds", value=str(max(1, number)))
                if self.random.random() < 0.2
                else None
            ),
            lambda: self.act("set", option="avoid.soft", value="P1-P2"),
            lambda: self.act("standings", round=max(1, number - 1)),
            lambda: self.act("backup"),
            self.nonsense,
        ]
        self.random.choice(things)()

    def nonsense(self) -> None:
        """Any action by anybody with any arguments: refused or sound, never an error of another kind."""
        pool: list[Any] = [
            *(
                None,
                True,
                -1,
                0,
                1,
                2,
                3,
                10**9,
                "",
                "P1",
                "P2",
                "O1",
                "C1",
                "R1.T1",
                "won",
                "time",
                "x" * 3000,
                [],
                {},
            ),
            *([["P1", "10"]], ["P1"], [1], {"a": 1}, "rounds", "4", "keep", "head", "\ud800", [["P1"]], "12:30"),
        ]
        names = NAMES.split()
        args = {name: self.random.choice(pool) for name in self.random.sample(names, self.random.randint(0, 10))}
        if self.random.random() < 0.7:
            args["round"] = len(self.state.rounds)
        op = self.random.choice([*ACTIONS, "teleport"])
        if op in ("cancel", "archive"):
            return
        self.act(op, self.random.choice(["O1", "O2", "O3", "P1", "P2", "E", "X9", ""]), **args)

    def close(self) -> None:
        """Decide what is open, wait, archive."""
        for _ in range(60):
            if self.state.phase != "finished":
                return
            self.wait(20)
            cases = [case for case in self.state.cases.values() if is_open(case)]
            tables = [t for round in self.state.rounds for t in round.tables if t.state == "disputed"]
            if cases:
                self.settle_case(cases[0])
            elif tables:
                self.play_table(self.state.rounds[tables[0].round - 1], tables[0])
            elif self.act("archive"):
                return
        raise AssertionError("TOU-1.7: it could not be archived")
