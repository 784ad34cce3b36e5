"""Pinned pasts: a rule change shows up in review as a readable difference, or as another number of sequences."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kotva.engine.fields import fingerprint
from kotva.engine.game import Game
from kotva.engine.say import Say
from kotva.engine.state import OVER, State
from kotva.match import Match

PLAYERS = ["Ann", "Bob", "Cyd", "Dan"]


class Golden:
    """Compares a text with a file, or writes it when asked to (`pytest --update-golden`)."""

    def __init__(self, root: Path, update: bool) -> None:
        self.root = root
        self.update = update

    def check(self, name: str, text: str) -> None:
        path = self.root / name
        if self.update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{name} is missing; make it with --update-golden and read it"
        assert path.read_text(encoding="utf-8") == text, (
            f"{name} differs; if the rules meant to change, --update-golden"
        )


def perft(game: Game, s: State, depth: int) -> int:
    """How many sequences of so many actions there are, chance included; a game that ends before ends its sequence."""
    if depth == 0 or s.to_act() == OVER:
        return 1
    total = 0
    for action in game.legal(s):
        after = s.clone()
        after.apply(s.to_act(), action)
        total += perft(game, after, depth - 1)
    return total


def playthrough(match: Match, choose: Callable[[Match], tuple[int, str]], *, eyes: str = "actor") -> str:
    """A whole game, printed: who did what, what the actor (or a "spectator") reads of it, how many choices there were."""
    out = [f"{match.game.title} {match.game.version}, {match.seats} players, {dict(match.options.given)}", ""]
    say = Say(names=match.names)
    told = 0
    while not match.is_over:
        seat, action = choose(match)
        out.append(f"{match.names[seat]}: {action}   ({len(match.legal(seat))} legal)")
        match.play(action, seat)
        for _, lines in match.log(seat if eyes == "actor" else None, say, told):
            out += [f"    {line}" for line in lines]
        told = len(match.played)
    outcome = match.outcome()
    out += ["", f"{outcome.reason} ({outcome.clause}); points {outcome.scores}, ranks {outcome.ranks}"]
    out += [f"{name}: {details}" for name, details in zip(match.names, outcome.details) if details]
    return "\n".join([*out, f"state {fingerprint(match.state)}", ""])
