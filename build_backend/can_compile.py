"""Whether the rules can be compiled on this machine, and if not, why: one sentence for people.

Asked twice: by the build backend, before it is known what to install for the build, and by setup.py, before it compiles.
"""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from functools import cache
from pathlib import Path

# Setuptools brings its own distutils; it must be imported before these.
import setuptools  # noqa: F401  # isort: skip
from distutils.ccompiler import new_compiler  # isort: skip
from distutils.errors import CCompilerError  # isort: skip
from distutils.sysconfig import customize_compiler  # isort: skip

__all__ = ["CCompilerError", "must_compile", "why_not"]

# The Pythons that the chosen mypy compiles for; a newer one runs the rules as plain Python until mypy is raised.
OLDEST, NEWEST = (3, 11), (3, 14)
# What compiling writes: C files, objects and libraries.
ROOM = 200 * 1024 * 1024


def must_compile() -> bool:
    """`KOTVA_COMPILE=1`: rather no Kotva than a slow one."""
    return os.environ.get("KOTVA_COMPILE") == "1"


@cache
def why_not() -> str:
    """Why the rules stay plain Python here, whatever may still be installed; empty when compiling can work."""
    if os.environ.get("KOTVA_COMPILE") == "0":
        return "KOTVA_COMPILE=0"
    if platform.python_implementation() != "CPython" or not OLDEST <= sys.version_info[:2] <= NEWEST:
        name = f"{platform.python_implementation()} {platform.python_version()}"
        return f"mypyc does not compile for {name} (but for CPython {'.'.join(map(str, OLDEST))} to {'.'.join(map(str, NEWEST))})"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if sys.platform != "win32" and shutil.which(compiler) is None:
        return f"no C compiler ({compiler}) was found (on Debian: apt-get install gcc libc6-dev)"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python.h was not found (on Debian: apt-get install python3-dev)"
    if shutil.disk_usage(Path(__file__).parent).free < ROOM:
        return f"less than {ROOM // 2**20} MB are free on the disk; make room and install again"
    return why_compiler_fails(compiler)


def why_compiler_fails(compiler: str) -> str:
    """Asked with a small extension before a minute is spent on large ones; empty if it compiles."""
    maker = new_compiler()
    try:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            code = "#include <Python.h>\nint small(void) { return PY_MAJOR_VERSION; }\n"
            Path("small.c").write_text(code, encoding="ascii")
            customize_compiler(maker)
            objects = maker.compile(["small.c"], include_dirs=[sysconfig.get_path("include")])
            maker.link_shared_object(objects, "small.so")
    except OSError as error:
        return f"the C compiler ({compiler}) could not be tried: {error.strerror or error}"
    except (CCompilerError, subprocess.CalledProcessError):
        return f"the C compiler ({compiler}) does not work"
    return ""
