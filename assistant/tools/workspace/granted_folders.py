"""The user's own folders that tools may use, as they are at this moment.

What holds in every conversation is in a file that is read again for every access: what is revoked,
here or by another process, is closed at once. What holds in one conversation is in memory alone.
Everything here may be called from any thread, and blocks for as long as the disk does.
"""

import hashlib
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from assistant.errors import ConfigError
from assistant.home import Home
from assistant.locale import _
from assistant.private_files import write_private
from assistant.tools.workspace.model.folder_grant import (
    HOW_TO_GRANT_WRITE,
    FolderAccess,
    FolderGrant,
    closed_part,
    dump_grants,
    is_inside,
    name_for,
    parse_grants,
)
from assistant.tools.workspace.model.paths import FolderClosedError, Parts, is_hidden
from assistant.tools.workspace.model.secret_files import is_secret

MAX_GRANTS: Final = 50
_SYSTEM: Final = tuple(map(Path, ("/dev", "/etc", "/proc", "/sys")))
"""Folders of Unix that hold no files of a user's."""


class GrantedFolders:
    """Which folders are granted.

    Args:
        file: What holds in every conversation; may not exist.
        closed: Folders that stay closed inside a granted one: Parley's own.
        trash: Where the trash of each folder is.
        user: The user's home folder.
    """

    def __init__(
        self, *, file: Path, closed: Sequence[Path], trash: Path, user: Path | None = None
    ) -> None:
        self.user = Path(os.path.realpath(user or Path.home()))
        self._file = file
        self._closed = tuple(Path(os.path.realpath(path)) for path in closed)
        self._trash = trash
        self._in_conversation: tuple[FolderGrant, ...] = ()
        self._changing = threading.RLock()

    @classmethod
    def of(cls, home: Home) -> "GrantedFolders":
        return cls(file=home.root / "folders.json", closed=(home.root,), trash=home.root / "trash")

    def folders(self, conversation_id: str = "") -> tuple[FolderGrant, ...]:
        """Granted now, in every conversation and in this one.

        A file that cannot be read grants nothing.
        """
        try:
            always = self._read()
        except ConfigError:
            always = ()
        found = {grant.path: grant for grant in always}
        for grant in self._in_conversation:
            known = found.get(grant.path)
            if grant.conversation_id == conversation_id and not (known and known.is_writable):
                found[grant.path] = grant
        return tuple(found.values())

    def all(self) -> tuple[FolderGrant, ...]:
        """Granted now in any conversation.

        Raises:
            ConfigError: If the file cannot be read.
        """
        return (*self._read(), *self._in_conversation)

    def check_grantable(self, path: Path) -> Path:
        """Resolve a path to a folder that can be granted.

        Raises:
            ConfigError: If it cannot be granted; the text is for the user.
        """
        real = Path(os.path.realpath(path.expanduser()))
        shown = str(real)
        if not real.is_dir():
            raise ConfigError(_("There is no folder {path}.").format(path=path))
        reason = self._reason(real)
        if not reason and real != self.user and is_inside(self.user, real):
            reason = _("it holds the folders of every user; choose one inside your own")
        if reason:
            raise ConfigError(
                _("{path} cannot be opened to tools: {reason}.").format(path=shown, reason=reason)
            )
        return real

    def grant(self, path: Path, access: FolderAccess, *, conversation_id: str = "") -> FolderGrant:
        """Grant a folder, or change its access.

        Args:
            access: What tools may do there.
            conversation_id: The only conversation it holds in; empty for all.

        Raises:
            ConfigError: If it cannot be granted, or that cannot be written down.
        """
        real = self.check_grantable(path)
        with self._changing:
            every = self.all()
            known = next((grant for grant in every if grant.path == real), None)
            if known is None and len(every) >= MAX_GRANTS:
                raise ConfigError(
                    _("No more than {n} folders can be opened to tools.").format(n=MAX_GRANTS)
                )
            granted = FolderGrant(
                name=known.name if known else name_for(real, [grant.name for grant in every]),
                path=real,
                access=access,
                conversation_id=conversation_id,
            )
            kept = [
                grant
                for grant in every
                if (grant.path, grant.conversation_id) != (real, conversation_id)
            ]
            self._set([*kept, granted])
        return granted

    def revoke(self, name: str) -> bool:
        """Revoke a folder in every conversation; returns whether there was one of this name.

        Raises:
            ConfigError: If that cannot be written down.
        """
        with self._changing:
            every = self.all()
            kept = [grant for grant in every if grant.name != name]
            if len(kept) == len(every):
                return False
            self._set(kept)
        return True

    def rules(self, grant: FolderGrant) -> "GrantRules":
        """The rules of a folder for as long as it is granted."""
        return GrantRules(self, grant, closed=self._closed)

    def trash_of(self, grant: FolderGrant) -> Path:
        """Folder of a granted folder's trash; may not exist."""
        digest = hashlib.sha256(os.fsencode(grant.path)).hexdigest()[:16]
        return self._trash / digest

    def _reason(self, real: Path) -> str:
        """Why a folder cannot be granted; empty if it can."""
        if real.parent == real or any(is_inside(real, folder) for folder in _SYSTEM):
            return _("it belongs to the system")
        if any(is_inside(real, folder) for folder in self._closed):
            return _("it belongs to Parley")
        part = closed_part(real, self.user)
        return _("{name} is hidden or may hold keys").format(name=part) if part else ""

    def _read(self) -> tuple[FolderGrant, ...]:
        try:
            return parse_grants(self._file.read_bytes())
        except FileNotFoundError:
            return ()
        except (OSError, ValueError) as error:
            raise ConfigError(
                _("{path} cannot be read.").format(path=self._file),
                hint=_("Mend or remove the file."),
            ) from error

    def _set(self, grants: Sequence[FolderGrant]) -> None:
        try:
            write_private(self._file, dump_grants(grants))
        except OSError as error:
            raise ConfigError(
                _("{path} cannot be written.").format(path=self._file),
                hint=_("Check the folder and the space on the disk, and try again."),
            ) from error
        self._in_conversation = tuple(grant for grant in grants if grant.conversation_id)


class GrantRules:
    """Implements `DiskRules` for one of the user's folders; made by `GrantedFolders.rules`."""

    is_own = False

    def __init__(
        self, granted: GrantedFolders, grant: FolderGrant, *, closed: Sequence[Path]
    ) -> None:
        self._granted = granted
        self._grant = grant
        self._closed = closed

    def check(self, *, is_write: bool = False) -> None:
        """Make sure that the folder is still granted, and exists.

        Raises:
            FolderClosedError: If it is not, or only to be read.
        """
        grant = self._grant
        granted = self._granted.folders(grant.conversation_id)
        now = next((one for one in granted if one.path == grant.path), None)
        if now is None:
            raise FolderClosedError(f"The person has taken {grant.marked} back. Do not use it.")
        if is_write and not now.is_writable:
            raise FolderClosedError(f"{grant.marked} may only be read.", hint=HOW_TO_GRANT_WRITE)
        if not grant.path.is_dir():
            raise FolderClosedError(
                f"{grant.marked} ({grant.path}) is not there. It may be on a drive that is not"
                " plugged in, or have been moved. Tell the person."
            )

    def is_closed(self, parts: Parts) -> bool:
        """Whether it is hidden, may hold secrets, or is Parley's own."""
        return (
            is_hidden(parts[-1])
            or is_secret(parts[-1])
            or any(is_inside(self._grant.path.joinpath(*parts), path) for path in self._closed)
        )
