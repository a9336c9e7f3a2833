"""Built-in models for tests: made up, or the real one that is in the shared cache."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from assistant.home import Home
from assistant.llm.model_choice.choice import STARTER_CONTEXT_TOKENS
from assistant.llm.model_choice.starter_choice import StarterModel

SMALLEST_MODEL: Final = Path("smollm2-135m-instruct", "SmolLM2-135M-Instruct.Q4_1.gguf")
"""Below the folder of model files."""


def starter_model(file: Path, **changed: Any) -> StarterModel:
    """Return a model that runs from this file; its name is that of the file's folder."""
    model = StarterModel(
        name=file.parent.name,
        file=file,
        title=f"The {file.parent.name} model",
        size_bytes=100_000_000,
        memory_mb=300,
        context_tokens=STARTER_CONTEXT_TOKENS,
        is_guided=False,
    )
    return replace(model, **changed)


def smallest_model() -> StarterModel:
    """Return the real model that every set-up has."""
    return starter_model(Home.locate().models.joinpath(SMALLEST_MODEL))
