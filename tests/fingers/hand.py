"""A hand at a table: presses what the page shows, by mouse, by touch or by keys."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Page

Offer = dict[str, Any]  # what `sight.js` says of a thing that can be pressed
SIGHT = (Path(__file__).parent / "sight.js").read_text(encoding="utf-8")
APART = 0.45  # seconds between two presses at one place: a person who means two presses, no double click
STEPS = 200  # presses of `n` after which a thing is said not to be reached by keys


class Unreached(Exception):
    """Something that is shown cannot be pressed: why."""


class Hand:
    """Presses; knows how to bring into view what is outside."""

    def __init__(self, page: Page, how: str) -> None:
        self.page = page
        self.how = how
        self.last: tuple[float, float, float] = (-99.0, -99.0, 0.0)

    def offers(self) -> list[Offer]:
        """What can be pressed for the game now."""
        found: list[Offer] = self.page.evaluate("finger.offers()")
        return found

    def press(self, offer: Offer) -> None:
        """Press it, as this hand does; Unreached if it cannot be."""
        if self.how == "keyboard":
            self._by_keys(offer)
            return
        offer = self._brought(offer)
        x, y = offer["at"] if offer["kind"] == "thing" else self._middle(offer)
        wait = self.last[2] + APART - monotonic()
        if wait > 0 and abs(x - self.last[0]) + abs(y - self.last[1]) < 40:
            sleep(wait)
        if self.how == "touch":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        self.last = (x, y, monotonic())

    def rest(self) -> None:
        """The pointer goes where it covers and lights nothing."""
        if self.how == "mouse":
            self.page.mouse.move(1, 1)

    @staticmethod
    def _middle(offer: Offer) -> tuple[float, float]:
        return offer["x"] + offer["width"] / 2, offer["y"] + offer["height"] / 2

    def _same(self, offer: Offer) -> Offer:
        """The offer as it stands now."""
        keys = ("kind", "id", "text", "number", "at", "action")
        wanted = [offer.get(key) for key in keys if key != "at" or offer["kind"] != "thing"]
        for one in self.offers():
            if [one.get(key) for key in keys if key != "at" or one["kind"] != "thing"] == wanted:
                return one
        raise Unreached(f"{told(offer)} has gone")

    def _brought(self, offer: Offer) -> Offer:
        """Into view: by the arrows at the board's edge, or by scrolling what scrolls."""
        for _ in range(6):
            if offer["inView"] if offer["kind"] == "thing" else not offer["hidden"]:
                return offer
            if offer["kind"] == "thing" and offer["onBoard"]:
                arrow = self.page.locator(".edge.calls:visible")
                if not arrow.count():
                    raise Unreached(f"{told(offer)} is outside, and no arrow leads there")
                arrow.first.click(timeout=3000)
                self.page.wait_for_timeout(120)
            else:
                self._element(offer).evaluate("(one) => one.scrollIntoView({block: 'center', inline: 'center'})")
            offer = self._same(offer)
        raise Unreached(f"{told(offer)} is still outside, or under something, after six tries")

    def _element(self, offer: Offer) -> Any:
        page, kind = self.page, offer["kind"]
        if kind == "thing":
            return page.locator(f'[data-id="{offer["id"]}"]').first
        if kind == "fan":
            return page.locator(f'.fan [data-thing="{offer["id"]}"]')
        if kind == "panel":
            return page.locator(f'[data-action="{offer["action"]}"]').first
        if kind == "tool":
            return page.locator(f'[data-tool="{offer["id"]}"]')
        if kind == "button":
            return page.locator("#actions > button").filter(has_text=offer["text"]).first
        form = page.locator("#forms > details").nth(offer["number"])
        if kind == "fold":
            return form.locator("summary")
        if kind == "part":
            return form.locator(".part-face, .part-toggle").nth(offer["at"])
        if kind == "back":
            return form.locator(".form-back")
        return form.locator(".form-end button:not(.form-back)").nth(offer["at"])

    def _by_keys(self, offer: Offer) -> None:
        keyboard = self.page.keyboard
        if offer["kind"] == "thing":
            for _ in range(STEPS):
                if self.page.evaluate("document.activeElement?.dataset?.id ?? ''") == offer["id"]:
                    keyboard.press("Enter")
                    return
                keyboard.press("n")
            raise Unreached(f"{told(offer)} is not reached by the key n")
        key = offer.get("key", "")
        if key and key != "Enter":
            keyboard.press("Escape" if key == "Esc" else key)
            return
        element = self._element(offer)
        element.focus(timeout=3000)
        if not element.evaluate("(one) => document.activeElement === one"):
            raise Unreached(f"{told(offer)} cannot have the focus")
        keyboard.press("Enter")


def told(offer: Offer) -> str:
    """An offer in words."""
    return f"the {offer['kind']} “{offer.get('label') or offer.get('text') or offer.get('id')}”"
