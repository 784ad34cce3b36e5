"""The protocol as others read it: JavaScript types, OpenAPI and docs/protocol.md, made from the messages themselves."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

import kotva
from kotva.engine import scene
from kotva.server import messages as m
from kotva.server.endpoints import ENDPOINTS, ERRORS, Endpoint

_UNIONS = {"ClientMessage": m.ClientMessage, "ServerMessage": m.ServerMessage}


# -- JavaScript ------------------------------------------------------------------------------------------------------


def javascript() -> str:
    """Every message as a JSDoc type."""
    lines = [f" * @typedef {{{_shape(kind)}}} {kind.__name__}" for kind in _all_kinds()]
    lines += [f" * @typedef {{{' | '.join(k.__name__ for k in get_args(u))}}} {name}" for name, u in _UNIONS.items()]
    return (
        "// The shapes of the messages, made from kotva/server/messages.py by `make protocol`: do not edit.\n"
        "// What has its default is left out of a message.\n\n/**\n" + "\n".join(lines) + "\n */\n\nexport {};\n"
    )


def _all_kinds() -> list[type]:
    """Every class that a message is or has in it, in the order in which they are met."""
    found: dict[type, None] = {}

    def meet(kind: Any) -> None:
        if _is_class(kind):
            if kind not in found:
                found[kind] = None
                for inner in _hints(kind).values():
                    meet(inner)
        else:
            for inner in (scene.Scene,) if _refers(kind) else get_args(kind):
                meet(inner)

    for union in _UNIONS.values():
        meet(union)
    for endpoint in ENDPOINTS:
        meet(endpoint.body)
        meet(endpoint.answer)
    meet(m.Problem)
    return list(found)


def _refers(hint: Any) -> bool:
    """Whether this is data in the shape of a scene."""
    metas = (
        [part for part in get_args(hint)[1:] if isinstance(part, msgspec.Meta)] if get_origin(hint) is Annotated else []
    )
    return any("$ref" in (meta.extra_json_schema or {}) for meta in metas)


def _is_class(kind: Any) -> bool:
    return isinstance(kind, type) and (dataclasses.is_dataclass(kind) or issubclass(kind, msgspec.Struct | scene.Item))


def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _shape(kind: type) -> str:
    parts = []
    if issubclass(kind, msgspec.Struct) and isinstance(kind.__struct_config__.tag, str):
        parts.append(f'type: "{kind.__struct_config__.tag}"')
    optional = _optional(kind)
    parts += [f"{name}{'?' if name in optional else ''}: {_js(hint)}" for name, hint in _hints(kind).items()]
    return "{" + ", ".join(parts) + "}"


def _optional(kind: type) -> set[str]:
    if issubclass(kind, msgspec.Struct):
        leaves_out = kind.__struct_config__.omit_defaults or kind.__struct_config__.forbid_unknown_fields
        return {f.name for f in msgspec.structs.fields(kind) if not f.required} if leaves_out else set()
    if issubclass(kind, scene.Item):
        return set(scene.Item._field_defaults)
    missing = dataclasses.MISSING
    assert dataclasses.is_dataclass(kind)
    return {f.name for f in dataclasses.fields(kind) if f.default is not missing or f.default_factory is not missing}


_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def _js(hint: Any) -> str:
    origin = get_origin(hint)
    if origin is Annotated:
        return "Scene" if _refers(hint) else _js(get_args(hint)[0])
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in get_args(hint))
    inner = [_js(part) for part in get_args(hint) if part is not Ellipsis]
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(inner))
    if origin is list or (origin is tuple and Ellipsis in get_args(hint)):
        return f"({inner[0]})[]" if "|" in inner[0] else f"{inner[0]}[]"
    if origin is tuple:
        return f"[{', '.join(inner)}]"
    if hint is Any:
        return "any"
    if origin is dict:
        return f"Record<{inner[0]}, {inner[1]}>"
    return hint.__name__ if _is_class(hint) else _PLAIN[hint]


# -- OpenAPI ---------------------------------------------------------------------------------------------------------


def openapi() -> dict[str, Any]:
    """The HTTP side as an OpenAPI 3.1 description."""
    kinds = [kind for kind in _all_kinds() if kind is not scene.Scene]
    kinds = [kind for kind in kinds if kind is not scene.Item]
    _, components = msgspec.json.schema_components([*kinds, scene.Scene], ref_template="#/components/schemas/{name}")
    _, item = msgspec.json.schema_components([_item()], ref_template="#/components/schemas/{name}")
    components |= item
    components["Scene"]["properties"]["items"] = {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Kotva", "version": kotva.__version__, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {"schemas": components},
    }


def _item() -> type[msgspec.Struct]:
    """An item as it is sent: an object, though it is a tuple inside."""
    defaults = scene.Item._field_defaults
    fields = [
        (name, hint, defaults[name]) if name in defaults else (name, hint) for name, hint in _hints(scene.Item).items()
    ]
    return msgspec.defstruct("Item", fields, namespace={"__doc__": scene.Item.__doc__})


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    in_path = [part[1:-1] for part in endpoint.path.split("/") if part.startswith("{")]
    parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in in_path]
    parameters += [
        {"name": name, "in": "query", "description": text, "schema": {"type": "string"}}
        for name, text in endpoint.query
    ]
    good = "201" if endpoint.answer is m.Loaded else "200"
    responses: dict[str, Any] = {good: {"description": "done", **_content(endpoint.answer)}}
    for status in endpoint.errors:
        responses[str(status)] = {"description": ERRORS[status], **_content(m.Problem)}
    operation: dict[str, Any] = {"summary": endpoint.does, "parameters": parameters, "responses": responses}
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, **_content(endpoint.body)}
    return operation


def _content(kind: type | None) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{kind.__name__}"} if kind else {}
    return {"content": {"application/json": {"schema": schema}}}


# -- docs/protocol.md ------------------------------------------------------------------------------------------------

_INTRO = """# The protocol

