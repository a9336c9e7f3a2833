"""Exports the current branch of a conversation as Markdown. Pure."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Final, assert_never

from assistant.call_ending import ending_sentence
from assistant.locale import _
from assistant.protocol.messages import (
    DocumentPart,
    HistoryMessage,
    ImagePart,
    PastQuestion,
    TextPart,
    ThinkingPart,
    ToolPart,
    UnreadableChoicePart,
)
from assistant.questions.form.outcome_text import cancel_reason
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Later,
    NoneFit,
    Question,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.storage.model.records import ConversationRecord

_FENCE: Final = re.compile(r"`{3,}")


def export_markdown(
    about: ConversationRecord,
    messages: Sequence[HistoryMessage],
    past: Sequence[PastQuestion],
    *,
    zone: tzinfo | None = None,
) -> str:
    """Return a conversation as Markdown.

    Args:
        messages: Of its present branch, oldest first.
        past: The questions that were settled on it, oldest first.
        zone: The zone of the times; the machine's own if None.
    """
    title = " ".join(about.title.split()) or _("Untitled conversation")
    begun = _moment(about.created_at, zone)
    parts = [f"# {title}", f"*{begun} · {about.model}*"]
    asked: dict[str | None, list[PastQuestion]] = {}
    for question in past:
        asked.setdefault(question.after, []).append(question)
    for question in asked.get(None, []):
        parts += _question(question)
    for message in messages:
        parts += _message(message, zone)
        for question in asked.get(message.message_id, []):
            parts += _question(question)
    return "\n\n".join(parts) + "\n"


def _moment(at: datetime, zone: tzinfo | None) -> str:
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M}"


def _message(message: HistoryMessage, zone: tzinfo | None) -> Iterator[str]:
    who = _("You") if message.role == "user" else _("Assistant")
    when = "" if message.said_at is None else f" · {_moment(message.said_at, zone)}"
    yield f"## {who}{when}"
    if not message.parts and message.text.strip():
        yield message.text.strip()
    for part in message.parts:
        match part:
            case TextPart():
                yield part.text.strip()
            case ThinkingPart():
                yield _quoted(f"*{_('Thinking')}*\n\n{part.text.strip()}")
            case UnreadableChoicePart():
                title = _("A question that could not be read")
                yield _quoted(f"*{title}*\n\n{part.text.strip()}")
            case ToolPart():
                yield from _tool(part)
            case ImagePart():
                yield f"*[{part.name or _('Image')}]*"
            case DocumentPart():
                yield f"*[{part.name}]*"
            case _:
                assert_never(part)
    if message.partial:
        yield f"*{_('(cut off)')}*"


def _tool(part: ToolPart) -> Iterator[str]:
    yield f"**{_('Tool')}** `{part.name}`"
    yield _fenced(_pretty(part.arguments), "json")
    if part.result is not None:
        if part.ending is not None:
            yield f"**{ending_sentence(part.ending)}**"
            if not part.ending.has_words:
                return
        yield f"**{_('Error') if part.is_error else _('Result')}**"
        yield _fenced(part.result)


def _question(past: PastQuestion) -> Iterator[str]:
    given: Mapping[str, Answer] = {}
    if isinstance(past.response, Answered):
        given = {answer.question_id: answer for answer in past.response.answers}
    for question in past.questions.questions:
        yield _quoted("\n".join(_options(question, given.get(question.id))))
    said = _said(past.response)
    if said:
        yield _quoted(f"*{said}*")


def _options(question: Question, answer: Answer | None) -> Iterator[str]:
    yield f"**{_('Question')}:** {' '.join(question.text.split())}"
    if question.options:
        yield ""
    chosen = () if answer is None else answer.option_ids
    for option in question.options:
        mark = "x" if option.id in chosen else " "
        yield f"- [{mark}] {' '.join(option.label.split())}"
    if answer is not None and answer.other:
        yield ""
        yield " ".join(answer.other.split())
    elif answer is not None and not answer.option_ids and answer.boolean is not None:
        yield ""
        yield _("Yes") if answer.boolean else _("No")


def _said(response: Response) -> str:
    """How an unanswered question ended."""
    match response:
        case Answered():
            return ""
        case YouDecide():
            return _("The assistant decides")
        case NoneFit():
            return _("None of these: {words}").format(words=" ".join(response.words.split()))
        case Later():
            return _("Put off")
        case Cancelled():
            why = cancel_reason(response)
            return _("Cancelled: {words}").format(words=why) if why else _("Cancelled")
        case TimedOut():
            return _("Not answered in time")
        case _:
            assert_never(response)


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def _fenced(text: str, language: str = "") -> str:
    """The fence is longer than any in the text."""
    longest = max((len(run) for run in _FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _pretty(arguments: str) -> str:
    try:
        return json.dumps(json.loads(arguments), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return arguments
