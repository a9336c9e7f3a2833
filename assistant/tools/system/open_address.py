"""`open_address`: opens a web page, a new mail or a file of the workspace for the user."""

import asyncio
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.locale import _, mark
from assistant.tools.system.model.addresses import AddressProblem, OpenableAddress, parse_address
from assistant.tools.system.opener import AddressOpener
from assistant.tools.tool import (
    InvalidInputError,
    ModelTool,
    Permission,
    ToolContext,
    ToolResult,
)

NAME: Final = "open_address"
OPENED_FILES: Final = frozenset(
    "bmp csv doc docx epub flac gif htm html jpeg jpg json log m4a md mkv mov mp3 mp4 odp ods odt ogg"
    " opus pdf png ppt pptx rtf svg tiff toml tsv txt wav webm webp xls xlsx xml yaml yml".split()
)
"""Endings of files that are looked at. What would be run instead is not opened."""


class OpenAddressInput(BaseModel):
    """Input of `open_address`; one of the two."""

    address: Annotated[str, Field(description="http, https or mailto address, whole")] = ""
    file: Annotated[
        str, Field(max_length=1_000, description="Path of a file or folder in the workspace")
    ] = ""


class OpenAddress(ModelTool[OpenAddressInput]):
    """Opens addresses and files."""

    name = NAME
    purpose = mark("Opens an address or a file")
    input_model = OpenAddressInput
    permission = Permission.SENSITIVE

    def __init__(self, *, description: str, opener: AddressOpener) -> None:
        super().__init__(description)
        self._opener = opener

    async def explain(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        """The address as it would be opened, with its host."""
        try:
            return explained(parse_address(str(arguments.get("address") or "")))
        except AddressProblem:
            return ""

    @override
    async def run(self, arguments: OpenAddressInput, context: ToolContext) -> ToolResult:
        """Raises InvalidInputError if it is not to be opened; ToolError if nothing can open it."""
        if bool(arguments.address.strip()) == bool(arguments.file.strip()):
            raise InvalidInputError(("give either address or file",))
        if arguments.file.strip():
            path = await asyncio.to_thread(_file, arguments.file, context.workspace)
            await self._opener.open(str(path))
            return ToolResult(
                content=f"Opened {arguments.file} with the program the person uses for it.",
            )
        try:
            address = parse_address(arguments.address)
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


def explained(address: OpenableAddress) -> str:
    """The whole address and its host, in the interface's language."""
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
