"""`provide_choice`: an MCP tool by which a program has the user choose."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, assert_never, cast, get_args

from assistant.locale import mark
from assistant.questions.formats.input_reader import (
    InputReader,
    ParsedQuestions,
    as_list,
    as_record,
    is_object,
)
from assistant.questions.formats.option_reader import read_options
from assistant.questions.formats.reader_policy import PROVIDE_CHOICE
from assistant.questions.formats.tool_input import read_timeout
from assistant.questions.model.limits import (
    MAX_LABEL,
    MAX_OPTIONS_PER_DEFINITION,
    MAX_PROVIDE_CHOICE_TIMEOUT_S,
    PROVIDE_CHOICE_TIMEOUT_S,
)
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Later,
    NoneFit,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.response_text import BY_THE_PERSON
from assistant.questions.model.sanitizer import one_line
from assistant.questions.model.text_rules import plain_number

Transport = Literal["auto", "terminal", "web"]
"""Where the user is asked; `auto` is wherever they can be reached."""
ActionStatus = Literal["selected", "cancelled", "timeout", "pending"]
"""`pending`: nobody has answered yet, and the same call goes on waiting."""

PROVIDE_CHOICE_NAME: Final = "provide_choice"
PROVIDE_CHOICE_DESCRIPTION: Final = (
    "Ask the user to choose between options and wait for the answer. Call it whenever there are "
    "more than two viable ways to go on, an action is destructive, or required configuration is "
    "missing; never choose a default by speculation instead. `prompt` must contain the current "
    "task context and the reason a choice is needed, so that the user can decide from it alone. "
    "Act on the returned selection; on `cancelled` stop the subtask, and on `timeout` do nothing "
    "and call again only if the choice is still needed; on `pending` call again with the same "
    "arguments to go on waiting."
)
"""For the model; fixed."""
_CANCELLED: Final = "The user cancelled. Do not continue this subtask."
_CLOSED: Final = (
    "The question was closed before the user answered it; nothing was selected. Call "
    "provide_choice again if the choice is still needed."
)
_TYPES: Final = {"single_select": QuestionKind.SINGLE, "multi_select": QuestionKind.MULTI}
_TRANSPORTS: Final[tuple[Transport, ...]] = get_args(Transport)
PROVIDE_CHOICE_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "minLength": 1, "description": "Short title of the choice"},
        "prompt": {
            "type": "string",
            "minLength": 1,
            "description": "What to choose, with the current task context and the reason a choice "
            "is needed",
        },
        "type": {
            "type": "string",
            "enum": list(_TYPES),
            "description": "Whether one option or several may be chosen",
        },
        "options": {
            "type": "array",
            "minItems": 1,
            "maxItems": MAX_OPTIONS_PER_DEFINITION,
            "items": {
                "type": "object",
                "properties": {
                    "label": {"type": "string", "minLength": 1, "maxLength": MAX_LABEL},
                    "description": {"type": "string", "description": "May be empty"},
                },
                "required": ["label", "description"],
            },
        },
        "allow_cancel": {
            "type": "boolean",
            "description": "Whether the user may cancel without choosing",
        },
        "transport": {
            "type": "string",
            "enum": list(_TRANSPORTS),
            "description": "Where to ask; auto by default",
        },
        "timeout_s": {
            "type": "number",
            "minimum": 1,
            "maximum": MAX_PROVIDE_CHOICE_TIMEOUT_S,
            "description": f"Seconds to wait; {PROVIDE_CHOICE_TIMEOUT_S:.0f} by default",
        },
    },
    "required": ["title", "prompt", "type", "options", "allow_cancel"],
}
"""JSON Schema of the arguments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedChoice(ParsedQuestions):
    """A set of one question, and where it is to be put."""

    transport: Transport


def parse_provide_choice(arguments: Mapping[str, Any], *, set_id: str) -> ParsedChoice:
    """Turn the arguments of a `provide_choice` call into a set of one question. Strict.

    `allow_cancel` may be missing and is true then; a description may be missing or empty.

    Args:
        arguments: The arguments of the call.
        set_id: Id of the set, and the stem of its question's id.

    Raises:
        QuestionError: If the call is malformed; `problems` names each field.
    """
    reader = InputReader(policy=PROVIDE_CHOICE, stem=set_id)
    title, prompt = (_required_text(reader, arguments, key) for key in ("title", "prompt"))
    named = arguments.get("type")
    kind = _TYPES.get(named) if isinstance(named, str) else None
    if kind is None:
        reader.problem(
            "type",
            "invalid_value" if "type" in arguments else "missing",
            mark("must be single_select or multi_select"),
        )
    options = read_options(
        reader, _without_extras(arguments), kind or QuestionKind.SINGLE, "", has_other=False
    )
    allow_cancel = reader.flag(arguments, "allow_cancel", "", default=True)
    seconds, _behaviour = read_timeout(reader, {"timeout_s": arguments.get("timeout_s")})
    transport = arguments.get("transport", "auto")
    if transport not in _TRANSPORTS:
        reader.problem("transport", "invalid_value", mark("must be auto, terminal or web"))
    reader.refuse_if_broken()
    question = Question(
        id=f"{set_id}:1",
        kind=kind or QuestionKind.SINGLE,
        text=prompt,
        options=options,
        allow_other=False,
    )
    return ParsedChoice(
        questions=QuestionSet(
            id=set_id,
            questions=(question,),
            title=title,
            route=QuestionRoute.PROVIDE_CHOICE,
            raw=as_record(arguments),
            allow_cancel=allow_cancel,
            timeout_s=PROVIDE_CHOICE_TIMEOUT_S if seconds is None else seconds,
        ),
        notes=tuple(reader.notes),
        transport=cast("Transport", transport),
    )


