"""Names of accounts: which may be chosen, and what a name looks like. No two accounts have names that look the same.

The canonical form of a name forgets case, accents and separators, and writes letters of other scripts that look like Latin ones
(and digits that look like letters) as these. The table is small and ours: it covers the scripts that Kotva's readers use.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from kotva.engine.errors import KotvaError
from kotva.engine.say import LANGUAGES, N_, Say
from kotva.engine.user_input import clean_name
from kotva.server.rows import DELETED

SHORTEST: Final = 2
LONGEST: Final = 24
_BETWEEN: Final = " -_.'’"  # may stand between letters
# From, to: what looks alike in lower case, or has capitals that do.
_ALIKE: Final = str.maketrans(
    {
        # Cyrillic
        **dict(zip("аеорсухіјѕһԁԛԝкмтвнгпиьзєґү", "aeopcyxljshdqwkmtbhrnub3ery", strict=True)),
        # Greek
        **dict(zip("αβεικνορτυχγηωσςμζλδ", "abelkvoptuxynwoomz^d", strict=True)),
        # Latin letters that are not a letter and an accent
        "ł": "l",
        "đ": "d",
        "ø": "o",
        "ı": "l",
        "ħ": "h",
        "ŧ": "t",
        "æ": "ae",
        "œ": "oe",
        "ð": "d",
        "þ": "p",
        # digits and letters
        "0": "o",
        "1": "l",
        "i": "l",
        "5": "s",
    }
)
_PAIRS: Final = (("rn", "m"), ("vv", "w"))  # that look like one letter
_RESERVED: Final = (
    *("Kotva", "admin", "administrator", "root", "system", "server", "support", "staff", "everyone", "nobody", "me"),
    *("host", "moderator", "bot", "guest", "spectator", "referee", "organiser"),
    *("správce", "hostitel", "moderátor", "host", "gospodarz", "gość", "администратор", "модератор", "домакин", "гост"),
)
_TRANSLATED: Final = (DELETED, N_("Captain"))


class BadName(KotvaError):
    """A name that cannot be an account's."""


def canonical(name: str) -> str:
    """What a name looks like."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(
        letter for letter in plain if unicodedata.category(letter)[0] in "LN" and not unicodedata.combining(letter)
    )
    found = letters.translate(_ALIKE)
    for pair, one in _PAIRS:
        found = found.replace(pair, one)
    return found[:80]


def read_name(given: str) -> str:
    """A name as it may be shown; BadName says what is wrong with it."""
    name = clean_name(unicodedata.normalize("NFKC", given[:200]))
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadName(
            N_("A name has {least} to {most} characters."),
            least=SHORTEST,
            most=LONGEST,
        )
    if any(unicodedata.category(letter)[0] not in "LNM" and letter not in _BETWEEN for letter in name):
        raise BadName(N_("A name is made of letters, digits, spaces, hyphens, full stops and apostrophes."))
    if not canonical(name) or not any(unicodedata.category(letter)[0] == "L" for letter in name):
        raise BadName(N_("A name needs a letter."))
    if canonical(name) in _reserved():
        raise BadName(N_("This name is kept for the server itself; choose another one."))
    return name


@cache
def _reserved() -> frozenset[str]:
    words = [*_RESERVED, *(Say(language)(text) for language in LANGUAGES for text in _TRANSLATED)]
    return frozenset(map(canonical, words))
