"""What the README shows in Python is run."""

from __future__ import annotations

import doctest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_examples_of_the_readme() -> None:
    text = README.read_text(encoding="utf-8")
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
    test = doctest.DocTestParser().get_doctest(text, {}, "README", str(README), 0)
    assert test.examples
    results = doctest.DocTestRunner(optionflags=flags).run(test)
    assert results.failed == 0
