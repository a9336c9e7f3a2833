"""Reads the prompts of guided models, which stand with the words of their languages."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from assistant.languages import LANGUAGES
from assistant.llm.starter.guided.model.guided_prompt import GuidedPrompt
from assistant.toml_text import parse_toml

_FILE: Final = "guided_model.toml"


@cache
def guided_prompts(*, declines: bool) -> Mapping[str, GuidedPrompt]:
    """Return the prompts by ISO 639-1 code.

    Args:
        declines: Whether the model can tell what it cannot do.
    """
    if not declines:
        prompts = guided_prompts(declines=True)
        return {code: prompt.without_refusals() for code, prompt in prompts.items()}
    found = {code: known.folder / _FILE for code, known in LANGUAGES.items()}
    return {
        code: GuidedPrompt.model_validate(parse_toml(file.read_text("utf-8")))
        for code, file in found.items()
        if file.is_file()
    }
