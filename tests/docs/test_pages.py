"""What the pages show is run: Python as it stands there, commands as they are typed, buttons as they are called."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from pathlib import Path

import click
import pytest
from babel.messages.pofile import read_po

import kotva
from kotva import games
from kotva.cli import COMMANDS, group
from kotva.engine.game import Game, GameBots, GameLook, GameRules, GameWords
from kotva.engine.scene import Item, Scene, SeatPanel
from kotva.tournament.actions import ACTIONS
from kotva.tournament.choices import Criterion
from tests.ours import GAMES
from tools import screenshots
from tools.docs import api
from tools.docs.public import MODULES, PUBLIC

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(
    path
    for path in DOCS.rglob("*.md")
    if path.parent.name != "rules" and path.name not in ("protocol.md", "mutants.md")
)
SESSIONS = [path for path in PAGES if ">>> " in path.read_text(encoding="utf-8")]
# Pages that tell people what to press.
PRESSED = ("play", "play-tasks", "play-reference", "organise-tasks", "host", "host-tasks")


def name(path: Path) -> str:
    return str(path.relative_to(DOCS))


@pytest.mark.parametrize("page", SESSIONS, ids=name)
def test_sessions_of_python_say_what_is_shown(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for kept in ("_added", "_sources", "_loaded"):
        monkeypatch.setattr(games, kept, {})
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
    test = doctest.DocTestParser().get_doctest(page.read_text(encoding="utf-8"), {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(optionflags=flags).run(test).failed == 0


def reference() -> list[tuple[str, str]]:
    """Every example of the reference, by its page and name."""
    return [(page, name) for page in PUBLIC for name in api.examples(page)[1]]


@pytest.mark.parametrize(("page", "shown"), reference())
def test_examples_of_the_reference_say_what_is_shown(page: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each by itself, after the lines that those of its page begin with."""
    monkeypatch.chdir(ROOT)
    for kept in ("_added", "_sources", "_loaded"):
        monkeypatch.setattr(games, kept, {})
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    begin, sessions = api.examples(page)
    text = f"{begin}\n{sessions[shown]}\n"
    test = doctest.DocTestParser().get_doctest(text, {}, shown, str(api.EXAMPLES / f"{page}.md"), 0)
    assert test.examples
    assert doctest.DocTestRunner(optionflags=flags).run(test).failed == 0


def test_each_public_class_and_function_has_an_example() -> None:
    """Its own, or one of its page in which it stands."""
    missing = []
    for page, modules in PUBLIC.items():
        begin, sessions = api.examples(page)
        text = " ".join([begin, *sessions, *sessions.values()])
        for module in modules:
            things = [thing for thing in api.public(api.module(module)) if thing.is_class or thing.is_function]
            missing += [f"{module}.{one.name}" for one in things if not re.search(rf"\b{one.name}\b", text)]
    assert missing == []


def test_examples_explain_names_that_there_are() -> None:
    known = set()
    for module in MODULES:
        for thing in api.public(api.module(module)):
            known.add(f"{module}.{thing.name}")
            known |= {f"{module}.{thing.name}.{one.name}" for one in api.public(thing)} if thing.is_class else set()
    assert {name for _, name in reference()} - known == set()


