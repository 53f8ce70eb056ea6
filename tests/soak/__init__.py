"""Soak: a demonstration left to itself for hours, with viewers, a phone that plays and one that comes and goes.

`PYTHONPATH=tests python -m soak --hours 8` prints what the server holds at each minute, and at the end by how much that
grew an hour. Endurance testing: what leaks a little is not seen in a test of seconds.
"""
