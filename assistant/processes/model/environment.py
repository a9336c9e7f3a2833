"""What child processes see of the program's environment."""

import os
import re
from collections.abc import Mapping
from typing import Final

_OURS: Final = re.compile(r"(PARLEY|ANTHROPIC)_.*", re.IGNORECASE)
_SECRET: Final = re.compile(
    r"(.*_)?(API_?KEY|ACCESS_?KEY|SECRET|SECRET_?KEY|PRIVATE_?KEY|TOKEN|PASSWORD|PASSWD|PASSPHRASE"
    r"|CREDENTIALS?)(_.*)?",
    re.IGNORECASE,
)
_STARTUP: Final = frozenset({"BASH_ENV", "ENV"})
"""Name files that a shell reads before it does what it was told."""
_SEARCH_PATHS: Final = frozenset({"PATH", "PYTHONPATH", "LD_LIBRARY_PATH"})


def without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment without Parley's own variables and whatever is named like a secret."""
    return {
        name: value
        for name, value in environment.items()
        if not (_OURS.fullmatch(name) or _SECRET.fullmatch(name) or name in _STARTUP)
    }


def with_absolute_paths(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which no search path leads to the current folder.

    An empty or relative entry would let a file that lies there take the place of a program or a
    module.
    """
    cleaned = dict(environment)
    for name in _SEARCH_PATHS & cleaned.keys():
        entries = cleaned[name].split(os.pathsep)
        kept = os.pathsep.join(entry for entry in entries if os.path.isabs(entry))
        if kept:
            cleaned[name] = kept
        else:
            del cleaned[name]
    return cleaned


def for_python(environment: Mapping[str, str], package_root: str) -> dict[str, str]:
    """Return an environment in which a Python child finds this package and nothing it should not.

    Args:
        environment: What else the child is to see.
        package_root: The folder that holds the package; empty if Python finds it by itself.
    """
    paths = os.pathsep.join((package_root, environment.get("PYTHONPATH", "")))
    return with_absolute_paths({**environment, "PYTHONPATH": paths, "PYTHONSAFEPATH": "1"})
