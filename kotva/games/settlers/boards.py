"""Boards as text (SET-2.9) and boards from a seed (SET-2.8).

A board seed means the same board for ever and everywhere. The numbers come from SHA-256: the n-th number (n = 0, 1, 2, ...)
is the digest of the text `kotva/settlers/board/<seed>/<n>`, read as one big-endian integer. A number below k is the next of
them modulo k; one from the uneven top of the range (2**256 - 2**256 % k or more) is thrown away and the next is taken.
A list is shuffled from its end: for i = last, ..., 1 its places i and (a number below i + 1) are exchanged. In this order:

1. the list LLLLBBBWWWWGGGGOOOD is shuffled: the terrains of H1..H19 (SET-2.2);
2. a number below 6 is the start corner among H1 H8 H17 H19 H12 H3 (SET-2.5), from which the tokens are laid;
3. with harbours=random the list LBWGO3333 is shuffled: the harbours Q1..Q9 (SET-2.7).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from kotva.engine.arrays import ints
from kotva.engine.errors import BadOption
from kotva.engine.options import Options
from kotva.engine.say import N_
from kotva.games.settlers import board
from kotva.games.settlers.rules.founding import tokens

BOARD_B = "O10 W2 L9 G12 B6 W4 B10 G9 L11 D L3 O8 L8 O3 G4 W5 B5 G6 W11 | 3 G O 3 W 3 3 B L"

NUMBERS = {str(n) for n in board.LETTERS}

Board = tuple[list[int], list[int], list[int]]  # terrains, tokens, harbours


def read_board(text: str) -> Board:
    """A board text; BadOption says which pieces are too many or too few (SET-2.9)."""
    left, bar, right = text.partition("|")
    hexes, harbours = left.split(), right.split()
    if not bar or len(hexes) != board.HEXES or len(harbours) != board.HARBOURS:
        raise BadOption(
            N_("A board text has 19 hexes, '|' and 9 harbours, not {hexes} and {harbours} (SET-2.9)."),
            hexes=len(hexes),
            harbours=len(harbours),
        )
    terrain, token = [], []
    for entry in hexes:
        code, number = entry[:1].upper(), entry[1:]
        if code not in board.TERRAIN_CODES or (number != "" if code == "D" else number not in NUMBERS):
            raise BadOption(
                N_("{entry!r} is no hex of a board text; write L9, or D for the desert (SET-2.9)."), entry=entry
            )
        terrain.append(board.TERRAIN_CODES.index(code))
        token.append(int(number) if number else 0)
    kinds = []
    for entry in harbours:
        if len(entry) != 1 or entry.upper() not in board.HARBOUR_CODES:
            raise BadOption(N_("{entry!r} is no harbour; write 3 or a letter of LBWGO (SET-2.9)."), entry=entry)
        kinds.append(board.HARBOUR_CODES.index(entry.upper()))
    _check_pieces(terrain, token, kinds)
    return terrain, token, kinds


def _check_pieces(terrain: Sequence[int], token: Sequence[int], harbour: Sequence[int]) -> None:
    """SET-2.9: exactly the pieces of section 2."""
    wrong = [
        f"{board.TERRAIN_CODES[k]} x{list(terrain).count(k)} (not {board.TERRAINS[k]})"
        for k in range(6)
        if list(terrain).count(k) != board.TERRAINS[k]
    ]
    numbers = list(board.LETTERS)
    wrong += [
        f"{n} x{list(token).count(n)} (not {numbers.count(n)})"
        for n in sorted(set(numbers) | (set(token) - {0}))
        if list(token).count(n) != numbers.count(n)
    ]
    wrong += [
        f"{'3:1' if k == board.DESERT else board.HARBOUR_CODES[k]} x{list(harbour).count(k)} (not {board.HARBOUR_KINDS[k]})"
        for k in range(6)
        if list(harbour).count(k) != board.HARBOUR_KINDS[k]
    ]
    if wrong:
        raise BadOption(
            N_("The board does not use exactly the pieces there are: {wrong} (SET-2.9)."), wrong=", ".join(wrong)
        )


def write_board(terrain: Sequence[int], token: Sequence[int], harbour: Sequence[int]) -> str:
    """The board text of a board."""
    hexes = [board.TERRAIN_CODES[t] + (str(n) if n else "") for t, n in zip(terrain, token, strict=True)]
    return " ".join(hexes) + " | " + " ".join(board.HARBOUR_CODES[k] for k in harbour)


class Shuffle:
    """The numbers of a board seed, as the head of this module says."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.n = 0

    def below(self, k: int) -> int:
        limit = 2**256 - 2**256 % k
        while True:
            digest = hashlib.sha256(f"kotva/settlers/board/{self.seed}/{self.n}".encode()).digest()
            self.n += 1
            number = int.from_bytes(digest)
            if number < limit:
                return number % k

    def shuffle(self, items: list[int]) -> list[int]:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def seeded_board(seed: int, fixed_harbours: bool) -> Board:
    """SET-2.8: a function of the board seed and `harbours` alone."""
    numbers = Shuffle(seed)
    terrain = numbers.shuffle([k for k in range(6) for _ in range(int(board.TERRAINS[k]))])
    corner = numbers.below(board.CORNERS)
    if fixed_harbours:
        harbour = [int(k) for k in board.FIXED_HARBOURS]
    else:
        harbour = numbers.shuffle([k for k in range(6) for _ in range(int(board.HARBOUR_KINDS[k]))])
    return terrain, [int(n) for n in tokens(ints(terrain), corner)], harbour


def chosen_board(options: Options) -> Board | None:
    """The board that the options fix, or None when chance lays it."""
    chosen = options.choice("board")
    if chosen == "beginner":
        return read_board(BOARD_B)
    if chosen != "random":
        return read_board(chosen)
    seed = options.choice("board_seed")
    return seeded_board(int(seed), options.choice("harbours") == "fixed") if seed else None
