"""The keys under which models write what a question has: the advertised one, and others. Pure."""

from collections.abc import Mapping
from typing import Any, Final

QUESTION_KEYS: Final = ("question", "question_text")
"""The keys of the text of a question, the one that is advertised first."""
_FURTHER_QUESTION_KEYS: Final = ("prompt", "text", "query", "message", "title", "q", "ask")
OPTION_LIST_KEYS: Final = (
    "options",
    "choices",
    "answers",
    "items",
    "suggestions",
    "follow_up",
    "buttons",
    "values",
    "selections",
    "alternatives",
    "enum",
)
"""The advertised key, and what other tools of this kind call it."""
KNOWN_KEYS: Final = frozenset(
    {*QUESTION_KEYS, *_FURTHER_QUESTION_KEYS, *OPTION_LIST_KEYS, "header", "type", "description"}
)
"""Keys of a question, whose case does not matter."""


def option_list_key(fields: Mapping[str, Any]) -> str:
    """Return the key under which a question has its options."""
    return next(
        (key for key in OPTION_LIST_KEYS if fields.get(key) is not None), OPTION_LIST_KEYS[0]
    )


def question_key(fields: Mapping[str, Any]) -> str:
    """Return the key under which a question has its text."""
    return next(
        (
            key
            for key in (*QUESTION_KEYS, *_FURTHER_QUESTION_KEYS)
            if isinstance(fields.get(key), str)
        ),
        QUESTION_KEYS[0],
    )
