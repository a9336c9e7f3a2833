"""Listens to what a model makes of one request."""

from collections.abc import Callable
from contextlib import aclosing
from typing import Final

from assistant.conversation.context.model.layers import offered_tools
from assistant.errors import QuestionError
from assistant.llm.messages_api.messages import ToolUseBlock, user_text
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelClient,
    ModelRequest,
    ReplyReceived,
    SystemPart,
    TextReceived,
    ToolSpec,
)
from assistant.questions.formats import (
    ADVERTISED_SCHEMA,
    TOOL_NAME,
    is_question_tool,
    parse_tool_input,
)
from assistant.questions.model.question import QuestionKind
from benchmarks.requests.request_set import RequestKind
from benchmarks.requests.verdict import Outcome

_QUESTION_TOOL: Final = ToolSpec(
    name=TOOL_NAME, description="Asks the user.", input_schema=ADVERTISED_SCHEMA
)
"""Offered, as in a conversation: nothing else lets a built-in model ask back."""
_YES_AND_NO: Final = {"ko": ("네", "아니요"), "zh": ("是", "否"), "ja": ("はい", "いいえ")}


async def ask_model(
    model: ModelClient,
    text: str,
    *,
    language: str,
    is_refusal: Callable[[str], bool],
    elapsed: Callable[[], float],
) -> Outcome:
    """Send one request, as the first of a conversation, and return what comes back.

    Args:
        language: ISO 639-1 code, of what a yes-or-no question offers.
        is_refusal: Whether words say that the request cannot be done.
        elapsed: Seconds on a clock that only runs forward.

    Raises:
        ProviderError: As for `ModelClient.stream`.
    """
    began = elapsed()
    first: float | None = None
    words: list[str] = []
    call: ToolUseBlock | None = None
    tokens = 0
    async with aclosing(model.stream(_request(model, text, language))) as events:
        async for event in events:
            match event:
                case TextReceived():
                    words.append(event.text)
                    first = elapsed() - began if first is None and event.text.strip() else first
                case BlockReceived(block=ToolUseBlock() as block):
                    call = call or block
                    first = elapsed() - began if first is None else first
                case ReplyReceived():
                    tokens = event.usage.get("output_tokens", 0)
                case _:
                    pass
    said = "".join(words)
    kind, options = RequestKind.ANSWER, ()
    if call is not None and is_question_tool(call.name):
        kind, (question, options) = RequestKind.ASK, _question(call, language)
        said = f"{said} {question}".strip()
    elif call is not None:
        kind = RequestKind.ACTION
    elif is_refusal(said):
        kind = RequestKind.DECLINE
    return Outcome(
        kind=kind,
        intent=call.name if call is not None and kind is RequestKind.ACTION else "",
        text=said,
        options=options,
        first_word_s=first,
        total_s=elapsed() - began,
        tokens=tokens,
    )


def _request(model: ModelClient, text: str, language: str) -> ModelRequest:
    prompts = model.profile.localized_prompts
    prompt = prompts.get(language) or model.profile.system_prompt
    return ModelRequest(
        system=(SystemPart(text=prompt),) if prompt else (),
        messages=(user_text(text),),
        tools=offered_tools(model.profile, (_QUESTION_TOOL,)),
    )


def _question(call: ToolUseBlock, language: str) -> tuple[str, tuple[str, ...]]:
    try:
        parsed = parse_tool_input(call.input, tool_use_id=call.id)
    except QuestionError as error:
        return str(error), ()
    question = parsed.questions.questions[0]
    if question.kind is QuestionKind.BOOLEAN:
        return question.text, _YES_AND_NO.get(language, ("Yes", "No"))
    return question.text, tuple(option.label for option in question.options)
