"""A desk under load: 400 players, 20 officials at once, as a tournament of that size has them.

    python -m benchmarks.desk [--players 400] [--officials 20] [--report]

A server of its own, a list of players, everybody checked in; then the draw, and while the round runs every official looks at the
desk, opens the slip of a table and enters its result, one after the other, all at once. `--report` writes benchmarks/DESK.md.
"""

from __future__ import annotations

import argparse
import http.client
import re
import statistics
import tempfile
import threading
import time
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from benchmarks.report import machine
from benchmarks.servers import HOST, cpu_seconds, kotva_server

REPORT = Path(__file__).with_name("DESK.md")
DESK, DRAW = 0.2, 5.0  # seconds that the desk and the draw may take
PAUSE = 5.0  # seconds that a person takes between two steps


@dataclass
class Browser:
    """Somebody with cookies."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    times: dict[str, list[float]] = field(default_factory=dict)

    def ask(self, what: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """The answer to a request: its status, where it leads, its text; the time is kept under `what`."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=120)
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers |= {"origin": f"http://{HOST}:{self.port}", "accept-language": "en"}
        body = None
        if form is not None:
            body = urlencode(form)
            headers["content-type"] = "application/x-www-form-urlencoded"
        started = time.perf_counter()
        connection.request("GET" if form is None else "POST", path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        self.times.setdefault(what, []).append(time.perf_counter() - started)
        for cookie in answer.headers.get_all("set-cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        connection.close()
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.status} {re.sub('<[^>]*>', ' ', text)[-400:]}")
        return answer.status, urlsplit(answer.headers.get("location") or "").path, text

    def do(self, what: str, tournament: str, text: str, actor: str = "O1", **more: str) -> None:
        key = f"{text}-{actor}-{len(self.times.get(what, []))}"
        self.ask(what, f"{tournament}/do", {"as": actor, "key": key, "back": "", "text": text, **more})


def prepared(desk: Browser, players: int, officials: int) -> tuple[str, list[str]]:
    """A tournament whose players are all here; its address, and the personal links of its officials."""
    desk.ask("form", "/tournaments/new")
    _, place, _ = desk.ask("found", "/tournaments/new", {"name": "Four hundred", "preset": "settlers-cz"})
    tournament = place.removesuffix("/desk")
    names = "name,club\n" + "".join(f"Player {n},Club {n % 20}\n" for n in range(1, players + 1))
    desk.ask("list", f"{tournament}/import/players", {"csv": names, "sure": "1"})
    for n in range(officials):
        desk.do("official", tournament, f"official O{n + 2} role=scorer", name=f"Official {n}")
    desk.ask("all here", f"{tournament}/do", {"as": "O1", "key": "here", "back": "", "form": "everybody"})
    desk.do("close", tournament, "close")
    _, _, page = desk.ask("desk before", f"{tournament}/desk")
    links = re.findall(rf'href="[^"]*({tournament}/as/O\d+/\w+)"', page)
    return tournament, links[1:]


def serve(person: Browser, tournament: str, actor: str, tables: list[tuple[str, list[str], str]]) -> None:
    """An official's part of a round: the desk, a slip, its result."""
    for name, seats, code in tables:
        person.ask("desk", f"{tournament}/desk")
        person.ask("slip", f"{tournament}/slip/{name}/{code}")
        points = {f"raw-{player}": str(10 - 2 * place) for place, player in enumerate(seats)}
        form = {
            "form": "result",
            "op": "report",
            "table": name,
            "end": "won",
            "winner": seats[0],
            "signed": "1",
            **points,
        }
        form |= {"as": actor, "key": f"{name}-{actor}", "back": "", "slip": code}
        person.ask("result", f"{tournament}/do", form)
        time.sleep(PAUSE)


def measure(players: int, officials: int, rounds: int) -> list[tuple[str, list[float]]]:
    with tempfile.TemporaryDirectory() as folder, kotva_server(Path(folder) / "desk.db") as (port, pid):
        desk = Browser(port)
        tournament, links = prepared(desk, players, officials)
        people = [Browser(port) for _ in links]
        for person, link in zip(people, links):
            person.ask("link", link)
        spent = cpu_seconds(pid)
        for number in range(1, rounds + 1):
            desk.do("draw", tournament, f"draw R{number}")
            desk.do("publish", tournament, f"publish R{number}")
            desk.do("start", tournament, f"start R{number}")
            _, _, paper = desk.ask("slips", f"{tournament}/paper/slips?round={number}")
            found = re.findall(r"<article class=\"slip\".*?</article>", unescape(paper), re.DOTALL)
            tables = [
                (
                    f"R{number}.T{at}",
                    re.findall(r"<small>(P\d+)</small>", one),
                    re.findall(r"/slip/R\d+\.T\d+/(\w+)", one)[0],
                )
                for at, one in enumerate(found, 1)
            ]
            threads = [
                threading.Thread(target=serve, args=(person, tournament, f"O{n + 2}", tables[n::officials]))
                for n, person in enumerate(people)
            ]
            for n, thread in enumerate(threads):
                thread.start()
                time.sleep(PAUSE / len(threads) if n + 1 < len(threads) else 0)
            for thread in threads:
                thread.join()
            desk.ask("public page", tournament)
            desk.do("complete", tournament, f"complete R{number}")
        every = [desk, *people]
        out = [(what, [t for one in every for t in one.times.get(what, [])]) for what in ("desk", "slip", "result")]
        out += [(what, desk.times[what]) for what in ("draw", "publish", "start", "public page", "complete")]
        requests = sum(len(times) for _, times in out)
        print(f"{(cpu_seconds(pid) - spent) / requests * 1000:.0f} ms of the server's processor for a request")
        return out


def line(what: str, times: list[float]) -> str:
    times = sorted(times)
    limit = DRAW if what == "draw" else DESK if what in ("desk", "slip", "result") else 0.0
    late = times[min(len(times) - 1, int(len(times) * 0.95))]
    verdict = "" if not limit else "met" if late <= limit else "missed"
    return (
        f"| {what} | {len(times)} | {statistics.median(times) * 1000:.0f} ms | {late * 1000:.0f} ms | {times[-1] * 1000:.0f} ms |"
        f" {f'{limit * 1000:.0f} ms' if limit else ''} | {verdict} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=400)
    parser.add_argument("--officials", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--report", action="store_true")
    given = parser.parse_args()
    found = measure(given.players, given.officials, given.rounds)
    table = [
        "| step | times | median | 95 of 100 within | slowest | limit | |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
        *(line(what, times) for what, times in found),
    ]
    print("\n".join(table))
    if given.report:
        REPORT.write_text(
            f"# A desk with {given.players} players and {given.officials} officials\n\n"
            "Written by `python -m benchmarks.desk --report`; do not edit. Every official looks at the desk, opens a slip\n"
            f"and enters its result, then takes {PAUSE:.0f} seconds for the next table; {given.rounds} rounds, one server\n"
            "process with SQLite. Limits hold for 95 of 100.\n\n"
            f"{machine()}\n\n" + "\n".join(table) + "\n",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
