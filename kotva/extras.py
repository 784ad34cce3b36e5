"""What goes beyond the core comes in extras (pyproject.toml): which one brings a library, and the sentence that says so."""

from __future__ import annotations

from typing import Final

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_

MISSING: Final = N_(
    '{what} needs {library}, which is not installed: pip install ".[{extra}]" in the folder of Kotva\'s sources.'
)

# By the name under which it is imported.
EXTRA_OF: Final = {
    **dict.fromkeys(
        (
            *(
                "alembic",
                "anyascii",
                "anyio",
                "babel",
                "jinja2",
                "limits",
                "markupsafe",
                "prometheus_client",
                "reportlab",
            ),
            *(
                "openskill",
                "PIL",
                "resvg_py",
                "segno",
                "sqlalchemy",
                "starlette",
                "uvicorn",
                "websockets",
                "httptools",
                "uvloop",
            ),
        ),
        "play",
    ),
    "pg8000": "postgres",
    **dict.fromkeys(("numpy", "gymnasium", "pettingzoo", "pyspiel", "open_spiel"), "envs"),
    **dict.fromkeys(("ray", "dask", "distributed", "pyarrow"), "cluster"),
}


def not_installed(what: str, error: ImportError) -> KotvaError:
    """The refusal for what an extra would bring; whatever else cannot be imported is a fault and raised again."""
    library = (error.name or "").partition(".")[0]
    if library not in EXTRA_OF:
        raise error
    return KotvaError(MISSING, what=what, library=library, extra=EXTRA_OF[library])
