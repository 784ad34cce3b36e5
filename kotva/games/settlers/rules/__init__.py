"""The rules of Settlers, by phase: each module cites the clauses it carries out; `game` ties them together."""
