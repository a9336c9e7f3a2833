"""What built-in models the catalogue knows, which are here, and how much memory there is.

What reads the disk or asks the system is called on a thread.
"""

from pathlib import Path
from typing import Final, assert_never

from assistant.catalog import Catalog, ModelEntry, ModelStore
from assistant.llm.model_choice.starter_choice import (
    MachineMemory,
    StarterChoice,
    StarterModel,
    StarterReason,
)
from assistant.llm.starter.memory_limits import memory_limits
from assistant.locale import _

_BEST_FIRST: Final = ("large", "good", "small", "smallest")


class StarterFiles:
    """The files of built-in models."""

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


def reason_text(choice: StarterChoice) -> str:
    """Return in a few words why this model is the one that answers."""
    match choice.reason:
        case StarterReason.NAMED:
            return _("the settings name it")
        case StarterReason.BEST:
            return _("the best of those that are chosen by memory")
        case StarterReason.MEMORY:
            return _("better ones need more memory than is free now")
        case StarterReason.FAILED:
            return _("a better one did not run")
        case StarterReason.MISSING if choice.fetch is not None:
            return _("{name} would run here, but is not fetched yet").format(name=choice.fetch.name)
        case StarterReason.MISSING:
            return _("its file is not fetched yet")
        case _:
            assert_never(choice.reason)


def machine_memory() -> MachineMemory:
    """Return how much memory there is now: the machine's, or what a container or a service may have."""
    import psutil  # not before a built-in model is thought of

    memory = psutil.virtual_memory()
    limits = list(memory_limits())
    return MachineMemory(
        total_mb=min([memory.total, *(each.total for each in limits)]) // 1_000_000,
        available_mb=min([memory.available, *(each.available for each in limits)]) // 1_000_000,
    )
