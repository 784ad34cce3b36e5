"""The table server: Starlette on SQLite. It stores, then tells; it trusts no client; a restart resumes every table."""

from kotva.server.settings import Settings

__all__ = ["Settings"]
