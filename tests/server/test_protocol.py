"""What is written about the messages is made from them, and names every address of the API."""

from __future__ import annotations

import re
from typing import get_args

from starlette.routing import Route

from kotva.server import api, endpoints, lessons, protocol, replays, reviews, table_hints, talk_api
from kotva.server.messages import ClientMessage, ServerMessage
from tests.server.conftest import Browser
from tools.protocol import MADE, ROOT, words


def test_types_and_documents_are_in_step_with_the_messages() -> None:
    for name, make in MADE.items():
        assert (ROOT / name).read_text(encoding="utf-8") == make(), f"{name}: run `make protocol`"


def test_every_address_of_the_api_is_described_and_every_description_is_true() -> None:
    routes = [
        route
        for part in (api, table_hints, talk_api, lessons, replays, reviews)
        for route in part.ROUTES
        if isinstance(route, Route)
    ]
    served = {(method, route.path) for route in routes for method in (route.methods or set()) - {"HEAD"}}
    assert served == {(endpoint.method, endpoint.path) for endpoint in endpoints.ENDPOINTS}


def test_the_description_is_served_and_has_no_loose_ends(browser: Browser) -> None:
    data = browser.client.get("/api/openapi.json").json()
    text = str(data)
    for name in data["components"]["schemas"]:
        text = text.replace(f"#/components/schemas/{name}'", "")
    assert "#/components" not in text, "every reference has its schema"
    assert data["paths"]["/api/tables/{table}/moves"]["post"]["requestBody"]


def test_every_field_of_a_message_says_what_it_is() -> None:
    """A comment at the end of its line; docs/protocol.md shows it."""
    silent = re.findall(r"^- `(\w+)`(?: \(may be left out\))?: `[^`]*`$", protocol.markdown(words), re.MULTILINE)
    assert silent == []


def test_every_message_of_a_socket_is_known_to_the_scripts() -> None:
    """One that the server sends and no script asks about arrives and does nothing; types alone do not say so."""
    scripts = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "kotva/web/static/js").glob("*.js"))
    tags = {
        kind: [message.__struct_config__.tag for message in get_args(kind)] for kind in (ServerMessage, ClientMessage)
    }
    assert all(tags.values())
    assert [tag for tag in tags[ServerMessage] if not re.search(rf'(\.type [!=]==|case) "{tag}"', scripts)] == []
    assert [tag for tag in tags[ClientMessage] if not re.search(rf'\btype: "{tag}"', scripts)] == []