Made from `kotva/server/messages.py` by `make protocol`: do not edit. `/api/openapi.json` of a running server says the same of the
HTTP side to programs.

A browser opens a socket at `/api/tables/{table}/socket` and receives the whole table, then what changes. Moves go by HTTP or over
the socket; both carry a *key* that the client made up, so that a move that is sent twice is played once, and the number of
events it was made on (`seen`), so that a move on an outdated table is refused. A seat follows from the cookie of a request, never
from a message. What has its default is left out of a message.
"""


def markdown(words: Callable[[type, str], str] = lambda _kind, _field: "") -> str:
    """The protocol for people; `words` says of a field what it is."""
    out = [_INTRO, "## Over the socket\n", "A browser says one of:\n", _rows(get_args(m.ClientMessage)), ""]
    out += [
        "and receives one of:\n",
        _rows(get_args(m.ServerMessage)),
        "",
        "## By HTTP\n",
        "| | does | body | answer |",
        "| --- | --- | --- | --- |",
    ]
    for endpoint in ENDPOINTS:
        body, answer = (kind.__name__ if kind else "" for kind in (endpoint.body, endpoint.answer))
        asks = f" ({', '.join(f'`{name}`' for name, _ in endpoint.query)})" if endpoint.query else ""
        out.append(f"| `{endpoint.method} {endpoint.path}`{asks} | {endpoint.does} | {body} | {answer} |")
    out += ["", "Errors are a `Problem` with a status:", ""]
    out += [f"- {status}: {text}" for status, text in ERRORS.items()]
    out += ["", "## Every shape\n"]
    for kind in _all_kinds():
        out += [f"### {kind.__name__}\n", (kind.__doc__ or "").split("\n")[0], "", _fields(kind, words), ""]
    return "\n".join(out).rstrip() + "\n"


def _rows(kinds: tuple[type[msgspec.Struct], ...]) -> str:
    return "\n".join(f"- `{kind.__struct_config__.tag}`: {kind.__name__}. {kind.__doc__}" for kind in kinds)


def _fields(kind: type, words: Callable[[type, str], str]) -> str:
    optional = _optional(kind)
    rows = []
    for name, hint in _hints(kind).items():
        said = f": {told}" if (told := words(kind, name)) else ""
        rows.append(f"- `{name}`{' (may be left out)' if name in optional else ''}: `{_js(hint)}`{said}")
    return "\n".join(rows)
