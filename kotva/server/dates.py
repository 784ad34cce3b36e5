"""Moments in the reader's language, in UTC: a server does not know where its readers are."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_date, format_time


def moment(at: float, language: str) -> str:
    """A date and a time, short."""
    locale = (
        "en_GB" if language == "en" else language
    )  # 11/12 is a day of November or of December: British is read alike
    when = datetime.fromtimestamp(at, UTC)
    return f"{format_date(when, 'medium', locale)}, {format_time(when, 'short', locale=locale)} UTC"
