"""Which packages run from their sources although compiled modules lie beside them."""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from types import ModuleType


class _SourceFirst(importlib.abc.MetaPathFinder):
    """Runs packages from their sources, even where compiled modules lie beside them.

    With KOTVA_INTERPRETED=1 these are Kotva and all packages of games that were compiled for it (`kotva compile` marks them):
    machine code that expects a compiled engine crashes with an interpreted one. A package compiled for another Kotva is
    among them too (`kotva.games`).
    """

    def __init__(self) -> None:
        self.packages: set[str] = set()
        self.everything = False

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        root = name.partition(".")[0]
        if path is None or not (root in self.packages or (self.everything and self._is_compiled(root))):
            return None
        loader = (importlib.machinery.SourceFileLoader, importlib.machinery.SOURCE_SUFFIXES)
        for folder in path:
            found = importlib.machinery.FileFinder(folder, loader).find_spec(name, target)
            if found is not None and found.loader is not None:
                return found
        return None

    def _is_compiled(self, root: str) -> bool:
        package = sys.modules.get(root)
        return any(os.path.exists(os.path.join(folder, MARK)) for folder in getattr(package, "__path__", ()))  # noqa: PTH110, PTH118 - at every import


MARK = "kotva_engine.py"  # beside the compiled rules of another package: the engine that they were compiled for
_sources = _SourceFirst()
sys.meta_path.insert(0, _sources)
if os.environ.get("KOTVA_INTERPRETED") == "1":
    _sources.packages.add("kotva")
    _sources.everything = True


def run_sources(package: str) -> None:
    """From now on the modules of a package are loaded from their sources, whatever was compiled of them."""
    _sources.packages.add(package)
