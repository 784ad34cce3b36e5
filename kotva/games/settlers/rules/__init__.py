"""The rules of Settlers, by phase: each module cites the clauses it carries out; `settlers` ties them together."""
