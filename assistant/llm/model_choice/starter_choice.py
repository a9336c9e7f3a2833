"""Which file the built-in model runs from, and which better one is worth fetching. Pure.

What the machine has goes in: memory, files, the setting. The best model whose memory is there
answers; one that the user names answers whatever the memory. Until it is here, the best of those
that are here does.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

AUTOMATIC: Final = "auto"
"""The value of the setting `llm.starter_model` that leaves the choice to this module."""
TOTAL_SHARE: Final = 4
"""A model may take a quarter of the machine's memory: the rest is for all else that runs."""
AVAILABLE_SHARE: Final = 2
"""And half of what is available, so that recogniser, voice and other programs have room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StarterModel:
    """A file that the built-in model can run from."""

    name: str
    """As the catalogue has it."""
    file: Path
    """The GGUF file, which may not be here."""
    title: str
    size_bytes: int
    memory_mb: int
    """What it takes when it is loaded, in 10^6 bytes."""
    context_tokens: int
    is_guided: bool
    """Whether its answers follow a grammar."""
    declines: bool = False
    """Whether it can tell what it cannot do; only where it is guided."""
    is_automatic: bool = True
    """Whether it may be chosen without being named."""
    good_for: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineMemory:
    """Memory in 10^6 bytes."""

    total_mb: int
    available_mb: int
    """What programs can get without swapping."""

    def has_room_for(self, model: StarterModel) -> bool:
        """Whether a model can run and leave enough for everything else."""
        return (
            self.total_mb >= TOTAL_SHARE * model.memory_mb
            and self.available_mb >= AVAILABLE_SHARE * model.memory_mb
        )

    def after_ending(self, model: StarterModel) -> "MachineMemory":
        """Return the memory as it will be when a model that runs has ended."""
        available = min(self.total_mb, self.available_mb + model.memory_mb)
        return MachineMemory(total_mb=self.total_mb, available_mb=available)


class StarterReason(Enum):
    """Why a model is the one that answers."""

    NAMED = "named"
    """The setting names it."""
    BEST = "best"
    """None that is chosen without being named is better."""
    MEMORY = "memory"
    """Better ones need more memory than there is."""
    MISSING = "missing"
    """A better one would run here, but its file is not here."""
    FAILED = "failed"
    """A better one is here but did not run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StarterChoice:
    """What to run, and what to fetch."""

    run: StarterModel
    reason: StarterReason
    is_here: bool
    """Whether the file of the model to run is here; if not, none is."""
    fetch: StarterModel | None = None
    """The model to run once it is here."""


def choose_starter(
    models: Sequence[StarterModel],
    *,
    present: Collection[str],
    memory: MachineMemory,
    wanted: str = AUTOMATIC,
    failed: Collection[str] = (),
) -> StarterChoice:
    """Choose the built-in model.

    Args:
        models: The known ones, the best first; the last is the one that every machine can run.
        present: Names of those whose file is here.
        memory: Of the machine, as if no built-in model ran.
        wanted: The setting; a name that is not known counts as `AUTOMATIC`.
        failed: Names of those that were tried and did not run.
    """
    usable = [model for model in models if model.name not in failed] or [models[-1]]
    named = next((model for model in usable if model.name == wanted), None)
    automatic = [model for model in usable if model.is_automatic] or [models[-1]]
    fitting = [model for model in automatic if memory.has_room_for(model)]
    here = [model for model in automatic if model.name in present]
    # Where none fits, the one that every machine can run is fetched, but no other.
    lightest = _lightest(automatic)
    if lightest is not models[-1] and here:
        lightest = _lightest(here)
    best = named or (fitting[0] if fitting else lightest)
    if best.name in present:
        return StarterChoice(run=best, reason=_reason(best, named, models, failed), is_here=True)
    run = next((model for model in fitting if model in here), None)
    if run is None:
        run = _lightest(here) if here else _lightest(automatic)
    fetch = None if run is best else best
    is_here = run.name in present
    return StarterChoice(run=run, reason=StarterReason.MISSING, is_here=is_here, fetch=fetch)


def _lightest(models: Sequence[StarterModel]) -> StarterModel:
    return min(models, key=lambda model: model.memory_mb)


def _reason(
    best: StarterModel,
    named: StarterModel | None,
    models: Sequence[StarterModel],
    failed: Collection[str],
) -> StarterReason:
    if best is named:
        return StarterReason.NAMED
    better = [m for m in models if m.is_automatic and m.memory_mb > best.memory_mb]
    if any(model.name in failed for model in better):
        return StarterReason.FAILED
    return StarterReason.MEMORY if better else StarterReason.BEST
