"""A game is a record of functions: its rules, its texts and its looks. `kotva/games/<id>/__init__.py` makes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar, cast

from kotva.engine.actions import ActionSpace
from kotva.engine.calibration import Calibration
from kotva.engine.components import GameComponents
from kotva.engine.errors import BadOption, BadPosition, Illegal, KotvaError, NotYourTurn, Unfinished
from kotva.engine.evaluation import Evaluation
from kotva.engine.events import PLAYED as PLAYED
from kotva.engine.events import Event as Event
from kotva.engine.fields import fields, key, read_fields
from kotva.engine.formats import Format
from kotva.engine.levels import Levels
from kotva.engine.moves import Moves
from kotva.engine.observe import Observer
from kotva.engine.options import Option, Options, choose
from kotva.engine.outcome import MORE, Outcome, Reason
from kotva.engine.own import S
from kotva.engine.position import gathered, judge, unchecked
from kotva.engine.presets import Preset, find
from kotva.engine.regulations import Regulations
from kotva.engine.say import ENGLISH, N_, Say
from kotva.engine.scene import About, Panel, Path, Scene
from kotva.engine.state import CHANCE, OK, OVER, SPECTATOR, TABLE, State
from kotva.engine.symmetry import Symmetry
from kotva.engine.timing import Timing
from kotva.engine.user_input import Json as Json

T = TypeVar("T")
NO_SUCH_ACTION = N_("There is no such action.")  # what a game says of a number that its notation cannot write
NO_SUCH_SEAT = N_("There is no seat {seat} in this game.")


@dataclass(frozen=True, slots=True)
class View(Generic[S]):
    """All that a seat (or a spectator, None) may know. Scenes, bots, agents and sockets get views, never states."""

    game: Game[S]  # whose rules these are
    options: Options  # all options of this game
    seat: int | None  # who looks; None: a spectator
    seen: S  # the position, with only what this viewer may know filled in
    news: tuple[Event, ...] = ()  # what happened since this viewer's last look, as far as the viewer may know it
    kept: dict[object, object] = field(default_factory=dict, init=False, repr=False)  # see `cached`

    def cached(self, make: Callable[[View[S]], T]) -> T:
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
class GameRules(Generic[S]):
    """What can be played, and what everybody may know of it."""

    seats: tuple[int, ...]  # for how many players: (2, 3, 4)
    actions: ActionSpace  # everything that can be done, chance and the table included, by families
    new: Callable[[Options], S]  # the state at the beginning; `options.seats` says how many play
    # No game has more actions than this, chance included.
    longest: Callable[[Options], int] = field(default=lambda _options: 10_000)
    # The ways a game can end; `State.reason` is the place in this list.
    reasons: tuple[Reason, ...] = (Reason("over", "", N_("The game is over.")),)
    # How places follow from scores: MORE points are better, FEWER, or places stand APART from them. The kit compares.
    places: str = MORE
    options: tuple[Option, ...] = ()  # what can be chosen before the game, each with its clause
    option_groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # titles (N_) with options, for forms
    options_clause: str = ""  # which clause says what options there are
    quick_seats: int = 0  # at the table that "play against bots" opens; 0: as many as can play
    presets: tuple[Preset, ...] = ()  # options chosen together: standard (the defaults) first, then quick, tournament
    fits: Callable[[Options], None] = field(default=lambda _options: None)  # BadOption if options clash with each other
    closed: Callable[[Options], int] = field(default=lambda _options: OK)  # the clause that keeps spectators out, or OK
    formats: tuple[Format, ...] = ()  # texts of its own (maps, boards) that can be checked and perhaps painted
    # Positions: one that a person can write (BadPosition), the same written (what is unknown is "?"), and what must be true of
    # every state (AssertionError by `require`, such as for a lost component).
    read: Callable[[Mapping[str, Json], Options], S] | None = None
    write: Callable[[S], dict[str, Json]] | None = None  # the opposite of `read`
    check: Callable[[S], None] = unchecked  # raises where a state cannot be, with the first fault
    details: Callable[[S, int], dict[str, int | str]] = field(default=lambda _state, _seat: {})  # behind a score
    # Events as a viewer may know them (None: not at all), and what is left of one when it is news no more.
    shown_event: Callable[[int, Event], Event | None] | None = None
    shown_event_later: Callable[[int, Event], Event | None] | None = None  # the same when something else is the news
    reveals: frozenset[int] = (
        frozenset()
    )  # codes of events that show what was hidden, if anything was: no undo of these
    shared: bool = False  # whether two seats may know one hidden thing, by peeking or as partners; else it is a leak


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWords(Generic[S]):
    """What people read, beside the notation."""

    why: Mapping[int, str] = field(default_factory=dict)  # clause number -> the rule in plain words (marked with N_)
    action: Callable[[View[S], int, Say], str] | None = None  # an action in words; the notation by default
    # What to ask when these things are chosen (one, or two) and something is open still; "" where one of them says it all.
    question: Callable[[View[S], Path, Say], str] | None = None
    log: Callable[[Sequence[Event], Say], list[str]] | None = None  # events in sentences; the notation by default
    about: Callable[[View[S], str, Say], About] | None = None  # what a thing could do; asked when somebody rests on it
    statistics: Callable[[Sequence[Event], Say], tuple[Panel, ...]] | None = None  # of all that a viewer was told
    board: Callable[[View[S], Say], str] | None = None  # the position as text, for the terminal
    hint_text: Callable[[View[S], int, Say], Sequence[str]] | None = None  # what a choice gains and risks, in sentences
    events: Mapping[str, int] = field(default_factory=dict)  # codes of events by the names that lessons use
    goals: Mapping[str, Callable[[View[S], Sequence[Event]], bool]] = field(default_factory=dict)  # of lessons, by name


def _no_scene(_view: View, _say: Say) -> Scene:
    return Scene(100, 100, ())


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLook(Generic[S]):
    """What people see and touch; without a scene a game is played with buttons."""

    scene: Callable[[View[S], Say], Scene] = _no_scene  # what a viewer sees; asked for every viewer of every move
    # Drawings by name: SVG in a box from -32 to 32; `currentColor` is the owner's colour, `var(--ink)` and others the theme's.
    symbols: Mapping[str, str] = field(default_factory=dict)
    # Items to choose; none: a button. Asked about any action, like its words: people ask why something is not allowed.
    paths: Callable[[View[S], int], Sequence[Path]] = field(default=lambda _view, _action: ())
    alike: bool = False  # all viewers that know the same and have nothing to decide see the same scene


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBots(Generic[S]):
    """What bots and agents are told."""

    evaluation: Evaluation[S] = field(
        default_factory=Evaluation
    )  # what a good position is; without one bots search alone
    levels: Levels = field(default_factory=Levels)  # what makes easy, medium and hard bots one step each
    observer: Callable[[S], Observer[S]] | None = None  # for agents, from a new state; by default field by field
    symmetries: Callable[[S], tuple[Symmetry, ...]] = field(default=lambda _state: ())  # of the board, from a new state
    # By the number of seats: how often, in the arena, one medium bot beat easy ones, and one hard bot medium ones (0.5: half).
    measured: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    calibration: Mapping[int, Calibration] = field(default_factory=dict)  # by number of seats: makes chances true


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAtTournaments:
    """How a tournament plays a game."""

    options: Callable[[Regulations], Mapping[str, str]] = field(default=lambda _regulations: {})  # at one of its tables
    by_score: bool = (
        False  # places follow from who won and the scores; otherwise a tournament takes the ranks (TOU-1.6)
    )
    hidden_points: bool = False  # some points are hidden until the end: result slips remind of them (TOU-10.2)


@dataclass(frozen=True, kw_only=True)  # no slots: `Game[Ferry](...)` fails with them (Python 3.11)
class Game(Generic[S]):
    """Everything Kotva knows of a game, by what needs it. A small game has an id, a title and the first three of its rules."""

    id: str  # small letters, digits, _: in addresses, records, names of files (`ferry.md`)
    title: str  # what people call it (marked with N_)
    rules: GameRules[S]  # what can be played
    words: GameWords[S] = field(default_factory=GameWords)  # what people read
    look: GameLook[S] = field(default_factory=GameLook)  # what people see and touch
    bots: GameBots[S] = field(default_factory=GameBots)  # what bots and agents are told
    timing: Timing[S] = field(default_factory=Timing)  # turns, answers and events of time, for a clock
    tournament: GameAtTournaments = field(default_factory=GameAtTournaments)  # how a tournament plays it
    components: GameComponents = field(default_factory=GameComponents)  # for print: `kotva print GAME`
    summary: str = ""  # one sentence for the lobby
    minutes: tuple[int, int] | None = None  # how long a game takes people, from and to: an estimate, for invitations
    prefix: str = ""  # of its clauses: BOS; by default the first letters of its id
    version: str = "1.0"  # of its rules; a fix that changes any legal record raises it
    compatible: tuple[str, ...] = ()  # earlier versions whose records, whole or half played, replay under these rules

    def choose_options(self, seats: int, given: Mapping[str, object] | None = None, version: str = "") -> Options:
        """Options for this many seats, checked; BadOption says what is wrong and what is allowed.

        What was given under an earlier version of the rules has the defaults of that version.
        """
        number: object = seats  # 2.0 is among the numbers, too
        if seats not in self.rules.seats or not hasattr(number, "__index__"):
            raise BadOption(
                "{title} is for {allowed} players, not {seats}.",
                title=self.title,
                allowed=", ".join(map(str, self.rules.seats)),
                seats=seats,
            )
        options = choose(self.rules.options, seats, given or {}, self.rules.options_clause, version)
        self.rules.fits(options)
        return options

    def preset(self, name: str) -> Preset:
        """Options chosen together under a name; BadOption says which ones there are."""
        return find(self.rules.presets, name)

    def replays(self, version: str) -> bool:
        """Whether a game that was begun under a version of the rules can go on under these."""
        return version == self.version or version in self.compatible

    def view(self, state: State, seat: int | None, options: Options, news: Sequence[Event] = ()) -> View:
        """What a seat (or a spectator, None) may know of a state."""
        viewer = SPECTATOR if seat is None else checked_seat(seat, int(state.seats))
        show = self.rules.shown_event or self.show_event
        shown = tuple([known for event in news if (known := show(viewer, event)) is not None])
        return View(self, options, seat, state.seen(viewer), shown)

    def legal(self, state: State, seat: int | None = None) -> list[int]:
        """Every listed legal action of a seat, or of the seat to act (at CHANCE: every outcome)."""
        actor = int(state.to_act()) if seat is None else seat
        if actor == OVER:
            return []
        out = Moves()
        if actor == CHANCE:
            state.list_chance(out)
        else:
            state.list_legal(actor, out)
        return out.items()

    def show_event_later(self, viewer: int, event: Event) -> Event | None:
        """An event as a viewer may still read it when something else is the news: some things are told only once."""
        shown = self.show_event(viewer, event)
        return (
            shown
            if shown is None or self.rules.shown_event_later is None
            else self.rules.shown_event_later(viewer, shown)
        )

    def show_event(self, viewer: int, event: Event) -> Event | None:
        """An event as a viewer may know it. By default only actions of secret families are private to their actor."""
        if self.rules.shown_event is not None:
            return self.rules.shown_event(viewer, event)
        code, actor, action, _ = event
        hidden = code == PLAYED and self.rules.actions.family(action).secret and viewer != actor
        return None if hidden else event

    def lines(self, events: Sequence[Event], say: Say) -> list[str]:
        """What happened, in sentences, from events that the reader may know."""
        if self.words.log is not None:
            return self.words.log(events, say)
        return [
            f"{say.player(actor)}: {self.rules.actions.text(action)}"
            for code, actor, action, _ in events
            if code == PLAYED
        ]

    def to_words(self, view: View, action: int, say: Say) -> str:
        """An action in words."""
        return (
            self.words.action(cast("View[S]", view), action, say)
            if self.words.action
            else self.rules.actions.text(action)
        )

    def to_position(self, state: State) -> dict[str, Json]:
        """A state as a position; by default field by field."""
        return (
            self.rules.write(cast("S", state))
            if self.rules.write
            else {name: _json(value) for name, value in fields(state).items()}
        )

    def from_position(self, position: Mapping[str, Json], options: Options) -> State:
        """A state from a position, to be played; BadPosition says what does not add up."""
        if self.rules.read is None and self.rules.check is unchecked:
            raise BadPosition(N_("{title} takes no positions: the game cannot judge them."), title=self.title)
        state = self.from_view(position, options)
        judge(self, state)
        return state

    def from_view(self, position: Mapping[str, Json], options: Options) -> State:
        """What a seat has seen, from `View.to_json`: with `?` in it, so it is only read, not judged, and not to be played."""
        read = self.rules.read
        if read is None:
            return read_fields(self.rules.new(options), position)
        return gathered(lambda: read(position, options))

    @property
    def letters(self) -> str:
        """What its clauses begin with: BOS."""
        return self.prefix or self.id[:3].upper()

    def clause(self, number: int) -> str:
        """The name of a clause: 803 is BOS-8.3."""
        return f"{self.letters}-{number // 100}.{number % 100}"

    def play(self, state: State, actor: int, action: int) -> None:
        """Check an action and carry it out, or raise Illegal with its clause and change nothing."""
        if not 0 <= actor < state.seats and actor not in (CHANCE, TABLE):  # a record may say anything
            if actor == OVER and state.to_act() == OVER:
                raise NotYourTurn(N_("The game is over: there is nothing to decide."), "")
            raise NotYourTurn(NO_SUCH_SEAT, "", seat=actor + 1)
        number = int(state.why_not(actor, action))
        if number != OK:
            raise self.refusal(state, actor, action, number)
        state.apply(actor, action)

    def refusal(self, state: State, actor: int, action: int, number: int) -> Illegal:
        """The error for an action that a clause forbids, with what is allowed instead."""
        clause = self.clause(number)
        try:
            text = self.rules.actions.text(action)
        except ValueError:
            return Illegal(NO_SUCH_ACTION, "")
        if actor == CHANCE and state.to_act() != CHANCE:
            return NotYourTurn(N_("{action!r}: chance has nothing to decide now ({clause})."), clause, action=text)
        if actor >= 0 and not state.may_act(actor):
            return NotYourTurn(
                N_("{action!r}: seat {seat} has nothing to decide now ({clause})."), clause, action=text, seat=actor + 1
            )
        why = self.words.why.get(number, N_("the rules forbid it."))
        legal = [self.rules.actions.text(a) for a in self.legal(state, actor)] if actor != TABLE else []
        if not legal:
            return Illegal(N_("{action!r} is not allowed: {why} ({clause})"), clause, action=text, why=why)
        some = ", ".join(legal[:8]) + (", …" if len(legal) > 8 else "")
        return Illegal(
            N_("{action!r} is not allowed: {why} ({clause}) You may: {some}."), clause, action=text, why=why, some=some
        )

    def explain(self, number: int, say: Say = ENGLISH) -> str:
        """A clause in plain words."""
        return say(self.words.why[number]) if number in self.words.why else self.clause(number)

    def outcome(self, state: State) -> Outcome:
        """The result of a state that is OVER; Unfinished for any other: a running game has none."""
        if state.to_act() != OVER:
            raise Unfinished(N_("The game is not over, so it has no result yet."))
        reason = self.rules.reasons[int(state.reason())]
        seats = range(int(state.seats))
        return Outcome(
            reason.name,
            reason.clause,
            tuple(int(state.score(i)) for i in seats),
            tuple(int(state.rank(i)) for i in seats),
            tuple(self.rules.details(cast("S", state), i) for i in seats),
            reason.won,
        )

    def __repr__(self) -> str:
        return f"<Game {self.id} {self.version}>"


def checked_seat(seat: int, seats: int) -> int:
    """A seat that there is; KotvaError for any other number, from which rules would read somebody else's secrets or nothing."""
    if not 0 <= seat < seats:
        raise KotvaError(NO_SUCH_SEAT, seat=seat + 1)
    return seat


def _json(value: int | list[int]) -> Json:
    return value if isinstance(value, int) else list(value)
