"""Fingers: machines that play by what the page shows, with a browser (`driver.py`) and without one (`walk.mjs`)."""
