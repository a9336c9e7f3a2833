"""The folders in which coding agents work, so that the user can say their names. Engine loop only."""

import asyncio
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from assistant.coding_agents.tasks.order import FolderError, is_path, project_folder
from assistant.errors import StoreError
from assistant.locale import _
from assistant.questions.formats.input_reader import as_list
from assistant.storage.key_value import StateRepository

MOST: Final = 50
"""Folders that are kept; of more, those are forgotten that were used longest ago."""
_KEY: Final = "coding_agents.folders"


class ProjectFolders:
    """Keeps where agents have worked.

    Args:
        kept: Where they are kept.
        granted: Returns the folders that the user has opened to tools. Blocks.
        check: Returns a folder without links; raises AssistantError if nobody may work there.
            Blocks.
    """

    def __init__(
        self,
        *,
        kept: StateRepository,
        granted: Callable[[], Sequence[Path]],
        check: Callable[[Path], Path],
    ) -> None:
        self._kept = kept
        self._granted = granted
        self._check = check
        self._heard: dict[str, None] = {}
        """In which hooks told of a session since the start; they are not kept."""

    def heard(self, folder: str) -> None:
        """Know a folder in which an agent of the user's works."""
        if os.path.isabs(folder):
            self._heard.pop(folder, None)
            self._heard[folder] = None
            while len(self._heard) > MOST:
                del self._heard[next(iter(self._heard))]

    async def find(self, project: str) -> Path:
        """Return the folder that is meant by the name of a project or by a path.

        Raises:
            AssistantError: If it is not certain which, or nobody may work there.
        """
        if is_path(project):
            path = await asyncio.to_thread(Path(project).expanduser)
            if not path.is_absolute():
                raise FolderError(
                    _("Say the folder with its whole path: {path}").format(path=project)
                )
            return await asyncio.to_thread(self._check, path)
        folder = project_folder(project, await self._known())
        return await asyncio.to_thread(self._check, folder)

    async def used(self, folder: Path) -> None:
        """Keep a folder in which the user had an agent started."""
        before = [one for one in await self._stored() if one != str(folder)]
        await self._kept.put(_KEY, json.dumps([*before, str(folder)][-MOST:]))

    async def _known(self) -> Sequence[Path]:
        stored = await self._stored()
        return await asyncio.to_thread(self._present, [*stored, *self._heard])

    def _present(self, paths: Sequence[str]) -> Sequence[Path]:
        every = (*map(Path, paths), *self._granted())
        real = (Path(os.path.realpath(one)) for one in every)
        return [one for one in dict.fromkeys(real) if one.is_dir()]

    async def _stored(self) -> list[str]:
        try:
            read: object = json.loads(await self._kept.get(_KEY) or "[]")
        except (StoreError, ValueError):
            return []
        return [one for one in as_list(read) or [] if isinstance(one, str)]
