"""A game on paper: pieces, boards, player aids and the rulebook as PDF in real size (`kotva print GAME`)."""

from kotva.paper.document import LETTER, PAPERS, Printing, printed

__all__ = ["LETTER", "PAPERS", "Printing", "printed"]
