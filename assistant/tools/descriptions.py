"""What the model is told of each tool: text files, which a person or workspace may override."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from assistant.errors import ConfigError
from assistant.llm.messages_api.model_client import ToolSpec
from assistant.locale import _
from assistant.prompting.files import PACKAGE, TOOLS, PromptFiles

SHIPPED: Final = PACKAGE / TOOLS
_FILES: Final = {"ask_user_question": "ask-user"}
"""Descriptions whose file is not called as the tool is."""


def read_description(tool: str) -> str:
    """What the program ships as the description of a tool; raises ConfigError if it is missing."""
    name = _file_of(tool)
    text = PromptFiles(home=None, workspace=None).read(name)
    if text is None:
        raise ConfigError(
            _("The tool description {path} is missing.").format(path=SHIPPED.parents[1] / name),
            hint=_("Install Parley again."),
        )
    return text


def described(
    specs: Sequence[ToolSpec], files: PromptFiles
) -> tuple[tuple[ToolSpec, ...], tuple[ConfigError, ...]]:
    """Apply the descriptions of a workspace.

    Args:
        specs: The tools; one that no file describes stays as it is.
        files: The prompt tree.

    Returns:
        The tools, and what is wrong with the files of those that stay as they are for it.
    """
    found: list[ToolSpec] = []
    problems: list[ConfigError] = []
    for spec in specs:
        try:
            text = files.read(_file_of(spec.name))
        except ConfigError as error:
            problems.append(error)
            text = None
        found.append(spec if text is None else replace(spec, description=text))
    return tuple(found), tuple(problems)


def _file_of(tool: str) -> str:
    return f"{TOOLS}/{_FILES.get(tool, tool.replace('_', '-'))}.txt"
