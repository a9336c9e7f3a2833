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


def read_description(name: str, files: PromptFiles | None = None) -> str:
    """Text of `<name>.txt`, the nearest version there is.

    Args:
        name: Name of the file without its ending.
        files: The prompt tree; what the program ships if None.

    Raises:
        ConfigError: If the file is missing, cannot be read or is empty.
    """
    files = PromptFiles(home=None, workspace=None) if files is None else files
    text = files.read(f"{TOOLS}/{name}.txt")
    if text is None:
        raise ConfigError(
            _("The tool description {path} is missing.").format(path=SHIPPED / f"{name}.txt"),
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
        name = _FILES.get(spec.name, spec.name.replace("_", "-"))
        try:
            text = files.read(f"{TOOLS}/{name}.txt")
        except ConfigError as error:
            problems.append(error)
            text = None
        found.append(spec if text is None else replace(spec, description=text))
    return tuple(found), tuple(problems)
