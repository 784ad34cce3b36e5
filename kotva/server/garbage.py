"""When garbage is collected: little and often while people play, all of it when nobody does.

Left alone, Python looks through everything that is held whenever that has grown by a quarter. With a few hundred tables in memory
this takes 0.4 s, and every socket waits for it. But nearly everything here goes by itself, without cycles; so whatever has lived
for a while is set aside, and looked through only in a quiet moment, or after an hour without one.
"""

from __future__ import annotations

import gc

# By how many objects there must be more until the youngest are looked at (some 20 ms), and how often until the older ones are,
# too (200 ms): never while people play.
_YOUNG, _NEVER = 20_000, 1_000_000
_ROUNDS = 120  # calls of `tidy` without a quiet moment after which all is looked through anyway


class Collector:
    """The garbage of one process."""

    def __init__(self) -> None:
        self._seen: object = None  # what had happened when it was last asked
        self._tidied: object = None  # and when all was last looked through
        self._rounds = 0

    def begin(self) -> None:
        """What is loaded by now stays: modules, games, catalogues."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(_YOUNG, _NEVER, _NEVER)

    def tidy(self, happened: object) -> bool:
        """Called now and then with whatever tells how much has happened; whether all was looked through."""
        quiet = happened == self._seen
        self._seen = happened
        self._rounds += 1
        if happened == self._tidied or not (quiet or self._rounds >= _ROUNDS):
            return False
        self._tidied, self._rounds = happened, 0
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        return True

    @staticmethod
    def end() -> None:
        """As Python does it by itself."""
        gc.unfreeze()
        gc.set_threshold(700, 10, 10)
