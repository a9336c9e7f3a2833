"""`ask_user_question`: the one tool by which the model puts a question to the user."""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from assistant.errors import QuestionError
from assistant.llm.messages_api.messages import MALFORMED_INPUT
from assistant.locale import _, mark
from assistant.questions.formats import (
    ADVERTISED_SCHEMA,
    TOOL_NAME,
    TOOL_TITLE,
    ParsedQuestions,
    parse_tool_input,
    questions_as_written,
)
from assistant.questions.formats.definition_writer import dump_question
from assistant.questions.formats.unwrapping import question_texts
from assistant.questions.model.question import Cancelled, TimedOut
from assistant.questions.model.response_text import (
    ResultStyle,
    render_tool_result,
    structured_result,
)
from assistant.questions.model.sanitizer import clean_text, one_line
from assistant.tools.tool import (
    AnsweredQuestions,
    Permission,
    ToolContext,
    ToolOutcome,
    ToolResult,
)
from assistant.tools.toolset import Toolset, tool

_log = logging.getLogger(__name__)

LIMIT_REACHED: Final = (
    "Question limit reached: {limit} rounds in this turn. Continue with the answers you have or"
    " stop."
)
"""For the model; fixed (G-14)."""


TRIES_UNTOLD: Final = 2
"""With which call in a row that cannot be read the user learns of it; the next ends the turn."""
ASK_IN_WORDS: Final = (
    "This was the same mistake again. Do not call the tool any more: ask in plain words, with the"
    " options as a list."
)
"""For the model; fixed."""
_MAX_NOTICE: Final = 300
"""Characters of a question in a notice."""
_MOST_IN_NOTICE: Final = 4


def unreadable_notice(asked: str) -> str:
    """What the user reads where the model's questions cannot be read.

    Args:
        asked: What it wanted to ask, as far as that can be read.
    """
    if not asked:
        return _("The model wanted to ask you something, but its question cannot be read.")
    return _("The model wanted to ask you this, but its options cannot be read: {question}").format(
        question=asked
    )


def limit_notice(limit: int) -> str:
    """What the user reads where a question is one too many."""
    return _("{count} questions in a row; I will continue with your choices so far.").format(
        count=limit
    )


class QuestionTools(Toolset):
    """The question tool. Its schema is the one of `questions.formats`, its input is read there.

    Args:
        source: Who asks, as shown to the user.
        style: How answers are written for the model.
        timeout_s: Seconds to answer if the call names none; None waits for ever.
    """

    def __init__(
        self,
        *,
        source: str = "",
        style: ResultStyle = "list",
        timeout_s: float | None = None,
    ) -> None:
        self._source = source
        self._style: ResultStyle = style
        self._timeout_s = timeout_s

    @tool(
        Permission.SAFE,
        mark("Asks you questions"),
        aliases=(TOOL_TITLE, "UIAskUserQuestion", "local:UIAskUserQuestion"),
        interactive=True,
        is_question=True,
        schema=ADVERTISED_SCHEMA,
    )
    async def ask_user_question(
        self, wanted: Mapping[str, Any], context: ToolContext
    ) -> ToolResult:
        """Ask and wait; or wait for the answer, if it asked before a restart.

        The input is read together with the call's id.

        Raises:
            StoreError: If the questions cannot be stored; nothing was shown.
        """
        return await self.ask(wanted, context)

    async def ask(
        self,
        wanted: Mapping[str, Any],
        context: ToolContext,
        read: Callable[..., ParsedQuestions] = parse_tool_input,
    ) -> ToolResult:
        """As `ask_user_question`; `read` turns the input of a call into questions."""
        rounds = context.rounds
        earlier = await context.resume_question()
        if earlier is not None:
            rounds.take()
            return self.result(earlier, wanted)
        if rounds.is_used_up:
            return ToolResult(
                content=LIMIT_REACHED.format(limit=rounds.limit),
                outcome=ToolOutcome.LIMIT,
                notice=limit_notice(rounds.limit),
            )
        written = _as_written(wanted)
        try:
            parsed = read(
                written,
                tool_use_id=context.tool_use_id,
                source=self._source,
                round=rounds.used + 1,
                timeout_s=self._timeout_s,
            )
        except QuestionError as error:
            rounds.unreadable += 1
            return _refused(error, question_texts(written), tries=rounds.unreadable)
        for note in parsed.notes:
            _log.info("Question call %s: %s", context.tool_use_id, note)
        rounds.take()
        rounds.unreadable = 0
        return self.result(await context.ask_user(parsed.questions), wanted)

    def result(
        self, asked: AnsweredQuestions, wanted: Mapping[str, Any] | None = None
    ) -> ToolResult:
        """Result of a call; `wanted` is its input if that has the questions."""
        written = () if wanted is None else questions_as_written(_as_written(wanted))
        return question_result(asked, written, style=self._style)


def _as_written(arguments: Mapping[str, Any]) -> object:
    """Input of a call as the model wrote it, which may be no JSON object."""
    return arguments[MALFORMED_INPUT] if set(arguments) == {MALFORMED_INPUT} else arguments


def _refused(error: QuestionError, texts: Sequence[str], *, tries: int) -> ToolResult:
    """Explain a faulty call to the model; once repeated, also tell the user what it wanted to ask."""
    problems = "\n".join(f"- {problem}" for problem in error.problems)
    content = f"The questions cannot be asked; the person saw nothing.\n{problems}\n{error.hint}"
    if tries < TRIES_UNTOLD:
        return ToolResult(content=content.strip(), outcome=ToolOutcome.INVALID)
    asked = " ".join(one_line(clean_text(text))[:_MAX_NOTICE] for text in texts[:_MOST_IN_NOTICE])
    return ToolResult(
        content=f"{content.strip()}\n{ASK_IN_WORDS}",
        outcome=ToolOutcome.INVALID,
        notice=unreadable_notice(asked) if tries == TRIES_UNTOLD else "",
        halts=tries > TRIES_UNTOLD,
    )


def question_result(
    asked: AnsweredQuestions, written: Sequence[Any] = (), *, style: ResultStyle = "list"
) -> ToolResult:
    """Result of a call of the question tool.

    Args:
        asked: The question and what came back.
        written: The questions as the model wrote them; empty where it named others' questions.
        style: How answers are written for the model.
    """
    questions = asked.questions.questions
    return ToolResult(
        content=render_tool_result(asked.questions, asked.response, style=style),
        data={
            "success": True,
            "output": json.dumps(
                {
                    "type": TOOL_NAME,
                    "questions": list(written) or [dump_question(one) for one in questions],
                },
                ensure_ascii=False,
            ),
            "metadata": {"title": TOOL_TITLE, "subtitle": f"{len(questions)} question(s)"},
            "toolUseResult": structured_result(asked.questions, asked.response),
        },
        halts=isinstance(asked.response, Cancelled | TimedOut),
    )
