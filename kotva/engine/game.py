"""A game is a record of functions: its rules, its texts and its looks. `kotva/games/<id>/__init__.py` makes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from kotva.engine.actions import ActionSpace
from kotva.engine.advice import Advice
from kotva.engine.errors import BadOption, BadPosition, Illegal, NotYourTurn
from kotva.engine.fields import fields, key, read_fields
from kotva.engine.formats import Format
from kotva.engine.levels import Levels
from kotva.engine.moves import Moves
from kotva.engine.observe import Observer
from kotva.engine.options import Option, Options, choose
from kotva.engine.outcome import Outcome, Reason
from kotva.engine.position import judge, unchecked
from kotva.engine.regulations import Regulations
from kotva.engine.say import ENGLISH, N_, Say
from kotva.engine.scene import About, Panel, Path, Scene
from kotva.engine.state import CHANCE, OK, OVER, SPECTATOR, TABLE, State
from kotva.engine.timing import Timing
from kotva.engine.written import Json as Json

T = TypeVar("T")
Event = tuple[int, int, int, int]  # (code, a, b, c): one step of what an action did
NO_SUCH_ACTION = N_("There is no such action.")  # what a game says of a number that its notation cannot write
PLAYED = -1  # the code of the event that stands before each action's own: (PLAYED, actor, action, 0)


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat (or a spectator, None) may know. Scenes, bots, agents and sockets get views, never states."""

    game: Game
    options: Options
    seat: int | None
    seen: State
    news: tuple[Event, ...] = ()  # what happened since this viewer's last look, as far as he may know it
    kept: dict[object, object] = field(default_factory=dict, init=False, repr=False)  # see `once`

    def once(self, make: Callable[[View], T]) -> T:
        """What a function makes of this view, made once: for what the words and paths of every action need."""
        if make not in self.kept:
            self.kept[make] = make(self)
        return self.kept[make]  # type: ignore[return-value]

    def legal(self) -> list[int]:
        """The listed legal actions of this seat; a spectator has none, and nobody has another's (SET-15.4)."""
        if self.seat is None or not self.seen.may_act(self.seat):
            return []
        return self.game.legal(self.seen, self.seat)

    def to_json(self) -> Json:
        """The view as data: the position with `?` where this seat may not know."""
        return self.game.to_position(self.seen)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, View)
            and self.game.id == other.game.id
            and self.seat == other.seat
            and key(self.seen) == key(other.seen)
            and self.news == other.news
        )

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """Everything Kotva knows of a game. What has a default may be left out by a small game without secrets."""

    id: str
    prefix: str  # of its clauses: BOS
    version: str  # of its rules; a fix that changes any legal record raises it
    title: str
    summary: str  # one sentence for the lobby
    seats: tuple[int, ...]
    actions: ActionSpace
    reasons: tuple[Reason, ...]
    new: Callable[[Options], State]
    longest: Callable[[Options], int]  # no game has more actions than this, chance included
    scene: Callable[[View, Say], Scene]
    symbols: Mapping[str, str]  # drawings by name
    alike: bool = False  # all who know the same and have nothing to decide see the same scene, whoever they are
    options: tuple[Option, ...] = ()
    compatible: tuple[str, ...] = ()  # earlier versions whose records, whole or half played, replay under these rules
    formats: tuple[Format, ...] = ()  # texts of its own (maps, boards) that can be checked and perhaps painted
    options_clause: str = ""  # which clause says what options there are
    closed: Callable[[Options], int] = field(default=lambda _options: OK)  # the clause that keeps spectators out, or OK
    fits: Callable[[Options], None] = field(default=lambda _options: None)  # BadOption if options clash with each other
    why: Mapping[int, str] = field(default_factory=dict)  # clause number -> the rule in plain words (marked with N_)
    paths: Callable[[View, int], Sequence[Path]] = field(
        default=lambda _view, _action: ()
    )  # items to choose; none: a button. Asked about any action, like `words`: people ask why something is not allowed
    words: Callable[[View, int, Say], str] | None = None  # an action in words; the notation by default
    log: Callable[[Sequence[Event], Say], list[str]] | None = None  # events in sentences; the notation by default
    told: Callable[[int, Event], Event | None] | None = None  # an event as a viewer may know it; None: not at all
    fades: Callable[[int, Event], Event | None] | None = None  # what a viewer was told, once it is news no more
    shows: frozenset[int] = frozenset()  # codes of events that show what was hidden, if anything was: no undo of these
    about: Callable[[View, str, Say], About] | None = None  # what a thing could do; asked when somebody rests on it
    statistics: Callable[[Sequence[Event], Say], tuple[Panel, ...]] | None = None  # of all that a viewer was told
    board: Callable[[View, Say], str] | None = None  # the position as text, for the terminal
    read: Callable[[Mapping[str, Json], Options], State] | None = None  # a position a person can write; BadPosition
    write: Callable[[State], dict[str, Json]] | None = None  # the same, complete; what is unknown is written "?"
    check: Callable[[State], None] = (
        unchecked  # AssertionError (`sure`) when something cannot be, such as a lost component
    )
    details: Callable[[State, int], dict[str, int | str]] = field(default=lambda _state, _seat: {})
    advice: Advice = field(default_factory=Advice)
    levels: Levels = field(default_factory=Levels)  # what makes easy, medium and hard bots one step each
    counsel: Callable[[View, int, Say], Sequence[str]] | None = None  # what a choice gains and risks, in sentences
    events: Mapping[str, int] = field(default_factory=dict)  # codes of events by the names that lessons use
    goals: Mapping[str, Callable[[View, Sequence[Event]], bool]] = field(default_factory=dict)  # of lessons, by name
    timing: Timing = field(default_factory=Timing)  # turns, answers and events of time, for a clock
    regulated: Callable[[Regulations], Mapping[str, str]] = field(
        default=lambda _regulations: {}
    )  # its options at a table of a tournament
    by_score: bool = (
        False  # places follow from who won and the scores; otherwise a tournament takes the ranks (TOU-1.6)
    )
    observer: Callable[[State], Observer] | None = None  # for agents, from a new state; by default field by field

    def choose_options(self, seats: int, given: Mapping[str, object] | None = None, version: str = "") -> Options:
        """Options for this many seats, checked; BadOption says what is wrong and what is allowed.

        What was given under an earlier version of the rules has the defaults of that version.
        """
        if seats not in self.seats:
            raise BadOption(
                "{title} is for {allowed} players, not {seats}.",
                title=self.title,
                allowed=", ".join(map(str, self.seats)),
                seats=seats,
            )
        options = choose(self.options, seats, given or {}, self.options_clause, version)
        self.fits(options)
        return options

    def replays(self, version: str) -> bool:
        """Whether a game that was begun under a version of the rules can go on under these."""
        return version == self.version or version in self.compatible

    def view(self, state: State, seat: int | None, options: Options, news: Sequence[Event] = ()) -> View:
        """What a seat (or a spectator, None) may know of a state."""
        viewer = SPECTATOR if seat is None else seat
        tell = self.told or self.tell
        told = tuple([known for event in news if (known := tell(viewer, event)) is not None])
        return View(self, options, seat, state.seen(viewer), told)

    def legal(self, state: State, seat: int | None = None) -> list[int]:
        """Every listed legal action of a seat, or of whoever is to act (at CHANCE: every outcome)."""
        actor = int(state.to_act()) if seat is None else seat
        if actor == OVER:
            return []
        out = Moves()
        if actor == CHANCE:
            state.list_chance(out)
        else:
            state.list_legal(actor, out)
        return out.items()

    def recall(self, viewer: int, event: Event) -> Event | None:
        """An event as a viewer may still read it when something else is the news: some things are told only once."""
        heard = self.tell(viewer, event)
        return heard if heard is None or self.fades is None else self.fades(viewer, heard)

    def tell(self, viewer: int, event: Event) -> Event | None:
        """An event as a viewer may know it. By default only actions of secret families are private to their actor."""
        if self.told is not None:
            return self.told(viewer, event)
        code, actor, action, _ = event
        hidden = code == PLAYED and self.actions.family(action).secret and viewer != actor
        return None if hidden else event

    def lines(self, events: Sequence[Event], say: Say) -> list[str]:
        """What happened, in sentences, from events that the reader may know."""
        if self.log is not None:
            return self.log(events, say)
        return [
            f"{say.player(actor)}: {self.actions.text(action)}" for code, actor, action, _ in events if code == PLAYED
        ]

    def to_words(self, view: View, action: int, say: Say) -> str:
        """An action in words."""
        return self.words(view, action, say) if self.words else self.actions.text(action)

    def to_position(self, state: State) -> dict[str, Json]:
        """A state as a position; by default field by field."""
        return self.write(state) if self.write else {name: _json(value) for name, value in fields(state).items()}

    def from_position(self, position: Mapping[str, Json], options: Options) -> State:
        """A state from a position, to be played; BadPosition says what does not add up."""
        if self.read is None and self.check is unchecked:
            raise BadPosition(N_("{title} takes no positions: the game cannot judge them."), title=self.title)
        state = self.from_view(position, options)
        judge(self, state)
        return state

    def from_view(self, position: Mapping[str, Json], options: Options) -> State:
        """What a seat has seen, from `View.to_json`: with `?` in it, so it is only read, not judged, and not to be played."""
        return self.read(position, options) if self.read else read_fields(self.new(options), position)

    def clause(self, number: int) -> str:
        """The name of a clause: 803 is BOS-8.3."""
        return f"{self.prefix}-{number // 100}.{number % 100}"

    def play(self, state: State, actor: int, action: int) -> None:
        """Check an action and carry it out, or raise Illegal with its clause and change nothing."""
        if not 0 <= actor < state.seats and actor not in (CHANCE, TABLE):  # a record may say anything
            raise NotYourTurn(N_("There is no seat {seat} in this game."), "", seat=actor + 1)
        number = int(state.why_not(actor, action))
        if number != OK:
            raise self.refusal(state, actor, action, number)
        state.apply(actor, action)

    def refusal(self, state: State, actor: int, action: int, number: int) -> Illegal:
        """The error for an action that a clause forbids, with what is allowed instead."""
        clause, text = self.clause(number), self.actions.text(action)
        if actor == CHANCE and state.to_act() != CHANCE:
            return NotYourTurn(N_("{action!r}: chance has nothing to decide now ({clause})."), clause, action=text)
        if actor >= 0 and not state.may_act(actor):
            return NotYourTurn(
                N_("{action!r}: seat {seat} has nothing to decide now ({clause})."), clause, action=text, seat=actor + 1
            )
        why = self.why.get(number, N_("the rules forbid it."))
        legal = [self.actions.text(a) for a in self.legal(state, actor)] if actor != TABLE else []
        if not legal:
            return Illegal(N_("{action!r} is not allowed: {why} ({clause})"), clause, action=text, why=why)
        some = ", ".join(legal[:8]) + (", …" if len(legal) > 8 else "")
        return Illegal(
            N_("{action!r} is not allowed: {why} ({clause}) You may: {some}."), clause, action=text, why=why, some=some
        )

    def explain(self, number: int, say: Say = ENGLISH) -> str:
        """A clause in plain words."""
        return say(self.why[number]) if number in self.why else self.clause(number)

    def outcome(self, state: State) -> Outcome:
        """The result of a state that is OVER."""
        reason = self.reasons[int(state.reason())]
        seats = range(int(state.seats))
        return Outcome(
            reason.name,
            reason.clause,
            tuple(int(state.score(i)) for i in seats),
            tuple(int(state.rank(i)) for i in seats),
            tuple(self.details(state, i) for i in seats),
            reason.won,
        )

    def __repr__(self) -> str:
        return f"<Game {self.id} {self.version}>"


def _json(value: int | list[int]) -> Json:
    return value if isinstance(value, int) else list(value)
