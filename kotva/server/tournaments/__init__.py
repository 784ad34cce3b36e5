"""Tournaments on the server: the same fold as on the command line, with its log in the database, and pages for everybody."""
