"""What the table shows: forms whose notation is legal, cards that fly, places to click, nothing that is hidden."""

from __future__ import annotations

from kotva.engine.game import Event
from kotva.engine.say import ENGLISH, Say
from kotva.engine.scene import Cell, Item, Scene
from kotva.games.settlers import GAME
from tests.games.settlers.table import ACTORS, Table


def shown(t: Table, player: int | None, news: list[Event] | None = None) -> Scene:
    view = GAME.view(t.s, None if player is None else player - 1, t.options, news or ())
    return GAME.look.scene(view, ENGLISH)


def items(scene: Scene) -> dict[str, Item]:
    return {item.id: item for item in scene.items}


def paths(t: Table, player: int, text: str) -> list[tuple[str, ...]]:
    return [tuple(p) for p in GAME.look.paths(t.view(player), GAME.rules.actions.parse(text))]


def test_an_offer_of_any_size_is_put_together_in_a_form():
    """SET-12.9: the form writes what the notation reads, to some or to all; what is given cannot be wanted (SET-12.2)."""
    t = Table(P1="hand LLLB", P2="hand G", P4="hand W")
    (form,) = shown(t, 1).forms
    (offer,) = form.submits
    assert (form.id, offer.template, form.slots[-1].before, form.apart) == (
        "trade",
        "offer {give}>{want}{to}",
        " @",
        True,
    )
    assert [(p.letter, p.most, p.item) for p in form.slots[0].parts] == [("L", 3, "hand-L"), ("B", 1, "hand-B")]
    assert [p.item for p in form.slots[1].parts] == [f"bank-{c}" for c in "LBWGO"]
    assert [(p.letter, p.seat) for p in form.slots[2].parts] == [("P2", 1), ("P4", 3)]
    assert t.why(offer.template.format(give="LLL", want="GW", to=" @P2,P4")) == ""
    assert shown(t, 2).forms == ()


def test_the_bank_is_in_the_same_form_with_its_rates():
    """SET-11.2, SET-11.3: how many there are and a harbour's rate stand below the card; only what is legal can be exchanged."""
    t = Table(P1="S 1; hand LLLG")
    (form,) = shown(t, 1).forms
    (bank,) = form.submits
    assert (bank.template, bank.listed) == ("bank {give}>{want}", True)
    assert [p.note for p in form.slots[0].parts] == ["×3 3:1", "×1 3:1"]
    assert bank.template.format(give="LLL", want="O") in t.legal()
    assert shown(Table(P1="hand LLL"), 1).forms == ()
    both = Table(P1="hand LLLL", P2="hand W")
    assert [s.template.split()[0] for s in shown(both, 1).forms[0].submits] == ["offer", "bank"]


def test_answers_are_shown_beside_one_another():
    """SET-12.6, SET-12.7, SET-15.1: offers and answers are open to all; whoever made the offer can deal in its row."""
    t = Table(P1="hand LW", P2="hand G", P3="hand OO").play("offer W>G", "P3 counter O>W")
    for viewer in (2, 4, None):
        panel = next(p for p in shown(t, viewer).panels if p.id == "offer")
        assert panel.urgent
        assert [row[3] for row in panel.rows] == ["", "thinking", "counter-offer", "rejects"]
        assert panel.rows[0][1:3] == (Cell("1 wool", (("resource-W", 1),)), Cell("1 grain", (("resource-G", 1),)))
        assert panel.rows[2][1:3] == (Cell("1 wool", (("resource-W", 1),)), Cell("1 ore", (("resource-O", 1),)))
    panel = next(p for p in shown(t, 1).panels if p.id == "offer")
    assert panel.rows[1][3] == Cell("Deal", action="deal P3")
    assert [f.id for f in shown(t, 2).forms] == ["counter"]
    assert shown(t, 3).forms == ()
    t.play("P2 accept")
    panel = next(p for p in shown(t, 1).panels if p.id == "offer")
    assert [row[3] for row in panel.rows] == [Cell("Deal", action="deal P2"), Cell("Deal", action="deal P3"), "rejects"]


def test_all_who_owe_a_discard_have_the_form_at_once():
    """SET-6.3: exactly as many as are due."""
    t = Table(phase="ROLL", P1="hand LLLLBBBB", P2="hand WWWWWWWWW").play("roll", "* dice 3+4")
    for player, due in ((1, 4), (2, 4)):
        (form,) = shown(t, player).forms
        assert (form.slots[0].least, form.slots[0].most) == (due, due)
    assert shown(t, 3).forms == ()


