"""A game in words: text in, text out, for language models and for people who write a player as a dialogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Any, Final

from kotva import bots, games
from kotva.engine.actions import forms
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game, View
from kotva.engine.say import Say
from kotva.envs.rewards import rewards
from kotva.files import rules_file
from kotva.match import Match
from kotva.scene.terminal import position

LISTED: Final = 120  # actions that are written out; of more, how they look

Player = str | Callable[[View], int]  # a bot's name, or whatever takes a view and returns one of `view.legal()`


class TextGame:
    """One seat answers in the game's notation, others are bots. What is not allowed is refused with its clause."""

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        against: Player | Sequence[Player] = "random",
        seat: int = 0,
        language: str = "en",
    ) -> None:
        self.game = games.load(game) if isinstance(game, str) else game
        self._start = (max(self.game.rules.seats) if seats is None else seats, dict(options or {}))
        others = self._start[0] - 1
        several = isinstance(against, Sequence) and not isinstance(against, str)
        self._against: list[Player] = list(against) if several else [against] * others  # type: ignore[arg-type, list-item]
        if len(self._against) != others:
            raise KotvaError("{given} bots for {others} other seats.", given=len(self._against), others=others)
        if not 0 <= seat <= others:
            raise KotvaError("Seats are 0 to {last}, not {seat}.", last=others, seat=seat)
        self.seat = seat
        self.refused = 0  # answers of this game that were none, or not allowed
        self._language = language
        self._match: Match | None = None
        self._told = 0  # moves that the seat has read of
        self._players: dict[int, Callable[[View], int]] = {}

    @property
    def rules(self) -> str:
        """The rulebook as Markdown: what to tell a player first. KotvaError if the game has none."""
        try:
            return rules_file(self.game.id).read_text(encoding="utf-8")
        except FileNotFoundError:
            raise KotvaError("{game} has no rulebook.", game=self.game.id) from None

    @property
    def match(self) -> Match:
        """The game that is played; KotvaError before the first `reset`."""
        if self._match is None:
            raise KotvaError("No game has begun: call reset() first.")
        return self._match

    def reset(self, seed: int = 0) -> str:
        """A new game: what the seat sees when it has to decide for the first time. One seed, one game."""
        seats, options = self._start
        self._match = Match(self.game, seats, options, seed=f"text {seed}")
        others = [other for other in range(seats) if other != self.seat]
        self._players = {
            other: bots.make(player, seed * 64 + other).choose if isinstance(player, str) else player
            for other, player in zip(others, self._against, strict=True)
        }
        self._told, self.refused = 0, 0
        self._let_others_play()
        return self._seen()

    def step(self, text: str) -> tuple[str, float, bool, dict[str, Any]]:
        """Play an action in notation: what is seen then, the reward, whether the game is over, and `refused` with the clause."""
        match = self.match
        if match.is_over:
            raise KotvaError("The game is over: call reset() first.")
        try:
            match.play(text.strip(), self.seat)
        except KotvaError as error:
            self.refused += 1
            return f"{error.say(self._say())}\n{self._allowed()}", 0.0, False, {"refused": getattr(error, "clause", "")}
        self._let_others_play()
        return self._seen(), self.reward(), match.is_over, {}

    def reward(self) -> float:
        """At the end the share of the others placed behind, minus the share of those placed ahead; 0 before."""
        return rewards(self.match.state)[self.seat]

    def _let_others_play(self) -> None:
        match = self.match
        while not match.is_over and self.seat not in match.actors():
            actor = match.to_act()
            action = index(self._players[actor](match.view(actor)))
            match.play(self.game.rules.actions.text(action), actor)

    def _say(self) -> Say:
        return Say(self._language, self.game.id, self.match.names)

    def _seen(self) -> str:
        """What has happened since the last answer, the position, and what can be answered."""
        match, say = self.match, self._say()
        lines = [line for _, told in match.log(self.seat, say, self._told) for line in told]
        self._told = len(match.played)
        view = match.view(self.seat)
        lines += ["", position(view, say, match.names), ""]
        if match.is_over:
            outcome = match.outcome()
            lines += [
                f"{match.names[seat]}: {outcome.ranks[seat]}. ({outcome.scores[seat]})" for seat in range(match.seats)
            ]
        else:
            lines += [self.game.look.scene(view, say).prompt, self._allowed()]
        return "\n".join(lines).strip()

    def _allowed(self) -> str:
        """The actions that are allowed, each in notation, with its words where they differ."""
        match, say = self.match, self._say()
        view, actions = match.view(self.seat), self.game.rules.actions
        legal = self.game.legal(match.state, self.seat)
        if len(legal) > LISTED:
            shown = forms(actions.family(action) for action in legal)
            return say(
                "{n} actions are allowed, such as {action}. They look like: {forms}.",
                n=len(legal),
                action=actions.text(legal[0]),
                forms=shown,
            )
        lines = []
        for action in legal:
            text, words = actions.text(action), self.game.to_words(view, action, say)
            lines.append(f"- {text}" if words == text else f"- {text} ({words})")
        return "\n".join([say("Answer with one of:"), *lines])
