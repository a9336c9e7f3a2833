"""The prompt tree on the disk: `system_prompt.md` and `prompts/…`, each file from three places.

A workspace's own version of a file goes before the user's, the user's before the one that the
program ships, file by file. No link leads out of the place a file is in, and none of a workspace
out of the workspace; the user may keep their own folder elsewhere.
"""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from assistant.errors import ConfigError
from assistant.home import Home, shipped
from assistant.locale import _
from assistant.prompting.model.includes import PROMPTS, SYSTEM_PROMPT

PACKAGE: Final = Path(__file__).parent.parent

MAX_PROMPT_FILE_BYTES: Final = 500_000
"""Of one prompt file."""

TOOLS: Final = f"{PROMPTS}/tools"
"""Where the descriptions of tools are in the tree."""


class PromptOrigin(Enum):
    """Whose version of a file it is."""

    WORKSPACE = "workspace"
    PERSON = "person"
    PACKAGE = "package"


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPromptFile:
    """Where a file of the tree is."""

    place: PromptOrigin
    path: Path
    inside: Path
    """The folder it must really be in, links followed."""
    root: Path | None = None
    """The folder that `inside` must really be in; None if that may be elsewhere."""


class PromptFiles:
    """The prompt tree as one workspace sees it.

    Args:
        workspace: The workspace's folder; may not exist. None leaves its versions out.
        home: Whose own versions there are. None leaves both out: what the program ships remains.
    """

    def __init__(self, *, home: Home | None, workspace: Path | None) -> None:
        own = (
            (PromptOrigin.WORKSPACE, workspace),
            (PromptOrigin.PERSON, home.root if home is not None else None),
        )
        self._own = tuple((place, folder) for place, folder in own if folder is not None)

    def find(self, name: str) -> FoundPromptFile | None:
        for place, folder in self._own:
            found = _found(place, folder, name)
            if _is_there(found.path):
                return found
        root = shipped() if name == SYSTEM_PROMPT else PACKAGE
        found = _found(PromptOrigin.PACKAGE, root, name)
        return found if _is_there(found.path) else None

    def read(self, name: str) -> str | None:
        """Blocks on the disk; None if there is no such file.

        Raises:
            ConfigError: If it cannot be read, is empty, or leads out of its folder.
        """
        found = self.find(name)
        return (
            None if found is None else read_text(found.path, inside=found.inside, root=found.root)
        )


def read_text(
    path: Path, *, inside: Path, root: Path | None = None, limit: int = MAX_PROMPT_FILE_BYTES
) -> str:
    """Text of a file that must be valid, stripped.

    Args:
        inside: The folder it must really be in, links followed.
        root: The folder that `inside` must really be in, if any.
        limit: Bytes it may have.

    Raises:
        ConfigError: If it cannot be read, is empty, no UTF-8, too long, or leads out of `inside`.
    """
    try:
        real = path.resolve()
        if not real.is_relative_to(inside.resolve()) or leads_out(inside, root):
            raise _problem(_("{path} leads out of its folder."), path)
        if not real.is_file():
            raise _problem(_("{path} is not a file."), path)
        with real.open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, RuntimeError) as error:  # a circle of links raises either, by version
        raise _problem(_("{path} cannot be read."), path) from error
    if len(data) > limit:
        raise _problem(_("{path} is longer than {limit} bytes."), path, limit=limit)
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\0", "").strip()
    except UnicodeDecodeError as error:
        raise _problem(_("{path} is not UTF-8 text."), path) from error
    if not text:
        raise _problem(_("{path} is empty."), path)
    return text


def leads_out(folder: Path, root: Path | None) -> bool:
    """Whether a folder is really elsewhere than in `root`, links followed.

    Raises:
        OSError: If that cannot be seen, or RuntimeError in a circle of links.
    """
    return root is not None and not folder.resolve().is_relative_to(root.resolve())


def _is_there(path: Path) -> bool:
    """Whether something is there; True if that cannot be seen, so that reading it reports why."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _found(place: PromptOrigin, folder: Path, name: str) -> FoundPromptFile:
    path = folder / name
    top = name.partition("/")[0]
    return FoundPromptFile(
        place=place,
        path=path,
        inside=folder if path == folder / top else folder / top,
        root=folder if place is PromptOrigin.WORKSPACE else None,
    )


def _problem(template: str, path: Path, **values: object) -> ConfigError:
    return ConfigError(template.format(path=path, **values), hint=_("Mend or remove the file."))
