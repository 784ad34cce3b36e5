"""A match folds a record into a state, one action at a time, and lets chance decide in between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kotva.engine.errors import BadRecord, Illegal, KotvaError
from kotva.engine.fair import Chance, commitment, new_seed
from kotva.engine.game import PLAYED, Event, Game, Json, View, checked_seat
from kotva.engine.moves import Moves
from kotva.engine.outcome import Outcome
from kotva.engine.record import Record, line, split
from kotva.engine.say import ENGLISH, N_, Say
from kotva.engine.state import CHANCE, OK, OVER, SPECTATOR, TABLE, State
from kotva.engine.user_input import clean_name
from kotva.engine.verify import result_of
from kotva.match.undo import GLANCE, can_take_back

NO_SUCH_MOVE = N_("There is no move {number}; the game has {moves}.")
_SNAPSHOT = 64  # a copy of the state is kept every so many moves, so that any moment of a long game is near


@dataclass(frozen=True, slots=True)
class Played:
    """One line of the record with what it did."""

    actor: int  # a seat, CHANCE or TABLE
    action: int  # its number
    text: str  # its notation
    events: tuple[Event, ...]  # what it did, step by step


class Match:
    """A game from its first move to its last.

    Chance decides by itself, fairly, from a secret seed; with `chance=False` somebody else plays its outcomes (a test, a replay).
    """

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        names: Sequence[str] = (),
        seed: str | None = None,
        position: dict[str, Json] | None = None,
        chance: bool = True,
        version: str = "",
    ) -> None:
        self.game = game  # whose rules these are
        # all of them, checked
        self.options = game.choose_options(seats if seats is not None else game.rules.seats[-1], options, version)
        if len(names) not in (0, self.options.seats):
            raise KotvaError(
                N_("There are {names} names for {seats} seats."), names=len(names), seats=self.options.seats
            )
        cleaned = [clean_name(name) for name in names] or [""] * self.options.seats
        self.names = [name or f"Player {i + 1}" for i, name in enumerate(cleaned)]  # of the players, by seat
        text: object = seed
        if seed is not None and not (isinstance(text, str) and text):
            raise KotvaError(N_("A seed is a text that is not empty, not {seed!r}."), seed=seed)
        self.seed = new_seed() if seed is None else seed  # what all chance follows from; secret until the game is over
        self.position = position  # where it began; None: at the set-up
        self.played: list[Played] = []  # the record so far, with what each action did
        self._chance = Chance(self.seed)
        self._fair = chance
        self._state = self._first()
        self._snapshots: dict[int, State] = {}
        self._judged: tuple[Played, bool] | None = None  # the last action that was asked about, and whether it is free
        self._offered: tuple[Played, bool] | None = None  # the same at a glance
        self._recent: tuple[int, State] | None = None  # a moment that will be asked about soon
        self._news_cache: tuple[Played, list[Event]] | None = (
            None  # the news after the last action that was asked about
        )
        self._let_chance_decide()

    # -- reading ---------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The full truth: for referees and tests. Players, bots and screens get `view`."""
        return self._state

    @property
    def seats(self) -> int:
        """How many players."""
        return self.options.seats

    @property
    def is_over(self) -> bool:
        """Whether nobody decides any more."""
        return self._state.to_act() == OVER

    @property
    def commit(self) -> str:
        """What fixes all chance of this match before the first move."""
        return commitment(self.seed)

    @property
    def has_drawn(self) -> bool:
        """Whether chance has decided anything: only then is there a draw to verify."""
        return any(played.actor == CHANCE for played in self.played)

    def to_act(self) -> int:
        """The seat that decides now, or CHANCE, or OVER."""
        return int(self._state.to_act())

    def actors(self) -> list[int]:
        """All seats that may decide now, the one that is asked first in front, the others clockwise (SET-4.6)."""
        first = self.to_act()
        if first < 0:
            return []
        may_act = self._state.may_act
        return [seat for seat in (*range(first, self.options.seats), *range(first)) if may_act(seat)]

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal actions, in notation, of a seat or of the actor; none for a seat that has nothing to decide."""
        actor = self.to_act() if seat is None else self._actor(seat)
        if actor == TABLE or (actor == CHANCE and self.to_act() != CHANCE):
            return []
        if actor >= 0 and not self._state.may_act(actor):
            return []
        return [self.game.rules.actions.text(a) for a in self.game.legal(self._state, actor)]

    def why_not(self, text: str, seat: int | None = None, say: Say = ENGLISH) -> tuple[str, str] | None:
        """Why an action is not allowed: the clause and the rule in plain words; None if it is allowed."""
        actor = self.to_act() if seat is None else self._actor(seat)
        number = int(self._state.why_not(actor, self.game.rules.actions.parse(text)))
        return None if number == OK else (self.game.clause(number), self.game.explain(number, say))

    def view(self, seat: int | None = None, at: int | None = None) -> View:
        """What a seat (None: a spectator) may know, now or after `at` moves."""
        length = len(self.played) if at is None else at
        if length == len(self.played):
            return self.game.view(self._state, seat, self.options, self._news(length))
        view = self.game.view(self.state_at(length), seat, self.options)
        viewer = SPECTATOR if seat is None else seat
        kept = (self.game.show_event_later(viewer, event) for event in self._news(length))
        return replace(view, news=tuple(event for event in kept if event is not None))

    def log(self, seat: int | None = None, say: Say = ENGLISH, since: int = 0) -> list[tuple[int, list[str]]]:
        """Sentences on what happened as a seat may read them: (number of the move, its lines)."""
        shown = ((number, self.game.lines(events, say)) for number, events in self.shown_by_move(seat, since))
        return [(number, lines) for number, lines in shown if lines]

    def shown_by_move(self, seat: int | None = None, since: int = 0) -> Iterator[tuple[int, tuple[Event, ...]]]:
        """What a seat was told of every move after some: the number of the move, and its events as far as it may know them."""
        viewer, game = self._viewer(seat), self.game
        if since < 0:
            raise KotvaError(NO_SUCH_MOVE, number=since, moves=len(self.played))
        news = self.news_from(len(self.played)) if game.rules.shown_event_later is not None else 0
        for number, played in enumerate(self.played[since:], since + 1):
            show = (game.rules.shown_event or game.show_event) if number > news else game.show_event_later
            yield number, tuple([shown for event in played.events if (shown := show(viewer, event)) is not None])

    def shown_events(self, seat: int | None = None) -> list[Event]:
        """Everything that happened, as a seat may still know it."""
        viewer = self._viewer(seat)
        shown = (self.game.show_event_later(viewer, event) for played in self.played for event in played.events)
        return [event for event in shown if event is not None]

    def news_from(self, length: int) -> int:
        """The number of the last move before the news of a moment: a player's action, with what chance and the table added."""
        if not 0 <= length <= len(self.played):
            raise KotvaError(NO_SUCH_MOVE, number=length, moves=len(self.played))
        start = length
        while start > 0 and self.played[start - 1].actor in (CHANCE, TABLE):
            start -= 1
        return max(0, start - 1)

    def outcome(self) -> Outcome:
        """The result of a finished game; Unfinished while it is played (`is_over` tells)."""
        return self.game.outcome(self._state)

    def record(self) -> Record:
        """The record so far; seed and result are in it when the game is over."""
        record = Record(
            game=self.game.id,
            version=self.game.version,
            seats=self.seats,
            options=dict(self.options.given),
            names=list(self.names),
            moves=[line(p.actor, p.text) for p in self.played],
            commit=self.commit,
            position=self.position,
        )
        if self.is_over:
            record.seed = self.seed
            record.result = result_of(self.outcome())
            record.seal = record.sealed()
        return record

    def state_at(self, length: int) -> State:
        """The state after so many moves."""
        if length == len(self.played):
            return self._state
        if not 0 <= length < len(self.played):
            raise KotvaError(NO_SUCH_MOVE, number=length, moves=len(self.played))
        if self._recent is not None and self._recent[0] == length:
            return self._recent[1].clone()
        near = max((n for n in self._snapshots if n <= length), default=0)
        state = self._snapshots[near].clone() if near else self._first()
        for played in self.played[near:length]:
            state.apply(played.actor, played.action)
        return state

    def follows(self, other: Match) -> None:
        """It is a fork of another match that is not played on: that one's last state is at hand, to look back at.

        Whether a move can be taken back is asked after each, and the state before it would have to be played from afar.
        """
        self._recent = (len(other.played), other._state)

    def fork(self) -> Match:
        """A match that goes on by itself from here: what is played there is not played here."""
        other = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.played = self.played.copy()
        other._snapshots = self._snapshots.copy()
        other._state = self._state.clone()
        other._chance = Chance(self.seed, self._chance.drawn)
        other._recent = None
        return other

    # -- playing ---------------------------------------------------------------------------------------------------

    def play(self, text: str, seat: int | None = None) -> Match:
        """Play an action for a seat (by default the seat to act), then let chance decide what it has to."""
        actor = self.to_act() if seat is None else seat
        self.append(actor, self.game.rules.actions.parse(text))
        self._let_chance_decide()
        return self

    def append(self, actor: int, action: int) -> None:
        """One action, checked, and nothing after it."""
        before = len(self.played)
        trace: list[Event] = []
        self._state.trace = trace
        try:
            self.game.play(self._state, actor, action)
        finally:
            self._state.trace = None
        self.played.append(
            Played(actor, action, self.game.rules.actions.text(action), ((PLAYED, actor, action, 0), *trace))
        )
        if (before + 1) % _SNAPSHOT == 0:
            self._snapshots[before + 1] = self._state.clone()

    def undo_target(self, seat: int) -> int | None:
        """How many moves are left when a seat takes back its last one, or None if it may not.

        Never past somebody else's action, an outcome of chance, or an action by which anybody learned something.
        """
        if not self.played:
            return None
        last, target = self.played[-1], len(self.played) - 1
        if last.actor != seat:
            return None
        if self._judged is None or self._judged[0] is not last:
            free = can_take_back(self.game, self.state_at(target), self._state, last.events)
            self._judged = (last, free)
        return target if self._judged[1] else None

    def offers_undo(self, seat: int) -> bool:
        """Whether a seat should be offered to take its last action back: a quick look, after every move, for the mover's screen.

        In 4,246 moves it never differed from the answer of `undo_target`, which decides when somebody does it.
        """
        if not self.played or self.played[-1].actor != seat:
            return False
        last, before = self.played[-1], len(self.played) - 1
        if self._judged is not None and self._judged[0] is last:
            return self._judged[1]
        if self._offered is None or self._offered[0] is not last:
            free = can_take_back(self.game, self.state_at(before), self._state, last.events, GLANCE)
            self._offered = (last, free)
        return self._offered[1]

    def undo(self, seat: int) -> Match:
        """Take back a seat's last action."""
        target = self.undo_target(seat)
        if target is None:
            raise Illegal(N_("There is nothing that seat {seat} may take back now."), "", seat=seat + 1)
        self.truncate(target)
        return self

    def truncate(self, length: int) -> None:
        """Go back to a moment (the caller answers for it: an undo, or a store that replays one)."""
        state = self.state_at(length)
        self._recent = None
        self.played = self.played[:length]
        self._snapshots = {n: s for n, s in self._snapshots.items() if n <= length}
        self._state = state.clone() if state in self._snapshots.values() else state
        self._chance = Chance(self.seed, sum(p.actor == CHANCE for p in self.played))

    def next_outcome(self) -> int | None:
        """What chance decides next, if it is to decide: fixed by the seed and the number of draws before."""
        if self.to_act() != CHANCE:
            return None
        out = Moves()
        self._state.list_chance(out)
        return out.items()[self._chance.draw(out.weights())]

    # -- inside ----------------------------------------------------------------------------------------------------

    def _viewer(self, seat: int | None) -> int:
        """The viewer as the rules number it: an existing seat, or a spectator."""
        return SPECTATOR if seat is None else checked_seat(seat, self.options.seats)

    def _actor(self, seat: int) -> int:
        """An actor that could play something: an existing seat, chance or the table."""
        return seat if seat in (CHANCE, TABLE, OVER) else checked_seat(seat, self.options.seats)

    def _first(self) -> State:
        if self.position is None:
            return self.game.rules.new(self.options)
        return self.game.from_position(self.position, self.options)

    def _let_chance_decide(self) -> None:
        while self._fair and (outcome := self.next_outcome()) is not None:
            self.append(CHANCE, outcome)

    def _news(self, length: int) -> list[Event]:
        """The last player's action before a moment, and what chance and the table added to it."""
        if not length:
            return []
        last = self.played[length - 1]
        if self._news_cache is None or self._news_cache[0] is not last:  # every viewer asks
            news = [event for played in self.played[self.news_from(length) : length] for event in played.events]
            self._news_cache = (last, news)
        return self._news_cache[1]

    @staticmethod
    def from_record(game: Game, record: Record) -> Match:
        """The match of a record; chance goes on from its seed if the record tells it."""
        given: object = record
        if not isinstance(given, Record):
            raise BadRecord("A record is given as JSON or as a Record, not as {given!r}.", given=given)
        record.start(game)
        match = Match(
            game,
            record.seats,
            record.options,
            names=record.names,
            seed=record.seed or None,
            position=record.position,
            chance=False,
            version=record.version,
        )
        for number, move in enumerate(record.moves, 1):
            actor, text = split(move)
            try:
                match.append(actor, game.rules.actions.parse(text))
            except KotvaError as error:
                raise record.broken(number, error) from None
        match.resume()
        return match

    def resume(self) -> None:
        """Let chance decide again after moves were appended one by one."""
        self._fair = True
        self._chance = Chance(self.seed, sum(p.actor == CHANCE for p in self.played))

    def _repr_svg_(self) -> str:
        """The table as a bystander sees it: what a notebook shows."""
        from kotva.scene.svg import render

        scene = self.game.look.scene(self.view(None), Say("en", self.game.id, self.names))
        return render(scene, self.game.look.symbols, names=self.names, title=repr(self))

    def __repr__(self) -> str:
        if self.is_over:
            outcome = self.outcome()
            winners = ", ".join(self.names[seat] for seat in outcome.winners)
            result = "a draw" if outcome.drawn else f"won by {winners}" if winners else "won by nobody"
            return f"<Match {self.game.id}: over after {len(self.played)} moves, {result}>"
        actor = self.to_act()
        who = "chance" if actor == CHANCE else self.names[actor]
        return f"<Match {self.game.id}: move {len(self.played) + 1}, {who} to act>"
