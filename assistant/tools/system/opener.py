"""Opens addresses and files with the program that the user uses for them."""

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from typing import Final, Protocol

from assistant.errors import ToolError
from assistant.processes.detached import start_detached
from assistant.processes.model.environment import for_programs

_LINUX: Final = (("xdg-open",), ("gio", "open"), ("kde-open",), ("wslview",))
"""Programs that open whatever they are given, the most common first."""


class AddressOpener(Protocol):
    """Opens things."""

    async def open(self, target: str) -> None:
        """Open an address, or the absolute path of a file.

        Raises:
            ToolError: If nothing can open it.
        """
        ...


class SystemOpener:
    """Implements `AddressOpener` with the machine's own means.

    Args:
        platform: As `sys.platform` names it.
        environment: The program's own.
        which: Finds a program by name.
    """

    def __init__(
        self,
        *,
        platform: str = sys.platform,
        environment: Mapping[str, str] = os.environ,
        which: Callable[[str], str | None] = shutil.which,
    ) -> None:
        self._platform = platform
        self._environment = environment
        self._which = which

    async def open(self, target: str) -> None:
        environment = for_programs(self._environment)
        await start_detached((*self._program(), target), environment=environment)

    def _program(self) -> tuple[str, ...]:
        if self._platform == "darwin":
            return ("/usr/bin/open",)
        if self._platform == "win32":
            # `start` belongs to the shell; this does the same and knows no other commands.
            return ("rundll32.exe", "url.dll,FileProtocolHandler")
        for name, *arguments in _LINUX:
            if (found := self._which(name)) is not None:
                return (found, *arguments)
        raise ToolError(
            "This machine has no program that opens addresses and files (xdg-open).",
            hint="Tell the person the address instead.",
        )
