"""Finds and starts what is installed, each system in its own way."""

import locale
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from assistant.processes.detached import start_detached
from assistant.processes.model.environment import for_programs
from assistant.tools.system.model.application_match import Application
from assistant.tools.system.model.desktop_entries import EntryProblem, parse_entry

MAX_FILE: Final = 200_000
"""Bytes of a desktop entry; those with every language have some 50,000."""
MAX_APPLICATIONS: Final = 5_000

Find = Callable[[], Sequence[Application]]


class Applications(Protocol):
    """What is installed."""

    def installed(self) -> Sequence[Application]:
        """Reads the disk: not for the engine's loop."""
        ...

    async def start(self, application: Application) -> None:
        """Start an application, so that it outlives this program.

        Raises:
            ToolError: If it cannot be started.
        """
        ...


class SystemApplications:
    """Implements `Applications` for the system that runs.

    Args:
        find: Lists what is installed; by the system if None.
        environment: The program's own.
    """

    def __init__(
        self, *, find: Find | None = None, environment: Mapping[str, str] = os.environ
    ) -> None:
        self._environment = environment
        self._find = find or {"darwin": find_on_macos, "win32": find_on_windows}.get(
            sys.platform, lambda: find_on_linux(environment)
        )

    def installed(self) -> Sequence[Application]:
        return self._find()

    async def start(self, application: Application) -> None:
        folder = Path(application.folder) if application.folder else None
        await start_detached(
            application.command, environment=for_programs(self._environment), folder=folder
        )


def find_on_linux(
    environment: Mapping[str, str], which: Callable[[str], str | None] = shutil.which
) -> tuple[Application, ...]:
    """Applications of the desktop entries, as menus show them.

    Args:
        environment: Says where they are, in which languages, and which desktop runs.
        which: Finds a program by name.
    """
    languages = tuple(_languages(environment))
    desktops = tuple(filter(None, environment.get("XDG_CURRENT_DESKTOP", "").split(":")))
    found: dict[str, Application | None] = {}
    for folder in filter(Path.is_dir, entry_folders(environment)):
        for path in sorted(folder.rglob("*.desktop"))[:MAX_APPLICATIONS]:
            name = "-".join(path.relative_to(folder).parts)
            if name in found:
                continue  # the user's own file hides the system's, also to take an entry away
            found[name] = None
            try:
                with path.open("rb") as file:
                    text = file.read(MAX_FILE).decode("utf-8", "replace")
                entry = parse_entry(
                    text,
                    entry_id=name.removesuffix(".desktop"),
                    path=str(path),
                    languages=languages,
                    desktops=desktops,
                )
            except (OSError, EntryProblem):
                continue
            if all(which(program) for program in filter(None, (entry.try_exec, entry.command[0]))):
                found[name] = Application(
                    name=entry.name,
                    names=entry.names,
                    command=entry.command,
                    folder=entry.folder if Path(entry.folder or "-").is_dir() else "",
                )
    return tuple(application for application in found.values() if application is not None)


def entry_folders(environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Return where desktop entries may be, the user's own first (XDG Base Directory Specification)."""
    own = environment.get("XDG_DATA_HOME") or str(
        Path(environment.get("HOME", "/")) / ".local" / "share"
    )
    others = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    bases = dict.fromkeys((own, *others.split(":")))
    return tuple(Path(base) / "applications" for base in bases if base)


def _languages(environment: Mapping[str, str]) -> Iterator[str]:
    yield from filter(None, environment.get("LANGUAGE", "").split(":"))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            yield value
            return
    if code := locale.getlocale()[0]:
        yield code


def find_on_macos(
    folders: Sequence[Path] = (
        Path("/Applications"),
        Path("/System/Applications"),
        Path("~/Applications"),
    ),
) -> tuple[Application, ...]:
    """Bundles in the folders of applications, and one folder below."""
    found: dict[str, Application] = {}
    for folder in folders:
        folder = folder.expanduser()
        for path in sorted((*folder.glob("*.app"), *folder.glob("*/*.app"))):
            found.setdefault(
                path.stem,
                Application(
                    name=path.stem,
                    names=(path.stem,),
                    command=("/usr/bin/open", "-a", str(path)),
                ),
            )
    return tuple(found.values())


def find_on_windows(
    environment: Mapping[str, str] = os.environ,
) -> tuple[Application, ...]:
    """Links of the start menu.

    Args:
        environment: Says where it is.
    """
    found: dict[str, Application] = {}
    for variable in ("APPDATA", "PROGRAMDATA"):
        base = environment.get(variable)
        if not base:
            continue
        menu = Path(base, "Microsoft", "Windows", "Start Menu", "Programs")
        for path in sorted(menu.rglob("*.lnk"))[:MAX_APPLICATIONS]:
            found.setdefault(
                path.stem,
                Application(
                    name=path.stem, names=(path.stem,), command=("explorer.exe", str(path))
                ),
            )
    return tuple(found.values())
