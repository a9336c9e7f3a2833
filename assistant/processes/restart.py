"""Running the program again in the place of this one."""

import os
import sys


def restart_program() -> None:
    """Run the program again as it was started; on Windows beside this one, which should end."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    if sys.platform == "win32":
        import subprocess  # elsewhere nobody needs it here

        subprocess.Popen(sys.orig_argv)
    else:
        os.execvp(sys.orig_argv[0], sys.orig_argv)
