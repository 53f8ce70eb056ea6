"""Mutation testing of thresholds and decisions: `python -m mutate vision/discs`, or `make mutate ARGS=vision/discs`.

A mutant is the program with one number moved by half, or one decision turned round. It is *noticed* when a test of its
room fails, and it *survives* when none does: then nothing but habit holds that number where it is.

Why not a kept tool: mutmut 3 changes the bodies of functions only. Thresholds are module-level constants and default
values of records, which it leaves alone; and it has no notion of "by half", which is what this house asks of its tests.

    mutate.sites      finds the numbers and decisions in a module, and says how each is changed
    mutate.trial      runs a room's tests in a forked process in which one module is compiled from its changed text
    mutate.report     says what survived
    mutate.__main__   the command
"""
