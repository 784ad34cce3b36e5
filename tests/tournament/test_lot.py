"""TOU-5: keys, lot order, commitment."""

from __future__ import annotations

from kotva.tournament import lot


def test_TOU_5_2_test_vector():
    assert lot.key("osada", "draw", 1, 1, "P3").startswith("087d1475")


def test_TOU_S3_lot_order_of_round_1():
    """TOU-5.2, TOU-5.3, TOU-5.5."""
    ids = [f"P{i}" for i in range(1, 11)]
    order = lot.order(ids, "osada", "draw", 1, 1)
    assert [(id, lot.key("osada", "draw", 1, 1, id)[:4]) for id in order] == [
        ("P3", "087d"),
        ("P8", "173b"),
        ("P9", "2b18"),
        ("P2", "3da4"),
        ("P4", "42c8"),
        ("P1", "53ff"),
        ("P7", "78ca"),
        ("P10", "8f80"),
        ("P5", "baf7"),
        ("P6", "cbe5"),
    ]
    assert lot.commitment("osada").startswith("3d71dd81")


def test_TOU_S4_boards_and_slips():
    """TOU-8.5, TOU-20.5."""
    boards = [lot.number(lot.key("osada", "board", r, 1, "ALL")) for r in (1, 2, 3)]
    assert boards == [0x88AC8B1F221F9792, 0x5220CB9F177DC172, 0x9E1A1EC0F83379B7]
    assert lot.key("osada", "slip", 1, 1, "T1")[:4] == "f60d"
    assert lot.key("osada", "slip", 2, 1, "T3")[:4] == "b703"


def test_ids_are_in_the_order_of_entry():
    assert sorted(["P10", "O1", "P2", "P1", "guest"], key=lot.by_id) == ["O1", "P1", "P2", "P10", "guest"]
