"""Reads the prompts of guided models, one file a language, beside the other prompts."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from assistant.llm.starter.guided.model.guided_prompt import GuidedPrompt


@cache
def guided_prompts(*, declines: bool) -> Mapping[str, GuidedPrompt]:
    """Return the prompts by ISO 639-1 code.

    Args:
        declines: Whether the model can tell what it cannot do.
    """
    if not declines:
        prompts = guided_prompts(declines=True)
        return {code: prompt.without_refusals() for code, prompt in prompts.items()}
    return {
        file.name.removesuffix(".toml"): GuidedPrompt.model_validate(
            tomllib.loads(file.read_text("utf-8"))
        )
        for file in files("assistant").joinpath("prompts", "guided").iterdir()
        if file.name.endswith(".toml")
    }
