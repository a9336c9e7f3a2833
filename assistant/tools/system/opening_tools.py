"""The tools that open an address, a file or an application for the user."""

import asyncio
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, assert_never

from pydantic import BaseModel, Field

from assistant.errors import AssistantError, ToolError
from assistant.locale import _, mark
from assistant.tools.system.applications import Applications
from assistant.tools.system.model.addresses import AddressProblem, parse_address
from assistant.tools.system.model.application_match import (
    AmbiguousApplication,
    Application,
    choose_application,
)
from assistant.tools.system.opener import AddressOpener
from assistant.tools.tool import InvalidInputError, Permission, ToolContext, ToolResult
from assistant.tools.toolset import Toolset, tool

OPENED_FILES: Final = frozenset(
    "bmp csv doc docx epub flac gif htm html jpeg jpg json log m4a md mkv mov mp3 mp4 odp ods odt ogg"
    " opus pdf png ppt pptx rtf svg tiff toml tsv txt wav webm webp xls xlsx xml yaml yml".split()
)
"""Endings of files that are looked at. What would be run instead is not opened."""
MAX_NAME: Final = 100


class OpenAddressInput(BaseModel):
    """Input of `open_address`; one of the two."""

    address: Annotated[str, Field(description="http, https or mailto address, whole")] = ""
    file: Annotated[
        str, Field(max_length=1_000, description="Path of a file or folder in the workspace")
    ] = ""


class OpenApplicationInput(BaseModel):
    """Input of `open_application`."""

    name: Annotated[
        str, Field(min_length=1, max_length=MAX_NAME, description="As the person calls it")
    ]


class OpeningTools(Toolset):
    """Opens addresses and files, and starts applications."""

    def __init__(self, opener: AddressOpener, applications: Applications) -> None:
        self._opener = opener
        self._applications = applications

    @tool(Permission.SENSITIVE, mark("Opens an address or a file"))
    async def open_address(self, wanted: OpenAddressInput, context: ToolContext) -> ToolResult:
        """Raises InvalidInputError if it is not to be opened; ToolError if nothing can open it."""
        if bool(wanted.address.strip()) == bool(wanted.file.strip()):
            raise InvalidInputError(("give either address or file",))
        if wanted.file.strip():
            path = await asyncio.to_thread(_file, wanted.file, context.workspace)
            await self._opener.open(str(path))
            return ToolResult(
                content=f"Opened {wanted.file} with the program the person uses for it.",
            )
        try:
            address = parse_address(wanted.address)
        except AddressProblem as error:
            raise InvalidInputError((f"address: {error}",)) from error
        await self._opener.open(address.written)
        if address.scheme == "mailto":
            return ToolResult(
                content="A new mail was opened; the person sends it themselves.",
                data={"address": address.written},
            )
        return ToolResult(
            content=f"Opened {address.written} in the person's browser. You do not see the page.",
            data={"address": address.written},
        )

    @open_address.explain
    async def address_to_open(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        return explained(arguments.get("address"))

    @tool(Permission.SENSITIVE, mark("Starts an application"))
    async def open_application(
        self, wanted: OpenApplicationInput, context: ToolContext
    ) -> ToolResult:
        """Start it.

        Raises:
            InvalidInputError: If it is not clear which one is meant.
            ToolError: If it cannot be started.
        """
        found = await self._find(wanted.name)
        match found:
            case Application():
                await self._applications.start(found)
                return ToolResult(
                    content=f"Started {found.name}.",
                )
            case AmbiguousApplication(candidates=()):
                raise InvalidInputError(
                    (f"name: no application is called {wanted.name!r} or like it",)
                )
            case AmbiguousApplication():
                names = ", ".join(found.candidates)
                raise InvalidInputError(
                    (f"name: it is not clear what {wanted.name!r} is; there is: {names}",)
                )
            case _:
                assert_never(found)

    @open_application.explain
    async def application_to_start(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        try:
            found = await self._find(str(arguments.get("name") or "")[:MAX_NAME])
        except AssistantError:
            return ""
        if isinstance(found, AmbiguousApplication):
            return _("It is not clear which application this is; none would be started.")
        return _("Starts {name}: {command}").format(
            name=found.name, command=" ".join(found.command)
        )

    async def _find(self, name: str) -> Application | AmbiguousApplication:
        try:
            installed = await asyncio.to_thread(self._applications.installed)
        except OSError as error:
            raise ToolError(f"The applications cannot be listed: {error}.") from error
        return choose_application(installed, name)


def explained(written: object) -> str:
    """The whole address and its host, in the interface's language; empty if it is none."""
    try:
        address = parse_address(str(written or ""))
    except AddressProblem:
        return ""
    lines = [address.written]
    if address.host:
        lines.append(_("Website: {host}").format(host=address.host))
    if address.readable_host:
        lines.append(
            _("Its name has letters that may look like others: {name}").format(
                name=address.readable_host
            )
        )
    return "\n".join(lines)


def _file(name: str, workspace: Path) -> Path:
    """Path of a file that may be opened.

    Raises:
        InvalidInputError: If it is not in the workspace, is not there, or would be run.
    """
    if "\0" in name:
        raise InvalidInputError(("file: it contains a NUL character",))
    root = workspace.resolve()
    try:
        path = (root / name).resolve(strict=True)
        inside = path.is_relative_to(root)
        mode = path.stat().st_mode
    except (OSError, RuntimeError) as error:
        raise InvalidInputError((f"file: {name!r} is not in the workspace",)) from error
    if not inside:
        raise InvalidInputError((f"file: {name!r} is not in the workspace",))
    if stat.S_ISDIR(mode):
        return path
    if not stat.S_ISREG(mode) or path.suffix[1:].casefold() not in OPENED_FILES:
        raise InvalidInputError(
            (f"file: {name!r} is no document, picture, sound or film; it might be run",)
        )
    return path
