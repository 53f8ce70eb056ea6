"""Faults put into a running companion and its files, and what was lost: `make faults`, `docs/faults.md`."""
