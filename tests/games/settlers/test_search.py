"""What search spends itself on: the seat's own plans, the sums of the dice, and no offers beyond its own next one."""

from __future__ import annotations

from kotva.engine.search import NONE, ROOT, Search
from kotva.engine.state import CHANCE
from kotva.games.settlers import GAME
from kotva.games.settlers.board import COUNTER, DICE, DRAWN, END, TURN_LIMIT
from tests.games.settlers.table import Table


def search(t: Table, simulations: int, seed: int = 1) -> Search:
    """A tree for whoever is to act."""
    found = Search(t.s.seen(t.actor), t.actor, GAME.legal(t.s), GAME.bots.evaluation, seed)
    found.run(simulations)
    return found


def test_of_two_dice_only_the_sum_matters():
    sums = {i: int(GAME.bots.evaluation.alike(DICE + i)) for i in range(36)}
    assert len(set(sums.values())) == 11
    for i, kind in sums.items():
        for j, other in sums.items():
            assert (kind == other) == (i // 6 + i % 6 == j // 6 + j % 6)


def test_all_else_that_chance_does_stands_for_itself():
    others = [*range(END + 1), *range(DRAWN, TURN_LIMIT)]
    assert [int(GAME.bots.evaluation.alike(outcome)) for outcome in others] == others
    assert not set(others) & {int(GAME.bots.evaluation.alike(DICE + i)) for i in range(36)}


def dice_below(tree: Search, node: int) -> dict[int, int]:
    """The visits of the sums that have a node of their own after a node."""
    return {
        int(tree.action[i]): int(tree.visits[i])
        for i in range(int(tree.nodes))
        if tree.parent[i] == node and tree.actor[i] == CHANCE
    }


def test_throws_are_told_apart_where_they_are_tried_often():
    """The first throws after an action lead to one node, which has seen a little of all; later ones to one for each sum."""
    t = Table(phase="ROLL", P1="S 13; R 13-18; hand LBWG")
    tree = Search(t.s.seen(0), 0, [GAME.rules.actions.parse("roll")], GAME.bots.evaluation, 1)
    tree.run(int(tree.patience))
    rolled = int(tree.follow([(0, GAME.rules.actions.parse("roll"))]))
    assert tree.visits[rolled] == tree.patience
    assert not dice_below(tree, rolled)
    tree.run(600)
    sums = dice_below(tree, rolled)
    assert set(sums) == set(range(DICE, DICE + 11))
    assert sum(sums.values()) == 600
    assert sums[DICE + 5] > 2 * sums[DICE]  # seven comes six times as often as two


def test_a_tree_is_followed_through_a_throw():
    """To the node of its sum where there is one, and past the throw where all of them are together."""
    t = Table(phase="ROLL", P1="S 13; R 13-18; hand LBWG")
    roll = GAME.rules.actions.parse("roll")
    tree = Search(t.s.seen(0), 0, [roll], GAME.bots.evaluation, 1)
    rolled = int(tree.follow([(0, roll)]))
    tree.run(150)
    assert tree.follow([(0, roll), (CHANCE, DICE + 7)]) == rolled
    tree.run(600)
    apart = int(tree.follow([(0, roll), (CHANCE, DICE + 7)]))
    assert tree.parent[apart] == rolled
    assert tree.action[apart] == DICE + 2  # 2 + 2
    assert apart == tree.follow([(0, roll), (CHANCE, DICE + 2)])  # 1 + 3
    assert tree.follow([(0, roll), (0, roll)]) == NONE


def test_offers_are_tried_at_the_root_alone():
    t = Table({"player_trade": "offers"}, P1="S 13; R 13-18-24-30; hand LLWG", P2="S 3; hand BBO", P3="S 50; hand GG")
    tree = search(t, 600)
    offers = [i for i in range(1, int(tree.nodes)) if tree.action[i] >= COUNTER]
    assert offers
    assert {int(tree.parent[i]) for i in offers} == {ROOT}
    assert tree.nodes > 2 * len(offers)


def test_it_plans_its_own_next_turns():
    """Others are quick players without nodes; so the tree gets through their turns to what comes next for oneself."""
    t = Table(P1="S 13 41; R 13-18; hand LB", P2="S 3", P3="S 50", P4="S 30")
    tree = search(t, 1500)
    roll, end = GAME.rules.actions.parse("roll"), GAME.rules.actions.parse("end")
    assert {int(tree.actor[i]) for i in range(int(tree.nodes))} == {0, CHANCE}
    ends = [0] * int(tree.nodes)
    for i in range(1, int(tree.nodes)):
        ends[i] = ends[int(tree.parent[i])] + int(tree.action[i] == end)
        if tree.action[i] == roll:
            assert tree.action[tree.parent[i]] == end or tree.action[tree.parent[i]] >= DICE
    assert max(ends) >= 2  # this turn and the next one


def test_throws_of_others_have_no_nodes():
    """However often they are tried: what matters of them is what comes after, in one's own next turn."""
    t = Table(P1="S 13 41; R 13-18; hand W", P2="S 3", P3="S 50", P4="S 30")
    tree = search(t, 600)
    ended = int(tree.follow([(0, GAME.rules.actions.parse("end"))]))
    assert tree.visits[ended] > 2 * tree.patience, "nothing else can be done"
    assert not dice_below(tree, ended)


def test_who_plans_alone_forgets_when_others_have_acted():
    t = Table(P1="S 13 41; R 13-18; hand LB", P2="S 3")
    tree = search(t, 400)
    end, roll = GAME.rules.actions.parse("end"), GAME.rules.actions.parse("roll")
    assert tree.follow([(0, end)]) > ROOT
    assert tree.follow([(0, end), (1, roll)]) == NONE