def commands() -> list[tuple[str, str, bool]]:
    """Every line that calls kotva, in a block without a language or within a sentence, wherever the command lies."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        blocks = re.findall(r"^ *```\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)
        lines = [(line, True) for block in blocks for line in block.splitlines()]
        prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
        lines += [(code, False) for code in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", prose)]
        for line, whole in lines:
            plain = re.sub(r"(  #|\s# ).*$", "", line).strip()
            called = re.match(r"(?:[A-Z_]+=\S+ )*(?:[\w./-]*/)?(kotva .+)$", plain)
            if called and not re.search(r"[|…]|NAME --games|\$\(| -- |\.\.\.|kotva [A-Z]", called[1]):
                found.append((name(page), called[1], whole))
    return sorted(set(found))


@pytest.mark.parametrize(("page", "line", "whole"), commands())
def test_commands_are_understood(
    page: str, line: str, whole: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parsed and not run; files that they read are there. A sentence may name a command without all that it takes."""
    words = shlex.split(line)[1:]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs" / "examples").mkdir(parents=True)
    for word in words:
        if re.fullmatch(r"[\w./-]+\.(json|tour|txt|py|db|backup|map|csv|toml|jsonl)", word):
            (tmp_path / word.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / word.lstrip("/")).touch()
    words = [word.lstrip("/") if word.endswith(".backup") else word for word in words]
    while "--with" in words:  # loads the game before the command is read
        at = words.index("--with")
        del words[at : at + 2]
    if not words or words[0] not in COMMANDS:
        assert not words or words[0].startswith("-"), f"{page}: there is no command {words[0]}"
        return
    command = group.get_command(click.Context(group), words[0])
    rest = words[1:]
    if isinstance(command, click.Group) and rest:
        command, rest = command.get_command(click.Context(command), rest[0]), rest[1:]
    assert command is not None, line
    try:
        command.make_context(words[0], list(rest))
    except (click.MissingParameter, click.exceptions.NoArgsIsHelpError):
        if whole:
            raise


