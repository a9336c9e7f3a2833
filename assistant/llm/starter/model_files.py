"""What built-in models the catalogue knows, which are here, and how much memory there is.

Everything here reads the disk or asks the system; call it on a thread.
"""

from pathlib import Path
from typing import Final

from assistant.catalog import Catalog, ModelEntry, ModelStore
from assistant.llm.model_choice.starter_choice import MachineMemory, StarterModel

_BEST_FIRST: Final = ("large", "good", "small", "smallest")


class StarterFiles:
    """The files of built-in models.

    Args:
        store: Knows the models and where they lie.
    """

    def __init__(self, store: ModelStore) -> None:
        self._store = store
        self.models: Final = starter_models(store)
        """The known ones, the best first."""

    @classmethod
    def at(cls, folder: Path) -> "StarterFiles":
        """Return those of a folder of model files.

        Raises:
            ModelFileError: If the catalogue cannot be read.
        """
        return cls(ModelStore(catalog=Catalog.load(), folder=folder))

    def present(self) -> frozenset[str]:
        """Return the names of the models whose files are here."""
        return frozenset(m.name for m in self.models if self._store.is_present(m.name))


def starter_models(store: ModelStore) -> tuple[StarterModel, ...]:
    """Return the built-in models of a catalogue, the best first."""
    found = [
        (_BEST_FIRST.index(entry.starter.tier), -entry.starter.memory_mb, _model(store, entry))
        for entry in store.catalog
        if entry.starter is not None
    ]
    return tuple(model for _tier, _memory, model in sorted(found, key=lambda each: each[:2]))


def _model(store: ModelStore, entry: ModelEntry) -> StarterModel:
    traits = entry.starter
    assert traits is not None
    [file] = [each for each in entry.required if each.path.endswith(".gguf")]
    return StarterModel(
        name=entry.name,
        file=store.path(entry.name) / file.path,
        title=entry.title,
        size_bytes=entry.size_bytes,
        memory_mb=traits.memory_mb,
        context_tokens=traits.context_tokens,
        is_guided=traits.guided,
        declines=traits.declines,
        is_automatic=traits.tier != "large",
        good_for=traits.good_for,
    )


def machine_memory() -> MachineMemory:
    """Return how much memory the machine has now."""
    import psutil  # not before a built-in model is thought of

    memory = psutil.virtual_memory()
    return MachineMemory(
        total_mb=memory.total // 1_000_000, available_mb=memory.available // 1_000_000
    )
