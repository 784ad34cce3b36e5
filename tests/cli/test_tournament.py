"""`kotva tournament` as an organiser uses it, and what is left of it when its process is killed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from kotva.cli.tournament import tournament
from kotva.cli.tournament.file import TournamentFile
from kotva.engine.errors import KotvaError
from kotva.engine.say import Say
from kotva.tournament.actions import ACTIONS
from kotva.tournament.refusal import Refused

AT = "2025-03-01T09:00:00Z"


def kotva(*arguments: str | Path) -> tuple[int, str]:
    """The exit code and everything that was printed."""
    done = CliRunner().invoke(tournament, [str(a) for a in arguments], env={"COLUMNS": "160", "LANG": "C.UTF-8"})
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


def made(path: Path, *players: str) -> Path:
    file = path / "day.tour"
    assert kotva("new", file, "Osada", "--seed", "osada", "-o", "zone=UTC", "-o", "start=12:30", "--at", AT)[0] == 0
    assert kotva("add", file, *players, "--at", AT)[0] == 0
    return file


def test_every_action_is_listed_with_what_it_does() -> None:
    """Section 7: the list follows from the records of the actions."""
    code, told = kotva("actions", "--lang", "cs")
    assert code == 0
    for action in ACTIONS.values():
        assert not action.example or action.example in told
        assert not action.example or f"{Say('cs', 'tournament')(action.help)} (" in told


def test_a_day(tmp_path: Path) -> None:
    file = made(tmp_path, *(f"P{i}" for i in range(1, 11)))
    assert "10 players are present" in kotva("checkin", file, "--all", "--at", AT)[1]
    code, text = kotva("draw", file, "--publish", "--at", AT)
    assert code == 0
    assert "proven best" in text
    code, text = kotva("do", file, "start", "R1", "--at", "2025-03-01T12:00:00Z")
    assert (code, "TOO_EARLY" in text, "TOU-9.1" in text) == (1, True, True)
    assert kotva("do", file, "start R1", "--at", "2025-03-01T12:30:00Z")[0] == 0
    late = ("--at", "2025-03-01T13:58:00Z")
    code, text = kotva("result", file, "R1.T1 won=P8 P8:9 P2:8 P3:8 P9:4", *late)
    assert (code, "WINNER" in text) == (1, True)
    for line in ("R1.T1 won=P8 P8:10 P2:8 P3:8 P9:4", "R1.T2 won=P1 P7:5 P4:7 P1:11", "R1.T3 time P10:8 P6:6 P5:8"):
        assert kotva("result", file, line, *late)[0] == 0
    assert kotva("do", file, "complete R1", *late)[0] == 0
    rows = json.loads(kotva("standings", file, "--json")[1])
    assert [row["player"] for row in rows] == ["P1", "P8", "P10", "P5", "P3", "P2", "P4", "P6", "P7", "P9"]
    assert kotva("standings", file, "--chart", tmp_path / "ranks.svg")[0] == 0
    assert (tmp_path / "ranks.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "everything agrees" in kotva("verify", file)[1]
    assert "Proposal: shift R2 +5" in kotva("show", file, "--at", "2025-03-01T13:59:00Z")[1]
    assert "rank,player,name" in kotva("export", file, "standings")[1]
    assert "report R1.T2 won=P1 P7:5 P4:7 P1:11 signed" in kotva("export", file, "log")[1]


def test_backup_and_import(tmp_path: Path) -> None:
    """TOU-20.9, TOU-18.4: equal to the original, seed and contacts included; the public export has neither."""
    file = made(tmp_path, "Jana", "Eva", "Ota")
    assert kotva("add", file, "Čáp", "--contact", "cap@x", "--at", AT)[0] == 0
    assert kotva("export", file, "backup", "--out", tmp_path / "b.json")[0] == 0
    assert kotva("import", tmp_path / "again.tour", tmp_path / "b.json")[0] == 0
    one, two = TournamentFile.read(file), TournamentFile.read(tmp_path / "again.tour")
    assert (one.state, one.log, one.secrets) == (two.state, two.log, two.secrets)
    public = kotva("export", file, "json")[1]
    assert "cap@x" not in public
    assert '"seed"' not in public
    bad = (tmp_path / "b.json").read_text(encoding="utf-8").replace("Jana", "Hana")
    (tmp_path / "bad.json").write_text(bad, encoding="utf-8")
    code, text = kotva("import", tmp_path / "bad.tour", tmp_path / "bad.json")
    assert (code, "TAMPERED" in text, (tmp_path / "bad.tour").exists()) == (1, True, False)


def test_mistakes_get_one_clear_line(tmp_path: Path) -> None:
    file = made(tmp_path, "Jana", "Eva", "Ota")
    assert "exists already" in kotva("new", file, "Again")[1]
    assert "There is no file" in kotva("standings", tmp_path / "none.tour")[1]
    assert "DUPLICATE_NAME" in kotva("add", file, "jana")[1]
    assert "DUPLICATE_NAME" in kotva("add", file, "Ada", "Bea", "Eva")[1]
    assert len(TournamentFile.read(file).state.players) == 3, "all or none"
    assert "SYNTAX" in kotva("do", file, "fly to the moon")[1]
    assert "RANGE" in kotva("new", tmp_path / "x.tour", "X", "-o", "rounds=zero")[1]
    assert not (tmp_path / "x.tour").exists()
    assert "no single player" in kotva("checkin", file, "Zuzana")[1]
    table = tmp_path / "players.csv"
    table.write_bytes(b"name\nOk\n\x81\n")
    assert "ENCODING" in kotva("add", file, "--csv", table)[1]
    table.write_text("name\nOk\nOk\nEva\n", encoding="utf-8")
    code, text = kotva("add", file, "--csv", table)
    assert code == 1
    assert "2:name: DUPLICATE_NAME" in text
    assert "3:name: DUPLICATE_NAME" in text
    assert len(TournamentFile.read(file).state.players) == 3, "nothing half imported"


def test_TOU_20_12_every_refusal_has_its_code(tmp_path: Path) -> None:
    """The first word after `Error:` is a code and the last one a clause, whoever says no: the rules, a file, the command."""
    file, none, deep = made(tmp_path, "Jana", "Eva", "Ota"), tmp_path / "none.tour", tmp_path / "no" / "x.tour"
    before = file.read_bytes()
    text = tmp_path / "latin.json"
    text.write_bytes(b"\xe8")
    empty = tmp_path / "empty.tour"
    empty.touch()
    bots = ("--bots", "random,random")
    wrong: list[tuple[str, str, tuple[str | Path, ...]]] = [
        ("SEATS", "TOU-2.1", ("checkin", file, "P99")),
        ("SEATS", "TOU-2.1", ("checkin", file, "a")),
        ("FILE", "TOU-20.12", ("checkin", none, "P1")),
        ("FILE", "TOU-20.12", ("verify", empty)),
        ("FILE", "TOU-20.12", ("new", file, "Again")),
        ("FILE", "TOU-20.12", ("new", deep, "Again")),
        ("FILE", "TOU-20.12", ("add", file, "--csv", none)),
        ("FILE", "TOU-20.12", ("import", tmp_path / "b.tour", none)),
        ("FILE", "TOU-20.12", ("import", tmp_path / "b.tour", text)),
        ("FILE", "TOU-20.12", ("export", file, "json", "--out", deep)),
        ("FILE", "TOU-20.12", ("standings", file, "--chart", deep)),
        ("RANGE", "TOU-13.2", ("standings", file, "--round", "9")),
        ("RANGE", "TOU-20.12", ("new", none, "N", "--game", "nogame")),
        ("RANGE", "TOU-20.12", ("run", none, "--game", "nogame", *bots)),
        ("RANGE", "TOU-20.12", ("run", none, "--bots", "nobody,random")),
        ("RANGE", "TOU-20.12", ("run", none, "--seats", "8", *bots)),
        ("SYNTAX", "TOU-20.12", ("run", none)),
        ("SYNTAX", "TOU-20.12", ("new", none, "N", "-o", "rounds")),
        ("SYNTAX", "TOU-20.12", ("new", none, "N", "--preset", "mine")),
        ("SYNTAX", "TOU-20.12", ("checkin", file)),
        ("SYNTAX", "TOU-20.12", ("add", file)),
        ("SYNTAX", "TOU-20.12", ("do", file, "checkin P1", "--at", "yesterday")),
        ("SYNTAX", "TOU-20.12", ("export", file, "everything")),
        ("SYNTAX", "TOU-20.12", ("fly", file)),
        ("STATE", "TOU-6.8", ("draw", file, "--again", "because")),
        ("FORBIDDEN", "TOU-2.5", ("do", file, "checkin P1", "--as", "P7")),
    ]
    for code, clause, arguments in wrong:
        found, said = kotva(*arguments)
        lines = " ".join(said.partition("Error: ")[2].split())
        assert found in (1, 2), arguments
        assert (lines.split(":")[0], lines.rsplit(" ", 1)[-1]) == (code, f"({clause})"), said
    assert file.read_bytes() == before
    assert not none.exists()
    assert not deep.parent.exists()


def test_a_changed_line_is_detected(tmp_path: Path) -> None:
    """TOU-18.3: the audit log detects it, and says where."""
    file = made(tmp_path, "Jana", "Eva", "Ota")
    data = file.read_text(encoding="utf-8")
    file.write_text(data.replace('"name":"Eva"', '"name":"Ema"'), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        TournamentFile.read(file)
    assert refused.value.code == "TAMPERED"
    assert kotva("verify", file)[0] == 1


def test_half_a_line_of_a_killed_writer_is_cut_off(tmp_path: Path) -> None:
    file = made(tmp_path, "Jana", "Eva", "Ota")
    whole = file.read_bytes()
    for cut in (1, 20, 60):
        file.write_bytes(whole + whole.splitlines()[-1][:cut])
        assert len(TournamentFile.read(file).state.players) == 3
        assert kotva("add", file, f"New {cut}", "--at", AT)[0] == 0
        assert len(TournamentFile.read(file).state.players) == 4
        file.write_bytes(whole)


def test_two_writers_see_one_truth(tmp_path: Path) -> None:
    """Two helpers with the file open: each action is judged on what the other has written."""
    file = made(tmp_path, "Jana", "Eva", "Ota")
    one, two = TournamentFile.read(file), TournamentFile.read(file)
    one.act("O1", "register", {"name": "New"}, AT)
    with pytest.raises(KotvaError, match="already"):
        two.act("O1", "register", {"name": "new"}, AT)
    two.act("O1", "register", {"name": "Newer"}, AT)
    assert list(two.state.players) == ["P1", "P2", "P3", "P4", "P5"]
    one.act("O1", "backup", {}, AT)
    assert one.state == two.state or one.state.seq == two.state.seq + 1
    assert TournamentFile.read(file).state == one.state


# Loads Kotva once. Each line it reads becomes a writer in a process of its own, forked: loading took most of the time.
WRITERS = """
import os, sys
from pathlib import Path
from kotva.cli.tournament.file import TournamentFile
for line in sys.stdin:
    writer = os.fork()
    if writer:
        _, status = os.waitpid(writer, 0)
        print(f"\\nended by {os.WTERMSIG(status)}", flush=True)
        continue
    found = TournamentFile.read(Path(sys.argv[1]))
    print("ready", os.getpid(), flush=True)
    while True:
        entry = found.act("O1", "register", {"name": f"N {found.state.seq}", "contact": f"c {found.state.seq}"})
        print(entry.seq, flush=True)
