"""What we use from within a library, and the versions it is bound to: its makers promise nothing about these names."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module, metadata
from operator import attrgetter
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
# By library: names that are no promise, and what for.
INTERNALS = {
    "uvicorn": {
        "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol": "sockets with a short way out",
        "uvicorn.protocols.http.httptools_impl:HttpToolsProtocol": "an end to patience with slow clients",
        "uvicorn.protocols.http.httptools_impl:RequestResponseCycle": "whether a request is being answered",
    },
    "websockets": {
        "websockets.server:ServerProtocol": "our packing in its connection",
        "websockets.protocol:OPEN": "whether a message may still be sent",
        "websockets.extensions.permessage_deflate:PerMessageDeflate": "one packed message for many sockets",
        "websockets.extensions.permessage_deflate:ServerPerMessageDeflateFactory": "the same, when it is agreed on",
        "websockets.frames:CTRL_OPCODES": "frames that are not packed",
    },
    "starlette": {
        "starlette.staticfiles:StaticFiles.get_response": "every file is asked about again",
        "starlette.staticfiles:StaticFiles.file_response": "scripts without their comments",
        "starlette.staticfiles:StaticFiles.is_not_modified": "the same, for who has them already",
        "starlette.staticfiles:NotModifiedResponse": "the same",
        "starlette.requests:Request.receive": "work ends when its browser has gone",
        "starlette.requests:Request.body": "the same: what was received before is kept",
    },
    "pg8000": {
        "sqlalchemy.dialects.postgresql.pg8000:PGDialect_pg8000": "a cut connection is noticed, whatever fails first"
    },
    "sqlalchemy": {"sqlalchemy.dialects.postgresql.pg8000:PGDialect_pg8000": "do_ping, do_execute, do_commit are ours"},
    "mypy": {
        "mypyc.build:construct_groups": "the steps of mypycify one by one: a changed word compiles one library",
        "mypyc.build:get_mypy_config": "the same",
        "mypyc.codegen.emitmodule:compile_modules_to_ir": "the same",
        "mypyc.codegen.emitmodule:compile_ir_to_c": "the same",
        "mypyc.codegen.emitmodule:write_cache": "the same",
        "mypyc.analysis.attrdefined:detect_undefined_bitmap": "what mypyc 2.4 forgets in its cache",
        "mypyc.irbuild.mapper:Mapper": "all classes that are known",
    },
}
# Starlette's documented modules; of those above we override methods.
STARLETTE = (
    *(
        "applications",
        "background",
        "concurrency",
        "datastructures",
        "exceptions",
        "middleware",
        "middleware.gzip",
        "requests",
    ),
    *("responses", "routing", "types", "websockets"),
)


def requirements(name: str) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    return [found for line in lines if (found := Requirement(line)).name.lower() == name]


@pytest.mark.parametrize("name", INTERNALS)
def test_what_is_used_from_within_is_there_and_bound(name: str) -> None:
    for place in INTERNALS[name]:
        module, _, attribute = place.partition(":")
        attrgetter(attribute)(import_module(module))  # AttributeError names what is gone
    bounds = requirements(name)
    assert bounds
    for bound in bounds:
        assert {one.operator for one in bound.specifier} == {">=", "<"}, f"{bound} has no ceiling"


@pytest.mark.parametrize("name", ["uvicorn", "websockets", "pg8000"])
def test_the_floor_is_the_version_that_all_tests_run_with(name: str) -> None:
    (bound,) = requirements(name)
    assert name != "uvicorn" or bound.extras == {"standard"}  # uvloop, httptools
    (tested,) = re.findall(
        rf"^{name}==(\S+)", (ROOT / "requirements-dev.lock").read_text(encoding="utf-8"), re.MULTILINE
    )
    (least,) = (one for one in bound.specifier if one.operator == ">=")
    assert Version(least.version) == Version(tested)


def test_no_other_module_reaches_inside() -> None:
    """Whoever imports from within a bound library names it here."""
    deep = re.compile(
        r"^\s*from ((?:uvicorn\.protocols|websockets|mypyc|sqlalchemy\.dialects\.postgresql|starlette)\.[\w.]+) import",
        re.M,
    )
    known = {place.partition(":")[0] for places in INTERNALS.values() for place in places}
    promised = {
        "websockets.exceptions",
        "websockets.http11",
        "websockets.extensions.base",
        "mypyc.options",
        "mypyc.errors",
        "mypyc.codegen",
        *(f"starlette.{name}" for name in STARLETTE),
    }
    files = [*(ROOT / "kotva").rglob("*.py"), *(ROOT / "build_backend").glob("*.py"), ROOT / "setup.py"]
    found = {hit for path in files for hit in deep.findall(path.read_text(encoding="utf-8"))}
    assert found - known - promised == set()


def test_build_requirements_locks_and_backend_name_the_same_versions() -> None:
    """What compiles comes from one list (the extra `build`), which the backend reads; the rest agrees with it."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = data["project"]["optional-dependencies"]
    by_name: dict[str, set[str]] = {}
    for line in [
        *data["build-system"]["requires"],
        *data["project"]["dependencies"],
        *extras["build"],
        *extras["play"],
    ]:
        found = Requirement(line)
        by_name.setdefault(found.name.lower(), set()).add(str(found.specifier))
    assert {name: bounds for name, bounds in by_name.items() if len(bounds) > 1} == {}
    build = {Requirement(line).name.lower(): Requirement(line) for line in extras["build"]}
    assert {Requirement(line).name.lower() for line in data["build-system"]["requires"]} <= build.keys()
    for lock in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / lock).read_text(encoding="utf-8")
        pins = {
            name.replace("-", "_").lower(): version
            for name, version in re.findall(r"^([\w.-]+)==([^\s;\\]+)", text, re.M)
        }
        for name, bound in build.items():
            assert bound.specifier.contains(pins[name.replace("-", "_")]), (lock, name)
    assert '["optional-dependencies"]["build"]' in (ROOT / "build_backend" / "kotva_backend.py").read_text(
        encoding="utf-8"
    )


def test_the_lock_of_make_play_is_whole() -> None:
    """`make play` installs it without asking what each package needs (`--no-deps` halves the time): all of that is in it."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "--no-deps" in (ROOT / "Makefile").read_text(encoding="utf-8")
    pinned = {canonicalize_name(name) for name in re.findall(r"^([\w.-]+)==", text, re.M)}
    play = [line for line in extras_of_play() if line.marker is None or line.marker.evaluate({"extra": ""})]
    asked, seen = list(play), set()
    while asked:
        wanted = asked.pop()
        name = canonicalize_name(wanted.name)
        assert name in pinned, f"{wanted} is not in requirements.lock"
        if (name, *sorted(wanted.extras)) in seen:
            continue
        seen.add((name, *sorted(wanted.extras)))
        for line in metadata.requires(name) or []:
            more = Requirement(line)
            if more.marker is None or any(more.marker.evaluate({"extra": extra}) for extra in (*wanted.extras, "")):
                asked.append(more)
    assert len(seen) > 30


def extras_of_play() -> list[Requirement]:
    """What a checkout needs to serve and to compile."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    return [Requirement(line) for line in (*project["dependencies"], *extras["play"], *extras["build"])]
