"""How other programs start the Parley that runs now."""

import os
import shutil
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from assistant.coding_agents.setup.model.agent_files import ParleyCommand
from assistant.coding_agents.setup.model.entries import PROGRAM
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.home_folder import HOME_VARIABLE
from assistant.locale import _

_MOVES_HOME: Final = (HOME_VARIABLE, "XDG_DATA_HOME")
"""Variables that agents may keep from the programs that they start."""


def running_parley(home: Home, environment: Mapping[str, str] = os.environ) -> ParleyCommand:
    """Return the command of the Parley that runs, and its home where that is not the usual one.

    Raises:
        ConfigError: If there is no such command, as in a Python that only imports Parley.
    """
    program = _program()
    if program is None:
        raise ConfigError(
            _("There is no parley command to tell other programs of."),
            hint=_("Install Parley, and run the command that comes with it."),
        )
    moves = any(environment.get(name) for name in _MOVES_HOME) or home.root != Home.locate().root
    return ParleyCommand(program=str(program), options=("--home", str(home.root)) if moves else ())


def _program() -> Path | None:
    """As it was started, else among the scripts, else on the `PATH`; links are not followed."""
    names = (PROGRAM, f"{PROGRAM}.exe")
    started = Path(sys.argv[0]).absolute()
    scripts = Path(sysconfig.get_path("scripts")).absolute()
    candidates = [
        *([started, started.with_suffix(".exe")] if started.stem == PROGRAM else []),
        *(scripts / name for name in names),
    ]
    on_path = shutil.which(PROGRAM)
    if on_path is not None:
        candidates.append(Path(on_path).absolute())
    return next((candidate for candidate in candidates if candidate.is_file()), None)
