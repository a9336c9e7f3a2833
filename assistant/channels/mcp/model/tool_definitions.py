"""The two tools as clients are told of them. Pure."""

from typing import Any, Final

from mcp_types import Tool, ToolAnnotations

from assistant.questions.formats.provide_choice import (
    PROVIDE_CHOICE_DESCRIPTION,
    PROVIDE_CHOICE_NAME,
    PROVIDE_CHOICE_SCHEMA,
)
from assistant.questions.model.limits import (
    MAX_ID,
    MAX_LABEL,
    MAX_OPTIONS_PER_DEFINITION,
    MAX_TIMEOUT_S,
)
from assistant.questions.model.question import TYPE_NAMES
from assistant.questions.model.question_tool import TOOL_NAME, TOOL_TITLE

INSTRUCTIONS: Final = (
    "Parley puts questions to the user and waits for the answer. Ask instead of guessing: whenever "
    "there are more than two viable ways to go on, an action is destructive, or required "
    "configuration is missing. Ask one thing at a time, say in the question what it is about and "
    "why it is asked, and act on the answer that comes back."
)
"""For the model; fixed."""
_ASK_DESCRIPTION: Final = (
    "Ask the user one question, or several that belong together, and wait for the answer. Use it "
    "for decisions that are the user's: do not guess and do not choose a default by speculation. "
    "`question_text` must say what it is about and why it is asked, so that the user can decide "
    "from it alone. Continue with the answers that come back; if the user cancels, stop the "
    "subtask, if nobody answered in time, ask again only if the answer is still needed, and where "
    "the question is still open, call again with the same arguments to go on waiting."
)
_OPTION: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "maxLength": MAX_ID, "description": "Unique in the question"},
        "label": {"type": "string", "minLength": 1, "maxLength": MAX_LABEL},
        "description": {"type": "string"},
        "default": {"type": "boolean", "description": "Pre-selected; never an answer by itself"},
        "recommended": {"type": "boolean"},
    },
    "required": ["label"],
}
_QUESTION: Final[dict[str, Any]] = {
    "question_id": {
        "type": "string",
        "maxLength": MAX_ID,
        "description": "Unique in the call; made up if missing",
    },
    "question_text": {
        "type": "string",
        "minLength": 1,
        "description": "The question, with what it is about and why it is asked",
    },
    "header": {"type": "string", "description": "A short label of a word or two"},
    "description": {"type": "string", "description": "What the user needs to know to answer"},
    "type": {
        "type": "string",
        "enum": [*TYPE_NAMES],
        "description": "One option, several options, words, or yes and no",
    },
    "options": {
        "type": "array",
        "minItems": 1,
        "maxItems": MAX_OPTIONS_PER_DEFINITION,
        "items": _OPTION,
        "description": "For multiple_choice and checkbox",
    },
    "required": {"type": "boolean", "description": "True by default"},
    "allow_other": {
        "type": "boolean",
        "description": "Whether words of the user's own are an answer to a choice",
    },
    "follow_up_questions": {
        "type": "object",
        "description": "Option id to the questions that are asked when it is chosen",
    },
}
ASK_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        **_QUESTION,
        "questions": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "properties": _QUESTION,
                "required": ["question_text", "type"],
            },
            "description": "Several questions instead of one, answered together",
        },
        "allow_cancel": {
            "type": "boolean",
            "description": "Whether the user may cancel without answering; true by default",
        },
        "transport": {
            "type": "string",
            "enum": ["auto", "terminal", "web"],
            "description": "Where to ask; auto by default",
        },
        "timeout_s": {
            "type": "number",
            "minimum": 1,
            "maximum": MAX_TIMEOUT_S,
            "description": "Seconds to wait",
        },
    },
}
"""JSON Schema of the arguments of `ask_user_question`."""
_LIST_OF_TEXTS: Final[dict[str, Any]] = {"type": "array", "items": {"type": "string"}}
_CHOICE_RESULT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "action_status": {
            "type": "string",
            "enum": ["selected", "cancelled", "timeout", "pending"],
        },
        "selection": {
            "type": "object",
            "properties": {
                "indices": {"type": "array", "items": {"type": "integer", "minimum": 0}},
                "labels": _LIST_OF_TEXTS,
                "annotations": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "index": {"type": ["integer", "null"]},
                            "text": {"type": "string"},
                        },
                        "required": ["index", "text"],
                    },
                },
            },
            "required": ["indices", "labels", "annotations"],
        },
        "transport": {"type": "string"},
        "url": {"type": ["string", "null"]},
        "message": {"type": "string"},
    },
    "required": ["action_status", "selection", "transport", "url", "message"],
}
_ASK_RESULT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "status": {"type": "string", "enum": ["pending", "answered", "cancelled", "timeout"]},
        "outcome": {"type": "string"},
        "answers": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "question_id": {"type": "string"},
                    "question": {"type": "string"},
                    "selectedOptions": _LIST_OF_TEXTS,
                    "option_ids": _LIST_OF_TEXTS,
                },
                "required": ["question_id", "question", "selectedOptions", "option_ids"],
            },
        },
        "transport": {"type": "string"},
        "url": {"type": ["string", "null"]},
        "question_ids": _LIST_OF_TEXTS,
        "notes": _LIST_OF_TEXTS,
    },
    "required": ["status", "outcome", "answers", "transport", "url", "question_ids", "notes"],
}
_HINTS: Final = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)
"""Asking changes nothing; the same question may be answered otherwise the next time."""

TOOL_DEFINITIONS: Final = (
    Tool(
        name=PROVIDE_CHOICE_NAME,
        title="Provide a choice",
        description=PROVIDE_CHOICE_DESCRIPTION,
        input_schema=PROVIDE_CHOICE_SCHEMA,
        output_schema=_CHOICE_RESULT,
        annotations=_HINTS,
    ),
    Tool(
        name=TOOL_NAME,
        title=TOOL_TITLE,
        description=_ASK_DESCRIPTION,
        input_schema=ASK_SCHEMA,
        output_schema=_ASK_RESULT,
        annotations=_HINTS,
    ),
)
"""What the server offers; never changes."""
PERMISSION_TOOL: Final = Tool(
    name="approve",
    title="Ask for a permission",
    description=(
        "Ask the user whether a tool may be used, and wait for the answer. For"
        " `--permission-prompt-tool`; no model needs to call it."
    ),
    input_schema={
        "type": "object",
        "properties": {
            "tool_name": {"type": "string", "minLength": 1},
            "input": {"type": "object"},
            "tool_use_id": {"type": "string"},
        },
        "required": ["tool_name", "input"],
    },
    annotations=_HINTS,
)
"""What it offers besides where its client is to ask for permissions through it."""
