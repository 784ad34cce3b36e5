"""What is public: these modules, and in each the names defined there that do not begin with an underscore (docs/stability.md)."""

from __future__ import annotations

from typing import Final

# By page of the reference. A name that another module only imports is described where it is defined.
PUBLIC: Final[dict[str, tuple[str, ...]]] = {
    "playing": (
        "kotva",
        "kotva.games",
        "kotva.match.match",
        "kotva.engine.record",
        "kotva.engine.verify",
        "kotva.engine.outcome",
        "kotva.engine.errors",
    ),
    "game": (
        "kotva.engine.game",
        "kotva.engine.state",
        "kotva.engine.actions",
        "kotva.engine.moves",
        "kotva.engine.options",
        "kotva.engine.presets",
        "kotva.engine.events",
        "kotva.engine.say",
        "kotva.engine.timing",
        "kotva.engine.position",
        "kotva.engine.formats",
        "kotva.engine.regulations",
        "kotva.engine.arrays",
        "kotva.engine.components",
        "kotva.conformance",
        "kotva.learn",
    ),
    "scene": ("kotva.engine.scene",),
    "parts": (
        "kotva.parts",
        "kotva.parts.boards",
        "kotva.parts.cards",
        "kotva.parts.pieces",
        "kotva.parts.seats",
        "kotva.parts.places",
        "kotva.parts.sealed",
        "kotva.parts.auction",
        "kotva.parts.draft",
        "kotva.parts.hands",
    ),
    "bots": (
        "kotva.bots",
        "kotva.bots.bot",
        "kotva.engine.evaluation",
        "kotva.engine.levels",
        "kotva.engine.learnt",
        "kotva.arena.simulate",
        "kotva.arena.statistics",
        "kotva.arena.rows",
    ),
    "agents": ("kotva.envs", "kotva.envs.batches", "kotva.engine.observe", "kotva.engine.symmetry"),
}
MODULES: Final[tuple[str, ...]] = tuple(name for names in PUBLIC.values() for name in names)

# What a package hands on from modules that are the house's own: public under the package's name.
ALSO: Final[dict[str, tuple[str, ...]]] = {
    "kotva.bots": ("LEVELS", "RandomBot", "Greedy", "Mcts", "LevelBot", "make", "names"),
    "kotva.conformance": ("ConformanceFault",),
    "kotva.learn": ("faults", "lesson_faults"),
}
# Modules of which these names alone are public.
ONLY: Final[dict[str, tuple[str, ...]]] = {"kotva.engine.learnt": ("learnt",)}
