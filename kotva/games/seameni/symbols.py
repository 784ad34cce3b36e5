"""Drawings."""

SYMBOLS: dict[str, str] = {}
