"""Section 10: options are declared once; the rulebook, the help and the code say the same of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kotva import tournament
from kotva.engine.say import LANGUAGES, Say
from kotva.files import rules_file
from kotva.tournament.choices import OPTION_OF, Spectators
from kotva.tournament.help import HELP
from kotva.tournament.options import OPTIONS, TournamentOptions
from tests.tournament.driver import WORDS

PACKAGE = Path(tournament.__file__).parent.parent
BOOK = rules_file("tournament").read_text(encoding="utf-8")
NAMED = {name: values for name, values in WORDS.items() if values != ("true", "false") and name != "csv.delimiter"}


def rows_of_section_10() -> dict[str, tuple[str, str]]:
    """Each option with its cells of values and of defaults; several in a line share them in order."""
    out = {}
    for line in BOOK.partition("## 10. Options")[2].partition("## 11.")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) != 4 or cells[0] in ("option", "---"):
            continue
        names = [name.strip() for name in cells[0].split(",")]
        values = [part.strip() for part in cells[1].split(";")]
        usual = [part.strip() for part in cells[2].split(",")]
        for i, name in enumerate(names):
            value = values[i] if len(values) == len(names) else cells[1]
            out[name] = (value, usual[i] if len(usual) == len(names) else cells[2])
    return out


@pytest.mark.parametrize("name", sorted(NAMED))
def test_the_rulebook_names_every_value(name: str) -> None:
    """Section 10 lists the values and the default; the option's clause explains each of them."""
    rows = rows_of_section_10()
    if name in rows and not rows[name][0].startswith("see "):
        values, usual = rows[name]
        assert re.findall(r"[a-z0-9_]+", values) == list(NAMED[name])
        assert usual == OPTIONS[name].default
    clause = BOOK.partition(f"**{OPTIONS[name].clause} ")[2].partition("\n- **TOU-")[0].partition("\n### ")[0]
    for value in NAMED[name]:
        assert re.search(rf"`{value}`|={value}\b", clause), f"{OPTIONS[name].clause} does not say what {value} means"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted({**NAMED, "spectators": ()}))
def test_the_help_names_every_value(name: str, language: str) -> None:
    """Section 10: a person that fills the form learns what each word means."""
    text = Say(language, "tournament")(HELP[name])
    for value in NAMED.get(name, tuple(Spectators)):
        assert re.search(rf"[“„]{value}(:\d+)?[”“]", text), f"{value} is not in the help of {name}: {text}"


def test_every_word_has_its_values_in_one_place() -> None:
    """What `Options.choice` gives has exactly the values that are declared."""
    for values, name in OPTION_OF.items():
        assert OPTIONS[name].kind.choices == tuple(values)
        for value in values:
            assert TournamentOptions(given={name: value}).choice(values) is value


@pytest.mark.parametrize("rule", ["none", "after_round", "after_game", "live", "delayed:7"])
def test_spectators(rule: str) -> None:
    """TOU-17.1: the one word with a number."""
    found, minutes = TournamentOptions(given={"spectators": rule}).spectators()
    assert found == rule.partition(":")[0]
    assert minutes == (7 if rule == "delayed:7" else 0)


FAMILIES = ("points.", "rr.", "final.")  # section 10 names two of the first, and refers to section 19 for the others
DECLARED = {"options.py", "help.py", "presets.py", "choices.py"}


def test_every_option_has_its_row_and_its_help() -> None:
    """Section 10 lists each option with its default; the form explains it."""
    rows = rows_of_section_10()
    assert sorted(name for name in OPTIONS.keys() - rows.keys() if not name.startswith(FAMILIES)) == []
    assert sorted(OPTIONS.keys() - HELP.keys()) == []


def readers() -> str:
    """All code that may read an option: `options.py` beside what it declares, and whatever else speaks of tournaments."""
    files = [path for path in PACKAGE.rglob("*.py") if "tournament" in str(path) and path.name not in DECLARED]
    own = (PACKAGE / "tournament" / "options.py").read_text(encoding="utf-8").partition("class TournamentOptions")[2]
    return own + "".join(path.read_text(encoding="utf-8") for path in files)


def test_every_option_is_read() -> None:
    """One that is declared and read nowhere makes the same tournament whatever it is."""
    code = readers()
    names = {name: {name, name.rstrip("0123456789") + "{"} for name in OPTIONS}
    choice = {option: f"choice({values.__name__})" for values, option in OPTION_OF.items()}
    read = {name for name, forms in names.items() if any(f'"{form}' in code for form in forms)}
    read |= {name for name, call in choice.items() if call in code.replace("choice(choices.", "choice(")}
    assert sorted(OPTIONS.keys() - read) == []


def test_TOU_1_4_equal_options_are_one_key() -> None:
    """What follows from a result under these options is kept by them."""
    one = TournamentOptions("settlers-cz", {"rounds": "4", "gp.cap": "9"})
    other = TournamentOptions("settlers-cz", {"gp.cap": "9", "rounds": "4"})
    assert one == other
    assert len({one, other, TournamentOptions("settlers-cz", {"rounds": "4"})}) == 2
