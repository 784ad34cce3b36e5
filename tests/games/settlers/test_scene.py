"""What the table shows: forms whose notation is legal, cards that fly, places to click, nothing that is hidden."""

from __future__ import annotations

from kotva.engine.game import Event
from kotva.engine.say import ENGLISH, Say
from kotva.engine.scene import Item, Scene
from kotva.games.settlers import GAME
from tests.games.settlers.table import ACTORS, Table


def shown(t: Table, player: int | None, news: list[Event] | None = None) -> Scene:
    view = GAME.view(t.s, None if player is None else player - 1, t.options, news or ())
    return GAME.scene(view, ENGLISH)


def items(scene: Scene) -> dict[str, Item]:
    return {item.id: item for item in scene.items}


def paths(t: Table, player: int, text: str) -> list[tuple[str, ...]]:
    return [tuple(p) for p in GAME.paths(t.view(player), GAME.actions.parse(text))]


def test_an_offer_of_any_size_is_put_together_in_a_form():
    """SET-12.9: the form writes what the notation reads, to some or to all."""
    t = Table(P1="hand LLLB", P2="hand G", P4="hand W")
    (form,) = shown(t, 1).forms
    assert (form.id, form.template, form.optional) == ("offer", "offer {give}>{want}{to}", " @")
    assert [(p.letter, p.most) for p in form.slots[0].parts] == [("L", 3), ("B", 1)]
    assert [p.letter for p in form.slots[2].parts] == ["P2", "P4"]
    assert t.why(form.template.format(give="LLL", want="GW", to=" @P2,P4")) == ""
    assert shown(t, 2).forms == ()


def test_answers_are_shown_beside_one_another():
    """SET-12.6, SET-15.1: offers and answers are open to all."""
    t = Table(P1="hand LW", P2="hand G", P3="hand OO").play("offer W>G", "P3 counter O>W")
    for viewer in (1, 2, 4, None):
        panel = next(p for p in shown(t, viewer).panels if p.id == "offer")
        assert panel.urgent
        assert [row[1] for row in panel.rows] == ["thinking", "counter-offer", "rejects"]
    assert [f.id for f in shown(t, 2).forms] == ["counter"]
    assert shown(t, 3).forms == ()


def test_all_who_owe_a_discard_have_the_form_at_once():
    """SET-6.3: exactly as many as are due."""
    t = Table(phase="ROLL", P1="hand LLLLBBBB", P2="hand WWWWWWWWW").play("roll", "* dice 3+4")
    for player, due in ((1, 4), (2, 4)):
        (form,) = shown(t, player).forms
        assert (form.slots[0].least, form.slots[0].most) == (due, due)
    assert shown(t, 3).forms == ()


def test_production_is_seen_to_come():
    """SET-5.1: a card goes from its field to each building that gets one."""
    t = Table(P1="C 9; S 19", P2="S 18", phase="ROLL").play("roll")
    happened: list[Event] = []
    t.s.trace = happened
    t.play("* dice 2+4")
    scene = shown(t, 3, happened)
    assert {c.item for c in scene.courses} == {"gain-5-9", "gain-5-19", "gain-5-18"}
    assert {c.item for c in scene.courses} <= set(items(scene))
    assert next(p for p in scene.panels if p.id == "dice").dice == (2, 4)


def test_places_to_click():
    t = Table(P1="S 13; R 13-18; hand LLLLBBGGGOOO; cards kim", P2="S 9; hand W")
    assert paths(t, 1, "road 18-24") == [("edge-18-24",)]
    assert paths(t, 1, "city 13") == [("vertex-13",)]
    assert paths(t, 1, "bank LLLL>G") == [("hand-L", "bank-G")]
    assert paths(t, 1, "offer LB>W") == [("hand-L", "hand-B", "bank-W")]
    assert paths(t, 1, "plenty LG") == [("card-i", "bank-L", "bank-G")]
    assert paths(t, 1, "monopoly W") == [("card-m", "bank-W")]
    assert paths(t, 1, "end") == []
    t.play("knight", "robber 5")
    assert paths(t, 1, "steal P2") == [("vertex-9",)]
    every = {i for text in t.legal() for path in paths(t, 1, text) for i in path}
    assert every <= set(items(shown(t, 1)))


def test_special_cards_lie_before_their_holder():
    t = Table(P2="R 16-21-26-32-37-42", longest="P2")
    scene = items(shown(t, 1))
    assert (scene["longest"].zone, scene["largest"].zone) == ("seat-1", "tray")


def test_nobody_sees_another_hand():
    """SET-15.1: a spectator and the others see numbers only."""
    t = Table(P1="hand LLLG; cards kv", P2="hand O")
    for viewer in (2, None):
        scene = shown(t, viewer)
        assert not any(i.id in ("hand-L", "hand-G", "card-k", "card-v") for i in scene.items)
        assert [f.value for f in scene.seats[0].facts] == ["4", "2", "0", "0"]
    assert {"hand-L", "hand-G", "card-k", "card-v"} <= set(items(shown(t, 1)))


def test_the_table_speaks_every_language():
    t = Table(P1="hand L", P2="hand G")
    for language, prompt in (("cs", "Stavte"), ("pl", "Buduj"), ("bg", "Стройте")):
        scene = GAME.scene(t.view(ACTORS["P1"] + 1), Say(language, "settlers"))
        assert scene.prompt.startswith(prompt)
