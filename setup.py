"""Build Kotva: compile the rules with mypyc where that is possible, the translations always.

The metadata stands in pyproject.toml; here is only what a table cannot say.

    python setup.py build_ext --inplace     compile in the checkout (what `make compile` runs)
    KOTVA_COMPILE=0 pip install .           install the plain Python sources; same games, some thirty times slower
    KOTVA_COMPILE=1 pip install .           fail where they cannot be compiled (otherwise: plain Python, and a sentence why)
"""

# An old pip knows no build backend and runs this file, so it must be one that an old Python reads to its end.
import sys

if sys.version_info < (3, 11):  # noqa: UP036
    raise SystemExit(
        "kotva: Python 3.11 or newer is needed, and this is "
        + sys.version.split()[0]
        + "; try: python3.12 -m pip install ..."
    )

import hashlib
import json
import os
import shutil
import subprocess
import sysconfig
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "build_backend"))

import can_compile  # noqa: E402
import incremental  # noqa: E402
from can_compile import CCompilerError  # noqa: E402

# The engine's modules that run in search loops. Those a user may subclass stay out: interpreted classes cannot
# inherit from compiled ones.
KERNEL = (
    "arrays",
    "layout",
    "moves",
    "state",
    "evaluation",
    "playout",
    "one_ply",
    "search",
    "observe",
    "dense",
    "batch",
    "network",
)
# In every game's folder these are compiled. A package's __init__ is not: mypyc gives a compiled one a wrong __path__.
GAME_GLOBS = (
    *("board.py", "rules.py", "rules/[!_]*.py", "charts.py", "distances.py"),
    *("evaluation.py", "evaluation/[!_]*.py", "observe.py"),
)

# What every viewer of every move is shown is compiled too: words and scenes, and how they are compared and packed. They lie in
# libraries of their own, so that a changed word leaves the rules' machine code alone, and with less optimising: they handle
# strings and tuples, where -O3 makes nothing quicker and compiling twice as long.
SHOWN = ("engine/say.py", "engine/events.py", "scene/change.py", "scene/compact.py", "scene/log_links.py")
QUICKER = "-O1"
GAME_SHOWN = (
    *("scene.py", "ground.py", "panels.py", "choosing.py"),
    *("text.py", "events.py", "flights.py", "places.py"),
)

# Written after a complete compile in place: what the .so files were made from, by file and with what.
FINGERPRINTS = ROOT / "build" / "compiled.json"
CACHE = ROOT / "build" / "mypyc_cache"
C_CODE = ROOT / "build"
WITH = "the compiler"

NOT_COMPILED = "kotva: NOT compiled, the rules will run as plain Python (slower): {}"


def compiled_sources() -> list[str]:
    """The files to compile, relative to the project's root, in a stable order."""
    kernel = [ROOT / "kotva" / "engine" / f"{name}.py" for name in KERNEL]
    shown = [ROOT / "kotva" / name for name in SHOWN]
    games = [path for glob in (*GAME_GLOBS, *GAME_SHOWN) for path in sorted(ROOT.glob(f"kotva/games/*/{glob}"))]
    return [str(path.relative_to(ROOT)) for path in (*kernel, *shown, *games) if path.is_file()]


def is_shown(source: str) -> bool:
    """Whether a file to compile is for people's eyes."""
    folder, _, name = source.removeprefix("kotva/").partition("/")
    return source.removeprefix("kotva/") in SHOWN or (folder == "games" and name.split("/")[1] in GAME_SHOWN)


def groups(sources: list[str]) -> list[tuple[list[str], str | None]]:
    """One shared library for the engine and one for each game, and as many for what they show.

    Calls between them stay native, through a table of C pointers; against a single library we measured no loss, and the
    libraries build in parallel and only where something changed.
    """
    members: dict[str, list[str]] = {}
    for source in sources:
        parts = Path(source).parts
        room = parts[2] if parts[1] == "games" else "engine"
        members.setdefault(f"shown_{room}" if is_shown(source) else room, []).append(source)
    return [(files, f"kotva.native_{name}") for name, files in members.items()]


def why_not_compile() -> str:
    """Why the rules stay plain Python here; empty when they can be compiled."""
    reason = can_compile.why_not()
    if not reason:
        try:
            import mypyc.build  # noqa: F401
        except ImportError as error:
            reason = f"mypyc cannot be loaded ({error}); pip install 'mypy[mypyc]' msgspec"
    return reason


def why(error: BaseException) -> str:
    """The first line of what went wrong."""
    said = str(error).strip().splitlines()
    if isinstance(error, SystemExit) and said in ([], ["1"]):  # mypyc has printed its own complaints
        return "mypyc refused the sources, see above"
    if isinstance(error, CCompilerError | subprocess.CalledProcessError):
        return "the C compiler stopped with an error, see above"
    return (said or [repr(error)])[0]


