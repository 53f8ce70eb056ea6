"""
What can go wrong with the panel, as one small tree.

::

    HardwareError
    ├── PanelError (also OSError)     no pins here, or a pin that is in use
    └── PinError   (also ValueError)  a pin layout that cannot be built
"""

from __future__ import annotations


class HardwareError(Exception):
    """Root of every error this package raises on purpose; the text is one sentence for the user."""


class PanelError(HardwareError, OSError):
    """The panel cannot be opened; the text says what to do, ``pins`` which BCM pins cannot be had.

    No ``pins``: the machine has none that can be driven.
    """

    def __init__(self, text: str, pins: tuple[int, ...] = ()) -> None:
        super().__init__(text)
        self.pins = pins


class PinError(HardwareError, ValueError):
    """A pin layout is impossible; the text names every problem."""
