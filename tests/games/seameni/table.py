"""A Seameni table for tests: a position in the notation of section 11, prescribed tiles, and short ways to ask."""

from __future__ import annotations

from kotva.engine.game import Json
from kotva.engine.state import CHANCE
from kotva.games.seameni import GAME
from kotva.games.seameni.board import CODES, EDGES, FIELD_NAMES, PIRATE_NAMES, TREASURE, TURTLE, WATER
from kotva.games.seameni.position import write
from kotva.games.seameni.rules.game import Seameni
from kotva.match import Match

# Where face-up treasure tiles lie that brought the treasure a scenario puts somewhere: far from every scenario.
PASSING: dict[str, object] = {"allow_pass": "on"}
FAR = ("b10", "c10", "h10", "i10", "b9", "j9")


class Table:
    """A match whose chance the test plays: `e5=?vo` prescribes the tile turned up on e5, water is turned up elsewhere."""

    def __init__(
        self,
        sea: str = "",
        pirates: str = "",
        seats: int = 4,
        options: dict[str, object] | None = None,
        **position: Json,
    ) -> None:
        self.under: dict[str, str] = {}
        tiles = []
        lying = []
        for word in sea.split():
            name, equals, code = word.partition("=")
            if equals and code[:1] == "?":
                self.under[name] = code[1:]
                tiles.append(f"{name}=?")
            elif equals:
                tiles.append(word)
            else:
                lying.append(word)
        places: dict[str, Json] = {p[:2]: p[3:] for p in pirates.split(", ") if p}
        start: dict[str, Json] = {**position, "pirates": places}
        if "treasures" not in start:
            start["treasures"] = " ".join(lying)
            tiles += _sources(tiles, lying, start)
        start["tiles"] = " ".join(tiles)
        self.match = Match(GAME, seats, options, position=start, chance=False)

    @property
    def s(self) -> Seameni:
        state = self.match.state
        assert isinstance(state, Seameni)
        return state

    def play(self, *texts: str) -> None:
        """Play actions, each by whoever is to act, and turn up what they enter."""
        for text in texts:
            self.match.play(text)
            self.turn_up()

    def turn_up(self) -> None:
        while self.match.to_act() == CHANCE:
            name = FIELD_NAMES[int(self.s.turning)]
            self.match.play(f"{name}={self.under.get(name, 'wa')}", CHANCE)

    def to(self, edge: str) -> None:
        """Pass to the turn of a player: everybody before him passes if he may, or shifts his ship."""
        while EDGES[int(self.s.player)] != edge:
            legal = self.match.legal()
            self.play("pass" if "pass" in legal else [a for a in legal if a.startswith("ship")][-1])

    def legal(self) -> list[str]:
        return self.match.legal()

    def main(self) -> list[str]:
        """The main actions, sorted."""
        return sorted(a for a in self.match.legal() if a != "end?" and not a.startswith("shark"))

    def of(self, pirate: str) -> list[str]:
        """The main actions that move a pirate, sorted."""
        return [a for a in self.main() if a.startswith(pirate)]

    def why(self, text: str) -> str | None:
        answer = self.match.why_not(text)
        return answer[0] if answer else None

    def at(self, *pirates: str) -> str:
        """Where pirates are, with their marks, in the notation of positions."""
        places = self.position["pirates"]
        assert isinstance(places, dict)
        return ", ".join(str(places[p]) for p in pirates)

    @property
    def position(self) -> dict[str, Json]:
        return write(self.s)

    def treasure(self, field: str) -> int:
        return int(self.s.treasure[FIELD_NAMES.index(field)])

    def tile(self, field: str) -> str:
        return CODES[int(self.s.tile[FIELD_NAMES.index(field)])]

    def score(self, edge: str) -> int:
        return int(self.s.score_of[EDGES.index(edge)])

    @property
    def player(self) -> str:
        """The edge of whoever is to act."""
        return EDGES[int(self.s.edge_of(self.match.to_act()))]

    @property
    def phase(self) -> str:
        return str(self.position["phase"])

    def rests(self, pirate: str) -> bool:
        return bool(self.s.rest[PIRATE_NAMES.index(pirate)])


def _sources(tiles: list[str], lying: list[str], start: dict[str, Json]) -> list[str]:
    """Treasure tiles that make a position add up (SEA-2.1); what a scenario's own tiles brought too much is lost."""
    scores = start.get("scores", {})
    assert isinstance(scores, dict)
    wanted = sum(int(word.split(":")[1]) for word in lying) + sum(int(str(n)) for n in scores.values())
    codes = [CODES.index(tile.partition("=")[2]) for tile in tiles]
    brought = sum(code - TREASURE for code in codes if WATER < code < TURTLE)
    start.setdefault("lost", max(0, brought - wanted))
    missing = wanted + int(str(start["lost"])) - brought
    out = []
    for field, n in zip(FAR, (4, 4, 4, 3, 2, 1), strict=True):
        if missing >= n:
            out.append(f"{field}=t{n}")
            missing -= n
    assert missing == 0
    return out