def plain(reason: str, target: Path) -> None:
    """Say why the rules stay plain Python, now and whenever the server starts; with KOTVA_COMPILE=1 it is an error."""
    if can_compile.must_compile():
        raise SystemExit(f"kotva: KOTVA_COMPILE=1, and compiling failed: {reason}")
    print(NOT_COMPILED.format(reason), flush=True)
    if (target / "kotva").is_dir():
        (target / "kotva" / "native.json").write_text(json.dumps({"why_not": reason}), encoding="utf-8")


def fingerprints(sources: list[str]) -> dict[str, str]:
    """Of each file to compile, and of what it is compiled with: one changes when compiling again could give something else."""
    import mypy.version

    def digest(data: bytes) -> str:
        return hashlib.sha256(data).hexdigest()

    tools = f"{sys.version} {sysconfig.get_platform()} mypy {mypy.version.__version__}".encode()
    means = [ROOT / name for name in ("setup.py", "build_backend/incremental.py")]
    found = {WITH: digest(tools + b"".join(path.read_bytes() for path in means))}
    return found | {name: digest((ROOT / name).read_bytes()) for name in sources}


def last_fingerprints() -> dict[str, str]:
    """Those of the last complete compile in place; none if there was none."""
    try:
        found = json.loads(FINGERPRINTS.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def up_to_date(sources: list[str]) -> bool:
    """Whether the checkout's compiled modules are all there and made from these very sources."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    there = all((ROOT / source).with_suffix(suffix).is_file() for source in sources)
    return there and last_fingerprints() == fingerprints(sources)


def to_make_anew(sources: list[str], before: dict[str, str]) -> set[str] | None:
    """The libraries whose C code a change may concern; None: all of them.

    Machine code relies on how classes of the libraries below lie in memory, also where their types are the same. So what a change
    in a game's rules concerns is said here and not left to mypy: they and what that game shows; of the engine, everything.
    """
    now = fingerprints(sources)
    changed = {name for name in now.keys() | before.keys() if now.get(name) != before.get(name)}
    concerned: set[str] = set()
    for name in changed:
        if not name.startswith("kotva/games/"):
            return None
        room = name.split("/")[2]
        concerned |= {f"shown_{room}"} if is_shown(name) else {room, f"shown_{room}"}
    return concerned


def built_in_place() -> list[Path]:
    """Every compiled module lying in the checkout, for this Python or another."""
    return [path for suffix in ("so", "pyd") for path in sorted(ROOT.glob(f"kotva/**/*.{suffix}"))]


class Compile(build_ext):
    """Makes the list of extensions only when it is time to build them: other commands should not wait for mypyc."""

    before: dict[str, str] = {}  # from what was compiled last; to be packed, everything is compiled anew

    def run(self) -> None:
        compile_catalogues(ROOT)
        reason, sources = why_not_compile(), compiled_sources()
        if self.inplace:
            if not reason and up_to_date(sources):
                print("kotva: the compiled rules are up to date")
                return
            # All compiled modules come from one build. Removing them first means that a compile which fails half-way
            # leaves plain Python behind, never old machine code beside new sources.
            self.before = last_fingerprints()
            FINGERPRINTS.unlink(missing_ok=True)
            (ROOT / "kotva" / "native.json").unlink(missing_ok=True)
            for path in built_in_place():
                path.unlink()
        if reason or not sources:
            plain(reason or "there is nothing to compile", ROOT if self.inplace else Path(self.build_lib))
            return
        print(f"kotva: compiling {len(sources)} modules with mypyc", flush=True)
        try:
            self.compile(sources)
        except (Exception, SystemExit) as error:  # mypyc ends with sys.exit when it refuses something
            # Better a slow Kotva than none. What was built so far must not be packed beside what was not.
            for path in (*Path(self.build_lib).glob("kotva/**/*.so"), *(built_in_place() if self.inplace else ())):
                path.unlink()
            self.distribution.ext_modules = []
            self.extensions = []
            plain(why(error), ROOT if self.inplace else Path(self.build_lib))

    def compile(self, sources: list[str]) -> None:
        """Machine code for all of them; raises whatever mypyc, setuptools and the C compiler raise."""
        import mypy.version

        os.chdir(ROOT)
        extensions = self.machine_code(sources)
        for extension in extensions:
            extension.depends += ["setup.py", str(Path(mypy.version.__file__))]
            if extension.name.startswith("kotva.native_shown"):
                extension.extra_compile_args = [
                    QUICKER if flag == "-O3" else flag for flag in extension.extra_compile_args
                ]
        self.distribution.ext_modules = extensions
        self.swig_opts = None  # type: ignore[assignment]  # finalize_options wants it unparsed, as at its first call
        self.finalize_options()
        self.remove_leftovers()
        self.parallel = self.parallel or os.cpu_count()
        super().run()
        self.tell_how_it_was_made(mypy.version.__version__)
        if self.inplace:
            FINGERPRINTS.write_text(json.dumps(fingerprints(sources), indent=1), encoding="utf-8")

    def machine_code(self, sources: list[str]) -> list[Any]:
        """The extensions with their C code, made anew as far as something changed."""
        from mypyc.build import mypycify

        anew = to_make_anew(sources, self.before)
        if anew is None:
            shutil.rmtree(CACHE, ignore_errors=True)
        else:  # mypyc makes anew whatever is not there
            print(f"kotva: what changed concerns {', '.join(sorted(anew)) or 'nothing'}", flush=True)
            for name in anew:
                (C_CODE / "kotva" / f"__native_native_{name}.c").unlink(missing_ok=True)
        # A cache of its own: mypy's usual one is for other options.
        target = str(C_CODE.relative_to(ROOT))
        try:
            return incremental.extensions(sources, groups(sources), CACHE, target)
        except Exception as error:
            if anew is not None:
                print(f"kotva: compiling everything anew ({why(error)})", flush=True)
        shutil.rmtree(CACHE, ignore_errors=True)
        arguments = [f"--cache-dir={CACHE}", *sources]
        return list(mypycify(arguments, opt_level="3", debug_level="0", separate=groups(sources), target_dir=target))

    def tell_how_it_was_made(self, mypy: str) -> None:
        """For games of other packages, which are compiled to fit this very engine (kotva/native.py)."""
        digest = hashlib.sha256(mypy.encode())
        for name in KERNEL:
            digest.update(name.encode() + b"\0" + (ROOT / "kotva" / "engine" / f"{name}.py").read_bytes())
        made = {"mypy": mypy, "modules": list(KERNEL), "engine": digest.hexdigest()}
        target = ROOT if self.inplace else Path(self.build_lib)
        (target / "kotva" / "native.json").write_text(json.dumps(made), encoding="utf-8")

    def remove_leftovers(self) -> None:
        """An earlier build in the same folder may have compiled a module that is plain Python now, or gone."""
        names = [self.get_ext_filename(extension.name) for extension in self.extensions]  # type: ignore[no-untyped-call]
        wanted = {Path(self.build_lib, name) for name in names}
        for path in Path(self.build_lib).glob("kotva/**/*.so"):
            if path not in wanted:
                path.unlink()


def compile_catalogues(root: Path) -> None:
    """Translations: every .po under `root` gets an .mo beside it, and an .mo without one goes."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for mo in root.glob("kotva/**/locale/*/LC_MESSAGES/*.mo"):
        if not mo.with_suffix(".po").is_file():
            mo.unlink()
    for po in sorted(root.glob("kotva/**/locale/*/LC_MESSAGES/*.po")):
        mo = po.with_suffix(".mo")
        if mo.is_file() and mo.stat().st_mtime >= po.stat().st_mtime:
            continue
        with po.open("rb") as source:
            catalogue = read_po(source)
        catalogue.creation_date = datetime.fromtimestamp(
            0, UTC
        )  # else that of the build: no two wheels would be the same
        with mo.open("wb") as target:
            write_mo(target, catalogue)


class Pack(build_py):
    """Adds what is not a Python module: compiled translations and the rulebooks."""

    def run(self) -> None:
        compile_catalogues(ROOT)
        reason = why_not_compile()  # then build_ext, which says it otherwise, does not run
        if self.editable_mode:
            super().run()
            if reason and (can_compile.must_compile() or not built_in_place()):
                plain(reason, ROOT)
            return
        # What an earlier build left in the same folder must not be packed again: the module may be gone.
        for path in Path(self.build_lib).glob("kotva/**/*"):
            if path.is_file() and path.suffix != ".so":
                path.unlink()
        super().run()
        target = Path(self.build_lib, "kotva", "rules_text")
        target.mkdir(parents=True, exist_ok=True)
        for rules in sorted(ROOT.glob("docs/rules/*.md")):
            shutil.copyfile(rules, target / rules.name)
        if reason:
            plain(reason, Path(self.build_lib))


class PackWheel(bdist_wheel):
    """Adds the bill of materials of a release beside the metadata (PEP 770), where `tools/release.py` names one."""

    def write_wheelfile(self, wheelfile_base: str, *arguments: str, **named: str) -> None:
        super().write_wheelfile(wheelfile_base, *arguments, **named)
        bill = os.environ.get("KOTVA_SBOM")
        if bill:
            target = Path(wheelfile_base, "sboms")
            target.mkdir(exist_ok=True)
            shutil.copyfile(bill, target / Path(bill).name)


class KotvaDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        """Known before the extensions are (see Compile): a wheel with machine code carries a platform in its name."""
        return bool(compiled_sources()) and not why_not_compile()


if __name__ == "__main__":
    setup(distclass=KotvaDistribution, cmdclass={"build_ext": Compile, "build_py": Pack, "bdist_wheel": PackWheel})
