"""Bots that try their actions out on states re-dealt from what they have seen."""

from __future__ import annotations

from random import Random
from time import perf_counter

from kotva.bots.bot import SensibleBot
from kotva.engine.arrays import Rng
from kotva.engine.game import PLAYED, View
from kotva.engine.one_ply import one_ply_values
from kotva.engine.search import ROOT, Search

_LOOK = 2  # deals for a first look at every action
_CLOSE = 0.5  # values (in thousandths) that differ by less say nothing
_SHORT = 8  # actions that are looked at more closely
_FEW = 200  # simulations that are not worth ending early


class Greedy(SensibleBot):
    """Looks one ply ahead: plays the action of the best evaluation, on average over a few deals of what it cannot see."""

    def __init__(self, seed: int = 0, deals: int = 8) -> None:
        super().__init__()
        self._random = Random(seed)
        self._deals = deals

    def _choose(self, view: View) -> int:
        seat, legal = self._sense.choices(view)
        if len(legal) == 1:
            return legal[0]
        if len(legal) > _SHORT and self._deals > _LOOK:
            looks = self._weigh(view, seat, legal, _LOOK)
            least = sorted(looks)[-_SHORT]
            legal = [action for action, look in zip(legal, looks) if look >= least]
        looks = self._weigh(view, seat, legal, self._deals)
        return self._random.choice(furthest(view, seat, legal, looks, self._random))

    def _weigh(self, view: View, seat: int, actions: list[int], deals: int) -> list[tuple[float, float]]:
        return one_ply_values(view.seen, seat, actions, view.game.bots.evaluation, deals, self._random.getrandbits(30))


def furthest(view: View, seat: int, actions: list[int], looks: list[tuple[float, float]], random: Random) -> list[int]:
    """Of the actions that are about equally good, those that get furthest, and of these the likeliest.

    Chances alone make a bot wait for ever where they are flat: when nearly all is won, or lost, or far away.
    """
    close = max(value for value, _ in looks) - _CLOSE
    far = max(way for value, way in looks if value >= close)
    good = [action for action, (value, way) in zip(actions, looks) if value >= close and way == far]
    if len(good) == 1:
        return good
    dealt = view.seen.clone()
    dealt.redeal(seat, Rng(random.getrandbits(30)))
    merits = [view.game.bots.evaluation.order(dealt, seat, action) for action in good]
    return [action for action, merit in zip(good, merits) if merit == max(merits)]


class Mcts(SensibleBot):
    """Monte-Carlo tree search with a budget: a number of simulations (then its play is reproducible) or milliseconds.

    What it found out below the actions that were played since its last decision it keeps, as far as its views tell what was
    played (`View.news`); a view that does not say how it came from the last one is thought about anew.
    """

    def __init__(self, seed: int = 0, *, simulations: int = 0, milliseconds: int = 0, reuse: bool = True) -> None:
        if (simulations > 0) == (milliseconds > 0):
            raise ValueError("give either simulations or milliseconds")
        super().__init__()
        self._random = Random(seed)
        self._simulations = simulations
        self._seconds = milliseconds / 1000
        self._reuse = reuse
        self._search: Search | None = None
        self._played: list[tuple[int, int]] = []  # since that search
        self.simulations = 0  # how many the last decision took
        self.kept = 0  # how many of an earlier decision's were of use to it
        self.chance = 500  # what the last search expects of its choice, in thousandths
        self.range = 0  # and by how much that differs from the worst that it looked into

    @property
    def room(self) -> int:
        """For how many nodes its tree has room, of about 100 bytes each; it doubles when it is full."""
        return 0 if self._search is None else len(self._search.action)

    def table(self) -> list[tuple[int, int, int]]:
        """What the last search knows of each action: how often it was tried, its mean value; empty without a search."""
        return [] if self._search is None else self._search.table()

    def drop_tree(self) -> None:
        """Think anew next time, and remember the rest."""
        self._search = None

    def _choose(self, view: View) -> int:
        start = perf_counter()
        seat, legal = self._choices(view)
        seed = self._random.getrandbits(30)
        self.simulations = self.kept = 0
        self._played += [(actor, action) for code, actor, action, _ in view.news if code == PLAYED]
        if len(legal) == 1:
            return legal[0]
        search = Search(view.seen, seat, legal, view.game.bots.evaluation, seed)
        self._remember(search)
        if self._simulations:
            self._run_up_to(search, self._simulations)
        else:
            self._run_until(search, start, start + self._seconds)
        best = int(search.best())
        found = [mean for _, visits, mean in search.table() if visits]
        self.chance = int(search.chance_of(best))
        self.range = max(found) - min(found)
        if self.range <= view.game.bots.evaluation.flat(view.seen):  # nothing matters at once: get on, as `Greedy` does
            looks = one_ply_values(view.seen, seat, legal, view.game.bots.evaluation, _LOOK, seed)
            return self._random.choice(furthest(view, seat, legal, looks, self._random))
        return best

    def _choices(self, view: View) -> tuple[int, list[int]]:
        """Its seat, and what it chooses from."""
        return self._sense.choices(view)

    def _remember(self, search: Search) -> None:
        """Begin with what the last tree knows of this moment."""
        old, played = self._search, self._played
        self._search, self._played = search, []
        if self._reuse and old is not None and played and old.seat == search.seat:
            node = old.follow(played)
            if node > ROOT:
                search.graft(old, node)
                self.kept = int(search.known())

    def _run_up_to(self, search: Search, left: int) -> None:
        """Run so many simulations, or as many of them as could change which action is tried most.

        Budgets below 200 always run in full: stopping early leaves too little to reuse. Of more:
        if all that follow went to the action that leads, about half of what it is short of deciding would do, so it is not asked
        more often than that.
        """
        if left < _FEW:
            search.run(left)
            self.simulations = left
            return
        while left and (lead := int(search.lead())) <= left:
            batch = min((left - lead) // 2 + 1, left)
            search.run(batch)
            self.simulations += batch
            left -= batch

    def _run_until(self, search: Search, start: float, end: float) -> None:
        """Run batches between looks at the clock; a batch is about a fiftieth of the time, and does not overrun it.

        The clock is the one on the wall, because people wait by it: on a busy machine there are fewer simulations, and where
        it stands still for a moment no more than one batch is late. Stops before its time when what is left of it could not
        change the choice any more.
        """
        batch = 4
        now = perf_counter()
        while True:  # once in any case: a busy machine may have taken all of a short time before it began
            search.run(batch)
            self.simulations += batch
            before, now = now, perf_counter()
            each = max(now - before, 1e-9) / batch
            if now >= end or int(search.lead()) * each > end - now:
                break
            batch = max(1, min(2 * batch, int(min((end - start) / 50, end - now) / each)))
