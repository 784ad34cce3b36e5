"""Tournaments by docs/rules/tournament.md: rounds at tables, draw, scoring, standings, referees."""
