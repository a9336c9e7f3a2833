"""Builds the tools that reach outside the program, such as clipboard, screen and commands."""

import asyncio
from collections.abc import Iterator
from typing import Any

from assistant import __version__
from assistant.prompting.files import PromptFiles
from assistant.tools.descriptions import read_description
from assistant.tools.system.applications import SystemApplications
from assistant.tools.system.clipboard import ClipboardRead, ClipboardWrite
from assistant.tools.system.clipboard_programs import ProgramClipboard
from assistant.tools.system.host_access import FetchedPage, HostAccess, PageFetcher
from assistant.tools.system.model.addresses import OpenableAddress
from assistant.tools.system.open_address import OpenAddress
from assistant.tools.system.open_application import OpenApplication
from assistant.tools.system.opener import SystemOpener
from assistant.tools.system.run_command import RunCommand
from assistant.tools.system.shell import Shell
from assistant.tools.system.take_screenshot import TakeScreenshot
from assistant.tools.tool import Tool
from assistant.tools.web.fetch_page import FetchPage


class LateFetcher:
    """Implements `PageFetcher`; what speaks HTTP is loaded with the first page."""

    def __init__(self) -> None:
        self._fetcher: PageFetcher | None = None

    async def fetch(self, address: OpenableAddress) -> FetchedPage:
        """Raises AssistantError if the page cannot be fetched, or must not be."""
        if self._fetcher is None:
            self._fetcher = await asyncio.to_thread(_fetcher)
        return await self._fetcher.fetch(address)


def _fetcher() -> PageFetcher:
    from assistant.tools.web.page_fetcher import HttpPageFetcher

    return HttpPageFetcher(user_agent=f"Parley/{__version__}")


def system_tools(outside: HostAccess | None, own: PromptFiles) -> Iterator[Tool[Any]]:
    """Make the tools for the user's machine.

    Args:
        outside: What the surface has of the machine; None for one without a window.
        own: Where their descriptions may be overridden.

    Raises:
        ConfigError: If a description cannot be used.
    """
    outside = outside or HostAccess()
    clipboard = outside.clipboard or ProgramClipboard()
    yield OpenAddress(description=read_description("open-address", own), opener=SystemOpener())
    yield OpenApplication(
        description=read_description("open-application", own), applications=SystemApplications()
    )
    yield ClipboardRead(description=read_description("clipboard-read", own), clipboard=clipboard)
    yield ClipboardWrite(description=read_description("clipboard-write", own), clipboard=clipboard)
    yield FetchPage(description=read_description("fetch-page", own), fetcher=LateFetcher())
    yield TakeScreenshot(
        description=read_description("take-screenshot", own), screen=outside.screen
    )
    yield RunCommand(description=read_description("run-command", own), shell=Shell())
