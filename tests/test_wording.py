"""The conventions of docs/translating.md that a machine can hold: form of buttons, address, quotes, ends of sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ours
from tools.catalogues import LANGUAGES, stored, texts

DOMAINS = ["kotva", "tournament", *ours.GAMES]

# English texts that begin so and have no end of a sentence are labels of what one presses.
COMMANDS = re.compile(
    r"(?:"
    r"Accept|Add|Agree|Answer|Archive|Ask|Assault|Block|Bring|Buy|Call|Change|Check|Choose|Close|Complete|Confirm|Copy|"
    r"Correct|Decide|Delete|Discard|Dissolve|Exchange|Expel|Fill|Find|Give|Hide|Import|Invite|Keep|Lay|Leave|Let|Look|Make|"
    r"Mend|Mute|Note|Offer|Open|Pause|Play|Poison|Propose|Publish|Put|Refuse|Reject|Remind|Remove|Rename|Repair|Report|"
    r"Resign|Restore|Roll|Run|Save|Search|Send|Set|Show|Sit|Stop|Suspend|Take|Throw|Vote|Warn|Watch|Withdraw"
    r")\b"
)
OTHER_FORM = {
    "cs": r"\w+te[,:]?$",  # the infinitive: "Zavřít stůl", not "Zavřete stůl"
    # "Zamknij", not "Zamknąć"
    "pl": r"(?!(?:(?:Od)?[Rr]zuć|Opuść|(?:Przy)?[Ww]róć)[,:]?$)\w+(?:ać|ić|yć|eć|ąć|uć|ść|źć|óc)[,:]?$",
    "bg": r"\w+(?:ете|йте|не)[,:]?$",  # "Затвори", neither "Затворете" nor "Затваряне"
}
NAMES = {"Report {n}"}  # a heading
AFTER_WORD = {
    "cs": r"(?:V[yá]|Vám|Vámi|Váš|Vaš\w+)",
    "bg": r"(?:Вие|Ви|Вас|Ваш\w*)",
}  # small in both, but where a sentence begins
OF_OTHERS = {"cs": "”«»", "pl": "“«»", "bg": "”«»"}  # quotation marks: „Czech“, „Polish”, „Bulgarian“
FILLED_IN = re.compile(r"`[^`]*`|\{[^{}]*\}")


def messages(language: str) -> Iterator[tuple[str, str, str]]:
    """Domain, English, translation; one for each form of a plural."""
    for domain in DOMAINS:
        catalogue = stored(domain, language)
        assert catalogue is not None
        for message in catalogue:
            english = texts(message.id)[0]
            if english:
                yield from ((domain, english, text) for text in texts(message.string))


def is_command(english: str) -> bool:
    return COMMANDS.match(english) is not None and english[-1] not in ".:?!" and english not in NAMES


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_have_one_form(language: str) -> None:
    other = re.compile(OTHER_FORM[language])
    said = [(english, text) for _, english, text in messages(language) if is_command(english)]
    assert len(said) > 150
    assert [text for _, text in said if other.match(text.split()[0])] == []


@pytest.mark.parametrize("language", AFTER_WORD)
def test_you_is_small_within_a_sentence(language: str) -> None:
    great = re.compile(rf"(?<![.!?:„(] )(?<!^)(?<!„)\b{AFTER_WORD[language]}\b")
    assert [text for _, _, text in messages(language) if great.search(text)] == []


def test_polish_says_panstwo_to_everybody() -> None:
    """Neither Pan and Pani, which ask who somebody is, nor the plain plural."""
    other = re.compile(r"\b(?:Pan|Pana|Panu|Panem|Pani|Panią|państw\w+|wy|was|wam|wami|wasz\w*)\b")
    assert [text for _, _, text in messages("pl") if other.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotes_dots_and_spaces_are_those_of_the_language(language: str) -> None:
    found = []
    for domain, english, text in messages(language):
        plain, source = FILLED_IN.sub("{}", text), FILLED_IN.sub("{}", english)
        wrong = [mark for mark in OF_OTHERS[language] if mark in plain]
        wrong += [
            mark for mark in ('"', "...", "  ", " - ", "—") if plain.count(mark) > source.count(mark)
        ]  # code stays code
        if plain.count("„") != len(re.findall("[“”]", plain)):
            wrong.append("a quotation mark has no other")
        if text != text.strip() and english == english.strip():
            wrong.append("a space at the edge")
        found += [f"{domain}: {mark!r} in {text!r}" for mark in wrong]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_ends_where_the_english_one_does(language: str) -> None:
    """A full stop after a number (2., the second) or a shortened word (godz.) is no end of a sentence."""
    number = re.compile(r"(?:\d|\{\w+\}|godz)\.$")
    ends = [
        (domain, english, text)
        for domain, english, text in messages(language)
        if (text[-1:] if text[-1:] in ".?!:…" else "") != (english[-1:] if english[-1:] in ".?!:…" else "")
    ]
    assert [end for end in ends if not number.search(end[2])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_has_a_form_for_every_number(language: str) -> None:
    """Three in Czech and Polish (1, 2 to 4, 5 and more), two in Bulgarian; none forgets the number that English tells."""
    for domain in DOMAINS:
        catalogue = stored(domain, language)
        assert catalogue is not None
        for message in catalogue:
            if isinstance(message.id, tuple | list):
                assert len(texts(message.string)) == (2 if language == "bg" else 3), message.id
                several = texts(message.string)[1:]
                assert "{n}" not in message.id[1] or all("{n}" in form for form in several), message.id


def test_no_words_hide_in_a_template_of_javascript() -> None:
    """The collector does not look between `${` and `}`: words there would stay English."""
    scripts = Path(__file__).resolve().parent.parent / "kotva" / "web" / "static" / "js"
    hidden = re.compile(r"\$\{[^}]*\bsay(?:\.many)?\([^}]*")
    found = [
        f"{path.name}: {words}"
        for path in sorted(scripts.glob("*.js"))
        for words in hidden.findall(path.read_text("utf-8"))
    ]
    assert found == []
