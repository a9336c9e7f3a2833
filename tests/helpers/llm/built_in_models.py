"""The built-in model without llama.cpp: files of the right size, memory as the test says."""

from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from typing_extensions import override

from assistant.catalog import Catalog
from assistant.errors import AssistantError
from assistant.llm.messages_api.model_client import ModelEvent, ModelRequest
from assistant.llm.model_choice.choice import starter_profile
from assistant.llm.model_choice.starter_choice import MachineMemory, StarterModel
from tests.helpers.llm.scripted_model import ScriptedModel

GOOD = "qwen2.5-coder-1.5b-instruct"
SMALL = "qwen2.5-coder-0.5b-instruct"
SMALLEST = "smollm2-135m-instruct"

PLENTY = MachineMemory(total_mb=16_000, available_mb=12_000)
LITTLE = MachineMemory(total_mb=4_000, available_mb=2_000)


def put_files(folder: Path, names: Iterable[str]) -> None:
    """Put files of the right size and no content where models are looked for; no disk is used."""
    catalog = Catalog.load()
    for name in names:
        for file in catalog.entry(name).required:
            path = folder / name / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as stream:
                stream.truncate(file.size_bytes)


@dataclass(slots=True)
class FakeStarter(ScriptedModel):
    """The client of one file; `failure` is what keeps it from loading."""

    failure: AssistantError | None = None

    @override
    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """Fail to load, or play the script."""
        if self.failure is not None:
            raise self.failure
        async for event in ScriptedModel.stream(self, request):
            yield event

    @override
    async def check(self) -> None:
        """Raise what a missing file would."""

    @override
    async def warm_up(self) -> None:
        """Fail to load, or note that the model is loaded."""
        if self.failure is not None:
            raise self.failure
        await ScriptedModel.warm_up(self)


@dataclass(slots=True)
class FakeStarters:
    """Builds the clients of files, and keeps them."""

    memory: MachineMemory = PLENTY
    failures: dict[str, AssistantError] = field(default_factory=dict[str, AssistantError])
    """What keeps models from loading, by their names."""
    clients: dict[str, FakeStarter] = field(default_factory=dict[str, FakeStarter])
    """Those that were built, by the names of their models; the last of each."""
    order: list[str] = field(default_factory=list[str])
    """The names in the order in which clients were built."""

    def open(self, model: StarterModel) -> FakeStarter:
        """Build the client of a file."""
        client = FakeStarter(
            profile=starter_profile(model.name), failure=self.failures.get(model.name)
        )
        self.clients[model.name] = client
        self.order.append(model.name)
        return client

    def read_memory(self) -> MachineMemory:
        """Return the memory as it is now."""
        return self.memory
