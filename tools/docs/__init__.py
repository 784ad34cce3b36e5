"""The documentation: its reference from docstrings and types, and the site from `docs/`. `make docs` runs it."""
