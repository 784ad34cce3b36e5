"""What the legal list says, to be compared with what the page shows; and the way to one action, for lessons."""

from __future__ import annotations

import re
from typing import Any

from tests.fingers.hand import Offer

Packet = dict[str, Any]
Choice = dict[str, Any]


def fitting(choices: list[Choice], chosen: set[str]) -> set[str]:
    """Actions that need all these things."""
    return {c["action"] for c in choices if any(chosen <= set(path) for path in c.get("paths", ()))}


def complete(choices: list[Choice], chosen: set[str]) -> set[str]:
    """Actions that exactly these things stand for."""
    return {c["action"] for c in choices if any(chosen == set(path) for path in c.get("paths", ()))}


def covered(forms: list[dict[str, Any]], action: str) -> bool:
    """Whether a form makes it."""
    return any(action.startswith(s["template"].split("{")[0]) for form in forms for s in form["submits"])


def unreached(packet: Packet, offers: list[Offer], chosen: set[str], texts: set[str]) -> list[str]:
    """Legal actions for which the page shows nothing to begin with."""
    lit = {one["id"] for one in offers if one["kind"] == "thing"} | chosen
    panels = {one["action"] for one in offers if one["kind"] == "panel"}
    tools = {one["id"] for one in offers if one["kind"] == "tool"}
    forms = packet["scene"].get("forms", [])
    out = []
    for choice in packet.get("choices", []):
        action, paths = choice["action"], choice.get("paths", [])
        if any(set(path) & lit for path in paths) or action in panels or covered(forms, action):
            continue
        if choice["words"] in texts or any(action.startswith(tool) for tool in tools):
            continue
        out.append(f"{action} ({choice['words']})")
    return out


def counts(form: dict[str, Any], action: str) -> dict[str, dict[str, int]] | None:
    """How often each part must be pressed so that the form makes this action; None: it does not."""
    for submit in form["submits"]:
        keys, pattern = [], ""
        for part in re.split(r"(\{\w+\})", submit["template"]):
            slot = next((slot for slot in form["slots"] if part == f"{{{slot['key']}}}"), None)
            if slot is None:
                pattern += "" if part.startswith("{") else re.escape(part)
                continue
            keys.append(slot)
            letters = "|".join(re.escape(one["letter"]) for one in slot["parts"])
            before = re.escape(slot.get("before", form.get("optional", "")))
            pattern += f"(?:{before})?((?:(?:{letters}){re.escape(slot.get('separator', ''))}?)*)"
        found = re.fullmatch(pattern, action)
        if found is None:
            continue
        out = {}
        for slot, text in zip(keys, found.groups(), strict=True):
            names = text.split(slot["separator"]) if slot.get("separator") else list(text)
            out[slot["key"]] = {name: names.count(name) for name in names if name}
        return out
    return None


def way(packet: Packet, action: str, offers: list[Offer], chosen: set[str], pressed: list[Offer]) -> Offer | None:
    """What to press next to do this action; None: the page shows no way."""
    choice = next((one for one in packet.get("choices", []) if one["action"] == action), None)
    words = choice["words"] if choice else None
    paths = [set(path) for path in choice.get("paths", [])] if choice else []
    forms = packet["scene"].get("forms", [])
    for one in offers if not covered(forms, action) else ():
        if one["kind"] in ("thing", "fan") and any(chosen <= path and one["id"] in path - chosen for path in paths):
            return one
        if one["kind"] == "button" and one["text"] == words and (not paths or chosen in paths):
            return one
        if one["kind"] == "panel" and one["action"] == action:
            return one
    for number, form in enumerate(forms):
        wanted = counts(form, action)
        if wanted is None:
            continue
        if fold := next((one for one in offers if one["kind"] == "fold" and one["number"] == number), None):
            return fold
        letters = [(slot["key"], part["letter"]) for slot in form["slots"] for part in slot["parts"]]
        done = [letters[one["at"]] for one in pressed if one["kind"] == "part" and one["number"] == number]
        for one in offers:
            if one["kind"] == "part" and one["number"] == number:
                key, letter = letters[one["at"]]
                if done.count((key, letter)) < wanted.get(key, {}).get(letter, 0):
                    return one
        submits = [one for one in offers if one["kind"] == "submit" and one["number"] == number]
        at = next(n for n, s in enumerate(form["submits"]) if action.startswith(s["template"].split("{")[0]))
        return next((one for one in submits if one["at"] == at and not one["disabled"]), None)
    return None