"""


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_kill_at_any_moment_loses_nothing_confirmed(tmp_path: Path) -> None:
    """TOU-18: a hundred writers are killed at random moments; all they had confirmed is in the file."""
    file = made(tmp_path, "Jana")
    chance = random.Random(10)
    confirmed = 0
    command = [sys.executable, "-c", WRITERS, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as writers:
        assert writers.stdin is not None
        assert writers.stdout is not None
        for number in range(100):
            writers.stdin.write("another\n")
            ready, pid = writers.stdout.readline().split()
            assert ready == "ready"
            time.sleep(chance.random() * 0.05)
            os.kill(int(pid), signal.SIGKILL)
            said = []
            while (line := writers.stdout.readline()) and not line.startswith("ended by"):
                said.append(line)
            assert line == f"ended by {signal.SIGKILL.value}\n"
            confirmed = max([confirmed, *map(int, said[:-1])])  # the last may be half a word
            found = TournamentFile.read(file)
            assert found.state.seq >= confirmed, f"lost at kill {number}"
            contacts = [p for p in found.state.players if p != "P1"]
            assert list(found.secrets.contacts) == contacts, "contacts come with their entries or not at all"
        writers.stdin.close()
    assert confirmed > 100
    assert kotva("verify", file)[0] == 0


def test_bots_play_a_whole_tournament(tmp_path: Path) -> None:
    """TOU-19.12: a round robin from the first draw to the archive, the same for the same seed; continued when stopped."""
    first = tmp_path / "a.tour"
    code, text = kotva("run", first, "--game", "bosman", "--bots", "random,random,random,random", "--seed", "ladder")
    assert code == 0
    assert "random (4)" in text
    found = TournamentFile.read(first)
    assert found.state.phase == "closed"
    assert sum(len(round.tables) for round in found.state.rounds) == 12
    assert "everything agrees" in kotva("verify", first)[1]
    second = tmp_path / "b.tour"
    lines = first.read_bytes().splitlines(keepends=True)
    second.write_bytes(b"".join(lines[: len(lines) // 2]))
    assert kotva("run", second)[0] == 0
    again = TournamentFile.read(second).state
    assert [t.result and t.result.marks for r in again.rounds for t in r.tables] == [
        t.result and t.result.marks for r in found.state.rounds for t in r.tables
    ]
    assert "There is no bot" in kotva("run", tmp_path / "c.tour", "--bots", "nobody,random")[1]


def test_a_swiss_of_bots_over_settlers(tmp_path: Path) -> None:
    """TOU-1.8, TOU-19.8: the game's own report is confirmed at once."""
    file = tmp_path / "s.tour"
    options = ("--game", "settlers", "--seats", "4", "--preset", "settlers-cz", "--seed", "x", "-o", "rounds=1")
    code, text = kotva("run", file, "--bots", "random,random,random,random,random,random,random", *options)
    assert code == 0, text
    assert TournamentFile.read(file).state.phase == "closed"
