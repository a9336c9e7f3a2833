"""What programs that Parley starts for the user see of its environment. Pure."""

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


def without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment without Parley's own variables and whatever is named like a secret.

    Args:
        environment: The program's own.
    """
    return {
        name: value
        for name, value in environment.items()
        if not (_OURS.fullmatch(name) or _SECRET.fullmatch(name) or name in _STARTUP)
    }
