"""Asks by the result of a call: its client shows the form and calls again with what was filled in.

So ask servers from 2026 on. What is known by then travels with the client, sealed.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from mcp_types import CallToolRequestParams, CallToolResult, ElicitResult, InputRequiredResult

from assistant.channels.mcp.client_context import Context
from assistant.channels.mcp.held_questions import KEPT_S, HeldQuestions
from assistant.channels.mcp.model.client_forms import FORM, ClientForms
from assistant.channels.mcp.model.elicitation_dialogue import ElicitationDialogue, ElicitationState
from assistant.channels.mcp.model.forms import style_of
from assistant.channels.mcp.model.tool_calls import AskCall, AskResult
from assistant.channels.mcp.model.tool_results import (
    INPUT,
    input_required_result,
    outcome_result,
)
from assistant.channels.mcp.question_surfaces import QuestionSurfaces
from assistant.clock import Clock
from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.questions.model.question import Cancelled, CancelReason, Response, TimedOut

_MOST_REMEMBERED: Final = 4096
"""Forms of which is remembered when they were sent and that they were answered."""


class ResultForms:
    """The forms that clients show as results of their calls.

    Args:
        surfaces: Where the user is asked besides.
        held: The questions that are open between two calls.
        clock: Time.
        client_forms: When the client's own form is used.
        elsewhere: Asks where the client's form asks nobody.
        nobody_there: Called when a client answers by itself.
    """

    def __init__(
        self,
        *,
        surfaces: QuestionSurfaces,
        held: HeldQuestions,
        clock: Clock,
        client_forms: ClientForms,
        elsewhere: Callable[[Context, AskCall], Awaitable[AskResult]],
        nobody_there: Callable[[Context], None],
    ) -> None:
        self._surfaces = surfaces
        self._held = held
        self._clock = clock
        self._client_forms: ClientForms = client_forms
        self._elsewhere = elsewhere
        self._nobody_there = nobody_there
        self._sent_at: dict[str, float] = {}
        """When the form of each question was sent, by the id of the set."""
        self._answered: dict[str, int] = {}
        """The last round of each form that was answered, by the id of the set."""

    async def ask(
        self,
        context: Context,
        params: CallToolRequestParams,
        call: AskCall,
        state: ElicitationState | None,
    ) -> CallToolResult | InputRequiredResult:
        """Ask by the result of the call: the client calls again with the form filled in.

        With a running Parley the question is open there meanwhile. The protocol cannot take a form
        back: what it brings after an answer there is not read.
        """
        style = style_of(context.protocol_version)
        key = call.questions.id
        if state is None:
            begun = ElicitationDialogue.begin(call.questions, style=style, now=self._clock.now())
            if self._client_forms == "auto" and self._surfaces.has_window:
                self._held.put(key, lambda opened: self._surfaces.ask_in_window(call, opened))
            return self._form_sent(begun)
        dialogue = ElicitationDialogue(questions=call.questions, style=style, state=state)
        given = (params.input_responses or {}).get(INPUT)
        shown_for_s = self._clock.monotonic() - self._sent_at.pop(key, 0.0)
        if isinstance(given, ElicitResult):
            self._take_round(state)
        there = self._held.find(key)
        if there is not None and _has_answer(there.task):
            self._held.drop(key)
            return outcome_result(call, there.task.result())
        step: ElicitationDialogue | Response | None = dialogue.expired(self._clock.now())
        if step is None and not isinstance(given, ElicitResult):
            step = dialogue.again()
        elif step is None and isinstance(given, ElicitResult):
            if dialogue.is_from_nobody(given.action, given.content, after_s=shown_for_s):
                self._nobody_there(context)
            else:
                step = dialogue.take(given.action, given.content, now=self._clock.now())
        if isinstance(step, ElicitationDialogue):
            return self._form_sent(step)
        is_busy = isinstance(step, TimedOut) and there is not None and not there.task.done()
        is_unusable = isinstance(step, Cancelled) and step.reason is CancelReason.CLIENT
        if step is None or is_unusable or is_busy:
            return outcome_result(call, await self._elsewhere(context, call))
        if (ending := self._held.drop(key)) is not None:
            await asyncio.wait({ending})
        return outcome_result(call, AskResult(response=step, transport=FORM))

    def _form_sent(self, dialogue: ElicitationDialogue) -> InputRequiredResult:
        """Return what has the client show a form, and note when."""
        key = dialogue.questions.id
        self._sent_at[key] = self._clock.monotonic()
        while len(self._sent_at) > _MOST_REMEMBERED:
            del self._sent_at[next(iter(self._sent_at))]
        if self._held.find(key) is not None:
            # Nothing tells here that a client is gone; what is asked longer is the form alone.
            self._held.keep(key, min(dialogue.questions.timeout_s or KEPT_S, KEPT_S))
        return input_required_result(dialogue)

    def _take_round(self, state: ElicitationState) -> None:
        """Note that a round is answered.

        Raises:
            AnswerRefused: `ALREADY_ANSWERED` if it was before: the state that a client carries can
                be sent twice.
        """
        if state.round <= self._answered.get(state.set_id, 0):
            raise AnswerRefused(
                RefusalReason.ALREADY_ANSWERED, _("This question is already answered")
            )
        self._answered.pop(state.set_id, None)
        self._answered[state.set_id] = state.round
        while len(self._answered) > _MOST_REMEMBERED:
            del self._answered[next(iter(self._answered))]


def _has_answer(task: "asyncio.Task[AskResult]") -> bool:
    return task.done() and not task.cancelled() and task.exception() is None
