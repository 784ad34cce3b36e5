"""The description of the API, held against a server at a real port: whatever fits it, and much that does not, gets an answer that
is described, never a failure, and nobody without a seat changes anything."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kotva.server.endpoints import ENDPOINTS
from tests.fuzz.http import FORM
from tests.fuzz.port import Port

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 500 if os.environ.get("KOTVA_EXAMPLES") == "explore" else 20
COOKIE = {"cookie": "kotva_seat=" + "h" * 43}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Port]:
    with Port(tmp_path_factory.mktemp("server")) as made:
        yield made
        assert made.runs
        assert "Traceback" not in made.log


@pytest.fixture(scope="module")
def table(port: Port) -> str:
    """A table at which both seats are taken."""
    made = port.ask("POST", "/new/bosman", b"kind-0=me&kind-1=me&seats=2", {**COOKIE, **FORM})
    return made.headers["location"].rsplit("/", 1)[1]


@pytest.mark.slow
@pytest.mark.hypothesis
@pytest.mark.parametrize("where", sorted({(e.method, e.path) for e in ENDPOINTS}), ids=" ".join)
def test_every_address_answers_as_it_is_described(port: Port, table: str, where: tuple[str, str]) -> None:
    method, path = where
    address = f"http://127.0.0.1:{port.number}"
    operation = schemathesis.openapi.from_url(f"{address}/api/openapi.json")[path][method]
    before = port.ask("GET", f"/api/tables/{table}").json()

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None)
    @given(
        case=st.one_of(operation.as_strategy(), operation.as_strategy(schemathesis.GenerationMode.NEGATIVE)),
        real=st.booleans(),
    )
    def ask(case: schemathesis.Case[Any], real: bool) -> None:
        if real and "table" in (case.path_parameters or {}):
            case.path_parameters = {**case.path_parameters, "table": table}
        answer = case.call(base_url=address, timeout=60)  # ten seconds are little on a busy machine
        case.validate_response(answer, checks=CHECKS)

    ask()
    after = port.ask("GET", f"/api/tables/{table}").json()
    assert (after["seq"], after["sitters"]) == (before["seq"], before["sitters"])
