"""The command line called by tests: in this process, or as a program of its own."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from companion.cli import main


def niagara(*arguments):
    """Call ``niagara`` in this process, as its entry point does; a second saved each time."""
    out, err = io.StringIO(), io.StringIO()
    command = ["niagara", *map(str, arguments)]
    status = None
    with patch.object(sys, "argv", command), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as ended:
            status = ended.code
    return subprocess.CompletedProcess(command, status, out.getvalue(), err.getvalue())


def niagara_program(*arguments, home=None):
    """Call ``python -m companion`` as another program would; settings and games lie in ``home`` when it is given."""
    at_home = {} if home is None else {"XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
    return subprocess.run(  # noqa: S603 - our own program with our own arguments
        [sys.executable, "-m", "companion", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | at_home,
    )
