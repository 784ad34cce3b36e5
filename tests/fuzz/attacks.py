"""The attacks: each prepares what it needs as an ordinary visitor, and says what is sent then.

One address for each attack, unless a crowd is its point.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, Final
from urllib.parse import urlencode

import httpx

from tests.fuzz.load import Load
from tests.fuzz.records import ODD, WORDS

FORM: Final = {"content-type": "application/x-www-form-urlencoded"}
Asked = tuple[str, str, str, dict[str, str]]


class Stranger:
    """A visitor from an own address, with a cookie that the server gave."""

    def __init__(self, port: int, address: str) -> None:
        self.address = address
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{port}", headers={"x-forwarded-for": address}, timeout=60
        )
        self.client.get("/about")
        self.cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        self._keys = count()

    def get(self, path: str, **headers: str) -> Asked:
        return "GET", path, "", {"cookie": self.cookie, **headers}

    def post(self, path: str, body: str = "", **headers: str) -> Asked:
        return "POST", path, body, {"cookie": self.cookie, **headers}

    def form(self, path: str, **fields: str) -> Asked:
        return "POST", path, urlencode(fields), {"cookie": self.cookie, **FORM}

    def new(self, game: str = "bosman", kinds: str = "me me", **more: str) -> str:
        """A table."""
        seats = kinds.split()
        fields = {"seats": str(len(seats)), **{f"kind-{n}": kind for n, kind in enumerate(seats)}, **more}
        made = self.client.post(f"/new/{game}", data=fields)
        assert made.status_code == 303, made.text[:300]
        return str(made.headers["location"]).removeprefix("/table/")

    def look(self, table: str, **query: int) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/api/tables/{table}", params=query).json()
        return found

    def turn(self, table: str) -> dict[str, Any]:
        """The table, through the eyes of the own seat that has to act."""
        packet = self.look(table)
        return self.look(table, eyes=packet["handover"]) if "handover" in packet else packet

    def play(self, table: str, moves: int) -> int:
        """So many moves, each the first that is offered; how many were made."""
        for number in range(moves):
            packet = self.turn(table)
            if not packet.get("choices"):
                return number
            action = packet["choices"][-1]["action"]
            body = {
                "action": action,
                "seat": packet["seat"],
                "seen": packet["seq"],
                "key": f"honest-{next(self._keys):06d}",
            }
            self.client.post(f"/api/tables/{table}/moves", json=body)
        return moves

    def cup(self, players: int = 0, *, online: bool = False, begun: bool = False, **options: str) -> str:
        """A tournament of the own, with so many players."""
        fields = {"name": "Cup", "zone": "UTC", "date": "2020-01-01", "start": "00:01", **options}
        made = self.client.post("/tournaments/new", data=fields | ({"online": "true"} if online else {}))
        assert made.status_code == 303, made.text[:300]
        cup = str(made.headers["location"]).split("/")[2]
        self.do(cup, text="set publish.lead=0")
        if online:
            for n in range(players):
                self.do(cup, form="register", name=f"easy ({n})", kind="bot")
        elif players:
            rows = "name\n" + "".join(f"Player {n}\n" for n in range(players))
            taken = self.client.post(f"/t/{cup}/import/players", data={"csv": rows, "sure": "1"})
            assert taken.status_code == 303, taken.text[:300]
        if begun:
            for n in range(players):
                self.do(cup, text=f"checkin P{n + 1}")
            for step in ("close", "draw R1", "publish R1", "start R1"):
                self.do(cup, text=step)
        return cup

    def do(self, cup: str, **fields: str) -> None:
        data = {"as": "O1", "key": f"key-{next(self._keys)}", "back": f"/t/{cup}/desk", **fields}
        answer = self.client.post(f"/t/{cup}/do", data=data)
        assert answer.status_code == 303, answer.text[-600:]


@dataclass(frozen=True, slots=True)
class Attack:
    """What somebody may try."""

    name: str
    about: str
    prepare: Callable[[Stranger, Random], Load]


ATTACKS: Final[list[Attack]] = []


def attack(about: str) -> Callable[[Callable[[Stranger, Random], Load]], Callable[[Stranger, Random], Load]]:
    def add(prepare: Callable[[Stranger, Random], Load]) -> Callable[[Stranger, Random], Load]:
        ATTACKS.append(Attack(prepare.__name__.replace("_", " "), about, prepare))
        return prepare

    return add


# -- those of the first look -------------------------------------------------------------------------------------------


@attack("restores of an online tournament whose bots would think for days")
def poisoned_backups(eve: Stranger, chance: Random) -> Load:
    cup = eve.cup(6, online=True, begun=True)
    for _ in range(100):  # its tables are set up when the round has begun
        backup = eve.client.get(f"/t/{cup}/export/backup.json").json()
        if "games" in backup["private"]:
            break
        time.sleep(0.2)
    for number, game in enumerate(backup["private"]["games"].values()):
        game["bots"] = (
            dict.fromkeys(game["bots"], "mcts:999999s" if number else "") if game.get("bots") else game.get("bots")
        )
    return Load(
        [eve.post("/tournaments/restore", json.dumps(backup), **{"content-type": "application/json"})], connections=4
    )


@attack("sheets of 200 players as a page, four at a time")
def long_pages(eve: Stranger, chance: Random) -> Load:
    cup = eve.cup(200)
    return Load([eve.get(f"/t/{cup}/paper/players"), eve.get(f"/t/{cup}/paper/players?by=name")], connections=4)


@attack("a board for each of many tables as PDF, sixty at once")
def long_files(eve: Stranger, chance: Random) -> Load:
    cup = eve.cup(60, game="settlers")
    eve.do(cup, text="set board.mode=own")
    for n in range(60):
        eve.do(cup, text=f"checkin P{n + 1}")
    for step in ("close", "draw R1", "publish R1", "start R1"):
        eve.do(cup, text=step)
    return Load([eve.get(f"/t/{cup}/paper/board.pdf?round={n}") for n in range(60)], connections=60)


@attack("hints at sixty tables at once")
def many_hints(eve: Stranger, chance: Random) -> Load:
    tables = [eve.new("hexxi", "me hard") for _ in range(60)]
    return Load([eve.get(f"/api/tables/{table}/hint") for table in tables], connections=60)


@attack("codes of slips by HEAD")
def guessed_slips(eve: Stranger, chance: Random) -> Load:
    cup = eve.cup(12, begun=True)
    codes = [f"{chance.getrandbits(40):010x}" for _ in range(500)]
    return Load([("HEAD", f"/t/{cup}/slip/R1.T1/{code}", "", {}) for code in codes], connections=10)


@attack("/health, deep, forty at a time")
def deep_health(eve: Stranger, chance: Random) -> Load:
    return Load([eve.get("/health?deep")], connections=40)


@attack("why, with twelve items, forty at a time")
def long_whys(eve: Stranger, chance: Random) -> Load:
    table = eve.new("hexxi", "me me")
    items = [item["id"] for item in eve.turn(table)["scene"]["items"] if "id" in item]
    asked = [",".join(chance.choices(items, k=12)) for _ in range(300)]
    return Load([eve.get(f"/api/tables/{table}/why?eyes=0&items={one}") for one in asked], connections=40)


@attack("reviews of twenty-five games")
def many_reviews(eve: Stranger, chance: Random) -> Load:
    moves = ["0 resign"]
    record = {"kotva": 1, "game": "triremes", "rules": "1.0", "seats": 2, "options": {"setup": "auto"}, "moves": moves}
    loaded = [eve.client.post("/api/replays", content=json.dumps({**record, "note": n})) for n in range(3)]
    names = [one.json()["link"].removeprefix("/replay/") for one in loaded if one.status_code == 201]
    for _ in range(3):
        table = eve.new("bosman", "me me", **{"option-turn_limit": "20"})
        eve.play(table, 60)
        names.append(table)
    return Load([eve.get(f"/api/reviews/{name}") for name in names], connections=25)


@attack("entries into a tournament, from many browsers")
def fake_entries(eve: Stranger, chance: Random) -> Load:
    cup = eve.cup()
    data = [urlencode({"form": "register", "name": f"Nobody {n}", "key": f"k{n}"}) for n in range(2000)]
    return Load([("POST", f"/t/{cup}/do", one, FORM) for one in data], connections=10)


@attack("rematches of one table")
def rematches(eve: Stranger, chance: Random) -> Load:
    table = eve.new("bosman", "me easy")
    return Load([eve.form(f"/table/{table}/again")], connections=10)


@attack("addresses and numbers that once failed")
def old_failures(eve: Stranger, chance: Random) -> Load:
    table, cup = eve.new(), eve.cup()
    clock = json.dumps({"kind": "extend", "calls": 0}).replace("}", ', "seconds": ' + "9" * 400 + "}")
    below = json.dumps({"kind": "pause", "calls": -5})
    return Load(
        [
            eve.get(f"/t/{cup}/as/O1/%C3%A9"),
            eve.post("/table/%E2%82%AC/away"),
            eve.post(f"/api/tables/{table}/clock", clock),
            eve.post(f"/api/tables/{table}/clock", below),
            eve.get(f"/table/{table}/leave", cookie="kotva_seat=" + "q" * 43),
        ]
    )


@attack("20,000 requests that no page sends")
def strange_requests(eve: Stranger, chance: Random) -> Load:
    table, cup = eve.new(), eve.cup()
    made: list[Asked] = []
    for _ in range(600):
        path = chance.choice(
            (f"/api/tables/{table}", f"/t/{cup}/do", "/api/replays", f"/table/{table}/sit", "/new/hexxi", "/x")
        )
        names = chance.sample(["action", "seat", "seen", "key", "name", "moves", "kotva", "game", "text", "as"], 4)
        try:
            body = json.dumps({name: chance.choice((*ODD, *WORDS)) for name in names})
        except ValueError:
            body = "{"
        made.append(eve.post(path + chance.choice(("", "/moves", "?eyes=²", "/%00")), body))
    return Load(made, connections=10)


# -- more --------------------------------------------------------------------------------------------------------------


@attack("headers that come a byte at a time, on 250 connections")
def slow_headers(eve: Stranger, chance: Random) -> Load:
    return Load([eve.get("/", **{"x-long": "a" * 3000})], mode="hold", connections=250)


@attack("bodies that come a byte at a time, on 250 connections")
def slow_bodies(eve: Stranger, chance: Random) -> Load:
    return Load([eve.post("/api/replays", "{" + " " * 3000)], mode="hold", connections=250)


@attack("answers that are read a few bytes at a time, on 200 connections")
def slow_readers(eve: Stranger, chance: Random) -> Load:
    return Load([eve.get("/rules/settlers")], mode="sip", connections=200)


@attack("280 sockets that ask for nothing")
def silent_sockets(eve: Stranger, chance: Random) -> Load:
    table = eve.new()
    return Load(
        [("GET", f"/api/tables/{table}/socket", "", {"cookie": eve.cookie})], mode="talk", connections=280, rate=400
    )


@attack("illegal moves over 20 sockets")
def socket_moves(eve: Stranger, chance: Random) -> Load:
    table = eve.new("settlers", "me me me")
    said = json.dumps({"type": "move", "action": "end", "seat": 0, "seen": 0, "key": "a" * 16})
    return Load(
        [("GET", f"/api/tables/{table}/socket", said, {"cookie": eve.cookie})], mode="talk", connections=20, rate=3000
    )


@attack("garbage over 20 sockets")
def socket_garbage(eve: Stranger, chance: Random) -> Load:
    table = eve.new()
    said = "[" * 5000
    return Load(
        [("GET", f"/api/tables/{table}/socket", said, {"cookie": eve.cookie})], mode="talk", connections=20, rate=1000
    )


@attack("sockets that are opened and closed")
def knocking(eve: Stranger, chance: Random) -> Load:
    table = eve.new("settlers", "me me me")
    return Load([("GET", f"/api/tables/{table}/socket", "", {"cookie": eve.cookie})], mode="knock", connections=20)


@attack("previews of everything, twenty at a time")
def previews(eve: Stranger, chance: Random) -> Load:
    table = eve.new("triremes", "me me", **{"option-setup": "auto"})
    actions = [choice["action"] for choice in eve.turn(table)["choices"]]
    asked = [urlencode({"action": action, "eyes": 0, "n": n}) for n in range(10) for action in actions[:100]]
    return Load([eve.get(f"/api/tables/{table}/preview?{one}") for one in asked], connections=20)


@attack("statistics and things of a large game")
def statistics(eve: Stranger, chance: Random) -> Load:
    table = eve.new("settlers", "me me me me")
    eve.play(table, 40)
    paths = (
        f"/api/tables/{table}/statistics",
        f"/api/tables/{table}/about?item=hex-1",
        f"/api/tables/{table}/about?item=x",
    )
    return Load([eve.get(path) for path in paths], connections=20)


@attack("every moment of a long game")
def look_backs(eve: Stranger, chance: Random) -> Load:
    table = eve.new("settlers", "me me me me")
    eve.play(table, 80)
    seq = eve.look(table)["seq"]
    return Load([eve.get(f"/api/tables/{table}?at={n}") for n in range(seq)], connections=20)


@attack("records of a megabyte that take long to replay")
def long_records(eve: Stranger, chance: Random) -> Load:
    record = {"kotva": 1, "game": "settlers", "rules": "1.0", "seats": 4, "moves": ["0 offer " + "wood>" * 150_000]}
    nested = '{"kotva": 1, "game": "bosman", "moves": ' + "[" * 900 + "]" * 900 + "}"
    many = json.dumps({"kotva": 1, "game": "bosman", "rules": "1.0", "seats": 2, "moves": ["0 keep"] * 80_000})
    return Load([eve.post("/api/replays", body) for body in (json.dumps(record), nested, many)], connections=8)


@attack("tables full of hard bots")
def bot_tables(eve: Stranger, chance: Random) -> Load:
    fields = {"seats": "4", "kind-0": "me", **{f"kind-{n}": "hard" for n in (1, 2, 3)}}
    return Load([eve.form("/new/settlers", **fields)], connections=10)


@attack("lessons begun over and over")
def lessons(eve: Stranger, chance: Random) -> Load:
    page = eve.client.get("/lessons/bosman").text
    paths = [part.split('"')[0] for part in page.split('action="')[1:] if part.startswith("/lessons/")]
    assert paths
    return Load([eve.form(path) for path in paths], connections=10)


@attack("rulebooks and how-to pages, forty at a time")
def long_reads(eve: Stranger, chance: Random) -> Load:
    games = ("settlers", "triremes", "hexxi", "bosman", "seameni")
    paths = [f"/{what}/{game}" for what in ("rules", "learn", "new", "lessons") for game in games]
    return Load([eve.get(path, **{"accept-encoding": "gzip"}) for path in paths], connections=40)


@attack("all scripts and styles, forty at a time")
def static_files(eve: Stranger, chance: Random) -> Load:
    paths = [f"/static/js/{name}.js" for name in ("table", "choosing", "acting", "past", "review")] + [
        "/look.css",
        "/static/icon.svg",
    ]
    return Load([eve.get(path, **{"accept-encoding": "gzip"}) for path in paths], connections=40)


@attack("the description of the API, twenty at a time")
def descriptions(eve: Stranger, chance: Random) -> Load:
    return Load([eve.get("/api/openapi.json")], connections=20)


@attack("maps to be checked")
def map_checks(eve: Stranger, chance: Random) -> Load:
    maps = ["~" * 200 + ("\n" + "".join(chance.choices("~.#AB123 ", k=200))) * 150 for _ in range(20)]
    return Load([eve.post("/api/games/triremes/map/check", json.dumps({"text": one})) for one in maps], connections=20)


@attack("a draw of 120 players, asked for over and over")
def large_draws(eve: Stranger, chance: Random) -> Load:
    cup = eve.cup(120)
    for n in range(120):
        eve.do(cup, text=f"checkin P{n + 1}")
    eve.do(cup, text="close")
    texts = [("draw R1", n) for n in range(400)]
    sent = [eve.form(f"/t/{cup}/do", **{"as": "O1", "key": f"d{n}", "text": text, "back": "/"}) for text, n in texts]
    return Load(sent, connections=4)


@attack("lists of 500 players, imported over and over")
def imports(eve: Stranger, chance: Random) -> Load:
    cup = eve.cup()
    rows = "name,club\n" + "".join(f"Player {n},Club {n % 7}\n" for n in range(500))
    sent = [eve.form(f"/t/{cup}/import/players", key=f"i{n}", csv=rows, sure="1") for n in range(100)]
    return Load(sent, connections=8)


@attack("backups of a tournament of the own, each noted in its log")
def backups(eve: Stranger, chance: Random) -> Load:
    cup = eve.cup(100)
    return Load([eve.get(f"/t/{cup}/export/backup.json")], connections=10)


@attack("300 looks at the honest player's table a second, from 30 addresses")
def onlookers(eve: Stranger, chance: Random) -> Load:
    addresses = [f"203.0.113.{n}" for n in range(100, 130)]
    return Load([("GET", "{honest}", "", {})], connections=30, rate=300, addresses=addresses)


@attack("clocks stopped and started")
def clock_calls(eve: Stranger, chance: Random) -> Load:
    table = eve.new("bosman", "me me", clock="move")
    calls = [json.dumps({"kind": kind, "calls": n}) for n in range(50) for kind in ("pause", "resume")]
    return Load([eve.post(f"/api/tables/{table}/clock", call) for call in calls], connections=10)


# -- what is slow to read ------------------------------------------------------------------------------------------------


@attack("cookies of 60 KB of backslashes, twenty at a time")
def long_cookies(eve: Stranger, chance: Random) -> Load:
    return Load([eve.get("/about", cookie='a="' + "\\\\" * 30_000 + '"')], connections=20)


@attack("forms of hundreds of thousands of fields, eight at a time")
def long_forms(eve: Stranger, chance: Random) -> Load:
    bodies = ("a&" * 450_000, "a=" + "%41" * 80_000, "a=1&" * 4900)
    return Load([eve.post("/sign-in", body, **FORM) for body in bodies], connections=8)


@attack("wrong passwords at many names")
def wrong_passwords(eve: Stranger, chance: Random) -> Load:
    names = [f"Nobody {chance.getrandbits(30)}" for _ in range(400)]
    return Load([eve.form("/sign-in", name=name, password="a wrong password") for name in names], connections=10)


@attack("searches of the archive")
def searches(eve: Stranger, chance: Random) -> Load:
    asked = [
        {"name": chance.choice("abcdefgh") * 3, "since": "0001-01-01", "most": str(n), "result": "won"}
        for n in range(200)
    ]
    return Load([eve.get(f"/archive?{urlencode(one)}") for one in asked], connections=20)


@attack("lobbies with tables of the own, forty at a time")
def lobbies(eve: Stranger, chance: Random) -> Load:
    for _ in range(20):
        eve.new("bosman", "me open", access="public")
    return Load([eve.get("/"), eve.get("/lobby"), eve.get("/api/next")], connections=40)