def test_buttons_are_called_as_the_pages_say() -> None:
    """Words in *slanted letters* on these pages are messages of the program."""
    known: set[str] = set()
    for catalogue in ROOT.glob("kotva/**/locale/cs/LC_MESSAGES/*.po"):
        with catalogue.open("rb") as file:
            for message in read_po(file):
                known |= set(message.id) if isinstance(message.id, tuple | list) else {str(message.id)}
    wrong = []
    for page in PRESSED:
        text = re.sub(r"\*\*.*?\*\*", "", (DOCS / f"{page}.md").read_text(encoding="utf-8"))
        wrong += [f"{page}: {words}" for words in re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", text) if words not in known]
    assert not wrong


def test_the_page_has_the_keys_of_the_help() -> None:
    """What `?` shows at a table (help.js) is what the page lists; it may say more."""
    help_of_table = (ROOT / "kotva/web/static/js/help.js").read_text(encoding="utf-8")
    shown = {key for keys in re.findall(r'^ {4}\["(.+?)", say', help_of_table, re.MULTILINE) for key in keys.split()}
    page = (DOCS / "play-reference.md").read_text(encoding="utf-8")
    told = set(" ".join(re.findall(r"`([^`]+)`", page.partition("## Pages")[0])).split())
    letters = {key for key in shown if re.fullmatch(r"[a-z.?]", key)}
    assert len(letters) > 8
    assert letters <= told


def test_commands_of_a_host_name_the_database() -> None:
    """Without it `kotva admin` and `kotva backup` look at another file than the server of the page."""
    bare = []
    for page in ("host", "host-tasks", "hosting"):
        text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
        lines = re.findall(r"^ *(?:\S*/)?kotva (?:backup|admin) .*$", text, re.MULTILINE)
        bare += [f"{page}: {line}" for line in lines if "--db" not in line]
    assert bare == []


def test_the_keys_of_a_record_are_those_of_the_page() -> None:
    match = kotva.game("bosman").new(seats=2, seed="keys", turn_limit=20)
    while not match.is_over:
        match.play(match.legal()[0])
    page = (DOCS / "reference" / "records.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    named = {key for row in rows for key in re.findall(r"`(\w+)`", row)}
    assert set(json.loads(match.record().to_json())) | {"position"} == named


# "Whoever", and a sentence that begins with a bare "who": its reader has to look for the noun.
HEADLESS = re.compile(
    r"\b[Ww]hoever\b|(?:^|[.;:] |^- )[Ww]ho (?:has|is|wants|opens|does|likes|leaves|plays)\b[^?\n]*$", re.MULTILINE
)
READ = ["README.md", "SECURITY.md", *(str(path.relative_to(ROOT)) for path in PAGES)]


@pytest.mark.parametrize("page", READ)
def test_a_thing_is_the_subject_of_each_sentence(page: str) -> None:
    """CONTRIBUTING.md, Style."""
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    assert [found[0] for found in HEADLESS.finditer(text)] == []


def test_headless_sentences_are_found() -> None:
    assert HEADLESS.search("Press it.\nwho has not looked is awaited")
    assert HEADLESS.search("A link: whoever opens it acts")
    assert not HEADLESS.search("a seat is free; players who leave lose it. Who is here?")


def test_numbers_on_the_picture_of_a_scene_are_those_of_its_table() -> None:
    page = (DOCS / "reference" / "scene.md").read_text(encoding="utf-8")
    numbers = [int(number) for number in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)]
    assert numbers == list(range(1, len(screenshots.SCENE_FIELDS) + 1))
    assert f"numbers from 1 to {len(numbers)}" in page
    classes = {"Scene": Scene, "Item": Item, "SeatPanel": SeatPanel}
    for name, field in re.findall(r"`(Scene|Item|SeatPanel)\.(\w+)", page):
        assert field in classes[name].__annotations__, f"{name}.{field}"


def test_each_field_of_a_game_that_people_meet_is_said_where() -> None:
    page = (DOCS / "reference" / "game.md").read_text(encoding="utf-8")
    table = page[page.index("| field | where it is seen |") : page.index("An option knows")]
    told = set(re.findall(r"`([a-z_.]+)`", table))
    parts = {"words.": GameWords, "look.": GameLook, "rules.": GameRules, "bots.": GameBots, "": Game}
    for field in told - {"card", "learn/pictures.json"}:
        prefix = next((prefix for prefix in parts if prefix and field.startswith(prefix)), "")
        name = field.removeprefix(prefix)
        assert any(name in parts[known].__annotations__ for known in (prefix, prefix or "rules.")), field
    unseen = {"alike", "events", "goals"}  # for the kit and for lessons
    for prefix in ("words.", "look."):
        for field in set(parts[prefix].__annotations__) - unseen:
            assert prefix + field in told, prefix + field


def test_the_first_page_shows_each_game_as_it_is() -> None:
    """A picture, what it is, how many play, how long, the rules and where to learn it."""
    rows = re.findall(
        r"^\| <img src=\"(.+?)\".*\| (\*\*.+) \|$", (DOCS / "index.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(rows) == len(GAMES)
    for (picture, words), game in zip(rows, map(games.load, GAMES), strict=True):
        assert (DOCS / picture).is_file()
        low, high = game.minutes or (0, 0)
        players = " or ".join([", ".join(map(str, game.rules.seats[:-1])), str(game.rules.seats[-1])])
        said = [f"**{game.title}**", game.summary, f"{players} players, {low} to {high} minutes."]
        for wanted in (*said, f"](rules/{game.id}.md)", f"`/learn/{game.id}`"):
            assert str(wanted) in words, f"{game.id}: {wanted}"


def test_the_page_of_tournaments_explains_what_standings_are_made_of() -> None:
    page = (DOCS / "reference" / "tournament.md").read_text(encoding="utf-8")
    told = {word for row in re.findall(r"^\| (`.+?) \|", page, re.MULTILINE) for word in re.findall(r"`(\w+)`", row)}
    assert told == set(Criterion)


def test_who_may_correct_a_result_is_who_the_program_lets() -> None:
    """The table of roles, beside the letters of the action."""
    page = (DOCS / "tournaments.md").read_text(encoding="utf-8")
    rows = dict(
        re.findall(
            r"^\| ([\w ,]+) \| (.+?) \|", page.partition("## Who may do what")[2].partition("\n## ")[0], re.MULTILINE
        )
    )
    may = {role for role, words in rows.items() if "correct" in words}
    letters = {"organiser": "O", "head referee": "H", "referee, scorer": "RS"}
    assert may == set(letters)
    assert set("".join(letters.values())) == set(ACTIONS["correct"].who)
    assert "until the tournament is archived" in rows["head referee"]
