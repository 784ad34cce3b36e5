"""Search for bots: a tree of decisions, tried out on states re-dealt from what one seat has seen.

Every simulation deals anew what the seat may not know, walks down the tree, plays on a little and remembers how well each
seat stood then (every seat is taken to look after itself). A node is a sequence of actions, whatever was dealt: what is
legal there may differ from deal to deal, so only children legal in this one compete. Where the evaluation plans alone,
others are quick players, and the tree is of the seat's own actions: so it sees what the seat can do in its next turns.
Where several choose at the same time and unseen, each chooses by what it found where that began, whatever the others took.
"""

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import Rng, doubled, filled, push, zeros
from kotva.engine.evaluation import Evaluation, kinds
from kotva.engine.moves import Moves
from kotva.engine.playout import play_quick
from kotva.engine.sealed import Sealed
from kotva.engine.state import CHANCE, OVER, State

NONE: Final = -1
ROOT: Final = 0
TOLD_APART: Final = 12  # with more kinds of outcomes than this, all that chance may do leads to the same node
LET_IN: Final = 4  # how many new actions join in a visit, about
SETTLED: Final = 200  # tries after which one action may be far ahead,
SHARE: Final = 4  # and each of the others still gets so small a part of an even share: a quarter
ROOM: Final = 1024  # for nodes, at first

# Whether the outcomes of chance after a node have nodes of their own.
NOT_ASKED: Final = 0
APART: Final = 1
MERGED: Final = 2
LATER: Final = 3  # when the node has been visited often enough


