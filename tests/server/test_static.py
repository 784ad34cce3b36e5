"""Scripts as they are served: without comments, line for line, asked about every time."""

from __future__ import annotations

from kotva.files import static_dir
from kotva.server.static import without_comments
from tests.server.conftest import Browser


def test_only_comments_with_lines_of_their_own_are_left_out() -> None:
    script = "// h\n/** one */\nconst a = 1; // kept\n/**\n * many\n */\nlet b = /** @type {X} */ (c);\n/** @type {X} */ (d);\n"
    lean = without_comments(script)
    assert lean.splitlines() == ["", "", "const a = 1; // kept", "", "", "", *script.splitlines()[6:]]


def test_every_script_keeps_its_lines(browser: Browser) -> None:
    for path in sorted((static_dir() / "js").glob("*.js")):
        response = browser.client.get(f"/static/js/{path.name}")
        source = path.read_text("utf-8").splitlines()
        served = response.text.splitlines()
        assert len(served) == len(source), path.name
        assert all(line in ("", was) for line, was in zip(served, source, strict=True)), path.name
        assert response.headers["content-type"].startswith("text/javascript")
        assert response.headers["cache-control"] == "no-cache"
        assert response.headers["x-content-type-options"] == "nosniff"
        tag = {"if-none-match": response.headers["etag"]}
        assert browser.client.get(f"/static/js/{path.name}", headers=tag).status_code == 304
