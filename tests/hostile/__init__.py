"""Hostile inputs: records, requests and files, changed at random from good ones, by the hundred thousand.

Mutation-based fuzzing (Miller, Fredriksen & So 1990). `PYTHONPATH=tests python -m hostile --cases 100000 --seed 1`
prints how many were tried, taken, refused in words, and what went wrong; the same seed gives the same cases.
"""