def flown(t: Table, viewer: int | None, *played: str) -> list[tuple[str, str, str, int]]:
    """The cards that fly before a viewer's eyes after these actions."""
    happened: list[Event] = []
    t.s.trace = happened
    t.play(*played)
    return [(f.symbol, f.start, f.end, f.count) for f in shown(t, viewer, happened).flights]


def test_production_flies_to_the_hands():
    """SET-5.1, SET-5.5: from its field into one's own hand or before another player, two for a city."""
    t = Table(P1="C 9; S 19", P2="S 18", phase="ROLL").play("roll")
    assert flown(t, 1, "* dice 2+4") == [
        ("resource-B", "hex-5", "hand-B", 3),
        ("resource-B", "hex-5", "seat-1", 1),
    ]
    assert next(p for p in shown(t, 1).panels if p.id == "dice").dice == (2, 4)
    short = Table(P1="C 23; S 28", P4="hand " + 17 * "G", phase="ROLL").play("roll")
    assert flown(short, None, "* dice 4+5") == [("resource-G", "hex-8", "seat-0", 2)]


def test_the_cards_of_the_second_settlement_fly():
    """SET-3.9: one from each field round it; the desert has none."""
    t = Table(phase="SETUP_SETTLEMENT", founded=4, turn="P4", first="P1", P1="S 1; R 1-4", P2="S 3; R 3-7")
    assert flown(t, 4, "settle 24") == [("resource-B", "hex-5", "hand-B", 1), ("resource-L", "hex-9", "hand-L", 1)]


def test_cards_fly_between_hands_and_bank():
    """SET-15.1: what everybody sees moved; of a stolen or a bought card others see the back."""
    t = Table(P1="S 1; hand LLLWGO; cards m", P2="S 18; hand GG", P3="hand GO")
    assert flown(t, 2, "bank LLL>B") == [("resource-L", "seat-0", "bank-L", 3), ("resource-B", "bank-B", "seat-0", 1)]
    assert flown(t, 1, "monopoly G") == [
        ("resource-G", "seat-1", "hand-G", 2),
        ("resource-G", "seat-2", "hand-G", 1),
    ]
    bought = Table(P1="hand WGO").play("buy")
    assert flown(bought, 2, "* card k") == [("deck", "deck", "seat-0", 1)]
    assert [f.end for f in shown(bought, 1, bought.s.trace or []).flights] == ["new-k"]
    robbed = Table(phase="ROBBER", dice="3+4", P2="S 9; hand L").play("robber 5", "steal P2")
    assert flown(robbed, 3, "* stolen L") == [("back", "seat-1", "seat-0", 1)]
    assert [f.symbol for f in shown(robbed, 1, robbed.s.trace or []).flights] == ["resource-L"]


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
    assert paths(t, 1, "steal P2") == [("vertex-9",), ()]  # the settlement, or a button: it covers nothing of the board
    assert not [p for p in shown(t, 1).panels if p.urgent]
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
    for language, prompt in (("cs", "Stavte"), ("pl", "Proszę budować"), ("bg", "Стройте")):
        scene = GAME.look.scene(t.view(ACTORS["P1"] + 1), Say(language, "settlers"))
        assert scene.prompt.startswith(prompt)


def test_places_are_called_by_the_numbers_around_them():
    """SET-3.7, SET-7.1, SET-6.6: 6-5-9, at the coast with the sea, at the desert with the desert; in log and buttons alike."""
    t = Table(P1="S 9; R 9-14; hand LLBBWG")
    happened: list[Event] = []
    t.s.trace = happened
    t.play("road 14-19")
    (paved,) = GAME.lines(happened, ENGLISH)
    words = GAME.to_words(t.view(1), GAME.rules.actions.parse("road 14-19"), ENGLISH)
    place = paved.removeprefix("Player 1 builds a road ").removesuffix(".")
    assert place.startswith("between ")
    assert words == f"Road {place}"
    assert items(shown(t, 1))["edge-14-19"].label == f"road of Player 1 {place}"
    founding = Table(phase="SETUP_SETTLEMENT", founded=0, turn="P1", first="P1")
    say = {v: GAME.to_words(founding.view(1), GAME.rules.actions.parse(f"settle {v}"), ENGLISH) for v in range(1, 55)}
    assert sorted(words.count("-") for words in say.values()) == [1] * 18 + [2] * 36
    assert sum("sea" in words for words in say.values()) == 30
    assert sum("desert" in words for words in say.values()) == 6
