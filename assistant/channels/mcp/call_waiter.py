"""Waits for the user while a client waits for its call."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from mcp_types import CallToolResult

from assistant.channels.mcp.client_context import Context
from assistant.channels.mcp.client_form import ClientForm, nobody_at_client
from assistant.channels.mcp.heartbeat import Heartbeat
from assistant.channels.mcp.held_questions import HeldQuestion, HeldQuestions
from assistant.channels.mcp.model.call_limit import answered_after_s
from assistant.channels.mcp.model.client_forms import ClientForms
from assistant.channels.mcp.model.tool_calls import AskCall, AskResult
from assistant.channels.mcp.model.tool_results import outcome_result, still_open_result
from assistant.channels.mcp.question_surfaces import QuestionSurfaces
from assistant.clock import Clock
from assistant.errors import UnreachableError
from assistant.locale import _

_log = logging.getLogger(__name__)

T = TypeVar("T")


class CallWaiter:
    """Puts the questions of calls, and tells their clients that the wait goes on.

    Args:
        surfaces: Where the user is asked.
        held: The questions that are open between two calls.
        clock: Time.
        client_forms: When the client's own form is used.
        call_limit_s: After how long a client that hears no progress gives up.
        say: Told in words what goes on, for whoever runs the server.
    """

    def __init__(
        self,
        *,
        surfaces: QuestionSurfaces,
        held: HeldQuestions,
        clock: Clock,
        client_forms: ClientForms,
        call_limit_s: float,
        say: Callable[[str], None],
    ) -> None:
        self._surfaces = surfaces
        self._held = held
        self._clock = clock
        self._client_forms: ClientForms = client_forms
        self._call_limit_s = call_limit_s
        self._say = say

    async def here(
        self,
        context: Context,
        call: AskCall,
        form: ClientForm | None,
        *,
        known: Sequence[str] = (),
    ) -> AskResult:
        """Ask on the user's own surfaces, and in the client's form where it has one.

        Args:
            context: The call.
            call: What is asked.
            form: The client's form.
            known: Why nobody can be asked in it, where that is known.
        """
        held = HeldQuestion(
            lambda opened: self._surfaces.ask(
                call, opened, form=form, forms=self._client_forms, known=known
            ),
            name=f"ask-{call.questions.id}",
        )
        try:
            return await self._waited_for(context, call, held)
        finally:
            held.task.cancel()
            await asyncio.wait({held.task})

    async def _waited_for(self, context: Context, call: AskCall, held: HeldQuestion) -> AskResult:
        """Wait for the answer, and tell the client meanwhile that the wait goes on."""
        heartbeat = self._heartbeat(context, call.questions.timeout_s)

        def opened(url: str) -> None:
            line = _("A question can be answered at {url}").format(url=url)
            self._say(line)
            heartbeat.say(line)

        silence = held.listen(opened)
        try:
            async with heartbeat.beating():
                return await asyncio.shield(held.task)
        finally:
            silence()

    async def decided(self, context: Context, deciding: Awaitable[T]) -> T:
        """Wait for a decision, and tell the client meanwhile that the wait goes on."""
        async with self._heartbeat(context, None).beating():
            return await deciding

    def _heartbeat(self, context: Context, total: float | None) -> Heartbeat:
        async def report(seconds: float, message: str) -> None:
            # Past the total, the user is still busy with the question.
            known = total if total is not None and seconds <= total else None
            await context.session.report_progress(seconds, known, message)

        return Heartbeat(
            report=report, clock=self._clock, message=_("Waiting for the person's answer.")
        )

    async def elsewhere(self, context: Context, call: AskCall) -> AskResult:
        """Ask where the client's form asks nobody: where the question is open, else anywhere."""
        key = call.questions.id
        there = self._held.find(key)
        if there is not None:
            self._held.resume(key)
            try:
                return await self._waited_for(context, call, there)
            except UnreachableError as error:
                _log.info("The question is not open any more: %s", error.message)
            finally:
                self._held.drop(key)
        return await self.here(context, call, None, known=[nobody_at_client().message])

    async def in_turns(
        self,
        context: Context,
        call: AskCall,
        key: str,
        *,
        known: Sequence[str],
    ) -> CallToolResult:
        """Ask for a client that gives up on calls: it is told in time to call again.

        The same call finds the same question, with what was chosen in it so far.

        Args:
            context: The call.
            call: What is asked.
            key: What the question is known by.
            known: Why nobody can be asked in the client's form, where that is known.
        """
        held = self._held.find(key)
        if held is not None and held.is_awaited:  # two questions that are alike, asked at once
            return outcome_result(call, await self.here(context, call, None, known=known))
        if held is None:
            held = self._held.put(key, lambda opened: self._surfaces.ask(call, opened, known=known))
        self._held.resume(key)
        held.is_awaited = True
        try:
            async with asyncio.timeout(answered_after_s(self._call_limit_s)):
                asked = await self._waited_for(context, call, held)
        except TimeoutError:
            self._held.keep(key)
            return still_open_result(call, url=held.url)
        except BaseException:
            if (ending := self._held.drop(key)) is not None:
                await asyncio.wait({ending})
            raise
        finally:
            held.is_awaited = False
        self._held.drop(key)
        return outcome_result(call, asked)
