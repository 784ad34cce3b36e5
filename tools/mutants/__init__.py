"""Breaks the rules one at a time and looks whether a test that names a rule notices: `make mutants`.

change.py     what a mutant is: one small change of a function, named by its words, not by its line
slips.py      the second kind: what people do wrong, two arguments exchanged, an option ignored (`--slips`)
scripts.py    the same for the client's scripts, killed by tests in node; scripts.mjs finds the places
hunt.py       runs the tests of one game against its mutants, each in a fork of one warm process
report.py     docs/mutants.md and its picture
judged.toml   mutants that change nothing a player could notice, each with its reason
dose.toml     a few that must be killed whenever the tests run
named.toml    rules that could once be broken unseen, by clause: they, too
fresh.toml    what became of samples that nobody had looked at
slips.toml    the same of the second kind, beside the first

mutmut 3.8 was tried first and cosmic-ray 8.7 looked at: the one stops inside its own pytest plugin (it reads a private field that
pytest 9 no longer has), the other rewrites files in place and starts Python for every mutant; neither knows that only
tests which name a rule count.
"""
