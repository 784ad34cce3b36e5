"""Moments in the reader's language, in UTC: a server does not know where its readers are."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_datetime


def moment(at: float, language: str) -> str:
    """A date and a time, short."""
    return f"{format_datetime(datetime.fromtimestamp(at, UTC), 'short', locale=language)} UTC"
