"""How a package made by `kotva new` is built: its rules as machine code where that works, plain Python where it does not."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from setuptools.command.build_ext import build_ext

from kotva.native import extensions, rules_of

PLAIN = "{}: NOT compiled, the rules will run as plain Python (slower): {}"


def setup_arguments(package: str) -> dict[str, Any]:
    """What the `setup.py` of a package passes to `setup`; with KOTVA_COMPILE=1 it is an error if nothing can be compiled."""
    folder = next(place for place in (Path(package), Path("src", package)) if place.is_dir())
    if os.environ.get("KOTVA_COMPILE") == "0":
        return {}
    try:
        made = extensions(package, [str(folder / name) for name in rules_of(folder)])
    except (Exception, SystemExit) as error:  # mypyc ends with sys.exit when it refuses something
        _plain(package, error)
        return {}
    return {"ext_modules": made, "cmdclass": {"build_ext": BuildIfPossible}}


class BuildIfPossible(build_ext):
    """Machine code of all modules, or of none: half of them would not work together."""

    def run(self) -> None:
        """Build, or leave nothing behind."""
        names = [extension.name for extension in self.extensions]
        try:
            super().run()
        except Exception as error:
            for name in names:
                Path(self.get_ext_fullpath(name)).unlink(missing_ok=True)
            self.extensions = self.distribution.ext_modules = []
            _plain(self.distribution.get_name(), error)


def _plain(package: str, error: BaseException) -> None:
    reason = str(error).strip() or repr(error)
    if isinstance(error, SystemExit):
        reason = "mypyc refused the sources, see above"
    if os.environ.get("KOTVA_COMPILE") == "1":
        raise SystemExit(f"{package}: KOTVA_COMPILE=1, and compiling failed: {reason}")
    print(PLAIN.format(package, reason), flush=True)