class Search:
    """The tree for one decision of one seat. The same seed and number of simulations give the same tree."""

    def __init__(self, seen: State, seat: i64, actions: list[int], evaluation: Evaluation, seed: i64) -> None:
        self.seen: State = seen
        self.seat: i64 = seat
        self.evaluation: Evaluation = evaluation
        self.rng: Rng = Rng(seed)
        self.explore: float = float(evaluation.explore()) / 1000.0
        self.patience: i64 = 200  # visits after which outcomes that are many, but of few kinds, are told apart
        self.alone: bool = evaluation.plans_alone()
        self.out: Moves = Moves()
        self.value: vec[i64] = zeros(seen.seats)
        self.path: vec[i64] = zeros(64)
        self.depth: i64 = 0
        # By seat: the node at which it could choose already, while others have chosen unseen since then; or NONE.
        self.since: vec[i64] = filled(seen.seats, NONE)
        self.sealed: Sealed = Sealed()
        # What competes in one choice, in the order of the legal list: children (or NONE) and how good they look.
        self.here: vec[i64] = zeros(256)
        self.looks: vec[i64] = zeros(256)
        # Nodes: where each comes from, by which action and whose; the merit it seemed to have; how often it could have
        # been tried, how often it was, and what its actor got out of it in all.
        self.nodes: i64 = 0
        self.parent: vec[i64] = zeros(ROOM)
        self.action: vec[i64] = zeros(ROOM)
        self.actor: vec[i64] = zeros(ROOM)
        self.merit: vec[i64] = zeros(ROOM)
        self.offers: vec[i64] = zeros(ROOM)
        self.visits: vec[i64] = zeros(ROOM)
        self.total: vec[i64] = zeros(ROOM)
        self.chance: vec[i64] = zeros(ROOM)
        # The node of each (parent, actor, action): a hash table with open addresses, NONE where nothing is.
        self.slots: vec[i64] = filled(4 * ROOM, NONE)
        self.add(NONE, seat, NONE)
        self.actions: i64 = 0
        first = seen.clone()
        first.redeal(seat, self.rng)
        for action in actions:  # the first nodes after the root
            child: i64 = self.add(ROOT, seat, action)
            self.merit[child] = max(evaluation.order(first, seat, action), 1)
            self.actions += 1

    def follow(self, played: list[tuple[int, int]]) -> i64:
        """The node that is reached by what was played since (by whom, what), or NONE where the tree does not know it.

        What chance did is passed over where all its outcomes lead to the same node: it may even have been hidden. Search
        that plans alone has no nodes for others, and so knows nothing of what comes after they have acted in their own way.
        """
        node: i64 = ROOT
        for i in range(len(played)):
            actor: i64 = played[i][0]
            if actor != CHANCE:
                node = self.find(node, actor, played[i][1])
            elif self.chance[node] == APART:
                node = self.find(node, CHANCE, self.evaluation.alike(played[i][1]))
            elif self.chance[node] == LATER:
                apart: i64 = self.find(node, CHANCE, self.evaluation.alike(played[i][1]))
                if apart != NONE:
                    node = apart
            if node == NONE:
                return NONE
        return node

    def graft(self, old: "Search", root: i64) -> None:
        """Take over what an older tree knows below one of its nodes, which is where this one begins.

        What it found on the deals of that time counts as tried: deals that do not fit what is known now are among them, but
        the actions that led here made most of those rare. Call it on a new tree, in which nothing was simulated yet.
        """
        moved = filled(old.nodes, NONE)
        moved[root] = ROOT
        self.chance[ROOT] = old.chance[root]
        for node in range(root + 1, old.nodes):  # parents come before their children
            above: i64 = moved[old.parent[node]]
            if above != NONE:
                actor: i64 = old.actor[node]
                here: i64 = self.find(above, actor, old.action[node])
                if here == NONE and above != ROOT:
                    here = self.add(above, actor, old.action[node])
                    self.merit[here] = old.merit[node]
                if here != NONE:  # what is not legal now is left behind
                    self.offers[here] = old.offers[node]
                    self.visits[here] = old.visits[node]
                    self.total[here] = old.total[node]
                    self.chance[here] = old.chance[node]
                    moved[node] = here

    def known(self) -> i64:
        """How often all actions of the seat were tried."""
        visits: i64 = 0
        for node in range(1, self.actions + 1):
            visits += self.visits[node]
        return visits

    def chance_of(self, action: i64) -> i64:
        """The mean value of an action, 0 to 1000; -1 where it was not tried."""
        node: i64 = self.find(ROOT, self.seat, action)
        return self.total[node] // self.visits[node] if node != NONE and self.visits[node] > 0 else -1

    def run(self, simulations: i64) -> None:
        """Go on for so many simulations."""
        for _i in range(simulations):
            self.simulate()

    def best(self) -> i64:
        """The action tried most often, the better one of equals."""
        best: i64 = 1
        for node in range(2, self.actions + 1):
            more: i64 = self.visits[node] - self.visits[best]
            if more > 0 or (more == 0 and self.total[node] > self.total[best]):
                best = node
        return self.action[best]

    def lead(self) -> i64:
        """By how many visits the action tried most often is ahead of the next: it stays best for so many simulations."""
        most: i64 = 0
        second: i64 = 0
        for node in range(1, self.actions + 1):
            visits: i64 = self.visits[node]
            if visits > most:
                second = most
                most = visits
            elif visits > second:
                second = visits
        return most - second

    def table(self) -> list[tuple[int, int, int]]:
        """Every action of the seat with its visits and its mean value (0 to 1000), in the order given."""
        out: list[tuple[int, int, int]] = []
        for node in range(1, self.actions + 1):
            visits: i64 = self.visits[node]
            out.append((self.action[node], visits, self.total[node] // visits if visits > 0 else 0))
        return out

    # -- one simulation ----------------------------------------------------------------------------------------------

    def simulate(self) -> None:
        """Deal, walk down to a node that is new, play on to the horizon, and note on the way back what everybody got."""
        s = self.seen.clone()
        s.redeal(self.seat, self.rng)
        node: i64 = ROOT
        self.depth = 0
        for seat in range(s.seats):
            self.since[seat] = NONE
        passed: bool = False  # whether others have acted since the node, without nodes of their own
        while True:
            actor: i64 = self.seat if node == ROOT else s.to_act()
            if actor == OVER:
                break
            if actor == CHANCE:
                outcome: i64 = s.sample(self.rng, self.out)
                apart: bool = not passed and self.is_distinguished(node, s)
                s.apply(CHANCE, outcome)
                if not apart:
                    continue
                node = self.child(node, CHANCE, self.evaluation.alike(outcome))
            elif self.alone and actor != self.seat:
                play_quick(s, self.evaluation, self.rng, 1, self.out)
                passed = True
                continue
            else:
                if node != ROOT and self.visits[node] == 0:
                    break
                since: i64 = self.since[actor]
                chosen: i64 = self.choose(node if since == NONE else since, actor, s)
                if chosen == NONE:
                    return  # this deal allows nothing of what the seat may do: it says nothing
                action: i64 = self.action[chosen]
                self.seal(node, actor, action, s)
                s.apply(actor, action)
                passed = False
                if since == NONE:
                    node = chosen
                else:  # what it found counts where it was chosen; what comes next depends on what all have taken
                    self.note(chosen)
                    node = self.child(node, actor, action)
                    self.merit[node] = self.merit[chosen]
            self.note(node)
        play_quick(s, self.evaluation, self.rng, self.evaluation.horizon(), self.out)
        self.evaluation.values(s, self.value)
        for i in range(self.depth):
            node = self.path[i]
            self.visits[node] += 1
            if self.actor[node] >= 0:
                self.total[node] += self.value[self.actor[node]]

    def note(self, node: i64) -> None:
        """One more node that learns from this simulation."""
        if self.depth == len(self.path):
            self.path = push(self.path, 0)
        self.path[self.depth] = node
        self.depth += 1

    def seal(self, node: i64, actor: i64, action: i64, s: State) -> None:
        """Before a seat acts: others that choose now and will not see it choose by what they know at this node."""
        self.since[actor] = NONE
        if self.alone:
            return
        for seat in range(s.seats):
            if seat == actor:
                continue
            if not s.may_act(seat):
                self.since[seat] = NONE
            elif self.since[seat] == NONE and self.sealed.hides(s, actor, action):
                self.since[seat] = node

    def is_distinguished(self, node: i64, s: State) -> bool:
        """Whether what chance decides now leads to nodes of their own: only where the outcomes are few."""
        if self.chance[node] == NOT_ASKED:
            self.out.clear()
            s.list_chance(self.out)
            if self.out.n <= TOLD_APART:
                self.chance[node] = APART
            else:
                self.chance[node] = LATER if kinds(self.evaluation, self.out, TOLD_APART) <= TOLD_APART else MERGED
        return self.chance[node] == APART or (self.chance[node] == LATER and self.visits[node] >= self.patience)

    def choose(self, node: i64, actor: i64, s: State) -> i64:
        """The child to try: what it has brought so far, and more hope the less it was tried when it could have been."""
        merits: i64 = self.look_round(node, actor, s)
        n: i64 = self.let_in(node, actor, merits)
        visits: i64 = 0
        total: i64 = 0
        for i in range(n):
            visits += self.visits[self.here[i]]
            total += self.total[self.here[i]]
        if node == ROOT and actor == self.seat and visits >= SETTLED:
            least: i64 = self.least_tried(n)
            if SHARE * n * self.visits[least] < visits:
                return least
        untried: float = float(total) / float(visits) if visits > 0 else 0.0
        hope: float = 1000.0 * self.explore / float(merits) if n > 0 else 0.0
        best: i64 = NONE
        most: float = -1.0
        for i in range(n):
            child: i64 = self.here[i]
            tries: i64 = self.visits[child]
            mean: float = float(self.total[child]) / float(tries) if tries > 0 else untried
            offers: float = sqrt(float(self.offers[child]))
            promise: float = mean + hope * float(self.merit[child]) * offers / float(1 + tries)
            if promise > most:
                most = promise
                best = child
        return best

    def least_tried(self, n: i64) -> i64:
        """Of those that compete: what was unlucky at first, or needs a plan that only many tries find, is not left behind.

        What is tried more is planned further, and looks better for that alone.
        """
        least: i64 = self.here[0]
        for i in range(1, n):
            if self.visits[self.here[i]] < self.visits[least]:
                least = self.here[i]
        return least

    def look_round(self, node: i64, actor: i64, s: State) -> i64:
        """Find what is legal in this deal, with the child of each (or NONE) and its merit; the sum of the merits."""
        out = self.out
        out.clear()
        told: bool = node == ROOT and actor == self.seat
        if told:
            s.list_legal(actor, out)
        else:
            self.evaluation.list_quick(s, actor, out)
        while len(self.here) < out.n:
            self.here = doubled(self.here)
            self.looks = doubled(self.looks)
        merits: i64 = 0
        for i in range(out.n):
            child: i64 = self.find(node, actor, out.a[i])
            self.here[i] = child
            if child != NONE:
                self.looks[i] = self.merit[child]
            elif not told:
                self.looks[i] = max(self.evaluation.order(s, actor, out.a[i]), 1)
            else:
                self.looks[i] = 0  # at the root only what the seat was told is legal competes
            merits += self.looks[i]
        return merits

    def let_in(self, node: i64, actor: i64, merits: i64) -> i64:
        """Move the children that compete to the front of `here`; how many they are.

        Of the actions without a child some are let in by lot, a few in each visit, those that look better sooner: what
        is legal in many deals is let in before long, what depends on a rare hand does not fill the tree.
        """
        n: i64 = 0
        fallback: i64 = NONE
        for i in range(self.out.n):
            child: i64 = self.here[i]
            if child == NONE and self.looks[i] > 0:
                if self.rng.below(merits) < LET_IN * self.looks[i]:
                    child = self.add(node, actor, self.out.a[i])
                    self.merit[child] = self.looks[i]
                elif fallback == NONE or self.looks[i] > self.looks[fallback]:
                    fallback = i
            if child != NONE:
                self.offers[child] += 1
                self.here[n] = child
                n += 1
        if n == 0 and fallback != NONE:
            child = self.add(node, actor, self.out.a[fallback])
            self.merit[child] = self.looks[fallback]
            self.offers[child] = 1
            self.here[0] = child
            n = 1
        return n

    # -- nodes -------------------------------------------------------------------------------------------------------

    def child(self, parent: i64, actor: i64, action: i64) -> i64:
        """The node after an action, a new one if need be."""
        node: i64 = self.find(parent, actor, action)
        return self.add(parent, actor, action) if node == NONE else node

    def find(self, parent: i64, actor: i64, action: i64) -> i64:
        """The node after an action, or NONE."""
        return self.slots[self.slot(parent, actor, action)]

    def slot(self, parent: i64, actor: i64, action: i64) -> i64:
        """Where in the table this node is, or would be put."""
        last: i64 = len(self.slots) - 1
        mixed: i64 = (parent * 0x9E3779B1 + action * 8 + actor) * 0x5DEECE66D & 0xFFFFFFFFFFFF
        at: i64 = (mixed >> 16) & last
        node: i64 = self.slots[at]
        while node != NONE:
            if self.parent[node] == parent and self.action[node] == action and self.actor[node] == actor:
                return at
            at = (at + 1) & last
            node = self.slots[at]
        return at

    def add(self, parent: i64, actor: i64, action: i64) -> i64:
        """A new node."""
        if self.nodes == len(self.action):
            self.grow()
        node: i64 = self.nodes
        self.nodes += 1
        self.parent[node] = parent
        self.action[node] = action
        self.actor[node] = actor
        self.slots[self.slot(parent, actor, action)] = node
        return node

    def grow(self) -> None:
        """Room for twice as many nodes."""
        self.parent = doubled(self.parent)
        self.action = doubled(self.action)
        self.actor = doubled(self.actor)
        self.merit = doubled(self.merit)
        self.offers = doubled(self.offers)
        self.visits = doubled(self.visits)
        self.total = doubled(self.total)
        self.chance = doubled(self.chance)
        self.slots = filled(4 * len(self.action), NONE)
        for node in range(self.nodes):
            self.slots[self.slot(self.parent[node], self.actor[node], self.action[node])] = node
