"""Chooses the file of the built-in model by what the machine has at the moment."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.llm.model_choice.starter_choice import (
    AUTOMATIC,
    MachineMemory,
    StarterChoice,
    StarterModel,
    choose_starter,
)

if TYPE_CHECKING:
    from assistant.llm.starter.model_files import StarterFiles


class StarterSelector:
    """Applies `choose_starter` to the models folder, the memory and the setting. Engine loop only.

    Args:
        folder: Of the model files.
        memory: Reads the memory; called on a thread. By default the machine's.
    """

    def __init__(
        self, *, folder: Path, memory: "Callable[[], MachineMemory] | None" = None
    ) -> None:
        self._folder = folder
        self._memory = memory
        self._files: StarterFiles | None = None
        self._failed: set[str] = set()
        self._wanted = AUTOMATIC

    @property
    def wanted(self) -> str:
        """What the setting names."""
        return self._wanted

    @wanted.setter
    def wanted(self, name: str) -> None:
        if name != self._wanted:
            self._wanted = name
            self._failed.clear()  # the user asks for it once more

    def fail(self, model: StarterModel) -> None:
        """Note that a model was tried and did not run: it is not chosen again before the next start."""
        self._failed.add(model.name)

    @classmethod
    def for_setting(cls, wanted: str, *, folder: Path) -> "StarterSelector":
        """Return one that goes by this value of the setting."""
        selector = cls(folder=folder)
        selector.wanted = wanted
        return selector

    async def choose(self, running: StarterModel | None = None) -> StarterChoice:
        """Choose by what there is now.

        Args:
            running: The model whose memory comes free when another one takes its place.

        Raises:
            ModelFileError: If the catalogue cannot be read.
        """
        return await asyncio.to_thread(self._choose, running)

    async def memory(self) -> MachineMemory:
        return await asyncio.to_thread(self._read_memory)

    def _choose(self, running: StarterModel | None) -> StarterChoice:
        files = self._opened()
        memory = self._read_memory()
        return choose_starter(
            files.models,
            present=files.present(),
            memory=memory if running is None else memory.after_ending(running),
            wanted=self._wanted,
            failed=frozenset(self._failed),
        )

    def _opened(self) -> "StarterFiles":
        from assistant.llm.starter.model_files import (
            StarterFiles,  # the catalogue is much to import
        )

        if self._files is None:
            self._files = StarterFiles.at(self._folder)
        return self._files

    def _read_memory(self) -> MachineMemory:
        from assistant.llm.starter.model_files import machine_memory

        return (self._memory or machine_memory)()
