"""Kotva: write a board game's rules once, in plain Python, and get tables, bots, records, pictures and tournaments."""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from types import ModuleType

__version__ = "0.1.0"


class _SourceFirst(importlib.abc.MetaPathFinder):
    """With KOTVA_INTERPRETED=1 the rules run from their sources, even where compiled modules lie beside them."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not name.startswith("kotva.") or path is None:
            return None
        loader = (importlib.machinery.SourceFileLoader, importlib.machinery.SOURCE_SUFFIXES)
        for folder in path:
            found = importlib.machinery.FileFinder(folder, loader).find_spec(name, target)
            if found is not None and found.loader is not None:
                return found
        return None


if os.environ.get("KOTVA_INTERPRETED") == "1":
    sys.meta_path.insert(0, _SourceFirst())
