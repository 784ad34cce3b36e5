"""Scripts as they are served: without comments, line for line, asked about every time."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from kotva.files import static_dir
from kotva.server.static import lean_script, lean_style
from tests.server.conftest import Browser


def test_only_types_and_comments_are_left_out() -> None:
    script = "// h\n/** one */\nconst a = 1; // gone\n/**\n * many\n */\nlet b = /** @type {X} */ (c);\n/** @type {X} */ (d);\n"
    lean = lean_script(script)
    assert lean.splitlines() == ["", "", "const a = 1;", "", "", "", "let b = (c);", "(d);"]


def test_what_looks_like_a_comment_in_a_text_stays() -> None:
    lines = ['const a = "x // y";', "const b = `a // ${c} b`;", "const d = 'http://e';"]
    assert lean_script("\n".join(lines)).splitlines() == lines


@pytest.mark.slow
def test_served_scripts_mean_what_is_written() -> None:
    """The compiler of TypeScript, which leaves out all comments, makes the same of both."""
    pairs = [(path.read_text("utf-8"), lean_script(path.read_text("utf-8"))) for path in static_dir().glob("js/*.js")]
    assert len(pairs) > 60
    code = """
const ts = require("typescript");
const compilerOptions = { target: "ESNext", module: "ESNext", removeComments: true };
const made = (text) => ts.transpileModule(text, { compilerOptions }).outputText;
const pairs = JSON.parse(require("fs").readFileSync(0, "utf-8"));
console.log(JSON.stringify(pairs.map(([written, served]) => made(written) === made(served))));
"""
    told = subprocess.run(["node", "-e", code], input=json.dumps(pairs), capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == [True] * len(pairs)


def test_a_style_sheet_keeps_its_lines() -> None:
    assert lean_style("a { } /* why */\n/* one\n two */ b { }\n") == "a { } \n\n b { }\n"


def test_styles_and_pictures_come_compressed_to_who_takes_them_so(browser: Browser) -> None:
    for path in ("/static/css/table.css", "/look.css", "/pictures/hexxi-day.svg"):
        plain = browser.client.get(path, headers={"accept-encoding": "identity"})
        packed = browser.client.get(path, headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
        assert packed.text == plain.text
        assert "/*" not in plain.text
        assert "<title>" not in plain.text
        tag = {"if-none-match": packed.headers["etag"]}
        assert browser.client.get(path, headers=tag).status_code == 304
        weak = {"if-none-match": f'"other", W/{packed.headers["etag"]}'}
        assert browser.client.get(path, headers=weak).status_code == 304


def test_every_script_keeps_its_lines(browser: Browser) -> None:
    for path in sorted((static_dir() / "js").glob("*.js")):
        response = browser.client.get(f"/static/js/{path.name}")
        source = path.read_text("utf-8").splitlines()
        served = response.text.splitlines()
        assert len(served) == len(source), path.name
        for line, was in zip(served, source, strict=True):
            bare = re.sub(r"/[*]{2}.*?[*]/ ?", "", was).strip()
            assert line in ("", bare) or bare.removeprefix(line).lstrip().startswith("//"), path.name
            assert was.count("`") % 2 == 0, f"{path.name}: a text over several lines would lose its indentation"
        assert response.headers["content-type"].startswith("text/javascript")
        assert response.headers["cache-control"] == "no-cache"
        assert response.headers["x-content-type-options"] == "nosniff"
        tag = {"if-none-match": response.headers["etag"]}
        assert browser.client.get(f"/static/js/{path.name}", headers=tag).status_code == 304


def test_the_answer_that_a_file_is_unchanged_is_short_and_only_that(browser: Browser) -> None:
    """A page loads some sixty files: the headers that keep a page safe come with the page, and with all that is no file."""
    for path, is_file in (("/static/js/table.js", True), ("/pictures/hexxi-day.svg", False)):
        tag = {"if-none-match": browser.client.get(path).headers["etag"]}
        answer = browser.client.get(path, headers=tag)
        assert answer.status_code == 304
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert ("content-security-policy" not in answer.headers) == is_file, path
