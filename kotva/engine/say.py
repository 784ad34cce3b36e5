"""Texts for people, through gettext. English is the source; a catalogue per game and one for the rest of Kotva.

A text is marked by the call that says it: `say("Choose a seat.")`, `say.many("{n} token", "{n} tokens", n)`, or by `N_` where
it is only named and said later.
"""

from __future__ import annotations

import gettext
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from mypy_extensions import mypyc_attr

T = TypeVar("T")

LANGUAGES = ("en", "cs", "pl", "bg")
_PACKAGE = (
    Path(sys.modules["kotva"].__file__ or "").resolve().parent
)  # a compiled module does not know its own file yet
_MOST = 20_000  # texts of a game that are kept in a language
_COMMON: dict[tuple[str, str | None, bool], dict[object, object]] = {}
OPEN, AT, CLOSE = "\ue000", "\ue001", "\ue002"  # round the ids and the words of a thing; no name has these characters
_HOMES: dict[str, Path] = {}  # the folders of games from elsewhere


def add_home(game: str, folder: Path) -> None:
    """A game from elsewhere has its rulebook, its catalogues and what it teaches in this folder, if anywhere."""
    _HOMES[game] = folder


def N_(text: str) -> str:
    """Mark a text for the catalogues without translating it yet."""
    return text


_PLAYER, _CHANCE, _TABLE = N_("Player {n}"), N_("Chance"), N_("Table")


def home_of(domain: str) -> Path:
    """The folder of a game, or of tournaments: all that it brings beside its code lies there."""
    if domain in _HOMES:
        return _HOMES[domain]
    return _PACKAGE / "tournament" if domain == "tournament" else _PACKAGE / "games" / domain


def locale_of(domain: str) -> Path:
    """Where the catalogues of a game, or of tournaments, lie: `<folder>/<language>/LC_MESSAGES/<domain>.mo`."""
    return home_of(domain) / "locale"


@mypyc_attr(allow_interpreted_subclasses=True)
class Say:
    """A translator for one language: looks in the game's catalogue first, then in Kotva's own.

    Tournaments have a catalogue of their own too, under the name `tournament`.
    """

    def __init__(
        self, language: str = "en", game: str | None = None, names: Sequence[str] = (), *, marks: bool = False
    ) -> None:
        self.language = language  # en, cs, pl or bg
        self.marks = marks  # whether words carry the ids of the things that they stand for
        self._names = tuple(names)
        self._kept: dict[object, tuple[object, object]] = {}
        self._common = _COMMON.setdefault((language, game, marks), {})
        self._found: list[gettext.NullTranslations] = []
        if language != "en":
            places = [(game, locale_of(game))] if game else []
            places.append(("kotva", _PACKAGE / "locale"))
            for domain, folder in places:
                found = gettext.translation(domain, folder, [language], fallback=True)
                self._found.append(found)

    def __call__(self, _text: str, /, **values: object) -> str:  # compiled, its name could be meant by a value's
        text = _text
        if self._found and text:  # to gettext an empty text is the head of the catalogue
            for found in self._found:
                translated = found.gettext(text)
                if translated != text:
                    text = translated
                    break
        return text.format(**values) if values else text

    def keep(self, name: object, stamp: object, make: Callable[..., T], *what: object) -> T:
        """What `make(*what)` made under a name if its stamp is still the same; made anew if not.

        For large parts of a scene that depend on nothing but the stamp, the language and the names: several viewers of a table,
        and most moves, have them in common.
        """
        kept = self._kept.get(name)
        if kept is None or kept[0] != stamp:
            self._kept[name] = kept = (stamp, make(*what))
        return kept[1]  # type: ignore[return-value]

    def keep_all(self, name: object, stamp: object, make: Callable[..., Iterable[T]], *what: object) -> list[T]:
        """The same for several things: the items that a generator yields."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != stamp:
            self._kept[name] = kept = (stamp, list(make(*what)))
        return kept[1]  # type: ignore[return-value]

    def cached(self, make: Callable[..., T], *what: object) -> T:
        """What depends on nothing but `what` and the language, `make(*what, say)`: made once for all tables.

        It is kept under the function itself: an action has the same number in several games, and a `Say` without a game
        serves them all.
        """
        name = (make, what)
        known = self._common.get(name)
        if known is None:
            if len(self._common) >= _MOST:
                self._common.clear()
            known = self._common[name] = make(*what, self)
        return known  # type: ignore[return-value]

    def many(self, _one: str, _many: str, n: int, /, **values: object) -> str:
        """The form for n things; `{n}` in the text is the number."""
        text = _one if n == 1 else _many
        for found in self._found:
            translated = found.ngettext(_one, _many, n)
            if translated not in (_one, _many):
                text = translated
                break
        return text.format(n=n, **values)

    @property
    def players(self) -> int:
        """How many names it knows; none where nobody has been named."""
        return len(self._names)

    def thing(self, words: str, *ids: str) -> str:
        """Words that stand for things on the table, named by the ids of their items, so that readers of the log can point there.

        A bare place is `#x,y` in the scene's units; a negative number counts from the right, or from below.
        """
        return f"{OPEN}{' '.join(ids)}{AT}{words}{CLOSE}" if self.marks else words

    def player(self, seat: int) -> str:
        """The name of the player in a seat; chance and the table have names too."""
        if 0 <= seat < len(self._names):
            name = self._names[seat]
            return f"{OPEN}@{seat}{AT}{name}{CLOSE}" if self.marks else name
        return self(_PLAYER, n=seat + 1) if seat >= 0 else self(_CHANCE) if seat == -1 else self(_TABLE)


ENGLISH = Say()  # the translator that leaves everything as it is written
