"""Releases: what is refused, what is made twice and compared, what a wheel carries, configuration that only others can run."""

from __future__ import annotations

import hashlib
import importlib.metadata
import io
import json
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import check_jsonschema
import pytest
from click.testing import CliRunner
from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerNeedSection
from packaging.version import Version

import kotva
from tools import release
from tools.release import Refused

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = Path(sysconfig.get_path("scripts"))
CHANGELOG = (
    "# Changelog\n\n## [Unreleased]\n\n- coming\n\n## [2.0.0] - 2030-01-01\n\n- a new game\n\n## [1.9.0]\n\n- older\n"
)


def git(root: Path, *words: str) -> None:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository that is ready to be released as 2.0.0."""
    root = tmp_path / "project"
    (root / "kotva").mkdir(parents=True)
    (root / "kotva" / "__init__.py").write_text('__version__ = "2.0.0"\n')
    (root / "CHANGELOG.md").write_text(CHANGELOG)
    (root / "CITATION.cff").write_text("version: 2.0.0\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "ready")
    return root


def test_a_clean_tree_with_its_changelog_is_ready(project: Path) -> None:
    assert release.must_be_ready(project) == "2.0.0"
    assert release.notes("2.0.0", CHANGELOG) == "- a new game\n"


def test_a_dirty_tree_is_refused(project: Path) -> None:
    (project / "new.py").touch()
    with pytest.raises(Refused, match=r"not clean \(1 files, first new.py\)"):
        release.must_be_ready(project)


@pytest.mark.parametrize(
    ("name", "old", "new", "refusal"),
    [
        ("CHANGELOG.md", "[2.0.0]", "[1.9.9]", "has no part '## \\[2.0.0\\]'"),
        ("CHANGELOG.md", "- a new game\n", "", "has no part"),
        ("CITATION.cff", "2.0.0", "1.0.0", "says version 1.0.0"),
        ("kotva/__init__.py", "__version__", "version", "has no line __version__"),
    ],
)
def test_what_does_not_agree_is_refused(project: Path, name: str, old: str, new: str, refusal: str) -> None:
    file = project / name
    file.write_text(file.read_text().replace(old, new))
    git(project, "commit", "-qam", "differs")
    with pytest.raises(Refused, match=refusal):
        release.must_be_ready(project)


def test_a_version_is_released_once(project: Path) -> None:
    git(project, "tag", "v2.0.0")
    assert release.must_be_ready(project) == "2.0.0"  # the same commit again
    git(project, "commit", "-q", "--allow-empty", "-m", "one more")
    with pytest.raises(Refused, match=r"the tag v2\.0\.0 is another commit"):
        release.must_be_ready(project)


def test_a_trial_takes_what_is_not_released_yet() -> None:
    assert release.notes("3.0.0", CHANGELOG, trial=True) == "- coming\n"
    with pytest.raises(Refused):
        release.notes("3.0.0", CHANGELOG)


def test_a_red_check_is_refused(project: Path) -> None:
    release.must_pass(["true"], project)
    with pytest.raises(Refused, match="'false' is red"):
        release.must_pass(["false"], project)
    with pytest.raises(Refused, match="has changed files"):
        release.must_pass(["touch", "left"], project)


def test_make_release_checks_everything_before_it_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make release` runs what CI runs."""
    said = subprocess.run(["make", "-n", "release"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "tools/release.py" in said
    assert "--build" not in said
    done: list[object] = []

    def ready(*, trial: bool) -> str:
        done.append(("ready", trial))
        return "2.0.0"

    monkeypatch.setattr(release, "must_be_ready", ready)
    monkeypatch.setattr(release, "must_pass", lambda command: done.append(command))
    monkeypatch.setattr(release, "make", lambda out, kinds, trial: done.append((out.name, tuple(kinds), trial)))
    release.main([])
    assert done == [("ready", False), ["make", "test"], ("2.0.0", ("sdist", "pure", "compiled"), False)]


def wheel(path: Path, **files: str) -> Path:
    with zipfile.ZipFile(path, "w") as packed:
        for name, text in files.items():
            packed.writestr(zipfile.ZipInfo(name), text)
    return path


def test_two_builds_that_differ_are_told_with_the_file_inside(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, text in ((one, "x"), (other, "y")):
        folder.mkdir()
        wheel(folder / "same.whl", a="x")
        wheel(folder / "other.whl", a="x", b=text)
    assert release.different(one, other) == ["other.whl (b)"]
    (one / "more").touch()
    assert release.different(one, other) == ["more (made once only)", "other.whl (b)"]


THEMES = (
    *("Play", "Learn", "Print", "Languages", "Rules", "Organise", "Host", "Bots", "Invent", "Train", "Python"),
    *("Install", "Compile", "Documentation", "Releases"),
)


def faults_of_notes(text: str) -> list[str]:
    """What a reader would stumble over: a line without a theme, themes in another order, one line twice."""
    found = []
    for title, body in re.findall(r"^### ([^\n]+)\n(.*?)(?=^###? |\Z)", text, re.DOTALL | re.MULTILINE):
        lines = re.findall(r"^- (?:\*\*(\w+):?\*\*)?(.+)$", body, re.MULTILINE)
        themes = [theme for theme, _ in lines]
        found += [f"{title}: no theme: {words}" for theme, words in lines if theme not in THEMES]
        known = [THEMES.index(theme) for theme in themes if theme in THEMES]
        found += [f"{title}: themes are mixed"] * (known != sorted(known))
        begun = [words.strip(" :").lower()[:50] for _, words in lines]
        found += [f"{title}: twice: {words}" for words in {one for one in begun if begun.count(one) > 1}]
    return found


def test_the_changelog_is_read_by_release_and_theme() -> None:
    assert faults_of_notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8").partition("## [0.1.0]")[0]) == []
    spoiled = "### Added\n\n- **Host:** a\n- **Play:** b\n- b\n\n### Fixed\n\n- **Play:** c\n- **Play:** c\n"
    assert faults_of_notes(spoiled) == [
        "Added: no theme: b",
        "Added: themes are mixed",
        "Added: twice: b",
        "Fixed: twice: c",
    ]


LOCK = "# Written.\na-b==1.0 ; x > 1 \\\n    --hash=sha256:00 \\\n    --hash=sha256:01\nc==2 \\\n    --hash=sha256:02\n"


def bill(**changes: int) -> dict[str, object]:
    hashes = {"a-b": 2, "c": 1} | changes
    component = [
        {"name": name, "version": {"a-b": "1.0"}.get(name, "2"), "externalReferences": [{"hashes": [{}] * count}]}
        for name, count in hashes.items()
    ]
    return {"components": component}


def test_the_bill_of_materials_is_compared_with_the_lock() -> None:
    assert release.differs_from_lock(bill(), LOCK) == set()
    assert release.differs_from_lock(bill(c=2), LOCK) == {"c==2 1", "c==2 2"}
    assert release.differs_from_lock(bill(d=1), LOCK) == {"d==2 1"}
    assert release.differs_from_lock({}, LOCK) == {"a-b==1.0 2", "c==2 1"}


@pytest.mark.slow
def test_the_bill_of_materials_holds_the_lock(tmp_path: Path) -> None:
    release.bill(ROOT, tmp_path / release.SBOM, "1700000000")
    made = json.loads((tmp_path / release.SBOM).read_text(encoding="utf-8"))
    assert (made["bomFormat"], made["metadata"]["component"]["version"]) == ("CycloneDX", kotva.__version__)
    assert len(made["components"]) > 20


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_release_is_the_same_twice_and_complete(tmp_path: Path) -> None:
    """Of the last commit, without the compiled wheel: that takes minutes, and `make release` itself compares it."""
    out = tmp_path / "dist" / "trial"
    release.make(out, ("sdist", "pure"), trial=True)
    number = release.version()
    name = f"kotva-{number}-py3-none-any.whl"
    assert {path.name for path in out.iterdir()} == {
        *(name, f"kotva-{number}.tar.gz", release.SBOM, "NOTES.md", "SHA256SUMS")
    }
    for line in (out / "SHA256SUMS").read_text().splitlines():
        digest, file = line.split("  ")
        assert hashlib.sha256((out / file).read_bytes()).hexdigest() == digest
    with zipfile.ZipFile(out / name) as packed:
        assert {info.date_time for info in packed.infolist()} == {packed.infolist()[0].date_time}
        assert packed.read(f"kotva-{number}.dist-info/sboms/{release.SBOM}") == (out / release.SBOM).read_bytes()
        assert f"dist-info/sboms/{release.SBOM},sha256=" in packed.read(f"kotva-{number}.dist-info/RECORD").decode()
        assert f"Version: {number}\n" in packed.read(f"kotva-{number}.dist-info/METADATA").decode()
    with tarfile.open(out / f"kotva-{number}.tar.gz") as packed_source:
        modes = {Path(*Path(one.name).parts[1:]).as_posix(): one.mode for one in packed_source.getmembers()}
    kept = subprocess.run(
        ["git", "ls-tree", "-r", "--name-only", "-z", "HEAD"], cwd=ROOT, capture_output=True, check=True
    )
    wanted = {name for name in kept.stdout.decode().split("\0") if name and not name.startswith((".git", ".ci/"))}
    assert (
        wanted - modes.keys() == set()
    )  # it is handed on as an archive, in which `make play` failed for want of tools
    assert modes["tools/play"] & 0o100


def test_a_source_distribution_does_not_tell_when_it_was_packed(tmp_path: Path) -> None:
    sys.path.insert(0, str(ROOT / "build_backend"))
    try:
        import kotva_backend
    finally:
        sys.path.pop(0)
    made = []
    for when in (1, 2):
        path = tmp_path / f"{when}.tar.gz"
        with tarfile.open(path, "w:gz") as packed:
            for name in ("b", "a") if when == 1 else ("a", "b"):
                member = tarfile.TarInfo(name)
                member.size, member.mtime, member.uid, member.uname = 1, when, when, str(when)
                packed.addfile(member, io.BytesIO(name.encode()))
        kotva_backend.pack_again(path, 1_700_000_000)
        made.append(path.read_bytes())
    assert made[0] == made[1]


# ------------------------------------------------------------------------------------------------------ what it runs on


def compiled() -> list[Path]:
    return sorted((ROOT / "kotva").rglob("*.so"))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks about Linux")
def test_compiled_modules_need_no_newer_linux_than_they_say() -> None:
    """manylinux_2_17: a function of a newer C library would shut out the machines that the wheel's name promises."""
    if not compiled():
        pytest.skip("not compiled")
    newest = Version("0")
    for path in compiled():
        with path.open("rb") as file:
            section = ELFFile(file).get_section_by_name(".gnu.version_r")
            needs = section.iter_versions() if isinstance(section, GNUVerNeedSection) else ()
            names = [auxiliary.name for _, auxiliaries in needs for auxiliary in auxiliaries]
        newest = max([newest, *(Version(name[6:]) for name in names if name.startswith("GLIBC_"))])
    assert Version("2") < newest <= Version(release.MANYLINUX.removeprefix("manylinux_").replace("_", "."))


@pytest.mark.parametrize(
    ("platform", "wanted"),
    [
        ("linux", ["cp311-manylinux_x86_64", "cp314-manylinux_x86_64", "cp312-musllinux_x86_64"]),
        ("macos", ["cp311-macosx"]),
        ("windows", ["cp313-win_amd64"]),
        ("pyodide", ["cp314-pyodide_wasm32"]),
    ],
)
def test_the_configuration_of_cibuildwheel_is_understood(platform: str, wanted: list[str]) -> None:
    done = subprocess.run(
        [SCRIPTS / "cibuildwheel", "--print-build-identifiers", "--platform", platform],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [name for name in wanted if name not in done.stdout] == []


TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
LINTED = [
    (".github/workflows/release.yml", "github-workflows"),
    ("CITATION.cff", "citation-file-format"),
    *(
        (str(path.relative_to(ROOT)), "github-issue-config" if path.stem == "config" else "github-issue-forms")
        for path in TEMPLATES
    ),
]


@pytest.mark.parametrize(("name", "schema"), LINTED)
def test_what_others_read_fits_its_schema(name: str, schema: str) -> None:
    done = CliRunner().invoke(check_jsonschema.main, ["--builtin-schema", f"vendor.{schema}", str(ROOT / name)])
    assert done.exit_code == 0, done.output


def test_what_has_not_run_says_so() -> None:
    for name in (".github/workflows/release.yml", "pyproject.toml", "docs/releasing.md"):
        assert "has not run yet" in (ROOT / name).read_text(encoding="utf-8").replace("\n# ", " "), name


def test_the_version_stands_in_one_place() -> None:
    assert release.version() == kotva.__version__
    assert 'dynamic = ["version"]' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    cited = re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited
    assert cited[1] == kotva.__version__  # a citation has it written out; `make release` compares the two as well
    status = re.search(r"Development Status :: (\d)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert status
    assert int(status[1]) == 5 or release.version() < "1"  # 1.0 with the label "Alpha" contradicted docs/stability.md
    assert importlib.metadata.version("setuptools") >= "77"