def _required_text(reader: InputReader, arguments: Mapping[str, Any], key: str) -> str:
    text = reader.text(arguments, key)
    if not text:
        code = "invalid_value" if key in arguments else "missing"
        reader.problem(key, code, mark("is missing or empty"))
    return text


def _without_extras(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options with what the contract names only: no ids, and no defaults."""
    entries = as_list(arguments.get("options"))
    if entries is None:
        return {}
    return {
        "options": [
            {key: entry[key] for key in ("label", "description") if key in entry}
            if is_object(entry)
            else None
            for entry in entries
        ]
    }


def dump_provide_choice(questions: QuestionSet) -> dict[str, Any]:
    """Return the arguments that ask the first question of a set by `provide_choice`."""
    question = questions.questions[0]
    return {
        "title": questions.title or question.header or question.text,
        "prompt": "\n\n".join(part for part in (question.context, question.text) if part),
        "type": "multi_select" if question.traits.is_multiple else "single_select",
        "options": [
            {
                "label": option.label + (" (Recommended)" if option.recommended else ""),
                "description": option.description,
            }
            for option in question.options
        ],
        "allow_cancel": questions.allow_cancel,
        "timeout_s": (
            PROVIDE_CHOICE_TIMEOUT_S if questions.timeout_s is None else questions.timeout_s
        ),
    }


def provide_choice_payload(
    questions: QuestionSet, response: Response, *, transport: str, url: str | None = None
) -> dict[str, Any]:
    """Return what a `provide_choice` call returns.

    For the same choice it is the same on every transport, but for `transport` and `url`.

    Args:
        questions: What was asked; one question.
        response: What came back, checked.
        transport: Where the user was asked.
        url: Address of the page they were asked on, if any.
    """
    selection = _nothing()
    status: ActionStatus = "cancelled"
    match response:
        case Answered():
            status = "selected"
            question = questions.questions[0]
            selection = _selection(question, response.answers[0])
            message = "The user selected: " + (", ".join(selection["labels"]) or "(none)") + "."
        case NoneFit():
            if response.words:
                selection["annotations"] = [{"index": None, "text": response.words}]
            message = "None of the options fits, the user says. Do not pick one of them."
        case YouDecide():
            message = "The user selected nothing and leaves the choice to you."
        case Later():
            message = (
                "The user selected nothing and will answer later. Do not continue this subtask."
            )
        case Cancelled():
            is_theirs = response.reason in BY_THE_PERSON
            status = "cancelled" if is_theirs else "timeout"
            message = _CANCELLED if is_theirs else _CLOSED
            if response.text:
                message += f" Reason: {one_line(response.text)}"
        case TimedOut():
            status = "timeout"
            message = (
                f"No response within {plain_number(response.after_s)} seconds. "
                "Call provide_choice again if the choice is still needed."
            )
        case _:
            assert_never(response)
    return {
        "action_status": status,
        "selection": selection,
        "transport": transport,
        "url": url,
        "message": message,
    }


def unselected_payload(
    status: ActionStatus, message: str, *, transport: str, url: str | None = None
) -> dict[str, Any]:
    """Return what a call returns that nobody answered, with what is to be said of it."""
    return {
        "action_status": status,
        "selection": _nothing(),
        "transport": transport,
        "url": url,
        "message": message,
    }


def _nothing() -> dict[str, Any]:
    return {"indices": [], "labels": [], "annotations": []}


def _selection(question: Question, answer: Answer) -> dict[str, Any]:
    chosen = [n for n, option in enumerate(question.options) if option.id in answer.option_ids]
    about = chosen[0] if len(chosen) == 1 else None
    annotations: list[dict[str, Any]] = []
    if answer.other:
        annotations.append({"index": None, "text": answer.other})
    if answer.note:
        annotations.append({"index": about, "text": answer.note})
    return {
        "indices": chosen,
        "labels": [question.options[n].label for n in chosen],
        "annotations": annotations,
    }
