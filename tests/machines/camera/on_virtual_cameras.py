"""The command line with the stand-ins in place: ``python on_virtual_cameras.py photo --camera picamera2:1 …``."""

import stand_ins  # noqa: F401 - importing puts them in place

from companion.cli import main

main()
