"""The names of the tool that a model asks with. Pure."""

from typing import Final

TOOL_NAME: Final = "ask_user_question"
"""The name on the wire."""
TOOL_TITLE: Final = "AskUserQuestion"
"""The name as displayed."""
_ALIASES: Final = frozenset({TOOL_NAME, "askuserquestion", "uiaskuserquestion"})


def is_question_tool(name: str) -> bool:
    """Whether `name`, in any spelling that models use, means the question tool."""
    return name.rpartition(":")[2].casefold() in _ALIASES
