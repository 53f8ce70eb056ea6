"""Speed and accuracy as tables (``make bench``); figures to read, never a test that decides."""
