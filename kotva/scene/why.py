"""Why can't I? For things on the table, or for an action: the clause that forbids it, in plain words.

No game writes anything for this: the actions whose click paths name the things asked about are tried through `why_not`, the
same lines that make the legal list. The question is put to what the viewer may know, so the answer cannot leak.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from kotva.engine.game import View
from kotva.engine.say import N_, Say
from kotva.engine.state import OK

_MOST = 60_000  # actions looked at for one question


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One reason: what was tried, which clause forbids it, what that clause says."""

    clause: str  # the rule: BOS-8.3
    text: str  # it in plain words
    link: str  # to the rule
    action: str = ""  # which action it is about, in notation
    words: str = ""  # that action in words


def about_action(view: View, text: str, say: Say) -> list[Answer]:
    """Why an action (in notation) is not allowed; nothing if it is."""
    action = view.game.rules.actions.parse(text)
    if view.seat is None:
        return []
    number = int(view.seen.why_not(view.seat, action))
    return [] if number == OK else [_answer(view, number, action, say)]


def about_items(view: View, items: Sequence[str], say: Say, starts: str = "") -> list[Answer]:
    """Why nothing can be done with these things together: at most three reasons, those of the nearest actions first.

    Nearest are actions of a kind that is possible now with something else, then those for which the fewest things more would
    have to be chosen. With `starts` only actions that begin so are meant. Of a thing alone only those are meant that begin with
    it, or with something that can act now: nobody asks about a piece that stands elsewhere and can do nothing.
    """
    if view.seat is None or not items:
        return []
    wanted = set(items)
    legal = view.legal()
    possible = {view.game.rules.actions.family(action).base for action in legal}
    able = (
        None if len(wanted) > 1 else wanted | {path[0] for a in legal for path in view.game.look.paths(view, a) if path}
    )
    found: dict[
        int, tuple[bool, int, int]
    ] = {}  # clause -> (a kind that is out of the question, what is missing, action)
    for action, missing in _touching(view, wanted, starts, able):
        number = int(view.seen.why_not(view.seat, action))
        far = view.game.rules.actions.family(action).base not in possible
        if number != OK and (number not in found or (far, missing) < found[number][:2]):
            found[number] = (far, missing, action)
    best = sorted(found.items(), key=lambda entry: entry[1])
    nearest = best[0][1][:2] if best else ()
    return [_answer(view, number, entry[2], say) for number, entry in best[:3] if entry[:2] == nearest]


def _touching(view: View, wanted: set[str], starts: str, able: set[str] | None) -> Iterator[tuple[int, int]]:
    """Actions of small families with a click path that has all these things, and how many more things it has.

    With `able` the path begins with one of those.
    """
    left = _MOST
    for family in view.game.rules.actions:
        if family.size > left or not family.template.startswith(starts):
            continue
        left -= family.size
        for action in range(family.base, family.base + family.size):
            if not family.stands_for(action):
                continue
            for path in view.game.look.paths(view, action):
                if wanted.issubset(path) and (able is None or path[0] in able):
                    yield action, len(path) - len(wanted)
                    break


def _answer(view: View, number: int, action: int, say: Say) -> Answer:
    game = view.game
    clause = game.clause(number)
    link = f"/rules/{game.id}#{clause}"
    return Answer(
        clause, game.explain(number, say), link, game.rules.actions.text(action), game.to_words(view, action, say)
    )


NOTHING = N_("Nothing in the rules is done with this now.")
