"""What a study says, in sentences that say how sure they are."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan

from kotva.arena.balance.certainty import Mean, Share, difference, mean_difference, unseen
from kotva.arena.balance.figures import Study, Worth

GOOD, NOTE, BAD = "good", "note", "bad"
SURE, LIKELY = 0.001, 0.01  # chances of mere luck, corrected for how much was looked at
_SMALL = 0.02  # a share of games that nobody at a table notices
_DEAD = 0.002  # of the decisions at which something could be done
_FORCED = 0.4
_ASKED = 500  # decisions at which it could be done; with fewer nothing is called dead
_EARLY, _LATE = 0.35, 0.93


@dataclass(frozen=True, slots=True)
class BalanceFinding:
    """A sentence, and whether it praises, notes or blames."""

    tone: str
    text: str
    about: str  # "seats", "length", "choices", "ladder", "drama", "worth", "unreached"


def verdict(study: Study) -> list[BalanceFinding]:
    """The findings on one game, in the order in which a designer asks."""
    return [
        *_seats(study),
        *_length(study),
        *_choices(study),
        *_ladder(study),
        *_drama(study),
        *_worth(study),
        *_ways(study),
    ]


def how_sure(luck: float) -> str:
    """How sure a difference is, from how likely mere luck is."""
    if luck < SURE:
        return "almost certain"
    return "very likely" if luck < LIKELY else "perhaps" if luck < 0.05 else "not to be told from luck"


def percent(share: float) -> str:
    return "–" if isnan(share) else f"{100 * share:.0f} %"


def around(share: Share) -> str:
    """A share with its interval."""
    low, high = share.interval
    return f"{percent(share.share)} ({percent(low)} to {percent(high)})"


def _seats(study: Study) -> list[BalanceFinding]:
    shares, lucks = study.by_seat(), study.seat_luck()
    games = len(study.finished)
    if not games:
        return [BalanceFinding(BAD, "No game came to an end.", "seats")]
    out = []
    for seat, (share, luck) in enumerate(zip(shares, lucks, strict=True)):
        if luck < LIKELY:
            way = "more" if share.share > share.even else "less"
            small = abs(share.share - share.even) < _SMALL
            out.append(
                BalanceFinding(
                    NOTE if small else BAD,
                    f"Seat {seat + 1} wins {around(share)} of {games} games, {way} than an even {percent(share.even)}: "
                    f"{how_sure(luck)}.",
                    "seats",
                )
            )
    if not out:
        least = unseen(games, 1 / study.seats)
        tone = GOOD if least <= 0.1 else NOTE
        seen = ", ".join(around(share) for share in shares)
        out.append(
            BalanceFinding(
                tone,
                f"No seat is seen to win too often ({seen}). {games} games would most likely have shown an advantage of "
                f"{percent(least)}; a smaller one may be there.",
                "seats",
            )
        )
    if len(study.rows) > games:
        out.append(BalanceFinding(BAD, f"{len(study.rows) - games} of {len(study.rows)} games did not end.", "seats"))
    shared = study.shared()
    if shared.share > 0.1:
        out.append(BalanceFinding(NOTE, f"The first place is shared in {around(shared)} of the games.", "seats"))
    return out


def _length(study: Study) -> list[BalanceFinding]:
    if not study.finished:
        return []
    few, half, many = study.spread()
    minutes = study.minutes()
    text = (
        f"A game takes {half:.0f} decisions (eight of ten: {few:.0f} to {many:.0f}), for people about {minutes.mean:.0f} minutes "
        f"at {study.pace:g} seconds for each that is a choice."
    )
    return [BalanceFinding(NOTE, text, "length")]


def _choices(study: Study) -> list[BalanceFinding]:
    if not study.finished:
        return []
    forced = study.forced()
    text = (
        f"There are {study.branching():.1f} choices at a decision; {percent(forced)} of the decisions leave no choice"
    )
    return [
        BalanceFinding(
            BAD if forced > _FORCED else NOTE, text + (", which is much." if forced > _FORCED else "."), "choices"
        )
    ]


def _ladder(study: Study) -> list[BalanceFinding]:
    out = []
    steps = 0
    for step in study.ladder:
        low, high = step.share.interval
        clear = low > step.share.even
        steps += clear
        words = "better" if clear else "not seen to be better" if high > step.share.even else "worse"
        out.append(
            BalanceFinding(
                GOOD if clear else NOTE if step.weak != "random" else BAD,
                f"{step.strong} is {words} than {step.weak}: {around(step.share)} against an even {percent(step.share.even)}.",
                "ladder",
            )
        )
    if out:
        depth = {0: "no depth at all", 1: "little depth", 2: "some depth"}.get(steps, "depth")
        out.append(
            BalanceFinding(
                GOOD if steps > 1 else BAD,
                f"{steps} of {len(out)} steps of the ladder are clear: for these bots the game has {depth}.",
                "ladder",
            )
        )
    return out


def _drama(study: Study) -> list[BalanceFinding]:
    curve = study.curve()
    if not curve:
        return []
    settled, changes, drama = curve["settled"], curve["changes"], curve["drama"]
    text = (
        f"The lead changes {changes.mean:.1f} times a game, the winner is {percent(drama.mean)} of chance behind the leader on "
        f"average, and leads for good after {percent(settled.mean)} of the game ({percent(settled.low)} to "
        f"{percent(settled.high)}, {settled.games} games)."
    )
    out = [BalanceFinding(NOTE, text, "drama")]
    if settled.high < _EARLY:
        out.append(BalanceFinding(BAD, "Games are decided early: what follows is played out for nothing.", "drama"))
    elif settled.low > _LATE:
        out.append(
            BalanceFinding(NOTE, "Games are decided at the very end: what comes before may matter little.", "drama")
        )
    return out


def _worth(study: Study) -> list[BalanceFinding]:
    dead = [kind for kind in study.kinds() if kind.free >= _ASKED and kind.used < _DEAD * kind.free]
    families = {kind.ban.family for kind in dead if kind.ban.place < 0}
    dead = [kind for kind in dead if kind.ban.place < 0 or kind.ban.family not in families]
    return [
        *map(_worth_of, study.worths),
        *(
            BalanceFinding(
                BAD,
                f"`{kind.words}` could be chosen {kind.free} times and was {_times(kind.used)}: for these bots it is dead.",
                "worth",
            )
            for kind in dead
        ),
    ]


def _times(n: int) -> str:
    return {0: "never", 1: "once"}.get(n, f"{n} times")


def _worth_of(worth: Worth) -> BalanceFinding:
    gain, sure = worth.worth, how_sure(worth.luck)
    without = f"without it a bot wins {around(worth.without)} against an even {percent(worth.without.even)}"
    name = f"`{worth.kind.words}`"
    if worth.luck < LIKELY and gain > 0:
        return BalanceFinding(
            GOOD if gain < worth.without.even * 0.7 else NOTE, f"{name} helps: {without} ({sure}).", "worth"
        )
    if worth.luck < LIKELY:
        return BalanceFinding(BAD, f"{name} does harm to those who use it: {without} ({sure}).", "worth")
    least = unseen(worth.without.games, worth.without.even)
    text = f"{name} is not seen to matter: {without}; a worth of {percent(least)} would have shown."
    return BalanceFinding(NOTE, text, "worth")


def _ways(study: Study) -> list[BalanceFinding]:
    out = []
    endings = study.endings()
    never = [name for name, count in endings.items() if name and not count]
    reached = ", ".join(f"{name} {percent(n / len(study.rows))}" for name, n in endings.items() if n and name)
    out.append(BalanceFinding(NOTE, f"Games end by: {reached or 'nothing'}.", "unreached"))
    if never:
        out.append(BalanceFinding(NOTE, f"Endings that never came up: {', '.join(never)}.", "unreached"))
    if families := study.unused_families():
        out.append(
            BalanceFinding(
                NOTE, f"Actions that were never allowed: {', '.join(f'`{f}`' for f in families)}.", "unreached"
            )
        )
    if clauses := study.unreached_clauses():
        out.append(BalanceFinding(NOTE, f"Clauses that never forbade anything: {', '.join(clauses)}.", "unreached"))
    if events := study.unreached_events():
        out.append(BalanceFinding(NOTE, f"Events that never happened: {', '.join(events)}.", "unreached"))
    return out


# -- two versions side by side -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VersionChange:
    """What a second version of the rules changes in one figure."""

    name: str
    first: str
    second: str
    gap: float
    low: float
    high: float
    unit: str  # "%" or a word

    @property
    def sure(self) -> bool:
        """Whether the interval leaves no change out."""
        return self.low > 0 or self.high < 0

    def text(self) -> str:
        scale = 100 if self.unit == "%" else 1
        gap, low, high = (f"{scale * x:+.1f}" for x in (self.gap, self.low, self.high))
        word = "differs" if self.sure else "is not seen to differ"
        return f"{self.name} {word}: {self.first} and {self.second}, {gap} {self.unit} ({low} to {high})."


def compare(a: Study, b: Study) -> list[VersionChange]:
    """Two versions of the rules or options side by side."""
    out = []
    for seat, (one, two) in enumerate(zip(a.by_seat(), b.by_seat(), strict=False)):
        out.append(
            VersionChange(
                f"The share of seat {seat + 1}", percent(one.share), percent(two.share), *difference(one, two), "%"
            )
        )
    pairs: list[tuple[str, Mean, Mean, str]] = [
        ("The number of decisions", a.decisions(), b.decisions(), "decisions"),
        ("The length", a.minutes(), b.minutes(), "minutes"),
    ]
    first, second = a.curve(), b.curve()
    if first and second:
        pairs.append(("The number of lead changes", first["changes"], second["changes"], "changes"))
        pairs.append(
            ("The part of a game after which it is settled", first["settled"], second["settled"], "of the game")
        )
    return out + [
        VersionChange(name, f"{old.mean:.1f}", f"{new.mean:.1f}", *mean_difference(old, new), unit)
        for name, old, new, unit in pairs
    ]
