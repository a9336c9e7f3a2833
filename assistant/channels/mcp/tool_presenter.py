"""Puts questions through another program: an MCP server whose `provide_choice` shows them its way.

A form on a phone, a page of a company's own: whatever renders a choice can present ours. The desk
gives it to the other surfaces as well, and takes the first answer.
"""

from typing import Final

from assistant.channels.mcp.model.choice_results import answer_in, unfit
from assistant.clock import Clock
from assistant.engine.mcp.choice_server import ChoiceServer
from assistant.questions.desk.presenter import Presentation
from assistant.questions.formats.provide_choice import dump_provide_choice
from assistant.questions.model.limits import MAX_PROVIDE_CHOICE_TIMEOUT_S
from assistant.questions.model.question import (
    AnswerInput,
    Channel,
    Draft,
    Origin,
    Purpose,
    QuestionSet,
    Response,
)

_LEAST_WAIT_S: Final = 1.0
"""A tool that waits for nobody is not called again and again."""


class ToolPresenter:
    """Implements `Presenter` with such a tool."""

    channel = Channel.MCP

    def __init__(self, *, tool: ChoiceServer, clock: Clock) -> None:
        self._tool = tool
        self._clock = clock

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether the tool is there and can show all of it: one choice, without follow-ups."""
        if questions.purpose is not Purpose.ASK or len(questions.questions) != 1:
            return False
        (question,) = questions.questions
        return (
            self._tool.is_there
            and question.traits.input is AnswerInput.OPTIONS
            and not question.follow_ups
        )

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Have the tool show the choice, again where it has waited long enough.

        Raises:
            AssistantError: If the tool is gone, or what it gives is no answer.
        """
        arguments = dump_provide_choice(questions)
        arguments["timeout_s"] = min(arguments["timeout_s"], MAX_PROVIDE_CHOICE_TIMEOUT_S)
        desk.shown()
        while True:
            began = self._clock.monotonic()
            result = await self._tool.choose(arguments)
            response = answer_in(questions, result, at=self._clock.now())
            if response is not None:
                return response
            if self._clock.monotonic() - began < _LEAST_WAIT_S:
                raise unfit()

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """The tool knows no selections that are made elsewhere."""
