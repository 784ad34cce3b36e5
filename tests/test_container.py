"""The Containerfile step by step, without a container: its copies, commands, environment and health check, in a folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.installing import copy_sources, machine_code, run
from tests.test_hosting_docs import steps

# The folders of a container that a test must not touch on its own machine.
FOLDERS = re.compile(r"(?<![\w./-])(/opt/kotva|/var/lib/kotva|/src)(?![\w-])")


class Container:
    """What the steps have made so far; `/opt/kotva` lies under `root`, and so on."""

    def __init__(self, root: Path, sources: Path) -> None:
        self.root = root
        self.sources = sources
        self.folder = root
        self.environment: dict[str, str] = {}
        self.ran: list[str] = []

    def here(self, text: str) -> str:
        return FOLDERS.sub(lambda found: f"{self.root}{found[1]}", text)

    def step(self, word: str, rest: str) -> None:
        """One line; those that only a container has (its base, its user, its ports) are looked at elsewhere."""
        if word == "WORKDIR":
            self.folder = Path(self.here(rest))
            self.folder.mkdir(parents=True)
        elif word == "COPY" and not rest.startswith("--from"):
            self.copy(rest)
        elif word == "COPY":
            _, source, target = rest.split()
            assert source == target, "an environment names its own folder: elsewhere it does not run"
        elif word == "VOLUME":
            Path(self.here(rest)).mkdir(parents=True, exist_ok=True)
        elif word == "ENV":
            for name, value in re.findall(r"(\w+)=(\S+)", self.here(rest)):
                self.environment[name] = value.replace("$PATH", os.environ["PATH"])
        elif word == "RUN":
            for command in rest.split(" && "):
                self.run(command)

    def copy(self, rest: str) -> None:
        """As a container copies: the contents of a folder, and files into a folder."""
        *names, target = rest.split()
        for name in names:
            if (self.sources / name).is_dir():
                shutil.copytree(self.sources / name, self.folder / target)
            else:
                shutil.copyfile(self.sources / name, self.folder / target / name)

    def run(self, command: str) -> None:
        words = self.here(command).split()
        if words[0] in ("apt-get", "rm"):  # what they bring is here: tests compile
            return
        self.ran.append(command)
        if words[0] == "useradd":  # of a system in a folder; the machine gets no user
            if os.getuid() != 0 or not shutil.which("useradd"):
                return
            (self.root / "etc").mkdir()
            for name in ("passwd", "shadow", "group", "gshadow"):
                (self.root / "etc" / name).touch()
            words[1:1] = ["--prefix", str(self.root)]
            words[words.index("--home-dir") + 1] = "/var/lib/kotva"
        words = [sys.executable if word == "python" else word.strip('"') for word in words if word != "--no-cache-dir"]
        # Compiling is tested with what pip makes of a source distribution, and takes minutes.
        run(*words, cwd=self.folder, KOTVA_COMPILE=os.environ.get("KOTVA_CONTAINER_COMPILE", "0"))


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_every_step_of_the_containerfile(tmp_path: Path) -> None:
    container = Container(tmp_path, copy_sources(tmp_path / "context"))
    for word, rest in steps():
        container.step(word, rest)
    assert [command.split()[0] for command in container.ran] == [
        "python",
        "/opt/kotva/bin/pip",
        "/opt/kotva/bin/pip",
        "useradd",
    ]
    package = next((tmp_path / "opt" / "kotva").glob("lib/python*/site-packages/kotva"))
    compiled = machine_code([str(path) for path in package.rglob("*")])
    assert bool(compiled) == (os.environ.get("KOTVA_CONTAINER_COMPILE") == "1")
    assert_healthy(container, dict(steps()))
    assert list((tmp_path / "var" / "lib" / "kotva").glob("tables.db*")), "tables are in the volume"


def assert_healthy(container: Container, last: dict[str, str]) -> None:
    """Its command serves, and its health check says so; without a server it says the opposite."""
    command = json.loads(last["CMD"])
    (check,) = re.findall(r"CMD (\[.*\])", last["HEALTHCHECK"]) or [""]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("KOTVA_", "PYTHON"))}
    environment |= container.environment
    with socket.socket() as probe:  # the machine may have a server at the port of the container
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    assert f"127.0.0.1:{last['EXPOSE']}/" in check
    words = json.loads(check.replace(last["EXPOSE"], port))

    def healthy() -> bool:
        return subprocess.run(words, env=environment, capture_output=True, check=False).returncode == 0

    assert not healthy()
    with subprocess.Popen([*command, "--port", port], env=environment, cwd="/", stdout=subprocess.PIPE) as server:
        try:
            end = time.monotonic() + 60
            while not healthy():
                assert server.poll() is None
                assert time.monotonic() < end
                time.sleep(0.2)
        finally:
            server.terminate()
    assert server.returncode in (0, -15)


# --------------------------------------------------------------------------------------------------------------- its lint

CONTAINERFILE = (Path(__file__).resolve().parent.parent / "Containerfile").read_text(encoding="utf-8")


def faults(text: str) -> list[str]:
    """What hadolint says of lines like ours, by the numbers of its rules, and of every stage; 2.15.1 finds nothing in ours."""
    found = []
    lines = re.sub(r"\\\n", " ", text).splitlines()
    given = [line.split(maxsplit=1) for line in lines if line.strip() and not line.startswith("#")]
    words = [(word, rest) for word, rest in ((line[0], line[1] if len(line) > 1 else "") for line in given)]
    stages: list[str] = []
    for word, rest in words:
        if word == "FROM":
            image, *name = re.split(r" [Aa][Ss] ", rest)
            if image not in stages and not re.search(r":(?!latest$)[\w.-]+$", image):
                found.append("DL3006, DL3007: an image without a version")
            stages += name
        elif word == "RUN":
            for command in re.split(r" && |;", rest):
                if re.search(r"apt-get .*install", command) and not {"--yes", "-y"} & set(command.split()):
                    found.append("DL3014: apt-get asks")
                if re.search(r"apt-get .*install", command) and "--no-install-recommends" not in command:
                    found.append("DL3015: more packages than named")
                if re.search(r"pip install", command) and "--no-cache-dir" not in command:
                    found.append("DL3042: pip keeps what it has loaded")
                if re.match(r"(sudo|cd|ssh|vim|service) ", command.strip()):
                    found.append("DL3003, DL3004: no command of an image")
            if "apt-get update" in rest and "rm -rf /var/lib/apt/lists/*" not in rest:
                found.append("DL3009: the lists of packages stay")
        elif word == "ADD":
            found.append("DL3020: COPY copies")
        elif word == "WORKDIR" and not rest.startswith("/"):
            found.append("DL3000: a folder without its place")
        elif word in ("CMD", "ENTRYPOINT") and not rest.startswith("["):
            found.append("DL3025: a command as a text")
        elif word == "COPY" and (one := re.match(r"--from=(\S+)", rest)) and one[1] not in stages:
            found.append("DL3022: from a stage that there is not")
        elif word == "MAINTAINER" or word != word.upper():
            found.append("DL4000, DL3004: not a word of today")
    for word in ("CMD", "ENTRYPOINT", "HEALTHCHECK"):
        last = [i for i, (one, _) in enumerate(words) if one == "FROM"][-1]
        if sum(one == word for one, _ in words[last:]) > 1:
            found.append("DL4003, DL4004, DL3012: only the last one counts")
    users = [rest for word, rest in words if word == "USER"]
    if not users or users[-1] in ("root", "0"):
        found.append("DL3002: the last user is root")
    return found


def test_the_containerfile_has_no_fault() -> None:
    assert faults(CONTAINERFILE) == []


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("FROM python:3.12-slim\n", "FROM python\n", "DL3006"),
        ("FROM python:3.12-slim\n", "FROM python:latest\n", "DL3007"),
        ("--yes ", "", "DL3014"),
        ("--no-install-recommends ", "", "DL3015"),
        (" && rm -rf /var/lib/apt/lists/*", "", "DL3009"),
        ("--no-cache-dir ", "", "DL3042"),
        ("RUN useradd", "RUN sudo useradd", "DL3004"),
        ("WORKDIR /src", "WORKDIR src", "DL3000"),
        ("COPY LICENSES", "ADD LICENSES", "DL3020"),
        ("COPY --from=build", "COPY --from=built", "DL3022"),
        ("USER 10001", "USER root", "DL3002"),
        ("EXPOSE 8274", 'CMD ["true"]', "DL4003"),
        ('CMD ["kotva", "serve", "--host", "0.0.0.0", "--no-browser", "--json-logs"]', "CMD kotva serve", "DL3025"),
    ],
)
def test_a_fault_of_a_containerfile_is_found(old: str, new: str, rule: str) -> None:
    assert old in CONTAINERFILE
    assert any(rule in fault for fault in faults(CONTAINERFILE.replace(old, new)))
