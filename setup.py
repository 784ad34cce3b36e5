"""Build Kotva: compile the rules with mypyc where that is possible, the translations always.

The metadata stands in pyproject.toml; here is only what a table cannot say.

    python setup.py build_ext --inplace     compile in the checkout (what `make compile` runs)
    KOTVA_COMPILE=0 pip install .           install the plain Python sources; same games, some thirty times slower
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sys
import sysconfig
import tempfile
from functools import cache
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

# Setuptools brings its own distutils; it must be imported before these.
from distutils.ccompiler import new_compiler  # isort: skip
from distutils.errors import CCompilerError  # isort: skip
from distutils.sysconfig import customize_compiler  # isort: skip

ROOT = Path(__file__).resolve().parent

# The engine's modules that run in search loops. Those a user may subclass stay out: interpreted classes cannot
# inherit from compiled ones.
KERNEL = ("arrays", "layout", "moves", "state", "advice", "playout", "weigh", "search", "observe", "dense", "batch")
# In every game's folder these are compiled. A package's __init__ is not: mypyc gives a compiled one a wrong __path__.
GAME_GLOBS = (
    *("board.py", "rules.py", "rules/[!_]*.py", "charts.py", "ways.py"),
    *("advice.py", "advice/[!_]*.py", "observe.py"),
)

# What every viewer of every move is shown is compiled too: words and scenes, and how they are compared and packed. They lie in
# libraries of their own, so that a changed word leaves the rules' machine code alone, and with less optimising: they handle
# strings and tuples, where -O3 makes nothing quicker and compiling twice as long.
SHOWN = ("engine/say.py", "scene/change.py", "scene/lean.py", "scene/pointing.py")
QUICKER = "-O1"
GAME_SHOWN = ("scene.py", "text.py", "flights.py", "places.py")

# Written after a complete compile in place; says which sources the .so files were made from.
FINGERPRINT = ROOT / "build" / "compiled.sha256"
CACHE = ROOT / "build" / "mypyc_cache"

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
    if os.environ.get("KOTVA_COMPILE") == "0":
        return "KOTVA_COMPILE=0"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if sys.platform != "win32" and shutil.which(compiler) is None:
        return f"no C compiler ({compiler}) was found"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python.h was not found (on Debian: apt-get install python3-dev)"
    try:
        import mypyc.build  # noqa: F401
    except ImportError:
        return "mypyc is not installed (pip install 'mypy[mypyc]')"
    return "" if compiler_works() else f"the C compiler ({compiler}) does not work"


@cache
def compiler_works() -> bool:
    """Whether a small extension can be compiled: asked before a minute is spent on large ones."""
    compiler = new_compiler()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("small.c").write_text(
            "#include <Python.h>\nint small(void) { return PY_MAJOR_VERSION; }\n", encoding="ascii"
        )
        try:
            customize_compiler(compiler)
            objects = compiler.compile(["small.c"], include_dirs=[sysconfig.get_path("include")])
            compiler.link_shared_object(objects, "small.so")
        except (CCompilerError, OSError):
            return False
    return True


def fingerprint(sources: list[str]) -> str:
    """Changes whenever compiling again could give something else."""
    import mypy.version

    digest = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()} mypy {mypy.version.__version__}".encode())
    for name in (*sources, "setup.py"):
        digest.update(name.encode() + b"\0" + (ROOT / name).read_bytes())
    return digest.hexdigest()


def up_to_date(sources: list[str]) -> bool:
    """Whether the checkout's compiled modules are all there and made from these very sources."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    there = all((ROOT / source).with_suffix(suffix).is_file() for source in sources)
    return there and FINGERPRINT.is_file() and FINGERPRINT.read_text() == fingerprint(sources)


def built_in_place() -> list[Path]:
    """Every compiled module lying in the checkout, for this Python or another."""
    return [path for suffix in ("so", "pyd") for path in sorted(ROOT.glob(f"kotva/**/*.{suffix}"))]


class Compile(build_ext):
    """Makes the list of extensions only when it is time to build them: other commands should not wait for mypyc."""

    def run(self) -> None:
        compile_catalogues(ROOT)
        reason, sources = why_not_compile(), compiled_sources()
        if self.inplace:
            if not reason and up_to_date(sources):
                print("kotva: the compiled rules are up to date")
                return
            # All compiled modules come from one build. Removing them first means that a compile which fails half-way
            # leaves plain Python behind, never old machine code beside new sources.
            FINGERPRINT.unlink(missing_ok=True)
            (ROOT / "kotva" / "native.json").unlink(missing_ok=True)
            for path in built_in_place():
                path.unlink()
        if reason or not sources:
            print(NOT_COMPILED.format(reason or "there is nothing to compile"))
            return
        import mypy.version
        from mypyc.build import mypycify

        print(f"kotva: compiling {len(sources)} modules with mypyc", flush=True)
        os.chdir(ROOT)
        # A cache of its own (mypy's usual one is for other options), and always empty: mypyc 2.4 fails when it meets a changed
        # game beside an engine from its cache. What does not change in the C files is not compiled again all the same.
        shutil.rmtree(CACHE, ignore_errors=True)
        extensions = mypycify(
            [f"--cache-dir={CACHE}", *sources], opt_level="3", debug_level="0", separate=groups(sources)
        )
        for extension in extensions:
            extension.depends += ["setup.py", str(Path(mypy.version.__file__))]
            if extension.name.startswith("kotva.native_shown"):
                extension.extra_compile_args = [
                    QUICKER if flag == "-O3" else flag for flag in extension.extra_compile_args
                ]
        self.distribution.ext_modules = extensions  # type: ignore[assignment]
        self.swig_opts = None  # type: ignore[assignment]  # finalize_options wants it unparsed, as at its first call
        self.finalize_options()
        self.remove_leftovers()
        self.parallel = self.parallel or os.cpu_count()
        try:
            super().run()
        except CCompilerError as error:
            # Better a slow Kotva than none. What was built so far must not be packed beside what was not.
            for path in (*Path(self.build_lib).glob("kotva/**/*.so"), *(built_in_place() if self.inplace else ())):
                path.unlink()
            self.distribution.ext_modules = []
            self.extensions = []
            print(NOT_COMPILED.format(f"the C compiler failed ({str(error).splitlines()[0]})"))
            return
        self.tell_how_it_was_made(mypy.version.__version__)
        if self.inplace:
            FINGERPRINT.parent.mkdir(exist_ok=True)
            FINGERPRINT.write_text(fingerprint(sources))

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
        with mo.open("wb") as target:
            write_mo(target, catalogue)


class Pack(build_py):
    """Adds what is not a Python module: compiled translations and the rulebooks."""

    def run(self) -> None:
        compile_catalogues(ROOT)
        if self.editable_mode:
            super().run()
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
        reason = why_not_compile()
        if reason:  # then build_ext, which says it otherwise, does not run
            print(NOT_COMPILED.format(reason))


class KotvaDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        """Known before the extensions are (see Compile): a wheel with machine code carries a platform in its name."""
        return bool(compiled_sources()) and not why_not_compile()


if __name__ == "__main__":
    setup(distclass=KotvaDistribution, cmdclass={"build_ext": Compile, "build_py": Pack})
