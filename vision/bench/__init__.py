"""How well and how fast tables are read, as figures: `python -m vision.bench`."""
