"""What docs/hosting.md and the Containerfile tell people to type exists, and is understood."""

from __future__ import annotations

import fnmatch
import json
import re
import shlex
from pathlib import Path

import click
import pytest

from kotva.cli import COMMANDS, group
from kotva.server.monitoring import Metrics

ROOT = Path(__file__).resolve().parent.parent
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
HOME = (ROOT / "docs" / "host.md").read_text(encoding="utf-8")


def steps() -> list[tuple[str, str]]:
    """The lines of the Containerfile: what is done, with what."""
    lines = [line for line in (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines() if line.strip()]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines) if word != "#"]


def understood(words: list[str]) -> None:
    """A command line of ours parses; UsageError otherwise."""
    name, *args = words
    command = group.get_command(click.Context(group), name)
    assert command is not None, name
    command.make_context(name, list(args))


def test_the_container_is_made_of_files_that_are_there() -> None:
    known = {"FROM", "RUN", "WORKDIR", "COPY", "USER", "VOLUME", "ENV", "EXPOSE", "HEALTHCHECK", "CMD"}
    assert {word for word, _ in steps()} == known
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    for rest in (rest for word, rest in steps() if word == "COPY" and not rest.startswith("--from")):
        for source in rest.split()[:-1]:
            assert (ROOT / source).exists(), source
            parts = [f"!{Path(*Path(source).parts[: n + 1])}" for n in range(len(Path(source).parts))]
            assert set(parts) <= set(ignored), f"{source} does not reach the build"


def test_what_building_needs_is_copied() -> None:
    """setup.py and pyproject.toml name files that must be there when the wheel is made."""
    copied = " ".join(rest for word, rest in steps() if word == "COPY").split()
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for name in ("README.md", "LICENSE"):
        assert name in project
        assert name in copied
    assert {"kotva", "docs/rules", "requirements.lock", "setup.py"} <= set(copied)
    assert "postgres]" in dict(steps())["RUN"] or any("[play,postgres]" in rest for _, rest in steps())


def test_the_container_runs_a_command_that_is_understood() -> None:
    last = dict(steps())
    program, *words = json.loads(last["CMD"])
    assert program == "kotva"
    understood(words)
    made = re.search(r"useradd\b.* --uid (\d+) .*\bkotva\b", last["RUN"])
    assert made, "a user of its own"
    assert last["USER"] == made[1], "by number: who runs containers may ask that it is not root"
    assert "/health" in last["HEALTHCHECK"]
    assert last["VOLUME"] in last["ENV"]


def commands() -> list[str]:
    """Every line of the document that calls kotva."""
    names = "|".join(COMMANDS)
    found = re.findall(rf"(?:^|/bin/|exec kotva |: `)(kotva (?:{names})\b[^\n`#]*)", HOSTING, re.M)
    return sorted({line.split(" '")[0].split("…")[0].strip().rstrip("'") for line in found})


@pytest.mark.parametrize("line", commands())
def test_every_command_of_the_document_is_understood(line: str, tmp_path: Path) -> None:
    words = shlex.split(line.replace("$(date +%F)", "today").replace("$(date +%%F)", "today"))[1:]
    if words[0] == "restore":  # the file must be there
        (tmp_path / "a.backup").touch()
        words[1] = str(tmp_path / "a.backup")
    understood(words)


def test_the_document_shows_several_commands() -> None:
    assert len(commands()) >= 5
    assert {line.split()[1] for line in commands()} == {"serve", "backup", "restore", "admin"}


def test_every_number_to_watch_is_measured() -> None:
    named = set(re.findall(r"`(kotva_\w+)", HOSTING))
    told = {metric.name for metric in Metrics().registry.collect()}
    assert {name.removesuffix("_total") for name in named} <= told
    assert not [name for name in told if not fnmatch.fnmatch(" ".join(named), f"*{name}*")], "all of them are explained"


def units(page: str) -> list[list[tuple[str, str, str]]]:
    """Each unit of systemd on a page: section, key and value of its lines."""
    found = []
    for text in re.findall(r"^ *\[Unit\]\n.*?(?=^ *(?:```|END$))", page, re.DOTALL | re.MULTILINE):
        lines: list[tuple[str, str, str]] = []
        for block in re.split(r"^ *(?=\[)", text, flags=re.MULTILINE)[1:]:
            section, *rest = [line.strip() for line in block.strip().splitlines()]
            parted = [line.partition("=") for line in rest if line]
            lines += [(section.strip("[]"), key, value) for key, _, value in parted]
        found.append(lines)
    return found


def test_the_unit_for_home_goes_on_where_the_steps_before_it_end() -> None:
    """The same programs, address and file as by hand: otherwise phones stay outside and the tables seem gone."""
    (unit,) = units(HOME)
    lines = {key: value for _, key, value in unit}
    by_hand = re.findall(r"^ *kotva-env/bin/kotva (serve .*)$", HOME, re.MULTILINE)
    assert lines["ExecStart"] == f'"$PWD/kotva-env/bin/kotva" {by_hand[0]}'
    assert "--host 0.0.0.0" in by_hand[0]
    assert "--allowed-host" not in by_hand[0], "phones ask for a number, not for a name"
    assert lines["WorkingDirectory"] == "$PWD"
    assert lines["User"] == "$USER"
    understood(shlex.split(by_hand[0]))


def test_backups_have_a_service_and_a_timer_for_the_tables_of_the_server() -> None:
    server, service, timer = units(HOSTING)
    assert ("Timer", "OnCalendar", "daily") in timer
    assert ("Install", "WantedBy", "timers.target") in timer
    assert ("Service", "Type", "oneshot") in service
    (of_server,) = (value for _, key, value in server if key == "ExecStart")
    done = [value for _, key, value in service if key == "ExecStart"]
    database = re.search(r"--db (\S+)", of_server)
    assert database
    assert f"--db {database[1]} " in done[1]
    assert "--force" in done[1], "a second one on a day would be refused"
    folder = re.search(r"(\S+)/\$\(date", done[1])
    assert folder
    assert done[0].endswith(f" {folder[1]}")
    assert f"find {folder[1]} " in done[2]
    assert "-delete" in done[2]
    for unit in (server, service, timer):
        assert {section for section, *_ in unit} <= {"Unit", "Service", "Timer", "Install"}


def test_nginx_can_load_the_file_before_there_is_a_certificate() -> None:
    """`certbot --nginx` tests the file first, and nginx refuses certificates that are not there."""
    (block,) = re.findall(r"^ *server \{\n.*?^ {4}\}$", HOSTING, re.DOTALL | re.MULTILINE)
    assert "listen 80;" in block
    assert "ssl" not in block
    assert HOSTING.index(block) < HOSTING.index("certbot --nginx -d")
    for header in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"):
        assert f"proxy_set_header {header} " in block


def test_caddy_comes_first() -> None:
    caddy = HOSTING.index("reverse_proxy 127.0.0.1:8274")
    assert (
        HOSTING.index("apt install caddy")
        < caddy
        < HOSTING.index("systemctl reload caddy")
        < HOSTING.index("listen 80;")
    )
