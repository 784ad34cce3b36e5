"""When garbage is collected: young objects while people play, all of them when nobody does.

Left alone, Python looks through everything that is held whenever that has grown by a quarter. With a few hundred tables in memory
this takes 0.4 s, and every socket waits for it. Its youngest alone are too many: it counts by how many objects there are more,
and a scene that takes the place of another does not count; a hundred thousand of them come together, and take 0.1 s.

But nearly everything here goes by itself, without cycles. So Python's own collector rests. Ten times a second whatever is new is
set aside, which costs nothing; now and then it is looked through before, and every time for as long as that finds something. What
was set aside is looked through in a quiet moment, or after ten minutes without one: pages leave more behind than moves.
"""

from __future__ import annotations

import gc

YOUNG_EVERY = 0.1  # seconds between two calls of `glance`
_SELDOM = 10  # glances of which one looks, while there is nothing to find
_WORTH = 20  # objects in cycles that make it worth the while to look again the next time
_ROUNDS = 20  # calls of `tidy` without a quiet moment after which all is looked through anyway
_MANY = 3_000_000  # objects set aside since then, after which all is looked through whatever happens: a thousand tables make two
_SOME = 30_000  # and in a quiet moment, though no table has changed: pages leave something behind, too


class GarbageCollector:
    """The garbage of one process."""

    def __init__(self) -> None:
        self._seen: object = None  # what had happened when it was last asked
        self._tidied: object = None  # and when all was last looked through
        self._rounds = 0
        # About how many objects were set aside since then. Python would count them one by one, which took a tenth of a second.
        self._more = 0
        self._young_rounds = 0
        self._worth = True

    def begin(self) -> None:
        """What is loaded by now stays: modules, games, catalogues.

        Only what is young is looked through: the rest, a hundred thousand objects, takes 60 ms in which the first visitor
        waits, and has ten in cycles. The first quiet moment finds them.
        """
        gc.collect(1)
        gc.freeze()
        gc.disable()
        self._more = 0

    def collect_young(self) -> bool:
        """Called ten times a second; whether what is new was looked through."""
        self._young_rounds += 1
        looks = self._worth or self._young_rounds % _SELDOM == 0
        if looks:
            self._more += gc.get_count()[0]
            self._worth = gc.collect(0) >= _WORTH
        self._set_aside()
        return looks

    def _set_aside(self) -> None:
        self._more += gc.get_count()[0]
        gc.freeze()

    def tidy(self, happened: object) -> bool:
        """Called now and then with whatever tells how much has happened; whether all was looked through."""
        quiet = happened == self._seen
        self._seen = happened
        self._rounds += 1
        if self._more < _MANY:
            if happened == self._tidied and self._more < _SOME:
                return False
            if not quiet and self._rounds < _ROUNDS:
                return False
        self._tidied, self._rounds = happened, 0
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._more = 0
        return True

    @staticmethod
    def end() -> None:
        """As Python does it by itself."""
        gc.unfreeze()
        gc.enable()
