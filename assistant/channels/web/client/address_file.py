"""Where the running program is reached: a file in the home that only its owner can read.

The file outlives a program that is killed, and then anybody may take its port. Programs of ours
therefore speak through a socket in a private folder, where nobody else can listen, and never send
the token to the port. Windows has no such sockets here.
"""

import json
import os
import secrets
import shutil
import stat
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assistant.private_files import make_private_folder, write_private

_LONGEST: Final = 100
"""Bytes of a socket's path; systems take some more."""


class ProgramAddress(BaseModel):
    """Where and with which token the API is called."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    version: int = 1
    url: Annotated[str, Field(pattern=r"^http://127\.0\.0\.1:\d{1,5}$")]
    token: Annotated[str, Field(min_length=22)]
    pid: int
    socket: Path | None = None
    mcp_socket: Path | None = None
    """Where clients of the MCP server are served, over a relay."""

    @property
    def is_provable(self) -> bool:
        """Whether nobody but this user can listen there; blocks for as long as the disk does."""
        return sys.platform == "win32" or is_own_socket(self.socket)


def is_own_socket(path: Path | None) -> bool:
    """Whether a path is a socket of this user's; blocks for as long as the disk does."""
    try:
        found = None if path is None else path.lstat()
    except OSError:
        return False
    return found is not None and stat.S_ISSOCK(found.st_mode) and found.st_uid == os.geteuid()


@contextmanager
def private_socket_path(beside: Path, name: str = "api") -> Generator[Path | None]:
    """Give a path for a socket that only this user can reach, until the context is left.

    Args:
        beside: The address file; the socket lies in its folder unless that is too deep down.
        name: What it is for; begins its name.

    Yields:
        The path, or None on Windows.

    Raises:
        OSError: If the folder cannot be made.
    """
    if sys.platform == "win32":
        yield None
        return
    make_private_folder(beside.parent)
    beside.parent.chmod(0o700)
    for left in beside.parent.glob(f"{name}-*.sock"):  # by a program that was killed
        left.unlink(missing_ok=True)
    # A name of its own: who knows an earlier one finds nobody, and reads the file anew.
    path = beside.with_name(f"{name}-{secrets.token_hex(4)}.sock")
    if len(os.fsencode(path)) <= _LONGEST:
        try:
            yield path
        finally:
            path.unlink(missing_ok=True)
        return
    folder = Path(tempfile.mkdtemp(prefix="parley-"))
    try:
        yield folder / path.name
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def published_address(
    path: Path,
    *,
    url: str,
    token: str,
    socket: Path | None = None,
    mcp_socket: Path | None = None,
) -> Generator[ProgramAddress]:
    """Keep the file there until the context is left.

    Raises:
        OSError: If it cannot be written.
    """
    address = ProgramAddress(
        url=url, token=token, pid=os.getpid(), socket=socket, mcp_socket=mcp_socket
    )
    write_private(path, json.dumps(address.model_dump(mode="json")))
    try:
        yield address
    finally:
        if read_address(path) == address:
            path.unlink(missing_ok=True)


def read_address(path: Path) -> ProgramAddress | None:
    """Return where the running program says that it is, or None; it may be gone all the same."""
    try:
        return ProgramAddress.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError):
        return None


def proven_address(path: Path) -> ProgramAddress | None:
    """Return an address at which nobody else can listen; the token goes to no other."""
    address = read_address(path)
    return address if address is not None and address.is_provable else None
