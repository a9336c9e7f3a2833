"""The conversation as a guided model reads it: every reply as the object it would have written.

The history holds ordinary messages of any model. A call of the question tool is a question,
its result is what the user said; words are an answer. What other models did with tools is told by
the words that followed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from assistant.llm.messages_api.documents import with_documents_as_text
from assistant.llm.messages_api.messages import (
    Message,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from assistant.llm.starter.guided.model.guided_prompt import QUESTION_TOOL, UserPhrases
from assistant.llm.starter.guided.model.guided_reply import (
    MAX_OPTIONS,
    GuidedAnswer,
    GuidedQuestion,
    GuidedReply,
    write_reply,
)

MAX_ANSWER_CHARACTERS: Final = 400
"""Of an earlier answer: larger models write more than a small one can use."""
MAX_RESULT_CHARACTERS: Final = 400
_CONTROL_TOKENS: Final = re.compile(r"<\|[^<>|]*\|>")
"""What a chat template writes between the messages; in a message it would end it."""
_NOTE: Final = re.compile(r"\[.*\]", re.DOTALL)
"""What the conversation notes in a reply, such as that it was interrupted: a small model repeats it."""
_SELECTED: Final = re.compile(r"^ *Selected: (.+?)(?: \(custom input\))?$", re.MULTILINE)
_NONE_CHOSEN: Final = "(none)"
_USER_SAID: Final = re.compile(r"^User said: (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """What one side says before the other does."""

    user: str = ""
    reply: GuidedReply | None = None


def chat_history(
    messages: Sequence[Message], phrases: UserPhrases, *, document_room: int | None = None
) -> list[tuple[str, str]]:
    """Return a conversation as roles and contents; they alternate, the user begins and ends.

    Args:
        messages: As the conversation sends them; the last is the user's.
        phrases: How the user says that they choose nothing.
        document_room: How many characters of each document are sent at most.
    """
    turns: list[_Turn] = []
    readable = [with_documents_as_text(one, room=document_room) for one in messages]
    for turn in _turns(readable, phrases):
        if not turns or (turn.reply is None) != (turns[-1].reply is None):
            turns.append(turn)
        else:
            turns[-1] = _joined(turns[-1], turn)
    while turns and turns[0].reply is not None:
        turns.pop(0)
    return [
        ("user", turn.user) if turn.reply is None else ("assistant", write_reply(turn.reply))
        for turn in turns
    ]


def questions_in_a_row(messages: Sequence[Message]) -> int:
    """Return how many questions were asked since the user last said something of their own."""
    count = 0
    for message in reversed(messages):
        if message.role == "user" and any(isinstance(b, TextBlock) for b in message.content):
            break
        count += bool(_question_calls(message))
    return count


def was_left_open(messages: Sequence[Message]) -> bool:
    """Whether the user answered the last question with neither an option nor words of their own."""
    asked = {call.id for message in messages[-2:-1] for call in _question_calls(message)}
    results = [
        block.content
        for message in messages[-1:]
        for block in message.content
        if isinstance(block, ToolResultBlock) and block.tool_use_id in asked
    ]
    return bool(results) and not any(_answers_in(result) for result in results)


def _turns(messages: Sequence[Message], phrases: UserPhrases) -> Iterator[_Turn]:
    questions = {call.id for message in messages for call in _question_calls(message)}
    for index, message in enumerate(messages):
        if message.role == "assistant":
            reply = _reply_of(message)
            if reply is not None:
                yield _Turn(reply=reply)
            continue
        is_last = index == len(messages) - 1
        said: list[str] = []
        for block in message.content:
            if isinstance(block, TextBlock):
                said.append(block.text)
            elif isinstance(block, ToolResultBlock) and block.tool_use_id in questions:
                said.append(_said_to_question(block.content, phrases))
            elif isinstance(block, ToolResultBlock) and is_last:
                said.append(block.content[:MAX_RESULT_CHARACTERS])
        text = _plain("\n".join(said))
        if text:
            yield _Turn(user=text)


def _reply_of(message: Message) -> GuidedReply | None:
    for call in _question_calls(message):
        question = _question_of(call.input)
        if question is not None:
            return question
    said = "".join(
        block.text
        for block in message.content
        if isinstance(block, TextBlock) and not _NOTE.fullmatch(block.text)
    )
    text = _plain(said)[:MAX_ANSWER_CHARACTERS]
    return GuidedAnswer(text=text) if text else None


def _question_calls(message: Message) -> list[ToolUseBlock]:
    return [
        block
        for block in message.content
        if isinstance(block, ToolUseBlock) and block.name == QUESTION_TOOL
    ]


def _question_of(call: dict[str, Any]) -> GuidedQuestion | None:
    """Return the first question of a call, if it has the advertised form."""
    match call.get("questions"):
        case [{"question": str(question), "options": [*options]}, *_]:
            labels = [_label(option) for option in options]
            return GuidedQuestion(
                question=_plain(question),
                options=tuple(label for label in labels if label)[:MAX_OPTIONS],
            )
        case _:
            return None


def _label(option: Any) -> str:
    match option:
        case str():
            return _plain(option)
        case {"label": str(label)}:
            return _plain(label)
        case _:
            return ""


def _said_to_question(result: str, phrases: UserPhrases) -> str:
    """Return what the user said, of what the question tool tells a model."""
    answers = _answers_in(result)
    if answers:
        return ", ".join(answers)
    for beginning, phrase in (
        ("User leaves", phrases.you_decide),
        ("User says that none", phrases.none_fit),
        ("User will answer", phrases.later),
        ("User cancelled", phrases.cancel),
        ("The following questions were closed", phrases.cancel),
        ("No answer within", phrases.cancel),
    ):
        if result.startswith(beginning):
            return phrase
    return result[:MAX_RESULT_CHARACTERS]


def _answers_in(result: str) -> list[str]:
    selected = [each for each in _SELECTED.findall(result) if each != _NONE_CHOSEN]
    return selected or _USER_SAID.findall(result)[:1]


def _plain(text: str) -> str:
    return _CONTROL_TOKENS.sub("", text).strip()


def _joined(one: _Turn, other: _Turn) -> _Turn:
    if other.reply is None:
        return _Turn(user=f"{one.user}\n{other.user}")
    if isinstance(one.reply, GuidedAnswer) and isinstance(other.reply, GuidedAnswer):
        return _Turn(reply=GuidedAnswer(text=f"{one.reply.text} {other.reply.text}"))
    return other
