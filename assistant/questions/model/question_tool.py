"""The names of the tool that a model asks with. Pure."""

import re
from typing import Final

TOOL_NAME: Final = "ask_user_question"
"""The name on the wire."""
TOOL_TITLE: Final = "AskUserQuestion"
"""The name as displayed."""
_ALIASES: Final = frozenset({TOOL_NAME, "askuserquestion", "uiaskuserquestion"})


def is_question_tool(name: str) -> bool:
    """Whether `name`, in any spelling that models use, means the question tool."""
    return re.split(r"[:.]", name)[-1].casefold() in _ALIASES


CALL_NAME_KEYS: Final = ("name", "tool", "tool_name", "function", "action")
"""Under what a call that is written as JSON names its tool."""
CALL_INPUT_KEYS: Final = (
    "arguments",
    "input",
    "parameters",
    "params",
    "args",
    "kwargs",
    "tool_input",
    "action_input",
)
"""Under what it holds its input."""
WRITTEN_NAMES: Final = (
    "ask_user_question",
    "AskUserQuestion",
    "askUserQuestion",
    "askuserquestion",
    "UIAskUserQuestion",
    "local:UIAskUserQuestion",
    "functions.ask_user_question",
    "ASK_USER_QUESTION",
)
"""The spellings of the tool in a call that is written as text."""
