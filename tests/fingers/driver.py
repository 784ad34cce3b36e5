"""The finger: plays a table by what its page shows, and notes what is wrong with it (docs/fingers.md lists the checks)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error, WebSocket

from kotva import games
from kotva.learn.lessons import Lesson, lessons
from kotva.learn.puzzles import as_lesson, puzzles
from tests.browser.conftest import KNOWS
from tests.fingers.hand import SIGHT, Hand, Offer, Unreached, told
from tests.fingers.plan import Row
from tests.fingers.wanted import complete, fitting, unreached, way

QUICK = "localStorage.setItem('kotva-table', '{\"pace\": \"fast\"}');"
PRESSES = 40  # of one decision, after which the finger is stuck
FORM = ("part", "back", "submit")  # what an open form offers
OWN = ("u", "r", ".", "Esc")  # keys of buttons that are the table's, not the game's
PATIENCE = 120_000  # milliseconds: a busy machine is no fault of the page
PROBE = 9  # decisions between two looks back
STANDS = "document.getElementById('frame').dataset.clear && !document.querySelector('#actions [aria-disabled=true]')"
NEAR = 2  # pixels by which a thing may be off when it has not moved


class Finger:
    """One run of a row: a browser's page, a hand, and a list of faults."""

    def __init__(self, browser: Browser, server: str, row: Row, folder: Path | None = None, seed: int = 1) -> None:
        self.row, self.server, self.folder = row, server, folder
        self.rng = Random(f"{row.name}/{seed}")
        self.faults: dict[tuple[str, str], tuple[str, int]] = {}  # as it was first met, and how often
        self.steps: list[str] = []
        self.sent: list[str] = []
        self.decisions = 0
        self.presses = 0
        self.heads = {"accept-language": row.language}
        touch = row.input == "touch"
        self.context = browser.new_context(
            viewport={"width": row.width, "height": row.height},
            has_touch=touch,
            is_mobile=touch,
            locale=row.language,
            reduced_motion="reduce",
        )
        self.context.add_init_script(KNOWS + QUICK)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.fault("error", str(error)))
        self.page.on("console", lambda line: self.fault("error", line.text) if line.type == "error" else None)
        self.page.on("websocket", self._listen)
        self.page.on(
            "request", lambda request: self._told(request.post_data) if request.url.endswith("/moves") else None
        )
        self.hand = Hand(self.page, row.input)
        self.packet: dict[str, Any] = {}

    # -- what is heard and noted ---------------------------------------------------------------------------------------

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._told(frame))

    def _told(self, frame: str | bytes | None) -> None:
        if frame and '"action"' in (text := frame if isinstance(frame, str) else frame.decode("utf-8", "replace")):
            self.sent.append(json.loads(text).get("action") or "")

    def fault(self, kind: str, text: str) -> None:
        """Something is wrong; the first time with a picture, the record so far and the steps."""
        key = (kind, re.sub(r"\d+", "0", text))
        first, times = self.faults.get(key, (text, 0))
        self.faults[key] = (first, times + 1)
        if times:
            return
        self.steps.append(f"FAULT {kind}: {text}")
        if self.folder is None:
            return
        place = self.folder / self.row.name.replace(" ", "_")
        place.mkdir(parents=True, exist_ok=True)
        number = len(self.faults)
        (place / f"{number}.txt").write_text("\n".join([kind, text, "", *self.steps]), encoding="utf-8")
        (place / f"{number}.json").write_text(json.dumps(self.packet, ensure_ascii=False), encoding="utf-8")
        try:
            self.page.screenshot(path=place / f"{number}.png", timeout=5000)
        except Error:
            self.steps.append("(no picture could be taken)")

    # -- a run ---------------------------------------------------------------------------------------------------------

    def run(self, most: int) -> None:
        """Play to the end, or so many decisions."""
        try:
            self._open()
            if self.row.lesson:
                self._learn()
            else:
                while self.decisions < most and self._my_turn():
                    self._decide(None)
        except (Error, Unreached) as error:
            self.fault("stuck", str(error).splitlines()[0])
        finally:
            self.context.close()

    def _open(self) -> None:
        row = self.row
        if row.lesson:
            answer = self.page.request.post(f"{self.server}/lessons/{row.game}/{row.lesson}", max_redirects=0)
        else:
            form = {"seats": str(row.seats), "kind-0": "me"}
            form |= {f"kind-{seat}": "easy" for seat in range(1, row.seats)}
            form |= {f"option-{name}": value for name, value in row.options.items()}
            answer = self.page.request.post(f"{self.server}/new/{row.game}", form=dict(form), max_redirects=0)
        where = answer.headers.get("location", "")
        if "/table/" not in where:
            raise Unreached(f"no table was opened: {answer.status}")
        self.table = urlsplit(where).path.rsplit("/", 1)[1]
        self.page.add_init_script(SIGHT)
        self.page.goto(f"{self.server}/table/{self.table}")
        self.page.wait_for_selector("html[data-ready]")

    def _my_turn(self) -> bool:
        """Wait for a turn; False: the game is over."""
        self.page.wait_for_selector("#main.my-turn:not(.sending), #result:not([hidden])", state="attached")
        return not self._is_over()

    def _is_over(self) -> bool:
        return bool(self.page.evaluate("!document.getElementById('result').hidden"))

    def _lesson(self) -> Lesson:
        game = games.load(self.row.game)
        found = [*lessons(game), *(as_lesson(game, puzzle) for puzzle in puzzles(game))]
        return next(lesson for lesson in found if lesson.name == self.row.lesson)

    def _learn(self) -> None:
        """The goal of a lesson is reached by what the page offers, and then it is done."""
        lesson = self._lesson()
        for action in lesson.solution:
            if not self._my_turn():
                break
            self._decide(action)
        try:
            self.page.wait_for_selector("#lesson.done", timeout=PATIENCE / 4)
        except Error:
            self.fault("lesson", f"the solution was played, and the lesson is not done: {lesson.solution}")
            return
        self.page.wait_for_timeout(700)
        self._inspect(False)
        if not self.page.locator("#lesson-result").inner_text().strip():
            self.fault("lesson", "the lesson is done, and nothing says so")
        lit = [one for one in self.hand.offers() if one["kind"] in ("thing", "tool")]
        if lit and not self._is_over():
            self.fault("lesson end", f"the lesson is done, and the table still asks: {told(lit[0])} is lit")

    # -- one decision --------------------------------------------------------------------------------------------------

    def _state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("finger.state()")
        return found

    def _look(self) -> list[dict[str, Any]]:
        """The legal list, to compare; empty where the page is not so far yet."""
        self.packet = self.page.request.get(f"{self.server}/api/tables/{self.table}", headers=self.heads).json()
        return list(self.packet.get("choices", []))

    def _settle(self) -> None:
        """The server has answered, the camera stands, buttons hear."""
        self.page.wait_for_selector("#main:not(.sending)", state="attached")
        until = monotonic() + 5
        while not self.page.evaluate(STANDS) and monotonic() < until:
            self.page.wait_for_timeout(40)

    def _inspect(self, mine: bool) -> None:
        how = {"touch": self.row.input == "touch", "mine": mine}
        for kind, text in self.page.evaluate("(how) => finger.faults(how)", how):
            self.fault(kind, text)

    def _decide(self, wanted: str | None) -> None:
        """Press until something is done: anything, or what is wanted."""
        self._settle()
        self.hand.rest()
        start = self._state()
        if not start["mine"]:
            return
        choices = self._look()
        if str(self.packet["seq"]) != start["shown"]:
            choices = []  # the others are quicker than the page
        self._inspect(True)
        self._compare(choices, start)
        if self.decisions % PROBE == PROBE - 1 and wanted is None and self.row.input != "keyboard":
            self._look_back()
        self.decisions += 1
        before, pressed = self._state(), list[Offer]()
        while len(pressed) < PRESSES:
            offers = self.hand.offers()
            chosen = set(before["chosen"])
            offer = way(self.packet, wanted, offers, chosen, pressed) if wanted else self._pick(offers, pressed, before)
            if offer is None:
                if self._state() != before:
                    before = self._state()
                    continue
                self.fault("unreachable", f"the page shows no way to {wanted or 'do anything'} after {sorted(chosen)}")
                self._escape(wanted)
                return
            pressed.append(offer)
            before, done = self._press(offer, before, choices)
            if done:
                return
        self.fault("stuck", f"{len(pressed)} presses, and nothing is done")
        self._escape(wanted)

    def _escape(self, wanted: str | None) -> None:
        """Let everything go; a lesson is at its end here."""
        for _ in range(4):
            self.page.keyboard.press("Escape")
        if wanted:
            raise Unreached(f"{wanted} cannot be done")

    def _pick(self, offers: list[Offer], pressed: list[Offer], before: dict[str, Any]) -> Offer | None:
        """Something that is lit or shown, at random."""
        open_form = [one for one in offers if one["kind"] in FORM]
        if open_form:
            ready = [one for one in open_form if one["kind"] == "submit" and not one["disabled"]]
            parts = [one for one in open_form if one["kind"] == "part"]
            if ready and (not parts or self.rng.random() < 0.5):
                return self.rng.choice(ready)
            back = [one for one in open_form if one["kind"] == "back"]
            taken = sum(one["kind"] == "part" for one in pressed)
            if parts and (self.rng.random() < 0.7 if back else taken < 16):
                return self.rng.choice(parts)
            if back:  # too much was put together: something is taken back
                return self.rng.choice(back)
        groups: dict[str, list[Offer]] = {}
        for one in offers:
            if one.get("key") in OWN or (one["kind"] == "tool" and one["held"]) or one["kind"] in FORM:
                continue
            groups.setdefault(one["kind"], []).append(one)
        if len(pressed) > 3:
            groups.pop("fold", None) if len(groups) > 1 else None
        if not groups:
            return None
        weights = {"thing": 6, "button": 2, "panel": 3, "tool": 2, "fold": 1, "fan": 9}
        kind = self.rng.choices(list(groups), [weights[name] for name in groups])[0]
        return self.rng.choice(groups[kind])

    def _press(self, offer: Offer, before: dict[str, Any], choices: list[Any]) -> tuple[dict[str, Any], bool]:
        """Press, wait, and judge what came of it: the new state, and whether something was done."""
        places = self.page.evaluate("finger.places()")
        sent = len(self.sent)
        self.presses += 1
        self.steps.append(f"{self.row.input} on {told(offer)} ({offer.get('id', '')})")
        try:
            self.hand.press(offer)
        except Unreached as error:
            self.fault("unreachable", str(error))
            return self._state(), False
        self.page.wait_for_timeout(30)
        self._settle()
        after = self._state()
        until = monotonic() + 0.6
        while after == before and len(self.sent) == sent and monotonic() < until:
            self.page.wait_for_timeout(50)
            after = self._state()
        if len(self.sent) > sent:
            self.steps[-1] += f" -> {self.sent[-1]}"
            self._judge_move(offer, before, choices)
            return after, True
        if after["shown"] != before["shown"]:
            return after, True  # somebody else was quicker
        if after == before:
            self.fault("silent", f"a press on {told(offer)} does nothing and says nothing")
            self.page.keyboard.press("Escape")
        self._judge_place(offer, before, after, places)
        self._judge_choice(offer, before, after, choices)
        self._inspect(True)
        return after, False

    # -- judging -------------------------------------------------------------------------------------------------------

    def _compare(self, choices: list[Any], state: dict[str, Any]) -> None:
        """Every legal action has something to begin with."""
        offers = self.hand.offers()
        if not choices or any(one["kind"] in FORM for one in offers):
            return  # an open form may take the place of tools; it can be closed
        texts = set(state["buttons"])
        for missing in unreached(self.packet, offers, set(state["chosen"]), texts):
            self.fault("unreachable", f"nothing on the page leads to {missing}")

    def _judge_move(self, offer: Offer, before: dict[str, Any], choices: list[Any]) -> None:
        """What was done is what the words said, or what the things stand for."""
        action = self.sent[-1]
        choice = next((one for one in choices if one["action"] == action), None)
        if choice is None:
            return  # made in a form, or the table had moved on: the server judges it
        if offer["kind"] == "button" and offer["text"] != choice["words"]:
            self.fault("another action", f"the button “{offer['text']}” does {action} ({choice['words']})")
        if offer["kind"] in ("thing", "fan"):
            chosen = {*before["chosen"], offer["id"]}
            if action not in complete(choices, chosen) and action not in complete(choices, {offer["id"]}):
                meant = [c["action"] for c in choices if any(offer["id"] in path for path in c.get("paths", ()))]
                if action not in meant:
                    self.fault("another action", f"{told(offer)} after {sorted(before['chosen'])} does {action}")

    def _judge_choice(self, offer: Offer, before: dict[str, Any], after: dict[str, Any], choices: list[Any]) -> None:
        """What was pressed is taken, or asked about."""
        if offer["kind"] not in ("thing", "fan") or not choices or after["forms"] != before["forms"]:
            return
        chosen, ident = set(after["chosen"]), offer["id"]
        if ident in chosen or ident in before["chosen"]:
            return
        asked = [one for one in self.hand.offers() if one["kind"] == "fan"]
        wanted = fitting(choices, {*before["chosen"], ident}) or fitting(choices, {ident})
        if asked:
            means = [fitting(choices, {*before["chosen"], one["id"]}) for one in asked]
            if ident not in [one["id"] for one in asked] and wanted not in means:
                self.fault("tap", f"a press on {told(offer)} asks only about {', '.join(told(one) for one in asked)}")
            same = [one for n, one in enumerate(asked) if means[n] and means[n] in means[:n]]
            if same:
                self.fault(
                    "same move", f"a press on {told(offer)} asks about {told(same[0])} and its like, which are the same"
                )
        elif chosen != set(before["chosen"]) and fitting(choices, chosen) != wanted:
            self.fault("tap", f"a press on {told(offer)} takes {sorted(chosen - set(before['chosen'])) or 'nothing'}")

    def _judge_place(
        self, offer: Offer, before: dict[str, Any], after: dict[str, Any], places: dict[str, list[int]]
    ) -> None:
        """Nothing has moved under the hand; the camera only to what was outside."""
        now: dict[str, list[int]] = self.page.evaluate("finger.places()")
        if offer["kind"] not in ("fold",):
            for name, was in places.items():
                if name in now and any(abs(a - b) > NEAR for a, b in zip(was, now[name], strict=True)):
                    self.fault("moves", f"{name} moves from {was} to {now[name]} after a press on the {offer['kind']}")
        if after["view"] == before["view"] or places.get("the board") != now.get("the board"):
            return
        x, y, wide, high = map(float, before["view"].split())
        lit = [one["unit"] for one in self.hand.offers() if one["kind"] == "thing" and one["onBoard"]]
        outside = any(not (x <= px <= x + wide and y <= py <= y + high) for px, py in lit)
        if not outside and offer.get("inView") is not False and self.row.input != "keyboard":
            self.fault(
                "camera", f"the camera moves after a press on the {offer['kind']}, and all that is lit was in view"
            )

    def _look_back(self) -> None:
        """While one looks back, and in the log, it is still said that it is one's turn."""
        line = self.page.locator("#log li[data-number]:visible")
        if not line.count():
            return
        try:
            line.last.click(timeout=2000, position={"x": 4, "y": 4})
            self.page.wait_for_selector("#main.looking-back", timeout=2000)
        except Error:
            return  # the newest line is now
        self.steps.append("looks back by the log")
        self.page.wait_for_timeout(100)
        if not self.page.title().startswith("●"):
            self.fault("my turn", "while one looks back, the title does not say that it is one's turn")
        self.page.keyboard.press("Escape")
        self.page.wait_for_selector("#main:not(.looking-back)", timeout=3000, state="attached")
        self._settle()
