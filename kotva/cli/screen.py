"""What is printed reaches people on any terminal: letters that it cannot show are written with letters that it can."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from pathlib import Path
from typing import IO, Final

# Signs of ours and Bulgarian letters (the official transliteration); everything else loses its accents.
_BULGARIAN: Final = "аa бb вv гg дd еe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хh цts чch шsh щsht ъa ьy юyu яya"
_OTHERS: Final = '–- —- …... ×x ·- ≠!= →-> ’\' “" ”" „" •* łl ŁL'
_PLAIN: Final = {
    **{pair[0]: pair[1:] for pair in f"{_OTHERS} {_BULGARIAN}".split()},
    **{pair[0].upper(): pair[1:].capitalize() for pair in _BULGARIAN.split()},
}


def plain(text: str, encoding: str) -> str:
    """A text in letters that an encoding has."""
    out = []
    for letter in text:
        for attempt in (letter, _PLAIN.get(letter, ""), _bare(letter), "?"):
            try:
                attempt.encode(encoding)
            except UnicodeEncodeError:
                continue
            if attempt:
                out.append(attempt)
                break
    return "".join(out)


def _bare(letter: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end], error.encoding), error.end


codecs.register_error("kotva", _handle)


def prepare() -> None:
    """Make the standard streams fit to print anything, also where they are closed."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - as long as the command runs
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="kotva")


def leave_quietly(*streams: IO[str] | None) -> None:
    """Nothing can be written there any more: nothing is, not even when Python flushes at its end."""
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        if stream is not None:
            os.dup2(silence, stream.fileno())
