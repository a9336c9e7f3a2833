"""Reads the prompts of guided models, which stand with the sentences of their languages."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.language_files import SENTENCES_FILE, read_part
from assistant.llm.starter.guided.model.guided_prompt import GuidedPrompt

_PART: Final = "guided_model"


@cache
def guided_prompts(*, declines: bool) -> Mapping[str, GuidedPrompt]:
    """Return the prompts by ISO 639-1 code.

    Args:
        declines: Whether the model can tell what it cannot do.
    """
    if not declines:
        prompts = guided_prompts(declines=True)
        return {code: prompt.without_refusals() for code, prompt in prompts.items()}
    found = {
        code: read_part(known.folder / SENTENCES_FILE, _PART, GuidedPrompt)
        for code, known in LANGUAGES.items()
    }
    return {code: prompt for code, prompt in found.items() if prompt is not None}
