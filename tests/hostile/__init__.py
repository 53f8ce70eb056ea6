"""Hostile inputs: records, requests and files, changed at random from good ones, by the hundred thousand.

Mutation-based fuzzing (Miller, Fredriksen & So 1990); `make faults` counts them among its kinds, and the same
seed gives the same inputs.
"""
